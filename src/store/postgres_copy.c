/* Copies of a PostgreSQL store: rows out of it and into it. */
#include "postgres.h"

#include <stdio.h>
#include <string.h>

enum { PAGE = 2000, ROUND = 1000 };

static const char *const insert_sql[STORE_TABLES] = {
    "INSERT INTO meta(key, value) VALUES($1, $2)",
    "INSERT INTO games(id, spec, state, secret, made, changed, deadline, turn, plies, about, wake, unplayed)"
    " VALUES($1, $2, $3, $4, $5, $6::bigint, $7, $8, $9::int, $10, $11, CASE WHEN $9::int = 0 THEN $6::bigint END)",
    "INSERT INTO seats(game, seat, person, engine) VALUES($1, $2, $3, $4)",
    "INSERT INTO events(game, seq, time, command, body) VALUES($1, $2, $3, $4, $5)",
    "INSERT INTO persons(id, name, made, seen, merged) VALUES($1, $2, $3, $4, $5)",
    "INSERT INTO secrets(hash, kind, id, person, game, seat, label, made, seen, expires, taken)"
    " VALUES(decode($1, 'hex'), $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    "INSERT INTO blocks(person, other) VALUES($1, $2)",
    "INSERT INTO marks(kind, id, stamp, uptime) VALUES($1, $2, $3, $4)",
    "INSERT INTO orders(number, what, id) OVERRIDING SYSTEM VALUE VALUES($1, $2, $3)",
};

/* ---- out ---- */

typedef struct dumping {
  const store_sink *sink;
  asc_error *error;
  int table, rows, code;
} dumping;

static void page_take(void *data, int number, const PGresult *rows) {
  dumping *own = data;
  (void)number;
  if (PQresultStatus(rows) != PGRES_TUPLES_OK) return;
  own->rows = PQntuples(rows);
  for (int i = 0; i < own->rows && own->code == ASC_OK; i++) {
    store_row row = {.table = own->table};
    for (int k = 0; k < PQnfields(rows) && k < STORE_CELLS; k++)
      row.cells[k] = PQgetisnull(rows, i, k) ? NULL : PQgetvalue(rows, i, k);
    own->code = own->sink->on_row(own->sink->data, &row, own->error);
  }
}

static int table_dump(store_postgres_link *link, dumping *own, asc_error *error) {
  const store_table *table = &store_tables[own->table];
  char sql[512], fetch[48];
  int length = snprintf(sql, sizeof sql, "DECLARE page NO SCROLL CURSOR FOR SELECT ");
  for (int i = 0; i < STORE_CELLS && table->columns[i] != NULL; i++) {
    const char *form = strcmp(table->columns[i], "hash") == 0 ? "%sencode(%s, 'hex')" : "%s%s";
    length += snprintf(sql + length, sizeof sql - (size_t)length, form, i > 0 ? ", " : "", table->columns[i]);
  }
  const char *some = own->table == 0 ? " WHERE key IN " STORE_META : "";
  (void)snprintf(sql + length, sizeof sql - (size_t)length, " FROM %s%s ORDER BY %s", table->name, some, table->key);
  (void)snprintf(fetch, sizeof fetch, "FETCH %d FROM page", PAGE);
  int code = store_postgres_run(link, sql, NULL, error);
  do {
    if (code != ASC_OK) return code;
    own->rows = 0;
    store_postgres_send_text(link, fetch);
    code = store_postgres_exchange(link, page_take, own, error);
    if (code == ASC_OK) code = own->code;
  } while (own->rows > 0);
  return code == ASC_OK ? store_postgres_run(link, "CLOSE page", NULL, error) : code;
}

int store_postgres_dump(void *database, const store_sink *sink, asc_error *error) {
  store_postgres_link link = store_postgres_link_make(database, NULL, 0, STORE_LONG_TASK);
  int code = store_postgres_connect(&link, error);
  if (code == ASC_OK) code = store_postgres_run(&link, "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY", NULL, error);
  for (int i = 0; i < STORE_TABLES && code == ASC_OK; i++) {
    dumping own = {.sink = sink, .error = error, .table = i};
    code = table_dump(&link, &own, error);
  }
  store_postgres_disconnect(&link);
  return code;
}

/* ---- in ---- */

static int fill_begin(store_postgres *own, asc_error *error) {
  store_postgres_link *link = &own->filler;
  *link = store_postgres_link_make(own, insert_sql, STORE_TABLES, STORE_LONG_TASK);
  int code = store_postgres_connect(link, error);
  if (code != ASC_OK) return code;
  store_postgres_send_text(link, "BEGIN");
  store_postgres_send_text(link, "DELETE FROM meta WHERE key IN " STORE_META);
  return store_postgres_exchange(link, NULL, NULL, error);
}

int store_postgres_fill(void *database, const store_row *row, asc_error *error) {
  store_postgres *own = database;
  store_postgres_link *link = &own->filler;
  int code = link->connection == NULL ? fill_begin(own, error) : ASC_OK;
  if (code != ASC_OK) return code;
  if (row == NULL) {
    store_postgres_send_text(link,
                             "SELECT setval(pg_get_serial_sequence('orders', 'number'), max(number)) FROM orders");
    store_postgres_send_text(link, "COMMIT");
    code = store_postgres_exchange(link, NULL, NULL, error);
    store_postgres_disconnect(link);
    return code;
  }
  char types[STORE_CELLS + 1];
  int count = 0;
  while (count < STORE_CELLS && store_tables[row->table].columns[count] != NULL) types[count++] = 't';
  types[count] = '\0';
  const char *const *cells = row->cells;
  store_postgres_send(link, row->table, types, cells[0], cells[1], cells[2], cells[3], cells[4], cells[5], cells[6],
                      cells[7], cells[8], cells[9], cells[10]);
  return link->sent < ROUND ? ASC_OK : store_postgres_exchange(link, NULL, NULL, error);
}
