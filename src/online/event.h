/* The events of a game between people, and its settings.

   The events of a game are numbered from 1 without gaps and never change; a room (room.h) follows from them alone. An
   event is stored and sent as the line of JSON that online_event_write makes. Events hold ids of persons, never names.
   All times are milliseconds since 1970 by the server's clock. docs/api.yaml describes each kind with its members. */
#ifndef ONLINE_EVENT_H
#define ONLINE_EVENT_H

#include <ascona/play.h>

#include "base/json.h"
#include "base/secret.h"

struct json_t; /* of jansson */

enum {
  ONLINE_COMMAND_MAX = 33,  /* bytes of a command's id, with the final zero */
  ONLINE_EVENT_MAX = 4096,  /* bytes of an event as JSON */
  ONLINE_LEVEL_NONE = -1,   /* no engine */
  ONLINE_LEVEL_MAX = 9,     /* the highest level that is limited by positions and not by time */
  ONLINE_GAMES_MAX = 100,   /* games per match */
  ONLINE_SECONDS_MAX = 3600 /* initial seconds of a clock */
};

/* A free seat has neither a person nor an engine. Before the game, a player with its key can take it. */
typedef struct online_seat {
  char person[ASC_ID_TEXT_SIZE]; /* "" if the seat is free or an engine's */
  int level;                     /* of the engine, ONLINE_LEVEL_NONE if there is none */
} online_seat;

typedef enum online_clock { ONLINE_CLOCK_NONE, ONLINE_CLOCK_TIME, ONLINE_CLOCK_DAYS } online_clock;

typedef struct online_settings {
  char spec[ASC_SPEC_MAX]; /* with every option, so that a new default does not change stored games */
  int players;
  online_clock clock;
  int seconds, increment; /* ONLINE_CLOCK_TIME: per player for the game; per move */
  int days;               /* ONLINE_CLOCK_DAYS: per move */
  bool random_seats;      /* the seats are assigned at random when the game starts */
  bool is_private;        /* only players see the game */
  online_seat seats[ASC_PLAYERS_MAX];
  int games, game;                 /* games of the match; the index of this one, from 0 */
  int32_t points[ASC_PLAYERS_MAX]; /* half-points in the match before this game, by current seat */
  char before[ASC_ID_TEXT_SIZE];   /* the game of which this is the rematch; "" if none */
} online_settings;

typedef enum online_kind {
  ONLINE_EVENT_CREATED,
  ONLINE_EVENT_CHANGED, /* other settings, while only the owner is seated */
  ONLINE_EVENT_JOINED,
  ONLINE_EVENT_STARTED,
  ONLINE_EVENT_MOVED,
  ONLINE_EVENT_ROLLED,
  ONLINE_EVENT_OFFERED,
  ONLINE_EVENT_WITHDRAWN,
  ONLINE_EVENT_ACCEPTED,
  ONLINE_EVENT_DECLINED,
  ONLINE_EVENT_TAKEN_BACK,
  ONLINE_EVENT_LEFT,
  ONLINE_EVENT_SEAT_GIVEN,
  ONLINE_EVENT_SEAT_RETURNED,
  ONLINE_EVENT_TIME_GIVEN,
  ONLINE_EVENT_MADE_PRIVATE,
  ONLINE_EVENT_PAUSED,
  ONLINE_EVENT_RESUMED,
  ONLINE_EVENT_ENDED,
  ONLINE_EVENT_REMATCH,
  ONLINE_EVENT_KINDS
} online_kind;

typedef enum online_offer {
  ONLINE_OFFER_NONE,
  ONLINE_OFFER_DRAW,
  ONLINE_OFFER_TAKEBACK,
  ONLINE_OFFER_ENGINE,
  ONLINE_OFFER_REMATCH,
  ONLINE_OFFERS
} online_offer;

/* Why a player left or the game ended. */
typedef enum online_cause {
  ONLINE_CAUSE_RULES,
  ONLINE_CAUSE_REPETITION,
  ONLINE_CAUSE_LIMIT,
  ONLINE_CAUSE_RESIGNED,
  ONLINE_CAUSE_AGREED,
  ONLINE_CAUSE_TIME,
  ONLINE_CAUSE_ABORTED, /* no result: first move overdue, idle too long, or closed by a person who may do so */
  ONLINE_CAUSE_AWAY,    /* only LEFT: away for a while; with three or four players, the others may give the seat to an
                           engine */
  ONLINE_CAUSES
} online_cause;

typedef struct online_event {
  online_kind kind;
  int number;
  int64_t time;
  char command[ONLINE_COMMAND_MAX];  /* id of the command that caused it; "" if none did */
  char person[ASC_ID_TEXT_SIZE];     /* the person who did it; "" for the server */
  int seat;                          /* the seat that it concerns; 0 if none */
  int from;                          /* OFFERED for an engine: the seat that offers it; 0: the seat of `person` */
  char token[ASC_TOKEN_MAX];         /* MOVED, ROLLED */
  online_offer offer;                /* OFFERED, WITHDRAWN, ACCEPTED, DECLINED */
  online_cause cause;                /* LEFT, ENDED */
  int plies;                         /* TAKEN_BACK */
  int level;                         /* SEAT_GIVEN; OFFERED for an engine */
  int64_t given;                     /* TIME_GIVEN: milliseconds */
  int lag;                           /* MOVED, ROLLED: milliseconds given back, included in `clock_ms` */
  bool has_clocks;                   /* `clock_ms` and `running` are set */
  int64_t clock_ms[ASC_PLAYERS_MAX]; /* milliseconds left per seat, at `time` or after the move */
  int64_t running;                   /* the seat whose clock runs from `time` on; 0 if none */
  asc_outcome outcome;               /* ENDED, except by ABORTED */
  int players;                       /* length of `clock_ms` and of the lists in `outcome` */
  char next[ASC_ID_TEXT_SIZE];       /* REMATCH: the next game */
  online_settings *settings;         /* CREATED, CHANGED; STARTED: only the seats. Otherwise NULL */
} online_event;

/* The words of the JSON form, and back. online_offer_read returns false for an unknown word. */
const char *online_event_kind_word(online_kind kind);
const char *online_offer_word(online_offer offer);
bool online_offer_read(const char *word, online_offer *offer);
const char *online_cause_word(online_cause cause);

/* Writes the event as JSON, without a newline. Returns its length, or ASC_E_BUFFER if it does not fit. */
int online_event_write(const online_event *event, char *text, size_t size);
/* Reads a line that online_event_write made, also in version 0.1; event->settings points to `settings`. Returns ASC_OK,
   or ASC_E_INPUT for any other text. */
int online_event_read(online_event *event, online_settings *settings, const char *text, size_t length);
/* Writes a stored event, or the stored summary of a game, as a member or an item. Words of version 0.1 become those of
   today, so that clients see only these. */
void online_stored_write(asc_json *json, const char *name, const char *text, size_t length);

/* Writes the game with every option. Returns false if it does not fit. */
bool online_spec_write(const asc_rules *rules, char spec[ASC_SPEC_MAX]);
/* Writes the settings as members of an open object. */
void online_settings_write(const online_settings *settings, asc_json *json);
/* Reads the settings that a person requests: {"game": "delta:size=5", "clock": {…}, "seats": […], "random_seats",
   "private", "games"}; missing members have their defaults. Opens the rules, to check that the game exists and to write
   all its options. Returns false with the reason if the settings are invalid. */
bool online_settings_read(online_settings *settings, const struct json_t *requested, const char *person,
                          asc_message *reason);

#endif
