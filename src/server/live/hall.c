/* The rooms that are open: found, made from their events, given commands, written, dropped.

   A command is decided and applied at once; its events go to the store, and when they are durable to who asked and to
   who listens. What is decided in between stands on what will be durable first, or not be at all: jobs are done in
   their order, and after one that failed all later ones of the room conflict. An answer that shows what stands without
   adding to it waits until nothing is under way. */
#include "live.h"

#include "core/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { EVENTS_AT_ONCE = 100000 };

/* What goes to the store, and who is told of it. */
typedef struct live_write {
  live_room *room; /* NULL: dropped meanwhile */
  live_ask *ask;   /* or NULL */
  int first, count;
  char *lines[2 * ONLINE_ANSWER_MAX];
  bool creates, locks;
  bool seats; /* somebody sits down */
  bool hides; /* nobody may watch any more */
  char keys[ASC_PLAYERS_MAX][ASC_SEAT_KEY_TEXT];
  int key_count;
} live_write;

/* ---- finding ---- */

static live_room **bucket_of(web_live *live, const char *id) {
  return &live->rooms[asc_hash_text(0, id) % LIVE_BUCKETS];
}

live_room *asc_hall_at(web_live *live, const char *id) {
  for (live_room *room = *bucket_of(live, id); room != NULL; room = room->next)
    if (!room->lost && strcmp(room->id, id) == 0) return room;
  return NULL;
}

static live_room *room_add(web_live *live, const char *id) {
  live_room *room = calloc(1, sizeof *room);
  if (room == NULL) return NULL;
  live_room **bucket = bucket_of(live, id);
  (void)snprintf(room->id, sizeof room->id, "%s", id);
  room->waiting_end = &room->waiting;
  room->live = live;
  room->due = ONLINE_NEVER;
  room->used = asc_live_now(live);
  room->next = *bucket;
  if (room->next != NULL) room->next->back = &room->next;
  room->back = bucket;
  *bucket = room;
  live->room_count++;
  return room;
}

static void waiting_add(live_room *room, live_ask *ask) {
  ask->next = NULL;
  *room->waiting_end = ask;
  room->waiting_end = &ask->next;
}

/* Who waits goes on, and may come to wait again. */
static void waiting_run(live_room *room) {
  live_ask *ask = room->waiting;
  room->waiting = NULL;
  room->waiting_end = &room->waiting;
  while (ask != NULL) {
    live_ask *next = ask->next;
    ask->room = room->lost ? NULL : room;
    asc_ask_go_on(ask);
    ask = next;
  }
}

/* Who listens is told to come again. */
static void follows_end(live_room *room) {
  while (room->follows != NULL) {
    asc_socket_close(room->follows->socket, "again");
    asc_socket_unfollow(room->follows);
  }
}

static void room_free(web_live *live, live_room *room) {
  follows_end(room);
  *room->back = room->next;
  if (room->next != NULL) room->next->back = room->back;
  asc_room_close(room->room);
  live->room_count--;
  free(room);
}

/* It is no more to be used: who waits finds another, made anew. It is freed by the next tick after nothing is under way
   in it, so that whoever has it in hand may still look at it. */
static void room_lose(live_room *room) {
  room->lost = true;
  if (room->pending > 0) return;
  follows_end(room);
  live_ask *ask = room->waiting;
  room->waiting = NULL;
  room->waiting_end = &room->waiting;
  while (ask != NULL) {
    live_ask *next = ask->next;
    ask->room = NULL;
    asc_ask_go_on(ask);
    ask = next;
  }
}

static void rooms_bury(web_live *live) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = live->rooms[i], *next; room != NULL; room = next) {
      next = room->next;
      if (room->lost && room->pending == 0) room_free(live, room);
    }
}

void asc_hall_drop_all(web_live *live) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = live->rooms[i], *next; room != NULL; room = next) {
      next = room->next;
      if (room->room != NULL && !room->lost) room_lose(room);
    }
}

void asc_hall_end(web_live *live) {
  asc_hall_drop_all(live);
  rooms_bury(live);
}

/* ---- writing ---- */

static int clock_seat(const online_room *room) { return room->turn; }

void asc_hall_row(const live_room *room, asc_game_row *row, char *spec, asc_growing *about) {
  const online_room *own = room->room;
  static const asc_game_state states[] = {ASC_GAME_INVITED, ASC_GAME_RUNNING, ASC_GAME_ENDED, ASC_GAME_BROKEN};
  int64_t due = asc_room_due(own);
  (void)asc_spec_write(own->rules, spec);
  *row = (asc_game_row){.id = room->id,
                        .spec = spec,
                        .state = states[own->state],
                        .secret = own->secret,
                        .made = own->begun,
                        .changed = own->acted,
                        .deadline = due == ONLINE_NEVER ? 0 : due,
                        .turn = clock_seat(own) - 1,
                        .plies = own->made,
                        .seats = own->players};
  for (int i = 0; i < own->players; i++) {
    row->seat[i].person = own->seats[i].person[0] != '\0' ? own->seats[i].person : NULL;
    row->seat[i].engine = own->seats[i].level;
  }
  asc_json json = asc_growing_json(about);
  online_settings settings;
  asc_room_settings(own, &settings);
  asc_json_open(&json, NULL, '{');
  asc_settings_write(&settings, &json);
  if (own->state == ROOM_ENDED) {
    asc_json_text(&json, "cause", asc_cause_word(own->cause));
    asc_json_open(&json, "points", '[');
    for (int i = 0; i < own->players; i++) asc_json_points(&json, NULL, own->outcome.points[i]);
    asc_json_close(&json, ']');
    asc_json_open(&json, "places", '[');
    for (int i = 0; i < own->players; i++) asc_json_number(&json, NULL, own->outcome.place[i]);
    asc_json_close(&json, ']');
    if (own->next[0] != '\0') asc_json_text(&json, "next", own->next);
  }
  asc_json_close(&json, '}');
  row->about = about->text;
}

/* Whether an event changes who sits where; where none does the store need not look at the seats. */
static bool seats_change(const online_answer *answer) {
  for (int i = 0; i < answer->count; i++) switch (answer->events[i].kind) {
    case EVENT_CREATED:
    case EVENT_CHANGED:
    case EVENT_SEATED:
    case EVENT_STARTED:
    case EVENT_LEFT:
    case EVENT_SEAT_GIVEN:
    case EVENT_SEAT_RETURNED: return true;
    default: break;
    }
  return false;
}

static void row_add(asc_job *job, const live_room *room, const online_answer *answer) {
  asc_game_row row;
  char spec[ASC_SPEC_MAX];
  asc_growing about = {0};
  asc_hall_row(room, &row, spec, &about);
  if (!seats_change(answer)) row.seats = 0;
  asc_job_game(job, &row);
  free(about.text);
}

static void write_free(live_write *write) {
  for (int i = 0; i < write->count; i++) free(write->lines[i]);
  free(write);
}

static void event_send(live_room *room, const char *line, int64_t number) {
  asc_growing text = {0};
  asc_growing_format(&text, "{\"game\":\"%s\",\"event\":%s}", room->id, line);
  live_message *message = text.failed ? NULL : asc_message_make(text.text, text.length);
  free(text.text);
  for (live_follow *follow = room->follows, *next; follow != NULL; follow = next) {
    next = follow->next;
    if (number <= follow->number) continue;
    follow->number = number;
    if (message != NULL) asc_socket_send(follow->socket, message);
  }
  if (message != NULL) asc_message_release(message);
}

/* {"last": 12, "events": [...]} */
static void ask_answer_events(live_ask *ask, int status, const live_write *write) {
  asc_growing text = {0};
  asc_growing_format(&text, "{\"game\":\"%s\",\"last\":%d,", ask->game, write->first + write->count - 1);
  if (write->key_count > 0) {
    asc_growing_text(&text, "\"keys\":[");
    for (int i = 0; i < write->key_count; i++) asc_growing_format(&text, "%s\"%s\"", i > 0 ? "," : "", write->keys[i]);
    asc_growing_text(&text, "],");
  }
  asc_growing_text(&text, "\"events\":[");
  for (int i = 0; i < write->count; i++) {
    if (i > 0) asc_growing_char(&text, ',');
    asc_growing_text(&text, write->lines[i]);
  }
  asc_growing_text(&text, "]}");
  asc_ask_answer_json(ask, status, &text);
}

/* Who sits may have changed: who has sat down is one of the seats from now on. Where nobody may watch any more, whoever
   does not sit comes again, and is let in with a key alone. */
static void follows_look(live_room *room, bool hides) {
  for (live_follow *follow = room->follows, *next; follow != NULL; follow = next) {
    const live_who *who = &follow->socket->who;
    next = follow->next;
    follow->seat = who->known ? asc_room_seat(room->room, who->person) : 0;
    if (!hides || follow->seat > 0) continue;
    asc_socket_close(follow->socket, "again");
    asc_socket_unfollow(follow);
  }
}

static void room_go_on(web_live *live, live_room *room);

static void write_failed(live_write *write, const asc_job *job) {
  live_ask *ask = write->ask;
  room_lose(write->room); /* when the last of its writes has come back */
  if (ask == NULL) return;
  ask->room = NULL;
  if (job->status == ASC_STORE_SPENT)
    asc_ask_refuse(ask, 403, "online.spent");
  else if (job->status == ASC_STORE_FAULT)
    asc_ask_fault(ask, job);
  else if (ask->step++ < 3)
    asc_ask_go_on(ask); /* on what stands now; a command that was done is told so */
  else
    asc_ask_refuse(ask, 503, "online.busy");
}

static void written(asc_job *job) {
  web_live *live = asc_job_live(job);
  live_write *write = asc_job_data(job);
  live_room *room = write->room;
  room->pending--;
  if (write->locks) room->locked = false;
  if (job->status == ASC_STORE_DONE) {
    live->counts.events += write->count;
    for (int i = 0; i < write->count; i++) event_send(room, write->lines[i], write->first + i);
    room->number = write->first + write->count - 1;
    if (write->seats || write->hides) follows_look(room, write->hides);
    if (write->ask != NULL) ask_answer_events(write->ask, write->creates ? 201 : 200, write);
    if (!room->lost)
      room_go_on(live, room);
    else
      room_lose(room);
  } else {
    write_failed(write, job);
  }
  write_free(write);
  asc_live_job_close(job);
}

static bool lines_write(live_write *write, const online_answer *answer) {
  write->first = answer->events[0].number;
  for (int i = 0; i < answer->count; i++) {
    char text[ONLINE_EVENT_MAX];
    if (asc_event_write(&answer->events[i], text, sizeof text) < 0) return false;
    write->lines[write->count] = strdup(text);
    if (write->lines[write->count++] == NULL) return false;
  }
  return true;
}

static void events_add(asc_job *job, const char *game, const live_write *write, const online_answer *answer) {
  for (int i = 0; i < answer->count; i++) {
    const online_event *event = &answer->events[i];
    const char *command = i == 0 && event->command[0] != '\0' ? event->command : NULL;
    asc_job_event(job, game, event->number, event->time, command, write->lines[i], strlen(write->lines[i]));
  }
}

/* The game that follows this one is made together with the event that names it. */
static bool next_add(web_live *live, asc_job *job, const live_room *room, const online_event *event) {
  online_settings settings;
  static online_answer made;
  live_room next = {0};
  live_write lines = {0};
  memcpy(next.id, event->next, sizeof next.id);
  if (asc_room_open(&next.room, live->library) < 0) return false;
  asc_room_next(room->room, room->id, &settings);
  const online_moment moment = {.now = event->time, .random = asc_live_random()};
  asc_room_create(next.room, room->room->owner, NULL, &settings, &moment, &made);
  bool good = made.result == ROOM_DONE && lines_write(&lines, &made);
  if (good) {
    events_add(job, next.id, &lines, &made);
    row_add(job, &next, &made);
  }
  for (int i = 0; i < lines.count; i++) free(lines.lines[i]);
  asc_room_close(next.room);
  return good;
}

static uint64_t fresh_make(char id[ASC_ID_TEXT]) {
  (void)asc_secret_make(ASC_ID_BITS, id, NULL);
  return asc_live_random();
}

static online_moment moment_of(web_live *live, const live_room *room, int lag, char fresh[ASC_ID_TEXT]) {
  int64_t now = asc_live_now(live);
  return (online_moment){.now = now,
                         .random = fresh_make(fresh),
                         .lag = lag,
                         .here = asc_presence_here(room, now),
                         .away = asc_presence_away(room, now),
                         .fresh = fresh};
}

static void due_set(live_room *room) { room->due = asc_room_due(room->room); }

/* Hands the events of an answer to the store. The ask, if any, is answered when they are durable. */
static void answer_write(web_live *live, live_room *room, live_ask *ask, const online_answer *answer, live_write *write,
                         asc_job *job) {
  if (write == NULL) write = calloc(1, sizeof *write);
  if (job == NULL && write != NULL) job = asc_live_job(live, written, write);
  bool good = write != NULL && job != NULL && lines_write(write, answer);
  if (good) events_add(job, room->id, write, answer);
  for (int i = 0; good && i < answer->count; i++)
    if (answer->events[i].kind == EVENT_REMATCH) good = next_add(live, job, room, &answer->events[i]);
  if (!good) {
    asc_live_job_close(job);
    if (write != NULL) write_free(write);
    room_lose(room);
    if (ask != NULL) asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  for (int i = 0; i < answer->count; i++) {
    online_kind kind = answer->events[i].kind;
    write->seats |= kind == EVENT_SEATED || kind == EVENT_STARTED;
    write->hides |= kind == EVENT_MADE_PRIVATE || (kind == EVENT_CHANGED && room->room->secret);
  }
  row_add(job, room, answer);
  write->room = room;
  write->ask = ask;
  room->pending++;
  if (write->locks) room->locked = true;
  due_set(room);
  asc_live_submit(live, job);
}

/* What the server does by itself; the room may be gone afterwards. */
static void own_answer(web_live *live, live_room *room, const online_answer *answer) {
  if (answer->result == ROOM_FAILED)
    room_lose(room);
  else if (answer->result == ROOM_DONE && answer->count > 0)
    answer_write(live, room, NULL, answer, NULL, NULL);
}

/* ---- engines ---- */

static bool somebody_is_there(const live_room *room) {
  const online_room *own = room->room;
  for (const live_follow *follow = room->follows; follow != NULL; follow = follow->next)
    if (follow->seat > 0 && !own->seats[follow->seat - 1].left) return true;
  return own->clock == CLOCK_DAYS;
}

static void engine_run(web_live *live, live_room *room) {
  int level, seat = asc_room_engine(room->room, &level);
  if (seat == 0 || room->thinking || room->locked || live->ending || !somebody_is_there(room)) return;
  if (!room->room->rolling) {
    asc_engines_ask(live->engines, room, seat, level);
    return;
  }
  static online_answer answer;
  char fresh[ASC_ID_TEXT];
  online_moment moment = moment_of(live, room, 0, fresh);
  asc_room_engine_do(room->room, seat, "", &moment, &answer);
  own_answer(live, room, &answer);
}

void asc_hall_engine_done(web_live *live, const char *game, int number, int seat, const char *token) {
  live_room *room = asc_hall_at(live, game);
  if (room == NULL || room->room == NULL || !room->thinking || room->asked != number) return;
  room->thinking = false;
  if (room->room->settled > number || room->locked || token[0] == '\0' || live->ending) {
    if (token[0] != '\0') engine_run(live, room);
    return;
  }
  static online_answer answer;
  char fresh[ASC_ID_TEXT];
  online_moment moment = moment_of(live, room, 0, fresh);
  asc_room_engine_do(room->room, seat, token, &moment, &answer);
  live->counts.engine_moves++;
  own_answer(live, room, &answer);
}

/* ---- reading ---- */

/* Nobody was served since the last event: no clock ran. */
static void gaps_apply(web_live *live, live_room *room) {
  static online_answer answer;
  char fresh[ASC_ID_TEXT];
  for (int i = 0; i < live->gap_count; i++) {
    if (room->lost || room->room->time >= live->gaps[i].to) continue;
    online_moment moment = moment_of(live, room, 0, fresh);
    moment.now = live->gaps[i].to;
    asc_room_pause(room->room, live->gaps[i].from, &moment, &answer);
    own_answer(live, room, &answer);
  }
}

static bool events_apply(live_room *room, const asc_job *job) {
  online_event event;
  online_settings settings;
  for (size_t i = 0; i < job->events_count; i++) {
    const asc_event_row *row = &job->events[i];
    int code = asc_event_read(&event, &settings, row->body, row->length);
    if (code == ASC_OK) code = asc_room_apply(room->room, &event);
    if (code == ASC_E_MEMORY) return false;
    if (code < 0) {
      room->room->state = ROOM_BROKEN;
      return room->room->rules != NULL;
    }
  }
  return room->room->number > 0;
}

static void names_read(asc_job *job) {
  web_live *live = asc_job_live(job);
  live_room *room = asc_job_data(job);
  room->pending--;
  for (size_t i = 0; !room->lost && i < job->persons_count; i++)
    if (strcmp(room->room->owner, job->persons[i].id) == 0)
      (void)snprintf(room->room->owner, ASC_ID_TEXT, "%s", job->persons[i].now);
  for (size_t i = 0; !room->lost && i < job->persons_count; i++)
    for (int k = 0; k < room->room->players; k++)
      if (strcmp(room->room->seats[k].person, job->persons[i].id) == 0)
        (void)snprintf(room->names[k], LIVE_NAME_BYTES, "%s", job->persons[i].name != NULL ? job->persons[i].name : "");
  asc_live_job_close(job);
  if (room->lost)
    room_lose(room);
  else
    room_go_on(live, room);
}

/* The names of who sits here, which events do not have, and who the maker of the game is now: he may have become one
   with another person. */
static void names_ask(web_live *live, live_room *room) {
  const char *persons[ASC_PLAYERS_MAX + 1];
  size_t count = 0;
  if (room->room->owner[0] != '\0') persons[count++] = room->room->owner;
  for (int i = 0; i < room->room->players; i++)
    if (room->room->seats[i].person[0] != '\0') persons[count++] = room->room->seats[i].person;
  asc_job *job = count == 0 ? NULL : asc_live_job(live, names_read, room);
  if (job == NULL) return;
  asc_job_ask_persons(job, persons, count);
  room->pending++;
  asc_live_submit(live, job);
}

static void room_read(asc_job *job) {
  web_live *live = asc_job_live(job);
  live_room *room = asc_job_data(job);
  room->pending--;
  bool found =
      job->status == ASC_STORE_DONE && job->games_count > 0 && asc_room_open(&room->room, live->library) == ASC_OK;
  bool good = found && events_apply(room, job);
  if (!good) {
    bool absent = job->status == ASC_STORE_DONE && job->games_count == 0;
    live_ask *ask = room->waiting;
    room->waiting = NULL;
    room->lost = true;
    while (ask != NULL) {
      live_ask *next = ask->next;
      asc_ask_refuse(ask, absent ? 404 : 503, absent ? "online.not-there" : "online.busy");
      ask = next;
    }
    asc_live_job_close(job);
    return;
  }
  /* Who sits here now: somebody may have become one with another person. */
  const asc_game_row *row = &job->games[0];
  for (int i = 0; i < room->room->players && i < row->seats; i++)
    if (row->seat[i].person != NULL && room->room->seats[i].person[0] != '\0')
      (void)snprintf(room->room->seats[i].person, ASC_ID_TEXT, "%s", row->seat[i].person);
  asc_live_job_close(job);
  for (int i = 0; i < room->room->players; i++) room->seats[i].heard = asc_live_now(live);
  room->number = room->room->number;
  due_set(room);
  names_ask(live, room);
  gaps_apply(live, room);
  if (!room->lost && room->pending == 0) room_go_on(live, room);
}

static live_room *room_load(web_live *live, const char *id) {
  live_room *room = room_add(live, id);
  asc_job *job = room == NULL ? NULL : asc_live_job(live, room_read, room);
  if (job == NULL) {
    if (room != NULL) room_free(live, room);
    return NULL;
  }
  asc_job_ask_game(job, id, 0, EVENTS_AT_ONCE);
  room->pending++;
  asc_live_submit(live, job);
  return room;
}

void asc_hall_load(web_live *live, const char *id) {
  if (asc_hall_at(live, id) == NULL) (void)room_load(live, id);
}

void asc_hall_find(live_ask *ask) {
  live_room *room = asc_hall_at(ask->live, ask->game);
  if (room == NULL) room = room_load(ask->live, ask->game);
  if (room == NULL) {
    asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  room->used = asc_live_now(ask->live);
  ask->room = room;
  if (room->room == NULL)
    waiting_add(room, ask);
  else
    asc_ask_go_on(ask);
}

bool asc_hall_may_see(const live_room *room, const live_ask *ask) {
  if (!room->room->secret || ask->keyed) return true;
  if (!ask->who.known) return false;
  for (int i = 0; i < room->room->players; i++)
    if (strcmp(room->room->seats[i].person, ask->who.person) == 0) return true;
  return strcmp(room->room->owner, ask->who.person) == 0;
}

/* ---- commands ---- */

static void key_make(const live_ask *ask, int slot, char key[ASC_SEAT_KEY_TEXT]);

/* Of a game that is made once more by the same command: the keys it was made with. */
static void keys_again(const live_ask *ask, asc_growing *text) {
  if (ask->op->begin != asc_hall_create) return;
  char key[ASC_SEAT_KEY_TEXT];
  int count = 0;
  for (int i = 0; i < ask->settings.players; i++) {
    if (ask->settings.seats[i].person[0] != '\0' || ask->settings.seats[i].level >= 0) continue;
    key_make(ask, ++count, key);
    asc_growing_format(text, "%s\"%s\"", count == 1 ? "\"keys\":[" : ",", key);
  }
  asc_growing_text(text, count > 0 ? "]," : "");
}

static void missed_read(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  bool stale = ask->step < 0;
  if (job->status != ASC_STORE_DONE) {
    asc_ask_fault(ask, job);
  } else {
    asc_growing text = {0};
    asc_growing_text(&text, "{");
    if (stale) {
      asc_message message;
      asc_message_set(&message, "online.stale");
      asc_json json = asc_growing_json(&text);
      asc_error_json(&json, NULL, &message);
      asc_growing_char(&text, ',');
    }
    asc_growing_format(&text, "\"game\":\"%s\",\"last\":%lld,", ask->game,
                       (long long)(job->events_count > 0 ? job->events[job->events_count - 1].seq : ask->command.last));
    keys_again(ask, &text);
    asc_growing_text(&text, "\"events\":[");
    for (size_t i = 0; i < job->events_count; i++) {
      if (i > 0) asc_growing_char(&text, ',');
      asc_growing_add(&text, job->events[i].body, job->events[i].length);
    }
    asc_growing_text(&text, "]}");
    asc_ask_answer_json(ask, stale ? 409 : 200, &text);
  }
  asc_live_job_close(job);
}

/* Events from a number on: what a sender missed, or what came of a command that he sent before. */
static void events_answer(live_ask *ask, int from, int most, bool stale) {
  asc_job *job = asc_live_job(ask->live, missed_read, ask);
  if (job == NULL) {
    asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  ask->step = stale ? -1 : 0;
  asc_job_ask_game(job, ask->game, from, most);
  asc_live_submit(ask->live, job);
}

void asc_hall_do(live_ask *ask) {
  web_live *live = ask->live;
  live_room *room = ask->room;
  static online_answer answer;
  char fresh[ASC_ID_TEXT];
  if (room->locked) {
    waiting_add(room, ask);
    return;
  }
  int before = room->room->number;
  online_moment moment = moment_of(live, room, ask->lag, fresh);
  asc_room_do(room->room, ask->who.person, &ask->command, &moment, &answer);
  if (answer.result == ROOM_DONE && room->room->number > before) {
    live_write *write = calloc(1, sizeof *write);
    asc_job *job = write == NULL ? NULL : asc_live_job(live, written, write);
    if (job != NULL && ask->command.action == DO_SIT) {
      uint8_t hash[ASC_SHA256];
      asc_secret_hash("seat", ask->key, hash);
      asc_job_take(job, ASC_SECRET_SEAT, hash, ask->who.person, moment.now);
      write->locks = true;
      for (int i = 0; i < room->room->players; i++)
        if (strcmp(room->room->seats[i].person, ask->who.person) == 0)
          memcpy(room->names[i], ask->who.name, LIVE_NAME_BYTES);
    }
    if (job == NULL) {
      free(write);
      write = NULL;
    }
    answer_write(live, room, ask, &answer, write, job);
    return;
  }
  if (answer.result == ROOM_FAILED) {
    room_lose(room);
    ask->room = NULL;
    asc_ask_refuse(ask, 503, "online.busy");
  } else if (room->pending > 0) {
    waiting_add(room, ask); /* what stands is not durable yet */
  } else if (answer.result == ROOM_REPEATED) {
    events_answer(ask, answer.first, answer.last - answer.first + 1, false);
  } else if (answer.result == ROOM_STALE) {
    events_answer(ask, ask->command.last + 1, LIVE_EVENTS_MAX, true);
  } else {
    asc_ask_refuse_message(ask,
                           answer.reason.key != NULL && strcmp(answer.reason.key, "online.not-seated") == 0 ? 403 : 422,
                           room->room->rules, &answer.reason);
  }
}

/* The id follows from who makes it and his command: made twice it is one game. */
static void id_make(const live_ask *ask, char id[ASC_ID_TEXT]) {
  asc_hmac hmac;
  uint8_t digest[ASC_SHA256];
  asc_hmac_begin(&hmac, ask->who.hash, sizeof ask->who.hash);
  asc_hmac_add(&hmac, ask->command.id, strlen(ask->command.id));
  asc_hmac_end(&hmac, digest);
  asc_secret_write(digest, ASC_ID_BITS, id);
}

/* The keys of a game follow from the secret of who makes it: asked again he gets the same, and no database has them. */
static void key_make(const live_ask *ask, int slot, char key[ASC_SEAT_KEY_TEXT]) {
  asc_hmac hmac;
  uint8_t digest[ASC_SHA256], number = (uint8_t)slot;
  asc_hmac_begin(&hmac, ask->who.links, sizeof ask->who.links);
  asc_hmac_add(&hmac, ask->game, strlen(ask->game));
  asc_hmac_add(&hmac, &number, 1);
  asc_hmac_end(&hmac, digest);
  asc_secret_write(digest, ASC_SEAT_KEY_BITS, key);
}

static void key_add(asc_job *job, const live_ask *ask, const char *game, int slot, int64_t now,
                    char key[ASC_SEAT_KEY_TEXT]) {
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
    room_lose(room);
    write_free(write);
    asc_live_job_close(job);
    events_answer(ask, 1, 2, false);
    return;
  }
  written(job);
}

/* How many games one has open has an end. */
static void open_counted(asc_job *job) {
  live_ask *ask = asc_job_data(job);
  size_t invited = 0;
  for (size_t i = 0; i < job->games_count; i++) invited += job->games[i].state == ASC_GAME_INVITED;
  bool many = job->more || invited >= LIVE_INVITATIONS_MAX;
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
    asc_job *count = asc_live_job(ask->live, open_counted, ask);
    if (count == NULL) {
      asc_ask_refuse(ask, 503, "online.busy");
      return;
    }
    asc_job_ask_games_of(count, ask->who.person, 1U << ASC_GAME_INVITED | 1U << ASC_GAME_RUNNING, 0, LIVE_OPEN_MAX);
    asc_live_submit(ask->live, count);
    return;
  }
  web_live *live = ask->live;
  static online_answer answer;
  char fresh[ASC_ID_TEXT];
  id_make(ask, ask->game);
  if (asc_hall_at(live, ask->game) != NULL) {
    events_answer(ask, 1, 2, false);
    return;
  }
  live_room *room = room_add(live, ask->game);
  live_write *write = calloc(1, sizeof *write);
  asc_job *job = write == NULL ? NULL : asc_live_job(live, created, write);
  if (room == NULL || job == NULL || asc_room_open(&room->room, live->library) < 0) {
    asc_live_job_close(job);
    free(write);
    if (room != NULL) room_free(live, room);
    asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  online_moment moment = moment_of(live, room, 0, fresh);
  asc_room_create(room->room, ask->who.person, ask->command.id, &ask->settings, &moment, &answer);
  if (answer.result != ROOM_DONE) {
    asc_live_job_close(job);
    free(write);
    room_lose(room);
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
  answer_write(live, room, ask, &answer, write, job);
}

void asc_hall_rename(web_live *live, const char *person, const char *name) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = live->rooms[i]; room != NULL; room = room->next)
      for (int k = 0; room->room != NULL && k < room->room->players; k++)
        if (strcmp(room->room->seats[k].person, person) == 0)
          (void)snprintf(room->names[k], LIVE_NAME_BYTES, "%s", name);
}

void asc_hall_send(live_room *room, live_message *message, bool seats_only) {
  for (live_follow *follow = room->follows, *next; follow != NULL; follow = next) {
    next = follow->next;
    if (!seats_only || follow->seat > 0) asc_socket_send(follow->socket, message);
  }
}

/* ---- now and then ---- */

/* After a write, or once it is read: who waits, and an engine whose turn it is. */
static void room_go_on(web_live *live, live_room *room) {
  room->used = asc_live_now(live);
  if (room->waiting != NULL && !room->locked && room->pending == 0) waiting_run(room);
  if (!room->lost && room->room != NULL) engine_run(live, room);
}

static bool room_is_idle(const live_room *room, int64_t now) {
  return room->room != NULL && room->follows == NULL && room->pending == 0 && room->waiting == NULL &&
         !room->thinking && now - room->used > LIVE_IDLE && room->due > now + LIVE_AWAY;
}

static void room_tick(web_live *live, live_room *room, int64_t now) {
  static online_answer answer;
  char fresh[ASC_ID_TEXT];
  if (room->lost || room->room == NULL) return;
  if (room_is_idle(room, now)) {
    room_lose(room);
    return;
  }
  if (now >= room->due && !room->locked) {
    online_moment moment = moment_of(live, room, 0, fresh);
    asc_room_tick(room->room, &moment, &answer);
    if (answer.count > 0) live->counts.flags++;
    due_set(room);
    own_answer(live, room, &answer);
    return;
  }
  if (room->follows != NULL) asc_presence_tick(room, now);
  if (room->follows != NULL) engine_run(live, room);
}

void asc_hall_tick(web_live *live) {
  int64_t now = asc_live_now(live);
  rooms_bury(live);
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = live->rooms[i], *next; room != NULL; room = next) {
      next = room->next;
      room_tick(live, room, now);
    }
}
