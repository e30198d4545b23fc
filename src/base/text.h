/* Reading and writing text: position strings, options, tokens, records.

   An asc_span is a part of a text that the caller owns. It knows its line and column, so that errors can name them. An
   asc_cursor is the span that is not yet read. An asc_writer fills a buffer of fixed size and remembers whether
   everything fitted. None of them allocates. */
#ifndef ASC_BASE_TEXT_H
#define ASC_BASE_TEXT_H

#include <ascona/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct asc_span {
  const char *text;
  size_t length;
  int line, column; /* from 1, the column in bytes; 0: unknown */
} asc_span;
typedef asc_span asc_cursor;

/* Returns a text without line and column. */
asc_span asc_span_of(const char *text);
/* Returns an empty text at a line and a column. */
asc_span asc_span_at(int line, int column);
/* Returns where an error is. The span points into the error. */
asc_span asc_error_where(const asc_error *error);

/* As asc_error_set, with the line, the column and the span as token. If only the column is known, the token ends before
   the next ':', because position strings have fields. A long token is cut between characters. The span and the
   arguments may be texts of the error itself. */
int asc_error_set_at(asc_error *error, int code, const asc_span *where, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Returns a cursor at the start of the text, which must outlive it: the first for one line that ends with a NUL, the
   second for many lines. */
asc_cursor asc_cursor_over(const char *text);
asc_cursor asc_cursor_over_lines(const char *text, size_t length);
/* Skips `count` bytes of the line; there must be so many. */
void asc_cursor_move(asc_cursor *cursor, size_t count);
/* Returns the next byte, or -1 at the end. */
static inline int asc_cursor_peek(const asc_cursor *cursor) {
  return cursor->length > 0 ? (unsigned char)*cursor->text : -1;
}
/* Skips the next byte, which may end a line; there must be one. */
static inline void asc_cursor_step(asc_cursor *cursor) {
  cursor->length--;
  cursor->column++;
  if (*cursor->text++ != '\n') return;
  cursor->line++;
  cursor->column = 1;
}
/* Returns what was read since the cursor was at `start`. */
asc_span asc_cursor_since(const asc_cursor *cursor, const asc_cursor *start);
static inline bool asc_text_is_space(int c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; }
void asc_cursor_skip_space(asc_cursor *cursor);
/* Returns whether the whole text has been read. */
static inline bool asc_cursor_at_end(const asc_cursor *cursor) { return cursor->length == 0; }
/* If `expected` comes next, skips it and returns true. Otherwise returns false and does not move. */
bool asc_cursor_skip(asc_cursor *cursor, const char *expected);
/* Reads a whole number without sign or leading zeros, at most `max`, and returns true. If there is none, returns false
   and does not move. */
bool asc_cursor_number(asc_cursor *cursor, uint32_t max, uint32_t *number);
/* The same for a number from `min` to `max` with an optional '-'; "-0" is rejected. */
bool asc_cursor_signed(asc_cursor *cursor, int32_t min, int32_t max, int32_t *number);
/* Reads one byte of `set` and returns its index there. If there is none, returns -1 and does not move. */
int asc_cursor_one_of(asc_cursor *cursor, const char *set);

/* Reads a small letter and a number, as in "c3", for a board of any size. The letter counts from 0. The number is as
   written, up to 9999. If there are none, returns false and does not move. */
bool asc_cursor_coordinates(asc_cursor *cursor, int *letter, int *number);

/* Returns the number of bytes of the UTF-8 character at `at`, of which `left` bytes may be read. Returns 0 if it is
   invalid: overlong forms, surrogates, NUL and values past the last code point. */
size_t asc_utf8_character_length(const char *at, size_t left);

/* Returns how many bytes at the start of a text are valid in this sense: `length` if it is UTF-8 without a NUL. */
size_t asc_utf8_valid_length(const char *text, size_t length);

/* Makes a text of `length` bytes safe to show on a terminal: each byte that is not UTF-8, or belongs to a control
   character other than a tab, becomes '?'. */
void asc_text_clean(char *text, size_t length);

/* Returns the next word of *text and moves *text past it. Spaces and tabs separate words. The word ends with a NUL that
   is written into the text. Returns NULL if there is none. */
char *asc_text_next_word(char **text);

/* Reads a whole number from `min` to `max` and returns true. Returns false if the text has anything else. */
bool asc_text_number(const char *text, long long min, long long max, long long *number);

/* Writes a whole number at the end of `text` and returns its first character. It exists because moves are spelled with
   it and printf is slow. */
enum { ASC_DIGITS_MAX = 24 };
const char *asc_digits_write(int64_t number, char text[ASC_DIGITS_MAX]);

/* Writes "3", "-2.5" or "57.31" and returns `text`. */
enum { ASC_HUNDREDTHS_MAX = 24 };
const char *asc_hundredths_write(int64_t hundredths, char text[ASC_HUNDREDTHS_MAX]);

/* Copies `text` to `lower` with ASCII capitals made small. Returns whether there were any. Drops text that does not
   fit. */
bool asc_text_to_lower(const char *text, char *lower, size_t size);

typedef struct asc_writer {
  char *text;
  size_t size, length; /* length may reach size: then the text did not fit */
} asc_writer;

/* Returns a writer that fills `text`, which belongs to the caller. The text always ends with a NUL, unless `size` is 0.
 */
asc_writer asc_writer_over(char *text, size_t size);
/* Each adds to the end of the text. Bytes that do not fit are dropped. */
void asc_writer_char(asc_writer *writer, char c);
void asc_writer_string(asc_writer *writer, const char *string);
void asc_writer_number(asc_writer *writer, int64_t number);
/* Writes hexadecimal digits, with zeros in front if there are fewer than `min_digits`. */
void asc_writer_hex(asc_writer *writer, uint64_t number, int min_digits);
void asc_writer_format(asc_writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Returns the length, or ASC_E_BUFFER if the text did not fit. */
int asc_writer_end(const asc_writer *writer);

#endif
