/* A SQLite file as a store: connections and statements, checks, checkpoints, opening and closing.

   WAL with synchronous=FULL: a commit appends to the log and syncs it. Beside FILE lie FILE-wal and FILE-shm while it
   is open, and FILE.lock, which keeps a second server away. */
#include "sqlite.h"

#include "base/file.h"
#include "base/file_error.h"
#include "base/hash.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  BUSY_TIME = 500,        /* ms that a server waits for another program that writes */
  ORDER_BUSY_TIME = 5000, /* ms that an order waits for the server */
  LOG_LEFT = 100,         /* pages that the game thread may copy itself */
  COPY_ROUNDS = 4,        /* rounds of the listing thread, each shorter than the one before */
  INTERRUPT_STEPS = 10000 /* virtual instructions between two looks at the flag */
};

int store_sqlite_fail(const store_sqlite_link *link, asc_error *error) {
  int code = link->handle != NULL ? sqlite3_extended_errcode(link->handle) : SQLITE_NOMEM;
  const char *why = link->handle != NULL ? sqlite3_errmsg(link->handle) : "out of memory";
  switch (code & 0xff) {
  case SQLITE_NOMEM: return asc_error_set(error, ASC_E_MEMORY, "%s: out of memory", link->path);
  case SQLITE_BUSY:
  case SQLITE_LOCKED: return asc_error_set(error, ASC_E_STATE, "%s: another program is writing to it", link->path);
  case SQLITE_NOTADB: return asc_error_set(error, ASC_E_INPUT, "%s: not a database", link->path);
  case SQLITE_CORRUPT: return asc_error_set(error, ASC_E_FILE, "%s: the database is damaged", link->path);
  case SQLITE_READONLY: return asc_error_set(error, ASC_E_FILE, "%s: read-only; check its permissions", link->path);
  case SQLITE_FULL: return asc_error_set(error, ASC_E_FILE, "%s: no space left", link->path);
  case SQLITE_CANTOPEN:
  case SQLITE_IOERR: {
    int system = sqlite3_system_errno(link->handle);
    return asc_error_set(error, (code & 0xff) == SQLITE_CANTOPEN ? asc_file_error_code(system) : ASC_E_FILE, "%s: %s",
                         link->path, system != 0 ? strerror(system) : why);
  }
  default: return asc_error_set(error, ASC_E_STATE, "%s: %s", link->path, why);
  }
}

int store_sqlite_run(store_sqlite_link *link, const char *sql, asc_error *error) {
  return sqlite3_exec(link->handle, sql, NULL, NULL, NULL) == SQLITE_OK ? ASC_OK : store_sqlite_fail(link, error);
}

int store_sqlite_number(store_sqlite_link *link, const char *sql, int64_t *number, asc_error *error) {
  sqlite3_stmt *statement = NULL;
  *number = 0;
  int result = sqlite3_prepare_v2(link->handle, sql, -1, &statement, NULL);
  if (result == SQLITE_OK) result = sqlite3_step(statement);
  if (result == SQLITE_ROW) *number = sqlite3_column_int64(statement, 0);
  int code = result == SQLITE_ROW || result == SQLITE_DONE ? ASC_OK : store_sqlite_fail(link, error);
  sqlite3_finalize(statement);
  return code;
}

static sqlite3_stmt *statement_find(store_sqlite_link *link, const char *sql) {
  size_t at = asc_hash_mix((uintptr_t)sql) % STORE_SQLITE_STATEMENTS;
  while (link->statements[at].sql != NULL && link->statements[at].sql != sql) at = (at + 1) % STORE_SQLITE_STATEMENTS;
  sqlite3_stmt **kept = &link->statements[at].statement;
  if (*kept == NULL && sqlite3_prepare_v3(link->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, kept, NULL) != SQLITE_OK)
    return NULL;
  link->statements[at].sql = sql;
  return *kept;
}

sqlite3_stmt *store_sqlite_bind(store_sqlite_link *link, const char *sql, const char *types, ...) {
  sqlite3_stmt *statement = statement_find(link, sql);
  if (statement == NULL) return NULL;
  sqlite3_reset(statement);
  va_list values;
  va_start(values, types);
  int result = SQLITE_OK;
  for (int at = 1; types[at - 1] != '\0' && result == SQLITE_OK; at++) switch (types[at - 1]) {
    case 'i': result = sqlite3_bind_int64(statement, at, va_arg(values, int64_t)); break;
    case 'b':
      result = sqlite3_bind_blob(statement, at, va_arg(values, const uint8_t *), STORE_HASH, SQLITE_STATIC);
      break;
    case 'z': {
      int64_t number = va_arg(values, int64_t);
      result = number != 0 ? sqlite3_bind_int64(statement, at, number) : sqlite3_bind_null(statement, at);
      break;
    }
    case 's': {
      const char *text = va_arg(values, const char *);
      result = sqlite3_bind_text64(statement, at, text, va_arg(values, size_t), SQLITE_STATIC, SQLITE_UTF8);
      break;
    }
    default: result = sqlite3_bind_text(statement, at, va_arg(values, const char *), -1, SQLITE_STATIC);
    }
  va_end(values);
  return result == SQLITE_OK ? statement : NULL;
}

int store_sqlite_change(store_sqlite_link *link, sqlite3_stmt *statement) {
  if (statement == NULL) return -1;
  int result = sqlite3_step(statement);
  /* The count is read before the reset, which may clear it. */
  int changed = result == SQLITE_DONE ? sqlite3_changes(link->handle) : -1;
  sqlite3_reset(statement);
  return changed;
}

int store_sqlite_connect(store_sqlite_link *link, const char *path, int flags, asc_error *error) {
  *link = (store_sqlite_link){.path = path};
  if (sqlite3_open_v2(path, &link->handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL) != SQLITE_OK)
    return store_sqlite_fail(link, error);
  sqlite3_busy_timeout(link->handle, BUSY_TIME);
  /* A damaged or forged file must not run anything, and damage is reported. Deleted data is overwritten. */
  sqlite3_db_config(link->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  return store_sqlite_run(
      link, "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY; PRAGMA secure_delete=ON",
      error);
}

void store_sqlite_disconnect(store_sqlite_link *link) {
  for (int i = 0; i < STORE_SQLITE_STATEMENTS; i++) sqlite3_finalize(link->statements[i].statement);
  sqlite3_close(link->handle);
  *link = (store_sqlite_link){.path = link->path};
}

/* ---- check, orders, checkpoints ---- */

static int sqlite_check(void *database, asc_error *error) {
  store_sqlite *sqlite = database;
  store_sqlite_link link;
  sqlite3_stmt *statement = NULL;
  int code = store_sqlite_connect(&link, sqlite->path, SQLITE_OPEN_READONLY, error);
  if (code == ASC_OK) {
    int result = sqlite3_prepare_v2(link.handle, "PRAGMA integrity_check(1)", -1, &statement, NULL);
    if (result == SQLITE_OK) result = sqlite3_step(statement);
    const char *found = result == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (found == NULL)
      code = store_sqlite_fail(&link, error);
    else if (strcmp(found, "ok") != 0) {
      code = asc_error_set(error, ASC_E_FILE, "%s: the database is damaged: %s", sqlite->path, found);
      if (error != NULL) error->reason[strcspn(error->reason, "\n")] = '\0';
    }
    sqlite3_finalize(statement);
  }
  store_sqlite_disconnect(&link);
  return code;
}

/* Uses a connection of its own, so that a database that was opened for reading only can do it too. */
static int order_insert(store_sqlite_link *link, const char *what, const char *id, int64_t *number, asc_error *error) {
  sqlite3_busy_timeout(link->handle, ORDER_BUSY_TIME);
  int code = store_sqlite_run(link, "PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0", error);
  if (code != ASC_OK) return code;
  sqlite3_stmt *insert = store_sqlite_bind(link, "INSERT INTO orders(what, id) VALUES(?1, ?2)", "tt", what, id);
  if (store_sqlite_change(link, insert) != 1) return store_sqlite_fail(link, error);
  *number = sqlite3_last_insert_rowid(link->handle);
  return ASC_OK;
}

static int sqlite_order(void *database, const char *what, const char *id, int64_t *number, asc_error *error) {
  store_sqlite_link link;
  int code = store_sqlite_connect(&link, ((store_sqlite *)database)->path, SQLITE_OPEN_READWRITE, error);
  if (code == ASC_OK) code = order_insert(&link, what, id, number, error);
  store_sqlite_disconnect(&link);
  return code;
}

/* Copies what the log has into the file, without waiting for anybody. Returns the number of pages that are left in the
   log, or -1. */
static int log_copy(store_sqlite_link *link) {
  int pages = 0, copied = 0;
  if (sqlite3_wal_checkpoint_v2(link->handle, NULL, SQLITE_CHECKPOINT_PASSIVE, &pages, &copied) != SQLITE_OK) return -1;
  return pages - copied;
}

/* On the listing thread. */
static void sqlite_upkeep(void *database) {
  store_sqlite *sqlite = database;
  for (int i = 0; i < COPY_ROUNDS && log_copy(&sqlite->listing) > LOG_LEFT; i++) {
  }
  atomic_store(&sqlite->checkpoint, STORE_CHECKPOINT_COPIED);
}

/* On the game thread, after each commit. Only a log that was copied to its end starts again, and only the game thread
   can be sure that nothing was added meanwhile. If a reader still needs the log, it is tried again a little later. */
static bool sqlite_needs_upkeep(void *database) {
  store_sqlite *sqlite = database;
  int checkpoint = atomic_load(&sqlite->checkpoint);
  if (checkpoint == STORE_CHECKPOINT_COPIED) {
    sqlite->log_limit =
        log_copy(&sqlite->game) == 0 ? STORE_SQLITE_LOG_MAX : sqlite->log_pages + STORE_SQLITE_LOG_MAX / 4;
    atomic_store(&sqlite->checkpoint, STORE_CHECKPOINT_IDLE);
  }
  if (checkpoint != STORE_CHECKPOINT_IDLE || sqlite->log_pages < sqlite->log_limit) return false;
  atomic_store(&sqlite->checkpoint, STORE_CHECKPOINT_DUE);
  return true;
}

static int on_commit(void *data, sqlite3 *handle, const char *name, int pages) {
  (void)handle;
  (void)name;
  ((store_sqlite *)data)->log_pages = pages;
  return SQLITE_OK;
}

static int on_steps(void *data) { return atomic_load(&((store_sqlite *)data)->is_interrupted); }

static void sqlite_interrupt(void *database) { atomic_store(&((store_sqlite *)database)->is_interrupted, true); }

/* ---- open and close ---- */

static bool sqlite_accepts(const char *place) { return strstr(place, "://") == NULL && place[0] != '\0'; }

static void sqlite_close(void *database) {
  store_sqlite *sqlite = database;
  for (int i = 0; i < STORE_TABLES; i++) sqlite3_finalize(sqlite->inserts[i]);
  store_sqlite_disconnect(&sqlite->listing);
  store_sqlite_disconnect(&sqlite->game);
  if (sqlite->lock >= 0) close(sqlite->lock);
  free(sqlite->path);
  free(sqlite);
}

static int lock(store_sqlite *sqlite, asc_error *error) {
  size_t size = strlen(sqlite->path) + sizeof ".lock";
  char *path = malloc(size);
  if (path == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  (void)snprintf(path, size, "%s.lock", sqlite->path);
  asc_error why = {0};
  sqlite->lock = asc_log_open(path, false, &why);
  free(path);
  if (sqlite->lock >= 0) (void)fchmod(sqlite->lock, 0600); /* a program that can read it can hold the lock */
  if (sqlite->lock == ASC_E_STATE)
    return asc_error_set(error, ASC_E_STATE, "%s: locked by another server; stop it or use --database", sqlite->path);
  return sqlite->lock < 0 ? asc_error_set(error, sqlite->lock, "%s.lock: %s", sqlite->path, why.reason) : ASC_OK;
}

/* Only its owner may read it. SQLite gives the files beside it the same rights. */
static int create(const char *path, asc_error *error) {
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return asc_error_set(error, ASC_E_FILE, "%s: %s", path, strerror(errno));
  close(file);
  return ASC_OK;
}

static int open_read_only(store_sqlite *sqlite, asc_error *error) {
  int code = store_sqlite_connect(&sqlite->game, sqlite->path, SQLITE_OPEN_READONLY, error);
  return code == ASC_OK ? store_sqlite_recognise(&sqlite->game, &store_sqlite_schema_current, error) : code;
}

/* With SQLite's default of 2 MB of pages in memory half of the time was spent reading them again. */
static const char game_settings[] = "PRAGMA synchronous=FULL; PRAGMA cache_size=-32768; PRAGMA wal_autocheckpoint=0";
static const char listing_settings[] = "PRAGMA synchronous=FULL; PRAGMA wal_autocheckpoint=0; PRAGMA query_only=ON";

static int open_for_serving(store_sqlite *sqlite, asc_error *error) {
  int code = lock(sqlite, error);
  if (code == ASC_OK) code = create(sqlite->path, error);
  if (code == ASC_OK) code = store_sqlite_connect(&sqlite->game, sqlite->path, SQLITE_OPEN_READWRITE, error);
  if (code == ASC_OK) code = store_sqlite_run(&sqlite->game, game_settings, error);
  /* The schema before the journal: a file that is not ours stays as it is. */
  if (code == ASC_OK) code = store_sqlite_upgrade(&sqlite->game, &store_sqlite_schema_current, error);
  if (code == ASC_OK) code = store_sqlite_run(&sqlite->game, "PRAGMA journal_mode=WAL", error);
  if (code == ASC_OK) code = store_sqlite_move_orders(&sqlite->game, error);
  if (code == ASC_OK) code = store_sqlite_connect(&sqlite->listing, sqlite->path, SQLITE_OPEN_READWRITE, error);
  if (code == ASC_OK) code = store_sqlite_run(&sqlite->listing, listing_settings, error);
  if (code != ASC_OK) return code;
  sqlite3_wal_hook(sqlite->game.handle, on_commit, sqlite);
  sqlite3_progress_handler(sqlite->listing.handle, INTERRUPT_STEPS, on_steps, sqlite);
  return ASC_OK;
}

static int about_read(store_sqlite *sqlite, store_about *about, asc_error *error) {
  int code =
      store_sqlite_number(&sqlite->game, "SELECT value FROM meta WHERE key='heartbeat'", &about->heartbeat, error);
  sqlite3_stmt *statement = NULL;
  if (code != ASC_OK) return code;
  int result = sqlite3_prepare_v2(sqlite->game.handle, "SELECT value FROM meta WHERE key='id'", -1, &statement, NULL);
  if (result == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
    (void)snprintf(about->id, sizeof about->id, "%s", (const char *)sqlite3_column_text(statement, 0));
  else
    code = asc_error_set(error, ASC_E_FILE, "%s: the database is damaged", sqlite->path);
  sqlite3_finalize(statement);
  return code;
}

static int sqlite_open(void **database, const char *place, const store_options *options, store_about *about,
                       asc_error *error) {
  store_sqlite *sqlite = calloc(1, sizeof *sqlite);
  /* ":memory:" and "file:…" are names of files here, not of anything special. */
  size_t size = strlen(place) + sizeof "./";
  char *path = malloc(size);
  if (path != NULL) (void)snprintf(path, size, "%s%s", place[0] == '/' || place[0] == '.' ? "" : "./", place);
  if (sqlite == NULL || path == NULL) {
    free(path);
    free(sqlite);
    return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  }
  *sqlite = (store_sqlite){.path = path, .lock = -1, .log_limit = STORE_SQLITE_LOG_MAX};
  struct stat file;
  int code = options->read_only ? open_read_only(sqlite, error) : open_for_serving(sqlite, error);
  if (code == ASC_OK) code = about_read(sqlite, about, error);
  if (code == ASC_OK && stat(path, &file) != 0)
    code = asc_error_set(error, ASC_E_FILE, "%s: %s", path, strerror(errno));
  if (code != ASC_OK) return sqlite_close(sqlite), code;
  sqlite->device = file.st_dev;
  sqlite->inode = file.st_ino;
  sqlite3_progress_handler(sqlite->game.handle, INTERRUPT_STEPS, on_steps, sqlite);
  *database = sqlite;
  return ASC_OK;
}

static int sqlite_probe(void *database, asc_error *error) { return store_sqlite_write(database, NULL, error); }

const store_driver store_sqlite_driver = {
    .name = "sqlite",
    .accepts = sqlite_accepts,
    .open = sqlite_open,
    .close = sqlite_close,
    .write = store_sqlite_write,
    .probe = sqlite_probe,
    .read = store_sqlite_read,
    .list = store_sqlite_list,
    .needs_upkeep = sqlite_needs_upkeep,
    .upkeep = sqlite_upkeep,
    .interrupt = sqlite_interrupt,
    .backup = store_sqlite_backup,
    .check = sqlite_check,
    .order = sqlite_order,
    .dump = store_sqlite_dump,
    .fill = store_sqlite_fill,
};
