/* What the server does by itself: it gives heartbeats, opens games that have something due, tells games about a pause
   after the server was down, deletes what is too old in short slices, watches the disk, and carries out the host's
   orders. Each has its own interval; nothing here waits. */
#include "upkeep.h"

#include "gaps.h"
#include "operations.h"
#include "request.h"
#include "rooms.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  HEARTBEAT_EVERY = 5000,
  HEARTBEAT_WITH_PEERS = 1000, /* so that each process knows soon whether another one serves */
  MEASURE_EVERY = 5000,
  DEADLINES_AHEAD = 15000, /* games are opened so long before something is due in them */
  DEADLINES_EVERY = DEADLINES_AHEAD / 2,
  DEADLINES_MAX = 256,
  CATCH_UP_PAGE = 64,
  RETAIN_EVERY = 600000,
  RETAIN_PAUSE = 1000, /* between two slices of a sweep: each looks at everything that is marked */
  RETAIN_MIN = 10,
  RETAIN_MAX = 200, /* rows of a slice */
  RETAIN_SLICE = 5, /* ms that a slice may take */
  SPACE_EVERY = 10000,
  SPACE_RESERVE = 16 << 20, /* bytes of the disk that are left to running games */
  ORDERS_EVERY = 2000
};

/* ---- heartbeat and clock ---- */

static int64_t heartbeat_every(const live_loop *loop) {
  return loop->has_peers ? HEARTBEAT_WITH_PEERS : HEARTBEAT_EVERY;
}

static void heartbeat_add(live_loop *loop, int64_t now) {
  live_change *change = live_change_add(loop, NULL, NULL);
  if (change == NULL) return;
  loop->beat_at = now;
  store_job_heartbeat(change->job, now);
}

static void clock_done(live_loop *loop, void *owner, store_job *job) {
  (void)owner;
  if (job->status == STORE_DONE) live_time_measure(loop, &job->clock, loop->measure_asked);
}

static void clock_prepare(live_loop *loop, int64_t now) {
  store_job *job = store_job_open();
  if (job == NULL) return;
  loop->measured_at = now;
  loop->measure_asked = loop->world.clock(loop->world.data);
  store_job_ask_clock(job);
  (void)live_read_add(loop, job, NULL, clock_done);
}

/* ---- games with something due ---- */

static void deadlines_done(live_loop *loop, void *owner, store_job *job) {
  (void)owner;
  for (size_t i = 0; job->status == STORE_DONE && i < job->games_count; i++) live_room_want(loop, job->games[i].id);
}

static void deadlines_prepare(live_loop *loop, int64_t now) {
  store_job *job = store_job_open();
  if (job == NULL) return;
  loop->deadlines_at = now;
  store_job_ask_deadlines(job, now + DEADLINES_AHEAD, DEADLINES_MAX);
  (void)live_read_add(loop, job, NULL, deadlines_done);
}

/* After the server was down every game with a clock is opened once, page by page, and gets its pause. Until that is
   done no heartbeat is stored: a server that ends in between starts over. */
static void catch_up_done(live_loop *loop, void *owner, store_job *job) {
  (void)owner;
  loop->is_catching_up = false;
  if (job->status != STORE_DONE) return;
  for (size_t i = 0; i < job->games_count; i++) {
    if (job->games[i].deadline != 0) live_room_want(loop, job->games[i].id);
    if (job->games[i].deadline != 0 && live_room_find(loop, job->games[i].id) == NULL) return; /* out of memory */
    (void)snprintf(loop->caught_up_to, sizeof loop->caught_up_to, "%s", job->games[i].id);
  }
  loop->is_last_page = !job->more;
}

static void catch_up_prepare(live_loop *loop, int64_t now) {
  if (loop->is_catching_up || loop->wanted != NULL) return;
  if (loop->is_last_page) {
    loop->is_caught_up = true;
    loop->is_last_page = false;
    live_pauses_forget(loop);
    loop->beat_at = now - heartbeat_every(loop);
    return;
  }
  store_job *job = store_job_open();
  if (job == NULL) return;
  const char *after = loop->caught_up_to[0] == '\0' ? NULL : loop->caught_up_to;
  store_job_ask_games(job, 1U << STORE_GAME_RUNNING, after, CATCH_UP_PAGE);
  loop->is_catching_up = live_read_add(loop, job, NULL, catch_up_done);
}

/* ---- retention ---- */

static void retained(live_loop *loop, live_change *change) {
  int64_t took = loop->write_took;
  for (size_t i = 0; i < change->job->games_count; i++) {
    live_room *room = live_room_find(loop, change->job->games[i].id);
    if (room != NULL) live_room_drop(room);
  }
  if (took > RETAIN_SLICE)
    loop->retain_max = loop->retain_max / 2 > RETAIN_MIN ? loop->retain_max / 2 : RETAIN_MIN;
  else if (loop->retain_max < RETAIN_MAX)
    loop->retain_max = 2 * loop->retain_max < RETAIN_MAX ? 2 * loop->retain_max : RETAIN_MAX;
  if (change->job->more) loop->retained_at = live_now(loop) - RETAIN_EVERY + RETAIN_PAUSE;
}

/* A server's time that is held ahead by an event makes nothing old. */
static void retain_add(live_loop *loop, int64_t now) {
  live_change *change = live_change_add(loop, NULL, NULL);
  loop->retained_at = now;
  if (change == NULL) return;
  int64_t day = loop->world.time_of_day(loop->world.data);
  store_job_retain(change->job, day < now ? day : now, &loop->options.retention, loop->retain_max);
  change->on_commit = retained;
}

/* ---- space ---- */

static void space_done(live_loop *loop, void *owner, store_job *job) {
  (void)owner;
  if (job->status != STORE_DONE) return;
  int64_t max = (int64_t)loop->options.disk_mib << 20;
  bool is_large = job->space.used >= max, is_scarce = job->space.free >= 0 && job->space.free < SPACE_RESERVE;
  bool is_full = max > 0 && (is_large || is_scarce);
  loop->figures.store_bytes = job->space.used;
  if (is_full && !loop->store_is_full) {
    char line[160];
    (void)snprintf(line, sizeof line, "the database %s %d MiB: new games are rejected; %s",
                   is_large ? "has reached" : "is on a disk with less than",
                   is_large ? loop->options.disk_mib : SPACE_RESERVE >> 20,
                   is_large ? "raise --disk-limit" : "free some space");
    loop->world.complain(loop->world.data, line);
  }
  loop->store_is_full = is_full;
}

static void space_prepare(live_loop *loop, int64_t now) {
  store_job *job = store_job_open();
  if (job == NULL) return;
  loop->space_at = now;
  store_job_ask_space(job);
  (void)live_read_add(loop, job, NULL, space_done);
}

/* ---- orders of the host ---- */

/* An order that makes no sense is deleted. */
static void order_drop(live_loop *loop, int64_t number) {
  live_change *change = live_change_add(loop, NULL, NULL);
  if (change != NULL) store_job_order_done(change->job, number);
}

static void order_take(live_loop *loop, const store_order_row *order) {
  bool is_close = strcmp(order->what, "close") == 0;
  bool is_sign_out = strcmp(order->what, "out") == 0 || strcmp(order->what, "sign-out") == 0;
  if ((!is_close && !is_sign_out) || !asc_secret_is_valid(order->id, ASC_ID_BITS)) {
    order_drop(loop, order->number);
    return;
  }
  live_request *request = live_request_open();
  if (request == NULL) return;
  request->operation = is_close ? &live_operation_close_game : &live_operation_sign_out;
  request->arrived = loop->step_start;
  (void)snprintf(request->game, sizeof request->game, "%s", order->id);
  request->inside->loop = loop;
  request->inside->is_host = request->inside->is_counted = true;
  request->inside->order = order->number;
  loop->orders_pending++;
  live_queue_add(loop, request);
}

static void orders_done(live_loop *loop, void *owner, store_job *job) {
  (void)owner;
  for (size_t i = 0; job->status == STORE_DONE && i < job->orders_count; i++) order_take(loop, &job->orders[i]);
}

static void orders_prepare(live_loop *loop, int64_t now) {
  store_job *job = loop->orders_pending > 0 ? NULL : store_job_open();
  loop->orders_at = now;
  if (job == NULL) return;
  store_job_ask_orders(job);
  (void)live_read_add(loop, job, NULL, orders_done);
}

/* ---- all of it ---- */

void live_upkeep_prepare(live_loop *loop) {
  int64_t now = live_now(loop);
  if (loop->is_stopping) return;
  if (loop->options.is_shared && now - loop->measured_at >= MEASURE_EVERY) clock_prepare(loop, now);
  if (now - loop->deadlines_at >= DEADLINES_EVERY) deadlines_prepare(loop, now);
  if (now - loop->space_at >= SPACE_EVERY) space_prepare(loop, now);
  if (now - loop->orders_at >= ORDERS_EVERY) orders_prepare(loop, now);
  if (!loop->is_caught_up) catch_up_prepare(loop, now);
}

void live_upkeep_decide(live_loop *loop) {
  int64_t now = live_now(loop);
  if (loop->is_stopping) return;
  if (loop->is_caught_up && now - loop->beat_at >= heartbeat_every(loop)) heartbeat_add(loop, now);
  if (now - loop->retained_at >= RETAIN_EVERY) retain_add(loop, now);
}

static void soonest(int64_t *due, int64_t time) {
  if (time < *due) *due = time;
}

int64_t live_upkeep_due(const live_loop *loop) {
  if (loop->is_stopping) return ONLINE_NEVER;
  int64_t due = loop->orders_at + ORDERS_EVERY;
  soonest(&due, loop->deadlines_at + DEADLINES_EVERY);
  soonest(&due, loop->space_at + SPACE_EVERY);
  soonest(&due, loop->retained_at + RETAIN_EVERY);
  if (loop->options.is_shared) soonest(&due, loop->measured_at + MEASURE_EVERY);
  if (loop->is_caught_up) soonest(&due, loop->beat_at + heartbeat_every(loop));
  return loop->is_caught_up ? due : INT64_MIN;
}

/* There is a heartbeat before anybody is served, so that after a kill it is known since when nobody was. */
void live_upkeep_open(live_loop *loop, int64_t heartbeat) {
  int64_t now = live_now(loop);
  asc_error error;
  loop->beat_at = loop->measured_at = loop->retained_at = loop->deadlines_at = loop->space_at = now;
  loop->retain_max = RETAIN_MIN;
  loop->is_caught_up = heartbeat == 0;
  store_job *job = store_job_open();
  if (job != NULL) {
    store_job_ask_space(job);
    if (loop->world.read(loop->world.data, job, &error) == ASC_OK) space_done(loop, NULL, job);
  }
  store_job_close(job);
  job = heartbeat == 0 ? store_job_open() : NULL;
  if (job != NULL) {
    store_job_heartbeat(job, now);
    if (loop->world.write(loop->world.data, job, &error) != ASC_OK) loop->beat_at = 0;
  }
  store_job_close(job);
}

void live_upkeep_end(live_loop *loop) {
  if (loop->is_caught_up && loop->store_is_up) heartbeat_add(loop, live_now(loop));
}
