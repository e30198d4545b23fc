/* A line of best play: every move of it is proved to keep the score of the root, for one side as for the other.

   Where no position comes again, any such move will do, and the table suggests one. Where one can, who wins must get
   on: he takes the shortest way of a proof by numbers, in which the other holds out. But the other may give away points
   there, so his move is asked about, and where it does not keep the score the next one is.

   With the table full of answers all this takes little. When it takes too much, or a draw goes round, the line ends. */
#include "engine/plies/picker.h"
#include "exact.h"

/* In nodes: so many, and one in so many of those that the proof took; a question takes at most one in so many of it. */
enum { LINE_BUDGET = 1 << 16, LINE_PART = 4, QUESTION_PART = 4 };

typedef asc_proof_answer (*asc_asker)(asc_proof *proof, int ply, asc_move move, int32_t score);

static bool is_spent(asc_proof *proof, uint64_t most) {
  asc_worker_tell_nodes(proof->worker);
  return atomic_load(&proof->search->nodes) >= most || asc_run_is_over(proof->search);
}

/* The first move at `ply` that keeps the score. The hint, one more than an index or 0, is tried before the others. */
static bool find_keeping(asc_proof *proof, int ply, int32_t score, int hint, uint64_t most, asc_asker ask) {
  asc_worker *worker = proof->worker;
  asc_move *moves = worker->moves + worker->top;
  int count = worker->game->moves(worker->rules, &worker->frames[ply].position, moves);
  asc_picker picker;
  asc_picker_open(&picker, worker, ply, hint, moves, count, worker->promise + worker->top);
  worker->top += count;
  bool found = false;
  for (int i = 0; i < count && !found && (i == 0 || !is_spent(proof, most)); i++) {
    bool good;
    asc_move move = moves[asc_picker_next(&picker, &good)];
    found = ask(proof, ply, move, score) == PROOF_YES;
    proof->solution->line[ply] = move;
  }
  worker->top -= count;
  return found;
}

static bool find_by_search(asc_proof *proof, int ply, int32_t score, uint64_t most) {
  int hint = 0;
  for (int i = 0; i < 2 && hint == 0; i++) {
    asc_proof_for(proof, i == 0 ? proof->player : 3 - proof->player);
    hint = asc_worker_hint(proof->worker, ply);
  }
  return find_keeping(proof, ply, score, hint, most, asc_proof_try);
}

static int hint_of(const asc_worker *worker, int ply, asc_move move) {
  asc_move *moves = worker->moves + worker->top;
  int count = worker->game->moves(worker->rules, &worker->frames[ply].position, moves), index = 0;
  while (index < count && moves[index] != move) index++;
  return index < count ? index + 1 : 0;
}

/* The first move of a win was found with the score. */
static bool find_by_numbers(asc_proof *proof, int ply, int32_t score, uint64_t most) {
  if (ply == 0 && score > 0 && proof->yes[proof->player - 1] > 0) {
    proof->solution->line[0] = proof->first;
    return true;
  }
  if (score == 0) return find_keeping(proof, ply, score, 0, most, asc_proof_ask_about);
  const asc_frame *frame = &proof->worker->frames[ply];
  int winner = score > 0 ? frame->turn : 3 - frame->turn;
  asc_proof_result result = asc_proof_ask(proof, &frame->position, ply, winner, score > 0 ? score : -score);
  if (result.answer != PROOF_YES || result.length == 0) return false;
  proof->solution->line[ply] = result.line[0];
  if (score > 0) return true;
  return find_keeping(proof, ply, score, hint_of(proof->worker, ply, result.line[0]), most, asc_proof_ask_about);
}

/* The move of the line at `ply`, where the score is known. */
static bool find_move(asc_proof *proof, int ply, int32_t score, uint64_t most) {
  if (!proof->by_numbers && find_by_search(proof, ply, score, most)) return true;
  return proof->cycles && find_by_numbers(proof, ply, score, most);
}

static bool has_come_before(const asc_worker *worker, int ply) {
  uint64_t key = worker->frames[ply].key;
  for (int before = 0; key != 0 && before < ply; before++)
    if (worker->frames[before].key == key) return true;
  return false;
}

void asc_proof_find_line(asc_proof *proof) {
  asc_worker *worker = proof->worker;
  asc_solution *solution = proof->solution;
  uint64_t budget = LINE_BUDGET + solution->nodes / LINE_PART, most = atomic_load(&proof->search->nodes) + budget;
  int32_t score = solution->least;
  asc_outcome outcome;
  proof->move_budget = budget / QUESTION_PART;
  for (int ply = 0; ply < ASC_LINE_MAX; ply++) {
    if (!find_move(proof, ply, score, most)) return;
    solution->length++;
    asc_worker_play(worker, ply, solution->line[ply]);
    if (worker->game->outcome(worker->rules, &worker->frames[ply + 1].position, &outcome)) return;
    if (has_come_before(worker, ply + 1)) return;
    if (worker->frames[ply + 1].turn != worker->frames[ply].turn) score = -score;
  }
}
