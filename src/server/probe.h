/* GET /api/probe and /api/tables: tablebases over HTTP, for every board that a folder has tables of. */
#ifndef ASC_SERVER_PROBE_H
#define ASC_SERVER_PROBE_H

#include <ascona/tablebase.h>

#include "solve/delta/table.h"

typedef struct http_probe {
  int count;
  struct {
    asc_rules *rules;
    asc_tablebase *tables;
  } boards[ASC_TABLEBASE_BOARDS_MAX];
} http_probe;

/* The arguments of a query. */
enum { HTTP_ARGUMENTS_MAX = 4, HTTP_ARGUMENT_MAX = 1024 };
typedef struct http_query {
  int count;
  char arguments[HTTP_ARGUMENTS_MAX][HTTP_ARGUMENT_MAX]; /* "name=value", decoded; any bytes except NUL */
} http_query;

/* Opens all boards of the folder; none if it is NULL. Returns ASC_E_INPUT if there are none. Close it in any case. */
int http_probe_open(http_probe *probe, const char *folder, asc_error *error);
void http_probe_close(http_probe *probe);
/* Returns the number of files that it keeps open. */
int http_probe_files(const http_probe *probe);

/* Writes the response, a line of JSON of less than `size` bytes, and returns its status. It takes microseconds, in
   which nobody else is served. */
int http_probe_respond(const http_probe *probe, const http_query *query, char *text, size_t size);
/* The same for the games that there are tables of: {"games": ["delta"]}. */
int http_tables_respond(const http_probe *probe, char *text, size_t size);
/* Writes the response {"error": REASON} and returns `status`. */
int http_error_write(int status, const char *reason, char *text, size_t size);

#endif
