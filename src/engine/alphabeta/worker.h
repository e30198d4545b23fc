/* One thread of alpha-beta search: its stack of positions, its counters, and its move ordering statistics.

   frames[0] is the root. frames[ply] is valid for all plies of the current path. asc_worker_search is in node.c. */
#ifndef ASC_ENGINE_ALPHABETA_WORKER_H
#define ASC_ENGINE_ALPHABETA_WORKER_H

#include "engine/common/search_state.h"
#include "engine/common/value.h"

enum { ASC_WORKER_MAX_PLY = 127, ASC_WORKER_HISTORY_BITS = 12, ASC_WORKER_KILLERS = 2 };

typedef struct asc_worker_frame {
  asc_position position;
  uint64_t repetition_key; /* key of the position for repetitions; 0: cannot repeat */
  int turn;                /* player to move */
  asc_move killers[ASC_WORKER_KILLERS];
  int line_length; /* of the best line from this position */
  asc_move line[ASC_LINE_MAX];
} asc_worker_frame;

typedef struct asc_worker {
  asc_search *search;
  const asc_rules *rules;
  const asc_game *game;
  asc_knowledge knowledge; /* of the game, with defaults filled in */

  /* In a proof, the player it is for: anything that stays open counts against this player. 0: an ordinary search, in
     which estimates decide. */
  int proof_player;
  bool leaves_cycles_open; /* in a proof: positions that can repeat are left open */
  bool reduces_late_moves;
  int estimate_nodes; /* extra nodes that an estimate counts as: many if it takes random games */
  int ply_cost;       /* 1 if a sooner win is worth more, else 0 */
  unsigned generation;
  uint64_t tt_salt; /* separates the TT entries of different kinds of searches */

  bool is_over;                        /* the search is over: values from now on mean nothing */
  uint64_t nodes, max_nodes;           /* of this thread */
  int nodes_until_poll, poll_interval; /* in nodes; see asc_worker_flush_nodes */
  int move_top;                        /* top of the stacks `moves` and `move_scores` */
  asc_move *moves;
  int32_t *move_scores; /* scores of the moves by the game, or their ranks (move_picker.c) */
  int32_t history[2][1 << ASC_WORKER_HISTORY_BITS];
  asc_worker_frame frames[ASC_WORKER_MAX_PLY + 1];
} asc_worker;

/* Returns a worker for the search, or NULL if there is not enough memory. asc_worker_close frees it; NULL is
   allowed. */
asc_worker *asc_worker_open(asc_search *search);
void asc_worker_close(asc_worker *worker);
/* Resets the worker and sets up the root frame for the task of the search. */
void asc_worker_set_root(asc_worker *worker);

/* Returns true if the search may reach the ply limit. */
static inline bool asc_worker_may_reach_ply_limit(const asc_worker *worker) {
  int left = worker->search->task->plies_left;
  return left > 0 && left <= ASC_WORKER_MAX_PLY;
}

/* Fills in proved bounds on the score of the position at `ply`, for its player to move. Accounts for the ply limit,
   which games do not know. */
void asc_worker_bounds(const asc_worker *worker, int ply, int32_t *lower, int32_t *upper);

/* Probes the oracle for the unfinished position at `ply`. Returns false if it does not know the position, or if the
   player may overlook moves. */
bool asc_worker_probe_oracle(const asc_worker *worker, int ply, int32_t *score, int *plies);

/* Adds the nodes since the last call to those of the search. */
void asc_worker_flush_nodes(asc_worker *worker);

/* Returns the value of the position at `ply` for its player to move, searched `depth` plies deep. A value outside the
   window alpha … beta is a bound. Leaves the best line in the frame. The result means nothing if `is_over` is set. */
asc_value_result asc_worker_search(asc_worker *worker, int ply, int depth, asc_value alpha, asc_value beta);
/* The same after a move from the frame at `ply`, for the player to move in that frame. */
asc_value_result asc_worker_search_move(asc_worker *worker, int ply, asc_move move, int depth, asc_value alpha,
                                        asc_value beta);
/* Plays a move from the frame at `ply`, and sets up the next frame. */
void asc_worker_play(asc_worker *worker, int ply, asc_move move);
/* Returns the move of the position at `ply` in the transposition table: 1 plus its index, or 0. */
int asc_worker_tt_move(const asc_worker *worker, int ply);
/* Extends a line from the root with the moves that the transposition table has for its end, up to ASC_LINE_MAX. */
void asc_worker_extend_line(asc_worker *worker, asc_move *line, int *length);

#endif
