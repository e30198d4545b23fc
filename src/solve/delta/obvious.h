/* Values that follow from the board without a search, so that no file stores them.

   If the other side has a relay, there is no position. If the side to move can make a relay at once, it does,
   because no later relay scores more. */
#ifndef ASC_SOLVE_DELTA_OBVIOUS_H
#define ASC_SOLVE_DELTA_OBVIOUS_H

#include "plan.h"

/* The paths of the moves by which a set of pawns makes a relay at once. A move is open if the other side leaves its
   path free. */
typedef struct asc_tablebase_relay_paths {
  int count;
  uint32_t paths[ASC_TABLEBASE_MOVES_MAX];
} asc_tablebase_relay_paths;

/* Finds the moves of `own` that make a relay in this layer, on a board without other pawns. */
void asc_tablebase_relay_paths_find(asc_tablebase_relay_paths *relays, const asc_tablebase_plan *plan,
                                    const asc_tablebase_layer_plan *layer, uint32_t own);

/* Returns true if at least one of the moves is open against these pawns of the other side. */
ASC_INLINE bool asc_tablebase_relay_is_open(const asc_tablebase_relay_paths *relays, uint32_t other) {
  for (int i = 0; i < relays->count; i++)
    if ((relays->paths[i] & other) == 0) return true;
  return false;
}

/* Returns the value of a position in which the side to move makes a relay at once. */
static inline int8_t asc_tablebase_relay_value(const asc_tablebase_layer_plan *layer) {
  return layer->is_last ? INT8_MAX : (int8_t)layer->relay_points;
}

/* Sets ASC_TABLEBASE_NO_POSITION in every column in which the other side has a relay. Does not change other
   columns. */
void asc_tablebase_row_mark_over(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer, uint32_t row,
                                 int8_t *values);
/* Sets ASC_TABLEBASE_NO_POSITION in every column whose value is obvious. */
void asc_tablebase_row_hide_obvious(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer, uint32_t row,
                                    int8_t *values);
/* Sets every column whose value is obvious to that value: ASC_TABLEBASE_NO_POSITION, or the value of a relay. */
void asc_tablebase_row_restore_obvious(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer,
                                       uint32_t row, int8_t *values);

#endif
