/* The games of a match as records, and the file they are kept in: a log of one record behind the other, each with an
   empty line behind it, and on the disk before its game is told of.

   Besides the tags that all records have:

   Match     all that the games of the match depend on; resuming compares it
   Round     the number of the game, from 1
   Opening   how many plies of the game are its opening, rolls included
   Effort    for each seat "moves/nodes/depths/microseconds/late", with a space between the seats
   Forfeit   the seats that were taken out of the game, and why */
#ifndef ASC_MATCH_KEEP_H
#define ASC_MATCH_KEEP_H

#include <ascona/record.h>

#include "stats.h"

/* The record of a finished game, ready for the file of the match, and back. */
int asc_match_record_write(const asc_match_setup *setup, int number, const asc_play *play,
                           const asc_match_result *result, char **text, size_t *length);
/* The number of a game of this match, or -1 for a record of something else, or ASC_E_MEMORY. */
int asc_match_record_read(const asc_match_setup *setup, const asc_record *record, const asc_summary *summary,
                          asc_match_result *result);

typedef struct asc_match_keep {
  int file; /* -1: none */
  const char *path;
  char *stump; /* it ended with half a record, which is in this file now; NULL: it did not */
} asc_match_keep;

/* Opens the file, which no other match may write to meanwhile; `path` NULL: none. With results, those of the games of
   this match that are there are entered, and it is an error that there are others alone. */
int asc_match_keep_open(asc_match_keep *keep, const char *path, const asc_match_setup *setup, asc_match_result *results,
                        asc_match_error *error);
/* A record behind the others, with a newline in the place of its zero byte. */
int asc_match_keep_add(asc_match_keep *keep, char *text, size_t length, asc_error *error);
void asc_match_keep_close(asc_match_keep *keep);

#endif
