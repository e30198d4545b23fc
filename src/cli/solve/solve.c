/* `ascona solve GAME …`: prints the exact value of a position with every best move, or the bounds that were proved.

   Games of two players without dice are solved by proof. With dice or more players there is no proof search; a
   search of whole turns may still prove something, such as a turn that wins at once, and that is printed. */
#include "all.h"
#include "base/clock.h"
#include "base/text.h"
#include "cli/screen/terminal.h"
#include "cli/search.h"
#include "draw/text/canvas.h"
#include "draw/text/wrap.h"
#include "engine/common/parallel.h"
#include "play/seats.h"
#include "play/touch.h"
#include "study/score.h"

#include <stdlib.h>
#include <string.h>

const char cli_solve_summary[] = "an exact value with every best move, or proved bounds";
const char cli_solve_help[] = "usage: ascona solve GAME [--position P] [--moves \"…\"] [limits] [--json]\n"
                              "       ascona solve delta[:size=S,pawns=P] --all --out DIR [--threads N]\n"
                              "                    [--gpu] [--json]\n"
                              "\n"
                              "Proves what a position is worth with best play: who wins, by how many points,\n"
                              "and with which moves. When a limit runs out first, or Ctrl-C is pressed, it\n"
                              "prints the bounds that were proved. A value holds for a game that starts at the\n"
                              "position. Dice cannot be solved: for Delfino there are bounds, and a value only\n"
                              "where a turn wins at once.\n"
                              "\n"
                              "  --position P   start from this position string instead of the first position\n"
                              "  --moves \"…\"    play these moves first\n"
                              "  --time S       think for S seconds at most, 0.5 for half a one (default: no\n"
                              "                 limit)\n"
                              "  --nodes N      look at N positions at most\n"
                              "  --tables DIR   tables of solved positions: what they hold is proved already\n"
                              "                 (default: the environment variable ASCONA_TABLES)\n"
                              "  --hash MB      the size of the table in MiB (default 16)\n"
                              "  --json         one JSON object: kind (\"exact\" or \"bounds\"), value for the\n"
                              "                 player to move (points; percent where the chance to win\n"
                              "                 counts; null for bounds), least, most, best (every best move),\n"
                              "                 best_all (that they are all is proved), line, nodes, seconds,\n"
                              "                 player, game, position; plies where tables tell how far the\n"
                              "                 end is\n"
                              "\n"
                              "With --all every position of Delta is solved, layer by layer from the last, and\n"
                              "kept in tables: a file a layer in DIR. A run that was ended goes on where it\n"
                              "was; while one works in DIR, another is refused. Nine pawns on 25 squares take\n"
                              "about 6 GiB of memory and 2.7 GiB on disk.\n"
                              "\n"
                              "  --out DIR      where the tables go; made if it is not there\n"
                              "  --threads N    how many work at it (default: one for each processor)\n"
                              "  --gpu          solve on a graphics card, if the program was built for one\n"
                              "  --json         one JSON object a layer\n"
                              "\n"
                              "exit status: 0 proved, or all solved; 1 a limit ran out or Ctrl-C was pressed\n"
                              "before; 2 bad input; 3 the machine's fault, or another solve --all works in DIR\n"
                              "\n"
                              "examples:\n"
                              "  ascona solve delta --time 10 || echo not proved\n"
                              "  ascona solve delta:size=4,pawns=6 --all --out tables\n"
                              "  ascona solve kulami --moves \"d4 d7\" --time 0.5 --json || echo not proved\n"
                              "  ascona solve circle-delta:rings=2,petals=3,men=1,reds=1,greens=0\n";

typedef struct solve_options {
  const char *spec, *position, *moves;
  cli_search_options limits;
  bool json, all, gpu;
  const char *out;
  long long threads;
} solve_options;

typedef struct solve_state {
  const asc_play *play;
  const asc_rules *rules;
  asc_seats seats;
  cli_progress progress;
  asc_search *search;
  int64_t started_us;
  int32_t lower, upper; /* bounds of every game from its start; a proof that is not tighter is printed as "nothing" */
  asc_solution so_far;
} solve_state;

static bool counts_chance(const asc_rules *rules) { return rules->game->score == ASC_SCORE_CHANCE; }

/* Writes a value, such as "wins by 3 points", "loses", "draws" or "wins with a chance of 57.31 %". */
static void value_write(const asc_rules *rules, int32_t value, char *text, size_t size) {
  char number[ASC_HUNDREDTHS_MAX];
  int32_t even = counts_chance(rules) ? ASC_SCORE_WIN : 0, margin = value - even;
  const char *verb = margin > 0 ? "wins" : "loses";
  asc_hundredths_write(counts_chance(rules) ? value : abs(margin), number);
  if (margin == 0)
    (void)snprintf(text, size, "draws");
  else if (!counts_chance(rules))
    (void)snprintf(text, size, "%s by %s point%s", verb, number, strcmp(number, "1") == 0 ? "" : "s");
  else if (abs(margin) == ASC_SCORE_WIN)
    (void)snprintf(text, size, "%s", verb);
  else
    (void)snprintf(text, size, "wins with a chance of %s %%", number);
}

/* Writes one bound, such as "wins by at least 3 points", "loses by at most 2 points", "does not lose" or "at least
   40 %". */
static void bound_write(const asc_rules *rules, bool is_lower, int32_t bound, char *text, size_t size) {
  char number[ASC_HUNDREDTHS_MAX];
  bool chance = counts_chance(rules);
  int32_t margin = bound - (chance ? ASC_SCORE_WIN : 0);
  const char *word = is_lower == (chance || margin > 0) ? "least" : "most";
  asc_hundredths_write(chance ? bound : abs(margin), number);
  if (margin == 0)
    (void)snprintf(text, size, "does not %s", is_lower ? "lose" : "win");
  else if (chance)
    (void)snprintf(text, size, "at %s %s %%", word, number);
  else
    (void)snprintf(text, size, "%s by at %s %s point%s", margin > 0 ? "wins" : "loses", word, number,
                   strcmp(number, "1") == 0 ? "" : "s");
}

/* Writes "between -2 and 5 points", one bound, or "nothing". */
static void bounds_write(const solve_state *state, const asc_solution *solution, char *text, size_t size) {
  char lower[ASC_HUNDREDTHS_MAX], upper[ASC_HUNDREDTHS_MAX];
  bool has_lower = solution->lower > state->lower, has_upper = solution->upper < state->upper;
  asc_hundredths_write(solution->lower, lower);
  asc_hundredths_write(solution->upper, upper);
  if (has_lower && has_upper)
    (void)snprintf(text, size, "between %s and %s%s", lower, upper, counts_chance(state->rules) ? " %" : " points");
  else if (has_lower || has_upper)
    bound_write(state->rules, has_lower, has_lower ? solution->lower : solution->upper, text, size);
  else
    (void)snprintf(text, size, "nothing");
}

static void effort_write(const asc_solution *solution, char *text, size_t size) {
  char nodes[ASC_COUNT_TEXT_MAX];
  (void)snprintf(text, size, "%s nodes, %.2f s", asc_count_write(solution->nodes, nodes),
                 (double)solution->elapsed_us / 1e6);
}

/* Fills in the bounds that the game's knowledge gives for the starting position, for the player whose value is
   proved. */
static void bounds_init(solve_state *state) {
  const asc_knowledge *knowledge = state->rules->game->knowledge;
  asc_position start;
  int32_t lower = -ASC_SCORE_MAX, upper = ASC_SCORE_MAX;
  asc_position_start(state->rules, &start);
  if (knowledge != NULL && knowledge->bounds != NULL) knowledge->bounds(state->rules, &start, &lower, &upper);
  bool is_second = state->seats.to_move != 1;
  state->lower = is_second ? -upper : lower;
  state->upper = is_second ? -lower : upper;
  if (!counts_chance(state->rules)) return;
  state->lower = 0;
  state->upper = 2 * ASC_SCORE_WIN;
}

static void progress_store(void *data, const asc_solution *so_far) { ((solve_state *)data)->so_far = *so_far; }

static void progress_draw(void *data) {
  solve_state *state = data;
  if (!cli_progress_is_due(&state->progress)) return;
  char proved[96] = "nothing", nodes[ASC_COUNT_TEXT_MAX], text[256];
  const asc_solution *so_far = &state->so_far;
  if (so_far->proved)
    value_write(state->rules, so_far->lower, proved, sizeof proved);
  else if (so_far->lower < so_far->upper)
    bounds_write(state, so_far, proved, sizeof proved);
  (void)snprintf(text, sizeof text, "%.1f s   %s nodes   proved for %s: %s%s\n",
                 (double)(asc_clock_now_us() - state->started_us) / 1e6,
                 asc_count_write(asc_search_nodes(state->search), nodes), state->seats.names[state->seats.to_move - 1],
                 proved, so_far->proved ? "; looking for all best moves" : "");
  cli_progress_draw(&state->progress, text);
}

/* Returns true if the game is over; its value is then the result. */
static bool solve_ended(const solve_state *state, asc_solution *solution) {
  asc_outcome outcome;
  if (!asc_play_outcome(state->play, &outcome)) return false;
  int32_t score = asc_score_from_outcome(state->rules, &outcome, state->seats.to_move);
  *solution = (asc_solution){.proved = true, .lower = score, .upper = score, .others_worse = true};
  return true;
}

static asc_token *best_tokens(const solve_state *state, const asc_solution *solution) {
  asc_token *tokens = calloc((size_t)solution->best_count + 1, sizeof *tokens);
  const void *position = asc_play_position(state->play);
  for (int i = 0; tokens != NULL && i < solution->best_count; i++)
    asc_move_write(state->rules, position, solution->best[i], tokens[i].text);
  if (tokens != NULL) qsort(tokens, (size_t)solution->best_count, sizeof *tokens, asc_token_compare);
  return tokens;
}

static void bound_json(asc_json *json, const char *name, int32_t bound, bool known) {
  if (!known || bound <= -ASC_SCORE_MAX || bound >= ASC_SCORE_MAX)
    asc_json_null(json, name);
  else
    asc_json_hundredths(json, name, bound);
}

static void solution_print_json(const solve_state *state, const asc_solution *solution, const asc_token *best) {
  char position[ASC_POSITION_TEXT_MAX];
  const void *now = asc_play_position(state->play);
  asc_position_write(state->rules, now, position, sizeof position);
  asc_json json = cli_json_begin();
  asc_json_text(&json, "kind", solution->proved ? "exact" : "bounds");
  bound_json(&json, "value", solution->lower, solution->proved);
  bound_json(&json, "least", solution->lower, true);
  bound_json(&json, "most", solution->upper, true);
  asc_json_open(&json, "best", '[');
  for (int i = 0; i < solution->best_count; i++) asc_json_text(&json, NULL, best[i].text);
  asc_json_close(&json, ']');
  asc_json_bool(&json, "best_all", solution->others_worse);
  asc_line_tokens_json(&json, "line", state->rules, now, solution->line, solution->line_length);
  asc_json_number(&json, "nodes", (int64_t)solution->nodes);
  asc_json_seconds(&json, "seconds", solution->elapsed_us);
  asc_json_number(&json, "player", state->seats.to_move);
  asc_json_text(&json, "game", state->rules->spec);
  asc_json_text(&json, "position", position);
  if (solution->plies > 0) asc_json_number(&json, "plies", solution->plies);
  cli_json_end(&json);
}

enum { INDENT = 6 };

static void label_print(const char *label, const asc_board_style *style) {
  asc_canvas_print_toned(stdout, ASC_TONE_FAINT, label, INDENT, style);
}

static void solution_print_text(const solve_state *state, const asc_solution *solution, const asc_token *best) {
  asc_board_style style = cli_style_detect(stdout);
  const char *name = state->seats.names[state->seats.to_move - 1];
  char words[160], text[ASC_LINE_TEXT_MAX];
  bool over = asc_play_end(state->play) != ASC_END_NONE;
  if (solution->proved) {
    value_write(state->rules, solution->lower, words, sizeof words);
    size_t length = strlen(words);
    if (solution->plies > 0)
      (void)snprintf(words + length, sizeof words - length, " in %d pl%s", solution->plies,
                     solution->plies == 1 ? "y" : "ies");
    (void)snprintf(text, sizeof text, over ? "The game is over: %s %s." : "%s is to move and %s.", name, words);
  } else {
    bounds_write(state, solution, words, sizeof words);
    (void)snprintf(text, sizeof text, "Not solved%s. Proved for %s, who %s: %s.",
                   state->rules->game->odds != NULL ? ": with dice only a turn that wins at once is" : "", name,
                   state->seats.must_roll ? "rolls the die" : "is to move", words);
  }
  asc_canvas_print_toned(stdout, ASC_TONE_STRONG, text, 0, &style);
  putchar('\n');
  if (solution->best_count > 0) {
    label_print("best", &style);
    asc_wrap wrap = {stdout, &style, INDENT, INDENT};
    for (int i = 0; i < solution->best_count; i++) asc_wrap_print(&wrap, 2, best[i].text);
    if (!solution->others_worse) asc_wrap_print(&wrap, 2, "and perhaps others");
    putchar('\n');
  }
  if (solution->line_length > 0) {
    asc_line_write(state->rules, asc_play_position(state->play), solution->line, solution->line_length, text,
                   sizeof text);
    label_print("line", &style);
    asc_board_print_sentence(stdout, text, INDENT, &style);
  }
  if (over) return;
  effort_write(solution, words, sizeof words);
  label_print("took", &style);
  puts(words);
}

static int solution_print(const solve_state *state, const asc_solution *solution, bool json) {
  asc_token *best = best_tokens(state, solution);
  if (best == NULL) return cli_fail(ASC_E_MEMORY, "solve", "out of memory");
  int status = CLI_OK;
  if (json)
    solution_print_json(state, solution, best);
  else
    solution_print_text(state, solution, best);
  free(best);
  return status != CLI_OK ? status : solution->proved ? CLI_OK : CLI_FAILED;
}

/* For dice or more than two players: fills in what a search of whole turns proves. */
static int solve_turns(const solve_state *state, asc_search *search, asc_search_task *task, asc_solution *solution,
                       asc_move best[ASC_MOVES_MAX]) {
  enum { DEFAULT_TIME_US = 5000000 };
  if (task->hard_us == 0 && task->nodes == 0) task->soft_us = task->hard_us = DEFAULT_TIME_US;
  *solution = (asc_solution){.lower = 0, .upper = 10000, .best = best};
  if (state->rules->game->score == ASC_SCORE_MARGIN)
    *solution = (asc_solution){.lower = -ASC_SCORE_MAX, .upper = ASC_SCORE_MAX, .best = best};
  if (state->seats.must_roll) return ASC_OK;
  task->lines = ASC_MOVES_MAX;
  asc_search_report report;
  int code = asc_search_run(search, task, &report);
  if (code < 0) return code;
  solution->nodes = report.nodes;
  solution->elapsed_us = report.elapsed_us;
  const asc_line *first = &report.lines[0];
  if (first->certainty == ASC_EXACT || first->certainty == ASC_LOWER) solution->lower = first->score;
  if (first->certainty == ASC_EXACT || first->certainty == ASC_UPPER) solution->upper = first->score;
  solution->proved = solution->lower == solution->upper;
  if (!solution->proved) return ASC_OK;
  solution->others_worse = true;
  for (int i = 0; i < report.line_count; i++) {
    const asc_line *line = &report.lines[i];
    bool exact = line->certainty == ASC_EXACT;
    if (exact && line->score == first->score) best[solution->best_count++] = line->moves[0];
    solution->others_worse &= exact || (line->certainty == ASC_UPPER && line->score < first->score);
  }
  memcpy(solution->line, first->moves, sizeof solution->line);
  solution->line_length = first->length;
  return ASC_OK;
}

static int solve_open_game(solve_state *state, const solve_options *options) {
  asc_solution solution;
  asc_move best[ASC_MOVES_MAX];
  cli_search_context context = {.poll = progress_draw, .data = state};
  int status = cli_search_open("solve", &state->search, state->rules, &options->limits, &context);
  if (status != CLI_OK) return status;
  asc_search_limits limits = cli_search_limits(&options->limits);
  asc_search_task task = asc_search_task_from_play(state->play, &limits);
  bool provable = state->rules->players == 2 && state->rules->game->odds == NULL;
  int code = provable ? asc_search_solve(state->search, &task, &solution, progress_store, state)
                      : solve_turns(state, state->search, &task, &solution, best);
  cli_progress_clear(&state->progress);
  status = code < 0 ? cli_fail(code, "solve", "%s", asc_strerror(code)) : cli_tables_check(context.tables, "solve");
  if (status == CLI_OK) status = solution_print(state, &solution, options->json);
  cli_search_close(state->search, &context);
  return status;
}

static int solve_play(const asc_play *play, const solve_options *options) {
  solve_state state = {
      .play = play, .rules = asc_play_rules(play), .progress = cli_progress_open(), .started_us = asc_clock_now_us()};
  asc_solution solution;
  if (asc_seats_fill(&state.seats, state.rules, asc_play_position(play), "en") < 0)
    return cli_fail(ASC_E_MEMORY, "solve", "out of memory");
  bounds_init(&state);
  if (solve_ended(&state, &solution)) return solution_print(&state, &solution, options->json);
  return solve_open_game(&state, options);
}

int cli_solve(int argc, char **argv) {
  solve_options options = {.limits = {.without_book = true}};
  const cli_option table[] = {{"position", CLI_TEXT, &options.position, 0, 0},
                              {"moves", CLI_TEXT, &options.moves, 0, 0},
                              {"json", CLI_FLAG, &options.json, 0, 0},
                              {"all", CLI_FLAG, &options.all, 0, 0},
                              {"gpu", CLI_FLAG, &options.gpu, 0, 0},
                              {"out", CLI_TEXT, &options.out, 0, 0},
                              {"threads", CLI_NUMBER, &options.threads, 1, ASC_THREADS_MAX},
                              CLI_SEARCH_OPTIONS(&options.limits),
                              {0}};
  int rest = cli_parse(argc, argv, table, &options.spec, 1);
  if (rest < 0) return CLI_BAD_INPUT;
  if (rest == 0) return cli_fail(ASC_E_INPUT, "solve", "which game? see ascona games");
  if (options.all && options.out == NULL) return cli_fail(ASC_E_INPUT, "solve", "--all needs --out DIR for its tables");
  if (options.all)
    return cli_finish(cli_solve_all(options.spec, options.out, (int)options.threads, options.gpu, options.json));
  if (options.out != NULL || options.threads != 0 || options.gpu)
    return cli_fail(ASC_E_INPUT, "solve", "--out, --threads and --gpu go with --all");
  int status = cli_search_options_check("solve", &options.limits);
  if (status != CLI_OK) return status;
  cli_setup setup;
  status = cli_setup_open(&setup, options.spec, options.position, options.moves);
  if (status != CLI_OK) return status;
  status = solve_play(setup.play, &options);
  cli_setup_close(&setup);
  return cli_finish(status);
}
