/* Searches the last layer: for positions with a certain value, and for positions where the value depends on who is to
   move. */
#include "survey.h"

#include "base/text.h"
#include "engine/common/large_pages.h"
#include "engine/common/parallel.h"

#include <stdlib.h>
#include <string.h>

int survey_last_read(survey_tables *self) {
  if (self->last_values != NULL) return ASC_OK;
  self->last_values = asc_large_pages_alloc_lazy(asc_tablebase_layer_entries(self->last));
  if (self->last_values == NULL) return survey_fail(self, ASC_E_MEMORY);
  return asc_tablebase_file_read_rows(&self->layers[self->last->pawns], self->threads, 0, self->last->rows,
                                      self->last_values, &self->error);
}

uint64_t survey_first_index(const survey_tables *self, uint32_t row, uint32_t column) {
  const asc_tablebase_layer_plan *layer = self->last;
  const asc_tablebase_board *board = &self->plan.board;
  unsigned own = layer->own_sets->symmetries[row];
  uint32_t left = board->all_squares & ~layer->own_sets->canonical[row], first = column;
  uint32_t other = (uint32_t)asc_bits_deposit(layer->columns.subsets[column], left);
  for (int s = 1; s < ASC_TABLEBASE_SYMMETRIES && own != 1; s++) {
    if ((own >> s & 1) == 0) continue;
    uint32_t image = (uint32_t)asc_bits_extract(asc_tablebase_board_image(board, s, other), left);
    uint32_t there = asc_tablebase_rank(&layer->columns, self->plan.low_ranks, image);
    if (there < first) first = there;
  }
  return (uint64_t)row * layer->columns.count + first;
}

static bool list_add(survey_list *list, const survey_position *position) {
  if (list->count == list->capacity) {
    size_t capacity = list->capacity == 0 ? 256 : 2 * list->capacity;
    survey_position *items = realloc(list->items, capacity * sizeof *items);
    if (items == NULL) return false;
    list->items = items;
    list->capacity = capacity;
  }
  list->items[list->count++] = *position;
  return true;
}

int survey_find(survey_tables *self, int8_t value, survey_list *list) {
  const asc_tablebase_layer_plan *layer = self->last;
  uint32_t columns = layer->columns.count;
  const int8_t *start = self->last_values, *end = start + asc_tablebase_layer_entries(layer);
  *list = (survey_list){0};
  for (const int8_t *at = start; (at = memchr(at, (uint8_t)value, (size_t)(end - at))) != NULL; at++) {
    uint64_t index = (uint64_t)(at - start);
    uint32_t row = (uint32_t)(index / columns), column = (uint32_t)(index % columns);
    uint32_t own = layer->own_sets->canonical[row], left = self->plan.board.all_squares & ~own;
    survey_position found = {index, own, (uint32_t)asc_bits_deposit(layer->columns.subsets[column], left)};
    if (survey_first_index(self, row, column) == index && !list_add(list, &found))
      return survey_fail(self, ASC_E_MEMORY);
  }
  return ASC_OK;
}

int survey_positions(survey_tables *self, int8_t value) {
  survey_list list = {0};
  int code = survey_last_read(self);
  if (code == ASC_OK) code = survey_find(self, value, &list);
  asc_json_open(&self->json, NULL, '[');
  for (size_t i = 0; i < list.count; i++) survey_position_write(self, NULL, list.items[i].own, list.items[i].other);
  asc_json_close(&self->json, ']');
  free(list.items);
  return code;
}

/* How a game ends that has a value of the last layer. */
enum { LOSS_BY_RELAY, LOSS_NO_MOVE, DRAW, WIN_NO_MOVE, WIN_BY_RELAY, RESULTS };
static int result_of(int8_t value) {
  if (value == 0) return DRAW;
  if (value > 0) return value >= ASC_TABLEBASE_LAST_RELAY_MIN ? WIN_BY_RELAY : WIN_NO_MOVE;
  return value < ASC_TABLEBASE_LAST_NO_MOVE ? LOSS_BY_RELAY : LOSS_NO_MOVE;
}

/* A position that the side to move loses, whichever it is. */
typedef struct zugzwang {
  survey_position position;
  int8_t value, swapped_value; /* with own to move, and with other to move */
  int sooner, later;           /* plies to the end: the smaller number and the greater */
} zugzwang;

/* The results of one thread. Positions that own wins are not counted: they follow from the rest by swapping the
   sides. So only about one position in five needs a random access to the table. */
typedef struct swap_part {
  uint64_t counts[RESULTS][RESULTS]; /* positions by the result of own to move, and of other to move */
  uint64_t zugzwangs;                /* classes; each counts once, not once for each side to move */
  zugzwang deepest;                  /* if there are any */
} swap_part;

typedef struct swap_search {
  const survey_tables *tables;
  swap_part *parts; /* by thread */
} swap_search;

/* The deepest zugzwang is the one where the side that loses sooner holds out longest; among equals the other side,
   then the smallest index. */
static bool is_deeper(const zugzwang *one, const zugzwang *other) {
  if (one->sooner != other->sooner) return one->sooner > other->sooner;
  if (one->later != other->later) return one->later > other->later;
  return one->position.index < other->position.index;
}

/* A zugzwang is in the layer twice, once for each side to move. Only the one that comes first counts. */
static void zugzwang_add(const survey_tables *self, swap_part *part, const survey_position *position,
                         uint64_t swapped) {
  uint32_t columns = self->last->columns.count;
  uint64_t index = position->index;
  if (survey_first_index(self, (uint32_t)(index / columns), (uint32_t)(index % columns)) != index) return;
  if (index > survey_first_index(self, (uint32_t)(swapped / columns), (uint32_t)(swapped % columns))) return;
  zugzwang found = {*position, self->last_values[index], self->last_values[swapped], 0, 0};
  int plies = asc_tablebase_value_plies(self->last, found.value),
      swapped_plies = asc_tablebase_value_plies(self->last, found.swapped_value);
  found.sooner = plies < swapped_plies ? plies : swapped_plies;
  found.later = plies < swapped_plies ? swapped_plies : plies;
  if (part->zugzwangs++ == 0 || is_deeper(&found, &part->deepest)) part->deepest = found;
}

/* Returns the index of the value with `other` to move. `images` are the images of own. */
ASC_INLINE uint64_t swapped_index(const survey_tables *self, const uint32_t *images, uint32_t other) {
  const asc_tablebase_layer_plan *layer = self->last;
  const uint16_t *low_ranks = self->plan.low_ranks;
  uint32_t home = layer->own_sets->row_ref[asc_tablebase_rank(&layer->own_sets->ranking, low_ranks, other)];
  uint32_t row = home >> ASC_TABLEBASE_ROW_REF_SHIFT,
           left = self->plan.board.all_squares & ~layer->own_sets->canonical[row];
  uint32_t still = (uint32_t)asc_bits_extract(images[home & ASC_TABLEBASE_ROW_REF_SYMMETRY], left);
  return (uint64_t)row * layer->columns.count + asc_tablebase_rank(&layer->columns, low_ranks, still);
}

ASC_TARGET_CLONES static void survey_swap_row(const survey_tables *self, swap_part *part, uint64_t row) {
  const asc_tablebase_layer_plan *layer = self->last;
  const asc_tablebase_board *board = &self->plan.board;
  const int8_t *values = self->last_values + row * layer->columns.count;
  uint32_t own = layer->own_sets->canonical[row], left = board->all_squares & ~own, images[ASC_TABLEBASE_SYMMETRIES];
  uint64_t size = (uint64_t)asc_tablebase_sets_row_size(layer->own_sets, (uint32_t)row);
  for (int s = 0; s < ASC_TABLEBASE_SYMMETRIES; s++) images[s] = asc_tablebase_board_image(board, s, own);
  for (uint32_t i = 0; i < layer->columns.count; i++) {
    if (values[i] > 0 || values[i] == ASC_TABLEBASE_NO_POSITION) continue;
    uint32_t other = (uint32_t)asc_bits_deposit(layer->columns.subsets[i], left);
    uint64_t swapped = swapped_index(self, images, other);
    int8_t swapped_value = self->last_values[swapped];
    part->counts[result_of(values[i])][result_of(swapped_value)] += size;
    if (values[i] == 0 || swapped_value >= 0) continue;
    zugzwang_add(self, part, &(survey_position){row * layer->columns.count + i, own, other}, swapped);
  }
}

static void row_swap(void *data, int member, uint64_t row) {
  const swap_search *search = data;
  survey_swap_row(search->tables, &search->parts[member], row);
}

static void parts_add(swap_part *sum, const swap_part *part) {
  for (int own = 0; own < RESULTS; own++)
    for (int other = 0; other < RESULTS; other++) sum->counts[own][other] += part->counts[own][other];
  if (part->zugzwangs > 0 && (sum->zugzwangs == 0 || is_deeper(&part->deepest, &sum->deepest)))
    sum->deepest = part->deepest;
  sum->zugzwangs += part->zugzwangs;
}

static void value_write(survey_tables *self, const char *name, int8_t value) {
  asc_json_open(&self->json, name, '{');
  asc_json_number(&self->json, "points", asc_tablebase_value_points(self->last, value));
  asc_json_number(&self->json, "plies", asc_tablebase_value_plies(self->last, value));
  asc_json_close(&self->json, '}');
}

static void swap_write(survey_tables *self, const swap_part *sum) {
  asc_json *json = &self->json;
  const int relay = self->last->relay_points, points[RESULTS] = {-relay, -1, 0, 1, relay};
  asc_json_open(json, NULL, '{');
  asc_json_open(json, "counts", '[');
  for (int own = 0; own < RESULTS; own++)
    for (int other = 0; other < RESULTS; other++) {
      asc_json_open(json, NULL, '{');
      asc_json_number(json, "own", points[own]);
      asc_json_number(json, "other", points[other]);
      asc_json_number(json, "positions", (int64_t)sum->counts[own][other]);
      asc_json_close(json, '}');
    }
  asc_json_close(json, ']');
  asc_json_number(json, "zugzwangs", (int64_t)sum->zugzwangs);
  if (sum->zugzwangs > 0) {
    asc_json_open(json, "deepest", '{');
    survey_position_write(self, "position", sum->deepest.position.own, sum->deepest.position.other);
    value_write(self, "white", sum->deepest.value);
    value_write(self, "black", sum->deepest.swapped_value);
    asc_json_close(json, '}');
  }
  asc_json_close(json, '}');
}

int survey_turns(survey_tables *self) {
  int code = survey_last_read(self);
  if (code < 0) return code;
  swap_search search = {self, calloc((size_t)self->threads, sizeof *search.parts)};
  if (search.parts == NULL) return survey_fail(self, ASC_E_MEMORY);
  asc_parallel_for(self->threads, self->last->rows, row_swap, &search);
  for (int i = 1; i < self->threads; i++) parts_add(&search.parts[0], &search.parts[i]);
  swap_write(self, &search.parts[0]);
  free(search.parts);
  return ASC_OK;
}
