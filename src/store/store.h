/* The store: everything that is kept about games between players. One database holds games, their events, persons,
   secrets, blocks and the host's orders. It is a SQLite file for one process, or a PostgreSQL that several processes
   share.

   A job is a list of changes that happen all or not at all, or one query. The store_job_… functions fill it and copy
   what they are given. store_write commits many jobs in one transaction; store_read answers many queries in one round.
   Both block, and both belong to one thread, the game thread. Long listings go through store_list, which answers them
   on a connection and a thread of its own.

       store_job *job = store_job_open();
       store_job_event(job, id, last + 1, now, command, body, length);
       store_job_game(job, &row);
       int code = store_write(db, job, &error);     and then job->status

   What always holds:
   - When store_write returns ASC_OK, everything that has STORE_DONE is durable.
   - Jobs of one store_write are decided in their order. A job that does not get STORE_DONE changes nothing. After a
     conflict in a game, all later jobs of the same store_write with events of that game conflict too.
   - An event is never changed. If two processes write the event of one number, the second gets STORE_CONFLICT.
   - The database holds hashes of secrets, never secrets. Events and games hold ids of persons, never names.
   - All times are milliseconds since 1970 and come from the caller, except store_clock.now. 0 means none.

   Ids and commands are text without NUL, shorter than STORE_ID_MAX bytes; base/secret.h makes them. */
#ifndef ASC_STORE_STORE_H
#define ASC_STORE_STORE_H

#include "job.h"

typedef struct store_db store_db;

/* ---- the database ---- */

typedef struct store_options {
  /* Opens an existing database of the current schema for queries only, while another process may serve from it.
     Otherwise the database is created if it does not exist, and an older schema is upgraded in one transaction; a file
     is backed up first (FILE.schema-N.bak). A SQLite file belongs to one serving process at a time. */
  bool read_only;
  /* PostgreSQL only, called from a thread of the store: another process wrote events of this game, up to this number.
     NULL as the game: any game may have changed. */
  void (*on_events)(void *data, const char *game, int64_t last);
  /* PostgreSQL only, called from a thread of the store: another process sent this text by store_job_notify. */
  void (*on_notice)(void *data, const char *text);
  void *data;
} store_options;

/* `place` is a file, or postgresql://…. Returns ASC_E_INPUT for a place that makes no sense (a newer schema, a file of
   another program), ASC_E_STATE if another process has it, ASC_E_FILE if the system refuses. */
int store_open(store_db **result, const char *place, const store_options *options, asc_error *error);
/* Answers the listings that wait, and closes. NULL is allowed. */
void store_close(store_db *db);

/* Sixteen characters that identify this database. */
const char *store_id(const store_db *db);
/* The last heartbeat before the database was opened; 0: none. */
int64_t store_heartbeat(const store_db *db);
/* Whether several processes may serve from it at once. */
bool store_is_shared(const store_db *db);

/* Commits the jobs of a list (job->next) in one transaction and sets their status. A job that the database refuses
   alone gets STORE_ERROR. Returns ASC_OK when the transaction is durable. After an error the caller must forget what it
   knows and read it again: a commit whose answer got lost may have happened. */
int store_write(store_db *db, store_job *jobs, asc_error *error);
/* Answers the queries of a list (job->next). A query that fails alone gets STORE_ERROR. Returns an error only if the
   database does not answer at all. */
int store_read(store_db *db, store_job *jobs, asc_error *error);
/* Checks with a small write whether the database accepts changes. */
int store_probe(store_db *db, asc_error *error);
/* One job of either kind, for commands and tests. Returns its status. */
store_status store_do(store_db *db, store_job *job);
/* From any thread: a wait for the database ends at once with an error, now and from now on. */
void store_interrupt(store_db *db);
/* Answers a query later, on the listing thread, which then calls job->on_done. Any thread may call it. */
void store_list(store_db *db, store_job *job);

/* Writes a complete copy as of one moment while others read and write: the whole file or none. */
int store_backup(store_db *db, const char *path, asc_error *error);
/* Copies everything from one place into an empty one, counts and compares. All or nothing. `on_progress` may be NULL.
   Nobody may serve from either place meanwhile. */
typedef struct store_copied {
  int64_t games, events, persons, secrets;
  char digest[65]; /* of all rows; the same for both places */
} store_copied;
int store_copy(const char *from, const char *to, void (*on_progress)(void *data, int64_t rows), void *data,
               store_copied *copied, asc_error *error);
/* Adds an order of the host, durably, also while a server runs. The server deletes it in the transaction that carries
   it out. *number is its number. */
int store_order(store_db *db, const char *what, const char *id, int64_t *number, asc_error *error);
/* Checks the whole database; the reason says what is damaged. */
int store_check(store_db *db, asc_error *error);

#endif
