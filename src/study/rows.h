/* Reads the text files of a game's folder that are made of rows: one row per line, fields separated by `|`.

   Blanks around a field are ignored. Empty lines and lines that start with # are skipped. docs/formats.md describes the
   fields of each file. */
#ifndef ASC_STUDY_ROWS_H
#define ASC_STUDY_ROWS_H

#include "base/text.h"

enum { ASC_ROW_MAX = 1024, ASC_ROW_FIELDS_MAX = 6 };

typedef struct asc_row {
  asc_span where;                   /* its line from 1, for errors; 0 before the first row */
  int field_count;                  /* may exceed ASC_ROW_FIELDS_MAX; further fields are counted but dropped */
  char *fields[ASC_ROW_FIELDS_MAX]; /* point into `text`; missing fields are "" */
  char text[ASC_ROW_MAX];
} asc_row;

/* Reads the next row of *text and advances *text past it. Returns 1, 0 at the end, or ASC_E_INPUT for a line that is
   too long. `row` must be all zero before the first call. `error` may be NULL. */
int asc_row_next(asc_row *row, const char **text, asc_error *error);

#endif
