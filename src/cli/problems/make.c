/* `ascona problems GAME --make`: from tables to a text. */
#include "problems.h"

#include "core/text.h"
#include "games/delta/delta.h"
#include "solve/delta/problems.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* How many positions of a layer are looked at, and how many of a kind are drawn from them for each one wanted. */
enum { SAMPLE = 4000000, EACH_LEAST = 40, THREADS_MAX = 64 };

typedef struct make_state {
  const asc_rules *rules;
  retro_source source;
  asc_problem_truth truth;
} make_state;

/* The core's squares have gaps between the ranks, the solver's have none. */
static uint64_t squares_spread(const retro_board *board, uint32_t set) {
  uint64_t squares = 0;
  for (uint32_t rest = set; rest != 0; rest &= rest - 1) {
    int square = asc_bits_lowest(rest);
    squares |= asc_bit(delta_square(square % board->size, square / board->size));
  }
  return squares;
}

static void square_name(const retro_board *board, uint32_t square, char text[ASC_TOKEN_MAX]) {
  delta_square_write(asc_bits_lowest(squares_spread(board, square)), text);
}

/* Tables know classes of positions; which one of its class is shown is left to the lot. */
static void problem_show(const make_state *state, const retro_problem *found, asc_problem *problem) {
  const retro_board *board = &state->source.plan.board;
  retro_problem turned = *found;
  char from[ASC_TOKEN_MAX], to[ASC_TOKEN_MAX];
  retro_problem_turn(board, (int)(found->lot % RETRO_SYMMETRIES), &turned);
  delta_position position = {.mover = DELTA_WHITE, .stage = DELTA_TURNS};
  position.men[DELTA_WHITE] = squares_spread(board, turned.white);
  position.men[DELTA_BLACK] = squares_spread(board, turned.black);
  (void)asc_position_write(state->rules, &position, problem->position, sizeof problem->position);
  square_name(board, turned.key.from, from);
  square_name(board, turned.key.to, to);
  (void)snprintf(problem->key, sizeof problem->key, "%.7s-%.7s", from, to);
  problem->moves = found->moves;
  problem->points = found->points;
  problem->grade = found->grade;
  problem->strict = found->strict;
}

/* What goes out is proved once more, by search. */
static bool problem_accept(void *data, const retro_problem *found) {
  make_state *state = data;
  asc_problem problem = {0};
  problem_show(state, found, &problem);
  return asc_problem_check(&state->truth, &problem, NULL) == ASC_OK;
}

static int threads_of(const problem_order *order) {
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  if (order->threads > 0) return (int)order->threads;
  return processors < 1 ? 1 : processors > THREADS_MAX ? THREADS_MAX : (int)processors;
}

static int list_make(make_state *state, const problem_order *order) {
  retro_problem *list = NULL;
  size_t count = 0;
  asc_error error;
  int threads = threads_of(order), each = EACH_LEAST + (int)(order->count / 5);
  int code = retro_problems_find(&state->source, (uint64_t)order->seed, SAMPLE, each, threads, &list, &count, &error);
  if (code >= 0) code = retro_problems_judge(&state->source, list, count, threads, &error);
  if (code < 0) {
    free(list);
    return cli_fail_error(code, "problems", &error);
  }
  count = retro_problems_pick(&state->source.plan.board, list, count, (size_t)order->count, problem_accept, state);
  printf("# %zu problems, made by: ascona problems %s --make --count %lld --seed %lld\n", count, state->rules->spec,
         order->count, order->seed);
  for (size_t i = 0; i < count; i++) {
    asc_problem problem = {0};
    char text[ASC_PROBLEM_TEXT_MAX];
    problem_show(state, &list[i], &problem);
    puts(asc_problem_write(&problem, text));
  }
  free(list);
  return cli_finish(CLI_OK);
}

static const char *fault_of_rules(const asc_rules *rules) {
  if (strcmp(rules->game->id, "delta") != 0) return "problems are made of delta alone";
  const delta_rules *delta = (const delta_rules *)rules;
  if (delta->simple) return "problems count points: leave scoring=simple out";
  return delta->size > RETRO_SIZE_MAX ? "there are no tables for boards of more than 25 squares" : NULL;
}

int problems_make(const asc_rules *rules, const problem_order *order) {
  const char *fault = fault_of_rules(rules);
  if (fault != NULL) return cli_fail(ASC_E_INPUT, "problems", "%s", fault);
  const delta_rules *delta = (const delta_rules *)rules;
  make_state *state = calloc(1, sizeof *state);
  asc_error error;
  if (state == NULL) return cli_fail(ASC_E_MEMORY, "problems", "out of memory");
  state->rules = rules;
  int code = retro_source_open(&state->source, delta->size, delta->pawns, order->tables, &error);
  int status = code < 0 ? cli_fail_error(code, "problems", &error) : CLI_OK;
  if (status == CLI_OK) {
    code = asc_problem_truth_open(&state->truth, rules, NULL);
    status = code < 0 ? cli_fail(code, "problems", "%s", asc_strerror(code)) : list_make(state, order);
    asc_problem_truth_close(&state->truth);
  }
  retro_source_close(&state->source);
  free(state);
  return status;
}
