#include "engine.h"

#include "cli/screen/input.h"
#include "cli/think.h"
#include "core/clock.h"
#include "core/text.h"

#include <stdio.h>
#include <string.h>

enum { PATIENCE = 300000, JUDGEMENT = 500000 }; /* microseconds */

/* Looks up from thinking. Threads that help need not. */
static bool look_up(void *data) {
  play_engine *engine = data;
  if (!pthread_equal(pthread_self(), engine->thinker)) return false;
  if (engine->words != NULL && asc_clock_microseconds() >= engine->patience) {
    fputs(engine->words, stdout);
    fflush(stdout);
    for (const char *at = engine->words; *at != '\0'; at++) engine->columns += ((unsigned char)*at & 0xc0) != 0x80;
    engine->words = NULL;
  }
  return input_signal() != 0;
}

static void think_begin(play_engine *engine, const char *words) {
  fflush(stdout);
  engine->thinker = pthread_self();
  engine->words = words;
  engine->columns = 0;
  engine->patience = asc_clock_microseconds() + PATIENCE;
}

/* What was said vanishes again. */
static void think_end(play_engine *engine) {
  if (engine->columns > 0) printf("\r%*s\r", engine->columns, "");
  engine->words = NULL;
}

/* The player of a side, who may have another name than the last time. */
static int player_of(play_engine *engine, const play_table *table, int side, asc_error *error) {
  const char *name = table->sides[side].name;
  if (engine->players[side] != NULL && strcmp(engine->names[side], name) == 0) return ASC_OK;
  asc_player_close(engine->players[side]);
  engine->players[side] = NULL;
  memcpy(engine->names[side], name, sizeof engine->names[side]);
  asc_host host = {.stop = look_up, .data = engine};
  int code = asc_player_open(&engine->players[side], table->rules, name, &host, error);
  if (code < 0 || engine->tables == NULL) return code;
  asc_oracle oracle = asc_tablebase_oracle(engine->tables);
  asc_player_consult(engine->players[side], &oracle);
  return ASC_OK;
}

/* Who is limited by time plays as well as he can. The others forget what they learned before every move, so that a
   game that is taken up again goes on as it would have gone. */
static bool remembers(const char *name) {
  asc_player_settings settings;
  (void)asc_player_read(&settings, name, NULL);
  return settings.level == ASC_LEVEL_MAX && settings.nodes == 0 && settings.depth == 0;
}

int engine_choose(play_engine *engine, const play_table *table, const char *words, asc_move *move, asc_line *line,
                  asc_error *error) {
  int side = asc_match_side(&table->match, asc_play_turn(table->play));
  int code = player_of(engine, table, side, error);
  if (code < 0) return code;
  if (!remembers(table->sides[side].name)) asc_player_clear(engine->players[side]);
  asc_report report = {0};
  asc_task task = asc_task_of(table->play, NULL);
  task.game = table_form_seed(table);
  think_begin(engine, words);
  code = asc_player_choose(engine->players[side], &task, table_engine_seed(table), move, &report);
  think_end(engine);
  line->length = 0;
  for (int i = 0; code >= 0 && i < report.count; i++)
    if (report.lines[i].moves[0] == *move) *line = report.lines[i];
  return code < 0 ? asc_fail(error, code, "%s", asc_strerror(code)) : ASC_OK;
}

static int adviser_open(play_engine *engine, const play_table *table) {
  asc_search_options options = {.host = {.stop = look_up, .data = engine}};
  if (engine->adviser != NULL) return ASC_OK;
  int code = asc_search_open(&engine->adviser, table->rules, &options);
  if (code < 0) return code;
  asc_oracle oracle = engine->tables == NULL ? asc_book(table->rules) : asc_tablebase_oracle(engine->tables);
  asc_search_consult(engine->adviser, &oracle);
  return ASC_OK;
}

int engine_judge(play_engine *engine, const play_table *table, const asc_move *moves, int count, const char *words,
                 asc_line *line) {
  int code = adviser_open(engine, table);
  if (code < 0) return code;
  asc_report report = {0};
  asc_task task = asc_task_of(table->play, &(asc_limits){.microseconds = JUDGEMENT});
  task.moves = moves;
  task.move_count = count;
  think_begin(engine, words);
  code = asc_search_run(engine->adviser, &task, &report);
  think_end(engine);
  if (code == ASC_OK) *line = report.lines[0];
  return code;
}

void engine_close(play_engine *engine) {
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) asc_player_close(engine->players[i]);
  asc_search_close(engine->adviser);
  asc_tablebase_close(engine->tables);
  *engine = (play_engine){0};
}
