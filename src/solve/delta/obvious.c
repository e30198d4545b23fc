/* Finds and fills in the obvious values of a row. See obvious.h. */
#include "obvious.h"

/* Returns true if `pawns`, the set after a turn, has a relay. In the last layer the turn must also remove one more
   pawn: neither of the two on `placed`, nor one of the relay. */
static bool relay_made(const asc_tablebase_board *board, bool last, uint32_t pawns, uint32_t placed) {
  for (int i = 0; i < board->relay_count; i++) {
    uint32_t relay = board->relays[i];
    if ((pawns & relay) == relay && (!last || (pawns & ~relay & ~placed) != 0)) return true;
  }
  return false;
}

/* A path is not added if it contains another path of the list: it is open only when that other path is open. */
static void path_add(asc_tablebase_relay_paths *relays, uint32_t path) {
  for (int i = 0; i < relays->count; i++)
    if ((relays->paths[i] & ~path) == 0) return;
  relays->paths[relays->count++] = path;
}

void asc_tablebase_relay_paths_find(asc_tablebase_relay_paths *relays, const asc_tablebase_plan *plan,
                                    const asc_tablebase_layer_plan *layer, uint32_t own) {
  const asc_tablebase_board *board = &plan->board;
  relays->count = 0;
  for (int i = 0; i < board->move_count; i++) {
    const asc_tablebase_move *move = &board->moves[i];
    if ((own & move->from) == 0 || (own & move->path) != 0) continue;
    uint32_t placed = move->to | move->tracer;
    if (relay_made(board, layer->is_last, (own & ~move->from) | placed, placed)) path_add(relays, move->path);
  }
}

/* Some columns of a row. Columns are sets on the squares that the own set leaves free; so are `squares` and
   `occupied` below. */
typedef struct row_span {
  const uint32_t *columns;
  int8_t *values;
  uint32_t count;
} row_span;

/* Sets the value of every column whose pawns on `squares` are exactly `occupied`. */
ASC_TARGET_CLONES static void tablebase_span_set(const row_span *span, uint32_t squares, uint32_t occupied,
                                                 int8_t value) {
  const uint32_t *columns = span->columns;
  int8_t *values = span->values;
  for (uint32_t i = 0; i < span->count; i++) values[i] = (columns[i] & squares) == occupied ? value : values[i];
}

static void span_mark(const asc_tablebase_board *board, uint32_t left, const row_span *span) {
  for (int i = 0; i < board->relay_count; i++) {
    uint32_t relay = (uint32_t)asc_bits_extract(board->relays[i], left);
    if ((board->relays[i] & ~left) == 0) tablebase_span_set(span, relay, relay, ASC_TABLEBASE_NO_POSITION);
  }
}

static void span_relay(const asc_tablebase_relay_paths *relays, uint32_t left, const row_span *span, int8_t value) {
  for (int i = 0; i < relays->count; i++)
    tablebase_span_set(span, (uint32_t)asc_bits_extract(relays->paths[i], left), 0, value);
}

enum { SPAN = 2048 }; /* columns; small enough to stay in the first-level cache while every path is tried on them */

static row_span span_at(const asc_tablebase_layer_plan *layer, int8_t *values, uint32_t at) {
  uint32_t rest = layer->columns.count - at;
  return (row_span){layer->columns.subsets + at, values + at, rest < SPAN ? rest : SPAN};
}

void asc_tablebase_row_mark_over(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer, uint32_t row,
                                 int8_t *values) {
  uint32_t left = plan->board.all_squares & ~layer->own_sets->canonical[row];
  for (uint32_t at = 0; at < layer->columns.count; at += SPAN) {
    row_span span = span_at(layer, values, at);
    span_mark(&plan->board, left, &span);
  }
}

static void row_set(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer, uint32_t row, int8_t relay,
                    int8_t *values) {
  uint32_t own = layer->own_sets->canonical[row], left = plan->board.all_squares & ~own;
  asc_tablebase_relay_paths relays;
  asc_tablebase_relay_paths_find(&relays, plan, layer, own);
  for (uint32_t at = 0; at < layer->columns.count; at += SPAN) {
    row_span span = span_at(layer, values, at);
    span_relay(&relays, left, &span, relay);
    span_mark(&plan->board, left, &span);
  }
}

void asc_tablebase_row_hide_obvious(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer, uint32_t row,
                                    int8_t *values) {
  row_set(plan, layer, row, ASC_TABLEBASE_NO_POSITION, values);
}

void asc_tablebase_row_restore_obvious(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer,
                                       uint32_t row, int8_t *values) {
  row_set(plan, layer, row, asc_tablebase_relay_value(layer), values);
}
