/* One question in work: who asks for what, the path to the position in hand, and what is seen of a position at first
   sight. */
#ifndef ASC_ENGINE_PROOF_PROVER_H
#define ASC_ENGINE_PROOF_PROVER_H

#include <ascona/knowledge.h>

#include "numbers.h"
#include "proof.h"

enum { PROVER_PLIES = 400, PROVER_CHILDREN = 1 << 16 };

typedef struct asc_child {
  asc_move move;
  asc_proof_numbers numbers;
  uint64_t hash; /* in the table; settled at first sight: 0 */
} asc_child;

typedef struct asc_prover {
  asc_search *search;
  const asc_rules *rules;
  const asc_game *game;
  asc_knowledge knowledge; /* the game's, with what it leaves out filled in */
  int player;
  int32_t score;
  bool asks;           /* an oracle may be asked: what the ply limit could change of its words is seen at the end */
  bool limited;        /* the ply limit may come before what bounds promise */
  uint64_t salt;       /* keeps what is remembered of different questions apart */
  int symmetric_plies; /* so far the table takes positions that are the same but for a symmetry as one; -1: nowhere */

  uint64_t nodes, told, most; /* so far, as far as the search has been told, and at most */
  bool over;                  /* a limit has run out */

  asc_move *moves, *replies;
  asc_child *children;
  int top, room;               /* of the children */
  uint64_t path[PROVER_PLIES]; /* the hash of the position at every ply */
  asc_position positions[PROVER_PLIES];
} asc_prover;

/* NULL: no memory. The position is at ply 0. */
asc_prover *asc_prover_open(asc_search *search, const asc_proof_question *question);
void asc_prover_close(asc_prover *prover);

/* Whether a limit has run out. */
bool asc_prover_is_over(asc_prover *prover);

/* Who is to move: FOR or AGAINST. */
int asc_prover_side(const asc_prover *prover, const void *position);
/* Whether a position is over or the game's bounds settle it, and how. */
bool asc_prover_settles(const asc_prover *prover, const void *position, asc_proof_numbers *numbers);

/* Equal for positions that are the same for the question; in the table near the root also for images of one another. */
uint64_t asc_prover_hash(const asc_prover *prover, const void *position);
uint64_t asc_prover_tt_hash(const asc_prover *prover, const void *position, int ply);

void asc_prover_play(const asc_prover *prover, const void *position, asc_move move, void *next);
/* The children of the position at `ply`, as they stand at first sight or in the table: put on top of the children there
   are. When one gives the player to move his way at once, it is the only one. Returns their number, 0 where there is no
   room. */
int asc_prover_list(asc_prover *prover, int ply);

#endif
