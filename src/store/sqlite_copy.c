/* Copies of a SQLite store: of the file as a whole, and row by row from and to another store. */
#include "sqlite.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- the file as a whole ---- */

/* One step takes all pages as of one moment. In WAL nobody waits for that. */
static int copy_pages(store_sqlite_link *from, const char *path, asc_error *error) {
  store_sqlite_link to;
  int code = store_sqlite_connect(&to, path, SQLITE_OPEN_READWRITE, error);
  if (code == ASC_OK) {
    sqlite3_backup *backup = sqlite3_backup_init(to.handle, "main", from->handle, "main");
    int result = backup == NULL ? SQLITE_ERROR : sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
    if (result == SQLITE_DONE)
      code = store_sqlite_run(&to, "PRAGMA journal_mode=DELETE", error);
    else
      code = store_sqlite_fail(sqlite3_errcode(from->handle) != SQLITE_OK ? from : &to, error);
  }
  store_sqlite_disconnect(&to);
  return code;
}

static int sync_file(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  int result = file >= 0 ? fsync(file) : -1, why = errno;
  if (file >= 0) close(file);
  errno = why;
  return result;
}

int store_sqlite_copy(store_sqlite_link *link, const char *path, asc_error *error) {
  char beside[4096];
  if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= (int)sizeof beside)
    return asc_error_set(error, ASC_E_INPUT, "%s: the name is too long", path);
  int file = mkstemp(beside);
  if (file < 0) return asc_error_set(error, ASC_E_FILE, "%s: %s", path, strerror(errno));
  close(file);
  int code = copy_pages(link, beside, error);
  if (code == ASC_OK && (sync_file(beside) != 0 || rename(beside, path) != 0))
    code = asc_error_set(error, ASC_E_FILE, "%s: %s", path, strerror(errno));
  if (code == ASC_OK)
    asc_file_sync_folder(path);
  else
    (void)unlink(beside);
  return code;
}

int store_sqlite_backup(void *database, const char *path, asc_error *error) {
  store_sqlite *sqlite = database;
  struct stat found;
  if (stat(path, &found) == 0) return asc_error_set(error, ASC_E_INPUT, "%s: already exists; name a new file", path);
  store_sqlite_link link;
  int code = store_sqlite_connect(&link, sqlite->path, SQLITE_OPEN_READONLY, error);
  if (code == ASC_OK) code = store_sqlite_copy(&link, path, error);
  store_sqlite_disconnect(&link);
  return code;
}

/* ---- rows ---- */

/* Writes "SELECT a, b, c FROM t ORDER BY k", or "INSERT INTO t(a, b, c) VALUES(?, ?, ?)". */
static void sql_write(char *sql, size_t size, const store_table *table, bool insert) {
  int length = snprintf(sql, size, "%s", insert ? "" : "SELECT ");
  if (insert) length += snprintf(sql + length, size - (size_t)length, "INSERT INTO %s(", table->name);
  for (int i = 0; i < STORE_CELLS && table->columns[i] != NULL; i++) {
    const char *form = !insert && strcmp(table->columns[i], "hash") == 0 ? "%slower(hex(%s))" : "%s%s";
    length += snprintf(sql + length, size - (size_t)length, form, i > 0 ? ", " : "", table->columns[i]);
  }
  if (!insert) {
    const char *some = strcmp(table->name, "meta") == 0 ? " WHERE key IN " STORE_META : "";
    (void)snprintf(sql + length, size - (size_t)length, " FROM %s%s ORDER BY %s", table->name, some, table->key);
    return;
  }
  length += snprintf(sql + length, size - (size_t)length, ") VALUES(");
  for (int i = 0; i < STORE_CELLS && table->columns[i] != NULL; i++)
    length += snprintf(sql + length, size - (size_t)length, i > 0 ? ", ?" : "?");
  (void)snprintf(sql + length, size - (size_t)length, ")");
}

static int table_dump(store_sqlite_link *link, int table, const store_sink *sink, asc_error *error) {
  char sql[512];
  sqlite3_stmt *statement = NULL;
  sql_write(sql, sizeof sql, &store_tables[table], false);
  int result = sqlite3_prepare_v2(link->handle, sql, -1, &statement, NULL), code = ASC_OK;
  while (code == ASC_OK && result == SQLITE_OK && (result = sqlite3_step(statement)) == SQLITE_ROW) {
    store_row row = {.table = table};
    for (int i = 0; i < sqlite3_column_count(statement); i++)
      row.cells[i] = (const char *)sqlite3_column_text(statement, i);
    code = sink->on_row(sink->data, &row, error);
    result = SQLITE_OK;
  }
  if (code == ASC_OK && result != SQLITE_DONE) code = store_sqlite_fail(link, error);
  sqlite3_finalize(statement);
  return code;
}

int store_sqlite_dump(void *database, const store_sink *sink, asc_error *error) {
  store_sqlite *sqlite = database;
  store_sqlite_link link;
  int code = store_sqlite_connect(&link, sqlite->path, SQLITE_OPEN_READONLY, error);
  if (code == ASC_OK) code = store_sqlite_run(&link, "BEGIN", error);
  for (int i = 0; i < STORE_TABLES && code == ASC_OK; i++) code = table_dump(&link, i, sink, error);
  store_sqlite_disconnect(&link);
  return code;
}

static int hex_digit(char c) { return c <= '9' ? c - '0' : c - 'a' + 10; }

static int bind(sqlite3_stmt *statement, const store_row *row) {
  int result = SQLITE_OK;
  const store_table *table = &store_tables[row->table];
  for (int i = 0; i < STORE_CELLS && table->columns[i] != NULL && result == SQLITE_OK; i++) {
    const char *cell = row->cells[i];
    uint8_t hash[STORE_HASH];
    if (strcmp(table->columns[i], "hash") != 0) {
      result = sqlite3_bind_text(statement, i + 1, cell, -1, SQLITE_STATIC);
      continue;
    }
    for (size_t k = 0; k < STORE_HASH; k++)
      hash[k] = (uint8_t)(hex_digit(cell[2 * k]) << 4 | hex_digit(cell[2 * k + 1]));
    result = sqlite3_bind_blob(statement, i + 1, hash, sizeof hash, SQLITE_TRANSIENT);
  }
  return result;
}

int store_sqlite_fill(void *database, const store_row *row, asc_error *error) {
  store_sqlite *sqlite = database;
  store_sqlite_link *link = &sqlite->game;
  int code = ASC_OK;
  if (!sqlite->is_filling)
    code = store_sqlite_run(link, "BEGIN IMMEDIATE; DELETE FROM meta WHERE key IN " STORE_META, error);
  if (code != ASC_OK) return code;
  sqlite->is_filling = row != NULL;
  if (row == NULL) return store_sqlite_run(link, "COMMIT", error);
  sqlite3_stmt **statement = &sqlite->inserts[row->table];
  if (*statement == NULL) {
    char sql[512];
    sql_write(sql, sizeof sql, &store_tables[row->table], true);
    if (sqlite3_prepare_v3(link->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL) != SQLITE_OK)
      return store_sqlite_fail(link, error);
  }
  if (bind(*statement, row) != SQLITE_OK || sqlite3_step(*statement) != SQLITE_DONE) {
    code = store_sqlite_fail(link, error);
    sqlite3_reset(*statement);
    return code;
  }
  sqlite3_reset(*statement);
  return ASC_OK;
}
