/* The cache of senders. Every request is looked up by the hash of its secret. The cache is bounded, and signing out,
   merging, forgetting, new names and other processes change it; so a request that is decided in a batch after that of
   the sign-out does not pass. Unknown secrets are not cached. */
#include "senders.h"

#include "gaps.h"
#include "peers.h"
#include "rooms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { SEEN_EVERY = 3600000 }; /* ms; how exactly the store knows when a device was last used */

struct live_sender_entry {
  live_sender_entry *next;          /* in its bucket */
  live_sender_entry *newer, *older; /* by the last use */
  int64_t seen;
  uint8_t hash[STORE_HASH];
  char person[ASC_ID_TEXT_SIZE], device[ASC_ID_TEXT_SIZE];
  char name[LIVE_NAME_BYTES];
};

static size_t bucket_of(const uint8_t hash[STORE_HASH]) { return (size_t)(hash[0] | hash[1] << 8) % LIVE_BUCKETS; }

static live_sender_entry *entry_find(const live_loop *loop, const uint8_t hash[STORE_HASH]) {
  for (live_sender_entry *entry = loop->senders[bucket_of(hash)]; entry != NULL; entry = entry->next)
    if (memcmp(entry->hash, hash, STORE_HASH) == 0) return entry;
  return NULL;
}

/* ---- order of use: sender_first is the newest ---- */

static void list_take(live_loop *loop, live_sender_entry *entry) {
  *(entry->newer != NULL ? &entry->newer->older : &loop->sender_first) = entry->older;
  *(entry->older != NULL ? &entry->older->newer : &loop->sender_last) = entry->newer;
}

static void list_put(live_loop *loop, live_sender_entry *entry) {
  entry->newer = NULL;
  entry->older = loop->sender_first;
  *(entry->older != NULL ? &entry->older->newer : &loop->sender_last) = entry;
  loop->sender_first = entry;
}

static void entry_remove(live_loop *loop, live_sender_entry *entry) {
  live_sender_entry **at = &loop->senders[bucket_of(entry->hash)];
  while (*at != entry) at = &(*at)->next;
  *at = entry->next;
  list_take(loop, entry);
  loop->sender_count--;
  free(entry);
}

static void sender_fill(live_sender *sender, const live_sender_entry *entry) {
  sender->is_known = true;
  memcpy(sender->person, entry->person, sizeof sender->person);
  memcpy(sender->device, entry->device, sizeof sender->device);
  memcpy(sender->name, entry->name, sizeof sender->name);
}

/* The store is told once an hour that a device is in use. */
static void seen_store(live_loop *loop, live_sender_entry *entry) {
  int64_t now = live_now(loop);
  live_change *change = now - entry->seen < SEEN_EVERY ? NULL : live_change_add(loop, NULL, NULL);
  if (change == NULL) return;
  entry->seen = now;
  store_job_seen(change->job, entry->hash, now);
}

bool live_sender_is_cached(const live_loop *loop, const live_sender *sender) {
  return !sender->has_secret || entry_find(loop, sender->hash) != NULL;
}

bool live_sender_find(live_loop *loop, live_sender *sender) {
  live_sender_entry *entry = entry_find(loop, sender->hash);
  sender->is_known = false;
  if (entry == NULL) return false;
  list_take(loop, entry);
  list_put(loop, entry);
  sender_fill(sender, entry);
  seen_store(loop, entry);
  return true;
}

/* A device that is valid, and its person. */
static void entry_add(live_loop *loop, const store_job *job) {
  const store_secret_row *secret = &job->secrets[0];
  const store_person_row *person = &job->persons[0];
  live_sender_entry *entry = entry_find(loop, secret->hash) == NULL ? calloc(1, sizeof *entry) : NULL;
  if (entry == NULL) return;
  if (loop->sender_count == LIVE_SENDERS_MAX) entry_remove(loop, loop->sender_last);
  memcpy(entry->hash, secret->hash, STORE_HASH);
  entry->seen = secret->seen;
  (void)snprintf(entry->person, sizeof entry->person, "%s", person->current);
  (void)snprintf(entry->device, sizeof entry->device, "%s", secret->id != NULL ? secret->id : "");
  (void)snprintf(entry->name, sizeof entry->name, "%s", person->name);
  live_sender_entry **bucket = &loop->senders[bucket_of(entry->hash)];
  entry->next = *bucket;
  *bucket = entry;
  list_put(loop, entry);
  loop->sender_count++;
}

static void sender_done(live_loop *loop, void *owner, store_job *job) {
  live_request *request = owner;
  bool is_known = job->status == STORE_DONE && job->secrets_count > 0 && job->persons_count > 0 &&
                  job->secrets[0].kind == STORE_SECRET_DEVICE && job->persons[0].name != NULL &&
                  job->persons[0].current != NULL;
  if (job->status != STORE_DONE) request->inside->sender_state = LIVE_SENDER_FAILED;
  if (is_known) entry_add(loop, job);
}

live_need live_sender_prepare(live_request *request) {
  struct live_request_inside *inside = request->inside;
  live_loop *loop = inside->loop;
  if (!request->sender.has_secret || live_sender_find(loop, &request->sender)) return LIVE_NEEDS_NONE;
  if (inside->sender_state == LIVE_SENDER_READ) return LIVE_NEEDS_NONE; /* nobody has this secret */
  if (inside->sender_state == LIVE_SENDER_FAILED) return LIVE_NEEDS_NEXT;
  store_job *job = store_job_open();
  if (job == NULL) return LIVE_NEEDS_NEXT;
  store_job_ask_secret(job, STORE_SECRET_DEVICE, request->sender.hash);
  inside->sender_state = LIVE_SENDER_READ;
  return live_read_add(loop, job, request, sender_done) ? LIVE_NEEDS_READ : LIVE_NEEDS_NEXT;
}

/* ---- what changes the cache ---- */

void live_sender_forget(live_loop *loop, const char *person, const char *device) {
  for (live_sender_entry *entry = loop->sender_first, *older; entry != NULL; entry = older) {
    older = entry->older;
    if (strcmp(entry->person, person) == 0 && (device == NULL || strcmp(entry->device, device) == 0))
      entry_remove(loop, entry);
  }
}

void live_sender_rename(live_loop *loop, const char *person, const char *name) {
  for (live_sender_entry *entry = loop->sender_first; entry != NULL; entry = entry->older)
    if (strcmp(entry->person, person) == 0) (void)snprintf(entry->name, sizeof entry->name, "%s", name);
}

void live_senders_clear(live_loop *loop) {
  while (loop->sender_first != NULL) entry_remove(loop, loop->sender_first);
}
