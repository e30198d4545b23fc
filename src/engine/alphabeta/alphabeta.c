/* The root of alpha-beta search: iterative deepening over the root moves, and the reported lines.

   Every root move remembers all that was ever proved about it. So a reported bound on the position is true for all
   moves, even if most were searched less deeply. With several threads, all of them search the same position and share
   the transposition table. Only the results of the first thread are reported.

   If positions can repeat, wins are deep and narrow. Then a part of the search goes to a proof-number search (proof.h)
   for a forced win. If there is one, it is played, whatever an estimate promises elsewhere. */
#include "engine/common/defaults.h"
#include "engine/common/parallel.h"
#include "engine/proof/proof.h"
#include "worker.h"

#include <stdlib.h>
#include <string.h>

enum { ROOT_REDUCE_AFTER = 8, ROOT_REDUCE_DEPTH = 3, FORCED_DEPTH = 4 };

/* The node limit of the proof-number search: 1/PROOF_NODES_PART of the node limit; else about a sixth of the time; else
   PROOF_NODES if there is no limit. */
enum { PROOF_DEPTH = 3, PROOF_NODES_PART = 4, PROOF_NODES = 1 << 20 };

typedef struct root_move {
  asc_move move;
  asc_value value;
  int32_t lower, upper; /* proved bounds of the score */
  int length;
  asc_move line[ASC_LINE_MAX];
} root_move;

typedef struct search_root {
  asc_worker *worker;
  int count, lines;
  int32_t lower, upper; /* of the score of the position, by the bounds of the game and the oracle */
  root_move *moves;
} search_root;

/* Lists the root moves that the task allows. Their first values are the scores of the game, for sorting only. */
static void root_list(search_root *root) {
  const asc_worker *worker = root->worker;
  const asc_search_task *task = worker->search->task;
  asc_move *moves = worker->moves;
  int count = worker->game->moves(worker->rules, task->position, moves);
  worker->knowledge.order(worker->rules, task->position, moves, count, worker->move_scores);
  root->count = 0;
  for (int i = 0; i < count; i++) {
    bool is_allowed = task->root_moves == NULL;
    for (int k = 0; !is_allowed && k < task->root_move_count; k++) is_allowed = task->root_moves[k] == moves[i];
    if (!is_allowed) continue;
    root->moves[root->count++] = (root_move){.move = moves[i],
                                             .value = worker->move_scores[i],
                                             .lower = -ASC_SCORE_MAX,
                                             .upper = root->upper,
                                             .length = 1,
                                             .line = {moves[i]}};
  }
}

static int32_t clamp(int32_t score, int32_t lower, int32_t upper) {
  return score < lower ? lower : score > upper ? upper : score;
}

/* An estimate never goes beyond proved bounds. */
static int32_t score_of(const root_move *move) {
  return clamp(asc_value_to_score(move->value), move->lower, move->upper);
}

/* Compares by score, then by what is proved, then by the sooner win. */
static bool is_better(const root_move *a, const root_move *b) {
  int32_t score_a = score_of(a), score_b = score_of(b);
  if (score_a != score_b) return score_a > score_b;
  return a->lower != b->lower ? a->lower > b->lower : a->value > b->value;
}

/* Sorts the first `count` moves, best first. The sort is stable. */
static void moves_sort(root_move *moves, int count) {
  for (int i = 1; i < count; i++) {
    root_move move = moves[i];
    int at = i;
    for (; at > 0 && is_better(&move, &moves[at - 1]); at--) moves[at] = moves[at - 1];
    moves[at] = move;
  }
}

static int root_open(search_root *root, asc_worker *worker) {
  root->worker = worker;
  root->moves = calloc((size_t)worker->rules->moves_max, sizeof *root->moves);
  if (root->moves == NULL) return ASC_E_MEMORY;
  asc_worker_set_root(worker);
  asc_worker_bounds(worker, 0, &root->lower, &root->upper);
  int32_t score;
  int plies;
  /* If an oracle knows the position but not its moves, its score is only an upper bound: the move is still to be
     found. */
  if (root->lower < root->upper && asc_worker_probe_oracle(worker, 0, &score, &plies)) root->upper = score;
  root_list(root);
  moves_sort(root->moves, root->count);
  asc_value estimate =
      asc_value_from_estimate(worker->knowledge.evaluate(worker->rules, worker->search->task->position));
  for (int i = 0; i < root->count; i++) root->moves[i].value = estimate;
  root->lines = worker->search->line_capacity < root->count ? worker->search->line_capacity : root->count;
  return ASC_OK;
}

static void move_update(search_root *root, root_move *move, asc_value_result found) {
  const asc_worker_frame *next = &root->worker->frames[1];
  int32_t score = asc_value_to_score(found.value);
  move->value = found.value;
  if ((found.proved & ASC_PROVED_LOWER) && score > move->lower) move->lower = score;
  if ((found.proved & ASC_PROVED_UPPER) && score < move->upper) move->upper = score;
  move->length = next->line_length < ASC_LINE_MAX - 1 ? next->line_length + 1 : ASC_LINE_MAX;
  move->line[0] = move->move;
  memcpy(move->line + 1, next->line, (size_t)(move->length - 1) * sizeof *move->line);
}

static asc_value_result move_search(asc_worker *worker, const root_move *move, int index, int depth, asc_value alpha) {
  if (index > 0) {
    int reduced = worker->reduces_late_moves && index >= ROOT_REDUCE_AFTER && depth >= ROOT_REDUCE_DEPTH;
    asc_value_result found = asc_worker_search_move(worker, 0, move->move, depth - 1 - reduced, alpha, alpha + 1);
    if (reduced && found.value > alpha && !worker->is_over)
      found = asc_worker_search_move(worker, 0, move->move, depth - 1, alpha, alpha + 1);
    if (found.value <= alpha || worker->is_over) return found;
  }
  return asc_worker_search_move(worker, 0, move->move, depth - 1, alpha, ASC_VALUE_MAX);
}

/* Finds the best of the moves from index `line` on, and moves it to that index. Returns false if the search ended
   before any was found. */
static bool line_search(search_root *root, int line, int depth) {
  asc_worker *worker = root->worker;
  asc_value best = -ASC_VALUE_MAX;
  bool found_any = false;
  for (int i = line; i < root->count; i++) {
    root_move *move = &root->moves[i];
    asc_value_result found = move_search(worker, move, i - line, depth, best);
    if (worker->is_over) return found_any;
    move_update(root, move, found);
    if (found.value <= best) continue;
    best = found.value;
    root_move better = *move;
    memmove(&root->moves[line + 1], &root->moves[line], (size_t)(i - line) * sizeof better);
    root->moves[line] = better;
    found_any = true;
  }
  return found_any;
}

/* Searches each move with a full window, for tasks that ask for the value of every move. Returns false if the search
   ended before all were searched. */
static bool all_moves_search(search_root *root, int depth) {
  asc_worker *worker = root->worker;
  for (int i = 0; i < root->count; i++) {
    asc_value_result found =
        asc_worker_search_move(worker, 0, root->moves[i].move, depth - 1, -ASC_VALUE_MAX, ASC_VALUE_MAX);
    if (worker->is_over) return false;
    move_update(root, &root->moves[i], found);
  }
  return true;
}

/* Searches all lines at one depth. Returns false if the search ended before anything new was found, or with several
   lines before all were found: lines of different depths cannot be compared. */
static bool lines_search(search_root *root, int depth) {
  if (root->lines > 1 && root->lines == root->count) return all_moves_search(root, depth);
  bool found = line_search(root, 0, depth);
  for (int line = 1; line < root->lines && !root->worker->is_over; line++) (void)line_search(root, line, depth);
  return found && (root->lines == 1 || !root->worker->is_over);
}

/* Fills in the proved bounds of the position: the best lower bound and the best upper bound of any move. */
static void root_bounds(const search_root *root, int32_t *lower, int32_t *upper) {
  *lower = -ASC_SCORE_MAX;
  *upper = -ASC_SCORE_MAX;
  for (int i = 0; i < root->count; i++) {
    if (root->moves[i].lower > *lower) *lower = root->moves[i].lower;
    if (root->moves[i].upper > *upper) *upper = root->moves[i].upper;
  }
  if (root->worker->search->task->root_moves == NULL && root->lower > *lower) *lower = root->lower;
}

static asc_certainty certainty_of(int32_t score, int32_t lower, int32_t upper) {
  if (lower == upper && score == lower) return ASC_EXACT;
  if (score == lower) return ASC_LOWER;
  return score == upper ? ASC_UPPER : ASC_ESTIMATE;
}

/* Fills one line of the search. The first line has the score of the position, the others that of their move. */
static void line_fill(search_root *root, int index, int depth) {
  asc_search *search = root->worker->search;
  root_move *move = &root->moves[index];
  asc_line *line = &search->lines[index];
  int32_t lower = move->lower, upper = move->upper;
  if (index == 0) root_bounds(root, &lower, &upper);
  int32_t score = clamp(asc_value_to_score(move->value), lower, upper);
  *line = (asc_line){.certainty = certainty_of(score, lower, upper), .depth = depth, .length = move->length};
  line->score = asc_score_to_reported(search->rules, score);
  memcpy(line->moves, move->line, (size_t)move->length * sizeof *move->line);
  asc_worker_extend_line(root->worker, line->moves, &line->length);
  if (search->rules->game->score != ASC_SCORE_CHANCE) return;
  int player = root->worker->frames[0].turn;
  line->chances[player - 1] = line->score;
  line->chances[2 - player] = 2 * ASC_SCORE_WIN - line->score;
}

static uint64_t proof_nodes(const asc_search_task *task) {
  int64_t time_us = task->soft_us > 0 ? task->soft_us : task->hard_us;
  if (task->nodes > 0) return task->nodes / PROOF_NODES_PART + 1;
  return time_us > 0 ? (uint64_t)time_us / 2 + 1 : PROOF_NODES;
}

/* Returns true if a proof-number search for a win makes sense for this task. */
static bool should_prove_win(const search_root *root) {
  const asc_search *search = root->worker->search;
  const asc_search_task *task = search->task;
  return root->worker->game->repetition_key != NULL && !asc_worker_may_reach_ply_limit(root->worker) &&
         search->blindness.seed == 0 && task->root_moves == NULL && task->depth == 0 && root->lines == 1 &&
         root->count > 1;
}

/* Searches for a forced win. Returns true if it was proved. */
static bool root_prove_win(search_root *root) {
  asc_search *search = root->worker->search;
  asc_proof_result result;
  asc_proof_question question = {.position = search->task->position,
                                 .player = root->worker->frames[0].turn,
                                 .target_score = 1,
                                 .plies_left = search->task->plies_left,
                                 .max_nodes = proof_nodes(search->task)};
  if (asc_proof_search(search, &question, &result) < 0 || result.answer != ASC_PROOF_YES || result.line_length == 0)
    return false;
  if (asc_search_line_repeats_game(search->task, search->rules, result.line, 1)) return false;
  for (int i = 0; i < root->count; i++) {
    root_move *move = &root->moves[i];
    if (move->move != result.line[0] || move->lower >= result.score) continue;
    move->lower = result.score;
    move->length = result.line_length;
    memcpy(move->line, result.line, (size_t)result.line_length * sizeof *move->line);
  }
  return true;
}

/* Moves the best proved win to the front, before moves that only seem better. */
static void root_promote_proved(search_root *root) {
  int best = 0;
  for (int i = 1; i < root->count; i++)
    if (root->moves[i].lower > root->moves[best].lower) best = i;
  if (best == 0 || root->moves[best].lower <= 0) return;
  root_move proved = root->moves[best];
  memmove(&root->moves[1], &root->moves[0], (size_t)best * sizeof proved);
  root->moves[0] = proved;
}

static void root_report(search_root *root, int depth) {
  asc_search *search = root->worker->search;
  if (root->lines == 1) root_promote_proved(root);
  moves_sort(root->moves, root->lines); /* a later line may have turned out better than an earlier one */
  for (int i = 0; i < root->lines; i++) line_fill(root, i, depth);
  search->line_count = root->lines;
  asc_worker_flush_nodes(root->worker);
  asc_search_send_report(search, depth);
}

/* Returns true if all lines are exact and the first move is proved to reach the score of the position. */
static bool root_is_settled(const search_root *root) {
  const asc_search *search = root->worker->search;
  for (int i = 0; i < search->line_count; i++)
    if (search->lines[i].certainty != ASC_EXACT) return false;
  return search->line_count > 0 && asc_score_to_reported(search->rules, root->moves[0].lower) == search->lines[0].score;
}

/* Returns true if a single legal move needs no more time of the clock. */
static bool root_is_forced(const search_root *root, int depth) {
  return root->count == 1 && root->worker->search->task->soft_us > 0 && depth >= FORCED_DEPTH;
}

static void first_thread_search(search_root *root) {
  asc_search *search = root->worker->search;
  int max_depth = search->task->depth > 0 && search->task->depth < ASC_WORKER_MAX_PLY ? search->task->depth
                                                                                      : ASC_WORKER_MAX_PLY - 1;
  for (int depth = 1; depth <= max_depth; depth++) {
    if (depth == PROOF_DEPTH && should_prove_win(root) && root_prove_win(root)) root_report(root, depth - 1);
    if (lines_search(root, depth) || depth == 1) root_report(root, depth);
    if (root->worker->is_over || root_is_settled(root) || root_is_forced(root, depth) ||
        !asc_search_should_continue(search))
      return;
  }
}

static void other_thread_search(search_root *root) {
  for (int depth = 1; depth < ASC_WORKER_MAX_PLY && !root->worker->is_over; depth++) (void)line_search(root, 0, depth);
}

/* Opens a worker and a root for every thread. Returns how many were opened; one is enough for a search. */
static int roots_open(asc_search *search, search_root *roots) {
  for (int i = 0; i < search->threads; i++) {
    asc_worker *worker = asc_worker_open(search);
    if (worker == NULL) return i;
    if (root_open(&roots[i], worker) < 0) {
      asc_worker_close(worker);
      return i;
    }
  }
  return search->threads;
}

static void roots_close(search_root *roots, int count) {
  for (int i = 0; i < count; i++) {
    asc_worker_close(roots[i].worker);
    free(roots[i].moves);
  }
}

/* The other threads search until the first is done. */
static void root_search(void *roots, int member) {
  search_root *root = (search_root *)roots + member;
  if (member > 0) {
    other_thread_search(root);
    return;
  }
  first_thread_search(root);
  atomic_store(&root->worker->search->is_finished, true);
}

static void roots_search(search_root *roots, int count) {
  int started = asc_parallel_call(count, root_search, roots);
  for (int i = 0; i < started; i++) asc_worker_flush_nodes(roots[i].worker);
}

int asc_alphabeta_run(asc_search *search) {
  search_root roots[ASC_THREADS_MAX];
  int count = roots_open(search, roots);
  if (count > 0) roots_search(roots, count);
  roots_close(roots, count);
  return count > 0 ? ASC_OK : ASC_E_MEMORY;
}
