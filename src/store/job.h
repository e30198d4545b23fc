/* Jobs of the store: what they change or ask for, and the rows that come back. store.h says how they are used. */
#ifndef ASC_STORE_JOB_H
#define ASC_STORE_JOB_H

#include <ascona/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  STORE_ID_MAX = 64,
  STORE_SEATS_MAX = 4,
  STORE_HASH = 32,             /* bytes */
  STORE_NOTICE_MAX = 7000,     /* bytes */
  STORE_HEARTBEAT_MAX = 15000, /* ms between two heartbeats of a server that is up */
  STORE_STEADY = 2500,         /* ms; several processes together give a heartbeat at least this often */
  STORE_MARKED_TIME = 86400000 /* ms of uptime between marking something as too old and deleting it */
};

typedef struct store_job store_job;

typedef enum store_status {
  STORE_DONE,     /* durable; a query: answered, perhaps with nothing */
  STORE_REPEATED, /* the command of the job's first event is in the game already: events `first` to `last` */
  STORE_CONFLICT, /* an event of this number exists: read what came, and decide again */
  STORE_SPENT,    /* a secret that was to be claimed does not exist, is claimed, or has expired */
  STORE_ERROR     /* `reason` says why */
} store_status;

typedef struct store_event_row {
  const char *game;
  int64_t seq; /* from 1, without gaps */
  int64_t time;
  const char *command; /* NULL: none */
  const char *body;    /* ends in a NUL that `length` does not count */
  size_t length;
} store_event_row;

typedef enum store_game_state {
  STORE_GAME_INVITED, /* waits for players to join */
  STORE_GAME_RUNNING,
  STORE_GAME_ENDED,
  STORE_GAME_DAMAGED /* its events cannot be replayed */
} store_game_state;

/* What lists need of a game without its events. It is written whole; strings may be NULL for none. */
typedef struct store_game_row {
  const char *id;
  const char *spec; /* with every option */
  store_game_state state;
  bool is_private;
  int64_t created;
  int64_t changed;  /* the last action of a player */
  int64_t deadline; /* when the server has something to do by itself; 0: never */
  int turn;         /* the seat to move, from 0; -1: none */
  int plies;
  int seats; /* 0: unchanged, which is less work */
  struct {
    const char *person; /* NULL: free, or an engine */
    int engine;         /* its level; -1: none */
  } seat[STORE_SEATS_MAX];
  const char *summary; /* text for lists that the store does not interpret */
  int64_t last;        /* read only: the number of its last event */
} store_game_row;

typedef struct store_person_row {
  const char *id;      /* as it was asked for */
  const char *current; /* the id of this person now: another one after a merge */
  const char *name;    /* of `current`; NULL: unknown or forgotten */
  int64_t created, seen;
} store_person_row;

typedef enum store_secret_kind {
  STORE_SECRET_DEVICE, /* identifies its person until it is revoked */
  STORE_SECRET_SEAT,   /* lets somebody join once at (game, seat) */
  STORE_SECRET_CODE,   /* adds another device to its person, once, until it expires */
  STORE_SECRET_FEED    /* reads its person's feed */
} store_secret_kind;

typedef struct store_secret_row {
  store_secret_kind kind;
  uint8_t hash[STORE_HASH];
  const char *id;     /* DEVICE: by which it is listed and revoked; else NULL */
  const char *person; /* its owner; SEAT: who created it */
  const char *game;   /* SEAT */
  int seat;           /* SEAT */
  const char *label;  /* DEVICE: what its owner sees; else NULL */
  int64_t created, seen;
  int64_t expires;        /* 0: never */
  const char *claimed_by; /* read only: a person, NULL: nobody */
} store_secret_row;

typedef struct store_space {
  int64_t used; /* bytes of the database, without what it can reuse */
  int64_t free; /* bytes free on its disk; -1: another machine's disk */
} store_space;

/* The time of a shared database, which is the same for all processes. */
typedef struct store_clock {
  int64_t now;       /* 0: the database is not shared and has no clock */
  int64_t heartbeat; /* the latest of any process */
  int64_t steady;    /* since when no two heartbeats were further apart than STORE_STEADY; 0: not shared */
  bool has_peers;    /* other processes serve from it */
  int64_t latest;    /* store_job_ask_latest: the latest `changed` of all games; 0: there are none */
} store_clock;

typedef struct store_order_row {
  int64_t number;
  const char *what, *id;
} store_order_row;

struct store_job {
  store_job *next;                 /* the caller's, for lists */
  void *data;                      /* the caller's */
  void (*on_done)(store_job *job); /* store_list */

  /* The result. All text belongs to the job. */
  store_status status;
  char reason[ASC_REASON_MAX]; /* of STORE_ERROR, else "" */
  int64_t first, last;         /* of STORE_REPEATED */
  store_event_row *events;
  store_game_row *games;
  store_person_row *persons;
  store_secret_row *secrets;
  store_order_row *orders;
  size_t events_count, games_count, persons_count, secrets_count, orders_count;
  bool more; /* there is more than the limit let through */
  store_clock clock;
  store_space space;

  struct store_job_inside *inside;
};

/* NULL: out of memory. Errors while it is filled are reported as STORE_ERROR when it is done. */
store_job *store_job_open(void);
void store_job_close(store_job *job);
/* About how many bytes its changes store; 0 for a query. */
size_t store_job_bytes(const store_job *job);
/* Whether filling it failed (no memory, an id that is too long): it will be a STORE_ERROR. */
bool store_job_is_wrong(const store_job *job);

/* ---- changes ---- */

/* The next event of a game. If the command is among the events from this number on, the job is STORE_REPEATED. Several
   events of one job have consecutive numbers, and the first has the command. A game is created by its event 1 together
   with store_job_game. */
void store_job_event(store_job *job, const char *game, int64_t seq, int64_t time, const char *command, const char *body,
                     size_t length);
/* The row of a game, new or replaced. */
void store_job_game(store_job *job, const store_game_row *game);
/* What a ply changes in an existing row: changed, deadline, turn and plies. This is less work. */
void store_job_ply(store_job *job, const store_game_row *game);

/* A person, new or with another name. */
void store_job_person(store_job *job, const char *person, const char *name, int64_t now);
/* A new secret. One whose hash exists already is a conflict. */
void store_job_secret(store_job *job, const store_secret_row *secret);
/* Claims a SEAT or a CODE for a person, or the job is STORE_SPENT. The row keeps who claimed it. */
void store_job_claim(store_job *job, store_secret_kind kind, const uint8_t hash[STORE_HASH], const char *person,
                     int64_t now);
/* The device with this hash, and its person, were seen. Once an hour is enough. */
void store_job_seen(store_job *job, const uint8_t hash[STORE_HASH], int64_t now);
/* Revokes the secrets of a kind of a person, only the one with this id if it is not NULL. */
void store_job_revoke(store_job *job, store_secret_kind kind, const char *person, const char *id);
/* Revokes the key of a seat if nobody has claimed it. */
void store_job_revoke_seat(store_job *job, const char *game, int seat);
/* The person left the seat before the game started: the key that they claimed can be claimed again. */
void store_job_release_seat(store_job *job, const char *game, const char *person);

/* Everything of `from` (seats, devices, blocks) belongs to `into`. Events keep the old id. */
void store_job_merge(store_job *job, const char *from, const char *into);
/* Deletes name, devices, codes, feed and blocks of a person. The id stays in the events of their games. */
void store_job_forget(store_job *job, const char *person);
void store_job_block(store_job *job, const char *person, const char *other, bool is_blocked);

/* Sends a text to all other processes that serve from a shared database, when the job is committed. It is not kept. At
   most STORE_NOTICE_MAX bytes. */
void store_job_notify(store_job *job, const char *text);
/* Deletes an order of the host, which the other changes of this job carry out. Without it, the order comes again. */
void store_job_order_done(store_job *job, int64_t number);

/* The server is up. The time since the last heartbeat of any process counts as uptime, up to STORE_HEARTBEAT_MAX. */
void store_job_heartbeat(store_job *job, int64_t now);

/* Deletes what is too old, in two steps, so that a wrong clock deletes nothing: a job marks what is due, and a later
   one deletes it if it is still due after STORE_MARKED_TIME of uptime. At most `max` of each kind per job; `more` says
   that there is more. job->games has the ids of the deleted games. 0 days: never. */
typedef struct store_retention {
  int invitation_days; /* invitations that nobody accepted; 14 */
  int unplayed_days;   /* games without a move; 30 */
  int person_days;     /* persons without games, not seen; 90 */
} store_retention;
#define STORE_RETENTION_DEFAULT ((store_retention){14, 30, 90})
void store_job_retain(store_job *job, int64_t now, const store_retention *retention, int max);

/* ---- queries: one per job, and no change beside it ---- */

/* games[0], if there is such a game, and its events from a number on, at most `max`, as of one moment. */
void store_job_ask_game(store_job *job, const char *game, int64_t from, int max);
/* Events of several games, each from a number on, at most `max` of each; the events of a game follow each other. */
void store_job_ask_events(store_job *job, const char *const *games, const int64_t *from, size_t count, int max);
/* Games with a person, in one of these states (bits 1 << state), the latest `changed` first, then by id; those before a
   time (0: all), or at that time and behind an id (NULL: not). */
void store_job_ask_games_of(store_job *job, const char *person, unsigned states, int64_t before, const char *after,
                            int max);
/* Games that have not ended with a deadline up to a time, the earliest first. */
void store_job_ask_deadlines(store_job *job, int64_t until, int max);
/* Games in one of these states, by id, behind an id (NULL: from the first). */
void store_job_ask_games(store_job *job, unsigned states, const char *after, int max);

/* Each named person, in this order. */
void store_job_ask_persons(store_job *job, const char *const *persons, size_t count);
/* secrets[0], if it exists, claimed and expired ones too, with persons[0], its person. */
void store_job_ask_secret(store_job *job, store_secret_kind kind, const uint8_t hash[STORE_HASH]);
void store_job_ask_devices(store_job *job, const char *person);
/* The persons whom a person has blocked. */
void store_job_ask_blocks(store_job *job, const char *person);
void store_job_ask_clock(store_job *job);
/* clock.latest: when players last did something in any game. Reads every row. */
void store_job_ask_latest(store_job *job);
void store_job_ask_orders(store_job *job);
void store_job_ask_space(store_job *job);

#endif
