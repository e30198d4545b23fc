/* Builds the rankings of subsets and the rows of symmetric sets. See sets.h. */
#include "sets.h"

#include <stdlib.h>

uint32_t asc_tablebase_binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  uint64_t value = 1;
  for (int i = 1; i <= k; i++) value = value * (uint64_t)(n - k + i) / (uint64_t)i;
  return (uint32_t)value;
}

void asc_tablebase_low_ranks_init(asc_tablebase_low_ranks ranks) {
  uint16_t seen[ASC_TABLEBASE_LOW_SQUARES + 1] = {0};
  for (uint32_t set = 0; set < ASC_TABLEBASE_LOW_SETS; set++) ranks[set] = seen[asc_bits_count(set)]++;
}

bool asc_tablebase_ranking_open(asc_tablebase_ranking *ranking, int squares, int count) {
  int low = squares < ASC_TABLEBASE_LOW_SQUARES ? squares : ASC_TABLEBASE_LOW_SQUARES;
  uint32_t highs = (uint32_t)1 << (squares - low), before = 0;
  *ranking = (asc_tablebase_ranking){.count = asc_tablebase_binomial(squares, count)};
  ranking->base = malloc(highs * sizeof *ranking->base);
  ranking->subsets = calloc(ranking->count + 1, sizeof *ranking->subsets);
  if (ranking->base == NULL || ranking->subsets == NULL) return false;
  for (uint32_t high = 0; high < highs; high++) {
    ranking->base[high] = before;
    before += asc_tablebase_binomial(low, count - asc_bits_count(high));
  }
  uint32_t number = 0;
  for (uint64_t set = ((uint64_t)1 << count) - 1; number < ranking->count; number++) {
    ranking->subsets[number] = (uint32_t)set;
    if (set == 0) break;
    uint64_t lowest = set & -set, carried = set + lowest; /* the next greater pattern with the same number of bits */
    set = carried | (((set ^ carried) / lowest) >> 2);
  }
  return true;
}

void asc_tablebase_ranking_close(asc_tablebase_ranking *ranking) {
  free(ranking->base);
  free(ranking->subsets);
  *ranking = (asc_tablebase_ranking){0};
}

/* Opens a new row for `set`, the smallest of its class, and refers all its images to that row. Sets arrive in
   ascending order, so a set that has no row yet is the smallest of its class. */
static void classify(asc_tablebase_sets *sets, const asc_tablebase_board *board, const uint16_t *low_ranks,
                     uint32_t set) {
  const asc_tablebase_ranking *ranking = &sets->ranking;
  uint32_t row = sets->rows++, images[ASC_TABLEBASE_SYMMETRIES];
  unsigned own = 0;
  for (int s = 0; s < ASC_TABLEBASE_SYMMETRIES; s++) {
    images[s] = asc_tablebase_board_image(board, s, set);
    if (images[s] == set) own |= 1u << s;
  }
  sets->canonical[row] = set;
  sets->symmetries[row] = (uint8_t)own;
  uint32_t entry = row << ASC_TABLEBASE_ROW_REF_SHIFT | (own != 1 ? ASC_TABLEBASE_ROW_REF_SYMMETRIC : 0);
  for (int s = 0; s < ASC_TABLEBASE_SYMMETRIES; s++)
    for (int back = 0; back < ASC_TABLEBASE_SYMMETRIES; back++)
      if (asc_tablebase_board_image(board, back, images[s]) == set) {
        sets->row_ref[asc_tablebase_rank(ranking, low_ranks, images[s])] = entry | (uint32_t)back;
        break;
      }
}

bool asc_tablebase_sets_open(asc_tablebase_sets *sets, const asc_tablebase_board *board, const uint16_t *low_ranks,
                             int count) {
  *sets = (asc_tablebase_sets){0};
  if (!asc_tablebase_ranking_open(&sets->ranking, board->square_count, count)) return false;
  uint32_t total = sets->ranking.count;
  sets->row_ref = calloc(total + 1, sizeof *sets->row_ref);
  sets->canonical = calloc(total + 1, sizeof *sets->canonical);
  sets->symmetries = calloc(total + 1, 1);
  if (sets->row_ref == NULL || sets->canonical == NULL || sets->symmetries == NULL) return false;
  for (uint32_t number = 0; number < total; number++) sets->row_ref[number] = ASC_TABLEBASE_NO_ROW;
  for (uint32_t number = 0; number < total; number++) {
    uint32_t set = sets->ranking.subsets[number];
    if (sets->row_ref[number] == ASC_TABLEBASE_NO_ROW && !asc_tablebase_board_has_relay(board, set))
      classify(sets, board, low_ranks, set);
  }
  return true;
}

void asc_tablebase_sets_close(asc_tablebase_sets *sets) {
  asc_tablebase_ranking_close(&sets->ranking);
  free(sets->row_ref);
  free(sets->canonical);
  free(sets->symmetries);
  *sets = (asc_tablebase_sets){0};
}

int asc_tablebase_sets_row_size(const asc_tablebase_sets *sets, uint32_t row) {
  return ASC_TABLEBASE_SYMMETRIES / asc_bits_count(sets->symmetries[row]);
}
