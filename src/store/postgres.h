/* The parts of the PostgreSQL store. There are three connections: the game thread's, the listing thread's, and one that
   listens to what other processes write. Each is made again when it is lost.

   A link sends many statements at once and waits for all of their answers together (libpq's pipeline mode), so that the
   cost over the wire is counted in rounds. Every wait ends when the store is interrupted. */
#ifndef ASC_STORE_POSTGRES_H
#define ASC_STORE_POSTGRES_H

#include "base/strbuf.h"
#include "driver.h"
#include "postgres_sql.h"

#include <libpq-fe.h>
#include <stdatomic.h>

/* How long to wait for any lock but that of a row (postgres_known.c): longer than a process may sleep in a transaction.
 */
#define STORE_POSTGRES_LOCK_TIME "4s"

typedef struct store_postgres store_postgres;

typedef struct store_postgres_link {
  store_postgres *own;
  PGconn *connection;     /* NULL: none */
  const char *const *sql; /* prepared when it connects */
  int sql_count;
  bool needs_write; /* the server must accept changes */
  int patience;     /* ms to wait for an answer */
  int64_t failed;   /* when connecting last failed, in ms of the monotonic clock; 0: it did not */
  asc_error why;    /* why it failed */
  int sent;         /* statements without an answer */
  bool is_unsent;   /* one of them could not be queued: no memory */
  bool has_warning; /* the server warned that what it has done may not last */
  char state[6];    /* SQLSTATE of the last error; "": the connection was lost */
  int refused;      /* number of the statement that the server refused last */
  bool skips_held;  /* transactions skip games and secrets that another session has locked: postgres_write.c */
} store_postgres_link;

struct store_postgres {
  char *place, *name;          /* name: for reasons, without a password */
  char *host, *address, *port; /* comma-separated lists of the place; NULL: not given */
  bool read_only;
  store_about about;
  store_postgres_link game, listing, listener, filler;
  atomic_int game_session; /* the server's number of the game thread's session: its notices are our own */
  atomic_bool is_interrupted;
  int interrupt; /* an eventfd that becomes readable; -1: none */
  void (*on_events)(void *data, const char *game, int64_t last);
  void (*on_notice)(void *data, const char *text);
  void *data;
  pthread_t thread; /* runs the listener */
  bool has_thread;
};

/* ---- postgres.c: links ---- */

typedef enum store_patience { STORE_SERVING, STORE_LONG_TASK } store_patience;
store_postgres_link store_postgres_link_make(store_postgres *own, const char *const *sql, int sql_count,
                                             store_patience patience);
/* Connects if it is not connected. Within a second after a failure it is not tried again. */
int store_postgres_connect(store_postgres_link *link, asc_error *error);
void store_postgres_disconnect(store_postgres_link *link);
bool store_postgres_is_connected(const store_postgres_link *link);

/* Queues prepared statement `index` with its parameters. `types` has a letter for each: t text (NULL: null), i int64_t,
   b a hash, z int64_t with 0 as null, s text with its length. */
void store_postgres_send(store_postgres_link *link, int index, const char *types, ...);
/* The same for a plain statement. */
void store_postgres_send_text(store_postgres_link *link, const char *sql);
/* Sends what is queued, waits for all answers and passes them on by the number of their statement, from 0. After an
   error the statements behind it were not done. Returns that error, or that the connection was lost. */
int store_postgres_exchange(store_postgres_link *link, void (*on_answer)(void *data, int number, const PGresult *rows),
                            void *data, asc_error *error);
/* Runs one plain statement. *number, if not NULL, is the first column of its first row, or 0. */
int store_postgres_run(store_postgres_link *link, const char *sql, int64_t *number, asc_error *error);
/* Ends a transaction after an error; disconnects if that fails. */
void store_postgres_rollback(store_postgres_link *link);
/* Waits for some milliseconds, or until the store is interrupted. */
void store_postgres_pause(const store_postgres *own, int milliseconds);

/* Lists as PostgreSQL reads them: start with an empty buffer, add, end. store_postgres_list_end returns NULL if there
   was no memory; the caller frees the buffer's text. */
void store_postgres_list_add(asc_strbuf *list, const char *text);
void store_postgres_list_add_hash(asc_strbuf *list, const uint8_t hash[STORE_HASH]);
const char *store_postgres_list_end(asc_strbuf *list);
int64_t store_postgres_number(const PGresult *rows, int row, int column);
void store_postgres_hash(const PGresult *rows, int row, int column, uint8_t hash[STORE_HASH]);

/* ---- postgres_schema.c ---- */

/* The SQL that upgrades version N to N + 1 is at N, with the oldest version of the program that may go on writing
   beside it. */
typedef struct store_postgres_version {
  const char *sql;
  int oldest;
} store_postgres_version;
typedef struct store_postgres_schema {
  const store_postgres_version *versions;
  int count;
} store_postgres_schema;
extern const store_postgres_schema store_postgres_schema_current;
/* Creates the schema or upgrades an older one: in one transaction, one process at a time. */
int store_postgres_upgrade(store_postgres_link *link, const store_postgres_schema *schema, asc_error *error);
/* Returns ASC_OK if the database is one of ours that this program may use. */
int store_postgres_recognise(store_postgres_link *link, const store_postgres_schema *schema, asc_error *error);
int store_postgres_about(store_postgres_link *link, store_about *about, asc_error *error);

/* Numbers of advisory locks. They depend on the id of the store. */
typedef enum store_postgres_lock { STORE_LOCK_GROUP = 2, STORE_LOCK_SERVER } store_postgres_lock;
int64_t store_postgres_lock_of(const char *id, store_postgres_lock lock);

/* ---- the other files ---- */

/* With NULL as the jobs it writes a row that nobody reads, to find out whether the database accepts changes. */
int store_postgres_write(void *database, store_job *jobs, asc_error *error);
/* Returns why a job cannot be stored; NULL: it can. */
const char *store_postgres_reject(const store_job *job);
/* Answers the pending queries of a list. */
int store_postgres_ask(store_postgres_link *link, store_job *jobs, asc_error *error);
int store_postgres_listen(store_postgres *own, asc_error *error);
int store_postgres_dump(void *database, const store_sink *sink, asc_error *error);
int store_postgres_fill(void *database, const store_row *row, asc_error *error);

#endif
