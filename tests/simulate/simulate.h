/* The simulator of the game thread: players, server processes, one database and many faults, all in virtual time.

   Everything follows from one seed. Virtual time is a number that jumps to the next event of one queue; nothing waits,
   reads a clock or asks the system for random bytes. So the same seed gives the same bytes, and a seed that fails is
   the bug report.

     world.c     virtual time: the queue of events, random numbers, and fibers, in which a process waits
     process.c   a server process: its live_loop, its life, kills and stalls
     faulty_store.c  the database: the real SQLite store behind failing and slow commits, shared by two processes
     ledger.c    what became durable: every event of every game, and what must hold for each commit
     clocks.c    what must hold for the players' clocks
     requests.c  requests and sockets of players, and what must hold for every reply
     views.c     games as a player sees them
     players.c   what players do
     commands.c  what players do in a game
     hosts.c     the host's orders, kills, stalls and clock jumps
     memory.c    allocations that fail
     simulate.c  one run, and its digest

   sim_check says what must always hold; the first violation ends the program with the seed. */
#ifndef ASC_TESTS_SIMULATE_H
#define ASC_TESTS_SIMULATE_H

#include "live/live.h"
#include "store/job_inside.h"

#include <ascona/random.h>

enum {
  SIM_PROCESSES = 2,
  SIM_VIEWS = 12,  /* games that a player follows */
  SIM_DEVICES = 3, /* of a player */
  SIM_GIVEN = 4,   /* invitations that wait for a player */
  SIM_SHOWN = 64,
  SIM_ANSWER = 30000 /* ms; a request is answered within this time while the store works */
};

/* What happens in a run; chances are per 100,000. */
typedef struct sim_plan {
  uint64_t seed;
  int64_t length; /* ms */
  int players, processes;
  bool is_club;       /* few games, long thinking; else a busy site */
  bool is_calm;       /* nothing fails */
  int write_fails;    /* chance that a commit fails before it happens, … */
  int answer_fails;   /* … or after it has happened */
  int read_fails;     /* chance that a round of reads fails */
  int query_fails;    /* chance that one query of a round fails */
  int slow;           /* chance that an operation of the store is slow */
  int memory_fails;   /* chance that an allocation of a step fails */
  int lost_replies;   /* chance that a reply gets lost on its way */
  int64_t kill_every; /* ms between two of them on average; 0: never */
  int64_t stall_every, outage_every, jump_every, order_every;
  int64_t news_lost; /* ms between two losses of the connection that brings news of the other process */
  bool has_flood;    /* one address asks for costly things all the time */
  bool has_spam;     /* one player sends as many events as possible */
  bool is_verbose;
} sim_plan;

/* ---- world.c ---- */

typedef enum sim_stream { SIM_FAULTS, SIM_PEOPLE, SIM_SERVER, SIM_STREAMS } sim_stream;
typedef struct sim_fiber sim_fiber;

typedef struct sim_world {
  sim_plan plan;
  int64_t now, end, merged; /* `merged`: when a device was last added */
  asc_random random[SIM_STREAMS];
  asc_sha256 digest;
  int64_t events, requests, replies, commits, failed_commits, kills, stalls, jumps, games, plies, failed_memory;
} sim_world;
extern sim_world sim;

#define SIM_EPOCH 1700000000000LL /* ms since 1970 when a run starts */

uint32_t sim_below(sim_stream stream, uint32_t bound);
bool sim_chance(sim_stream stream, int per_100000);
/* Between 0 and many times the average, as times between rare events are. */
int64_t sim_interval(sim_stream stream, int64_t average);
/* Calls a function at a later time; events of the same time are called in the order in which they were added. */
void sim_after(int64_t delay, void (*run)(void *data, uint64_t number), void *data, uint64_t number);
/* Runs events until a time. */
void sim_run(int64_t until);
void sim_world_close(void);
/* A violation: prints what, with the seed and the time, and ends the program. */
void sim_fail(const char *format, ...) __attribute__((format(printf, 1, 2), noreturn));
#define sim_check(condition, ...) ((condition) ? (void)0 : sim_fail(__VA_ARGS__))
void sim_note(const char *format, ...) __attribute__((format(printf, 1, 2)));
void sim_digest_add(const void *bytes, size_t length);

sim_fiber *sim_fiber_open(void (*run)(void *data), void *data);
void sim_fiber_close(sim_fiber *fiber);
/* Runs it until it waits or its function returns; it can then be resumed again, from the start. */
void sim_fiber_resume(sim_fiber *fiber);
/* In a fiber: lets virtual time pass. */
void sim_wait(int64_t delay);

/* ---- memory.c ---- */

/* From now on allocations of this thread fail by chance; the second ends that. */
void sim_memory_start(void);
void sim_memory_stop(void);

/* ---- process.c ---- */

typedef struct sim_process {
  int index;
  live_loop *loop; /* NULL: it is down */
  uint64_t life;   /* counts its starts */
  bool is_stepping, is_doomed, is_stopping;
  live_input *inbox, **inbox_end;
  sim_fiber *fiber;
  int64_t offset;        /* of its time of day, ms */
  int64_t stalled_until; /* it is stopped until then */
  int64_t wake;          /* when a step is planned */
  int64_t steps;
  int64_t started;
  int64_t trouble; /* the last time at which something failed for it: store, memory, a start, a stall */
  int64_t same_time_steps, last_step;
  live_figures figures;
} sim_process;
extern sim_process sim_processes[SIM_PROCESSES];

void sim_processes_open(void);
void sim_processes_close(void);
void sim_process_start(sim_process *process);
void sim_process_kill(sim_process *process);
/* Ends it as SIGTERM does. */
void sim_process_stop(sim_process *process);
bool sim_process_is_up(const sim_process *process);
/* At the end: it has only rooms in which something is due soon. */
void sim_process_rooms_check(const sim_process *process);
/* Hands an input over; it is dropped if the process is down. */
void sim_process_post(sim_process *process, live_input *input);
/* The virtual time of a time of the server. */
int64_t sim_process_virtual(const sim_process *process, int64_t server_time);
/* Something fails for it until a time: what needs a working store is not checked meanwhile. */
void sim_process_trouble(sim_process *process, int64_t until);
bool sim_process_was_fine(const sim_process *process, int64_t since);

/* ---- faulty_store.c ---- */

void sim_store_open(void);
void sim_store_close(void);
int sim_store_read(void *process, store_job *jobs, asc_error *error);
int sim_store_write(void *process, store_job *jobs, asc_error *error);
int sim_store_probe(void *process, asc_error *error);
void sim_store_list(void *process, store_job *job);
/* The database does not answer a process until a time. */
void sim_store_outage(sim_process *process, int64_t until);
void sim_store_order(const char *what, const char *id);
int64_t sim_store_heartbeat(void);
/* All rows become part of the digest, and are compared with the ledger. */
void sim_store_audit(void);
/* The process has no news of others until a time; then it is told that anything may have changed. */
void sim_store_deafen(sim_process *process, int64_t until);

/* ---- ledger.c ---- */

typedef struct sim_event {
  char *body;
  size_t length;
  online_kind kind;
  char command[ONLINE_COMMAND_MAX];
  char person[ASC_ID_TEXT_SIZE];
  int64_t committed;
} sim_event;

typedef struct sim_game {
  struct sim_game *next, *next_made;
  char id[ASC_ID_TEXT_SIZE];
  sim_event *events;
  int count, capacity, others;
  online_room *room; /* all durable events, applied */
  int64_t created, acted;
  int64_t last_time;      /* virtual time of its last event, as the server counts it */
  int64_t last_offset;    /* the virtual time of the server's time 0 then */
  int64_t became_private; /* virtual time; 0: not yet */
  int private_from;       /* the number of the event that made it private */
  bool is_deleted, was_private;
} sim_game;

void sim_ledger_open(void);
void sim_ledger_close(void);
/* NULL: there is none. */
sim_game *sim_game_find(const char *id);
sim_game *sim_game_next(const sim_game *game); /* NULL: the first; in the order of their creation */
/* Jobs of one transaction became durable. */
void sim_ledger_commit(sim_process *process, const store_job *jobs);
/* An event that a player saw must be durable, and the same. */
void sim_ledger_seen(const char *game, const json_t *event);
/* The id of a person now, after merges. */
const char *sim_person_now(const char *person);
/* Whether the person has or had a seat of the game, or created it. */
bool sim_game_has(const sim_game *game, const char *person);
/* Whether the text is a key of the game that nobody else has claimed. */
bool sim_game_key(const sim_game *game, const char *key, const char *person);
/* Since when a device is not valid any more on a process; INT64_MAX: it is. */
int64_t sim_device_gone(const sim_process *process, const uint8_t hash[STORE_HASH]);
/* The process has heard a notice of another one. */
void sim_ledger_heard(const sim_process *process, const char *notice);
void sim_ledger_reconnected(const sim_process *process);
void sim_ledger_ordered(int64_t number, const char *what, const char *id);
int sim_ledger_orders_left(void);
int sim_ledger_command_count(const sim_game *game, const char *person, const char *command);

/* ---- clocks.c ---- */

/* Nobody was served by a process between two virtual times; the server may notice it so much later. */
void sim_clocks_gap(int process, int64_t from, int64_t to, int64_t slack);
void sim_clocks_open(void);
/* The process started: short gaps before are forgotten, since they are in no event. */
void sim_clocks_restart(int process);
void sim_clocks_check(sim_process *process, sim_game *game, const online_room *before, const online_event *event);

/* ---- requests.c ---- */

typedef struct sim_player sim_player;
typedef struct sim_reply {
  int status;
  const json_t *json; /* NULL: none */
} sim_reply;

typedef struct sim_request {
  struct sim_request *next;
  uint64_t id;
  const char *name; /* of the operation */
  sim_process *process;
  uint64_t life, socket;
  sim_player *player;
  int64_t sent, arrived, steps; /* `arrived` 0: still on its way */
  const live_operation *operation;
  char game[ASC_ID_TEXT_SIZE], part[ASC_ID_TEXT_SIZE], person[ASC_ID_TEXT_SIZE];
  char command[ONLINE_COMMAND_MAX], key[ASC_SEAT_KEY_TEXT_SIZE], secret[ASC_SECRET_TEXT_SIZE];
  uint8_t hash[STORE_HASH];
  bool has_secret, needs_person, is_post, is_answered, is_over; /* is_over: the player does not wait any more */
  int64_t from;
  int tries; /* sent again so often */
  char path[64];
  json_t *body;
  void (*on_reply)(struct sim_request *request, const sim_reply *reply); /* NULL reply: it got lost */
} sim_request;

/* `path` as after /api/; a socket's message if the player's socket is open and the operation allows it. */
sim_request *sim_request_open(sim_player *player, bool is_post, const char *path, json_t *body);
void sim_request_send(sim_request *request, bool by_socket);
void sim_socket_open(sim_player *player);
void sim_socket_close(sim_player *player);
/* The process knows whose socket it is. */
void sim_socket_check(const sim_player *player);
void sim_socket_presence(sim_player *player, bool is_silent, bool is_hidden);
void sim_output_take(void *process, live_output *output);
/* Everything that went to a process in its last life is lost. */
void sim_requests_lost(const sim_process *process);
/* No request waits longer than it may. */
void sim_requests_audit(void);
void sim_requests_close(void);
/* A flag fell at a virtual time; no move for this seat may have arrived before. */
void sim_requests_flag(const sim_process *process, const sim_game *game, const char *person, int64_t time);

/* ---- views.c, players.c, commands.c ---- */

typedef struct sim_view {
  char game[ASC_ID_TEXT_SIZE]; /* "": none */
  online_room *room;
  bool is_watched, is_asking, is_pending; /* a command is on its way */
  char key[ASC_SEAT_KEY_TEXT_SIZE];
  uint64_t used;
} sim_view;

struct sim_player {
  int index;
  sim_process *process;
  uint64_t address;
  int lag;
  char person[ASC_ID_TEXT_SIZE], device[ASC_ID_TEXT_SIZE], secret[ASC_SECRET_TEXT_SIZE];
  char old_secret[ASC_SECRET_TEXT_SIZE]; /* of a device that was signed out */
  uint64_t socket;                       /* 0: none */
  int64_t socket_opened;
  sim_process *socket_process;
  char socket_person[ASC_ID_TEXT_SIZE];
  struct {
    char game[ASC_ID_TEXT_SIZE], key[ASC_SEAT_KEY_TEXT_SIZE];
  } shown[SIM_SHOWN]; /* what the socket watches by the key of a seat, the latest of them */
  unsigned shown_count;
  bool is_asking; /* for a person or a device */
  sim_view views[SIM_VIEWS];
  struct {
    char game[ASC_ID_TEXT_SIZE], key[ASC_SEAT_KEY_TEXT_SIZE];
  } given[SIM_GIVEN];
  int given_count;
  char code[ASC_DEVICE_CODE_TEXT_SIZE]; /* somebody's, to be typed in */
  uint64_t uses, commands;
  bool is_spammer, is_away;
  int stays; /* how often it acts before it goes away */
  uint64_t act_number;
  int64_t act_time;
};

void sim_players_open(void);
void sim_players_close(void);
sim_player *sim_player_at(int index);
int sim_player_count(void);
void sim_player_forgot(sim_player *player); /* it is nobody any more */

sim_view *sim_view_find(sim_player *player, const char *game);
sim_view *sim_view_add(sim_player *player, const char *game);
void sim_view_drop(sim_view *view);
/* A player got events; the view asks for those that it misses. */
void sim_view_events(sim_player *player, const char *game, const json_t *events);
void sim_view_event(sim_player *player, const char *game, const json_t *event);
void sim_views_unwatched(sim_player *player);
/* Seat of the player in the game; 0: none. */
int sim_view_seat(const sim_player *player, const sim_view *view);

/* The player does something in one of the games. */
void sim_command_any(sim_player *player, sim_view *view);
void sim_command_new_game(sim_player *player);
void sim_command_join(sim_player *player, const char *game, const char *key);
void sim_command_watch(sim_player *player, sim_view *view);
/* Something happened: the player looks at it soon. */
void sim_player_hurry(sim_player *player);

/* ---- hosts.c ---- */

void sim_hosts_open(void);
/* Shared by everything that reads events. */
online_rules_cache *sim_rules(void);

#endif
