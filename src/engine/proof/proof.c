/* Depth-first proof-number search (df-pn). Read proof.h, numbers.h and prover.h first.

   At a position, the side to move needs one child in which it succeeds; the other side needs all. So the number of the
   side to move is the minimum over the children, and the number of the other side is their sum. The search goes down to
   the child with the smallest number for the side to move. It stays below it until a number reaches a limit; beyond
   that, another part of the tree is more promising. The limit leaves some room above the second best child, so that the
   search does not jump between children at every step.

   Why answers can be trusted, although positions repeat and the transposition table (TT) does not know the path:

   1. A position that is already on the path counts for the defender. So does a position that is too deep.
   2. The attacker succeeds only by bounds, and by children in which the attacker has succeeded before. Along every line
      of such a proof the remaining plies go down. So no position occurs twice in it, no repetition interferes, and the
      TT entry holds on every path.
   3. The defender may succeed only because a position is on the path. On another path that may be false. So the numbers
      carry path_ply, the first ply of the path that they depend on.
   4. While the children of a position are searched, the path above stays the same, so there the result is true. It goes
      into the TT only if it depends on nothing above the position itself. Then everything it depends on lies within its
      own subtree, and the defender succeeds at all those positions. The defender follows the subtree and, if a position
      repeats, continues from its earlier occurrence. So the attacker never gets the score.
   5. That is a draw, which misses any target above 0. A lower target is reached by a draw. Then a result that depends
      on a repetition is never settled, and neither is one that depends on the depth limit.

   Repetition here compares whole positions. The repetition key of a game may leave something out, such as a count of
   quiet turns. Then a draw is overlooked if a line of a proof goes through three positions that differ only in that. */
#include "prover.h"

enum {
  ROOM = 2,          /* the limit is 1/ROOM above the number of the second best child */
  DOUBTFUL = 1 << 20 /* number of the attacker if the defender succeeds on this path, but perhaps not on others */
};

static const uint32_t no_limit[2] = {ASC_PROOF_INFINITE, ASC_PROOF_INFINITE};

/* A position whose children are searched. */
typedef struct open_position {
  int side; /* side to move */
  int count;
  asc_prover_child *children;
} open_position;

static bool is_beyond(const asc_proof_numbers *numbers, const uint32_t limit[2]) {
  return numbers->number[ASC_PROOF_ATTACKER] >= limit[ASC_PROOF_ATTACKER] ||
         numbers->number[ASC_PROOF_DEFENDER] >= limit[ASC_PROOF_DEFENDER];
}

static int32_t min_of(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t max_of(int32_t a, int32_t b) { return a > b ? a : b; }

/* Returns true if the side to move prefers `a`: by its number; among successes, by the shorter proof or the one that
   depends on less of the path. */
static bool is_better(const asc_proof_numbers *a, const asc_proof_numbers *b, int side) {
  if (a->number[side] != b->number[side]) return a->number[side] < b->number[side];
  if (a->number[side] > 0) return false;
  return side == ASC_PROOF_ATTACKER ? a->plies < b->plies : a->path_ply > b->path_ply;
}

/* Returns the best child. *second is the smallest number of the other children. */
static asc_prover_child *choose(const open_position *open, uint32_t *second) {
  asc_prover_child *best = &open->children[0];
  *second = ASC_PROOF_INFINITE;
  for (int i = 1; i < open->count; i++) {
    asc_prover_child *child = &open->children[i], *worse = child;
    if (is_better(&child->numbers, &best->numbers, open->side)) {
      worse = best;
      best = child;
    }
    if (worse->numbers.number[open->side] < *second) *second = worse->numbers.number[open->side];
  }
  return best;
}

/* Returns the numbers of the position from those of its children. */
static asc_proof_numbers combine(const open_position *open, const asc_proof_numbers *best) {
  int side = open->side, other = 1 - side;
  if (best->number[side] == 0)
    return side == ASC_PROOF_ATTACKER ? asc_proof_numbers_proved(best->margin, best->plies + 1)
                                      : asc_proof_numbers_disproved(best->margin, best->path_ply);
  uint64_t sum = 0;
  int32_t margin = INT32_MAX, plies = 0, path_ply = ASC_PROOF_ON_ANY_PATH;
  for (int i = 0; i < open->count; i++) {
    const asc_proof_numbers *numbers = &open->children[i].numbers;
    sum += numbers->number[other];
    margin = min_of(margin, numbers->margin);
    plies = max_of(plies, numbers->plies);
    path_ply = min_of(path_ply, numbers->path_ply);
  }
  if (sum == 0)
    return side == ASC_PROOF_ATTACKER ? asc_proof_numbers_disproved(margin, path_ply)
                                      : asc_proof_numbers_proved(margin, plies + 1);
  return side == ASC_PROOF_ATTACKER ? asc_proof_numbers_open(best->number[side], sum)
                                    : asc_proof_numbers_open(sum, best->number[side]);
}

static asc_proof_numbers visit(asc_prover *prover, int ply, uint64_t hash, const uint32_t limit[2]);

/* Searches the children until a number of the position at `ply` reaches its limit. */
static asc_proof_numbers search_children(asc_prover *prover, int ply, const open_position *open,
                                         const uint32_t limit[2]) {
  int side = open->side, other = 1 - side;
  for (;;) {
    uint32_t second, next[2];
    asc_prover_child *best = choose(open, &second);
    asc_proof_numbers numbers = combine(open, &best->numbers);
    if (is_beyond(&numbers, limit) || asc_prover_is_over(prover)) return numbers;
    second += second / ROOM + 1;
    next[side] = second < limit[side] ? second : limit[side];
    next[other] = limit[other];
    if (limit[other] < ASC_PROOF_INFINITE) next[other] += best->numbers.number[other] - numbers.number[other];
    asc_prover_play(prover, &prover->positions[ply], best->move, &prover->positions[ply + 1]);
    best->numbers = visit(prover, ply + 1, best->hash, next);
  }
}

/* Adds the position at `ply` to the path. Returns true if it is on the path already; then *numbers counts for the
   defender. */
static bool enter_path(asc_prover *prover, int ply, asc_proof_numbers *numbers) {
  uint64_t hash = asc_prover_hash(prover, &prover->positions[ply]);
  prover->path_hashes[ply] = hash;
  int first = 0;
  while (prover->path_hashes[first] != hash) first++;
  *numbers = asc_proof_numbers_disproved(max_of(prover->target_score, 1),
                                         prover->target_score > 0 ? first : ASC_PROOF_ON_NO_PATH);
  return first < ply;
}

/* Lists the children of the position at `ply`. Returns false if there is no room; then *numbers counts for the
   defender, but proves nothing. */
static bool list_children(asc_prover *prover, int ply, open_position *open, asc_proof_numbers *numbers) {
  open->side = asc_prover_side(prover, &prover->positions[ply]);
  open->children = prover->children + prover->child_top;
  open->count = ply + 1 < ASC_PROVER_MAX_PLY ? asc_prover_add_children(prover, ply) : 0;
  *numbers = asc_proof_numbers_disproved(1, ASC_PROOF_ON_NO_PATH);
  return open->count > 0;
}

static void drop_children(asc_prover *prover, const open_position *open) { prover->child_top -= open->count; }

/* Searches the position at `ply` until one of its numbers reaches its limit. */
static asc_proof_numbers visit(asc_prover *prover, int ply, uint64_t hash, const uint32_t limit[2]) {
  asc_proof_numbers numbers;
  open_position open;
  if (enter_path(prover, ply, &numbers)) return numbers;
  if (asc_proof_numbers_probe(&prover->search->tt, hash, &numbers) && is_beyond(&numbers, limit)) return numbers;
  uint64_t nodes = prover->nodes;
  if (!list_children(prover, ply, &open, &numbers)) return numbers;
  numbers = search_children(prover, ply, &open, limit);
  drop_children(prover, &open);
  asc_proof_numbers entry = numbers;
  if (numbers.path_ply < ply)
    entry = asc_proof_numbers_open(DOUBTFUL, 1);
  else
    numbers.path_ply = ASC_PROOF_ON_ANY_PATH;
  asc_proof_numbers_write(&prover->search->tt, hash, &entry, prover->nodes - nodes);
  return numbers;
}

/* Returns the move of a proof: the attacker takes the shortest path, the defender holds out. */
static const asc_prover_child *proof_move(const open_position *open) {
  const asc_prover_child *best = NULL;
  for (int i = 0; i < open->count; i++) {
    const asc_prover_child *child = &open->children[i];
    if (child->numbers.number[ASC_PROOF_ATTACKER] != 0) continue;
    if (best == NULL || (open->side == ASC_PROOF_ATTACKER) == (child->numbers.plies < best->numbers.plies))
      best = child;
  }
  return best;
}

/* Searches the position at `ply` until it is settled or the search is over. If the attacker succeeds, *move is the move
   of the line, and the position after it is at the next ply. */
static asc_proof_numbers prove(asc_prover *prover, int ply, asc_move *move) {
  asc_proof_numbers numbers;
  open_position open;
  if (enter_path(prover, ply, &numbers) || !list_children(prover, ply, &open, &numbers)) return numbers;
  numbers = search_children(prover, ply, &open, no_limit);
  if (numbers.number[ASC_PROOF_ATTACKER] == 0) {
    *move = proof_move(&open)->move;
    asc_prover_play(prover, &prover->positions[ply], *move, &prover->positions[ply + 1]);
  }
  drop_children(prover, &open);
  return numbers;
}

/* The ply limit is a draw. So it may come before a long proof is complete, and it refutes nothing if a draw is
   enough. */
static asc_proof_answer answer_of(const asc_prover *prover, const asc_proof_numbers *numbers, int plies_left) {
  if (numbers->number[ASC_PROOF_ATTACKER] == 0)
    return plies_left == 0 || numbers->plies <= plies_left ? ASC_PROOF_YES : ASC_PROOF_UNKNOWN;
  if (numbers->number[ASC_PROOF_DEFENDER] != 0 || numbers->path_ply == ASC_PROOF_ON_NO_PATH) return ASC_PROOF_UNKNOWN;
  return !prover->may_reach_ply_limit || prover->target_score > 0 ? ASC_PROOF_NO : ASC_PROOF_UNKNOWN;
}

static int32_t score_of(const asc_prover *prover, const asc_proof_numbers *numbers) {
  if (numbers->number[ASC_PROOF_ATTACKER] == 0) return prover->target_score + numbers->margin;
  int32_t upper = prover->target_score - numbers->margin;
  return prover->may_reach_ply_limit ? max_of(upper, 0) : upper;
}

/* Finds the line of a proof: asks the same question again, position by position. The transposition table is now full
   of answers. */
static void find_line(asc_prover *prover, asc_proof_result *result, asc_move first) {
  asc_move move = first;
  asc_outcome outcome;
  while (result->line_length < ASC_LINE_MAX) {
    result->line[result->line_length++] = move;
    if (prover->game->outcome(prover->rules, &prover->positions[result->line_length], &outcome)) return;
    if (prove(prover, result->line_length, &move).number[ASC_PROOF_ATTACKER] != 0) return;
  }
}

/* The bounds of the root itself take priority over the results of its children. */
static asc_proof_numbers prove_root(asc_prover *prover, asc_proof_result *result) {
  asc_proof_numbers by_bounds;
  asc_move first;
  bool has_bounds = asc_prover_settle_by_bounds(prover, &prover->positions[0], &by_bounds);
  if (has_bounds && by_bounds.number[ASC_PROOF_DEFENDER] == 0) return by_bounds;
  asc_proof_numbers found = prove(prover, 0, &first);
  if (found.number[ASC_PROOF_ATTACKER] == 0) find_line(prover, result, first);
  return has_bounds ? by_bounds : found;
}

int asc_proof_search(asc_search *search, const asc_proof_question *question, asc_proof_result *result) {
  *result = (asc_proof_result){0};
  asc_prover *prover = asc_prover_open(search, question);
  if (prover == NULL) return ASC_E_MEMORY;
  asc_proof_numbers numbers = prove_root(prover, result);
  result->answer = answer_of(prover, &numbers, question->plies_left);
  result->score = score_of(prover, &numbers);
  result->plies = numbers.plies;
  result->proof_number = numbers.number[ASC_PROOF_ATTACKER];
  result->disproof_number = numbers.number[ASC_PROOF_DEFENDER];
  result->nodes = prover->nodes;
  asc_prover_close(prover);
  return ASC_OK;
}
