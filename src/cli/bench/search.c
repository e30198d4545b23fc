/* The fixed searches: how fast they are, and the number of their nodes. */
#include "bench.h"

#include "cli/json_line.h"
#include "engine/common/fixed.h"

#include <jansson.h>
#include <stdio.h>

/* The searches of a game. */
typedef struct bench_sum {
  const bench_options *options;
  fixed_sum fixed;
  double seconds;
} bench_sum;

static int game_search(const char *spec, bench_sum *sum) {
  asc_rules *rules;
  asc_error error;
  int code = asc_rules_open(&rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "bench", &error);
  double begin = cli_thread_seconds();
  code = sum->options->named ? fixed_rules_search(rules, &sum->fixed) : fixed_game_search(rules, &sum->fixed);
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
  json_t *object = json_pack("{s:s, s:i, s:I, s:I, s:s, s:s}", "game", spec, "searches", sum->fixed.searches, "nodes",
                             (json_int_t)sum->fixed.nodes, "nodes_per_second", (json_int_t)speed, "machine",
                             sum->options->machine, "compiler", bench_compiler());
  return json_line_print("bench", object, 0);
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
