/* Jobs. What the caller passes is copied into memory that belongs to the job, and so is the result. store_job_close
   frees everything at once. A mistake of the caller, or lack of memory, is remembered in inside->error. */
#include "job_inside.h"

#include <stdalign.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096, FIRST = 1024 };

typedef struct store_job_chunk {
  struct store_job_chunk *next;
  alignas(max_align_t) char bytes[];
} store_job_chunk;

/* One allocation is enough for most jobs. */
typedef struct store_job_memory {
  store_job job;
  struct store_job_inside inside;
  alignas(max_align_t) char first[FIRST];
} store_job_memory;

store_job *store_job_open(void) {
  store_job_memory *all = malloc(sizeof *all);
  if (all == NULL) return NULL;
  all->job = (store_job){.inside = &all->inside};
  all->inside = (struct store_job_inside){.free = all->first, .left = sizeof all->first};
  all->inside.changes_end = &all->inside.changes;
  return &all->job;
}

void store_job_close(store_job *job) {
  if (job == NULL) return;
  for (store_job_chunk *chunk = job->inside->chunks, *next; chunk != NULL; chunk = next) {
    next = chunk->next;
    free(chunk);
  }
  free(job); /* the first member of its store_job_memory */
}

bool store_job_is_wrong(const store_job *job) { return job->inside->error != NULL; }

static void wrong(store_job *job, const char *why) {
  if (job->inside->error == NULL) job->inside->error = why;
}

void *store_job_allocate(store_job *job, size_t size) {
  struct store_job_inside *in = job->inside;
  size_t whole_size = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
  if (whole_size > in->left) {
    size_t room = whole_size > CHUNK ? whole_size : CHUNK;
    store_job_chunk *chunk = whole_size < size ? NULL : malloc(sizeof *chunk + room);
    if (chunk == NULL) return wrong(job, "out of memory"), NULL;
    chunk->next = in->chunks;
    in->chunks = chunk;
    in->free = chunk->bytes;
    in->left = room;
  }
  void *memory = in->free;
  in->free += whole_size;
  in->left -= whole_size;
  return memory;
}

const char *store_job_copy(store_job *job, const char *text, size_t length) {
  if (text == NULL) return NULL;
  char *copy = store_job_allocate(job, length + 1);
  if (copy == NULL) return NULL;
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

/* A list has room for 4, 8, 16, … rows. The memory of a list that got too short stays with the job. */
void *store_job_row(store_job *job, void *rows, size_t *count, size_t size) {
  char *list;
  memcpy(&list, rows, sizeof list);
  if (*count == 0 || (*count >= 4 && (*count & (*count - 1)) == 0)) {
    size_t room = *count == 0 ? 4 : 2 * *count;
    char *longer = store_job_allocate(job, room * size);
    if (longer == NULL) return NULL;
    if (*count > 0) memcpy(longer, list, *count * size);
    list = longer;
    memcpy(rows, &list, sizeof list);
  }
  return memset(list + (*count)++ * size, 0, size);
}

void store_job_clear(store_job *job) {
  job->events_count = job->games_count = job->persons_count = job->secrets_count = job->orders_count = 0;
  job->more = false;
  job->status = STORE_DONE;
  job->reason[0] = '\0';
}

void store_job_fail(store_job *job, const char *reason) {
  job->status = STORE_ERROR;
  (void)snprintf(job->reason, sizeof job->reason, "%s", reason);
}

store_job *store_job_pending(store_job *job) {
  while (job != NULL && job->inside->is_rejected) job = job->next;
  return job;
}

static bool has_event_of(const store_job *job, const char *game) {
  for (const store_change *at = job->inside->changes; at != NULL; at = at->next)
    if (at->kind == STORE_CHANGE_EVENT && at->event.game != NULL && strcmp(at->event.game, game) == 0) return true;
  return false;
}

bool store_job_follows_failed(const store_job **first, const store_job *job) {
  while (*first != job && (*first)->status == STORE_DONE) *first = (*first)->next;
  for (const store_job *earlier = *first; earlier != job; earlier = earlier->next) {
    if (earlier->status == STORE_DONE) continue;
    for (const store_change *at = job->inside->changes; at != NULL; at = at->next)
      if (at->kind == STORE_CHANGE_EVENT && has_event_of(earlier, at->event.game)) return true;
  }
  return false;
}

static const char *copy(store_job *job, const char *text) {
  return store_job_copy(job, text, text != NULL ? strlen(text) : 0);
}

/* An id is required, other text is not. */
static const char *id_copy(store_job *job, const char *id) {
  if (id == NULL || id[0] == '\0' || strlen(id) >= STORE_ID_MAX)
    return wrong(job, "an id is missing or too long"), NULL;
  return copy(job, id);
}
static const char *id_or_none(store_job *job, const char *id) { return id == NULL ? NULL : id_copy(job, id); }

/* ---- changes ---- */

static store_change *change(store_job *job, store_change_kind kind) {
  struct store_job_inside *in = job->inside;
  if (in->query.kind != STORE_QUERY_NONE) return wrong(job, "a job has a query or changes, not both"), NULL;
  store_change *new = store_job_allocate(job, sizeof *new);
  if (new == NULL) return NULL;
  *new = (store_change){.kind = kind};
  *in->changes_end = new;
  in->changes_end = &new->next;
  return new;
}

void store_job_event(store_job *job, const char *game, int64_t seq, int64_t time, const char *command, const char *body,
                     size_t length) {
  store_change *new = change(job, STORE_CHANGE_EVENT);
  if (new == NULL) return;
  if (seq < 1) wrong(job, "events are numbered from 1");
  if (body == NULL) wrong(job, "an event has no body");
  new->event = (store_event_row){.game = id_copy(job, game),
                                 .seq = seq,
                                 .time = time,
                                 .command = id_or_none(job, command),
                                 .body = store_job_copy(job, body, length),
                                 .length = length};
}

void store_job_game(store_job *job, const store_game_row *game) {
  store_change *new = change(job, STORE_CHANGE_GAME);
  if (new == NULL) return;
  if (game->seats < 0 || game->seats > STORE_SEATS_MAX || game->state > STORE_GAME_DAMAGED || game->spec == NULL) {
    wrong(job, "a game has no spec, no such state or too many seats");
    return;
  }
  new->game = *game;
  new->game.id = id_copy(job, game->id);
  new->game.spec = copy(job, game->spec);
  new->game.summary = copy(job, game->summary);
  for (int i = 0; i < game->seats; i++) new->game.seat[i].person = id_or_none(job, game->seat[i].person);
}

void store_job_ply(store_job *job, const store_game_row *game) {
  store_change *new = change(job, STORE_CHANGE_PLY);
  if (new == NULL) return;
  new->game = (store_game_row){.id = id_copy(job, game->id),
                               .changed = game->changed,
                               .deadline = game->deadline,
                               .turn = game->turn,
                               .plies = game->plies};
}

void store_job_person(store_job *job, const char *person, const char *name, int64_t now) {
  store_change *new = change(job, STORE_CHANGE_PERSON);
  if (new == NULL) return;
  if (name == NULL) wrong(job, "a person has no name");
  new->person = (store_person_row){.id = id_copy(job, person), .name = copy(job, name), .created = now, .seen = now};
}

void store_job_secret(store_job *job, const store_secret_row *secret) {
  store_change *new = change(job, STORE_CHANGE_SECRET);
  if (new == NULL) return;
  new->secret = *secret;
  new->secret.id = id_or_none(job, secret->id);
  new->secret.person = id_copy(job, secret->person);
  new->secret.game = id_or_none(job, secret->game);
  new->secret.label = copy(job, secret->label);
}

static void hash_copy(uint8_t to[STORE_HASH], const uint8_t from[STORE_HASH]) { memcpy(to, from, STORE_HASH); }

void store_job_claim(store_job *job, store_secret_kind kind, const uint8_t hash[STORE_HASH], const char *person,
                     int64_t now) {
  store_change *new = change(job, STORE_CHANGE_CLAIM);
  if (new == NULL) return;
  new->secret = (store_secret_row){.kind = kind, .person = id_copy(job, person), .seen = now};
  hash_copy(new->secret.hash, hash);
}

void store_job_seen(store_job *job, const uint8_t hash[STORE_HASH], int64_t now) {
  store_change *new = change(job, STORE_CHANGE_SEEN);
  if (new == NULL) return;
  new->secret.seen = now;
  hash_copy(new->secret.hash, hash);
}

void store_job_revoke(store_job *job, store_secret_kind kind, const char *person, const char *id) {
  store_change *new = change(job, STORE_CHANGE_REVOKE);
  if (new == NULL) return;
  new->secret = (store_secret_row){.kind = kind, .person = id_copy(job, person), .id = id_or_none(job, id)};
}

void store_job_revoke_seat(store_job *job, const char *game, int seat) {
  store_change *new = change(job, STORE_CHANGE_REVOKE_SEAT);
  if (new != NULL) new->secret = (store_secret_row){.game = id_copy(job, game), .seat = seat};
}

void store_job_release_seat(store_job *job, const char *game, const char *person) {
  store_change *new = change(job, STORE_CHANGE_RELEASE_SEAT);
  if (new != NULL) new->secret = (store_secret_row){.game = id_copy(job, game), .person = id_copy(job, person)};
}

static void pair(store_job *job, store_change_kind kind, const char *one, const char *other, bool is_on) {
  store_change *new = change(job, kind);
  if (new == NULL) return;
  new->pair.one = id_copy(job, one);
  new->pair.other = id_copy(job, other);
  new->pair.is_on = is_on;
}

void store_job_merge(store_job *job, const char *from, const char *into) {
  pair(job, STORE_CHANGE_MERGE, from, into, true);
}
void store_job_forget(store_job *job, const char *person) { pair(job, STORE_CHANGE_FORGET, person, person, true); }
void store_job_block(store_job *job, const char *person, const char *other, bool is_blocked) {
  pair(job, STORE_CHANGE_BLOCK, person, other, is_blocked);
}

void store_job_heartbeat(store_job *job, int64_t now) {
  store_change *new = change(job, STORE_CHANGE_HEARTBEAT);
  if (new != NULL) new->now = now;
}

void store_job_retain(store_job *job, int64_t now, const store_retention *retention, int max) {
  store_change *new = change(job, STORE_CHANGE_RETAIN);
  if (new == NULL) return;
  new->retain.now = now;
  new->retain.rules = *retention;
  new->retain.max = max;
}

void store_job_notify(store_job *job, const char *text) {
  store_change *new = change(job, STORE_CHANGE_NOTIFY);
  if (new == NULL) return;
  if (text == NULL || strlen(text) > STORE_NOTICE_MAX) {
    wrong(job, "a notice is missing or too long");
    return;
  }
  char *copied = store_job_allocate(job, strlen(text) + 2);
  if (copied == NULL) return;
  copied[0] = '!'; /* tells it from a list of games; no id starts with it */
  memcpy(copied + 1, text, strlen(text) + 1);
  new->text = copied;
}

void store_job_order_done(store_job *job, int64_t number) {
  store_change *new = change(job, STORE_CHANGE_ORDER_DONE);
  if (new != NULL) new->number = number;
}

size_t store_job_bytes(const store_job *job) {
  enum { ROW = 100 }; /* numbers, ids, hashes and their indexes */
  size_t bytes = 0;
  for (const store_change *at = job->inside->changes; at != NULL; at = at->next) {
    bytes += ROW;
    if (at->kind == STORE_CHANGE_EVENT) bytes += at->event.length;
    if (at->kind == STORE_CHANGE_GAME && at->game.spec != NULL) bytes += strlen(at->game.spec);
    if (at->kind == STORE_CHANGE_GAME && at->game.summary != NULL) bytes += strlen(at->game.summary);
  }
  return bytes;
}

/* ---- queries ---- */

static store_query *ask(store_job *job, store_query_kind kind, int max) {
  struct store_job_inside *in = job->inside;
  if (in->changes != NULL || in->query.kind != STORE_QUERY_NONE) wrong(job, "a job has one query and no changes");
  in->query = (store_query){.kind = kind, .max = max};
  return &in->query;
}

static void ids_copy(store_job *job, store_query *query, const char *const *ids, size_t count) {
  query->ids = store_job_allocate(job, (count + 1) * sizeof *query->ids);
  if (query->ids == NULL) return;
  for (size_t i = 0; i < count; i++) query->ids[i] = id_copy(job, ids[i]);
  query->count = count;
}

void store_job_ask_game(store_job *job, const char *game, int64_t from, int max) {
  store_query *query = ask(job, STORE_QUERY_GAME, max);
  query->id = id_copy(job, game);
  query->number = from;
}

void store_job_ask_events(store_job *job, const char *const *games, const int64_t *from, size_t count, int max) {
  store_query *query = ask(job, STORE_QUERY_EVENTS, max);
  query->numbers = store_job_allocate(job, (count + 1) * sizeof *query->numbers);
  ids_copy(job, query, games, count);
  if (query->numbers != NULL && count > 0) memcpy(query->numbers, from, count * sizeof *from);
}

void store_job_ask_games_of(store_job *job, const char *person, unsigned states, int64_t before, const char *after,
                            int max) {
  store_query *query = ask(job, STORE_QUERY_GAMES_OF, max);
  query->id = id_copy(job, person);
  query->text = id_or_none(job, after);
  query->states = states;
  query->number = before;
}

void store_job_ask_deadlines(store_job *job, int64_t until, int max) {
  ask(job, STORE_QUERY_DEADLINES, max)->number = until;
}

void store_job_ask_games(store_job *job, unsigned states, const char *after, int max) {
  store_query *query = ask(job, STORE_QUERY_GAMES, max);
  query->states = states;
  query->id = id_or_none(job, after);
}

void store_job_ask_persons(store_job *job, const char *const *persons, size_t count) {
  ids_copy(job, ask(job, STORE_QUERY_PERSONS, 0), persons, count);
}

void store_job_ask_secret(store_job *job, store_secret_kind kind, const uint8_t hash[STORE_HASH]) {
  store_query *query = ask(job, STORE_QUERY_SECRET, 1);
  query->secret = kind;
  hash_copy(query->hash, hash);
}

void store_job_ask_devices(store_job *job, const char *person) {
  ask(job, STORE_QUERY_DEVICES, 0)->id = id_copy(job, person);
}
void store_job_ask_blocks(store_job *job, const char *person) {
  ask(job, STORE_QUERY_BLOCKS, 0)->id = id_copy(job, person);
}
void store_job_ask_clock(store_job *job) { (void)ask(job, STORE_QUERY_CLOCK, 0); }
void store_job_ask_latest(store_job *job) { (void)ask(job, STORE_QUERY_LATEST, 0); }
void store_job_ask_orders(store_job *job) { (void)ask(job, STORE_QUERY_ORDERS, 0); }
void store_job_ask_space(store_job *job) { (void)ask(job, STORE_QUERY_SPACE, 0); }
