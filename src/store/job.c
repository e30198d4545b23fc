/* Jobs: what is to be done is copied in, what came of it is read out, and all of it goes at once. */
#include "job.h"

#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

enum { CHUNK = 4096, FIRST = 1024 };

typedef struct asc_job_chunk {
  struct asc_job_chunk *next;
  alignas(max_align_t) char bytes[];
} asc_job_chunk;

/* One piece of memory is enough for the usual job. */
typedef struct whole {
  asc_job job;
  struct asc_job_inside inside;
  alignas(max_align_t) char first[FIRST];
} whole;

asc_job *asc_job_open(void (*done)(asc_job *job), void *data) {
  whole *all = malloc(sizeof *all);
  if (all == NULL) return NULL;
  all->job = (asc_job){.done = done, .data = data, .inside = &all->inside};
  all->inside = (struct asc_job_inside){.free = all->first, .left = sizeof all->first};
  all->inside.steps_end = &all->inside.steps;
  return &all->job;
}

void asc_job_close(asc_job *job) {
  if (job == NULL) return;
  for (asc_job_chunk *chunk = job->inside->chunks, *next; chunk != NULL; chunk = next) {
    next = chunk->next;
    free(chunk);
  }
  free(job); /* the first part of a whole */
}

static void wrong(asc_job *job, const char *why) {
  if (job->inside->wrong == NULL) job->inside->wrong = why;
}

void *asc_job_take_memory(asc_job *job, size_t size) {
  struct asc_job_inside *in = job->inside;
  size_t whole_size = (size + alignof(max_align_t) - 1) / alignof(max_align_t) * alignof(max_align_t);
  if (whole_size > in->left) {
    size_t room = whole_size > CHUNK ? whole_size : CHUNK;
    asc_job_chunk *chunk = whole_size < size ? NULL : malloc(sizeof *chunk + room);
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

const char *asc_job_copy(asc_job *job, const char *text, size_t length) {
  if (text == NULL) return NULL;
  char *copy = asc_job_take_memory(job, length + 1);
  if (copy == NULL) return NULL;
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}

/* A list has room for 4, 8, 16, … rows; the memory of the shorter one stays with the job. */
void *asc_job_row(asc_job *job, void *rows, size_t *count, size_t size) {
  char *list;
  memcpy(&list, rows, sizeof list);
  if (*count == 0 || (*count >= 4 && (*count & (*count - 1)) == 0)) {
    size_t room = *count == 0 ? 4 : 2 * *count;
    char *longer = asc_job_take_memory(job, room * size);
    if (longer == NULL) return NULL;
    if (*count > 0) memcpy(longer, list, *count * size);
    list = longer;
    memcpy(rows, &list, sizeof list);
  }
  return memset(list + (*count)++ * size, 0, size);
}

void asc_job_unanswer(asc_job *job) {
  job->events_count = job->games_count = job->persons_count = job->secrets_count = job->orders_count = 0;
  job->more = false;
}

static const char *copy(asc_job *job, const char *text) {
  return asc_job_copy(job, text, text != NULL ? strlen(text) : 0);
}

/* An id must be there, a text need not. */
static const char *id_copy(asc_job *job, const char *id) {
  if (id == NULL || id[0] == '\0' || strlen(id) >= ASC_STORE_ID_MAX)
    return wrong(job, "an id is missing or too long"), NULL;
  return copy(job, id);
}
static const char *id_or_none(asc_job *job, const char *id) { return id == NULL ? NULL : id_copy(job, id); }

/* ---- steps ---- */

static asc_step *step(asc_job *job, asc_step_kind kind) {
  struct asc_job_inside *in = job->inside;
  if (in->question.kind != ASC_ASK_NOTHING) return wrong(job, "a job asks or does, not both"), NULL;
  asc_step *new = asc_job_take_memory(job, sizeof *new);
  if (new == NULL) return NULL;
  *new = (asc_step){.kind = kind};
  *in->steps_end = new;
  in->steps_end = &new->next;
  return new;
}

void asc_job_event(asc_job *job, const char *game, int64_t seq, int64_t time, const char *command, const char *body,
                   size_t length) {
  asc_step *new = step(job, ASC_STEP_EVENT);
  if (new == NULL) return;
  if (seq < 1) wrong(job, "events are numbered from 1");
  if (body == NULL) wrong(job, "an event has no body");
  new->event = (asc_event_row){.game = id_copy(job, game),
                               .seq = seq,
                               .time = time,
                               .command = id_or_none(job, command),
                               .body = asc_job_copy(job, body, length),
                               .length = length};
}

void asc_job_game(asc_job *job, const asc_game_row *game) {
  asc_step *new = step(job, ASC_STEP_GAME);
  if (new == NULL) return;
  if (game->seats < 0 || game->seats > ASC_STORE_SEATS_MAX || game->state > ASC_GAME_BROKEN || game->spec == NULL) {
    wrong(job, "a game has no spec, no such state or too many seats");
    return;
  }
  new->game = *game;
  new->game.id = id_copy(job, game->id);
  new->game.spec = copy(job, game->spec);
  new->game.about = copy(job, game->about);
  for (int i = 0; i < game->seats; i++) new->game.seat[i].person = id_or_none(job, game->seat[i].person);
}

void asc_job_ply(asc_job *job, const asc_game_row *game) {
  asc_step *new = step(job, ASC_STEP_PLY);
  if (new == NULL) return;
  new->game = (asc_game_row){.id = id_copy(job, game->id),
                             .changed = game->changed,
                             .deadline = game->deadline,
                             .turn = game->turn,
                             .plies = game->plies};
}

void asc_job_person(asc_job *job, const char *person, const char *name, int64_t now) {
  asc_step *new = step(job, ASC_STEP_PERSON);
  if (new == NULL) return;
  if (name == NULL) wrong(job, "a person has no name");
  new->person = (asc_person_row){.id = id_copy(job, person), .name = copy(job, name), .made = now, .seen = now};
}

void asc_job_secret(asc_job *job, const asc_secret_row *secret) {
  asc_step *new = step(job, ASC_STEP_SECRET);
  if (new == NULL) return;
  new->secret = *secret;
  new->secret.id = id_or_none(job, secret->id);
  new->secret.person = id_copy(job, secret->person);
  new->secret.game = id_or_none(job, secret->game);
  new->secret.label = copy(job, secret->label);
}

static void hash_copy(uint8_t to[ASC_STORE_HASH], const uint8_t from[ASC_STORE_HASH]) {
  memcpy(to, from, ASC_STORE_HASH);
}

void asc_job_take(asc_job *job, asc_secret_kind kind, const uint8_t hash[ASC_STORE_HASH], const char *person,
                  int64_t now) {
  asc_step *new = step(job, ASC_STEP_TAKE);
  if (new == NULL) return;
  new->secret = (asc_secret_row){.kind = kind, .person = id_copy(job, person), .seen = now};
  hash_copy(new->secret.hash, hash);
}

void asc_job_seen(asc_job *job, const uint8_t hash[ASC_STORE_HASH], int64_t now) {
  asc_step *new = step(job, ASC_STEP_SEEN);
  if (new == NULL) return;
  new->secret.seen = now;
  hash_copy(new->secret.hash, hash);
}

void asc_job_void(asc_job *job, asc_secret_kind kind, const char *person, const char *id) {
  asc_step *new = step(job, ASC_STEP_VOID);
  if (new == NULL) return;
  new->secret = (asc_secret_row){.kind = kind, .person = id_copy(job, person), .id = id_or_none(job, id)};
}

void asc_job_void_seat(asc_job *job, const char *game, int seat) {
  asc_step *new = step(job, ASC_STEP_VOID_SEAT);
  if (new != NULL) new->secret = (asc_secret_row){.game = id_copy(job, game), .seat = seat};
}

void asc_job_free_seat(asc_job *job, const char *game, const char *person) {
  asc_step *new = step(job, ASC_STEP_FREE_SEAT);
  if (new != NULL) new->secret = (asc_secret_row){.game = id_copy(job, game), .person = id_copy(job, person)};
}

static void pair(asc_job *job, asc_step_kind kind, const char *one, const char *other, bool on) {
  asc_step *new = step(job, kind);
  if (new == NULL) return;
  new->pair.one = id_copy(job, one);
  new->pair.other = id_copy(job, other);
  new->pair.on = on;
}

void asc_job_merge(asc_job *job, const char *from, const char *into) { pair(job, ASC_STEP_MERGE, from, into, true); }
void asc_job_forget(asc_job *job, const char *person) { pair(job, ASC_STEP_FORGET, person, person, true); }
void asc_job_block(asc_job *job, const char *person, const char *other, bool blocked) {
  pair(job, ASC_STEP_BLOCK, person, other, blocked);
}

void asc_job_heartbeat(asc_job *job, int64_t now) {
  asc_step *new = step(job, ASC_STEP_HEARTBEAT);
  if (new != NULL) new->now = now;
}

void asc_job_retain(asc_job *job, int64_t now, const asc_retention *retention, int most) {
  asc_step *new = step(job, ASC_STEP_RETAIN);
  if (new == NULL) return;
  new->retain.now = now;
  new->retain.rules = *retention;
  new->retain.most = most;
}

void asc_job_tell(asc_job *job, const char *text) {
  asc_step *new = step(job, ASC_STEP_TELL);
  if (new == NULL) return;
  if (text == NULL || strlen(text) > ASC_STORE_TELL_MAX) {
    wrong(job, "what is to be told is missing or too long");
    return;
  }
  char *copied = asc_job_take_memory(job, strlen(text) + 2);
  if (copied == NULL) return;
  copied[0] = '!'; /* no game's id begins with it */
  memcpy(copied + 1, text, strlen(text) + 1);
  new->text = copied;
}

void asc_job_order_done(asc_job *job, int64_t number) {
  asc_step *new = step(job, ASC_STEP_ORDER_DONE);
  if (new != NULL) new->now = number;
}

size_t asc_job_bytes(const asc_job *job) {
  enum { ROW = 100 }; /* of numbers, ids, hashes and their indexes */
  size_t bytes = 0;
  for (const asc_step *at = job->inside->steps; at != NULL; at = at->next) {
    bytes += ROW;
    if (at->kind == ASC_STEP_EVENT) bytes += at->event.length;
    if (at->kind == ASC_STEP_GAME && at->game.spec != NULL) bytes += strlen(at->game.spec);
    if (at->kind == ASC_STEP_GAME && at->game.about != NULL) bytes += strlen(at->game.about);
  }
  return bytes;
}

/* ---- questions ---- */

static asc_question *ask(asc_job *job, asc_question_kind kind, int most) {
  struct asc_job_inside *in = job->inside;
  if (in->steps != NULL || in->question.kind != ASC_ASK_NOTHING) wrong(job, "a job asks once, and does nothing else");
  in->question = (asc_question){.kind = kind, .most = most};
  return &in->question;
}

void asc_job_ask_game(asc_job *job, const char *game, int64_t from, int most) {
  asc_question *question = ask(job, ASC_ASK_GAME, most);
  question->id = id_copy(job, game);
  question->number = from;
}

void asc_job_ask_command(asc_job *job, const char *game, const char *command) {
  asc_question *question = ask(job, ASC_ASK_COMMAND, 0);
  question->id = id_copy(job, game);
  question->text = id_copy(job, command);
}

void asc_job_ask_games_of(asc_job *job, const char *person, unsigned states, int64_t before, const char *after,
                          int most) {
  asc_question *question = ask(job, ASC_ASK_GAMES_OF, most);
  question->id = id_copy(job, person);
  question->text = id_or_none(job, after);
  question->states = states;
  question->number = before;
}

void asc_job_ask_deadlines(asc_job *job, int64_t until, int most) { ask(job, ASC_ASK_DEADLINES, most)->number = until; }

void asc_job_ask_games(asc_job *job, unsigned states, const char *after, int most) {
  asc_question *question = ask(job, ASC_ASK_GAMES, most);
  question->states = states;
  question->id = id_or_none(job, after);
}

void asc_job_ask_persons(asc_job *job, const char *const *persons, size_t count) {
  asc_question *question = ask(job, ASC_ASK_PERSONS, 0);
  question->ids = asc_job_take_memory(job, (count + 1) * sizeof *question->ids);
  if (question->ids == NULL) return;
  for (size_t i = 0; i < count; i++) question->ids[i] = id_copy(job, persons[i]);
  question->count = count;
}

void asc_job_ask_secret(asc_job *job, asc_secret_kind kind, const uint8_t hash[ASC_STORE_HASH]) {
  asc_question *question = ask(job, ASC_ASK_SECRET, 1);
  question->secret = kind;
  hash_copy(question->hash, hash);
}

void asc_job_ask_devices(asc_job *job, const char *person) { ask(job, ASC_ASK_DEVICES, 0)->id = id_copy(job, person); }
void asc_job_ask_blocks(asc_job *job, const char *person) { ask(job, ASC_ASK_BLOCKS, 0)->id = id_copy(job, person); }
void asc_job_ask_counts(asc_job *job) { (void)ask(job, ASC_ASK_COUNTS, 0); }
void asc_job_ask_clock(asc_job *job) { (void)ask(job, ASC_ASK_CLOCK, 0); }
void asc_job_ask_latest(asc_job *job) { (void)ask(job, ASC_ASK_LATEST, 0); }
void asc_job_ask_orders(asc_job *job) { (void)ask(job, ASC_ASK_ORDERS, 0); }
void asc_job_ask_space(asc_job *job) { (void)ask(job, ASC_ASK_SPACE, 0); }
