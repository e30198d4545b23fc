/* Applies events to rooms. Every kind of event has a function that checks the event and changes the room. The clocks
   are set in one place for all kinds, from the times in the event. commands.c decides which events follow from a
   command. */
#include "room_inside.h"

#include "base/hash.h"
#include "play/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int online_room_open(online_room **room, online_rules_cache *rules_cache) {
  *room = calloc(1, sizeof **room);
  if (*room == NULL) return ASC_E_MEMORY;
  (*room)->rules_cache = rules_cache;
  return ASC_OK;
}

static void play_close(online_room *room) {
  asc_play_close(room->play);
  free(room->moves);
  room->play = NULL;
  room->moves = NULL;
  room->capacity = 0;
}

void online_room_close(online_room *room) {
  if (room == NULL) return;
  play_close(room);
  online_rules_cache_give_back(room->rules_cache, room->rules);
  free(room);
}

size_t online_room_size(const online_room *room) {
  size_t size = sizeof *room + (size_t)room->capacity * sizeof *room->moves;
  if (room->play == NULL) return size;
  const uint64_t *keys;
  size_t count = (size_t)asc_play_repetition_keys(room->play, &keys);
  /* asc_play_forget_history leaves one event, two positions and all keys; the play itself takes about 192 bytes. */
  return size + sizeof(asc_event) + 2 * room->rules->position_size + (count + 1) * sizeof *keys + 192;
}

int online_room_seat_of(const online_room *room, const char *person) {
  for (int i = 0; i < room->players; i++)
    if (room->seats[i].person[0] != '\0' && strcmp(room->seats[i].person, person) == 0) return i + 1;
  return 0;
}

int online_room_seat(const online_room *room, const char *person) {
  int seat = online_room_seat_of(room, person);
  return seat > 0 && room->seats[seat - 1].left ? 0 : seat;
}

/* Returns the seat that has to move or roll, or 0. The rules name the roller only after the roll, so any roll is tried
   on a copy. */
static int turn_find(const online_room *room, bool *rolling) {
  int turn = asc_play_turn(room->play);
  *rolling = turn == ASC_CHANCE;
  if (turn != ASC_CHANCE) return turn == ASC_NO_PLAYER ? 0 : turn;
  asc_position after;
  asc_move moves[ASC_MOVES_MAX];
  memcpy(&after, asc_play_position(room->play), room->rules->position_size);
  if (asc_position_moves(room->rules, &after, moves) == 0) return 0;
  asc_position_play(room->rules, &after, moves[0]);
  turn = asc_position_turn(room->rules, &after);
  return turn > 0 ? turn : 0;
}

static bool seat_is_free(const online_player *seat) { return seat->person[0] == '\0' && seat->level < 0; }

int online_room_free_seat(const online_room *room) {
  for (int i = 0; i < room->players; i++)
    if (seat_is_free(&room->seats[i])) return i + 1;
  return 0;
}

/* Updates the turn. A returning person gets the seat back as soon as it is not its turn. */
static void turn_set(online_room *room, int64_t time) {
  int before = room->turn;
  room->turn = room->state == ONLINE_RUNNING ? turn_find(room, &room->rolling) : 0;
  if (room->turn != before) room->turn_time = time;
  for (int i = 0; i < room->players; i++) {
    online_player *seat = &room->seats[i];
    if (!seat->returning || room->turn == i + 1) continue;
    seat->returning = false;
    seat->level = ONLINE_LEVEL_NONE;
  }
}

bool online_room_all_moved(const online_room *room) {
  for (int i = 0; i < room->players; i++) {
    const online_player *seat = &room->seats[i];
    if (!seat->moved && !seat->left && seat->level < 0) return false;
  }
  return true;
}

/* Returns the seat whose clock runs, or 0. An engine's clock does not run, and a clock in seconds runs only after
   everybody's first move. */
static int running_find(const online_room *room) {
  if (room->state != ONLINE_RUNNING || room->clock == ONLINE_CLOCK_NONE || room->paused || room->turn == 0) return 0;
  if (room->seats[room->turn - 1].level >= 0) return 0;
  return room->clock == ONLINE_CLOCK_DAYS || online_room_all_moved(room) ? room->turn : 0;
}

int64_t online_room_clock(const online_room *room, int seat, int64_t now) {
  int64_t spent = seat == room->running && now > room->since ? now - room->since : 0;
  return room->seats[seat - 1].clock - spent;
}

/* ---- one function per kind of event ---- */

static int settings_apply(online_room *room, const online_event *event) {
  const online_settings *settings = event->settings;
  bool first = event->kind == ONLINE_EVENT_CREATED;
  if (settings == NULL || first != (room->number == 0) || room->state != ONLINE_INVITED) return ASC_E_ILLEGAL;
  const asc_rules *rules;
  int code = online_rules_cache_take(room->rules_cache, settings->spec, &rules);
  if (code < 0) return code == ASC_E_MEMORY ? code : ASC_E_ILLEGAL;
  if (rules->players != settings->players) {
    online_rules_cache_give_back(room->rules_cache, rules);
    return ASC_E_ILLEGAL;
  }
  online_rules_cache_give_back(room->rules_cache, room->rules);
  room->rules = rules;
  room->players = settings->players;
  room->clock = settings->clock;
  room->seconds = settings->seconds;
  room->increment = settings->increment;
  room->days = settings->days;
  room->random_seats = settings->random_seats;
  room->is_private = settings->is_private;
  room->games = settings->games;
  room->game = settings->game;
  memcpy(room->points, settings->points, sizeof room->points);
  memcpy(room->before, settings->before, sizeof room->before);
  memset(room->seats, 0, sizeof room->seats);
  for (int i = 0; i < room->players; i++) {
    memcpy(room->seats[i].person, settings->seats[i].person, ASC_ID_TEXT_SIZE);
    room->seats[i].level = settings->seats[i].level;
  }
  if (!first) return ASC_OK;
  memcpy(room->owner, event->person, sizeof room->owner);
  room->begun = event->time;
  return ASC_OK;
}

/* A person may get a second seat: a process that has not yet heard of a merge knows the other seat's person by another
   id. */
static int seated_apply(online_room *room, const online_event *event) {
  online_player *seat = &room->seats[event->seat - 1];
  if (room->state != ONLINE_INVITED || !seat_is_free(seat) || event->person[0] == '\0') return ASC_E_ILLEGAL;
  memcpy(seat->person, event->person, sizeof seat->person);
  return ASC_OK;
}

static int started_apply(online_room *room, const online_event *event) {
  if (room->state != ONLINE_INVITED || event->settings == NULL || event->settings->players != room->players)
    return ASC_E_ILLEGAL;
  for (int i = 0; i < room->players; i++) {
    const online_seat *drawn = &event->settings->seats[i];
    if (drawn->person[0] == '\0' && drawn->level < 0) return ASC_E_ILLEGAL;
    room->seats[i] = (online_player){.level = drawn->level};
    memcpy(room->seats[i].person, drawn->person, ASC_ID_TEXT_SIZE);
    room->seats[i].clock = room->clock == ONLINE_CLOCK_TIME   ? room->seconds * 1000LL
                           : room->clock == ONLINE_CLOCK_DAYS ? room->days * 86400000LL
                                                              : 0;
  }
  if (asc_play_open(&room->play, room->rules, NULL) < 0) return ASC_E_MEMORY;
  asc_play_forget_history(room->play);
  room->state = ONLINE_RUNNING;
  return ASC_OK;
}

static int move_add(online_room *room, asc_move move) {
  if (room->plies == room->capacity) {
    int capacity = room->capacity * 3 / 2 + 32;
    asc_move *moves = realloc(room->moves, (size_t)capacity * sizeof *moves);
    if (moves == NULL) return ASC_E_MEMORY;
    room->moves = moves;
    room->capacity = capacity;
  }
  room->moves[room->plies++] = move;
  return ASC_OK;
}

static int moved_apply(online_room *room, const online_event *event) {
  online_player *seat = &room->seats[event->seat - 1];
  if (room->state != ONLINE_RUNNING || event->seat != room->turn ||
      room->rolling != (event->kind == ONLINE_EVENT_ROLLED))
    return ASC_E_ILLEGAL;
  int code = asc_play_replay(room->play, event->token, false, NULL);
  if (code < 0) return code == ASC_E_MEMORY ? code : ASC_E_ILLEGAL;
  code = move_add(room, asc_play_event(room->play, asc_play_event_count(room->play) - 1)->move);
  asc_play_forget_history(room->play);
  seat->moved = true;
  seat->away = false;
  seat->lag = (int16_t)(seat->lag + event->lag);
  room->made++;
  room->offer = ONLINE_OFFER_NONE;
  return code;
}

int online_room_replay(const online_room *room, asc_play **play) {
  int code = asc_play_open(play, room->rules, NULL), leaver = 0;
  for (int i = 0; code == ASC_OK && i <= room->plies; i++) {
    for (; code == ASC_OK && leaver < room->leaver_count && room->leavers[leaver].plies == i; leaver++)
      code = room->leavers[leaver].ran_out_of_time ? asc_play_time_out(*play, room->leavers[leaver].seat, NULL)
                                                   : asc_play_resign(*play, room->leavers[leaver].seat, NULL);
    if (code < 0 || i == room->plies) break;
    char token[ASC_TOKEN_MAX];
    asc_move_write(room->rules, asc_play_position(*play), room->moves[i], token);
    code = asc_play_replay(*play, token, false, NULL);
  }
  if (code == ASC_OK) return ASC_OK;
  asc_play_close(*play);
  *play = NULL;
  return code;
}

static int taken_back_apply(online_room *room, const online_event *event) {
  if (room->state != ONLINE_RUNNING) return ASC_E_ILLEGAL;
  asc_play *play;
  int code = online_room_replay(room, &play);
  if (code < 0) return code;
  if (asc_play_undo(play, event->seat, NULL) != event->plies) {
    asc_play_close(play);
    return ASC_E_ILLEGAL;
  }
  room->plies -= event->plies;
  asc_play_close(room->play);
  room->play = play;
  asc_play_truncate(play, asc_play_event_count(play)); /* no redo */
  asc_play_forget_history(play);
  room->offer = ONLINE_OFFER_NONE;
  return ASC_OK;
}

static int left_apply(online_room *room, const online_event *event) {
  online_player *seat = &room->seats[event->seat - 1];
  if (seat->left ||
      (event->cause != ONLINE_CAUSE_AWAY && event->cause != ONLINE_CAUSE_RESIGNED && event->cause != ONLINE_CAUSE_TIME))
    return ASC_E_ILLEGAL;
  if (room->state == ONLINE_INVITED) {
    *seat = (online_player){.level = ONLINE_LEVEL_NONE};
    return ASC_OK;
  }
  if (room->state != ONLINE_RUNNING) return ASC_E_ILLEGAL;
  if (event->cause == ONLINE_CAUSE_AWAY) {
    seat->away = true;
    return ASC_OK;
  }
  bool ran_out_of_time = event->cause == ONLINE_CAUSE_TIME;
  int code = ran_out_of_time ? asc_play_time_out(room->play, event->seat, NULL)
                             : asc_play_resign(room->play, event->seat, NULL);
  if (code < 0) return code == ASC_E_MEMORY ? code : ASC_E_ILLEGAL;
  asc_play_forget_history(room->play);
  room->leavers[room->leaver_count].plies = room->plies;
  room->leavers[room->leaver_count].seat = event->seat;
  room->leavers[room->leaver_count++].ran_out_of_time = ran_out_of_time;
  seat->left = true;
  room->offer = ONLINE_OFFER_NONE;
  return ASC_OK;
}

static int offered_apply(online_room *room, const online_event *event) {
  online_player *seat = &room->seats[event->seat - 1];
  if (event->offer == ONLINE_OFFER_NONE || (room->state == ONLINE_ENDED) != (event->offer == ONLINE_OFFER_REMATCH))
    return ASC_E_ILLEGAL;
  /* The person alone says little: seats may belong to another person since a merge. */
  bool is_for_engine = event->offer == ONLINE_OFFER_ENGINE;
  int by = !is_for_engine ? event->seat : event->from != 0 ? event->from : online_room_seat(room, event->person);
  if (by < 1 || by > room->players) return ASC_E_ILLEGAL;
  room->offer = event->offer;
  room->offer_number = event->number;
  room->offer_seat = by;
  room->offer_about = event->seat;
  room->offer_level = event->level;
  room->yes = 1U << (by - 1);
  if (event->offer == ONLINE_OFFER_DRAW) seat->draw_offer_ply = room->made + 1;
  if (event->offer == ONLINE_OFFER_TAKEBACK) seat->takeback_ply = room->made + 1;
  return ASC_OK;
}

static int answered_apply(online_room *room, const online_event *event) {
  if (event->offer == ONLINE_OFFER_NONE || event->offer != room->offer) return ASC_E_ILLEGAL;
  if (event->kind == ONLINE_EVENT_ACCEPTED)
    room->yes |= 1U << (event->seat - 1);
  else
    room->offer = ONLINE_OFFER_NONE;
  return ASC_OK;
}

static int given_apply(online_room *room, const online_event *event) {
  online_player *seat = &room->seats[event->seat - 1];
  if (room->state != ONLINE_RUNNING || seat->left || seat->person[0] == '\0') return ASC_E_ILLEGAL;
  bool given = event->kind == ONLINE_EVENT_SEAT_GIVEN;
  if (given == (seat->level >= 0)) return ASC_E_ILLEGAL;
  if (given) {
    seat->level = event->level;
    seat->returning = false;
    room->offer = ONLINE_OFFER_NONE;
  } else {
    seat->returning = true; /* turn_set gives the seat back at once unless it is its turn */
    seat->away = false;
  }
  return ASC_OK;
}

static int time_given_apply(online_room *room, const online_event *event) {
  return room->state == ONLINE_RUNNING && room->clock != ONLINE_CLOCK_NONE && event->given > 0 ? ASC_OK : ASC_E_ILLEGAL;
}

static int paused_apply(online_room *room, const online_event *event) {
  bool pausing = event->kind == ONLINE_EVENT_PAUSED;
  if (room->state != ONLINE_RUNNING || room->paused == pausing) return ASC_E_ILLEGAL;
  room->paused = pausing;
  return ASC_OK;
}

static bool cause_fits(const online_room *room, online_cause cause) {
  static const asc_end ends[] = {ASC_END_RULES,       ASC_END_REPETITION, ASC_END_LIMIT,
                                 ASC_END_RESIGNATION, ASC_END_AGREED,     ASC_END_TIME};
  if (cause == ONLINE_CAUSE_ABORTED) return room->play == NULL || asc_play_end(room->play) == ASC_END_NONE;
  return cause < ONLINE_CAUSE_ABORTED && room->state == ONLINE_RUNNING && asc_play_end(room->play) == ends[cause];
}

static int ended_apply(online_room *room, const online_event *event) {
  if (room->state != ONLINE_INVITED && room->state != ONLINE_RUNNING) return ASC_E_ILLEGAL;
  if (event->cause == ONLINE_CAUSE_AGREED) {
    int code = room->play == NULL ? ASC_E_ILLEGAL : asc_play_agree_draw(room->play, NULL);
    if (code < 0) return code == ASC_E_MEMORY ? code : ASC_E_ILLEGAL;
  }
  if (!cause_fits(room, event->cause)) return ASC_E_ILLEGAL;
  room->state = ONLINE_ENDED;
  room->cause = event->cause;
  room->outcome = event->outcome;
  room->offer = ONLINE_OFFER_NONE;
  play_close(room);
  return ASC_OK;
}

static int rematch_apply(online_room *room, const online_event *event) {
  if (room->state != ONLINE_ENDED || room->next[0] != '\0' || event->next[0] == '\0') return ASC_E_ILLEGAL;
  memcpy(room->next, event->next, sizeof room->next);
  room->offer = ONLINE_OFFER_NONE;
  return ASC_OK;
}

static int private_apply(online_room *room, const online_event *event) {
  (void)event;
  if (room->is_private) return ASC_E_ILLEGAL;
  room->is_private = true;
  return ASC_OK;
}

static const struct {
  int (*apply)(online_room *room, const online_event *event);
  bool has_seat; /* the event must name a seat */
  bool settles;  /* commands must have seen it: it changes the position or the players */
  bool is_act;   /* of a player: the idle time starts again */
} KINDS[ONLINE_EVENT_KINDS] = {
    [ONLINE_EVENT_CREATED] = {settings_apply, false, true, true},
    [ONLINE_EVENT_CHANGED] = {settings_apply, false, true, true},
    [ONLINE_EVENT_JOINED] = {seated_apply, true, false, true},
    [ONLINE_EVENT_STARTED] = {started_apply, false, true, true},
    [ONLINE_EVENT_MOVED] = {moved_apply, true, true, true},
    [ONLINE_EVENT_ROLLED] = {moved_apply, true, true, true},
    [ONLINE_EVENT_OFFERED] = {offered_apply, true, false, true},
    [ONLINE_EVENT_WITHDRAWN] = {answered_apply, true, false, true},
    [ONLINE_EVENT_ACCEPTED] = {answered_apply, true, false, true},
    [ONLINE_EVENT_DECLINED] = {answered_apply, true, false, true},
    [ONLINE_EVENT_TAKEN_BACK] = {taken_back_apply, true, true, true},
    [ONLINE_EVENT_LEFT] = {left_apply, true, true, true},
    [ONLINE_EVENT_SEAT_GIVEN] = {given_apply, true, true, true},
    [ONLINE_EVENT_SEAT_RETURNED] = {given_apply, true, false, true},
    [ONLINE_EVENT_TIME_GIVEN] = {time_given_apply, true, false, true},
    [ONLINE_EVENT_MADE_PRIVATE] = {private_apply, false, false, true},
    [ONLINE_EVENT_PAUSED] = {paused_apply, false, false, false},
    [ONLINE_EVENT_RESUMED] = {paused_apply, false, false, false},
    [ONLINE_EVENT_ENDED] = {ended_apply, false, true, true},
    [ONLINE_EVENT_REMATCH] = {rematch_apply, false, false, true},
};

uint64_t online_room_command_hash(const char *person, const char *command) {
  return asc_hash_text(asc_hash_text(1, person), command) | 1;
}

static void command_remember(online_room *room, const online_event *event) {
  if (event->command[0] == '\0') return;
  uint64_t hash = online_room_command_hash(event->person, event->command);
  unsigned newest = (room->recent_next + ONLINE_RECENT - 1) % ONLINE_RECENT;
  if (room->recent[newest].hash == hash) {
    room->recent[newest].last = event->number;
    return;
  }
  room->recent[room->recent_next].hash = hash;
  room->recent[room->recent_next].first = room->recent[room->recent_next].last = event->number;
  room->recent_next = (room->recent_next + 1) % ONLINE_RECENT;
}

int online_room_change(online_room *room, const online_event *event) {
  bool has_valid_seat = event->seat >= 1 && event->seat <= room->players;
  if (room->state == ONLINE_DAMAGED || event->number != room->number + 1 || event->time < room->time ||
      (room->number == 0) != (event->kind == ONLINE_EVENT_CREATED) || (KINDS[event->kind].has_seat && !has_valid_seat))
    return ASC_E_ILLEGAL;
  int code = KINDS[event->kind].apply(room, event);
  if (code < 0) return code;
  room->number = event->number;
  room->time = event->time;
  if (KINDS[event->kind].settles) room->settled = event->number;
  if (KINDS[event->kind].is_act) room->acted = event->time;
  if (event->kind == ONLINE_EVENT_STARTED || event->kind == ONLINE_EVENT_RESUMED) room->turn_time = event->time;
  command_remember(room, event);
  turn_set(room, event->time);
  return ASC_OK;
}

void online_room_clocks_set(online_room *room, const online_event *event) {
  for (int i = 0; event->has_clocks && i < room->players; i++) room->seats[i].clock = event->clock_ms[i];
  room->since = event->time;
  room->running = running_find(room);
}

int online_room_apply(online_room *room, const online_event *event) {
  int code = online_room_change(room, event);
  if (code == ASC_OK && event->has_clocks && event->players != room->players) code = ASC_E_ILLEGAL;
  if (code == ASC_OK) online_room_clocks_set(room, event);
  if (code < 0 && code != ASC_E_MEMORY) {
    play_close(room);
    room->state = ONLINE_DAMAGED;
    room->running = room->turn = 0;
  }
  return code < 0 && code != ASC_E_MEMORY ? ASC_E_ILLEGAL : code;
}
