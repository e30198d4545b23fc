/* The inside of a job: its changes or its query, and the memory that holds all of its text. Only the store includes
   this. A job has changes or one query, never both; `error` says why it cannot be done. */
#ifndef ASC_STORE_JOB_INSIDE_H
#define ASC_STORE_JOB_INSIDE_H

#include "job.h"

typedef enum store_change_kind {
  STORE_CHANGE_EVENT,
  STORE_CHANGE_GAME,
  STORE_CHANGE_PLY, /* .game: id, changed, deadline, turn, plies */
  STORE_CHANGE_PERSON,
  STORE_CHANGE_SECRET,
  STORE_CHANGE_CLAIM,        /* .secret: kind, hash, person, and the time as `seen` */
  STORE_CHANGE_SEEN,         /* .secret: hash, and the time as `seen` */
  STORE_CHANGE_REVOKE,       /* .secret: kind, person, id */
  STORE_CHANGE_REVOKE_SEAT,  /* .secret: game, seat */
  STORE_CHANGE_RELEASE_SEAT, /* .secret: game, person */
  STORE_CHANGE_MERGE,        /* .pair: from, into */
  STORE_CHANGE_FORGET,       /* .pair: person */
  STORE_CHANGE_BLOCK,        /* .pair: person, other, is_on */
  STORE_CHANGE_HEARTBEAT,    /* .now */
  STORE_CHANGE_RETAIN,
  STORE_CHANGE_NOTIFY,    /* .text */
  STORE_CHANGE_ORDER_DONE /* .number */
} store_change_kind;

typedef struct store_change store_change;
struct store_change {
  store_change_kind kind;
  store_change *next;
  union {
    store_event_row event;
    store_game_row game;
    store_person_row person;
    store_secret_row secret;
    struct {
      const char *one, *other;
      bool is_on;
    } pair;
    int64_t now, number;
    const char *text;
    struct {
      int64_t now;
      store_retention rules;
      int max;
    } retain;
  };
};

typedef enum store_query_kind {
  STORE_QUERY_NONE,
  STORE_QUERY_GAME,
  STORE_QUERY_EVENTS,
  STORE_QUERY_GAMES_OF,
  STORE_QUERY_DEADLINES,
  STORE_QUERY_GAMES,
  STORE_QUERY_PERSONS,
  STORE_QUERY_SECRET,
  STORE_QUERY_DEVICES,
  STORE_QUERY_BLOCKS,
  STORE_QUERY_CLOCK,
  STORE_QUERY_LATEST,
  STORE_QUERY_ORDERS,
  STORE_QUERY_SPACE
} store_query_kind;

typedef struct store_query {
  store_query_kind kind;
  const char *id;   /* of a game or a person; where a list continues */
  const char *text; /* where a list continues */
  const char **ids;
  int64_t *numbers; /* one per id */
  size_t count;
  int64_t number; /* from, before, until */
  unsigned states;
  int max;
  store_secret_kind secret;
  uint8_t hash[STORE_HASH];
} store_query;

struct store_job_inside {
  store_change *changes, **changes_end;
  store_query query;
  const char *error; /* why it cannot be done; NULL: it can */
  bool is_rejected;  /* it has STORE_ERROR, and the database is not asked */
  struct store_job_chunk *chunks;
  char *free;
  size_t left;
};

/* Returns memory that lives as long as the job. NULL if there is none; the job then has an error. */
void *store_job_allocate(store_job *job, size_t size);
/* Returns a copy that ends in a NUL; NULL for NULL. */
const char *store_job_copy(store_job *job, const char *text, size_t length);
/* Returns a new zeroed row at the end of one of the job's lists; NULL if there is no memory. `rows` is the address of
   the list, `count` that of its length, `size` the size of a row. */
void *store_job_row(store_job *job, void *rows, size_t *count, size_t size);

/* Removes the result, so that the job can be done again. */
void store_job_clear(store_job *job);
/* Sets STORE_ERROR with a reason. */
void store_job_fail(store_job *job, const char *reason);
/* Returns this job or the first behind it that is not rejected; NULL at the end of the list. */
store_job *store_job_pending(store_job *job);

/* Returns whether a job of the list before this one did not get STORE_DONE and has events of the same game. The caller
   decided this job on a state that never came to be. `first` starts at the head of the list and moves to the first job
   that failed, so that a list of which none failed is read once. */
bool store_job_follows_failed(const store_job **first, const store_job *job);

#endif
