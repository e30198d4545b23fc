#include "sets.h"

#include <stdlib.h>

uint32_t asc_retro_binomial(int n, int k) {
  if (k < 0 || k > n) return 0;
  uint64_t value = 1;
  for (int i = 1; i <= k; i++) value = value * (uint64_t)(n - k + i) / (uint64_t)i;
  return (uint32_t)value;
}

void asc_retro_low_ranks_make(retro_low_ranks ranks) {
  uint16_t seen[RETRO_LOW + 1] = {0};
  for (uint32_t set = 0; set < RETRO_LOW_SETS; set++) ranks[set] = seen[asc_bits_count(set)]++;
}

bool asc_retro_ranking_open(retro_ranking *ranking, int squares, int count) {
  int low = squares < RETRO_LOW ? squares : RETRO_LOW;
  uint32_t highs = (uint32_t)1 << (squares - low), before = 0;
  *ranking = (retro_ranking){.count = asc_retro_binomial(squares, count)};
  ranking->base = malloc(highs * sizeof *ranking->base);
  ranking->subset = calloc(ranking->count + 1, sizeof *ranking->subset);
  if (ranking->base == NULL || ranking->subset == NULL) return false;
  for (uint32_t high = 0; high < highs; high++) {
    ranking->base[high] = before;
    before += asc_retro_binomial(low, count - asc_bits_count(high));
  }
  uint32_t number = 0;
  for (uint64_t set = ((uint64_t)1 << count) - 1; number < ranking->count; number++) {
    ranking->subset[number] = (uint32_t)set;
    if (set == 0) break;
    uint64_t lowest = set & -set, carried = set + lowest; /* the next pattern with as many bits */
    set = carried | (((set ^ carried) / lowest) >> 2);
  }
  return true;
}

void asc_retro_ranking_close(retro_ranking *ranking) {
  free(ranking->base);
  free(ranking->subset);
  *ranking = (retro_ranking){0};
}

/* The first set of a class, in the order of numbers, opens its row; the others find it. */
static void classify(retro_sets *sets, const retro_board *board, const uint16_t *low_ranks, uint32_t set) {
  const retro_ranking *ranking = &sets->ranking;
  uint32_t row = sets->rows++, images[RETRO_SYMMETRIES];
  unsigned own = 0;
  for (int s = 0; s < RETRO_SYMMETRIES; s++) {
    images[s] = asc_retro_board_image(board, s, set);
    if (images[s] == set) own |= 1u << s;
  }
  sets->first[row] = set;
  sets->symmetries[row] = (uint8_t)own;
  uint32_t entry = row << RETRO_HOME_SHIFT | (own != 1 ? RETRO_HOME_SYMMETRIC : 0);
  for (int s = 0; s < RETRO_SYMMETRIES; s++)
    for (int back = 0; back < RETRO_SYMMETRIES; back++)
      if (asc_retro_board_image(board, back, images[s]) == set) {
        sets->home[retro_rank(ranking, low_ranks, images[s])] = entry | (uint32_t)back;
        break;
      }
}

bool asc_retro_sets_open(retro_sets *sets, const retro_board *board, const uint16_t *low_ranks, int count) {
  *sets = (retro_sets){0};
  if (!asc_retro_ranking_open(&sets->ranking, board->squares, count)) return false;
  uint32_t total = sets->ranking.count;
  sets->home = calloc(total + 1, sizeof *sets->home);
  sets->first = calloc(total + 1, sizeof *sets->first);
  sets->symmetries = calloc(total + 1, 1);
  if (sets->home == NULL || sets->first == NULL || sets->symmetries == NULL) return false;
  for (uint32_t number = 0; number < total; number++) sets->home[number] = RETRO_NO_ROW;
  for (uint32_t number = 0; number < total; number++) {
    uint32_t set = sets->ranking.subset[number];
    if (sets->home[number] == RETRO_NO_ROW && !asc_retro_board_relay(board, set)) classify(sets, board, low_ranks, set);
  }
  return true;
}

void asc_retro_sets_close(retro_sets *sets) {
  asc_retro_ranking_close(&sets->ranking);
  free(sets->home);
  free(sets->first);
  free(sets->symmetries);
  *sets = (retro_sets){0};
}

int asc_retro_row_size(const retro_sets *sets, uint32_t row) {
  return RETRO_SYMMETRIES / asc_bits_count(sets->symmetries[row]);
}
