/* What is asked of a game besides its commands: how it stands, its events, listening, sitting down, links, phrases; and
   the games of a person. */
#include "hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const STATES[] = {"invited", "running", "ended", "broken"};

static asc_job *question(live_ask *ask, void (*then)(asc_job *job)) {
  asc_job *job = asc_ask_job(ask, then, ask);
  if (job == NULL) asc_ask_refuse(ask, 503, "online.busy");
  return job;
}

static bool number_is(const json_t *value, int64_t least, int64_t most) {
  return json_is_integer(value) && json_integer_value(value) >= least && json_integer_value(value) <= most;
}

/* What stands is shown when nothing is on its way to the disk. */
static bool must_wait(live_ask *ask) {
  live_room *room = ask->room;
  if (room->pending == 0 && !room->locked) return false;
  asc_hall_wait(room, ask);
  return true;
}

/* ---- how it stands ---- */

static void seats_json(const live_room *room, asc_json *json) {
  asc_json_open(json, "seats", '[');
  for (int i = 0; i < room->room->players; i++) {
    const online_place *seat = &room->room->seats[i];
    asc_json_open(json, NULL, '{');
    if (seat->person[0] != '\0') {
      asc_json_text(json, "person", seat->person);
      asc_json_text(json, "name", room->names[i]);
    }
    if (seat->level >= 0) asc_json_number(json, "level", seat->level);
    if (seat->returning) asc_json_bool(json, "returning", true);
    if (seat->away) asc_json_bool(json, "away", true);
    if (seat->left) asc_json_bool(json, "left", true);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
}

static void clocks_json(const online_room *own, int64_t now, asc_json *json) {
  asc_json_number(json, "now", now);
  if (own->clock == CLOCK_NONE || own->state != ROOM_RUNNING) return;
  asc_json_open(json, "clocks", '[');
  for (int i = 0; i < own->players; i++) {
    int64_t left = asc_room_clock(own, i + 1, now);
    asc_json_number(json, NULL, left > 0 ? left : 0);
  }
  asc_json_close(json, ']');
  asc_json_number(json, "running", own->running);
}

static void offer_json(const online_room *own, asc_json *json) {
  if (own->offer == OFFER_NONE) return;
  asc_json_open(json, "offer", '{');
  asc_json_text(json, "offer", asc_offer_word(own->offer));
  asc_json_number(json, "by", own->offer_seat);
  asc_json_number(json, "seat", own->offer_about);
  asc_json_open(json, "yes", '[');
  for (int i = 0; i < own->players; i++)
    if (own->yes >> i & 1) asc_json_number(json, NULL, i + 1);
  asc_json_close(json, ']');
  asc_json_close(json, '}');
}

static const char *const CLOCK_WORDS[] = {"none", "time", "days"};

void asc_room_json(const live_room *room, const live_who *who, asc_json *json) {
  const online_room *own = room->room;
  char spec[ASC_SPEC_MAX] = "";
  if (own->rules != NULL) (void)asc_spec_write(own->rules, spec);
  asc_json_text(json, "id", room->id);
  asc_json_text(json, "state", STATES[own->state]);
  asc_json_number(json, "last", own->number);
  asc_json_text(json, "game", spec);
  asc_json_open(json, "clock", '{');
  asc_json_text(json, "kind", CLOCK_WORDS[own->clock]);
  if (own->clock == CLOCK_TIME) {
    asc_json_number(json, "seconds", own->seconds);
    asc_json_number(json, "increment", own->increment);
  }
  if (own->clock == CLOCK_DAYS) asc_json_number(json, "days", own->days);
  asc_json_close(json, '}');
  asc_json_bool(json, "toss", own->toss);
  asc_json_bool(json, "private", own->secret);
  asc_json_text(json, "owner", own->owner);
  seats_json(room, json);
  asc_json_number(json, "you", who->known ? asc_room_seat_of(own, who->person) : 0);
  asc_json_number(json, "turn", own->turn);
  asc_json_bool(json, "rolling", own->turn != 0 && own->rolling);
  clocks_json(own, asc_live_now(room->live), json);
  offer_json(own, json);
  if (own->state == ROOM_ENDED) {
    asc_json_text(json, "cause", asc_cause_word(own->cause));
    asc_json_open(json, "points", '[');
    for (int i = 0; i < own->players; i++) asc_json_points(json, NULL, own->outcome.points[i]);
    asc_json_close(json, ']');
  }
  if (own->games > 1) {
    asc_json_open(json, "match", '{');
    asc_json_number(json, "games", own->games);
    asc_json_number(json, "game", own->game);
    asc_json_open(json, "points", '[');
    for (int i = 0; i < own->players; i++) asc_json_points(json, NULL, own->points[i]);
    asc_json_close(json, ']');
    asc_json_close(json, '}');
  }
  if (own->before[0] != '\0') asc_json_text(json, "before", own->before);
  if (own->next[0] != '\0') asc_json_text(json, "next", own->next);
  asc_presence_json(room, json);
}

void asc_game_show(live_ask *ask) {
  if (must_wait(ask)) return;
  asc_strbuf text = {0};
  asc_json json = asc_strbuf_json(&text);
  asc_json_open(&json, NULL, '{');
  asc_room_json(ask->room, &ask->who, &json);
  asc_json_close(&json, '}');
  asc_ask_answer_json(ask, 200, &text);
}

/* ---- events ---- */

static void events_read(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  if (job->status != ASC_STORE_DONE) {
    asc_ask_fault(ask, job);
  } else {
    asc_strbuf text = {0};
    asc_strbuf_add_text(&text, "");
    for (size_t i = 0; i < job->events_count; i++) {
      asc_strbuf_add(&text, job->events[i].body, job->events[i].length);
      asc_strbuf_add_char(&text, '\n');
    }
    if (text.failed) {
      free(text.text);
      asc_ask_refuse(ask, 503, "online.busy");
    } else {
      asc_ask_answer_raw(ask, 200, "application/x-ndjson; charset=utf-8", text.text, text.length, NULL);
    }
  }
  asc_live_job_close(job);
}

void asc_game_events(live_ask *ask) {
  if (!asc_ask_pay(ask, ask->room->number - ask->from + 1)) return;
  asc_job *job = question(ask, events_read);
  if (job == NULL) return;
  asc_job_ask_game(job, ask->game, ask->from, LIVE_EVENTS_MAX);
  asc_live_submit(ask->live, job);
}

/* ---- listening ---- */

static live_follow *follow_find(const live_socket *socket, const char *game) {
  for (live_follow *follow = socket->follows; follow != NULL; follow = follow->beside)
    if (strcmp(follow->room->id, game) == 0) return follow;
  return NULL;
}

static void follow_add(live_room *room, live_socket *socket, int64_t number) {
  live_follow *follow = follow_find(socket, room->id);
  if (follow == NULL) {
    follow = calloc(1, sizeof *follow);
    if (follow == NULL) return;
    follow->room = room;
    follow->socket = socket;
    follow->next = room->follows;
    if (follow->next != NULL) follow->next->back = &follow->next;
    follow->back = &room->follows;
    room->follows = follow;
    follow->beside = socket->follows;
    socket->follows = follow;
    socket->follow_count++;
  }
  follow->number = number;
  follow->seat = socket->who.known ? asc_room_seat_of(room->room, socket->who.person) : 0;
}

static void watch_read(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  web_live *live = ask->live;
  live_room *room = asc_hall_at(live, ask->game);
  int64_t last = job->events_count > 0 ? job->events[job->events_count - 1].seq : ask->from - 1;
  /* Another process has written more than we have heard of. */
  if (job->games_count > 0 && room != NULL && room->room != NULL && job->games[0].last > room->room->number &&
      live->shared) {
    asc_hall_heard(live, room, job->games[0].last);
    room = NULL;
  }
  if (job->status != ASC_STORE_DONE) {
    asc_ask_fault(ask, job);
  } else if (ask->socket == NULL || room == NULL || room->room == NULL || job->more || last < room->number) {
    /* It was dropped, or something came in between, or there is more than fits: again, from where it stands now. */
    ask->room = NULL;
    if (ask->socket == NULL || ask->step++ > 20)
      asc_ask_refuse(ask, 503, "online.busy");
    else if (job->more && room != NULL && room->room != NULL) {
      follow_add(room, ask->socket, last); /* the client asks for the rest by number */
      asc_ask_refuse(ask, 413, "online.too-large");
    } else
      asc_ask_go_on(ask);
  } else {
    follow_add(room, ask->socket, last < room->number ? last : room->number);
    asc_presence_tick(room, asc_live_now(live));
    asc_strbuf text = {0};
    asc_json json = asc_strbuf_json(&text);
    asc_json_open(&json, NULL, '{');
    asc_json_open(&json, "game", '{');
    asc_room_json(room, &ask->who, &json);
    asc_json_close(&json, '}');
    asc_strbuf_add_text(&text, ",\"events\":[");
    for (size_t i = 0; i < job->events_count; i++) {
      if (i > 0) asc_strbuf_add_char(&text, ',');
      asc_strbuf_add(&text, job->events[i].body, job->events[i].length);
    }
    asc_strbuf_add_text(&text, "]}");
    asc_ask_answer_json(ask, 200, &text);
  }
  asc_live_job_close(job);
}

void asc_game_watch(live_ask *ask) {
  if (must_wait(ask)) return;
  const json_t *from = json_object_get(ask->body, "from");
  if (from != NULL && !number_is(from, 0, INT32_MAX)) {
    asc_ask_refuse(ask, 400, "online.malformed");
    return;
  }
  ask->from = from == NULL ? 1 : json_integer_value(from) + 1;
  if (ask->socket != NULL && ask->socket->follow_count >= LIVE_FOLLOWS_MAX &&
      follow_find(ask->socket, ask->game) == NULL) {
    asc_ask_refuse(ask, 429, "online.too-many-watched");
    return;
  }
  /* More than an answer holds: the client asks for it page by page, and hears what comes from now on. */
  if (ask->room->number - ask->from >= LIVE_EVENTS_MAX) {
    if (ask->socket != NULL) follow_add(ask->room, ask->socket, ask->room->number);
    asc_ask_refuse(ask, 413, "online.too-large");
    return;
  }
  if (!asc_ask_pay(ask, ask->room->number - ask->from + 1)) return;
  asc_job *job = question(ask, watch_read);
  if (job == NULL) return;
  asc_job_ask_game(job, ask->game, ask->from, LIVE_EVENTS_MAX);
  asc_live_submit(ask->live, job);
}

void asc_game_unwatch(live_ask *ask) {
  live_follow *follow = ask->socket == NULL ? NULL : follow_find(ask->socket, ask->game);
  if (follow != NULL) asc_socket_unfollow(follow);
  asc_ask_ok(ask);
}

/* ---- sitting down ---- */

static void key_read(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  const asc_secret_row *row = job->secrets_count > 0 ? &job->secrets[0] : NULL;
  bool is_key = job->status == ASC_STORE_DONE && row != NULL && row->kind == ASC_SECRET_SEAT && row->game != NULL &&
                strcmp(row->game, ask->game) == 0;
  bool is_free = is_key && (row->taken == NULL || (ask->who.known && strcmp(row->taken, ask->who.person) == 0));
  ask->keyed = is_free;
  ask->key_taken = is_key && !is_free;
  ask->slot = is_key ? row->seat : 0;
  ask->key_asked = true;
  ask->room = NULL; /* it may have gone meanwhile */
  asc_ask_go_on(ask);
  asc_live_job_close(job);
}

void asc_game_check_key(live_ask *ask) {
  uint8_t hash[ASC_STORE_HASH];
  asc_job *job = question(ask, key_read);
  if (job == NULL) return;
  asc_secret_hash("seat", ask->key, hash);
  asc_job_ask_secret(job, ASC_SECRET_SEAT, hash);
  asc_live_submit(ask->live, job);
}

static void blocks_read(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  bool blocked = false;
  for (size_t i = 0; i < job->persons_count; i++) blocked |= strcmp(job->persons[i].now, ask->who.person) == 0;
  ask->room = NULL;
  ask->step = 100; /* asked */
  if (job->status != ASC_STORE_DONE)
    asc_ask_fault(ask, job);
  else if (blocked)
    asc_ask_refuse(ask, 403, "online.blocked");
  else
    asc_ask_go_on(ask);
  asc_live_job_close(job);
}

/* The seat of a key: the keys of a game belong, in their order, to the seats that are neither the owner's nor an
   engine's. So everybody who sees the seats knows which keys are spent. -1: none. */
static int slot_seat(const online_room *room, int slot) {
  for (int i = 0; i < room->players; i++) {
    bool is_owner = strcmp(room->seats[i].person, room->owner) == 0;
    if (!is_owner && room->seats[i].level < 0 && --slot == 0) return i + 1;
  }
  return -1;
}

/* The key is one of this game, its owner lets him sit down, and the seat is free: in this order. */
void asc_game_sit(live_ask *ask) {
  if (!ask->key_asked) {
    asc_game_check_key(ask);
    return;
  }
  if (!ask->keyed) {
    bool seen = asc_hall_may_see(ask->room, ask);
    const char *spent = ask->key_taken ? "online.taken" : "online.spent";
    asc_ask_refuse(ask, seen ? 403 : 404, seen ? spent : "online.not-there");
    return;
  }
  if (ask->step < 100) {
    asc_job *job = question(ask, blocks_read);
    if (job == NULL) return;
    asc_job_ask_blocks(job, ask->room->room->owner);
    asc_live_submit(ask->live, job);
    return;
  }
  ask->command.seat = slot_seat(ask->room->room, ask->slot);
  asc_hall_do(ask);
}

typedef struct linking {
  live_ask *ask;
  char key[ASC_SEAT_KEY_TEXT_SIZE];
} linking;

static void linked(asc_job *job) {
  linking *own = asc_job_data(job);
  if (job->status == ASC_STORE_DONE) {
    asc_strbuf text = {0};
    asc_strbuf_format(&text, "{\"key\":\"%s\"}", own->key);
    asc_ask_answer_json(own->ask, 200, &text);
  } else {
    asc_ask_fault(own->ask, job);
  }
  free(own);
  asc_live_job_close(job);
}

/* Another key in place of the one that was made for this link; the old one seats nobody any more. */
void asc_game_link(live_ask *ask) {
  web_live *live = ask->live;
  const online_room *room = ask->room->room;
  const json_t *wanted = json_object_get(ask->body, "slot");
  int slot = wanted == NULL ? 1 : number_is(wanted, 1, ASC_PLAYERS_MAX) ? (int)json_integer_value(wanted) : 0;
  if (strcmp(room->owner, ask->who.person) != 0) {
    asc_ask_refuse(ask, 403, "online.not-yours");
    return;
  }
  if (room->state != ROOM_INVITED || slot == 0) {
    asc_ask_refuse(ask, 422, room->state != ROOM_INVITED ? "online.begun" : "online.no-such-seat");
    return;
  }
  linking *own = calloc(1, sizeof *own);
  asc_job *job = own == NULL ? NULL : asc_ask_job(ask, linked, own);
  if (job == NULL) {
    free(own);
    asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  own->ask = ask;
  int64_t now = asc_live_now(live);
  asc_secret_row row = {
      .kind = ASC_SECRET_SEAT, .person = ask->who.person, .game = ask->game, .seat = slot, .made = now, .seen = now};
  (void)asc_secret_make(ASC_SEAT_KEY_BITS, own->key, NULL);
  asc_secret_hash("seat", own->key, row.hash);
  asc_job_void_seat(job, ask->game, slot);
  asc_job_secret(job, &row);
  asc_live_submit(live, job);
}

/* ---- phrases ---- */

static const char *const PHRASES[LIVE_PHRASES] = {"hello", "good-luck",  "well-played", "thanks",
                                                  "sorry", "one-moment", "back-soon",   "good-move",
                                                  "oops",  "good-game",  "must-go",     "again"};

/* Said by a seat, here or in another process. */
void asc_game_said(live_room *room, int seat, const char *phrase, int64_t now) {
  live_seat *own = &room->seats[seat - 1];
  own->phrase = now;
  own->said++;
  for (int i = 0; i < room->room->players; i++)
    if (i + 1 != seat) room->seats[i].said = 0;
  char text[200];
  int length = snprintf(text, sizeof text, "{\"game\":\"%s\",\"said\":{\"seat\":%d,\"phrase\":\"%s\",\"t\":%lld}}",
                        room->id, seat, phrase, (long long)now);
  live_message *message = asc_message_make(text, (size_t)length);
  if (message == NULL) return;
  asc_hall_send(room, message, true);
  asc_message_release(message);
}

void asc_game_say(live_ask *ask) {
  live_room *room = ask->room;
  const char *wanted = json_string_value(json_object_get(ask->body, "phrase")), *phrase = NULL;
  int seat = asc_room_seat_of(room->room, ask->who.person);
  int64_t now = asc_live_now(ask->live);
  for (int i = 0; wanted != NULL && i < LIVE_PHRASES; i++)
    if (strcmp(PHRASES[i], wanted) == 0) phrase = PHRASES[i];
  if (seat == 0 || phrase == NULL) {
    asc_ask_refuse(ask, seat == 0 ? 403 : 422, seat == 0 ? "online.not-seated" : "online.no-such-phrase");
    return;
  }
  live_seat *own = &room->seats[seat - 1];
  if (own->said >= 3 || now - own->phrase < LIVE_PHRASE_TIME) {
    asc_ask_refuse(ask, 429, "online.phrase-wait");
    return;
  }
  asc_game_said(room, seat, phrase, now);
  asc_others_tell(ask->live, "said %s %d %s", room->id, seat, phrase);
  asc_ask_ok(ask);
}

/* ---- the games of a person ---- */

static void rows_write(const asc_job *rows, const live_ask *ask, asc_json *json, asc_strbuf *text) {
  asc_json_open(json, "games", '[');
  for (size_t i = 0; i < rows->games_count; i++) {
    const asc_game_row *row = &rows->games[i];
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "id", row->id);
    asc_json_text(json, "state", STATES[row->state]);
    asc_json_number(json, "turn", row->turn + 1);
    asc_json_number(json, "made", row->made);
    asc_json_number(json, "changed", row->changed);
    asc_json_number(json, "deadline", row->deadline);
    asc_json_number(json, "plies", row->plies);
    asc_json_number(json, "last", row->last);
    asc_json_open(json, "seats", '[');
    for (int k = 0; k < row->seats; k++) {
      asc_json_open(json, NULL, '{');
      if (row->seat[k].person != NULL) asc_json_text(json, "person", row->seat[k].person);
      if (row->seat[k].engine >= 0) asc_json_number(json, "level", row->seat[k].engine);
      if (row->seat[k].person != NULL && strcmp(row->seat[k].person, ask->who.person) == 0)
        asc_json_bool(json, "you", true);
      asc_json_close(json, '}');
    }
    asc_json_close(json, ']');
    asc_strbuf_add_text(text, ",\"about\":");
    asc_strbuf_add_text(text, row->about != NULL ? row->about : "{}");
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  asc_json_bool(json, "more", rows->more);
}

/* The rows have been read, and now the names. */
static void list_named(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  if (job->status != ASC_STORE_DONE) {
    asc_ask_fault(ask, job);
  } else {
    asc_strbuf text = {0};
    asc_json json = asc_strbuf_json(&text);
    asc_json_open(&json, NULL, '{');
    asc_json_number(&json, "now", asc_live_now(ask->live));
    rows_write(ask->job, ask, &json, &text);
    asc_json_open(&json, "names", '{');
    for (size_t i = 0; i < job->persons_count; i++) asc_json_text(&json, job->persons[i].id, job->persons[i].name);
    asc_json_close(&json, '}');
    asc_json_close(&json, '}');
    asc_ask_answer_json(ask, 200, &text);
  }
  asc_live_job_close(job);
}

static void list_read(asc_job *rows) {
  enum { MOST = 64 * ASC_STORE_SEATS_MAX };
  live_ask *ask = asc_job_data(rows);
  const char *persons[MOST + 1];
  size_t count = 0;
  if (rows->status != ASC_STORE_DONE) {
    asc_ask_fault(ask, rows);
    asc_live_job_close(rows);
    return;
  }
  persons[count++] = ask->who.person;
  for (size_t i = 0; i < rows->games_count; i++)
    for (int k = 0; k < rows->games[i].seats; k++) {
      const char *person = rows->games[i].seat[k].person;
      size_t at = 0;
      while (person != NULL && at < count && strcmp(persons[at], person) != 0) at++;
      if (person != NULL && at == count && count < MOST) persons[count++] = person;
    }
  ask->job = rows; /* closed with the ask */
  asc_job *job = question(ask, list_named);
  if (job == NULL) return;
  asc_job_ask_persons(job, persons, count);
  asc_live_submit(ask->live, job);
}

/* /api/me/games?state=running&before=TIME&game=ID */
void asc_game_list(live_ask *ask) {
  enum { MOST = 50 };
  unsigned states = 0;
  for (unsigned i = 0; i < 4; i++)
    if (ask->part[0] == '\0' || strcmp(ask->part, STATES[i]) == 0) states |= 1U << i;
  if (!asc_ask_pay(ask, MOST)) return;
  asc_job *job = question(ask, list_read);
  if (job == NULL) return;
  asc_job_ask_games_of(job, ask->who.person, states, ask->from, ask->game[0] != '\0' ? ask->game : NULL, MOST);
  asc_live_submit(ask->live, job);
}
