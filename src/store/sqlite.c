/* A SQLite file as a store: opening, locking, copying, and what the writing and reading parts share.

   WAL with synchronous=FULL: a commit is one write behind the log and one sync of it. Beside FILE lie FILE-wal and
   FILE-shm while it is open, and FILE.lock, which keeps a second server from it. */
#include "sqlite.h"

#include "base/file.h"
#include "base/file_error.h"
#include "base/text.h"
#include "orders.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BUSY_MILLISECONDS = 500 };

int asc_sqlite_fail(const asc_sqlite_link *link, asc_error *error) {
  int code = link->handle != NULL ? sqlite3_extended_errcode(link->handle) : SQLITE_NOMEM;
  const char *why = link->handle != NULL ? sqlite3_errmsg(link->handle) : "out of memory";
  switch (code & 0xff) {
  case SQLITE_NOMEM: return asc_error_set(error, ASC_E_MEMORY, "%s: out of memory", link->path);
  case SQLITE_BUSY:
  case SQLITE_LOCKED: return asc_error_set(error, ASC_E_STATE, "%s: another program is writing in it", link->path);
  case SQLITE_NOTADB: return asc_error_set(error, ASC_E_INPUT, "%s: no database", link->path);
  case SQLITE_CORRUPT: return asc_error_set(error, ASC_E_FILE, "%s: the database is damaged", link->path);
  case SQLITE_READONLY: return asc_error_set(error, ASC_E_FILE, "%s: may not be written to", link->path);
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

int asc_sqlite_run(asc_sqlite_link *link, const char *sql, asc_error *error) {
  return sqlite3_exec(link->handle, sql, NULL, NULL, NULL) == SQLITE_OK ? ASC_OK : asc_sqlite_fail(link, error);
}

int asc_sqlite_number(asc_sqlite_link *link, const char *sql, int64_t *number, asc_error *error) {
  sqlite3_stmt *statement = NULL;
  *number = 0;
  int result = sqlite3_prepare_v2(link->handle, sql, -1, &statement, NULL);
  if (result == SQLITE_OK) result = sqlite3_step(statement);
  if (result == SQLITE_ROW) *number = sqlite3_column_int64(statement, 0);
  int code = result == SQLITE_ROW || result == SQLITE_DONE ? ASC_OK : asc_sqlite_fail(link, error);
  sqlite3_finalize(statement);
  return code;
}

sqlite3_stmt *asc_sqlite_bind(asc_sqlite_link *link, int index, const char *sql, const char *types, ...) {
  sqlite3_stmt **kept = &link->statements[index];
  if (*kept == NULL && sqlite3_prepare_v3(link->handle, sql, -1, SQLITE_PREPARE_PERSISTENT, kept, NULL) != SQLITE_OK)
    return NULL;
  sqlite3_reset(*kept);
  va_list values;
  va_start(values, types);
  int result = SQLITE_OK;
  for (int at = 1; types[at - 1] != '\0' && result == SQLITE_OK; at++) switch (types[at - 1]) {
    case 'i': result = sqlite3_bind_int64(*kept, at, va_arg(values, int64_t)); break;
    case 'b':
      result = sqlite3_bind_blob(*kept, at, va_arg(values, const uint8_t *), ASC_STORE_HASH, SQLITE_STATIC);
      break;
    case 'z': {
      int64_t number = va_arg(values, int64_t);
      result = number != 0 ? sqlite3_bind_int64(*kept, at, number) : sqlite3_bind_null(*kept, at);
      break;
    }
    case 's': {
      const char *text = va_arg(values, const char *);
      result = sqlite3_bind_text64(*kept, at, text, va_arg(values, size_t), SQLITE_STATIC, SQLITE_UTF8);
      break;
    }
    default: result = sqlite3_bind_text(*kept, at, va_arg(values, const char *), -1, SQLITE_STATIC);
    }
  va_end(values);
  return result == SQLITE_OK ? *kept : NULL;
}

int asc_sqlite_change(asc_sqlite_link *link, sqlite3_stmt *statement) {
  if (statement == NULL) return -1;
  int result = sqlite3_step(statement);
  /* The count is read before the reset, which may clear it. */
  int changed = result == SQLITE_DONE ? sqlite3_changes(link->handle) : -1;
  sqlite3_reset(statement);
  return changed;
}

int asc_sqlite_connect(asc_sqlite_link *link, const char *path, int flags, asc_error *error) {
  *link = (asc_sqlite_link){.path = path};
  if (sqlite3_open_v2(path, &link->handle, flags | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL) != SQLITE_OK)
    return asc_sqlite_fail(link, error);
  sqlite3_busy_timeout(link->handle, BUSY_MILLISECONDS);
  /* A damaged or forged file may say nothing that is then run, and is found out rather than believed. What is deleted
     is overwritten. */
  sqlite3_db_config(link->handle, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
  return asc_sqlite_run(
      link, "PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA temp_store=MEMORY; PRAGMA secure_delete=ON",
      error);
}

void asc_sqlite_disconnect(asc_sqlite_link *link) {
  for (int i = 0; i < ASC_SQLITE_STATEMENTS; i++) sqlite3_finalize(link->statements[i]);
  sqlite3_close(link->handle);
  *link = (asc_sqlite_link){.path = link->path};
}

/* ---- copies ---- */

/* One step takes all pages as of one moment; in WAL nobody waits for that. */
static int copy_pages(asc_sqlite_link *from, const char *path, asc_error *error) {
  asc_sqlite_link to;
  int code = asc_sqlite_connect(&to, path, SQLITE_OPEN_READWRITE, error);
  if (code == ASC_OK) {
    sqlite3_backup *backup = sqlite3_backup_init(to.handle, "main", from->handle, "main");
    int result = backup == NULL ? SQLITE_ERROR : sqlite3_backup_step(backup, -1);
    sqlite3_backup_finish(backup);
    if (result == SQLITE_DONE) code = asc_sqlite_run(&to, "PRAGMA journal_mode=DELETE", error);
    /* What went wrong is told by whichever side has it. */
    else
      code = asc_sqlite_fail(sqlite3_errcode(from->handle) != SQLITE_OK ? from : &to, error);
  }
  asc_sqlite_disconnect(&to);
  return code;
}

static int sync_file(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);
  int result = file >= 0 ? fsync(file) : -1, why = errno;
  if (file >= 0) close(file);
  errno = why;
  return result;
}

int asc_sqlite_copy(asc_sqlite_link *link, const char *path, asc_error *error) {
  char beside[4096];
  if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= (int)sizeof beside)
    return asc_error_set(error, ASC_E_INPUT, "%s: too long a name", path);
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

static int sqlite_backup(void *database, const char *path, asc_error *error) {
  asc_sqlite *sqlite = database;
  struct stat there;
  if (stat(path, &there) == 0) return asc_error_set(error, ASC_E_INPUT, "%s: is there already", path);
  asc_sqlite_link link;
  int code = asc_sqlite_connect(&link, sqlite->path, SQLITE_OPEN_READONLY, error);
  if (code == ASC_OK) code = asc_sqlite_copy(&link, path, error);
  asc_sqlite_disconnect(&link);
  return code;
}

static int sqlite_check(void *database, asc_error *error) {
  asc_sqlite *sqlite = database;
  asc_sqlite_link link;
  sqlite3_stmt *statement = NULL;
  int code = asc_sqlite_connect(&link, sqlite->path, SQLITE_OPEN_READONLY, error);
  if (code == ASC_OK) {
    int result = sqlite3_prepare_v2(link.handle, "PRAGMA integrity_check(1)", -1, &statement, NULL);
    if (result == SQLITE_OK) result = sqlite3_step(statement);
    const char *said = result == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (said == NULL)
      code = asc_sqlite_fail(&link, error);
    else if (strcmp(said, "ok") != 0) {
      code = asc_error_set(error, ASC_E_FILE, "%s: the database is damaged: %s", sqlite->path, said);
      if (error != NULL) error->reason[strcspn(error->reason, "\n")] = '\0';
    }
    sqlite3_finalize(statement);
  }
  asc_sqlite_disconnect(&link);
  return code;
}

/* ---- open and close ---- */

static bool sqlite_serves(const char *place) { return strstr(place, "://") == NULL && place[0] != '\0'; }

static void sqlite_close(void *database) {
  asc_sqlite *sqlite = database;
  asc_sqlite_disconnect(&sqlite->reader);
  asc_sqlite_disconnect(&sqlite->writer);
  if (sqlite->lock >= 0) close(sqlite->lock);
  free(sqlite->path);
  free(sqlite);
}

static int lock(asc_sqlite *sqlite, asc_error *error) {
  size_t size = strlen(sqlite->path) + sizeof ".lock";
  char *path = malloc(size);
  if (path == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  (void)snprintf(path, size, "%s.lock", sqlite->path);
  asc_error why = {0};
  sqlite->lock = asc_log_open(path, false, &why);
  free(path);
  if (sqlite->lock >= 0) (void)fchmod(sqlite->lock, 0600); /* whoever could read it could hold it */
  if (sqlite->lock == ASC_E_STATE)
    return asc_error_set(error, ASC_E_STATE, "%s: locked by another server; stop it or name another database",
                         sqlite->path);
  return sqlite->lock < 0 ? asc_error_set(error, sqlite->lock, "%s.lock: %s", sqlite->path, why.reason) : ASC_OK;
}

/* For its owner's eyes alone; what SQLite puts beside it has the same rights. */
static int make(const char *path, asc_error *error) {
  int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0) return asc_error_set(error, ASC_E_FILE, "%s: %s", path, strerror(errno));
  close(file);
  return ASC_OK;
}

static int open_to_look(asc_sqlite *sqlite, asc_error *error) {
  int code = asc_sqlite_connect(&sqlite->reader, sqlite->path, SQLITE_OPEN_READONLY, error);
  return code == ASC_OK ? asc_sqlite_recognise(&sqlite->reader, &asc_sqlite_schema_now, error) : code;
}

/* With SQLite's own 2 MB of pages and 4 MB of log half of the time went into reading and copying them again. */
static const char settings[] = "PRAGMA synchronous=FULL; PRAGMA cache_size=-32768; PRAGMA wal_autocheckpoint=4000";

static int open_to_serve(asc_sqlite *sqlite, asc_error *error) {
  int code = lock(sqlite, error);
  if (code == ASC_OK) code = make(sqlite->path, error);
  if (code == ASC_OK) code = asc_sqlite_connect(&sqlite->writer, sqlite->path, SQLITE_OPEN_READWRITE, error);
  if (code == ASC_OK) code = asc_sqlite_run(&sqlite->writer, settings, error);
  /* The schema before the journal: a file that is not ours is left as it is. */
  if (code == ASC_OK) code = asc_sqlite_upgrade(&sqlite->writer, &asc_sqlite_schema_now, error);
  if (code == ASC_OK) code = asc_sqlite_run(&sqlite->writer, "PRAGMA journal_mode=WAL", error);
  if (code == ASC_OK) code = asc_sqlite_connect(&sqlite->reader, sqlite->path, SQLITE_OPEN_READONLY, error);
  return code;
}

static int about_read(asc_sqlite *sqlite, asc_store_about *about, asc_error *error) {
  int code =
      asc_sqlite_number(&sqlite->reader, "SELECT value FROM meta WHERE key='heartbeat'", &about->heartbeat, error);
  sqlite3_stmt *statement = NULL;
  if (code != ASC_OK) return code;
  int result = sqlite3_prepare_v2(sqlite->reader.handle, "SELECT value FROM meta WHERE key='id'", -1, &statement, NULL);
  if (result == SQLITE_OK && sqlite3_step(statement) == SQLITE_ROW)
    (void)snprintf(about->id, sizeof about->id, "%s", (const char *)sqlite3_column_text(statement, 0));
  else
    code = asc_error_set(error, ASC_E_FILE, "%s: the database is damaged", sqlite->path);
  sqlite3_finalize(statement);
  return code;
}

static int sqlite_open(void **database, const char *place, const asc_store_options *options, asc_store_about *about,
                       asc_error *error) {
  asc_sqlite *sqlite = calloc(1, sizeof *sqlite);
  /* ":memory:" and "file:…" are names of files here. */
  size_t size = strlen(place) + sizeof "./";
  char *path = malloc(size);
  if (path != NULL) (void)snprintf(path, size, "%s%s", place[0] == '/' || place[0] == '.' ? "" : "./", place);
  if (sqlite == NULL || path == NULL) {
    free(path);
    free(sqlite);
    return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  }
  *sqlite = (asc_sqlite){.path = path, .lock = -1};
  struct stat file;
  int code = options->looking ? open_to_look(sqlite, error) : open_to_serve(sqlite, error);
  if (code == ASC_OK) code = about_read(sqlite, about, error);
  if (code == ASC_OK && stat(path, &file) != 0)
    code = asc_error_set(error, ASC_E_FILE, "%s: %s", path, strerror(errno));
  if (code != ASC_OK) return sqlite_close(sqlite), code;
  sqlite->device = file.st_dev;
  sqlite->inode = file.st_ino;
  *database = sqlite;
  return ASC_OK;
}

/* A transaction that writes, and changes nothing. */
static int sqlite_probe(void *database, asc_error *error) { return asc_sqlite_write(database, NULL, error); }

static const char *sqlite_wrong(const asc_job *job) {
  (void)job;
  return NULL;
}

/* Who gives orders may not write here while a server does: they are in a file beside it. */
static int sqlite_order(void *database, const char *what, const char *id, asc_error *error) {
  return asc_orders_add(((asc_sqlite *)database)->path, what, id, error);
}

const asc_store_driver asc_store_sqlite = {
    .name = "sqlite",
    .serves = sqlite_serves,
    .open = sqlite_open,
    .close = sqlite_close,
    .wrong = sqlite_wrong,
    .write = asc_sqlite_write,
    .probe = sqlite_probe,
    .questions = 1,
    .read = asc_sqlite_read,
    .backup = sqlite_backup,
    .check = sqlite_check,
    .order = sqlite_order,
    .dump = asc_sqlite_dump,
    .fill = asc_sqlite_fill,
};
