/* Measures the speed of the rules on one thread.

   Random playouts run from the start of each game to its end, in five slices of time. The best slice counts, because
   every disturbance makes a measurement slower. Time is the processor time of the thread, which suffers less on a
   busy machine. */
#include "bench.h"

#include "engine/common/perft.h"

#include <string.h>

enum { SLICES = 5, BATCH_PLIES = 20000 }; /* BATCH_PLIES: plies between two readings of the clock */
#define PERFT_SECONDS 0.1                 /* the first depth that takes this long is reported */

typedef struct bench_speed {
  double plies, playouts; /* per second, in the best slice */
  double spread;          /* difference between the best and the worst slice, relative to the best */
} bench_speed;

typedef struct bench_report {
  const asc_rules *rules;
  bool has_pick;          /* the game can pick a random move without listing all moves */
  bench_speed list, pick; /* with listed moves; with picked moves, if has_pick */
  int perft_depth;
  double perft_leaves; /* per second */
} bench_report;

/* Measures plies and playouts per second in one slice. The clock is read once per batch, because some playouts are
   short. */
static bench_speed slice_measure(const asc_rules *rules, asc_playout_method method, double seconds,
                                 asc_random *random) {
  asc_position start, position;
  asc_position_start(rules, &start);
  uint64_t plies = 0, playouts = 0, batch = 0;
  double begin = cli_thread_cpu_seconds(), elapsed = 0;
  while (elapsed < seconds) {
    for (batch += BATCH_PLIES; plies < batch; playouts++) {
      memcpy(&position, &start, rules->position_size);
      plies += (uint64_t)asc_playout(rules, &position, rules->ply_limit, method, random);
    }
    batch = plies;
    elapsed = cli_thread_cpu_seconds() - begin;
  }
  return (bench_speed){(double)plies / elapsed, (double)playouts / elapsed, 0};
}

static bench_speed speed_measure(const asc_rules *rules, asc_playout_method method, double seconds) {
  asc_random random;
  asc_random_seed(&random, 1);
  bench_speed best = {0};
  double worst = 0;
  for (int i = 0; i < SLICES; i++) {
    bench_speed slice = slice_measure(rules, method, seconds / SLICES, &random);
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
  while (elapsed < PERFT_SECONDS && report->perft_depth < report->rules->plies_max) {
    double begin = cli_thread_cpu_seconds();
    double leaves = (double)asc_perft(report->rules, &start, ++report->perft_depth);
    elapsed = cli_thread_cpu_seconds() - begin;
    report->perft_leaves = leaves / elapsed;
  }
}

static bench_report game_measure(const asc_rules *rules, double seconds) {
  bench_report report = {.rules = rules, .has_pick = rules->game->pick != NULL};
  report.list = speed_measure(rules, ASC_PLAYOUT_LIST, seconds / 2);
  if (report.has_pick) report.pick = speed_measure(rules, ASC_PLAYOUT_PICK, seconds / 2);
  perft_measure(&report);
  return report;
}

static const bench_speed *faster_method(const bench_report *report) {
  return report->has_pick && report->pick.plies > report->list.plies ? &report->pick : &report->list;
}

static void heading_print(void) {
  printf("%-14s %15s %7s %9s %7s %11s  %s\n", "game", "plies/s by list", "spread", "by pick", "spread", "playouts/s",
         "perft leaves/s");
}

static void report_print(const bench_report *report) {
  printf("%-14s %13.1f M %6.0f%%", report->rules->spec, report->list.plies / 1e6, 100 * report->list.spread);
  if (report->has_pick)
    printf(" %7.1f M %6.0f%%", report->pick.plies / 1e6, 100 * report->pick.spread);
  else
    printf(" %9s %7s", "-", "-");
  printf(" %11.0f  %.0f M at depth %d\n", faster_method(report)->playouts, report->perft_leaves / 1e6,
         report->perft_depth);
  fflush(stdout);
}

static void report_print_json(const bench_report *report, const char *machine) {
  const bench_speed *better = faster_method(report);
  asc_json json = cli_json_begin();
  asc_json_text(&json, "game", report->rules->spec);
  asc_json_number(&json, "plies_per_second", (int64_t)better->plies);
  asc_json_number(&json, "list_plies_per_second", (int64_t)report->list.plies);
  if (report->has_pick)
    asc_json_number(&json, "pick_plies_per_second", (int64_t)report->pick.plies);
  else
    asc_json_null(&json, "pick_plies_per_second");
  asc_json_number(&json, "playouts_per_second", (int64_t)better->playouts);
  asc_json_real(&json, "spread", better->spread, CLI_JSON_DIGITS);
  asc_json_number(&json, "perft_leaves_per_second", (int64_t)report->perft_leaves);
  asc_json_number(&json, "perft_depth", report->perft_depth);
  asc_json_text(&json, "machine", machine);
  asc_json_text(&json, "compiler", cli_bench_compiler());
  cli_json_end(&json);
}

static int game_bench(const char *spec, const cli_bench_options *options) {
  asc_rules *rules;
  asc_error error;
  int code = cli_rules_open(&rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "bench", &error);
  bench_report report = game_measure(rules, options->seconds);
  if (options->json)
    report_print_json(&report, options->machine);
  else
    report_print(&report);
  asc_rules_close(rules);
  return CLI_OK;
}

int cli_bench_playouts(const cli_bench_options *options) {
  int status = CLI_OK;
  if (!options->json) heading_print();
  for (int i = 0; i < options->games.count && status == CLI_OK; i++)
    status = game_bench(options->games.items[i], options);
  return status;
}
