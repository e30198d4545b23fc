/* Requests about games besides commands: showing one, its events, watching it, links, phrases, and the list of a
   player's games. Replies that show a game are written after the commit, so that they show what is durable. */
#include "games.h"

#include "gaps.h"
#include "operations.h"
#include "peers.h"
#include "request.h"
#include "rooms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- showing ---- */

static void show_respond(live_request *request) {
  asc_json json = asc_strbuf_json(&request->inside->text);
  asc_json_open(&json, NULL, '{');
  live_game_write(request->inside->room, &request->sender, &json);
  asc_json_close(&json, '}');
  live_reply(request, 200);
}

void live_show_decide(live_request *request) { request->inside->respond = show_respond; }

/* ---- events ---- */

bool live_game_is_hidden(const live_request *request) {
  const store_game_row *row = &request->inside->job->games[0];
  if (!row->is_private || request->inside->was_private) return false;
  for (int i = 0; i < row->seats; i++)
    if (row->seat[i].person != NULL && strcmp(row->seat[i].person, request->sender.person) == 0) return false;
  return true;
}

static void events_respond(live_request *request) {
  const store_job *job = request->inside->job;
  if (job->games_count == 0 || live_game_is_hidden(request)) {
    live_reject(request, 404, "online.not-found");
    return;
  }
  asc_strbuf *text = &request->inside->text;
  asc_strbuf_add_text(text, "");
  for (size_t i = 0; i < job->events_count; i++) {
    asc_json line = asc_strbuf_json(text);
    online_stored_write(&line, NULL, job->events[i].body, job->events[i].length);
    asc_strbuf_add_char(text, '\n');
  }
  request->inside->type = "application/x-ndjson; charset=utf-8";
  live_reply(request, 200);
}

void live_events_decide(live_request *request) {
  request->inside->was_private = request->inside->room->game->is_private;
  if (!live_request_pay(request, request->inside->room->number - request->from + 1)) return;
  store_job *job = store_job_open();
  if (job != NULL) store_job_ask_game(job, request->game, request->from, LIVE_EVENTS_MAX);
  live_request_list(request, job, events_respond);
}

/* ---- watching ---- */

/* Stage 0: the events that the client misses are read. Stage 1: what peers wrote meanwhile, too. */
live_need live_watch_prepare(live_request *request) {
  struct live_request_inside *inside = request->inside;
  live_room *room = inside->room;
  if (inside->stage == 0) {
    int64_t seen = live_body_number(request, "from", 0, INT32_MAX, 0);
    if (seen < 0) {
      live_reject(request, 400, "online.malformed");
      return LIVE_NEEDS_END;
    }
    request->from = seen + 1;
    bool is_too_long = room->number - request->from >= LIVE_EVENTS_MAX;
    if (!is_too_long && !inside->is_paid && !live_request_pay(request, room->number - request->from + 1))
      return LIVE_NEEDS_END;
    inside->is_paid = true;
    if (!live_events_take(inside->loop, is_too_long ? 0 : room->number - request->from + 1)) return LIVE_NEEDS_READ;
    store_job *job = store_job_open();
    if (job != NULL) store_job_ask_game(job, request->game, request->from, is_too_long ? 0 : LIVE_EVENTS_MAX);
    return live_request_read(request, job);
  }
  if (inside->job->status == STORE_DONE && inside->job->games_count > 0 &&
      inside->job->games[0].last > room->game->number && room->game->state != ONLINE_DAMAGED) {
    inside->stage = 0;
    live_room_set_behind(room, inside->job->games[0].last);
    return live_room_prepare(room);
  }
  return LIVE_NEEDS_NONE;
}

/* Events of this batch that follow those that were read. */
static void new_events_write(const live_request *request, int64_t after, asc_json *json) {
  const live_loop *loop = request->inside->loop;
  for (const live_change *change = loop->changes; change != NULL; change = change->next)
    for (int i = 0; change->room == request->inside->room && i < change->count; i++)
      if (change->first + i > after) asc_json_raw(json, NULL, change->lines[i], strlen(change->lines[i]));
}

static void watch_respond(live_request *request) {
  struct live_request_inside *inside = request->inside;
  live_room *room = inside->room;
  const store_job *job = inside->job;
  live_socket *socket = live_socket_find(inside->loop, request->client);
  if (socket == NULL || job->status != STORE_DONE) {
    live_reject(request, 503, "online.store-down");
    return;
  }
  if (socket->listener_count >= LIVE_WATCHED_MAX && live_listener_find(socket, request->game) == NULL) {
    live_reject(request, 429, "online.too-many-watched");
    return;
  }
  live_socket_identify(socket, &request->sender);
  if (!live_listener_add(room, socket, room->number)) {
    live_reject_busy(request);
    return;
  }
  /* The client reads what is more than a reply holds page by page, and hears what comes from now on. */
  if (job->more || room->number - request->from >= LIVE_EVENTS_MAX) {
    live_reject(request, 413, "online.too-large");
    return;
  }
  live_presence_update(room, live_now(inside->loop));
  asc_json json = asc_strbuf_json(&inside->text);
  asc_json_open(&json, NULL, '{');
  asc_json_open(&json, "game", '{');
  live_game_write(room, &request->sender, &json);
  asc_json_close(&json, '}');
  asc_json_open(&json, "events", '[');
  for (size_t i = 0; i < job->events_count; i++)
    online_stored_write(&json, NULL, job->events[i].body, job->events[i].length);
  new_events_write(request, job->events_count > 0 ? job->events[job->events_count - 1].seq : request->from - 1, &json);
  asc_json_close(&json, ']');
  asc_json_close(&json, '}');
  live_reply(request, 200);
}

void live_watch_decide(live_request *request) { request->inside->respond = watch_respond; }

void live_unwatch_decide(live_request *request) {
  live_socket *socket = live_socket_find(request->inside->loop, request->client);
  live_listener *listener = socket == NULL ? NULL : live_listener_find(socket, request->game);
  if (listener != NULL) live_listener_remove(listener);
  live_reply_ok(request);
}

/* ---- links ---- */

static void link_committed(live_loop *loop, live_change *change) {
  live_request *request = change->request;
  (void)loop;
  asc_json json = asc_strbuf_json(&request->inside->text);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "key", change->keys[0]);
  asc_json_close(&json, '}');
  live_reply(request, 200);
}

/* A new key in place of the one that was made for this link; the old one seats nobody any more. */
void live_link_decide(live_request *request) {
  struct live_request_inside *inside = request->inside;
  live_loop *loop = inside->loop;
  const online_room *game = inside->room->game;
  int64_t slot = live_body_number(request, "slot", 1, ASC_PLAYERS_MAX, 1);
  if (strcmp(game->owner, request->sender.person) != 0) {
    live_reject(request, 403, "online.not-creator");
    return;
  }
  if (game->state != ONLINE_INVITED || slot < 1) {
    live_reject(request, 422, game->state != ONLINE_INVITED ? "online.started" : "online.no-such-seat");
    return;
  }
  live_change *change = live_change_add(loop, NULL, request);
  if (change == NULL) {
    live_reject_busy(request);
    return;
  }
  uint8_t bytes[ASC_SEAT_KEY_BITS / 8];
  loop->world.random(loop->world.data, bytes, sizeof bytes);
  asc_secret_encode(bytes, ASC_SEAT_KEY_BITS, change->keys[0]);
  int64_t now = live_now(loop);
  store_secret_row row = {.kind = STORE_SECRET_SEAT,
                          .person = request->sender.person,
                          .game = request->game,
                          .seat = (int)slot,
                          .created = now,
                          .seen = now};
  asc_secret_hash("seat", change->keys[0], row.hash);
  store_job_revoke_seat(change->job, request->game, (int)slot);
  store_job_secret(change->job, &row);
  change->on_commit = link_committed;
}

/* ---- phrases ---- */

enum { PHRASE_TIME = 3000, PHRASES_IN_A_ROW = 3 }; /* ms between two phrases of a seat */
static const char *const PHRASES[] = {"hello",     "good-luck", "well-played", "thanks",    "sorry",   "one-moment",
                                      "back-soon", "good-move", "oops",        "good-game", "must-go", "again"};

void live_phrase_count(live_room *room, int seat, int64_t now) {
  room->seats[seat - 1].phrase = now;
  room->seats[seat - 1].phrases++;
  for (int i = 0; i < room->game->players; i++)
    if (i + 1 != seat) room->seats[i].phrases = 0;
}

void live_phrase_publish(live_room *room, int seat, const char *phrase, int64_t now) {
  asc_strbuf text = {0};
  asc_json json = asc_strbuf_json(&text);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "game", room->id);
  asc_json_open(&json, "said", '{');
  asc_json_number(&json, "seat", seat);
  asc_json_text(&json, "phrase", phrase);
  asc_json_number(&json, "t", now);
  asc_json_close(&json, '}');
  asc_json_close(&json, '}');
  live_publish(room, &text, true);
  free(text.text);
}

static const char *phrase_of(const live_request *request) {
  const char *wanted = json_string_value(json_object_get(request->body, "phrase"));
  for (size_t i = 0; wanted != NULL && i < sizeof PHRASES / sizeof *PHRASES; i++)
    if (strcmp(PHRASES[i], wanted) == 0) return PHRASES[i];
  return NULL;
}

static void phrase_respond(live_request *request) {
  live_room *room = request->inside->room;
  int seat = online_room_seat_of(room->game, request->sender.person);
  if (seat > 0) live_phrase_publish(room, seat, phrase_of(request), live_now(room->loop));
  live_reply_ok(request);
}

void live_phrase_decide(live_request *request) {
  struct live_request_inside *inside = request->inside;
  live_room *room = inside->room;
  const char *phrase = phrase_of(request);
  int seat = online_room_seat_of(room->game, request->sender.person);
  int64_t now = live_now(inside->loop);
  if (seat == 0 || phrase == NULL) {
    live_reject(request, seat == 0 ? 403 : 422, seat == 0 ? "online.not-a-player" : "online.no-such-phrase");
    return;
  }
  if (room->seats[seat - 1].phrases >= PHRASES_IN_A_ROW || now - room->seats[seat - 1].phrase < PHRASE_TIME) {
    live_reject(request, 429, "online.phrase-wait");
    return;
  }
  live_phrase_count(room, seat, now);
  live_notice_send(inside->loop, "said %s %d %s", room->id, seat, phrase);
  inside->respond = phrase_respond;
}

/* ---- the games of a player ---- */

enum { LIST_MAX = 50 };

static void row_write(const live_request *request, const store_game_row *row, asc_json *json) {
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "id", row->id);
  asc_json_text(json, "state", live_state_words[row->state]);
  asc_json_number(json, "turn", row->turn + 1);
  asc_json_number(json, "created", row->created);
  asc_json_number(json, "changed", row->changed);
  asc_json_number(json, "deadline", row->deadline);
  asc_json_number(json, "plies", row->plies);
  asc_json_number(json, "last", row->last);
  asc_json_open(json, "seats", '[');
  for (int i = 0; i < row->seats; i++) {
    const char *person = row->seat[i].person;
    asc_json_open(json, NULL, '{');
    if (person != NULL) asc_json_text(json, "person", person);
    if (row->seat[i].engine >= 0) asc_json_number(json, "level", row->seat[i].engine);
    if (person != NULL && strcmp(person, request->sender.person) == 0) asc_json_bool(json, "you", true);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  const char *summary = row->summary != NULL ? row->summary : "{}";
  online_stored_write(json, "summary", summary, strlen(summary));
  asc_json_close(json, '}');
}

/* The names were read after the rows, whose JSON is in the reply already. */
static void names_respond(live_request *request) {
  const store_job *job = request->inside->job;
  asc_json json = asc_strbuf_json(&request->inside->text);
  json.needs_comma = true;
  asc_json_open(&json, "names", '{');
  for (size_t i = 0; i < job->persons_count; i++) asc_json_text(&json, job->persons[i].id, job->persons[i].name);
  asc_json_close(&json, '}');
  asc_json_close(&json, '}');
  live_reply(request, 200);
}

static void list_respond(live_request *request) {
  enum { PERSONS_MAX = LIST_MAX * STORE_SEATS_MAX + 1 };
  const store_job *rows = request->inside->job;
  const char *persons[PERSONS_MAX];
  size_t count = 0;
  asc_json json = asc_strbuf_json(&request->inside->text);
  asc_json_open(&json, NULL, '{');
  asc_json_number(&json, "now", live_now(request->inside->loop));
  asc_json_open(&json, "games", '[');
  persons[count++] = request->sender.person;
  for (size_t i = 0; i < rows->games_count; i++) {
    row_write(request, &rows->games[i], &json);
    for (int k = 0; k < rows->games[i].seats; k++) {
      const char *person = rows->games[i].seat[k].person;
      size_t at = 0;
      while (person != NULL && at < count && strcmp(persons[at], person) != 0) at++;
      if (person != NULL && at == count && count < PERSONS_MAX) persons[count++] = person;
    }
  }
  asc_json_close(&json, ']');
  asc_json_bool(&json, "more", rows->more);
  store_job *job = store_job_open();
  if (job != NULL) store_job_ask_persons(job, persons, count);
  live_request_list(request, job, names_respond);
}

/* /api/me/games?state=running&before=TIME&game=ID */
void live_list_decide(live_request *request) {
  unsigned states = 0;
  for (unsigned i = 0; i <= STORE_GAME_DAMAGED; i++)
    if (request->part[0] == '\0' || strcmp(request->part, live_state_words[i]) == 0) states |= 1U << i;
  if (!live_request_pay(request, LIST_MAX)) return;
  store_job *job = store_job_open();
  const char *after = request->game[0] != '\0' ? request->game : NULL;
  if (job != NULL) store_job_ask_games_of(job, request->sender.person, states, request->from, after, LIST_MAX);
  live_request_list(request, job, list_respond);
}
