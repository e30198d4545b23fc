/* Positions set up by hand, at a table. Each change makes a game that begins with the new position. One that cannot be
   played has ended: then nobody asks for its moves. */
#include "host.h"
#include "reply.h"
#include "table.h"

#include <ascona/edit.h>

#include <stdlib.h>
#include <string.h>

static const char *const types[] = {"choice", "number", "switch"};

static void kind_json(asc_json *json, const asc_rules *rules, int kind) {
  asc_json_text(json, "kind", kind == ASC_NO_KIND ? NULL : rules->game->kinds[kind].id);
}

static void tools_json(asc_json *json, const asc_rules *rules, const asc_sheet *sheet) {
  asc_json_open(json, "tools", '[');
  for (int i = 0; i < sheet->tool_count; i++) {
    const asc_tool *tool = &sheet->tools[i];
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "id", tool->id);
    kind_json(json, rules, tool->kind);
    asc_json_number(json, "count", tool->count);
    asc_json_number(json, "most", tool->most);
    asc_json_message(json, "name", rules, &tool->name);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}

static void fields_json(asc_json *json, const asc_rules *rules, const asc_sheet *sheet) {
  asc_json_open(json, "fields", '[');
  for (int i = 0; i < sheet->field_count; i++) {
    const asc_field *field = &sheet->fields[i];
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "id", field->id);
    asc_json_text(json, "type", types[field->type]);
    kind_json(json, rules, field->kind);
    asc_json_number(json, "value", field->value);
    asc_json_number(json, "least", field->least);
    asc_json_number(json, "most", field->most);
    asc_json_message(json, "row", rules, &field->row);
    asc_json_open(json, "choices", '[');
    for (int k = 0; k < field->choice_count; k++) asc_json_message(json, NULL, rules, &field->choices[k]);
    asc_json_close(json, ']');
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}

static void fault_json(asc_json *json, const asc_rules *rules, const asc_sheet *sheet, const asc_view *view,
                       const asc_fault *fault) {
  asc_json_open(json, NULL, '{');
  asc_json_message(json, "message", rules, &fault->message);
  asc_json_text(json, "reason", fault->reason);
  asc_json_open(json, "places", '[');
  for (int i = 0; i < view->place_count; i++)
    if (fault->places[i]) asc_json_text(json, NULL, view->places[i].id);
  asc_json_close(json, ']');
  asc_json_open(json, "fields", '[');
  for (int i = 0; i < sheet->field_count; i++)
    if (fault->fields[i]) asc_json_text(json, NULL, sheet->fields[i].id);
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

/* What there is to put and to set, and what is wrong. */
ASC_EXPORT("edit_sheet") const char *edit_sheet(int number) {
  static asc_sheet sheet;
  static asc_faults faults;
  static asc_view view;
  const asc_play *play = table_game(number);
  if (play == NULL) return table_unknown();
  const asc_rules *rules = asc_play_rules(play);
  const void *position = asc_play_position(play);
  asc_edit_sheet(rules, position, &sheet);
  asc_position_view(rules, position, NULL, 0, &view);
  (void)asc_edit_faults(rules, position, &faults);
  asc_json *json = reply_begin();
  asc_json_bool(json, "possible", asc_edit_possible(rules));
  tools_json(json, rules, &sheet);
  fields_json(json, rules, &sheet);
  asc_json_open(json, "faults", '[');
  for (int i = 0; i < faults.count; i++) fault_json(json, rules, &sheet, &view, &faults.list[i]);
  asc_json_close(json, ']');
  return reply_end();
}

/* The table goes on with this position; 0 when the change was none that can be. */
static const char *changed(int number, const asc_position *position, bool done) {
  static asc_faults faults;
  const asc_rules *rules = asc_play_rules(table_game(number));
  asc_play *play;
  if (done) {
    int code = asc_play_open(&play, rules, position);
    if (code < 0) return reply_error(code, NULL, NULL, NULL);
    if (asc_edit_faults(rules, position, &faults) > 0) (void)asc_play_agree_draw(play, NULL);
    asc_record_close(table_source_take(number));
    table_change(number, play);
  }
  asc_json_number(reply_begin(), "done", done);
  return reply_end();
}

static bool position_of(int number, asc_position *position) {
  const asc_play *play = table_game(number);
  if (play == NULL) return false;
  memset(position, 0, sizeof *position);
  memcpy(position, asc_play_position(play), asc_play_rules(play)->position_size);
  return true;
}

/* `tool` less than 0 lifts. */
ASC_EXPORT("edit_put") const char *edit_put(int number, int tool, const char *place) {
  asc_position position;
  if (!position_of(number, &position)) return table_unknown();
  const asc_rules *rules = asc_play_rules(table_game(number));
  return changed(number, &position,
                 tool < 0 ? asc_edit_lift(rules, &position, place) : asc_edit_put(rules, &position, tool, place));
}

ASC_EXPORT("edit_carry") const char *edit_carry(int number, const char *from, const char *to) {
  asc_position position;
  if (!position_of(number, &position)) return table_unknown();
  return changed(number, &position, asc_edit_carry(asc_play_rules(table_game(number)), &position, from, to));
}

ASC_EXPORT("edit_set") const char *edit_set(int number, int field, int value) {
  asc_position position;
  if (!position_of(number, &position)) return table_unknown();
  return changed(number, &position, asc_edit_set(asc_play_rules(table_game(number)), &position, field, value));
}

/* Nothing stands. */
ASC_EXPORT("edit_clear") const char *edit_clear(int number) {
  asc_position position;
  if (!position_of(number, &position)) return table_unknown();
  asc_edit_clear(asc_play_rules(table_game(number)), &position);
  return changed(number, &position, true);
}

/* The position of a text, or with "" the start. */
ASC_EXPORT("edit_read") const char *edit_read(int number, const char *text) {
  asc_position position;
  asc_error error;
  if (!position_of(number, &position)) return table_unknown();
  const asc_rules *rules = asc_play_rules(table_game(number));
  if (text[0] == '\0') {
    memset(&position, 0, sizeof position);
    asc_position_start(rules, &position);
    return changed(number, &position, true);
  }
  int code = asc_position_read(rules, text, &position, &error);
  return code < 0 ? reply_error(code, &error, NULL, NULL) : changed(number, &position, true);
}
