/* Measures the speed of the fixed searches and counts their nodes. */
#include "bench.h"

#include "engine/common/signature.h"

#include <stdio.h>

/* The results of the searches of one game. */
typedef struct game_result {
  const cli_bench_options *options;
  asc_signature signature;
  double seconds;
} game_result;

static int game_search(const char *spec, game_result *result) {
  asc_rules *rules;
  asc_error error;
  int code = cli_rules_open(&rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "bench", &error);
  double begin = cli_thread_cpu_seconds();
  code = result->options->has_named_games ? asc_signature_add_rules(rules, &result->signature)
                                          : asc_signature_add_game(rules, &result->signature);
  result->seconds = cli_thread_cpu_seconds() - begin;
  asc_rules_close(rules);
  return code < 0 ? cli_fail(code, "bench", "%s", asc_strerror(code)) : CLI_OK;
}

static int result_print(const char *spec, const game_result *result) {
  double speed = (double)result->signature.nodes / result->seconds;
  if (!result->options->json) {
    printf("%-14s %9d %10llu %9.2f M\n", spec, result->signature.searches, (unsigned long long)result->signature.nodes,
           speed / 1e6);
    fflush(stdout);
    return CLI_OK;
  }
  asc_json json = cli_json_begin();
  asc_json_text(&json, "game", spec);
  asc_json_number(&json, "searches", result->signature.searches);
  asc_json_number(&json, "nodes", (int64_t)result->signature.nodes);
  asc_json_number(&json, "nodes_per_second", (int64_t)speed);
  asc_json_text(&json, "machine", result->options->machine);
  asc_json_text(&json, "compiler", cli_bench_compiler());
  cli_json_end(&json);
  return CLI_OK;
}

int cli_bench_search(const cli_bench_options *options, bool quiet) {
  uint64_t signature = 0;
  int status = CLI_OK;
  if (!quiet && !options->json) printf("%-14s %9s %10s %11s\n", "game", "positions", "nodes", "nodes/s");
  for (int i = 0; i < options->games.count && status == CLI_OK; i++) {
    game_result result = {.options = options};
    status = game_search(options->games.items[i], &result);
    signature += result.signature.nodes;
    if (status == CLI_OK && !quiet) status = result_print(options->games.items[i], &result);
  }
  if (status == CLI_OK)
    printf(options->json ? "{\"signature\":%llu}\n" : "signature %llu\n", (unsigned long long)signature);
  return status;
}
