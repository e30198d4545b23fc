/* snprintf for the board module, in a twentieth of the size of the C library's. It has the conversions of error
   messages and names: %s, %.3s, %.*s, %c, %d and %u, with l, ll and z. A format with another conversion traps. A test
   compares it with the C library. */
#include "print.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

int wasm_vsnprintf(char *text, size_t size, const char *format, va_list args) {
  asc_writer writer = asc_writer_over(text, size);
  for (const char *at = format; *at != '\0'; at++) {
    if (*at != '%') {
      asc_writer_char(&writer, *at);
      continue;
    }
    size_t length = SIZE_MAX; /* of a string, at most */
    if (*++at == '.' && *++at == '*') {
      length = (size_t)va_arg(args, int);
      at++;
    } else if (at[-1] == '.') {
      for (length = 0; *at >= '0' && *at <= '9'; at++) length = length * 10 + (size_t)(*at - '0');
    }
    bool is_long = strncmp(at, "ll", 2) == 0;
    at += strspn(at, "lz");
    if (*at == 's') {
      for (const char *string = va_arg(args, const char *); length > 0 && *string != '\0'; length--)
        asc_writer_char(&writer, *string++);
    } else if (*at == 'c') {
      asc_writer_char(&writer, (char)va_arg(args, int));
    } else if (*at == 'd') {
      asc_writer_number(&writer, is_long ? va_arg(args, long long) : va_arg(args, int));
    } else if (*at == 'u') {
      uint64_t value = is_long ? va_arg(args, unsigned long long) : va_arg(args, unsigned);
      if (value > 9) asc_writer_number(&writer, (int64_t)(value / 10));
      asc_writer_char(&writer, (char)('0' + value % 10));
    } else {
      __builtin_trap();
    }
  }
  return (int)writer.length;
}

#ifdef __wasm__

int vsnprintf(char *restrict text, size_t size, const char *restrict format, va_list args) {
  return wasm_vsnprintf(text, size, format, args);
}

int snprintf(char *restrict text, size_t size, const char *restrict format, ...) {
  va_list args;
  va_start(args, format);
  int length = wasm_vsnprintf(text, size, format, args);
  va_end(args);
  return length;
}

#endif
