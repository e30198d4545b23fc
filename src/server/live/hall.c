/* The rooms that are open: found, made from their events, looked after, dropped. command.c has what is done in them,
   write.c how that becomes durable. */
#include "hall.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PARTS = 5 };

/* ---- finding ---- */

static live_room **bucket_of(web_live *live, const char *id) {
  return &live->rooms[asc_hash_text(0, id) % LIVE_BUCKETS];
}

live_room *asc_hall_at(web_live *live, const char *id) {
  for (live_room *room = *bucket_of(live, id); room != NULL; room = room->next)
    if (!room->lost && strcmp(room->id, id) == 0) return room;
  return NULL;
}

live_room *asc_hall_add(web_live *live, const char *id) {
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

void asc_hall_wait(live_room *room, live_ask *ask) {
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

void asc_hall_free(web_live *live, live_room *room) {
  follows_end(room);
  *room->back = room->next;
  if (room->next != NULL) room->next->back = room->back;
  asc_room_close(room->room);
  asc_room_close(room->half);
  live->room_count--;
  free(room);
}

/* It is no more to be used: who waits finds another, made anew. It is freed by the next tick after nothing is under way
   in it, so that whoever has it in hand may still look at it. */
void asc_hall_lose(live_room *room) {
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

static live_room *room_load(web_live *live, const char *id, uint64_t owner);

void asc_hall_renew(web_live *live, live_room *room) {
  room->lost = true;
  live_room *fresh = asc_hall_at(live, room->id);
  if (fresh == NULL) fresh = room_load(live, room->id, 0);
  if (fresh != NULL && fresh->room == NULL) {
    memcpy(fresh->seats, room->seats, sizeof fresh->seats);
    while (room->follows != NULL) {
      live_follow *follow = room->follows;
      room->follows = follow->next;
      if (room->follows != NULL) room->follows->back = &room->follows;
      follow->room = fresh;
      follow->next = fresh->follows;
      if (follow->next != NULL) follow->next->back = &follow->next;
      follow->back = &fresh->follows;
      fresh->follows = follow;
    }
  }
  asc_hall_lose(room);
}

void asc_hall_drop_all(web_live *live) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = live->rooms[i], *next; room != NULL; room = next) {
      next = room->next;
      if (room->room != NULL && !room->lost) asc_hall_lose(room);
    }
}

void asc_hall_drop_of(web_live *live, const char *person) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = live->rooms[i], *next; room != NULL; room = next) {
      next = room->next;
      if (room->room == NULL || room->lost) continue;
      bool his = strcmp(room->room->owner, person) == 0;
      for (int k = 0; k < room->room->players; k++) his = his || strcmp(room->room->seats[k].person, person) == 0;
      if (his) asc_hall_lose(room);
    }
}

void asc_hall_end(web_live *live) {
  asc_hall_drop_all(live);
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = live->rooms[i], *next; room != NULL; room = next) {
      next = room->next;
      asc_hall_free(live, room);
    }
}
/* ---- reading ---- */

/* Nobody was served since the last event: no clock ran. */
static void gaps_apply(web_live *live, live_room *room) {
  static online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  for (int i = 0; i < live->gap_count && !room->lost; i++) {
    const live_gap *gap = &live->gaps[i];
    if (gap->to <= room->gapped || gap->to <= room->room->time) continue;
    if (gap->given) {
      asc_room_give_back(room->room, gap->from, gap->to);
      asc_hall_due_set(room);
    } else {
      if (live->shared && room->locked) return;
      online_moment moment = asc_hall_moment(live, room, 0, fresh);
      moment.now = gap->to;
      asc_room_pause(room->room, gap->from, &moment, &answer);
      asc_hall_write_own(live, room, &answer);
    }
    room->gapped = gap->to;
  }
}

static bool events_apply(online_room *room, const asc_job *job) {
  online_event event;
  online_settings settings;
  for (size_t i = 0; i < job->events_count; i++) {
    const asc_event_row *row = &job->events[i];
    int code = asc_event_read(&event, &settings, row->body, row->length);
    if (code == ASC_OK) code = asc_room_apply(room, &event);
    if (code == ASC_E_MEMORY) return false;
    if (code < 0) {
      room->state = ROOM_BROKEN;
      return room->rules != NULL;
    }
  }
  return room->number > 0;
}

static void names_read(asc_job *job) {
  web_live *live = asc_job_live(job);
  live_room *room = asc_job_data(job);
  room->pending--;
  for (size_t i = 0; !room->lost && i < job->persons_count; i++)
    if (strcmp(room->room->owner, job->persons[i].id) == 0)
      (void)snprintf(room->room->owner, ASC_ID_TEXT_SIZE, "%s", job->persons[i].now);
  for (size_t i = 0; !room->lost && i < job->persons_count; i++)
    for (int k = 0; k < room->room->players; k++)
      if (strcmp(room->room->seats[k].person, job->persons[i].id) == 0)
        (void)snprintf(room->names[k], LIVE_NAME_BYTES, "%s", job->persons[i].name != NULL ? job->persons[i].name : "");
  asc_live_job_close(job);
  if (room->lost)
    asc_hall_lose(room);
  else
    asc_hall_go_on(live, room);
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
  job->owner = room->owner;
  asc_job_ask_persons(job, persons, count);
  room->pending++;
  asc_live_submit(live, job);
}

/* Who sits here now: somebody may have become one with another person. */
static void persons_take(live_room *room, const asc_game_row *row) {
  for (int i = 0; i < room->room->players && i < row->seats; i++)
    if (row->seat[i].person != NULL && room->room->seats[i].person[0] != '\0')
      (void)snprintf(room->room->seats[i].person, ASC_ID_TEXT_SIZE, "%s", row->seat[i].person);
}

/* Sends a page of events to sockets that listen and have only those before it. */
static void events_send(live_room *room, const asc_job *job) {
  for (size_t i = 0; room->follows != NULL && i < job->events_count; i++)
    asc_hall_event_send(room, job->events[i].body, job->events[i].seq, NULL);
}

/* ---- what other processes have written ---- */

static void behind_read(asc_job *job) {
  web_live *live = asc_job_live(job);
  live_room *room = asc_job_data(job);
  room->pending--;
  room->locked = false;
  online_state state = room->room->state;
  bool secret = room->room->secret;
  bool good = !room->lost && job->status == ASC_STORE_DONE && job->games_count > 0 && events_apply(room->room, job) &&
              (state == ROOM_BROKEN || room->room->state != ROOM_BROKEN);
  if (good) {
    persons_take(room, &job->games[0]);
    events_send(room, job);
    room->number = room->room->number;
    if (job->more && room->room->state != ROOM_BROKEN) room->look = true; /* the next page */
    if (job->events_count > 0 && (state == ROOM_INVITED || secret != room->room->secret)) {
      asc_hall_follows_look(room, room->room->secret);
      names_ask(live, room);
    }
    asc_hall_due_set(room);
    asc_hall_go_on(live, room);
  } else if (!room->lost && job->status == ASC_STORE_DONE) {
    asc_hall_renew(live, room);
  } else {
    asc_hall_lose(room);
  }
  asc_live_job_close(job);
}

/* Reads what is missing, if something may be and nothing is under way: else it is looked at again after that. */
static void catch_up(web_live *live, live_room *room) {
  if (room->lost || room->room == NULL || room->locked || (!room->look && room->known <= room->room->number)) return;
  asc_job *job = asc_live_job(live, behind_read, room);
  if (job == NULL) return;
  room->look = false;
  room->known = 0;
  room->locked = true;
  room->pending++;
  asc_job_ask_game(job, room->id, room->room->number + 1, LIVE_PAGE);
  asc_live_submit(live, job);
}

void asc_hall_heard(web_live *live, live_room *room, int64_t last) {
  if (last == 0) room->look = true;
  if (last > room->known) room->known = last;
  catch_up(live, room);
}

/* It cannot be read: requests that wait for it are told why. */
static void room_fail(live_room *room, bool absent) {
  live_ask *ask = room->waiting;
  room->waiting = NULL;
  room->lost = true;
  while (ask != NULL) {
    live_ask *next = ask->next;
    asc_ask_refuse(ask, absent ? 404 : 503, absent ? "online.not-there" : "online.busy");
    ask = next;
  }
}

/* All its events are there. */
static void room_complete(web_live *live, live_room *room) {
  int64_t ahead = room->room->time - asc_live_now(live);
  if (ahead > (live->shared ? LIVE_APART : 0)) {
    asc_live_forward(live, room->room->time); /* this room is made again too */
    return;
  }
  for (int i = 0; i < room->room->players; i++)
    if (room->seats[i].heard == 0) room->seats[i].heard = asc_live_now(live);
  room->number = room->room->number;
  if (room->follows != NULL) asc_hall_follows_look(room, room->room->secret);
  asc_hall_due_set(room);
  names_ask(live, room);
  gaps_apply(live, room);
  if (!room->lost && room->pending == 0) asc_hall_go_on(live, room);
}

static bool page_ask(web_live *live, live_room *room);

static void page_read(asc_job *job) {
  web_live *live = asc_job_live(job);
  live_room *room = asc_job_data(job);
  room->pending--;
  bool found = job->status == ASC_STORE_DONE && job->games_count > 0 &&
               (room->half != NULL || asc_room_open(&room->half, live->library) == ASC_OK);
  if (!found || !events_apply(room->half, job)) {
    room_fail(room, job->status == ASC_STORE_DONE && job->games_count == 0);
  } else {
    events_send(room, job);
    if (!job->more || room->half->state == ROOM_BROKEN) {
      room->room = room->half;
      room->half = NULL;
      persons_take(room, &job->games[0]);
      room_complete(live, room);
    } else if (!page_ask(live, room)) {
      room_fail(room, false);
    }
  }
  asc_live_job_close(job);
}

static bool page_ask(web_live *live, live_room *room) {
  asc_job *job = asc_live_job(live, page_read, room);
  if (job == NULL) return false;
  job->owner = room->owner;
  asc_job_ask_game(job, room->id, room->half == NULL ? 0 : room->half->number + 1, LIVE_PAGE);
  room->pending++;
  asc_live_submit(live, job);
  return true;
}

static live_room *room_load(web_live *live, const char *id, uint64_t owner) {
  live_room *room = asc_hall_add(live, id);
  if (room == NULL) return NULL;
  room->owner = owner;
  if (page_ask(live, room)) return room;
  asc_hall_free(live, room);
  return NULL;
}

void asc_hall_load(web_live *live, const char *id) {
  if (asc_hall_at(live, id) == NULL) (void)room_load(live, id, 0);
}

void asc_hall_find(live_ask *ask) {
  live_room *room = asc_hall_at(ask->live, ask->game);
  if (room == NULL && !asc_ask_pay(ask, LIVE_PAGE)) return;
  if (room == NULL) room = room_load(ask->live, ask->game, ask->address);
  if (room == NULL) {
    asc_ask_refuse(ask, 503, "online.busy");
    return;
  }
  room->used = asc_live_now(ask->live);
  ask->room = room;
  if (room->room == NULL)
    asc_hall_wait(room, ask);
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
void asc_hall_go_on(web_live *live, live_room *room) {
  room->used = asc_live_now(live);
  if (room->room != NULL && !room->lost && !room->locked) {
    catch_up(live, room);
    if (live->shared) gaps_apply(live, room);
  }
  if (room->waiting != NULL && !room->locked && room->pending == 0) waiting_run(room);
  if (!room->lost && room->room != NULL) asc_hall_engine_run(live, room);
}

void asc_hall_go_on_all(web_live *live) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = live->rooms[i], *next; room != NULL; room = next) {
      next = room->next;
      if (room->lost || room->room == NULL) continue;
      gaps_apply(live, room);
      if (!room->lost) asc_hall_go_on(live, room);
    }
}

static bool room_is_idle(const live_room *room, int64_t now) {
  return room->room != NULL && room->follows == NULL && room->pending == 0 && room->waiting == NULL &&
         !room->thinking && now - room->used > LIVE_IDLE && room->due > now + LIVE_AWAY;
}

/* `look`: it is this room's turn to see who is there. */
static void room_tick(web_live *live, live_room *room, int64_t now, bool look) {
  static online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  if (room->lost && room->pending == 0) {
    asc_hall_free(live, room);
    return;
  }
  if (room->lost || room->room == NULL) return;
  int64_t late = live->others && room->follows == NULL ? LIVE_LATE : 0;
  if (now - late >= room->due && !room->locked) {
    online_moment moment = asc_hall_moment(live, room, 0, fresh);
    asc_room_tick(room->room, &moment, &answer);
    if (answer.count > 0) live->counts.flags++;
    asc_hall_due_set(room);
    asc_hall_write_own(live, room, &answer);
    return;
  }
  if (!look) return;
  if (room_is_idle(room, now)) {
    asc_hall_lose(room);
    return;
  }
  if (room->look || room->known > room->room->number) catch_up(live, room);
  if (room->follows != NULL) asc_presence_tick(room, now);
  if (room->follows != NULL) asc_hall_engine_run(live, room);
}

/* Clocks are looked at every time; who is there, of a part of the rooms, of each once in half a second. */
void asc_hall_tick(web_live *live) {
  int64_t now = asc_live_now(live);
  int part = live->part++ % PARTS;
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = live->rooms[i], *next; room != NULL; room = next) {
      next = room->next;
      room_tick(live, room, now, i % PARTS == part);
    }
  asc_others_tick(live);
}
