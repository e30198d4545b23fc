/* `ascona analyse GAME …`: the best lines of a position, and what a die roll is worth. */
#include "analyse.h"

#include "cli/screen/terminal.h"
#include "cli/think.h"
#include "core/clock.h"
#include "play/growing.h"

#include <stdlib.h>

const char analyse_summary[] = "evaluation and best lines; chances to win, and the luck of a roll";
const char analyse_help[] = "usage: ascona analyse GAME [--position P] [--moves \"…\"] [limits] [options]\n"
                            "\n"
                            "Thinks about a position and prints the best lines: score, kind of score, moves.\n"
                            "Scores are for the player to move: points of the final margin, or percent of\n"
                            "the chance to win. `exact` is proved, `lower` and `upper` are proved bounds,\n"
                            "`estimate` is a guess. For Delfino every player's chance is told, and at a die\n"
                            "roll, or when --moves end with one, what each face is worth and how lucky the\n"
                            "roll was. On a terminal the lines are shown while they change; Ctrl-C ends it\n"
                            "with what was found.\n"
                            "\n"
                            "  --position P   start from this position string instead of the first position\n"
                            "  --moves \"…\"    play these moves first\n"
                            "  --time S       think for S seconds, 0.5 for half a one (default 5, unless\n"
                            "                 another limit is given)\n"
                            "  --depth N      look N plies ahead at most; with dice, N turns\n"
                            "  --nodes N      look at N positions at most\n"
                            "  --multipv N    the N best lines (default 1)\n"
                            "  --all-moves    a line for every legal move; half of the time goes to a proof\n"
                            "                 of each\n"
                            "  --tables DIR   tables of solved positions: what they hold is exact at once\n"
                            "                 (default: the environment variable ASCONA_TABLES)\n"
                            "  --hash MB      the size of the table in MiB (default 16)\n"
                            "  --threads N    search with N threads (default 1)\n"
                            "  --verbose      print what is found after every depth, not only the last\n"
                            "  --json         one JSON object: game, position, player, depth, nodes,\n"
                            "                 seconds, lines (each with kind, value, depth, line, and plies\n"
                            "                 where tables tell how far the end is), roll; with --verbose\n"
                            "                 one a depth\n"
                            "\n"
                            "examples:\n"
                            "  ascona analyse delta --moves \"b2 b4\" --time 0.2\n"
                            "  ascona analyse kulami --nodes 20000 --multipv 3\n"
                            "  ascona analyse delfino --moves \"1.1 4.4 r3\" --depth 1 --json\n";

typedef struct analyse_options {
  const char *spec, *position, *moves;
  think_limits limits;
  long long lines;
  bool all_moves, verbose, json;
} analyse_options;

typedef struct analyse_state {
  asc_analysis found;
  const analyse_options *options;
  board_style style;
  progress_lines progress;
  asc_search *search;
} analyse_state;

static void found_draw(void *data) {
  analyse_state *state = data;
  if (state->options->verbose || !progress_due(&state->progress)) return;
  asc_analysis now = state->found;
  now.spent = asc_clock_microseconds() - now.began;
  if (now.report.count > 0) now.report.nodes = now.tried + asc_search_nodes(state->search);
  asc_growing text = {0};
  FILE *memory = asc_growing_file(&text);
  if (memory == NULL) return;
  board_style endless = state->progress.style;
  endless.columns = INT16_MAX; /* a row each: the terminal's edge cuts them */
  analysis_print(memory, &now, &endless);
  if (fclose(memory) == 0 && !text.failed) progress_draw_lines(&state->progress, text.text);
  free(text.text);
}

static void found_print_json(const analyse_state *state, bool final) {
  asc_json json = cli_json_begin();
  asc_analysis_json(&json, &state->found, final);
  cli_json_end(&json);
}

static void found_print(analyse_state *state) {
  progress_clear(&state->progress);
  if (state->options->json) {
    found_print_json(state, true);
    return;
  }
  if (state->options->verbose && state->found.report.count > 0) putchar('\n');
  analysis_print(stdout, &state->found, &state->style);
}

static void found_tell(void *data) {
  analyse_state *state = data;
  if (!state->options->verbose || state->found.report.count == 0) {
    found_draw(state);
  } else if (state->options->json) {
    found_print_json(state, false);
  } else {
    analysis_print_depth(stdout, &state->found, &state->style);
    fflush(stdout);
  }
}

/* A finished game needs no search. */
static int state_run(analyse_state *state) {
  const analyse_options *options = state->options;
  think_watch watch = {.poll = found_draw, .data = state};
  if (asc_play_end(state->found.play) != ASC_END_NONE) {
    found_print(state);
    return CLI_OK;
  }
  int status = think_open("analyse", &state->search, state->found.rules, &options->limits, &watch);
  if (status != CLI_OK) return status;
  const asc_analysis_wish wish = {
      .limits = think_limits_of(&options->limits), .lines = (int)options->lines, .all_moves = options->all_moves};
  int code = asc_analysis_run(&state->found, state->search, &wish, &(asc_watch){found_tell, think_stopped, state});
  status = code < 0 ? cli_fail(code, "analyse", "%s", asc_strerror(code)) : cli_tables_check(watch.tables, "analyse");
  if (status == CLI_OK) found_print(state);
  think_close(state->search, &watch);
  return status;
}

static int play_analyse(const asc_play *play, const analyse_options *options) {
  analyse_state state = {.options = options, .style = board_style_detect(stdout), .progress = progress_open()};
  int status = asc_analysis_open(&state.found, play) < 0 ? cli_fail(ASC_E_MEMORY, "analyse", "out of memory")
                                                         : state_run(&state);
  asc_analysis_close(&state.found);
  return status;
}

static int options_read(int argc, char **argv, analyse_options *options) {
  enum { STANDARD = 5000000 };
  const cli_option table[] = {{"position", CLI_TEXT, &options->position, 0, 0},
                              {"moves", CLI_TEXT, &options->moves, 0, 0},
                              {"depth", CLI_NUMBER, &options->limits.depth, 1, THINK_DEPTH_MAX},
                              {"multipv", CLI_NUMBER, &options->lines, 1, ASC_MOVES_MAX},
                              {"all-moves", CLI_FLAG, &options->all_moves, 0, 0},
                              {"verbose", CLI_FLAG, &options->verbose, 0, 0},
                              {"json", CLI_FLAG, &options->json, 0, 0},
                              THINK_OPTIONS(&options->limits),
                              THINK_THREADS(&options->limits),
                              {0}};
  int rest = cli_parse(argc, argv, table, &options->spec, 1);
  if (rest < 0) return CLI_BAD_INPUT;
  if (rest == 0) return cli_fail(ASC_E_INPUT, "analyse", "which game? see ascona games");
  think_limits *limits = &options->limits;
  int status = think_limits_check("analyse", limits);
  bool limited = limits->time != NULL || limits->depth > 0 || limits->nodes > 0;
  if (!limited) limits->microseconds = STANDARD;
  return status;
}

int analyse_run(int argc, char **argv) {
  analyse_options options = {.lines = 1};
  int status = options_read(argc, argv, &options);
  if (status != CLI_OK) return status;
  cli_setup setup;
  status = cli_setup_open(&setup, options.spec, options.position, options.moves);
  if (status != CLI_OK) return status;
  status = play_analyse(setup.play, &options);
  cli_setup_close(&setup);
  return cli_finish(status);
}
