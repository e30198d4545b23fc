/* The table that each kind of database fills in. src/store/store.c has the queues and threads before it: `write` and
   `probe` are called by one thread, `read` by another, the rest by any; so a database has a connection for each.

   What a database answers is an ASC_E… code with a reason when nothing can be done in it just now, for no job. What is
   wrong with one job alone is that job's status. */
#ifndef ASC_STORE_DRIVER_H
#define ASC_STORE_DRIVER_H

#include "job.h"

typedef struct asc_store_about {
  char id[ASC_STORE_ID_MAX];
  int64_t heartbeat;
} asc_store_about;

/* What is kept, row by row, on its way from one store to another: all as text, hashes in hexadecimal. */
enum { ASC_STORE_CELLS = 11 };
typedef struct asc_store_table {
  const char *name, *key;
  const char *columns[ASC_STORE_CELLS + 1]; /* up to a NULL */
} asc_store_table;
enum { ASC_STORE_TABLES = 8 };
/* The keys of meta that go along; each kind of database has others of its own. */
#define ASC_STORE_META "('heartbeat', 'id', 'uptime')"
extern const asc_store_table asc_store_tables[ASC_STORE_TABLES];

typedef struct asc_store_row {
  int table;
  const char *cells[ASC_STORE_CELLS]; /* NULL: null */
} asc_store_row;

typedef struct asc_store_sink {
  int (*row)(void *data, const asc_store_row *row, asc_error *error);
  void *data;
} asc_store_sink;

typedef struct asc_store_driver {
  const char *name;
  bool shared; /* by several processes that serve */
  /* Whether a place is one of its own. */
  bool (*serves)(const char *place);
  /* As asc_store_open: makes, locks, brings forward. */
  int (*open)(void **database, const char *place, const asc_store_options *options, asc_store_about *about,
              asc_error *error);
  void (*close)(void *database);
  /* Why a job's steps can never be done here, so that it is no fault of its group; NULL: they can. */
  const char *(*wrong)(const asc_job *job);
  /* The steps of all the jobs of a list (inside->next), in one transaction, each job whole or not at all; sets the
     status of each. When it returns ASC_OK all is durable, else nothing is done. */
  int (*write)(void *database, asc_job *jobs, asc_error *error);
  /* Whether it would take steps again. */
  int (*probe)(void *database, asc_error *error);
  /* Answers the questions of a list of jobs (inside->next), at most `questions`, each as of one moment. When it returns
     another code than ASC_OK none is answered. */
  int questions;
  int (*read)(void *database, asc_job *jobs, asc_error *error);
  int (*backup)(void *database, const char *path, asc_error *error);
  int (*check)(void *database, asc_error *error);
  int (*order)(void *database, const char *what, const char *id, asc_error *error);
  /* Hands out all rows of all tables, as of one moment, table by table and in the order of their keys. */
  int (*dump)(void *database, const asc_store_sink *sink, asc_error *error);
  /* Puts a row into a database that nobody serves from; all of them are one transaction, which the first begins and
     NULL commits. Who does not come to the end closes the database, and nothing was done. */
  int (*fill)(void *database, const asc_store_row *row, asc_error *error);
} asc_store_driver;

extern const asc_store_driver asc_store_sqlite, asc_store_postgres;

/* The driver of a place; NULL, with the reason, when there is none. */
const asc_store_driver *asc_store_driver_of(const char *place, asc_error *error);

/* ---- copy.c ---- */

/* All of one database into another that is empty, counted and compared. */
typedef struct asc_store_copying {
  const asc_store_driver *from, *to;
  void *source, *target;
  void (*progress)(void *data, int64_t rows);
  void *data;
} asc_store_copying;
int asc_store_copy_rows(const asc_store_copying *copying, asc_store_copied *copied, asc_error *error);
/* Another kind of database as a SQLite file. */
int asc_store_copy_file(const asc_store_driver *from, void *source, const char *path, asc_error *error);

#endif
