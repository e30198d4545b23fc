/* A SQLite store as rows, and rows as one. */
#include "sqlite.h"

#include <stdio.h>
#include <string.h>

/* "SELECT a, b, c FROM t ORDER BY k", or "INSERT INTO t(a, b, c) VALUES(?, ?, ?)". */
static void sql_write(char *sql, size_t size, const asc_store_table *table, bool insert) {
  int length = snprintf(sql, size, "%s", insert ? "" : "SELECT ");
  if (insert) length += snprintf(sql + length, size - (size_t)length, "INSERT INTO %s(", table->name);
  for (int i = 0; i < ASC_STORE_CELLS && table->columns[i] != NULL; i++) {
    const char *form = !insert && strcmp(table->columns[i], "hash") == 0 ? "%slower(hex(%s))" : "%s%s";
    length += snprintf(sql + length, size - (size_t)length, form, i > 0 ? ", " : "", table->columns[i]);
  }
  if (!insert) {
    const char *some = strcmp(table->name, "meta") == 0 ? " WHERE key IN " ASC_STORE_META : "";
    (void)snprintf(sql + length, size - (size_t)length, " FROM %s%s ORDER BY %s", table->name, some, table->key);
    return;
  }
  length += snprintf(sql + length, size - (size_t)length, ") VALUES(");
  for (int i = 0; i < ASC_STORE_CELLS && table->columns[i] != NULL; i++)
    length += snprintf(sql + length, size - (size_t)length, i > 0 ? ", ?" : "?");
  (void)snprintf(sql + length, size - (size_t)length, ")");
}

static int table_dump(asc_sqlite_link *link, int table, const asc_store_sink *sink, asc_error *error) {
  char sql[512];
  sqlite3_stmt *statement = NULL;
  sql_write(sql, sizeof sql, &asc_store_tables[table], false);
  int result = sqlite3_prepare_v2(link->handle, sql, -1, &statement, NULL), code = ASC_OK;
  while (code == ASC_OK && result == SQLITE_OK && (result = sqlite3_step(statement)) == SQLITE_ROW) {
    asc_store_row row = {.table = table};
    for (int i = 0; i < sqlite3_column_count(statement); i++)
      row.cells[i] = (const char *)sqlite3_column_text(statement, i);
    code = sink->row(sink->data, &row, error);
    result = SQLITE_OK;
  }
  if (code == ASC_OK && result != SQLITE_DONE) code = asc_sqlite_fail(link, error);
  sqlite3_finalize(statement);
  return code;
}

int asc_sqlite_dump(void *database, const asc_store_sink *sink, asc_error *error) {
  asc_sqlite *sqlite = database;
  asc_sqlite_link link;
  int code = asc_sqlite_connect(&link, sqlite->path, SQLITE_OPEN_READONLY, error);
  if (code == ASC_OK) code = asc_sqlite_run(&link, "BEGIN", error);
  for (int i = 0; i < ASC_STORE_TABLES && code == ASC_OK; i++) code = table_dump(&link, i, sink, error);
  asc_sqlite_disconnect(&link);
  return code;
}

static int hex_digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

static int bind(sqlite3_stmt *statement, const asc_store_row *row) {
  int result = SQLITE_OK;
  const asc_store_table *table = &asc_store_tables[row->table];
  for (int i = 0; i < ASC_STORE_CELLS && table->columns[i] != NULL && result == SQLITE_OK; i++) {
    const char *cell = row->cells[i];
    uint8_t hash[ASC_STORE_HASH];
    if (strcmp(table->columns[i], "hash") != 0) {
      result = sqlite3_bind_text(statement, i + 1, cell, -1, SQLITE_STATIC);
      continue;
    }
    for (size_t k = 0; k < ASC_STORE_HASH; k++)
      hash[k] = (uint8_t)(hex_digit(cell[2 * k]) << 4 | hex_digit(cell[2 * k + 1]));
    result = sqlite3_bind_blob(statement, i + 1, hash, sizeof hash, SQLITE_TRANSIENT);
  }
  return result;
}

/* Statements of the writer's behind those of sqlite_write.c are of no use there: a store that is filled is closed. */
int asc_sqlite_fill(void *database, const asc_store_row *row, asc_error *error) {
  asc_sqlite *sqlite = database;
  asc_sqlite_link *link = &sqlite->writer;
  int code = ASC_OK;
  if (!sqlite->filling)
    code = asc_sqlite_run(link, "BEGIN IMMEDIATE; DELETE FROM meta WHERE key IN " ASC_STORE_META, error);
  if (code != ASC_OK) return code;
  sqlite->filling = row != NULL;
  if (row == NULL) return asc_sqlite_run(link, "COMMIT", error);
  sqlite3_stmt **statement = &link->statements[row->table];
  if (*statement == NULL) {
    char sql[512];
    sql_write(sql, sizeof sql, &asc_store_tables[row->table], true);
    if (sqlite3_prepare_v3(link->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) != SQLITE_OK)
      return asc_sqlite_fail(link, error);
  }
  if (bind(*statement, row) != SQLITE_OK || sqlite3_step(*statement) != SQLITE_DONE) {
    code = asc_sqlite_fail(link, error);
    sqlite3_reset(*statement);
    return code;
  }
  sqlite3_reset(*statement);
  return ASC_OK;
}
