/* The schema, and how a database comes to have it. docs/store.md says what each column means.

   Times are milliseconds; where one can be missing it is NULL, so that an index leaves it out. What has a natural key
   is stored by it (WITHOUT ROWID): the events of a game lie together. */
#include "sqlite.h"

#include "base/secret.h"

#include <stdio.h>

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
    /* When to look at a game again: not later than its deadline, and moved far more seldom (sqlite_write.c, PLY). */
    "ALTER TABLE games ADD COLUMN wake INTEGER;"
    "UPDATE games SET wake = deadline;"
    "DROP INDEX games_deadline;"
    "CREATE INDEX games_wake ON games(wake) WHERE wake IS NOT NULL;",
    /* Marks rows that are too old, with the uptime at that moment; a later sweep deletes them. */
    "CREATE TABLE marks(kind INTEGER NOT NULL, id TEXT NOT NULL, stamp INTEGER NOT NULL, uptime INTEGER NOT NULL,"
    " PRIMARY KEY(kind, id)) WITHOUT ROWID;"
    "INSERT INTO meta VALUES('uptime', 0);",
};

const asc_sqlite_schema asc_sqlite_schema_now = {versions, sizeof versions / sizeof *versions};

/* Which version a database has; 0: it is empty. */
static int version_read(asc_sqlite_link *link, int *version, asc_error *error) {
  int64_t number = 0, tables = 0, application = 0;
  int code = asc_sqlite_number(link, "PRAGMA user_version", &number, error);
  if (code == ASC_OK) code = asc_sqlite_number(link, "PRAGMA application_id", &application, error);
  if (code == ASC_OK) code = asc_sqlite_number(link, "SELECT count(*) FROM sqlite_schema", &tables, error);
  if (code != ASC_OK) return code;
  if (tables > 0 && application != APPLICATION)
    return asc_error_set(error, ASC_E_INPUT, "%s: a database of another program", link->path);
  *version = tables > 0 ? (int)number : 0;
  return ASC_OK;
}

static int too_new(const asc_sqlite_link *link, int version, int known, asc_error *error) {
  return asc_error_set(error, ASC_E_INPUT, "%s: its schema is version %d, this program knows %d: a newer one made it",
                       link->path, version, known);
}

int asc_sqlite_recognise(asc_sqlite_link *link, const asc_sqlite_schema *schema, asc_error *error) {
  int version = 0, code = version_read(link, &version, error);
  if (code != ASC_OK) return code;
  if (version > schema->count) return too_new(link, version, schema->count, error);
  if (version < schema->count)
    return asc_error_set(error, ASC_E_INPUT, "%s: its schema is version %d, not %d: serve from it once", link->path,
                         version, schema->count);
  return ASC_OK;
}

/* Under the write lock: another process may have been first. */
static int bring_forward(asc_sqlite_link *link, const asc_sqlite_schema *schema, asc_error *error) {
  char id[ASC_ID_TEXT_SIZE], sql[160];
  int version = 0, code = version_read(link, &version, error);
  for (int i = version; code == ASC_OK && i < schema->count; i++) {
    code = asc_sqlite_run(link, schema->versions[i], error);
    if (code != ASC_OK || i > 0) continue;
    code = asc_secret_make(ASC_ID_BITS, id, error);
    (void)snprintf(sql, sizeof sql, "INSERT INTO meta VALUES('id','%s'),('heartbeat',0); PRAGMA application_id=%d", id,
                   APPLICATION);
    if (code == ASC_OK) code = asc_sqlite_run(link, sql, error);
  }
  (void)snprintf(sql, sizeof sql, "PRAGMA user_version=%d; COMMIT", schema->count);
  return code == ASC_OK ? asc_sqlite_run(link, sql, error) : code;
}

int asc_sqlite_upgrade(asc_sqlite_link *link, const asc_sqlite_schema *schema, asc_error *error) {
  int version = 0, code = version_read(link, &version, error);
  if (code != ASC_OK || version == schema->count) return code;
  if (version > schema->count) return too_new(link, version, schema->count, error);
  if (version > 0) {
    char beside[4096];
    if (snprintf(beside, sizeof beside, "%s.schema-%d.bak", link->path, version) >= (int)sizeof beside)
      return asc_error_set(error, ASC_E_INPUT, "%s: too long a name", link->path);
    code = asc_sqlite_copy(link, beside, error);
    if (code != ASC_OK) return code;
  }
  code = asc_sqlite_run(link, "BEGIN IMMEDIATE", error);
  if (code != ASC_OK) return code;
  code = bring_forward(link, schema, error);
  if (code != ASC_OK) (void)asc_sqlite_run(link, "ROLLBACK", NULL);
  return code;
}
