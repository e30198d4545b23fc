/* The game thread and its boundary: what goes in, what comes out, and the world it lives in.

   One thread owns rooms, persons, invitations, clocks and the store's connection. Everything reaches it as a
   live_input, and everything it says is a live_output; both are queued in order and belong to the receiver. Inside,
   live_loop_step runs one batch: take the waiting requests, read what is not in memory, decide each request, write all
   events in one transaction, then publish and reply. docs/explanation/server-loop.md shows the states of requests and
   rooms and the path of a move.

   A live_loop reads no clock, no random bytes, no socket and no database by itself: all of that is its live_world. The
   server's world is thread.h; the simulator has another one. */
#ifndef ASC_LIVE_LIVE_H
#define ASC_LIVE_LIVE_H

#include "base/json.h"
#include "base/secret.h"
#include "base/sha256.h"
#include "base/strbuf.h"
#include "online/room.h"
#include "store/store.h"

#include <jansson.h>

enum {
  LIVE_API_VERSION = 2,
  LIVE_BODY_MAX = 16384,       /* bytes of a request's body, or of a message */
  LIVE_REQUESTS_MAX = 1 << 16, /* that wait for a reply of the game thread; more are answered with 503 */
  LIVE_NAME_MAX = 24,          /* characters of a player's name */
  LIVE_NAME_BYTES = 97,
  LIVE_HERE_TIME = 10000,  /* ms; a socket that was silent for longer is not here */
  LIVE_AWAY_TIME = 60000,  /* ms; a page that has been hidden for longer is away */
  LIVE_GONE_TIME = 300000, /* ms */
  LIVE_STUCK_TIME = 5000,  /* ms; /health is 503 while a request is older */
  LIVE_TOKEN = 1000        /* a request's cost in a rate limit, in thousandths */
};

typedef struct live_loop live_loop;
typedef struct live_request live_request;
typedef struct live_operation live_operation;

/* ---- requests ---- */

/* The sender of a request, as the network thread reads it from the headers. */
typedef struct live_sender {
  bool has_secret;                   /* `hash` and `links` are set */
  bool by_cookie;                    /* the secret came as a cookie */
  uint8_t hash[STORE_HASH];          /* of the secret; the store knows the device by it */
  uint8_t links[ASC_SHA256_SIZE];    /* from which the keys of the sender's games follow; stored nowhere */
  char cookie[ASC_SECRET_TEXT_SIZE]; /* the secret itself if it came as a cookie, to renew it; else "" */
  /* Filled by the game thread: */
  bool is_known;
  char person[ASC_ID_TEXT_SIZE], device[ASC_ID_TEXT_SIZE];
  char name[LIVE_NAME_BYTES];
} live_sender;

/* ids of HTTP exchanges and sockets are never used twice. 0: none. */
typedef uint64_t live_client_id;

typedef enum live_request_state {
  LIVE_QUEUED,  /* waits for a batch */
  LIVE_READING, /* in a batch; something it needs is being read */
  LIVE_READY,   /* in a batch; everything it needs is in memory */
  LIVE_DECIDED, /* its changes, or its rejection, wait for the commit */
  LIVE_LISTING, /* the listing thread reads its answer */
  LIVE_ANSWERED /* the reply is on its way; it is freed */
} live_request_state;

/* What a request asks for. The network thread fills the first part; inside.h has the rest. */
struct live_request {
  const live_operation *operation;
  live_client_id client;       /* where the reply goes; 0: nowhere */
  bool is_socket;              /* `client` is a socket */
  char re[ONLINE_COMMAND_MAX]; /* of a socket: the id that the reply repeats */
  live_sender sender;
  uint64_t address; /* key of the client's address; 0: the server itself */
  bool is_near;     /* the client is on this machine or a private network */
  int lag;          /* ms, of its socket */
  char game[ASC_ID_TEXT_SIZE];
  char part[ASC_ID_TEXT_SIZE];      /* of the path: a device, a person, a state */
  char key[ASC_SEAT_KEY_TEXT_SIZE]; /* of a seat */
  int64_t from;                     /* events from this number on; games before this time */
  json_t *body;

  int64_t arrived; /* ms of the world's clock; stamped when it is posted */
  struct live_request_inside *inside;
};

/* NULL: out of memory. */
live_request *live_request_open(void);
/* Frees it without a reply. */
void live_request_close(live_request *request);
/* The operation of a path below /api/, which fills request->game and request->part. NULL: there is none; *exists says
   whether there is one by the other method. */
const live_operation *live_operation_find(bool is_post, const char *path, live_request *request, bool *exists);
/* The operation of a socket's message; NULL: there is none. */
const live_operation *live_operation_named(const char *name);
/* Whether a socket's message of this operation must name a game. */
bool live_operation_needs_game(const live_operation *operation);
/* {"error": "online.…", "args": {…}, "text": "…"} without the braces. `rules` may be NULL. */
void live_error_write(asc_json *json, const asc_rules *rules, const asc_message *message);
/* Whether a player may have this name. */
bool live_name_is_valid(const char *name);

/* ---- into the game thread ---- */

typedef enum live_input_kind {
  LIVE_INPUT_REQUEST,         /* .request */
  LIVE_INPUT_SOCKET_OPENED,   /* .client, .sender, .address */
  LIVE_INPUT_SOCKET_CLOSED,   /* .client */
  LIVE_INPUT_SOCKET_PRESENCE, /* .client, .is_silent, .is_hidden, .since: the network thread reports changes only */
  LIVE_INPUT_ENGINE_MOVE,     /* .task */
  LIVE_INPUT_LISTED,          /* .job: the listing thread answered a query */
  LIVE_INPUT_PEER_EVENTS,     /* .game, .last: another process wrote events; game "": any game may have changed */
  LIVE_INPUT_PEER_NOTICE,     /* .text */
  LIVE_INPUT_STOP             /* finish what waits, then say LIVE_OUTPUT_ENDED */
} live_input_kind;

typedef struct live_input live_input;
struct live_input {
  live_input *next;
  live_input_kind kind;
  live_request *request;
  live_client_id client;
  live_sender *sender; /* owned */
  uint64_t address;
  bool is_silent; /* not heard from for LIVE_HERE_TIME */
  bool is_hidden; /* the page is in the background */
  int64_t since;  /* ms of the world's clock: when it was last heard from, or since when it is hidden */
  struct live_engine_task *task;
  store_job *job;
  char game[ASC_ID_TEXT_SIZE];
  int64_t last;
  char text[]; /* PEER_NOTICE */
};
/* NULL: out of memory. `text` may be NULL. */
live_input *live_input_open(live_input_kind kind, const char *text);
/* Frees it with what it holds. */
void live_input_close(live_input *input);

/* ---- out of the game thread ---- */

/* What /metrics and /health need to know of the game thread. Counts are since the start. */
typedef struct live_figures {
  int64_t time_offset; /* ms: the server's time, minus the world's clock */
  bool store_is_up, store_is_full;
  int64_t rooms, rules, engine_tasks, store_bytes;
  int64_t requests, rejected, limited, conflicts, retries, events, engine_moves, flags;
  int64_t batches, commits, jobs, queries, commit_us;
} live_figures;

typedef enum live_output_kind {
  LIVE_OUTPUT_REPLY,   /* to .client: .status, .type (NULL: JSON), .bytes, .cookie */
  LIVE_OUTPUT_PUBLISH, /* .bytes, one JSON object, to the sockets .sockets */
  LIVE_OUTPUT_CLOSE,   /* closes the socket .client with .reason */
  LIVE_OUTPUT_FIGURES, /* .figures, when they changed, a few times per second at most */
  LIVE_OUTPUT_ENDED    /* the last of all */
} live_output_kind;

typedef struct live_output live_output;
struct live_output {
  live_output *next;
  live_output_kind kind;
  live_client_id client;
  bool is_socket;     /* REPLY: .client is a socket; `bytes` already has "re" and "status" */
  int status;         /* of HTTP */
  const char *type;   /* a constant; NULL: JSON */
  const char *reason; /* a constant */
  int seconds;        /* REPLY with 429: for Retry-After; 0: none */
  char *bytes;        /* owned; NULL: out of memory, the reply is 503 without a body */
  size_t length;
  char *cookie;            /* owned; NULL: none */
  live_client_id *sockets; /* owned */
  size_t socket_count;
  live_figures figures;
};
void live_output_close(live_output *output);

/* ---- the world ---- */

/* A move that an engine is asked for. `token` is the answer, "" if there is none. */
typedef struct live_engine_task live_engine_task;
struct live_engine_task {
  live_engine_task *next;
  char game[ASC_ID_TEXT_SIZE], owner[ASC_ID_TEXT_SIZE];
  uint64_t address; /* of the player who waits; 0: none is here */
  int number, seat, level;
  char spec[ASC_SPEC_MAX]; /* the engine opens its own rules */
  asc_position position;
  uint64_t *keys; /* owned: of earlier positions, for repetition */
  int key_count, plies_left;
  uint64_t seed;
  char token[ASC_TOKEN_MAX];
};
void live_engine_task_close(live_engine_task *task);

typedef struct live_world {
  void *data;
  int64_t (*clock)(void *data);                                /* ms, never goes back */
  int64_t (*time_of_day)(void *data);                          /* ms since 1970 */
  void (*random)(void *data, void *bytes, size_t length);      /* unpredictable */
  int (*read)(void *data, store_job *jobs, asc_error *error);  /* as store_read */
  int (*write)(void *data, store_job *jobs, asc_error *error); /* as store_write */
  int (*probe)(void *data, asc_error *error);                  /* as store_probe */
  void (*list)(void *data, store_job *job);                    /* LIVE_INPUT_LISTED follows */
  void (*send)(void *data, live_output *output);               /* takes it over */
  void (*think)(void *data, live_engine_task *task);           /* takes it over; ENGINE_MOVE follows */
  void (*complain)(void *data, const char *line);              /* for the host */
  void (*local_addresses)(void *data, asc_json *json);         /* writes the URLs of this server in its network */
} live_world;

typedef struct live_options {
  bool is_shared;    /* other processes may serve from the same database */
  int64_t heartbeat; /* store_heartbeat */
  store_retention retention;
  int idle_days;   /* a game without a clock ends after so many days without a move; 0: 365 */
  int disk_mib;    /* maximum size of the database; 0: no limit */
  int limits;      /* rate limits in percent of the default; 0: none */
  bool has_origin; /* --origin names the public address */
  bool is_secure;  /* players reach the server by https */
  char cookie[40]; /* name of the cookie */
} live_options;

/* ---- the loop ---- */

/* Reads the store's clock and heartbeat, and sets the time. */
int live_loop_open(live_loop **result, const live_world *world, const live_options *options, asc_error *error);
/* Drops everything; nothing more is sent. */
void live_loop_close(live_loop *loop);
/* Takes an input over. */
void live_loop_receive(live_loop *loop, live_input *input);
/* Runs one batch. */
void live_loop_step(live_loop *loop);
/* When the next step is due by the world's clock, if nothing comes before. */
int64_t live_loop_due(const live_loop *loop);
/* Requests that are not answered: in the queue, or at the listing thread. */
int live_loop_waiting(const live_loop *loop);
/* Whether LIVE_OUTPUT_ENDED was sent. */
bool live_loop_has_ended(const live_loop *loop);

#endif
