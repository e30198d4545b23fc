/* `ascona review FILE…`: grades every move of the games in files. */
#include "print.h"

#include "base/file.h"
#include "base/strbuf.h"
#include "cli/screen/terminal.h"
#include "cli/search.h"
#include "cli/speech/language.h"

#include <stdlib.h>
#include <string.h>

const char cli_review_summary[] = "every move of a record graded, with what was better";
const char cli_review_help[] = "usage: ascona review FILE… [--nodes N | --time S] [options]\n"
                               "\n"
                               "Compares every move of every game in a file of records, text or JSON, with the\n"
                               "best there was; - is stdin. A move is forced, best, good, an inaccuracy, a\n"
                               "mistake or a blunder, by what it lost in points or in percent of the chance to\n"
                               "win. Where it lost something that matters, the better line and the refutation\n"
                               "stand below it, each with its score for the player who moved: exact is proved,\n"
                               "estimate is a guess. Rolls of a die are compared with the average roll, so that\n"
                               "luck is told apart from skill. A table at the end counts it all up for each\n"
                               "player.\n"
                               "\n"
                               "  --nodes N         look at N positions to find the best move, and at no more\n"
                               "                    than that again for the one that was played (default\n"
                               "                    200000)\n"
                               "  --time S          think for S seconds instead of so many positions; what is\n"
                               "                    found then depends on the machine\n"
                               "  --tables DIR      tables of solved positions: what they hold is exact\n"
                               "                    (default: the environment variable ASCONA_TABLES)\n"
                               "  --hash MB         the size of the table in MiB (default 16)\n"
                               "  --threads N       search with N threads (default 1); with more the result may\n"
                               "                    vary\n"
                               "  --annotate FILE   also write the games there with evaluations, refutations\n"
                               "                    and better lines, those of several files one after the\n"
                               "                    other; what an earlier review wrote is replaced, what was\n"
                               "                    not reviewed stays as it is, and FILE is replaced when all\n"
                               "                    is there\n"
                               "  --json            one JSON object a game, with its file if there are several\n"
                               "\n"
                               "exit status: 0 all games are graded, 1 a game is wrong (as replay has it), or\n"
                               "Ctrl-C ended it early, 2 a game cannot be read, 3 the machine's fault. What is\n"
                               "right is graded all the same.\n"
                               "\n"
                               "examples:\n"
                               "  ascona review game.txt\n"
                               "  ascona review game.txt --time 1 --annotate annotated.txt\n"
                               "  ascona review --nodes 20000 --json - < games.json\n";

typedef struct review_options {
  const char *paths[CLI_FILES_MAX];
  int count;
  const char *annotate;
  cli_search_options limits;
  bool json;
} review_options;

typedef struct review_state {
  const review_options *options;
  asc_board_style style;
  cli_progress progress;
  const char *path;            /* the file under review */
  const char *text;            /* its content */
  const asc_review *game;      /* the game under review */
  asc_strbuf annotated;        /* all games with annotations, if asked for */
  bool has_printed;            /* a game has been printed */
  const char *unwritable_path; /* the file of a game that cannot be written unchanged; NULL: none */
  int unwritable_number;       /* number of that game in its file */
} review_state;

static void progress_draw(void *data) {
  review_state *state = data;
  if (!cli_progress_is_due(&state->progress)) return;
  char text[128], line[130];
  cli_say_to(text, "review.progress", CLI_ARG_NUMBER("number", state->game->game_number),
             CLI_ARG_NUMBER("judged", state->game->evaluated_count), CLI_ARG_NUMBER("count", state->game->ply_count));
  (void)snprintf(line, sizeof line, "%s\n", text);
  cli_progress_draw(&state->progress, line);
}

/* Writes the file's name if there are several files. */
static void file_json(asc_json *json, const review_state *state) {
  if (state->options->count > 1) asc_json_text(json, "file", state->path);
}

static void game_print(review_state *state, const asc_review *game) {
  cli_progress_clear(&state->progress);
  if (state->options->json) {
    asc_json json = cli_json_begin();
    file_json(&json, state);
    asc_review_json(&json, game);
    cli_json_end(&json);
    return;
  }
  if (state->has_printed) putchar('\n');
  if (state->options->count > 1) cli_print_clean(stdout, state->path), fputs(":\n", stdout);
  cli_review_print(stdout, game, &state->style);
  fflush(stdout);
}

static int record_add(review_state *state, const asc_record *record) {
  char *text;
  size_t length;
  int code = asc_record_write(record, ASC_RECORD_TEXT, &text, &length);
  if (code < 0) return cli_fail(code, "review", "%s", asc_strerror(code));
  if (state->annotated.length > 0) asc_strbuf_add_char(&state->annotated, '\n');
  asc_strbuf_add(&state->annotated, text, length);
  free(text);
  return CLI_OK;
}

static int game_annotate(review_state *state, const asc_review *game) {
  asc_error error;
  int code = asc_review_annotate(game, &error);
  return code < 0 ? cli_fail_error(code, "review", &error) : record_add(state, game->record);
}

/* Adds a game that was not reviewed, unchanged. */
static void source_add(review_state *state, const asc_record_reader *reader, size_t from, int number) {
  static const char blanks[] = " \t\r\n";
  const char *source = state->text + from;
  size_t length = asc_record_reader_offset(reader) - from, lead = strspn(source, blanks);
  if (asc_record_reader_format(reader) == ASC_RECORD_JSON && state->unwritable_path == NULL) {
    state->unwritable_path = state->path;
    state->unwritable_number = number;
  }
  if (lead > length) lead = length;
  while (length > lead && strchr(blanks, source[length - 1]) != NULL) length--;
  if (length == lead) return;
  if (state->annotated.length > 0) asc_strbuf_add_char(&state->annotated, '\n');
  asc_strbuf_add(&state->annotated, source + lead, length - lead);
  asc_strbuf_add_char(&state->annotated, '\n');
}

static int game_evaluate(review_state *state, asc_review *game) {
  asc_search *search;
  cli_search_context context = {.poll = progress_draw, .data = state};
  state->game = game;
  int status = cli_search_open("review", &search, game->rules, &state->options->limits, &context);
  if (status != CLI_OK) return status;
  asc_search_limits limits = cli_search_limits(&state->options->limits);
  int code = asc_review_run(game, search, &limits, &(asc_progress){progress_draw, cli_search_should_stop, state});
  status = code < 0 ? cli_fail(code, "review", "%s", asc_strerror(code)) : cli_tables_check(context.tables, "review");
  cli_search_close(search, &context);
  if (status != CLI_OK) return status;
  game_print(state, game);
  if (state->options->annotate != NULL) status = game_annotate(state, game);
  state->has_printed = true;
  return status == CLI_OK && cli_search_is_interrupted() ? CLI_FAILED : status;
}

static int record_review(review_state *state, asc_record *record, const asc_record_summary *summary, int number) {
  asc_review *game;
  asc_error error;
  int code = asc_review_open(&game, record, summary, &error);
  if (code < 0) return cli_fail_error(code, state->path, &error);
  game->game_number = number;
  int status = game_evaluate(state, game);
  asc_review_close(game);
  return status;
}

/* Reports an error in the same form as `ascona replay`. */
static int error_report(const review_state *state, int number, int code, const asc_error *error) {
  if (state->options->json) {
    asc_json json = cli_json_begin();
    file_json(&json, state);
    asc_json_number(&json, "number", number);
    asc_json_bool(&json, "ok", false);
    asc_json_number(&json, "line", error->line);
    asc_json_number(&json, "column", error->column);
    asc_json_text(&json, "token", error->token);
    asc_json_text(&json, "reason", error->reason);
    cli_json_end(&json);
  }
  int failure = cli_fail_error(code, state->path, error);
  return code == ASC_E_ILLEGAL ? CLI_FAILED : failure;
}

/* After Ctrl-C: adds the remaining games unchanged. */
static int rest_add(review_state *state, asc_record_reader *reader, int number) {
  for (int status = CLI_OK; status == CLI_OK; number++) {
    size_t from = asc_record_reader_offset(reader);
    asc_record *record;
    int code = asc_record_reader_next(reader, &record, NULL, NULL);
    if (code == 0) return CLI_OK;
    if (code < 0 || asc_record_reader_format(reader) == ASC_RECORD_TEXT)
      source_add(state, reader, from, number);
    else
      status = record_add(state, record);
    asc_record_close(record);
    if (status != CLI_OK) return status;
  }
  return CLI_OK;
}

static int games_review(review_state *state, asc_record_reader *reader) {
  int worst = CLI_OK, number = 1;
  bool annotates = state->options->annotate != NULL;
  for (; worst != CLI_SYSTEM_ERROR && !cli_search_is_interrupted(); number++) {
    size_t from = asc_record_reader_offset(reader);
    asc_record *record;
    asc_record_summary summary;
    asc_error error;
    int code = asc_record_reader_next(reader, &record, &summary, &error);
    if (code == 0) break;
    int status = code < 0 ? error_report(state, number, code, &error) : record_review(state, record, &summary, number);
    if (code < 0 && annotates) source_add(state, reader, from, number);
    asc_record_close(record);
    if (status > worst) worst = status;
  }
  if (worst != CLI_SYSTEM_ERROR && cli_search_is_interrupted() && annotates &&
      rest_add(state, reader, number) != CLI_OK)
    worst = CLI_SYSTEM_ERROR;
  bool none = number == 1 && !cli_search_is_interrupted();
  return none ? cli_fail(ASC_E_INPUT, state->path, "there is no game in it") : worst;
}

/* Writes the annotated games. The file gets all games or stays as it was. */
static int annotated_write(const review_state *state) {
  const char *path = asc_file_display_name(state->options->annotate);
  asc_error error;
  if (state->annotated.failed) return cli_fail(ASC_E_MEMORY, path, "not written: out of memory");
  if (state->unwritable_path != NULL)
    return cli_fail(ASC_E_INPUT, path, "not written: game %d%s%s is wrong, and wrong JSON cannot go into text",
                    state->unwritable_number, state->options->count > 1 ? " of " : "",
                    state->options->count > 1 ? state->unwritable_path : "");
  int code = asc_file_write_atomic(state->options->annotate, state->annotated.text, state->annotated.length, &error);
  return code < 0 ? cli_fail_error(code, path, &error) : CLI_OK;
}

static int options_read(int argc, char **argv, review_options *options) {
  enum { DEFAULT_NODES = 200000 };
  const cli_option table[] = {{"json", CLI_FLAG, &options->json, 0, 0},
                              {"annotate", CLI_TEXT, &options->annotate, 0, 0},
                              CLI_SEARCH_OPTIONS(&options->limits),
                              CLI_SEARCH_THREADS_OPTION(&options->limits),
                              {0}};
  options->count = cli_parse(argc, argv, table, options->paths, CLI_FILES_MAX);
  if (options->count < 0) return CLI_BAD_INPUT;
  if (options->count == 0) return cli_fail(ASC_E_INPUT, "review", "which file? see ascona review --help");
  if (options->limits.time_text == NULL && options->limits.nodes == 0) options->limits.nodes = DEFAULT_NODES;
  return cli_search_options_check("review", &options->limits);
}

/* Reviews the games of a file. Sets *is_unreadable to whether its games could not be read at all. Returns the exit
   status. */
static int file_review(review_state *state, const char *path, bool *is_unreadable) {
  char *text;
  size_t length;
  asc_error error;
  state->path = path;
  int code = asc_file_read(path, ASC_RECORDS_MAX, &text, &length, &error);
  *is_unreadable = code < 0;
  if (code < 0) return cli_fail_error(code, asc_file_display_name(path), &error);
  asc_record_reader *reader;
  state->text = text;
  code = asc_record_reader_open(&reader, text, length, &error);
  *is_unreadable = code < 0;
  int status = code < 0 ? cli_fail_error(code, path, &error) : games_review(state, reader);
  asc_record_reader_close(reader);
  free(text);
  return status;
}

int cli_review(int argc, char **argv) {
  review_options options = {.limits.may_lack_tables = true};
  int worst = options_read(argc, argv, &options);
  if (worst != CLI_OK) return worst;
  review_state state = {.options = &options, .style = cli_style_detect(stdout), .progress = cli_progress_open()};
  bool is_complete = true;
  for (int i = 0; i < options.count && worst != CLI_SYSTEM_ERROR && is_complete; i++) {
    bool is_unreadable;
    int status = file_review(&state, options.paths[i], &is_unreadable);
    if (status > worst) worst = status;
    if (options.annotate != NULL) is_complete = !is_unreadable;
    if (options.annotate == NULL && cli_search_is_interrupted()) break;
  }
  if (options.annotate != NULL && state.has_printed && is_complete && worst != CLI_SYSTEM_ERROR) {
    int written = annotated_write(&state);
    if (written != CLI_OK) worst = written;
  }
  free(state.annotated.text);
  return cli_finish(worst);
}
