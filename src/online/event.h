/* What happens in a game between people, as numbered events, and the settings it is played by.

   An event is said once and for ever: a room (room.h) is nothing but its events, and what is kept, sent and read again
   is the one line of JSON that asc_event_write makes. Events hold ids of persons, never names. All times are
   milliseconds since 1970 by the server's clock. docs/api.yaml has each kind with its members. */
#ifndef ASC_ONLINE_EVENT_H
#define ASC_ONLINE_EVENT_H

#include <ascona/play.h>

#include "base/json.h"
#include "base/secret.h"

struct json_t; /* jansson's */

enum {
  ONLINE_COMMAND_MAX = 33,  /* a command's id, with its end */
  ONLINE_EVENT_MAX = 4096,  /* bytes of an event as JSON */
  ONLINE_LEVEL_NONE = -1,   /* no engine */
  ONLINE_LEVEL_MAX = 9,     /* what is bounded by positions, not by time */
  ONLINE_GAMES_MAX = 100,   /* of a match */
  ONLINE_SECONDS_MAX = 3600 /* of a clock at the start */
};

/* Before the game a free seat waits for who has its key; an engine has no person. */
typedef struct online_seat {
  char person[ASC_ID_TEXT_SIZE]; /* "": free, or an engine */
  int level;                     /* of the engine, or ONLINE_LEVEL_NONE */
} online_seat;

typedef enum online_clock { CLOCK_NONE, CLOCK_TIME, CLOCK_DAYS } online_clock;

typedef struct online_settings {
  char spec[ASC_SPEC_MAX]; /* with every option written out, so that a new default changes no kept game */
  int players;
  online_clock clock;
  int seconds, increment; /* CLOCK_TIME: for the game, and for each move */
  int days;               /* CLOCK_DAYS: for each move */
  bool toss;              /* who sits where is drawn when the game starts */
  bool secret;            /* private: nobody may watch */
  online_seat seats[ASC_PLAYERS_MAX];
  int games, game;                 /* of a match, and which of them this is, from 0 */
  int32_t points[ASC_PLAYERS_MAX]; /* half-points of the match before this game, by who sits where now */
  char before[ASC_ID_TEXT_SIZE];   /* the game that this one follows as a rematch; "": none */
} online_settings;

typedef enum online_kind {
  EVENT_CREATED,
  EVENT_CHANGED, /* other settings, before anybody else sat down */
  EVENT_SEATED,
  EVENT_STARTED,
  EVENT_MOVED,
  EVENT_ROLLED,
  EVENT_OFFERED,
  EVENT_WITHDRAWN,
  EVENT_ACCEPTED,
  EVENT_DECLINED,
  EVENT_TAKEN_BACK,
  EVENT_LEFT,
  EVENT_SEAT_GIVEN,
  EVENT_SEAT_RETURNED,
  EVENT_TIME_GIVEN,
  EVENT_MADE_PRIVATE,
  EVENT_PAUSED,
  EVENT_RESUMED,
  EVENT_ENDED,
  EVENT_REMATCH,
  EVENT_KINDS
} online_kind;

typedef enum online_offer { OFFER_NONE, OFFER_DRAW, OFFER_BACK, OFFER_ENGINE, OFFER_REMATCH, OFFERS } online_offer;

/* Why somebody left, or the game ended. */
typedef enum online_cause {
  CAUSE_RULES,
  CAUSE_REPETITION,
  CAUSE_LIMIT,
  CAUSE_GIVEN_UP,
  CAUSE_AGREED,
  CAUSE_TIME,
  CAUSE_ABORTED, /* no first move came, or nobody sat down: no result */
  CAUSE_AWAY,    /* left the table but not the game: of three or four, the others may give the seat to an engine */
  CAUSES
} online_cause;

typedef struct online_event {
  online_kind kind;
  int number; /* from 1, without gaps */
  int64_t time;
  char command[ONLINE_COMMAND_MAX]; /* the id of the command that brought it about; "": none */
  char person[ASC_ID_TEXT_SIZE];    /* who did it; "": the server */
  int seat;                         /* whom it is about; 0: nobody */
  char token[ASC_TOKEN_MAX];        /* MOVED, ROLLED */
  online_offer offer;               /* OFFERED, WITHDRAWN, ACCEPTED, DECLINED */
  online_cause cause;               /* LEFT, ENDED */
  int plies;                        /* TAKEN_BACK */
  int level;                        /* SEAT_GIVEN; OFFERED for an engine */
  int64_t given;                    /* TIME_GIVEN: milliseconds */
  int lag;                          /* MOVED, ROLLED: milliseconds given back, part of `left` */
  bool timed;                       /* `left` stands in it */
  int64_t left[ASC_PLAYERS_MAX];    /* of every seat's clock at `time`, or after the move */
  int64_t running;                  /* the seat whose clock runs from `time` on; 0: none */
  asc_outcome outcome;              /* ENDED, but ABORTED */
  int players;                      /* of the game: how many of the lists above count */
  char next[ASC_ID_TEXT_SIZE];      /* REMATCH: the next game */
  online_settings *settings;        /* CREATED, CHANGED; STARTED: the seats as they were drawn. Else NULL */
} online_event;

const char *asc_event_kind_word(online_kind kind);
const char *asc_offer_word(online_offer offer);
bool asc_offer_read(const char *word, online_offer *offer);
const char *asc_cause_word(online_cause cause);

/* A line without its end. ASC_E_BUFFER when it does not fit. */
int asc_event_write(const online_event *event, char *text, size_t size);
/* Of a line that asc_event_write could have made; what it points to is `settings`. ASC_E_INPUT for any other. */
int asc_event_read(online_event *event, online_settings *settings, const char *text, size_t length);

/* The game with every option. False: it does not fit. */
bool asc_spec_write(const asc_rules *rules, char spec[ASC_SPEC_MAX]);
/* The members of the settings, in an object that is open. */
void asc_settings_write(const online_settings *settings, asc_json *json);
/* From what somebody wants: {"game": "delta:size=5", "clock": {…}, "seats": […], "toss", "private", "games"}; what is
   left out is as usual. Rules are opened to see whether the game exists and to write its options out. The message says
   what cannot be. */
bool asc_settings_read(online_settings *settings, const struct json_t *wanted, const char *person, asc_message *reason);

#endif
