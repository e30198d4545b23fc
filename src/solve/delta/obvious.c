#include "obvious.h"

/* Whether a relay stands after a turn. In the last layer one more pawn, neither of the two `put`, has to be lifted. */
static bool relay_made(const retro_board *board, bool last, uint32_t pawns, uint32_t put) {
  for (int i = 0; i < board->four_count; i++) {
    uint32_t four = board->fours[i];
    if ((pawns & four) == four && (!last || (pawns & ~four & ~put) != 0)) return true;
  }
  return false;
}

/* A path that has another one's squares and more is never open alone. */
static void path_add(retro_relays *relays, uint32_t path) {
  for (int i = 0; i < relays->count; i++)
    if ((relays->paths[i] & ~path) == 0) return;
  relays->paths[relays->count++] = path;
}

void asc_retro_relays_find(retro_relays *relays, const retro_plan *plan, const retro_layer *layer, uint32_t own) {
  const retro_board *board = &plan->board;
  relays->count = 0;
  for (int i = 0; i < board->way_count; i++) {
    const retro_way *way = &board->ways[i];
    if ((own & way->from) == 0 || (own & way->over) != 0) continue;
    uint32_t put = way->to | way->tracer;
    if (relay_made(board, layer->last, (own & ~way->from) | put, put)) path_add(relays, way->over);
  }
}

/* A row's columns are sets on the squares that its own set leaves; so are `squares` and `these` below. */
typedef struct row_span {
  const uint32_t *columns;
  int8_t *values;
  uint32_t count;
} row_span;

/* Sets the value of every column that has just these of the squares. */
ASC_FAST static void retro_span_set(const row_span *span, uint32_t squares, uint32_t these, int8_t value) {
  const uint32_t *columns = span->columns;
  int8_t *values = span->values;
  for (uint32_t i = 0; i < span->count; i++) values[i] = (columns[i] & squares) == these ? value : values[i];
}

static void span_mark(const retro_board *board, uint32_t left, const row_span *span) {
  for (int i = 0; i < board->four_count; i++) {
    uint32_t four = (uint32_t)asc_bits_gather(board->fours[i], left);
    if ((board->fours[i] & ~left) == 0) retro_span_set(span, four, four, RETRO_OVER);
  }
}

static void span_relay(const retro_relays *relays, uint32_t left, const row_span *span, int8_t value) {
  for (int i = 0; i < relays->count; i++)
    retro_span_set(span, (uint32_t)asc_bits_gather(relays->paths[i], left), 0, value);
}

enum { SPAN = 2048 }; /* columns that stay in the nearest cache while all is tried on them */

static row_span span_at(const retro_layer *layer, int8_t *values, uint32_t at) {
  uint32_t rest = layer->columns.count - at;
  return (row_span){layer->columns.subset + at, values + at, rest < SPAN ? rest : SPAN};
}

void asc_retro_row_mark(const retro_plan *plan, const retro_layer *layer, uint32_t row, int8_t *values) {
  uint32_t left = plan->board.all & ~layer->sets->first[row];
  for (uint32_t at = 0; at < layer->columns.count; at += SPAN) {
    row_span span = span_at(layer, values, at);
    span_mark(&plan->board, left, &span);
  }
}

static void row_set(const retro_plan *plan, const retro_layer *layer, uint32_t row, int8_t relay, int8_t *values) {
  uint32_t own = layer->sets->first[row], left = plan->board.all & ~own;
  retro_relays relays;
  asc_retro_relays_find(&relays, plan, layer, own);
  for (uint32_t at = 0; at < layer->columns.count; at += SPAN) {
    row_span span = span_at(layer, values, at);
    span_relay(&relays, left, &span, relay);
    span_mark(&plan->board, left, &span);
  }
}

void asc_retro_row_hide(const retro_plan *plan, const retro_layer *layer, uint32_t row, int8_t *values) {
  row_set(plan, layer, row, RETRO_OVER, values);
}

void asc_retro_row_restore(const retro_plan *plan, const retro_layer *layer, uint32_t row, int8_t *values) {
  row_set(plan, layer, row, retro_value_relay(layer), values);
}
