/* All of one store into another, whatever kinds of database they are: row by row, in one transaction, and then read
   again. What was read first and what was read last are counted and hashed, and must be the same. */
#include "driver.h"

#include "base/sha256.h"
#include "sqlite.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { TELL_EVERY = 20000 };

const asc_store_table asc_store_tables[ASC_STORE_TABLES] = {
    {"meta", "key", {"key", "value"}},
    {"games", "id", {"id", "spec", "state", "secret", "made", "changed", "deadline", "turn", "plies", "about", "wake"}},
    {"seats", "game, seat", {"game", "seat", "person", "engine"}},
    {"events", "game, seq", {"game", "seq", "time", "command", "body"}},
    {"persons", "id", {"id", "name", "made", "seen", "merged"}},
    {"secrets", "hash", {"hash", "kind", "id", "person", "game", "seat", "label", "made", "seen", "expires", "taken"}},
    {"blocks", "person, other", {"person", "other"}},
    {"marks", "kind, id", {"kind", "id", "stamp", "uptime"}},
};

typedef struct reading {
  const asc_store_copying *copying; /* NULL: the rows are only counted */
  asc_sha256 hash;
  int64_t rows, counts[ASC_STORE_TABLES];
} reading;

static int row_take(void *data, const asc_store_row *row, asc_error *error) {
  reading *own = data;
  uint8_t table = (uint8_t)row->table;
  asc_sha256_update(&own->hash, &table, 1);
  for (int i = 0; i < ASC_STORE_CELLS && asc_store_tables[row->table].columns[i] != NULL; i++) {
    uint64_t length = row->cells[i] == NULL ? UINT64_MAX : strlen(row->cells[i]);
    asc_sha256_update(&own->hash, &length, sizeof length);
    if (row->cells[i] != NULL) asc_sha256_update(&own->hash, row->cells[i], (size_t)length);
  }
  own->counts[row->table]++;
  own->rows++;
  const asc_store_copying *copying = own->copying;
  if (copying == NULL) return ASC_OK;
  if (copying->progress != NULL && own->rows % TELL_EVERY == 0) copying->progress(copying->data, own->rows);
  return copying->to->fill(copying->target, row, error);
}

static int read_all(reading *own, const asc_store_driver *driver, void *database, asc_error *error) {
  asc_sha256_init(&own->hash);
  return driver->dump(database, &(asc_store_sink){row_take, own}, error);
}

static void digest_write(reading *own, char text[65]) {
  uint8_t digest[ASC_SHA256_SIZE];
  asc_sha256_final(&own->hash, digest);
  for (int i = 0; i < ASC_SHA256_SIZE; i++) (void)snprintf(text + 2 * (size_t)i, 3, "%02x", digest[i]);
}

/* Except for its id, heartbeat and uptime nothing may be there. */
static int must_be_empty(const asc_store_copying *copying, asc_error *error) {
  reading there = {0};
  int code = read_all(&there, copying->to, copying->target, error);
  if (code != ASC_OK || there.rows == there.counts[0]) return code;
  return asc_error_set(error, ASC_E_INPUT,
                       "something is kept there already: games are copied into an empty database alone");
}

int asc_store_copy_rows(const asc_store_copying *copying, asc_store_copied *copied, asc_error *error) {
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
  return asc_error_set(error, ASC_E_FILE, "what was read again differs: %lld rows and not %lld, or other bytes",
                       (long long)last.rows, (long long)first.rows);
}

int asc_store_copy(const char *from, const char *to, void (*progress)(void *data, int64_t rows), void *data,
                   asc_store_copied *copied, asc_error *error) {
  asc_store_about about;
  asc_store_copying copying = {.progress = progress, .data = data};
  copying.from = asc_store_driver_of(from, error);
  if (copying.from != NULL) copying.to = asc_store_driver_of(to, error);
  if (copying.to == NULL) return ASC_E_INPUT;
  int code = copying.from->open(&copying.source, from, &(asc_store_options){.looking = true}, &about, error);
  if (code != ASC_OK) return code;
  code = copying.to->open(&copying.target, to, &(asc_store_options){0}, &about, error);
  if (code == ASC_OK) {
    code = asc_store_copy_rows(&copying, copied, error);
    copying.to->close(copying.target);
  }
  copying.from->close(copying.source);
  return code;
}

/* Written beside; in its place it comes by asc_sqlite_copy, whole or not at all. */
static int file_make(const asc_store_driver *from, void *source, const char *beside, const char *path,
                     asc_error *error) {
  asc_store_about about;
  asc_store_copied copied;
  asc_sqlite_link link;
  asc_store_copying copying = {.from = from, .source = source, .to = &asc_store_sqlite};
  int code = copying.to->open(&copying.target, beside, &(asc_store_options){0}, &about, error);
  if (code != ASC_OK) return code;
  code = asc_store_copy_rows(&copying, &copied, error);
  copying.to->close(copying.target);
  if (code != ASC_OK) return code;
  code = asc_sqlite_connect(&link, beside, SQLITE_OPEN_READWRITE, error);
  if (code == ASC_OK) code = asc_sqlite_copy(&link, path, error);
  asc_sqlite_disconnect(&link);
  return code;
}

int asc_store_copy_file(const asc_store_driver *from, void *source, const char *path, asc_error *error) {
  struct stat there;
  char beside[4096], name[4200];
  if (stat(path, &there) == 0) return asc_error_set(error, ASC_E_INPUT, "%s: is there already", path);
  if (snprintf(beside, sizeof beside, "%s.XXXXXX", path) >= (int)sizeof beside)
    return asc_error_set(error, ASC_E_INPUT, "%s: too long a name", path);
  int file = mkstemp(beside);
  if (file < 0) return asc_error_set(error, ASC_E_FILE, "%s: %s", path, strerror(errno));
  close(file);
  int code = file_make(from, source, beside, path, error);
  static const char *const ends[] = {"", "-wal", "-shm", ".lock"};
  for (int i = 0; i < 4; i++) {
    (void)snprintf(name, sizeof name, "%s%s", beside, ends[i]);
    (void)unlink(name);
  }
  return code;
}
