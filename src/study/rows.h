/* The texts of a game's folder that are tables: a line is a row, its fields have bars between them, and blanks around
   them do not count. Empty lines and lines that begin with # are no rows. docs/formats.md says what the fields mean. */
#ifndef ASC_STUDY_ROWS_H
#define ASC_STUDY_ROWS_H

#include <ascona/error.h>

enum { ASC_ROW_MAX = 1024, ASC_ROW_FIELDS = 6 };

typedef struct asc_row {
  int line;                     /* its number, from 1; 0 before the first */
  int count;                    /* of its fields; those from ASC_ROW_FIELDS on are only counted */
  char *fields[ASC_ROW_FIELDS]; /* the rest are "" */
  char text[ASC_ROW_MAX];
} asc_row;

/* The next row of *text, which then is what follows. 1, or 0 when there is none, or ASC_E_INPUT. */
int asc_row_next(asc_row *row, const char **text, asc_error *error);
/* asc_fail with the line of the row. Returns ASC_E_INPUT. */
int asc_row_fail(const asc_row *row, asc_error *error, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
