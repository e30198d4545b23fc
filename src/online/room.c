/* Applying events. Every kind has a function that checks what must hold and changes the room; clocks are the same for
   all: what is left stands in the event. */
#include "inside.h"

#include "base/hash.h"
#include "play/history.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int asc_room_open(online_room **room, online_library *library) {
  *room = calloc(1, sizeof **room);
  if (*room == NULL) return ASC_E_MEMORY;
  (*room)->library = library;
  return ASC_OK;
}

static void play_drop(online_room *room) {
  asc_play_close(room->play);
  free(room->moves);
  room->play = NULL;
  room->moves = NULL;
  room->capacity = 0;
}

void asc_room_close(online_room *room) {
  if (room == NULL) return;
  play_drop(room);
  asc_library_give_back(room->library, room->rules);
  free(room);
}

size_t asc_room_size(const online_room *room) {
  size_t size = sizeof *room + (size_t)room->capacity * sizeof *room->moves;
  if (room->play == NULL) return size;
  const uint64_t *keys;
  size_t count = (size_t)asc_play_repetition_keys(room->play, &keys);
  /* As asc_play_forget_history leaves it: one event, two positions, all keys; and what it is itself. */
  return size + sizeof(asc_event) + 2 * room->rules->position_size + (count + 1) * sizeof *keys + 192;
}

int asc_room_seat_of(const online_room *room, const char *person) {
  for (int i = 0; i < room->players; i++)
    if (room->seats[i].person[0] != '\0' && strcmp(room->seats[i].person, person) == 0) return i + 1;
  return 0;
}

int asc_room_seat(const online_room *room, const char *person) {
  int seat = asc_room_seat_of(room, person);
  return seat > 0 && room->seats[seat - 1].left ? 0 : seat;
}

/* Who is to roll a die shows when it has fallen. */
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

static bool seat_is_free(const online_place *seat) { return seat->person[0] == '\0' && seat->level < 0; }

int asc_room_free_seat(const online_room *room) {
  for (int i = 0; i < room->players; i++)
    if (seat_is_free(&room->seats[i])) return i + 1;
  return 0;
}

/* The turn as it is now; a seat that a person has again at his next turn is his when another's turn comes. */
static void turn_set(online_room *room, int64_t time) {
  int before = room->turn;
  room->turn = room->state == ROOM_RUNNING ? turn_find(room, &room->rolling) : 0;
  if (room->turn != before) room->turn_time = time;
  for (int i = 0; i < room->players; i++) {
    online_place *seat = &room->seats[i];
    if (!seat->returning || room->turn == i + 1) continue;
    seat->returning = false;
    seat->level = ONLINE_LEVEL_NONE;
  }
}

bool asc_room_all_moved(const online_room *room) {
  for (int i = 0; i < room->players; i++) {
    const online_place *seat = &room->seats[i];
    if (!seat->moved && !seat->left && seat->level < 0) return false;
  }
  return true;
}

/* The seat whose clock runs: of a person, and with seconds only when all have moved. */
static int running_find(const online_room *room) {
  if (room->state != ROOM_RUNNING || room->clock == CLOCK_NONE || room->paused || room->turn == 0) return 0;
  if (room->seats[room->turn - 1].level >= 0) return 0;
  return room->clock == CLOCK_DAYS || asc_room_all_moved(room) ? room->turn : 0;
}

int64_t asc_room_clock(const online_room *room, int seat, int64_t now) {
  int64_t spent = seat == room->running && now > room->since ? now - room->since : 0;
  return room->seats[seat - 1].clock - spent;
}

/* ---- the kinds ---- */

static int settings_apply(online_room *room, const online_event *event) {
  const online_settings *settings = event->settings;
  bool first = event->kind == EVENT_CREATED;
  if (settings == NULL || first != (room->number == 0) || room->state != ROOM_INVITED) return ASC_E_ILLEGAL;
  const asc_rules *rules = asc_library_take(room->library, settings->spec);
  if (rules == NULL || rules->players != settings->players) {
    asc_library_give_back(room->library, rules);
    return ASC_E_ILLEGAL;
  }
  asc_library_give_back(room->library, room->rules);
  room->rules = rules;
  room->players = settings->players;
  room->clock = settings->clock;
  room->seconds = settings->seconds;
  room->increment = settings->increment;
  room->days = settings->days;
  room->toss = settings->toss;
  room->secret = settings->secret;
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

static int seated_apply(online_room *room, const online_event *event) {
  online_place *seat = &room->seats[event->seat - 1];
  if (room->state != ROOM_INVITED || !seat_is_free(seat) || event->person[0] == '\0' ||
      asc_room_seat(room, event->person) != 0)
    return ASC_E_ILLEGAL;
  memcpy(seat->person, event->person, sizeof seat->person);
  return ASC_OK;
}

static int started_apply(online_room *room, const online_event *event) {
  if (room->state != ROOM_INVITED || event->settings == NULL || event->settings->players != room->players)
    return ASC_E_ILLEGAL;
  for (int i = 0; i < room->players; i++) {
    const online_seat *drawn = &event->settings->seats[i];
    if (drawn->person[0] == '\0' && drawn->level < 0) return ASC_E_ILLEGAL;
    room->seats[i] = (online_place){.level = drawn->level};
    memcpy(room->seats[i].person, drawn->person, ASC_ID_TEXT_SIZE);
    room->seats[i].clock = room->clock == CLOCK_TIME   ? room->seconds * 1000LL
                           : room->clock == CLOCK_DAYS ? room->days * 86400000LL
                                                       : 0;
  }
  if (asc_play_open(&room->play, room->rules, NULL) < 0) return ASC_E_MEMORY;
  asc_play_forget_history(room->play);
  room->state = ROOM_RUNNING;
  return ASC_OK;
}

static int move_keep(online_room *room, asc_move move) {
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
  online_place *seat = &room->seats[event->seat - 1];
  if (room->state != ROOM_RUNNING || event->seat != room->turn || room->rolling != (event->kind == EVENT_ROLLED))
    return ASC_E_ILLEGAL;
  int code = asc_play_replay(room->play, event->token, false, NULL);
  if (code < 0) return code == ASC_E_MEMORY ? code : ASC_E_ILLEGAL;
  code = move_keep(room, asc_play_event(room->play, asc_play_event_count(room->play) - 1)->move);
  asc_play_forget_history(room->play);
  seat->moved = true;
  seat->away = false;
  seat->lag = (int16_t)(seat->lag + event->lag);
  room->made++;
  room->offer = OFFER_NONE;
  return code;
}

/* The whole game again, with its past. */
int asc_room_replay(const online_room *room, asc_play **play) {
  int code = asc_play_open(play, room->rules, NULL), gone = 0;
  for (int i = 0; code == ASC_OK && i <= room->plies; i++) {
    for (; code == ASC_OK && gone < room->left && room->leavers[gone].plies == i; gone++)
      code = room->leavers[gone].overtime ? asc_play_time_out(*play, room->leavers[gone].seat, NULL)
                                          : asc_play_resign(*play, room->leavers[gone].seat, NULL);
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
  if (room->state != ROOM_RUNNING) return ASC_E_ILLEGAL;
  asc_play *play;
  int code = asc_room_replay(room, &play);
  if (code < 0) return code;
  if (asc_play_undo(play, event->seat, NULL) != event->plies) {
    asc_play_close(play);
    return ASC_E_ILLEGAL;
  }
  room->plies -= event->plies;
  asc_play_close(room->play);
  room->play = play;
  asc_play_truncate(play, asc_play_event_count(play)); /* what was taken back does not come again by itself */
  asc_play_forget_history(play);
  room->offer = OFFER_NONE;
  return ASC_OK;
}

static int left_apply(online_room *room, const online_event *event) {
  online_place *seat = &room->seats[event->seat - 1];
  if (seat->left || (event->cause != CAUSE_AWAY && event->cause != CAUSE_GIVEN_UP && event->cause != CAUSE_TIME))
    return ASC_E_ILLEGAL;
  if (room->state == ROOM_INVITED) {
    *seat = (online_place){.level = ONLINE_LEVEL_NONE};
    return ASC_OK;
  }
  if (room->state != ROOM_RUNNING) return ASC_E_ILLEGAL;
  if (event->cause == CAUSE_AWAY) {
    seat->away = true;
    return ASC_OK;
  }
  bool overtime = event->cause == CAUSE_TIME;
  int code =
      overtime ? asc_play_time_out(room->play, event->seat, NULL) : asc_play_resign(room->play, event->seat, NULL);
  if (code < 0) return code == ASC_E_MEMORY ? code : ASC_E_ILLEGAL;
  asc_play_forget_history(room->play);
  room->leavers[room->left].plies = room->plies;
  room->leavers[room->left].seat = event->seat;
  room->leavers[room->left++].overtime = overtime;
  seat->left = true;
  room->offer = OFFER_NONE;
  return ASC_OK;
}

static int offered_apply(online_room *room, const online_event *event) {
  online_place *seat = &room->seats[event->seat - 1];
  if (event->offer == OFFER_NONE || (room->state == ROOM_ENDED) != (event->offer == OFFER_REMATCH))
    return ASC_E_ILLEGAL;
  int by = event->offer == OFFER_ENGINE ? asc_room_seat(room, event->person) : event->seat;
  if (by == 0) return ASC_E_ILLEGAL;
  room->offer = event->offer;
  room->offer_number = event->number;
  room->offer_seat = by;
  room->offer_about = event->seat;
  room->offer_level = event->level;
  room->yes = 1U << (by - 1);
  if (event->offer == OFFER_DRAW) seat->drawn = room->made + 1;
  if (event->offer == OFFER_BACK) seat->backed = room->made + 1;
  return ASC_OK;
}

static int answered_apply(online_room *room, const online_event *event) {
  if (event->offer == OFFER_NONE || event->offer != room->offer) return ASC_E_ILLEGAL;
  if (event->kind == EVENT_ACCEPTED)
    room->yes |= 1U << (event->seat - 1);
  else
    room->offer = OFFER_NONE;
  return ASC_OK;
}

static int given_apply(online_room *room, const online_event *event) {
  online_place *seat = &room->seats[event->seat - 1];
  if (room->state != ROOM_RUNNING || seat->left || seat->person[0] == '\0') return ASC_E_ILLEGAL;
  bool given = event->kind == EVENT_SEAT_GIVEN;
  if (given == (seat->level >= 0)) return ASC_E_ILLEGAL;
  if (given) {
    seat->level = event->level;
    seat->returning = false;
    room->offer = OFFER_NONE;
  } else {
    seat->returning = true; /* turn_set gives it at once unless it is its turn */
    seat->away = false;
  }
  return ASC_OK;
}

static int time_given_apply(online_room *room, const online_event *event) {
  return room->state == ROOM_RUNNING && room->clock != CLOCK_NONE && event->given > 0 ? ASC_OK : ASC_E_ILLEGAL;
}

static int paused_apply(online_room *room, const online_event *event) {
  bool pausing = event->kind == EVENT_PAUSED;
  if (room->state != ROOM_RUNNING || room->paused == pausing) return ASC_E_ILLEGAL;
  room->paused = pausing;
  return ASC_OK;
}

static bool cause_fits(const online_room *room, online_cause cause) {
  static const asc_end ends[] = {ASC_END_RULES,       ASC_END_REPETITION, ASC_END_LIMIT,
                                 ASC_END_RESIGNATION, ASC_END_AGREED,     ASC_END_TIME};
  if (cause == CAUSE_ABORTED) return room->play == NULL || asc_play_end(room->play) == ASC_END_NONE;
  return cause < CAUSE_ABORTED && room->state == ROOM_RUNNING && asc_play_end(room->play) == ends[cause];
}

static int ended_apply(online_room *room, const online_event *event) {
  if (room->state != ROOM_INVITED && room->state != ROOM_RUNNING) return ASC_E_ILLEGAL;
  if (event->cause == CAUSE_AGREED && (room->play == NULL || asc_play_agree_draw(room->play, NULL) < 0))
    return ASC_E_ILLEGAL;
  if (!cause_fits(room, event->cause)) return ASC_E_ILLEGAL;
  room->state = ROOM_ENDED;
  room->cause = event->cause;
  room->outcome = event->outcome;
  room->offer = OFFER_NONE;
  play_drop(room);
  return ASC_OK;
}

static int rematch_apply(online_room *room, const online_event *event) {
  if (room->state != ROOM_ENDED || room->next[0] != '\0' || event->next[0] == '\0') return ASC_E_ILLEGAL;
  memcpy(room->next, event->next, sizeof room->next);
  room->offer = OFFER_NONE;
  return ASC_OK;
}

static int private_apply(online_room *room, const online_event *event) {
  (void)event;
  if (room->secret) return ASC_E_ILLEGAL;
  room->secret = true;
  return ASC_OK;
}

/* What each kind does; whether it is about a seat; whether who has not seen it speaks of another state; whether it was
   done by people, so that the game is not forgotten. */
static const struct {
  int (*apply)(online_room *room, const online_event *event);
  bool seat, settles, acts;
} KINDS[EVENT_KINDS] = {
    [EVENT_CREATED] = {settings_apply, false, true, true},
    [EVENT_CHANGED] = {settings_apply, false, true, true},
    [EVENT_SEATED] = {seated_apply, true, false, true},
    [EVENT_STARTED] = {started_apply, false, true, true},
    [EVENT_MOVED] = {moved_apply, true, true, true},
    [EVENT_ROLLED] = {moved_apply, true, true, true},
    [EVENT_OFFERED] = {offered_apply, true, false, true},
    [EVENT_WITHDRAWN] = {answered_apply, true, false, true},
    [EVENT_ACCEPTED] = {answered_apply, true, false, true},
    [EVENT_DECLINED] = {answered_apply, true, false, true},
    [EVENT_TAKEN_BACK] = {taken_back_apply, true, true, true},
    [EVENT_LEFT] = {left_apply, true, true, true},
    [EVENT_SEAT_GIVEN] = {given_apply, true, true, true},
    [EVENT_SEAT_RETURNED] = {given_apply, true, false, true},
    [EVENT_TIME_GIVEN] = {time_given_apply, true, false, true},
    [EVENT_MADE_PRIVATE] = {private_apply, false, false, true},
    [EVENT_PAUSED] = {paused_apply, false, false, false},
    [EVENT_RESUMED] = {paused_apply, false, false, false},
    [EVENT_ENDED] = {ended_apply, false, true, true},
    [EVENT_REMATCH] = {rematch_apply, false, false, true},
};

uint64_t asc_room_command_hash(const char *person, const char *command) {
  return asc_hash_text(asc_hash_text(1, person), command) | 1;
}

static void command_remember(online_room *room, const online_event *event) {
  if (event->command[0] == '\0') return;
  uint64_t hash = asc_room_command_hash(event->person, event->command);
  unsigned newest = (room->recent_at + ONLINE_RECENT - 1) % ONLINE_RECENT;
  if (room->recent[newest].hash == hash) {
    room->recent[newest].last = event->number;
    return;
  }
  room->recent[room->recent_at].hash = hash;
  room->recent[room->recent_at].first = room->recent[room->recent_at].last = event->number;
  room->recent_at = (room->recent_at + 1) % ONLINE_RECENT;
}

int asc_room_change(online_room *room, const online_event *event) {
  bool placed = event->seat >= 1 && event->seat <= room->players;
  if (room->state == ROOM_BROKEN || event->number != room->number + 1 || event->time < room->time ||
      (room->number == 0) != (event->kind == EVENT_CREATED) || (KINDS[event->kind].seat && !placed))
    return ASC_E_ILLEGAL;
  int code = KINDS[event->kind].apply(room, event);
  if (code < 0) return code;
  room->number = event->number;
  room->time = event->time;
  if (KINDS[event->kind].settles) room->settled = event->number;
  if (KINDS[event->kind].acts) room->acted = event->time;
  if (event->kind == EVENT_STARTED || event->kind == EVENT_RESUMED) room->turn_time = event->time;
  command_remember(room, event);
  turn_set(room, event->time);
  return ASC_OK;
}

void asc_room_clocks_set(online_room *room, const online_event *event) {
  for (int i = 0; event->timed && i < room->players; i++) room->seats[i].clock = event->left[i];
  room->since = event->time;
  room->running = running_find(room);
}

int asc_room_apply(online_room *room, const online_event *event) {
  int code = asc_room_change(room, event);
  if (code == ASC_OK && event->timed && event->players != room->players) code = ASC_E_ILLEGAL;
  if (code == ASC_OK) asc_room_clocks_set(room, event);
  if (code < 0 && code != ASC_E_MEMORY) {
    play_drop(room);
    room->state = ROOM_BROKEN;
    room->running = room->turn = 0;
  }
  return code < 0 && code != ASC_E_MEMORY ? ASC_E_ILLEGAL : code;
}
