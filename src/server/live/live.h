/* Games between people, as the server holds them: rooms that are open, who listens to them, and what waits for the
   disk.

   Everything here happens in the thread of the loop. A request of either kind, HTTP or a message of a socket, becomes a
   live_ask; it is answered once, at once or when the store has told that what it did is durable. Nothing is answered or
   sent that is not. A room whose write fails is dropped and made again from its events by whoever asks for it next. */
#ifndef ASC_SERVER_LIVE_H
#define ASC_SERVER_LIVE_H

#include "base/strbuf.h"
#include "online/messages.h"
#include "online/room.h"
#include "server/loop.h"
#include "server/request.h"
#include "store/store.h"

#include <jansson.h>
#include <pthread.h>

enum {
  LIVE_VERSION = 1,          /* of the API; the one before is served too, once there is one */
  LIVE_BODY_MAX = 16384,     /* bytes of a request's body, or of a message */
  LIVE_QUEUE_MAX = 1 << 18,  /* bytes that wait for a slow reader */
  LIVE_FOLLOWS_MAX = 64,     /* games a socket listens to */
  LIVE_SOCKETS_MAX = 20,     /* of one person */
  LIVE_INVITATIONS_MAX = 20, /* open ones of one person */
  LIVE_OPEN_MAX = 200,       /* games of one person that are not over */
  LIVE_BLOCKS_MAX = 1000,    /* per person */
  LIVE_EVENTS_MAX = 2000,    /* in one answer */
  LIVE_PAGE = 200,           /* events that are read at once to rebuild a room */
  LIVE_NAME_MAX = 24,        /* characters */
  LIVE_NAME_BYTES = 97,
  LIVE_CODE_TIME = 600000, /* a device code is good for ten minutes */
  LIVE_HERE = 10000,       /* heard of within so many milliseconds */
  LIVE_AWAY = 60000,       /* a page that has been hidden so long is away; who is away so long may be stood in for */
  LIVE_GONE = 300000,
  LIVE_PING = 7000,     /* a ping is sent twice in this time to who is silent */
  LIVE_SILENCE = 31000, /* who does not answer for so long is gone */
  LIVE_CLOSE = 2000,    /* to take the reason why a socket is closed */
  LIVE_HEARTBEAT = 5000,
  LIVE_HEARTBEAT_OTHERS = 1000, /* the same while other processes serve, so that each knows soon that one does */
  LIVE_STALL = 1000,            /* ms without a tick: the process stood still, and took players' time */
  LIVE_STALL_MAX = 10000,       /* a longer stall is a pause, with events */
  LIVE_TOLD = 4000,             /* how often other processes are told who is here */
  LIVE_APART = 2000,            /* clocks of two processes that are so far apart are taken as one */
  LIVE_LATE = 500,              /* a deadline is left so long to a process in which somebody looks at the game */
  LIVE_SPACE = 10000,           /* how often the store reports its size */
  LIVE_RESERVE = 16 << 20,      /* bytes of the disk that are left to games that are there */
  LIVE_WAIT_MAX = 5000,         /* /health is 503 while a request is older */
  LIVE_ORDERS = 2000,           /* how often it is looked whether the host wants something */
  LIVE_TICK = 100,              /* how often the clocks are looked at */
  LIVE_IDLE = 30000,            /* a room nobody listens to is kept so long */
  LIVE_PHRASE_TIME = 3000,      /* between two phrases of a seat */
  LIVE_PHRASES = 12,
  LIVE_PINGS = 8,    /* the lowest of so many is the lag */
  LIVE_TOKEN = 1000, /* of a limit, in thousandths */
  LIVE_ROW_COST = 20 /* of a row that is read, in the same: 50 rows cost as much as a request */
};

typedef struct web_live web_live;
typedef struct live_room live_room;
typedef struct live_socket live_socket;
typedef struct live_ask live_ask;

/* A message to many sockets: all get the same bytes, the head of the frame included. */
typedef struct live_message {
  int users;
  size_t length;
  unsigned char bytes[];
} live_message;

/* A bucket that fills up again: it held `left` at `at`, in the units of limits.c. */
typedef struct live_bucket {
  int64_t left, at;
} live_bucket;

typedef enum live_limit {
  LIMIT_ADDRESS, /* requests of an address */
  LIMIT_NEW,     /* new persons of an address */
  LIMIT_PERSON,  /* requests of a person */
  LIMIT_GAMES,   /* games a person makes */
  LIMIT_CODES,   /* codes and keys tried by an address */
  LIMIT_PROBES,  /* questions of an address to tables */
  LIMIT_FRAMES,  /* frames of an address's sockets, of any kind */
  LIMIT_MAKES,   /* games an address makes */
  LIMIT_KIB,     /* KiB an address stores */
  LIMITS
} live_limit;

/* An address, or a person, with its buckets. */
typedef struct live_payer live_payer;
struct live_payer {
  live_payer *next;
  uint64_t key;
  live_bucket buckets[LIMITS];
};

/* Who asks. */
typedef struct live_who {
  bool known;  /* person, device and hash are */
  bool secret; /* a secret came with the request: `hash` is its hash */
  bool cookie; /* and came as a cookie */
  bool both;   /* both ways at once */
  char person[ASC_ID_TEXT_SIZE], device[ASC_ID_TEXT_SIZE];
  char name[LIVE_NAME_BYTES];
  uint8_t hash[ASC_STORE_HASH];
  uint8_t links[ASC_SHA256_SIZE]; /* from which the keys of his games follow; of the secret, and kept nowhere */
} live_who;

typedef struct live_op live_op;

struct live_ask {
  web_live *live;
  live_ask *next;          /* in a list of those that wait */
  live_ask *older, *newer; /* all that have begun, in this order; the oldest is older than none */
  int64_t begun;           /* milliseconds of the clock that never goes back; 0: not yet */
  live_ask *beside;        /* of its socket */
  const live_op *op;
  struct web_exchange *exchange; /* where the answer goes: HTTP, … */
  live_socket *socket;           /* … or a socket; both NULL when the client is gone */
  char re[ONLINE_COMMAND_MAX];   /* of a socket: what the answer is to */
  live_who who;
  uint64_t address;
  int lag;
  char game[ASC_ID_TEXT_SIZE];
  char part[ASC_ID_TEXT_SIZE];      /* of the path: a device, a person */
  char key[ASC_SEAT_KEY_TEXT_SIZE]; /* of a seat, sent along to be let in */
  int64_t from;                     /* events from this number on */
  json_t *body;
  online_command command;
  online_settings settings;
  live_room *room;
  char secret[ASC_SECRET_TEXT_SIZE]; /* as it came in a cookie, to be sent again */
  bool looked;                       /* what other processes have written was read because he knows more than we */
  bool checked;                      /* the store was asked what the operation needs to know; job has it */
  bool key_asked, keyed;             /* the key was looked up; it is one of this game */
  bool key_taken;                    /* another person has taken it */
  int slot;                          /* of the key among those of the game, from 1 */
  asc_job *job;
  int step;
};

/* An operation: what it needs before it is begun, and what begins it. */
struct live_op {
  const char *name;  /* of a command; of the path otherwise */
  const char *where; /* "" none, "games", "me" */
  bool post;
  bool person; /* somebody who is known */
  bool room;   /* the room, and that he may see it */
  bool stores; /* more than a game needs to come to its end: refused when there is no room for it */
  int action;  /* of a room, or -1 */
  void (*begin)(live_ask *ask);
};

/* A socket that listens to a room. */
typedef struct live_follow live_follow;
struct live_follow {
  live_follow *next, **back; /* of the room */
  live_follow *beside;       /* of the socket */
  live_room *room;
  live_socket *socket;
  int64_t number; /* events up to this one it has */
  int seat;       /* whose; 0: a watcher */
};

typedef struct live_out live_out;
struct live_out {
  live_out *next;
  live_message *message;
};

struct live_socket {
  struct web_exchange *exchange; /* its connection; NULL: gone */
  web_live *live;
  live_socket *next, **back; /* all sockets */
  live_who who;
  uint64_t address;
  bool ready; /* it is known who it is */
  asc_job *job;
  live_ask *asks; /* not answered yet */
  int asking;
  live_out *first, *last;
  size_t queued, sent; /* bytes that wait, and those of the first message that are sent */
  live_follow *follows;
  int follow_count;
  char *text; /* of a message that has come in part */
  size_t length;
  int64_t heard, pinged, hidden; /* hidden: since when the page is; 0: it is not */
  int64_t closed;                /* when `closing` was said */
  bool ping;
  int16_t pings[LIVE_PINGS];
  unsigned ping_count;
  const char *closing; /* why */
  int code;            /* with which number of WebSocket */
  bool told;           /* so the client was, and is to answer */
  bool answering;      /* it is the client that closes */
  bool deaf;           /* what it sends makes no sense, and is dropped */
  bool yielded;        /* it has had its frames of this turn, and goes on in the next */
};

typedef struct live_seat {
  int64_t heard;     /* of a socket of its person */
  int64_t elsewhere; /* when another process last said that he is there */
  int64_t phrase;    /* when it last said something */
  int8_t said;       /* phrases since another seat said one */
  int8_t is;         /* 0 gone, 1 away, 2 here: as told last */
} live_seat;

struct live_room {
  live_room *next, **back; /* of its bucket */
  char id[ASC_ID_TEXT_SIZE];
  web_live *live;
  online_room *room; /* NULL: it is being read, … */
  online_room *half; /* … page by page: what has been read so far */
  uint64_t owner;    /* the address that wants it read; 0: the server */
  live_ask *waiting, **waiting_end;
  live_follow *follows;
  int watchers;
  int pending;   /* writes under way */
  bool lost;     /* a write failed: nobody may use it any more */
  bool locked;   /* a write that may fail for good reasons is under way, or what others wrote is being read */
  bool look;     /* another process may have written something */
  bool thinking; /* an engine is, for `asked` */
  int asked;
  int64_t number; /* durable */
  int64_t known;  /* another process has written up to here */
  int64_t told;   /* when the others were last told who is here, … */
  unsigned here;  /* … and who that was */
  int64_t used;
  int64_t due;
  int64_t gapped; /* gaps up to this time are applied */
  live_seat seats[ASC_PLAYERS_MAX];
  char names[ASC_PLAYERS_MAX][LIVE_NAME_BYTES];
};

typedef struct live_engines live_engines;

/* Nobody was served then. */
typedef struct live_gap {
  int64_t from, to;
  bool given; /* given back without events */
} live_gap;

/* What came from another process. */
typedef struct live_news live_news;
struct live_news {
  live_news *next;
  int64_t last;
  char game[ASC_ID_TEXT_SIZE]; /* which has events up to `last`; "": any may have, or `text` was told */
  char text[];
};

enum { LIVE_BUCKETS = 1 << 14, LIVE_GAPS = 64, LIVE_RANDOM = 256 };

struct web_live {
  web_server *server;
  asc_store *store;
  online_library *library;
  live_engines *engines;
  uv_async_t wake;
  uv_timer_t timer;
  pthread_mutex_t mutex;
  asc_job *done, **done_end;        /* jobs the store is done with; the mutex's */
  live_news *news, **news_end;      /* of other processes; the mutex's */
  bool news_lost;                   /* some found no memory; the mutex's */
  asc_strbuf telling;               /* to them: who is here */
  int64_t wall, mono;               /* a time of the day, and of the clock that never goes back, at once */
  int64_t stopped_at;               /* since when the store takes nothing */
  int64_t ticked;                   /* when the timer last came, by the clock that never goes back */
  int64_t stalled_from, stalled_to; /* a stall of which it is asked whether others served; stalled_to 0: none */
  live_gap gaps[LIVE_GAPS];
  int64_t beat, measured, retained, sought, ordered, spaced;
  asc_store_space space; /* as the store last said it */
  live_room *rooms[LIVE_BUCKETS];
  live_socket *sockets, *look; /* look: the next to be looked at */
  live_ask *oldest, *newest;   /* that are not answered yet */
  struct {
    int64_t conflicts, requests, refused, limited, events, sent, dropped, engine_moves, flags;
  } counts;
  int handles; /* that are open */
  int part;    /* of the rooms, whose turn it is to be looked at */
  int gap_count, room_count, socket_count;
  int jobs;                 /* under way */
  bool told, taking;        /* what the store has said; the mutex's */
  bool is_taking, may_take; /* may_take: it has said that it would */
  bool caught_up;           /* all games have been told that the server was down */
  bool catching_up;         /* it is being asked which they are */
  bool ending;
  bool shared;                 /* other processes may serve from the same store, … */
  bool others;                 /* … and do */
  bool orders;                 /* of the host are being done */
  bool full;                   /* nothing is stored but what games that are there need */
  bool secure;                 /* the page is reached by https */
  uint8_t random[LIVE_RANDOM]; /* of which the first `random_left` are not used yet */
  size_t random_left;
  char after[ASC_ID_TEXT_SIZE];
  char cookie[40]; /* its name */
  char origin[256];
};

/* ---- live.c ---- */
int asc_live_open(web_live **result, web_server *server, asc_error *error);
/* No more is taken; what waits for the disk is finished. True when all of it is. */
bool asc_live_end(web_live *live);
/* Its threads end and its handles are closed: before the loop is. Then, when no connection is left, the rest. */
void asc_live_stop(web_live *live);
void asc_live_close(web_live *live);
int64_t asc_live_now(const web_live *live);
void asc_live_shift(web_live *live, int64_t by);
void asc_live_forward(web_live *live, int64_t to);
/* Called before anything is decided: finds out whether the process stood still. */
void asc_live_look(web_live *live);
/* The process stood still, and nobody was served: gives the time back, or pauses the games. */
void asc_live_stalled(web_live *live, int64_t from, int64_t to);
/* The store takes steps again. `served`: others did meanwhile, and no clock stood still. */
void asc_live_resume(web_live *live, bool served);
/* A job whose `done` brings it back into the loop, to `then`. */
asc_job *asc_live_job(web_live *live, void (*then)(asc_job *job), void *data);
void asc_live_submit(web_live *live, asc_job *job);
void *asc_job_data(const asc_job *job);
web_live *asc_job_live(const asc_job *job);
void asc_live_job_close(asc_job *job);
void asc_live_job_orphan(asc_job *job); /* its data is gone: NULL */
/* At most LIVE_RANDOM bytes that nobody can foresee. */
void asc_live_random(web_live *live, void *bytes, size_t length);

/* ---- ask.c: what is asked, and answering it ---- */
live_ask *asc_ask_open(web_live *live);
/* The operation of a path below /api/ or of a message; NULL: there is none. `known`: there is one by another method. */
const live_op *asc_op_find(bool post, const char *path, live_ask *ask, bool *known);
const live_op *asc_op_named(const char *name);
/* Takes what reading so many rows costs. False: too much, and it is answered. */
bool asc_ask_pay(live_ask *ask, int64_t rows);
/* A job on behalf of the sender. */
asc_job *asc_ask_job(const live_ask *ask, void (*then)(asc_job *job), void *data);
/* Takes the ask over. */
void asc_ask_begin(live_ask *ask);
/* Closes an ask that was not begun: its client is gone. */
void asc_ask_drop(live_ask *ask);
void asc_ask_go_on(live_ask *ask);
/* Milliseconds since the oldest request came that is not answered yet; 0: there is none. */
int64_t asc_ask_oldest(const web_live *live);
/* Answers and closes it. The text is copied; what it holds are the members of an object, in braces. */
void asc_ask_answer(live_ask *ask, int status, const char *text, size_t length);
void asc_ask_answer_json(live_ask *ask, int status, asc_strbuf *growing); /* frees what has grown */
void asc_ask_ok(live_ask *ask);
void asc_ask_refuse(live_ask *ask, int status, const char *key);
void asc_ask_refuse_message(live_ask *ask, int status, const asc_rules *rules, const asc_message *message);
void asc_ask_fault(live_ask *ask, const asc_job *job);
/* An answer to HTTP that is no JSON object, or has a cookie; the text is taken over. */
void asc_ask_answer_raw(live_ask *ask, int status, const char *type, char *text, size_t length, const char *cookie);
bool asc_ask_read_command(live_ask *ask);
void asc_error_json(asc_json *json, const asc_rules *rules, const asc_message *message);

/* ---- hall.c, command.c, write.c: rooms ---- */
/* The ask goes on by asc_hall_go when its room is there. */
void asc_hall_find(live_ask *ask);
void asc_hall_do(live_ask *ask); /* the command of the ask, in its room */
void asc_hall_create(live_ask *ask);
void asc_hall_tick(web_live *live);
void asc_hall_drop_all(web_live *live);
void asc_hall_go_on_all(web_live *live);                   /* there is a new gap, or a stall was looked into */
void asc_hall_drop_of(web_live *live, const char *person); /* in which he sits, or which he made */
void asc_hall_end(web_live *live);                         /* when nothing is under way any more */
void asc_hall_engine_done(web_live *live, const char *game, int number, int seat, const char *token);
live_room *asc_hall_at(web_live *live, const char *id);
/* Whether somebody may see the room. */
bool asc_hall_may_see(const live_room *room, const live_ask *ask);
void asc_hall_row(const live_room *room, asc_game_row *row, char *spec, asc_strbuf *about);
void asc_hall_send(live_room *room, live_message *message, bool seats_only);
void asc_hall_load(web_live *live, const char *id);
void asc_hall_rename(web_live *live, const char *person, const char *name);

/* ---- games.c: what is asked of a game besides commands ---- */
void asc_game_show(live_ask *ask);
void asc_game_events(live_ask *ask);
void asc_game_watch(live_ask *ask);
void asc_game_unwatch(live_ask *ask);
void asc_game_sit(live_ask *ask);
void asc_game_link(live_ask *ask);
void asc_game_say(live_ask *ask);
void asc_game_list(live_ask *ask);
void asc_room_json(const live_room *room, const live_who *who, asc_json *json);
/* The key is looked up, and the ask goes on. */
void asc_game_check_key(live_ask *ask);

/* ---- people.c ---- */
void asc_people_know(live_ask *ask); /* who asks; the ask goes on */
void asc_people_know_socket(live_socket *socket);
void asc_people_me(live_ask *ask);
void asc_people_make(live_ask *ask);
void asc_people_code(live_ask *ask);
void asc_people_join(live_ask *ask);
void asc_people_devices(live_ask *ask);
void asc_people_out(live_ask *ask);
void asc_people_forget(live_ask *ask);
void asc_people_block(live_ask *ask);
void asc_people_blocks(live_ask *ask);
void asc_people_names(live_ask *ask);
/* `secret` gets the text of a cookie, or "", if it is not NULL. */
bool asc_who_read(web_live *live, const web_request *request, live_who *who, char *secret);
bool asc_origin_allowed(const web_live *live, const web_request *request, const live_who *who);

/* ---- name.c ---- */
bool asc_name_is_valid(const char *name);

/* ---- presence.c ---- */
void asc_presence_tick(live_room *room, int64_t now);
void asc_presence_heard(live_socket *socket);
void asc_presence_json(const live_room *room, asc_json *json);
unsigned asc_presence_here(const live_room *room, int64_t now);
unsigned asc_presence_away(const live_room *room, int64_t now);
int64_t asc_presence_seat_heard(const live_room *room, int seat);

/* ---- socket.c ---- */
/* A socket for a request that asks for one; NULL: it is refused. The answer to the request is the first it sends. */
live_socket *asc_socket_open(struct web_exchange *exchange, const web_request *request, uint64_t address,
                             web_refusal *refusal);
void asc_socket_begin(live_socket *socket);
/* Takes the frames that have come as far as they are whole; *used says how many bytes. -1: the connection is to be
   closed, as it is by the next. */
int asc_socket_take(live_socket *socket, char *bytes, size_t length, size_t *used);
int asc_socket_write(live_socket *socket);                       /* there is room */
void asc_socket_end(live_socket *socket);                        /* the connection is gone; NULL is none */
live_message *asc_message_make(const char *text, size_t length); /* one user; NULL: no memory */
void asc_message_release(live_message *message);
void asc_socket_send(live_socket *socket, live_message *message);
void asc_socket_close(live_socket *socket, const char *why);
void asc_socket_ready(live_socket *socket);
void asc_socket_unfollow(live_follow *follow);
int asc_socket_lag(const live_socket *socket);
void asc_sockets_shift(web_live *live, int64_t by);
void asc_sockets_tick(web_live *live, int64_t now);
void asc_sockets_close_of(web_live *live, const char *person, const char *device);
int asc_sockets_count_of(const web_live *live, const char *person);

/* ---- limits.c ---- */
/* Takes thousandths of a token. A request that costs more than one token is granted for one, and the rest is owed.
   False: too much; *seconds says when again. */
bool asc_limit_take(web_server *server, live_limit limit, uint64_t key, int64_t cost, int64_t now, int *seconds);
/* Takes it whatever is left. */
void asc_limit_owe(web_server *server, live_limit limit, uint64_t key, int64_t cost, int64_t now);
void asc_limits_close(web_server *server);

/* ---- engines.c ---- */
int asc_engines_open(live_engines **result, web_live *live, int threads);
void asc_engines_close(live_engines *engines);
void asc_engines_ask(live_engines *engines, live_room *room, int seat, int level);
void asc_engines_deliver(live_engines *engines);
int asc_engines_waiting(live_engines *engines);

/* ---- others.c: other processes ---- */
void asc_others_heard(void *data, const char *game, int64_t last); /* from a thread of the store */
void asc_others_said(void *data, const char *text);                /* the same */
void asc_others_take(web_live *live);
/* Tells them, if there are any. */
void asc_others_tell(web_live *live, const char *format, ...) __attribute__((format(printf, 2, 3)));
void asc_others_here(live_room *room, unsigned seats, int64_t now);
void asc_others_tick(web_live *live);
/* The same, when a job is done. */
void asc_others_add(web_live *live, asc_job *job, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* How far our clock and the store's are apart, and whether others serve. */
void asc_others_measure(web_live *live);
/* Sets the clock; *heartbeat: since when nobody served, 0: somebody does. */
int asc_others_begin(web_live *live, int64_t *heartbeat, asc_error *error);
/* Asks whether others went on while the store took nothing from us; asc_live_resume follows. False: there are none. */
bool asc_others_resume(web_live *live);
/* Asks whether others served while this process stood still; until then nothing is decided. False: there are none. */
bool asc_others_stalled(web_live *live, int64_t from, int64_t to);
void asc_game_said(live_room *room, int seat, const char *phrase, int64_t now);

/* ---- space.c ---- */
/* Asks at the start how large the store is, and waits for it; then now and then. */
void asc_space_begin(web_live *live);
void asc_space_tick(web_live *live, int64_t now);

/* ---- orders.c ---- */
void asc_orders_tick(web_live *live, int64_t now);

/* ---- metrics.c ---- */
size_t asc_live_metrics(web_live *live, char *text, size_t size);

#endif
