/* Notes next to the tables of rows that were found correct, so that an interrupted check can resume.

   A note is valid only while the digests of its layer and of the next layer are unchanged, because the values follow
   from the next layer. main.c verifies both digests before it skips a row. */
#ifndef CHECK_NOTES_H
#define CHECK_NOTES_H

#include "file.h"

typedef struct check_notes check_notes;

/* Allocates the notes and reads the file, if there is one. Ends the program if memory runs out. */
check_notes *check_notes_open(const char *dir, int size, int pawns);
/* Returns how many rows of the layer are done, counted from the first. `next` is NULL for the last layer. */
uint64_t check_notes_rows_done(const check_notes *notes, const check_file *file, const check_file *next);
/* Notes that the first `rows` rows are done and rewrites the file. If that fails, prints an error the first time
   only. */
void check_notes_add(check_notes *notes, const check_file *file, const check_file *next, uint64_t rows);

#endif
