/* `ascona replay FILE…`: checks the games of files and says where one is wrong, or steps through them on the board. */
#include "board.h"
#include "cli/cli.h"
#include "cli/screen/terminal.h"
#include "play/file.h"

#include <stdio.h>
#include <stdlib.h>

const char replay_summary[] = "check records, or step through them on the board";
const char replay_help[] = "usage: ascona replay FILE… [--json]\n"
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
  size_t length; /* of the text being read */
  bool json, board, ascii;
  const char *color;
} replay_options;

typedef struct verdict {
  const char *file; /* NULL: there is only one */
  int number;       /* of the game in the file */
  int code;
  asc_summary summary;
  asc_error error;
} verdict;

static void print_json(const verdict *v) {
  asc_json json = cli_json_begin();
  if (v->file != NULL) asc_json_text(&json, "file", v->file);
  asc_json_number(&json, "number", v->number);
  asc_json_bool(&json, "ok", v->code >= 0);
  if (v->summary.spec[0] != '\0') asc_json_text(&json, "game", v->summary.spec);
  asc_json_number(&json, "plies", v->summary.plies);
  if (v->code >= 0) {
    asc_json_text(&json, "result", v->summary.result);
    asc_json_open(&json, "points", '[');
    for (int i = 0; i < v->summary.players; i++) asc_json_points(&json, NULL, v->summary.outcome.points[i]);
    asc_json_close(&json, ']');
    asc_json_text(&json, "end", asc_end_word(v->summary.end));
  } else {
    asc_json_number(&json, "line", v->error.line);
    asc_json_number(&json, "column", v->error.column);
    asc_json_text(&json, "token", v->error.token);
    if (v->summary.wrong_ply > 0) asc_json_number(&json, "ply", v->summary.wrong_ply);
    asc_json_text(&json, "reason", v->error.reason);
  }
  cli_json_end(&json);
}

/* Of a game that could not be read there is nothing to say but the error. */
static void print_text(const verdict *v) {
  const asc_summary *summary = &v->summary;
  if (v->code < 0 && v->code != ASC_E_ILLEGAL) return;
  if (v->file != NULL) cli_print_clean(stdout, v->file), fputs(": ", stdout);
  printf("%d: %s, ", v->number, summary->spec);
  if (v->code < 0) {
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
  if (summary->end > ASC_END_RULES) printf(" (%s)", asc_end_word(summary->end));
  putchar('\n');
}

/* The exit status of one game; a fault is told on stderr. */
static int judge(const char *path, const verdict *v, bool json) {
  int status = CLI_OK;
  if (json)
    print_json(v);
  else
    print_text(v);
  if (v->code >= 0 || status != CLI_OK) return status;
  int failure = cli_fail_error(v->code, path, &v->error);
  return v->code == ASC_E_ILLEGAL ? CLI_FAILED : failure;
}

/* Checks them, or with a board steps through those that are right. */
static int replay_games(const char *path, asc_reader *reader, const replay_options *options, replay_board *board) {
  int worst = CLI_OK;
  verdict v = {.file = options->count > 1 ? path : NULL};
  for (v.number = 1; worst != CLI_MACHINE && (board == NULL || !board->left); v.number++) {
    asc_record *record;
    v.code = asc_reader_next(reader, &record, &v.summary, &v.error);
    if (v.code == 0) break;
    bool more = asc_reader_at(reader) + 2 < options->length || path != options->paths[options->count - 1];
    int status = board != NULL && v.code > 0 ? replay_board_game(board, record, &v.summary, v.number, more)
                                             : judge(path, &v, options->json);
    asc_record_close(record);
    if (status > worst) worst = status;
  }
  if (v.number == 1) return cli_fail(ASC_E_INPUT, path, "there is no game in it");
  return worst;
}

static int replay_file(const char *path, replay_options *options, replay_board *board) {
  char *text;
  asc_error error;
  int code = asc_file_read(path, ASC_RECORDS_MAX, &text, &options->length, &error);
  if (code < 0) return cli_fail_error(code, asc_file_name(path), &error);
  asc_reader *reader;
  code = asc_reader_open(&reader, text, options->length, &error);
  int status = code < 0 ? cli_fail_error(code, path, &error) : replay_games(path, reader, options, board);
  asc_reader_close(reader);
  free(text);
  return status;
}

static int replay_files(replay_options *options, replay_board *board) {
  int worst = CLI_OK;
  for (int i = 0; i < options->count && (board == NULL || !board->left); i++) {
    int status = replay_file(options->paths[i], options, board);
    if (status > worst) worst = status;
  }
  return worst;
}

static int replay_on_board(replay_options *options) {
  replay_board *board = calloc(1, sizeof *board);
  if (board == NULL) return cli_fail(ASC_E_MEMORY, "replay", "out of memory");
  board->style = board_style_detect(stdout);
  int status = board_style_choose(&board->style, "replay", options->ascii, options->color);
  if (status == CLI_OK) {
    input_open(&board->input, NULL, NULL);
    status = replay_files(options, board);
    input_close(&board->input);
  }
  free(board);
  return status;
}

int replay_run(int argc, char **argv) {
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
  if (options.board) input_signal_pass();
  return status;
}
