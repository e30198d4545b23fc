/* Exports the reading and writing of records, and whole drawings.

   The reader checks a game and drops it if it is wrong. To explain in the user's language what is wrong with a ply,
   that game is read again and played up to the ply. Then the rules are asked for the reason. */
#include "core/message_json.h"
#include "draw/scene.h"
#include "draw/scene_json.h"
#include "draw/svg/svg.h"
#include "game.h"
#include "imports.h"
#include "play/record.h"
#include "reply.h"

#include <stdlib.h>
#include <string.h>

/* Returns the ply that was read at the position of the error, or NULL. Searches the line that starts with `item` and
   its variations. */
static asc_record_item *item_at(asc_record_item *item, const asc_error *error) {
  for (; item != NULL; item = item->next) {
    if (item->kind == ASC_RECORD_PLY && item->line == error->line && item->column == error->column) return item;
    asc_record_item *inner = item->kind == ASC_RECORD_VARIATION ? item_at(item->first_child, error) : NULL;
    if (inner != NULL) return inner;
  }
  return NULL;
}

/* Returns the game of a text that has the ply of the error, unchecked, and the ply in *item; or NULL. The caller closes
   it. */
static asc_record *wrong_game_find(const char *text, const asc_error *error, asc_record_item **item) {
  asc_cursor cursor = asc_cursor_over_lines(text, strlen(text));
  if (asc_cursor_skip(&cursor, "\xef\xbb\xbf")) cursor.column = 1;
  asc_cursor_skip_space(&cursor);
  bool json = asc_record_is_json(cursor);
  if (json) (void)asc_cursor_skip(&cursor, "[");
  for (;;) {
    asc_record *record;
    asc_cursor_skip_space(&cursor);
    while (json && asc_cursor_peek(&cursor) == ',') {
      asc_cursor_step(&cursor);
      asc_cursor_skip_space(&cursor);
    }
    if (asc_cursor_peek(&cursor) < 0 || asc_record_open(&record) < 0) return NULL;
    int code = json ? asc_record_read_json(&cursor, record, NULL) : asc_record_read_text(&cursor, record, NULL);
    *item = code < 0 ? NULL : item_at(asc_record_first_item(record), error);
    if (*item != NULL) return record;
    asc_record_close(record);
    if (code < 0) return NULL;
  }
}

/* Plays the plies that lead to a ply and the ply itself. asc_record_check has linked them. The recursion is no deeper
   than a game has plies, which its rules limit. */
static bool play_up_to(asc_play *play, const asc_record_item *ply) {
  if (ply == NULL) return true;
  if (!play_up_to(play, ply->ply)) return false;
  bool is_resignation = ply->text[0] == 'p' && strcmp(ply->text + 2, ASC_PLY_RESIGNS) == 0;
  if (is_resignation) return asc_play_resign(play, ply->text[1] - '0', NULL) == ASC_OK;
  if (strcmp(ply->text, ASC_PLY_DRAW) == 0) return asc_play_agree_draw(play, NULL) == ASC_OK;
  return asc_play_move_text(play, ply->text, NULL) == ASC_OK;
}

static bool why_find(asc_record *record, const asc_record_item *item, const asc_rules *rules, asc_message *why) {
  asc_position first;
  asc_play *play = NULL;
  const char *position = asc_record_tag(record, "Position");
  (void)asc_record_check(record, rules, NULL, NULL); /* fails again, and links the plies up to the wrong one */
  if (position != NULL && asc_position_read(rules, position, &first, NULL) < 0) return false;
  if (asc_play_open(&play, rules, position == NULL ? NULL : &first) < 0) return false;
  bool is_known = play_up_to(play, item->ply);
  if (is_known && !asc_play_end_why(play, why))
    is_known = asc_position_why(rules, asc_play_position(play), NULL, item->text, why) == 0;
  asc_play_close(play);
  return is_known;
}

/* Writes "error" as in wasm_reply_error, with the game's id, the number of the wrong ply and the reason, if known. */
static void error_write(asc_json *json, int code, const asc_error *error, const char *text, int ply) {
  asc_record_item *item = NULL;
  asc_rules *rules = NULL;
  asc_message why = {0};
  char spec[ASC_SPEC_MAX];
  asc_json_open(json, "error", '{');
  asc_json_number(json, "code", code);
  asc_json_text(json, "reason", error->reason[0] != '\0' ? error->reason : asc_strerror(code));
  asc_json_number(json, "line", error->line);
  asc_json_number(json, "column", error->column);
  asc_json_text(json, "token", error->token);
  asc_record *record = ply > 0 ? wrong_game_find(text, error, &item) : NULL;
  if (record != NULL && asc_record_spec(record, spec, NULL) == ASC_OK && asc_rules_open(&rules, spec, NULL) == ASC_OK) {
    asc_json_text(json, "game", rules->game->id);
    asc_json_number(json, "ply", ply);
    if (why_find(record, item, rules, &why)) asc_message_json(json, "why", rules, &why);
    asc_rules_close(rules);
  }
  asc_record_close(record);
  asc_json_close(json, '}');
}

static const char *error_reply(int code, const asc_error *error, const char *text, int ply) {
  asc_json *json = wasm_reply_begin();
  error_write(json, code, error, text, ply);
  return wasm_reply_end();
}

/* Reads game `number` of a text, from 0. Returns ASC_OK or an error code. The caller closes *record. */
static int record_read(const char *text, int number, asc_record **record, asc_record_summary *summary,
                       asc_error *error) {
  asc_record_reader *reader;
  *record = NULL;
  int code = asc_record_reader_open(&reader, text, strlen(text), error);
  if (code < 0) return code;
  for (code = 1; number >= 0 && (code == 1 || code == ASC_E_ILLEGAL || code == ASC_E_INPUT); number--) {
    asc_record_close(*record);
    code = asc_record_reader_next(reader, record, summary, error);
  }
  asc_record_reader_close(reader);
  if (code == 0) return asc_error_set(error, ASC_E_INPUT, "there is no game in it");
  return code < 0 ? code : ASC_OK;
}

/* Opens the first game of a text as a new game. */
WASM_EXPORT("record_open") const char *wasm_export_record_open(const char *text) {
  asc_record *record;
  asc_rules *rules;
  asc_play *play = NULL;
  asc_error error = {0};
  asc_record_summary summary = {0};
  int code = record_read(text, 0, &record, &summary, &error);
  if (code < 0) return error_reply(code, &error, text, summary.wrong_ply);
  code = asc_rules_open(&rules, summary.spec, &error);
  if (code == ASC_OK) {
    code = asc_record_to_play(record, rules, &play, &error);
    if (code < 0) asc_rules_close(rules);
  }
  if (code == ASC_OK) return wasm_game_add(rules, play, record);
  asc_record_close(record);
  return wasm_reply_error(code, &error, NULL, NULL);
}

/* Replies with the game as a record, as text or JSON. The comments, glyphs and variations of the record that the game
   was read from are included. Its tags have precedence over those given here. */
WASM_EXPORT("table_record") const char *wasm_export_game_record(int number, const char *tags, int json_form) {
  asc_record *record;
  asc_error error = {0};
  asc_strbuf text = {0};
  const asc_record *source = wasm_game_source_record(number);
  int code = wasm_game_to_record(number, tags, &record, &error);
  if (code == ASC_OK && source != NULL) code = asc_record_merge_annotations(record, source);
  if (code == ASC_OK) (json_form ? asc_record_write_json : asc_record_write_text)(record, &text);
  asc_record_close(record);
  return wasm_game_record_reply(code, &error, &text);
}

/* Replies with only game `number` of a text, from 0, as text. */
WASM_EXPORT("record_pick") const char *wasm_export_record_pick(const char *text, int number) {
  asc_record *record;
  asc_error error = {0};
  asc_record_summary summary = {0};
  char *written = NULL;
  size_t length;
  int code = record_read(text, number, &record, &summary, &error);
  if (code < 0) return error_reply(code, &error, text, summary.wrong_ply);
  code = asc_record_write(record, ASC_RECORD_TEXT, &written, &length);
  asc_record_close(record);
  if (code < 0) return wasm_reply_error(code, NULL, NULL, NULL);
  asc_json_text(wasm_reply_begin(), "record", written);
  free(written);
  return wasm_reply_end();
}

static void tags_write(asc_json *json, const asc_record *record) {
  const char *name, *value;
  asc_json_open(json, "tags", '{');
  for (int i = 0; asc_record_tag_at(record, i, &name, &value); i++) asc_json_text(json, name, value);
  asc_json_close(json, '}');
}

static void game_write(asc_json *json, const asc_record *record, const asc_record_summary *summary) {
  asc_json_text(json, "game", summary->spec);
  asc_json_number(json, "plies", summary->plies);
  asc_json_text(json, "result", summary->result);
  asc_json_text(json, "end", asc_end_name(summary->end));
  tags_write(json, record);
}

/* Replies with a summary or an error for each game of a text, at most `max_games` of them; "more" says whether there
   are more. */
WASM_EXPORT("records_list") const char *wasm_export_records_list(const char *text, int max_games) {
  asc_record_reader *reader;
  asc_error error = {0};
  int code = asc_record_reader_open(&reader, text, strlen(text), &error);
  if (code < 0) return wasm_reply_error(code, &error, NULL, NULL);
  asc_json *json = wasm_reply_begin();
  asc_json_open(json, "games", '[');
  for (int count = 0;; count++) {
    asc_record *record;
    asc_record_summary summary = {0};
    error = (asc_error){0};
    code = asc_record_reader_next(reader, &record, &summary, &error);
    if (code == 0 || count == max_games) {
      asc_record_close(record); /* read only to know that there are more */
      break;
    }
    asc_json_open(json, NULL, '{');
    if (code < 0)
      error_write(json, code, &error, text, summary.wrong_ply);
    else
      game_write(json, record, &summary);
    asc_json_close(json, '}');
    asc_record_close(record);
  }
  asc_json_close(json, ']');
  asc_json_bool(json, "more", code != 0);
  asc_record_reader_close(reader);
  return wasm_reply_end();
}

/* Replies with the tags of the first game of a text. */
WASM_EXPORT("record_tags") const char *wasm_export_record_tags(const char *text) {
  asc_record *record;
  asc_error error = {0};
  asc_record_summary summary = {0};
  int code = record_read(text, 0, &record, &summary, &error);
  if (code < 0) return error_reply(code, &error, text, summary.wrong_ply);
  tags_write(wasm_reply_begin(), record);
  asc_record_close(record);
  return wasm_reply_end();
}

/* Replies with a whole drawing to save or print. */
WASM_EXPORT("table_svg") const char *wasm_export_game_svg(int number, int at) {
  const asc_scene *scene = wasm_game_scene_at(number, at);
  if (scene == NULL) return wasm_game_unknown_reply();
  char *text;
  size_t length;
  int code = asc_svg_write(scene, &text, &length);
  if (code < 0) return wasm_reply_error(code, NULL, NULL, NULL);
  asc_json_text(wasm_reply_begin(), "svg", text);
  free(text);
  return wasm_reply_end();
}
