/* `ascona analyse GAME …`: the best lines of a position, and what a die roll is worth. */
#include "analyse.h"

#include "cli/terminal.h"
#include "core/clock.h"
#include "play/seats.h"

#include <stdlib.h>
#include <string.h>

const char analyse_summary[] = "evaluation and best lines; chances to win, and the luck of a roll";
const char analyse_help[] =
    "usage: ascona analyse GAME [--position P] [--moves \"…\"] [limits] [options]\n"
    "\n"
    "Thinks about a position and prints the best lines: score, kind of score, moves. Scores are\n"
    "for the player to move: points of the final margin, or percent of the chance to win. `exact`\n"
    "is proved, `lower` and `upper` are proved bounds, `estimate` is a guess. For Delfino every\n"
    "player's chance is told, and at a die roll, or when --moves end with one, what each face is\n"
    "worth and how lucky the roll was. On a terminal the lines are shown while they change;\n"
    "Ctrl-C ends it with what was found.\n"
    "\n"
    "  --position P   start from this position string instead of the first position\n"
    "  --moves \"…\"    play these moves first\n"
    "  --time S       think for S seconds, 0.5 for half a one (default 5, unless another limit\n"
    "                 is given)\n"
    "  --depth N      look N plies ahead at most; with dice, N turns\n"
    "  --nodes N      look at N positions at most\n"
    "  --multipv N    the N best lines (default 1)\n"
    "  --all-moves    a line for every legal move; half of the time goes to a proof of each\n"
    "  --tables DIR   tables of solved positions: what they hold is exact at once (default: the\n"
    "                 environment variable ASCONA_TABLES)\n"
    "  --hash MB      the size of the table in MiB (default 16)\n"
    "  --threads N    search with N threads (default 1)\n"
    "  --verbose      print what is found after every depth, not only the last\n"
    "  --json         one JSON object: game, position, player, depth, nodes, seconds, lines (each\n"
    "                 with kind, value, depth, line, and plies where tables tell how far the end\n"
    "                 is), roll; with --verbose one a depth\n"
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
  analysis found;
  const analyse_options *options;
  board_style style;
  live_lines live;
  int64_t began;
  think_watch watch;
  asc_search *search;
  asc_line proved; /* where a proof is kept */
  asc_line *all;   /* every move's */
  uint64_t tried;  /* nodes that a proof took in vain */
} analyse_state;

static void found_draw(void *data) {
  analyse_state *state = data;
  if (state->options->verbose || !live_due(&state->live)) return;
  state->found.microseconds = asc_clock_microseconds() - state->began;
  if (state->found.report.count > 0) state->found.report.nodes = state->tried + asc_search_nodes(state->search);
  char *text = NULL;
  size_t size = 0;
  FILE *memory = open_memstream(&text, &size);
  if (memory == NULL) return;
  board_style endless = state->live.style;
  endless.columns = INT16_MAX; /* a row each: the terminal's edge cuts them */
  analysis_print(memory, &state->found, &endless);
  if (fclose(memory) == 0) live_draw(&state->live, text);
  free(text);
}

static void found_print_json(const analyse_state *state, bool final) {
  asc_json json = cli_json_begin();
  analysis_json(&json, &state->found, final);
  cli_json_end(&json);
}

static int found_print(analyse_state *state) {
  state->found.microseconds = asc_clock_microseconds() - state->began;
  live_clear(&state->live);
  if (state->options->json) {
    found_print_json(state, true);
    return CLI_OK;
  }
  if (state->options->verbose && state->found.report.count > 0) putchar('\n');
  analysis_print(stdout, &state->found, &state->style);
  return CLI_OK;
}

static void report_take(void *data, const asc_report *report) {
  analyse_state *state = data;
  state->found.report = *report;
  state->found.report.nodes += state->tried;
  state->found.microseconds = asc_clock_microseconds() - state->began;
  if (!state->options->verbose) return;
  if (state->options->json)
    found_print_json(state, false);
  else
    analysis_print_depth(stdout, &state->found, &state->style);
  fflush(stdout);
}

static int roll_take(analyse_state *state, const think_limits *limits) {
  analysis *found = &state->found;
  asc_task task = think_task(found->play, limits);
  int code = roll_open(&found->roll, found->rules, found->before);
  if (code < 0) return code;
  while (!think_interrupted() && (code = roll_deepen(&found->roll, state->search, &task)) > 0) found_draw(state);
  return code;
}

/* Of a limit, where 0 is none. */
static int64_t left_of(int64_t limit, int64_t spent) { return limit == 0 ? 0 : limit > spent ? limit - spent : 1; }

/* A proof has one line, and no depth. Then the limits are what is left. */
static int proof_take(analyse_state *state, think_limits *limits) {
  if (limits->depth > 0 || state->options->all_moves || state->options->lines > 1) return 0;
  int64_t began = asc_clock_microseconds();
  int code = analysis_prove(&state->found, state->search, limits, &state->proved, &state->tried);
  limits->nodes = left_of(limits->nodes, (int64_t)state->tried);
  limits->microseconds = left_of(limits->microseconds, asc_clock_microseconds() - began);
  asc_report proved = {.depth = state->proved.depth, .count = 1, .lines = &state->proved};
  if (code > 0) report_take(state, &proved);
  return code;
}

static bool all_exact(const asc_report *report) {
  for (int i = 0; i < report->count; i++)
    if (report->lines[i].certainty != ASC_EXACT) return false;
  return true;
}

/* What a search of every move has left open goes to proofs. The lines are copied: the search will need the room. */
static int all_take(analyse_state *state, const think_limits *limits) {
  asc_report *report = &state->found.report;
  if (limits->depth > 0 || !analysis_is_provable(&state->found) || all_exact(report)) return ASC_OK;
  size_t size = (size_t)report->count * sizeof *state->all;
  state->all = malloc(size);
  if (state->all == NULL) return ASC_E_MEMORY;
  memcpy(state->all, report->lines, size);
  report->lines = state->all;
  state->tried = report->nodes;
  int code = analysis_prove_moves(&state->found, state->search, limits, state->all, report->count, &state->tried);
  report->nodes = state->tried;
  return code;
}

static int lines_take(analyse_state *state, think_limits *limits) {
  int code = proof_take(state, limits);
  if (code != 0) return code;
  bool halves = state->options->all_moves && limits->depth == 0 && analysis_is_provable(&state->found);
  if (halves) {
    limits->microseconds = (limits->microseconds + 1) / 2;
    limits->nodes = (limits->nodes + 1) / 2;
  }
  asc_task task = think_task(state->found.play, limits);
  task.lines = state->options->all_moves ? ASC_MOVES_MAX : (int)state->options->lines;
  task.report = report_take;
  task.data = state;
  asc_report report;
  code = asc_search_run(state->search, &task, &report);
  if (code < 0) return code;
  state->found.report = report;
  state->found.report.nodes += state->tried;
  return halves ? all_take(state, limits) : ASC_OK;
}

/* The roll that is due, or the last ply when that was one. */
static void roll_look_for(analysis *found) {
  int events = asc_play_events(found->play);
  const asc_event *last = events > 0 ? asc_play_event(found->play, events - 1) : NULL;
  found->rolled = -1;
  if (found->seats.rolling)
    found->before = found->position;
  else if (last != NULL && !last->gave_up && last->player == ASC_CHANCE)
    found->before = asc_play_before(found->play, events - 1);
}

/* Half of the time for the lines and half for the roll, where there are both. */
static int position_think(analyse_state *state) {
  analysis *found = &state->found;
  think_limits limits = state->options->limits;
  bool both = found->before != NULL && !found->seats.rolling;
  if (both) {
    limits.microseconds /= 2;
    limits.nodes = (limits.nodes + 1) / 2;
    int code = roll_take(state, &limits);
    if (code < 0) return code;
    const asc_event *last = asc_play_event(found->play, asc_play_events(found->play) - 1);
    found->rolled = roll_find(&found->roll, last->move);
  }
  return found->seats.rolling ? roll_take(state, &limits) : lines_take(state, &limits);
}

static int play_analyse(const asc_play *play, const analyse_options *options) {
  analyse_state state = {.found = {.play = play, .rules = asc_play_rules(play), .position = asc_play_position(play)},
                         .options = options,
                         .style = board_style_detect(stdout),
                         .live = live_open(),
                         .began = asc_clock_microseconds()};
  analysis *found = &state.found;
  if (asc_seats_read(&found->seats, found->rules, found->position) < 0)
    return cli_fail(ASC_E_MEMORY, "analyse", "out of memory");
  if (asc_play_end(play) != ASC_END_NONE) return found_print(&state);
  roll_look_for(found);
  state.watch = (think_watch){.look = found_draw, .data = &state};
  int status = think_open("analyse", &state.search, found->rules, &options->limits, &state.watch);
  if (status != CLI_OK) return status;
  int code = position_think(&state);
  status = code < 0 ? cli_fail(code, "analyse", "%s", asc_strerror(code)) : found_print(&state);
  roll_close(&found->roll);
  free(state.all);
  think_close(state.search, &state.watch);
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
