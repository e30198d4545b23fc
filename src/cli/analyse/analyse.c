/* `ascona analyse GAME …`: the best lines of a position, and the value of a die roll. */
#include "analyse.h"

#include "base/clock.h"
#include "base/strbuf.h"
#include "cli/screen/terminal.h"
#include "cli/search.h"

#include <stdlib.h>

const char cli_analyse_summary[] = "evaluation and best lines; chances to win, and the luck of a roll";
const char cli_analyse_help[] = "usage: ascona analyse GAME [--position P] [--moves \"…\"] [limits] [options]\n"
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
  cli_search_options limits;
  long long lines;
  bool all_moves, verbose, json;
} analyse_options;

typedef struct analyse_state {
  asc_analysis *analysis;
  const analyse_options *options;
  asc_board_style style;
  cli_progress progress;
  asc_search *search;
} analyse_state;

static void analysis_draw(void *data) {
  analyse_state *state = data;
  if (state->options->verbose || !cli_progress_is_due(&state->progress)) return;
  asc_analysis now = *state->analysis;
  now.elapsed_us = asc_clock_now_us() - now.started_us;
  if (now.report.line_count > 0) now.report.nodes = now.earlier_nodes + asc_search_nodes(state->search);
  asc_strbuf text = {0};
  FILE *memory = asc_strbuf_stream(&text);
  if (memory == NULL) return;
  asc_board_style unwrapped = state->progress.style;
  unwrapped.columns = INT16_MAX; /* one row per line: the terminal cuts them at its edge */
  cli_analysis_print(memory, &now, &unwrapped);
  if (fclose(memory) == 0 && !text.failed) cli_progress_draw(&state->progress, text.text);
  free(text.text);
}

static void analysis_print_json(const analyse_state *state, bool final) {
  asc_json json = cli_json_begin();
  asc_analysis_json(&json, state->analysis, final);
  cli_json_end(&json);
}

static void analysis_print(analyse_state *state) {
  cli_progress_clear(&state->progress);
  if (state->options->json) {
    analysis_print_json(state, true);
    return;
  }
  if (state->options->verbose && state->analysis->report.line_count > 0) putchar('\n');
  cli_analysis_print(stdout, state->analysis, &state->style);
}

static void analysis_report(void *data) {
  analyse_state *state = data;
  if (!state->options->verbose || state->analysis->report.line_count == 0) {
    analysis_draw(state);
  } else if (state->options->json) {
    analysis_print_json(state, false);
  } else {
    cli_analysis_print_lines(stdout, state->analysis, &state->style);
    fflush(stdout);
  }
}

/* Runs the analysis and prints it. A finished game needs no search. */
static int state_run(analyse_state *state) {
  const analyse_options *options = state->options;
  cli_search_context context = {.poll = analysis_draw, .data = state};
  if (asc_play_end(state->analysis->play) != ASC_END_NONE) {
    analysis_print(state);
    return CLI_OK;
  }
  int status = cli_search_open("analyse", &state->search, state->analysis->rules, &options->limits, &context);
  if (status != CLI_OK) return status;
  const asc_analysis_options analysis_options = {
      .limits = cli_search_limits(&options->limits), .lines = (int)options->lines, .all_moves = options->all_moves};
  int code = asc_analysis_run(state->analysis, state->search, &analysis_options,
                              &(asc_progress){analysis_report, cli_search_should_stop, state});
  status = code < 0 ? cli_fail(code, "analyse", "%s", asc_strerror(code)) : cli_tables_check(context.tables, "analyse");
  if (status == CLI_OK) analysis_print(state);
  cli_search_close(state->search, &context);
  return status;
}

static int play_analyse(const asc_play *play, const analyse_options *options) {
  analyse_state state = {.options = options, .style = cli_style_detect(stdout), .progress = cli_progress_open()};
  int status = asc_analysis_open(&state.analysis, play) < 0 ? cli_fail(ASC_E_MEMORY, "analyse", "out of memory")
                                                            : state_run(&state);
  asc_analysis_close(state.analysis);
  return status;
}

static int options_read(int argc, char **argv, analyse_options *options) {
  enum { DEFAULT_TIME_US = 5000000 };
  const cli_option table[] = {{"position", CLI_TEXT, &options->position, 0, 0},
                              {"moves", CLI_TEXT, &options->moves, 0, 0},
                              {"depth", CLI_NUMBER, &options->limits.depth, 1, CLI_SEARCH_DEPTH_MAX},
                              {"multipv", CLI_NUMBER, &options->lines, 1, ASC_MOVES_MAX},
                              {"all-moves", CLI_FLAG, &options->all_moves, 0, 0},
                              {"verbose", CLI_FLAG, &options->verbose, 0, 0},
                              {"json", CLI_FLAG, &options->json, 0, 0},
                              CLI_SEARCH_OPTIONS(&options->limits),
                              CLI_SEARCH_THREADS_OPTION(&options->limits),
                              {0}};
  int rest = cli_parse(argc, argv, table, &options->spec, 1);
  if (rest < 0) return CLI_BAD_INPUT;
  if (rest == 0) return cli_fail(ASC_E_INPUT, "analyse", "which game? see ascona games");
  cli_search_options *limits = &options->limits;
  int status = cli_search_options_check("analyse", limits);
  bool limited = limits->time_text != NULL || limits->depth > 0 || limits->nodes > 0;
  if (!limited) limits->time_us = DEFAULT_TIME_US;
  return status;
}

int cli_analyse(int argc, char **argv) {
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
