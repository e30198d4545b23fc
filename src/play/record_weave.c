/* What a record says beside its moves, carried over to the record of the same game as it went on.

   Both main lines are walked together. As long as their plies are the same, comments, glyphs and variations of the
   source go behind the same plies. Where the game went another way, or was taken back, the rest of the source becomes a
   variation if it says anything; a rest of plies alone is what somebody took back, and goes. With no ply left at all
   there is none that a variation could replace: then its comments stand at the beginning. */
#include "record.h"

#include <stdlib.h>
#include <string.h>

/* Tags that follow from the game. */
static bool is_derived(const char *name) {
  static const char *const derived[] = {"Game", "Options", "Position", "Dice", "Result", "Points"};
  for (size_t i = 0; i < sizeof derived / sizeof derived[0]; i++)
    if (strcmp(derived[i], name) == 0) return true;
  return false;
}

static bool is_blank(const char *text) { return text[strspn(text, " \t\n")] == '\0'; }

/* Whether the game itself has no such item: only the commands that are written with every running game are its own. */
static bool says_something(const asc_item *item) {
  if (item->kind == ASC_ITEM_PLY) return false;
  if (item->kind != ASC_ITEM_COMMENT) return true;
  const char *redo = strstr(item->text, ASC_COMMAND_REDO);
  const char *end = redo == NULL ? NULL : strchr(redo, ']');
  if (end != NULL) return redo != item->text || !is_blank(end + 1);
  return strcmp(item->text, ASC_COMMAND_HAND) != 0;
}

/* An item like `from` behind *after in the line of `outer`, which *after then is. */
static int item_copy(asc_record *record, asc_item *outer, asc_item **after, const asc_item *from) {
  asc_item *made;
  int code = asc_record_insert(record, outer, *after, from->kind, from->text, &made, NULL);
  if (code < 0) return code;
  made->player = from->player;
  made->round = from->round;
  made->starts_round = from->starts_round;
  *after = made;
  return ASC_OK;
}

/* A comment without the plies that were taken back when it was written: they are no longer those. */
static int comment_copy(asc_record *record, asc_item *outer, asc_item **after, const asc_item *from) {
  const char *redo = strstr(from->text, ASC_COMMAND_REDO);
  const char *end = redo == NULL ? NULL : strchr(redo, ']');
  if (end == NULL) return item_copy(record, outer, after, from);
  size_t before = (size_t)(redo - from->text), behind = strlen(end + 1);
  char *text = malloc(before + behind + 1);
  if (text == NULL) return ASC_E_MEMORY;
  memcpy(text, from->text, before);
  memcpy(text + before, end + 1, behind + 1);
  asc_item rest = *from;
  rest.text = text;
  int code = item_copy(record, outer, after, &rest);
  free(text);
  return code;
}

/* The items from `from` to the end of their line, and what is in them. No deeper than a record has variations. */
static int line_copy(asc_record *record, asc_item *outer, asc_item *after, const asc_item *from) {
  int code = ASC_OK;
  for (; from != NULL && code == ASC_OK; from = from->next) {
    if (from->kind == ASC_ITEM_COMMENT && !says_something(from) && strcmp(from->text, ASC_COMMAND_HAND) != 0) continue;
    code = from->kind == ASC_ITEM_COMMENT ? comment_copy(record, outer, &after, from)
                                          : item_copy(record, outer, &after, from);
    if (code == ASC_OK && from->kind == ASC_ITEM_VARIATION) code = line_copy(record, after, NULL, from->inner);
  }
  return code;
}

static int variation_copy(asc_record *record, asc_item **after, const asc_item *from) {
  int code = item_copy(record, NULL, after, from);
  return code < 0 ? code : line_copy(record, *after, NULL, from->inner);
}

/* The last item behind a ply that the game itself wrote there. */
static asc_item *own_end(asc_item *ply) {
  while (ply->next != NULL && ply->next->kind == ASC_ITEM_COMMENT && strcmp(ply->next->text, ASC_COMMAND_HAND) == 0)
    ply = ply->next;
  return ply;
}

/* The next ply of the main line behind `item`; NULL for `item`: the first. */
static asc_item *next_ply(const asc_record *record, const asc_item *item) {
  asc_item *next = item == NULL ? record->first : item->next;
  while (next != NULL && next->kind != ASC_ITEM_PLY) next = next->next;
  return next;
}

/* The rest of the source as a variation behind `after`. It replaces the ply there; where it follows on that ply,
   because nothing was played instead, it begins with `again`, the ply itself. */
static int rest_copy(asc_record *record, asc_item *after, const asc_item *again, const asc_item *rest) {
  bool says = false;
  for (const asc_item *item = rest; item != NULL && !says; item = item->next) says = says_something(item);
  if (!says) return ASC_OK;
  asc_item *variation, *first = NULL;
  int code = asc_record_insert(record, NULL, after, ASC_ITEM_VARIATION, "", &variation, NULL);
  if (code == ASC_OK && again != NULL) code = item_copy(record, variation, &first, again);
  return code < 0 ? code : line_copy(record, variation, first, rest);
}

/* The comments of a line whose plies are all taken back. */
static int comments_copy(asc_record *record, asc_item *after, const asc_item *from) {
  int code = ASC_OK;
  for (; from != NULL && code == ASC_OK; from = from->next)
    if (from->kind == ASC_ITEM_COMMENT && says_something(from)) code = comment_copy(record, NULL, &after, from);
  return code;
}

static int lines_weave(asc_record *record, const asc_item *from) {
  asc_item *ply = NULL, *after = NULL;
  for (int code = ASC_OK; from != NULL; from = from->next) {
    if (from->kind == ASC_ITEM_PLY) {
      asc_item *next = next_ply(record, after);
      if (next == NULL) return ply == NULL ? comments_copy(record, after, from) : rest_copy(record, after, ply, from);
      if (strcmp(next->text, from->text) != 0) return rest_copy(record, own_end(next), NULL, from);
      ply = next;
      after = own_end(next);
    } else if (says_something(from)) {
      if (from->kind == ASC_ITEM_VARIATION)
        code = variation_copy(record, &after, from);
      else if (from->kind == ASC_ITEM_COMMENT)
        code = comment_copy(record, NULL, &after, from);
      else
        code = item_copy(record, NULL, &after, from);
      if (code < 0) return code;
    }
  }
  return ASC_OK;
}

int asc_record_weave(asc_record *record, const asc_record *source) {
  int code = ASC_OK;
  for (const asc_tag *tag = source->tags; tag != NULL && code == ASC_OK; tag = tag->next)
    if (!is_derived(tag->name)) code = asc_record_set_tag(record, tag->name, tag->value, NULL);
  return code < 0 ? code : lines_weave(record, source->first);
}
