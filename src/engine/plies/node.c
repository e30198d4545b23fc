/* The search over plies: principal variation search with a transposition table.

   A turn may have several plies, so a value changes its sign only where the player changes. Each node first asks what
   is certain (the game's bounds), then whether the history ends it, then the table, and only then looks at its moves.
   What is sure about a value is carried along with it; see value.h. */
#include "core/hash.h"
#include "entry.h"
#include "picker.h"

#include <string.h>

enum {
  QUIESCENCE_PLIES = 8, /* beyond the depth, in quiescence search */
  SYMMETRY_PLIES = 4,   /* near the root, with much depth left, */
  SYMMETRY_DEPTH = 6,   /* images under the board's symmetries share what is known */
  REDUCE_DEPTH = 3,     /* with so much depth left, moves after the first few are searched less deep */
  REDUCE_AFTER = 3,
  LATE_EVERY = 64 /* nodes between two looks at the clock: some take twenty microseconds, where bounds are dear */
};

/* What is certain about a node before it is searched, and the window that is left. */
typedef struct asc_node {
  int ply, depth;
  asc_value alpha, beta;
  asc_value floor, ceiling; /* proved */
  uint64_t hash;
  asc_value settled;
  int hint; /* the best move of an earlier search, as in memory */
} asc_node;

/* True when the run is over. */
static bool count_node(asc_worker *worker) {
  worker->nodes++;
  if (--worker->poll > 0) {
    if (worker->nodes % LATE_EVERY == 0) worker->over = worker->over || asc_run_is_late(worker->search);
    return worker->over;
  }
  asc_worker_tell_nodes(worker);
  worker->over = worker->over || worker->nodes >= worker->budget || asc_run_is_over(worker->search);
  return worker->over;
}

/* A position that arises again on the way from the root is a draw at once: who can bring it about twice can do so a
   third time. One that arose before the root only counts when this is the third time. */
static bool is_repeated(const asc_worker *worker, int ply) {
  uint64_t key = worker->frames[ply].key;
  if (key == 0) return false;
  for (int before = ply - 1; before >= 0; before--)
    if (worker->frames[before].key == key) return true;
  return ply > 0 && asc_run_has_seen_twice(worker->search, key);
}

static bool is_at_limit(const asc_worker *worker, int ply) {
  asc_outcome outcome;
  int left = worker->search->task->plies_left;
  return left > 0 && ply >= left && !worker->game->outcome(worker->rules, &worker->frames[ply].position, &outcome);
}

/* What a node is worth that is not searched any further. In a proof it counts against the one it is for. */
static asc_finding settle(const asc_worker *worker, const asc_node *node, asc_value guess) {
  if (worker->prover == 0) {
    if (guess >= node->ceiling) return (asc_finding){node->ceiling, SURE_MOST};
    if (guess <= node->floor) return (asc_finding){node->floor, SURE_LEAST};
    return (asc_finding){guess, 0};
  }
  if (worker->frames[node->ply].turn == worker->prover) return (asc_finding){node->floor, SURE_LEAST};
  return (asc_finding){node->ceiling, SURE_MOST};
}

static asc_value guess_of(asc_worker *worker, const asc_node *node) {
  if (worker->prover != 0) return 0;
  worker->nodes += (uint64_t)worker->guess_nodes;
  worker->poll -= worker->guess_nodes;
  return value_of_estimate(worker->knowledge.evaluate(worker->rules, &worker->frames[node->ply].position));
}

/* Near the ply limit the same position is worth less when it comes later. */
static uint64_t limit_salt(const asc_worker *worker, int ply) {
  if (!worker_is_limited(worker)) return 0;
  return asc_hash_text((uint64_t)(worker->search->task->plies_left - ply), "limit");
}

static uint64_t transposition_hash(const asc_worker *worker, const void *position, int ply, asc_value *settled) {
  int32_t score;
  uint64_t hash = worker->knowledge.transposition(worker->rules, position, &score);
  *settled = score * VALUE_STEP;
  return hash ^ worker->salt ^ limit_salt(worker, ply);
}

/* The same for all images of a position under the symmetries of the board. */
static uint64_t symmetric_hash(const asc_worker *worker, int ply) {
  uint64_t least = UINT64_MAX;
  for (int symmetry = 0; symmetry < worker->rules->symmetries; symmetry++) {
    asc_position image;
    asc_value settled;
    worker->game->transform(worker->rules, symmetry, &worker->frames[ply].position, &image);
    uint64_t hash = transposition_hash(worker, &image, ply, &settled);
    if (hash < least) least = hash;
  }
  return asc_mix(least);
}

static bool has_symmetric_hash(const asc_worker *worker, const asc_node *node) {
  return worker->rules->symmetries > 1 && node->ply <= SYMMETRY_PLIES && node->depth >= SYMMETRY_DEPTH;
}

/* Uses what is remembered under `hash`. True when that decides the node. */
static bool recall(const asc_worker *worker, asc_node *node, uint64_t hash, asc_finding *found) {
  asc_entry known;
  if (!asc_entry_find(&worker->search->tt, hash, &known)) return false;
  asc_value value = value_from_table(known.value + node->settled, node->ply * worker->hurry);
  if (hash == node->hash) node->hint = known.move;
  if ((known.sure & SURE_LEAST) && value > node->floor) node->floor = value;
  if ((known.sure & SURE_MOST) && value < node->ceiling) node->ceiling = value;
  *found = (asc_finding){value, known.sure};
  if (known.sure == SURE || ((known.sure & SURE_LEAST) && value >= node->beta) ||
      ((known.sure & SURE_MOST) && value <= node->alpha))
    return true;
  if (known.depth < node->depth || node->beta - node->alpha > 1) return false;
  return ((known.bound & ENTRY_AT_LEAST) && value >= node->beta) ||
         ((known.bound & ENTRY_AT_MOST) && value <= node->alpha);
}

static void keep(const asc_worker *worker, const asc_node *node, asc_finding found, int move) {
  asc_entry fresh = {.value = value_to_table(found.value, node->ply * worker->hurry) - node->settled,
                     .move = move,
                     .depth = node->depth < 0 ? 0 : node->depth,
                     .bound = found.value >= node->beta    ? ENTRY_AT_LEAST
                              : found.value <= node->alpha ? ENTRY_AT_MOST
                                                           : ENTRY_EQUAL,
                     .sure = found.sure,
                     .age = worker->age};
  asc_entry_keep(&worker->search->tt, node->hash, &fresh);
  if (!has_symmetric_hash(worker, node)) return;
  fresh.move = ENTRY_NO_MOVE;
  asc_entry_keep(&worker->search->tt, symmetric_hash(worker, node->ply), &fresh);
}

/* Whether a player of limited sight overlooks something: the same whenever he looks at the position in this search. */
static bool overlooks(const asc_worker *worker, int ply, uint64_t hash, uint64_t what) {
  const asc_sight *sight = &worker->search->sight;
  if (sight->blind == 0 || ply == 0) return false;
  return (int)(asc_mix(hash ^ ((uint64_t)sight->seed << 32 | what)) % 1000) < sight->blind;
}

/* He may also overlook what is plain, such as a win at the next move; that the game is over nobody overlooks. */
static void look_at_bounds(const asc_worker *worker, int ply, int32_t *least, int32_t *most) {
  const void *position = &worker->frames[ply].position;
  asc_outcome outcome;
  asc_worker_bounds(worker, ply, least, most);
  if (worker->search->sight.blind == 0 || ply == 0) return;
  if (!overlooks(worker, ply, worker->game->hash(worker->rules, position), 0)) return;
  if (worker->game->outcome(worker->rules, position, &outcome)) return;
  *least = -ASC_SCORE_MOST;
  *most = ASC_SCORE_MOST;
}

/* A ply less for every time that the moves tried before it double in number; one ply stays. */
static int reduction(const asc_worker *worker, const asc_node *node, int tried) {
  if (!worker->reduces || node->depth < REDUCE_DEPTH || tried < REDUCE_AFTER) return 0;
  int most = node->depth - 2, reduced = 0;
  while (reduced < most && tried >> (reduced + 1) > 0) reduced++;
  return reduced;
}

static void line_join(asc_worker *worker, int ply, asc_move move) {
  asc_frame *frame = &worker->frames[ply];
  const struct asc_frame *next = &worker->frames[ply + 1];
  frame->line[0] = move;
  int more = next->length < ASC_LINE_MAX - 1 ? next->length : ASC_LINE_MAX - 1;
  memcpy(frame->line + 1, next->line, (size_t)more * sizeof *frame->line);
  frame->length = more + 1;
}

static asc_finding search_child(asc_worker *worker, int ply, int depth, asc_value alpha, asc_value beta) {
  if (worker->frames[ply].turn == worker->frames[ply + 1].turn)
    return asc_worker_search(worker, ply + 1, depth, alpha, beta);
  return finding_turned(asc_worker_search(worker, ply + 1, depth, -beta, -alpha));
}

/* In pieces of a known size: a call for so little, which WebAssembly would make, takes longer than the copy. */
static void copy_position(asc_position *to, const asc_position *from, size_t size) {
  enum { PIECE = 4 }; /* words */
  for (size_t at = 0; at * sizeof to->words[0] < size; at += PIECE) {
    memcpy(to->words + at, from->words + at, PIECE * sizeof to->words[0]);
    __asm__ volatile("" ::: "memory"); /* or a compiler would make it one copy again */
  }
}

void asc_worker_play(asc_worker *worker, int ply, asc_move move) {
  const asc_frame *frame = &worker->frames[ply];
  struct asc_frame *next = &worker->frames[ply + 1];
  copy_position(&next->position, &frame->position, worker->rules->position_size);
  worker->game->play(worker->rules, &next->position, move);
  next->turn = worker->game->turn(worker->rules, &next->position);
  next->key = worker->game->key != NULL ? worker->game->key(worker->rules, &next->position) : 0;
}

asc_finding asc_worker_search_move(asc_worker *worker, int ply, asc_move move, int depth, asc_value alpha,
                                   asc_value beta) {
  asc_worker_play(worker, ply, move);
  return search_child(worker, ply, depth, alpha, beta);
}

/* The first move gets the whole window; of the others it is only asked whether they are better, and if one seems to be
   it is searched in earnest. */
static asc_finding search_one(asc_worker *worker, const asc_node *node, asc_move move, int tried, int reduced,
                              asc_value alpha) {
  asc_worker_play(worker, node->ply, move);
  int depth = node->depth - 1;
  if (tried > 0) {
    asc_finding found = search_child(worker, node->ply, depth - reduced, alpha, alpha + 1);
    if (reduced > 0 && found.value > alpha && !worker->over)
      found = search_child(worker, node->ply, depth, alpha, alpha + 1);
    if (found.value <= alpha || found.value >= node->beta || worker->over) return found;
  }
  return search_child(worker, node->ply, depth, alpha, node->beta);
}

/* What has been found of a node's moves so far. */
typedef struct asc_tally {
  asc_value best;
  unsigned least; /* SURE_LEAST if `best` is proved to be reached */
  unsigned most;  /* SURE_MOST while no move is left that could be better than its value */
  int move;       /* as in memory */
} asc_tally;

static void tally_add(asc_tally *tally, asc_finding found, int index) {
  tally->most &= found.sure;
  if (found.value > tally->best) {
    tally->best = found.value;
    tally->least = found.sure & SURE_LEAST;
    tally->move = index + 1;
  } else if (found.value == tally->best) {
    tally->least |= found.sure & SURE_LEAST;
  }
}

/* Looks at the moves in the order of their promise until one is too good. */
static void try_moves(asc_worker *worker, const asc_node *node, const asc_move *moves, int count, int32_t *promise,
                      asc_tally *tally) {
  int tried = 0;
  asc_picker picker;
  asc_picker_open(&picker, worker, node->ply, node->hint, moves, count, promise);
  for (int i = 0; i < count && !worker->over; i++) {
    bool good;
    int index = asc_picker_next(&picker, &good);
    if (overlooks(worker, node->ply, node->hash, moves[index]) && (tried > 0 || i + 1 < count)) {
      tally->most = 0;
      continue;
    }
    asc_value alpha = tally->best > node->alpha ? tally->best : node->alpha;
    int reduced = good ? 0 : reduction(worker, node, tried);
    asc_finding found = search_one(worker, node, moves[index], tried++, reduced, alpha);
    if (worker->over) break;
    tally_add(tally, found, index);
    if (found.value <= alpha) continue;
    line_join(worker, node->ply, moves[index]);
    if (found.value < node->beta) continue;
    asc_picker_reward(worker, node->ply, node->depth, moves[index]);
    if (i + 1 < count) tally->most = 0;
    break;
  }
}

/* A node's value from its moves and from what was certain before. */
static asc_finding conclude(const asc_node *node, const asc_tally *tally) {
  asc_finding found = {tally->best, tally->least | tally->most};
  if (found.value >= node->ceiling) found = (asc_finding){node->ceiling, found.sure | SURE_MOST};
  if (found.value <= node->floor) found = (asc_finding){node->floor, found.sure | SURE_LEAST};
  return found;
}

static asc_finding search_moves(asc_worker *worker, asc_node *node) {
  asc_move *moves = worker->moves + worker->top;
  int32_t *promise = worker->promise + worker->top;
  int count = worker->game->moves(worker->rules, &worker->frames[node->ply].position, moves);
  worker->top += count;
  asc_tally tally = {-VALUE_MOST, 0, SURE_MOST, ENTRY_NO_MOVE};
  try_moves(worker, node, moves, count, promise, &tally);
  worker->top -= count;
  asc_finding found = conclude(node, &tally);
  if (!worker->over) keep(worker, node, found, tally.move);
  return found;
}

/* Quiescence search: at the end of the depth only these moves are looked at, and the player need not make any of them.
 */
static asc_finding search_quiescence(asc_worker *worker, asc_node *node) {
  asc_finding still = settle(worker, node, guess_of(worker, node));
  if (worker->prover != 0 || worker->knowledge.quiescence == NULL || node->depth <= -QUIESCENCE_PLIES ||
      still.value >= node->beta)
    return still;
  asc_move *moves = worker->moves + worker->top;
  int32_t *promise = worker->promise + worker->top;
  int count = worker->knowledge.quiescence(worker->rules, &worker->frames[node->ply].position, moves);
  if (count == 0) return still;
  worker->top += count;
  asc_tally tally = {still.value, still.sure & SURE_LEAST, 0, ENTRY_NO_MOVE};
  try_moves(worker, node, moves, count, promise, &tally);
  worker->top -= count;
  return conclude(node, &tally);
}

/* A window without room between its ends is a question that the game may answer by itself near the end. */
static bool finish(asc_worker *worker, const asc_node *node, asc_finding *found) {
  const asc_search *search = worker->search;
  bool asks = worker->knowledge.finish != NULL && node->beta - node->alpha == 1;
  if (!asks || search->sight.blind > 0 || search->task->plies_left > 0) return false;
  int32_t wanted = value_reaching(node->beta), score;
  uint64_t nodes = 0;
  if (!worker->knowledge.finish(worker->rules, &worker->frames[node->ply].position, node->depth, wanted, &score,
                                &nodes))
    return false;
  worker->nodes += nodes;
  worker->poll -= (int)nodes;
  *found = (asc_finding){score * VALUE_STEP, score >= wanted ? SURE_LEAST : SURE_MOST};
  keep(worker, node, *found, ENTRY_NO_MOVE);
  return true;
}

asc_finding asc_worker_search(asc_worker *worker, int ply, int depth, asc_value alpha, asc_value beta) {
  asc_frame *frame = &worker->frames[ply];
  int32_t least, most;
  frame->length = 0;
  if (count_node(worker)) return (asc_finding){0, 0};
  look_at_bounds(worker, ply, &least, &most);
  if (least == most) return (asc_finding){value_of_end(least, ply * worker->hurry), SURE};
  int32_t score;
  int plies;
  if (asc_worker_asks(worker, ply, &score, &plies))
    return (asc_finding){value_of_end(score, (ply + plies) * worker->hurry), SURE};
  asc_node node = {.ply = ply, .depth = depth, .alpha = alpha, .beta = beta};
  node.floor = worker->hurry ? value_floor(least) : least * VALUE_STEP;
  node.ceiling = worker->hurry ? value_ceiling(most) : most * VALUE_STEP;
  if (node.floor >= beta) return (asc_finding){node.floor, SURE_LEAST};
  if (node.ceiling <= alpha) return (asc_finding){node.ceiling, SURE_MOST};
  if (is_repeated(worker, ply) || is_at_limit(worker, ply) || (worker->cycles_end && frame->key != 0))
    return settle(worker, &node, 0);
  if (ply >= PLIES_MAX) return settle(worker, &node, guess_of(worker, &node));

  asc_finding found;
  if (depth <= 0) return search_quiescence(worker, &node); /* a guess is quicker than a look into the table */
  node.hash = transposition_hash(worker, &frame->position, ply, &node.settled);
  if (recall(worker, &node, node.hash, &found)) return found;
  if (has_symmetric_hash(worker, &node) && recall(worker, &node, symmetric_hash(worker, ply), &found)) return found;
  if (node.floor > node.alpha) node.alpha = node.floor;
  if (node.ceiling < node.beta) node.beta = node.ceiling;
  if (node.alpha >= node.beta)
    return (asc_finding){node.floor, SURE_LEAST | (node.floor == node.ceiling ? SURE_MOST : 0)};
  if (finish(worker, &node, &found)) return found;
  return search_moves(worker, &node);
}

int asc_worker_hint(const asc_worker *worker, int ply) {
  asc_entry known;
  asc_value settled;
  uint64_t hash = transposition_hash(worker, &worker->frames[ply].position, ply, &settled);
  return asc_entry_find(&worker->search->tt, hash, &known) ? known.move : ENTRY_NO_MOVE;
}

void asc_worker_extend_line(asc_worker *worker, asc_move *line, int *length) {
  asc_position position;
  memcpy(&position, &worker->frames[0].position, worker->rules->position_size);
  for (int i = 0; i < *length; i++) worker->game->play(worker->rules, &position, line[i]);
  while (*length < ASC_LINE_MAX) {
    asc_entry known;
    asc_value settled;
    uint64_t hash = transposition_hash(worker, &position, *length, &settled);
    if (!asc_entry_find(&worker->search->tt, hash, &known) || known.move == ENTRY_NO_MOVE) return;
    if (known.bound != ENTRY_EQUAL && known.sure != SURE) return;
    asc_move *moves = worker->moves + worker->top;
    if (known.move > worker->game->moves(worker->rules, &position, moves)) return;
    line[(*length)++] = moves[known.move - 1];
    worker->game->play(worker->rules, &position, moves[known.move - 1]);
  }
}
