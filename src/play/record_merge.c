/* Merging annotations: the tags, comments, glyphs and variations of a record are copied to the record of the same game
   after it was resumed.

   Both main lines are walked together:
   - While their plies are the same, comments, glyphs and variations of the source go after the same plies.
   - If the game continued differently, or moves were undone, the rest of the source becomes a variation if it has
     annotations. A rest without annotations is dropped.
   - If no ply is left, a variation would have no ply to replace. Then the comments go to the start of the record. */
#include "record.h"

#include <stdlib.h>
#include <string.h>

/* Whether a tag follows from the game. */
static bool is_derived(const char *name) {
  static const char *const derived[] = {"Game", "Options", "Position", "Dice", "Result", "Points"};
  for (size_t i = 0; i < sizeof derived / sizeof derived[0]; i++)
    if (strcmp(derived[i], name) == 0) return true;
  return false;
}

static bool is_blank(const char *text) { return text[strspn(text, " \t\n")] == '\0'; }

/* Whether the item is an annotation, which the game itself does not have. The game writes only plies, and comments with
   a command and nothing else. */
static bool is_annotation(const asc_record_item *item) {
  if (item->kind == ASC_RECORD_PLY) return false;
  if (item->kind != ASC_RECORD_COMMENT) return true;
  const char *redo = strstr(item->text, ASC_COMMAND_REDO);
  const char *end = redo == NULL ? NULL : strchr(redo, ']');
  if (end != NULL) return redo != item->text || !is_blank(end + 1);
  return strcmp(item->text, ASC_COMMAND_HAND) != 0;
}

/* Copies `from` after *after in the line of `parent`, and sets *after to the copy. */
static int item_copy(asc_record *record, asc_record_item *parent, asc_record_item **after,
                     const asc_record_item *from) {
  asc_record_item *made;
  int code = asc_record_insert(record, parent, *after, from->kind, from->text, &made, NULL);
  if (code < 0) return code;
  made->player = from->player;
  made->round = from->round;
  made->starts_round = from->starts_round;
  *after = made;
  return ASC_OK;
}

/* Copies a comment without its list of plies that were undone, which is out of date. */
static int comment_copy(asc_record *record, asc_record_item *parent, asc_record_item **after,
                        const asc_record_item *from) {
  const char *redo = strstr(from->text, ASC_COMMAND_REDO);
  const char *end = redo == NULL ? NULL : strchr(redo, ']');
  if (end == NULL) return item_copy(record, parent, after, from);
  size_t before = (size_t)(redo - from->text), rest_length = strlen(end + 1);
  char *text = malloc(before + rest_length + 1);
  if (text == NULL) return ASC_E_MEMORY;
  memcpy(text, from->text, before);
  memcpy(text + before, end + 1, rest_length + 1);
  asc_record_item rest = *from;
  rest.text = text;
  int code = item_copy(record, parent, after, &rest);
  free(text);
  return code;
}

/* Copies the items from `from` to the end of their line, with their variations. Recurses no deeper than a record may
   have variations. */
static int line_copy(asc_record *record, asc_record_item *parent, asc_record_item *after, const asc_record_item *from) {
  int code = ASC_OK;
  for (; from != NULL && code == ASC_OK; from = from->next) {
    if (from->kind == ASC_RECORD_COMMENT && !is_annotation(from) && strcmp(from->text, ASC_COMMAND_HAND) != 0) continue;
    code = from->kind == ASC_RECORD_COMMENT ? comment_copy(record, parent, &after, from)
                                            : item_copy(record, parent, &after, from);
    if (code == ASC_OK && from->kind == ASC_RECORD_VARIATION) code = line_copy(record, after, NULL, from->first_child);
  }
  return code;
}

static int variation_copy(asc_record *record, asc_record_item **after, const asc_record_item *from) {
  int code = item_copy(record, NULL, after, from);
  return code < 0 ? code : line_copy(record, *after, NULL, from->first_child);
}

/* Returns the last item that the game itself wrote after a ply, or the ply. */
static asc_record_item *own_end(asc_record_item *ply) {
  while (ply->next != NULL && ply->next->kind == ASC_RECORD_COMMENT && strcmp(ply->next->text, ASC_COMMAND_HAND) == 0)
    ply = ply->next;
  return ply;
}

/* Returns the next ply of the main line after `item`, or the first if `item` is NULL. NULL if there is none. */
static asc_record_item *next_ply(const asc_record *record, const asc_record_item *item) {
  asc_record_item *next = item == NULL ? record->first_item : item->next;
  while (next != NULL && next->kind != ASC_RECORD_PLY) next = next->next;
  return next;
}

/* Adds the rest of the source as a variation after `after`, which replaces the ply there. If the rest continues that
   ply, because nothing was played instead, it starts with a copy of the ply, `again`. */
static int rest_copy(asc_record *record, asc_record_item *after, const asc_record_item *again,
                     const asc_record_item *rest) {
  bool has_annotation = false;
  for (const asc_record_item *item = rest; item != NULL && !has_annotation; item = item->next)
    has_annotation = is_annotation(item);
  if (!has_annotation) return ASC_OK;
  asc_record_item *variation, *first = NULL;
  int code = asc_record_insert(record, NULL, after, ASC_RECORD_VARIATION, "", &variation, NULL);
  if (code == ASC_OK && again != NULL) code = item_copy(record, variation, &first, again);
  return code < 0 ? code : line_copy(record, variation, first, rest);
}

/* Copies the comments of a line in which all plies were undone. */
static int comments_copy(asc_record *record, asc_record_item *after, const asc_record_item *from) {
  int code = ASC_OK;
  for (; from != NULL && code == ASC_OK; from = from->next)
    if (from->kind == ASC_RECORD_COMMENT && is_annotation(from)) code = comment_copy(record, NULL, &after, from);
  return code;
}

static int lines_merge(asc_record *record, const asc_record_item *from) {
  asc_record_item *ply = NULL, *after = NULL;
  for (int code = ASC_OK; from != NULL; from = from->next) {
    if (from->kind == ASC_RECORD_PLY) {
      asc_record_item *next = next_ply(record, after);
      if (next == NULL) return ply == NULL ? comments_copy(record, after, from) : rest_copy(record, after, ply, from);
      if (strcmp(next->text, from->text) != 0) return rest_copy(record, own_end(next), NULL, from);
      ply = next;
      after = own_end(next);
    } else if (is_annotation(from)) {
      if (from->kind == ASC_RECORD_VARIATION)
        code = variation_copy(record, &after, from);
      else if (from->kind == ASC_RECORD_COMMENT)
        code = comment_copy(record, NULL, &after, from);
      else
        code = item_copy(record, NULL, &after, from);
      if (code < 0) return code;
    }
  }
  return ASC_OK;
}

int asc_record_merge_annotations(asc_record *record, const asc_record *source) {
  int code = ASC_OK;
  for (const asc_tag *tag = source->tags; tag != NULL && code == ASC_OK; tag = tag->next)
    if (!is_derived(tag->name)) code = asc_record_set_tag(record, tag->name, tag->value, NULL);
  return code < 0 ? code : lines_merge(record, source->first_item);
}
