/* All games of a store as records, one after the other, while a server may be writing. What the events mean is for the
   caller to know: he makes the record of a game, and the names, the date and the writing are done here. */
#ifndef ASC_STORE_EXPORT_H
#define ASC_STORE_EXPORT_H

#include "store.h"

#include <ascona/record.h>

typedef struct asc_store_exporter {
  asc_record_format form;
  unsigned states; /* of the games, as bits 1 << state */
  /* The record of game->games[0], from game->events, which are all. *record stays NULL where there is nothing to write;
     a code other than ASC_E_MEMORY passes over the game, which counts as broken. */
  int (*make)(void *data, const asc_job *game, asc_record **record, asc_error *error);
  /* Takes a piece of the text; a code below 0 ends it. */
  int (*put)(void *data, const char *text, size_t length, asc_error *error);
  void *data;
} asc_store_exporter;

typedef struct asc_store_exported {
  int64_t games, empty, broken;
} asc_store_exported;

/* Blocks. */
int asc_store_export(asc_store *store, const asc_store_exporter *exporter, asc_store_exported *exported,
                     asc_error *error);

#endif
