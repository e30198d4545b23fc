/* A line of best play: every move is proved to keep the score of the root, for both sides. Read exact.h first.

   If no position can repeat, any such move will do, and the transposition table suggests one. Otherwise the winner must
   make progress, and follows the shortest path of a proof-number search, in which the loser holds out. But the loser
   may give away points there. So the loser's move is checked, and if it does not keep the score, the other moves are.

   The transposition table is full of answers, so this costs little. The line ends if it costs too much or a draw starts
   to repeat. */
#include "engine/alphabeta/move_picker.h"
#include "exact.h"

/* Node limits. The line: LINE_NODES plus 1/LINE_PART of the nodes of the proof. Each question: 1/QUESTION_PART of
   that. */
enum { LINE_NODES = 1 << 16, LINE_PART = 4, QUESTION_PART = 4 };

/* Decides whether a move reaches a score: see exact.h. */
typedef asc_proof_answer (*move_tester)(asc_exact_search *exact, int ply, asc_move move, int32_t score);

static bool is_exhausted(asc_exact_search *exact, uint64_t max_nodes) {
  asc_worker_flush_nodes(exact->worker);
  return atomic_load(&exact->search->nodes) >= max_nodes || asc_search_is_over(exact->search);
}

/* Finds the first move at `ply` that keeps the score, and writes it to the line. `first_try` is 1 plus the index of the
   move to try first, or 0. */
static bool find_move_with(asc_exact_search *exact, int ply, int32_t score, int first_try, uint64_t max_nodes,
                           move_tester test) {
  asc_worker *worker = exact->worker;
  asc_move *moves = worker->moves + worker->move_top;
  int count = worker->game->moves(worker->rules, &worker->frames[ply].position, moves);
  asc_move_picker picker;
  asc_move_picker_init(&picker, worker, ply, first_try, moves, count, worker->move_scores + worker->move_top);
  worker->move_top += count;
  bool found = false;
  for (int i = 0; i < count && !found && (i == 0 || !is_exhausted(exact, max_nodes)); i++) {
    bool full_depth;
    asc_move move = moves[asc_move_picker_next(&picker, &full_depth)];
    found = test(exact, ply, move, score) == ASC_PROOF_YES;
    exact->solution->line[ply] = move;
  }
  worker->move_top -= count;
  return found;
}

static bool find_by_null_window(asc_exact_search *exact, int ply, int32_t score, uint64_t max_nodes) {
  int first_try = 0;
  for (int i = 0; i < 2 && first_try == 0; i++) {
    asc_exact_set_side(exact, i == 0 ? exact->player : 3 - exact->player);
    first_try = asc_worker_tt_move(exact->worker, ply);
  }
  return find_move_with(exact, ply, score, first_try, max_nodes, asc_exact_move_by_null_window);
}

/* Returns 1 plus the index of a move in the list of moves, or 0. */
static int move_number(const asc_worker *worker, int ply, asc_move move) {
  asc_move *moves = worker->moves + worker->move_top;
  int count = worker->game->moves(worker->rules, &worker->frames[ply].position, moves), index = 0;
  while (index < count && moves[index] != move) index++;
  return index < count ? index + 1 : 0;
}

/* Finds the move of the line by proof-number search. The first move of a win was found together with the score. */
static bool find_by_pns(asc_exact_search *exact, int ply, int32_t score, uint64_t max_nodes) {
  if (ply == 0 && score > 0 && exact->last_yes[exact->player - 1] > 0) {
    exact->solution->line[0] = exact->first_move;
    return true;
  }
  if (score == 0) return find_move_with(exact, ply, score, 0, max_nodes, asc_exact_move_by_pns);
  const asc_worker_frame *frame = &exact->worker->frames[ply];
  int winner = score > 0 ? frame->turn : 3 - frame->turn;
  asc_proof_result result = asc_exact_ask_pns(exact, &frame->position, ply, winner, score > 0 ? score : -score);
  if (result.answer != ASC_PROOF_YES || result.line_length == 0) return false;
  exact->solution->line[ply] = result.line[0];
  if (score > 0) return true;
  return find_move_with(exact, ply, score, move_number(exact->worker, ply, result.line[0]), max_nodes,
                        asc_exact_move_by_pns);
}

/* Finds the move of the line at `ply`. `score` is the proved score for the player to move there. */
static bool find_move(asc_exact_search *exact, int ply, int32_t score, uint64_t max_nodes) {
  if (!exact->used_pns && find_by_null_window(exact, ply, score, max_nodes)) return true;
  return exact->can_repeat && find_by_pns(exact, ply, score, max_nodes);
}

static bool has_repeated(const asc_worker *worker, int ply) {
  uint64_t key = worker->frames[ply].repetition_key;
  for (int before = 0; key != 0 && before < ply; before++)
    if (worker->frames[before].repetition_key == key) return true;
  return false;
}

void asc_exact_find_line(asc_exact_search *exact) {
  asc_worker *worker = exact->worker;
  asc_solution *solution = exact->solution;
  uint64_t line_nodes = LINE_NODES + solution->nodes / LINE_PART,
           max_nodes = atomic_load(&exact->search->nodes) + line_nodes;
  int32_t score = solution->lower;
  asc_outcome outcome;
  exact->move_max_nodes = line_nodes / QUESTION_PART;
  for (int ply = 0; ply < ASC_LINE_MAX; ply++) {
    if (!find_move(exact, ply, score, max_nodes)) return;
    solution->line_length++;
    asc_worker_play(worker, ply, solution->line[ply]);
    if (worker->game->outcome(worker->rules, &worker->frames[ply + 1].position, &outcome)) return;
    if (has_repeated(worker, ply + 1)) return;
    if (worker->frames[ply + 1].turn != worker->frames[ply].turn) score = -score;
  }
}
