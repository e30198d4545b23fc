/* What tables say of a position and of each of its moves. */
#ifndef ASC_CLI_PROBE_H
#define ASC_CLI_PROBE_H

#include <ascona/ascona.h>

#include "core/json.h"

typedef struct probe_move {
  char token[ASC_TOKEN_MAX];
  bool known; /* or it leads into a layer that is not there */
  bool over;  /* it ends the game */
  asc_truth truth;
} probe_move;

typedef struct probe_list {
  const asc_rules *rules;
  const void *position;
  bool known;
  asc_truth truth; /* of the position */
  int count;
  probe_move *moves; /* the best first: of wins the soonest, of losses the latest */
} probe_list;

/* ASC_OK also where nothing is known; ASC_E_STATE: the game is over. Then probe_list_close. */
int probe_list_open(probe_list *list, asc_tables *tables, const asc_rules *rules, const void *position);
void probe_list_close(probe_list *list);

/* The members of one JSON object. */
void probe_list_json(asc_json *json, const probe_list *list);

#endif
