/* The rooms in memory. A room is loaded from its events page by page, stays OPEN while it is used, falls BEHIND when
   another process writes in it, and is dropped when nobody needs it. inside.h shows the states.

   A heap holds every open room by the time when something is due in it: a flag, a change of presence, its end as an
   idle room. So a step looks only at rooms that need it. */
#include "rooms.h"

#include "gaps.h"
#include "peers.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { PEER_GRACE = 500 }; /* ms; a flag is left to the process in which somebody watches the game */

/* ---- the table ---- */

static live_room **bucket_of(live_loop *loop, const char *id) {
  return &loop->rooms[asc_hash_text(0, id) % LIVE_BUCKETS];
}

live_room *live_room_find(live_loop *loop, const char *id) {
  for (live_room *room = *bucket_of(loop, id); room != NULL; room = room->next)
    if (strcmp(room->id, id) == 0) return room;
  return NULL;
}

/* Every room that is LOADING or BEHIND is in this list, so that none is forgotten when its request is gone. */
static void want(live_room *room) {
  live_loop *loop = room->loop;
  if (room->is_wanted) return;
  room->is_wanted = true;
  room->next_wanted = NULL;
  *loop->wanted_end = room;
  loop->wanted_end = &room->next_wanted;
}

live_room *live_room_add(live_loop *loop, const char *id) {
  live_room *room = calloc(1, sizeof *room);
  if (room == NULL) return NULL;
  live_room **bucket = bucket_of(loop, id);
  (void)snprintf(room->id, sizeof room->id, "%s", id);
  room->loop = loop;
  room->heap_index = -1;
  room->wake = ONLINE_NEVER;
  room->used = live_now(loop);
  room->next = *bucket;
  if (room->next != NULL) room->next->back = &room->next;
  room->back = bucket;
  *bucket = room;
  loop->figures.rooms++;
  want(room);
  return room;
}

void live_room_want(live_loop *loop, const char *id) {
  live_room *room = live_room_find(loop, id);
  if (room == NULL)
    (void)live_room_add(loop, id);
  else
    want(room);
}

/* They leave half of what a batch may read to the requests of players. */
void live_rooms_prepare_wanted(live_loop *loop) {
  live_room **at = &loop->wanted;
  while (*at != NULL) {
    live_room *room = *at;
    if (room->failures >= LIVE_TRIES_MAX) live_room_drop(room);
    if (room->state == LIVE_ROOM_OPEN) live_room_touch(room);
    if (room->state == LIVE_ROOM_OPEN || room->state == LIVE_ROOM_DROPPED) {
      *at = room->next_wanted;
      room->is_wanted = false;
      continue;
    }
    at = &room->next_wanted;
    if (room->state == LIVE_ROOM_LOADING && loop->events_left <= LIVE_READ_MAX / 2) continue;
    (void)live_room_prepare(room);
  }
  loop->wanted_end = at;
}

/* ---- the heap ---- */

static void heap_put(live_loop *loop, int at, live_room *room) {
  loop->heap[at] = room;
  room->heap_index = at;
}

static void heap_up(live_loop *loop, int at, live_room *room) {
  for (; at > 0 && loop->heap[(at - 1) / 2]->wake > room->wake; at = (at - 1) / 2)
    heap_put(loop, at, loop->heap[(at - 1) / 2]);
  heap_put(loop, at, room);
}

static void heap_down(live_loop *loop, int at, live_room *room) {
  for (int child; (child = 2 * at + 1) < loop->heap_count; at = child) {
    if (child + 1 < loop->heap_count && loop->heap[child + 1]->wake < loop->heap[child]->wake) child++;
    if (loop->heap[child]->wake >= room->wake) break;
    heap_put(loop, at, loop->heap[child]);
  }
  heap_put(loop, at, room);
}

static void heap_move(live_loop *loop, live_room *room) {
  int at = room->heap_index;
  if (at > 0 && loop->heap[(at - 1) / 2]->wake > room->wake)
    heap_up(loop, at, room);
  else
    heap_down(loop, at, room);
}

static void heap_remove(live_room *room) {
  live_loop *loop = room->loop;
  int at = room->heap_index;
  if (at < 0) return;
  room->heap_index = -1;
  live_room *last = loop->heap[--loop->heap_count];
  if (last == room) return;
  last->heap_index = at;
  heap_move(loop, last);
}

static bool heap_add(live_room *room) {
  live_loop *loop = room->loop;
  if (loop->heap_count == loop->heap_capacity) {
    int capacity = loop->heap_capacity == 0 ? 256 : 2 * loop->heap_capacity;
    live_room **grown = realloc(loop->heap, (size_t)capacity * sizeof(void *));
    if (grown == NULL) return false;
    loop->heap = grown;
    loop->heap_capacity = capacity;
  }
  heap_up(loop, loop->heap_count++, room);
  return true;
}

static int64_t earlier(int64_t a, int64_t b) { return a < b ? a : b; }

/* When the rules have something to do; a room that nobody watches here is left to a peer for a moment. */
static int64_t rules_due(const live_room *room) {
  int64_t due = online_room_due(room->game);
  bool has_grace = room->loop->has_peers && room->listeners == NULL && due != ONLINE_NEVER;
  return has_grace ? due + PEER_GRACE : due;
}

static int64_t idle_due(const live_room *room) {
  return room->listeners == NULL && !room->is_thinking ? room->used + LIVE_IDLE_TIME + 1 : ONLINE_NEVER;
}

/* Drops a room that is not finished. If games are getting a pause (upkeep.c), it must get it later: they are gone
   through once more. */
static void room_lose(live_room *room) {
  if (!room->loop->is_caught_up) {
    room->loop->caught_up_to[0] = '\0';
    room->loop->is_last_page = false;
  }
  live_room_drop(room);
}

void live_room_wake_set(live_room *room) {
  int64_t presence = room->listeners == NULL ? ONLINE_NEVER : live_presence_due(room, live_now(room->loop));
  room->wake = earlier(earlier(rules_due(room), idle_due(room)), presence);
  if (room->heap_index >= 0)
    heap_move(room->loop, room);
  else if (!heap_add(room))
    room_lose(room);
}

/* ---- dropping ---- */

static void game_close(live_room *room) {
  online_room_close(room->game);
  room->game = NULL;
  room->number = room->gaps_applied = 0;
  room->is_thinking = false;
  room->names_state = LIVE_NAMES_UNREAD;
  heap_remove(room);
}

void live_room_reload(live_room *room) {
  if (room->state == LIVE_ROOM_DROPPED) return;
  if (room->listeners == NULL) {
    room_lose(room);
    return;
  }
  game_close(room);
  room->state = LIVE_ROOM_LOADING;
  want(room);
}

void live_room_drop(live_room *room) {
  live_loop *loop = room->loop;
  if (room->state == LIVE_ROOM_DROPPED) return;
  room->state = LIVE_ROOM_DROPPED;
  while (room->listeners != NULL) {
    live_socket *socket = room->listeners->socket;
    live_listener_remove(room->listeners);
    live_socket_close(socket, "reconnect");
  }
  heap_remove(room);
  *room->back = room->next;
  if (room->next != NULL) room->next->back = room->back;
  room->next = loop->dropped;
  loop->dropped = room;
}

void live_rooms_free_dropped(live_loop *loop) {
  if (loop->dropped == NULL) return;
  live_room **at = &loop->wanted;
  while (*at != NULL)
    if ((*at)->state == LIVE_ROOM_DROPPED)
      *at = (*at)->next_wanted;
    else
      at = &(*at)->next_wanted;
  loop->wanted_end = at;
  while (loop->dropped != NULL) {
    live_room *room = loop->dropped;
    loop->dropped = room->next;
    online_room_close(room->game);
    loop->figures.rooms--;
    free(room);
  }
}

void live_rooms_drop_all(live_loop *loop) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    while (loop->rooms[i] != NULL) live_room_drop(loop->rooms[i]);
}

void live_rooms_reload_all(live_loop *loop) {
  loop->wanted = NULL;
  loop->wanted_end = &loop->wanted;
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = loop->rooms[i], *next; room != NULL; room = next) {
      next = room->next;
      room->is_wanted = room->is_reading = room->is_touched = room->has_conflict = false;
      live_room_reload(room);
    }
}

void live_rooms_drop_of(live_loop *loop, const char *person) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = loop->rooms[i], *next; room != NULL; room = next) {
      next = room->next;
      if (room->game == NULL) continue;
      bool is_theirs = strcmp(room->game->owner, person) == 0;
      for (int k = 0; k < room->game->players; k++) is_theirs |= strcmp(room->game->seats[k].person, person) == 0;
      if (is_theirs) live_room_drop(room);
    }
}

void live_rooms_rename(live_loop *loop, const char *person, const char *name) {
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_room *room = loop->rooms[i]; room != NULL; room = room->next)
      for (int k = 0; room->game != NULL && k < room->game->players; k++)
        if (strcmp(room->game->seats[k].person, person) == 0)
          (void)snprintf(room->names[k], LIVE_NAME_BYTES, "%s", name);
}

/* ---- loading ---- */

/* Applies a page of events. An event that the rules reject makes the room damaged. ASC_E_INPUT: there is nothing to
   show. */
static int events_apply(live_room *room, const store_event_row *rows, size_t count) {
  online_event event;
  online_settings settings;
  for (size_t i = 0; i < count; i++) {
    const store_event_row *row = &rows[i];
    int code = online_event_read(&event, &settings, row->body, row->length);
    if (code == ASC_OK) code = online_room_apply(room->game, &event);
    if (code == ASC_E_MEMORY) return code;
    if (code < 0) {
      room->game->state = ONLINE_DAMAGED;
      return room->game->rules != NULL ? ASC_OK : ASC_E_INPUT;
    }
  }
  return room->game->number > 0 ? ASC_OK : ASC_E_INPUT;
}

/* Memory is short: it is read again from the start, and a few failures end that. */
static void load_failed(live_room *room) {
  online_room_close(room->game);
  room->game = NULL;
  room->number = 0;
  room->failures++;
}

/* The store knows who has a seat now: a person may have been merged into another since the event. */
static void persons_adopt(live_room *room, const store_game_row *row) {
  for (int i = 0; i < room->game->players && i < row->seats; i++)
    if (row->seat[i].person != NULL && room->game->seats[i].person[0] != '\0')
      (void)snprintf(room->game->seats[i].person, ASC_ID_TEXT_SIZE, "%s", row->seat[i].person);
}

/* Everything is read. If its last event is ahead of our time, the time was set back while the server was down. */
static void room_open(live_room *room) {
  live_loop *loop = room->loop;
  int64_t ahead = room->game->time - live_now(loop);
  if (ahead > (loop->options.is_shared ? LIVE_CLOCKS_APART : 0)) live_time_forward(loop, room->game->time);
  for (int i = 0; i < room->game->players; i++)
    if (room->seats[i].heard == 0) room->seats[i].heard = live_now(loop);
  room->state = LIVE_ROOM_OPEN;
  room->used = live_now(loop);
  live_room_wake_set(room);
}

/* Its words may be those of version 0.1. */
static void stored_publish(live_room *room, const store_event_row *row) {
  asc_strbuf line = {0};
  asc_json json = asc_strbuf_json(&line);
  online_stored_write(&json, NULL, row->body, row->length);
  live_publish_event(room, line.failed ? NULL : line.text, row->seq, 0);
  free(line.text);
}

/* Sends the events to the listeners, and opens the room when it has all of them. */
static void events_done(live_room *room, const store_event_row *rows, size_t count, bool has_more) {
  for (size_t i = 0; room->listeners != NULL && i < count; i++) stored_publish(room, &rows[i]);
  room->number = room->game->number;
  if (has_more && room->game->state != ONLINE_DAMAGED)
    want(room); /* the next page */
  else
    room_open(room);
}

static void page_done(live_loop *loop, void *owner, store_job *job) {
  live_room *room = owner;
  room->is_reading = false;
  if (room->state != LIVE_ROOM_LOADING) return;
  if (job->status != STORE_DONE) {
    room->failures++; /* the store refused this query alone */
    return;
  }
  if (job->games_count == 0) {
    room->is_missing = true;
    live_room_drop(room);
    return;
  }
  int code = room->game == NULL && online_room_open(&room->game, loop->rules) < 0
                 ? ASC_E_MEMORY
                 : events_apply(room, job->events, job->events_count);
  if (code == ASC_E_MEMORY) load_failed(room);
  room->is_missing = code == ASC_E_INPUT;
  if (room->is_missing) live_room_drop(room);
  if (code != ASC_OK) return;
  room->failures = 0;
  persons_adopt(room, &job->games[0]);
  live_listeners_update(room, room->game->is_private); /* before the events are published */
  events_done(room, job->events, job->events_count, job->more);
}

/* ---- what peers wrote ---- */

static void behind_apply(live_room *room, const store_event_row *rows, size_t count) {
  online_state state = room->game->state;
  room->failures = 0;
  if (events_apply(room, rows, count) != ASC_OK || (room->game->state == ONLINE_DAMAGED && state != ONLINE_DAMAGED)) {
    live_room_reload(room);
    return;
  }
  if (count > 0 && state == ONLINE_INVITED) room->names_state = LIVE_NAMES_UNREAD;
  if (count > 0) live_listeners_update(room, room->game->is_private); /* before the events are published */
  events_done(room, rows, count, count == LIVE_PAGE);
}

/* The events of a game follow each other; a room that was dropped meanwhile is not found. */
static void behind_done(live_loop *loop, void *owner, store_job *job) {
  (void)owner;
  for (live_room *room = loop->behind, *next; room != NULL; room = next) {
    next = room->next_behind;
    room->is_reading = false;
    if (room->state != LIVE_ROOM_BEHIND) continue;
    if (job->status != STORE_DONE) {
      room->failures++;
      continue;
    }
    size_t first = room->behind_index, count = 0;
    while (first < job->events_count && strcmp(job->events[first].game, room->id) != 0) first++;
    while (first + count < job->events_count && strcmp(job->events[first + count].game, room->id) == 0) count++;
    behind_apply(room, count > 0 ? &job->events[first] : NULL, count);
    if (next != NULL) next->behind_index = count > 0 ? first + count : room->behind_index;
  }
  loop->behind = NULL;
}

/* All rooms that are behind are read by one query: every move of another process is read in this way. */
static void behind_read(live_loop *loop) {
  enum { MAX = 256 };
  const char *games[MAX];
  int64_t from[MAX];
  size_t count = 0;
  live_room **end = &loop->behind;
  if (loop->behind != NULL) return; /* it is being read */
  for (live_room *room = loop->wanted; room != NULL && count < MAX; room = room->next_wanted) {
    if (room->state != LIVE_ROOM_BEHIND || room->is_reading) continue;
    games[count] = room->id;
    from[count++] = room->game->number + 1;
    room->behind_index = 0;
    room->is_reading = true;
    room->next_behind = NULL;
    *end = room;
    end = &room->next_behind;
  }
  store_job *job = count == 0 ? NULL : store_job_open();
  if (job != NULL) store_job_ask_events(job, games, from, count, LIVE_PAGE);
  if (job != NULL && live_read_add(loop, job, NULL, behind_done)) return;
  for (live_room *room = loop->behind; room != NULL; room = room->next_behind) room->is_reading = false;
  loop->behind = NULL;
}

static void names_done(live_loop *loop, void *owner, store_job *job) {
  live_room *room = owner;
  (void)loop;
  if (room->state == LIVE_ROOM_DROPPED || room->names_state != LIVE_NAMES_READING) return;
  room->names_state = LIVE_NAMES_READ;
  online_room *game = room->game;
  for (size_t i = 0; job->status == STORE_DONE && i < job->persons_count; i++) {
    const store_person_row *row = &job->persons[i];
    for (int k = 0; k < game->players; k++)
      if (strcmp(game->seats[k].person, row->id) == 0)
        (void)snprintf(room->names[k], LIVE_NAME_BYTES, "%s", row->name != NULL ? row->name : "");
    if (strcmp(game->owner, row->id) == 0) (void)snprintf(game->owner, ASC_ID_TEXT_SIZE, "%s", row->current);
  }
}

/* The names of the players, which events do not have, and who the creator is now. */
static live_need names_prepare(live_room *room) {
  const char *persons[ASC_PLAYERS_MAX + 1];
  size_t count = 0;
  if (room->names_state == LIVE_NAMES_READ) return LIVE_NEEDS_NONE;
  if (room->names_state == LIVE_NAMES_READING) return LIVE_NEEDS_READ;
  for (int i = 0; i < room->game->players; i++)
    if (room->game->seats[i].person[0] != '\0') persons[count++] = room->game->seats[i].person;
  if (room->game->owner[0] != '\0') persons[count++] = room->game->owner;
  if (count == 0) {
    room->names_state = LIVE_NAMES_READ;
    return LIVE_NEEDS_NONE;
  }
  store_job *job = store_job_open();
  if (job == NULL) return LIVE_NEEDS_NEXT;
  store_job_ask_persons(job, persons, count);
  if (!live_read_add(room->loop, job, room, names_done)) return LIVE_NEEDS_NEXT;
  room->names_state = LIVE_NAMES_READING;
  return LIVE_NEEDS_READ;
}

live_need live_room_prepare(live_room *room) {
  if (room->state == LIVE_ROOM_DROPPED) return LIVE_NEEDS_END;
  if (room->state == LIVE_ROOM_OPEN) return names_prepare(room);
  if (room->is_reading) return LIVE_NEEDS_READ;
  if (room->state == LIVE_ROOM_BEHIND) {
    behind_read(room->loop);
    return room->loop->behind != NULL ? LIVE_NEEDS_READ : LIVE_NEEDS_NEXT;
  }
  if (!live_events_take(room->loop, LIVE_PAGE)) return LIVE_NEEDS_READ;
  store_job *job = store_job_open();
  if (job == NULL) return LIVE_NEEDS_NEXT;
  store_job_ask_game(job, room->id, room->game == NULL ? 0 : room->game->number + 1, LIVE_PAGE);
  room->is_reading = live_read_add(room->loop, job, room, page_done);
  return room->is_reading ? LIVE_NEEDS_READ : LIVE_NEEDS_NEXT;
}

/* A damaged game stays as it is: no later event can be applied to it. If something is decided here that is not written
   yet, the peer was first: the room is read again. */
void live_room_set_behind(live_room *room, int64_t last) {
  if (room->state != LIVE_ROOM_OPEN || room->game->state == ONLINE_DAMAGED) return;
  if (last != 0 && last <= room->number) return;
  if (room->game->number > room->number) {
    room->has_conflict = true;
    return;
  }
  room->state = LIVE_ROOM_BEHIND;
  want(room);
}

void live_room_touch(live_room *room) {
  live_loop *loop = room->loop;
  room->used = live_now(loop);
  if (!room->is_touched) {
    room->is_touched = true;
    room->next_touched = loop->touched;
    loop->touched = room;
  }
  if (loop->gap_count > 0) live_gaps_apply(room);
}

bool live_room_may_see(const live_room *room, const live_request *request) {
  const online_room *game = room->game;
  if (!game->is_private || request->inside->key == LIVE_KEY_FREE || request->inside->is_host) return true;
  if (!request->sender.is_known) return false;
  for (int i = 0; i < game->players; i++)
    if (strcmp(game->seats[i].person, request->sender.person) == 0) return true;
  return strcmp(game->owner, request->sender.person) == 0;
}

/* ---- what is due ---- */

static void rules_tick(live_room *room, int64_t now) {
  online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  live_room_touch(room);
  if (room->state != LIVE_ROOM_OPEN || rules_due(room) > now) return;
  online_moment moment = live_room_moment(room, NULL, fresh);
  if (moment.now > now && now > room->game->time) moment.now = now;
  online_room_tick(room->game, &moment, &answer);
  if (answer.count > 0) room->loop->figures.flags++;
  live_room_change_own(room, &answer);
}

static bool is_idle(const live_room *room, int64_t now) {
  return idle_due(room) <= now && !room->is_touched && online_room_due(room->game) > now + LIVE_AWAY_TIME;
}

static void room_tick(live_room *room, int64_t now, int64_t flag_time) {
  if (rules_due(room) <= flag_time) rules_tick(room, flag_time);
  if (room->state != LIVE_ROOM_OPEN) return;
  if (is_idle(room, now)) {
    live_room_drop(room);
    return;
  }
  if (idle_due(room) <= now) room->used = now; /* it has something to do within a minute */
  if (room->listeners != NULL) live_presence_update(room, now);
  live_room_engine_run(room);
  if (room->state == LIVE_ROOM_OPEN) live_room_wake_set(room);
}

void live_rooms_tick(live_loop *loop, int64_t flag_time) {
  int64_t now = live_now(loop);
  for (int left = loop->heap_count; left > 0 && loop->heap_count > 0 && loop->heap[0]->wake <= now; left--) {
    live_room *room = loop->heap[0];
    room_tick(room, now, flag_time);
    /* A flag that waits for an earlier request is looked at again soon. */
    if (room->state == LIVE_ROOM_OPEN && room->wake <= now) {
      room->wake = now + 1;
      heap_move(loop, room);
    }
  }
}
