/* The tablebase's answer for a position and each of its legal moves, best move first. */
#ifndef ASC_SOLVE_DELTA_PROBE_MOVES_H
#define ASC_SOLVE_DELTA_PROBE_MOVES_H

#include <ascona/tablebase.h>

#include "base/json.h"

typedef struct solve_probe_move {
  char token[ASC_TOKEN_MAX];
  bool is_known;             /* false if the move leads to a layer that is missing */
  bool ends_game;            /* the game is over after the move */
  asc_tablebase_value value; /* for the player who makes the move; plies count the move itself */
} solve_probe_move;

typedef struct solve_probe {
  const asc_rules *rules;
  const void *position;
  asc_tablebase_value value; /* of the position, for the player to move */
  int move_count;
  solve_probe_move *moves; /* best first: more points first, then the quicker win or the slower loss */
} solve_probe;

/* Probes a position and all its moves. If the position is not stored but all its moves are, its value is that of the
   best move. ASC_E_STATE if the game is over or the value is unknown, ASC_E_FILE if a table is damaged. `rules` and
   `position` must outlive the probe. Call solve_probe_close after success and after failure. */
int solve_probe_open(solve_probe *probe, asc_tablebase *tables, const asc_rules *rules, const void *position,
                     asc_error *error);
void solve_probe_close(solve_probe *probe);

/* Writes the members of one JSON object. */
void solve_probe_json(asc_json *json, const solve_probe *probe);

#endif
