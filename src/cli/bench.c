/* `ascona bench`: how fast the rules are, on one thread.

   Random playouts from the start of each game to its end, in five slices of time; the best of them counts, because
   everything that disturbs a measurement makes it slower. Time is the processor time of the thread, so that a busy
   machine disturbs less. */
#include "cli.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

const char bench_summary[] = "the speed of the rules on this machine";
const char bench_help[] = "usage: ascona bench [playouts] [--game GAME]… [--seconds S] [--json]\n"
                          "\n"
                          "Plays random games to their end on one thread, through lists of moves and, where\n"
                          "the game can pick a move without a list, that way too. Prints plies a second, the\n"
                          "best of five slices, with the spread from the best to the worst; and how fast\n"
                          "perft counts leaves. A second is one of processor time, so that other programs\n"
                          "on the machine count less.\n"
                          "\n"
                          "  --game GAME   only this one; may be given several times (default: all games)\n"
                          "  --seconds S   how long to play each game, 1 to 600 (default 5)\n"
                          "  --json        one JSON object a game and line\n"
                          "\n"
                          "examples:\n"
                          "  ascona bench\n"
                          "  ascona bench playouts --game kulami --game circle-delta:rings=3 --seconds 2\n";

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
    double leaves = (double)cli_perft(report->rules, &start, ++report->perft_depth);
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

/* The processor as /proc/cpuinfo names it. */
static void machine_read(char *text, size_t size) {
  (void)snprintf(text, size, "unknown processor");
  FILE *file = fopen("/proc/cpuinfo", "r");
  if (file == NULL) return;
  char line[256];
  while (fgets(line, sizeof line, file) != NULL) {
    const char *colon = strchr(line, ':');
    if (strncmp(line, "model name", 10) != 0 || colon == NULL) continue;
    const char *name = colon + 1 + strspn(colon + 1, " ");
    (void)snprintf(text, size, "%.*s", (int)strcspn(name, "\n"), name);
    break;
  }
  fclose(file);
}

static const char *compiler_name(void) {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

static void heading_print(const char *machine) {
  printf("machine   %s, one thread, seconds of processor time\ncompiler  %s\n\n", machine, compiler_name());
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
                report->perft_depth, "machine", machine, "compiler", compiler_name());
  if (object == NULL) return cli_fail(ASC_E_MEMORY, "bench", "out of memory");
  json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(4));
  putchar('\n');
  fflush(stdout);
  json_decref(object);
  return CLI_OK;
}

static int game_bench(const char *spec, double seconds, bool json, const char *machine) {
  asc_rules *rules;
  asc_error error;
  int code = asc_rules_open(&rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "bench", &error);
  bench_report report = game_measure(rules, seconds);
  int status = CLI_OK;
  if (json)
    status = report_print_json(&report, machine);
  else
    report_print(&report);
  asc_rules_close(rules);
  return status;
}

/* Before anything is measured. */
static int games_check(const cli_list *games) {
  for (int i = 0; i < games->count; i++) {
    asc_rules *rules;
    asc_error error;
    int code = asc_rules_open(&rules, games->items[i], &error);
    if (code < 0) return cli_fail_error(code, "bench", &error);
    asc_rules_close(rules);
  }
  return CLI_OK;
}

int bench_run(int argc, char **argv) {
  bool json = false;
  long long seconds = 5;
  cli_list games = {0};
  const char *what = "playouts";
  const cli_option options[] = {{"game", CLI_LIST, &games, 0, 0},
                                {"seconds", CLI_NUMBER, &seconds, 1, 600},
                                {"json", CLI_FLAG, &json, 0, 0},
                                {0}};
  if (cli_parse(argc, argv, options, &what, 1) < 0) return CLI_BAD_INPUT;
  if (strcmp(what, "playouts") != 0) return cli_fail(ASC_E_INPUT, "bench", "unknown bench '%s'; known: playouts", what);
  bool all = games.count == 0;
  for (int i = 0; all && i < CLI_LIST_MAX && asc_game_at(i) != NULL; i++)
    games.items[games.count++] = asc_game_at(i)->id;
  int status = games_check(&games);
  if (status != CLI_OK) return status;
  char machine[128];
  machine_read(machine, sizeof machine);
  if (!json) heading_print(machine);
  for (int i = 0; i < games.count && status == CLI_OK; i++)
    status = game_bench(games.items[i], (double)seconds, json, machine);
  return cli_finish(status);
}
