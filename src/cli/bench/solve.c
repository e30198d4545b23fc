/* Measures the time of proofs: random positions after a given number of plies, each solved with an empty transposition
 * table. */
#include "bench.h"

#include <stdio.h>
#include <stdlib.h>

/* The results of all positions. `seconds` holds the times of the solved ones. */
typedef struct solve_result {
  int solved, unsolved;
  uint64_t nodes;
  double *seconds;
} solve_result;

static int compare_doubles(const void *a, const void *b) {
  double left = *(const double *)a, right = *(const double *)b;
  return left < right ? -1 : left > right;
}

/* Plays a random game for this many plies; if it ends earlier, plays another one. Returns false if all tries end
   earlier. */
static bool position_sample(const asc_rules *rules, int plies, asc_random *random, asc_position *position) {
  enum { TRIES = 1000 };
  for (int i = 0; i < TRIES; i++) {
    asc_position_start(rules, position);
    if (plies > 0) (void)asc_playout(rules, position, plies, ASC_PLAYOUT_LIST, random);
    if (asc_position_count(rules, position) > 0) return true;
  }
  return false;
}

static int position_solve(asc_search *search, const asc_position *position, const cli_bench_options *options,
                          solve_result *result) {
  asc_solution solution;
  asc_search_task task = {.position = position, .hard_us = (int64_t)(options->seconds * 1e6)};
  asc_search_clear(search);
  double begin = cli_thread_cpu_seconds();
  int code = asc_search_solve(search, &task, &solution, NULL, NULL);
  if (code < 0) return code;
  result->nodes += solution.nodes;
  if (solution.proved)
    result->seconds[result->solved++] = cli_thread_cpu_seconds() - begin;
  else
    result->unsolved++;
  return ASC_OK;
}

static int result_print(const char *spec, int plies, const solve_result *result, const cli_bench_options *options) {
  double median = result->solved > 0 ? result->seconds[result->solved / 2] : 0;
  double longest = result->solved > 0 ? result->seconds[result->solved - 1] : 0;
  if (!options->json) {
    printf("%-14s %5d %6d %5d %10.4f %10.4f %14llu\n", spec, plies, result->solved, result->unsolved, median, longest,
           (unsigned long long)result->nodes);
    fflush(stdout);
    return CLI_OK;
  }
  asc_json json = cli_json_begin();
  asc_json_text(&json, "game", spec);
  asc_json_number(&json, "plies", plies);
  asc_json_number(&json, "solved", result->solved);
  asc_json_number(&json, "open", result->unsolved);
  asc_json_real(&json, "median", median, CLI_JSON_DIGITS);
  asc_json_real(&json, "most", longest, CLI_JSON_DIGITS);
  asc_json_number(&json, "nodes", (int64_t)result->nodes);
  asc_json_text(&json, "machine", options->machine);
  asc_json_text(&json, "compiler", cli_bench_compiler());
  cli_json_end(&json);
  return CLI_OK;
}

static int plies_solve(const asc_rules *rules, const char *spec, int plies, const cli_bench_options *options) {
  asc_search *search = NULL;
  asc_random random;
  solve_result result = {.seconds = calloc((size_t)options->count, sizeof *result.seconds)};
  int code = result.seconds == NULL ? ASC_E_MEMORY : asc_search_open(&search, rules, NULL);
  asc_random_seed(&random, (uint64_t)plies);
  bool is_found = true;
  for (int i = 0; code == ASC_OK && is_found && i < options->count; i++) {
    asc_position position;
    is_found = position_sample(rules, plies, &random, &position);
    if (is_found) code = position_solve(search, &position, options, &result);
  }
  if (result.solved > 0) qsort(result.seconds, (size_t)result.solved, sizeof *result.seconds, compare_doubles);
  int status = CLI_OK;
  if (code < 0)
    status = cli_fail(code, "bench", "%s", asc_strerror(code));
  else if (is_found)
    status = result_print(spec, plies, &result, options);
  else if (options->has_named_games)
    status = cli_fail(ASC_E_INPUT, "bench", "%s: random games end before ply %d", rules->spec, plies);
  asc_search_close(search);
  free(result.seconds);
  return status;
}

int cli_bench_solve(const cli_bench_options *options) {
  int status = CLI_OK;
  if (!options->json)
    printf("%-14s %5s %6s %5s %10s %10s %14s\n", "game", "plies", "solved", "open", "median s", "most s", "nodes");
  for (int i = 0; i < options->games.count && status == CLI_OK; i++) {
    asc_rules *rules;
    asc_error error;
    int code = cli_rules_open(&rules, options->games.items[i], &error);
    if (code < 0) return cli_fail_error(code, "bench", &error);
    bool is_provable = rules->players == 2 && rules->game->odds == NULL;
    if (!is_provable && options->has_named_games)
      status =
          cli_fail(ASC_E_STATE, "bench", "%s: games with dice or more than two players are not solved", rules->spec);
    for (int plies = options->first_ply; is_provable && plies <= options->last_ply && status == CLI_OK; plies++)
      status = plies_solve(rules, options->games.items[i], plies, options);
    asc_rules_close(rules);
  }
  return status;
}
