/* `ascona replay FILE…`: checks the games of files and reports errors, or steps through the games on the board. */
#include "base/file.h"
#include "board.h"
#include "cli/cli.h"
#include "cli/screen/terminal.h"

#include <stdio.h>
#include <stdlib.h>

const char cli_replay_summary[] = "check records, or step through them on the board";
const char cli_replay_help[] = "usage: ascona replay FILE… [--json]\n"
                               "       ascona replay FILE… --board [--ascii] [--color WHEN]\n"
                               "\n"
                               "Plays every game of files of records through, text or JSON; - is stdin. Each\n"
                               "game gets a line on stdout, each fault one on stderr with the place and the\n"
                               "reason. Variations are checked as well, the result, the points if they are\n"
                               "given, and dice whose seed is given.\n"
                               "\n"
                               "  --json         one JSON object a game: number, ok, game, plies, result,\n"
                               "                 points, end, and file where there are several; where it is\n"
                               "                 wrong also line, column, token, ply and reason\n"
                               "  --board        step through the games on the board, forward and back, with\n"
                               "                 the marks and comments of the record, as review --annotate\n"
                               "                 writes them: Enter goes on, b back, a number to that ply;\n"
                               "                 review judges every move now\n"
                               "  --ascii        draw with ASCII characters only\n"
                               "  --color WHEN   always, never or auto\n"
                               "\n"
                               "exit status: 0 all games are right, 1 a game has an illegal move, a wrong\n"
                               "result, wrong points or wrong dice, 2 a game cannot be read, 3 the machine's\n"
                               "fault\n"
                               "\n"
                               "examples:\n"
                               "  ascona replay tournament.txt\n"
                               "  ascona replay --json - < game.json\n"
                               "  ascona replay --board game.txt\n";

typedef struct replay_options {
  const char *paths[CLI_FILES_MAX];
  int count;
  size_t length; /* of the text being read, in bytes */
  bool json, board, ascii;
  const char *color;
} replay_options;

typedef struct check_result {
  const char *file; /* NULL: there is only one file */
  int number;       /* of the game in the file */
  int code;
  asc_record_summary summary;
  asc_error error;
} check_result;

static void print_json(const check_result *result) {
  asc_json json = cli_json_begin();
  if (result->file != NULL) asc_json_text(&json, "file", result->file);
  asc_json_number(&json, "number", result->number);
  asc_json_bool(&json, "ok", result->code >= 0);
  if (result->summary.spec[0] != '\0') asc_json_text(&json, "game", result->summary.spec);
  asc_json_number(&json, "plies", result->summary.plies);
  if (result->code >= 0) {
    asc_json_text(&json, "result", result->summary.result);
    asc_json_open(&json, "points", '[');
    for (int i = 0; i < result->summary.players; i++) asc_json_points(&json, NULL, result->summary.outcome.points[i]);
    asc_json_close(&json, ']');
    asc_json_text(&json, "end", asc_end_name(result->summary.end));
  } else {
    asc_json_number(&json, "line", result->error.line);
    asc_json_number(&json, "column", result->error.column);
    asc_json_text(&json, "token", result->error.token);
    if (result->summary.wrong_ply > 0) asc_json_number(&json, "ply", result->summary.wrong_ply);
    asc_json_text(&json, "reason", result->error.reason);
  }
  cli_json_end(&json);
}

/* A game that could not be read has only its error, which is printed to stderr. */
static void print_text(const check_result *result) {
  const asc_record_summary *summary = &result->summary;
  if (result->code < 0 && result->code != ASC_E_ILLEGAL) return;
  if (result->file != NULL) cli_print_clean(stdout, result->file), fputs(": ", stdout);
  printf("%d: %s, ", result->number, summary->spec);
  if (result->code < 0) {
    if (summary->wrong_ply > 0)
      printf("wrong at ply %d\n", summary->wrong_ply);
    else
      puts("wrong");
    return;
  }
  printf("%d %s, %s", summary->plies, summary->plies == 1 ? "ply" : "plies", summary->result);
  for (int i = 0; i < summary->players && summary->end != ASC_END_NONE; i++) {
    char points[16];
    asc_points_write(summary->outcome.points[i], points);
    printf("%s%s", i == 0 ? ", " : " ", points);
  }
  if (summary->end > ASC_END_RULES) printf(" (%s)", asc_end_name(summary->end));
  putchar('\n');
}

/* Prints the result of checking one game; an error goes to stderr. Returns the exit status. */
static int result_print(const char *path, const check_result *result, bool json) {
  int status = CLI_OK;
  if (json)
    print_json(result);
  else
    print_text(result);
  if (result->code >= 0 || status != CLI_OK) return status;
  int failure = cli_fail_error(result->code, path, &result->error);
  return result->code == ASC_E_ILLEGAL ? CLI_FAILED : failure;
}

/* Checks the games of a file or, with a board, steps through those without errors. */
static int replay_games(const char *path, asc_record_reader *reader, const replay_options *options,
                        cli_replay_board *board) {
  int worst = CLI_OK;
  check_result result = {.file = options->count > 1 ? path : NULL};
  for (result.number = 1; worst != CLI_SYSTEM_ERROR && (board == NULL || !board->has_quit); result.number++) {
    asc_record *record;
    result.code = asc_record_reader_next(reader, &record, &result.summary, &result.error);
    if (result.code == 0) break;
    bool more = asc_record_reader_offset(reader) + 2 < options->length || path != options->paths[options->count - 1];
    int status = board != NULL && result.code > 0
                     ? cli_replay_board_run(board, record, &result.summary, result.number, more)
                     : result_print(path, &result, options->json);
    asc_record_close(record);
    if (status > worst) worst = status;
  }
  if (result.number == 1) return cli_fail(ASC_E_INPUT, path, "there is no game in it");
  return worst;
}

static int replay_file(const char *path, replay_options *options, cli_replay_board *board) {
  char *text;
  asc_error error;
  int code = asc_file_read(path, ASC_RECORDS_MAX, &text, &options->length, &error);
  if (code < 0) return cli_fail_error(code, asc_file_display_name(path), &error);
  asc_record_reader *reader;
  code = asc_record_reader_open(&reader, text, options->length, &error);
  int status = code < 0 ? cli_fail_error(code, path, &error) : replay_games(path, reader, options, board);
  asc_record_reader_close(reader);
  free(text);
  return status;
}

static int replay_files(replay_options *options, cli_replay_board *board) {
  int worst = CLI_OK;
  for (int i = 0; i < options->count && (board == NULL || !board->has_quit); i++) {
    int status = replay_file(options->paths[i], options, board);
    if (status > worst) worst = status;
  }
  return worst;
}

static int replay_on_board(replay_options *options) {
  cli_replay_board *board = calloc(1, sizeof *board);
  if (board == NULL) return cli_fail(ASC_E_MEMORY, "replay", "out of memory");
  board->style = cli_style_detect(stdout);
  int status = cli_style_apply_options(&board->style, "replay", options->ascii, options->color);
  if (status == CLI_OK) {
    cli_input_open(&board->input, NULL, NULL);
    status = replay_files(options, board);
    cli_input_close(&board->input);
  }
  free(board);
  return status;
}

int cli_replay(int argc, char **argv) {
  replay_options options = {0};
  const cli_option list[] = {{"json", CLI_FLAG, &options.json, 0, 0},
                             {"board", CLI_FLAG, &options.board, 0, 0},
                             {"ascii", CLI_FLAG, &options.ascii, 0, 0},
                             {"color", CLI_TEXT, &options.color, 0, 0},
                             {0}};
  options.count = cli_parse(argc, argv, list, options.paths, CLI_FILES_MAX);
  if (options.count < 0) return CLI_BAD_INPUT;
  if (options.count == 0) return cli_fail(ASC_E_INPUT, "replay", "which file? see ascona replay --help");
  if (options.board && options.json) return cli_fail(ASC_E_INPUT, "replay", "--board and --json exclude each other");
  if (!options.board && (options.ascii || options.color != NULL))
    return cli_fail(ASC_E_INPUT, "replay", "--ascii and --color go with --board");
  int status = cli_finish(options.board ? replay_on_board(&options) : replay_files(&options, NULL));
  if (options.board) cli_input_raise_signal();
  return status;
}
