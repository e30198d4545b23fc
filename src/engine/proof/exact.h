/* A solution in the making: what its parts share. exact.c finds the score, moves.c the moves that reach it, and
   line.c a line of such moves. */
#ifndef ASC_ENGINE_PROOF_EXACT_H
#define ASC_ENGINE_PROOF_EXACT_H

#include "engine/plies/worker.h"
#include "proof.h"

typedef struct asc_proof {
  asc_search *search;
  asc_worker *worker;
  asc_solution *solution;
  int32_t guess;
  int player;            /* to move at the root */
  bool cycles;           /* positions can come again, and the ply limit is out of reach */
  bool by_numbers;       /* and it took a proof-number search: */
  int32_t yes[2], no[2]; /* the questions that settled it, */
  asc_move first;        /* and the move that did, as in proof.h */
  uint64_t move_budget;  /* nodes to find out whether one more move keeps what is proved */
  void (*progress)(void *data, const asc_solution *so_far);
  void *data;
} asc_proof;

/* From now on the worker counts what it cannot settle against this player. */
void asc_proof_for(asc_proof *proof, int player);

/* Asks the proof-number search whether a player can force a score, `ply` plies from the root. What is not found out
   soon is left open. */
asc_proof_result asc_proof_ask(asc_proof *proof, const void *position, int ply, int player, int32_t score);
/* Whether a move from the worker's frame at `ply` is proved to reach a score for who makes it: by null-window searches,
   which where positions can come again see no further than to the first of them, or by proof numbers. */
asc_proof_answer asc_proof_try(asc_proof *proof, int ply, asc_move move, int32_t score);
asc_proof_answer asc_proof_ask_about(asc_proof *proof, int ply, asc_move move, int32_t score);

/* When the score is proved: a line that keeps it, as long as the table is full of the proof, and then all moves that
   reach it. ASC_OK or an error code. */
void asc_proof_find_line(asc_proof *proof);
int asc_proof_find_best(asc_proof *proof);

#endif
