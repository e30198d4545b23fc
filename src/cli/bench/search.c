/* The fixed searches: how fast they are, and the number of their nodes. */
#include "bench.h"

#include "engine/common/signature.h"

#include <stdio.h>

/* The searches of a game. */
typedef struct bench_sum {
  const bench_options *options;
  asc_signature fixed;
  double seconds;
} bench_sum;

static int game_search(const char *spec, bench_sum *sum) {
  asc_rules *rules;
  asc_error error;
  int code = cli_rules_open(&rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "bench", &error);
  double begin = cli_thread_seconds();
  code = sum->options->named ? asc_signature_rules(rules, &sum->fixed) : asc_signature_game(rules, &sum->fixed);
  sum->seconds = cli_thread_seconds() - begin;
  asc_rules_close(rules);
  return code < 0 ? cli_fail(code, "bench", "%s", asc_strerror(code)) : CLI_OK;
}

static int sum_print(const char *spec, const bench_sum *sum) {
  double speed = (double)sum->fixed.nodes / sum->seconds;
  if (!sum->options->json) {
    printf("%-14s %9d %10llu %9.2f M\n", spec, sum->fixed.searches, (unsigned long long)sum->fixed.nodes, speed / 1e6);
    fflush(stdout);
    return CLI_OK;
  }
  asc_json json = cli_json_begin();
  asc_json_text(&json, "game", spec);
  asc_json_number(&json, "searches", sum->fixed.searches);
  asc_json_number(&json, "nodes", (int64_t)sum->fixed.nodes);
  asc_json_number(&json, "nodes_per_second", (int64_t)speed);
  asc_json_text(&json, "machine", sum->options->machine);
  asc_json_text(&json, "compiler", bench_compiler());
  cli_json_end(&json);
  return CLI_OK;
}

int bench_search(const bench_options *options, bool quiet) {
  uint64_t signature = 0;
  int status = CLI_OK;
  if (!quiet && !options->json) printf("%-14s %9s %10s %11s\n", "game", "positions", "nodes", "nodes/s");
  for (int i = 0; i < options->games.count && status == CLI_OK; i++) {
    bench_sum sum = {.options = options};
    status = game_search(options->games.items[i], &sum);
    signature += sum.fixed.nodes;
    if (status == CLI_OK && !quiet) status = sum_print(options->games.items[i], &sum);
  }
  if (status == CLI_OK)
    printf(options->json ? "{\"signature\":%llu}\n" : "signature %llu\n", (unsigned long long)signature);
  return status;
}
