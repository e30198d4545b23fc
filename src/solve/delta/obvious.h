/* What the board alone tells of a position, so that no table needs to say it: where the other side has a relay there is
   no position, and where the side to move can make one at once it does. No later one scores more. */
#ifndef ASC_SOLVE_DELTA_OBVIOUS_H
#define ASC_SOLVE_DELTA_OBVIOUS_H

#include "plan.h"

/* The ways by which a set of pawns comes to a relay at once: each is open while the other side leaves its path free. */
typedef struct retro_relays {
  int count;
  uint32_t paths[RETRO_WAYS_MAX];
} retro_relays;

void asc_retro_relays_find(retro_relays *relays, const retro_plan *plan, const retro_layer *layer, uint32_t own);

ASC_INLINE bool retro_relays_open(const retro_relays *relays, uint32_t other) {
  for (int i = 0; i < relays->count; i++)
    if ((relays->paths[i] & other) == 0) return true;
  return false;
}

/* The value of a position in which a relay is made at once. */
static inline int8_t retro_value_relay(const retro_layer *layer) {
  return layer->last ? INT8_MAX : (int8_t)layer->relay;
}

/* Sets RETRO_OVER in every column of a row in which the other side has a relay. */
void asc_retro_row_mark(const retro_plan *plan, const retro_layer *layer, uint32_t row, int8_t *values);
/* Sets RETRO_OVER in every column that is obvious. */
void asc_retro_row_hide(const retro_plan *plan, const retro_layer *layer, uint32_t row, int8_t *values);
/* Sets every column that is obvious to its value: RETRO_OVER, or a relay. */
void asc_retro_row_restore(const retro_plan *plan, const retro_layer *layer, uint32_t row, int8_t *values);

#endif
