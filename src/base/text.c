/* Cursors and writers. A cursor that cannot read something does not move. Text that does not fit a writer is counted
   and dropped. */
#include "text.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

asc_span asc_span_of(const char *text) { return (asc_span){text, strlen(text), 0, 0}; }

asc_span asc_span_at(int line, int column) { return (asc_span){"", 0, line, column}; }

asc_cursor asc_cursor_over(const char *text) {
  asc_cursor cursor = asc_span_of(text);
  cursor.column = 1;
  return cursor;
}

asc_cursor asc_cursor_over_lines(const char *text, size_t length) { return (asc_cursor){text, length, 1, 1}; }

void asc_cursor_move(asc_cursor *cursor, size_t count) {
  cursor->text += count;
  cursor->length -= count;
  cursor->column += (int)count;
}

asc_span asc_cursor_since(const asc_cursor *cursor, const asc_cursor *start) {
  asc_span read = *start;
  read.length -= cursor->length;
  return read;
}

void asc_cursor_skip_space(asc_cursor *cursor) {
  while (asc_text_is_space(asc_cursor_peek(cursor))) asc_cursor_step(cursor);
}

bool asc_cursor_skip(asc_cursor *cursor, const char *expected) {
  size_t length = strlen(expected);
  if (cursor->length < length || memcmp(cursor->text, expected, length) != 0) return false;
  asc_cursor_move(cursor, length);
  return true;
}

bool asc_cursor_number(asc_cursor *cursor, uint32_t max, uint32_t *number) {
  const char *text = cursor->text;
  size_t digits = 0;
  uint64_t value = 0;
  while (digits < cursor->length && text[digits] >= '0' && text[digits] <= '9' && value <= max)
    value = value * 10 + (uint64_t)(text[digits++] - '0');
  if (digits == 0 || (digits > 1 && text[0] == '0') || value > max) return false;
  asc_cursor_move(cursor, digits);
  *number = (uint32_t)value;
  return true;
}

bool asc_cursor_signed(asc_cursor *cursor, int32_t min, int32_t max, int32_t *number) {
  asc_cursor ahead = *cursor;
  bool negative = asc_cursor_skip(&ahead, "-");
  uint32_t size;
  if (!asc_cursor_number(&ahead, INT32_MAX, &size) || (negative && size == 0)) return false;
  int32_t value = negative ? -(int32_t)size : (int32_t)size;
  if (value < min || value > max) return false;
  *cursor = ahead;
  *number = value;
  return true;
}

int asc_cursor_one_of(asc_cursor *cursor, const char *set) {
  for (int i = 0; set[i] != '\0'; i++) {
    if (asc_cursor_peek(cursor) != set[i]) continue;
    asc_cursor_move(cursor, 1);
    return i;
  }
  return -1;
}

bool asc_cursor_coordinates(asc_cursor *cursor, int *letter, int *number) {
  asc_cursor ahead = *cursor;
  uint32_t read;
  int index = asc_cursor_one_of(&ahead, "abcdefghijklmnopqrstuvwxyz");
  if (index < 0 || !asc_cursor_number(&ahead, 9999, &read)) return false;
  *letter = index;
  *number = (int)read;
  *cursor = ahead;
  return true;
}

size_t asc_utf8_character_length(const char *at, size_t left) {
  if (left == 0) return 0;
  unsigned char first = (unsigned char)at[0];
  if (first < 0x80) return first != 0;
  size_t length = first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : 2;
  if (first < 0xc2 || first > 0xf4 || length > left) return 0;
  for (size_t i = 1; i < length; i++)
    if (((unsigned char)at[i] & 0xc0) != 0x80) return 0;
  unsigned char second = (unsigned char)at[1];
  bool overlong = (first == 0xe0 && second < 0xa0) || (first == 0xf0 && second < 0x90);
  bool surrogate = first == 0xed && second >= 0xa0;
  bool too_large = first == 0xf4 && second >= 0x90;
  return overlong || surrogate || too_large ? 0 : length;
}

size_t asc_utf8_valid_length(const char *text, size_t length) {
  size_t valid = 0;
  for (size_t step; (step = asc_utf8_character_length(text + valid, length - valid)) > 0;) valid += step;
  return valid;
}

/* Returns whether a terminal would obey this character instead of showing it. */
static bool is_control(const char *at) {
  unsigned char first = (unsigned char)at[0];
  return (first < 0x20 && first != '\t') || first == 0x7f || (first == 0xc2 && (unsigned char)at[1] < 0xa0);
}

void asc_text_clean(char *text, size_t length) {
  for (size_t i = 0; i < length;) {
    size_t step = asc_utf8_character_length(text + i, length - i);
    bool bad = step == 0 || is_control(text + i);
    if (bad) text[i] = '?';
    i += bad ? 1 : step;
  }
}

char *asc_text_next_word(char **text) {
  *text += strspn(*text, " \t");
  if (**text == '\0') return NULL;
  char *word = *text;
  *text += strcspn(*text, " \t");
  if (**text != '\0') *(*text)++ = '\0';
  return word;
}

bool asc_text_number(const char *text, long long min, long long max, long long *number) {
  bool negative = *text == '-';
  unsigned long long size = 0, limit = negative ? 1ULL + LLONG_MAX : LLONG_MAX;
  const char *at = text + negative;
  for (; *at >= '0' && *at <= '9'; at++) {
    unsigned digit = (unsigned)(*at - '0');
    if (size > (limit - digit) / 10) return false;
    size = 10 * size + digit;
  }
  if (at == text + negative || *at != '\0') return false;
  long long value = negative ? (long long)-size : (long long)size;
  if (value < min || value > max) return false;
  *number = value;
  return true;
}

const char *asc_digits_write(int64_t number, char text[ASC_DIGITS_MAX]) {
  char *at = text + ASC_DIGITS_MAX - 1;
  uint64_t left = number < 0 ? -(uint64_t)number : (uint64_t)number;
  *at = '\0';
  do *--at = (char)('0' + left % 10);
  while ((left /= 10) > 0);
  if (number < 0) *--at = '-';
  return at;
}

const char *asc_hundredths_write(int64_t hundredths, char text[ASC_HUNDREDTHS_MAX]) {
  asc_writer writer = asc_writer_over(text, ASC_HUNDREDTHS_MAX);
  int64_t size = hundredths < 0 ? -hundredths : hundredths;
  if (hundredths < 0) asc_writer_char(&writer, '-');
  asc_writer_number(&writer, size / 100);
  if (size % 100 != 0) asc_writer_char(&writer, '.');
  if (size % 100 != 0) asc_writer_char(&writer, (char)('0' + size / 10 % 10));
  if (size % 10 != 0) asc_writer_char(&writer, (char)('0' + size % 10));
  return text;
}

bool asc_text_to_lower(const char *text, char *lower, size_t size) {
  bool changed = false;
  asc_writer writer = asc_writer_over(lower, size);
  for (; *text != '\0'; text++) {
    bool capital = *text >= 'A' && *text <= 'Z';
    asc_writer_char(&writer, capital ? (char)(*text - 'A' + 'a') : *text);
    changed = changed || capital;
  }
  return changed;
}

asc_writer asc_writer_over(char *text, size_t size) {
  if (size > 0) text[0] = '\0';
  return (asc_writer){text, size, 0};
}

void asc_writer_char(asc_writer *writer, char c) {
  if (writer->length + 1 < writer->size) {
    writer->text[writer->length] = c;
    writer->text[writer->length + 1] = '\0';
  }
  writer->length++;
}

void asc_writer_string(asc_writer *writer, const char *string) {
  for (; *string != '\0'; string++) asc_writer_char(writer, *string);
}

void asc_writer_number(asc_writer *writer, int64_t number) {
  char digits[ASC_DIGITS_MAX];
  asc_writer_string(writer, asc_digits_write(number, digits));
}

void asc_writer_hex(asc_writer *writer, uint64_t number, int min_digits) {
  for (int digit = 15; digit >= 0; digit--)
    if (digit < min_digits || number >> 4 * digit != 0)
      asc_writer_char(writer, "0123456789abcdef"[number >> 4 * digit & 15]);
}

void asc_writer_format(asc_writer *writer, const char *format, ...) {
  size_t used = writer->length < writer->size ? writer->length : writer->size;
  va_list args;
  va_start(args, format);
  int length = vsnprintf(writer->text + used, writer->size - used, format, args);
  va_end(args);
  if (length > 0) writer->length += (size_t)length;
}

int asc_writer_end(const asc_writer *writer) {
  return writer->length < writer->size ? (int)writer->length : ASC_E_BUFFER;
}
