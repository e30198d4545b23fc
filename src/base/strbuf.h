/* A string buffer that grows, so that output is complete before any of it is shown or saved. Start with {0}; the owner
   frees `text`. If memory runs out, `failed` is set and nothing more is added: it is enough to check that at the
   end. */
#ifndef ASC_BASE_STRBUF_H
#define ASC_BASE_STRBUF_H

#include <ascona/error.h>

#include "json.h"

#include <stdarg.h>
#include <stdio.h>

typedef struct asc_strbuf {
  char *text; /* malloc'ed, ends with a NUL; NULL: nothing was added */
  size_t length, capacity;
  bool failed;
} asc_strbuf;

/* Each adds to the end of the text. */
void asc_strbuf_add(asc_strbuf *buffer, const char *text, size_t length);
void asc_strbuf_add_text(asc_strbuf *buffer, const char *text);
void asc_strbuf_add_char(asc_strbuf *buffer, char c);
void asc_strbuf_format(asc_strbuf *buffer, const char *format, ...) __attribute__((format(printf, 2, 3)));
void asc_strbuf_vformat(asc_strbuf *buffer, const char *format, va_list args) __attribute__((format(printf, 2, 0)));
/* Returns a stream that adds to the buffer, for functions that print; the caller closes it with fclose. NULL if memory
   ran out. Not in WebAssembly. */
FILE *asc_strbuf_stream(asc_strbuf *buffer);
/* Hands the text over to the caller, who frees *text and does not use the buffer any more. Returns ASC_OK, or
   ASC_E_MEMORY with *text NULL if memory ran out on the way or nothing was added. */
int asc_strbuf_take(asc_strbuf *buffer, char **text, size_t *length);
/* Returns a JSON writer that adds to the buffer. */
asc_json asc_strbuf_json(asc_strbuf *buffer);

#endif
