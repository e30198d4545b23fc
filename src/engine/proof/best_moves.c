/* The root moves that reach the proved score. Read exact.h first.

   Each move is tested with the method that found the score: null-window searches for both sides, or proof-number
   search. Moves that lead to images of the same position under the symmetries of the board share their answer. */
#include "exact.h"

#include <stdlib.h>
#include <string.h>

/* Node limits. A question about a move starts with QUESTION_NODES, and each round allows QUESTION_GROWTH times more.
   All moves together: MOVES_NODES plus MOVES_FACTOR times the nodes so far. */
enum { QUESTION_NODES = 1 << 14, QUESTION_GROWTH = 4, MOVES_NODES = 1 << 21, MOVES_FACTOR = 4 };

/* Asks one question. An error counts as an unknown answer. */
static asc_proof_result ask(asc_exact_search *exact, const void *position, int ply, int player, int32_t score) {
  int left = exact->search->task->plies_left;
  asc_proof_question question = {.position = position,
                                 .player = player,
                                 .target_score = score,
                                 .plies_left = left > 0 ? left - ply : 0,
                                 .max_nodes = exact->move_max_nodes};
  asc_proof_result result;
  if (asc_proof_search(exact->search, &question, &result) < 0) result = (asc_proof_result){0};
  return result;
}

/* The transposition table knows the question that settled the score. It may have had a lower or higher target than this
   one, but its answer is often enough. */
asc_proof_result asc_exact_ask_pns(asc_exact_search *exact, const void *position, int ply, int player, int32_t score) {
  int32_t settled = abs(exact->solution->lower),
          asked = (score > settled ? exact->last_no : exact->last_yes)[player - 1];
  asc_proof_result result = ask(exact, position, ply, player, asked > 0 ? asked : score);
  bool fits = result.answer == ASC_PROOF_YES ? result.score >= score : result.score < score;
  return fits || result.answer == ASC_PROOF_UNKNOWN ? result : ask(exact, position, ply, player, score);
}

/* Tries a proof for one side and then for the other. */
asc_proof_answer asc_exact_move_by_null_window(asc_exact_search *exact, int ply, asc_move move, int32_t score) {
  asc_worker *worker = exact->worker;
  asc_value beta = asc_value_floor(score);
  worker->is_over = false;
  worker->max_nodes = exact->can_repeat ? worker->nodes + exact->move_max_nodes : UINT64_MAX;
  for (int i = 0; i < 2; i++) {
    asc_exact_set_side(exact, i == 0 ? exact->player : 3 - exact->player);
    asc_value_result found = asc_worker_search_move(worker, ply, move, ASC_WORKER_MAX_PLY - 1, beta - 1, beta);
    if (worker->is_over) break;
    if ((found.proved & ASC_PROVED_LOWER) && found.value >= beta) return ASC_PROOF_YES;
    if ((found.proved & ASC_PROVED_UPPER) && found.value < beta) return ASC_PROOF_NO;
  }
  return ASC_PROOF_UNKNOWN;
}

/* If a draw is enough for the score, the question is whether the opponent fails to force more. */
asc_proof_answer asc_exact_move_by_pns(asc_exact_search *exact, int ply, asc_move move, int32_t score) {
  const asc_worker *worker = exact->worker;
  const asc_worker_frame *frame = &worker->frames[ply];
  asc_position next;
  memcpy(&next, &frame->position, worker->rules->position_size);
  worker->game->play(worker->rules, &next, move);
  if (score > 0) return asc_exact_ask_pns(exact, &next, ply + 1, frame->turn, score).answer;
  asc_proof_answer other = asc_exact_ask_pns(exact, &next, ply + 1, 3 - frame->turn, 1 - score).answer;
  return other == ASC_PROOF_UNKNOWN ? ASC_PROOF_UNKNOWN : other == ASC_PROOF_NO ? ASC_PROOF_YES : ASC_PROOF_NO;
}

static asc_proof_answer reaches(asc_exact_search *exact, asc_move move) {
  int32_t score = exact->solution->lower;
  asc_proof_answer answer = exact->used_pns ? ASC_PROOF_UNKNOWN : asc_exact_move_by_null_window(exact, 0, move, score);
  return answer == ASC_PROOF_UNKNOWN && exact->can_repeat ? asc_exact_move_by_pns(exact, 0, move, score) : answer;
}

/* The answer for a move, and for all moves that lead to images of the same position. */
typedef struct move_answer {
  uint64_t image; /* the same for all images of the position after the move */
  int twin;       /* index of the first of those moves, which holds the answer for all */
  asc_proof_answer answer;
} move_answer;

static uint64_t image_of(const asc_worker *worker, asc_move move) {
  const asc_rules *rules = worker->rules;
  asc_position next, image;
  memcpy(&next, &worker->frames[0].position, rules->position_size);
  worker->game->play(rules, &next, move);
  uint64_t smallest = worker->game->hash(rules, &next);
  for (int symmetry = 1; symmetry < rules->symmetries; symmetry++) {
    worker->game->transform(rules, symmetry, &next, &image);
    uint64_t hash = worker->game->hash(rules, &image);
    if (hash < smallest) smallest = hash;
  }
  return smallest;
}

/* Groups moves that lead to images of the same position. The first move of the line is known to reach the score. */
static void group_moves(const asc_exact_search *exact, move_answer *answers, int count) {
  const asc_solution *solution = exact->solution;
  for (int i = 0; i < count; i++) {
    asc_move move = exact->worker->moves[i];
    answers[i] = (move_answer){.image = image_of(exact->worker, move)};
    while (answers[answers[i].twin].image != answers[i].image) answers[i].twin++;
    if (solution->line_length > 0 && solution->line[0] == move) answers[answers[i].twin].answer = ASC_PROOF_YES;
  }
}

/* Tests the moves that are still open. Returns true if any stays open. */
static bool test_round(asc_exact_search *exact, move_answer *answers, int count) {
  bool open = false;
  for (int i = 0; i < count; i++) {
    move_answer *entry = &answers[i];
    if (entry->twin != i || entry->answer != ASC_PROOF_UNKNOWN) continue;
    if (!asc_search_is_over(exact->search)) entry->answer = reaches(exact, exact->worker->moves[i]);
    open = open || entry->answer == ASC_PROOF_UNKNOWN;
  }
  return open;
}

/* Tests in rounds with more and more nodes per question, so that a hard question does not delay the others. */
static void test_moves(asc_exact_search *exact, move_answer *answers, int count) {
  uint64_t nodes_before = atomic_load(&exact->search->nodes),
           max_nodes = nodes_before + MOVES_NODES + nodes_before * MOVES_FACTOR;
  exact->move_max_nodes = QUESTION_NODES;
  while (test_round(exact, answers, count) && exact->can_repeat && !asc_search_is_over(exact->search)) {
    asc_worker_flush_nodes(exact->worker);
    uint64_t nodes = atomic_load(&exact->search->nodes);
    if (nodes >= max_nodes) return;
    exact->move_max_nodes *= QUESTION_GROWTH;
    if (exact->move_max_nodes > max_nodes - nodes) exact->move_max_nodes = max_nodes - nodes;
  }
}

int asc_exact_find_best_moves(asc_exact_search *exact) {
  asc_worker *worker = exact->worker;
  asc_solution *solution = exact->solution;
  int count = worker->game->moves(worker->rules, &worker->frames[0].position, worker->moves);
  move_answer *answers = malloc((size_t)count * sizeof *answers);
  if (answers == NULL) return ASC_E_MEMORY;
  worker->move_top = count;
  group_moves(exact, answers, count);
  test_moves(exact, answers, count);
  solution->others_worse = true;
  for (int i = 0; i < count; i++) {
    asc_proof_answer answer = answers[answers[i].twin].answer;
    if (answer == ASC_PROOF_YES) exact->search->best_moves[solution->best_count++] = worker->moves[i];
    if (answer == ASC_PROOF_UNKNOWN) solution->others_worse = false;
  }
  solution->best = exact->search->best_moves;
  free(answers);
  return ASC_OK;
}
