/* Decides on commands: whether they are allowed, and which events follow. Each do_ function rejects the command with a
   reason or emits events. An emitted event is applied to the room at once, so that the next one is decided on the new
   state. The last part has the entry points of room.h. */
#include "room_inside.h"

#include <ascona/random.h>

#include "play/history.h"

#include <stdio.h>
#include <string.h>

/* A command of a person, or something that the server does by itself. */
typedef struct decision {
  online_room *room;
  const char *person;     /* NULL for the server */
  const char *command_id; /* may be NULL */
  int seat;               /* of the person; 0 if none */
  const online_command *command;
  const online_moment *moment;
  online_answer *answer;
} decision;

static void reject(decision *d, const char *key) {
  d->answer->result = ONLINE_REJECTED;
  asc_message_set(&d->answer->reason, key);
}

/* In a full game, players can add only moves, answers to an open offer, and the end. */
static bool is_full(const online_room *room) { return room->number - room->made >= ONLINE_OTHERS_MAX; }

static online_settings *settings_add(decision *d) {
  online_settings *settings = &d->answer->settings[d->answer->settings_count++];
  *settings = (online_settings){0};
  return settings;
}

/* ---- clocks ---- */

/* Returns the lag to give back to a seat for a ply now, in ms: at most the time it has used. */
static int lag_of(const decision *d, int seat) {
  const online_room *room = d->room;
  if (seat == 0 || room->running != seat) return 0;
  int max = ONLINE_LAG_GAME - room->seats[seat - 1].lag;
  if (max > ONLINE_LAG_PLY) max = ONLINE_LAG_PLY;
  int64_t spent = d->moment->now - room->since;
  int lag = d->moment->lag < max ? d->moment->lag : max;
  return lag < 0 || spent <= 0 ? 0 : spent < lag ? (int)spent : lag;
}

/* Stores the clocks at the time of an event, before the event changes them. */
static void clocks_read(const online_room *room, online_event *event) {
  event->players = room->players;
  event->has_clocks = room->clock != ONLINE_CLOCK_NONE && room->state == ONLINE_RUNNING;
  for (int i = 0; event->has_clocks && i < room->players; i++) {
    int64_t left = online_room_clock(room, i + 1, event->time);
    event->clock_ms[i] = left > 0 ? left : 0;
  }
}

/* Adds to the clocks what the event gives: time from another player, lag, and when the turn passes on, the increment or
   the days of the next move. */
static void clocks_add(const online_room *room, online_event *event, int turn_before) {
  if (room->clock == ONLINE_CLOCK_NONE || event->seat == 0) return;
  int64_t *left = &event->clock_ms[event->seat - 1];
  if (event->kind == ONLINE_EVENT_TIME_GIVEN) *left += event->given;
  if (event->kind != ONLINE_EVENT_MOVED && event->kind != ONLINE_EVENT_ROLLED) return;
  bool over = room->turn != turn_before;
  *left += event->lag;
  if (over && room->clock == ONLINE_CLOCK_TIME && room->running == turn_before) *left += room->increment * 1000LL;
  if (over && room->clock == ONLINE_CLOCK_DAYS) *left = room->days * 86400000LL;
}

/* ---- emitting ---- */

/* Completes an event, applies it and adds it to the answer. Returns false if the room rejects it, which is a bug, or if
   memory runs out. */
static bool emit(decision *d, online_event event) {
  online_room *room = d->room;
  online_answer *answer = d->answer;
  if (answer->result != ONLINE_DONE || answer->count == ONLINE_ANSWER_MAX) return false;
  event.number = room->number + 1;
  if (event.time == 0) event.time = d->moment->now;
  if (event.time < room->time) event.time = room->time;
  if (d->command_id != NULL && event.kind != ONLINE_EVENT_PAUSED)
    (void)snprintf(event.command, sizeof event.command, "%s", d->command_id);
  if (d->person != NULL) (void)snprintf(event.person, sizeof event.person, "%s", d->person);
  clocks_read(room, &event);
  int turn = room->turn;
  int code = online_room_change(room, &event);
  if (code < 0) {
    answer->result = ONLINE_FAILED;
    return false;
  }
  if (event.kind == ONLINE_EVENT_STARTED && room->clock != ONLINE_CLOCK_NONE) {
    event.has_clocks = true;
    for (int i = 0; i < room->players; i++) event.clock_ms[i] = room->seats[i].clock;
  }
  clocks_add(room, &event, turn);
  online_room_clocks_set(room, &event);
  event.running = room->running;
  answer->events[answer->count++] = event;
  return true;
}

static void emit_kind(decision *d, online_kind kind, int seat) {
  (void)emit(d, (online_event){.kind = kind, .seat = seat});
}

/* ---- start, end and next game ---- */

static void rematch(decision *d) {
  if (d->moment->fresh == NULL) return;
  online_event event = {.kind = ONLINE_EVENT_REMATCH};
  (void)snprintf(event.next, sizeof event.next, "%s", d->moment->fresh);
  (void)emit(d, event);
}

static void end(decision *d, online_cause cause, const asc_outcome *outcome) {
  online_event event = {.kind = ONLINE_EVENT_ENDED, .cause = cause};
  if (outcome != NULL) event.outcome = *outcome;
  if (emit(d, event) && cause != ONLINE_CAUSE_ABORTED && d->room->game + 1 < d->room->games) rematch(d);
}

/* Ends the game if it is over by the rules or because a player left. */
static void end_if_over(decision *d) {
  static const online_cause causes[] = {
      [ASC_END_RULES] = ONLINE_CAUSE_RULES,   [ASC_END_REPETITION] = ONLINE_CAUSE_REPETITION,
      [ASC_END_LIMIT] = ONLINE_CAUSE_LIMIT,   [ASC_END_RESIGNATION] = ONLINE_CAUSE_RESIGNED,
      [ASC_END_AGREED] = ONLINE_CAUSE_AGREED, [ASC_END_TIME] = ONLINE_CAUSE_TIME};
  asc_outcome outcome;
  if (d->answer->result != ONLINE_DONE || d->room->state != ONLINE_RUNNING) return;
  if (asc_play_outcome(d->room->play, &outcome)) end(d, causes[asc_play_end(d->room->play)], &outcome);
}

static void agree(decision *d) {
  asc_play *play = d->room->play;
  asc_outcome outcome;
  asc_play *trial; /* computes the outcome of an agreed draw; the room itself changes only by the event */
  if (asc_play_open(&trial, d->room->rules, asc_play_position(play)) < 0) {
    d->answer->result = ONLINE_FAILED;
    return;
  }
  (void)asc_play_agree_draw(trial, NULL);
  (void)asc_play_outcome(trial, &outcome);
  asc_play_close(trial);
  end(d, ONLINE_CAUSE_AGREED, &outcome);
}

/* Starts the game when no seat is free; assigns the seats at random if the settings say so. */
static void start(decision *d) {
  online_room *room = d->room;
  online_settings *settings = settings_add(d);
  online_room_settings(room, settings);
  asc_random random;
  asc_random_seed(&random, d->moment->random);
  for (int i = room->players - 1; room->random_seats && i > 0; i--) {
    int k = (int)asc_random_below(&random, (uint32_t)i + 1);
    online_seat other = settings->seats[i];
    settings->seats[i] = settings->seats[k];
    settings->seats[k] = other;
  }
  (void)emit(d, (online_event){.kind = ONLINE_EVENT_STARTED, .settings = settings});
}

/* ---- before the game ---- */

static void do_change(decision *d) {
  online_room *room = d->room;
  if (strcmp(d->person, room->owner) != 0) return reject(d, "online.not-creator");
  if (room->state != ONLINE_INVITED || room->before[0] != '\0') return reject(d, "online.settings-locked");
  for (int i = 0; i < room->players; i++)
    if (room->seats[i].person[0] != '\0' && strcmp(room->seats[i].person, room->owner) != 0)
      return reject(d, "online.settings-locked");
  online_settings *settings = settings_add(d);
  *settings = *d->command->settings;
  if (emit(d, (online_event){.kind = ONLINE_EVENT_CHANGED, .settings = settings}) && online_room_free_seat(room) == 0)
    start(d);
}

static void do_join(decision *d) {
  online_room *room = d->room;
  int seat = d->command->seat != 0 ? d->command->seat : online_room_free_seat(room);
  if (d->seat != 0) return reject(d, strcmp(d->person, room->owner) == 0 ? "online.own-link" : "online.already-joined");
  if (room->state != ONLINE_INVITED || seat < 1 || seat > room->players) return reject(d, "online.seat-taken");
  if (room->seats[seat - 1].person[0] != '\0' || room->seats[seat - 1].level >= 0)
    return reject(d, "online.seat-taken");
  if (emit(d, (online_event){.kind = ONLINE_EVENT_JOINED, .seat = seat}) && online_room_free_seat(room) == 0) start(d);
}

/* Gives the free seats to engines and starts the game. */
static void do_start(decision *d) {
  online_room *room = d->room;
  if (strcmp(d->person, room->owner) != 0) return reject(d, "online.not-creator");
  if (room->state != ONLINE_INVITED) return reject(d, "online.started");
  if (d->command->level < 0) return reject(d, "online.seats-free");
  online_settings *settings = settings_add(d);
  online_room_settings(room, settings);
  for (int i = 0; i < room->players; i++)
    if (settings->seats[i].person[0] == '\0' && settings->seats[i].level < 0)
      settings->seats[i].level = d->command->level;
  if (emit(d, (online_event){.kind = ONLINE_EVENT_CHANGED, .settings = settings})) start(d);
}

/* ---- moves ---- */

static bool time_is_up(const decision *d, int seat) {
  const online_room *room = d->room;
  if (seat == 0 || room->running != seat) return false;
  return online_room_clock(room, seat, d->moment->now) + lag_of(d, seat) <= 0;
}

/* The clock of the seat that has the turn has run out. Without a first move of everybody there is no result. */
static void flag(decision *d) {
  online_room *room = d->room;
  int seat = room->turn;
  if (!online_room_all_moved(room)) return end(d, ONLINE_CAUSE_ABORTED, NULL);
  if (emit(d, (online_event){.kind = ONLINE_EVENT_LEFT, .seat = seat, .cause = ONLINE_CAUSE_TIME})) end_if_over(d);
}

/* Rejects a move with the reason that the rules give. */
static void why_not(decision *d, const char *token) {
  const online_room *room = d->room;
  d->answer->result = ONLINE_REJECTED;
  if (asc_position_why(room->rules, asc_play_position(room->play), NULL, token, &d->answer->reason) == 1)
    asc_message_set(&d->answer->reason, "why.only-begins");
}

/* Plays a move, or rolls the die if that is next. */
static void ply(decision *d, int seat, const char *token) {
  online_room *room = d->room;
  asc_move move;
  online_event event = {
      .kind = room->rolling ? ONLINE_EVENT_ROLLED : ONLINE_EVENT_MOVED, .seat = seat, .lag = lag_of(d, seat)};
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
  bool roll = d->command->action == ONLINE_DO_ROLL;
  if (room->turn != d->seat) return reject(d, "online.not-your-turn");
  if (room->seats[d->seat - 1].level >= 0) return reject(d, "online.engine-plays");
  if (room->rolling != roll) return reject(d, roll ? "online.no-die" : "online.must-roll");
  if (time_is_up(d, d->seat)) return flag(d);
  ply(d, d->seat, d->command->token);
}

/* ---- offers ---- */

/* Returns the seats that must accept the open offer, as bits: all persons in the game; for an engine at a seat, only
   the connected ones except the seat itself. */
static unsigned asked(const decision *d) {
  const online_room *room = d->room;
  unsigned seats = 0;
  for (int i = 0; i < room->players; i++) {
    const online_player *seat = &room->seats[i];
    bool asks = seat->person[0] != '\0' && (!seat->left || room->offer == ONLINE_OFFER_REMATCH);
    if (room->offer == ONLINE_OFFER_ENGINE) asks = asks && i + 1 != room->offer_about && (d->moment->here >> i & 1);
    if (room->offer != ONLINE_OFFER_REMATCH && seat->level >= 0) asks = false; /* an engine plays for the person */
    if (asks) seats |= 1U << i;
  }
  return seats;
}

/* Carries out the open offer if everybody has accepted it. */
static void offer_settle(decision *d) {
  online_room *room = d->room;
  if (d->answer->result != ONLINE_DONE || (asked(d) & ~room->yes) != 0) return;
  asc_play *play;
  int plies;
  switch (room->offer) {
  case ONLINE_OFFER_DRAW: agree(d); break;
  case ONLINE_OFFER_TAKEBACK:
    if (online_room_replay(room, &play) < 0) {
      d->answer->result = ONLINE_FAILED;
      return;
    }
    plies = asc_play_undo(play, room->offer_seat, NULL);
    asc_play_close(play);
    (void)emit(d, (online_event){.kind = ONLINE_EVENT_TAKEN_BACK, .seat = room->offer_seat, .plies = plies});
    break;
  case ONLINE_OFFER_ENGINE:
    (void)emit(d,
               (online_event){.kind = ONLINE_EVENT_SEAT_GIVEN, .seat = room->offer_about, .level = room->offer_level});
    break;
  case ONLINE_OFFER_REMATCH: rematch(d); break;
  default: break;
  }
}

static bool can_take_back(const online_room *room, int seat) {
  asc_play *play;
  if (online_room_replay(room, &play) < 0) return false;
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
  const online_player *own = &room->seats[d->seat - 1];
  const char *reason = NULL;
  switch (command->offer) {
  case ONLINE_OFFER_DRAW:
    if (!others_are_there(room, d->seat)) reason = "online.nobody-to-ask";
    if (own->draw_offer_ply != 0 && room->made + 1 - own->draw_offer_ply < ONLINE_DRAW_PLIES) {
      reject(d, "online.draw-wait");
      asc_message_add_number(&d->answer->reason, "plies", ONLINE_DRAW_PLIES - (room->made + 1 - own->draw_offer_ply));
      return false;
    }
    break;
  case ONLINE_OFFER_TAKEBACK:
    if (own->takeback_ply == room->made + 1)
      reason = "online.takeback-wait";
    else if (!can_take_back(room, d->seat))
      reason = "online.nothing-to-take-back";
    break;
  case ONLINE_OFFER_ENGINE:
    if (command->seat < 1 || command->seat > room->players || command->seat == d->seat || room->players < 3 ||
        room->seats[command->seat - 1].person[0] == '\0' || room->seats[command->seat - 1].left ||
        room->seats[command->seat - 1].level >= 0)
      reason = "online.no-such-seat";
    else if (!room->seats[command->seat - 1].away && !(d->moment->away >> (command->seat - 1) & 1))
      reason = "online.not-away";
    break;
  default: break;
  }
  if (reason != NULL) reject(d, reason);
  return reason == NULL;
}

static void accept(decision *d) {
  online_event event = {
      .kind = ONLINE_EVENT_ACCEPTED, .seat = d->seat, .offer = d->room->offer, .level = d->room->offer_level};
  if (emit(d, event)) offer_settle(d);
}

static void do_offer(decision *d) {
  online_room *room = d->room;
  const online_command *command = d->command;
  bool rematch_asked = command->offer == ONLINE_OFFER_REMATCH;
  if (rematch_asked && (room->state != ONLINE_ENDED || room->next[0] != '\0')) return reject(d, "online.no-rematch");
  if (!rematch_asked && room->state != ONLINE_RUNNING) return reject(d, "online.not-running");
  bool same =
      room->offer == command->offer && (command->offer != ONLINE_OFFER_ENGINE || room->offer_about == command->seat);
  if (same && command->offer != ONLINE_OFFER_TAKEBACK && !(room->yes >> (d->seat - 1) & 1)) return accept(d);
  if (room->offer != ONLINE_OFFER_NONE) return reject(d, "online.offer-open");
  if (!offer_allowed(d)) return;
  online_event event = {
      .kind = ONLINE_EVENT_OFFERED, .offer = command->offer, .level = command->level, .seat = d->seat};
  if (command->offer == ONLINE_OFFER_ENGINE) event.seat = command->seat, event.from = d->seat;
  if (command->offer != ONLINE_OFFER_ENGINE) event.level = 0;
  if (emit(d, event)) offer_settle(d);
}

static void do_answer(decision *d) {
  online_room *room = d->room;
  bool own = room->offer_seat == d->seat, withdraw = d->command->action == ONLINE_DO_WITHDRAW;
  if (room->offer == ONLINE_OFFER_NONE || own != withdraw) return reject(d, "online.no-offer");
  if (d->command->last < room->offer_number) {
    d->answer->result = ONLINE_STALE;
    return;
  }
  if (!withdraw && (asked(d) >> (d->seat - 1) & 1) == 0) return reject(d, "online.no-offer");
  if (d->command->action == ONLINE_DO_ACCEPT) return accept(d);
  online_kind kind = withdraw ? ONLINE_EVENT_WITHDRAWN : ONLINE_EVENT_DECLINED;
  (void)emit(d, (online_event){.kind = kind, .seat = d->seat, .offer = room->offer, .level = room->offer_level});
}

/* ---- leaving, returning, time and privacy ---- */

static void do_resign(decision *d) {
  online_room *room = d->room;
  bool two = room->players <= 2;
  if (room->state == ONLINE_INVITED) {
    if (strcmp(d->person, room->owner) == 0) return end(d, ONLINE_CAUSE_ABORTED, NULL);
    (void)emit(d, (online_event){.kind = ONLINE_EVENT_LEFT, .seat = d->seat, .cause = ONLINE_CAUSE_RESIGNED});
    return;
  }
  if (room->state != ONLINE_RUNNING) return reject(d, "online.not-running");
  bool away = d->command->action == ONLINE_DO_LEAVE && !two;
  if (away && room->seats[d->seat - 1].away) return reject(d, "online.already-left");
  if (away && is_full(room)) return reject(d, "online.too-many-events");
  online_cause cause = away ? ONLINE_CAUSE_AWAY : ONLINE_CAUSE_RESIGNED;
  if (emit(d, (online_event){.kind = ONLINE_EVENT_LEFT, .seat = d->seat, .cause = cause})) end_if_over(d);
}

static void do_return(decision *d) {
  const online_player *seat = &d->room->seats[d->seat - 1];
  if (d->room->state != ONLINE_RUNNING || seat->level < 0 || seat->returning) return reject(d, "online.seat-is-yours");
  emit_kind(d, ONLINE_EVENT_SEAT_RETURNED, d->seat);
}

static void do_give_time(decision *d) {
  online_room *room = d->room;
  int seat = d->command->seat;
  int max = room->clock == ONLINE_CLOCK_DAYS ? 86400 : ONLINE_GIVE_SECONDS;
  if (room->state != ONLINE_RUNNING || room->clock == ONLINE_CLOCK_NONE) return reject(d, "online.no-clock");
  if (seat < 1 || seat > room->players || seat == d->seat || room->seats[seat - 1].left ||
      room->seats[seat - 1].person[0] == '\0')
    return reject(d, "online.no-such-seat");
  int64_t limit = (room->clock == ONLINE_CLOCK_DAYS ? 30 * 86400LL : 3LL * ONLINE_SECONDS_MAX) * 1000;
  if (d->command->seconds < 1 || d->command->seconds > max ||
      online_room_clock(room, seat, d->moment->now) + d->command->seconds * 1000LL > limit)
    return reject(d, "online.too-much-time");
  (void)emit(d, (online_event){.kind = ONLINE_EVENT_TIME_GIVEN, .seat = seat, .given = d->command->seconds * 1000LL});
}

static void do_make_private(decision *d) {
  if (d->room->is_private) return reject(d, "online.already-private");
  emit_kind(d, ONLINE_EVENT_MADE_PRIVATE, 0);
}

/* ---- entry points ---- */

static const struct {
  void (*decide)(decision *d);
  bool needs_seat, needs_running;
  bool needs_space; /* a full game rejects it */
} ACTIONS[ONLINE_ACTIONS] = {
    [ONLINE_DO_CHANGE] = {do_change, true, false, true},
    [ONLINE_DO_JOIN] = {do_join, false, false, true},
    [ONLINE_DO_START] = {do_start, true, false, true},
    [ONLINE_DO_MOVE] = {do_ply, true, true, false},
    [ONLINE_DO_ROLL] = {do_ply, true, true, false},
    [ONLINE_DO_OFFER] = {do_offer, true, false, true},
    [ONLINE_DO_WITHDRAW] = {do_answer, true, false, false},
    [ONLINE_DO_ACCEPT] = {do_answer, true, false, false},
    [ONLINE_DO_DECLINE] = {do_answer, true, false, false},
    [ONLINE_DO_RESIGN] = {do_resign, true, false, false},
    /* do_resign distinguishes leaving for a while from resigning */
    [ONLINE_DO_LEAVE] = {do_resign, true, false, false},
    [ONLINE_DO_RETURN] = {do_return, true, false, false},
    [ONLINE_DO_GIVE_TIME] = {do_give_time, true, false, true},
    [ONLINE_DO_MAKE_PRIVATE] = {do_make_private, true, false, true},
};

/* Answers a command that the room remembers with its events. */
static bool was_done(const decision *d) {
  uint64_t hash = online_room_command_hash(d->person, d->command->id);
  for (int i = 0; i < ONLINE_RECENT; i++) {
    if (d->room->recent[i].hash != hash) continue;
    d->answer->result = ONLINE_REPEATED;
    d->answer->first = d->room->recent[i].first;
    d->answer->last = d->room->recent[i].last;
    return true;
  }
  return false;
}

/* Returns whether the command may have been done and forgotten: its sender has not seen the oldest remembered one. */
static bool is_too_old(const decision *d) {
  const online_room *room = d->room;
  int oldest = room->recent[room->recent_next].hash == 0 ? 0 : room->recent[room->recent_next].first;
  return d->command->last + 1 < oldest;
}

void online_room_do(online_room *room, const char *person, const online_command *command, const online_moment *moment,
                    online_answer *answer) {
  answer->result = ONLINE_DONE;
  answer->count = answer->settings_count = 0;
  answer->reason.key = NULL;
  bool over = room->state == ONLINE_ENDED;
  decision d = {.room = room,
                .person = person,
                .command_id = command->id,
                .seat = over ? online_room_seat_of(room, person) : online_room_seat(room, person),
                .command = command,
                .moment = moment,
                .answer = answer};
  if (room->state == ONLINE_DAMAGED) return reject(&d, "online.damaged");
  if (was_done(&d)) return;
  if (command->last > room->number) return reject(&d, "online.malformed");
  if (ACTIONS[command->action].needs_seat && d.seat == 0) return reject(&d, "online.not-a-player");
  if (command->last < room->settled || is_too_old(&d)) {
    answer->result = ONLINE_STALE;
    return;
  }
  if (ACTIONS[command->action].needs_running && room->state != ONLINE_RUNNING)
    return reject(&d, over ? "online.ended" : "online.not-running");
  if (ACTIONS[command->action].needs_space && is_full(room)) return reject(&d, "online.too-many-events");
  ACTIONS[command->action].decide(&d);
}

static decision server_decision(online_room *room, const online_moment *moment, online_answer *answer) {
  answer->result = ONLINE_DONE;
  answer->count = answer->settings_count = 0;
  answer->reason.key = NULL;
  return (decision){.room = room, .moment = moment, .answer = answer};
}

void online_room_create(online_room *room, const char *person, const char *command, const online_settings *settings,
                        const online_moment *moment, online_answer *answer) {
  decision d = server_decision(room, moment, answer);
  d.person = person;
  d.command_id = command;
  online_settings *own = settings_add(&d);
  *own = *settings;
  if (emit(&d, (online_event){.kind = ONLINE_EVENT_CREATED, .settings = own}) && online_room_free_seat(room) == 0)
    start(&d);
}

int online_room_engine(const online_room *room, int *level) {
  if (room->state != ONLINE_RUNNING || room->turn == 0 || room->paused) return 0;
  *level = room->seats[room->turn - 1].level;
  return *level < 0 ? 0 : room->turn;
}

void online_room_engine_do(online_room *room, int seat, const char *token, const online_moment *moment,
                           online_answer *answer) {
  decision d = server_decision(room, moment, answer);
  int level;
  if (seat == 0 || online_room_engine(room, &level) != seat || room->rolling != (token[0] == '\0'))
    return reject(&d, "online.not-your-turn");
  ply(&d, seat, token);
}

int64_t online_room_due(const online_room *room) {
  if (room->state != ONLINE_RUNNING) return ONLINE_NEVER;
  if (room->clock == ONLINE_CLOCK_NONE) return room->acted + online_rules_cache_idle(room->rules_cache);
  if (room->paused) return ONLINE_NEVER;
  if (room->running != 0) {
    const online_player *seat = &room->seats[room->running - 1];
    int lag = ONLINE_LAG_GAME - seat->lag < ONLINE_LAG_PLY ? ONLINE_LAG_GAME - seat->lag : ONLINE_LAG_PLY;
    return room->since + seat->clock + lag;
  }
  bool waiting = room->clock == ONLINE_CLOCK_TIME && room->turn != 0 && room->seats[room->turn - 1].level < 0;
  return waiting ? room->turn_time + ONLINE_FIRST_MOVE : ONLINE_NEVER;
}

void online_room_tick(online_room *room, const online_moment *moment, online_answer *answer) {
  decision d = server_decision(room, moment, answer);
  if (moment->now < online_room_due(room)) return;
  if (room->clock == ONLINE_CLOCK_NONE || room->running == 0)
    end(&d, ONLINE_CAUSE_ABORTED, NULL);
  else
    flag(&d);
}

void online_room_abort(online_room *room, const online_moment *moment, online_answer *answer) {
  decision d = server_decision(room, moment, answer);
  if (room->state == ONLINE_INVITED || room->state == ONLINE_RUNNING) end(&d, ONLINE_CAUSE_ABORTED, NULL);
}

/* Returns when a clock that started at `start` seems to have started, if the time from `from` to `to` does not count.
 */
static int64_t later(int64_t start, int64_t from, int64_t to) {
  return start >= to ? start : start > from ? to : start + to - from;
}

void online_room_give_back(online_room *room, int64_t from, int64_t to) {
  room->since = later(room->since, from, to);
  room->turn_time = later(room->turn_time, from, to);
}

void online_room_pause(online_room *room, int64_t from, const online_moment *moment, online_answer *answer) {
  decision d = server_decision(room, moment, answer);
  if (room->state != ONLINE_RUNNING || room->clock == ONLINE_CLOCK_NONE || room->paused || moment->now <= room->time)
    return;
  if (emit(&d, (online_event){.kind = ONLINE_EVENT_PAUSED, .time = from > room->time ? from : room->time}))
    emit_kind(&d, ONLINE_EVENT_RESUMED, 0);
}

/* ---- settings ---- */

void online_room_settings(const online_room *room, online_settings *settings) {
  *settings = (online_settings){.players = room->players,
                                .clock = room->clock,
                                .seconds = room->seconds,
                                .increment = room->increment,
                                .days = room->days,
                                .random_seats = room->random_seats,
                                .is_private = room->is_private,
                                .games = room->games,
                                .game = room->game};
  (void)online_spec_write(room->rules, settings->spec);
  memcpy(settings->points, room->points, sizeof settings->points);
  memcpy(settings->before, room->before, sizeof settings->before);
  for (int i = 0; i < room->players; i++) {
    memcpy(settings->seats[i].person, room->seats[i].person, ASC_ID_TEXT_SIZE);
    settings->seats[i].level = room->seats[i].level;
  }
}

void online_room_next(const online_room *room, const char *id, online_settings *settings) {
  online_room_settings(room, settings);
  settings->random_seats = false;
  settings->game = room->game + 1 < room->games ? room->game + 1 : 0;
  memcpy(settings->before, id, sizeof settings->before);
  for (int i = 0; i < room->players; i++) {
    int next = (i + room->players - 1) % room->players;
    const online_player *seat = &room->seats[i];
    settings->seats[next] = (online_seat){.level = seat->person[0] != '\0' ? ONLINE_LEVEL_NONE : seat->level};
    memcpy(settings->seats[next].person, seat->person, ASC_ID_TEXT_SIZE);
    int32_t points = settings->game == 0 ? 0 : room->points[i];
    settings->points[next] = points + (settings->game == 0 ? 0 : room->outcome.points[i]);
  }
}
