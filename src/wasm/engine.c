/* The engine in a worker: choosing a move and analysing a position. What was learned stays for the next call, as long
   as the game and the player are the same. */
#include "host.h"
#include "reply.h"
#include "study/score.h"
#include "study/task.h"

#include <ascona/ascona.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The game that is thought about, and who thinks. */
static struct {
  char spec[ASC_SPEC_MAX], name[ASC_PLAYER_NAME_MAX];
  asc_rules *rules;
  asc_player *player;
  asc_search *search;
  size_t hash;
} engine;

static void thinkers_close(void) {
  if (engine.player != NULL) asc_player_close(engine.player);
  if (engine.search != NULL) asc_search_close(engine.search);
  engine.player = NULL;
  engine.search = NULL;
}

static int rules_use(const char *spec, asc_error *error) {
  if (engine.rules != NULL && strcmp(engine.spec, spec) == 0) return ASC_OK;
  thinkers_close();
  if (engine.rules != NULL) asc_rules_close(engine.rules);
  engine.rules = NULL;
  if (strlen(spec) >= sizeof engine.spec) return ASC_E_INPUT;
  int code = asc_rules_open(&engine.rules, spec, error);
  if (code < 0) return code;
  memcpy(engine.spec, spec, strlen(spec) + 1);
  return ASC_OK;
}

static int player_use(const char *name, asc_error *error) {
  if (engine.player != NULL && strcmp(engine.name, name) == 0) return ASC_OK;
  thinkers_close();
  if (strlen(name) >= sizeof engine.name) return ASC_E_INPUT;
  int code = asc_player_open(&engine.player, engine.rules, name, &wasm_host, error);
  if (code == ASC_OK) memcpy(engine.name, name, strlen(name) + 1);
  return code;
}

static int search_use(size_t hash) {
  if (engine.search != NULL && engine.hash == hash) return ASC_OK;
  thinkers_close();
  engine.hash = hash;
  int code = asc_search_open(&engine.search, engine.rules, &(asc_search_options){.hash = hash, .host = wasm_host});
  asc_oracle book = asc_book(engine.rules);
  if (code == ASC_OK) asc_search_consult(engine.search, &book);
  return code;
}

/* Plays `moves`, separated by spaces, from `position` ("": the start). */
static int game_replay(const char *position, const char *moves, asc_play **play, asc_error *error) {
  asc_position first;
  bool given = position[0] != '\0';
  int code = given ? asc_position_read(engine.rules, position, &first, error) : ASC_OK;
  if (code < 0) return code;
  code = asc_play_open(play, engine.rules, given ? &first : NULL);
  if (code < 0) return code;
  while (code >= 0 && *moves != '\0') {
    char token[ASC_TOKEN_MAX];
    size_t length = strcspn(moves, " ");
    if (length >= sizeof token) {
      code = ASC_E_INPUT;
      break;
    }
    memcpy(token, moves, length);
    token[length] = '\0';
    moves += length + (moves[length] == ' ');
    code = asc_play_token(*play, token, error);
  }
  if (code < 0) asc_play_close(*play);
  return code;
}

static void report_json(asc_json *json, const asc_report *report, const void *position) {
  asc_json_number(json, "depth", report->depth);
  asc_json_number(json, "nodes", (int64_t)report->nodes);
  asc_json_seconds(json, "seconds", report->microseconds);
  asc_json_open(json, "lines", '[');
  for (int i = 0; i < report->count; i++) asc_json_report_line(json, engine.rules, position, &report->lines[i]);
  asc_json_close(json, ']');
}

/* Every improvement goes to the page at once, so that a search that must be cut off has said what it knows. */
static void report_tell(void *data, const asc_report *report) {
  asc_json *json = reply_begin();
  report_json(json, report, asc_play_position(data));
  host_report(reply_end());
}

static asc_task task_of(asc_play *play, double milliseconds) {
  asc_task task = asc_task_of(play, NULL);
  task.soft = task.hard = (int64_t)(milliseconds * 1000);
  task.report = report_tell;
  task.data = play;
  return task;
}

static const char *choose(asc_play *play, const char *name, double milliseconds, uint64_t seed) {
  asc_error error = {0};
  asc_move move;
  asc_report report = {0};
  int code = player_use(name, &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  asc_task task = task_of(play, milliseconds);
  task.game = seed;
  code = asc_player_choose(engine.player, &task, seed + (uint64_t)asc_play_plies(play), &move, &report);
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  char token[ASC_TOKEN_MAX];
  asc_move_write(engine.rules, asc_play_position(play), move, token);
  asc_json *json = reply_begin();
  asc_json_text(json, "move", token);
  report_json(json, &report, asc_play_position(play));
  return reply_end();
}

/* The move of the player `name` ("4", "10,hash=64") after `moves` from `position`; 0 milliseconds: as long as the
   player likes. The seed stays the same throughout a game. */
ASC_EXPORT("engine_choose")
const char *engine_choose(const char *spec, const char *position, const char *moves, const char *name,
                          double milliseconds, uint32_t seed) {
  asc_error error = {0};
  asc_play *play = NULL;
  int code = rules_use(spec, &error);
  if (code == ASC_OK) code = game_replay(position, moves, &play, &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  const char *reply = choose(play, name, milliseconds, seed);
  asc_play_close(play);
  return reply;
}

static const char *analyse(asc_play *play, int lines, double milliseconds, size_t hash) {
  asc_report report = {0};
  int code = search_use(hash);
  asc_task task = task_of(play, milliseconds);
  task.lines = lines;
  if (code == ASC_OK) code = asc_search_run(engine.search, &task, &report);
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  report_json(reply_begin(), &report, asc_play_position(play));
  return reply_end();
}

/* The best lines, with scores that say how sure they are. The table has `megabytes`. */
ASC_EXPORT("engine_analyse")
const char *engine_analyse(const char *spec, const char *position, const char *moves, int lines, double milliseconds,
                           int megabytes) {
  asc_error error = {0};
  asc_play *play = NULL;
  int code = rules_use(spec, &error);
  if (code == ASC_OK) code = game_replay(position, moves, &play, &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  const char *reply = analyse(play, lines, milliseconds, (size_t)megabytes << 20);
  asc_play_close(play);
  return reply;
}

static const char *solve(asc_play *play, double milliseconds, size_t hash) {
  asc_solution solution = {0};
  const void *position = asc_play_position(play);
  int code = search_use(hash);
  asc_task task = task_of(play, milliseconds);
  if (code == ASC_OK) code = asc_search_solve(engine.search, &task, &solution, NULL, NULL);
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  asc_json *json = reply_begin();
  asc_json_bool(json, "proved", solution.proved);
  asc_json_number(json, "least", solution.least);
  asc_json_number(json, "most", solution.most);
  asc_json_moves(json, "best", engine.rules, position, solution.best, solution.best_count);
  asc_json_line(json, "line", engine.rules, position, solution.line, solution.length);
  return reply_end();
}

/* What a game of two is worth to the player to move, in hundredths: both bounds, which are equal when `proved` is 1,
   then with every best move and a line. */
ASC_EXPORT("engine_solve")
const char *engine_solve(const char *spec, const char *position, const char *moves, double milliseconds,
                         int megabytes) {
  asc_error error = {0};
  asc_play *play = NULL;
  int code = rules_use(spec, &error);
  if (code == ASC_OK) code = game_replay(position, moves, &play, &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  const char *reply = solve(play, milliseconds, (size_t)megabytes << 20);
  asc_play_close(play);
  return reply;
}
