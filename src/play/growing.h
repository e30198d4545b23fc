/* A text that grows: what is to be shown or kept is whole here before any of it goes out. After the memory ran out,
   `failed` is set and nothing is added: who made it looks at its end. */
#ifndef ASC_PLAY_GROWING_H
#define ASC_PLAY_GROWING_H

#include "core/json.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct asc_growing {
  char *text; /* malloc'ed; NULL: nothing was added */
  size_t length, capacity;
  bool failed;
} asc_growing;

void asc_growing_add(asc_growing *growing, const char *text, size_t length);
void asc_growing_text(asc_growing *growing, const char *text);
void asc_growing_char(asc_growing *growing, char c);
void asc_growing_format(asc_growing *growing, const char *format, ...) __attribute__((format(printf, 2, 3)));
void asc_growing_format_list(asc_growing *growing, const char *format, va_list args)
    __attribute__((format(printf, 2, 0)));
/* A stream whose bytes go there, for what prints; fclose ends it. NULL: no memory. */
FILE *asc_growing_file(asc_growing *growing);
/* JSON that is written there. */
asc_json asc_growing_json(asc_growing *growing);

#endif
