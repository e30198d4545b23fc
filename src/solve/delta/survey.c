#include "survey.h"

#include "core/text.h"
#include "memory.h"
#include "survey_list.h"
#include "team.h"

#include <stdlib.h>

int retro_survey_open(retro_survey *survey, const retro_plan *plan, const retro_table *table, int threads,
                      asc_error *error) {
  *survey = (retro_survey){.plan = plan, .layer = table->layer, .threads = threads};
  survey->values = retro_memory_open(retro_layer_entries(survey->layer));
  if (survey->values == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  return retro_table_read(table, threads, 0, survey->layer->rows, survey->values, error);
}

void retro_survey_close(retro_survey *survey) {
  if (survey->layer != NULL) retro_memory_close(survey->values, retro_layer_entries(survey->layer));
  *survey = (retro_survey){0};
}

uint32_t retro_survey_first(const retro_survey *survey, uint32_t row, uint32_t column) {
  const retro_layer *layer = survey->layer;
  const retro_board *board = &survey->plan->board;
  unsigned own = layer->sets->symmetries[row];
  if (own == 1) return column;
  uint32_t left = board->all & ~layer->sets->first[row], first = column;
  uint32_t other = (uint32_t)asc_bits_spread(layer->columns.subset[column], left);
  for (int s = 1; s < RETRO_SYMMETRIES; s++) {
    if ((own >> s & 1) == 0) continue;
    uint32_t image = (uint32_t)asc_bits_gather(retro_board_image(board, s, other), left);
    uint32_t there = retro_rank(&layer->columns, survey->plan->low_ranks, image);
    if (there < first) first = there;
  }
  return first;
}

typedef struct finding {
  const retro_survey *survey;
  const bool *wanted;
  survey_list *lists; /* by member */
} finding;

static void row_find(void *data, int member, uint64_t row) {
  const finding *self = data;
  const retro_layer *layer = self->survey->layer;
  const int8_t *values = self->survey->values + row * layer->columns.count;
  for (uint32_t i = 0; i < layer->columns.count; i++) {
    if (!self->wanted[(uint8_t)values[i]] || values[i] == RETRO_OVER) continue;
    if (retro_survey_first(self->survey, (uint32_t)row, i) != i) continue;
    uint32_t left = self->survey->plan->board.all & ~layer->sets->first[row];
    retro_found found = {.own = layer->sets->first[row],
                         .other = (uint32_t)asc_bits_spread(layer->columns.subset[i], left),
                         .value = values[i]};
    survey_list_add(&self->lists[member], row * layer->columns.count + i, &found);
  }
}

int retro_survey_find(const retro_survey *survey, const bool wanted[RETRO_VALUES], retro_finds *finds) {
  *finds = (retro_finds){0};
  finding self = {survey, wanted, calloc((size_t)survey->threads, sizeof *self.lists)};
  if (self.lists == NULL) return ASC_E_MEMORY;
  retro_team_run(survey->threads, survey->layer->rows, row_find, &self);
  return survey_lists_merge(self.lists, survey->threads, finds);
}

void retro_finds_close(retro_finds *finds) {
  free(finds->items);
  *finds = (retro_finds){0};
}
