#include "probe.h"

#include "base/text.h"
#include "solve/delta/probe_moves.h"

#include <string.h>

static int board_open(web_probe *probe, const char *folder, const char *spec, asc_error *error) {
  asc_rules *rules;
  int code = asc_rules_open(&rules, spec, error);
  if (code < 0) return code == ASC_E_MEMORY ? code : ASC_OK; /* else it has a name like one */
  code = asc_tablebase_open(&probe->boards[probe->count].tables, rules, folder, error);
  if (code < 0) {
    asc_rules_close(rules);
    return code;
  }
  probe->boards[probe->count++].rules = rules;
  return ASC_OK;
}

int asc_web_probe_open(web_probe *probe, const char *folder, asc_error *error) {
  char specs[ASC_TABLEBASE_BOARDS_MAX][ASC_TABLEBASE_SPEC_MAX];
  *probe = (web_probe){0};
  if (folder == NULL) return ASC_OK;
  int count = asc_tablebase_boards_list(folder, specs, error), code = count < 0 ? count : ASC_OK;
  for (int i = 0; i < count && code == ASC_OK; i++) code = board_open(probe, folder, specs[i], error);
  if (code == ASC_OK && probe->count == 0) code = asc_error_set(error, ASC_E_INPUT, "%s holds no tables", folder);
  return code;
}

int asc_web_probe_files(const web_probe *probe) {
  int files = 0;
  for (int i = 0; i < probe->count; i++)
    for (int layer = 0; layer < asc_tablebase_layer_count(probe->boards[i].tables); layer++)
      files += asc_tablebase_layer(probe->boards[i].tables, layer, NULL);
  return files;
}

void asc_web_probe_close(web_probe *probe) {
  for (int i = 0; i < probe->count; i++) {
    asc_tablebase_close(probe->boards[i].tables);
    asc_rules_close(probe->boards[i].rules);
  }
  probe->count = 0;
}

/* An object that is written into the caller's room. */
typedef struct answer_room {
  asc_writer writer;
  asc_json json;
} answer_room;

static void text_put(void *data, const char *text, size_t length) {
  asc_writer *writer = data;
  for (size_t i = 0; i < length; i++) asc_writer_char(writer, text[i]);
}

static void room_open(answer_room *room, char *text, size_t size) {
  room->writer = asc_writer_over(text, size);
  room->json = (asc_json){.write = text_put, .data = &room->writer};
  asc_json_open(&room->json, NULL, '{');
}

static int room_close(answer_room *room, int status) {
  asc_json_close(&room->json, '}');
  asc_writer_char(&room->writer, '\n');
  if (asc_writer_end(&room->writer) >= 0) return status;
  room->writer = asc_writer_over(room->writer.text, room->writer.size);
  asc_writer_string(&room->writer, "{\"error\":\"the answer is too long\"}\n");
  return 500;
}

int asc_web_refuse(int status, const char *reason, char *text, size_t size) {
  answer_room room;
  room_open(&room, text, size);
  asc_json_text(&room.json, "error", reason);
  return room_close(&room, status);
}

static int refuse_error(int status, const asc_error *error, char *text, size_t size) {
  char line[ASC_REASON_MAX + ASC_ERROR_TOKEN_MAX + 64];
  asc_error_write(error, line, sizeof line);
  return asc_web_refuse(status, line, text, size);
}

static const char *value_of(const char *argument, const char *key) {
  size_t length = strlen(key);
  return strncmp(argument, key, length) == 0 && argument[length] == '=' ? argument + length + 1 : NULL;
}

static int position_answer(asc_tablebase *tables, const asc_rules *rules, const asc_position *position, char *text,
                           size_t size) {
  solve_probe answer;
  asc_error error;
  int code = solve_probe_open(&answer, tables, rules, position, &error), status;
  if (code < 0) {
    status = refuse_error(code == ASC_E_STATE ? 404 : 500, &error, text, size);
  } else {
    answer_room room;
    room_open(&room, text, size);
    solve_probe_json(&room.json, &answer);
    status = room_close(&room, 200);
  }
  solve_probe_close(&answer);
  return status;
}

static int game_answer(const web_probe *probe, const asc_rules *rules, const char *place, char *text, size_t size) {
  asc_position position = {0};
  asc_error error;
  if (place == NULL)
    asc_position_start(rules, &position);
  else if (asc_position_read(rules, place, &position, &error) < 0)
    return refuse_error(400, &error, text, size);
  for (int i = 0; i < probe->count; i++)
    if (probe->boards[i].rules->hash == rules->hash)
      return position_answer(probe->boards[i].tables, probe->boards[i].rules, &position, text, size);
  if (probe->count == 0)
    return asc_web_refuse(404, "there are no tables here: the server was started without --tables", text, size);
  return asc_web_refuse(404, "there are no tables of this game here", text, size);
}

int asc_web_tables_answer(const web_probe *probe, char *text, size_t size) {
  answer_room room;
  room_open(&room, text, size);
  asc_json_open(&room.json, "games", '[');
  for (int i = 0; i < probe->count; i++) asc_json_text(&room.json, NULL, probe->boards[i].rules->spec);
  asc_json_close(&room.json, ']');
  return room_close(&room, 200);
}

int asc_web_probe_answer(const web_probe *probe, const web_query *query, char *text, size_t size) {
  const char *game = NULL, *place = NULL;
  asc_rules *rules;
  asc_error error;
  for (int i = 0; i < query->count; i++) {
    const char *a_game = value_of(query->arguments[i], "game"), *a_place = value_of(query->arguments[i], "position");
    if ((a_game == NULL && a_place == NULL) || (a_game != NULL && game != NULL) || (a_place != NULL && place != NULL))
      return asc_web_refuse(400, "the arguments are game and position, once each", text, size);
    if (a_game != NULL) game = a_game;
    if (a_place != NULL) place = a_place;
  }
  if (game == NULL) return asc_web_refuse(400, "which game? as in /api/probe?game=delta", text, size);
  int code = asc_rules_open(&rules, game, &error);
  if (code < 0) return refuse_error(code == ASC_E_MEMORY ? 500 : 400, &error, text, size);
  int status = game_answer(probe, rules, place, text, size);
  asc_rules_close(rules);
  return status;
}
