/* A game between people in memory: seats, clocks, offers and the running game, made from its events.

   asc_room_apply is the only function that changes a room, by one event; a room made again from the same events is the
   same room, except for the time that asc_room_give_back gave since the last of them. asc_room_do and its companions
   decide: who may do what now, and which events follow. They apply those events to the room and hand them out; who has
   called makes them durable before anybody hears of them, and drops the room if that fails. Nothing here reads a clock,
   rolls a die by itself or knows of connections: the moment is handed in.

   Of the past a room keeps the moves alone, four bytes each, and makes the positions again when somebody takes back.
   An event that the rules refuse is a fault: the room is broken, and stays as it is. */
#ifndef ASC_ONLINE_ROOM_H
#define ASC_ONLINE_ROOM_H

#include "event.h"
#include "library.h"

enum {
  ONLINE_FIRST_MOVE = 120000, /* milliseconds for the first move of each, where there is a clock */
  ONLINE_LAG_PLY = 300,       /* milliseconds given back a ply, at most */
  ONLINE_LAG_GAME = 3000,     /* and a game */
  ONLINE_DRAW_PLIES = 10,     /* between two offers of a draw by one seat */
  ONLINE_GIVE_SECONDS = 300,  /* given at once, at most; with days a move: a day */
  ONLINE_ANSWER_MAX = 6,      /* events of one command */
  ONLINE_OTHERS_MAX = 500,    /* events of a game that are not moves; after that only those that lead to its end */
  ONLINE_RECENT = 8           /* commands a room remembers */
};

#define ONLINE_NEVER INT64_MAX

typedef enum online_state { ROOM_INVITED, ROOM_RUNNING, ROOM_ENDED, ROOM_BROKEN } online_state;

typedef struct online_place {
  char person[ASC_ID_TEXT_SIZE]; /* "": free, or an engine */
  int level;                     /* of the engine that plays here, ONLINE_LEVEL_NONE: a person does */
  bool returning;                /* the person has it again at his next turn */
  bool away;                     /* left the table, not the game */
  bool left;                     /* left the game */
  bool moved;
  int16_t lag;       /* milliseconds given back so far */
  int drawn, backed; /* the ply, counted from 1, at which he last offered a draw, asked to take back; 0: never */
  int64_t clock;     /* milliseconds left at `since` */
} online_place;

typedef struct online_room {
  online_library *library;
  const asc_rules *rules;
  asc_play *play; /* without its past; NULL unless it runs */
  asc_move *moves;
  int plies, capacity; /* of moves */
  struct {
    int plies, seat; /* who left the game, and before which ply */
    bool overtime;
  } leavers[ASC_PLAYERS_MAX];
  int left; /* how many those are */

  online_state state;
  int number;        /* of the last event */
  int settled;       /* the last event that changed what stands: who has not seen it speaks of another state */
  int made;          /* plies ever made, those taken back too */
  int64_t time;      /* of the last event */
  int64_t begun;     /* of the first */
  int64_t turn_time; /* since when it is this turn */
  int64_t acted;     /* the last thing that people did */

  int players;
  online_place seats[ASC_PLAYERS_MAX];
  char owner[ASC_ID_TEXT_SIZE]; /* who made the game */
  int turn;                     /* the seat that is to move or to roll; 0: none */
  bool rolling;

  online_clock clock;
  int seconds, increment, days;
  int running; /* the seat whose clock runs; 0: none */
  bool paused;
  int64_t since;

  online_offer offer;
  int offer_number, offer_seat, offer_about, offer_level;
  unsigned yes; /* seats that said so, as bits; bit 0 is seat 1 */

  bool toss, secret;
  int games, game;
  int32_t points[ASC_PLAYERS_MAX];
  online_cause cause; /* once it has ended */
  asc_outcome outcome;
  char before[ASC_ID_TEXT_SIZE], next[ASC_ID_TEXT_SIZE];

  struct {
    uint64_t hash; /* of person and command; 0: none */
    int first, last;
  } recent[ONLINE_RECENT];
  unsigned recent_at;
} online_room;

typedef enum online_action {
  DO_CHANGE,
  DO_SIT,
  DO_START,
  DO_MOVE,
  DO_ROLL,
  DO_OFFER,
  DO_WITHDRAW,
  DO_ACCEPT,
  DO_DECLINE,
  DO_RESIGN,
  DO_LEAVE,
  DO_RETURN,
  DO_GIVE_TIME,
  DO_MAKE_PRIVATE,
  ACTIONS
} online_action;

typedef struct online_command {
  online_action action;
  char id[ONLINE_COMMAND_MAX];
  int last;                        /* the last event its sender has seen */
  int seat;                        /* SIT (0: the first that is free), GIVE_TIME, OFFER of an engine */
  char token[ASC_TOKEN_MAX];       /* MOVE */
  online_offer offer;              /* OFFER */
  int level;                       /* OFFER of an engine; START: for the free seats, or ONLINE_LEVEL_NONE */
  int seconds;                     /* GIVE_TIME */
  const online_settings *settings; /* CHANGE */
} online_command;

typedef struct online_moment {
  int64_t now;
  uint64_t random;   /* nobody can foresee it */
  int lag;           /* the sender's, in milliseconds */
  unsigned here;     /* seats whose person is there, as bits; bit 0 is seat 1 */
  unsigned away;     /* seats whose person has not been heard of for a minute */
  const char *fresh; /* an id for another game, should there be one */
} online_moment;

typedef enum online_result {
  ROOM_DONE,     /* with events, or none where there was nothing to do */
  ROOM_REPEATED, /* this command was done: events first … last */
  ROOM_STALE,    /* what stands has changed since its sender looked */
  ROOM_REFUSED,  /* with a reason */
  ROOM_FAILED    /* no memory; the room is to be made again */
} online_result;

typedef struct online_answer {
  online_result result;
  int count;
  online_event events[ONLINE_ANSWER_MAX];
  online_settings settings[2]; /* what the events point to */
  int settings_count;
  int first, last; /* of REPEATED */
  asc_message reason;
} online_answer;

/* The whole game again, with its past, while it runs. */
int asc_room_replay(const online_room *room, asc_play **play);
/* An empty room, to be filled by its events, the first of which is CREATED. */
int asc_room_open(online_room **room, online_library *library);
void asc_room_close(online_room *room);
/* ASC_E_ILLEGAL: the event cannot be, and the room is broken now. */
int asc_room_apply(online_room *room, const online_event *event);
/* Bytes of memory it takes, its rules not counted. */
size_t asc_room_size(const online_room *room);

/* The first event of a new game, and of its start if nobody is waited for. */
void asc_room_create(online_room *room, const char *person, const char *command, const online_settings *settings,
                     const online_moment *moment, online_answer *answer);
void asc_room_do(online_room *room, const char *person, const online_command *command, const online_moment *moment,
                 online_answer *answer);
/* The engine whose turn it is, if it is one's: its seat, 0 if not. It rolls by itself. */
int asc_room_engine(const online_room *room, int *level);
/* What that engine does: `token` is its move, "" to roll. */
void asc_room_engine_do(online_room *room, int seat, const char *token, const online_moment *moment,
                        online_answer *answer);

/* When the server has something to do by itself, ONLINE_NEVER if nothing, and what follows then: a flag, a first move
   that did not come, none for a year. */
int64_t asc_room_due(const online_room *room);
void asc_room_tick(online_room *room, const online_moment *moment, online_answer *answer);
/* The host breaks it off. No events where it is over. */
void asc_room_abort(online_room *room, const online_moment *moment, online_answer *answer);
/* Nobody was served between two times, which are not in the future: what ran meanwhile runs from later on. The next
   event has it; a room that is made again from its events has to be told again. */
void asc_room_give_back(online_room *room, int64_t from, int64_t to);
/* The same for a longer time, told by events. No events where no clock runs. */
void asc_room_pause(online_room *room, int64_t from, const online_moment *moment, online_answer *answer);

/* The settings of the game that follows: everybody one seat on, in a match with its points. */
void asc_room_next(const online_room *room, const char *id, online_settings *settings);
/* The settings as they are now. */
void asc_room_settings(const online_room *room, online_settings *settings);

/* The seat of a person who is in the game; 0: none. */
int asc_room_seat(const online_room *room, const char *person);
/* The seat of a person, also of one who has resigned, left or run out of time; 0: none. */
int asc_room_seat_of(const online_room *room, const char *person);
/* What is left on a seat's clock at a time. */
int64_t asc_room_clock(const online_room *room, int seat, int64_t now);

#endif
