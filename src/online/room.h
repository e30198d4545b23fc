/* A game between people in memory: seats, clocks, offers and the running game. Read event.h first.

   A room follows from its events: online_room_apply applies one, and a room that is rebuilt from the same events is
   equal, except for the time that online_room_give_back has added since the last event. online_room_do and the other
   functions with an online_answer decide whether something is allowed and which events follow. They apply these events
   and return them. The caller stores them before anybody sees them, and drops the room if that fails. Nothing here
   reads a clock, creates random numbers or knows connections; the caller passes them as an online_moment.

   Of past positions a room keeps only the moves, four bytes each, and replays them for a takeback. If the rules reject
   an event, that is a bug or a damaged database: the room becomes ONLINE_DAMAGED and does not change any more. */
#ifndef ONLINE_ROOM_H
#define ONLINE_ROOM_H

#include "event.h"
#include "rules_cache.h"

enum {
  ONLINE_FIRST_MOVE = 120000, /* ms per player for the first move, if there is a clock in seconds */
  ONLINE_LAG_PLY = 300,       /* ms given back per ply, at most */
  ONLINE_LAG_GAME = 3000,     /* ms given back per player and game, at most */
  ONLINE_DRAW_PLIES = 10,     /* min. plies between two draw offers of a seat */
  ONLINE_GIVE_SECONDS = 300,  /* max. seconds per gift of time; a day if the clock is in days */
  ONLINE_ANSWER_MAX = 6,      /* max. events of a command */
  ONLINE_OTHERS_MAX = 500,    /* max. events that are not moves; then only those that lead to the end are allowed */
  ONLINE_RECENT = 8           /* commands that a room remembers */
};

#define ONLINE_NEVER INT64_MAX

typedef enum online_state { ONLINE_INVITED, ONLINE_RUNNING, ONLINE_ENDED, ONLINE_DAMAGED } online_state;

typedef struct online_player {
  char person[ASC_ID_TEXT_SIZE]; /* "" if the seat is free or an engine's */
  int level;                     /* of the engine that plays here; ONLINE_LEVEL_NONE if a person plays */
  bool returning;                /* an engine plays until the person's next turn */
  bool away;                     /* left for a while, without resigning */
  bool left;                     /* resigned or ran out of time */
  bool moved;
  int16_t lag;        /* ms given back so far */
  int draw_offer_ply; /* the ply, from 1, at which the player last offered a draw; 0 if never */
  int takeback_ply;   /* the same for asking for a takeback */
  int64_t clock;      /* ms left at the room's `since` */
} online_player;

typedef struct online_room {
  online_rules_cache *rules_cache;
  const asc_rules *rules;
  asc_play *play;      /* the current position without history; NULL unless the game runs */
  asc_move *moves;     /* from the start */
  int plies, capacity; /* of `moves` */
  struct {
    int plies, seat; /* this seat resigned or ran out of time after so many plies */
    bool ran_out_of_time;
  } leavers[ASC_PLAYERS_MAX];
  int leaver_count;

  online_state state;
  int number;        /* of the last event */
  int settled;       /* the last event that changed the position or the players; a command must have seen it */
  int made;          /* plies ever made, including those taken back */
  int64_t time;      /* time of the last event */
  int64_t begun;     /* time of the first event */
  int64_t turn_time; /* start of the current turn */
  int64_t acted;     /* time of the last event that is not a pause */

  int players;
  online_player seats[ASC_PLAYERS_MAX];
  char owner[ASC_ID_TEXT_SIZE]; /* the person who created the game */
  int turn;                     /* the seat that has to move or roll; 0 if none */
  bool rolling;                 /* it has to roll */

  online_clock clock;
  int seconds, increment, days;
  int running; /* the seat whose clock runs; 0 if none */
  bool paused;
  int64_t since; /* the clock of `running` runs from this time on */

  online_offer offer; /* the open offer, or ONLINE_OFFER_NONE */
  int offer_number;   /* its event */
  int offer_seat;     /* the seat that made it */
  int offer_about;    /* the seat that it concerns: for an engine, the seat that the engine gets */
  int offer_level;    /* of that engine */
  unsigned yes;       /* seats that have accepted; bit 0 is seat 1 */

  bool random_seats, is_private;
  int games, game;
  int32_t points[ASC_PLAYERS_MAX];
  online_cause cause; /* valid in ONLINE_ENDED, like `outcome` */
  asc_outcome outcome;
  char before[ASC_ID_TEXT_SIZE], next[ASC_ID_TEXT_SIZE]; /* the games before and after this one in a series */

  struct {
    uint64_t hash;   /* of person and command; 0 if the entry is empty */
    int first, last; /* numbers of its events */
  } recent[ONLINE_RECENT];
  unsigned recent_next; /* the entry that is overwritten next */
} online_room;

typedef enum online_action {
  ONLINE_DO_CHANGE,
  ONLINE_DO_JOIN,
  ONLINE_DO_START,
  ONLINE_DO_MOVE,
  ONLINE_DO_ROLL,
  ONLINE_DO_OFFER,
  ONLINE_DO_WITHDRAW,
  ONLINE_DO_ACCEPT,
  ONLINE_DO_DECLINE,
  ONLINE_DO_RESIGN,
  ONLINE_DO_LEAVE,
  ONLINE_DO_RETURN,
  ONLINE_DO_GIVE_TIME,
  ONLINE_DO_MAKE_PRIVATE,
  ONLINE_ACTIONS
} online_action;

typedef struct online_command {
  online_action action;
  char id[ONLINE_COMMAND_MAX];
  int last;                        /* the last event that the sender has seen */
  int seat;                        /* JOIN (0: the first free one), GIVE_TIME, OFFER of an engine */
  char token[ASC_TOKEN_MAX];       /* MOVE */
  online_offer offer;              /* OFFER */
  int level;                       /* OFFER of an engine; START: for the free seats */
  int seconds;                     /* GIVE_TIME */
  const online_settings *settings; /* CHANGE */
} online_command;

/* The circumstances of a decision, which only the caller knows. */
typedef struct online_moment {
  int64_t now;
  uint64_t random;   /* unpredictable */
  int lag;           /* of the sender, in ms */
  unsigned here;     /* seats whose person is connected; bit 0 is seat 1 */
  unsigned away;     /* seats whose person has been gone for a minute; bits as in `here` */
  const char *fresh; /* an unused id, in case another game follows; NULL if none may follow */
} online_moment;

typedef enum online_result {
  ONLINE_DONE,     /* with events; without any if there was nothing to do */
  ONLINE_REPEATED, /* the command was done before: events first to last */
  ONLINE_STALE,    /* the game has changed since the last event that the sender has seen */
  ONLINE_REJECTED, /* with the reason */
  ONLINE_FAILED    /* out of memory; the caller drops the room */
} online_result;

typedef struct online_answer {
  online_result result;
  int count;
  online_event events[ONLINE_ANSWER_MAX];
  online_settings settings[2]; /* the events point to these */
  int settings_count;
  int first, last; /* ONLINE_REPEATED: numbers of events */
  asc_message reason;
} online_answer;

/* Makes a copy of a running game with its history, which the caller closes. Returns ASC_OK or an error code. */
int online_room_replay(const online_room *room, asc_play **play);
/* Opens an empty room. The first event must be CREATED: online_room_apply it, or call online_room_create. Returns
   ASC_OK or ASC_E_MEMORY. */
int online_room_open(online_room **room, online_rules_cache *rules_cache);
void online_room_close(online_room *room);
/* Returns ASC_OK; ASC_E_ILLEGAL if the event is impossible, and then the room is ONLINE_DAMAGED; or ASC_E_MEMORY. */
int online_room_apply(online_room *room, const online_event *event);
/* Returns the memory of the room in bytes, without its rules. */
size_t online_room_size(const online_room *room);

/* Creates a game in an empty room, and starts it if no seat is free. */
void online_room_create(online_room *room, const char *person, const char *command, const online_settings *settings,
                        const online_moment *moment, online_answer *answer);
/* Carries out a command of a person. */
void online_room_do(online_room *room, const char *person, const online_command *command, const online_moment *moment,
                    online_answer *answer);
/* Returns the seat of the engine whose turn it is, with its level; 0 if it is not an engine's turn. */
int online_room_engine(const online_room *room, int *level);
/* Plays the move of that engine; "" rolls the die. */
void online_room_engine_do(online_room *room, int seat, const char *token, const online_moment *moment,
                           online_answer *answer);

/* Returns the time at which online_room_tick must be called, or ONLINE_NEVER. The tick ends the game, or the
   participation of a player, if time has run out, if a first move is overdue, or after the idle time without a clock.
 */
int64_t online_room_due(const online_room *room);
void online_room_tick(online_room *room, const online_moment *moment, online_answer *answer);
/* Aborts the game for the host. No events if it has ended. */
void online_room_abort(online_room *room, const online_moment *moment, online_answer *answer);
/* Gives back the time between `from` and `to`, which are not in the future, because the server did not serve then. No
   clock has run in between. The next event stores this; until then, a rebuilt room needs the call again. */
void online_room_give_back(online_room *room, int64_t from, int64_t to);
/* The same for a longer time, as events PAUSED and RESUMED. No events if the game has no clock or does not run. */
void online_room_pause(online_room *room, int64_t from, const online_moment *moment, online_answer *answer);

/* Writes the settings of the next game after the game `id`: everybody moves on by one seat; a match keeps its points.
 */
void online_room_next(const online_room *room, const char *id, online_settings *settings);
/* Writes the current settings. */
void online_room_settings(const online_room *room, online_settings *settings);

/* Returns the seat of a person who is still in the game, or 0. */
int online_room_seat(const online_room *room, const char *person);
/* Returns the seat of a person, even after resigning or running out of time, or 0. */
int online_room_seat_of(const online_room *room, const char *person);
/* Returns the milliseconds left on a seat's clock at a time; negative after it has run out. */
int64_t online_room_clock(const online_room *room, int seat, int64_t now);

#endif
