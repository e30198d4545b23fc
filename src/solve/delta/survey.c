#include "survey.h"

#include "core/text.h"
#include "engine/common/pages.h"
#include "engine/common/team.h"

#include <stdlib.h>
#include <string.h>

int asc_retro_survey_open(retro_survey *survey, const retro_plan *plan, const retro_table *table, int threads,
                          asc_error *error) {
  *survey = (retro_survey){.plan = plan, .layer = table->layer, .threads = threads};
  survey->values = asc_pages_open_lazily(retro_layer_entries(survey->layer));
  if (survey->values == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  return asc_retro_table_read(table, threads, 0, survey->layer->rows, survey->values, error);
}

void asc_retro_survey_close(retro_survey *survey) {
  if (survey->layer != NULL) asc_pages_close(survey->values, retro_layer_entries(survey->layer));
  *survey = (retro_survey){0};
}

uint32_t asc_retro_survey_first(const retro_survey *survey, uint32_t row, uint32_t column) {
  const retro_layer *layer = survey->layer;
  const retro_board *board = &survey->plan->board;
  unsigned own = layer->sets->symmetries[row];
  if (own == 1) return column;
  uint32_t left = board->all & ~layer->sets->first[row], first = column;
  uint32_t other = (uint32_t)asc_bits_spread(layer->columns.subset[column], left);
  for (int s = 1; s < RETRO_SYMMETRIES; s++) {
    if ((own >> s & 1) == 0) continue;
    uint32_t image = (uint32_t)asc_bits_gather(asc_retro_board_image(board, s, other), left);
    uint32_t there = retro_rank(&layer->columns, survey->plan->low_ranks, image);
    if (there < first) first = there;
  }
  return first;
}

/* What threads find, each in a list of its own, put together in the order of the layer: the same whoever found it. */
typedef struct find_item {
  uint64_t at; /* row * columns + column */
  retro_found found;
} find_item;

typedef struct find_list {
  find_item *items;
  size_t count, room;
  bool lost; /* memory ran out */
} find_list;

static void list_add(find_list *list, uint64_t at, const retro_found *found) {
  if (list->count == list->room) {
    size_t room = list->room == 0 ? 256 : 2 * list->room;
    find_item *items = realloc(list->items, room * sizeof *items);
    if (items == NULL) {
      list->lost = true;
      return;
    }
    list->items = items;
    list->room = room;
  }
  list->items[list->count++] = (find_item){at, *found};
}

static int compare(const void *a, const void *b) {
  const find_item *one = a, *other = b;
  return one->at < other->at ? -1 : one->at > other->at;
}

static bool all_gather(const find_list *lists, int count, find_list *all) {
  for (int i = 0; i < count; i++) {
    if (lists[i].lost) return false;
    all->count += lists[i].count;
  }
  all->items = malloc((all->count + 1) * sizeof *all->items);
  if (all->items == NULL) return false;
  size_t at = 0;
  for (int i = 0; i < count; i++) {
    if (lists[i].count > 0) memcpy(all->items + at, lists[i].items, lists[i].count * sizeof *all->items);
    at += lists[i].count;
  }
  qsort(all->items, all->count, sizeof *all->items, compare);
  return true;
}

/* Frees the lists. ASC_OK or ASC_E_MEMORY. */
static int lists_merge(find_list *lists, int count, retro_finds *finds) {
  find_list all = {0};
  bool gathered = all_gather(lists, count, &all);
  for (int i = 0; i < count; i++) free(lists[i].items);
  free(lists);
  if (!gathered) return ASC_E_MEMORY;
  finds->items = malloc((all.count + 1) * sizeof *finds->items);
  for (size_t i = 0; i < all.count && finds->items != NULL; i++) finds->items[finds->count++] = all.items[i].found;
  free(all.items);
  return finds->items != NULL ? ASC_OK : ASC_E_MEMORY;
}

typedef struct finding {
  const retro_survey *survey;
  const bool *wanted;
  find_list *lists; /* by member */
} finding;

static void row_find(void *data, int member, uint64_t row) {
  const finding *self = data;
  const retro_layer *layer = self->survey->layer;
  const int8_t *values = self->survey->values + row * layer->columns.count;
  for (uint32_t i = 0; i < layer->columns.count; i++) {
    if (!self->wanted[(uint8_t)values[i]] || values[i] == RETRO_OVER) continue;
    if (asc_retro_survey_first(self->survey, (uint32_t)row, i) != i) continue;
    uint32_t left = self->survey->plan->board.all & ~layer->sets->first[row];
    retro_found found = {.own = layer->sets->first[row],
                         .other = (uint32_t)asc_bits_spread(layer->columns.subset[i], left),
                         .value = values[i]};
    list_add(&self->lists[member], row * layer->columns.count + i, &found);
  }
}

int asc_retro_survey_find(const retro_survey *survey, const bool wanted[RETRO_VALUES], retro_finds *finds) {
  *finds = (retro_finds){0};
  finding self = {survey, wanted, calloc((size_t)survey->threads, sizeof *self.lists)};
  if (self.lists == NULL) return ASC_E_MEMORY;
  asc_team_share(survey->threads, survey->layer->rows, row_find, &self);
  return lists_merge(self.lists, survey->threads, finds);
}

void asc_retro_finds_close(retro_finds *finds) {
  free(finds->items);
  *finds = (retro_finds){0};
}

int asc_retro_fate(int8_t value) {
  if (value == 0) return RETRO_DRAWS;
  if (value > 0) return value >= RETRO_LAST_RELAY ? RETRO_WINS_RELAY : RETRO_WINS_STUCK;
  return value < RETRO_LAST_STUCK ? RETRO_LOSES_RELAY : RETRO_LOSES_STUCK;
}

/* The last layer once more with the other side to move. Only where the one to move does not win is it looked up what
   the other would get: that is every place in the table, one in five times, and the rest follows by exchange. */
typedef struct turn_counts {
  uint64_t count[RETRO_FATES][RETRO_FATES];
} turn_counts;

typedef struct turning {
  const retro_survey *survey;
  turn_counts *counts; /* both by member */
  find_list *lists;
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
static void zugzwang_keep(const retro_survey *survey, find_list *list, uint64_t at, uint64_t turned,
                          const retro_found *found) {
  uint32_t columns = survey->layer->columns.count, row = (uint32_t)(at / columns), column = (uint32_t)(at % columns);
  if (asc_retro_survey_first(survey, row, column) != column) return;
  uint32_t turned_row = (uint32_t)(turned / columns);
  turned = (uint64_t)turned_row * columns + asc_retro_survey_first(survey, turned_row, (uint32_t)(turned % columns));
  if (at <= turned) list_add(list, at, found);
}

ASC_FAST static void retro_turn_row(const turning *self, int member, uint64_t row) {
  const retro_survey *survey = self->survey;
  const retro_layer *layer = survey->layer;
  const retro_board *board = &survey->plan->board;
  const int8_t *values = survey->values + row * layer->columns.count;
  uint32_t own = layer->sets->first[row], left = board->all & ~own, images[RETRO_SYMMETRIES];
  uint64_t size = (uint64_t)asc_retro_row_size(layer->sets, (uint32_t)row);
  for (int s = 0; s < RETRO_SYMMETRIES; s++) images[s] = asc_retro_board_image(board, s, own);
  for (uint32_t i = 0; i < layer->columns.count; i++) {
    if (values[i] > 0 || values[i] == RETRO_OVER) continue;
    uint32_t other = (uint32_t)asc_bits_spread(layer->columns.subset[i], left);
    uint64_t turned = turned_place(survey, images, other);
    retro_found found = {own, other, values[i], survey->values[turned]};
    self->counts[member].count[asc_retro_fate(found.value)][asc_retro_fate(found.turned)] += size;
    if (found.value < 0 && found.turned < 0)
      zugzwang_keep(survey, &self->lists[member], row * layer->columns.count + i, turned, &found);
  }
}

static void row_turn(void *data, int member, uint64_t row) { retro_turn_row(data, member, row); }

int asc_retro_survey_turns(const retro_survey *survey, retro_turns *turns) {
  size_t threads = (size_t)survey->threads;
  turning self = {survey, calloc(threads, sizeof *self.counts), calloc(threads, sizeof *self.lists)};
  *turns = (retro_turns){0};
  if (self.counts == NULL || self.lists == NULL) {
    free(self.counts);
    free(self.lists);
    return ASC_E_MEMORY;
  }
  asc_team_share(survey->threads, survey->layer->rows, row_turn, &self);
  for (size_t member = 0; member < threads; member++)
    for (int a = 0; a < RETRO_FATES; a++)
      for (int b = 0; b < RETRO_FATES; b++) turns->count[a][b] += self.counts[member].count[a][b];
  free(self.counts);
  return lists_merge(self.lists, survey->threads, &turns->zugzwangs);
}

void asc_retro_turns_close(retro_turns *turns) { asc_retro_finds_close(&turns->zugzwangs); }
