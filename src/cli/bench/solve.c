/* How long proofs take: random positions so many plies into the game, each solved with a fresh table. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

/* What became of the positions. Times are of the solved ones. */
typedef struct solve_sum {
  int solved, open;
  uint64_t nodes;
  double *seconds;
} solve_sum;

static int by_size(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return left < right ? -1 : left > right;
}

/* A position of a random game; games that end before are played again. False when they all seem to. */
static bool position_draw(const asc_rules *rules, int plies, asc_random *random, asc_position *position) {
  enum { TRIES = 1000 };
  for (int i = 0; i < TRIES; i++) {
    asc_position_start(rules, position);
    if (plies > 0) (void)asc_playout(rules, position, plies, ASC_PLAYOUT_LIST, random);
    if (asc_position_count(rules, position) > 0) return true;
  }
  return false;
}

static int position_solve(asc_search *search, const asc_position *position, const bench_options *options,
                          solve_sum *sum) {
  asc_solution solution;
  asc_task task = {.position = position, .hard = (int64_t)(options->seconds * 1e6)};
  asc_search_clear(search);
  double begin = cli_thread_seconds();
  int code = asc_search_solve(search, &task, &solution, NULL, NULL);
  if (code < 0) return code;
  sum->nodes += solution.nodes;
  if (solution.proved)
    sum->seconds[sum->solved++] = cli_thread_seconds() - begin;
  else
    sum->open++;
  return ASC_OK;
}

static int sum_print(const char *spec, int plies, const solve_sum *sum, const bench_options *options) {
  double median = sum->solved > 0 ? sum->seconds[sum->solved / 2] : 0;
  double most = sum->solved > 0 ? sum->seconds[sum->solved - 1] : 0;
  if (!options->json) {
    printf("%-14s %5d %6d %5d %10.4f %10.4f %14llu\n", spec, plies, sum->solved, sum->open, median, most,
           (unsigned long long)sum->nodes);
    fflush(stdout);
    return CLI_OK;
  }
  asc_json json = cli_json_begin();
  asc_json_text(&json, "game", spec);
  asc_json_number(&json, "plies", plies);
  asc_json_number(&json, "solved", sum->solved);
  asc_json_number(&json, "open", sum->open);
  asc_json_real(&json, "median", median, CLI_DIGITS);
  asc_json_real(&json, "most", most, CLI_DIGITS);
  asc_json_number(&json, "nodes", (int64_t)sum->nodes);
  asc_json_text(&json, "machine", options->machine);
  asc_json_text(&json, "compiler", bench_compiler());
  cli_json_end(&json);
  return CLI_OK;
}

static int plies_solve(const asc_rules *rules, const char *spec, int plies, const bench_options *options) {
  asc_search *search = NULL;
  asc_random random;
  solve_sum sum = {.seconds = calloc((size_t)options->count, sizeof *sum.seconds)};
  int code = sum.seconds == NULL ? ASC_E_MEMORY : asc_search_open(&search, rules, NULL);
  asc_random_seed(&random, (uint64_t)plies);
  bool drawn = true;
  for (int i = 0; code == ASC_OK && drawn && i < options->count; i++) {
    asc_position position;
    drawn = position_draw(rules, plies, &random, &position);
    if (drawn) code = position_solve(search, &position, options, &sum);
  }
  if (sum.solved > 0) qsort(sum.seconds, (size_t)sum.solved, sizeof *sum.seconds, by_size);
  int status = CLI_OK;
  if (code < 0)
    status = cli_fail(code, "bench", "%s", asc_strerror(code));
  else if (drawn)
    status = sum_print(spec, plies, &sum, options);
  else if (options->named)
    status = cli_fail(ASC_E_INPUT, "bench", "%s: random games end before ply %d", rules->spec, plies);
  asc_search_close(search);
  free(sum.seconds);
  return status;
}

int bench_solve(const bench_options *options) {
  int status = CLI_OK;
  if (!options->json)
    printf("%-14s %5s %6s %5s %10s %10s %14s\n", "game", "plies", "solved", "open", "median s", "most s", "nodes");
  for (int i = 0; i < options->games.count && status == CLI_OK; i++) {
    asc_rules *rules;
    asc_error error;
    int code = cli_rules_open(&rules, options->games.items[i], &error);
    if (code < 0) return cli_fail_error(code, "bench", &error);
    bool plain = rules->players == 2 && rules->game->odds == NULL;
    if (!plain && options->named)
      status =
          cli_fail(ASC_E_STATE, "bench", "%s: games with dice or more than two players are not solved", rules->spec);
    for (int plies = options->from; plain && plies <= options->to && status == CLI_OK; plies++)
      status = plies_solve(rules, options->games.items[i], plies, options);
    asc_rules_close(rules);
  }
  return status;
}
