/* What was found right already, kept beside the tables so that a check that was broken off goes on. A line is worth
   something only while the digests of the layer and of the next one, whose values its own follow from, are the same:
   main.c makes sure of both before it skips a row. */
#ifndef CHECK_NOTES_H
#define CHECK_NOTES_H

#include "table.h"

typedef struct notes notes;

notes *notes_read(const char *dir, int size, int pawns);
/* How many rows of the layer are done, from the first on. `next` is null for the last layer. */
uint64_t notes_done(const notes *in, const table *file, const table *next);
/* Notes that so many are, and writes the file anew. Where that is not possible it is said once. */
void notes_put(notes *in, const table *file, const table *next, uint64_t rows);

#endif
