/* A record as a value: its memory, tags and items.

   All memory is in blocks that grow with the record and are freed with it. So nothing has to be freed one by one, and
   the depth of variations does not matter. A text that is replaced stays in its block until then. */
#include "record.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { BLOCK_SIZE = 8192, BLOCK_SIZE_MAX = 1 << 20, NAG_MAX = 255 };

struct asc_block {
  asc_block *next;
  size_t used, size;
  max_align_t memory[];
};

static void *allocate(asc_record *record, size_t size) {
  size = (size + sizeof(max_align_t) - 1) / sizeof(max_align_t) * sizeof(max_align_t);
  asc_block *block = record->blocks;
  if (block == NULL || block->size - block->used < size) {
    size_t grown = block == NULL ? BLOCK_SIZE : block->size * 2;
    if (grown > BLOCK_SIZE_MAX) grown = BLOCK_SIZE_MAX;
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

/* Writes the span without its escaping backslashes, or only measures it if `copy` is NULL. Returns its length. */
static size_t unescape(const asc_record *record, const asc_span *span, char *copy) {
  size_t length = 0;
  for (size_t i = 0; i < span->length; i++, length++) {
    bool pair = record->escapable != 0 && span->text[i] == '\\' && i + 1 < span->length;
    if (pair && (span->text[i + 1] == '\\' || span->text[i + 1] == record->escapable)) i++;
    if (copy != NULL) copy[length] = span->text[i];
  }
  return length;
}

/* Copies the span into the record's memory. Returns NULL if memory ran out. */
static char *span_copy(asc_record *record, const asc_span *span) {
  char *copy = allocate(record, span->length + 1);
  if (copy != NULL) copy[unescape(record, span, copy)] = '\0';
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

/* Checks that the record may hold `more` bytes in addition. Escapes and other marks of a format do not count, so that a
   record read from one format can be written and read in the other. */
static int size_check(const asc_record *record, size_t more, const asc_span *span, asc_error *error) {
  if (more <= ASC_RECORD_MAX - record->text_bytes) return ASC_OK;
  return asc_error_set_at(error, ASC_E_INPUT, span, "the game has more than 8 MiB of text");
}

asc_span asc_tag_span(const asc_tag *tag) { return (asc_span){tag->value, strlen(tag->value), tag->line, tag->column}; }

asc_tag *asc_record_find_tag(const asc_record *record, const char *name) {
  for (asc_tag *tag = record->tags; tag != NULL; tag = tag->next)
    if (strcmp(tag->name, name) == 0) return tag;
  return NULL;
}

const char *asc_record_tag(const asc_record *record, const char *name) {
  const asc_tag *tag = asc_record_find_tag(record, name);
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

static int tag_check(const asc_record *record, const asc_span *name, const asc_span *value, asc_error *error) {
  static const char allowed[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
  bool ok = name->length > 0 && name->length < ASC_ERROR_TOKEN_MAX;
  for (size_t i = 0; i < name->length && ok; i++) ok = memchr(allowed, name->text[i], sizeof allowed - 1) != NULL;
  if (!ok)
    return asc_error_set_at(error, ASC_E_INPUT, name, "a tag's name has at most 63 letters, digits and underscores");
  if (unescape(record, value, NULL) > ASC_RECORD_VALUE_MAX)
    return asc_error_set_at(error, ASC_E_INPUT, value, "the value of this tag is too long");
  for (size_t i = 0; i < value->length; i++)
    if (is_control(value->text[i]))
      return asc_error_set_at(error, ASC_E_INPUT, value, "the value of a tag has no line ends or control characters");
  return ASC_OK;
}

/* Inserts a new tag at `*link`. */
static int tag_link(asc_record *record, asc_tag **link, const asc_span *name, const asc_span *value, asc_error *error) {
  if (record->tag_count >= ASC_RECORD_TAGS_MAX)
    return asc_error_set_at(error, ASC_E_INPUT, name, "there are too many tags");
  size_t size = name->length + unescape(record, value, NULL);
  int code = size_check(record, size, name, error);
  if (code < 0) return code;
  asc_tag *tag = allocate(record, sizeof *tag);
  const char *own_name = tag == NULL ? NULL : span_copy(record, name);
  const char *own_value = own_name == NULL ? NULL : span_copy(record, value);
  if (own_value == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  *tag = (asc_tag){own_name, own_value, value->line, value->column, *link};
  *link = tag;
  record->tag_count++;
  record->text_bytes += size;
  return ASC_OK;
}

int asc_record_add_tag(asc_record *record, const asc_span *name, const asc_span *value, asc_error *error) {
  int code = tag_check(record, name, value, error);
  if (code < 0) return code;
  asc_tag **link = &record->tags;
  for (; *link != NULL; link = &(*link)->next)
    if (strlen((*link)->name) == name->length && memcmp((*link)->name, name->text, name->length) == 0)
      return asc_error_set_at(error, ASC_E_INPUT, name, "this tag is there twice");
  return tag_link(record, link, name, value, error);
}

/* Returns the index of a tag in the standard order; unknown tags come last. */
static int tag_rank(const char *name) {
  static const char *const order[] = {"Game", "Options", "Position", "Player1", "Player2", "Player3", "Player4",
                                      "Date", "Event",   "Round",    "Dice",    "Result",  "Points"};
  int rank = 0, count = sizeof order / sizeof order[0];
  while (rank < count && strcmp(order[rank], name) != 0) rank++;
  return rank;
}

int asc_record_set_tag(asc_record *record, const char *name, const char *value, asc_error *error) {
  asc_span name_span = asc_span_of(name), value_span = asc_span_of(value);
  int code = tag_check(record, &name_span, &value_span, error);
  if (code == ASC_OK) code = asc_utf8_check(value, value_span.length, error);
  if (code < 0) return code;
  asc_tag *tag = asc_record_find_tag(record, name);
  if (tag == NULL) {
    asc_tag **link = &record->tags;
    int rank = tag_rank(name);
    while (*link != NULL && tag_rank((*link)->name) <= rank) link = &(*link)->next;
    return tag_link(record, link, &name_span, &value_span, error);
  }
  if (strcmp(tag->value, value) == 0) return ASC_OK;
  size_t old = strlen(tag->value);
  code = value_span.length <= old ? ASC_OK : size_check(record, value_span.length - old, &value_span, error);
  if (code < 0) return code;
  const char *copy = span_copy(record, &value_span);
  if (copy == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  tag->value = copy;
  record->text_bytes = record->text_bytes - old + value_span.length;
  return ASC_OK;
}

int asc_record_set_ending(asc_record *record, const asc_span *span, asc_error *error) {
  const char *word = span_copy(record, span);
  if (word == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  record->ending = (asc_tag){"Result", word, span->line, span->column, NULL};
  return ASC_OK;
}

asc_record_item *asc_record_first_item(const asc_record *record) { return record->first_item; }

static int comment_check(const asc_span *span, asc_error *error) {
  for (size_t i = 0; i < span->length; i++) {
    char c = span->text[i];
    bool line_end = c == '\n' || (c == '\r' && i + 1 < span->length && span->text[i + 1] == '\n');
    if (is_control(c) && c != '\t' && !line_end)
      return asc_error_set_at(error, ASC_E_INPUT, span, "a comment has no control characters but tabs and line ends");
  }
  return ASC_OK;
}

static int variation_check(const asc_record_item *parent, const asc_record_item *ply, const asc_span *span,
                           asc_error *error) {
  if (ply == NULL || ply->parent != parent)
    return asc_error_set_at(error, ASC_E_INPUT, span, "a variation stands behind the ply that it replaces");
  int depth = 1;
  for (; parent != NULL; parent = parent->parent) depth++;
  if (depth > ASC_RECORD_DEPTH_MAX)
    return asc_error_set_at(error, ASC_E_INPUT, span, "there are too many variations within variations");
  return ASC_OK;
}

static int nag_check(const asc_span *span, asc_error *error) {
  int number = 0;
  bool digits = span->length > 0 && span->length <= 3;
  for (size_t i = 0; i < span->length && digits; i++) {
    digits = span->text[i] >= '0' && span->text[i] <= '9';
    number = number * 10 + (span->text[i] - '0');
  }
  if (!digits || number > NAG_MAX || (span->length > 1 && span->text[0] == '0'))
    return asc_error_set_at(error, ASC_E_INPUT, span, "an annotation glyph is a number from 0 to 255");
  return ASC_OK;
}

static int item_check(asc_record_item_kind kind, const asc_record_item *parent, const asc_record_item *ply,
                      const asc_span *span, asc_error *error) {
  switch (kind) {
  case ASC_RECORD_COMMENT: return comment_check(span, error);
  case ASC_RECORD_NAG: return nag_check(span, error);
  case ASC_RECORD_VARIATION: return variation_check(parent, ply, span, error);
  case ASC_RECORD_PLY: break;
  }
  if (span->length == 0 || span->length >= ASC_TOKEN_MAX)
    return asc_error_set_at(error, ASC_E_INPUT, span, "this is too long for a ply, or empty");
  return ASC_OK;
}

/* Converts line ends to those of Unix. comment_check has left no other use of '\r'. */
static void drop_carriage_returns(char *text) {
  char *to = text;
  for (; *text != '\0'; text++)
    if (*text != '\r') *to++ = *text;
  *to = '\0';
}

/* Makes an item that is not yet in a line. Returns NULL with an error code in *code. */
static asc_record_item *item_make(asc_record *record, asc_record_item_kind kind, const asc_span *span, int *code,
                                  asc_error *error) {
  size_t size = kind == ASC_RECORD_VARIATION ? 0 : unescape(record, span, NULL);
  *code = size_check(record, size, span, error);
  if (*code == ASC_OK && record->item_count >= ASC_RECORD_ITEMS_MAX)
    *code = asc_error_set_at(error, ASC_E_INPUT, span, "the game has too many plies and comments");
  if (*code < 0) return NULL;
  asc_record_item *made = allocate(record, sizeof *made);
  char *text = made == NULL ? NULL : span_copy(record, span);
  if (text == NULL) {
    *code = asc_error_set(error, ASC_E_MEMORY, "out of memory");
    return NULL;
  }
  if (kind == ASC_RECORD_COMMENT) drop_carriage_returns(text);
  if (kind == ASC_RECORD_VARIATION) text[0] = '\0';
  *made = (asc_record_item){.kind = kind, .text = text, .line = span->line, .column = span->column};
  record->item_count++;
  record->text_bytes += size;
  return made;
}

int asc_record_add_item(asc_record *record, asc_record_item *parent, asc_record_item *after, asc_record_item_kind kind,
                        const asc_span *span, asc_record_item **item, asc_error *error) {
  asc_record_item *ply = NULL;
  if (after != NULL)
    ply = after->kind == ASC_RECORD_PLY ? after : after->ply;
  else if (parent != NULL)
    ply = parent->ply->ply;
  int code = item_check(kind, parent, ply, span, error);
  asc_record_item *made = code < 0 ? NULL : item_make(record, kind, span, &code, error);
  if (made == NULL) return code;
  asc_record_item **link = after != NULL ? &after->next : parent != NULL ? &parent->first_child : &record->first_item;
  made->next = *link;
  made->parent = parent;
  made->ply = ply;
  *link = made;
  /* The items after a new ply, up to and including the next ply, now follow the new one. */
  for (asc_record_item *following = made->next; kind == ASC_RECORD_PLY && following != NULL;
       following = following->next) {
    following->ply = made;
    if (following->kind == ASC_RECORD_PLY) break;
  }
  if (item != NULL) *item = made;
  return ASC_OK;
}

int asc_record_insert(asc_record *record, asc_record_item *parent, asc_record_item *after, asc_record_item_kind kind,
                      const char *text, asc_record_item **item, asc_error *error) {
  asc_span span = asc_span_of(text);
  int code = asc_utf8_check(text, span.length, error);
  return code < 0 ? code : asc_record_add_item(record, parent, after, kind, &span, item, error);
}

void asc_record_item_set_round(asc_record_item *item, int player) {
  const asc_record_item *before = item->ply;
  while (before != NULL && before->round == 0) before = before->ply;
  item->player = player;
  item->starts_round = before == NULL ? player == 1 : player < before->player;
  item->round = before == NULL ? 1 : before->round + item->starts_round;
}

int asc_record_write(const asc_record *record, asc_record_format form, char **text, size_t *length) {
  asc_strbuf buffer = {0};
  if (form == ASC_RECORD_JSON)
    asc_record_write_json(record, &buffer);
  else
    asc_record_write_text(record, &buffer);
  return asc_strbuf_take(&buffer, text, length);
}
