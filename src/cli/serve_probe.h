/* GET /api/probe: tables of solved positions over HTTP, for every board that a folder holds. */
#ifndef ASC_CLI_SERVE_PROBE_H
#define ASC_CLI_SERVE_PROBE_H

#include "cli.h"
#include "server/server.h"

enum { SERVE_BOARDS_MAX = 16 };

typedef struct serve_tables {
  int count;
  struct {
    asc_rules *rules;
    asc_tables *tables;
  } boards[SERVE_BOARDS_MAX];
} serve_tables;

/* Opens all boards that are there; none with `folder` NULL. CLI_OK, or a status after the error was printed; closing is
   right in any case. */
int serve_tables_open(serve_tables *tables, const char *folder);
void serve_tables_close(serve_tables *tables);

/* As web_options wants it. */
int serve_tables_answer(const serve_tables *tables, const web_query *query, char *text, size_t size);

#endif
