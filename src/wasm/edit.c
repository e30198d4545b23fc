/* Exports the position editor. Each change replaces the game by a new one that starts with the edited position. If that
   position is not playable, the new game is ended at once, so that the page does not ask for its moves. */
#include "core/message_json.h"
#include "game.h"
#include "imports.h"
#include "reply.h"

#include <ascona/edit.h>

#include <stdlib.h>
#include <string.h>

static const char *const types[] = {"choice", "number", "switch"};

static void kind_json(asc_json *json, const asc_rules *rules, int kind) {
  asc_json_text(json, "kind", kind == ASC_NO_KIND ? NULL : rules->game->kinds[kind].id);
}

static void tools_json(asc_json *json, const asc_rules *rules, const asc_edit_palette *palette) {
  asc_json_open(json, "tools", '[');
  for (int i = 0; i < palette->tool_count; i++) {
    const asc_edit_tool *tool = &palette->tools[i];
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "id", tool->id);
    kind_json(json, rules, tool->kind);
    asc_json_number(json, "count", tool->count);
    asc_json_number(json, "most", tool->max);
    asc_message_json(json, "name", rules, &tool->name);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}

static void fields_json(asc_json *json, const asc_rules *rules, const asc_edit_palette *palette) {
  asc_json_open(json, "fields", '[');
  for (int i = 0; i < palette->field_count; i++) {
    const asc_edit_field *field = &palette->fields[i];
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "id", field->id);
    asc_json_text(json, "type", types[field->type]);
    kind_json(json, rules, field->kind);
    asc_json_number(json, "value", field->value);
    asc_json_number(json, "least", field->min);
    asc_json_number(json, "most", field->max);
    asc_message_json(json, "row", rules, &field->label);
    asc_json_open(json, "choices", '[');
    for (int k = 0; k < field->choice_count; k++) asc_message_json(json, NULL, rules, &field->choices[k]);
    asc_json_close(json, ']');
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}

static void error_json(asc_json *json, const asc_rules *rules, const asc_edit_palette *palette, const asc_view *view,
                       const asc_edit_error *error) {
  asc_json_open(json, NULL, '{');
  asc_message_json(json, "message", rules, &error->message);
  asc_json_text(json, "reason", error->reason);
  asc_json_open(json, "places", '[');
  for (int i = 0; i < view->place_count; i++)
    if (error->places[i]) asc_json_text(json, NULL, view->places[i].id);
  asc_json_close(json, ']');
  asc_json_open(json, "fields", '[');
  for (int i = 0; i < palette->field_count; i++)
    if (error->fields[i]) asc_json_text(json, NULL, palette->fields[i].id);
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

/* Replies with the tools and fields of the editor, and the errors of the position. */
WASM_EXPORT("edit_sheet") const char *wasm_export_edit_describe(int number) {
  static asc_edit_palette palette;
  static asc_edit_errors errors;
  static asc_view view;
  const asc_play *play = wasm_game_play(number);
  if (play == NULL) return wasm_game_unknown_reply();
  const asc_rules *rules = asc_play_rules(play);
  const void *position = asc_play_position(play);
  asc_edit_describe(rules, position, &palette);
  asc_position_view(rules, position, NULL, 0, &view);
  (void)asc_edit_check(rules, position, &errors);
  asc_json *json = wasm_reply_begin();
  asc_json_bool(json, "possible", asc_edit_is_supported(rules));
  tools_json(json, rules, &palette);
  fields_json(json, rules, &palette);
  asc_json_open(json, "faults", '[');
  for (int i = 0; i < errors.count; i++) error_json(json, rules, &palette, &view, &errors.list[i]);
  asc_json_close(json, ']');
  return wasm_reply_end();
}

/* Replaces the game by one that starts with the position. `is_changed` is false if the editor rejected the change: then
   the game stays. Replies with is_changed as 0 or 1. */
static const char *position_replace(int number, const asc_position *position, bool is_changed) {
  static asc_edit_errors errors;
  const asc_rules *rules = asc_play_rules(wasm_game_play(number));
  asc_play *play;
  if (is_changed) {
    int code = asc_play_open(&play, rules, position);
    if (code < 0) return wasm_reply_error(code, NULL, NULL, NULL);
    if (asc_edit_check(rules, position, &errors) > 0) (void)asc_play_agree_draw(play, NULL);
    asc_record_close(wasm_game_take_source_record(number));
    wasm_game_replace_play(number, play);
  }
  asc_json_number(wasm_reply_begin(), "done", is_changed);
  return wasm_reply_end();
}

static bool position_copy(int number, asc_position *position) {
  const asc_play *play = wasm_game_play(number);
  if (play == NULL) return false;
  memset(position, 0, sizeof *position);
  memcpy(position, asc_play_position(play), asc_play_rules(play)->position_size);
  return true;
}

/* Places a piece with a tool, or removes one if `tool` is less than 0. */
WASM_EXPORT("edit_put") const char *wasm_export_edit_place(int number, int tool, const char *place) {
  asc_position position;
  if (!position_copy(number, &position)) return wasm_game_unknown_reply();
  const asc_rules *rules = asc_play_rules(wasm_game_play(number));
  return position_replace(number, &position,
                          tool < 0 ? asc_edit_remove(rules, &position, place)
                                   : asc_edit_place(rules, &position, tool, place));
}

WASM_EXPORT("edit_carry") const char *wasm_export_edit_move(int number, const char *from, const char *to) {
  asc_position position;
  if (!position_copy(number, &position)) return wasm_game_unknown_reply();
  return position_replace(number, &position,
                          asc_edit_move(asc_play_rules(wasm_game_play(number)), &position, from, to));
}

WASM_EXPORT("edit_set") const char *wasm_export_edit_set(int number, int field, int value) {
  asc_position position;
  if (!position_copy(number, &position)) return wasm_game_unknown_reply();
  return position_replace(number, &position,
                          asc_edit_set(asc_play_rules(wasm_game_play(number)), &position, field, value));
}

/* Clears the board. */
WASM_EXPORT("edit_clear") const char *wasm_export_edit_clear(int number) {
  asc_position position;
  if (!position_copy(number, &position)) return wasm_game_unknown_reply();
  asc_edit_clear(asc_play_rules(wasm_game_play(number)), &position);
  return position_replace(number, &position, true);
}

/* Sets the position of a text, or the start position if the text is "". */
WASM_EXPORT("edit_read") const char *wasm_export_edit_read(int number, const char *text) {
  asc_position position;
  asc_error error;
  if (!position_copy(number, &position)) return wasm_game_unknown_reply();
  const asc_rules *rules = asc_play_rules(wasm_game_play(number));
  if (text[0] == '\0') {
    memset(&position, 0, sizeof position);
    asc_position_start(rules, &position);
    return position_replace(number, &position, true);
  }
  int code = asc_position_read(rules, text, &position, &error);
  return code < 0 ? wasm_reply_error(code, &error, NULL, NULL) : position_replace(number, &position, true);
}
