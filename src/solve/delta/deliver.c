/* Stores each value in the row of its mover, or queues it for the process that holds that row. See deliver.h. */
#include "deliver.h"

#include <stdlib.h>

/* The images of the waiting side under all symmetries. */
typedef struct waiting_images {
  uint32_t left;                          /* squares that the waiting side leaves free */
  uint32_t set[ASC_TABLEBASE_SYMMETRIES]; /* by symmetry */
} waiting_images;

ASC_INLINE void mark_changed(const solve_delivery *delivery, uint32_t row) {
  if (delivery->changed != NULL)
    atomic_store_explicit(&delivery->changed[row - delivery->rows.first], 1, memory_order_relaxed);
}

static bool updates_add(solve_updates *updates, solve_update update) {
  enum { CAPACITY_FIRST = 4096 };
  if (updates->count == updates->capacity) {
    size_t capacity = updates->capacity == 0 ? CAPACITY_FIRST : 2 * updates->capacity;
    solve_update *items = realloc(updates->items, capacity * sizeof *items);
    if (items == NULL) return false;
    updates->items = items;
    updates->capacity = capacity;
  }
  updates->items[updates->count++] = update;
  return true;
}

static void queue_update(solve_delivery *delivery, uint32_t row, uint32_t column, int8_t value) {
  const asc_tablebase_layer_plan *layer = delivery->layer;
  int owner = solve_row_owner(delivery->process_count, layer->rows, row);
  uint32_t first = solve_rows_of_process(owner, delivery->process_count, layer->rows).first;
  uint64_t at = (uint64_t)(row - first) * layer->columns.count + column;
  if (!updates_add(&delivery->outgoing[owner], at << 8 | (uint8_t)value)) atomic_store(&delivery->out_of_memory, true);
}

/* Stores a value. `waiting` is the image that belongs to the canonical set of the row. */
ASC_INLINE void store(solve_delivery *delivery, uint32_t row, uint32_t waiting, int8_t value) {
  const asc_tablebase_layer_plan *layer = delivery->layer;
  uint32_t left = delivery->plan->board.all_squares & ~layer->own_sets->canonical[row];
  uint32_t column =
      asc_tablebase_rank(&layer->columns, delivery->plan->low_ranks, (uint32_t)asc_bits_extract(waiting, left));
  if (row < delivery->rows.first || row >= delivery->rows.end) {
    queue_update(delivery, row, column, value);
    return;
  }
  delivery->values[(size_t)(row - delivery->rows.first) * layer->columns.count + column] = value;
  mark_changed(delivery, row);
}

/* A row whose canonical set is symmetric holds the same position in several columns. Stores the value in all of
   them. */
static void store_images(solve_delivery *delivery, uint32_t row, uint32_t waiting, int8_t value) {
  unsigned own = delivery->layer->own_sets->symmetries[row];
  for (int s = 0; s < ASC_TABLEBASE_SYMMETRIES; s++)
    if (own >> s & 1) store(delivery, row, asc_tablebase_board_image(&delivery->plan->board, s, waiting), value);
}

/* For each set of the mover: finds its row and the symmetry that leads to the canonical set, and applies that
   symmetry to the waiting side. */
ASC_TARGET_CLONES static void solve_deliver_all(solve_delivery *delivery, const waiting_images *images,
                                                const int8_t *fresh, int8_t *delivered) {
  const asc_tablebase_layer_plan *layer = delivery->layer;
  const asc_tablebase_sets *sets = layer->own_sets;
  const uint16_t *low_ranks = delivery->plan->low_ranks;
  for (uint32_t i = 0; i < layer->movers.count; i++) {
    if (delivered != NULL) {
      if (delivered[i] == fresh[i]) continue;
      delivered[i] = fresh[i];
    }
    uint32_t own = (uint32_t)asc_bits_deposit(layer->movers.subsets[i], images->left);
    uint32_t row_ref = sets->row_ref[asc_tablebase_rank(&sets->ranking, low_ranks, own)];
    if (row_ref == ASC_TABLEBASE_NO_ROW) continue;
    uint32_t row = row_ref >> ASC_TABLEBASE_ROW_REF_SHIFT,
             waiting = images->set[row_ref & ASC_TABLEBASE_ROW_REF_SYMMETRY];
    if (row_ref & ASC_TABLEBASE_ROW_REF_SYMMETRIC)
      store_images(delivery, row, waiting, fresh[i]);
    else
      store(delivery, row, waiting, fresh[i]);
  }
}

void solve_deliver_row(solve_delivery *delivery, uint32_t waiting, const int8_t *fresh, int8_t *delivered) {
  const asc_tablebase_board *board = &delivery->plan->board;
  waiting_images images = {.left = board->all_squares & ~waiting};
  for (int s = 0; s < ASC_TABLEBASE_SYMMETRIES; s++) images.set[s] = asc_tablebase_board_image(board, s, waiting);
  solve_deliver_all(delivery, &images, fresh, delivered);
}

void solve_deliver_updates(solve_delivery *delivery, const solve_updates *in) {
  uint32_t columns = delivery->layer->columns.count;
  for (size_t i = 0; i < in->count; i++) {
    uint64_t at = in->items[i] >> 8;
    delivery->values[at] = (int8_t)(in->items[i] & 0xff);
    mark_changed(delivery, delivery->rows.first + (uint32_t)(at / columns));
  }
}
