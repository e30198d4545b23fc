/* `ascona bench`: measures the speed of the rules and of the searches, and computes the signature of the searches. */
#include "bench.h"

#include <stdio.h>
#include <string.h>

const char cli_bench_summary[] = "speeds on this machine, and the search signature";
const char cli_bench_help[] = "usage: ascona bench [playouts|search|signature|solve|probe] [--game GAME]…\n"
                              "                    [--seconds S] [--json]\n"
                              "\n"
                              "Everything is done on one thread, and a second is one of processor time, so\n"
                              "that other programs on the machine count less. Without a word it does all of\n"
                              "it.\n"
                              "\n"
                              "  playouts    random games to their end, through lists of moves and, where the\n"
                              "              game can pick a move without a list, that way too: plies a\n"
                              "              second, the best of five slices, with the spread from the best to\n"
                              "              the worst; and how fast perft counts leaves\n"
                              "  search      fixed searches: every game as it is and with each of its options\n"
                              "              changed, several positions each, deeper and deeper until one\n"
                              "              takes 20,000 nodes, each with a fresh table of 16 MiB; and the\n"
                              "              signature\n"
                              "  signature   the signature alone: the nodes of these searches together. It is\n"
                              "              the same on every run, compiler and machine, and changes when a\n"
                              "              search does\n"
                              "  solve       proofs of random positions: how many were solved, and the median\n"
                              "              and the most time of those. Only done when asked for\n"
                              "  probe       random positions of each layer looked up in tables of solved\n"
                              "              positions: microseconds for one alone, and for one with all its\n"
                              "              moves. Only done when asked for\n"
                              "\n"
                              "  --game GAME   only this one, with just these options; may be given several\n"
                              "                times\n"
                              "  --seconds S   how long to play out each game, 1 to 600 (default 2), or to\n"
                              "                solve a position (10)\n"
                              "  --plies N     solve: so many plies into the game (default 12)\n"
                              "  --to N        solve: up to so many plies (default: the same)\n"
                              "  --count N     solve, probe: so many positions for every number of plies\n"
                              "                (default 100)\n"
                              "  --tables DIR  probe: the tables (default: the environment variable\n"
                              "                ASCONA_TABLES)\n"
                              "  --json        one JSON object a line\n"
                              "\n"
                              "examples:\n"
                              "  ascona bench\n"
                              "  ascona bench signature\n"
                              "  ascona bench solve --game kulami --plies 32\n"
                              "  ascona bench playouts --game kulami --game circle-delta:rings=3 --seconds 5\n";

/* Reads the name of the processor from /proc/cpuinfo. */
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

const char *cli_bench_compiler(void) {
#if defined(__clang__)
  return "clang " __clang_version__;
#else
  return "gcc " __VERSION__;
#endif
}

/* Rejects wrong game specs before anything is measured. */
static int games_check(const cli_list *games) {
  for (int i = 0; i < games->count; i++) {
    asc_rules *rules;
    asc_error error;
    int code = cli_rules_open(&rules, games->items[i], &error);
    if (code < 0) return cli_fail_error(code, "bench", &error);
    asc_rules_close(rules);
  }
  return CLI_OK;
}

static int all_run(const cli_bench_options *options) {
  int status = cli_bench_playouts(options);
  if (!options->json) putchar('\n');
  return status != CLI_OK ? status : cli_bench_search(options, false);
}

int cli_bench(int argc, char **argv) {
  cli_bench_options options = {0};
  long long seconds = 0, plies = 12, to = 0, count = 100;
  const char *what = "all";
  const cli_option list[] = {
      {"game", CLI_LIST, &options.games, 0, 0}, {"seconds", CLI_NUMBER, &seconds, 1, 600},
      {"plies", CLI_NUMBER, &plies, 0, 1000},   {"to", CLI_NUMBER, &to, 0, 1000},
      {"count", CLI_NUMBER, &count, 1, 100000}, {"tables", CLI_TEXT, &options.tables_folder, 0, 0},
      {"json", CLI_FLAG, &options.json, 0, 0},  {0}};
  if (cli_parse(argc, argv, list, &what, 1) < 0) return CLI_BAD_INPUT;
  bool all = strcmp(what, "all") == 0, playouts = strcmp(what, "playouts") == 0;
  bool signature = strcmp(what, "signature") == 0, solve = strcmp(what, "solve") == 0;
  bool probe = strcmp(what, "probe") == 0;
  if (!all && !playouts && !signature && !solve && !probe && strcmp(what, "search") != 0)
    return cli_fail(ASC_E_INPUT, "bench", "unknown bench '%s'; known: playouts, search, signature, solve, probe", what);
  options.seconds = seconds > 0 ? (double)seconds : solve ? 10 : 2;
  options.count = (int)count;
  options.first_ply = (int)plies;
  options.last_ply = (int)(to > plies ? to : plies);
  options.has_named_games = options.games.count > 0;
  for (int i = 0; !options.has_named_games && i < CLI_LIST_MAX && asc_game_at(i) != NULL; i++)
    options.games.items[options.games.count++] = asc_game_at(i)->id;
  int status = games_check(&options.games);
  if (status != CLI_OK) return status;
  machine_read(options.machine, sizeof options.machine);
  if (!options.json && !signature)
    printf("machine   %s, one thread, seconds of processor time\ncompiler  %s\n\n", options.machine,
           cli_bench_compiler());
  status = all        ? all_run(&options)
           : playouts ? cli_bench_playouts(&options)
           : solve    ? cli_bench_solve(&options)
           : probe    ? cli_bench_probe(&options)
                      : cli_bench_search(&options, signature);
  return cli_finish(status);
}
