/* Setting up positions by hand: the functions that all editors share, and the editor of games that have none. That
   editor changes the text of a position and reads it back; ascona/edit.h has its conditions. */
#include <ascona/edit.h>

#include "base/text.h"

#include <assert.h>
#include <ctype.h>
#include <string.h>

asc_edit_tool *asc_edit_add_tool(asc_edit_palette *palette, const char *id, int kind, const char *name, int count,
                                 int max) {
  assert(palette->tool_count < ASC_EDIT_TOOLS_MAX);
  asc_edit_tool *tool = &palette->tools[palette->tool_count++];
  *tool = (asc_edit_tool){.id = id, .kind = (int8_t)kind, .count = (int16_t)count, .max = (int16_t)max};
  if (name != NULL) asc_message_set(&tool->name, name);
  return tool;
}

static asc_edit_field *field_add(asc_edit_palette *palette, const char *id, const char *label, asc_edit_field_type type,
                                 int value) {
  assert(palette->field_count < ASC_EDIT_FIELDS_MAX);
  asc_edit_field *field = &palette->fields[palette->field_count++];
  *field = (asc_edit_field){.id = id, .type = (uint8_t)type, .kind = ASC_NO_KIND, .value = (int16_t)value};
  asc_message_set(&field->label, label);
  return field;
}

asc_edit_field *asc_edit_add_number(asc_edit_palette *palette, const char *id, const char *label, int value, int min,
                                    int max) {
  asc_edit_field *field = field_add(palette, id, label, ASC_EDIT_FIELD_NUMBER, value);
  field->min = (int16_t)min;
  field->max = (int16_t)max;
  return field;
}

asc_edit_field *asc_edit_add_switch(asc_edit_palette *palette, const char *id, const char *label, bool value) {
  asc_edit_field *field = field_add(palette, id, label, ASC_EDIT_FIELD_SWITCH, value);
  field->max = 1;
  return field;
}

asc_edit_field *asc_edit_add_choice(asc_edit_palette *palette, const char *id, const char *label, int value,
                                    const char *const *choices, int count) {
  assert(count <= ASC_EDIT_CHOICES_MAX);
  asc_edit_field *field = field_add(palette, id, label, ASC_EDIT_FIELD_CHOICE, value);
  field->choice_count = count;
  field->max = (int16_t)(count - 1);
  for (int i = 0; i < count; i++) asc_message_set(&field->choices[i], choices[i]);
  return field;
}

/* If the list is full, the last error is overwritten. */
asc_edit_error *asc_edit_add_error(asc_edit_errors *errors, const char *key) {
  asc_edit_error *edit_error =
      &errors->list[errors->count < ASC_EDIT_ERRORS_MAX ? errors->count++ : ASC_EDIT_ERRORS_MAX - 1];
  memset(edit_error, 0, sizeof *edit_error);
  if (key != NULL) asc_message_set(&edit_error->message, key);
  return edit_error;
}

void asc_edit_error_mark_kind(asc_edit_error *edit_error, const asc_view *view, int kind) {
  for (int i = 0; i < view->place_count; i++)
    if (view->places[i].piece == kind || view->places[i].ground == kind) edit_error->places[i] = true;
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

/* Writes the position into `text` and finds the letter of each place there, after the version prefix "1:". Sets *empty
   to the letter of empty places, which no kind has. Returns false if the text does not show the board like that. */
static bool letters_find(const asc_rules *rules, const void *position, char *text, char *letters[ASC_PLACES_MAX],
                         char *empty) {
  asc_view view;
  if (asc_position_write(rules, position, text, ASC_POSITION_TEXT_MAX) < 0 || strncmp(text, "1:", 2) != 0) return false;
  asc_position_view(rules, position, NULL, 0, &view);
  int count = 0;
  for (char *at = text + 2; *at != '\0' && *at != ':'; at++) {
    if (*at == '/') continue;
    if (count == view.place_count) return false;
    letters[count++] = at;
  }
  if (count != view.place_count) return false;
  *empty = '.';
  for (int i = 0; i < count; i++) {
    int8_t piece = view.places[i].piece;
    if (view.places[i].ground != ASC_NO_KIND) return false;
    if (piece == ASC_NO_KIND)
      *empty = *letters[i];
    else if (tolower((unsigned char)*letters[i]) != tolower((unsigned char)rules->game->kinds[piece].letter))
      return false;
  }
  return true;
}

/* Accepts a text if the reader understood all of it, so that writing the position gives the same text. The check at the
   end of reading may fail: an edited position need not be playable. */
static bool text_accept(const asc_rules *rules, const char *text, void *position) {
  asc_position read;
  char written[ASC_POSITION_TEXT_MAX];
  (void)asc_position_read(rules, text, &read, NULL);
  if (asc_position_write(rules, &read, written, sizeof written) < 0 || strcmp(written, text) != 0) return false;
  memcpy(position, &read, rules->position_size);
  return true;
}

/* Places a kind, or ASC_NO_KIND to remove, on one place, or on all places if `place` is ASC_NO_PLACE. */
static bool text_place(const asc_rules *rules, void *position, int kind, int place) {
  char text[ASC_POSITION_TEXT_MAX], *letters[ASC_PLACES_MAX], letter;
  if (!letters_find(rules, position, text, letters, &letter)) return false;
  /* The text may have the letter of a kind as a capital or small: for one place, both are tried. */
  if (kind != ASC_NO_KIND) letter = rules->game->kinds[kind].letter;
  if (place != ASC_NO_PLACE) {
    *letters[place] = letter;
    if (text_accept(rules, text, position)) return true;
    *letters[place] =
        (char)(isupper((unsigned char)letter) ? tolower((unsigned char)letter) : toupper((unsigned char)letter));
    return text_accept(rules, text, position);
  }
  for (char *at = text + 2; *at != '\0' && *at != ':'; at++)
    if (*at != '/') *at = letter;
  return text_accept(rules, text, position);
}

static void text_describe(const asc_rules *rules, const void *position, asc_edit_palette *palette) {
  asc_view view;
  asc_position_view(rules, position, NULL, 0, &view);
  for (int kind = 0; kind < rules->game->kind_count && kind < ASC_EDIT_TOOLS_MAX; kind++) {
    int count = 0;
    for (int i = 0; i < view.place_count; i++) count += view.places[i].piece == kind;
    (void)asc_edit_add_tool(palette, rules->game->kinds[kind].id, kind, NULL, count, 0);
  }
}

bool asc_edit_is_supported(const asc_rules *rules) {
  asc_position start;
  char text[ASC_POSITION_TEXT_MAX], *letters[ASC_PLACES_MAX], letter;
  if (rules->game->editor != NULL) return true;
  if (rules->game->view == NULL) return false;
  memset(&start, 0, sizeof start);
  asc_position_start(rules, &start);
  return letters_find(rules, &start, text, letters, &letter);
}

void asc_edit_describe(const asc_rules *rules, const void *position, asc_edit_palette *palette) {
  memset(palette, 0, sizeof *palette);
  if (rules->game->editor != NULL)
    rules->game->editor->describe(rules, position, palette);
  else
    text_describe(rules, position, palette);
}

bool asc_edit_place(const asc_rules *rules, void *position, int tool, const char *place) {
  asc_edit_palette palette;
  asc_view view;
  asc_edit_describe(rules, position, &palette);
  int index = place_index(rules, position, place, &view);
  if (tool < 0 || tool >= palette.tool_count || index == ASC_NO_PLACE) return false;
  if (rules->game->editor != NULL) return rules->game->editor->place(rules, position, &view, tool, index);
  return text_place(rules, position, palette.tools[tool].kind, index);
}

bool asc_edit_remove(const asc_rules *rules, void *position, const char *place) {
  asc_view view;
  int index = place_index(rules, position, place, &view);
  if (index == ASC_NO_PLACE) return false;
  if (rules->game->editor != NULL) return rules->game->editor->remove(rules, position, &view, index);
  return text_place(rules, position, ASC_NO_KIND, index);
}

bool asc_edit_move(const asc_rules *rules, void *position, const char *from, const char *to) {
  const asc_editor *editor = rules->game->editor;
  asc_view view;
  asc_edit_palette palette;
  asc_position before;
  int at = place_index(rules, position, from, &view), target = place_find(&view, to);
  if (at == ASC_NO_PLACE || target == ASC_NO_PLACE || at == target) return false;
  if (editor != NULL && editor->move != NULL) return editor->move(rules, position, &view, at, target);
  int kind = view.places[at].piece != ASC_NO_KIND ? view.places[at].piece : view.places[at].ground, tool = 0;
  asc_edit_describe(rules, position, &palette);
  while (tool < palette.tool_count && palette.tools[tool].kind != kind) tool++;
  if (kind == ASC_NO_KIND || tool == palette.tool_count) return false;
  memcpy(&before, position, rules->position_size);
  if (asc_edit_remove(rules, position, from) && asc_edit_place(rules, position, tool, to)) return true;
  memcpy(position, &before, rules->position_size);
  return false;
}

bool asc_edit_set(const asc_rules *rules, void *position, int field, int value) {
  asc_edit_palette palette;
  asc_edit_describe(rules, position, &palette);
  if (field < 0 || field >= palette.field_count) return false;
  const asc_edit_field *found = &palette.fields[field];
  value = value < found->min ? found->min : value > found->max ? found->max : value;
  rules->game->editor->set(rules, position, field, value);
  return true;
}

void asc_edit_clear(const asc_rules *rules, void *position) {
  if (rules->game->editor != NULL)
    rules->game->editor->clear(rules, position);
  else
    (void)text_place(rules, position, ASC_NO_KIND, ASC_NO_PLACE);
}

int asc_edit_check(const asc_rules *rules, const void *position, asc_edit_errors *errors) {
  const asc_editor *editor = rules->game->editor;
  asc_error error;
  asc_view view;
  errors->count = 0;
  if (asc_position_check(rules, position, &error) == ASC_OK) return 0;
  asc_position_view(rules, position, NULL, 0, &view);
  if (editor != NULL) editor->errors(rules, position, &view, errors);
  if (errors->count > 0) return errors->count;
  asc_edit_error *edit_error = asc_edit_add_error(errors, NULL);
  memcpy(edit_error->reason, error.reason, sizeof edit_error->reason);
  if (editor != NULL && editor->locate != NULL) editor->locate(rules, position, edit_error);
  return errors->count;
}

/* Passes the turn by setting the editor's field `to-move` to its next choice. Returns false if there is no such field
   or `check` rejects the result. */
static bool turn_set(const asc_rules *rules, void *position) {
  asc_edit_palette palette;
  if (rules->game->editor == NULL) return false;
  asc_edit_describe(rules, position, &palette);
  for (int i = 0; i < palette.field_count; i++) {
    const asc_edit_field *field = &palette.fields[i];
    if (field->type != ASC_EDIT_FIELD_CHOICE || strcmp(field->id, "to-move") != 0 || field->value < 0) continue;
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
