/* What went wrong, for programs (a code) and for people (one line).

   Functions that can fail return 0 or more when all is well and an ASC_E… code below 0 otherwise. Where they take an
   `asc_error`, they fill it with what a person needs to find the fault: the reason, and for text the place and the
   token. A caller who only wants the code passes NULL. Reasons are English; docs/page.md says how they are
   translated. */
#ifndef ASCONA_ERROR_H
#define ASCONA_ERROR_H

#include <ascona/export.h>

#include <stddef.h>

ASC_C_BEGIN

enum {
  ASC_OK = 0,
  ASC_E_INPUT = -1,   /* text, an option or a number that cannot be read */
  ASC_E_ILLEGAL = -2, /* readable, but the rules do not allow it */
  ASC_E_STATE = -3,   /* not possible now: nothing to undo, the game is over, … */
  ASC_E_MEMORY = -4,  /* out of memory */
  ASC_E_FILE = -5,    /* the system refused a file */
  ASC_E_SPACE = -6    /* the caller's buffer is too small */
};

#define ASC_REASON_MAX 320
#define ASC_CULPRIT_MAX 64

typedef struct asc_error {
  int line;                    /* from 1; 0 where the text has no lines */
  int column;                  /* from 1, in bytes; 0 where there is none */
  char token[ASC_CULPRIT_MAX]; /* what stands there, shortened if need be; "" where there is none */
  char reason[ASC_REASON_MAX]; /* one line for a person, without a full stop */
} asc_error;

/* Fills the error, if there is one, with a reason and without a place or a token, and returns `code`. For who writes a
   game, or an oracle. */
ASC_API int asc_fail(asc_error *error, int code, const char *format, ...)
#if defined(__GNUC__)
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* A few words for a code, for when there is no asc_error. */
ASC_API const char *asc_strerror(int code);

/* The whole error as one line: "line 3, column 7, 'c3-d4': a precursor moves at least two squares". */
ASC_API void asc_error_write(const asc_error *error, char *text, size_t size);

ASC_C_END

#endif
