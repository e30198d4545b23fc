/* The parts of the PostgreSQL store. Three connections: one writes, one reads, one listens to what other processes have
   written. Each is made again by itself when it is lost.

   A link sends statements that it prepared when it connected, many at once, and waits for all of their answers together
   (libpq's pipeline mode): what goes over the wire is counted in rounds, not in statements. */
#ifndef ASC_STORE_POSTGRES_H
#define ASC_STORE_POSTGRES_H

#include "driver.h"

#include <libpq-fe.h>
#include <pthread.h>
#include <stdatomic.h>

enum { ASC_POSTGRES_QUESTIONS = 64 }; /* in one round */

typedef struct asc_postgres asc_postgres;

typedef struct asc_postgres_link {
  asc_postgres *own;
  PGconn *connection;     /* NULL: none */
  const char *const *sql; /* statements, by their index */
  int count;
  int patience;   /* milliseconds to wait for an answer */
  int64_t failed; /* when connecting last failed, by the clock that never goes back; 0: it did not */
  asc_error why;  /* that it did */
  int sent;       /* statements whose answers are to come */
  bool unsent;    /* one of them could not be put in: no memory */
  bool warned;    /* the server said that what it has done may not last */
  char state[6];  /* of the last error; "": the connection is gone */
} asc_postgres_link;

struct asc_postgres {
  char *place, *name; /* name: for reasons, without a password */
  bool looking;
  asc_store_about about;
  asc_postgres_link writer, reader, listener;
  atomic_int writing; /* the server's number of the writer's session: what it tells was told by us */
  void (*heard)(void *data, const char *game, int64_t last);
  void (*said)(void *data, const char *text);
  void *data;
  pthread_t thread; /* of the listener */
  int wake[2];      /* a byte ends it */
  bool listening;
  asc_postgres_link filler;
};

/* ---- postgres.c ---- */

/* Connects if it is not connected. Within a second after that failed it is not tried again. */
int asc_postgres_connect(asc_postgres_link *link, asc_error *error);
void asc_postgres_disconnect(asc_postgres_link *link);
/* A link for one long task. */
asc_postgres_link asc_postgres_link_make(asc_postgres *own, const char *const *sql, int count, bool patient);

/* Puts prepared statement `index` behind those that wait to be sent, with its parameters: a letter each in `types`,
   t text (NULL: null), i int64_t, b a hash, z int64_t with 0 as null, s text with its length. */
void asc_postgres_send(asc_postgres_link *link, int index, const char *types, ...);
/* The same with a plain statement. */
void asc_postgres_send_text(asc_postgres_link *link, const char *sql);
/* Waits for all answers, and hands them over by the number of their statement, from 0. When one is an error those
   behind it were not done; that, or that the connection is gone, is what it returns. */
int asc_postgres_exchange(asc_postgres_link *link, void (*answer)(void *data, int number, const PGresult *rows),
                          void *data, asc_error *error);
/* One plain statement; *number, if not NULL, is the first column of its first row, or 0. */
int asc_postgres_run(asc_postgres_link *link, const char *sql, int64_t *number, asc_error *error);
bool asc_postgres_connected(const asc_postgres_link *link);

/* A list of texts as PostgreSQL reads it; NULL: no memory. To be freed. */
char *asc_postgres_texts(const char *const *texts, size_t count);
char *asc_postgres_hashes(const uint8_t (*hashes)[ASC_STORE_HASH], size_t count);
int64_t asc_postgres_number(const PGresult *rows, int row, int column);
void asc_postgres_hash(const PGresult *rows, int row, int column, uint8_t hash[ASC_STORE_HASH]);

/* ---- postgres_schema.c ---- */

/* What is run to come from version N to N + 1 is at N, and which is the oldest version of the program that may go on
   writing beside it. */
typedef struct asc_postgres_version {
  const char *sql;
  int oldest;
} asc_postgres_version;
typedef struct asc_postgres_schema {
  const asc_postgres_version *versions;
  int count;
} asc_postgres_schema;
extern const asc_postgres_schema asc_postgres_schema_now;
/* Makes the schema, or brings an older one forward: in one transaction, one process at a time. */
int asc_postgres_upgrade(asc_postgres_link *link, const asc_postgres_schema *schema, asc_error *error);
/* Whether a database is one of ours that this program may use. */
int asc_postgres_recognise(asc_postgres_link *link, const asc_postgres_schema *schema, asc_error *error);
int asc_postgres_about(asc_postgres_link *link, asc_store_about *about, asc_error *error);

/* Numbers of locks that are held for a while, by what they are for; the store's id makes them its own. */
typedef enum asc_postgres_lock { ASC_LOCK_SCHEMA = 1, ASC_LOCK_GROUP, ASC_LOCK_SERVER } asc_postgres_lock;
int64_t asc_postgres_lock_of(const char *id, asc_postgres_lock lock);

/* ---- postgres_write.c, postgres_read.c, postgres_listen.c ---- */
int asc_postgres_write(void *database, asc_job *jobs, asc_error *error);
/* Why a job cannot be kept, whoever else is in its group; NULL: it can. */
const char *asc_postgres_wrong(const asc_job *job);
int asc_postgres_probe(void *database, asc_error *error);
int asc_postgres_read(void *database, asc_job *job, asc_error *error);
extern const char *const asc_postgres_write_sql[], *const asc_postgres_read_sql[];
extern const int asc_postgres_write_count, asc_postgres_read_count;
int asc_postgres_listen(asc_postgres *own, asc_error *error);
void asc_postgres_listen_end(asc_postgres *own);

/* ---- postgres_copy.c ---- */
/* As asc_store_driver's. */
int asc_postgres_dump(void *database, const asc_store_sink *sink, asc_error *error);
int asc_postgres_fill(void *database, const asc_store_row *row, asc_error *error);

#endif
