/* How fast the rules are, on one thread.

   Random playouts from the start of each game to its end, in five slices of time; the best of them counts, because
   everything that disturbs a measurement makes it slower. Time is the processor time of the thread, so that a busy
   machine disturbs less. */
#include "bench.h"

#include "cli/json_line.h"
#include "engine/common/perft.h"

#include <jansson.h>
#include <string.h>

enum { SLICES = 5, BATCH_PLIES = 20000 };
#define PERFT_SECONDS 0.1 /* a depth that takes so long says enough */

typedef struct bench_speed {
  double plies, playouts; /* a second, in the best slice */
  double spread;          /* from the best slice to the worst, as a part of the best */
} bench_speed;

typedef struct bench_report {
  const asc_rules *rules;
  bool picks;
  bench_speed list, pick;
  int perft_depth;
  double perft_leaves; /* a second */
} bench_report;

/* Plies and playouts a second over one slice. The clock is read only now and then: some playouts are short. */
static bench_speed slice_measure(const asc_rules *rules, asc_playout_way way, double seconds, asc_random *random) {
  asc_position start, position;
  asc_position_start(rules, &start);
  uint64_t plies = 0, playouts = 0, batch = 0;
  double begin = cli_thread_seconds(), elapsed = 0;
  while (elapsed < seconds) {
    for (batch += BATCH_PLIES; plies < batch; playouts++) {
      memcpy(&position, &start, rules->position_size);
      plies += (uint64_t)asc_playout(rules, &position, rules->ply_limit, way, random);
    }
    batch = plies;
    elapsed = cli_thread_seconds() - begin;
  }
  return (bench_speed){(double)plies / elapsed, (double)playouts / elapsed, 0};
}

static bench_speed speed_measure(const asc_rules *rules, asc_playout_way way, double seconds) {
  asc_random random;
  asc_random_seed(&random, 1);
  bench_speed best = {0};
  double worst = 0;
  for (int i = 0; i < SLICES; i++) {
    bench_speed slice = slice_measure(rules, way, seconds / SLICES, &random);
    if (i == 0 || slice.plies < worst) worst = slice.plies;
    if (slice.plies > best.plies) best = slice;
  }
  best.spread = (best.plies - worst) / best.plies;
  return best;
}

static void perft_measure(bench_report *report) {
  asc_position start;
  asc_position_start(report->rules, &start);
  double elapsed = 0;
  while (elapsed < PERFT_SECONDS && report->perft_depth < report->rules->longest) {
    double begin = cli_thread_seconds();
    double leaves = (double)perft_count(report->rules, &start, ++report->perft_depth);
    elapsed = cli_thread_seconds() - begin;
    report->perft_leaves = leaves / elapsed;
  }
}

static bench_report game_measure(const asc_rules *rules, double seconds) {
  bench_report report = {.rules = rules, .picks = rules->game->pick != NULL};
  report.list = speed_measure(rules, ASC_PLAYOUT_LIST, seconds / 2);
  if (report.picks) report.pick = speed_measure(rules, ASC_PLAYOUT_PICK, seconds / 2);
  perft_measure(&report);
  return report;
}

static const bench_speed *better_way(const bench_report *report) {
  return report->picks && report->pick.plies > report->list.plies ? &report->pick : &report->list;
}

static void heading_print(void) {
  printf("%-14s %15s %7s %9s %7s %11s  %s\n", "game", "plies/s by list", "spread", "by pick", "spread", "playouts/s",
         "perft leaves/s");
}

static void report_print(const bench_report *report) {
  printf("%-14s %13.1f M %6.0f%%", report->rules->spec, report->list.plies / 1e6, 100 * report->list.spread);
  if (report->picks)
    printf(" %7.1f M %6.0f%%", report->pick.plies / 1e6, 100 * report->pick.spread);
  else
    printf(" %9s %7s", "-", "-");
  printf(" %11.0f  %.0f M at depth %d\n", better_way(report)->playouts, report->perft_leaves / 1e6,
         report->perft_depth);
  fflush(stdout);
}

static int report_print_json(const bench_report *report, const char *machine) {
  const bench_speed *better = better_way(report);
  json_t *pick = report->picks ? json_integer((json_int_t)report->pick.plies) : json_null();
  json_t *object =
      json_pack("{s:s, s:I, s:I, s:o, s:I, s:f, s:I, s:i, s:s, s:s}", "game", report->rules->spec, "plies_per_second",
                (json_int_t)better->plies, "list_plies_per_second", (json_int_t)report->list.plies,
                "pick_plies_per_second", pick, "playouts_per_second", (json_int_t)better->playouts, "spread",
                better->spread, "perft_leaves_per_second", (json_int_t)report->perft_leaves, "perft_depth",
                report->perft_depth, "machine", machine, "compiler", bench_compiler());
  return json_line_print("bench", object, JSON_REAL_PRECISION(4));
}

static int game_bench(const char *spec, const bench_options *options) {
  asc_rules *rules;
  asc_error error;
  int code = asc_rules_open(&rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "bench", &error);
  bench_report report = game_measure(rules, options->seconds);
  int status = CLI_OK;
  if (options->json)
    status = report_print_json(&report, options->machine);
  else
    report_print(&report);
  asc_rules_close(rules);
  return status;
}

int bench_playouts(const bench_options *options) {
  int status = CLI_OK;
  if (!options->json) heading_print();
  for (int i = 0; i < options->games.count && status == CLI_OK; i++)
    status = game_bench(options->games.items[i], options);
  return status;
}
