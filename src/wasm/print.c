/* snprintf for the board module: what its sources use of it and nothing else, in a tenth of the room that the C
   library's takes. A format with anything else in it stops the module; a test holds what is known to the C library's.
 */
#include "print.h"
#include "draw/svg/pen.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef struct sink {
  char *text;
  size_t size, length;
} sink;

static void put(sink *out, const char *text, size_t length) {
  for (size_t i = 0; i < length; i++, out->length++)
    if (out->length + 1 < out->size) out->text[out->length] = text[i];
}

/* What stands between the % and its letter. */
typedef struct conversion {
  int width, precision; /* precision -1: none */
  bool wide;            /* of 64 bits */
} conversion;

/* `decimals` of the digits stand behind a point. */
static void put_number(sink *out, uint64_t value, bool negative, unsigned base, int width, int decimals) {
  char text[48], *at = text + sizeof text;
  for (int digit = 0; digit <= decimals || value > 0 || digit < width - (int)negative; digit++) {
    if (digit == decimals && digit > 0) *--at = '.';
    *--at = "0123456789abcdef"[value % base];
    value /= base;
  }
  if (negative) *--at = '-';
  put(out, at, (size_t)(text + sizeof text - at));
}

static int digits_read(const char **at) {
  int number = 0;
  while (**at >= '0' && **at <= '9') number = 10 * number + *(*at)++ - '0';
  return number;
}

/* The widths are those of zeros: a format here has no other. */
static const char *conversion_read(const char *at, conversion *how, int given) {
  *how = (conversion){.width = digits_read(&at), .precision = -1};
  if (*at == '.' && at[1] == '*') {
    how->precision = given;
    at += 2;
  } else if (*at == '.') {
    at++;
    how->precision = digits_read(&at);
  }
  how->wide = at[0] == 'l' && at[1] == 'l';
  while (*at == 'l' || *at == 'z') at++;
  return at;
}

int asc_print(char *text, size_t size, const char *format, va_list args) {
  sink out = {text, size, 0};
  for (const char *at = format; *at != '\0'; at++) {
    size_t plain = strcspn(at, "%");
    put(&out, at, plain);
    at += plain;
    if (*at == '\0') break;
    conversion how;
    at = conversion_read(at + 1, &how, strncmp(at, "%.*", 3) == 0 ? va_arg(args, int) : 0);
    if (*at == 's') {
      const char *word = va_arg(args, const char *);
      put(&out, word, how.precision < 0 ? strlen(word) : strnlen(word, (size_t)how.precision));
    } else if (*at == 'c') {
      char c = (char)va_arg(args, int);
      put(&out, &c, 1);
    } else if (*at == 'd') {
      int64_t value = how.wide ? va_arg(args, long long) : va_arg(args, int);
      put_number(&out, value < 0 ? -(uint64_t)value : (uint64_t)value, value < 0, 10, how.width, 0);
    } else if (*at == 'x' || *at == 'u') {
      uint64_t value = how.wide ? va_arg(args, unsigned long long) : va_arg(args, unsigned);
      put_number(&out, value, false, *at == 'x' ? 16 : 10, how.width, 0);
    } else if (*at == 'f' && how.precision > 0 && how.precision <= 3) {
      double value = va_arg(args, double);
      put_number(&out, asc_pen_round(fabs(value), how.precision), signbit(value) != 0, 10, 0, how.precision);
    } else {
      __builtin_trap();
    }
  }
  if (size > 0) text[out.length < size ? out.length : size - 1] = '\0';
  return (int)out.length;
}

#ifdef __wasm__

int vsnprintf(char *restrict text, size_t size, const char *restrict format, va_list args) {
  return asc_print(text, size, format, args);
}

int snprintf(char *restrict text, size_t size, const char *restrict format, ...) {
  va_list args;
  va_start(args, format);
  int length = asc_print(text, size, format, args);
  va_end(args);
  return length;
}

#endif
