/* Setting up positions: what every editor shares, and the editor of a game that has none of its own, which works on the
   text of a position. */
#include <ascona/edit.h>

#include "text.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

asc_tool *asc_sheet_tool(asc_sheet *sheet, const char *id, int kind, const char *name, int count, int most) {
  assert(sheet->tool_count < ASC_TOOLS_MAX);
  asc_tool *tool = &sheet->tools[sheet->tool_count++];
  *tool = (asc_tool){.id = id, .kind = (int8_t)kind, .count = (int16_t)count, .most = (int16_t)most};
  if (name != NULL) asc_message_set(&tool->name, name);
  return tool;
}

static asc_field *field_add(asc_sheet *sheet, const char *id, const char *row, asc_field_type type, int value) {
  assert(sheet->field_count < ASC_FIELDS_MAX);
  asc_field *field = &sheet->fields[sheet->field_count++];
  *field = (asc_field){.id = id, .type = (uint8_t)type, .kind = ASC_NO_KIND, .value = (int16_t)value};
  asc_message_set(&field->row, row);
  return field;
}

asc_field *asc_sheet_number(asc_sheet *sheet, const char *id, const char *row, int value, int least, int most) {
  asc_field *field = field_add(sheet, id, row, ASC_FIELD_NUMBER, value);
  field->least = (int16_t)least;
  field->most = (int16_t)most;
  return field;
}

asc_field *asc_sheet_switch(asc_sheet *sheet, const char *id, const char *row, bool value) {
  asc_field *field = field_add(sheet, id, row, ASC_FIELD_SWITCH, value);
  field->most = 1;
  return field;
}

asc_field *asc_sheet_choice(asc_sheet *sheet, const char *id, const char *row, int value, const char *const *choices,
                            int count) {
  assert(count <= ASC_CHOICES_MAX);
  asc_field *field = field_add(sheet, id, row, ASC_FIELD_CHOICE, value);
  field->choice_count = count;
  field->most = (int16_t)(count - 1);
  for (int i = 0; i < count; i++) asc_message_set(&field->choices[i], choices[i]);
  return field;
}

/* More than there is room for are one too many: the last is overwritten. */
asc_fault *asc_faults_add(asc_faults *faults, const char *key) {
  asc_fault *fault = &faults->list[faults->count < ASC_FAULTS_MAX ? faults->count++ : ASC_FAULTS_MAX - 1];
  memset(fault, 0, sizeof *fault);
  if (key != NULL) asc_message_set(&fault->message, key);
  return fault;
}

void asc_fault_kind(asc_fault *fault, const asc_view *view, int kind) {
  for (int i = 0; i < view->place_count; i++)
    if (view->places[i].man == kind || view->places[i].ground == kind) fault->places[i] = true;
}

static int place_find(const asc_view *view, const char *id) {
  for (int i = 0; i < view->place_count; i++)
    if (strcmp(view->places[i].id, id) == 0) return i;
  return ASC_NO_PLACE;
}

static int place_index(const asc_rules *rules, const void *position, const char *id, asc_view *view) {
  asc_position_view(rules, position, NULL, 0, view);
  return place_find(view, id);
}

/* The letter of each place in the text of a position, behind its version; false: it does not show the board like that.
   Places on which nothing stands have a letter that no kind has. */
static bool letters_find(const asc_rules *rules, const void *position, char *text, char *letters[ASC_PLACES_MAX],
                         char *free) {
  asc_view view;
  if (asc_position_write(rules, position, text, ASC_TEXT_MAX) < 0 || strncmp(text, "1:", 2) != 0) return false;
  asc_position_view(rules, position, NULL, 0, &view);
  int count = 0;
  for (char *at = text + 2; *at != '\0' && *at != ':'; at++) {
    if (*at == '/') continue;
    if (count == view.place_count) return false;
    letters[count++] = at;
  }
  if (count != view.place_count) return false;
  *free = '.';
  for (int i = 0; i < count; i++) {
    int8_t man = view.places[i].man;
    if (view.places[i].ground != ASC_NO_KIND) return false;
    if (man == ASC_NO_KIND)
      *free = *letters[i];
    else if (tolower((unsigned char)*letters[i]) != tolower((unsigned char)rules->game->kinds[man].letter))
      return false;
  }
  return true;
}

/* The text is taken if reading it understood all of it, so that it would be written the same, whatever the check at its
   end says. */
static bool text_take(const asc_rules *rules, const char *text, void *position) {
  asc_position read;
  char written[ASC_TEXT_MAX];
  (void)asc_position_read(rules, text, &read, NULL);
  if (asc_position_write(rules, &read, written, sizeof written) < 0 || strcmp(written, text) != 0) return false;
  memcpy(position, &read, rules->position_size);
  return true;
}

/* A kind, or ASC_NO_KIND for nothing, on one place, or with ASC_NO_PLACE on all. */
static bool text_put(const asc_rules *rules, void *position, int kind, int place) {
  char text[ASC_TEXT_MAX], *letters[ASC_PLACES_MAX], letter;
  if (!letters_find(rules, position, text, letters, &letter)) return false;
  /* Kinds are written large or small, as the text has them. */
  if (kind != ASC_NO_KIND) letter = rules->game->kinds[kind].letter;
  if (place != ASC_NO_PLACE) {
    *letters[place] = letter;
    if (text_take(rules, text, position)) return true;
    *letters[place] =
        (char)(isupper((unsigned char)letter) ? tolower((unsigned char)letter) : toupper((unsigned char)letter));
    return text_take(rules, text, position);
  }
  for (char *at = text + 2; *at != '\0' && *at != ':'; at++)
    if (*at != '/') *at = letter;
  return text_take(rules, text, position);
}

static void text_sheet(const asc_rules *rules, const void *position, asc_sheet *sheet) {
  asc_view view;
  asc_position_view(rules, position, NULL, 0, &view);
  for (int kind = 0; kind < rules->game->kind_count && kind < ASC_TOOLS_MAX; kind++) {
    int count = 0;
    for (int i = 0; i < view.place_count; i++) count += view.places[i].man == kind;
    (void)asc_sheet_tool(sheet, rules->game->kinds[kind].id, kind, NULL, count, 0);
  }
}

bool asc_edit_possible(const asc_rules *rules) {
  asc_position start;
  char text[ASC_TEXT_MAX], *letters[ASC_PLACES_MAX], letter;
  if (rules->game->editor != NULL) return true;
  if (rules->game->view == NULL) return false;
  memset(&start, 0, sizeof start);
  asc_position_start(rules, &start);
  return letters_find(rules, &start, text, letters, &letter);
}

void asc_edit_sheet(const asc_rules *rules, const void *position, asc_sheet *sheet) {
  memset(sheet, 0, sizeof *sheet);
  if (rules->game->editor != NULL)
    rules->game->editor->sheet(rules, position, sheet);
  else
    text_sheet(rules, position, sheet);
}

bool asc_edit_put(const asc_rules *rules, void *position, int tool, const char *place) {
  asc_sheet sheet;
  asc_view view;
  asc_edit_sheet(rules, position, &sheet);
  int index = place_index(rules, position, place, &view);
  if (tool < 0 || tool >= sheet.tool_count || index == ASC_NO_PLACE) return false;
  if (rules->game->editor != NULL) return rules->game->editor->put(rules, position, &view, tool, index);
  return text_put(rules, position, sheet.tools[tool].kind, index);
}

bool asc_edit_lift(const asc_rules *rules, void *position, const char *place) {
  asc_view view;
  int index = place_index(rules, position, place, &view);
  if (index == ASC_NO_PLACE) return false;
  if (rules->game->editor != NULL) return rules->game->editor->lift(rules, position, &view, index);
  return text_put(rules, position, ASC_NO_KIND, index);
}

bool asc_edit_carry(const asc_rules *rules, void *position, const char *from, const char *to) {
  const asc_editor *editor = rules->game->editor;
  asc_view view;
  asc_sheet sheet;
  asc_position before;
  int at = place_index(rules, position, from, &view), goal = place_find(&view, to);
  if (at == ASC_NO_PLACE || goal == ASC_NO_PLACE || at == goal) return false;
  if (editor != NULL && editor->carry != NULL) return editor->carry(rules, position, &view, at, goal);
  int kind = view.places[at].man != ASC_NO_KIND ? view.places[at].man : view.places[at].ground, tool = 0;
  asc_edit_sheet(rules, position, &sheet);
  while (tool < sheet.tool_count && sheet.tools[tool].kind != kind) tool++;
  if (kind == ASC_NO_KIND || tool == sheet.tool_count) return false;
  memcpy(&before, position, rules->position_size);
  if (asc_edit_lift(rules, position, from) && asc_edit_put(rules, position, tool, to)) return true;
  memcpy(position, &before, rules->position_size);
  return false;
}

bool asc_edit_set(const asc_rules *rules, void *position, int field, int value) {
  asc_sheet sheet;
  asc_edit_sheet(rules, position, &sheet);
  if (field < 0 || field >= sheet.field_count) return false;
  const asc_field *found = &sheet.fields[field];
  value = value < found->least ? found->least : value > found->most ? found->most : value;
  rules->game->editor->set(rules, position, field, value);
  return true;
}

void asc_edit_clear(const asc_rules *rules, void *position) {
  if (rules->game->editor != NULL)
    rules->game->editor->clear(rules, position);
  else
    (void)text_put(rules, position, ASC_NO_KIND, ASC_NO_PLACE);
}

int asc_edit_faults(const asc_rules *rules, const void *position, asc_faults *faults) {
  const asc_editor *editor = rules->game->editor;
  asc_error error;
  asc_view view;
  faults->count = 0;
  if (asc_position_check(rules, position, &error) == ASC_OK) return 0;
  asc_position_view(rules, position, NULL, 0, &view);
  if (editor != NULL) editor->faults(rules, position, &view, faults);
  if (faults->count > 0) return faults->count;
  asc_fault *fault = asc_faults_add(faults, NULL);
  memcpy(fault->reason, error.reason, sizeof fault->reason);
  if (editor != NULL && editor->blame != NULL) editor->blame(rules, position, fault);
  return faults->count;
}

/* Whose turn it is as a field of the editor, set to the next of its choices. */
static bool turn_set(const asc_rules *rules, void *position) {
  asc_sheet sheet;
  if (rules->game->editor == NULL) return false;
  asc_edit_sheet(rules, position, &sheet);
  for (int i = 0; i < sheet.field_count; i++) {
    const asc_field *field = &sheet.fields[i];
    if (field->type != ASC_FIELD_CHOICE || strcmp(field->id, "to-move") != 0 || field->value < 0) continue;
    rules->game->editor->set(rules, position, i, (field->value + 1) % field->choice_count);
    return asc_position_check(rules, position, NULL) == ASC_OK;
  }
  return false;
}

bool asc_position_pass(const asc_rules *rules, void *position) {
  asc_position passed;
  asc_outcome outcome;
  if (asc_position_outcome(rules, position, &outcome)) return false;
  memcpy(&passed, position, rules->position_size);
  bool done = rules->game->pass != NULL ? rules->game->pass(rules, &passed) : turn_set(rules, &passed);
  if (!done || asc_position_outcome(rules, &passed, &outcome)) return false;
  memcpy(position, &passed, rules->position_size);
  return true;
}
