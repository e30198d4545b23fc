/* `ascona replay FILE`: checks the games of a file and says where one is wrong. */
#include "cli.h"
#include "play/file.h"

#include <stdio.h>
#include <stdlib.h>

const char replay_summary[] = "check records and say where they are wrong";
const char replay_help[] =
    "usage: ascona replay FILE [--json]\n"
    "\n"
    "Plays every game of a file of records through, text or JSON; - is stdin. Each game gets a line on\n"
    "stdout, each fault one on stderr with the place and the reason. Variations are checked as well,\n"
    "the result, the points if they are given, and dice whose seed is given.\n"
    "\n"
    "  --json   one JSON object a game: number, ok, game, plies, result, points, end; where it is\n"
    "           wrong also line, column, token, ply and reason\n"
    "\n"
    "exit status: 0 all games are right, 1 a game has an illegal move, a wrong result, wrong points or\n"
    "wrong dice, 2 a game cannot be read, 3 the machine's fault\n"
    "\n"
    "examples:\n"
    "  ascona replay tournament.txt\n"
    "  ascona replay --json - < game.json\n";

typedef struct verdict {
  int number; /* of the game in the file */
  int code;
  asc_summary summary;
  asc_error error;
} verdict;

static void print_json(const verdict *v) {
  asc_json json = cli_json_begin();
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

static int replay_games(const char *path, asc_reader *reader, bool json) {
  int worst = CLI_OK;
  verdict v = {0};
  for (v.number = 1; worst != CLI_MACHINE; v.number++) {
    asc_record *record;
    v.code = asc_reader_next(reader, &record, &v.summary, &v.error);
    if (v.code == 0) break;
    asc_record_close(record);
    int status = judge(path, &v, json);
    if (status > worst) worst = status;
  }
  if (v.number == 1) return cli_fail(ASC_E_INPUT, path, "there is no game in it");
  return worst;
}

int replay_run(int argc, char **argv) {
  bool json = false;
  const char *path;
  const cli_option options[] = {{"json", CLI_FLAG, &json, 0, 0}, {0}};
  int rest = cli_parse(argc, argv, options, &path, 1);
  if (rest < 0) return CLI_BAD_INPUT;
  if (rest == 0) return cli_fail(ASC_E_INPUT, "replay", "which file? see ascona replay --help");
  char *text;
  size_t length;
  asc_error error;
  int code = asc_file_read(path, ASC_RECORDS_MAX, &text, &length, &error);
  if (code < 0) return cli_fail_error(code, asc_file_name(path), &error);
  asc_reader *reader;
  code = asc_reader_open(&reader, text, length, &error);
  int status = code < 0 ? cli_fail_error(code, path, &error) : replay_games(path, reader, json);
  asc_reader_close(reader);
  free(text);
  return cli_finish(status);
}
