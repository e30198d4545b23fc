/* Proofs: the exact score of a position.

   A proof for a player counts everything that it cannot settle against him: positions that can repeat, the end of the
   depth. So what it finds is proved to be reached, and two proofs, one for each side, close in on the score from below
   and from above. Each is a row of null-window searches that starts at a guess and follows what they return; where
   nothing was left unsettled, one of them settles both sides. */
#include "core/hash.h"
#include "defaults.h"
#include "worker.h"

#include <stdlib.h>
#include <string.h>

enum {
  GUESS_NODES = 20000,
  OUTSIDE_BUDGET = 1 << 20, /* nodes for the extremes; less than a second */
  FIRST_BUDGET = 1 << 22,   /* nodes for the first attempt; every round has four times as many */
  BUDGET_GROWTH = 4,
  MOVE_BUDGET = 1 << 16
};

typedef struct asc_proof {
  asc_search *search;
  asc_worker *worker;
  asc_solution *solution;
  int32_t guess;
  int player;           /* to move at the root */
  uint64_t move_budget; /* nodes to find out whether one more move is as good as the best */
  void (*progress)(void *data, const asc_solution *so_far);
  void *data;
} asc_proof;

static bool is_settled(const asc_proof *proof) { return proof->solution->least == proof->solution->most; }

static void tell(asc_proof *proof) {
  asc_report report;
  run_fill_report(proof->search, 0, &report);
  proof->solution->nodes = report.nodes;
  proof->solution->microseconds = report.microseconds;
  if (proof->progress == NULL) return;
  asc_solution told = *proof->solution;
  told.least = score_told(proof->search->rules, told.least);
  told.most = score_told(proof->search->rules, told.most);
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

static void prove_for(asc_proof *proof, int player) {
  asc_worker *worker = proof->worker;
  worker->prover = player;
  worker->salt = asc_hash_text((uint64_t)player, worker->cycles_end ? "proof to the end" : "proof by depth");
}

static asc_finding probe(asc_proof *proof, int32_t score, int depth) {
  asc_value beta = value_floor(score);
  asc_finding found = worker_search(proof->worker, 0, depth, beta - 1, beta);
  if (!proof->worker->over) (void)learn(proof, found);
  return found;
}

/* The best score that can be proved for a player within the depth. Each probe either raises what is known to be reached
   or lowers what might be. */
static void prove_side(asc_proof *proof, int player, int depth) {
  int32_t reached = proof->solution->least, possible = proof->solution->most, aim = proof->guess;
  prove_for(proof, player);
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

/* As deep as it takes, up to positions that can repeat. */
static void prove_to_the_end(asc_proof *proof) {
  proof->worker->cycles_end = true;
  prove_side(proof, proof->player, PLIES_MAX);
  if (!is_settled(proof) && !proof->worker->over) prove_side(proof, 3 - proof->player, PLIES_MAX);
}

/* Where positions can repeat: ever deeper. */
static void prove_by_depth(asc_proof *proof) {
  proof->worker->cycles_end = false;
  for (int depth = 2; depth < PLIES_MAX && !is_settled(proof) && !proof->worker->over; depth += 2) {
    prove_side(proof, proof->player, depth);
    if (!is_settled(proof) && !proof->worker->over) prove_side(proof, 3 - proof->player, depth);
  }
}

/* From the outside inwards: can the most be reached that is not ruled out, can the least be avoided? Where a win is
   worth more the sooner it comes these are the shortest proofs. */
static void prove_from_outside(asc_proof *proof) {
  int32_t high = proof->solution->most, low = proof->solution->least, was_high, was_low;
  proof->worker->cycles_end = true;
  do {
    was_high = high, was_low = low;
    prove_for(proof, proof->player);
    int32_t score = value_score(probe(proof, high, PLIES_MAX).value);
    if (proof->worker->over || is_settled(proof)) return;
    if (score < high) high = score;
    prove_for(proof, 3 - proof->player);
    score = value_score(probe(proof, low + 1, PLIES_MAX).value);
    if (proof->worker->over || is_settled(proof)) return;
    if (score > low) low = score;
  } while (low < high && (high < was_high || low > was_low));
}

/* Two more ways take turns, each with a limit on its nodes, so that neither keeps the other from what it is good at. */
static void prove(asc_proof *proof) {
  bool acyclic = proof->worker->game->key == NULL, ends = false;
  if (!acyclic) {
    proof->worker->budget = proof->worker->nodes + OUTSIDE_BUDGET;
    prove_from_outside(proof);
  }
  for (uint64_t budget = FIRST_BUDGET; !is_settled(proof) && !run_is_over(proof->search); budget *= BUDGET_GROWTH) {
    proof->worker->budget = acyclic ? UINT64_MAX : proof->worker->nodes + budget;
    proof->worker->over = false;
    if (!ends) prove_to_the_end(proof);
    ends = ends || !proof->worker->over;
    if (is_settled(proof) || acyclic) return;
    proof->worker->budget = proof->worker->nodes + budget;
    proof->worker->over = false;
    prove_by_depth(proof);
    if (!proof->worker->over) return;
  }
}

static void make_guess(asc_proof *proof) {
  asc_worker *worker = proof->worker;
  worker->budget = GUESS_NODES;
  worker->reduces = true;
  for (int depth = 1; depth < PLIES_MAX && !worker->over && !is_settled(proof); depth++) {
    asc_finding found = worker_search(worker, 0, depth, -VALUE_MOST, VALUE_MOST);
    if (worker->over) break;
    (void)learn(proof, found);
    proof->guess = value_score(found.value);
  }
  worker->reduces = false;
  worker->over = false;
}

/* Whether a move reaches the score that is proved: 1 yes, 0 no, -1 not found out within the depth. */
static int reaches_within(asc_proof *proof, asc_move move, int depth) {
  asc_value beta = value_floor(proof->solution->least);
  for (int i = 0; i < 2 && !proof->worker->over; i++) {
    prove_for(proof, i == 0 ? proof->player : 3 - proof->player);
    asc_finding found = worker_search_move(proof->worker, 0, move, depth, beta - 1, beta);
    if (proof->worker->over) break;
    if ((found.sure & SURE_LEAST) && found.value >= beta) return 1;
    if ((found.sure & SURE_MOST) && found.value < beta) return 0;
  }
  return -1;
}

/* The same in both ways of proving. What only goes round in circles is never found out, so the nodes are limited. */
static int reaches(asc_proof *proof, asc_move move) {
  asc_worker *worker = proof->worker;
  bool acyclic = worker->game->key == NULL;
  worker->cycles_end = true;
  worker->over = false;
  worker->budget = acyclic ? UINT64_MAX : worker->nodes + proof->move_budget;
  int answer = reaches_within(proof, move, PLIES_MAX - 1);
  if (answer >= 0 || acyclic || run_is_over(proof->search)) return answer;
  worker->cycles_end = false;
  worker->over = false;
  worker->budget = worker->nodes + proof->move_budget;
  for (int depth = 1; depth < PLIES_MAX && answer < 0 && !worker->over; depth += 2)
    answer = reaches_within(proof, move, depth);
  return answer;
}

static void find_best(asc_proof *proof) {
  asc_worker *worker = proof->worker;
  asc_solution *solution = proof->solution;
  int count = worker->game->moves(worker->rules, proof->search->task->position, worker->moves);
  worker->top = count;
  proof->move_budget = MOVE_BUDGET + worker->nodes / 4; /* the harder the proof was, the more */
  solution->best_all = true;
  for (int i = 0; i < count; i++) {
    int answer = run_is_over(proof->search) ? -1 : reaches(proof, worker->moves[i]);
    if (answer > 0) proof->search->best[solution->best_count++] = worker->moves[i];
    if (answer < 0) solution->best_all = false;
    if (answer > 0 && solution->length == 0) {
      solution->line[solution->length++] = worker->moves[i];
      prove_for(proof, proof->player);
      worker_extend_line(worker, solution->line, &solution->length);
    }
  }
  solution->best = proof->search->best;
}

static int solve_begin(asc_proof *proof) {
  asc_search *search = proof->search;
  asc_move *best = realloc(search->best, (size_t)search->rules->moves_max * sizeof *best);
  if (best == NULL) return ASC_E_MEMORY;
  search->best = best;
  proof->worker = worker_open(search);
  if (proof->worker == NULL) return ASC_E_MEMORY;
  worker_begin(proof->worker);
  proof->player = proof->worker->frames[0].turn;
  proof->worker->knowledge.bounds(search->rules, search->task->position, &proof->solution->least,
                                  &proof->solution->most);
  return ASC_OK;
}

int asc_search_solve(asc_search *search, const asc_task *task, asc_solution *solution,
                     void (*progress)(void *data, const asc_solution *so_far), void *data) {
  asc_proof made = {.search = search, .solution = solution, .progress = progress, .data = data};
  *solution = (asc_solution){0};
  if (search->rules->players != 2 || search->rules->game->odds != NULL) return ASC_E_STATE;
  int code = run_begin(search, task);
  if (code == ASC_OK) code = solve_begin(&made);
  if (code == ASC_OK) {
    make_guess(&made);
    prove(&made);
    solution->proved = is_settled(&made);
    if (solution->proved) find_best(&made);
    tell(&made);
    solution->least = score_told(search->rules, solution->least);
    solution->most = score_told(search->rules, solution->most);
  }
  worker_close(made.worker);
  run_end(search);
  return code;
}
