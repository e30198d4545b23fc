/* Which moves of the root reach the score that is proved.

   Each is asked about in the way that found the score: by a null-window search for one side and for the other, or by
   proof numbers. Moves that lead to images of one position under the board's symmetries share their answer. */
#include "exact.h"

#include <stdlib.h>
#include <string.h>

/* In nodes: the first question about a move, and the factor from one round to the next; for all moves together so many,
   and so many times what the proof took. */
enum { QUESTION_BUDGET = 1 << 14, QUESTION_GROWTH = 4, MOVES_BUDGET = 1 << 21, MOVES_PART = 4 };

static asc_proof_result ask(asc_proof *proof, const void *position, int ply, int player, int32_t score) {
  int left = proof->search->task->plies_left;
  asc_proof_question question = {.position = position,
                                 .player = player,
                                 .score = score,
                                 .plies_left = left > 0 ? left - ply : 0,
                                 .nodes = proof->move_budget};
  asc_proof_result result;
  if (asc_proof_search(proof->search, &question, &result) < 0) result = (asc_proof_result){0};
  return result;
}

/* The table knows the question that settled the score. It may have been for less or for more than this one is. */
asc_proof_result asc_proof_ask(asc_proof *proof, const void *position, int ply, int player, int32_t score) {
  int32_t settled = abs(proof->solution->least), known = (score > settled ? proof->no : proof->yes)[player - 1];
  asc_proof_result result = ask(proof, position, ply, player, known > 0 ? known : score);
  bool fits = result.answer == PROOF_YES ? result.score >= score : result.score < score;
  return fits || result.answer == PROOF_UNKNOWN ? result : ask(proof, position, ply, player, score);
}

/* For one side and then for the other. */
asc_proof_answer asc_proof_try(asc_proof *proof, int ply, asc_move move, int32_t score) {
  asc_worker *worker = proof->worker;
  asc_value beta = value_floor(score);
  worker->over = false;
  worker->budget = proof->cycles ? worker->nodes + proof->move_budget : UINT64_MAX;
  for (int i = 0; i < 2; i++) {
    asc_proof_for(proof, i == 0 ? proof->player : 3 - proof->player);
    asc_finding found = asc_worker_search_move(worker, ply, move, PLIES_MAX - 1, beta - 1, beta);
    if (worker->over) break;
    if ((found.sure & SURE_LEAST) && found.value >= beta) return PROOF_YES;
    if ((found.sure & SURE_MOST) && found.value < beta) return PROOF_NO;
  }
  return PROOF_UNKNOWN;
}

/* Where a draw is enough for the score, it is the other who must fail. */
asc_proof_answer asc_proof_ask_about(asc_proof *proof, int ply, asc_move move, int32_t score) {
  const asc_worker *worker = proof->worker;
  const asc_frame *frame = &worker->frames[ply];
  asc_position next;
  memcpy(&next, &frame->position, worker->rules->position_size);
  worker->game->play(worker->rules, &next, move);
  if (score > 0) return asc_proof_ask(proof, &next, ply + 1, frame->turn, score).answer;
  asc_proof_answer other = asc_proof_ask(proof, &next, ply + 1, 3 - frame->turn, 1 - score).answer;
  return other == PROOF_UNKNOWN ? PROOF_UNKNOWN : other == PROOF_NO ? PROOF_YES : PROOF_NO;
}

static asc_proof_answer reaches(asc_proof *proof, asc_move move) {
  int32_t score = proof->solution->least;
  asc_proof_answer answer = proof->by_numbers ? PROOF_UNKNOWN : asc_proof_try(proof, 0, move, score);
  return answer == PROOF_UNKNOWN && proof->cycles ? asc_proof_ask_about(proof, 0, move, score) : answer;
}

/* What was found out about a move, and with it about those that lead to images of the same position. */
typedef struct move_verdict {
  uint64_t image;
  int twin; /* the first of them: its answer counts for all */
  asc_proof_answer answer;
} move_verdict;

static uint64_t image_of(const asc_worker *worker, asc_move move) {
  const asc_rules *rules = worker->rules;
  asc_position next, image;
  memcpy(&next, &worker->frames[0].position, rules->position_size);
  worker->game->play(rules, &next, move);
  uint64_t least = worker->game->hash(rules, &next);
  for (int symmetry = 1; symmetry < rules->symmetries; symmetry++) {
    worker->game->transform(rules, symmetry, &next, &image);
    uint64_t hash = worker->game->hash(rules, &image);
    if (hash < least) least = hash;
  }
  return least;
}

/* Moves that lead to images of one position have the first of them as their twin. The move of the line is known. */
static void begin(const asc_proof *proof, move_verdict *verdicts, int count) {
  const asc_solution *solution = proof->solution;
  for (int i = 0; i < count; i++) {
    asc_move move = proof->worker->moves[i];
    verdicts[i] = (move_verdict){.image = image_of(proof->worker, move)};
    while (verdicts[verdicts[i].twin].image != verdicts[i].image) verdicts[i].twin++;
    if (solution->length > 0 && solution->line[0] == move) verdicts[verdicts[i].twin].answer = PROOF_YES;
  }
}

/* Asks about the moves that are still open. False when none is left. */
static bool judge_round(asc_proof *proof, move_verdict *verdicts, int count) {
  bool open = false;
  for (int i = 0; i < count; i++) {
    move_verdict *verdict = &verdicts[i];
    if (verdict->twin != i || verdict->answer != PROOF_UNKNOWN) continue;
    if (!asc_run_is_over(proof->search)) verdict->answer = reaches(proof, proof->worker->moves[i]);
    open = open || verdict->answer == PROOF_UNKNOWN;
  }
  return open;
}

/* In rounds with more and more nodes for a question, so that a hard one does not keep the others waiting. */
static void judge(asc_proof *proof, move_verdict *verdicts, int count) {
  uint64_t begun = atomic_load(&proof->search->nodes), most = begun + MOVES_BUDGET + begun * MOVES_PART;
  proof->move_budget = QUESTION_BUDGET;
  while (judge_round(proof, verdicts, count) && proof->cycles && !asc_run_is_over(proof->search)) {
    asc_worker_tell_nodes(proof->worker);
    uint64_t nodes = atomic_load(&proof->search->nodes);
    if (nodes >= most) return;
    proof->move_budget *= QUESTION_GROWTH;
    if (proof->move_budget > most - nodes) proof->move_budget = most - nodes;
  }
}

int asc_proof_find_best(asc_proof *proof) {
  asc_worker *worker = proof->worker;
  asc_solution *solution = proof->solution;
  int count = worker->game->moves(worker->rules, &worker->frames[0].position, worker->moves);
  move_verdict *verdicts = malloc((size_t)count * sizeof *verdicts);
  if (verdicts == NULL) return ASC_E_MEMORY;
  worker->top = count;
  begin(proof, verdicts, count);
  judge(proof, verdicts, count);
  solution->best_all = true;
  for (int i = 0; i < count; i++) {
    asc_proof_answer answer = verdicts[verdicts[i].twin].answer;
    if (answer == PROOF_YES) proof->search->best[solution->best_count++] = worker->moves[i];
    if (answer == PROOF_UNKNOWN) solution->best_all = false;
  }
  solution->best = proof->search->best;
  free(verdicts);
  return ASC_OK;
}
