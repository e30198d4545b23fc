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

typedef struct asc_store_driver {
  const char *name;
  /* Whether a place is one of its own. */
  bool (*serves)(const char *place);
  /* As asc_store_open: makes, locks, brings forward. */
  int (*open)(void **database, const char *place, bool looking, asc_store_about *about, asc_error *error);
  void (*close)(void *database);
  /* The steps of all the jobs of a list (inside->next), in one transaction, each job whole or not at all; sets the
     status of each. When it returns ASC_OK all is durable, else nothing is done. */
  int (*write)(void *database, asc_job *jobs, asc_error *error);
  /* Whether it would take steps again. */
  int (*probe)(void *database, asc_error *error);
  /* Answers a job's question, as of one moment. */
  int (*read)(void *database, asc_job *job, asc_error *error);
  int (*backup)(void *database, const char *path, asc_error *error);
  int (*check)(void *database, asc_error *error);
} asc_store_driver;

extern const asc_store_driver asc_store_sqlite;

#endif
