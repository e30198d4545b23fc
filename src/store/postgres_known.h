/* The part of the database that the jobs of one store_write depend on: the last event numbers of their games, and which
   secrets and orders exist. A transaction locks and reads it in its first round. With it the jobs are decided in their
   order before anything is written. postgres_write.c uses this. */
#ifndef ASC_STORE_POSTGRES_KNOWN_H
#define ASC_STORE_POSTGRES_KNOWN_H

#include "postgres.h"

/* A list that grows. */
typedef struct store_array {
  void *rows;
  size_t count, room;
} store_array;
/* Returns a new zeroed row at the end; NULL if there is no memory. */
void *store_array_add(store_array *array, size_t size);

typedef struct store_known_game {
  const char *id;
  int64_t last;   /* number of its last event, with the jobs decided so far */
  int64_t before; /* the same before this transaction */
  bool is_held;   /* skipped, because another session has locked it */
} store_known_game;

typedef struct store_known_secret {
  uint8_t hash[STORE_HASH];
  bool exists, is_claimed;
  bool is_held; /* as above; the rest is not known then */
  int kind;
  int64_t expires;
} store_known_secret;

typedef struct store_known_order {
  int64_t number;
  bool exists;
} store_known_order;

/* Each array is sorted and has no row twice. */
typedef struct store_known {
  store_array games, secrets, orders;
  store_array persons;              /* const char * */
  int locks;                        /* the first statement that locks rows; -1: not sent */
  int held, lasts, hashes, numbers; /* the statements that read games, secrets and orders; -1: not sent */
  bool is_read;                     /* at least once in this transaction */
  bool has_held;                    /* a game or a secret was skipped */
} store_known;

/* Collects what the pending jobs of a list depend on. Returns false if there is no memory. */
bool store_known_gather(store_known *known, store_job *jobs);
/* Sends what waits on the link, then reads everything; the first time with locks. If the link skips what is held, jobs
   that need such a row get STORE_CONFLICT. */
int store_known_read(store_known *known, store_postgres_link *link, asc_error *error);
/* Returns whether the transaction failed because it waited for a row in vain. */
bool store_known_waited(const store_known *known, const store_postgres_link *link);
/* Decides a job. If it stands (STORE_DONE), `known` is as after it, otherwise as before. */
store_status store_known_decide(const store_known *known, const store_job *job);
void store_known_close(store_known *known);

#endif
