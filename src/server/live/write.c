/* What happened in a room goes to the store, and when it is durable to who asked and to who listens.

   What is decided in between stands on what will be durable first, or not be at all: jobs are done in their order, and
   after one that failed all later ones of the room conflict. Where other processes write too nothing is decided in
   between. */
#include "hall.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What a ply changes of it. */
static asc_game_row ply_row(const live_room *room) {
  const online_room *own = room->room;
  int64_t due = asc_room_due(own);
  return (asc_game_row){.id = room->id,
                        .changed = own->acted,
                        .deadline = due == ONLINE_NEVER ? 0 : due,
                        .turn = own->turn - 1,
                        .plies = own->made};
}

void asc_hall_row(const live_room *room, asc_game_row *row, char *spec, asc_strbuf *about) {
  const online_room *own = room->room;
  static const asc_game_state states[] = {ASC_GAME_INVITED, ASC_GAME_RUNNING, ASC_GAME_ENDED, ASC_GAME_BROKEN};
  (void)asc_spec_write(own->rules, spec);
  *row = ply_row(room);
  row->spec = spec;
  row->state = states[own->state];
  row->secret = own->secret;
  row->made = own->begun;
  row->seats = own->players;
  for (int i = 0; i < own->players; i++) {
    row->seat[i].person = own->seats[i].person[0] != '\0' ? own->seats[i].person : NULL;
    row->seat[i].engine = own->seats[i].level;
  }
  asc_json json = asc_strbuf_json(about);
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
    for (int i = 0; i < own->players; i++) asc_json_number(&json, NULL, own->outcome.rank[i]);
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

static bool only_plies(const online_answer *answer) {
  for (int i = 0; i < answer->count; i++)
    if (answer->events[i].kind != EVENT_MOVED && answer->events[i].kind != EVENT_ROLLED) return false;
  return true;
}

static void row_add(asc_job *job, const live_room *room, const online_answer *answer) {
  asc_game_row row = ply_row(room);
  if (only_plies(answer)) {
    asc_job_ply(job, &row);
    return;
  }
  char spec[ASC_SPEC_MAX];
  asc_strbuf about = {0};
  asc_hall_row(room, &row, spec, &about);
  if (!seats_change(answer)) row.seats = 0;
  asc_job_game(job, &row);
  free(about.text);
}

void asc_hall_write_free(live_write *write) {
  for (int i = 0; i < write->count; i++) free(write->lines[i]);
  free(write);
}

void asc_hall_event_send(live_room *room, const char *line, int64_t number, const live_ask *ask) {
  asc_strbuf text = {0};
  asc_strbuf_format(&text, "{\"game\":\"%s\",\"event\":%s}", room->id, line);
  live_message *message = text.failed ? NULL : asc_message_make(text.text, text.length);
  free(text.text);
  for (live_follow *follow = room->follows, *next; follow != NULL; follow = next) {
    next = follow->next;
    if (number <= follow->number) continue;
    follow->number = number;
    if (message != NULL && (ask == NULL || follow->socket != ask->socket)) asc_socket_send(follow->socket, message);
  }
  if (message != NULL) asc_message_release(message);
}

/* {"last": 12, "events": [...]} */
static void ask_answer_events(live_ask *ask, int status, const live_write *write) {
  asc_strbuf text = {0};
  asc_strbuf_format(&text, "{\"game\":\"%s\",\"last\":%d,", ask->game, write->first + write->count - 1);
  if (write->key_count > 0) {
    asc_strbuf_add_text(&text, "\"keys\":[");
    for (int i = 0; i < write->key_count; i++) asc_strbuf_format(&text, "%s\"%s\"", i > 0 ? "," : "", write->keys[i]);
    asc_strbuf_add_text(&text, "],");
  }
  asc_strbuf_add_text(&text, "\"events\":[");
  for (int i = 0; i < write->count; i++) {
    if (i > 0) asc_strbuf_add_char(&text, ',');
    asc_strbuf_add_text(&text, write->lines[i]);
  }
  asc_strbuf_add_text(&text, "]}");
  asc_ask_answer_json(ask, status, &text);
}

/* Who sits may have changed: who has sat down is one of the seats from now on. Where nobody may watch any more, whoever
   does not sit comes again, and is let in with a key alone. */
void asc_hall_follows_look(live_room *room, bool hides) {
  for (live_follow *follow = room->follows, *next; follow != NULL; follow = next) {
    const live_who *who = &follow->socket->who;
    next = follow->next;
    follow->seat = who->known ? asc_room_seat_of(room->room, who->person) : 0;
    if (!hides || follow->seat > 0) continue;
    asc_socket_close(follow->socket, "again");
    asc_socket_unfollow(follow);
  }
}

static void write_failed(live_write *write, const asc_job *job) {
  live_ask *ask = write->ask;
  web_live *live = write->room->live;
  bool conflict = job->status == ASC_STORE_CONFLICT || job->status == ASC_STORE_REPEATED;
  live->counts.conflicts += conflict;
  if (conflict && live->shared)
    asc_hall_renew(live, write->room); /* another process was first */
  else
    asc_hall_lose(write->room); /* when the last of its writes has come back */
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

void asc_hall_written(asc_job *job) {
  web_live *live = asc_job_live(job);
  live_write *write = asc_job_data(job);
  live_room *room = write->room;
  room->pending--;
  if (write->locks) room->locked = false;
  if (job->status == ASC_STORE_DONE) {
    live->counts.events += write->count;
    for (int i = 0; i < write->count; i++) asc_hall_event_send(room, write->lines[i], write->first + i, write->ask);
    room->number = write->first + write->count - 1;
    /* Who watched by the key of a seat that another has taken may not any more. */
    if (write->seats || write->hides) asc_hall_follows_look(room, write->hides || room->room->secret);
    if (write->ask != NULL) ask_answer_events(write->ask, write->creates ? 201 : 200, write);
    if (!room->lost) {
      asc_hall_go_on(live, room);
    } else {
      asc_hall_lose(room);
      /* Meanwhile another may have been made, from what was there before. */
      live_room *fresh = asc_hall_at(live, room->id);
      if (fresh != NULL) asc_hall_heard(live, fresh, room->number);
    }
  } else {
    write_failed(write, job);
  }
  asc_hall_write_free(write);
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
  online_moment moment = {.now = event->time};
  asc_live_random(live, &moment.random, sizeof moment.random);
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

online_moment asc_hall_moment(web_live *live, const live_room *room, int lag, char fresh[ASC_ID_TEXT_SIZE]) {
  int64_t now = asc_live_now(live);
  uint8_t id[ASC_ID_BITS / 8];
  uint64_t random;
  asc_live_random(live, id, sizeof id);
  asc_secret_encode(id, ASC_ID_BITS, fresh);
  asc_live_random(live, &random, sizeof random);
  /* What another process did may be a little ahead of our clock. */
  if (room->room != NULL && now < room->room->time && room->room->time - now < LIVE_APART) now = room->room->time;
  return (online_moment){.now = now,
                         .random = random,
                         .lag = lag,
                         .here = asc_presence_here(room, now),
                         .away = asc_presence_away(room, now),
                         .fresh = fresh};
}

void asc_hall_due_set(live_room *room) { room->due = asc_room_due(room->room); }

/* Hands the events of an answer to the store. The ask, if any, is answered when they are durable. */
void asc_hall_write(web_live *live, live_room *room, live_ask *ask, const online_answer *answer, live_write *write,
                    asc_job *job) {
  if (write == NULL) write = calloc(1, sizeof *write);
  if (job == NULL && write != NULL) job = asc_live_job(live, asc_hall_written, write);
  bool good = write != NULL && job != NULL && lines_write(write, answer);
  if (good) events_add(job, room->id, write, answer);
  for (int i = 0; good && i < answer->count; i++)
    if (answer->events[i].kind == EVENT_REMATCH) good = next_add(live, job, room, &answer->events[i]);
  if (!good) {
    asc_live_job_close(job);
    if (write != NULL) asc_hall_write_free(write);
    asc_hall_lose(room);
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
  /* Where other processes write too there is one write at a time: what stands on one that turned out to be second would
     follow, by its number, on what was first. */
  if (live->shared) write->locks = true;
  if (write->locks) room->locked = true;
  asc_hall_due_set(room);
  asc_live_submit(live, job);
}

/* What the server does by itself; the room may be gone afterwards. */
void asc_hall_write_own(web_live *live, live_room *room, const online_answer *answer) {
  if (answer->result == ROOM_FAILED)
    asc_hall_lose(room);
  else if (answer->result == ROOM_DONE && answer->count > 0)
    asc_hall_write(live, room, NULL, answer, NULL, NULL);
}
