/* From where play can come to positions of a value, and along which plies: every layer before is looked through for
   positions that have a move into those of the next. */
#ifndef ASC_SOLVE_DELTA_SURVEY_LEAD_H
#define ASC_SOLVE_DELTA_SURVEY_LEAD_H

#include "table.h"

typedef struct retro_lead {
  const retro_plan *plan;
  int layer;                       /* of the positions with the value */
  int8_t *leads[RETRO_LAYERS_MAX]; /* by layer up to that one: 1 where play can come to them, row by row */
} retro_lead;

/* `table` is of a layer before the last. Closing is right in any case. */
int asc_retro_lead_open(retro_lead *lead, const retro_plan *plan, const retro_table *table, int8_t value, int threads,
                        asc_error *error);
void asc_retro_lead_close(retro_lead *lead);

/* Whether play can come from this position of a layer up to there to one with the value, or it is one. */
bool asc_retro_lead_has(const retro_lead *lead, int layer, uint32_t own, uint32_t other);

#endif
