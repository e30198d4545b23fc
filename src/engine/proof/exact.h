/* The state of asc_search_solve, shared by its parts: exact.c finds the exact score, best_moves.c the moves that reach
   it, and line.c a line of such moves. */
#ifndef ASC_ENGINE_PROOF_EXACT_H
#define ASC_ENGINE_PROOF_EXACT_H

#include "engine/alphabeta/worker.h"
#include "proof.h"

typedef struct asc_exact_search {
  asc_search *search;
  asc_worker *worker;
  asc_solution *solution;
  int32_t estimate;                /* of the score; the first target of the proofs */
  int player;                      /* the player to move at the root */
  bool can_repeat;                 /* positions can repeat, and the ply limit is out of reach */
  bool used_pns;                   /* the score was found by proof-number search */
  int32_t last_yes[2], last_no[2]; /* the last questions of that search, as in proof.h */
  asc_move first_move;             /* the winning move it found, as in proof.h */
  uint64_t move_max_nodes;         /* node limit to decide whether one move reaches the score */
  void (*progress)(void *data, const asc_solution *so_far);
  void *data;
} asc_exact_search;

/* From now on, anything that the worker leaves open counts against this player. */
void asc_exact_set_side(asc_exact_search *exact, int player);

/* Returns the result of a proof-number search: can `player` force `score` in a position `ply` plies below the root? The
   answer is ASC_PROOF_UNKNOWN if it takes more than move_max_nodes nodes. */
asc_proof_result asc_exact_ask_pns(asc_exact_search *exact, const void *position, int ply, int player, int32_t score);
/* Whether a move from the worker's frame at `ply` is proved to reach a score for the player who makes it. The first
   uses null-window searches; if positions can repeat, they stop at the first position that can. The second uses
   proof-number search. */
asc_proof_answer asc_exact_move_by_null_window(asc_exact_search *exact, int ply, asc_move move, int32_t score);
asc_proof_answer asc_exact_move_by_pns(asc_exact_search *exact, int ply, asc_move move, int32_t score);

/* After the score is proved: find_line finds a line that keeps it, as long as the transposition table still has the
   proof. Then find_best_moves finds all moves that reach it, and returns ASC_OK or ASC_E_MEMORY. */
void asc_exact_find_line(asc_exact_search *exact);
int asc_exact_find_best_moves(asc_exact_search *exact);

#endif
