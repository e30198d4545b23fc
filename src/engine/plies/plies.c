/* Iterative deepening over the moves of the root.

   Every move of the root keeps what was ever proved of it, so that what is told of the position is the truth about all
   moves, however deep the others have been searched. With several threads all search the same position and share the
   table; the first one's findings count.

   Where positions can come again, wins are deep and narrow. There a part of the run goes to the question whether the
   player to move can force one (proof.h); if so he plays it, whatever a guess promises elsewhere. */
#include "engine/common/defaults.h"
#include "engine/common/team.h"
#include "engine/proof/proof.h"
#include "worker.h"

#include <stdlib.h>
#include <string.h>

enum { ROOT_REDUCE_AFTER = 8, ROOT_REDUCE_DEPTH = 3, FORCED_DEPTH = 4 };

/* The nodes of the question whether there is a win: a part of those allowed, about a sixth of the time allowed, or so
   many where there is no limit. */
enum { PROOF_DEPTH = 3, PROOF_NODES_PART = 4, PROOF_NODES = 1 << 20 };

typedef struct root_move {
  asc_move move;
  asc_value value;
  int32_t least, most; /* proved scores */
  int length;
  asc_move line[ASC_LINE_MAX];
} root_move;

typedef struct asc_root {
  asc_worker *worker;
  int count, lines;
  int32_t least, most; /* of the position, by the game's bounds */
  root_move *moves;
} asc_root;

static void root_list(asc_root *root) {
  const asc_worker *worker = root->worker;
  const asc_task *task = worker->search->task;
  asc_move *moves = worker->moves;
  int count = worker->game->moves(worker->rules, task->position, moves);
  worker->knowledge.order(worker->rules, task->position, moves, count, worker->promise);
  root->count = 0;
  for (int i = 0; i < count; i++) {
    bool wanted = task->moves == NULL;
    for (int k = 0; !wanted && k < task->move_count; k++) wanted = task->moves[k] == moves[i];
    if (!wanted) continue;
    root->moves[root->count++] = (root_move){.move = moves[i],
                                             .value = worker->promise[i],
                                             .least = -ASC_SCORE_MOST,
                                             .most = root->most,
                                             .length = 1,
                                             .line = {moves[i]}};
  }
}

static int32_t within(int32_t score, int32_t least, int32_t most) {
  return score < least ? least : score > most ? most : score;
}

/* A guess never goes beyond what is proved. */
static int32_t score_of(const root_move *move) { return within(value_score(move->value), move->least, move->most); }

/* Of equal scores what is proved goes first, then the sooner win. */
static bool is_better(const root_move *a, const root_move *b) {
  int32_t score_a = score_of(a), score_b = score_of(b);
  if (score_a != score_b) return score_a > score_b;
  return a->least != b->least ? a->least > b->least : a->value > b->value;
}

/* The first so many moves, the best first, and stable: what is equal stays in its order. */
static void moves_sort(root_move *moves, int count) {
  for (int i = 1; i < count; i++) {
    root_move move = moves[i];
    int at = i;
    for (; at > 0 && is_better(&move, &moves[at - 1]); at--) moves[at] = moves[at - 1];
    moves[at] = move;
  }
}

static int root_open(asc_root *root, asc_worker *worker) {
  root->worker = worker;
  root->moves = calloc((size_t)worker->rules->moves_max, sizeof *root->moves);
  if (root->moves == NULL) return ASC_E_MEMORY;
  asc_worker_begin(worker);
  asc_worker_bounds(worker, 0, &root->least, &root->most);
  int32_t score;
  int plies;
  /* An oracle who knows the position but not its moves says what can be reached, not how: that is still to be found. */
  if (root->least < root->most && asc_worker_asks(worker, 0, &score, &plies)) root->most = score;
  root_list(root);
  moves_sort(root->moves, root->count);
  asc_value guess = value_of_estimate(worker->knowledge.evaluate(worker->rules, worker->search->task->position));
  for (int i = 0; i < root->count; i++) root->moves[i].value = guess;
  root->lines = worker->search->line_room < root->count ? worker->search->line_room : root->count;
  return ASC_OK;
}

static void move_learn(asc_root *root, root_move *move, asc_finding found) {
  const asc_frame *next = &root->worker->frames[1];
  int32_t score = value_score(found.value);
  move->value = found.value;
  if ((found.sure & SURE_LEAST) && score > move->least) move->least = score;
  if ((found.sure & SURE_MOST) && score < move->most) move->most = score;
  move->length = next->length < ASC_LINE_MAX - 1 ? next->length + 1 : ASC_LINE_MAX;
  move->line[0] = move->move;
  memcpy(move->line + 1, next->line, (size_t)(move->length - 1) * sizeof *move->line);
}

static asc_finding move_search(asc_worker *worker, const root_move *move, int index, int depth, asc_value alpha) {
  if (index > 0) {
    int reduced = worker->reduces && index >= ROOT_REDUCE_AFTER && depth >= ROOT_REDUCE_DEPTH;
    asc_finding found = asc_worker_search_move(worker, 0, move->move, depth - 1 - reduced, alpha, alpha + 1);
    if (reduced && found.value > alpha && !worker->over)
      found = asc_worker_search_move(worker, 0, move->move, depth - 1, alpha, alpha + 1);
    if (found.value <= alpha || worker->over) return found;
  }
  return asc_worker_search_move(worker, 0, move->move, depth - 1, alpha, VALUE_MOST);
}

/* Finds the best of the moves from `line` on and brings it there. False when the run ended before any was found. */
static bool line_search(asc_root *root, int line, int depth) {
  asc_worker *worker = root->worker;
  asc_value best = -VALUE_MOST;
  bool found_any = false;
  for (int i = line; i < root->count; i++) {
    root_move *move = &root->moves[i];
    asc_finding found = move_search(worker, move, i - line, depth, best);
    if (worker->over) return found_any;
    move_learn(root, move, found);
    if (found.value <= best) continue;
    best = found.value;
    root_move better = *move;
    memmove(&root->moves[line + 1], &root->moves[line], (size_t)(i - line) * sizeof better);
    root->moves[line] = better;
    found_any = true;
  }
  return found_any;
}

/* Where every move is wanted with its value, each is searched for itself. False when the run ended before all were. */
static bool all_search(asc_root *root, int depth) {
  asc_worker *worker = root->worker;
  for (int i = 0; i < root->count; i++) {
    asc_finding found = asc_worker_search_move(worker, 0, root->moves[i].move, depth - 1, -VALUE_MOST, VALUE_MOST);
    if (worker->over) return false;
    move_learn(root, &root->moves[i], found);
  }
  return true;
}

/* False when the run ended before anything new was found; of several lines, before all were found: half of them from
   this pass and half from the last would not compare. */
static bool lines_search(asc_root *root, int depth) {
  if (root->lines > 1 && root->lines == root->count) return all_search(root, depth);
  bool found = line_search(root, 0, depth);
  for (int line = 1; line < root->lines && !root->worker->over; line++) (void)line_search(root, line, depth);
  return found && (root->lines == 1 || !root->worker->over);
}

/* What is proved of the position: the best that is proved of any move, and that no move can be better than. */
static void root_proved(const asc_root *root, int32_t *least, int32_t *most) {
  *least = -ASC_SCORE_MOST;
  *most = -ASC_SCORE_MOST;
  for (int i = 0; i < root->count; i++) {
    if (root->moves[i].least > *least) *least = root->moves[i].least;
    if (root->moves[i].most > *most) *most = root->moves[i].most;
  }
  if (root->worker->search->task->moves == NULL && root->least > *least) *least = root->least;
}

static asc_certainty certainty_of(int32_t score, int32_t least, int32_t most) {
  if (least == most && score == least) return ASC_EXACT;
  if (score == least) return ASC_LOWER;
  return score == most ? ASC_UPPER : ASC_ESTIMATE;
}

/* The first line speaks of the position, the others of their moves. */
static void line_tell(asc_root *root, int index, int depth) {
  asc_search *search = root->worker->search;
  root_move *move = &root->moves[index];
  asc_line *line = &search->lines[index];
  int32_t least = move->least, most = move->most;
  if (index == 0) root_proved(root, &least, &most);
  int32_t score = within(value_score(move->value), least, most);
  *line = (asc_line){.certainty = certainty_of(score, least, most), .depth = depth, .length = move->length};
  line->score = asc_score_told(search->rules, score);
  memcpy(line->moves, move->line, (size_t)move->length * sizeof *move->line);
  asc_worker_extend_line(root->worker, line->moves, &line->length);
  if (search->rules->game->score != ASC_SCORE_CHANCE) return;
  int player = root->worker->frames[0].turn;
  line->chances[player - 1] = line->score;
  line->chances[2 - player] = 2 * ASC_SCORE_WIN - line->score;
}

static uint64_t proof_nodes(const asc_task *task) {
  int64_t time = task->soft > 0 ? task->soft : task->hard;
  if (task->nodes > 0) return task->nodes / PROOF_NODES_PART + 1;
  return time > 0 ? (uint64_t)time / 2 + 1 : PROOF_NODES;
}

static bool asks_for_win(const asc_root *root) {
  const asc_search *search = root->worker->search;
  const asc_task *task = search->task;
  return root->worker->game->key != NULL && !worker_is_limited(root->worker) && search->sight.seed == 0 &&
         task->moves == NULL && task->depth == 0 && root->lines == 1 && root->count > 1;
}

/* True when a win was proved. */
static bool root_prove(asc_root *root) {
  asc_search *search = root->worker->search;
  asc_proof_result result;
  asc_proof_question question = {.position = search->task->position,
                                 .player = root->worker->frames[0].turn,
                                 .score = 1,
                                 .plies_left = search->task->plies_left,
                                 .nodes = proof_nodes(search->task)};
  if (asc_proof_search(search, &question, &result) < 0 || result.answer != PROOF_YES || result.length == 0)
    return false;
  if (asc_task_goes_back(search->task, search->rules, result.line, 1)) return false;
  for (int i = 0; i < root->count; i++) {
    root_move *move = &root->moves[i];
    if (move->move != result.line[0] || move->least >= result.score) continue;
    move->least = result.score;
    move->length = result.length;
    memcpy(move->line, result.line, (size_t)result.length * sizeof *move->line);
  }
  return true;
}

/* A win that is proved goes before one that is hoped for. */
static void root_prefer_proved(asc_root *root) {
  int best = 0;
  for (int i = 1; i < root->count; i++)
    if (root->moves[i].least > root->moves[best].least) best = i;
  if (best == 0 || root->moves[best].least <= 0) return;
  root_move proved = root->moves[best];
  memmove(&root->moves[1], &root->moves[0], (size_t)best * sizeof proved);
  root->moves[0] = proved;
}

static void root_tell(asc_root *root, int depth) {
  asc_search *search = root->worker->search;
  if (root->lines == 1) root_prefer_proved(root);
  moves_sort(root->moves, root->lines); /* a later line may have turned out better than one before it */
  for (int i = 0; i < root->lines; i++) line_tell(root, i, depth);
  search->line_count = root->lines;
  asc_worker_tell_nodes(root->worker);
  asc_run_report(search, depth);
}

/* All lines are exact, and the first move is known to reach what the position is worth. */
static bool root_is_settled(const asc_root *root) {
  const asc_search *search = root->worker->search;
  for (int i = 0; i < search->line_count; i++)
    if (search->lines[i].certainty != ASC_EXACT) return false;
  return search->line_count > 0 && asc_score_told(search->rules, root->moves[0].least) == search->lines[0].score;
}

/* A move that has no choice needs no time of a clock. */
static bool root_is_forced(const asc_root *root, int depth) {
  return root->count == 1 && root->worker->search->task->soft > 0 && depth >= FORCED_DEPTH;
}

static void first_search(asc_root *root) {
  asc_search *search = root->worker->search;
  int deepest = search->task->depth > 0 && search->task->depth < PLIES_MAX ? search->task->depth : PLIES_MAX - 1;
  for (int depth = 1; depth <= deepest; depth++) {
    if (depth == PROOF_DEPTH && asks_for_win(root) && root_prove(root)) root_tell(root, depth - 1);
    if (lines_search(root, depth) || depth == 1) root_tell(root, depth);
    if (root->worker->over || root_is_settled(root) || root_is_forced(root, depth) || !asc_run_goes_on(search)) return;
  }
}

static void other_search(asc_root *root) {
  for (int depth = 1; depth < PLIES_MAX && !root->worker->over; depth++) (void)line_search(root, 0, depth);
}

/* Opens the worker and the root of every thread. Returns how many could be opened: with one the search works. */
static int roots_open(asc_search *search, asc_root *roots) {
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

static void roots_close(asc_root *roots, int count) {
  for (int i = 0; i < count; i++) {
    asc_worker_close(roots[i].worker);
    free(roots[i].moves);
  }
}

/* The others help as long as the first one searches. */
static void root_search(void *roots, int member) {
  asc_root *root = (asc_root *)roots + member;
  if (member > 0) {
    other_search(root);
    return;
  }
  first_search(root);
  atomic_store(&root->worker->search->ended, true);
}

static void roots_search(asc_root *roots, int count) {
  int worked = asc_team_run(count, root_search, roots);
  for (int i = 0; i < worked; i++) asc_worker_tell_nodes(roots[i].worker);
}

int asc_plies_run(asc_search *search) {
  asc_root roots[ASC_THREADS_MAX];
  int count = roots_open(search, roots);
  if (count > 0) roots_search(roots, count);
  roots_close(roots, count);
  return count > 0 ? ASC_OK : ASC_E_MEMORY;
}
