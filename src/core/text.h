/* Reading and writing short lines of text: position strings, options, tokens.

   An asc_cursor walks over text the caller owns. It knows how far it came, so that a reader that stops can say where.
   An asc_writer fills a buffer of fixed size and remembers whether all fitted. Neither allocates. */
#ifndef ASC_CORE_TEXT_H
#define ASC_CORE_TEXT_H

#include <ascona/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct asc_cursor {
  const char *start;
  const char *at;
} asc_cursor;

asc_cursor asc_cursor_over(const char *text);
bool asc_cursor_ended(const asc_cursor *cursor);
/* Steps over `expected` if it is next. */
bool asc_cursor_skip(asc_cursor *cursor, const char *expected);
/* A whole number without sign or leading zeros, at most `most`; false leaves the cursor where it was. */
bool asc_cursor_number(asc_cursor *cursor, uint32_t most, uint32_t *number);
/* The same with an optional '-'; no "-0". */
bool asc_cursor_signed(asc_cursor *cursor, int32_t least, int32_t most, int32_t *number);
/* One byte out of `set`, as its index; -1 leaves the cursor where it was. */
int asc_cursor_one_of(asc_cursor *cursor, const char *set);

/* A small letter and a number, as in "c3", whatever the board: the letter from 0, the number as written, up to 9999. */
bool asc_cursor_coordinates(asc_cursor *cursor, int *letter, int *number);

/* The bytes of the UTF-8 character that begins at `at`, of which `left` bytes may be read; 0 when none does: no
   overlong forms, surrogates or NUL, nothing past the last code point. */
size_t asc_character_length(const char *at, size_t left);

/* Makes a text of that length one that cannot steer a terminal: each byte that is neither UTF-8 nor a character to be
   shown becomes a '?'. */
void asc_text_clean(char *text, size_t length);

/* The next word of the text, ended by a zero byte, or NULL; *text moves behind it. */
char *asc_text_word(char **text);

/* A whole number within bounds, and nothing else in the text. */
bool asc_text_number(const char *text, long long least, long long most, long long *number);

/* A whole number, by its digits alone: moves are spelled with them, and printf is slow.
   Returns where they begin in `text`. */
enum { ASC_DIGITS_MAX = 24 };
const char *asc_digits_write(int64_t number, char text[ASC_DIGITS_MAX]);

/* "3", "-2.5", "57.31". Returns `text`. */
enum { ASC_HUNDREDTHS_MAX = 24 };
const char *asc_hundredths_write(int64_t hundredths, char text[ASC_HUNDREDTHS_MAX]);

/* Copies text with ASCII capitals made small, and says whether there were any. What does not fit is left out. */
bool asc_text_small(const char *text, char *small, size_t size);

/* As asc_fail, at a cursor: column and token (up to the next ':' or the end) come from it. Returns ASC_E_INPUT. */
int asc_fail_at(asc_error *error, const asc_cursor *cursor, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Says what the error is about. A long text is cut between characters. The error may be NULL. */
void asc_error_token(asc_error *error, const char *text, size_t length);

typedef struct asc_writer {
  char *text;
  size_t size, length; /* length may exceed size: then it did not fit */
} asc_writer;

asc_writer asc_writer_over(char *text, size_t size);
void asc_writer_char(asc_writer *writer, char c);
void asc_writer_string(asc_writer *writer, const char *string);
void asc_writer_number(asc_writer *writer, int64_t number);
void asc_writer_format(asc_writer *writer, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The length, or ASC_E_SPACE. */
int asc_writer_end(const asc_writer *writer);

#endif
