/* Errors: a code for programs, and one line of English for people.

   Functions that can fail return 0 or more on success and an ASC_E_… code below 0 otherwise. If they take an
   `asc_error *`, they fill it with the reason, and for text input with the line, column and token at fault. Pass NULL
   if the code is enough. On success the error is left as it was.

   Reasons are English sentences. docs/page.md explains how they are translated. */
#ifndef ASCONA_ERROR_H
#define ASCONA_ERROR_H

#include <ascona/export.h>

#include <stddef.h>

ASC_C_BEGIN

enum {
  ASC_OK = 0,
  ASC_E_INPUT = -1,   /* a text, an option or a number can't be read */
  ASC_E_ILLEGAL = -2, /* it can be read, but the rules forbid it */
  ASC_E_STATE = -3,   /* not possible now: there is nothing to undo, the game is over, … */
  ASC_E_MEMORY = -4,  /* out of memory */
  ASC_E_FILE = -5,    /* the operating system reported an error for a file or a device */
  ASC_E_BUFFER = -6   /* the caller's buffer is too small */
};

#define ASC_REASON_MAX 320     /* bytes of a reason, with the zero byte */
#define ASC_ERROR_TOKEN_MAX 64 /* bytes of a token, with the zero byte */

typedef struct asc_error {
  int line;                        /* counted from 1; 0 if the input has no lines */
  int column;                      /* in bytes, counted from 1; 0 if unknown */
  char token[ASC_ERROR_TOKEN_MAX]; /* the text at fault, shortened if necessary; "" if there is none */
  char reason[ASC_REASON_MAX];     /* one line for people, without a full stop */
} asc_error;

/* Fills `error` with a reason, formatted as by printf, and clears its line, column and token. Returns `code`, so that a
   function can write `return asc_error_set(error, ASC_E_INPUT, …)`. `error` may be NULL; a long reason is cut. For
   authors of games and oracles. */
ASC_API int asc_error_set(asc_error *error, int code, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Returns a few words for a code, such as "out of memory"; "no error" for 0 and above, "unknown error" for any other
   number. The text is static. */
ASC_API const char *asc_strerror(int code);

/* Writes the whole error as one line: "line 3, column 7, 'c3-d4': a precursor moves at least two squares". The text is
   cut if it does not fit into `size` bytes, and ends with a zero byte unless `size` is 0. */
ASC_API void asc_error_write(const asc_error *error, char *text, size_t size);

ASC_C_END

#endif
