/* Random commands from random clients, to a room and to a plain model of one in memory. After each step both agree on
   what was answered and on what stands; the room made again from its events, as text, is the same room. A run that
   fails is made as short as it can be and printed.

   The model keeps what the room forgets: the whole game, and every event. It is written from shared words
   (docs/serve.md), not from the room: who may do what, in the order in which it is refused. */
#include "online/room.h"

#include <ascona/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

enum { PEOPLE = 6, STEPS = 220, LINES_MAX = 4 * STEPS, FAULT_MAX = 400 };

typedef struct step {
  uint8_t act;
  uint8_t who;
  uint16_t luck;
  uint32_t wait; /* milliseconds before it */
} step;

typedef enum act {
  A_SIT,
  A_START,
  A_MOVE,
  A_WRONG_MOVE,
  A_ROLL,
  A_DRAW,
  A_BACK,
  A_ENGINE,
  A_REMATCH,
  A_WITHDRAW,
  A_ACCEPT,
  A_DECLINE,
  A_RESIGN,
  A_LEAVE,
  A_RETURN,
  A_TIME,
  A_PRIVATE,
  A_CHANGE,
  A_AGAIN,
  A_STALE,
  A_PLAYS, /* the engine whose turn it is */
  A_TICK,
  A_DOWN,
  ACTS
} act;

static const char *const NAMES[ACTS] = {"sit",      "start",  "move",    "wrong move", "roll",    "offer draw",
                                        "ask back", "engine", "rematch", "withdraw",   "accept",  "decline",
                                        "resign",   "leave",  "return",  "give time",  "private", "change",
                                        "again",    "stale",  "plays",   "tick",       "down"};

static const char *const SPECS[] = {"delta:size=4,pawns=4", "kulami",      "neo-delta", "delfino:players=4",
                                    "delfino:players=3",    "circle-delta"};

static char people[PEOPLE][ASC_ID_TEXT];
static online_library *library;
static int happened[EVENT_KINDS], ended[CAUSES]; /* in all runs: what never happens is not tested */

/* ---- the model ---- */

typedef struct model_seat {
  int person;   /* index, or -1 */
  int level;    /* its own engine, or -1 */
  int stand_in; /* an engine for its person, or -1 */
  bool coming, away, gone, has_moved;
  long long time;
  int lag, last_draw, last_back;
} model_seat;

typedef struct model {
  asc_rules *rules;
  asc_play *play;
  char state; /* 'i', 'r', 'e' */
  int players;
  model_seat seats[4];
  int kind, seconds, increment, days;
  bool closed;
  char offer; /* 0, 'd', 'b', 'e', 'r' */
  int offer_by, offer_about, offer_level;
  bool yes[4];
  int made;
  long long now, at; /* of the last event */
  long long turn_since, acted;
  int turn_was;
  bool has_next;
  int games, game;
  online_command before; /* the last command that was done */
  int before_who;
  bool has_before;
} model;

static int model_turn(const model *m) {
  if (m->state != 'r') return 0;
  int turn = asc_play_turn(m->play);
  if (turn == ASC_NOBODY) return 0;
  if (turn != ASC_CHANCE) return turn;
  asc_position after;
  asc_move moves[ASC_MOVES_MAX];
  memcpy(&after, asc_play_position(m->play), m->rules->position_size);
  (void)asc_play_moves(m->play, moves);
  asc_position_play(m->rules, &after, moves[0]);
  return asc_position_turn(m->rules, &after);
}

static bool model_is_engine(const model_seat *seat) { return seat->level >= 0 || seat->stand_in >= 0; }

static bool model_begun(const model *m) {
  for (int i = 0; i < m->players; i++)
    if (!m->seats[i].has_moved && !m->seats[i].gone && !model_is_engine(&m->seats[i])) return false;
  return true;
}

static int model_ticking(const model *m) {
  int turn = model_turn(m);
  if (turn == 0 || m->kind == CLOCK_NONE || model_is_engine(&m->seats[turn - 1])) return 0;
  return m->kind == CLOCK_DAYS || model_begun(m) ? turn : 0;
}

/* The time since the last event is taken from who is on the clock. */
static void model_spend(model *m) {
  int ticking = model_ticking(m);
  long long spent = m->now - m->at;
  if (ticking != 0 && spent > 0) {
    m->seats[ticking - 1].time -= spent;
    if (m->seats[ticking - 1].time < 0) m->seats[ticking - 1].time = 0;
  }
  if (m->now > m->at) m->at = m->now;
}

/* After anything that may have changed whose turn it is. */
static void model_turn_changed(model *m) {
  int turn = model_turn(m);
  for (int i = 0; i < m->players; i++)
    if (m->seats[i].coming && turn != i + 1) {
      m->seats[i].coming = false;
      m->seats[i].stand_in = -1;
    }
  if (turn != m->turn_was) m->turn_since = m->at;
  m->turn_was = turn;
}

static void model_end(model *m, bool aborted) {
  m->state = 'e';
  m->offer = 0;
  if (!aborted && m->game + 1 < m->games) m->has_next = true;
  model_turn_changed(m);
}

static void model_end_if_over(model *m) {
  model_turn_changed(m);
  if (m->state == 'r' && asc_play_end(m->play) != ASC_END_NONE) model_end(m, false);
}

static int model_seat_of(const model *m, int who) {
  for (int i = 0; i < m->players; i++)
    if (m->seats[i].person == who && (!m->seats[i].gone || m->state == 'e')) return i + 1;
  return 0;
}

static int model_free(const model *m) {
  for (int i = 0; i < m->players; i++)
    if (m->seats[i].person < 0 && m->seats[i].level < 0) return i + 1;
  return 0;
}

static void model_start(model *m) {
  m->state = 'r';
  for (int i = 0; i < m->players; i++)
    m->seats[i].time = m->kind == CLOCK_TIME ? m->seconds * 1000LL : m->kind == CLOCK_DAYS ? m->days * 86400000LL : 0;
  assert_int_equal(asc_play_open(&m->play, m->rules, NULL), ASC_OK);
  m->turn_was = model_turn(m);
  m->turn_since = m->at;
}

static int model_lag(const model *m, int seat, int lag) {
  if (model_ticking(m) != seat) return 0;
  if (lag > 300) lag = 300;
  if (lag > 3000 - m->seats[seat - 1].lag) lag = 3000 - m->seats[seat - 1].lag;
  if (lag > m->now - m->at) lag = (int)(m->now - m->at);
  return lag < 0 ? 0 : lag;
}

static void model_flag(model *m) {
  int turn = model_turn(m);
  bool begun = model_begun(m);
  model_spend(m);
  if (!begun) {
    model_end(m, true);
    return;
  }
  assert_int_equal(asc_play_overtime(m->play, turn, NULL), ASC_OK);
  m->seats[turn - 1].gone = true;
  m->offer = 0;
  model_end_if_over(m);
}

/* The move or the roll that the room says it has made. */
static void model_ply(model *m, int seat, const online_event *event, int lag) {
  int ticking = model_ticking(m);
  lag = model_lag(m, seat, lag);
  model_spend(m);
  bool roll = asc_play_turn(m->play) == ASC_CHANCE;
  assert_int_equal(event->kind, roll ? EVENT_ROLLED : EVENT_MOVED);
  asc_move move;
  assert_int_equal(asc_move_read(m->rules, asc_play_position(m->play), event->token, &move, NULL), ASC_OK);
  assert_int_equal(asc_play_move(m->play, move, NULL), ASC_OK);
  model_seat *own = &m->seats[seat - 1];
  own->has_moved = true;
  own->away = false;
  own->lag += lag;
  own->time += lag;
  m->made++;
  m->offer = 0;
  bool passed = model_turn(m) != seat;
  if (passed && m->kind == CLOCK_TIME && ticking == seat) own->time += m->increment * 1000LL;
  if (passed && m->kind == CLOCK_DAYS) own->time = m->days * 86400000LL;
  model_end_if_over(m);
}

/* Rolls cannot be taken back: the model has typed them in, so it looks for itself. */
static int model_back(const model *m, int seat) {
  for (int i = asc_play_events(m->play) - 1; i >= 0; i--) {
    const asc_event *event = asc_play_event(m->play, i);
    if (event->gave_up || event->player == ASC_CHANCE) return 0;
    if (event->player == seat) return asc_play_events(m->play) - i;
  }
  return 0;
}

static bool model_asks(const model *m, int seat, unsigned here) {
  const model_seat *s = &m->seats[seat - 1];
  if (s->person < 0) return false;
  if (m->offer == 'r') return true;
  if (s->gone || s->stand_in >= 0) return false;
  return m->offer != 'e' || (seat != m->offer_about && (here >> (seat - 1) & 1));
}

static void model_offer_settle(model *m, unsigned here) {
  for (int i = 1; i <= m->players; i++)
    if (model_asks(m, i, here) && !m->yes[i - 1]) return;
  char offer = m->offer;
  m->offer = 0;
  if (offer == 'd') {
    assert_int_equal(asc_play_agree_draw(m->play, NULL), ASC_OK);
    model_end(m, false);
  } else if (offer == 'b') {
    int plies = model_back(m, m->offer_by);
    for (int done = 0; done < plies;) {
      int taken = asc_play_undo(m->play, 0, NULL);
      assert_true(taken > 0);
      done += taken;
    }
    model_turn_changed(m);
  } else if (offer == 'e') {
    m->seats[m->offer_about - 1].stand_in = m->offer_level;
    m->seats[m->offer_about - 1].coming = false;
  } else if (offer == 'r') {
    m->has_next = true;
  }
}

static long long model_due(const model *m) {
  int turn = model_turn(m), ticking = model_ticking(m);
  if (m->state != 'r') return INT64_MAX;
  if (m->kind == CLOCK_NONE) return m->acted + 365LL * 86400000;
  if (ticking != 0) {
    int lag = 3000 - m->seats[ticking - 1].lag;
    return m->at + m->seats[ticking - 1].time + (lag < 300 ? lag : 300);
  }
  return m->kind == CLOCK_TIME && turn != 0 && !model_is_engine(&m->seats[turn - 1]) ? m->turn_since + 120000
                                                                                     : INT64_MAX;
}

/* ---- a run ---- */

typedef struct run {
  uint64_t seed;
  model m;
  online_room *room;
  int line_count;
  char *lines[LINES_MAX];
  char fault[FAULT_MAX];
  int steps;
} run;

#define FAULT(r, ...) ((void)snprintf((r)->fault, FAULT_MAX, __VA_ARGS__))

static void lines_keep(run *r, const online_answer *answer) {
  for (int i = 0; i < answer->count; i++) {
    char text[ONLINE_EVENT_MAX];
    if (asc_event_write(&answer->events[i], text, sizeof text) < 0) {
      FAULT(r, "event %d does not fit", answer->events[i].number);
      return;
    }
    assert_true(r->line_count < LINES_MAX);
    r->lines[r->line_count++] = strdup(text);
    happened[answer->events[i].kind]++;
    if (answer->events[i].kind == EVENT_ENDED) ended[answer->events[i].cause]++;
  }
}

/* Two rooms in words; what is the same in words is the same. */
static void room_words(const online_room *room, long long now, char *text, size_t size) {
  char position[ASC_TEXT_MAX] = "-";
  if (room->play != NULL)
    (void)asc_position_write(room->rules, asc_play_position(room->play), position, sizeof position);
  int at = snprintf(text, size, "%d n%d s%d t%d%s run%d %s made%d plies%d offer%d/%d/%d/%d/%u next%s due%lld paused%d:",
                    room->state, room->number, room->settled, room->turn, room->rolling && room->turn ? "!" : "",
                    room->running, position, room->made, room->plies, room->offer, room->offer ? room->offer_number : 0,
                    room->offer ? room->offer_seat : 0, room->offer ? room->offer_about : 0,
                    room->offer ? room->yes : 0, room->next, (long long)asc_room_due(room), room->paused);
  for (int i = 0; i < room->players; i++) {
    const online_place *seat = &room->seats[i];
    at += snprintf(text + at, size - (size_t)at, " [%s %d%s%s%s%s %lld lag%d]", seat->person, seat->level,
                   seat->returning ? " coming" : "", seat->away ? " away" : "", seat->left ? " gone" : "",
                   seat->moved ? " moved" : "", (long long)asc_room_clock(room, i + 1, now), seat->lag);
  }
}

/* The model in the same words, as far as it knows them. */
static bool model_agrees(run *r) {
  model *m = &r->m;
  const online_room *room = r->room;
  static const char states[] = "ire";
  if (states[room->state] != m->state) return FAULT(r, "state %d, model %c", room->state, m->state), false;
  if (room->turn != model_turn(m)) return FAULT(r, "turn %d, model %d", room->turn, model_turn(m)), false;
  if (room->running != model_ticking(m))
    return FAULT(r, "clock of %d, model %d", room->running, model_ticking(m)), false;
  static const char offers[] = "\0dber";
  if (offers[room->offer] != m->offer) return FAULT(r, "offer %d, model %c", room->offer, m->offer), false;
  if ((room->next[0] != '\0') != m->has_next) return FAULT(r, "next '%s', model %d", room->next, m->has_next), false;
  if (room->secret != m->closed) return FAULT(r, "private %d", room->secret), false;
  if (asc_room_due(room) != model_due(m))
    return FAULT(r, "due %lld, model %lld", (long long)asc_room_due(room), model_due(m)), false;
  if (room->play != NULL &&
      memcmp(asc_play_position(room->play), asc_play_position(m->play), m->rules->position_size) != 0)
    return FAULT(r, "the positions differ"), false;
  if (m->state == 'r' && asc_play_plies(room->play) != asc_play_plies(m->play)) return FAULT(r, "plies differ"), false;
  for (int i = 0; i < m->players; i++) {
    const online_place *seat = &room->seats[i];
    const model_seat *own = &m->seats[i];
    if (strcmp(seat->person, own->person < 0 ? "" : people[own->person]) != 0)
      return FAULT(r, "seat %d: who", i + 1), false;
    int level = own->level >= 0 ? own->level : own->stand_in;
    if (seat->level != level) return FAULT(r, "seat %d: level %d, model %d", i + 1, seat->level, level), false;
    if (m->state == 'r' && (seat->left != own->gone || seat->away != own->away || seat->returning != own->coming))
      return FAULT(r, "seat %d: gone, away or coming", i + 1), false;
    long long time = own->time;
    if (m->state == 'r' && m->kind != CLOCK_NONE && asc_room_clock(room, i + 1, m->at) != time)
      return FAULT(r, "seat %d: clock %lld, model %lld", i + 1, (long long)asc_room_clock(room, i + 1, m->at), time),
             false;
  }
  return true;
}

/* The same events give the same room. */
static bool room_replays(run *r) {
  online_room *again;
  assert_int_equal(asc_room_open(&again, library), ASC_OK);
  for (int i = 0; i < r->line_count && r->fault[0] == '\0'; i++) {
    online_event event;
    online_settings settings;
    char text[ONLINE_EVENT_MAX];
    if (asc_event_read(&event, &settings, r->lines[i], strlen(r->lines[i])) < 0)
      FAULT(r, "not read again: %.200s", r->lines[i]);
    else if (asc_room_apply(again, &event) < 0)
      FAULT(r, "not applied again: %.200s", r->lines[i]);
    else if ((event.players = again->players, asc_event_write(&event, text, sizeof text)) < 0 ||
             strcmp(text, r->lines[i]) != 0)
      FAULT(r, "written otherwise: %.150s / %.150s", r->lines[i], text);
  }
  char words[4096], others[4096];
  room_words(r->room, r->m.now, words, sizeof words);
  room_words(again, r->m.now, others, sizeof others);
  asc_room_close(again);
  if (r->fault[0] == '\0' && strcmp(words, others) != 0)
    FAULT(r, "replayed otherwise:\n  %.180s\n  %.180s", words, others);
  return r->fault[0] == '\0';
}

static void settings_make(const model *m, online_settings *settings, uint32_t luck) {
  *settings = (online_settings){.players = m->rules->players,
                                .clock = (online_clock)(luck % 3),
                                .seconds = 60 + (int)luck % 50,
                                .increment = (int)luck % 4,
                                .days = 1 + (int)luck % 3,
                                .games = luck % 5 == 0 ? 3 : 1};
  assert_true(asc_spec_write(m->rules, settings->spec));
  for (int i = 0; i < settings->players; i++) settings->seats[i].level = -1;
  int own = (int)(luck / 7) % settings->players;
  memcpy(settings->seats[own].person, people[0], ASC_ID_TEXT);
  if (settings->players > 2) settings->seats[(own + 1) % settings->players].level = luck % 2 == 0 ? 2 : -1;
}

static void model_settings(model *m, const online_settings *settings) {
  m->players = settings->players;
  m->kind = (int)settings->clock;
  m->seconds = settings->clock == CLOCK_TIME ? settings->seconds : 0;
  m->increment = settings->clock == CLOCK_TIME ? settings->increment : 0;
  m->days = settings->clock == CLOCK_DAYS ? settings->days : 0;
  m->games = settings->games;
  for (int i = 0; i < m->players; i++)
    m->seats[i] = (model_seat){
        .person = settings->seats[i].person[0] != '\0' ? 0 : -1, .level = settings->seats[i].level, .stand_in = -1};
}

static online_moment moment_of(const run *r, const step *s) {
  return (online_moment){.now = r->m.now,
                         .random = r->seed ^ ((uint64_t)s->luck << 20),
                         .lag = s->luck % 400,
                         .here = (s->luck >> 3) & 15,
                         .away = (s->luck >> 7) & 15,
                         .fresh = people[PEOPLE - 1]};
}

typedef struct expected {
  online_result result;
  int ply; /* the seat whose ply the first event is; 0: none is to be played in the model */
} expected;

static expected refused(void) { return (expected){ROOM_REFUSED, 0}; }
static expected done(void) { return (expected){ROOM_DONE, 0}; }

static bool others_sit(const model *m) {
  for (int i = 0; i < m->players; i++)
    if (m->seats[i].person > 0) return true;
  return false;
}

static expected expect_sit(model *m, int who, int seat) {
  if (seat != 0) return refused();
  int place = model_free(m);
  if (m->state != 'i' || place == 0) return refused();
  m->seats[place - 1].person = who;
  model_spend(m);
  if (model_free(m) == 0) model_start(m);
  return done();
}

static expected expect_offer(model *m, int seat, char offer, const online_command *c, const online_moment *o) {
  if (offer == 'r' && (m->state != 'e' || m->has_next)) return refused();
  if (offer != 'r' && m->state != 'r') return refused();
  bool same = m->offer == offer && (offer != 'e' || m->offer_about == c->seat);
  if (same && offer != 'b' && !m->yes[seat - 1]) {
    model_spend(m);
    m->yes[seat - 1] = true;
    model_offer_settle(m, o->here);
    return done();
  }
  if (m->offer != 0) return refused();
  model_seat *own = &m->seats[seat - 1];
  bool others = false;
  for (int i = 0; i < m->players; i++) others |= i + 1 != seat && m->seats[i].person >= 0 && !m->seats[i].gone;
  if (offer == 'd' && (!others || (own->last_draw != 0 && m->made + 1 - own->last_draw < 10))) return refused();
  if (offer == 'b' && (own->last_back == m->made + 1 || model_back(m, seat) == 0)) return refused();
  if (offer == 'e') {
    if (c->seat < 1 || c->seat > m->players || c->seat == seat || m->players < 3) return refused();
    const model_seat *about = &m->seats[c->seat - 1];
    if (about->person < 0 || about->gone || about->stand_in >= 0) return refused();
    if (!about->away && !(o->away >> (c->seat - 1) & 1)) return refused();
  }
  model_spend(m);
  m->offer = offer;
  m->offer_by = seat;
  m->offer_about = offer == 'e' ? c->seat : seat;
  m->offer_level = c->level;
  memset(m->yes, 0, sizeof m->yes);
  m->yes[seat - 1] = true;
  if (offer == 'd') own->last_draw = m->made + 1;
  if (offer == 'b') own->last_back = m->made + 1;
  model_offer_settle(m, o->here);
  return done();
}

static expected expect_answer(model *m, int seat, online_action action, const online_moment *o) {
  if (m->offer == 0 || (m->offer_by == seat) != (action == DO_WITHDRAW)) return refused();
  if (action != DO_WITHDRAW && !model_asks(m, seat, o->here)) return refused();
  model_spend(m);
  if (action != DO_ACCEPT) {
    m->offer = 0;
    return done();
  }
  m->yes[seat - 1] = true;
  model_offer_settle(m, o->here);
  return done();
}

static expected expect_leave(model *m, int seat, int who, bool leave) {
  if (m->state == 'i') {
    model_spend(m);
    if (who == 0)
      model_end(m, true);
    else
      m->seats[seat - 1] = (model_seat){.person = -1, .level = -1, .stand_in = -1};
    return done();
  }
  if (m->state != 'r') return refused();
  model_seat *own = &m->seats[seat - 1];
  bool only_away = leave && m->players > 2;
  if (only_away && own->away) return refused();
  model_spend(m);
  if (only_away) {
    own->away = true;
    return done();
  }
  assert_int_equal(asc_play_give_up(m->play, seat, NULL), ASC_OK);
  own->gone = true;
  m->offer = 0;
  model_end_if_over(m);
  return done();
}

/* What the model thinks will be answered; it has changed then, but for a ply, which the room's event brings. */
static expected expect(model *m, int who, const online_command *c, const online_moment *o) {
  int seat = model_seat_of(m, who);
  if (c->action != DO_SIT && seat == 0) return refused();
  if (c->action == DO_SIT && seat != 0) return refused();
  switch (c->action) {
  case DO_SIT: return expect_sit(m, who, c->seat);
  case DO_START:
    if (who != 0 || m->state != 'i') return refused();
    model_spend(m);
    for (int i = 0; i < m->players; i++)
      if (m->seats[i].person < 0 && m->seats[i].level < 0) m->seats[i].level = c->level;
    model_start(m);
    return done();
  case DO_CHANGE:
    if (who != 0 || m->state != 'i' || others_sit(m)) return refused();
    model_spend(m);
    model_settings(m, c->settings);
    return done();
  case DO_MOVE:
  case DO_ROLL: {
    if (m->state != 'r' || model_turn(m) != seat || model_is_engine(&m->seats[seat - 1])) return refused();
    bool rolling = asc_play_turn(m->play) == ASC_CHANCE;
    if (rolling != (c->action == DO_ROLL)) return refused();
    if (model_ticking(m) == seat && m->seats[seat - 1].time - (m->now - m->at) + model_lag(m, seat, o->lag) <= 0) {
      model_flag(m);
      return done();
    }
    asc_move move;
    if (!rolling && asc_move_read(m->rules, asc_play_position(m->play), c->token, &move, NULL) < 0) return refused();
    return (expected){ROOM_DONE, seat};
  }
  case DO_OFFER: return expect_offer(m, seat, "\0dber"[c->offer], c, o);
  case DO_WITHDRAW:
  case DO_ACCEPT:
  case DO_DECLINE: return expect_answer(m, seat, c->action, o);
  case DO_RESIGN:
  case DO_LEAVE: return expect_leave(m, seat, who, c->action == DO_LEAVE);
  case DO_RETURN:
    if (m->state != 'r' || m->seats[seat - 1].stand_in < 0 || m->seats[seat - 1].coming) return refused();
    model_spend(m);
    m->seats[seat - 1].coming = true;
    m->seats[seat - 1].away = false;
    model_turn_changed(m);
    return done();
  case DO_GIVE_TIME: {
    if (m->state != 'r' || m->kind == CLOCK_NONE || c->seat < 1 || c->seat > m->players || c->seat == seat)
      return refused();
    model_seat *other = &m->seats[c->seat - 1];
    long long left = other->time - (model_ticking(m) == c->seat ? m->now - m->at : 0) + c->seconds * 1000LL;
    if (other->gone || other->person < 0 || left > (m->kind == CLOCK_DAYS ? 30 * 86400000LL : 10800000LL))
      return refused();
    model_spend(m);
    other->time += c->seconds * 1000LL;
    return done();
  }
  case DO_MAKE_PRIVATE:
    if (m->closed) return refused();
    model_spend(m);
    m->closed = true;
    return done();
  default: return refused();
  }
}

static bool compare(run *r, const expected *e, const online_answer *answer, int who, const online_command *c, int lag) {
  if (e->result != answer->result)
    return FAULT(r, "answered %d (%s), model %d", answer->result, answer->reason.key ? answer->reason.key : "-",
                 e->result),
           false;
  if (answer->result == ROOM_DONE) {
    if (e->ply != 0) model_ply(&r->m, e->ply, &answer->events[0], lag);
    if (answer->count > 0) r->m.acted = r->m.at;
    lines_keep(r, answer);
    if (c != NULL && answer->count > 0) {
      r->m.before = *c;
      r->m.before_who = who;
      r->m.has_before = true;
    }
  }
  return r->fault[0] == '\0' && model_agrees(r) && (++r->steps % 24 != 0 || room_replays(r));
}

static void token_pick(const model *m, uint16_t luck, char token[ASC_TOKEN_MAX]) {
  asc_move moves[ASC_MOVES_MAX];
  int count = m->state == 'r' ? asc_play_moves(m->play, moves) : 0;
  (void)snprintf(token, ASC_TOKEN_MAX, "a1");
  if (count > 0) asc_move_write(m->rules, asc_play_position(m->play), moves[luck % count], token);
}

static const online_action ACTIONS_OF[ACTS] = {[A_SIT] = DO_SIT,
                                               [A_START] = DO_START,
                                               [A_MOVE] = DO_MOVE,
                                               [A_WRONG_MOVE] = DO_MOVE,
                                               [A_ROLL] = DO_ROLL,
                                               [A_DRAW] = DO_OFFER,
                                               [A_BACK] = DO_OFFER,
                                               [A_ENGINE] = DO_OFFER,
                                               [A_REMATCH] = DO_OFFER,
                                               [A_WITHDRAW] = DO_WITHDRAW,
                                               [A_ACCEPT] = DO_ACCEPT,
                                               [A_DECLINE] = DO_DECLINE,
                                               [A_RESIGN] = DO_RESIGN,
                                               [A_LEAVE] = DO_LEAVE,
                                               [A_RETURN] = DO_RETURN,
                                               [A_TIME] = DO_GIVE_TIME,
                                               [A_PRIVATE] = DO_MAKE_PRIVATE,
                                               [A_CHANGE] = DO_CHANGE};

/* The engine, the clock and the server have their steps too. */
static bool step_without_person(run *r, const step *s, online_answer *answer) {
  online_moment moment = moment_of(r, s);
  model *m = &r->m;
  int level, turn = model_turn(m), seat = asc_room_engine(r->room, &level);
  expected e = done();
  if (s->act == A_PLAYS) {
    bool due = turn != 0 && model_is_engine(&m->seats[turn - 1]);
    if ((seat != 0) != due) return FAULT(r, "engine at %d, model %d", seat, due ? turn : 0), false;
    if (!due) return true;
    char token[ASC_TOKEN_MAX];
    token_pick(m, s->luck, token);
    asc_room_engine_do(r->room, seat, asc_play_turn(m->play) == ASC_CHANCE ? "" : token, &moment, answer);
    e.ply = seat;
    return compare(r, &e, answer, 0, NULL, 0);
  }
  if (s->act == A_TICK) {
    bool due = m->now >= model_due(m);
    if (due && (m->kind == CLOCK_NONE || model_ticking(m) == 0)) {
      model_spend(m);
      model_end(m, true);
    } else if (due) {
      model_flag(m);
    }
    asc_room_tick(r->room, &moment, answer);
    return compare(r, &e, answer, 0, NULL, 0);
  }
  /* The server was down for the second half of the wait. */
  long long acted = m->acted, from = m->now - s->wait / 2;
  if (m->state == 'r' && m->kind != CLOCK_NONE && m->now > m->at) {
    long long now = m->now;
    m->now = from > m->at ? from : m->at;
    model_spend(m);
    m->now = m->at = m->turn_since = now;
  }
  asc_room_pause(r->room, from, &moment, answer);
  bool good = compare(r, &e, answer, 0, NULL, 0);
  m->acted = acted;
  return good && model_agrees(r);
}

static bool step_do(run *r, const step *s, int index, online_answer *answer) {
  model *m = &r->m;
  m->now += s->wait;
  if (s->act >= A_PLAYS) return step_without_person(r, s, answer);
  online_moment moment = moment_of(r, s);
  online_settings settings;
  int who = s->who % (PEOPLE - 1);
  int turn = model_turn(m);
  if ((s->act == A_MOVE || s->act == A_ROLL) && s->luck % 8 != 0 && turn != 0 && m->seats[turn - 1].person >= 0)
    who = m->seats[turn - 1].person;
  if (s->act == A_ACCEPT && m->offer != 0 && s->luck % 8 != 0)
    for (int i = 0; i < m->players; i++)
      if (!m->yes[i] && model_asks(m, i + 1, moment.here)) who = m->seats[i].person;
  online_command c = {.action = ACTIONS_OF[s->act], .last = r->room->number, .level = s->luck % 5, .seat = 0};
  (void)snprintf(c.id, sizeof c.id, "c%d", index);
  if (s->act == A_MOVE) token_pick(m, s->luck, c.token);
  if (s->act == A_WRONG_MOVE) (void)snprintf(c.token, sizeof c.token, "zz9");
  if (s->act == A_DRAW) c.offer = OFFER_DRAW;
  if (s->act == A_BACK) c.offer = OFFER_BACK;
  if (s->act == A_REMATCH) c.offer = OFFER_REMATCH;
  if (s->act == A_ENGINE) c.offer = OFFER_ENGINE, c.seat = s->luck % 5;
  if (s->act == A_TIME) c.seat = s->luck % 5, c.seconds = 1 + s->luck % 60;
  if (s->act == A_CHANGE) settings_make(m, &settings, s->luck), c.settings = &settings;
  if (s->act == A_AGAIN) {
    if (!m->has_before) return true;
    asc_room_do(r->room, people[m->before_who], &m->before, &moment, answer);
    expected e = {ROOM_REPEATED, 0};
    return compare(r, &e, answer, 0, NULL, 0);
  }
  if (s->act == A_STALE) {
    c.action = DO_RESIGN;
    c.last = r->room->settled - 1;
    asc_room_do(r->room, people[who], &c, &moment, answer);
    expected e = {model_seat_of(m, who) == 0 ? ROOM_REFUSED : ROOM_STALE, 0};
    return compare(r, &e, answer, 0, NULL, 0);
  }
  expected e = expect(m, who, &c, &moment);
  asc_room_do(r->room, people[who], &c, &moment, answer);
  return compare(r, &e, answer, who, &c, moment.lag);
}

/* True when the run is good. */
static bool run_do(uint64_t seed, const step *steps, int count, char fault[FAULT_MAX]) {
  run r = {.seed = seed};
  static online_answer answer;
  r.m = (model){.state = 'i', .now = 1700000000000, .at = 1700000000000, .acted = 1700000000000, .games = 1};
  assert_int_equal(asc_rules_open(&r.m.rules, SPECS[seed % (sizeof SPECS / sizeof *SPECS)], NULL), ASC_OK);
  assert_int_equal(asc_room_open(&r.room, library), ASC_OK);
  online_settings settings;
  settings_make(&r.m, &settings, (uint32_t)(seed / 6));
  model_settings(&r.m, &settings);
  online_moment moment = moment_of(&r, &(step){.luck = 5});
  asc_room_create(r.room, people[0], "make", &settings, &moment, &answer);
  expected e = done();
  bool good = compare(&r, &e, &answer, 0, NULL, 0);
  for (int i = 0; good && i < count; i++)
    if (!(good = step_do(&r, &steps[i], i, &answer)))
      (void)snprintf(fault, FAULT_MAX, "step %d (%s): %.300s", i, NAMES[steps[i].act], r.fault);
  if (good) good = room_replays(&r);
  if (!good && fault[0] == '\0') (void)snprintf(fault, FAULT_MAX, "%s", r.fault);
  for (int i = 0; i < r.line_count; i++) free(r.lines[i]);
  asc_room_close(r.room);
  asc_play_close(r.m.play);
  asc_rules_close(r.m.rules);
  return good;
}

static void steps_make(uint64_t seed, step *steps) {
  asc_random random;
  asc_random_seed(&random, seed);
  for (int i = 0; i < STEPS; i++) {
    uint32_t kind = asc_random_below(&random, 100);
    steps[i] = (step){.act = (uint8_t)asc_random_below(&random, ACTS),
                      .who = (uint8_t)asc_random_below(&random, PEOPLE),
                      .luck = (uint16_t)asc_random_below(&random, 65536),
                      .wait = asc_random_below(&random, 3000)};
    if (kind < 40) steps[i].act = A_MOVE;
    if (kind >= 40 && kind < 55) steps[i].act = A_ROLL;
    if (kind >= 55 && kind < 70) steps[i].act = A_PLAYS;
    if ((steps[i].act == A_RESIGN || steps[i].act == A_DRAW) && steps[i].luck % 4 != 0) steps[i].act = A_MOVE;
    if (asc_random_below(&random, 60) == 0) steps[i].wait *= asc_random_below(&random, 100000);
    bool offered = i > 0 && steps[i - 1].act >= A_DRAW && steps[i - 1].act <= A_REMATCH;
    if (offered && kind % 4 != 0) steps[i].act = kind % 8 == 1 ? A_WITHDRAW : A_ACCEPT;
    if (i < 8) steps[i].act = i < 5 ? A_SIT : A_START;
    if (seed % 9 == 0 && i == 2) steps[i].act = A_CHANGE;
  }
}

/* Leaves steps out for as long as it still fails. */
static int steps_shrink(uint64_t seed, step *steps, char fault[FAULT_MAX]) {
  int count = STEPS;
  for (int size = count / 2; size > 0; size /= 2)
    for (int at = 0; at + size <= count;) {
      step fewer[STEPS];
      char other[FAULT_MAX] = "";
      memcpy(fewer, steps, (size_t)at * sizeof *steps);
      memcpy(fewer + at, steps + at + size, (size_t)(count - at - size) * sizeof *steps);
      if (run_do(seed, fewer, count - size, other)) {
        at += size;
        continue;
      }
      count -= size;
      memcpy(steps, fewer, (size_t)count * sizeof *steps);
      memcpy(fault, other, FAULT_MAX);
    }
  return count;
}

static void test_the_room_and_the_model_agree(void **state) {
  (void)state;
  const char *wanted = getenv("ASCONA_ROOM_RUNS");
  uint64_t runs = wanted != NULL ? strtoull(wanted, NULL, 10) : 600;
  for (uint64_t seed = 0; seed < runs; seed++) {
    step steps[STEPS];
    char fault[FAULT_MAX] = "";
    steps_make(seed, steps);
    if (run_do(seed, steps, STEPS, fault)) continue;
    int count = steps_shrink(seed, steps, fault);
    print_error("run %llu of %s fails: %s\n", (unsigned long long)seed, SPECS[seed % (sizeof SPECS / sizeof *SPECS)],
                fault);
    for (int i = 0; i < count; i++)
      print_error("  %2d  after %u ms, person %d: %s (%u)\n", i, steps[i].wait, steps[i].who % (PEOPLE - 1),
                  NAMES[steps[i].act], steps[i].luck);
    fail();
  }
  if (wanted != NULL)
    for (int i = 0; i < EVENT_KINDS; i++) print_message("%s %d\n", asc_event_kind_word((online_kind)i), happened[i]);
  for (int i = 0; i < EVENT_KINDS; i++)
    if (happened[i] == 0) fail_msg("no run had '%s'", asc_event_kind_word((online_kind)i));
  for (int i = 0; i < CAUSE_AWAY; i++)
    if (ended[i] == 0 && i != CAUSE_LIMIT && i != CAUSE_REPETITION)
      fail_msg("no game ended by '%s'", asc_cause_word((online_cause)i));
}

int main(void) {
  for (int i = 0; i < PEOPLE; i++) {
    uint8_t bytes[10] = {(uint8_t)(i + 1)};
    asc_secret_write(bytes, ASC_ID_BITS, people[i]);
  }
  if (asc_library_open(&library) < 0) return 1;
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_room_and_the_model_agree)};
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  if (asc_library_count(library) != 0) failed++;
  asc_library_close(library);
  return failed;
}
