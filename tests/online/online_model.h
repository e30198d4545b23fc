/* A plain model of a game between people: who may do what, in the order in which it is refused, and what stands after
   it. It keeps what the room forgets: the whole game. It is written from shared words (docs/serve.md), not from the
   room, which tests/online/online_model.c holds against it. */
#ifndef ASC_TESTS_ONLINE_MODEL_H
#define ASC_TESTS_ONLINE_MODEL_H

#include "online/room.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

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
  int made, others;  /* events that are moves, and all others */
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
  if (turn == ASC_NO_PLAYER) return 0;
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
  if (turn == 0 || m->kind == ONLINE_CLOCK_NONE || model_is_engine(&m->seats[turn - 1])) return 0;
  return m->kind == ONLINE_CLOCK_DAYS || model_begun(m) ? turn : 0;
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
    m->seats[i].time = m->kind == ONLINE_CLOCK_TIME   ? m->seconds * 1000LL
                       : m->kind == ONLINE_CLOCK_DAYS ? m->days * 86400000LL
                                                      : 0;
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
  assert_int_equal(asc_play_time_out(m->play, turn, NULL), ASC_OK);
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
  assert_int_equal(event->kind, roll ? ONLINE_EVENT_ROLLED : ONLINE_EVENT_MOVED);
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
  if (passed && m->kind == ONLINE_CLOCK_TIME && ticking == seat) own->time += m->increment * 1000LL;
  if (passed && m->kind == ONLINE_CLOCK_DAYS) own->time = m->days * 86400000LL;
  model_end_if_over(m);
}

/* Rolls cannot be taken back: the model has typed them in, so it looks for itself. */
static int model_back(const model *m, int seat) {
  for (int i = asc_play_event_count(m->play) - 1; i >= 0; i--) {
    const asc_event *event = asc_play_event(m->play, i);
    if (event->resigned || event->player == ASC_CHANCE) return 0;
    if (event->player == seat) return asc_play_event_count(m->play) - i;
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
  if (m->kind == ONLINE_CLOCK_NONE) return m->acted + 365LL * 86400000;
  if (ticking != 0) {
    int lag = 3000 - m->seats[ticking - 1].lag;
    return m->at + m->seats[ticking - 1].time + (lag < 300 ? lag : 300);
  }
  return m->kind == ONLINE_CLOCK_TIME && turn != 0 && !model_is_engine(&m->seats[turn - 1]) ? m->turn_since + 120000
                                                                                            : INT64_MAX;
}

static void model_settings(model *m, const online_settings *settings) {
  m->players = settings->players;
  m->kind = (int)settings->clock;
  m->seconds = settings->clock == ONLINE_CLOCK_TIME ? settings->seconds : 0;
  m->increment = settings->clock == ONLINE_CLOCK_TIME ? settings->increment : 0;
  m->days = settings->clock == ONLINE_CLOCK_DAYS ? settings->days : 0;
  m->games = settings->games;
  for (int i = 0; i < m->players; i++)
    m->seats[i] = (model_seat){
        .person = settings->seats[i].person[0] != '\0' ? 0 : -1, .level = settings->seats[i].level, .stand_in = -1};
}

/* ---- what it thinks will be answered ---- */

typedef struct expected {
  online_result result;
  int ply; /* the seat whose ply the first event is; 0: none is to be played in the model */
} expected;

static expected refused(void) { return (expected){ONLINE_REJECTED, 0}; }
static expected done(void) { return (expected){ONLINE_DONE, 0}; }

static bool others_join(const model *m) {
  for (int i = 0; i < m->players; i++)
    if (m->seats[i].person > 0) return true;
  return false;
}

static expected expect_join(model *m, int who, int seat) {
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
  if (m->offer == 0 || (m->offer_by == seat) != (action == ONLINE_DO_WITHDRAW)) return refused();
  if (action != ONLINE_DO_WITHDRAW && !model_asks(m, seat, o->here)) return refused();
  model_spend(m);
  if (action != ONLINE_DO_ACCEPT) {
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
  if (only_away && (own->away || m->others >= 500)) return refused();
  model_spend(m);
  if (only_away) {
    own->away = true;
    return done();
  }
  assert_int_equal(asc_play_resign(m->play, seat, NULL), ASC_OK);
  own->gone = true;
  m->offer = 0;
  model_end_if_over(m);
  return done();
}

/* What the model thinks will be answered; it has changed then, but for a ply, which the room's event brings. */
static expected expect(model *m, int who, const online_command *c, const online_moment *o) {
  int seat = model_seat_of(m, who);
  if (c->action != ONLINE_DO_JOIN && seat == 0) return refused();
  if (c->action == ONLINE_DO_JOIN && seat != 0) return refused();
  if (m->others >= 500 &&
      (c->action == ONLINE_DO_JOIN || c->action == ONLINE_DO_START || c->action == ONLINE_DO_CHANGE ||
       c->action == ONLINE_DO_OFFER || c->action == ONLINE_DO_GIVE_TIME || c->action == ONLINE_DO_MAKE_PRIVATE))
    return refused();
  switch (c->action) {
  case ONLINE_DO_JOIN: return expect_join(m, who, c->seat);
  case ONLINE_DO_START:
    if (who != 0 || m->state != 'i') return refused();
    model_spend(m);
    for (int i = 0; i < m->players; i++)
      if (m->seats[i].person < 0 && m->seats[i].level < 0) m->seats[i].level = c->level;
    model_start(m);
    return done();
  case ONLINE_DO_CHANGE:
    if (who != 0 || m->state != 'i' || others_join(m)) return refused();
    model_spend(m);
    model_settings(m, c->settings);
    return done();
  case ONLINE_DO_MOVE:
  case ONLINE_DO_ROLL: {
    if (m->state != 'r' || model_turn(m) != seat || model_is_engine(&m->seats[seat - 1])) return refused();
    bool rolling = asc_play_turn(m->play) == ASC_CHANCE;
    if (rolling != (c->action == ONLINE_DO_ROLL)) return refused();
    if (model_ticking(m) == seat && m->seats[seat - 1].time - (m->now - m->at) + model_lag(m, seat, o->lag) <= 0) {
      model_flag(m);
      return done();
    }
    asc_move move;
    if (!rolling && asc_move_read(m->rules, asc_play_position(m->play), c->token, &move, NULL) < 0) return refused();
    return (expected){ONLINE_DONE, seat};
  }
  case ONLINE_DO_OFFER: return expect_offer(m, seat, "\0dber"[c->offer], c, o);
  case ONLINE_DO_WITHDRAW:
  case ONLINE_DO_ACCEPT:
  case ONLINE_DO_DECLINE: return expect_answer(m, seat, c->action, o);
  case ONLINE_DO_RESIGN:
  case ONLINE_DO_LEAVE: return expect_leave(m, seat, who, c->action == ONLINE_DO_LEAVE);
  case ONLINE_DO_RETURN:
    if (m->state != 'r' || m->seats[seat - 1].stand_in < 0 || m->seats[seat - 1].coming) return refused();
    model_spend(m);
    m->seats[seat - 1].coming = true;
    m->seats[seat - 1].away = false;
    model_turn_changed(m);
    return done();
  case ONLINE_DO_GIVE_TIME: {
    if (m->state != 'r' || m->kind == ONLINE_CLOCK_NONE || c->seat < 1 || c->seat > m->players || c->seat == seat)
      return refused();
    model_seat *other = &m->seats[c->seat - 1];
    long long left = other->time - (model_ticking(m) == c->seat ? m->now - m->at : 0) + c->seconds * 1000LL;
    if (other->gone || other->person < 0 || left > (m->kind == ONLINE_CLOCK_DAYS ? 30 * 86400000LL : 10800000LL))
      return refused();
    model_spend(m);
    other->time += c->seconds * 1000LL;
    return done();
  }
  case ONLINE_DO_MAKE_PRIVATE:
    if (m->closed) return refused();
    model_spend(m);
    m->closed = true;
    return done();
  default: return refused();
  }
}

#endif
