/* A record as a value: its memory, tags and items.

   Everything lives in blocks that grow with the record and go with it, so nothing has to be freed one by one and no
   depth of variations matters. A text that is replaced stays in its block until then. */
#include "record.h"

#include "core/text.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 8192, BLOCK_LARGEST = 1 << 20, NAG_MOST = 255 };

struct asc_block {
  asc_block *next;
  size_t used, size;
  max_align_t memory[];
};

static void *take(asc_record *record, size_t size) {
  size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
  asc_block *block = record->blocks;
  if (block == NULL || block->size - block->used < size) {
    size_t grown = block == NULL ? BLOCK_SIZE : block->size * 2;
    if (grown > BLOCK_LARGEST) grown = BLOCK_LARGEST;
    if (grown < size) grown = size;
    block = malloc(sizeof *block + grown);
    if (block == NULL) return NULL;
    *block = (asc_block){record->blocks, 0, grown};
    record->blocks = block;
  }
  void *memory = (char *)block->memory + block->used;
  block->used += size;
  return memory;
}

/* Writes what was found without its backslashes, or only measures it when `copy` is NULL. Returns its length. */
static size_t unescape(const asc_found *found, char *copy) {
  size_t length = 0;
  for (size_t i = 0; i < found->length; i++, length++) {
    bool pair = found->escaped != 0 && found->text[i] == '\\' && i + 1 < found->length;
    if (pair && (found->text[i + 1] == '\\' || found->text[i + 1] == found->escaped)) i++;
    if (copy != NULL) copy[length] = found->text[i];
  }
  return length;
}

/* What was found, in the record's memory; or NULL. */
static char *copy_found(asc_record *record, const asc_found *found) {
  char *copy = take(record, found->length + 1);
  if (copy != NULL) copy[unescape(found, copy)] = '\0';
  return copy;
}

int asc_record_open(asc_record **record) {
  *record = calloc(1, sizeof **record);
  return *record == NULL ? ASC_E_MEMORY : ASC_OK;
}

void asc_record_close(asc_record *record) {
  if (record == NULL) return;
  while (record->blocks != NULL) {
    asc_block *next = record->blocks->next;
    free(record->blocks);
    record->blocks = next;
  }
  free(record);
}

static int fail_found(asc_error *error, int code, const asc_found *found, const char *reason) {
  return asc_fail_in(error, code, found->line, found->column, found->text, found->length, "%s", reason);
}

/* Whether the record may hold so many bytes more. They are counted without what a form adds, so that a record that was
   read from one form can be written and read in the other. */
static int size_check(const asc_record *record, size_t more, const asc_found *found, asc_error *error) {
  if (more <= ASC_RECORD_MAX - record->size) return ASC_OK;
  return fail_found(error, ASC_E_INPUT, found, "the game has more than 8 MiB of text");
}

asc_tag *asc_record_find(const asc_record *record, const char *name) {
  for (asc_tag *tag = record->tags; tag != NULL; tag = tag->next)
    if (strcmp(tag->name, name) == 0) return tag;
  return NULL;
}

const char *asc_record_tag(const asc_record *record, const char *name) {
  const asc_tag *tag = asc_record_find(record, name);
  return tag == NULL ? NULL : tag->value;
}

bool asc_record_tag_at(const asc_record *record, int index, const char **name, const char **value) {
  const asc_tag *tag = index < 0 ? NULL : record->tags;
  for (; tag != NULL && index > 0; index--) tag = tag->next;
  if (tag == NULL) return false;
  *name = tag->name;
  *value = tag->value;
  return true;
}

static bool is_control(char c) { return (unsigned char)c < 32 || c == 127; }

static int tag_check(const asc_found *name, const asc_found *value, asc_error *error) {
  static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  bool fine = name->length > 0 && name->length < ASC_CULPRIT_MAX;
  for (size_t i = 0; i < name->length && fine; i++) fine = memchr(allowed, name->text[i], sizeof allowed - 1) != NULL;
  if (!fine) return fail_found(error, ASC_E_INPUT, name, "a tag's name has at most 63 letters, digits and underscores");
  if (unescape(value, NULL) > ASC_RECORD_VALUE_MAX)
    return fail_found(error, ASC_E_INPUT, value, "the value of this tag is too long");
  for (size_t i = 0; i < value->length; i++)
    if (is_control(value->text[i]))
      return fail_found(error, ASC_E_INPUT, value, "the value of a tag has no line ends or control characters");
  return ASC_OK;
}

/* Links a new tag behind `*link`. */
static int tag_link(asc_record *record, asc_tag **link, const asc_found *name, const asc_found *value,
                    asc_error *error) {
  if (record->tag_count >= ASC_RECORD_TAGS_MAX) return fail_found(error, ASC_E_INPUT, name, "there are too many tags");
  size_t size = name->length + unescape(value, NULL);
  int code = size_check(record, size, name, error);
  if (code < 0) return code;
  asc_tag *tag = take(record, sizeof *tag);
  const char *own_name = tag == NULL ? NULL : copy_found(record, name);
  const char *own_value = own_name == NULL ? NULL : copy_found(record, value);
  if (own_value == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  *tag = (asc_tag){own_name, own_value, value->line, value->column, *link};
  *link = tag;
  record->tag_count++;
  record->size += size;
  return ASC_OK;
}

int asc_record_add_tag(asc_record *record, const asc_found *name, const asc_found *value, asc_error *error) {
  int code = tag_check(name, value, error);
  if (code < 0) return code;
  asc_tag **link = &record->tags;
  for (; *link != NULL; link = &(*link)->next)
    if (strlen((*link)->name) == name->length && memcmp((*link)->name, name->text, name->length) == 0)
      return fail_found(error, ASC_E_INPUT, name, "this tag is there twice");
  return tag_link(record, link, name, value, error);
}

/* Where a tag stands among the known ones; unknown ones come last. */
static int tag_rank(const char *name) {
  static const char *const order[] = {"Game", "Options", "Position", "Player1", "Player2", "Player3", "Player4",
                                      "Date", "Event",   "Round",    "Dice",    "Result",  "Points"};
  int rank = 0, count = sizeof order / sizeof order[0];
  while (rank < count && strcmp(order[rank], name) != 0) rank++;
  return rank;
}

int asc_record_set_tag(asc_record *record, const char *name, const char *value, asc_error *error) {
  asc_found found_name = {name, strlen(name), 0, 0, 0}, found_value = {value, strlen(value), 0, 0, 0};
  int code = tag_check(&found_name, &found_value, error);
  if (code == ASC_OK) code = asc_utf8_check(value, found_value.length, error);
  if (code < 0) return code;
  asc_tag *tag = asc_record_find(record, name);
  if (tag == NULL) {
    asc_tag **link = &record->tags;
    int rank = tag_rank(name);
    while (*link != NULL && tag_rank((*link)->name) <= rank) link = &(*link)->next;
    return tag_link(record, link, &found_name, &found_value, error);
  }
  if (strcmp(tag->value, value) == 0) return ASC_OK;
  size_t old = strlen(tag->value);
  code = found_value.length <= old ? ASC_OK : size_check(record, found_value.length - old, &found_value, error);
  if (code < 0) return code;
  const char *copy = copy_found(record, &found_value);
  if (copy == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  tag->value = copy;
  record->size = record->size - old + found_value.length;
  return ASC_OK;
}

int asc_record_end(asc_record *record, const asc_found *found, asc_error *error) {
  const char *word = copy_found(record, found);
  if (word == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  record->ending = (asc_tag){"Result", word, found->line, found->column, NULL};
  return ASC_OK;
}

asc_item *asc_record_first(const asc_record *record) { return record->first; }

static int comment_check(const asc_found *found, asc_error *error) {
  for (size_t i = 0; i < found->length; i++) {
    char c = found->text[i];
    bool line_end = c == '\n' || (c == '\r' && i + 1 < found->length && found->text[i + 1] == '\n');
    if (is_control(c) && c != '\t' && !line_end)
      return fail_found(error, ASC_E_INPUT, found, "a comment has no control characters but tabs and line ends");
  }
  return ASC_OK;
}

static int variation_check(const asc_item *outer, const asc_item *ply, const asc_found *found, asc_error *error) {
  if (ply == NULL || ply->outer != outer)
    return fail_found(error, ASC_E_INPUT, found, "a variation stands behind the ply that it replaces");
  int depth = 1;
  for (; outer != NULL; outer = outer->outer) depth++;
  if (depth > ASC_RECORD_DEPTH_MAX)
    return fail_found(error, ASC_E_INPUT, found, "there are too many variations within variations");
  return ASC_OK;
}

static int nag_check(const asc_found *found, asc_error *error) {
  int number = 0;
  bool digits = found->length > 0 && found->length <= 3;
  for (size_t i = 0; i < found->length && digits; i++) {
    digits = found->text[i] >= '0' && found->text[i] <= '9';
    number = number * 10 + (found->text[i] - '0');
  }
  if (!digits || number > NAG_MOST || (found->length > 1 && found->text[0] == '0'))
    return fail_found(error, ASC_E_INPUT, found, "an annotation glyph is a number from 0 to 255");
  return ASC_OK;
}

static int item_check(asc_item_kind kind, const asc_item *outer, const asc_item *ply, const asc_found *found,
                      asc_error *error) {
  switch (kind) {
  case ASC_ITEM_COMMENT: return comment_check(found, error);
  case ASC_ITEM_NAG: return nag_check(found, error);
  case ASC_ITEM_VARIATION: return variation_check(outer, ply, found, error);
  case ASC_ITEM_PLY: break;
  }
  if (found->length == 0 || found->length >= ASC_TOKEN_MAX)
    return fail_found(error, ASC_E_INPUT, found, "this is too long for a ply, or empty");
  return ASC_OK;
}

/* Line ends become those of Unix. The check has left no other use of '\r'. */
static void drop_carriage_returns(char *text) {
  char *to = text;
  for (; *text != '\0'; text++)
    if (*text != '\r') *to++ = *text;
  *to = '\0';
}

/* An item that is in no line yet, or NULL with what is wrong in *code. */
static asc_item *item_make(asc_record *record, asc_item_kind kind, const asc_found *found, int *code,
                           asc_error *error) {
  size_t size = kind == ASC_ITEM_VARIATION ? 0 : unescape(found, NULL);
  *code = size_check(record, size, found, error);
  if (*code == ASC_OK && record->item_count >= ASC_RECORD_ITEMS_MAX)
    *code = fail_found(error, ASC_E_INPUT, found, "the game has too many plies and comments");
  if (*code < 0) return NULL;
  asc_item *made = take(record, sizeof *made);
  char *text = made == NULL ? NULL : copy_found(record, found);
  if (text == NULL) {
    *code = asc_fail(error, ASC_E_MEMORY, "out of memory");
    return NULL;
  }
  if (kind == ASC_ITEM_COMMENT) drop_carriage_returns(text);
  if (kind == ASC_ITEM_VARIATION) text[0] = '\0';
  *made = (asc_item){.kind = kind, .text = text, .line = found->line, .column = found->column};
  record->item_count++;
  record->size += size;
  return made;
}

int asc_record_add(asc_record *record, asc_item *outer, asc_item *after, asc_item_kind kind, const asc_found *found,
                   asc_item **item, asc_error *error) {
  asc_item *ply = NULL;
  if (after != NULL)
    ply = after->kind == ASC_ITEM_PLY ? after : after->ply;
  else if (outer != NULL)
    ply = outer->ply->ply;
  int code = item_check(kind, outer, ply, found, error);
  asc_item *made = code < 0 ? NULL : item_make(record, kind, found, &code, error);
  if (made == NULL) return code;
  asc_item **link = after != NULL ? &after->next : outer != NULL ? &outer->inner : &record->first;
  made->next = *link;
  made->outer = outer;
  made->ply = ply;
  *link = made;
  /* What stood behind another ply now stands behind this one. */
  for (asc_item *behind = made->next; kind == ASC_ITEM_PLY && behind != NULL; behind = behind->next) {
    behind->ply = made;
    if (behind->kind == ASC_ITEM_PLY) break;
  }
  if (item != NULL) *item = made;
  return ASC_OK;
}

int asc_record_insert(asc_record *record, asc_item *outer, asc_item *after, asc_item_kind kind, const char *text,
                      asc_item **item, asc_error *error) {
  asc_found found = {text, strlen(text), 0, 0, 0};
  int code = asc_utf8_check(text, found.length, error);
  return code < 0 ? code : asc_record_add(record, outer, after, kind, &found, item, error);
}

void asc_item_number(asc_item *item, int player) {
  const asc_item *before = item->ply;
  while (before != NULL && before->round == 0) before = before->ply;
  item->player = player;
  item->starts_round = before == NULL ? player == 1 : player < before->player;
  item->round = before == NULL ? 1 : before->round + item->starts_round;
}

int asc_record_write(const asc_record *record, asc_record_form form, char **text, size_t *length) {
  asc_growing growing = {0};
  if (form == ASC_RECORD_JSON)
    asc_json_write(record, &growing);
  else
    asc_text_write(record, &growing);
  if (growing.failed) free(growing.text);
  *text = growing.failed ? NULL : growing.text;
  *length = growing.failed ? 0 : growing.length;
  return growing.failed ? ASC_E_MEMORY : ASC_OK;
}
