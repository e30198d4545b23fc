/* Copies everything from one store into another, of whatever kinds: row by row, in one transaction. Then the copy is
   read, and the rows of both are counted and hashed: they must be the same. A row passes as text (driver.h). */
#include "driver.h"

#include "base/sha256.h"
#include "sqlite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { PROGRESS_ROWS = 20000 };

const store_table store_tables[STORE_TABLES] = {
    {"meta", "key", {"key", "value"}},
    {"games", "id", {"id", "spec", "state", "secret", "made", "changed", "deadline", "turn", "plies", "about", "wake"}},
    {"seats", "game, seat", {"game", "seat", "person", "engine"}},
    {"events", "game, seq", {"game", "seq", "time", "command", "body"}},
    {"persons", "id", {"id", "name", "made", "seen", "merged"}},
    {"secrets", "hash", {"hash", "kind", "id", "person", "game", "seat", "label", "made", "seen", "expires", "taken"}},
    {"blocks", "person, other", {"person", "other"}},
    {"marks", "kind, id", {"kind", "id", "stamp", "uptime"}},
    {"orders", "number", {"number", "what", "id"}},
};

typedef struct reading {
  const store_copying *copying; /* NULL: the rows are only counted */
  asc_sha256 hash;
  int64_t rows, counts[STORE_TABLES];
} reading;

static int on_row(void *data, const store_row *row, asc_error *error) {
  reading *own = data;
  uint8_t table = (uint8_t)row->table;
  asc_sha256_update(&own->hash, &table, 1);
  for (int i = 0; i < STORE_CELLS && store_tables[row->table].columns[i] != NULL; i++) {
    uint64_t length = row->cells[i] == NULL ? UINT64_MAX : strlen(row->cells[i]);
    asc_sha256_update(&own->hash, &length, sizeof length);
    if (row->cells[i] != NULL) asc_sha256_update(&own->hash, row->cells[i], (size_t)length);
  }
  own->counts[row->table]++;
  own->rows++;
  const store_copying *copying = own->copying;
  if (copying == NULL) return ASC_OK;
  if (copying->on_progress != NULL && own->rows % PROGRESS_ROWS == 0) copying->on_progress(copying->data, own->rows);
  return copying->to->fill(copying->target, row, error);
}

static int read_all(reading *own, const store_driver *driver, void *database, asc_error *error) {
  asc_sha256_init(&own->hash);
  return driver->dump(database, &(store_sink){.on_row = on_row, .data = own}, error);
}

static void digest_write(reading *own, char text[65]) {
  uint8_t digest[ASC_SHA256_SIZE];
  asc_sha256_final(&own->hash, digest);
  for (int i = 0; i < ASC_SHA256_SIZE; i++) (void)snprintf(text + 2 * (size_t)i, 3, "%02x", digest[i]);
}

/* A new database has only rows in meta. */
static int must_be_empty(const store_copying *copying, asc_error *error) {
  reading found = {0};
  int code = read_all(&found, copying->to, copying->target, error);
  if (code != ASC_OK || found.rows == found.counts[0]) return code;
  return asc_error_set(error, ASC_E_INPUT, "the target database is not empty; name an empty one with --to");
}

int store_copy_rows(const store_copying *copying, store_copied *copied, asc_error *error) {
  reading first = {.copying = copying}, last = {0};
  char again[65];
  int code = must_be_empty(copying, error);
  if (code == ASC_OK) code = read_all(&first, copying->from, copying->source, error);
  if (code == ASC_OK) code = copying->to->fill(copying->target, NULL, error);
  if (code == ASC_OK) code = read_all(&last, copying->to, copying->target, error);
  if (code != ASC_OK) return code;
  digest_write(&first, copied->digest);
  digest_write(&last, again);
  copied->games = last.counts[1];
  copied->events = last.counts[3];
  copied->persons = last.counts[4];
  copied->secrets = last.counts[5];
  if (strcmp(again, copied->digest) == 0) return ASC_OK;
  return asc_error_set(error, ASC_E_FILE,
                       "the copy differs from the original: it has %lld rows instead of %lld, or other content",
                       (long long)last.rows, (long long)first.rows);
}

int store_copy(const char *from, const char *to, void (*on_progress)(void *data, int64_t rows), void *data,
               store_copied *copied, asc_error *error) {
  store_about about;
  store_copying copying = {.on_progress = on_progress, .data = data};
  copying.from = store_driver_of(from, error);
  if (copying.from != NULL) copying.to = store_driver_of(to, error);
  if (copying.to == NULL) return ASC_E_INPUT;
  int code = copying.from->open(&copying.source, from, &(store_options){.read_only = true}, &about, error);
  if (code != ASC_OK) return code;
  code = copying.to->open(&copying.target, to, &(store_options){0}, &about, error);
  if (code == ASC_OK) {
    code = store_copy_rows(&copying, copied, error);
    copying.to->close(copying.target);
  }
  copying.from->close(copying.source);
  return code;
}

/* Writes the file `beside`; store_sqlite_copy then puts it in its place, completely or not at all. */
static int file_write(const store_driver *from, void *source, const char *beside, const char *path, asc_error *error) {
  store_about about;
  store_copied copied;
  store_sqlite_link link;
  store_copying copying = {.from = from, .source = source, .to = &store_sqlite_driver};
  int code = copying.to->open(&copying.target, beside, &(store_options){0}, &about, error);
  if (code != ASC_OK) return code;
  code = store_copy_rows(&copying, &copied, error);
  copying.to->close(copying.target);
  if (code != ASC_OK) return code;
  code = store_sqlite_connect(&link, beside, SQLITE_OPEN_READWRITE, error);
  if (code == ASC_OK) code = store_sqlite_copy(&link, path, error);
  store_sqlite_disconnect(&link);
  return code;
}

int store_copy_file(const store_driver *from, void *source, const char *path, asc_error *error) {
  struct stat found;
  char beside[4096], name[4200];
  if (stat(path, &found) == 0) return asc_error_set(error, ASC_E_INPUT, "%s: already exists; name a new file", path);
  if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= (int)sizeof beside)
    return asc_error_set(error, ASC_E_INPUT, "%s: the name is too long", path);
  int file = mkstemp(beside);
  if (file < 0) return asc_error_set(error, ASC_E_FILE, "%s: %s", path, strerror(errno));
  close(file);
  int code = file_write(from, source, beside, path, error);
  static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
  for (int i = 0; i < 4; i++) {
    (void)snprintf(name, sizeof name, "%s%s", beside, ends[i]);
    (void)unlink(name);
  }
  return code;
}
