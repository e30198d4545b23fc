/* The parts of the SQLite store. There are two connections: the game thread's reads and writes, the listing thread's
   answers listings and runs checkpoints. In WAL neither waits for the other.

   The log is bounded in three steps (sqlite.c): when it passes STORE_SQLITE_LOG_MAX pages, the listing thread copies
   most of it into the file while the game thread goes on; then the game thread copies the few pages that came since,
   after which the next write starts the log from its beginning. */
#ifndef ASC_STORE_SQLITE_H
#define ASC_STORE_SQLITE_H

#include "driver.h"

#include <sqlite3.h>
#include <stdatomic.h>
#include <sys/types.h>

enum { STORE_SQLITE_STATEMENTS = 128 }; /* room for all statements of a connection */
enum { STORE_SQLITE_LOG_MAX = 4000 };   /* pages; a checkpoint starts here */

typedef struct store_sqlite_link {
  sqlite3 *handle;
  const char *path; /* for reasons */
  struct {
    const char *sql;
    sqlite3_stmt *statement;
  } statements[STORE_SQLITE_STATEMENTS]; /* a hash table by the address of the text */
} store_sqlite_link;

typedef enum store_sqlite_checkpoint {
  STORE_CHECKPOINT_IDLE,
  STORE_CHECKPOINT_DUE,   /* the listing thread's turn */
  STORE_CHECKPOINT_COPIED /* the game thread's turn: little is left */
} store_sqlite_checkpoint;

typedef struct store_sqlite {
  char *path;
  int lock; /* the open FILE.lock; -1: read only */
  dev_t device;
  ino_t inode; /* of the file: if its name leads elsewhere, what is written would be lost */
  store_sqlite_link game, listing;
  atomic_bool is_interrupted;
  atomic_int checkpoint; /* a store_sqlite_checkpoint */
  int log_pages;         /* after the last commit */
  int log_limit;         /* at which the next checkpoint is due */
  bool is_filling;
  sqlite3_stmt *inserts[STORE_TABLES]; /* while it is filled */
} store_sqlite;

/* ---- sqlite.c ---- */

/* Sets the reason of the link's last error; never returns ASC_OK. */
int store_sqlite_fail(const store_sqlite_link *link, asc_error *error);
int store_sqlite_connect(store_sqlite_link *link, const char *path, int flags, asc_error *error);
void store_sqlite_disconnect(store_sqlite_link *link);
int store_sqlite_run(store_sqlite_link *link, const char *sql, asc_error *error);
/* Reads the first column of the first row as a number; 0 if there is none. */
int store_sqlite_number(store_sqlite_link *link, const char *sql, int64_t *number, asc_error *error);

/* Returns the statement with its parameters bound; NULL on failure. It is prepared when it is first used, and kept, so
   `sql` must be a constant. `types` has a letter for each parameter: t text (NULL: null), i int64_t, b a hash, z
   int64_t with 0 as null, s text with its length. */
sqlite3_stmt *store_sqlite_bind(store_sqlite_link *link, const char *sql, const char *types, ...);
/* Runs it to its end. Returns the number of rows it changed, or -1. */
int store_sqlite_change(store_sqlite_link *link, sqlite3_stmt *statement);

/* ---- sqlite_schema.c ---- */

/* versions[N] is the SQL that upgrades version N to N + 1. */
typedef struct store_sqlite_schema {
  const char *const *versions;
  int count;
} store_sqlite_schema;
extern const store_sqlite_schema store_sqlite_schema_current;
/* Creates the schema in an empty database, or upgrades an older one: in one transaction, after a backup. */
int store_sqlite_upgrade(store_sqlite_link *link, const store_sqlite_schema *schema, asc_error *error);
/* Returns ASC_OK if the database is one of ours with exactly this schema. */
int store_sqlite_recognise(store_sqlite_link *link, const store_sqlite_schema *schema, asc_error *error);
/* Moves the orders that a host gave to an older version, in files beside the database, into their table. */
int store_sqlite_move_orders(store_sqlite_link *link, asc_error *error);

/* ---- sqlite_write.c, sqlite_read.c ---- */

/* With NULL as the jobs it writes a row that nobody reads, to find out whether the database accepts changes. */
int store_sqlite_write(void *database, store_job *jobs, asc_error *error);
int store_sqlite_read(void *database, store_job *jobs, asc_error *error);
int store_sqlite_list(void *database, store_job *job, asc_error *error);

/* ---- sqlite_copy.c ---- */

/* Writes a complete copy of the database of a link beside, and renames it when it is on the disk. */
int store_sqlite_copy(store_sqlite_link *link, const char *path, asc_error *error);
int store_sqlite_backup(void *database, const char *path, asc_error *error);
int store_sqlite_dump(void *database, const store_sink *sink, asc_error *error);
int store_sqlite_fill(void *database, const store_row *row, asc_error *error);

#endif
