/* All games of a store as records, one after the other, also while a server writes. The caller makes the record of a
   game from its events, because the store does not interpret them. Names, date and text are added here. */
#ifndef ASC_STORE_EXPORT_H
#define ASC_STORE_EXPORT_H

#include "store.h"

#include <ascona/record.h>

typedef struct store_exporter {
  asc_record_format format;
  unsigned states; /* of the games to export, as bits 1 << state */
  /* Makes the record of game->games[0] from game->events, which are all of its events. *record stays NULL if there is
     nothing to write. After an error other than ASC_E_MEMORY the game is skipped and counts as broken. */
  int (*make)(void *data, const store_job *game, asc_record **record, asc_error *error);
  /* Takes the next piece of the text. A negative code ends the export. */
  int (*put)(void *data, const char *text, size_t length, asc_error *error);
  void *data;
} store_exporter;

typedef struct store_exported {
  int64_t games, empty, broken;
} store_exported;

/* Reads one game after the other and blocks meanwhile. */
int store_export(store_db *db, const store_exporter *exporter, store_exported *exported, asc_error *error);

#endif
