/* The score of a position by yes-or-no questions: asc_proof_narrow_bounds. Read proof.h first.

   A question is asked for a player who hopes for more than 0, so that a draw never helps that player. A score that they
   cannot reach is a bound for the opponent. The first question targets the estimate, the second the score next to it:
   that is enough if the estimate was good. All further questions halve the interval. While it is open who wins, the
   questions alternate between the players. If neither gets an answer, they get more and more nodes. */
#include "proof.h"

enum { FIRST_NODES = 1 << 20, GROWTH = 4 }; /* node limit of the first questions, and its growth */

/* The interval search in progress. */
typedef struct narrowing {
  asc_search *search;
  asc_proof_bounds *bounds;
  int turn; /* the player to move */
  int answers;
  bool was_yes;  /* the last answer was yes */
  bool has_news; /* a question of this round was answered */
  bool was_cut;  /* a question of this round ran out of nodes */
} narrowing;

/* Returns the score to ask for on behalf of a player who reaches at least `lower` and at most `upper`. */
static int32_t choose_target(const narrowing *state, int32_t estimate, int32_t lower, int32_t upper) {
  int32_t low = (lower > 0 ? lower : 0) + 1, target = low + (upper - low) / 2;
  if (state->answers == 0) target = estimate;
  if (state->answers == 1) target = state->was_yes ? low : upper;
  return target < low ? low : target > upper ? upper : target;
}

/* Updates the bounds with a yes or a no, and calls on_change. */
static void apply_answer(narrowing *state, const asc_proof_question *question, const asc_proof_result *result) {
  asc_proof_bounds *bounds = state->bounds;
  bool is_mover = question->player == state->turn;
  int32_t bound = is_mover ? result->score : -result->score;
  state->answers++;
  state->was_yes = result->answer == ASC_PROOF_YES;
  (state->was_yes ? bounds->last_yes : bounds->last_no)[question->player - 1] = question->target_score;
  state->has_news = true;
  if (state->was_yes && is_mover && result->line_length > 0) bounds->first_move = result->line[0];
  if (state->was_yes == is_mover)
    bounds->lower = bound;
  else
    bounds->upper = bound;
  if (bounds->on_change != NULL) bounds->on_change(bounds->data, bounds);
}

/* Asks one question on behalf of a player, if that player can still hope for more. Returns ASC_OK or an error code. */
static int ask(narrowing *state, int player, uint64_t nodes) {
  asc_proof_bounds *bounds = state->bounds;
  bool is_mover = player == state->turn;
  int32_t lower = is_mover ? bounds->lower : -bounds->upper, upper = is_mover ? bounds->upper : -bounds->lower;
  if (upper <= 0 || lower == upper) return ASC_OK;
  asc_proof_result result;
  const asc_proof_question question = {
      .position = bounds->position,
      .player = player,
      .target_score = choose_target(state, is_mover ? bounds->estimate : -bounds->estimate, lower, upper),
      .plies_left = bounds->plies_left,
      .max_nodes = nodes};
  int code = asc_proof_search(state->search, &question, &result);
  if (code < 0) return code;
  if (result.answer != ASC_PROOF_UNKNOWN) apply_answer(state, &question, &result);
  state->was_cut = state->was_cut || (result.answer == ASC_PROOF_UNKNOWN && result.nodes >= nodes);
  return ASC_OK;
}

int asc_proof_narrow_bounds(asc_search *search, asc_proof_bounds *bounds) {
  narrowing state = {.search = search, .bounds = bounds};
  state.turn = search->rules->game->turn(search->rules, bounds->position);
  int first = bounds->estimate >= 0 ? state.turn : 3 - state.turn;
  for (uint64_t nodes = FIRST_NODES; bounds->lower < bounds->upper && !asc_search_is_over(search);) {
    state.has_news = state.was_cut = false;
    int code = ask(&state, first, nodes);
    if (code == ASC_OK) code = ask(&state, 3 - first, nodes);
    if (code < 0) return code;
    if (!state.has_news && !state.was_cut) return ASC_OK; /* more nodes would not help */
    if (!state.has_news) nodes *= GROWTH;
  }
  return ASC_OK;
}
