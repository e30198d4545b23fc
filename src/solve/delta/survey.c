#include "survey.h"

#include "core/text.h"
#include "engine/common/pages.h"
#include "engine/common/team.h"
#include "survey_list.h"

#include <stdlib.h>

int retro_study_open(retro_study *study, const retro_plan *plan, const retro_table *table, int threads,
                     asc_error *error) {
  *study = (retro_study){.plan = plan, .layer = table->layer, .threads = threads};
  study->values = asc_pages_open_lazily(retro_layer_entries(study->layer));
  if (study->values == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  return retro_table_read(table, threads, 0, study->layer->rows, study->values, error);
}

void retro_study_close(retro_study *study) {
  if (study->layer != NULL) asc_pages_close(study->values, retro_layer_entries(study->layer));
  *study = (retro_study){0};
}

uint32_t retro_study_first(const retro_study *study, uint32_t row, uint32_t column) {
  const retro_layer *layer = study->layer;
  const retro_board *board = &study->plan->board;
  unsigned own = layer->sets->symmetries[row];
  if (own == 1) return column;
  uint32_t left = board->all & ~layer->sets->first[row], first = column;
  uint32_t other = (uint32_t)asc_bits_spread(layer->columns.subset[column], left);
  for (int s = 1; s < RETRO_SYMMETRIES; s++) {
    if ((own >> s & 1) == 0) continue;
    uint32_t image = (uint32_t)asc_bits_gather(retro_board_image(board, s, other), left);
    uint32_t there = retro_rank(&layer->columns, study->plan->low_ranks, image);
    if (there < first) first = there;
  }
  return first;
}

typedef struct finding {
  const retro_study *study;
  const bool *wanted;
  study_list *lists; /* by member */
} finding;

static void row_find(void *data, int member, uint64_t row) {
  const finding *self = data;
  const retro_layer *layer = self->study->layer;
  const int8_t *values = self->study->values + row * layer->columns.count;
  for (uint32_t i = 0; i < layer->columns.count; i++) {
    if (!self->wanted[(uint8_t)values[i]] || values[i] == RETRO_OVER) continue;
    if (retro_study_first(self->study, (uint32_t)row, i) != i) continue;
    uint32_t left = self->study->plan->board.all & ~layer->sets->first[row];
    retro_found found = {.own = layer->sets->first[row],
                         .other = (uint32_t)asc_bits_spread(layer->columns.subset[i], left),
                         .value = values[i]};
    study_list_add(&self->lists[member], row * layer->columns.count + i, &found);
  }
}

int retro_study_find(const retro_study *study, const bool wanted[RETRO_VALUES], retro_finds *finds) {
  *finds = (retro_finds){0};
  finding self = {study, wanted, calloc((size_t)study->threads, sizeof *self.lists)};
  if (self.lists == NULL) return ASC_E_MEMORY;
  asc_team_share(study->threads, study->layer->rows, row_find, &self);
  return study_lists_merge(self.lists, study->threads, finds);
}

void retro_finds_close(retro_finds *finds) {
  free(finds->items);
  *finds = (retro_finds){0};
}
