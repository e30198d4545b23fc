/* Implementation of engine.h. The searches call engine_should_stop regularly. It checks for signals, and prints that
   the engine is thinking. */
#include "engine.h"

#include "base/clock.h"
#include "base/text.h"
#include "cli/screen/input.h"
#include "cli/search.h"

#include <stdio.h>
#include <string.h>

enum {
  SHOW_AFTER_US = 300000, /* before "thinking" is printed */
  EVALUATE_US = 500000    /* per evaluation */
};

/* The stop callback of all searches. Only the thread that started the search does something; helper threads return at
   once. */
static bool engine_should_stop(void *data) {
  cli_engine *engine = data;
  if (!pthread_equal(pthread_self(), engine->thread)) return false;
  if (engine->thinking_text != NULL && asc_clock_now_us() >= engine->show_after_us) {
    fputs(engine->thinking_text, stdout);
    fflush(stdout);
    for (const char *at = engine->thinking_text; *at != '\0'; at++)
      engine->shown_columns += ((unsigned char)*at & 0xc0) != 0x80;
    engine->thinking_text = NULL;
  }
  return cli_input_pending_signal() != 0;
}

static void thinking_start(cli_engine *engine, const char *thinking_text) {
  fflush(stdout);
  engine->thread = pthread_self();
  engine->thinking_text = thinking_text;
  engine->shown_columns = 0;
  engine->show_after_us = asc_clock_now_us() + SHOW_AFTER_US;
}

/* Erases the text that was printed. */
static void thinking_end(cli_engine *engine) {
  if (engine->shown_columns > 0) printf("\r%*s\r", engine->shown_columns, "");
  engine->thinking_text = NULL;
}

/* Opens the player of a side, again if its name has changed. Returns ASC_OK or an error code. */
static int player_open(cli_engine *engine, const cli_session *session, int side, asc_error *error) {
  const char *name = session->sides[side].name;
  if (engine->players[side] != NULL && strcmp(engine->names[side], name) == 0) return ASC_OK;
  asc_player_close(engine->players[side]);
  engine->players[side] = NULL;
  memcpy(engine->names[side], name, sizeof engine->names[side]);
  asc_search_hooks hooks = {.should_stop = engine_should_stop, .data = engine};
  int code = asc_player_open(&engine->players[side], session->rules, name, &hooks, error);
  if (code < 0 || engine->tables == NULL) return code;
  asc_oracle oracle = asc_tablebase_oracle(engine->tables);
  asc_player_set_oracle(engine->players[side], &oracle);
  return ASC_OK;
}

/* Returns whether the player keeps its transposition table from move to move. Only a player limited by time does, to
   play as well as it can. The others forget it before every move, so that a resumed game continues exactly as it would
   have. */
static bool keeps_tt(const char *name) {
  asc_player_settings settings;
  (void)asc_player_read(&settings, name, NULL);
  return settings.level == ASC_LEVEL_MAX && settings.nodes == 0 && settings.depth == 0;
}

int cli_engine_choose_move(cli_engine *engine, const cli_session *session, const char *thinking_text, asc_move *move,
                           asc_line *line, asc_error *error) {
  int side = asc_match_side(&session->match, asc_play_turn(session->play));
  int code = player_open(engine, session, side, error);
  if (code < 0) return code;
  if (!keeps_tt(session->sides[side].name)) asc_player_clear(engine->players[side]);
  asc_search_report report = {0};
  asc_search_task task = asc_search_task_from_play(session->play, NULL);
  task.game_seed = cli_session_game_seed(session);
  thinking_start(engine, thinking_text);
  code = asc_player_choose(engine->players[side], &task, cli_session_ply_seed(session), move, &report);
  thinking_end(engine);
  line->length = 0;
  for (int i = 0; code >= 0 && i < report.line_count; i++)
    if (report.lines[i].moves[0] == *move) *line = report.lines[i];
  return code < 0 ? asc_error_set(error, code, "%s", asc_strerror(code)) : ASC_OK;
}

static int adviser_open(cli_engine *engine, const cli_session *session) {
  asc_search_options options = {.hooks = {.should_stop = engine_should_stop, .data = engine}};
  if (engine->adviser != NULL) return ASC_OK;
  int code = asc_search_open(&engine->adviser, session->rules, &options);
  if (code < 0) return code;
  asc_oracle oracle = engine->tables == NULL ? asc_book_oracle(session->rules) : asc_tablebase_oracle(engine->tables);
  asc_search_set_oracle(engine->adviser, &oracle);
  return ASC_OK;
}

int cli_engine_evaluate(cli_engine *engine, const cli_session *session, const asc_move *moves, int count,
                        const char *thinking_text, asc_line *line) {
  int code = adviser_open(engine, session);
  if (code < 0) return code;
  asc_search_report report = {0};
  asc_search_task task = asc_search_task_from_play(session->play, &(asc_search_limits){.time_us = EVALUATE_US});
  task.root_moves = moves;
  task.root_move_count = count;
  thinking_start(engine, thinking_text);
  code = asc_search_run(engine->adviser, &task, &report);
  thinking_end(engine);
  if (code == ASC_OK) *line = report.lines[0];
  return code;
}

void cli_engine_close(cli_engine *engine) {
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) asc_player_close(engine->players[i]);
  asc_search_close(engine->adviser);
  asc_tablebase_close(engine->tables);
  *engine = (cli_engine){0};
}
