/* What is done in rooms, by people and by engines. A command is decided and applied at once, and answered when its
   events are durable; an answer that shows what stands without adding to it waits until nothing is under way. */
#include "hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void key_make(const live_ask *ask, int slot, char key[ASC_SEAT_KEY_TEXT_SIZE]);

/* Of a game that is made once more by the same command: the keys it was made with. */
static void keys_again(const live_ask *ask, asc_strbuf *text) {
  if (ask->op->begin != asc_hall_create) return;
  char key[ASC_SEAT_KEY_TEXT_SIZE];
  int count = 0;
  for (int i = 0; i < ask->settings.players; i++) {
    if (ask->settings.seats[i].person[0] != '\0' || ask->settings.seats[i].level >= 0) continue;
    key_make(ask, ++count, key);
    asc_strbuf_format(text, "%s\"%s\"", count == 1 ? "\"keys\":[" : ",", key);
  }
  asc_strbuf_add_text(text, count > 0 ? "]," : "");
}

static void missed_read(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  bool stale = ask->step < 0;
  if (job->status != ASC_STORE_DONE) {
    asc_ask_fault(ask, job);
  } else {
    asc_strbuf text = {0};
    asc_strbuf_add_text(&text, "{");
    if (stale) {
      asc_message message;
      asc_message_set(&message, "online.stale");
      asc_json json = asc_strbuf_json(&text);
      asc_error_json(&json, NULL, &message);
      asc_strbuf_add_char(&text, ',');
    }
    asc_strbuf_format(&text, "\"game\":\"%s\",\"last\":%lld,", ask->game,
                      (long long)(job->events_count > 0 ? job->events[job->events_count - 1].seq : ask->command.last));
    keys_again(ask, &text);
    asc_strbuf_add_text(&text, "\"events\":[");
    for (size_t i = 0; i < job->events_count; i++) {
      if (i > 0) asc_strbuf_add_char(&text, ',');
      asc_strbuf_add(&text, job->events[i].body, job->events[i].length);
    }
    asc_strbuf_add_text(&text, "]}");
    asc_ask_answer_json(ask, stale ? 409 : 200, &text);
  }
  asc_live_job_close(job);
}

/* Events from a number on: what a sender missed, or what came of a command that he sent before. */
static void events_answer(live_ask *ask, int from, int most, bool stale) {
  asc_job *job = asc_ask_job(ask, missed_read, ask);
  if (job == NULL) {
    asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  ask->step = stale ? -1 : 0;
  asc_job_ask_game(job, ask->game, from, most);
  asc_live_submit(ask->live, job);
}

/* Players may change seats when the game starts: name and presence go with each. `before` is the room, and `seats` are
   its seats, as they were; the sender of the command may be new. */
static void seats_follow(live_room *room, const live_room *before, const online_place *seats, const live_who *sender) {
  for (int i = 0; i < room->room->players; i++) {
    const char *person = room->room->seats[i].person;
    for (int k = 0; person[0] != '\0' && k < room->room->players; k++)
      if (strcmp(seats[k].person, person) == 0) {
        memcpy(room->names[i], before->names[k], LIVE_NAME_BYTES);
        room->seats[i] = before->seats[k];
      }
    if (strcmp(person, sender->person) == 0) memcpy(room->names[i], sender->name, LIVE_NAME_BYTES);
  }
}

void asc_hall_do(live_ask *ask) {
  web_live *live = ask->live;
  live_room *room = ask->room;
  static online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  if (live->shared && !ask->looked && ask->command.last > room->room->number) {
    ask->looked = true; /* of another process, which has just not told us yet */
    asc_hall_heard(live, room, ask->command.last);
  }
  if (room->locked || live->stalled_to != 0) {
    asc_hall_wait(room, ask);
    return;
  }
  int before = room->room->number;
  bool is_invited = room->room->state == ROOM_INVITED;
  const live_room as_before = *room;
  online_place seats[ASC_PLAYERS_MAX];
  memcpy(seats, room->room->seats, sizeof seats);
  online_moment moment = asc_hall_moment(live, room, ask->lag, fresh);
  asc_room_do(room->room, ask->who.person, &ask->command, &moment, &answer);
  if (answer.result == ROOM_DONE && room->room->number > before) {
    if (is_invited) seats_follow(room, &as_before, seats, &ask->who);
    live_write *write = calloc(1, sizeof *write);
    asc_job *job = write == NULL ? NULL : asc_ask_job(ask, asc_hall_written, write);
    if (job != NULL && ask->command.action == DO_SIT) {
      uint8_t hash[ASC_SHA256_SIZE];
      asc_secret_hash("seat", ask->key, hash);
      asc_job_take(job, ASC_SECRET_SEAT, hash, ask->who.person, moment.now);
      write->locks = true;
    }
    if (job != NULL && is_invited && (ask->command.action == DO_LEAVE || ask->command.action == DO_RESIGN)) {
      asc_job_free_seat(job, room->id, ask->who.person);
      write->locks = true; /* the next player to sit down needs the key */
    }
    if (job == NULL) {
      free(write);
      write = NULL;
    }
    asc_hall_write(live, room, ask, &answer, write, job);
    return;
  }
  if (answer.result == ROOM_FAILED) {
    asc_hall_lose(room);
    ask->room = NULL;
    asc_ask_refuse(ask, 503, "online.busy");
  } else if (room->pending > 0) {
    asc_hall_wait(room, ask); /* what stands is not durable yet */
  } else if (answer.result == ROOM_REPEATED) {
    events_answer(ask, answer.first, answer.last - answer.first + 1, false);
  } else if (answer.result == ROOM_STALE) {
    if (asc_ask_pay(ask, room->number - ask->command.last))
      events_answer(ask, ask->command.last + 1, LIVE_EVENTS_MAX, true);
  } else {
    asc_ask_refuse_message(ask,
                           answer.reason.key != NULL && strcmp(answer.reason.key, "online.not-seated") == 0 ? 403 : 422,
                           room->room->rules, &answer.reason);
  }
}

/* The id follows from who makes it and his command: made twice it is one game. */
static void id_make(const live_ask *ask, char id[ASC_ID_TEXT_SIZE]) {
  asc_hmac hmac;
  uint8_t digest[ASC_SHA256_SIZE];
  asc_hmac_init(&hmac, ask->who.hash, sizeof ask->who.hash);
  asc_hmac_update(&hmac, ask->command.id, strlen(ask->command.id));
  asc_hmac_final(&hmac, digest);
  asc_secret_encode(digest, ASC_ID_BITS, id);
}

/* The keys of a game follow from the secret of who makes it: asked again he gets the same, and no database has them. */
static void key_make(const live_ask *ask, int slot, char key[ASC_SEAT_KEY_TEXT_SIZE]) {
  asc_hmac hmac;
  uint8_t digest[ASC_SHA256_SIZE], number = (uint8_t)slot;
  asc_hmac_init(&hmac, ask->who.links, sizeof ask->who.links);
  asc_hmac_update(&hmac, ask->game, strlen(ask->game));
  asc_hmac_update(&hmac, &number, 1);
  asc_hmac_final(&hmac, digest);
  asc_secret_encode(digest, ASC_SEAT_KEY_BITS, key);
}

static void key_add(asc_job *job, const live_ask *ask, const char *game, int slot, int64_t now,
                    char key[ASC_SEAT_KEY_TEXT_SIZE]) {
  asc_secret_row secret = {
      .kind = ASC_SECRET_SEAT, .person = ask->who.person, .game = game, .seat = slot, .made = now, .seen = now};
  key_make(ask, slot, key);
  asc_secret_hash("seat", key, secret.hash);
  asc_job_secret(job, &secret);
}

/* It may be there already, by the same command: then that is the answer. */
static void created(asc_job *job) {
  live_write *write = asc_job_data(job);
  live_ask *ask = write->ask;
  live_room *room = write->room;
  if (job->status == ASC_STORE_REPEATED || job->status == ASC_STORE_CONFLICT) {
    room->pending--;
    asc_hall_lose(room);
    asc_hall_write_free(write);
    asc_live_job_close(job);
    events_answer(ask, 1, 2, false);
    return;
  }
  asc_hall_written(job);
}

/* How many games one has open has an end. */
static void open_counted(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  size_t invited = 0;
  for (size_t i = 0; i < job->games_count; i++) invited += job->games[i].state == ASC_GAME_INVITED;
  bool many = job->games_count >= LIVE_OPEN_MAX || invited >= LIVE_INVITATIONS_MAX;
  if (job->status != ASC_STORE_DONE)
    asc_ask_fault(ask, job);
  else if (many && ask->live->server->options.limits != 0)
    asc_ask_refuse(ask, 429, "online.too-many-games");
  else
    asc_ask_go_on(ask);
  asc_live_job_close(job);
}

void asc_hall_create(live_ask *ask) {
  if (ask->step++ == 0) {
    asc_job *count = asc_ask_job(ask, open_counted, ask);
    if (count == NULL) {
      asc_ask_refuse(ask, 503, "online.busy");
      return;
    }
    asc_job_ask_games_of(count, ask->who.person, 1U << ASC_GAME_INVITED | 1U << ASC_GAME_RUNNING, 0, NULL,
                         LIVE_OPEN_MAX);
    asc_live_submit(ask->live, count);
    return;
  }
  web_live *live = ask->live;
  static online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  id_make(ask, ask->game);
  live_room *made = asc_hall_at(live, ask->game);
  if (made != NULL && (made->pending > 0 || made->room == NULL)) {
    asc_hall_wait(made, ask); /* by the same command, and not durable yet */
    return;
  }
  if (made != NULL) {
    events_answer(ask, 1, 2, false);
    return;
  }
  live_room *room = asc_hall_add(live, ask->game);
  live_write *write = calloc(1, sizeof *write);
  asc_job *job = write == NULL ? NULL : asc_ask_job(ask, created, write);
  if (room == NULL || job == NULL || asc_room_open(&room->room, live->library) < 0) {
    asc_live_job_close(job);
    free(write);
    if (room != NULL) asc_hall_free(live, room);
    asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  online_moment moment = asc_hall_moment(live, room, 0, fresh);
  asc_room_create(room->room, ask->who.person, ask->command.id, &ask->settings, &moment, &answer);
  if (answer.result != ROOM_DONE) {
    asc_live_job_close(job);
    free(write);
    asc_hall_lose(room);
    asc_ask_refuse(ask, 422, "online.no-such-game");
    return;
  }
  write->creates = write->locks = true;
  for (int i = 0; i < room->room->players; i++) room->seats[i].heard = moment.now;
  for (int i = 0; i < room->room->players; i++) {
    if (strcmp(room->room->seats[i].person, ask->who.person) == 0)
      memcpy(room->names[i], ask->who.name, LIVE_NAME_BYTES);
    if (room->room->seats[i].person[0] == '\0' && room->room->seats[i].level < 0) {
      key_add(job, ask, room->id, write->key_count + 1, moment.now, write->keys[write->key_count]);
      write->key_count++;
    }
  }
  asc_hall_write(live, room, ask, &answer, write, job);
}

/* ---- engines ---- */

static bool somebody_is_there(const live_room *room) {
  const online_room *own = room->room;
  for (const live_follow *follow = room->follows; follow != NULL; follow = follow->next)
    if (follow->seat > 0 && !own->seats[follow->seat - 1].left) return true;
  return own->clock == CLOCK_DAYS;
}

/* Of several processes in which people of this game are, the one thinks that has the first of their seats. When they
   do not know of each other yet both do, and the second's move comes too late. */
static bool another_thinks(const live_room *room) {
  int here = ASC_PLAYERS_MAX + 1;
  int64_t now = asc_live_now(room->live);
  for (const live_follow *follow = room->follows; follow != NULL; follow = follow->next)
    if (follow->seat > 0 && follow->seat < here) here = follow->seat;
  for (int i = 0; room->live->others && i + 1 < here && i < room->room->players; i++)
    if (room->seats[i].elsewhere != 0 && now - room->seats[i].elsewhere <= LIVE_HERE) return true;
  return false;
}

void asc_hall_engine_run(web_live *live, live_room *room) {
  int level, seat = asc_room_engine(room->room, &level);
  if (seat == 0 || room->thinking || room->locked || live->ending || !somebody_is_there(room) || another_thinks(room))
    return;
  if (!room->room->rolling) {
    asc_engines_ask(live->engines, room, seat, level);
    return;
  }
  static online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  online_moment moment = asc_hall_moment(live, room, 0, fresh);
  asc_room_engine_do(room->room, seat, "", &moment, &answer);
  asc_hall_write_own(live, room, &answer);
}

void asc_hall_engine_done(web_live *live, const char *game, int number, int seat, const char *token) {
  live_room *room = asc_hall_at(live, game);
  if (room == NULL || room->room == NULL || !room->thinking || room->asked != number) return;
  room->thinking = false;
  if (room->room->settled > number || room->locked || token[0] == '\0' || live->ending) {
    if (token[0] != '\0') asc_hall_engine_run(live, room);
    return;
  }
  static online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  online_moment moment = asc_hall_moment(live, room, 0, fresh);
  asc_room_engine_do(room->room, seat, token, &moment, &answer);
  live->counts.engine_moves++;
  asc_hall_write_own(live, room, &answer);
}
