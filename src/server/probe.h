/* GET /api/probe: tables of solved positions over HTTP, for every board that a folder holds. */
#ifndef ASC_SERVER_PROBE_H
#define ASC_SERVER_PROBE_H

#include <ascona/tables.h>

#include "server.h"
#include "solve/delta/table.h"

typedef struct web_probe {
  int count;
  struct {
    asc_rules *rules;
    asc_tables *tables;
  } boards[RETRO_BOARDS_MAX];
} web_probe;

/* Opens all boards that are there; none with `folder` NULL. ASC_E_INPUT: it holds none. Closing is right in any case.
 */
int web_probe_open(web_probe *probe, const char *folder, asc_error *error);
void web_probe_close(web_probe *probe);

/* As web_options wants it, with the web_probe as its data. */
int web_probe_answer(void *data, const web_query *query, char *text, size_t size);

#endif
