/* `ascona problems GAME`: the command line and the list of puzzles. solve.c lets the user solve them, solved.c stores
   which are solved, make.c makes new ones. */
#include "puzzles.h"

#include "base/file.h"
#include "base/text.h"
#include "cli/screen/terminal.h"
#include "cli/screen/text.h"
#include "cli/speech/language.h"
#include "draw/text/canvas.h"

#include <stdlib.h>
#include <string.h>

const char cli_problems_summary[] = "problems to solve: White to play and win by force";
const char cli_problems_help[] = "usage: ascona problems GAME [--grade A-B] [--json]\n"
                                 "       ascona problems GAME NUMBER|next [--grade A-B] [--tables DIR] [--ascii]\n"
                                 "                       [--color WHEN]\n"
                                 "       ascona problems GAME --check\n"
                                 "       ascona problems delta[:size=S,pawns=P] --make --tables DIR [--count N]\n"
                                 "                       [--seed N] [--threads N]\n"
                                 "\n"
                                 "Positions in which White is to play and wins by force in so many moves, and in\n"
                                 "which one move alone does it: the key. Without a NUMBER they are listed by\n"
                                 "grade, 1 the easiest and 9 the hardest. With one, or with next for the first\n"
                                 "that is not solved, it is set up to be solved: type a move, or the things it\n"
                                 "touches one by one. A wrong try is answered by the move that refutes it, a\n"
                                 "right one by the defence that holds out longest; help lists what else there is.\n"
                                 "What is solved is remembered, in $XDG_STATE_HOME/ascona or\n"
                                 "~/.local/state/ascona.\n"
                                 "\n"
                                 "  --grade A-B    only those of grades A to B; --grade A: of one\n"
                                 "  --file FILE    the problems of this file instead of those that come with the\n"
                                 "                 program\n"
                                 "  --tables DIR   answer from the tables that ascona solve --all made (default:\n"
                                 "                 ASCONA_TABLES); without them the engine proves what it answers\n"
                                 "  --json         one JSON object a problem: number, position, moves, points,\n"
                                 "                 key, grade, strict (no other move wins at all), solved\n"
                                 "  --check        prove all of them by search, and say which are wrong\n"
                                 "  --ascii        draw with ASCII characters only\n"
                                 "  --color WHEN   always, never or auto\n"
                                 "\n"
                                 "With --make new ones are chosen among the positions of the tables and printed:\n"
                                 "well spread over lengths, numbers of pawns and grades, no two alike, every one\n"
                                 "proved once more by search.\n"
                                 "\n"
                                 "  --count N      how many at most (default 300)\n"
                                 "  --seed N       other positions for every number (default 1)\n"
                                 "  --threads N    how many work at it (default: one for each processor)\n"
                                 "\n"
                                 "exit status: 0 fine, 1 --check found a wrong one, 2 bad input, 3 the machine's\n"
                                 "fault\n"
                                 "\n"
                                 "examples:\n"
                                 "  ascona problems delta --grade 1-3\n"
                                 "  ascona problems delta 7\n"
                                 "  ascona problems delta next --grade 5\n"
                                 "  ascona problems delta --json\n";

typedef struct puzzles_options {
  const char *rest[2];
  int rest_count;
  const char *grade, *file, *tables, *color;
  long long count, seed, threads; /* count and seed -1, threads 0: not given */
  bool make, check, json, ascii;
  cli_puzzle_choice choice;
} puzzles_options;

enum { COUNT_DEFAULT = 300, COUNT_MAX = 5000, THREADS_MAX = 64, FILE_BYTES_MAX = 4 << 20 };

/* Reads "3" or "2-5". Returns false for anything else. */
static bool difficulties_read(const char *text, cli_puzzle_choice *choice) {
  char first[8];
  long long min, max;
  size_t length = strcspn(text, "-");
  if (length >= sizeof first) return false;
  (void)snprintf(first, sizeof first, "%.*s", (int)length, text);
  if (!asc_text_number(first, 1, ASC_PUZZLE_DIFFICULTY_MAX, &min)) return false;
  max = min;
  if (text[length] == '-' && !asc_text_number(text + length + 1, min, ASC_PUZZLE_DIFFICULTY_MAX, &max)) return false;
  choice->min_difficulty = (int)min;
  choice->max_difficulty = (int)max;
  return true;
}

static const char *options_error(const puzzles_options *options) {
  bool is_solving = options->rest_count == 2,
       has_make_options = options->count >= 0 || options->seed >= 0 || options->threads > 0;
  if (options->make + options->check + options->json > 1)
    return "--make, --check and --json are three different things";
  if (is_solving && (options->make || options->check || options->json))
    return "a number is for solving one problem alone";
  if (has_make_options && !options->make) return "--count, --seed and --threads go with --make";
  if (options->make && (options->grade != NULL || options->file != NULL))
    return "--make takes neither --grade nor --file";
  if (options->make && cli_tables_folder(options->tables) == NULL) return "--make needs tables: say --tables DIR";
  return NULL;
}

static int options_read(int argc, char **argv, puzzles_options *options) {
  const cli_option list[] = {{"grade", CLI_TEXT, &options->grade, 0, 0},
                             {"file", CLI_TEXT, &options->file, 0, 0},
                             {"tables", CLI_TEXT, &options->tables, 0, 0},
                             {"color", CLI_TEXT, &options->color, 0, 0},
                             {"count", CLI_NUMBER, &options->count, 1, COUNT_MAX},
                             {"seed", CLI_NUMBER, &options->seed, 0, INT64_MAX},
                             {"threads", CLI_NUMBER, &options->threads, 1, THREADS_MAX},
                             {"make", CLI_FLAG, &options->make, 0, 0},
                             {"check", CLI_FLAG, &options->check, 0, 0},
                             {"json", CLI_FLAG, &options->json, 0, 0},
                             {"ascii", CLI_FLAG, &options->ascii, 0, 0},
                             {0}};
  options->rest_count = cli_parse(argc, argv, list, options->rest, 2);
  if (options->rest_count < 0) return CLI_BAD_INPUT;
  if (options->rest_count == 0) return cli_fail(ASC_E_INPUT, "problems", "of which game? there are some of delta");
  const char *error_text = options_error(options);
  if (error_text != NULL) return cli_fail(ASC_E_INPUT, "problems", "%s", error_text);
  options->choice = (cli_puzzle_choice){
      .min_difficulty = 1, .max_difficulty = ASC_PUZZLE_DIFFICULTY_MAX, .style = cli_style_detect(stdout)};
  if (options->grade != NULL && !difficulties_read(options->grade, &options->choice))
    return cli_fail(ASC_E_INPUT, "problems", "--grade is a number from 1 to %d, or two as in 2-5, not '%s'",
                    ASC_PUZZLE_DIFFICULTY_MAX, options->grade);
  return cli_style_apply_options(&options->choice.style, "problems", options->ascii, options->color);
}

static int list_open(asc_puzzle_list *list, const asc_rules *rules, const puzzles_options *options) {
  const char *game = rules->game->id, *text = NULL;
  char *file_text = NULL;
  size_t length;
  asc_error error = {0};
  int code = ASC_OK;
  if (options->file != NULL) {
    code = asc_file_read(options->file, FILE_BYTES_MAX, &file_text, &length, &error);
    text = file_text;
  } else {
    for (const cli_puzzle_text *at = cli_puzzle_texts; at->game != NULL; at++)
      if (strcmp(at->game, rules->spec) == 0) text = at->text;
    if (text == NULL) return cli_fail(ASC_E_INPUT, "problems", "there are none of %s; see --file", rules->spec);
  }
  if (code >= 0) code = asc_puzzle_list_read(list, text, &error);
  free(file_text);
  if (code < 0)
    return cli_fail_error(code, options->file == NULL ? game : asc_file_display_name(options->file), &error);
  return CLI_OK;
}

static bool is_chosen(const asc_puzzle *puzzle, const cli_puzzle_choice *choice) {
  return puzzle->difficulty >= choice->min_difficulty && puzzle->difficulty <= choice->max_difficulty;
}

/* Counts the pawns on the board, which is the part of the position between the first two colons. */
static int pawns_count(const asc_puzzle *puzzle) {
  int pawns = 0;
  const char *at = strchr(puzzle->position, ':');
  for (at = at == NULL ? "" : at + 1; *at != '\0' && *at != ':'; at++) pawns += *at == 'w' || *at == 'b';
  return pawns;
}

/* Prints a puzzle in columns that are aligned in every language; the last column is wrapped. */
static void row_print(FILE *out, const asc_puzzle *puzzle, const asc_board_style *style) {
  enum { NUMBER_COLUMNS = 8, WIN_COLUMNS = 13, PAWNS_COLUMNS = 11, POINTS_COLUMNS = 12 };
  char win[64], pawns[64], points[64], others[256], solved[64];
  fprintf(out, "  %4d  ", puzzle->number);
  asc_canvas_print_toned(out, ASC_TONE_PLAIN,
                         cli_say_to(win, "problems.win", CLI_ARG_NUMBER("moves", puzzle->move_count)), WIN_COLUMNS,
                         style);
  asc_canvas_print_toned(out, ASC_TONE_PLAIN,
                         cli_say_to(pawns, "problems.pawns", CLI_ARG_NUMBER("pawns", pawns_count(puzzle))),
                         PAWNS_COLUMNS, style);
  asc_canvas_print_toned(out, ASC_TONE_PLAIN,
                         cli_say_to(points, "problems.points", CLI_ARG_NUMBER("points", puzzle->points)),
                         POINTS_COLUMNS, style);
  cli_say_to(others, puzzle->is_only_win ? "problems.strict" : "problems.faster");
  size_t length = strlen(others);
  if (puzzle->is_solved)
    (void)snprintf(others + length, sizeof others - length, "%s", cli_say_to(solved, "problems.solved"));
  asc_board_print_sentence(out, others, NUMBER_COLUMNS + WIN_COLUMNS + PAWNS_COLUMNS + POINTS_COLUMNS, style);
}

static int list_print(const asc_puzzle_list *list, const cli_puzzle_choice *choice) {
  int shown = 0, solved = 0, difficulty = 0;
  char text[256];
  asc_board_style style = cli_style_detect(stdout);
  asc_strbuf page;
  FILE *out = cli_text_open_page(&page);
  if (out == NULL) return CLI_SYSTEM_ERROR;
  for (int i = 0; i < list->count; i++) {
    const asc_puzzle *puzzle = &list->puzzles[i];
    if (!is_chosen(puzzle, choice)) continue;
    if (puzzle->difficulty != difficulty && shown > 0) fputc('\n', out);
    if (puzzle->difficulty != difficulty)
      fprintf(out, "%s\n", cli_say_to(text, "problems.grade", CLI_ARG_NUMBER("grade", puzzle->difficulty)));
    difficulty = puzzle->difficulty;
    row_print(out, puzzle, &style);
    shown++;
    solved += puzzle->is_solved;
  }
  if (shown > 0) fputc('\n', out);
  cli_say_to(text, shown == 0 ? "problems.none" : "problems.sum", CLI_ARG_NUMBER("count", shown),
             CLI_ARG_NUMBER("solved", solved));
  asc_board_print_sentence(out, text, 0, &style);
  return cli_text_show_page(out, &page);
}

static void list_print_json(const asc_puzzle_list *list, const cli_puzzle_choice *choice) {
  for (int i = 0; i < list->count; i++) {
    const asc_puzzle *puzzle = &list->puzzles[i];
    if (!is_chosen(puzzle, choice)) continue;
    asc_json json = cli_json_begin();
    asc_puzzle_json(&json, puzzle);
    asc_json_bool(&json, "solved", puzzle->is_solved);
    cli_json_end(&json);
  }
}

static int list_check(const asc_puzzle_list *list, asc_puzzle_solver *solver, const cli_puzzle_choice *choice) {
  int wrong = 0, checked = 0;
  for (int i = 0; i < list->count; i++) {
    const asc_puzzle *puzzle = &list->puzzles[i];
    asc_error error = {0};
    if (!is_chosen(puzzle, choice)) continue;
    checked++;
    int code = asc_puzzle_check(solver, puzzle, &error);
    if (code == ASC_E_MEMORY) return cli_fail(code, "problems", "out of memory");
    if (code >= 0) continue;
    char text[ASC_REASON_MAX + ASC_ERROR_TOKEN_MAX + 64];
    asc_error_write(&error, text, sizeof text);
    printf("%d: %s\n", puzzle->number, text);
    wrong++;
  }
  printf("%d problems, %d wrong\n", checked, wrong);
  return wrong > 0 ? CLI_FAILED : CLI_OK;
}

/* Returns the number that the user typed, or for "next" the first puzzle that is not solved. 0 after printing an
   error. */
static int number_read(const asc_puzzle_list *list, const char *text, const cli_puzzle_choice *choice) {
  long long number;
  if (strcmp(text, "next") != 0) {
    if (asc_text_number(text, 1, list->count, &number)) return (int)number;
    (void)cli_fail(ASC_E_INPUT, "problems", "a number from 1 to %d, or next, not '%s'", list->count, text);
    return 0;
  }
  for (int i = 0; i < list->count; i++)
    if (is_chosen(&list->puzzles[i], choice) && !list->puzzles[i].is_solved) return list->puzzles[i].number;
  (void)cli_fail(ASC_E_INPUT, "problems", "all of these are solved; a number sets one up again");
  return 0;
}

/* Checks the puzzles, or lets the user solve them; both need a solver. */
static int list_check_or_solve(asc_puzzle_list *list, const asc_rules *rules, puzzles_options *options) {
  asc_tablebase *tables = NULL;
  asc_puzzle_solver solver = {0};
  int status = CLI_OK;
  if (!options->check) {
    options->choice.first_number = number_read(list, options->rest[1], &options->choice);
    if (options->choice.first_number == 0) return CLI_BAD_INPUT;
    status = cli_tables_open(&tables, "problems", options->tables, rules, false);
  }
  if (status != CLI_OK) return status;
  asc_puzzle_solver_options solver_options = {0};
  if (tables != NULL) solver_options.oracle = asc_tablebase_oracle(tables);
  int code = asc_puzzle_solver_open(&solver, rules, &solver_options);
  if (code < 0)
    status = cli_fail(code, "problems", "%s", asc_strerror(code));
  else
    status = options->check ? list_check(list, &solver, &options->choice)
                            : cli_puzzles_solve(list, &solver, &options->choice);
  asc_puzzle_solver_close(&solver);
  if (cli_tables_check(tables, "problems") != CLI_OK) status = CLI_SYSTEM_ERROR;
  asc_tablebase_close(tables);
  return status;
}

static int puzzles_run(const asc_rules *rules, puzzles_options *options) {
  asc_puzzle_list list = {0};
  if (options->make) {
    cli_puzzle_make_options make_options = {.tables_folder = cli_tables_folder(options->tables),
                                            .count = options->count < 0 ? COUNT_DEFAULT : options->count,
                                            .seed = options->seed < 0 ? 1 : options->seed,
                                            .threads = options->threads};
    return cli_puzzles_make(rules, &make_options);
  }
  int status = list_open(&list, rules, options);
  if (status == CLI_OK) {
    int solved_status = options->check ? CLI_OK : cli_puzzles_read_solved(&list, rules->game->id);
    if (options->check || options->rest_count == 2)
      status = list_check_or_solve(&list, rules, options);
    else if (options->json)
      list_print_json(&list, &options->choice);
    else
      status = list_print(&list, &options->choice);
    if (solved_status != CLI_OK) status = solved_status;
  }
  asc_puzzle_list_close(&list);
  return status;
}

int cli_problems(int argc, char **argv) {
  puzzles_options options = {.count = -1, .seed = -1};
  asc_rules *rules;
  asc_error error = {0};
  int status = options_read(argc, argv, &options);
  if (status != CLI_OK) return status;
  int code = cli_rules_open(&rules, options.rest[0], &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  status = puzzles_run(rules, &options);
  asc_rules_close(rules);
  return cli_finish(status);
}
