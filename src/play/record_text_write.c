/* Writing a record as text. Each record has one spelling, so that a record that was written, read and written again is
   the same.

   Lines are filled up to 80 columns. Comments are written as they are, whatever their length. A number precedes a ply
   that starts a round. A number with three dots precedes a ply that follows a comment or a variation, or starts one. */
#include "record.h"

#include <stdio.h>
#include <string.h>

enum { LINE_WIDTH = 80 };

typedef struct text_writer {
  asc_strbuf *out;
  size_t column;
  bool glued; /* no space before the next word: it starts a line or a variation */
} text_writer;

static void bytes_write(text_writer *writer, const char *text, size_t length) {
  asc_strbuf_add(writer->out, text, length);
  for (size_t i = 0; i < length; i++) writer->column = text[i] == '\n' ? 0 : writer->column + 1;
}

/* Writes the space or line end before a word of `length` bytes. */
static void separator_write(text_writer *writer, size_t length) {
  if (!writer->glued) bytes_write(writer, writer->column + 1 + length > LINE_WIDTH ? "\n" : " ", 1);
  writer->glued = false;
}

static void word_write(text_writer *writer, const char *word) {
  size_t length = strlen(word);
  separator_write(writer, length);
  bytes_write(writer, word, length);
}

/* Writes a text between two marks, with a backslash before each closing mark and each backslash inside. */
static void quoted_write(text_writer *writer, char open, const char *text, char close) {
  bytes_write(writer, &open, 1);
  for (; *text != '\0'; text++) {
    if (*text == close || *text == '\\') bytes_write(writer, "\\", 1);
    bytes_write(writer, text, 1);
  }
  bytes_write(writer, &close, 1);
}

static void ply_write(text_writer *writer, const asc_record_item *item, bool interrupted) {
  char word[ASC_TOKEN_MAX + 16];
  if (item->round > 0 && (item->starts_round || interrupted))
    (void)snprintf(word, sizeof word, "%d%s %s", item->round, item->starts_round ? "." : "...", item->text);
  else
    (void)snprintf(word, sizeof word, "%s", item->text);
  word_write(writer, word);
}

static void glyph_write(text_writer *writer, const asc_record_item *item) {
  char word[16];
  (void)snprintf(word, sizeof word, "$%s", item->text);
  word_write(writer, word);
}

static void tags_write(text_writer *writer, const asc_record *record) {
  for (const asc_tag *tag = record->tags; tag != NULL; tag = tag->next) {
    bytes_write(writer, "[", 1);
    bytes_write(writer, tag->name, strlen(tag->name));
    bytes_write(writer, " ", 1);
    quoted_write(writer, '"', tag->value, '"');
    bytes_write(writer, "]\n", 2);
  }
}

static void items_write(text_writer *writer, const asc_record *record) {
  const asc_record_item *item = record->first_item, *parent = NULL;
  bool interrupted = true;
  while (item != NULL || parent != NULL) {
    if (item == NULL) {
      bytes_write(writer, ")", 1);
      item = parent->next;
      parent = parent->parent;
      interrupted = true;
      continue;
    }
    if (item->kind == ASC_RECORD_VARIATION) {
      word_write(writer, "(");
      writer->glued = interrupted = true;
      parent = item;
      item = item->first_child;
      continue;
    }
    if (item->kind == ASC_RECORD_PLY) {
      ply_write(writer, item, interrupted);
    } else if (item->kind == ASC_RECORD_NAG) {
      glyph_write(writer, item);
    } else {
      separator_write(writer, strlen(item->text) + 2);
      quoted_write(writer, '{', item->text, '}');
    }
    interrupted = item->kind == ASC_RECORD_COMMENT;
    item = item->next;
  }
}

void asc_record_write_text(const asc_record *record, asc_strbuf *buffer) {
  text_writer writer = {.out = buffer, .glued = true};
  tags_write(&writer, record);
  bytes_write(&writer, "\n", 1);
  items_write(&writer, record);
  const char *result = asc_record_tag(record, "Result");
  word_write(&writer, result == NULL ? "none" : result);
  bytes_write(&writer, "\n", 1);
}
