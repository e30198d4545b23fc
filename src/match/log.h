/* The games of a match as records, and the log file that they are saved in. The file holds one record after the other,
   each followed by an empty line. A record is synced to disk before its game is reported.

   The records have these additional tags:

     Match     everything that the games of the match depend on; resuming compares it
     Round     the number of the game, from 1
     Opening   the number of plies that belong to the opening, including rolls
     Effort    for each seat "moves/nodes/depths/microseconds/late", separated by spaces
     Forfeit   the seats that forfeited the game, and why */
#ifndef ASC_MATCH_LOG_H
#define ASC_MATCH_LOG_H

#include <ascona/record.h>

#include "stats.h"

/* Writes the record of a finished game. *text is freed by the caller. Returns ASC_OK or an error code. */
int match_record_write(const match_setup *setup, int number, const asc_play *play, const match_result *result,
                       char **text, size_t *length);
/* Reads a record back into *result. Returns the number of the game, -1 if the record does not belong to this match, or
   ASC_E_MEMORY. The caller frees result->forfeit_reason. */
int match_record_read(const match_setup *setup, const asc_record *record, const asc_record_summary *summary,
                      match_result *result);

typedef struct match_log {
  int fd;             /* -1: no file */
  const char *path;   /* owned by the caller */
  char *partial_path; /* file that an incomplete last record was moved to; NULL: the log was complete */
} match_log;

/* Opens the file and locks it against other matches; `path` NULL: no file. If the file ends with an incomplete record,
   moves that to another file. If `results` is not NULL, reads the games of this match into results[number]; it is an
   error if the file holds only something else. Returns ASC_OK, or an error code with the log closed. */
int match_log_open(match_log *log, const char *path, const match_setup *setup, match_result *results,
                   match_error *error);
/* Appends a record and syncs it to disk. Replaces the zero byte at text[length] by a newline. Returns ASC_OK or an
   error code; does nothing without a file. */
int match_log_append(match_log *log, char *text, size_t length, asc_error *error);
void match_log_close(match_log *log);

#endif
