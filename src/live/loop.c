/* The loop of the game thread. live_loop_step runs one batch in five steps:

     1. take      the waiting requests: those that need nothing from the store first, addresses in turn
     2. read      what is not in memory, for all of them in a few rounds (request.c, rooms.c, senders.c, upkeep.c)
     3. decide    each request against the rooms in memory (operations.h), then engines, flags and upkeep
     4. write     all changes in one transaction
     5. publish   the events, and send every reply

   If the transaction fails, all requests of the batch get 503. Sockets stay open, and the rooms that they watch are
   read again when the store is back. If one room is in conflict with what another process wrote, that room is reloaded
   and its requests are decided again in the next batch. */
#include "inside.h"

#include "gaps.h"
#include "peers.h"
#include "request.h"
#include "rooms.h"
#include "senders.h"
#include "upkeep.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROUNDS_MAX = 8, PROBE_EVERY = 1000, FIGURES_EVERY = 250 };

/* ---- inputs and outputs ---- */

live_input *live_input_open(live_input_kind kind, const char *text) {
  size_t size = text == NULL ? 1 : strlen(text) + 1;
  live_input *input = calloc(1, sizeof *input + size);
  if (input == NULL) return NULL;
  input->kind = kind;
  if (text != NULL) memcpy(input->text, text, size);
  return input;
}

void live_input_close(live_input *input) {
  if (input == NULL) return;
  live_request_close(input->request);
  live_engine_task_close(input->task);
  if (input->job != NULL) live_request_close(input->job->data);
  store_job_close(input->job);
  free(input->sender);
  free(input);
}

void live_output_close(live_output *output) {
  if (output == NULL) return;
  free(output->bytes);
  free(output->cookie);
  free(output->sockets);
  free(output);
}

static void output_drop(void *data, live_output *output) {
  (void)data;
  live_output_close(output);
}

void live_send(live_loop *loop, live_output *output) { loop->world.send(loop->world.data, output); }

/* ---- the queue ---- */

void live_queue_add(live_loop *loop, live_request *request) {
  live_request **at = loop->queue_end;
  if (request->inside->sequence == 0) request->inside->sequence = ++loop->sequence;
  /* A request that is decided again goes back to its place, so that messages of a socket stay in order. */
  if (loop->queue != NULL && loop->queue_last > request->inside->sequence)
    for (at = &loop->queue; *at != NULL && (*at)->inside->sequence < request->inside->sequence;)
      at = &(*at)->inside->next;
  request->inside->state = LIVE_QUEUED;
  request->inside->next = *at;
  *at = request;
  if (request->inside->next == NULL) {
    loop->queue_end = &request->inside->next;
    loop->queue_last = request->inside->sequence;
  }
  loop->waiting_count++;
}

static void request_take(live_loop *loop, live_request *request) {
  request->inside->loop = loop;
  loop->figures.requests++;
  if (loop->store_is_up) {
    live_queue_add(loop, request);
    return;
  }
  live_reject(request, 503, "online.store-down");
  live_request_finish(request);
}

static void move_take(live_loop *loop, live_engine_task *task) {
  live_engine_task **end = &loop->moves;
  while (*end != NULL) end = &(*end)->next;
  task->next = NULL;
  *end = task;
  loop->figures.engine_tasks--;
}

void live_loop_receive(live_loop *loop, live_input *input) {
  switch (input->kind) {
  case LIVE_INPUT_REQUEST:
    request_take(loop, input->request);
    input->request = NULL;
    break;
  case LIVE_INPUT_SOCKET_OPENED:
    live_socket_add(loop, input->client, input->address, input->sender);
    input->sender = NULL;
    break;
  case LIVE_INPUT_SOCKET_CLOSED: live_socket_remove(loop, input->client); break;
  case LIVE_INPUT_SOCKET_PRESENCE: live_socket_presence(loop, input); break;
  case LIVE_INPUT_ENGINE_MOVE:
    move_take(loop, input->task);
    input->task = NULL;
    break;
  case LIVE_INPUT_LISTED:
    live_listed(loop, input->job);
    input->job = NULL;
    break;
  case LIVE_INPUT_PEER_EVENTS: live_peer_wrote(loop, input->game, input->last); break;
  case LIVE_INPUT_PEER_NOTICE: live_peer_said(loop, input->text); break;
  case LIVE_INPUT_STOP: loop->is_stopping = true; break;
  }
  live_input_close(input);
}

/* ---- 1. take ---- */

/* Counts a cold request of an address; false: it has had its share of this batch. */
static bool share_take(live_loop *loop, uint64_t address, int share) {
  enum { SHARES = sizeof loop->shares / sizeof *loop->shares };
  if (loop->cold_count >= LIVE_COLD_MAX) return false;
  for (size_t i = 0; i < SHARES; i++) {
    size_t at = (size_t)(address + i) % SHARES;
    if (loop->shares[at].count > 0 && loop->shares[at].address != address) continue;
    if (loop->shares[at].count >= share) return false;
    loop->shares[at].address = address;
    loop->shares[at].count++;
    loop->cold_count++;
    return true;
  }
  return false;
}

static void request_choose(live_request *request) {
  request->inside->state = LIVE_READING;
  request->inside->loop->batch_count++;
}

/* Warm requests, and one cold request of each address. */
static void first_choose(live_loop *loop) {
  for (live_request *at = loop->queue; at != NULL && loop->batch_count < LIVE_BATCH_MAX; at = at->inside->next)
    if (live_request_is_warm(at) || share_take(loop, at->address, 1)) request_choose(at);
}

/* More cold requests of each address, up to its share. */
static void others_choose(live_loop *loop) {
  for (live_request *at = loop->queue; at != NULL && loop->batch_count < LIVE_BATCH_MAX; at = at->inside->next)
    if (at->inside->state == LIVE_QUEUED && share_take(loop, at->address, LIVE_COLD_SHARE)) request_choose(at);
}

/* Moves the chosen requests from the queue to the batch, in the order of arrival. */
static void batch_take(live_loop *loop) {
  int count = 0;
  memset(loop->shares, 0, sizeof loop->shares);
  loop->batch_count = loop->cold_count = 0;
  first_choose(loop);
  others_choose(loop);
  live_request **at = &loop->queue;
  while (*at != NULL) {
    live_request *request = *at;
    if (request->inside->state == LIVE_QUEUED) {
      loop->queue_last = request->inside->sequence;
      at = &request->inside->next;
      continue;
    }
    *at = request->inside->next;
    loop->batch[count++] = request;
    loop->waiting_count--;
  }
  loop->queue_end = at;
}

/* ---- 2. read ---- */

bool live_read_add(live_loop *loop, store_job *job, void *owner,
                   void (*done)(live_loop *loop, void *owner, store_job *job)) {
  if (loop->read_count == loop->read_capacity) {
    size_t capacity = loop->read_capacity == 0 ? 256 : 2 * loop->read_capacity;
    live_read *grown = realloc(loop->reads, capacity * sizeof *grown);
    if (grown == NULL) {
      store_job_close(job);
      return false;
    }
    loop->reads = grown;
    loop->read_capacity = capacity;
  }
  loop->reads[loop->read_count++] = (live_read){job, owner, done};
  return true;
}

/* An order for a game that does not exist is done. */
static void order_check(live_request *request) {
  struct live_request_inside *inside = request->inside;
  live_change *change = inside->order != 0 && inside->status == 404 ? live_change_add(inside->loop, NULL, NULL) : NULL;
  if (change != NULL) store_job_order_done(change->job, inside->order);
}

static void request_prepare(live_loop *loop, int index) {
  live_request *request = loop->batch[index];
  if (request->inside->state != LIVE_READING) return;
  switch (live_request_prepare(request)) {
  case LIVE_NEEDS_READ: break;
  case LIVE_NEEDS_NONE: request->inside->state = LIVE_READY; break;
  case LIVE_NEEDS_END:
    order_check(request);
    if (request->inside->state != LIVE_LISTING) request->inside->room = NULL; /* nothing was decided in it */
    request->inside->state = LIVE_DECIDED;
    break;
  case LIVE_NEEDS_NEXT:
    live_request_retry(request, true);
    if (request->inside->state == LIVE_QUEUED) loop->batch[index] = NULL;
    break;
  }
}

static void reads_close(live_loop *loop) {
  for (size_t i = 0; i < loop->read_count; i++) store_job_close(loop->reads[i].job);
  loop->read_count = 0;
}

/* One round. False: the store does not answer. */
static bool round_read(live_loop *loop) {
  asc_error error = {0};
  size_t count = loop->read_count;
  for (size_t i = 0; i < count; i++) loop->reads[i].job->next = i + 1 < count ? loop->reads[i + 1].job : NULL;
  loop->figures.queries += (int64_t)count;
  if (loop->world.read(loop->world.data, loop->reads[0].job, &error) != ASC_OK) {
    reads_close(loop);
    live_store_down(loop, error.reason);
    return false;
  }
  for (size_t i = 0; i < count; i++) {
    live_read read = loop->reads[i];
    read.done(loop, read.owner, read.job);
    live_request *request = read.owner;
    bool is_kept = read.done == live_request_read_done && request->inside->job == read.job;
    if (!is_kept) store_job_close(read.job);
  }
  loop->read_count = 0;
  return true;
}

bool live_events_take(live_loop *loop, int64_t count) {
  if (loop->events_left <= 0) return false;
  if (count > 0) loop->events_left -= count;
  return true;
}

/* Requests that need more than one batch reads go on in the next one. */
static bool batch_read(live_loop *loop) {
  loop->events_left = LIVE_READ_MAX;
  live_upkeep_prepare(loop);
  for (int round = 0; round < ROUNDS_MAX; round++) {
    live_rooms_prepare_wanted(loop);
    for (int i = 0; i < loop->batch_count; i++)
      if (loop->batch[i] != NULL) request_prepare(loop, i);
    if (loop->read_count == 0) break;
    if (!round_read(loop)) return false;
  }
  for (int i = 0; i < loop->batch_count; i++)
    if (loop->batch[i] != NULL && loop->batch[i]->inside->state == LIVE_READING) {
      live_request_retry(loop->batch[i], false);
      loop->batch[i] = NULL;
    }
  return true;
}

/* ---- 3. decide ---- */

live_change *live_change_add(live_loop *loop, live_room *room, live_request *request) {
  live_change *change = calloc(1, sizeof *change);
  store_job *job = change == NULL ? NULL : store_job_open();
  if (job == NULL) {
    free(change);
    return NULL;
  }
  change->job = job;
  change->room = room;
  change->request = request;
  *loop->changes_end = change;
  loop->changes_end = &change->next;
  return change;
}

static void changes_close(live_loop *loop) {
  while (loop->changes != NULL) {
    live_change *change = loop->changes;
    loop->changes = change->next;
    for (int i = 0; i < change->count; i++) free(change->lines[i]);
    store_job_close(change->job);
    free(change);
  }
  loop->changes_end = &loop->changes;
}

static void request_decide(live_request *request) {
  struct live_request_inside *inside = request->inside;
  live_room *room = inside->room;
  if (room != NULL) {
    if (room->state != LIVE_ROOM_OPEN || room->has_conflict) return; /* it is decided again in the next batch */
    live_room_touch(room);
    if (room->has_conflict) return;
  }
  inside->state = LIVE_DECIDED;
  if (live_request_may_see(request))
    request->operation->decide(request);
  else
    live_reject(request, 404, "online.not-found");
}

/* Flags fall only after every request that arrived before them is decided: requests that arrived after this step took
   its inputs are not known yet. */
static int64_t flag_time(const live_loop *loop) {
  int64_t start = live_time_at(loop, loop->step_start);
  int64_t waiting = loop->queue == NULL ? start : live_time_at(loop, loop->queue->arrived);
  return waiting < start ? waiting : start;
}

static void batch_decide(live_loop *loop) {
  for (int i = 0; i < loop->batch_count; i++) {
    live_request *request = loop->batch[i];
    if (request == NULL || request->inside->state != LIVE_READY) continue;
    request_decide(request);
    if (request->inside->state == LIVE_QUEUED) loop->batch[i] = NULL; /* the operation wants another batch */
  }
  while (loop->moves != NULL) {
    live_engine_task *task = loop->moves;
    loop->moves = task->next;
    live_engine_moved(loop, task);
    live_engine_task_close(task);
  }
  live_rooms_tick(loop, flag_time(loop));
  live_upkeep_decide(loop);
  live_peers_flush(loop);
}

/* ---- 4. write ---- */

/* A change of a room that is in conflict already is not written. */
static bool is_written(const live_change *change) { return change->room == NULL || !change->room->has_conflict; }

/* What an address stores counts against its limit. */
static void change_pay(live_loop *loop, const live_change *change) {
  uint64_t address = change->request == NULL ? 0 : change->request->address;
  int64_t bytes = address == 0 ? 0 : (int64_t)store_job_bytes(change->job);
  int64_t now = loop->world.clock(loop->world.data);
  if (bytes > 0) live_rate_limit_owe(loop->limits, LIVE_LIMIT_STORED, address, bytes * LIVE_TOKEN / 1024, now);
}

/* False: the store accepts nothing. */
static bool batch_write(live_loop *loop) {
  asc_error error = {0};
  store_job *jobs = NULL, **end = &jobs;
  int64_t start = loop->world.clock(loop->world.data);
  for (live_change *change = loop->changes; change != NULL; change = change->next) {
    change->job->status = STORE_CONFLICT;
    if (!is_written(change)) continue;
    change_pay(loop, change);
    change->job->next = NULL;
    *end = change->job;
    end = &change->job->next;
    loop->figures.jobs++;
  }
  if (jobs == NULL) return true;
  bool is_durable = loop->world.write(loop->world.data, jobs, &error) == ASC_OK;
  loop->write_took = loop->world.clock(loop->world.data) - start;
  loop->figures.commits += is_durable;
  loop->figures.commit_us += loop->write_took * 1000;
  if (!is_durable) live_store_down(loop, error.reason);
  return is_durable;
}

/* ---- 5. publish ---- */

static void change_publish(live_loop *loop, live_change *change) {
  live_request *request = change->request;
  if (change->job->status == STORE_DONE) {
    if (request != NULL) request->inside->outcome = LIVE_COMMITTED;
    if (change->on_commit != NULL) change->on_commit(loop, change);
    if (request != NULL && request->inside->status == 0 && change->on_commit == NULL) live_reply_ok(request);
    /* Before later events of the room: the sender gets its own in this reply. */
    if (request != NULL && request->inside->status != 0) live_request_answer(request);
    return;
  }
  loop->figures.conflicts += change->job->status != STORE_ERROR;
  if (change->room != NULL) change->room->has_conflict = true;
  if (request == NULL) return;
  request->inside->outcome = change->job->status == STORE_ERROR ? LIVE_REFUSED : LIVE_CONFLICTED;
  if (request->inside->outcome == LIVE_REFUSED) live_reject_busy(request);
}

/* Sends the reply of a request, or decides it again. */
static void request_publish(live_request *request) {
  struct live_request_inside *inside = request->inside;
  if (inside->state == LIVE_ANSWERED) {
    if (inside->order != 0) inside->loop->orders_pending--;
    live_request_close(request);
    return;
  }
  bool is_lost = inside->room != NULL && (inside->room->has_conflict || inside->room->state == LIVE_ROOM_DROPPED);
  bool is_undecided = inside->outcome == LIVE_UNWRITTEN && (is_lost || inside->state == LIVE_READY);
  if ((is_undecided || inside->outcome == LIVE_CONFLICTED) && inside->order == 0) {
    live_request_retry(request, true);
    if (inside->state == LIVE_QUEUED) return;
  }
  /* The game may have become private in this batch. */
  if (inside->status == 0 && inside->respond != NULL && !live_request_may_see(request)) {
    inside->state = LIVE_DECIDED;
    live_reject(request, 404, "online.not-found");
  }
  if (inside->state == LIVE_LISTING) {
    live_listing_add(request);
    return;
  }
  if (inside->status == 0 && inside->respond != NULL) inside->respond(request);
  if (inside->status == 0) live_reject_busy(request);
  if (inside->order != 0) inside->loop->orders_pending--;
  live_request_finish(request);
}

/* The reply of a request has its own events, so it goes out before the events of later requests: every socket gets
   numbers without a gap. */
static void change_reply(live_loop *loop, const live_change *change) {
  live_request *request = change->request;
  if (request == NULL || request->inside->outcome != LIVE_COMMITTED || request->inside->status == 0 ||
      request->inside->state == LIVE_LISTING)
    return;
  loop->batch[request->inside->batch_index] = NULL;
  request_publish(request);
}

/* After the batch: rooms in conflict are read again, and engines get their turn. */
static void rooms_settle(live_loop *loop) {
  live_room *touched = loop->touched;
  loop->touched = NULL;
  for (live_room *room = touched, *next; room != NULL; room = next) {
    next = room->next_touched;
    room->is_touched = false;
    if (room->state == LIVE_ROOM_DROPPED) continue;
    if (room->has_conflict) {
      room->has_conflict = false;
      live_room_reload(room);
    } else if (room->state == LIVE_ROOM_OPEN) {
      live_room_engine_run(room);
      if (room->state == LIVE_ROOM_OPEN) live_room_wake_set(room);
    }
  }
}

static void batch_publish(live_loop *loop) {
  for (int i = 0; i < loop->batch_count; i++)
    if (loop->batch[i] != NULL) loop->batch[i]->inside->batch_index = i;
  for (live_change *change = loop->changes; change != NULL; change = change->next) {
    change_publish(loop, change);
    change_reply(loop, change);
  }
  for (int i = 0; i < loop->batch_count; i++)
    if (loop->batch[i] != NULL) request_publish(loop->batch[i]);
  loop->batch_count = 0;
  changes_close(loop);
  rooms_settle(loop);
  live_listings_run(loop);
}

/* Nothing of the batch happened, or nobody knows whether it did. */
static void batch_fail(live_loop *loop) {
  for (int i = 0; i < loop->batch_count; i++) {
    live_request *request = loop->batch[i];
    if (request == NULL) continue;
    if (request->inside->order != 0) loop->orders_pending--;
    live_reject(request, 503, "online.store-down");
    live_request_finish(request);
  }
  loop->batch_count = 0;
  while (loop->queue != NULL) {
    live_request *request = loop->queue;
    loop->queue = request->inside->next;
    loop->waiting_count--;
    if (request->inside->order != 0) loop->orders_pending--;
    live_reject(request, 503, "online.store-down");
    live_request_finish(request);
  }
  loop->queue_end = &loop->queue;
  changes_close(loop);
  loop->touched = NULL;
}

/* ---- the store is down ---- */

void live_store_down(live_loop *loop, const char *reason) {
  if (!loop->store_is_up) return;
  loop->store_is_up = false;
  loop->down_since = live_time_at(loop, loop->step_start);
  loop->probed_at = INT64_MIN / 2;
  loop->is_catching_up = false;
  loop->behind = NULL;
  live_rooms_reload_all(loop);
  live_senders_clear(loop);
  char line[ASC_REASON_MAX + 80];
  (void)snprintf(line, sizeof line, "%s; games are paused until the database accepts changes again", reason);
  loop->world.complain(loop->world.data, line);
}

/* Tries whether the store accepts changes again. */
static bool store_try(live_loop *loop) {
  asc_error error;
  int64_t clock = loop->world.clock(loop->world.data);
  if (clock - loop->probed_at < PROBE_EVERY) return false;
  loop->probed_at = clock;
  if (loop->world.probe(loop->world.data, &error) != ASC_OK) return false;
  live_store_resume(loop);
  loop->world.complain(loop->world.data, "the database accepts changes again");
  return true;
}

/* ---- the step ---- */

static void figures_send(live_loop *loop) {
  int64_t clock = loop->world.clock(loop->world.data);
  live_figures *figures = &loop->figures;
  figures->store_is_up = loop->store_is_up;
  figures->store_is_full = loop->store_is_full;
  figures->time_offset = loop->wall - loop->mono;
  figures->rules = online_rules_cache_count(loop->rules);
  figures->limited = live_rate_limits_refused(loop->limits);
  bool is_urgent = figures->store_is_up != loop->figures_sent.store_is_up;
  if (!is_urgent && clock - loop->figures_at < FIGURES_EVERY) return;
  live_output *output = calloc(1, sizeof *output);
  if (output == NULL) return;
  output->kind = LIVE_OUTPUT_FIGURES;
  output->figures = loop->figures_sent = *figures;
  loop->figures_at = clock;
  live_send(loop, output);
}

/* Everything that waited is answered: the last heartbeat, and the end. */
static void loop_end(live_loop *loop) {
  if (loop->has_ended || !loop->is_stopping || loop->waiting_count > 0) return;
  live_upkeep_end(loop);
  if (loop->store_is_up) (void)batch_write(loop);
  changes_close(loop);
  live_output *output = calloc(1, sizeof *output);
  loop->has_ended = true;
  if (output == NULL) return;
  output->kind = LIVE_OUTPUT_ENDED;
  live_send(loop, output);
}

void live_loop_step(live_loop *loop) {
  loop->step_start = loop->world.clock(loop->world.data);
  live_stall_check(loop, loop->step_expected);
  if (loop->store_is_up || store_try(loop)) {
    loop->figures.batches++;
    batch_take(loop);
    if (batch_read(loop)) {
      batch_decide(loop);
      if (batch_write(loop)) batch_publish(loop);
    }
  }
  if (!loop->store_is_up) batch_fail(loop);
  live_sockets_close_late(loop);
  live_rooms_free_dropped(loop);
  loop_end(loop);
  figures_send(loop);
  live_stall_check(loop, loop->step_start);
  int64_t clock = loop->world.clock(loop->world.data), due = live_loop_due(loop);
  loop->step_expected = due > clock ? due : clock;
}

int64_t live_loop_due(const live_loop *loop) {
  int64_t clock = loop->world.clock(loop->world.data);
  if (!loop->store_is_up) return loop->probed_at + PROBE_EVERY;
  if (loop->queue != NULL || loop->changes != NULL || loop->moves != NULL || loop->wanted != NULL) return clock;
  if (loop->is_stopping) return loop->listing_count == 0 && !loop->has_ended ? clock : clock + LIVE_TICK_TIME;
  int64_t due = live_upkeep_due(loop);
  if (loop->heap_count > 0 && loop->heap[0]->wake < due) due = loop->heap[0]->wake;
  due = due <= live_now(loop) ? clock : due - loop->wall + loop->mono;
  /* While rooms are open, the loop notices soon if the process was stopped. */
  return loop->heap_count > 0 && due > clock + LIVE_TICK_TIME ? clock + LIVE_TICK_TIME : due;
}

int live_loop_waiting(const live_loop *loop) { return loop->waiting_count; }

bool live_loop_has_ended(const live_loop *loop) { return loop->has_ended; }

/* ---- open and close ---- */

int live_loop_open(live_loop **result, const live_world *world, const live_options *options, asc_error *error) {
  live_loop *loop = calloc(1, sizeof *loop);
  int64_t heartbeat = 0;
  *result = NULL;
  if (loop == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  loop->world = *world;
  loop->options = *options;
  loop->queue_end = &loop->queue;
  loop->changes_end = &loop->changes;
  loop->wanted_end = &loop->wanted;
  loop->listing_end = &loop->listing_queue;
  loop->store_is_up = true;
  loop->limits = live_rate_limits_open(options->limits);
  int code = loop->limits == NULL || online_rules_cache_open(&loop->rules) < 0
                 ? asc_error_set(error, ASC_E_MEMORY, "out of memory")
                 : live_time_open(loop, &heartbeat, error);
  if (code < 0) {
    live_loop_close(loop);
    return code;
  }
  if (options->idle_days > 0) online_rules_cache_idle_set(loop->rules, options->idle_days * 86400000LL);
  live_upkeep_open(loop, heartbeat);
  live_notice_send(loop, "hello");
  *result = loop;
  return ASC_OK;
}

void live_loop_close(live_loop *loop) {
  if (loop == NULL) return;
  while (loop->queue != NULL) {
    live_request *request = loop->queue;
    loop->queue = request->inside->next;
    live_request_close(request);
  }
  while (loop->listing_queue != NULL) {
    live_request *request = loop->listing_queue;
    loop->listing_queue = request->inside->next;
    live_request_close(request);
  }
  while (loop->moves != NULL) {
    live_engine_task *task = loop->moves;
    loop->moves = task->next;
    live_engine_task_close(task);
  }
  changes_close(loop);
  loop->world.send = output_drop;
  live_rooms_drop_all(loop);
  live_rooms_free_dropped(loop);
  live_sockets_free(loop);
  live_senders_clear(loop);
  if (loop->rules != NULL) online_rules_cache_close(loop->rules);
  live_rate_limits_close(loop->limits);
  free(loop->announcement.text);
  free(loop->reads);
  free(loop->heap);
  free(loop);
}
