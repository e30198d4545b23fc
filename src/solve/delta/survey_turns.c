/* The last layer once more with the other side to move. Only where the one to move does not win is it looked up what
   the other would get: that is every place in the table, one in five times, and the rest follows by exchange. */
#include "survey_list.h"

#include "team.h"

#include <stdlib.h>

int retro_fate(int8_t value) {
  if (value == 0) return RETRO_DRAWS;
  if (value > 0) return value >= RETRO_LAST_RELAY ? RETRO_WINS_RELAY : RETRO_WINS_STUCK;
  return value < RETRO_LAST_STUCK ? RETRO_LOSES_RELAY : RETRO_LOSES_STUCK;
}

typedef struct turn_counts {
  uint64_t count[RETRO_FATES][RETRO_FATES];
} turn_counts;

typedef struct turning {
  const retro_survey *survey;
  turn_counts *counts; /* both by member */
  survey_list *lists;
} turning;

/* Where the position stands in the table with `other` to move; `images` are those of own. */
ASC_INLINE uint64_t turned_place(const retro_survey *survey, const uint32_t *images, uint32_t other) {
  const retro_layer *layer = survey->layer;
  const uint16_t *low_ranks = survey->plan->low_ranks;
  uint32_t home = layer->sets->home[retro_rank(&layer->sets->ranking, low_ranks, other)];
  uint32_t row = home >> RETRO_HOME_SHIFT, left = survey->plan->board.all & ~layer->sets->first[row];
  uint32_t still = (uint32_t)asc_bits_gather(images[home & RETRO_HOME_SYMMETRY], left);
  return (uint64_t)row * layer->columns.count + retro_rank(&layer->columns, low_ranks, still);
}

/* Of a zugzwang one of its two sides is kept: the one that stands first in the table. */
static void zugzwang_keep(const retro_survey *survey, survey_list *list, uint64_t at, uint64_t turned,
                          const retro_found *found) {
  uint32_t columns = survey->layer->columns.count, row = (uint32_t)(at / columns), column = (uint32_t)(at % columns);
  if (retro_survey_first(survey, row, column) != column) return;
  uint32_t turned_row = (uint32_t)(turned / columns);
  turned = (uint64_t)turned_row * columns + retro_survey_first(survey, turned_row, (uint32_t)(turned % columns));
  if (at <= turned) survey_list_add(list, at, found);
}

ASC_FAST static void retro_turn_row(const turning *self, int member, uint64_t row) {
  const retro_survey *survey = self->survey;
  const retro_layer *layer = survey->layer;
  const retro_board *board = &survey->plan->board;
  const int8_t *values = survey->values + row * layer->columns.count;
  uint32_t own = layer->sets->first[row], left = board->all & ~own, images[RETRO_SYMMETRIES];
  uint64_t size = (uint64_t)retro_row_size(layer->sets, (uint32_t)row);
  for (int s = 0; s < RETRO_SYMMETRIES; s++) images[s] = retro_board_image(board, s, own);
  for (uint32_t i = 0; i < layer->columns.count; i++) {
    if (values[i] > 0 || values[i] == RETRO_OVER) continue;
    uint32_t other = (uint32_t)asc_bits_spread(layer->columns.subset[i], left);
    uint64_t turned = turned_place(survey, images, other);
    retro_found found = {own, other, values[i], survey->values[turned]};
    self->counts[member].count[retro_fate(found.value)][retro_fate(found.turned)] += size;
    if (found.value < 0 && found.turned < 0)
      zugzwang_keep(survey, &self->lists[member], row * layer->columns.count + i, turned, &found);
  }
}

static void row_turn(void *data, int member, uint64_t row) { retro_turn_row(data, member, row); }

int retro_survey_turns(const retro_survey *survey, retro_turns *turns) {
  size_t threads = (size_t)survey->threads;
  turning self = {survey, calloc(threads, sizeof *self.counts), calloc(threads, sizeof *self.lists)};
  *turns = (retro_turns){0};
  if (self.counts == NULL || self.lists == NULL) {
    free(self.counts);
    free(self.lists);
    return ASC_E_MEMORY;
  }
  retro_team_run(survey->threads, survey->layer->rows, row_turn, &self);
  for (size_t member = 0; member < threads; member++)
    for (int a = 0; a < RETRO_FATES; a++)
      for (int b = 0; b < RETRO_FATES; b++) turns->count[a][b] += self.counts[member].count[a][b];
  free(self.counts);
  return survey_lists_merge(self.lists, survey->threads, &turns->zugzwangs);
}

void retro_turns_close(retro_turns *turns) { retro_finds_close(&turns->zugzwangs); }
