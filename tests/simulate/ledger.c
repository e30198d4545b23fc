/* The ledger: what became durable, in the order in which it did, and what must hold for every commit. It knows each
   commit even if the process that made it never hears of it. Replies, publications and the database at the end are
   compared with it. */
#include "simulate.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* OTHERS_MAX: 500 events that are not moves, as docs/serve.md says, and those that end a game. */
enum { BUCKETS = 1 << 14, OTHERS_MAX = 524, DAY = 86400000 };

typedef struct secret {
  struct secret *next;
  store_secret_kind kind;
  uint8_t hash[STORE_HASH];
  char id[ASC_ID_TEXT_SIZE], person[ASC_ID_TEXT_SIZE], game[ASC_ID_TEXT_SIZE], claimed_by[ASC_ID_TEXT_SIZE];
  bool is_gone;
  int64_t gone[SIM_PROCESSES]; /* when a process knows it */
} secret;

typedef struct merged {
  char from[ASC_ID_TEXT_SIZE], into[ASC_ID_TEXT_SIZE];
} merged;

typedef struct order {
  int64_t number;
  char what[16], id[ASC_ID_TEXT_SIZE];
  bool is_done;
} order;

static sim_game *games[BUCKETS], *first_game, **end_game = &first_game;
static secret *secrets[BUCKETS];
static merged *merges;
static size_t merge_count;
static order *orders;
static size_t order_count;

/* ---- finding ---- */

sim_game *sim_game_find(const char *id) {
  for (sim_game *game = games[asc_hash_text(0, id) % BUCKETS]; game != NULL; game = game->next)
    if (strcmp(game->id, id) == 0) return game;
  return NULL;
}

sim_game *sim_game_next(const sim_game *game) { return game == NULL ? first_game : game->next_made; }

static sim_game *game_add(const char *id) {
  sim_game *game = calloc(1, sizeof *game), **bucket = &games[asc_hash_text(0, id) % BUCKETS];
  (void)snprintf(game->id, sizeof game->id, "%s", id);
  int code = online_room_open(&game->room, sim_rules());
  sim_check(code == ASC_OK, "no room can be opened");
  game->created = sim.now;
  game->next = *bucket;
  *bucket = game;
  *end_game = game;
  end_game = &game->next_made;
  sim.games++;
  return game;
}

static secret **secret_bucket(const uint8_t hash[STORE_HASH]) { return &secrets[(hash[0] << 8 | hash[1]) % BUCKETS]; }

static secret *secret_find(const uint8_t hash[STORE_HASH]) {
  for (secret *at = *secret_bucket(hash); at != NULL; at = at->next)
    if (memcmp(at->hash, hash, STORE_HASH) == 0) return at;
  return NULL;
}

const char *sim_person_now(const char *person) {
  for (size_t i = merge_count; i-- > 0;)
    if (strcmp(merges[i].from, person) == 0) return merges[i].into;
  return person;
}

bool sim_game_has(const sim_game *game, const char *person) {
  const char *now = sim_person_now(person);
  if (person[0] == '\0') return false;
  if (strcmp(sim_person_now(game->room->owner), now) == 0) return true;
  for (int i = 0; i < game->room->players; i++) {
    const char *seated = game->room->seats[i].person;
    if (seated[0] != '\0' && strcmp(sim_person_now(seated), now) == 0) return true;
  }
  return false;
}

bool sim_game_key(const sim_game *game, const char *key, const char *person) {
  uint8_t hash[STORE_HASH];
  if (key[0] == '\0') return false;
  asc_secret_hash("seat", key, hash);
  const secret *found = secret_find(hash);
  return found != NULL && !found->is_gone && strcmp(found->game, game->id) == 0 &&
         (found->claimed_by[0] == '\0' || strcmp(sim_person_now(found->claimed_by), sim_person_now(person)) == 0);
}

int64_t sim_device_gone(const sim_process *process, const uint8_t hash[STORE_HASH]) {
  const secret *found = secret_find(hash);
  return found == NULL || !found->is_gone ? INT64_MAX : found->gone[process->index];
}

int sim_ledger_command_count(const sim_game *game, const char *person, const char *command) {
  int count = 0;
  for (int i = 0; i < game->count; i++)
    count += strcmp(game->events[i].command, command) == 0 &&
             strcmp(sim_person_now(game->events[i].person), sim_person_now(person)) == 0;
  return count;
}

/* ---- events ---- */

static void command_check(const sim_game *game, const online_event *event) {
  if (event->command[0] == '\0') return;
  for (int i = game->count - 1; i >= 0; i--) {
    const sim_event *other = &game->events[i];
    if (strcmp(other->command, event->command) != 0 || strcmp(other->person, event->person) != 0) continue;
    bool is_same_answer = i == game->count - 1 && other->committed == sim.now;
    sim_check(is_same_answer, "command %s of game %s was done twice: events %d and %d", event->command, game->id, i + 1,
              event->number);
    return;
  }
}

static void event_store(sim_game *game, const store_event_row *row, const online_event *event) {
  if (game->count == game->capacity) {
    game->capacity = game->capacity * 2 + 8;
    game->events = realloc(game->events, (size_t)game->capacity * sizeof *game->events);
  }
  sim_event *own = &game->events[game->count++];
  *own = (sim_event){.length = row->length, .kind = event->kind, .committed = sim.now};
  own->body = malloc(row->length + 1);
  memcpy(own->body, row->body, row->length + 1);
  memcpy(own->command, event->command, sizeof own->command);
  memcpy(own->person, event->person, sizeof own->person);
  bool is_ply = event->kind == ONLINE_EVENT_MOVED || event->kind == ONLINE_EVENT_ROLLED;
  game->others += !is_ply && event->kind != ONLINE_EVENT_PAUSED && event->kind != ONLINE_EVENT_RESUMED;
  sim.plies += is_ply;
  sim_check(game->others <= OTHERS_MAX, "game %s has %d events that are not moves", game->id, game->others);
}

/* The model of a game is one room that gets all its events. `before` is a shallow copy, for its plain members only. */
static void event_commit(sim_process *process, const store_event_row *row) {
  sim_game *game = sim_game_find(row->game);
  online_event event;
  online_settings settings;
  if (game == NULL) game = game_add(row->game);
  sim_check(!game->is_deleted, "game %s gets an event after it was deleted", row->game);
  sim_check(row->seq == game->count + 1, "game %s gets event %lld after %d", row->game, (long long)row->seq,
            game->count);
  int code = online_event_read(&event, &settings, row->body, row->length);
  sim_check(code == ASC_OK && event.number == row->seq, "event %lld of game %s can't be read: %s", (long long)row->seq,
            row->game, row->body);
  sim_note("process %d commits %s %s", process->index, row->game, row->body);
  command_check(game, &event);
  const online_room before = *game->room;
  code = online_room_apply(game->room, &event);
  sim_check(code == ASC_OK, "the rules reject event %lld of game %s: %s", (long long)row->seq, row->game, row->body);
  if (event.number > 1) sim_clocks_check(process, game, &before, &event);
  game->last_time = sim_process_virtual(process, event.time);
  game->last_offset = sim_process_virtual(process, 0);
  event_store(game, row, &event);
  if (game->room->acted == event.time) game->acted = sim.now;
  game->was_private |= game->room->is_private;
  if (game->room->is_private && game->became_private == 0) {
    game->became_private = sim.now;
    game->private_from = event.number;
  }
  if (!game->room->is_private) game->became_private = game->private_from = 0;
}

void sim_ledger_seen(const char *id, const json_t *event) {
  const sim_game *game = sim_game_find(id);
  int64_t number = json_integer_value(json_object_get(event, "n"));
  sim_check(game != NULL && number >= 1 && number <= game->count,
            "event %lld of game %s was sent, but it is not durable", (long long)number, id);
  char *sent = json_dumps(event, JSON_COMPACT);
  const sim_event *own = &game->events[number - 1];
  if (strcmp(sent, own->body) != 0) {
    json_t *stored = json_loadb(own->body, own->length, 0, NULL);
    sim_check(json_equal(stored, event), "event %lld of game %s was sent as %s, but stored as %s", (long long)number,
              id, sent, own->body);
    json_decref(stored);
  }
  free(sent);
}

/* ---- secrets and persons ---- */

static void secret_add(const store_secret_row *row) {
  secret *own = calloc(1, sizeof *own), **bucket = secret_bucket(row->hash);
  own->kind = row->kind;
  memcpy(own->hash, row->hash, STORE_HASH);
  if (row->id != NULL) (void)snprintf(own->id, sizeof own->id, "%s", row->id);
  if (row->person != NULL) (void)snprintf(own->person, sizeof own->person, "%s", row->person);
  if (row->game != NULL) (void)snprintf(own->game, sizeof own->game, "%s", row->game);
  for (int i = 0; i < SIM_PROCESSES; i++) own->gone[i] = INT64_MAX;
  own->next = *bucket;
  *bucket = own;
}

static void secret_claim(const store_secret_row *row) {
  secret *own = secret_find(row->hash);
  sim_check(own != NULL && !own->is_gone && own->claimed_by[0] == '\0', "a key or code was claimed twice, by %s and %s",
            own == NULL ? "nobody" : own->claimed_by, row->person);
  (void)snprintf(own->claimed_by, sizeof own->claimed_by, "%s", row->person);
}

#define EACH_SECRET(at)                            \
  for (int bucket = 0; bucket < BUCKETS; bucket++) \
    for (secret *at = secrets[bucket]; at != NULL; at = at->next)

static void secret_end(sim_process *process, secret *own) {
  if (own->is_gone) return;
  own->is_gone = true;
  own->gone[process->index] = sim.now;
}

static void devices_revoke(sim_process *process, const char *person, const char *id) {
  EACH_SECRET(at)
  if (at->kind == STORE_SECRET_DEVICE && strcmp(at->person, person) == 0 && (id == NULL || strcmp(at->id, id) == 0))
    secret_end(process, at);
}

static void person_merge(const char *from, const char *into) {
  merges = realloc(merges, (merge_count + 1) * sizeof *merges);
  for (size_t i = 0; i < merge_count; i++)
    if (strcmp(merges[i].into, from) == 0) (void)snprintf(merges[i].into, sizeof merges[i].into, "%s", into);
  sim_note("person %s is now %s", from, into);
  merged *own = &merges[merge_count++];
  (void)snprintf(own->from, sizeof own->from, "%s", from);
  (void)snprintf(own->into, sizeof own->into, "%s", into);
  EACH_SECRET(at)
  if (strcmp(at->person, from) == 0) (void)snprintf(at->person, sizeof at->person, "%s", into);
}

void sim_ledger_heard(const sim_process *process, const char *notice) {
  char word[8] = "", person[ASC_ID_TEXT_SIZE] = "";
  if (sscanf(notice, "%7s %16s", word, person) != 2 || (strcmp(word, "out") != 0 && strcmp(word, "merge") != 0)) return;
  EACH_SECRET(at)
  if (at->is_gone && strcmp(at->person, sim_person_now(person)) == 0 && at->gone[process->index] == INT64_MAX)
    at->gone[process->index] = sim.now;
}

void sim_ledger_reconnected(const sim_process *process) {
  EACH_SECRET(at)
  if (at->is_gone && at->gone[process->index] == INT64_MAX) at->gone[process->index] = sim.now;
}

static void seat_release(const char *game, const char *person) {
  EACH_SECRET(at)
  if (at->kind == STORE_SECRET_SEAT && strcmp(at->game, game) == 0 && at->claimed_by[0] != '\0' &&
      strcmp(sim_person_now(at->claimed_by), sim_person_now(person)) == 0)
    at->claimed_by[0] = '\0';
}

static void seat_revoke(sim_process *process, const char *game) {
  (void)process;
  (void)game; /* a voided key stays in the table of secrets; the store rejects it */
}

/* ---- orders and retention ---- */

void sim_ledger_ordered(int64_t number, const char *what, const char *id) {
  orders = realloc(orders, (order_count + 1) * sizeof *orders);
  order *own = &orders[order_count++];
  *own = (order){.number = number};
  (void)snprintf(own->what, sizeof own->what, "%s", what);
  (void)snprintf(own->id, sizeof own->id, "%s", id);
}

int sim_ledger_orders_left(void) {
  int left = 0;
  for (size_t i = 0; i < order_count; i++) left += !orders[i].is_done;
  return left;
}

/* After the other changes of its job. */
static void order_check(int64_t number) {
  order *own = NULL;
  for (size_t i = 0; i < order_count; i++)
    if (orders[i].number == number && !orders[i].is_done) own = &orders[i];
  sim_check(own != NULL, "order %lld was carried out twice", (long long)number);
  own->is_done = true;
  if (strcmp(own->what, "close") == 0) {
    const sim_game *game = sim_game_find(own->id);
    sim_check(game == NULL || game->is_deleted || game->room->state == ONLINE_ENDED,
              "order %lld is gone, but game %s still runs", (long long)number, own->id);
    return;
  }
  EACH_SECRET(at)
  sim_check(at->kind != STORE_SECRET_DEVICE || at->is_gone || strcmp(at->person, own->id) != 0,
            "order %lld is gone, but a device of %s is signed in", (long long)number, own->id);
}

static void game_delete(const char *id) {
  sim_game *game = sim_game_find(id);
  sim_check(game != NULL && !game->is_deleted, "game %s was deleted, but it does not exist", id);
  int64_t age = sim.now - game->acted;
  int days = game->room->state == ONLINE_INVITED ? 14 : 30;
  sim_check(game->room->made == 0 && age >= days * (int64_t)DAY - 60000,
            "game %s was deleted %lld hours after its last action", id, (long long)(age / 3600000));
  game->is_deleted = true;
}

/* ---- commits ---- */

static void change_commit(sim_process *process, const store_change *change) {
  const store_secret_row *row = &change->secret;
  switch (change->kind) {
  case STORE_CHANGE_EVENT: event_commit(process, &change->event); break;
  case STORE_CHANGE_SECRET: secret_add(row); break;
  case STORE_CHANGE_CLAIM: secret_claim(row); break;
  case STORE_CHANGE_REVOKE:
    if (row->kind == STORE_SECRET_DEVICE) devices_revoke(process, row->person, row->id);
    break;
  case STORE_CHANGE_REVOKE_SEAT: seat_revoke(process, row->game); break;
  case STORE_CHANGE_RELEASE_SEAT: seat_release(row->game, row->person); break;
  case STORE_CHANGE_MERGE: person_merge(change->pair.one, change->pair.other); break;
  case STORE_CHANGE_FORGET: devices_revoke(process, change->pair.one, NULL); break;
  default: break;
  }
}

static void job_commit(sim_process *process, const store_job *job) {
  bool seats = false, claims = false;
  for (const store_change *change = job->inside->changes; change != NULL; change = change->next) {
    change_commit(process, change);
    claims |= change->kind == STORE_CHANGE_CLAIM;
    seats |= change->kind == STORE_CHANGE_EVENT && strstr(change->event.body, "\"type\":\"joined\"") != NULL;
  }
  sim_check(!seats || claims, "somebody got a seat, but the key was not claimed");
  for (const store_change *change = job->inside->changes; change != NULL; change = change->next)
    if (change->kind == STORE_CHANGE_ORDER_DONE) order_check(change->number);
  for (size_t i = 0; i < job->games_count; i++) game_delete(job->games[i].id);
}

void sim_ledger_commit(sim_process *process, const store_job *jobs) {
  for (const store_job *job = jobs; job != NULL; job = job->next)
    if (job->status == STORE_DONE) job_commit(process, job);
}

/* ---- open and close ---- */

void sim_ledger_open(void) {}

void sim_ledger_close(void) {
  while (first_game != NULL) {
    sim_game *game = first_game;
    first_game = game->next_made;
    for (int i = 0; i < game->count; i++) free(game->events[i].body);
    free(game->events);
    online_room_close(game->room);
    free(game);
  }
  end_game = &first_game;
  for (int i = 0; i < BUCKETS; i++)
    while (secrets[i] != NULL) {
      secret *own = secrets[i];
      secrets[i] = own->next;
      free(own);
    }
  memset(games, 0, sizeof games);
  free(merges);
  free(orders);
  merges = NULL;
  orders = NULL;
  merge_count = order_count = 0;
}
