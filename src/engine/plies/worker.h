/* One thread of the search over plies: its stack of positions, its counters and what it learned about moves. */
#ifndef ASC_ENGINE_PLIES_WORKER_H
#define ASC_ENGINE_PLIES_WORKER_H

#include "engine/common/run.h"
#include "engine/common/value.h"

enum { PLIES_MAX = 127, HISTORY_BITS = 12, KILLERS = 2 };

typedef struct asc_frame {
  asc_position position;
  uint64_t key; /* what repetition compares; 0: cannot repeat */
  int turn;
  asc_move killers[KILLERS];
  int length; /* of the best line from here */
  asc_move line[ASC_LINE_MAX];
} asc_frame;

typedef struct asc_worker {
  asc_search *search;
  const asc_rules *rules;
  const asc_game *game;
  asc_knowledge knowledge; /* the game's, with what it leaves out filled in */

  /* In a proof, the player it is for: what cannot be settled counts against him. 0: an ordinary search, in which
     estimates settle it. */
  int prover;
  bool cycles_end; /* in a proof: positions that can repeat count as not to be settled */
  bool reduces;    /* late moves are searched less deep */
  int guess_nodes; /* what a guess counts besides its node: much, where it takes random games */
  int hurry;       /* 1 where a sooner win is better, else 0 */
  unsigned age;
  uint64_t salt; /* keeps what different kinds of searches remember apart */

  bool over;              /* the run is: values from now on mean nothing */
  uint64_t nodes, budget; /* of this thread: so far, and at most */
  int poll, poll_every;
  int top; /* of the stacks below */
  asc_move *moves;
  int32_t *promise; /* of the moves, or their ranks (picker.c) */
  int32_t history[2][1 << HISTORY_BITS];
  asc_frame frames[PLIES_MAX + 1];
} asc_worker;

/* NULL: no memory. */
asc_worker *asc_worker_open(asc_search *search);
void asc_worker_close(asc_worker *worker);
/* Sets up the root frame for the task of the run. */
void asc_worker_begin(asc_worker *worker);

/* Whether the search may come to the ply limit. */
static inline bool worker_is_limited(const asc_worker *worker) {
  int left = worker->search->task->plies_left;
  return left > 0 && left <= PLIES_MAX;
}

/* What is certain about the position at `ply`. */
void asc_worker_bounds(const asc_worker *worker, int ply, int32_t *least, int32_t *most);

/* What an oracle knows of the open position at `ply`. */
bool asc_worker_asks(const asc_worker *worker, int ply, int32_t *score, int *plies);

/* Adds the nodes since the last poll to those of the search. */
void asc_worker_tell_nodes(asc_worker *worker);

/* The value of the position at `ply` for its player, searched `depth` plies deep. A value outside the window alpha …
   beta is a bound. The best line is left in the frame. */
asc_finding asc_worker_search(asc_worker *worker, int ply, int depth, asc_value alpha, asc_value beta);
/* The same after a move from the frame at `ply`, for the player to move there. */
asc_finding asc_worker_search_move(asc_worker *worker, int ply, asc_move move, int depth, asc_value alpha,
                                   asc_value beta);
/* Makes a move from the frame at `ply`: the next frame is set up. */
void asc_worker_play(asc_worker *worker, int ply, asc_move move);
/* The best move at `ply` that the table remembers: one more than its index, or 0. */
int asc_worker_hint(const asc_worker *worker, int ply);
/* Adds to the line what the table knows of its continuation. */
void asc_worker_extend_line(asc_worker *worker, asc_move *line, int *length);

#endif
