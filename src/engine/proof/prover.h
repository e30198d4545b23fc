/* The state of one proof-number search: the question, the path to the current position, and the first numbers of new
   positions. */
#ifndef ASC_ENGINE_PROOF_PROVER_H
#define ASC_ENGINE_PROOF_PROVER_H

#include <ascona/knowledge.h>

#include "numbers.h"
#include "proof.h"

enum { ASC_PROVER_MAX_PLY = 400, ASC_PROVER_MAX_CHILDREN = 1 << 16 };

typedef struct asc_prover_child {
  asc_move move;
  asc_proof_numbers numbers;
  uint64_t hash; /* in the transposition table; 0 if bounds settle the child */
} asc_prover_child;

typedef struct asc_prover {
  asc_search *search;
  const asc_rules *rules;
  const asc_game *game;
  asc_knowledge knowledge; /* of the game, with defaults filled in */
  int player;              /* the attacker */
  int32_t target_score;
  bool may_probe_oracle; /* the oracle may be used: any effect of the ply limit on its answers is checked at the end */
  bool may_reach_ply_limit; /* the ply limit may come before the end that bounds promise */
  uint64_t tt_salt;         /* separates the TT entries of different questions */
  int symmetry_plies;       /* down to this ply, images under symmetries share a TT entry; -1: nowhere */

  uint64_t nodes, reported_nodes, max_nodes; /* so far; those added to the nodes of the search; the limit */
  bool is_over;                              /* a limit is reached */

  asc_move *moves, *replies; /* buffers */
  asc_prover_child *children;
  int child_top, child_capacity;            /* `children` is a stack */
  uint64_t path_hashes[ASC_PROVER_MAX_PLY]; /* hash of the position at every ply */
  asc_position positions[ASC_PROVER_MAX_PLY];
} asc_prover;

/* Opens a search for the question, with its position at ply 0. Returns NULL if there is not enough memory.
   asc_prover_close frees it; NULL is allowed. */
asc_prover *asc_prover_open(asc_search *search, const asc_proof_question *question);
void asc_prover_close(asc_prover *prover);

/* Returns true if a limit is reached. Checks the limits now and then. */
bool asc_prover_is_over(asc_prover *prover);

/* Returns the side to move: ASC_PROOF_ATTACKER or ASC_PROOF_DEFENDER. */
int asc_prover_side(const asc_prover *prover, const void *position);
/* Returns true if the end of the game, its bounds or the oracle settle the position, and then fills the numbers. */
bool asc_prover_settle_by_bounds(const asc_prover *prover, const void *position, asc_proof_numbers *numbers);

/* The first hash is equal for positions that are the same for the question. The second, for the transposition table, is
   near the root also equal for images under symmetries. */
uint64_t asc_prover_hash(const asc_prover *prover, const void *position);
uint64_t asc_prover_tt_hash(const asc_prover *prover, const void *position, int ply);

/* Copies the position to *next and plays the move there. */
void asc_prover_play(const asc_prover *prover, const void *position, asc_move move, void *next);
/* Pushes the children of the position at `ply` on the stack, with numbers from bounds, the transposition table or a
   first estimate. If one of them lets the side to move succeed at once, it is the only one. Returns their number, or 0
   if there is no room. */
int asc_prover_add_children(asc_prover *prover, int ply);

#endif
