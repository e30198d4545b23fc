/* Depth-first proof-number search.

   At a position where a side moves, that side needs one child that gives it its way, and the other side needs all: so
   of the numbers left[] (numbers.h) the mover's is the least of the children's and the other's their sum. The
   search goes down to the child with the mover's least number and stays below it until one of the numbers has grown to
   a limit, beyond which another part of the tree is more promising. The limit leaves some room above the second best
   child, so that the search does not change its mind at every step.

   Why an answer can be trusted, with positions that come again and a table that does not know the way to a position:

   A position that is on the path already counts AGAINST; so does one too deep to look at.

   FOR has its way only by bounds and by children where it has its way already, each found before: along every line of
   the proof the plies that it may still take go down. So no position comes twice in it, no repetition is in its way,
   and what the table says holds on every path.

   AGAINST may have its way only because a position is on the path: elsewhere that may be false. So with it goes the
   first ply of the path that it rests on. While a position's children are in work, the path above them stays the same,
   so there it is true; but it goes into the table only where it rests on nothing above the position itself. Then the
   positions it rests on lie within its own tree, between the position and the repetition, and AGAINST has its way at
   them all: by following the tree, and going on from the earlier position where one repeats, AGAINST keeps FOR from the
   score for ever. That is a draw; it misses a score of more than 0. A lower score would be reached by a draw: then what
   rests on a repetition is never settled, and neither is what rests on the limit of depth.

   Repetition means the whole position here. Where the key that a game's rules compare leaves something out, say a count
   of quiet turns, a draw is overlooked if a line of a proof goes through three positions that differ in that alone. */
#include "prover.h"

enum {
  ROOM = 2,          /* the limit leaves one part in so many above the second best child */
  DOUBTFUL = 1 << 20 /* FOR's number where AGAINST has its way on this path, and perhaps on others */
};

static const uint32_t no_limit[2] = {NUMBER_INFINITE, NUMBER_INFINITE};

/* A position in work. */
typedef struct asc_fork {
  int side; /* to move */
  int count;
  asc_child *children;
} asc_fork;

static bool is_beyond(const asc_proof_numbers *numbers, const uint32_t limit[2]) {
  return numbers->left[FOR] >= limit[FOR] || numbers->left[AGAINST] >= limit[AGAINST];
}

static int32_t least_of(int32_t a, int32_t b) { return a < b ? a : b; }
static int32_t most_of(int32_t a, int32_t b) { return a > b ? a : b; }

/* Which child the side to move prefers: of those that give it its way a short proof, or one that rests on little. */
static bool is_better(const asc_proof_numbers *a, const asc_proof_numbers *b, int side) {
  if (a->left[side] != b->left[side]) return a->left[side] < b->left[side];
  if (a->left[side] > 0) return false;
  return side == FOR ? a->plies < b->plies : a->rests > b->rests;
}

/* The best child, and the least number of the others. */
static asc_child *choose(const asc_fork *fork, uint32_t *second) {
  asc_child *best = &fork->children[0];
  *second = NUMBER_INFINITE;
  for (int i = 1; i < fork->count; i++) {
    asc_child *child = &fork->children[i], *worse = child;
    if (is_better(&child->numbers, &best->numbers, fork->side)) {
      worse = best;
      best = child;
    }
    if (worse->numbers.left[fork->side] < *second) *second = worse->numbers.left[fork->side];
  }
  return best;
}

/* How the position stands by its children. */
static asc_proof_numbers combine(const asc_fork *fork, const asc_proof_numbers *best) {
  int side = fork->side, other = 1 - side;
  if (best->left[side] == 0)
    return side == FOR ? numbers_for(best->margin, best->plies + 1) : numbers_against(best->margin, best->rests);
  uint64_t sum = 0;
  int32_t margin = INT32_MAX, plies = 0, rests = RESTS_ON_NOTHING;
  for (int i = 0; i < fork->count; i++) {
    const asc_proof_numbers *numbers = &fork->children[i].numbers;
    sum += numbers->left[other];
    margin = least_of(margin, numbers->margin);
    plies = most_of(plies, numbers->plies);
    rests = least_of(rests, numbers->rests);
  }
  if (sum == 0) return side == FOR ? numbers_against(margin, rests) : numbers_for(margin, plies + 1);
  return side == FOR ? numbers_open(best->left[side], sum) : numbers_open(sum, best->left[side]);
}

static asc_proof_numbers visit(asc_prover *prover, int ply, uint64_t hash, const uint32_t limit[2]);

/* Looks into the children until a number of the position at `ply` reaches its limit. */
static asc_proof_numbers work(asc_prover *prover, int ply, const asc_fork *fork, const uint32_t limit[2]) {
  int side = fork->side, other = 1 - side;
  for (;;) {
    uint32_t second, next[2];
    asc_child *best = choose(fork, &second);
    asc_proof_numbers numbers = combine(fork, &best->numbers);
    if (is_beyond(&numbers, limit) || asc_prover_is_over(prover)) return numbers;
    second += second / ROOM + 1;
    next[side] = second < limit[side] ? second : limit[side];
    next[other] = limit[other];
    if (limit[other] < NUMBER_INFINITE) next[other] += best->numbers.left[other] - numbers.left[other];
    asc_prover_play(prover, &prover->positions[ply], best->move, &prover->positions[ply + 1]);
    best->numbers = visit(prover, ply + 1, best->hash, next);
  }
}

/* Whether the position at `ply` is on the path already. */
static bool repeats(asc_prover *prover, int ply, asc_proof_numbers *numbers) {
  uint64_t hash = asc_prover_hash(prover, &prover->positions[ply]);
  prover->path[ply] = hash;
  int first = 0;
  while (prover->path[first] != hash) first++;
  *numbers = numbers_against(most_of(prover->score, 1), prover->score > 0 ? first : RESTS_OUTSIDE);
  return first < ply;
}

/* Takes the position at `ply` in work. False where there is no room: it stands against then. */
static bool enter(asc_prover *prover, int ply, asc_fork *fork, asc_proof_numbers *numbers) {
  fork->side = asc_prover_side(prover, &prover->positions[ply]);
  fork->children = prover->children + prover->top;
  fork->count = ply + 1 < PROVER_PLIES ? asc_prover_list(prover, ply) : 0;
  *numbers = numbers_against(1, RESTS_OUTSIDE);
  return fork->count > 0;
}

static void leave(asc_prover *prover, const asc_fork *fork) { prover->top -= fork->count; }

/* The position at `ply`, until one of its numbers reaches its limit. */
static asc_proof_numbers visit(asc_prover *prover, int ply, uint64_t hash, const uint32_t limit[2]) {
  asc_proof_numbers numbers;
  asc_fork fork;
  if (repeats(prover, ply, &numbers)) return numbers;
  if (asc_numbers_find(&prover->search->tt, hash, &numbers) && is_beyond(&numbers, limit)) return numbers;
  uint64_t nodes = prover->nodes;
  if (!enter(prover, ply, &fork, &numbers)) return numbers;
  numbers = work(prover, ply, &fork, limit);
  leave(prover, &fork);
  asc_proof_numbers kept = numbers;
  if (numbers.rests < ply)
    kept = numbers_open(DOUBTFUL, 1);
  else
    numbers.rests = RESTS_ON_NOTHING;
  asc_numbers_keep(&prover->search->tt, hash, &kept, prover->nodes - nodes);
  return numbers;
}

/* The move of a proof: FOR takes the shortest way, AGAINST holds out. */
static const asc_child *best_of_proof(const asc_fork *fork) {
  const asc_child *best = NULL;
  for (int i = 0; i < fork->count; i++) {
    const asc_child *child = &fork->children[i];
    if (child->numbers.left[FOR] != 0) continue;
    if (best == NULL || (fork->side == FOR) == (child->numbers.plies < best->numbers.plies)) best = child;
  }
  return best;
}

/* Settles the position at `ply` once and for all, or as far as the limits allow. When it is FOR, the next position of
   the line stands at the next ply and its move is in *move. */
static asc_proof_numbers prove(asc_prover *prover, int ply, asc_move *move) {
  asc_proof_numbers numbers;
  asc_fork fork;
  if (repeats(prover, ply, &numbers) || !enter(prover, ply, &fork, &numbers)) return numbers;
  numbers = work(prover, ply, &fork, no_limit);
  if (numbers.left[FOR] == 0) {
    *move = best_of_proof(&fork)->move;
    asc_prover_play(prover, &prover->positions[ply], *move, &prover->positions[ply + 1]);
  }
  leave(prover, &fork);
  return numbers;
}

/* The ply limit is a draw: it may come before a long proof is done, and it refutes nothing where a draw would do. */
static asc_proof_answer answer_of(const asc_prover *prover, const asc_proof_numbers *numbers, int plies_left) {
  if (numbers->left[FOR] == 0) return plies_left == 0 || numbers->plies <= plies_left ? PROOF_YES : PROOF_UNKNOWN;
  if (numbers->left[AGAINST] != 0 || numbers->rests == RESTS_OUTSIDE) return PROOF_UNKNOWN;
  return !prover->limited || prover->score > 0 ? PROOF_NO : PROOF_UNKNOWN;
}

static int32_t score_of(const asc_prover *prover, const asc_proof_numbers *numbers) {
  if (numbers->left[FOR] == 0) return prover->score + numbers->margin;
  int32_t most = prover->score - numbers->margin;
  return prover->limited ? most_of(most, 0) : most;
}

/* The line of a proof is the same question asked again, position after position, with the table full of answers. */
static void follow(asc_prover *prover, asc_proof_result *result, asc_move first) {
  asc_move move = first;
  asc_outcome outcome;
  while (result->length < ASC_LINE_MAX) {
    result->line[result->length++] = move;
    if (prover->game->outcome(prover->rules, &prover->positions[result->length], &outcome)) return;
    if (prove(prover, result->length, &move).left[FOR] != 0) return;
  }
}

/* What bounds say of the position itself goes before what is found of its children. */
static asc_proof_numbers prove_root(asc_prover *prover, asc_proof_result *result) {
  asc_proof_numbers plain;
  asc_move first;
  bool is_plain = asc_prover_settles(prover, &prover->positions[0], &plain);
  if (is_plain && plain.left[AGAINST] == 0) return plain;
  asc_proof_numbers found = prove(prover, 0, &first);
  if (found.left[FOR] == 0) follow(prover, result, first);
  return is_plain ? plain : found;
}

int asc_proof_search(asc_search *search, const asc_proof_question *question, asc_proof_result *result) {
  *result = (asc_proof_result){0};
  asc_prover *prover = asc_prover_open(search, question);
  if (prover == NULL) return ASC_E_MEMORY;
  asc_proof_numbers numbers = prove_root(prover, result);
  result->answer = answer_of(prover, &numbers, question->plies_left);
  result->score = score_of(prover, &numbers);
  result->plies = numbers.plies;
  result->proof = numbers.left[FOR];
  result->disproof = numbers.left[AGAINST];
  result->nodes = prover->nodes;
  asc_prover_close(prover);
  return ASC_OK;
}
