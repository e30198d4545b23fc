#include "serve_probe.h"

#include "core/text.h"
#include "probe.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

static bool has_board(const serve_tables *tables, const asc_rules *rules) {
  for (int i = 0; i < tables->count; i++)
    if (tables->boards[i].rules->hash == rules->hash) return true;
  return false;
}

/* Whether it is "delta-5-9-18.tab", with any digits. */
static bool is_table(const char *file) {
  const char *shape = "delta-#-#-##.tab";
  for (; *shape != '\0' && *file != '\0'; shape++, file++)
    if (*shape == '#' ? *file < '0' || *file > '9' : *file != *shape) return false;
  return *shape == *file;
}

/* The board of a file, unless it is open already. */
static int board_open(serve_tables *tables, const char *folder, const char *file) {
  enum { SIZE_AT = 6, PAWNS_AT = 8 };
  char spec[64];
  asc_rules *rules;
  asc_error error;
  if (!is_table(file) || tables->count == SERVE_BOARDS_MAX) return CLI_OK;
  (void)snprintf(spec, sizeof spec, "delta:size=%c,pawns=%c", file[SIZE_AT], file[PAWNS_AT]);
  if (asc_rules_open(&rules, spec, NULL) < 0) return CLI_OK;
  asc_tables *opened = NULL;
  int code = has_board(tables, rules) ? ASC_E_INPUT : asc_tables_open(&opened, rules, folder, &error);
  if (code < 0) {
    asc_rules_close(rules);
    return code == ASC_E_INPUT ? CLI_OK : cli_fail_error(code, "serve", &error);
  }
  tables->boards[tables->count].rules = rules;
  tables->boards[tables->count++].tables = opened;
  return CLI_OK;
}

int serve_tables_open(serve_tables *tables, const char *folder) {
  *tables = (serve_tables){0};
  if (folder == NULL) return CLI_OK;
  DIR *files = opendir(folder);
  if (files == NULL) return cli_fail(ASC_E_FILE, "serve", "%s: %s", folder, strerror(errno));
  int status = CLI_OK;
  for (const struct dirent *file; status == CLI_OK && (file = readdir(files)) != NULL;)
    status = board_open(tables, folder, file->d_name);
  (void)closedir(files);
  if (status == CLI_OK && tables->count == 0) return cli_fail(ASC_E_INPUT, "serve", "%s holds no tables", folder);
  return status;
}

void serve_tables_close(serve_tables *tables) {
  for (int i = 0; i < tables->count; i++) {
    asc_tables_close(tables->boards[i].tables);
    asc_rules_close(tables->boards[i].rules);
  }
  tables->count = 0;
}

/* The answer is written into the caller's room. */
static void text_put(void *data, const char *text, size_t length) {
  asc_writer *writer = data;
  for (size_t i = 0; i < length; i++) asc_writer_char(writer, text[i]);
}

static int answer_end(int status, asc_json *json, asc_writer *writer) {
  asc_json_close(json, '}');
  asc_writer_char(writer, '\n');
  if (asc_writer_end(writer) >= 0) return status;
  *writer = asc_writer_over(writer->text, writer->size);
  asc_writer_string(writer, "{\"error\":\"the answer is too long\"}\n");
  return 500;
}

static int refuse(int status, const char *reason, char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  asc_json json = {.put = text_put, .data = &writer};
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "error", reason);
  return answer_end(status, &json, &writer);
}

static int list_answer(const probe_list *list, char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  asc_json json = {.put = text_put, .data = &writer};
  asc_json_open(&json, NULL, '{');
  probe_list_json(&json, list);
  return answer_end(200, &json, &writer);
}

static int refuse_error(const asc_error *error, char *text, size_t size) {
  char line[ASC_REASON_MAX + ASC_CULPRIT_MAX + 64];
  asc_error_write(error, line, sizeof line);
  return refuse(400, line, text, size);
}

static const char *value_of(const char *argument, const char *key) {
  size_t length = strlen(key);
  return strncmp(argument, key, length) == 0 && argument[length] == '=' ? argument + length + 1 : NULL;
}

static int position_answer(asc_tables *tables, const asc_rules *rules, const asc_position *position, char *text,
                           size_t size) {
  probe_list list;
  int code = probe_list_open(&list, tables, rules, position), status;
  if (code == ASC_E_STATE)
    status = refuse(404, "the game is over", text, size);
  else if (code < 0)
    status = refuse(500, code == ASC_E_FILE ? "a table is damaged" : asc_strerror(code), text, size);
  else if (!list.known)
    status = refuse(404, "the tables do not hold this position: its layer is not there", text, size);
  else
    status = list_answer(&list, text, size);
  probe_list_close(&list);
  return status;
}

static int game_answer(const serve_tables *tables, const asc_rules *rules, const char *place, char *text, size_t size) {
  asc_position position = {0};
  asc_error error;
  if (place == NULL)
    asc_position_start(rules, &position);
  else if (asc_position_read(rules, place, &position, &error) < 0)
    return refuse_error(&error, text, size);
  for (int i = 0; i < tables->count; i++)
    if (tables->boards[i].rules->hash == rules->hash)
      return position_answer(tables->boards[i].tables, tables->boards[i].rules, &position, text, size);
  if (tables->count == 0)
    return refuse(404, "there are no tables here: the server was started without --tables", text, size);
  return refuse(404, "there are no tables of this game here", text, size);
}

int serve_tables_answer(const serve_tables *tables, const web_query *query, char *text, size_t size) {
  const char *game = NULL, *place = NULL;
  asc_rules *rules;
  asc_error error;
  if (strcmp(query->name, "probe") != 0) return refuse(404, "there is nothing here", text, size);
  for (int i = 0; i < query->count; i++) {
    const char *a_game = value_of(query->arguments[i], "game"), *a_place = value_of(query->arguments[i], "position");
    if ((a_game == NULL && a_place == NULL) || (a_game != NULL && game != NULL) || (a_place != NULL && place != NULL))
      return refuse(400, "the arguments are game and position, once each", text, size);
    if (a_game != NULL) game = a_game;
    if (a_place != NULL) place = a_place;
  }
  if (game == NULL) return refuse(400, "which game? as in /api/probe?game=delta", text, size);
  if (asc_rules_open(&rules, game, &error) < 0) return refuse_error(&error, text, size);
  int status = game_answer(tables, rules, place, text, size);
  asc_rules_close(rules);
  return status;
}
