/* The parts of the SQLite store. Two connections: one writes, one reads; in WAL neither waits for the other. */
#ifndef ASC_STORE_SQLITE_H
#define ASC_STORE_SQLITE_H

#include "driver.h"

#include <sqlite3.h>
#include <sys/types.h>

/* Statements are prepared when they are first used, and kept. */
enum { ASC_SQLITE_STATEMENTS = 56 };

typedef struct asc_sqlite_link {
  sqlite3 *handle;
  const char *path; /* for reasons */
  sqlite3_stmt *statements[ASC_SQLITE_STATEMENTS];
} asc_sqlite_link;

typedef struct asc_sqlite {
  char *path;
  int lock; /* the open FILE.lock; -1: looking only */
  dev_t device;
  ino_t inode; /* of the file: if its name leads elsewhere, what is written would be lost */
  asc_sqlite_link writer, reader;
  bool filling;
} asc_sqlite;

/* The reason of the link's last error; never ASC_OK. */
int asc_sqlite_fail(const asc_sqlite_link *link, asc_error *error);
int asc_sqlite_connect(asc_sqlite_link *link, const char *path, int flags, asc_error *error);
void asc_sqlite_disconnect(asc_sqlite_link *link);
int asc_sqlite_run(asc_sqlite_link *link, const char *sql, asc_error *error);
/* The first column of the first row as a number; 0 when there is none. */
int asc_sqlite_number(asc_sqlite_link *link, const char *sql, int64_t *number, asc_error *error);

/* Prepared statement `index`, with its parameters bound: a letter each in `types`, t text (NULL: null), i int64_t,
   b a hash, z int64_t with 0 as null, s text with its length. NULL on failure. */
sqlite3_stmt *asc_sqlite_bind(asc_sqlite_link *link, int index, const char *sql, const char *types, ...);
/* Runs it to its end; the number of rows it changed, or -1. */
int asc_sqlite_change(asc_sqlite_link *link, sqlite3_stmt *statement);

/* The schema as a list: what is run to come from version N to N + 1 is at N. */
typedef struct asc_sqlite_schema {
  const char *const *versions;
  int count;
} asc_sqlite_schema;
extern const asc_sqlite_schema asc_sqlite_schema_now;
/* Makes the schema in an empty database, or brings an older one forward: in one transaction, after a backup. */
int asc_sqlite_upgrade(asc_sqlite_link *link, const asc_sqlite_schema *schema, asc_error *error);
/* Whether a database is one of ours with just this schema. */
int asc_sqlite_recognise(asc_sqlite_link *link, const asc_sqlite_schema *schema, asc_error *error);

/* A whole copy of the database of a link, written beside and put in its place when it is on the disk. */
int asc_sqlite_copy(asc_sqlite_link *link, const char *path, asc_error *error);

int asc_sqlite_write(void *database, asc_job *jobs, asc_error *error);
int asc_sqlite_dump(void *database, const asc_store_sink *sink, asc_error *error);
int asc_sqlite_fill(void *database, const asc_store_row *row, asc_error *error);
int asc_sqlite_read(void *database, asc_job *job, asc_error *error);

#endif
