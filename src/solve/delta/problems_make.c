#include "problems.h"

#include "core/text.h"
#include "engine/common/team.h"
#include "position.h"

#include <stdio.h>
#include <stdlib.h>

/* How many positions of a layer are looked at, and how many of a kind are drawn from them for each one wanted. */
enum { SAMPLE = 4000000, EACH_LEAST = 40 };

typedef struct make_state {
  const asc_rules *rules;
  const asc_problem_order *order;
  retro_source source;
} make_state;

/* Tables know classes of positions; which one of its class is shown is left to the lot. */
static asc_made_problem problem_show(const make_state *state, const retro_problem *found) {
  const retro_plan *plan = &state->source.plan;
  asc_made_problem made = {
      .moves = found->moves, .points = found->points, .grade = found->grade, .strict = found->strict};
  retro_problem turned = *found;
  asc_position position;
  char from[ASC_TOKEN_MAX], to[ASC_TOKEN_MAX];
  asc_retro_problem_turn(&plan->board, (int)(found->lot % RETRO_SYMMETRIES), &turned);
  asc_retro_position_make(&plan->board, &plan->layers[found->pawns], turned.white, turned.black, &position);
  (void)asc_position_write(state->rules, &position, made.position, sizeof made.position);
  asc_retro_square_write(&plan->board, turned.key.from, from);
  asc_retro_square_write(&plan->board, turned.key.to, to);
  (void)snprintf(made.key, sizeof made.key, "%.7s-%.7s", from, to);
  return made;
}

static bool problem_accept(void *data, const retro_problem *found) {
  const make_state *state = data;
  asc_made_problem made = problem_show(state, found);
  return state->order->accept == NULL || state->order->accept(state->order->data, &made);
}

static int list_make(make_state *state, asc_made_problem **list, size_t *count, asc_error *error) {
  const asc_problem_order *order = state->order;
  const retro_source *source = &state->source;
  retro_problem *found = NULL;
  size_t found_count = 0;
  int threads = asc_team_size(order->threads), each = EACH_LEAST + (int)(order->count / 5);
  int code = asc_retro_problems_find(source, order->seed, SAMPLE, each, threads, &found, &found_count, error);
  if (code >= 0) code = asc_retro_problems_judge(source, found, found_count, threads, error);
  if (code >= 0) {
    *count = asc_retro_problems_pick(&source->plan.board, found, found_count, order->count, problem_accept, state);
    *list = malloc((*count + 1) * sizeof **list);
    if (*list == NULL) code = asc_fail(error, ASC_E_MEMORY, "out of memory");
  }
  for (size_t i = 0; *list != NULL && i < *count; i++) (*list)[i] = problem_show(state, &found[i]);
  free(found);
  return code;
}

int asc_problems_make(const asc_rules *rules, const asc_problem_order *order, asc_made_problem **list, size_t *count,
                      asc_error *error) {
  static const char *const faults[RETRO_FIT_KINDS] = {
      [RETRO_OTHER_GAME] = "problems are made of delta alone",
      [RETRO_NO_POINTS] = "problems count points: leave scoring=simple out",
      [RETRO_TOO_LARGE] = "there are no tables for boards of more than 25 squares"};
  int size, pawns;
  retro_fit fit = asc_retro_rules_fit(rules, &size, &pawns);
  *list = NULL;
  *count = 0;
  if (fit != RETRO_FITS) return asc_fail(error, ASC_E_INPUT, "%s", faults[fit]);
  make_state *state = calloc(1, sizeof *state);
  if (state == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  state->rules = rules;
  state->order = order;
  int code = asc_retro_source_open(&state->source, size, pawns, order->folder, error);
  if (code >= 0) code = list_make(state, list, count, error);
  asc_retro_source_close(&state->source);
  free(state);
  return code;
}
