/* Writing a record as text: one spelling for each record, so that what was written and read is written the same again.

   Lines are filled up to 80 columns. Comments are written as they are, whatever their length. A number stands before a
   ply that starts a round, and with three dots before one that follows a comment or a variation or begins one. */
#include "record.h"

#include <stdio.h>
#include <string.h>

enum { LINE_WIDTH = 80 };

typedef struct text_writer {
  asc_growing *out;
  size_t column;
  bool glued; /* no space before what comes next: the line or a variation begins */
} text_writer;

static void put(text_writer *writer, const char *text, size_t length) {
  asc_growing_add(writer->out, text, length);
  for (size_t i = 0; i < length; i++) writer->column = text[i] == '\n' ? 0 : writer->column + 1;
}

/* The space or line end before a word of that length. */
static void part(text_writer *writer, size_t length) {
  if (!writer->glued) put(writer, writer->column + 1 + length > LINE_WIDTH ? "\n" : " ", 1);
  writer->glued = false;
}

static void word_write(text_writer *writer, const char *word) {
  size_t length = strlen(word);
  part(writer, length);
  put(writer, word, length);
}

/* Between two marks, with a backslash before a closing mark inside and before a backslash. */
static void quoted_write(text_writer *writer, char open, const char *text, char close) {
  put(writer, &open, 1);
  for (; *text != '\0'; text++) {
    if (*text == close || *text == '\\') put(writer, "\\", 1);
    put(writer, text, 1);
  }
  put(writer, &close, 1);
}

static void ply_write(text_writer *writer, const asc_item *item, bool interrupted) {
  char word[ASC_TOKEN_MAX + 16];
  if (item->round > 0 && (item->starts_round || interrupted))
    (void)snprintf(word, sizeof word, "%d%s %s", item->round, item->starts_round ? "." : "...", item->text);
  else
    (void)snprintf(word, sizeof word, "%s", item->text);
  word_write(writer, word);
}

static void glyph_write(text_writer *writer, const asc_item *item) {
  char word[16];
  (void)snprintf(word, sizeof word, "$%s", item->text);
  word_write(writer, word);
}

static void tags_write(text_writer *writer, const asc_record *record) {
  for (const asc_tag *tag = record->tags; tag != NULL; tag = tag->next) {
    put(writer, "[", 1);
    put(writer, tag->name, strlen(tag->name));
    put(writer, " ", 1);
    quoted_write(writer, '"', tag->value, '"');
    put(writer, "]\n", 2);
  }
}

static void items_write(text_writer *writer, const asc_record *record) {
  const asc_item *item = record->first, *outer = NULL;
  bool interrupted = true;
  while (item != NULL || outer != NULL) {
    if (item == NULL) {
      put(writer, ")", 1);
      item = outer->next;
      outer = outer->outer;
      interrupted = true;
      continue;
    }
    if (item->kind == ASC_ITEM_VARIATION) {
      word_write(writer, "(");
      writer->glued = interrupted = true;
      outer = item;
      item = item->inner;
      continue;
    }
    if (item->kind == ASC_ITEM_PLY) {
      ply_write(writer, item, interrupted);
    } else if (item->kind == ASC_ITEM_NAG) {
      glyph_write(writer, item);
    } else {
      part(writer, strlen(item->text) + 2);
      quoted_write(writer, '{', item->text, '}');
    }
    interrupted = item->kind == ASC_ITEM_COMMENT;
    item = item->next;
  }
}

void asc_text_write(const asc_record *record, asc_growing *growing) {
  text_writer writer = {.out = growing, .glued = true};
  tags_write(&writer, record);
  put(&writer, "\n", 1);
  items_write(&writer, record);
  const char *result = asc_record_tag(record, "Result");
  word_write(&writer, result == NULL ? "none" : result);
  put(&writer, "\n", 1);
}
