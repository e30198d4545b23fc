/* Proofs: the exact score of a position.

   A proof for a player counts everything that it cannot settle against him: positions that can repeat, the end of the
   depth. So what it finds is proved to be reached, and two proofs, one for each side, close in on the score from below
   and from above. Each is a row of null-window searches that starts at a guess and follows what they return; where
   nothing was left unsettled, one of them settles both sides.

   That is for games in which no position comes again. Where one can, a proof-number search asks the questions
   (proof.h): it copes with going round, and wins there are deep and narrow. */
#include "exact.h"

#include "core/hash.h"
#include "engine/common/defaults.h"
#include "engine/common/oracle.h"

#include <stdlib.h>
#include <string.h>

enum { GUESS_NODES = 20000, OUTSIDE_BUDGET = 1 << 19 /* nodes for the extremes: a tenth of a second */ };

static bool is_settled(const asc_proof *proof) { return proof->solution->least == proof->solution->most; }

static void tell(asc_proof *proof) {
  asc_report report;
  asc_run_fill_report(proof->search, 0, &report);
  proof->solution->nodes = report.nodes;
  proof->solution->microseconds = report.microseconds;
  if (proof->progress == NULL) return;
  asc_solution told = *proof->solution;
  told.least = asc_score_told(proof->search->rules, told.least);
  told.most = asc_score_told(proof->search->rules, told.most);
  proof->progress(proof->data, &told);
}

/* Takes what is sure about the position. True when that was news. */
static bool learn(asc_proof *proof, asc_finding found) {
  asc_solution *solution = proof->solution;
  int32_t score = value_score(found.value);
  bool news = false;
  if ((found.sure & SURE_LEAST) && score > solution->least) {
    solution->least = score;
    news = true;
  }
  if ((found.sure & SURE_MOST) && score < solution->most) {
    solution->most = score;
    news = true;
  }
  if (news) tell(proof);
  return news;
}

void asc_proof_for(asc_proof *proof, int player) {
  asc_worker *worker = proof->worker;
  worker->prover = player;
  worker->salt = asc_hash_text((uint64_t)player, "proof");
}

static asc_finding probe(asc_proof *proof, int32_t score, int depth) {
  asc_value beta = value_floor(score);
  asc_finding found = asc_worker_search(proof->worker, 0, depth, beta - 1, beta);
  if (!proof->worker->over) (void)learn(proof, found);
  return found;
}

/* The best score that can be proved for a player within the depth. Each probe either raises what is known to be reached
   or lowers what might be. */
static void prove_side(asc_proof *proof, int player, int depth) {
  int32_t reached = proof->solution->least, possible = proof->solution->most, aim = proof->guess;
  asc_proof_for(proof, player);
  while (reached < possible && !is_settled(proof) && !proof->worker->over) {
    if (aim <= reached) aim = reached + 1;
    if (aim > possible) aim = possible;
    asc_finding found = probe(proof, aim, depth);
    if (proof->worker->over) return;
    int32_t score = value_score(found.value);
    if (found.value >= value_floor(aim))
      reached = score;
    else
      possible = score;
    proof->guess = aim = score;
  }
}

static void take_news(void *data, const asc_proof_score *score) {
  asc_proof *proof = data;
  proof->solution->least = score->least;
  proof->solution->most = score->most;
  tell(proof);
}

/* From the outside inwards: can the most be reached that is not ruled out, can the least be avoided? Where a win is
   worth more the sooner it comes these are the shortest proofs. */
static void prove_from_outside(asc_proof *proof) {
  int32_t high = proof->solution->most, low = proof->solution->least, was_high, was_low;
  do {
    was_high = high, was_low = low;
    asc_proof_for(proof, proof->player);
    int32_t score = value_score(probe(proof, high, PLIES_MAX).value);
    if (proof->worker->over || is_settled(proof)) return;
    if (score < high) high = score;
    asc_proof_for(proof, 3 - proof->player);
    score = value_score(probe(proof, low + 1, PLIES_MAX).value);
    if (proof->worker->over || is_settled(proof)) return;
    if (score > low) low = score;
  } while (low < high && (high < was_high || low > was_low));
}

/* What is soon proved so need not be asked in another way. */
static bool prove_soon(asc_proof *proof) {
  asc_worker *worker = proof->worker;
  worker->budget = worker->nodes + OUTSIDE_BUDGET;
  prove_from_outside(proof);
  worker->over = false;
  return is_settled(proof);
}

static int prove(asc_proof *proof) {
  asc_solution *solution = proof->solution;
  if (!proof->cycles) {
    prove_side(proof, proof->player, PLIES_MAX);
    prove_side(proof, 3 - proof->player, PLIES_MAX);
    return ASC_OK;
  }
  if (prove_soon(proof)) return ASC_OK;
  proof->by_numbers = true;
  asc_proof_score score = {.position = proof->search->task->position,
                           .plies_left = proof->search->task->plies_left,
                           .guess = proof->guess,
                           .least = solution->least,
                           .most = solution->most,
                           .news = take_news,
                           .data = proof};
  int code = asc_proof_close_in(proof->search, &score);
  solution->least = score.least;
  solution->most = score.most;
  memcpy(proof->yes, score.yes, sizeof proof->yes);
  memcpy(proof->no, score.no, sizeof proof->no);
  proof->first = score.first;
  return code;
}

static void make_guess(asc_proof *proof) {
  asc_worker *worker = proof->worker;
  worker->budget = GUESS_NODES;
  worker->reduces = true;
  for (int depth = 1; depth < PLIES_MAX && !worker->over && !is_settled(proof); depth++) {
    asc_finding found = asc_worker_search(worker, 0, depth, -VALUE_MOST, VALUE_MOST);
    if (worker->over) break;
    (void)learn(proof, found);
    proof->guess = value_score(found.value);
  }
  worker->reduces = false;
  worker->budget = UINT64_MAX;
  worker->over = false;
}

static int solve_begin(asc_proof *proof) {
  asc_search *search = proof->search;
  asc_move *best = realloc(search->best, (size_t)search->rules->moves_max * sizeof *best);
  if (best == NULL) return ASC_E_MEMORY;
  search->best = best;
  proof->worker = asc_worker_open(search);
  if (proof->worker == NULL) return ASC_E_MEMORY;
  asc_worker_begin(proof->worker);
  proof->player = proof->worker->frames[0].turn;
  proof->cycles = search->rules->game->key != NULL && !worker_is_limited(proof->worker);
  asc_worker_bounds(proof->worker, 0, &proof->solution->least, &proof->solution->most);
  int32_t score;
  int plies;
  if (!is_settled(proof) && asc_worker_asks(proof->worker, 0, &score, &plies))
    proof->solution->least = proof->solution->most = score;
  return ASC_OK;
}

static int solve_by_search(asc_proof *proof) {
  asc_solution *solution = proof->solution;
  int code = ASC_OK;
  make_guess(proof);
  proof->worker->cycles_end = proof->cycles;
  if (!is_settled(proof)) code = prove(proof);
  solution->proved = code == ASC_OK && is_settled(proof);
  if (!solution->proved) return code;
  tell(proof);
  asc_proof_find_line(proof);
  return asc_proof_find_best(proof);
}

int asc_search_solve(asc_search *search, const asc_task *task, asc_solution *solution,
                     void (*progress)(void *data, const asc_solution *so_far), void *data) {
  asc_proof made = {.search = search, .solution = solution, .progress = progress, .data = data};
  *solution = (asc_solution){0};
  if (search->rules->players != 2 || search->rules->game->odds != NULL) return ASC_E_STATE;
  int code = asc_run_begin(search, task);
  if (code == ASC_OK) code = solve_begin(&made);
  if (code == ASC_OK) {
    int known = asc_oracle_solve(search, solution);
    code = known == 0 ? solve_by_search(&made) : known < 0 ? known : ASC_OK;
    asc_worker_tell_nodes(made.worker);
    tell(&made);
    solution->least = asc_score_told(search->rules, solution->least);
    solution->most = asc_score_told(search->rules, solution->most);
  }
  asc_worker_close(made.worker);
  asc_run_end(search);
  return code;
}
