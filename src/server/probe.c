/* Responses are written into the caller's buffer: no request allocates anything but its rules. */
#include "probe.h"

#include "base/text.h"
#include "solve/delta/probe_moves.h"

#include <string.h>

static int board_open(http_probe *probe, const char *folder, const char *spec, asc_error *error) {
  asc_rules *rules;
  int code = asc_rules_open(&rules, spec, error);
  if (code < 0) return code == ASC_E_MEMORY ? code : ASC_OK; /* another file with such a name */
  code = asc_tablebase_open(&probe->boards[probe->count].tables, rules, folder, error);
  if (code < 0) {
    asc_rules_close(rules);
    return code;
  }
  probe->boards[probe->count++].rules = rules;
  return ASC_OK;
}

int http_probe_open(http_probe *probe, const char *folder, asc_error *error) {
  char specs[ASC_TABLEBASE_BOARDS_MAX][ASC_TABLEBASE_SPEC_MAX];
  *probe = (http_probe){0};
  if (folder == NULL) return ASC_OK;
  int count = asc_tablebase_boards_list(folder, specs, error), code = count < 0 ? count : ASC_OK;
  for (int i = 0; i < count && code == ASC_OK; i++) code = board_open(probe, folder, specs[i], error);
  if (code == ASC_OK && probe->count == 0)
    code = asc_error_set(error, ASC_E_INPUT, "%s: contains no tables of solved positions", folder);
  return code;
}

int http_probe_files(const http_probe *probe) {
  int files = 0;
  for (int i = 0; i < probe->count; i++)
    for (int layer = 0; layer < asc_tablebase_layer_count(probe->boards[i].tables); layer++)
      files += asc_tablebase_layer(probe->boards[i].tables, layer, NULL);
  return files;
}

void http_probe_close(http_probe *probe) {
  for (int i = 0; i < probe->count; i++) {
    asc_tablebase_close(probe->boards[i].tables);
    asc_rules_close(probe->boards[i].rules);
  }
  probe->count = 0;
}

/* An object that is written into the caller's output. */
typedef struct probe_output {
  asc_writer writer;
  asc_json json;
} probe_output;

static void text_put(void *data, const char *text, size_t length) {
  asc_writer *writer = data;
  for (size_t i = 0; i < length; i++) asc_writer_char(writer, text[i]);
}

static void output_open(probe_output *output, char *text, size_t size) {
  output->writer = asc_writer_over(text, size);
  output->json = (asc_json){.write = text_put, .data = &output->writer};
  asc_json_open(&output->json, NULL, '{');
}

static int output_close(probe_output *output, int status) {
  asc_json_close(&output->json, '}');
  asc_writer_char(&output->writer, '\n');
  if (asc_writer_end(&output->writer) >= 0) return status;
  output->writer = asc_writer_over(output->writer.text, output->writer.size);
  asc_writer_string(&output->writer, "{\"error\":\"the response is too long\"}\n");
  return 500;
}

int http_error_write(int status, const char *reason, char *text, size_t size) {
  probe_output output;
  output_open(&output, text, size);
  asc_json_text(&output.json, "error", reason);
  return output_close(&output, status);
}

static int error_respond(int status, const asc_error *error, char *text, size_t size) {
  char line[ASC_REASON_MAX + ASC_ERROR_TOKEN_MAX + 64];
  asc_error_write(error, line, sizeof line);
  return http_error_write(status, line, text, size);
}

static const char *value_of(const char *argument, const char *key) {
  size_t length = strlen(key);
  return strncmp(argument, key, length) == 0 && argument[length] == '=' ? argument + length + 1 : NULL;
}

static int position_respond(asc_tablebase *tables, const asc_rules *rules, const asc_position *position, char *text,
                            size_t size) {
  solve_probe found;
  asc_error error;
  int code = solve_probe_open(&found, tables, rules, position, &error), status;
  if (code < 0) {
    status = error_respond(code == ASC_E_STATE ? 404 : 500, &error, text, size);
  } else {
    probe_output output;
    output_open(&output, text, size);
    solve_probe_json(&output.json, &found);
    status = output_close(&output, 200);
  }
  solve_probe_close(&found);
  return status;
}

static int game_respond(const http_probe *probe, const asc_rules *rules, const char *position_text, char *text,
                        size_t size) {
  asc_position position = {0};
  asc_error error;
  if (position_text == NULL)
    asc_position_start(rules, &position);
  else if (asc_position_read(rules, position_text, &position, &error) < 0)
    return error_respond(400, &error, text, size);
  for (int i = 0; i < probe->count; i++)
    if (probe->boards[i].rules->hash == rules->hash)
      return position_respond(probe->boards[i].tables, probe->boards[i].rules, &position, text, size);
  if (probe->count == 0)
    return http_error_write(404, "this server has no tables: it was started without --tables", text, size);
  return http_error_write(404, "this server has no tables of this game", text, size);
}

int http_tables_respond(const http_probe *probe, char *text, size_t size) {
  probe_output output;
  output_open(&output, text, size);
  asc_json_open(&output.json, "games", '[');
  for (int i = 0; i < probe->count; i++) asc_json_text(&output.json, NULL, probe->boards[i].rules->spec);
  asc_json_close(&output.json, ']');
  return output_close(&output, 200);
}

int http_probe_respond(const http_probe *probe, const http_query *query, char *text, size_t size) {
  const char *game = NULL, *position_text = NULL;
  asc_rules *rules;
  asc_error error;
  for (int i = 0; i < query->count; i++) {
    const char *a_game = value_of(query->arguments[i], "game"), *a_position = value_of(query->arguments[i], "position");
    if ((a_game == NULL && a_position == NULL) || (a_game != NULL && game != NULL) ||
        (a_position != NULL && position_text != NULL))
      return http_error_write(400, "the arguments must be game and position, at most once each", text, size);
    if (a_game != NULL) game = a_game;
    if (a_position != NULL) position_text = a_position;
  }
  if (game == NULL)
    return http_error_write(400, "the argument game is missing; write /api/probe?game=delta", text, size);
  int code = asc_rules_open(&rules, game, &error);
  if (code < 0) return error_respond(code == ASC_E_MEMORY ? 500 : 400, &error, text, size);
  int status = game_respond(probe, rules, position_text, text, size);
  asc_rules_close(rules);
  return status;
}
