/* From the rules' answer to a change of the store, and from the durable change to the listeners. */
#include "rooms.h"

#include "gaps.h"
#include "request.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- the moment ---- */

online_moment live_room_moment(live_room *room, const live_request *request, char fresh[ASC_ID_TEXT_SIZE]) {
  live_loop *loop = room->loop;
  uint8_t id[ASC_ID_BITS / 8];
  uint64_t random;
  int64_t now = live_now(loop);
  loop->world.random(loop->world.data, id, sizeof id);
  asc_secret_encode(id, ASC_ID_BITS, fresh);
  loop->world.random(loop->world.data, &random, sizeof random);
  return (online_moment){.now = live_request_time(loop, request, room),
                         .random = random,
                         .lag = request == NULL ? 0 : request->lag,
                         .here = room->game->players == 0 ? 0 : live_presence_here(room, now),
                         .away = room->game->players == 0 ? 0 : live_presence_away(room, now),
                         .fresh = fresh};
}

/* ---- rows ---- */

static store_game_row ply_row(const live_room *room) {
  int64_t due = online_room_due(room->game);
  return (store_game_row){.id = room->id,
                          .changed = room->game->acted,
                          .deadline = due == ONLINE_NEVER ? 0 : due,
                          .turn = room->game->turn - 1,
                          .plies = room->game->made};
}

static void summary_write(const online_room *game, asc_strbuf *summary) {
  asc_json json = asc_strbuf_json(summary);
  online_settings settings;
  online_room_settings(game, &settings);
  asc_json_open(&json, NULL, '{');
  online_settings_write(&settings, &json);
  if (game->state == ONLINE_ENDED) {
    asc_json_text(&json, "cause", online_cause_word(game->cause));
    asc_json_open(&json, "points", '[');
    for (int i = 0; i < game->players; i++) asc_json_points(&json, NULL, game->outcome.points[i]);
    asc_json_close(&json, ']');
    asc_json_open(&json, "places", '[');
    for (int i = 0; i < game->players; i++) asc_json_number(&json, NULL, game->outcome.rank[i]);
    asc_json_close(&json, ']');
    if (game->next[0] != '\0') asc_json_text(&json, "next", game->next);
  }
  asc_json_close(&json, '}');
}

bool live_room_row(const live_room *room, store_game_row *row, char spec[ASC_SPEC_MAX], asc_strbuf *summary) {
  const online_room *game = room->game;
  static const store_game_state states[] = {[ONLINE_INVITED] = STORE_GAME_INVITED,
                                            [ONLINE_RUNNING] = STORE_GAME_RUNNING,
                                            [ONLINE_ENDED] = STORE_GAME_ENDED,
                                            [ONLINE_DAMAGED] = STORE_GAME_DAMAGED};
  (void)online_spec_write(game->rules, spec);
  *row = ply_row(room);
  row->spec = spec;
  row->state = states[game->state];
  row->is_private = game->is_private;
  row->created = game->begun;
  row->seats = game->players;
  for (int i = 0; i < game->players; i++) {
    row->seat[i].person = game->seats[i].person[0] != '\0' ? game->seats[i].person : NULL;
    row->seat[i].engine = game->seats[i].level;
  }
  summary_write(game, summary);
  row->summary = summary->text;
  return !summary->failed;
}

static bool changes_seats(online_kind kind) {
  return kind == ONLINE_EVENT_CREATED || kind == ONLINE_EVENT_CHANGED || kind == ONLINE_EVENT_JOINED ||
         kind == ONLINE_EVENT_STARTED || kind == ONLINE_EVENT_LEFT || kind == ONLINE_EVENT_SEAT_GIVEN ||
         kind == ONLINE_EVENT_SEAT_RETURNED;
}

/* A ply changes little of the row, and most events leave the seats as they are: both are less work for the store.
   False: out of memory. */
static bool row_add(store_job *job, const live_room *room, const online_answer *answer) {
  bool only_plies = true, seats = false;
  for (int i = 0; i < answer->count; i++) {
    online_kind kind = answer->events[i].kind;
    only_plies &= kind == ONLINE_EVENT_MOVED || kind == ONLINE_EVENT_ROLLED;
    seats |= changes_seats(kind);
  }
  store_game_row row = ply_row(room);
  if (only_plies) {
    store_job_ply(job, &row);
    return true;
  }
  char spec[ASC_SPEC_MAX];
  asc_strbuf summary = {0};
  bool is_whole = live_room_row(room, &row, spec, &summary);
  if (!seats) row.seats = 0;
  store_job_game(job, &row);
  free(summary.text);
  return is_whole;
}

/* ---- changes ---- */

static bool events_add(live_change *change, const char *game, const online_answer *answer) {
  for (int i = 0; i < answer->count; i++) {
    const online_event *event = &answer->events[i];
    const char *command = i == 0 && event->command[0] != '\0' ? event->command : NULL;
    char text[ONLINE_EVENT_MAX];
    if (online_event_write(event, text, sizeof text) < 0) return false;
    store_job_event(change->job, game, event->number, event->time, command, text, strlen(text));
    if (game != change->room->id) continue;
    change->lines[change->count] = strdup(text);
    if (change->lines[change->count] == NULL) return false;
    change->count++;
  }
  return true;
}

/* The next game is created together with the event that names it. */
static bool next_game_add(live_change *change, const online_event *event) {
  live_room *room = change->room;
  live_loop *loop = room->loop;
  online_settings settings;
  online_answer answer;
  live_room next = {.loop = loop};
  memcpy(next.id, event->next, sizeof next.id);
  if (online_room_open(&next.game, loop->rules) < 0) return false;
  online_room_next(room->game, room->id, &settings);
  online_moment moment = {.now = event->time};
  loop->world.random(loop->world.data, &moment.random, sizeof moment.random);
  online_room_create(next.game, room->game->owner, NULL, &settings, &moment, &answer);
  bool is_made = answer.result == ONLINE_DONE && events_add(change, next.id, &answer);
  if (is_made) is_made = row_add(change->job, &next, &answer);
  online_room_close(next.game);
  return is_made;
}

bool live_room_change(live_change *change, const online_answer *answer) {
  live_room *room = change->room;
  bool is_added = events_add(change, room->id, answer);
  change->first = answer->events[0].number;
  for (int i = 0; is_added && i < answer->count; i++) {
    online_kind kind = answer->events[i].kind;
    if (kind == ONLINE_EVENT_REMATCH) is_added = next_game_add(change, &answer->events[i]);
    change->changes_seats |= kind == ONLINE_EVENT_JOINED || kind == ONLINE_EVENT_STARTED || kind == ONLINE_EVENT_LEFT;
    change->hides |= kind == ONLINE_EVENT_MADE_PRIVATE || (kind == ONLINE_EVENT_CHANGED && room->game->is_private);
  }
  if (is_added) is_added = row_add(change->job, room, answer);
  if (!is_added || store_job_is_wrong(change->job)) {
    room->has_conflict = true;
    return false;
  }
  if (change->on_commit == NULL) change->on_commit = live_room_committed;
  /* A request that arrived before a gap was decided after it: the clock that runs now stood still in the gap, too. */
  if (room->gaps_applied > room->game->time) room->gaps_applied = room->game->time;
  live_room_wake_set(room);
  return true;
}

void live_room_change_own(live_room *room, const online_answer *answer) {
  if (answer->result == ONLINE_FAILED) {
    room->has_conflict = true;
    return;
  }
  if (answer->result != ONLINE_DONE || answer->count == 0) return;
  live_change *change = live_change_add(room->loop, room, NULL);
  if (change == NULL)
    room->has_conflict = true;
  else
    (void)live_room_change(change, answer);
}

void live_room_pause(live_room *room, int64_t from, int64_t to) {
  online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  online_moment moment = live_room_moment(room, NULL, fresh);
  moment.now = to;
  online_room_pause(room->game, from, &moment, &answer);
  live_room_change_own(room, &answer);
}

/* ---- after the commit ---- */

/* {"game": ID, "last": 12, "keys": […], "events": […]} */
static void reply_events(live_request *request, const live_change *change) {
  asc_strbuf *text = &request->inside->text;
  asc_json json = asc_strbuf_json(text);
  asc_json_open(&json, NULL, '{');
  asc_json_text(&json, "game", change->room->id);
  asc_json_number(&json, "last", change->first + change->count - 1);
  if (change->key_count > 0) {
    asc_json_open(&json, "keys", '[');
    for (int i = 0; i < change->key_count; i++) asc_json_text(&json, NULL, change->keys[i]);
    asc_json_close(&json, ']');
  }
  asc_json_open(&json, "events", '[');
  for (int i = 0; i < change->count; i++) asc_json_raw(&json, NULL, change->lines[i], strlen(change->lines[i]));
  asc_json_close(&json, ']');
  asc_json_close(&json, '}');
  request->inside->status = change->is_new ? 201 : 200;
}

void live_room_committed(live_loop *loop, live_change *change) {
  live_room *room = change->room;
  live_request *request = change->request;
  live_client_id sender = request != NULL && request->is_socket ? request->client : 0;
  loop->figures.events += change->count;
  for (int i = 0; i < change->count; i++) live_publish_event(room, change->lines[i], change->first + i, sender);
  room->number = change->first + change->count - 1;
  /* A spectator who watched with the key of a seat that somebody has claimed may not watch any more. */
  if (change->changes_seats || change->hides) live_listeners_update(room, change->hides || room->game->is_private);
  if (request != NULL) reply_events(request, change);
}

/* ---- engines ---- */

static bool player_is_here(const live_room *room) {
  for (const live_listener *at = room->listeners; at != NULL; at = at->next)
    if (at->seat > 0 && !room->game->seats[at->seat - 1].left) return true;
  return room->game->clock == ONLINE_CLOCK_DAYS;
}

/* If players of a game are on several processes, the process with the lowest seat lets the engine think. */
static bool peer_thinks(const live_room *room) {
  int here = ASC_PLAYERS_MAX + 1;
  int64_t now = live_now(room->loop);
  for (const live_listener *at = room->listeners; at != NULL; at = at->next)
    if (at->seat > 0 && at->seat < here) here = at->seat;
  for (int i = 0; room->loop->has_peers && i + 1 < here && i < room->game->players; i++)
    if (room->seats[i].elsewhere != 0 && now - room->seats[i].elsewhere <= LIVE_HERE_TIME) return true;
  return false;
}

/* The address of a player who waits; the creator's if they are here. */
static uint64_t address_of(const live_room *room) {
  uint64_t address = 0;
  for (const live_listener *at = room->listeners; at != NULL; at = at->next) {
    if (at->seat == 0) continue;
    address = at->socket->address;
    if (strcmp(at->socket->person, room->game->owner) == 0) break;
  }
  return address;
}

void live_engine_task_close(live_engine_task *task) {
  if (task != NULL) free(task->keys);
  free(task);
}

static live_engine_task *task_make(const live_room *room, int seat, int level) {
  const online_room *game = room->game;
  const uint64_t *keys;
  live_engine_task *task = calloc(1, sizeof *task);
  if (task == NULL) return NULL;
  task->key_count = asc_play_repetition_keys(game->play, &keys);
  task->keys = malloc((size_t)task->key_count * sizeof *keys + 1);
  if (task->keys == NULL || !online_spec_write(game->rules, task->spec)) {
    live_engine_task_close(task);
    return NULL;
  }
  memcpy(task->keys, keys, (size_t)task->key_count * sizeof *keys);
  memcpy(task->game, room->id, sizeof task->game);
  memcpy(task->owner, game->owner, sizeof task->owner);
  memcpy(&task->position, asc_play_position(game->play), game->rules->position_size);
  task->address = address_of(room);
  task->plies_left = game->rules->ply_limit > 0 ? game->rules->ply_limit - asc_play_ply_count(game->play) : 0;
  task->number = game->number;
  task->seat = seat;
  task->level = level;
  task->seed = asc_hash_text(0, room->id);
  return task;
}

void live_room_engine_run(live_room *room) {
  live_loop *loop = room->loop;
  online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  int level, seat = online_room_engine(room->game, &level);
  if (seat == 0 || room->is_thinking || room->has_conflict || loop->is_stopping || !player_is_here(room) ||
      peer_thinks(room))
    return;
  if (room->game->rolling) {
    live_room_touch(room);
    online_moment moment = live_room_moment(room, NULL, fresh);
    online_room_engine_do(room->game, seat, "", &moment, &answer);
    live_room_change_own(room, &answer);
    return;
  }
  if (room->game->number != room->number) return; /* after the commit */
  live_engine_task *task = task_make(room, seat, level);
  if (task == NULL) return;
  room->is_thinking = true;
  room->thinking_number = room->game->number;
  loop->figures.engine_tasks++;
  loop->world.think(loop->world.data, task);
}

void live_engine_moved(live_loop *loop, const live_engine_task *task) {
  live_room *room = live_room_find(loop, task->game);
  if (room == NULL || room->game == NULL || !room->is_thinking || room->thinking_number != task->number) return;
  room->is_thinking = false;
  if (room->state != LIVE_ROOM_OPEN || task->token[0] == '\0' || loop->is_stopping) return;
  if (room->game->settled > task->number) {
    live_room_want(loop, room->id); /* it thinks again about what stands now */
    return;
  }
  online_answer answer;
  char fresh[ASC_ID_TEXT_SIZE];
  live_room_touch(room);
  online_moment moment = live_room_moment(room, NULL, fresh);
  online_room_engine_do(room->game, task->seat, task->token, &moment, &answer);
  loop->figures.engine_moves++;
  live_room_change_own(room, &answer);
}
