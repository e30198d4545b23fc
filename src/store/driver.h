/* The table of functions that each kind of database implements. src/store/store.c checks jobs, calls these functions
   and runs the listing thread.

   `write`, `read` and `probe` are called by the game thread, `list` and `upkeep` by the listing thread. `interrupt`,
   `backup`, `check` and `order` may be called by any thread: they use a connection of their own.

   An ASC_E… code means that the database cannot be used now, for any job. If only one job is wrong, its status says
   so. */
#ifndef ASC_STORE_DRIVER_H
#define ASC_STORE_DRIVER_H

#include "job_inside.h"
#include "store.h"

#include <pthread.h>

typedef struct store_about {
  char id[STORE_ID_MAX];
  int64_t heartbeat;
} store_about;

/* Rows on their way from one database to another: everything is text, hashes are hexadecimal. */
enum { STORE_CELLS = 11 };
typedef struct store_table {
  const char *name, *key;
  const char *columns[STORE_CELLS + 1]; /* ends with NULL */
} store_table;
enum { STORE_TABLES = 9 };
/* The keys of meta that are copied. Each kind of database has others of its own. */
#define STORE_META "('heartbeat', 'id', 'uptime')"
extern const store_table store_tables[STORE_TABLES];

typedef struct store_row {
  int table;
  const char *cells[STORE_CELLS]; /* NULL: null */
} store_row;

typedef struct store_sink {
  int (*on_row)(void *data, const store_row *row, asc_error *error);
  void *data;
} store_sink;

typedef struct store_driver {
  const char *name;
  bool is_shared; /* several processes may serve from it */
  bool (*accepts)(const char *place);
  /* As store_open: creates, locks, upgrades. */
  int (*open)(void **database, const char *place, const store_options *options, store_about *about, asc_error *error);
  void (*close)(void *database);
  /* Returns why this database can never store the job; NULL: it can. May be missing. */
  const char *(*reject)(const store_job *job);
  /* Commits the pending jobs of a list in one transaction, each completely or not at all, and sets their status. */
  int (*write)(void *database, store_job *jobs, asc_error *error);
  int (*probe)(void *database, asc_error *error);
  /* Answers the pending queries of a list, each as of one moment, and sets the status of those that fail alone. */
  int (*read)(void *database, store_job *jobs, asc_error *error);
  /* The same for one query, on the connection of the listing thread. */
  int (*list)(void *database, store_job *job, asc_error *error);
  /* Returns whether the listing thread should call `upkeep`. Both may be missing. */
  bool (*needs_upkeep)(void *database);
  void (*upkeep)(void *database);
  void (*interrupt)(void *database);
  int (*backup)(void *database, const char *path, asc_error *error);
  int (*check)(void *database, asc_error *error);
  int (*order)(void *database, const char *what, const char *id, int64_t *number, asc_error *error);
  /* Passes on all rows of all tables as of one moment, table by table in the order of their keys. */
  int (*dump)(void *database, const store_sink *sink, asc_error *error);
  /* Adds a row to a database that nobody serves from. All rows are one transaction: the first row begins it, NULL
     commits it. If the database is closed before, nothing happened. */
  int (*fill)(void *database, const store_row *row, asc_error *error);
} store_driver;

extern const store_driver store_sqlite_driver, store_postgres_driver;

/* Returns the driver of a place; NULL, with the reason, if there is none. */
const store_driver *store_driver_of(const char *place, asc_error *error);
/* Starts a thread with all signals blocked: they are for the threads of the program. */
bool store_thread_start(pthread_t *thread, void *(*run)(void *), void *data);

/* ---- copy.c ---- */

/* Copies one database into another that is empty, counts and compares. */
typedef struct store_copying {
  const store_driver *from, *to;
  void *source, *target;
  void (*on_progress)(void *data, int64_t rows);
  void *data;
} store_copying;
int store_copy_rows(const store_copying *copying, store_copied *copied, asc_error *error);
/* Writes a database of another kind as a SQLite file. */
int store_copy_file(const store_driver *from, void *source, const char *path, asc_error *error);

#endif
