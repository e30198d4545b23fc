/* GET /api/probe and /api/tables: tables of solved positions over HTTP, for every board that a folder holds. */
#ifndef ASC_SERVER_PROBE_H
#define ASC_SERVER_PROBE_H

#include <ascona/tablebase.h>

#include "solve/delta/table.h"

typedef struct web_probe {
  int count;
  struct {
    asc_rules *rules;
    asc_tablebase *tables;
  } boards[ASC_TABLEBASE_BOARDS_MAX];
} web_probe;

/* GET /api/…?key=value&… */
enum { WEB_ARGUMENTS_MAX = 4, WEB_ARGUMENT_MAX = 1024 };
typedef struct web_query {
  int count;
  char arguments[WEB_ARGUMENTS_MAX][WEB_ARGUMENT_MAX]; /* "key=value", percent signs resolved; any bytes but zeros */
} web_query;

/* Opens all boards that are there; none with `folder` NULL. ASC_E_INPUT: it holds none. Closing is right in any case.
 */
int asc_web_probe_open(web_probe *probe, const char *folder, asc_error *error);
void asc_web_probe_close(web_probe *probe);
/* How many files it keeps open. */
int asc_web_probe_files(const web_probe *probe);

/* Writes the answer, a line of JSON of less than `size` bytes, and returns its status. It takes no more than a moment:
   meanwhile nobody is served. */
int asc_web_probe_answer(const web_probe *probe, const web_query *query, char *text, size_t size);
/* The same of which games there are tables: {"games": ["delta"]}. */
int asc_web_tables_answer(const web_probe *probe, char *text, size_t size);
/* The answer {"error": REASON}; returns `status`. */
int asc_web_refuse(int status, const char *reason, char *text, size_t size);

#endif
