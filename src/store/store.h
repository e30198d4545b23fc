/* What is kept of games between people, and of the people: events, listings of games, persons, secrets, blocks.

   A store is one database. What is to be done in it is a job: a list of steps that happen all or not at all, or one
   question. A job is filled by the asc_job_… functions, which copy what they are given, and handed over by
   asc_store_submit, which never waits. When it is done its `done` is called, once, from a thread of the store; from
   then on the job is the caller's again, to be read and closed. `done` should only put the job where its own thread
   finds it and wake that thread.

       asc_job *job = asc_job_open(on_done, room);
       asc_job_event(job, id, room->last + 1, now, command, body, length);
       asc_job_game(job, &row);
       asc_store_submit(store, job);               … later, in on_done: job->status

   What always holds:
   - ASC_STORE_DONE comes when the job's transaction is durable, not before. Jobs that wait are committed together.
   - Jobs with steps are done in the order in which they were submitted; a question that is submitted after `done` of a
     job sees what that job did. Questions are answered in any order: those about a secret first, then one of each owner
     in turn.
   - An event is never changed. Of two who write the event of one number the second gets ASC_STORE_CONFLICT, whatever
     process each is in, and nothing of his job happens.
   - Of secrets there are hashes only. Events and games hold ids of persons, never names. Bodies are opaque text.
   - All times are milliseconds since 1970 and come from the caller; the store looks at no clock. 0: none.

   Threads: submit, taking, figures and backup from any; open and close from one. Ids and commands are plain text
   without NUL, shorter than ASC_STORE_ID_MAX bytes; src/base/secret.h makes them. What is too long is a fault of the
   job. */
#ifndef ASC_STORE_STORE_H
#define ASC_STORE_STORE_H

#include <ascona/error.h>

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  ASC_STORE_ID_MAX = 64,
  ASC_STORE_SEATS_MAX = 4,
  ASC_STORE_HASH = 32,
  ASC_STORE_TELL_MAX = 7000,
  ASC_STORE_BEAT_MAX = 15000, /* ms between two heartbeats of a server that is up */
  ASC_STORE_STEADY = 2500,    /* ms; in so long a time one of several processes that serve gives a heartbeat */
  ASC_STORE_MARKED = 86400000 /* ms of uptime from being marked as too old to being deleted */
};

typedef struct asc_store asc_store;
typedef struct asc_job asc_job;

/* ---- the store ---- */

typedef struct asc_store_options {
  /* Only looking: the database must be there in the present schema, steps are a fault, and another process may be
     serving from it meanwhile. Without it the store is this process's alone (SQLite) or shared by all that serve from
     it (PostgreSQL), is made if there is none, and an older schema is brought forward in one transaction, of a file
     after a backup beside it (FILE.schema-N.bak). */
  bool looking;
  /* Told from a thread of the store when it stops taking steps (disk full, file gone, connection lost) and when it
     takes them again, which it tries by itself every second. While it takes none no clock may run. */
  void (*told)(void *data, bool taking, const char *reason);
  /* Told from a thread of the store that another process has written events of this game, up to this number; game
     NULL: any may have changed. SQLite never tells. */
  void (*heard)(void *data, const char *game, int64_t last);
  /* Told from a thread of the store what another process has told by asc_job_tell. */
  void (*said)(void *data, const char *text);
  void *data;
} asc_store_options;

/* `place` is a file, or postgresql://…  ASC_E_INPUT for what cannot be meant: a newer schema, a file that is no
   database of ours; ASC_E_STATE when another process has it; ASC_E_FILE for what the system refuses. */
int asc_store_open(asc_store **result, const char *place, const asc_store_options *options, asc_error *error);
/* Does what was submitted, tells it, and closes. */
void asc_store_close(asc_store *store);

/* Sixteen characters that tell this database from all others, for the name of the cookie. */
const char *asc_store_id(const asc_store *store);
/* The last time given to asc_job_heartbeat before this store was opened; 0: never. Until then the server was up. */
int64_t asc_store_heartbeat(const asc_store *store);
/* Whether several processes may serve from it at once. */
bool asc_store_shared(const asc_store *store);
/* Whether steps are taken just now; if not, why. */
bool asc_store_taking(asc_store *store, char reason[ASC_REASON_MAX]);

typedef struct asc_store_figures {
  int64_t waiting;      /* jobs submitted and not yet told */
  int64_t jobs, groups; /* with steps, since the start; groups are the transactions that were committed */
  int64_t questions;
  int64_t microseconds; /* spent in groups */
} asc_store_figures;
void asc_store_figures_read(asc_store *store, asc_store_figures *figures);

/* A whole copy as of one moment, while others read and write; there is the whole file or none. Blocks: not for the
   thread that serves. */
int asc_store_backup(asc_store *store, const char *path, asc_error *error);
/* All that one place keeps into another where nothing is kept yet: counted, and compared when it is there. All of it,
   or nothing. `progress`, if not NULL, is told now and then how many rows there were. Nobody may serve from either. */
typedef struct asc_store_copied {
  int64_t games, events, persons, secrets;
  char digest[65]; /* of all rows; the same of both */
} asc_store_copied;
int asc_store_copy(const char *from, const char *to, void (*progress)(void *data, int64_t rows), void *data,
                   asc_store_copied *copied, asc_error *error);
/* What the host wants of whoever serves: kept until it is done. Blocks. Where the store is one process's alone it is in
   a file beside (src/store/orders.h), else it is asked for by asc_job_ask_orders. */
int asc_store_order(asc_store *store, const char *what, const char *id, asc_error *error);
/* Looks the whole database through: the reason says what is damaged. Blocks. */
int asc_store_check(asc_store *store, asc_error *error);

/* ---- jobs ---- */

typedef enum asc_store_status {
  ASC_STORE_DONE,     /* durable; a question: answered, which may be with nothing */
  ASC_STORE_REPEATED, /* the command of the job's first event is in the game already: events `first` to `last` */
  ASC_STORE_CONFLICT, /* an event of this number is there: read what came, and decide anew */
  ASC_STORE_SPENT,    /* a secret that was to be taken is not there, taken, or too old */
  ASC_STORE_FAULT     /* refused by the system, or told wrongly; `reason` says why */
} asc_store_status;
/* After all but DONE nothing of the job happened, with one exception: after a FAULT that came in the moment of a commit
   it may turn out to have happened. So who gets a FAULT makes his room again from the events before he goes on; the
   same command again is then told as REPEATED if it was done. */

typedef struct asc_event_row {
  const char *game;
  int64_t seq; /* from 1, without gaps */
  int64_t time;
  const char *command; /* NULL: none */
  const char *body;    /* with a NUL behind it, which `length` does not count */
  size_t length;
} asc_event_row;

typedef enum asc_game_state {
  ASC_GAME_INVITED, /* waits for people to sit down */
  ASC_GAME_RUNNING,
  ASC_GAME_ENDED,
  ASC_GAME_BROKEN /* its events could not be replayed */
} asc_game_state;

/* What lists need of a game without its events. It is written whole; the strings may be NULL for none. */
typedef struct asc_game_row {
  const char *id;
  const char *spec; /* with every option */
  asc_game_state state;
  bool secret;      /* private: not for watchers and lists */
  int64_t made;     /* when the game was made */
  int64_t changed;  /* the last thing that people did in it */
  int64_t deadline; /* when the server has to do something by itself: a flag, a first move that did not come, a year
                       without a move; 0: never */
  int turn;         /* the seat whose turn it is; -1: none */
  int plies;        /* played: what has none goes after 30 days */
  int seats;        /* 0: they are as they were, which is less work */
  struct {
    const char *person; /* NULL: free, or an engine */
    int engine;         /* its level; -1: none */
  } seat[ASC_STORE_SEATS_MAX];
  const char *about; /* opaque text for lists: the clock's settings, the result, … */
  int64_t last;      /* read only: the number of its last event */
} asc_game_row;

typedef struct asc_person_row {
  const char *id;   /* as it was asked for */
  const char *now;  /* who that is now: another id after a merge, else the same */
  const char *name; /* of who that is now; NULL: not there, or forgotten */
  int64_t made, seen;
} asc_person_row;

/* A hash that stands for something. */
typedef enum asc_secret_kind {
  ASC_SECRET_DEVICE, /* is its person, until it is voided */
  ASC_SECRET_SEAT,   /* may sit down once at (game, seat) */
  ASC_SECRET_CODE,   /* makes another device the same person, once, until it expires */
  ASC_SECRET_FEED    /* may read its person's feed */
} asc_secret_kind;

typedef struct asc_secret_row {
  asc_secret_kind kind;
  uint8_t hash[ASC_STORE_HASH];
  const char *id;     /* DEVICE: by which it is listed and put out; else NULL */
  const char *person; /* whose it is; SEAT: who made it */
  const char *game;   /* SEAT */
  int seat;           /* SEAT */
  const char *label;  /* DEVICE: what the person sees it by; else NULL */
  int64_t made, seen;
  int64_t expires;   /* 0: never */
  const char *taken; /* read only: the person who took it, NULL: nobody */
} asc_secret_row;

typedef struct asc_store_counts {
  int64_t events, persons, devices;
  int64_t games[ASC_GAME_BROKEN + 1]; /* by state */
} asc_store_counts;

typedef struct asc_store_space {
  int64_t used; /* bytes of the database, without what it can use again */
  int64_t free; /* bytes that are free on its disk; -1: the disk is another machine's */
} asc_store_space;

/* The time as the database has it, which is the same for all who share it. */
typedef struct asc_store_clock {
  int64_t now;       /* 0: it has no clock of its own */
  int64_t heartbeat; /* the latest, whoever gave it */
  int64_t steady;    /* since when no two heartbeats were further apart than ASC_STORE_STEADY; 0: it is not shared */
  bool others;       /* other processes serve from it */
  int64_t latest;    /* of asc_job_ask_latest: the latest `changed` of all games; 0: there are none */
} asc_store_clock;

/* What the host wants of whoever serves. */
typedef struct asc_order_row {
  int64_t number;
  const char *what, *id;
} asc_order_row;

struct asc_job {
  void (*done)(asc_job *job);
  void *data;     /* the caller's */
  asc_job *next;  /* the caller's while it has the job: for a list of those that are done */
  uint64_t owner; /* the caller's: on whose behalf it asks, by any number; 0: its own. Questions of different owners
                     take turns, so that many of one do not hold up another's */

  /* What came of it. All text belongs to the job. */
  asc_store_status status;
  char reason[ASC_REASON_MAX]; /* of a FAULT, else "" */
  int64_t first, last;         /* of REPEATED */
  asc_event_row *events;
  asc_game_row *games;
  asc_person_row *persons;
  asc_secret_row *secrets;
  asc_order_row *orders;
  size_t events_count, games_count, persons_count, secrets_count, orders_count;
  bool more; /* there is more than the limit let through */
  asc_store_counts counts;
  asc_store_clock clock;
  asc_store_space space;

  struct asc_job_inside *inside; /* the store's */
};

/* NULL: no memory. What goes wrong while it is filled is told as a FAULT when it is done. */
asc_job *asc_job_open(void (*done)(asc_job *job), void *data);
void asc_job_close(asc_job *job);

/* About so many bytes are stored by its steps; 0 of a question. */
size_t asc_job_bytes(const asc_job *job);

/* Never waits, never fails: what cannot be done is told by `done`, from a thread of the store. */
void asc_store_submit(asc_store *store, asc_job *job);
/* Submits and waits; `done` is not called. For commands and tests, not for the thread that serves. */
asc_store_status asc_store_do(asc_store *store, asc_job *job);

/* ---- steps: all of a job's happen, or none ---- */

/* The next event of a game. Who writes number N has read all before N, and so knows whether his command is among them;
   if it is at N or behind, he is told REPEATED. Several events of one job have numbers that follow each other, and
   the first has the command. A game is made by its event 1 together with asc_job_game. */
void asc_job_event(asc_job *job, const char *game, int64_t seq, int64_t time, const char *command, const char *body,
                   size_t length);
/* The listing of a game, new or in place of the old one. */
void asc_job_game(asc_job *job, const asc_game_row *game);
/* What a ply changes of a listing that is there: changed, deadline, turn and plies. All else of it stays, which is less
   work. */
void asc_job_ply(asc_job *job, const asc_game_row *game);

/* A person, new or with another name. */
void asc_job_person(asc_job *job, const char *person, const char *name, int64_t now);
/* A secret, new. One whose hash is there already is a CONFLICT. */
void asc_job_secret(asc_job *job, const asc_secret_row *secret);
/* Takes a SEAT or a CODE for a person, or is SPENT. The row keeps who took it. */
void asc_job_take(asc_job *job, asc_secret_kind kind, const uint8_t hash[ASC_STORE_HASH], const char *person,
                  int64_t now);
/* The device with this hash, and its person, were seen. Not for every request: once an hour is enough. */
void asc_job_seen(asc_job *job, const uint8_t hash[ASC_STORE_HASH], int64_t now);
/* Voids all secrets of a kind: those of a person, of which only the one with this id if it is not NULL; … */
void asc_job_void(asc_job *job, asc_secret_kind kind, const char *person, const char *id);
/* … and those of a seat that nobody has taken. */
void asc_job_void_seat(asc_job *job, const char *game, int seat);
/* The person left the seat before the game began: the key that the person took can be taken again. */
void asc_job_free_seat(asc_job *job, const char *game, const char *person);

/* All that `from` has (seats, devices, blocks) is of `into`. Events keep the id they have: whoever asks for the person
   `from` is told that it is now `into`. */
void asc_job_merge(asc_job *job, const char *from, const char *into);
/* Deletes name, devices, codes, feed and blocks of a person. The id stays in the events of his games and is nobody's.
 */
void asc_job_forget(asc_job *job, const char *person);
void asc_job_block(asc_job *job, const char *person, const char *other, bool blocked);

/* To all other processes that serve from this store, if it is shared: said to them when the job is done. What is said
   is not kept; who does not listen just then does not hear it. At most ASC_STORE_TELL_MAX bytes. */
void asc_job_tell(asc_job *job, const char *text);
/* This order of the host is done; one to close a game stays until the game is over. */
void asc_job_order_done(asc_job *job, int64_t number);

/* The server is up. The time since the last heartbeat, whichever process gave that, is uptime; a longer time than
   ASC_STORE_BEAT_MAX is not. */
void asc_job_heartbeat(asc_job *job, int64_t now);

/* What is too old goes, in two steps, so that a clock that was wrong for a while deletes nothing: a job marks what is
   due, and a later one deletes it if it is still due, untouched, after ASC_STORE_MARKED milliseconds of uptime. The
   mark of what is no longer due goes. At most `most` of each kind in a job, so that nobody waits long; `more` says that
   there is more. job->games has the ids of the games that went. 0 in place of a number of days: for ever. */
typedef struct asc_retention {
  int invitation_days; /* invitations nobody took; 14 */
  int unplayed_days;   /* games without a move; 30 */
  int person_days;     /* persons without games, not seen; 90 */
} asc_retention;
#define ASC_RETENTION_DEFAULT ((asc_retention){14, 30, 90})
void asc_job_retain(asc_job *job, int64_t now, const asc_retention *retention, int most);

/* ---- questions: one a job, and no step beside it ---- */

/* games[0], if there is such a game, and its events from a number on, at most `most`; one moment's view of both. */
void asc_job_ask_game(asc_job *job, const char *game, int64_t from, int most);
/* The events that one command made. */
void asc_job_ask_command(asc_job *job, const char *game, const char *command);
/* Games in which a person sits, in one of these states (bits 1 << state), the last changed first, and of those that
   changed at once by their ids; those that changed before a time (0: all), or at that time behind an id (NULL: not). */
void asc_job_ask_games_of(asc_job *job, const char *person, unsigned states, int64_t before, const char *after,
                          int most);
/* Games that are not ended with a deadline up to a time, the earliest first. */
void asc_job_ask_deadlines(asc_job *job, int64_t until, int most);
/* All games in one of these states, in the order of their ids, behind an id (NULL: from the first). */
void asc_job_ask_games(asc_job *job, unsigned states, const char *after, int most);

/* Each person that is named, in that order. */
void asc_job_ask_persons(asc_job *job, const char *const *persons, size_t count);
/* secrets[0], if there is such a one, taken and expired ones too, with persons[0], its person. */
void asc_job_ask_secret(asc_job *job, asc_secret_kind kind, const uint8_t hash[ASC_STORE_HASH]);
/* The devices of a person. */
void asc_job_ask_devices(asc_job *job, const char *person);
/* Whom the person has blocked, as persons. */
void asc_job_ask_blocks(asc_job *job, const char *person);
void asc_job_ask_counts(asc_job *job);
void asc_job_ask_clock(asc_job *job);
/* When people last did something in any game. Reads every listing. */
void asc_job_ask_latest(asc_job *job);
void asc_job_ask_orders(asc_job *job);
void asc_job_ask_space(asc_job *job);

#endif
