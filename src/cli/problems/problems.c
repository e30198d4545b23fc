/* `ascona problems GAME`: problems to solve: listed, solved at a prompt, proved, and made from tables. */
#include "problems.h"

#include "cli/screen/terminal.h"
#include "cli/screen/text.h"
#include "cli/speech/language.h"
#include "core/text.h"
#include "draw/text/canvas.h"
#include "play/file.h"

#include <stdlib.h>
#include <string.h>

const char problems_summary[] = "problems to solve: White to play and win by force";
const char problems_help[] = "usage: ascona problems GAME [--grade A-B] [--json]\n"
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

typedef struct problems_options {
  const char *rest[2];
  int rest_count;
  const char *grade, *file, *tables, *color;
  long long count, seed, threads; /* -1: not said */
  bool make, check, json, ascii;
  problem_wish wish;
} problems_options;

enum { COUNT_STANDARD = 300, COUNT_MOST = 5000, THREADS_MOST = 64, FILE_MOST = 4 << 20 };

/* "3" or "2-5". */
static bool grades_read(const char *text, problem_wish *wish) {
  char first[8];
  long long least, most;
  size_t length = strcspn(text, "-");
  if (length >= sizeof first) return false;
  (void)snprintf(first, sizeof first, "%.*s", (int)length, text);
  if (!asc_text_number(first, 1, ASC_PROBLEM_GRADES, &least)) return false;
  most = least;
  if (text[length] == '-' && !asc_text_number(text + length + 1, least, ASC_PROBLEM_GRADES, &most)) return false;
  wish->least = (int)least;
  wish->most = (int)most;
  return true;
}

static const char *fault_of_options(const problems_options *options) {
  bool solving = options->rest_count == 2, making = options->count >= 0 || options->seed >= 0 || options->threads > 0;
  if (options->make + options->check + options->json > 1)
    return "--make, --check and --json are three different things";
  if (solving && (options->make || options->check || options->json)) return "a number is for solving one problem alone";
  if (making && !options->make) return "--count, --seed and --threads go with --make";
  if (options->make && (options->grade != NULL || options->file != NULL))
    return "--make takes neither --grade nor --file";
  if (options->make && cli_tables_folder(options->tables) == NULL) return "--make needs tables: say --tables DIR";
  return NULL;
}

static int options_read(int argc, char **argv, problems_options *options) {
  const cli_option list[] = {{"grade", CLI_TEXT, &options->grade, 0, 0},
                             {"file", CLI_TEXT, &options->file, 0, 0},
                             {"tables", CLI_TEXT, &options->tables, 0, 0},
                             {"color", CLI_TEXT, &options->color, 0, 0},
                             {"count", CLI_NUMBER, &options->count, 1, COUNT_MOST},
                             {"seed", CLI_NUMBER, &options->seed, 0, INT64_MAX},
                             {"threads", CLI_NUMBER, &options->threads, 1, THREADS_MOST},
                             {"make", CLI_FLAG, &options->make, 0, 0},
                             {"check", CLI_FLAG, &options->check, 0, 0},
                             {"json", CLI_FLAG, &options->json, 0, 0},
                             {"ascii", CLI_FLAG, &options->ascii, 0, 0},
                             {0}};
  options->rest_count = cli_parse(argc, argv, list, options->rest, 2);
  if (options->rest_count < 0) return CLI_BAD_INPUT;
  if (options->rest_count == 0) return cli_fail(ASC_E_INPUT, "problems", "of which game? there are some of delta");
  const char *fault = fault_of_options(options);
  if (fault != NULL) return cli_fail(ASC_E_INPUT, "problems", "%s", fault);
  options->wish = (problem_wish){.least = 1, .most = ASC_PROBLEM_GRADES, .style = board_style_detect(stdout)};
  if (options->grade != NULL && !grades_read(options->grade, &options->wish))
    return cli_fail(ASC_E_INPUT, "problems", "--grade is a number from 1 to %d, or two as in 2-5, not '%s'",
                    ASC_PROBLEM_GRADES, options->grade);
  return board_style_choose(&options->wish.style, "problems", options->ascii, options->color);
}

static int list_open(asc_problem_list *list, const asc_rules *rules, const problems_options *options) {
  const char *game = rules->game->id, *text = NULL;
  char *owned = NULL;
  size_t length;
  asc_error error = {0};
  int code = ASC_OK;
  if (options->file != NULL) {
    code = asc_file_read(options->file, FILE_MOST, &owned, &length, &error);
    text = owned;
  } else {
    for (const problem_text *at = problem_texts; at->game != NULL; at++)
      if (strcmp(at->game, rules->spec) == 0) text = at->text;
    if (text == NULL) return cli_fail(ASC_E_INPUT, "problems", "there are none of %s; see --file", rules->spec);
  }
  if (code >= 0) code = asc_problem_list_read(list, text, &error);
  free(owned);
  if (code < 0) return cli_fail_error(code, options->file == NULL ? game : asc_file_name(options->file), &error);
  return CLI_OK;
}

static bool is_wished(const asc_problem *problem, const problem_wish *wish) {
  return problem->grade >= wish->least && problem->grade <= wish->most;
}

/* The board is what stands between the first two colons. */
static int pawns_of(const asc_problem *problem) {
  int pawns = 0;
  const char *at = strchr(problem->position, ':');
  for (at = at == NULL ? "" : at + 1; *at != '\0' && *at != ':'; at++) pawns += *at == 'w' || *at == 'b';
  return pawns;
}

/* The columns stand under each other in every language; the last is wrapped. */
static void row_print(FILE *out, const asc_problem *problem, const board_style *style) {
  enum { NUMBER_COLUMNS = 8, WIN = 13, PAWNS = 11, POINTS = 12 };
  char win[64], pawns[64], points[64], others[256], solved[64];
  fprintf(out, "  %4d  ", problem->number);
  asc_tone_words(out, TONE_PLAIN, say_to(win, "problems.win", NUMBER("moves", problem->moves)), WIN, style);
  asc_tone_words(out, TONE_PLAIN, say_to(pawns, "problems.pawns", NUMBER("pawns", pawns_of(problem))), PAWNS, style);
  asc_tone_words(out, TONE_PLAIN, say_to(points, "problems.points", NUMBER("points", problem->points)), POINTS, style);
  say_to(others, problem->strict ? "problems.strict" : "problems.faster");
  size_t length = strlen(others);
  if (problem->solved) (void)snprintf(others + length, sizeof others - length, "%s", say_to(solved, "problems.solved"));
  asc_board_print_sentence(out, others, NUMBER_COLUMNS + WIN + PAWNS + POINTS, style);
}

static int list_print(const asc_problem_list *list, const problem_wish *wish) {
  int shown = 0, solved = 0, grade = 0;
  char text[256];
  board_style style = board_style_detect(stdout);
  asc_growing sheet;
  FILE *out = text_begin(&sheet);
  if (out == NULL) return CLI_MACHINE;
  for (int i = 0; i < list->count; i++) {
    const asc_problem *problem = &list->all[i];
    if (!is_wished(problem, wish)) continue;
    if (problem->grade != grade && shown > 0) fputc('\n', out);
    if (problem->grade != grade) fprintf(out, "%s\n", say_to(text, "problems.grade", NUMBER("grade", problem->grade)));
    grade = problem->grade;
    row_print(out, problem, &style);
    shown++;
    solved += problem->solved;
  }
  if (shown > 0) fputc('\n', out);
  say_to(text, shown == 0 ? "problems.none" : "problems.sum", NUMBER("count", shown), NUMBER("solved", solved));
  asc_board_print_sentence(out, text, 0, &style);
  return text_end(out, &sheet);
}

static void list_print_json(const asc_problem_list *list, const problem_wish *wish) {
  for (int i = 0; i < list->count; i++) {
    const asc_problem *problem = &list->all[i];
    if (!is_wished(problem, wish)) continue;
    asc_json json = cli_json_begin();
    asc_problem_json(&json, problem);
    asc_json_bool(&json, "solved", problem->solved);
    cli_json_end(&json);
  }
}

static int list_check(const asc_problem_list *list, asc_problem_truth *truth, const problem_wish *wish) {
  int wrong = 0, checked = 0;
  for (int i = 0; i < list->count; i++) {
    const asc_problem *problem = &list->all[i];
    asc_error error = {0};
    if (!is_wished(problem, wish)) continue;
    checked++;
    int code = asc_problem_check(truth, problem, &error);
    if (code == ASC_E_MEMORY) return cli_fail(code, "problems", "out of memory");
    if (code >= 0) continue;
    char text[ASC_REASON_MAX + ASC_CULPRIT_MAX + 64];
    asc_error_write(&error, text, sizeof text);
    printf("%d: %s\n", problem->number, text);
    wrong++;
  }
  printf("%d problems, %d wrong\n", checked, wrong);
  return wrong > 0 ? CLI_FAILED : CLI_OK;
}

/* The number asked for, or the first that is not solved; 0 after the error was printed. */
static int number_read(const asc_problem_list *list, const char *text, const problem_wish *wish) {
  long long number;
  if (strcmp(text, "next") != 0) {
    if (asc_text_number(text, 1, list->count, &number)) return (int)number;
    (void)cli_fail(ASC_E_INPUT, "problems", "a number from 1 to %d, or next, not '%s'", list->count, text);
    return 0;
  }
  for (int i = 0; i < list->count; i++)
    if (is_wished(&list->all[i], wish) && !list->all[i].solved) return list->all[i].number;
  (void)cli_fail(ASC_E_INPUT, "problems", "all of these are solved; a number sets one up again");
  return 0;
}

/* What needs to know the truth. */
static int list_use(asc_problem_list *list, const asc_rules *rules, problems_options *options) {
  asc_tablebase *tables = NULL;
  asc_problem_truth truth = {0};
  int status = CLI_OK;
  if (!options->check) {
    options->wish.number = number_read(list, options->rest[1], &options->wish);
    if (options->wish.number == 0) return CLI_BAD_INPUT;
    status = cli_tables_open(&tables, "problems", options->tables, rules, false);
  }
  if (status != CLI_OK) return status;
  asc_problem_truth_options knowing = {0};
  if (tables != NULL) knowing.oracle = asc_tablebase_oracle(tables);
  int code = asc_problem_truth_open(&truth, rules, &knowing);
  if (code < 0)
    status = cli_fail(code, "problems", "%s", asc_strerror(code));
  else
    status = options->check ? list_check(list, &truth, &options->wish) : problems_front(list, &truth, &options->wish);
  asc_problem_truth_close(&truth);
  if (cli_tables_check(tables, "problems") != CLI_OK) status = CLI_MACHINE;
  asc_tablebase_close(tables);
  return status;
}

static int rules_use(const asc_rules *rules, problems_options *options) {
  asc_problem_list list = {0};
  if (options->make) {
    problem_order order = {.tables = cli_tables_folder(options->tables),
                           .count = options->count < 0 ? COUNT_STANDARD : options->count,
                           .seed = options->seed < 0 ? 1 : options->seed,
                           .threads = options->threads};
    return problems_make(rules, &order);
  }
  int status = list_open(&list, rules, options);
  if (status == CLI_OK) {
    int recalled = options->check ? CLI_OK : problems_recall(&list, rules->game->id);
    if (options->check || options->rest_count == 2)
      status = list_use(&list, rules, options);
    else if (options->json)
      list_print_json(&list, &options->wish);
    else
      status = list_print(&list, &options->wish);
    if (recalled != CLI_OK) status = recalled;
  }
  asc_problem_list_close(&list);
  return status;
}

int problems_run(int argc, char **argv) {
  problems_options options = {.count = -1, .seed = -1};
  asc_rules *rules;
  asc_error error = {0};
  int status = options_read(argc, argv, &options);
  if (status != CLI_OK) return status;
  int code = cli_rules_open(&rules, options.rest[0], &error);
  if (code < 0) return cli_fail_error(code, "game", &error);
  status = rules_use(rules, &options);
  asc_rules_close(rules);
  return cli_finish(status);
}
