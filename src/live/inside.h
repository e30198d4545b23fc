/* What the files of the game thread share. live.h is the boundary; loop.c runs the batches and is the file to read
   first.

   One batch, in five steps (loop.c): take, read, decide, write, publish. Until the write is durable nothing leaves this
   thread. A room that was changed in memory is reloaded from its events if its changes did not become durable. */
#ifndef ASC_LIVE_INSIDE_H
#define ASC_LIVE_INSIDE_H

#include "live.h"
#include "rate_limit.h"

enum {
  LIVE_BATCH_MAX = 1000,     /* requests of a batch */
  LIVE_COLD_MAX = 64,        /* of them whose room or sender must be read, and rooms that are read for other reasons */
  LIVE_COLD_SHARE = 8,       /* of those, requests of one address */
  LIVE_PAGE = 200,           /* events that are read of a room per round */
  LIVE_READ_MAX = 12800,     /* events that a batch reads: 64 pages, about 1 MiB */
  LIVE_TRIES_MAX = 3,        /* how often a request is decided again after a conflict */
  LIVE_EVENTS_MAX = 2000,    /* in one reply */
  LIVE_WATCHED_MAX = 64,     /* games that a socket listens to */
  LIVE_SOCKETS_MAX = 20,     /* of one person */
  LIVE_INVITATIONS_MAX = 20, /* open ones of one person */
  LIVE_GAMES_MAX = 200,      /* of one person that are not over */
  LIVE_BLOCKS_MAX = 1000,    /* of one person */
  LIVE_ROW_COST = 20,        /* of a row that is read, in thousandths of a token */
  LIVE_TICK_TIME = 100,      /* ms between two steps while rooms are open */
  LIVE_IDLE_TIME = 30000,    /* ms; a room that nobody used for so long is dropped */
  LIVE_STALL_MIN = 1000,     /* ms; a shorter stall of the process costs nobody much */
  LIVE_STALL_MAX = 10000,    /* ms; a longer one is a pause, with events */
  LIVE_CLOCKS_APART = 2000,  /* ms; clocks of two processes may differ by so much */
  LIVE_GAPS_MAX = 64,
  LIVE_BUCKETS = 1 << 14,
  LIVE_SENDERS_MAX = 1 << 14 /* in the cache */
};

typedef struct live_room live_room;
typedef struct live_socket live_socket;
typedef struct live_listener live_listener;
typedef struct live_change live_change;

/* ---- requests ---- */

typedef enum live_need {
  LIVE_NEEDS_READ, /* a read was added, or waits for the next batch; ask again */
  LIVE_NEEDS_NEXT, /* memory is short, or the store refused a query: it starts again in the next batch */
  LIVE_NEEDS_NONE, /* everything is in memory */
  LIVE_NEEDS_END   /* it is decided: rejected, or handed to the listing thread */
} live_need;

struct live_operation {
  const char *name;  /* of the message, and the last part of the path */
  const char *where; /* the first part of the path; "socket": messages only */
  bool is_post;
  bool needs_person; /* a known sender */
  bool needs_room;   /* the room, and that the sender may see it */
  bool stores_more;  /* more than a running game needs to end: rejected when the disk is full */
  bool reads;        /* always reads from the store */
  int action;        /* online_action, or -1 */
  live_need (*prepare)(live_request *request); /* NULL: nothing else to read */
  void (*decide)(live_request *request);
};

typedef enum live_key_state {
  LIVE_KEY_UNREAD,
  LIVE_KEY_READING,
  LIVE_KEY_FAILED, /* the store refused the query: the request starts again */
  LIVE_KEY_INVALID,
  LIVE_KEY_FREE,
  LIVE_KEY_TAKEN
} live_key_state;

/* What became of the change of a request in this batch. */
typedef enum live_outcome {
  LIVE_UNWRITTEN, /* there is none, or it is not written */
  LIVE_COMMITTED,
  LIVE_CONFLICTED, /* it is decided again */
  LIVE_REFUSED     /* the store refused it, and would do so again */
} live_outcome;

struct live_request_inside {
  live_loop *loop;
  live_request *next; /* in the queue */
  live_request_state state;
  live_output *reply; /* allocated with the request, so that there is always memory for it */
  int64_t sequence;   /* requests are decided in this order, also when they are decided again */
  int tries;          /* after conflicts */
  bool is_counted;    /* limits and permissions were checked */
  enum { LIVE_SENDER_UNREAD, LIVE_SENDER_READ, LIVE_SENDER_FAILED } sender_state; /* unless it is in the cache */
  bool is_peer_read; /* events that only the sender knew of were read */
  bool is_paid;
  int batch_index; /* while its batch is published */
  live_outcome outcome;
  bool was_private; /* its game, when it was decided */
  bool is_host;     /* an order of the host: it may see every game */
  int64_t order;    /* its number; 0: none */
  live_room *room;
  live_key_state key;
  int slot; /* of the key among those of the game, from 1 */
  online_command command;
  online_settings settings;
  int stage;                              /* of prepare: how many of its own reads are done */
  store_job *job;                         /* the answer of the last one */
  void (*respond)(live_request *request); /* after the commit; NULL: the reply is ready */
  /* The reply: */
  int status, seconds;
  const char *type;
  asc_strbuf text;
  char *cookie;
  /* Things that were made for it: */
  char secret[ASC_SECRET_TEXT_SIZE], code[ASC_DEVICE_CODE_TEXT_SIZE];
  char other[ASC_ID_TEXT_SIZE]; /* the person it merges */
  int64_t time;
};

/* ---- sockets and listeners ---- */

struct live_socket {
  live_socket *next;     /* in its bucket */
  live_socket *next_own; /* in the bucket of its person */
  live_loop *loop;
  live_client_id id;
  live_sender *sender; /* owned; NULL: there is none, or the store has said who it is */
  char person[ASC_ID_TEXT_SIZE], device[ASC_ID_TEXT_SIZE]; /* "": not known */
  uint64_t address;
  bool is_silent, is_hidden;
  const char *close_reason; /* it is to be closed, but there was no memory to say so; NULL: not */
  int64_t heard;            /* while it is silent: when it was last heard from */
  int64_t hidden_since;     /* while it is hidden */
  live_listener *listeners;
  int listener_count;
};

/* A socket that watches a room. */
struct live_listener {
  live_listener *next, **back; /* of the room */
  live_listener *beside;       /* of the socket */
  live_room *room;
  live_socket *socket;
  int64_t number; /* it has the events up to this one */
  int seat;       /* of its person; 0: a spectator */
};

/* ---- rooms ---- */

/*  LOADING ── all pages read ──▶ OPEN ── a peer wrote ──▶ BEHIND ── read ──▶ OPEN
       ▲                            │                        │
       └─ conflict, error, outage ──┴────────────────────────┤
    any ── idle, no such game ──▶ DROPPED (freed at the end of the step)
    A room that nobody watches is DROPPED instead of going back to LOADING. */
typedef enum live_room_state { LIVE_ROOM_LOADING, LIVE_ROOM_OPEN, LIVE_ROOM_BEHIND, LIVE_ROOM_DROPPED } live_room_state;

typedef enum live_presence { LIVE_GONE, LIVE_AWAY, LIVE_HERE } live_presence;

typedef struct live_seat {
  int64_t heard;          /* from the sockets of its person */
  int64_t elsewhere;      /* when another process last said that the person is there */
  int64_t phrase;         /* when it last said a phrase */
  int phrases;            /* since another seat said one */
  live_presence presence; /* as published last */
} live_seat;

struct live_room {
  live_room *next, **back; /* in its bucket */
  live_room *next_touched;
  live_loop *loop;
  char id[ASC_ID_TEXT_SIZE];
  live_room_state state;
  online_room *game; /* while LOADING: what has been read so far, or NULL */
  live_room *next_wanted, *next_behind;
  size_t behind_index; /* of its first event in the answer about rooms that are behind */
  bool is_wanted;      /* in the list of rooms that are to be read and looked at */
  int failures;        /* of reading it, one after the other */
  bool is_reading;     /* a page is being read in this round */
  bool is_missing;     /* the store has no such game, or nothing of it can be shown */
  bool is_touched;     /* used in this batch */
  bool has_conflict;   /* its changes of this batch did not become durable */
  enum { LIVE_NAMES_UNREAD, LIVE_NAMES_READING, LIVE_NAMES_READ } names_state;
  bool is_thinking; /* an engine is, for the position after event `thinking_number` */
  int thinking_number;
  live_listener *listeners;
  int spectators;
  bool presence_changed;    /* it must be looked at */
  int64_t number;           /* of the last durable event */
  int64_t gaps_applied;     /* gaps up to this time are applied */
  int64_t used;             /* when it was last used */
  int64_t announced;        /* when the peers were last told who is here, … */
  unsigned announced_seats; /* … and who that was */
  int64_t wake;             /* when something is due in it */
  int heap_index;           /* in loop->heap; -1: not there */
  live_seat seats[ASC_PLAYERS_MAX];
  char names[ASC_PLAYERS_MAX][LIVE_NAME_BYTES];
};

/* ---- changes ---- */

/* A job of this batch, and what follows when it is durable. */
struct live_change {
  live_change *next;
  store_job *job;
  live_room *room;                                         /* NULL: none */
  live_request *request;                                   /* NULL: the server's own */
  void (*on_commit)(live_loop *loop, live_change *change); /* may be NULL */
  /* Events of the room: */
  int first, count;
  char *lines[2 * ONLINE_ANSWER_MAX];
  bool is_new, changes_seats, hides;
  int key_count;
  char keys[ASC_PLAYERS_MAX][ASC_SEAT_KEY_TEXT_SIZE];
};

typedef struct live_read {
  store_job *job;
  void *owner;
  void (*done)(live_loop *loop, void *owner, store_job *job); /* the job is closed afterwards unless it is taken over */
} live_read;

/* Nobody was served between two times. */
typedef struct live_gap {
  int64_t from, to;
  bool is_given; /* given back without events */
} live_gap;

typedef struct live_sender_entry live_sender_entry;

struct live_loop {
  live_world world;
  live_options options;
  online_rules_cache *rules;
  live_rate_limits *limits;
  live_figures figures, figures_sent;

  /* Time (gaps.c): `wall` is the server's time when the world's clock was `mono`. */
  int64_t wall, mono, step_start, step_expected;
  live_gap gaps[LIVE_GAPS_MAX];

  /* The batch. */
  live_request *queue, **queue_end;
  int64_t sequence, queue_last; /* of the latest request, and of the last in the queue */
  live_request *batch[LIVE_BATCH_MAX];
  struct {
    uint64_t address;
    int count;
  } shares[2 * LIVE_COLD_MAX];
  live_read *reads;
  size_t read_count, read_capacity;
  int64_t events_left; /* that this batch may still read */
  live_change *changes, **changes_end;
  live_room *touched;
  live_engine_task *moves; /* of engines, to be decided in this batch */

  live_room *rooms[LIVE_BUCKETS];
  live_room **heap;
  live_room *dropped;
  live_room *wanted, **wanted_end; /* the longest wanted first */
  live_room *behind;               /* being read in this round */
  live_socket *sockets[LIVE_BUCKETS], *person_sockets[LIVE_BUCKETS];
  live_sender_entry *senders[LIVE_BUCKETS], *sender_first, *sender_last;
  live_request *listing_queue, **listing_end;
  uint64_t listing_addresses[4]; /* of the requests that the listing thread has */

  /* Upkeep (upkeep.c): when each was last done. */
  int64_t beat_at, measured_at, deadlines_at, retained_at, space_at, orders_at, probed_at, figures_at;
  int64_t measure_asked, write_took; /* ms of the world's clock */
  asc_strbuf announcement;           /* to peers: who is here */

  int64_t down_since;

  /* Counts and flags are together, so that little space is lost between them. */
  int gap_count, batch_count, cold_count, heap_count, heap_capacity, sender_count, listing_count;
  int waiting_count;  /* requests in the queue, in listing_queue and at the listing thread */
  int retain_max;     /* rows of the next slice of retention */
  int orders_pending; /* orders of the host that are in the queue */
  bool has_unclosed;  /* a socket has a close_reason */
  bool is_caught_up, is_catching_up, is_last_page;
  bool store_is_up, store_is_full;
  bool has_peers;
  bool is_stopping, has_ended;
  char caught_up_to[ASC_ID_TEXT_SIZE];
};

/* ---- loop.c ---- */
/* Adds a read to this round. False: out of memory, and the job is closed. */
bool live_read_add(live_loop *loop, store_job *job, void *owner,
                   void (*done)(live_loop *loop, void *owner, store_job *job));
/* Takes so many events from what this batch may read. False: there is nothing left. */
bool live_events_take(live_loop *loop, int64_t count);
/* Adds a change to this batch, at most one of a request; NULL: out of memory. */
live_change *live_change_add(live_loop *loop, live_room *room, live_request *request);
/* Puts a request into the queue by its arrival. */
void live_queue_add(live_loop *loop, live_request *request);
void live_send(live_loop *loop, live_output *output);
void live_store_down(live_loop *loop, const char *reason);

#endif
