/* Deciding: who may do what now, and which events follow. Each function refuses with a reason, or emits; what is
   emitted is applied at once, so that what follows from it is decided on the new state. */
#include "inside.h"

#include <ascona/random.h>

#include "play/history.h"

#include <stdio.h>
#include <string.h>

typedef struct decision {
  online_room *room;
  const char *person;     /* NULL: the server */
  const char *command_id; /* or NULL */
  int seat;               /* of the person; 0: none */
  const online_command *command;
  const online_moment *moment;
  online_answer *answer;
} decision;

static void refuse(decision *d, const char *key) {
  d->answer->result = ROOM_REFUSED;
  asc_message_set(&d->answer->reason, key);
}

/* Players can add only moves, answers to an open offer, and the end. */
static bool is_full(const online_room *room) { return room->number - room->made >= ONLINE_OTHERS_MAX; }

static online_settings *settings_add(decision *d) {
  online_settings *settings = &d->answer->settings[d->answer->settings_count++];
  *settings = (online_settings){0};
  return settings;
}

/* ---- clocks ---- */

static int lag_of(const decision *d, int seat) {
  const online_room *room = d->room;
  if (seat == 0 || room->running != seat) return 0;
  int most = ONLINE_LAG_GAME - room->seats[seat - 1].lag;
  if (most > ONLINE_LAG_PLY) most = ONLINE_LAG_PLY;
  int64_t spent = d->moment->now - room->since;
  int lag = d->moment->lag < most ? d->moment->lag : most;
  return lag < 0 || spent <= 0 ? 0 : spent < lag ? (int)spent : lag;
}

/* What is left when an event happens, before what it adds. */
static void clocks_read(const online_room *room, online_event *event) {
  event->players = room->players;
  event->timed = room->clock != CLOCK_NONE && room->state == ROOM_RUNNING;
  for (int i = 0; event->timed && i < room->players; i++) {
    int64_t left = asc_room_clock(room, i + 1, event->time);
    event->left[i] = left > 0 ? left : 0;
  }
}

/* A move is over when it is another's turn: then there is more time for the next. */
static void clocks_add(const online_room *room, online_event *event, int turn_before) {
  if (room->clock == CLOCK_NONE || event->seat == 0) return;
  int64_t *left = &event->left[event->seat - 1];
  if (event->kind == EVENT_TIME_GIVEN) *left += event->given;
  if (event->kind != EVENT_MOVED && event->kind != EVENT_ROLLED) return;
  bool over = room->turn != turn_before;
  *left += event->lag;
  if (over && room->clock == CLOCK_TIME && room->running == turn_before) *left += room->increment * 1000LL;
  if (over && room->clock == CLOCK_DAYS) *left = room->days * 86400000LL;
}

/* ---- emitting ---- */

/* False: the room cannot take it, which is a fault, or memory's. */
static bool emit(decision *d, online_event event) {
  online_room *room = d->room;
  online_answer *answer = d->answer;
  if (answer->result != ROOM_DONE || answer->count == ONLINE_ANSWER_MAX) return false;
  event.number = room->number + 1;
  if (event.time == 0) event.time = d->moment->now;
  if (event.time < room->time) event.time = room->time;
  if (d->command_id != NULL && event.kind != EVENT_PAUSED)
    (void)snprintf(event.command, sizeof event.command, "%s", d->command_id);
  if (d->person != NULL) (void)snprintf(event.person, sizeof event.person, "%s", d->person);
  clocks_read(room, &event);
  int turn = room->turn;
  int code = asc_room_change(room, &event);
  if (code < 0) {
    answer->result = ROOM_FAILED;
    return false;
  }
  if (event.kind == EVENT_STARTED && room->clock != CLOCK_NONE) {
    event.timed = true;
    for (int i = 0; i < room->players; i++) event.left[i] = room->seats[i].clock;
  }
  clocks_add(room, &event, turn);
  asc_room_clocks_set(room, &event);
  event.running = room->running;
  answer->events[answer->count++] = event;
  return true;
}

static void emit_kind(decision *d, online_kind kind, int seat) {
  (void)emit(d, (online_event){.kind = kind, .seat = seat});
}

/* ---- how games begin, end and follow each other ---- */

static void rematch(decision *d) {
  if (d->moment->fresh == NULL) return;
  online_event event = {.kind = EVENT_REMATCH};
  (void)snprintf(event.next, sizeof event.next, "%s", d->moment->fresh);
  (void)emit(d, event);
}

static void end(decision *d, online_cause cause, const asc_outcome *outcome) {
  online_event event = {.kind = EVENT_ENDED, .cause = cause};
  if (outcome != NULL) event.outcome = *outcome;
  if (emit(d, event) && cause != CAUSE_ABORTED && d->room->game + 1 < d->room->games) rematch(d);
}

/* The game may have ended on the board, or because somebody left. */
static void end_if_over(decision *d) {
  static const online_cause causes[] = {
      [ASC_END_RULES] = CAUSE_RULES,          [ASC_END_REPETITION] = CAUSE_REPETITION, [ASC_END_LIMIT] = CAUSE_LIMIT,
      [ASC_END_RESIGNATION] = CAUSE_GIVEN_UP, [ASC_END_AGREED] = CAUSE_AGREED,         [ASC_END_TIME] = CAUSE_TIME};
  asc_outcome outcome;
  if (d->answer->result != ROOM_DONE || d->room->state != ROOM_RUNNING) return;
  if (asc_play_outcome(d->room->play, &outcome)) end(d, causes[asc_play_end(d->room->play)], &outcome);
}

static void agree(decision *d) {
  asc_play *play = d->room->play;
  asc_outcome outcome;
  /* What an agreed draw brings is the play's to say; the event then says the same to the room. */
  asc_play *trial;
  if (asc_play_open(&trial, d->room->rules, asc_play_position(play)) < 0) {
    d->answer->result = ROOM_FAILED;
    return;
  }
  (void)asc_play_agree_draw(trial, NULL);
  (void)asc_play_outcome(trial, &outcome);
  asc_play_close(trial);
  end(d, CAUSE_AGREED, &outcome);
}

/* Everybody is there: the seats, drawn if they are to be. */
static void start(decision *d) {
  online_room *room = d->room;
  online_settings *settings = settings_add(d);
  asc_room_settings(room, settings);
  asc_random random;
  asc_random_seed(&random, d->moment->random);
  for (int i = room->players - 1; room->toss && i > 0; i--) {
    int k = (int)asc_random_below(&random, (uint32_t)i + 1);
    online_seat other = settings->seats[i];
    settings->seats[i] = settings->seats[k];
    settings->seats[k] = other;
  }
  (void)emit(d, (online_event){.kind = EVENT_STARTED, .settings = settings});
}

/* ---- before the game ---- */

static void do_change(decision *d) {
  online_room *room = d->room;
  if (strcmp(d->person, room->owner) != 0) return refuse(d, "online.not-yours");
  if (room->state != ROOM_INVITED || room->before[0] != '\0') return refuse(d, "online.locked");
  for (int i = 0; i < room->players; i++)
    if (room->seats[i].person[0] != '\0' && strcmp(room->seats[i].person, room->owner) != 0)
      return refuse(d, "online.locked");
  online_settings *settings = settings_add(d);
  *settings = *d->command->settings;
  if (emit(d, (online_event){.kind = EVENT_CHANGED, .settings = settings}) && asc_room_free_seat(room) == 0) start(d);
}

static void do_sit(decision *d) {
  online_room *room = d->room;
  int seat = d->command->seat != 0 ? d->command->seat : asc_room_free_seat(room);
  if (d->seat != 0) return refuse(d, strcmp(d->person, room->owner) == 0 ? "online.own-link" : "online.already-seated");
  if (room->state != ROOM_INVITED || seat < 1 || seat > room->players) return refuse(d, "online.taken");
  if (room->seats[seat - 1].person[0] != '\0' || room->seats[seat - 1].level >= 0) return refuse(d, "online.taken");
  if (emit(d, (online_event){.kind = EVENT_SEATED, .seat = seat}) && asc_room_free_seat(room) == 0) start(d);
}

/* The free seats become engines, and the game begins. */
static void do_start(decision *d) {
  online_room *room = d->room;
  if (strcmp(d->person, room->owner) != 0) return refuse(d, "online.not-yours");
  if (room->state != ROOM_INVITED) return refuse(d, "online.begun");
  if (d->command->level < 0) return refuse(d, "online.seats-free");
  online_settings *settings = settings_add(d);
  asc_room_settings(room, settings);
  for (int i = 0; i < room->players; i++)
    if (settings->seats[i].person[0] == '\0' && settings->seats[i].level < 0)
      settings->seats[i].level = d->command->level;
  if (emit(d, (online_event){.kind = EVENT_CHANGED, .settings = settings})) start(d);
}

/* ---- moves ---- */

static bool time_is_up(const decision *d, int seat) {
  const online_room *room = d->room;
  if (seat == 0 || room->running != seat) return false;
  return asc_room_clock(room, seat, d->moment->now) + lag_of(d, seat) <= 0;
}

static void flag(decision *d) {
  online_room *room = d->room;
  int seat = room->turn;
  if (!asc_room_all_moved(room)) return end(d, CAUSE_ABORTED, NULL);
  if (emit(d, (online_event){.kind = EVENT_LEFT, .seat = seat, .cause = CAUSE_TIME})) end_if_over(d);
}

static void why_not(decision *d, const char *token) {
  const online_room *room = d->room;
  d->answer->result = ROOM_REFUSED;
  if (asc_position_why(room->rules, asc_play_position(room->play), NULL, token, &d->answer->reason) == 1)
    asc_message_set(&d->answer->reason, "why.only-begins");
}

static void ply(decision *d, int seat, const char *token) {
  online_room *room = d->room;
  asc_move move;
  online_event event = {.kind = room->rolling ? EVENT_ROLLED : EVENT_MOVED, .seat = seat, .lag = lag_of(d, seat)};
  if (room->rolling) {
    move = asc_position_roll(room->rules, asc_play_position(room->play), d->moment->random, (uint32_t)room->made);
    asc_move_write(room->rules, asc_play_position(room->play), move, event.token);
  } else {
    if (asc_move_read(room->rules, asc_play_position(room->play), token, &move, NULL) < 0) return why_not(d, token);
    (void)snprintf(event.token, sizeof event.token, "%s", token);
  }
  if (emit(d, event)) end_if_over(d);
}

static void do_ply(decision *d) {
  online_room *room = d->room;
  bool roll = d->command->action == DO_ROLL;
  if (room->turn != d->seat) return refuse(d, "online.not-your-turn");
  if (room->seats[d->seat - 1].level >= 0) return refuse(d, "online.engine-plays");
  if (room->rolling != roll) return refuse(d, roll ? "online.no-die" : "online.must-roll");
  if (time_is_up(d, d->seat)) return flag(d);
  ply(d, d->seat, d->command->token);
}

/* ---- offers ---- */

/* The seats that have to say yes: of all other persons; to an engine at a seat, of those who are there. */
static unsigned asked(const decision *d) {
  const online_room *room = d->room;
  unsigned seats = 0;
  for (int i = 0; i < room->players; i++) {
    const online_place *seat = &room->seats[i];
    bool asks = seat->person[0] != '\0' && (!seat->left || room->offer == OFFER_REMATCH);
    if (room->offer == OFFER_ENGINE) asks = asks && i + 1 != room->offer_about && (d->moment->here >> i & 1);
    if (room->offer != OFFER_REMATCH && seat->level >= 0) asks = false; /* an engine sits for him */
    if (asks) seats |= 1U << i;
  }
  return seats;
}

static void offer_settle(decision *d) {
  online_room *room = d->room;
  if (d->answer->result != ROOM_DONE || (asked(d) & ~room->yes) != 0) return;
  asc_play *play;
  int plies;
  switch (room->offer) {
  case OFFER_DRAW: agree(d); break;
  case OFFER_BACK:
    if (asc_room_replay(room, &play) < 0) {
      d->answer->result = ROOM_FAILED;
      return;
    }
    plies = asc_play_undo(play, room->offer_seat, NULL);
    asc_play_close(play);
    (void)emit(d, (online_event){.kind = EVENT_TAKEN_BACK, .seat = room->offer_seat, .plies = plies});
    break;
  case OFFER_ENGINE:
    (void)emit(d, (online_event){.kind = EVENT_SEAT_GIVEN, .seat = room->offer_about, .level = room->offer_level});
    break;
  case OFFER_REMATCH: rematch(d); break;
  default: break;
  }
}

static bool can_take_back(const online_room *room, int seat) {
  asc_play *play;
  if (asc_room_replay(room, &play) < 0) return false;
  bool can = asc_play_undo(play, seat, NULL) > 0;
  asc_play_close(play);
  return can;
}

static bool others_are_there(const online_room *room, int seat) {
  for (int i = 0; i < room->players; i++)
    if (i + 1 != seat && room->seats[i].person[0] != '\0' && !room->seats[i].left) return true;
  return false;
}

static bool offer_allowed(decision *d) {
  online_room *room = d->room;
  const online_command *command = d->command;
  const online_place *own = &room->seats[d->seat - 1];
  const char *fault = NULL;
  switch (command->offer) {
  case OFFER_DRAW:
    if (!others_are_there(room, d->seat)) fault = "online.nobody-to-ask";
    if (own->drawn != 0 && room->made + 1 - own->drawn < ONLINE_DRAW_PLIES) {
      refuse(d, "online.draw-wait");
      asc_message_add_number(&d->answer->reason, "plies", ONLINE_DRAW_PLIES - (room->made + 1 - own->drawn));
      return false;
    }
    break;
  case OFFER_BACK:
    if (own->backed == room->made + 1)
      fault = "online.back-wait";
    else if (!can_take_back(room, d->seat))
      fault = "online.nothing-to-take-back";
    break;
  case OFFER_ENGINE:
    if (command->seat < 1 || command->seat > room->players || command->seat == d->seat || room->players < 3 ||
        room->seats[command->seat - 1].person[0] == '\0' || room->seats[command->seat - 1].left ||
        room->seats[command->seat - 1].level >= 0)
      fault = "online.no-such-seat";
    else if (!room->seats[command->seat - 1].away && !(d->moment->away >> (command->seat - 1) & 1))
      fault = "online.not-away";
    break;
  default: break;
  }
  if (fault != NULL) refuse(d, fault);
  return fault == NULL;
}

static void accept(decision *d) {
  online_event event = {
      .kind = EVENT_ACCEPTED, .seat = d->seat, .offer = d->room->offer, .level = d->room->offer_level};
  if (emit(d, event)) offer_settle(d);
}

static void do_offer(decision *d) {
  online_room *room = d->room;
  const online_command *command = d->command;
  bool rematch_asked = command->offer == OFFER_REMATCH;
  if (rematch_asked && (room->state != ROOM_ENDED || room->next[0] != '\0')) return refuse(d, "online.no-rematch");
  if (!rematch_asked && room->state != ROOM_RUNNING) return refuse(d, "online.not-running");
  bool same = room->offer == command->offer && (command->offer != OFFER_ENGINE || room->offer_about == command->seat);
  if (same && command->offer != OFFER_BACK && !(room->yes >> (d->seat - 1) & 1)) return accept(d);
  if (room->offer != OFFER_NONE) return refuse(d, "online.offer-stands");
  if (!offer_allowed(d)) return;
  online_event event = {.kind = EVENT_OFFERED, .offer = command->offer, .level = command->level, .seat = d->seat};
  if (command->offer == OFFER_ENGINE) event.seat = command->seat;
  if (command->offer != OFFER_ENGINE) event.level = 0;
  if (emit(d, event)) offer_settle(d);
}

static void do_answer(decision *d) {
  online_room *room = d->room;
  bool own = room->offer_seat == d->seat, withdraw = d->command->action == DO_WITHDRAW;
  if (room->offer == OFFER_NONE || own != withdraw) return refuse(d, "online.no-offer");
  if (d->command->last < room->offer_number) {
    d->answer->result = ROOM_STALE;
    return;
  }
  if (!withdraw && (asked(d) >> (d->seat - 1) & 1) == 0) return refuse(d, "online.no-offer");
  if (d->command->action == DO_ACCEPT) return accept(d);
  online_kind kind = withdraw ? EVENT_WITHDRAWN : EVENT_DECLINED;
  (void)emit(d, (online_event){.kind = kind, .seat = d->seat, .offer = room->offer, .level = room->offer_level});
}

/* ---- leaving and coming back ---- */

static void do_resign(decision *d) {
  online_room *room = d->room;
  bool two = room->players <= 2;
  if (room->state == ROOM_INVITED) {
    if (strcmp(d->person, room->owner) == 0) return end(d, CAUSE_ABORTED, NULL);
    (void)emit(d, (online_event){.kind = EVENT_LEFT, .seat = d->seat, .cause = CAUSE_GIVEN_UP});
    return;
  }
  if (room->state != ROOM_RUNNING) return refuse(d, "online.not-running");
  bool away = d->command->action == DO_LEAVE && !two;
  if (away && room->seats[d->seat - 1].away) return refuse(d, "online.left-already");
  if (away && is_full(room)) return refuse(d, "online.too-many-events");
  online_cause cause = away ? CAUSE_AWAY : CAUSE_GIVEN_UP;
  if (emit(d, (online_event){.kind = EVENT_LEFT, .seat = d->seat, .cause = cause})) end_if_over(d);
}

static void do_return(decision *d) {
  const online_place *seat = &d->room->seats[d->seat - 1];
  if (d->room->state != ROOM_RUNNING || seat->level < 0 || seat->returning) return refuse(d, "online.seat-is-yours");
  emit_kind(d, EVENT_SEAT_RETURNED, d->seat);
}

static void do_give_time(decision *d) {
  online_room *room = d->room;
  int seat = d->command->seat;
  int most = room->clock == CLOCK_DAYS ? 86400 : ONLINE_GIVE_SECONDS;
  if (room->state != ROOM_RUNNING || room->clock == CLOCK_NONE) return refuse(d, "online.no-clock");
  if (seat < 1 || seat > room->players || seat == d->seat || room->seats[seat - 1].left ||
      room->seats[seat - 1].person[0] == '\0')
    return refuse(d, "online.no-such-seat");
  int64_t limit = (room->clock == CLOCK_DAYS ? 30 * 86400LL : 3LL * ONLINE_SECONDS_MAX) * 1000;
  if (d->command->seconds < 1 || d->command->seconds > most ||
      asc_room_clock(room, seat, d->moment->now) + d->command->seconds * 1000LL > limit)
    return refuse(d, "online.too-much-time");
  (void)emit(d, (online_event){.kind = EVENT_TIME_GIVEN, .seat = seat, .given = d->command->seconds * 1000LL});
}

static void do_make_private(decision *d) {
  if (d->room->secret) return refuse(d, "online.private-already");
  emit_kind(d, EVENT_MADE_PRIVATE, 0);
}

/* ---- the way in ---- */

/* Which function decides; whether it needs a seat, and a running game; whether a full game rejects it. */
static const struct {
  void (*decide)(decision *d);
  bool seated, running, adds;
} ACTS[ACTIONS] = {
    [DO_CHANGE] = {do_change, true, false, true},
    [DO_SIT] = {do_sit, false, false, true},
    [DO_START] = {do_start, true, false, true},
    [DO_MOVE] = {do_ply, true, true, false},
    [DO_ROLL] = {do_ply, true, true, false},
    [DO_OFFER] = {do_offer, true, false, true},
    [DO_WITHDRAW] = {do_answer, true, false, false},
    [DO_ACCEPT] = {do_answer, true, false, false},
    [DO_DECLINE] = {do_answer, true, false, false},
    [DO_RESIGN] = {do_resign, true, false, false},
    [DO_LEAVE] = {do_resign, true, false, false}, /* do_resign distinguishes leaving for a while from resigning */
    [DO_RETURN] = {do_return, true, false, false},
    [DO_GIVE_TIME] = {do_give_time, true, false, true},
    [DO_MAKE_PRIVATE] = {do_make_private, true, false, true},
};

static bool was_done(const decision *d) {
  uint64_t hash = asc_room_command_hash(d->person, d->command->id);
  for (int i = 0; i < ONLINE_RECENT; i++) {
    if (d->room->recent[i].hash != hash) continue;
    d->answer->result = ROOM_REPEATED;
    d->answer->first = d->room->recent[i].first;
    d->answer->last = d->room->recent[i].last;
    return true;
  }
  return false;
}

/* A command that may be among those that the room no longer remembers: what its sender has seen ends before them. */
static bool is_too_old(const decision *d) {
  const online_room *room = d->room;
  int oldest = room->recent[room->recent_at].hash == 0 ? 0 : room->recent[room->recent_at].first;
  return d->command->last + 1 < oldest;
}

void asc_room_do(online_room *room, const char *person, const online_command *command, const online_moment *moment,
                 online_answer *answer) {
  answer->result = ROOM_DONE;
  answer->count = answer->settings_count = 0;
  answer->reason.key = NULL;
  bool over = room->state == ROOM_ENDED;
  decision d = {.room = room,
                .person = person,
                .command_id = command->id,
                .seat = over ? asc_room_seat_of(room, person) : asc_room_seat(room, person),
                .command = command,
                .moment = moment,
                .answer = answer};
  if (room->state == ROOM_BROKEN) return refuse(&d, "online.broken");
  if (was_done(&d)) return;
  if (command->last > room->number) return refuse(&d, "online.malformed");
  if (ACTS[command->action].seated && d.seat == 0) return refuse(&d, "online.not-seated");
  if (command->last < room->settled || is_too_old(&d)) {
    answer->result = ROOM_STALE;
    return;
  }
  if (ACTS[command->action].running && room->state != ROOM_RUNNING)
    return refuse(&d, over ? "online.over" : "online.not-running");
  if (ACTS[command->action].adds && is_full(room)) return refuse(&d, "online.too-many-events");
  ACTS[command->action].decide(&d);
}

static decision server_decision(online_room *room, const online_moment *moment, online_answer *answer) {
  answer->result = ROOM_DONE;
  answer->count = answer->settings_count = 0;
  answer->reason.key = NULL;
  return (decision){.room = room, .moment = moment, .answer = answer};
}

void asc_room_create(online_room *room, const char *person, const char *command, const online_settings *settings,
                     const online_moment *moment, online_answer *answer) {
  decision d = server_decision(room, moment, answer);
  d.person = person;
  d.command_id = command;
  online_settings *own = settings_add(&d);
  *own = *settings;
  if (emit(&d, (online_event){.kind = EVENT_CREATED, .settings = own}) && asc_room_free_seat(room) == 0) start(&d);
}

int asc_room_engine(const online_room *room, int *level) {
  if (room->state != ROOM_RUNNING || room->turn == 0 || room->paused) return 0;
  *level = room->seats[room->turn - 1].level;
  return *level < 0 ? 0 : room->turn;
}

void asc_room_engine_do(online_room *room, int seat, const char *token, const online_moment *moment,
                        online_answer *answer) {
  decision d = server_decision(room, moment, answer);
  int level;
  if (seat == 0 || asc_room_engine(room, &level) != seat || room->rolling != (token[0] == '\0'))
    return refuse(&d, "online.not-your-turn");
  ply(&d, seat, token);
}

int64_t asc_room_due(const online_room *room) {
  if (room->state != ROOM_RUNNING) return ONLINE_NEVER;
  if (room->clock == CLOCK_NONE) return room->acted + asc_library_idle(room->library);
  if (room->paused) return ONLINE_NEVER;
  if (room->running != 0) {
    const online_place *seat = &room->seats[room->running - 1];
    int lag = ONLINE_LAG_GAME - seat->lag < ONLINE_LAG_PLY ? ONLINE_LAG_GAME - seat->lag : ONLINE_LAG_PLY;
    return room->since + seat->clock + lag;
  }
  bool waiting = room->clock == CLOCK_TIME && room->turn != 0 && room->seats[room->turn - 1].level < 0;
  return waiting ? room->turn_time + ONLINE_FIRST_MOVE : ONLINE_NEVER;
}

void asc_room_tick(online_room *room, const online_moment *moment, online_answer *answer) {
  decision d = server_decision(room, moment, answer);
  if (moment->now < asc_room_due(room)) return;
  if (room->clock == CLOCK_NONE || room->running == 0)
    end(&d, CAUSE_ABORTED, NULL);
  else
    flag(&d);
}

void asc_room_abort(online_room *room, const online_moment *moment, online_answer *answer) {
  decision d = server_decision(room, moment, answer);
  if (room->state == ROOM_INVITED || room->state == ROOM_RUNNING) end(&d, CAUSE_ABORTED, NULL);
}

static int64_t later(int64_t start, int64_t from, int64_t to) {
  return start >= to ? start : start > from ? to : start + to - from;
}

void asc_room_give_back(online_room *room, int64_t from, int64_t to) {
  room->since = later(room->since, from, to);
  room->turn_time = later(room->turn_time, from, to);
}

void asc_room_pause(online_room *room, int64_t from, const online_moment *moment, online_answer *answer) {
  decision d = server_decision(room, moment, answer);
  if (room->state != ROOM_RUNNING || room->clock == CLOCK_NONE || room->paused || moment->now <= room->time) return;
  if (emit(&d, (online_event){.kind = EVENT_PAUSED, .time = from > room->time ? from : room->time}))
    emit_kind(&d, EVENT_RESUMED, 0);
}

/* ---- what follows ---- */

void asc_room_settings(const online_room *room, online_settings *settings) {
  *settings = (online_settings){.players = room->players,
                                .clock = room->clock,
                                .seconds = room->seconds,
                                .increment = room->increment,
                                .days = room->days,
                                .toss = room->toss,
                                .secret = room->secret,
                                .games = room->games,
                                .game = room->game};
  (void)asc_spec_write(room->rules, settings->spec);
  memcpy(settings->points, room->points, sizeof settings->points);
  memcpy(settings->before, room->before, sizeof settings->before);
  for (int i = 0; i < room->players; i++) {
    memcpy(settings->seats[i].person, room->seats[i].person, ASC_ID_TEXT_SIZE);
    settings->seats[i].level = room->seats[i].level;
  }
}

void asc_room_next(const online_room *room, const char *id, online_settings *settings) {
  asc_room_settings(room, settings);
  settings->toss = false;
  settings->game = room->game + 1 < room->games ? room->game + 1 : 0;
  memcpy(settings->before, id, sizeof settings->before);
  for (int i = 0; i < room->players; i++) {
    int next = (i + room->players - 1) % room->players;
    const online_place *seat = &room->seats[i];
    settings->seats[next] = (online_seat){.level = seat->person[0] != '\0' ? ONLINE_LEVEL_NONE : seat->level};
    memcpy(settings->seats[next].person, seat->person, ASC_ID_TEXT_SIZE);
    int32_t points = settings->game == 0 ? 0 : room->points[i];
    settings->points[next] = points + (settings->game == 0 ? 0 : room->outcome.points[i]);
  }
}
