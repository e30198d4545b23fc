/* The server's time, and gaps in it: times in which nobody was served, because the process or the store stood still or
   the server was down. No player's clock may run in a gap. A short gap is given back: the room's clock runs on from
   later, and the next event has it. A long one is a pause, which two events record.

   The time is `wall` plus what the world's clock has advanced since; so it goes on evenly. Several processes adopt the
   time of their shared database. */
#include "gaps.h"

#include "peers.h"
#include "rooms.h"

#include <string.h>

enum {
  SLOW = 200,  /* ms; a measurement that took longer says nothing */
  SLEW = 50,   /* ms; the time never goes back by more at once */
  STEP = 1000, /* ms; a larger difference is a clock that was set */
  HEARTBEAT = 5000,
  STEP_WITH_PEERS = 2 * HEARTBEAT + STEP, /* each process that serves gives a heartbeat within this time */
  MOMENT = 60000                          /* ms; a clock that is set back by less is an ordinary correction */
};

int64_t live_time_at(const live_loop *loop, int64_t clock) { return loop->wall + clock - loop->mono; }

int64_t live_now(const live_loop *loop) { return live_time_at(loop, loop->world.clock(loop->world.data)); }

int64_t live_request_time(const live_loop *loop, const live_request *request, const live_room *room) {
  int64_t now = live_now(loop), time = request == NULL ? now : live_time_at(loop, request->arrived);
  for (int i = 0; i < loop->gap_count; i++)
    if (loop->gaps[i].from < time && time < loop->gaps[i].to) time = loop->gaps[i].to;
  if (time > now) time = now;
  /* Events of other processes may be a little ahead of our clock. */
  if (room->game != NULL && time < room->game->time) time = room->game->time;
  return time;
}

/* ---- gaps ---- */

/* If there are too many, the oldest short one goes: a long one stays until all games have recorded it. */
static void gap_add(live_loop *loop, int64_t from, int64_t to, bool is_given) {
  if (loop->gap_count == LIVE_GAPS_MAX) {
    int gone = 0;
    while (gone < LIVE_GAPS_MAX && !loop->gaps[gone].is_given) gone++;
    if (gone == LIVE_GAPS_MAX) gone = 0;
    loop->gap_count--;
    memmove(loop->gaps + gone, loop->gaps + gone + 1, sizeof *loop->gaps * (size_t)(loop->gap_count - gone));
  }
  loop->gaps[loop->gap_count++] = (live_gap){from, to, is_given};
}

void live_gaps_apply(live_room *room) {
  live_loop *loop = room->loop;
  for (int i = 0; i < loop->gap_count && room->state == LIVE_ROOM_OPEN; i++) {
    const live_gap *gap = &loop->gaps[i];
    if (gap->to <= room->gaps_applied || gap->to <= room->game->time) continue;
    if (gap->is_given)
      online_room_give_back(room->game, gap->from, gap->to);
    else
      live_room_pause(room, gap->from, gap->to);
    room->gaps_applied = gap->to;
  }
  if (room->state == LIVE_ROOM_OPEN) live_room_wake_set(room);
}

void live_pauses_forget(live_loop *loop) {
  int count = 0;
  for (int i = 0; i < loop->gap_count; i++)
    if (loop->gaps[i].is_given) loop->gaps[count++] = loop->gaps[i];
  loop->gap_count = count;
}

/* Games that are not open are read one after the other (upkeep.c), and get the gap when they are. */
void live_pause_all(live_loop *loop, int64_t from, int64_t to) {
  gap_add(loop, from, to, false);
  loop->is_caught_up = loop->is_catching_up = loop->is_last_page = false;
  loop->caught_up_to[0] = '\0';
}

/* Whether another process served while this one stood still: it gave a heartbeat, and none before it was missing. A
   short stall shows in no heartbeat. */
static bool peers_served(const store_clock *clock, int64_t from, int64_t to) {
  bool is_steady = clock->heartbeat > from + 500 && clock->steady <= from + 500;
  return clock->has_peers && (is_steady || to - from <= STORE_STEADY);
}

/* Asks the store's clock; false: the store does not answer. */
static bool clock_read(live_loop *loop, store_clock *clock) {
  asc_error error;
  store_job *job = store_job_open();
  if (job == NULL) return false;
  store_job_ask_clock(job);
  bool is_read = loop->world.read(loop->world.data, job, &error) == ASC_OK && job->status == STORE_DONE;
  *clock = job->clock;
  store_job_close(job);
  return is_read;
}

void live_stall_check(live_loop *loop, int64_t from) {
  store_clock clock;
  int64_t end = loop->world.clock(loop->world.data);
  if (end - from < LIVE_STALL_MIN || loop->has_ended || !loop->store_is_up) return;
  int64_t start = live_time_at(loop, from), stop = live_time_at(loop, end);
  if (loop->options.is_shared && (!clock_read(loop, &clock) || peers_served(&clock, start, stop))) return;
  if (stop - start > LIVE_STALL_MAX)
    live_pause_all(loop, start, stop);
  else
    gap_add(loop, start, stop, true);
}

void live_store_resume(live_loop *loop) {
  store_clock clock;
  loop->store_is_up = true;
  loop->caught_up_to[0] = '\0';
  loop->is_last_page = false; /* the rooms of that page were dropped */
  live_sockets_identify(loop);
  bool served = loop->options.is_shared && clock_read(loop, &clock) && clock.has_peers &&
                clock.heartbeat > loop->down_since + 500;
  if (!served) live_pause_all(loop, loop->down_since, live_now(loop));
}

/* ---- the time ---- */

void live_time_shift(live_loop *loop, int64_t by) {
  loop->wall += by;
  for (int i = 0; i < LIVE_BUCKETS; i++)
    for (live_socket *socket = loop->sockets[i]; socket != NULL; socket = socket->next) {
      socket->heard += by;
      socket->hidden_since += by;
    }
}

void live_time_forward(live_loop *loop, int64_t to) {
  int64_t now = live_now(loop);
  if (to <= now) return;
  live_time_shift(loop, to - now);
  live_pause_all(loop, now, to);
}

/* A jump forward beyond STEP is nobody's time to think: the database's clock was set, or everything slept. But if
   another process gave a heartbeat in the later half of it, that one served, or has paused all games already. */
void live_time_measure(live_loop *loop, const store_clock *clock, int64_t asked) {
  int64_t now = live_now(loop), took = now - live_time_at(loop, asked);
  loop->has_peers = clock->has_peers;
  if (clock->now == 0 || took > SLOW || took < 0) return;
  int64_t apart = clock->now + took / 2 - now;
  if (apart >= -took && apart <= took) return; /* not more than the measurement's error */
  bool served = clock->has_peers && clock->heartbeat > now + apart / 2;
  if (apart <= (clock->has_peers ? STEP_WITH_PEERS : STEP) || served) {
    live_time_shift(loop, apart < -SLEW ? -SLEW : apart);
    return;
  }
  live_time_forward(loop, now + apart);
  live_notice_send(loop, "clock");
}

/* The last heartbeat may be ahead of our clock. If only by a moment, time goes on from there. If by more, a clock was
   wrong, and time goes back as far as the players' last actions allow. */
static void heartbeat_adopt(live_loop *loop, int64_t heartbeat) {
  int64_t now = live_now(loop);
  asc_error error;
  if (heartbeat <= now) return;
  store_job *job = heartbeat - now > MOMENT ? store_job_open() : NULL;
  if (job != NULL) {
    store_job_ask_latest(job);
    if (loop->world.read(loop->world.data, job, &error) == ASC_OK && job->status == STORE_DONE &&
        job->clock.latest < heartbeat)
      heartbeat = job->clock.latest;
  }
  store_job_close(job);
  if (heartbeat > now) loop->wall += heartbeat - now;
}

int live_time_open(live_loop *loop, int64_t *heartbeat, asc_error *error) {
  loop->wall = loop->world.time_of_day(loop->world.data);
  loop->mono = loop->step_expected = loop->world.clock(loop->world.data);
  *heartbeat = loop->options.heartbeat;
  if (loop->options.is_shared) {
    store_job *job = store_job_open();
    if (job == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
    store_job_ask_clock(job);
    int64_t asked = live_now(loop);
    int code = loop->world.read(loop->world.data, job, error);
    if (code == ASC_OK && job->status != STORE_DONE) code = asc_error_set(error, ASC_E_FILE, "%s", job->reason);
    store_clock clock = job->clock;
    store_job_close(job);
    if (code != ASC_OK) return code;
    loop->wall += clock.now + (live_now(loop) - asked) / 2 - live_now(loop);
    loop->has_peers = clock.has_peers;
    *heartbeat = clock.heartbeat;
    if (loop->has_peers && live_now(loop) - *heartbeat <= HEARTBEAT + 1000) *heartbeat = 0;
  }
  heartbeat_adopt(loop, *heartbeat);
  int64_t now = live_now(loop);
  if (*heartbeat != 0 && *heartbeat < now) gap_add(loop, *heartbeat, now, false);
  return ASC_OK;
}
