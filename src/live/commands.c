/* Commands of players: creating a game, joining it, and everything that is done in it. The rules of src/online decide;
   this file hands them the moment and turns their answer into a change. */
#include "operations.h"

#include "games.h"
#include "gaps.h"
#include "request.h"
#include "rooms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The id of a new game follows from its creator's secret and the command: created twice it is one game. */
static void game_id_make(const live_request *request, char id[ASC_ID_TEXT_SIZE]) {
  asc_hmac hmac;
  uint8_t digest[ASC_SHA256_SIZE];
  const char *command = request->inside->command.id;
  asc_hmac_init(&hmac, request->sender.hash, sizeof request->sender.hash);
  asc_hmac_update(&hmac, command, strlen(command));
  asc_hmac_final(&hmac, digest);
  asc_secret_encode(digest, ASC_ID_BITS, id);
}

/* The keys of a game follow from its creator's secret: asked again they are the same, and no database has them. */
static void key_make(const live_request *request, int slot, char key[ASC_SEAT_KEY_TEXT_SIZE]) {
  asc_hmac hmac;
  uint8_t digest[ASC_SHA256_SIZE], number = (uint8_t)slot;
  asc_hmac_init(&hmac, request->sender.links, sizeof request->sender.links);
  asc_hmac_update(&hmac, request->game, strlen(request->game));
  asc_hmac_update(&hmac, &number, 1);
  asc_hmac_final(&hmac, digest);
  asc_secret_encode(digest, ASC_SEAT_KEY_BITS, key);
}

/* ---- replies that repeat events ---- */

/* The keys of a game that is created once more by the same command. */
static void keys_write(const live_request *request, asc_json *json) {
  const online_settings *settings = &request->inside->settings;
  char key[ASC_SEAT_KEY_TEXT_SIZE];
  int count = 0;
  for (int i = 0; i < settings->players; i++) {
    if (settings->seats[i].person[0] != '\0' || settings->seats[i].level >= 0) continue;
    if (count == 0) asc_json_open(json, "keys", '[');
    key_make(request, ++count, key);
    asc_json_text(json, NULL, key);
  }
  if (count > 0) asc_json_close(json, ']');
}

/* How many of the events that were read the command caused; they are the first ones. 0 if memory is short. */
static size_t events_of_command(const live_request *request) {
  const store_job *job = request->inside->job;
  online_event event;
  online_settings settings;
  size_t count = 0;
  for (; count < job->events_count; count++) {
    int code = online_event_read(&event, &settings, job->events[count].body, job->events[count].length);
    if (code == ASC_E_MEMORY) return 0;
    if (code < 0 || strcmp(event.command, request->inside->command.id) != 0) break;
  }
  return count;
}

/* Events of the last read: what the sender missed (409), or what an earlier copy of the command did (200). */
static void reply_old_events(live_request *request, bool is_stale) {
  struct live_request_inside *inside = request->inside;
  const store_job *job = inside->job;
  size_t count = is_stale ? job->events_count : events_of_command(request);
  if (job->games_count == 0 || (!is_stale && count == 0)) {
    live_reject_busy(request);
    return;
  }
  if (live_game_is_hidden(request)) {
    live_reject(request, 404, "online.not-found");
    return;
  }
  asc_json json = asc_strbuf_json(&inside->text);
  asc_json_open(&json, NULL, '{');
  if (is_stale) {
    asc_message message;
    asc_message_set(&message, "online.stale");
    live_error_write(&json, NULL, &message);
  }
  asc_json_text(&json, "game", request->game);
  asc_json_number(&json, "last", count > 0 ? job->events[count - 1].seq : inside->command.last);
  if (live_operation_creates(request->operation)) keys_write(request, &json);
  asc_json_open(&json, "events", '[');
  for (size_t i = 0; i < count; i++) online_stored_write(&json, NULL, job->events[i].body, job->events[i].length);
  asc_json_close(&json, ']');
  asc_json_close(&json, '}');
  live_reply(request, is_stale ? 409 : 200);
}

static void reply_stale(live_request *request) { reply_old_events(request, true); }
static void reply_repeated(live_request *request) { reply_old_events(request, false); }

/* The listing thread reads the events: they are durable when this batch is. A game without a room is the sender's own,
   who creates it once more. */
static void events_ask(live_request *request, int64_t from, int max, void (*respond)(live_request *request)) {
  const live_room *room = request->inside->room;
  request->inside->was_private = room == NULL || room->game->is_private;
  store_job *job = store_job_open();
  if (job != NULL) store_job_ask_game(job, request->game, from, max);
  live_request_list(request, job, respond);
}

/* ---- commands in a room ---- */

/* Players may change seats when the game starts: names and presence move with them. */
static void seats_follow(live_room *room, const live_room *before, const online_player *seats,
                         const live_sender *sender) {
  for (int i = 0; i < room->game->players; i++) {
    const char *person = room->game->seats[i].person;
    for (int k = 0; person[0] != '\0' && k < room->game->players; k++)
      if (strcmp(seats[k].person, person) == 0) {
        memcpy(room->names[i], before->names[k], LIVE_NAME_BYTES);
        room->seats[i] = before->seats[k];
      }
    if (strcmp(person, sender->person) == 0) memcpy(room->names[i], sender->name, LIVE_NAME_BYTES);
  }
}

static void change_command(live_request *request, live_change *change, bool was_invited, int64_t now) {
  const online_command *command = &request->inside->command;
  uint8_t hash[STORE_HASH];
  if (command->action == ONLINE_DO_JOIN) {
    asc_secret_hash("seat", request->key, hash);
    store_job_claim(change->job, STORE_SECRET_SEAT, hash, request->sender.person, now);
  }
  if (was_invited && (command->action == ONLINE_DO_LEAVE || command->action == ONLINE_DO_RESIGN))
    store_job_release_seat(change->job, change->room->id, request->sender.person);
}

static void reply_rejected(live_request *request, const online_answer *answer) {
  bool is_not_seated = answer->reason.key != NULL && strcmp(answer->reason.key, "online.not-a-player") == 0;
  live_reject_message(request, is_not_seated ? 403 : 422, request->inside->room->game->rules, &answer->reason);
}

void live_command_decide(live_request *request) {
  struct live_request_inside *inside = request->inside;
  live_room *room = inside->room;
  online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  const live_room before = *room;
  online_player seats[ASC_PLAYERS_MAX];
  bool was_invited = room->game->state == ONLINE_INVITED;
  int number = room->game->number;
  memcpy(seats, room->game->seats, sizeof seats);
  online_moment moment = live_room_moment(room, request, fresh);
  online_room_do(room->game, request->sender.person, &inside->command, &moment, &answer);
  if (answer.result == ONLINE_DONE && room->game->number > number) {
    if (was_invited) seats_follow(room, &before, seats, &request->sender);
    live_change *change = live_change_add(room->loop, room, request);
    if (change != NULL) change_command(request, change, was_invited, moment.now);
    if (change == NULL || !live_room_change(change, &answer)) room->has_conflict = true;
  } else if (answer.result == ONLINE_FAILED) {
    room->has_conflict = true;
  } else if (answer.result == ONLINE_REPEATED) {
    events_ask(request, answer.first, answer.last - answer.first + 1, reply_repeated);
  } else if (answer.result == ONLINE_STALE) {
    if (live_request_pay(request, room->number - inside->command.last))
      events_ask(request, inside->command.last + 1, LIVE_EVENTS_MAX, reply_stale);
  } else {
    reply_rejected(request, &answer);
  }
}

/* ---- joining ---- */

/* The seat of a key: the keys of a game belong, in order, to the seats that are neither the creator's nor an engine's.
   -1: none. */
static int slot_seat(const online_room *game, int slot) {
  for (int i = 0; i < game->players; i++) {
    bool is_owner = strcmp(game->seats[i].person, game->owner) == 0;
    if (!is_owner && game->seats[i].level < 0 && --slot == 0) return i + 1;
  }
  return -1;
}

/* Whether the creator has blocked the sender. */
live_need live_join_prepare(live_request *request) {
  struct live_request_inside *inside = request->inside;
  if (inside->key != LIVE_KEY_FREE || inside->stage > 0) return LIVE_NEEDS_NONE;
  store_job *job = store_job_open();
  if (job != NULL) store_job_ask_blocks(job, inside->room->game->owner);
  return live_request_read(request, job);
}

void live_join_decide(live_request *request) {
  struct live_request_inside *inside = request->inside;
  const online_room *game = inside->room->game;
  if (inside->key != LIVE_KEY_FREE) {
    bool is_visible = live_room_may_see(inside->room, request);
    const char *why = inside->key == LIVE_KEY_TAKEN ? "online.seat-taken" : "online.invalid-key";
    live_reject(request, is_visible ? 403 : 404, is_visible ? why : "online.not-found");
    return;
  }
  if (inside->job->status != STORE_DONE) {
    live_reject(request, 503, "online.store-down");
    return;
  }
  for (size_t i = 0; i < inside->job->persons_count; i++)
    if (strcmp(inside->job->persons[i].current, request->sender.person) == 0) {
      live_reject(request, 403, "online.blocked");
      return;
    }
  int seat = inside->command.seat = slot_seat(game, inside->slot);
  /* Somebody else claimed the key in this batch. */
  if (seat > 0 && game->seats[seat - 1].person[0] != '\0' &&
      strcmp(game->seats[seat - 1].person, request->sender.person) != 0) {
    live_reject(request, 403, "online.seat-taken");
    return;
  }
  live_command_decide(request);
}

/* ---- creating ---- */

/* A player may have so many open games. */
live_need live_create_prepare(live_request *request) {
  if (request->inside->stage > 0) return LIVE_NEEDS_NONE;
  store_job *job = store_job_open();
  unsigned states = 1U << STORE_GAME_INVITED | 1U << STORE_GAME_RUNNING;
  if (job != NULL) store_job_ask_games_of(job, request->sender.person, states, 0, NULL, LIVE_GAMES_MAX);
  return live_request_read(request, job);
}

static bool has_too_many_games(const live_request *request) {
  const store_job *job = request->inside->job;
  size_t invited = 0;
  for (size_t i = 0; i < job->games_count; i++) invited += job->games[i].state == STORE_GAME_INVITED;
  return request->inside->loop->options.limits != 0 &&
         (job->games_count >= LIVE_GAMES_MAX || invited >= LIVE_INVITATIONS_MAX);
}

/* Whether the sender creates another game in this batch, which the count does not know of. */
static bool creates_another(const live_request *request) {
  for (const live_change *at = request->inside->loop->changes; at != NULL; at = at->next)
    if (at->is_new && at->request != NULL && strcmp(at->request->sender.person, request->sender.person) == 0)
      return true;
  return false;
}

static void seat_keys_add(live_request *request, live_change *change, int64_t now) {
  const online_room *game = change->room->game;
  for (int i = 0; i < game->players; i++) {
    if (strcmp(game->seats[i].person, request->sender.person) == 0)
      memcpy(change->room->names[i], request->sender.name, LIVE_NAME_BYTES);
    if (game->seats[i].person[0] != '\0' || game->seats[i].level >= 0) continue;
    char *key = change->keys[change->key_count++];
    store_secret_row row = {.kind = STORE_SECRET_SEAT,
                            .person = request->sender.person,
                            .game = request->game,
                            .seat = change->key_count,
                            .created = now,
                            .seen = now};
    key_make(request, change->key_count, key);
    asc_secret_hash("seat", key, row.hash);
    store_job_secret(change->job, &row);
  }
}

static void game_create(live_request *request) {
  struct live_request_inside *inside = request->inside;
  live_loop *loop = inside->loop;
  online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  live_room *room = live_room_add(loop, request->game);
  if (room == NULL || online_room_open(&room->game, loop->rules) < 0) {
    if (room != NULL) live_room_drop(room);
    live_reject_busy(request);
    return;
  }
  room->state = LIVE_ROOM_OPEN;
  room->names_state = LIVE_NAMES_READ;
  inside->room = room;
  online_moment moment = live_room_moment(room, request, fresh);
  online_room_create(room->game, request->sender.person, inside->command.id, &inside->settings, &moment, &answer);
  if (answer.result != ONLINE_DONE) {
    live_room_drop(room);
    inside->room = NULL;
    live_reject_busy(request); /* memory is short: the settings were checked when the request was read */
    return;
  }
  live_room_touch(room);
  for (int i = 0; i < room->game->players; i++) room->seats[i].heard = moment.now;
  live_change *change = live_change_add(loop, room, request);
  if (change == NULL) {
    room->has_conflict = true;
    return;
  }
  change->is_new = true;
  seat_keys_add(request, change, moment.now);
  if (!live_room_change(change, &answer)) room->has_conflict = true;
}

void live_create_decide(live_request *request) {
  struct live_request_inside *inside = request->inside;
  game_id_make(request, request->game);
  if (inside->job->status != STORE_DONE) {
    live_reject(request, 503, "online.store-down");
  } else if (live_room_find(inside->loop, request->game) != NULL || inside->tries > 0) {
    events_ask(request, 1, 2, reply_repeated); /* it exists already, by the same command */
  } else if (creates_another(request)) {
    live_request_retry(request, false);
  } else if (has_too_many_games(request)) {
    live_reject(request, 429, "online.too-many-games");
  } else {
    game_create(request);
  }
}

/* ---- the host ---- */

/* The host ends a game. A damaged one is marked as such, so that nobody reads it again. */
void live_close_game_decide(live_request *request) {
  live_room *room = request->inside->room;
  live_change *change = live_change_add(room->loop, room, request);
  online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  if (change == NULL) return;
  store_job_order_done(change->job, request->inside->order);
  if (room->game->state == ONLINE_DAMAGED) {
    store_game_row row;
    char spec[ASC_SPEC_MAX];
    asc_strbuf summary = {0};
    bool is_whole = live_room_row(room, &row, spec, &summary);
    row.seats = 0;
    if (is_whole) store_job_game(change->job, &row);
    free(summary.text);
    if (summary.failed) room->has_conflict = true;
  }
  online_moment moment = live_room_moment(room, NULL, fresh);
  online_room_abort(room->game, &moment, &answer);
  if (answer.result == ONLINE_DONE && answer.count > 0) (void)live_room_change(change, &answer);
}
