/* The schema in SQLite and its upgrades. docs/store.md says what each column means.

   Times are milliseconds. A time that can be missing is NULL then, so that an index leaves it out. Tables with a
   natural key are stored by it (WITHOUT ROWID), so that the events of a game lie together. */
#include "sqlite.h"

#include "base/secret.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

enum { APPLICATION = 0x4173636f }; /* "Asco" in the file's header */

static const char *const versions[] = {
    "CREATE TABLE meta(key TEXT PRIMARY KEY, value) WITHOUT ROWID;"
    "CREATE TABLE games(id TEXT PRIMARY KEY, spec TEXT NOT NULL, state INTEGER NOT NULL, secret INTEGER NOT NULL,"
    " made INTEGER NOT NULL, changed INTEGER NOT NULL, deadline INTEGER, turn INTEGER NOT NULL, plies INTEGER NOT NULL,"
    " about TEXT) WITHOUT ROWID;"
    "CREATE INDEX games_deadline ON games(deadline) WHERE deadline IS NOT NULL;"
    "CREATE INDEX games_unplayed ON games(changed) WHERE plies = 0;"
    "CREATE TABLE seats(game TEXT NOT NULL, seat INTEGER NOT NULL, person TEXT, engine INTEGER NOT NULL,"
    " PRIMARY KEY(game, seat)) WITHOUT ROWID;"
    "CREATE INDEX seats_person ON seats(person) WHERE person IS NOT NULL;"
    "CREATE TABLE events(game TEXT NOT NULL, seq INTEGER NOT NULL, time INTEGER NOT NULL, command TEXT,"
    " body TEXT NOT NULL, PRIMARY KEY(game, seq)) WITHOUT ROWID;"
    "CREATE TABLE persons(id TEXT PRIMARY KEY, name TEXT NOT NULL, made INTEGER NOT NULL, seen INTEGER NOT NULL,"
    " merged TEXT) WITHOUT ROWID;"
    "CREATE INDEX persons_seen ON persons(seen) WHERE merged IS NULL;"
    "CREATE INDEX persons_merged ON persons(merged) WHERE merged IS NOT NULL;"
    "CREATE TABLE secrets(hash BLOB PRIMARY KEY, kind INTEGER NOT NULL, id TEXT, person TEXT NOT NULL, game TEXT,"
    " seat INTEGER NOT NULL, label TEXT, made INTEGER NOT NULL, seen INTEGER NOT NULL, expires INTEGER, taken TEXT)"
    " WITHOUT ROWID;"
    "CREATE INDEX secrets_person ON secrets(person);"
    "CREATE INDEX secrets_game ON secrets(game) WHERE game IS NOT NULL;"
    "CREATE INDEX secrets_expires ON secrets(expires) WHERE expires IS NOT NULL;"
    "CREATE TABLE blocks(person TEXT NOT NULL, other TEXT NOT NULL, PRIMARY KEY(person, other)) WITHOUT ROWID;"
    "CREATE INDEX blocks_other ON blocks(other);",
    /* `wake`: when to look at a game again, at most its deadline and moved far less often (sqlite_write.c, PLY). */
    "ALTER TABLE games ADD COLUMN wake INTEGER;"
    "UPDATE games SET wake = deadline;"
    "DROP INDEX games_deadline;"
    "CREATE INDEX games_wake ON games(wake) WHERE wake IS NOT NULL;",
    /* Marks rows that are too old, with the uptime at that moment; a later sweep deletes them. */
    "CREATE TABLE marks(kind INTEGER NOT NULL, id TEXT NOT NULL, stamp INTEGER NOT NULL, uptime INTEGER NOT NULL,"
    " PRIMARY KEY(kind, id)) WITHOUT ROWID;"
    "INSERT INTO meta VALUES('uptime', 0);",
    /* Orders of the host, which were lines in a file before. */
    "CREATE TABLE orders(number INTEGER PRIMARY KEY AUTOINCREMENT, what TEXT NOT NULL, id TEXT NOT NULL);",
};

const store_sqlite_schema store_sqlite_schema_current = {versions, sizeof versions / sizeof *versions};

/* Reads the version of a database; 0: it is empty. */
static int version_read(store_sqlite_link *link, int *version, asc_error *error) {
  int64_t number = 0, tables = 0, application = 0;
  int code = store_sqlite_number(link, "PRAGMA user_version", &number, error);
  if (code == ASC_OK) code = store_sqlite_number(link, "PRAGMA application_id", &application, error);
  if (code == ASC_OK) code = store_sqlite_number(link, "SELECT count(*) FROM sqlite_schema", &tables, error);
  if (code != ASC_OK) return code;
  if (tables > 0 && application != APPLICATION)
    return asc_error_set(error, ASC_E_INPUT, "%s: belongs to another program; use another database", link->path);
  *version = tables > 0 ? (int)number : 0;
  return ASC_OK;
}

static int too_new(const store_sqlite_link *link, int version, int known, asc_error *error) {
  return asc_error_set(error, ASC_E_INPUT,
                       "%s: its schema is version %d, this program only knows %d; use a newer version of Ascona",
                       link->path, version, known);
}

int store_sqlite_recognise(store_sqlite_link *link, const store_sqlite_schema *schema, asc_error *error) {
  int version = 0, code = version_read(link, &version, error);
  if (code != ASC_OK) return code;
  if (version > schema->count) return too_new(link, version, schema->count, error);
  if (version < schema->count)
    return asc_error_set(error, ASC_E_INPUT,
                         "%s: its schema is version %d, not %d; start ascona serve with it once to upgrade it",
                         link->path, version, schema->count);
  return ASC_OK;
}

/* Under the write lock: another process may have done it in the meantime. */
static int upgrade_locked(store_sqlite_link *link, const store_sqlite_schema *schema, asc_error *error) {
  char id[ASC_ID_TEXT_SIZE], sql[160];
  int version = 0, code = version_read(link, &version, error);
  for (int i = version; code == ASC_OK && i < schema->count; i++) {
    code = store_sqlite_run(link, schema->versions[i], error);
    if (code != ASC_OK || i > 0) continue;
    code = asc_secret_make(ASC_ID_BITS, id, error);
    (void)snprintf(sql, sizeof sql, "INSERT INTO meta VALUES('id','%s'),('heartbeat',0); PRAGMA application_id=%d", id,
                   APPLICATION);
    if (code == ASC_OK) code = store_sqlite_run(link, sql, error);
  }
  (void)snprintf(sql, sizeof sql, "PRAGMA user_version=%d; COMMIT", schema->count);
  return code == ASC_OK ? store_sqlite_run(link, sql, error) : code;
}

int store_sqlite_upgrade(store_sqlite_link *link, const store_sqlite_schema *schema, asc_error *error) {
  int version = 0, code = version_read(link, &version, error);
  if (code != ASC_OK || version == schema->count) return code;
  if (version > schema->count) return too_new(link, version, schema->count, error);
  if (version > 0) {
    char beside[4096];
    if (snprintf(beside, sizeof beside, "%s.schema-%d.bak", link->path, version) >= (int)sizeof beside)
      return asc_error_set(error, ASC_E_INPUT, "%s: the name is too long", link->path);
    code = store_sqlite_copy(link, beside, error);
    if (code != ASC_OK) return code;
  }
  code = store_sqlite_run(link, "BEGIN IMMEDIATE", error);
  if (code != ASC_OK) return code;
  code = upgrade_locked(link, schema, error);
  if (code != ASC_OK) (void)store_sqlite_run(link, "ROLLBACK", NULL);
  return code;
}

/* ---- order files of earlier versions ---- */

static int order_move(store_sqlite_link *link, char *line, asc_error *error) {
  char what[16], id[40];
  if (sscanf(line, "%15s %39s", what, id) != 2) return ASC_OK;
  sqlite3_stmt *insert = store_sqlite_bind(link,
                                           "INSERT INTO orders(what, id) SELECT ?1, ?2 WHERE NOT EXISTS"
                                           " (SELECT 1 FROM orders WHERE what = ?1 AND id = ?2)",
                                           "tt", what, id);
  return store_sqlite_change(link, insert) >= 0 ? ASC_OK : store_sqlite_fail(link, error);
}

/* Moves the orders of one file in one transaction, then deletes the file. If that is interrupted, the next start finds
   them in the table and adds none twice. */
static int order_file_move(store_sqlite_link *link, const char *path, asc_error *error) {
  char line[80];
  FILE *file = fopen(path, "re");
  if (file == NULL) return errno == ENOENT ? ASC_OK : asc_error_set(error, ASC_E_FILE, "%s: %s", path, strerror(errno));
  int code = store_sqlite_run(link, "BEGIN IMMEDIATE", error);
  while (code == ASC_OK && fgets(line, sizeof line, file) != NULL) code = order_move(link, line, error);
  if (code == ASC_OK && ferror(file)) code = asc_error_set(error, ASC_E_FILE, "%s: can't be read", path);
  (void)fclose(file);
  if (code == ASC_OK) code = store_sqlite_run(link, "COMMIT", error);
  if (code == ASC_OK)
    (void)unlink(path);
  else if (!sqlite3_get_autocommit(link->handle))
    (void)store_sqlite_run(link, "ROLLBACK", NULL);
  return code;
}

/* FILE.orders.taken are orders that a server had begun to carry out. FILE.orders is renamed first, because a host may
   be adding to it. */
int store_sqlite_move_orders(store_sqlite_link *link, asc_error *error) {
  char given[4096], taken[4096];
  if (snprintf(given, sizeof given, "%s.orders", link->path) >= (int)sizeof given ||
      snprintf(taken, sizeof taken, "%s.orders.taken", link->path) >= (int)sizeof taken)
    return asc_error_set(error, ASC_E_INPUT, "%s: the name is too long", link->path);
  int code = order_file_move(link, taken, error);
  if (code != ASC_OK || rename(given, taken) != 0) return code;
  return order_file_move(link, taken, error);
}
