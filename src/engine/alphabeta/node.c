/* Principal variation search with a transposition table: the search of one node. Read worker.h and value.h first.

   A turn may have several plies, so a value changes its sign only when the player changes. Everything that is proved
   about a value travels with it. asc_worker_search has the steps of a node, from cheap to expensive: proved bounds,
   oracle, repetition, transposition table, endgame solver, moves. */
#include "base/hash.h"
#include "move_picker.h"
#include "tt_entry.h"

#include <string.h>

enum {
  QUIESCENCE_PLIES = 8, /* plies of quiescence search below depth 0 */
  SYMMETRY_PLIES = 4,   /* near the root, images under the symmetries of the board share TT entries */
  SYMMETRY_DEPTH = 6,   /* but only with this much depth left */
  REDUCE_DEPTH = 3,     /* late move reductions need this much depth */
  REDUCE_AFTER = 3,     /* and start after this many moves */
  CLOCK_INTERVAL = 64   /* nodes between two checks of the clock: a node takes up to 20 µs if the bounds are slow */
};

/* A node: its search window, and what is proved before its moves are searched. */
typedef struct search_node {
  int ply, depth;
  asc_value alpha, beta;
  asc_value floor, ceiling; /* proved bounds of the value */
  uint64_t hash;
  asc_value settled; /* decided already, so it is not part of the TT entry */
  int tt_move;       /* move number from the transposition table (tt_entry.h) */
} search_node;

/* Counts a node and polls the limits. Returns true if the search is over. */
static bool node_count(asc_worker *worker) {
  worker->nodes++;
  if (--worker->nodes_until_poll > 0) {
    if (worker->nodes % CLOCK_INTERVAL == 0)
      worker->is_over = worker->is_over || asc_search_is_interrupted(worker->search);
    return worker->is_over;
  }
  asc_worker_flush_nodes(worker);
  worker->is_over = worker->is_over || worker->nodes >= worker->max_nodes || asc_search_is_over(worker->search);
  return worker->is_over;
}

/* A position that occurs again on the path from the root is a draw at once: a player who can force it twice can force
   it a third time. A position from before the root counts only at its third occurrence. */
static bool is_repeated(const asc_worker *worker, int ply) {
  uint64_t key = worker->frames[ply].repetition_key;
  if (key == 0) return false;
  for (int before = ply - 1; before >= 0; before--)
    if (worker->frames[before].repetition_key == key) return true;
  return ply > 0 && asc_search_is_third_occurrence(worker->search, key);
}

static bool is_at_limit(const asc_worker *worker, int ply) {
  asc_outcome outcome;
  int left = worker->search->task->plies_left;
  return left > 0 && ply >= left && !worker->game->outcome(worker->rules, &worker->frames[ply].position, &outcome);
}

/* Returns the value of a node that is not searched further. In a proof, an open node counts against the player of the
   proof. */
static asc_value_result value_unsearched(const asc_worker *worker, const search_node *node, asc_value estimate) {
  if (worker->proof_player == 0) {
    if (estimate >= node->ceiling) return (asc_value_result){node->ceiling, ASC_PROVED_UPPER};
    if (estimate <= node->floor) return (asc_value_result){node->floor, ASC_PROVED_LOWER};
    return (asc_value_result){estimate, 0};
  }
  if (worker->frames[node->ply].turn == worker->proof_player) return (asc_value_result){node->floor, ASC_PROVED_LOWER};
  return (asc_value_result){node->ceiling, ASC_PROVED_UPPER};
}

static asc_value estimate_of(asc_worker *worker, const search_node *node) {
  if (worker->proof_player != 0) return 0;
  worker->nodes += (uint64_t)worker->estimate_nodes;
  worker->nodes_until_poll -= worker->estimate_nodes;
  return asc_value_from_estimate(worker->knowledge.evaluate(worker->rules, &worker->frames[node->ply].position));
}

/* Near the ply limit, the value of a position depends on the plies left. */
static uint64_t limit_salt(const asc_worker *worker, int ply) {
  if (!asc_worker_may_reach_ply_limit(worker)) return 0;
  return asc_hash_text((uint64_t)(worker->search->task->plies_left - ply), "limit");
}

static uint64_t transposition_hash(const asc_worker *worker, const void *position, int ply, asc_value *settled) {
  int32_t score;
  uint64_t hash = worker->knowledge.tt_hash(worker->rules, position, &score);
  *settled = score * ASC_VALUE_STEP;
  return hash ^ worker->tt_salt ^ limit_salt(worker, ply);
}

/* Returns the same hash for all images of a position under the symmetries of the board. */
static uint64_t symmetric_hash(const asc_worker *worker, int ply) {
  uint64_t smallest = UINT64_MAX;
  for (int symmetry = 0; symmetry < worker->rules->symmetries; symmetry++) {
    asc_position image;
    asc_value settled;
    worker->game->transform(worker->rules, symmetry, &worker->frames[ply].position, &image);
    uint64_t hash = transposition_hash(worker, &image, ply, &settled);
    if (hash < smallest) smallest = hash;
  }
  return asc_hash_mix(smallest);
}

static bool has_symmetric_hash(const asc_worker *worker, const search_node *node) {
  return worker->rules->symmetries > 1 && node->ply <= SYMMETRY_PLIES && node->depth >= SYMMETRY_DEPTH;
}

/* Applies the TT entry under `hash` to the node: its move, its proved bounds, and its value, which goes to *found.
   Returns true if the entry decides the node. */
static bool tt_probe(const asc_worker *worker, search_node *node, uint64_t hash, asc_value_result *found) {
  asc_tt_entry entry;
  if (!asc_tt_entry_probe(&worker->search->tt, hash, &entry)) return false;
  asc_value value = asc_value_from_tt(entry.value + node->settled, node->ply * worker->ply_cost);
  if (hash == node->hash) node->tt_move = entry.move_number;
  if ((entry.proved & ASC_PROVED_LOWER) && value > node->floor) node->floor = value;
  if ((entry.proved & ASC_PROVED_UPPER) && value < node->ceiling) node->ceiling = value;
  *found = (asc_value_result){value, entry.proved};
  if (entry.proved == ASC_PROVED_EXACT || ((entry.proved & ASC_PROVED_LOWER) && value >= node->beta) ||
      ((entry.proved & ASC_PROVED_UPPER) && value <= node->alpha))
    return true;
  if (entry.depth < node->depth || node->beta - node->alpha > 1) return false;
  return ((entry.bound & ASC_TT_BOUND_LOWER) && value >= node->beta) ||
         ((entry.bound & ASC_TT_BOUND_UPPER) && value <= node->alpha);
}

/* Writes the result of a node to the transposition table. */
static void tt_write(const asc_worker *worker, const search_node *node, asc_value_result found, int move) {
  asc_tt_entry entry = {.value = asc_value_to_tt(found.value, node->ply * worker->ply_cost) - node->settled,
                        .move_number = move,
                        .depth = node->depth < 0 ? 0 : node->depth,
                        .bound = found.value >= node->beta    ? ASC_TT_BOUND_LOWER
                                 : found.value <= node->alpha ? ASC_TT_BOUND_UPPER
                                                              : ASC_TT_BOUND_EXACT,
                        .proved = found.proved,
                        .generation = worker->generation};
  asc_tt_entry_write(&worker->search->tt, node->hash, &entry);
  if (!has_symmetric_hash(worker, node)) return;
  entry.move_number = ASC_TT_NO_MOVE;
  asc_tt_entry_write(&worker->search->tt, symmetric_hash(worker, node->ply), &entry);
}

/* Returns true if a weak level overlooks `what` here. The answer is the same whenever the search visits the
   position. */
static bool overlooks(const asc_worker *worker, int ply, uint64_t hash, uint64_t what) {
  const asc_search_blindness *blindness = &worker->search->blindness;
  if (blindness->overlook_permille == 0 || ply == 0) return false;
  return (int)(asc_hash_mix(hash ^ ((uint64_t)blindness->seed << 32 | what)) % 1000) < blindness->overlook_permille;
}

/* Fills in the proved bounds of the score. A weak level may also overlook obvious results, such as a win on the next
   move, but never the end of the game. */
static void bounds_with_blindness(const asc_worker *worker, int ply, int32_t *lower, int32_t *upper) {
  const void *position = &worker->frames[ply].position;
  asc_outcome outcome;
  asc_worker_bounds(worker, ply, lower, upper);
  if (worker->search->blindness.overlook_permille == 0 || ply == 0) return;
  if (!overlooks(worker, ply, worker->game->hash(worker->rules, position), 0)) return;
  if (worker->game->outcome(worker->rules, position, &outcome)) return;
  *lower = -ASC_SCORE_MAX;
  *upper = ASC_SCORE_MAX;
}

/* One ply less for every doubling of the moves tried before; at least one ply remains. */
static int reduction(const asc_worker *worker, const search_node *node, int tried) {
  if (!worker->reduces_late_moves || node->depth < REDUCE_DEPTH || tried < REDUCE_AFTER) return 0;
  int max_reduction = node->depth - 2, reduced = 0;
  while (reduced < max_reduction && tried >> (reduced + 1) > 0) reduced++;
  return reduced;
}

static void line_prepend(asc_worker *worker, int ply, asc_move move) {
  asc_worker_frame *frame = &worker->frames[ply];
  const asc_worker_frame *next = &worker->frames[ply + 1];
  frame->line[0] = move;
  int more = next->line_length < ASC_LINE_MAX - 1 ? next->line_length : ASC_LINE_MAX - 1;
  memcpy(frame->line + 1, next->line, (size_t)more * sizeof *frame->line);
  frame->line_length = more + 1;
}

static asc_value_result search_child(asc_worker *worker, int ply, int depth, asc_value alpha, asc_value beta) {
  if (worker->frames[ply].turn == worker->frames[ply + 1].turn)
    return asc_worker_search(worker, ply + 1, depth, alpha, beta);
  return asc_value_result_negate(asc_worker_search(worker, ply + 1, depth, -beta, -alpha));
}

/* Copies in blocks of fixed size. For such small sizes a call of memcpy, which WebAssembly would make, takes longer
   than the copy. */
static void copy_position(asc_position *to, const asc_position *from, size_t size) {
  enum { BLOCK_WORDS = 4 };
  for (size_t at = 0; at * sizeof to->words[0] < size; at += BLOCK_WORDS) {
    memcpy(to->words + at, from->words + at, BLOCK_WORDS * sizeof to->words[0]);
    __asm__ volatile("" ::: "memory"); /* else the compiler would merge the blocks into one memcpy */
  }
}

void asc_worker_play(asc_worker *worker, int ply, asc_move move) {
  const asc_worker_frame *frame = &worker->frames[ply];
  asc_worker_frame *next = &worker->frames[ply + 1];
  copy_position(&next->position, &frame->position, worker->rules->position_size);
  worker->game->play(worker->rules, &next->position, move);
  next->turn = worker->game->turn(worker->rules, &next->position);
  next->repetition_key =
      worker->game->repetition_key != NULL ? worker->game->repetition_key(worker->rules, &next->position) : 0;
}

asc_value_result asc_worker_search_move(asc_worker *worker, int ply, asc_move move, int depth, asc_value alpha,
                                        asc_value beta) {
  asc_worker_play(worker, ply, move);
  return search_child(worker, ply, depth, alpha, beta);
}

/* The first move gets the full window. The others get a null window, late ones first with reduced depth, to test
   whether they are better. A move that seems better is searched again with the full window. */
static asc_value_result search_one_move(asc_worker *worker, const search_node *node, asc_move move, int tried,
                                        int reduced, asc_value alpha) {
  asc_worker_play(worker, node->ply, move);
  int depth = node->depth - 1;
  if (tried > 0) {
    asc_value_result found = search_child(worker, node->ply, depth - reduced, alpha, alpha + 1);
    if (reduced > 0 && found.value > alpha && !worker->is_over)
      found = search_child(worker, node->ply, depth, alpha, alpha + 1);
    if (found.value <= alpha || found.value >= node->beta || worker->is_over) return found;
  }
  return search_child(worker, node->ply, depth, alpha, node->beta);
}

/* The results of the moves of a node so far. */
typedef struct move_tally {
  asc_value best;
  unsigned lower; /* ASC_PROVED_LOWER if `best` is proved to be reached, else 0 */
  unsigned upper; /* ASC_PROVED_UPPER while every move so far is proved to be no better than its value */
  int move;       /* number of the best move (tt_entry.h) */
} move_tally;

static void tally_add(move_tally *tally, asc_value_result found, int index) {
  tally->upper &= found.proved;
  if (found.value > tally->best) {
    tally->best = found.value;
    tally->lower = found.proved & ASC_PROVED_LOWER;
    tally->move = index + 1;
  } else if (found.value == tally->best) {
    tally->lower |= found.proved & ASC_PROVED_LOWER;
  }
}

/* Searches the moves in the order of the move picker until a beta cutoff. */
static void try_moves(asc_worker *worker, const search_node *node, const asc_move *moves, int count,
                      int32_t *move_scores, move_tally *tally) {
  int tried = 0;
  asc_move_picker picker;
  asc_move_picker_init(&picker, worker, node->ply, node->tt_move, moves, count, move_scores);
  for (int i = 0; i < count && !worker->is_over; i++) {
    bool full_depth;
    int index = asc_move_picker_next(&picker, &full_depth);
    if (overlooks(worker, node->ply, node->hash, moves[index]) && (tried > 0 || i + 1 < count)) {
      tally->upper = 0;
      continue;
    }
    asc_value alpha = tally->best > node->alpha ? tally->best : node->alpha;
    int reduced = full_depth ? 0 : reduction(worker, node, tried);
    asc_value_result found = search_one_move(worker, node, moves[index], tried++, reduced, alpha);
    if (worker->is_over) break;
    tally_add(tally, found, index);
    if (found.value <= alpha) continue;
    line_prepend(worker, node->ply, moves[index]);
    if (found.value < node->beta) continue;
    asc_move_picker_reward_cutoff(worker, node->ply, node->depth, moves[index]);
    if (i + 1 < count) tally->upper = 0;
    break;
  }
}

/* Combines the results of the moves with the bounds proved before. */
static asc_value_result conclude(const search_node *node, const move_tally *tally) {
  asc_value_result found = {tally->best, tally->lower | tally->upper};
  if (found.value >= node->ceiling) found = (asc_value_result){node->ceiling, found.proved | ASC_PROVED_UPPER};
  if (found.value <= node->floor) found = (asc_value_result){node->floor, found.proved | ASC_PROVED_LOWER};
  return found;
}

static asc_value_result search_moves(asc_worker *worker, search_node *node) {
  asc_move *moves = worker->moves + worker->move_top;
  int32_t *move_scores = worker->move_scores + worker->move_top;
  int count = worker->game->moves(worker->rules, &worker->frames[node->ply].position, moves);
  worker->move_top += count;
  move_tally tally = {-ASC_VALUE_MAX, 0, ASC_PROVED_UPPER, ASC_TT_NO_MOVE};
  try_moves(worker, node, moves, count, move_scores, &tally);
  worker->move_top -= count;
  asc_value_result found = conclude(node, &tally);
  if (!worker->is_over) tt_write(worker, node, found, tally.move);
  return found;
}

/* Quiescence search: at depth 0 only the quiescence moves of the game are searched. The player to move may also play
   none of them. */
static asc_value_result search_quiescence(asc_worker *worker, search_node *node) {
  asc_value_result stand_pat = value_unsearched(worker, node, estimate_of(worker, node));
  if (worker->proof_player != 0 || worker->knowledge.quiescence == NULL || node->depth <= -QUIESCENCE_PLIES ||
      stand_pat.value >= node->beta)
    return stand_pat;
  asc_move *moves = worker->moves + worker->move_top;
  int32_t *move_scores = worker->move_scores + worker->move_top;
  int count = worker->knowledge.quiescence(worker->rules, &worker->frames[node->ply].position, moves);
  if (count == 0) return stand_pat;
  worker->move_top += count;
  move_tally tally = {stand_pat.value, stand_pat.proved & ASC_PROVED_LOWER, 0, ASC_TT_NO_MOVE};
  try_moves(worker, node, moves, count, move_scores, &tally);
  worker->move_top -= count;
  return conclude(node, &tally);
}

/* A null window is a yes-or-no question, which the endgame solver of the game may answer near the end. */
static bool endgame_solve(asc_worker *worker, const search_node *node, asc_value_result *found) {
  const asc_search *search = worker->search;
  bool can_answer = worker->knowledge.solve_endgame != NULL && node->beta - node->alpha == 1;
  if (!can_answer || search->blindness.overlook_permille > 0 || search->task->plies_left > 0) return false;
  int32_t wanted = asc_value_to_min_score(node->beta), score;
  uint64_t nodes = 0;
  if (!worker->knowledge.solve_endgame(worker->rules, &worker->frames[node->ply].position, node->depth, wanted, &score,
                                       &nodes))
    return false;
  worker->nodes += nodes;
  worker->nodes_until_poll -= (int)nodes;
  *found = (asc_value_result){score * ASC_VALUE_STEP, score >= wanted ? ASC_PROVED_LOWER : ASC_PROVED_UPPER};
  tt_write(worker, node, *found, ASC_TT_NO_MOVE);
  return true;
}

asc_value_result asc_worker_search(asc_worker *worker, int ply, int depth, asc_value alpha, asc_value beta) {
  asc_worker_frame *frame = &worker->frames[ply];
  int32_t lower, upper;
  frame->line_length = 0;
  /* Step 1. Count the node and check the limits. */
  if (node_count(worker)) return (asc_value_result){0, 0};
  /* Step 2. Proved bounds of the game. */
  bounds_with_blindness(worker, ply, &lower, &upper);
  if (lower == upper)
    return (asc_value_result){asc_value_from_end_score(lower, ply * worker->ply_cost), ASC_PROVED_EXACT};
  /* Step 3. Oracle. */
  int32_t score;
  int plies;
  if (asc_worker_probe_oracle(worker, ply, &score, &plies))
    return (asc_value_result){asc_value_from_end_score(score, (ply + plies) * worker->ply_cost), ASC_PROVED_EXACT};
  /* Step 4. Cutoff by the proved bounds. */
  search_node node = {.ply = ply, .depth = depth, .alpha = alpha, .beta = beta};
  node.floor = worker->ply_cost ? asc_value_floor(lower) : lower * ASC_VALUE_STEP;
  node.ceiling = worker->ply_cost ? asc_value_ceiling(upper) : upper * ASC_VALUE_STEP;
  if (node.floor >= beta) return (asc_value_result){node.floor, ASC_PROVED_LOWER};
  if (node.ceiling <= alpha) return (asc_value_result){node.ceiling, ASC_PROVED_UPPER};
  /* Step 5. Repetition, ply limit, end of the stack. */
  if (is_repeated(worker, ply) || is_at_limit(worker, ply) ||
      (worker->leaves_cycles_open && frame->repetition_key != 0))
    return value_unsearched(worker, &node, 0);
  if (ply >= ASC_WORKER_MAX_PLY) return value_unsearched(worker, &node, estimate_of(worker, &node));

  /* Step 6. Quiescence search. */
  asc_value_result found;
  if (depth <= 0)
    return search_quiescence(worker, &node); /* an estimate is faster than a probe of the transposition table */
  /* Step 7. Transposition table, also under the symmetries of the board. */
  node.hash = transposition_hash(worker, &frame->position, ply, &node.settled);
  if (tt_probe(worker, &node, node.hash, &found)) return found;
  if (has_symmetric_hash(worker, &node) && tt_probe(worker, &node, symmetric_hash(worker, ply), &found)) return found;
  /* Step 8. Narrow the window to the proved bounds. */
  if (node.floor > node.alpha) node.alpha = node.floor;
  if (node.ceiling < node.beta) node.beta = node.ceiling;
  if (node.alpha >= node.beta)
    return (asc_value_result){node.floor, ASC_PROVED_LOWER | (node.floor == node.ceiling ? ASC_PROVED_UPPER : 0)};
  /* Step 9. Endgame solver of the game. */
  if (endgame_solve(worker, &node, &found)) return found;
  /* Step 10. Search the moves. */
  return search_moves(worker, &node);
}

int asc_worker_tt_move(const asc_worker *worker, int ply) {
  asc_tt_entry entry;
  asc_value settled;
  uint64_t hash = transposition_hash(worker, &worker->frames[ply].position, ply, &settled);
  return asc_tt_entry_probe(&worker->search->tt, hash, &entry) ? entry.move_number : ASC_TT_NO_MOVE;
}

void asc_worker_extend_line(asc_worker *worker, asc_move *line, int *length) {
  asc_position position;
  memcpy(&position, &worker->frames[0].position, worker->rules->position_size);
  for (int i = 0; i < *length; i++) worker->game->play(worker->rules, &position, line[i]);
  while (*length < ASC_LINE_MAX) {
    asc_tt_entry entry;
    asc_value settled;
    uint64_t hash = transposition_hash(worker, &position, *length, &settled);
    if (!asc_tt_entry_probe(&worker->search->tt, hash, &entry) || entry.move_number == ASC_TT_NO_MOVE) return;
    if (entry.bound != ASC_TT_BOUND_EXACT && entry.proved != ASC_PROVED_EXACT) return;
    asc_move *moves = worker->moves + worker->move_top;
    if (entry.move_number > worker->game->moves(worker->rules, &position, moves)) return;
    line[(*length)++] = moves[entry.move_number - 1];
    worker->game->play(worker->rules, &position, moves[entry.move_number - 1]);
  }
}
