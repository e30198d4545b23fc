/* What tables say of a position and of each of its moves. */
#ifndef ASC_SOLVE_DELTA_ANSWER_H
#define ASC_SOLVE_DELTA_ANSWER_H

#include <ascona/tablebase.h>

#include "core/json.h"

typedef struct asc_probe_move {
  char token[ASC_TOKEN_MAX];
  bool known; /* or it leads into a layer that is not there */
  bool over;  /* it ends the game */
  asc_truth truth;
} asc_probe_move;

typedef struct asc_probe {
  const asc_rules *rules;
  const void *position;
  asc_truth truth; /* of the position */
  int count;
  asc_probe_move *moves; /* the best first: of wins the soonest, of losses the latest */
} asc_probe;

/* ASC_E_STATE: the game is over, or the position is not held and does not follow from its moves. Both must outlive the
   answer. Closing is right in any case. */
int asc_probe_open(asc_probe *probe, asc_tablebase *tables, const asc_rules *rules, const void *position,
                   asc_error *error);
void asc_probe_close(asc_probe *probe);

/* The members of one JSON object. */
void asc_probe_json(asc_json *json, const asc_probe *probe);

#endif
