/* The schema in PostgreSQL and its upgrades. docs/store.md says what each column means. The tables are in the first
   schema of the search path; another schema is another store.

   Two versions of the program may run side by side while processes are replaced one by one. So a new version only adds,
   and says which is the oldest program that may go on beside it. A version that raises that number waits until no older
   program runs. */
#include "postgres.h"

#include "base/hash.h"
#include "base/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ids are compared byte by byte. A ply changes no column of games that has an index, except `wake`, and that seldom.
   Since each page has room left, the new row stays in its page and no index is touched. That is why the time since
   which nothing was played is a column of its own. */
static const store_postgres_version versions[] = {
    {"CREATE TABLE meta(key TEXT COLLATE \"C\" PRIMARY KEY, value TEXT NOT NULL);"
     "COMMENT ON TABLE meta IS 'Ascona';"
     "CREATE TABLE games(id TEXT COLLATE \"C\" PRIMARY KEY, spec TEXT NOT NULL, state INTEGER NOT NULL,"
     " secret INTEGER NOT NULL, made BIGINT NOT NULL, changed BIGINT NOT NULL, deadline BIGINT, turn INTEGER NOT NULL,"
     " plies INTEGER NOT NULL, about TEXT, wake BIGINT, unplayed BIGINT) WITH (fillfactor = 80);"
     "CREATE INDEX games_running ON games(id) WHERE state = 1;"
     "CREATE INDEX games_wake ON games(wake) WHERE wake IS NOT NULL;"
     "CREATE INDEX games_unplayed ON games(unplayed) WHERE unplayed IS NOT NULL;"
     "CREATE TABLE seats(game TEXT COLLATE \"C\" NOT NULL, seat INTEGER NOT NULL, person TEXT COLLATE \"C\","
     " engine INTEGER NOT NULL, PRIMARY KEY(game, seat));"
     "CREATE INDEX seats_person ON seats(person) WHERE person IS NOT NULL;"
     "CREATE TABLE events(game TEXT COLLATE \"C\" NOT NULL, seq BIGINT NOT NULL, time BIGINT NOT NULL, command TEXT,"
     " body TEXT NOT NULL, PRIMARY KEY(game, seq));"
     "CREATE TABLE persons(id TEXT COLLATE \"C\" PRIMARY KEY, name TEXT NOT NULL, made BIGINT NOT NULL,"
     " seen BIGINT NOT NULL, merged TEXT COLLATE \"C\");"
     "CREATE INDEX persons_seen ON persons(seen) WHERE merged IS NULL;"
     "CREATE INDEX persons_merged ON persons(merged) WHERE merged IS NOT NULL;"
     "CREATE TABLE secrets(hash BYTEA PRIMARY KEY, kind INTEGER NOT NULL, id TEXT COLLATE \"C\","
     " person TEXT COLLATE \"C\" NOT NULL, game TEXT COLLATE \"C\", seat INTEGER NOT NULL, label TEXT,"
     " made BIGINT NOT NULL, seen BIGINT NOT NULL, expires BIGINT, taken TEXT COLLATE \"C\");"
     "CREATE INDEX secrets_person ON secrets(person);"
     "CREATE INDEX secrets_game ON secrets(game) WHERE game IS NOT NULL;"
     "CREATE INDEX secrets_expires ON secrets(expires) WHERE expires IS NOT NULL;"
     "CREATE TABLE blocks(person TEXT COLLATE \"C\" NOT NULL, other TEXT COLLATE \"C\" NOT NULL,"
     " PRIMARY KEY(person, other));"
     "CREATE INDEX blocks_other ON blocks(other);"
     "CREATE TABLE orders(number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, what TEXT NOT NULL, id TEXT NOT "
     "NULL);",
     1},
    /* Marks rows that are too old, with the uptime at that moment; a later sweep deletes them. */
    {"CREATE TABLE marks(kind INTEGER NOT NULL, id TEXT COLLATE \"C\" NOT NULL, stamp BIGINT NOT NULL,"
     " uptime BIGINT NOT NULL, PRIMARY KEY(kind, id));"
     "INSERT INTO meta VALUES('uptime', '0'), ('steady', '0');",
     1},
    /* The words of events changed. This program reads the old ones too, but older programs can't read the new ones. */
    {"", 3},
};

const store_postgres_schema store_postgres_schema_current = {versions, sizeof versions / sizeof *versions};

int64_t store_postgres_lock_of(const char *id, store_postgres_lock lock) {
  return (int64_t)asc_hash_text((uint64_t)lock, id);
}

/* Reads the version of a database and the oldest program that may write in it; 0: it is empty. */
static int version_read(store_postgres_link *link, int *version, int *oldest, asc_error *error) {
  int64_t ours = 0, tables = 0, utf8 = 0, now = 0, first = 0;
  *version = *oldest = 0;
  int code = store_postgres_run(link, "SELECT (current_setting('server_encoding') = 'UTF8')::int", &utf8, error);
  if (code == ASC_OK && utf8 == 0)
    return asc_error_set(error, ASC_E_INPUT, "%s: its encoding is not UTF8; create a database with ENCODING 'UTF8'",
                         link->own->name);
  if (code == ASC_OK)
    code = store_postgres_run(link, "SELECT (obj_description(to_regclass('meta'), 'pg_class') = 'Ascona')::int", &ours,
                              error);
  if (code == ASC_OK)
    code = store_postgres_run(link,
                              "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relnamespace ="
                              " (SELECT oid FROM pg_namespace WHERE nspname = current_schema())",
                              &tables, error);
  if (code != ASC_OK) return code;
  if (ours == 0 && tables > 0)
    return asc_error_set(error, ASC_E_INPUT, "%s: belongs to another program; use another database", link->own->name);
  if (ours == 0) return ASC_OK;
  code = store_postgres_run(link, "SELECT value FROM meta WHERE key = 'version'", &now, error);
  if (code == ASC_OK) code = store_postgres_run(link, "SELECT value FROM meta WHERE key = 'oldest'", &first, error);
  *version = (int)now;
  *oldest = (int)first;
  return code;
}

static int too_new(const store_postgres_link *link, int oldest, int known, asc_error *error) {
  return asc_error_set(error, ASC_E_INPUT,
                       "%s: its schema needs version %d, this program only knows %d; use a newer version of Ascona",
                       link->own->name, oldest, known);
}

/* Reading or changing the schema needs one lock: a schema that another process creates is seen completely or not at
   all. The server ends a session that sleeps with the lock. */
static int schema_lock(store_postgres_link *link, asc_error *error) {
  store_postgres_send_text(link, "BEGIN");
  store_postgres_send_text(link, "SELECT set_config('idle_in_transaction_session_timeout', '3s', true)");
  store_postgres_send_text(link, "SELECT pg_advisory_xact_lock(hashtextextended(current_schema(), 1))");
  return store_postgres_exchange(link, NULL, NULL, error);
}

static int schema_unlock(store_postgres_link *link, int code, asc_error *error) {
  if (code == ASC_OK) return store_postgres_run(link, "COMMIT", NULL, error);
  store_postgres_rollback(link);
  return code;
}

int store_postgres_recognise(store_postgres_link *link, const store_postgres_schema *schema, asc_error *error) {
  int version = 0, oldest = 0, code = schema_lock(link, error);
  if (code == ASC_OK) code = version_read(link, &version, &oldest, error);
  code = schema_unlock(link, code, error);
  if (code != ASC_OK) return code;
  if (oldest > schema->count) return too_new(link, oldest, schema->count, error);
  if (version < schema->count)
    return asc_error_set(error, ASC_E_INPUT,
                         "%s: its schema is version %d, not %d; start ascona serve with it once to upgrade it",
                         link->own->name, version, schema->count);
  return ASC_OK;
}

/* Queues each of the statements, which end with a semicolon. */
static void statements_send(store_postgres_link *link, const char *sql) {
  char one[1024];
  for (const char *end; (end = strchr(sql, ';')) != NULL || sql[0] != '\0'; sql = end + 1) {
    size_t length = end != NULL ? (size_t)(end - sql) : strlen(sql);
    (void)snprintf(one, sizeof one, "%.*s", (int)length, sql);
    store_postgres_send_text(link, one);
    if (end == NULL) return;
  }
}

enum { OLDER_TRIES = 10 }; /* 100 ms apart: PostgreSQL frees the lock of a process shortly after it has ended */

/* Returns ASC_OK if no older program serves. */
static int none_older(store_postgres_link *link, asc_error *error) {
  store_about about = {0};
  int64_t alone = 0;
  char sql[96];
  int code = store_postgres_about(link, &about, error);
  if (code != ASC_OK) return code;
  (void)snprintf(sql, sizeof sql, "SELECT pg_try_advisory_xact_lock(%lld)::int",
                 (long long)store_postgres_lock_of(about.id, STORE_LOCK_SERVER));
  for (int i = 0; i < OLDER_TRIES && code == ASC_OK && alone == 0; i++) {
    if (i > 0) code = store_postgres_run(link, "SELECT pg_sleep(0.1)", NULL, error);
    if (code == ASC_OK) code = store_postgres_run(link, sql, &alone, error);
  }
  if (code == ASC_OK && alone == 0)
    return asc_error_set(error, ASC_E_STATE,
                         "%s: servers of an older version are running, which can't use the new schema; stop them first",
                         link->own->name);
  return code;
}

static int upgrade_locked(store_postgres_link *link, const store_postgres_schema *schema, asc_error *error) {
  char id[ASC_ID_TEXT_SIZE], sql[256];
  int version, oldest, code = version_read(link, &version, &oldest, error);
  if (code == ASC_OK && oldest > schema->count) return too_new(link, oldest, schema->count, error);
  if (code == ASC_OK && version >= schema->count) return ASC_OK;
  int needed = 1;
  for (int i = 0; i < schema->count; i++)
    if (schema->versions[i].oldest > needed) needed = schema->versions[i].oldest;
  if (code == ASC_OK && version > 0 && needed > version) code = none_older(link, error);
  if (code != ASC_OK) return code;
  for (int i = version; i < schema->count; i++) statements_send(link, schema->versions[i].sql);
  if (version == 0) {
    code = asc_secret_make(ASC_ID_BITS, id, error);
    (void)snprintf(sql, sizeof sql, "INSERT INTO meta VALUES('id', '%s'), ('heartbeat', '0')", id);
    store_postgres_send_text(link, sql);
  }
  (void)snprintf(sql, sizeof sql,
                 "INSERT INTO meta VALUES('version', '%d'), ('oldest', '%d')"
                 " ON CONFLICT(key) DO UPDATE SET value = excluded.value",
                 schema->count, needed);
  store_postgres_send_text(link, sql);
  int sent = store_postgres_exchange(link, NULL, NULL, error);
  return code != ASC_OK ? code : sent;
}

int store_postgres_upgrade(store_postgres_link *link, const store_postgres_schema *schema, asc_error *error) {
  int code = schema_lock(link, error);
  if (code == ASC_OK) code = upgrade_locked(link, schema, error);
  return schema_unlock(link, code, error);
}

static void id_take(void *data, int number, const PGresult *rows) {
  store_about *about = data;
  (void)number;
  if (PQntuples(rows) == 0) return;
  (void)snprintf(about->id, sizeof about->id, "%s", PQgetvalue(rows, 0, 0));
  about->heartbeat = store_postgres_number(rows, 0, 1);
}

int store_postgres_about(store_postgres_link *link, store_about *about, asc_error *error) {
  store_postgres_send_text(link,
                           "SELECT a.value, b.value FROM meta a, meta b WHERE a.key = 'id' AND b.key = 'heartbeat'");
  int code = store_postgres_exchange(link, id_take, about, error);
  if (code == ASC_OK && about->id[0] == '\0')
    return asc_error_set(error, ASC_E_FILE, "%s: the database is damaged", link->own->name);
  return code;
}
