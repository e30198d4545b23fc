/* The life of it: opening, the time, what the store brings back, what is done now and then, ending. */
#include "hall.h"

#include "base/clock.h"
#include "base/secret.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
  CATCH_UP_PAGE = 64,
  DEADLINE_AHEAD = 15000,
  DEADLINES_PAGE = 256,
  RETAIN_EVERY = 600000,
  RETAIN_PAUSE = 1000, /* between two rounds of a sweep: each looks at all that is marked */
  RETAIN_MOST = 200,
  CLOCK_MOMENT = 60000, /* ms; a clock is set back by less now and then */
  CLOSE_TURNS = 8
};

typedef struct live_job {
  web_live *live;
  void (*then)(asc_job *job);
  void *data;
} live_job;

static int64_t time_of_day(void) {
  struct timespec now;
  (void)clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* Time goes on as the clock that never goes back says, from what the time of the day was at the start: one that is set
   otherwise meanwhile changes nothing. */
int64_t asc_live_now(const web_live *live) { return live->wall + asc_clock_now_us() / 1000 - live->mono; }

/* The system is asked for many at once. */
void asc_live_random(web_live *live, void *bytes, size_t length) {
  if (live->random_left < length) {
    (void)asc_secret_random_bytes(live->random, sizeof live->random, NULL);
    live->random_left = sizeof live->random;
  }
  live->random_left -= length;
  memcpy(bytes, live->random + live->random_left, length);
  memset(live->random + live->random_left, 0, length); /* what was given is nowhere else */
}

/* From a thread of the store. */
static void job_done(asc_job *job) {
  web_live *live = ((live_job *)job->data)->live;
  job->next = NULL;
  pthread_mutex_lock(&live->mutex);
  *live->done_end = job;
  live->done_end = &job->next;
  pthread_mutex_unlock(&live->mutex);
  uv_async_send(&live->wake);
}

static void store_told(void *data, bool taking, const char *reason) {
  web_live *live = data;
  (void)reason;
  pthread_mutex_lock(&live->mutex);
  live->told = true;
  live->taking = taking;
  pthread_mutex_unlock(&live->mutex);
  uv_async_send(&live->wake);
}

asc_job *asc_live_job(web_live *live, void (*then)(asc_job *job), void *data) {
  live_job *own = malloc(sizeof *own);
  asc_job *job = own == NULL ? NULL : asc_job_open(job_done, own);
  if (job == NULL) {
    free(own);
    return NULL;
  }
  *own = (live_job){live, then, data};
  return job;
}

/* What is asked for after the store has closed is refused like what it had not done by then. */
void asc_live_submit(web_live *live, asc_job *job) {
  live->jobs++;
  int64_t bytes = job->owner == 0 ? 0 : (int64_t)asc_job_bytes(job);
  if (bytes > 0) asc_limit_owe(live->server, LIMIT_KIB, job->owner, bytes * LIVE_TOKEN / 1024, asc_live_now(live));
  if (live->store != NULL) {
    asc_store_submit(live->store, job);
    return;
  }
  job->status = ASC_STORE_FAULT;
  job_done(job);
}

void *asc_job_data(const asc_job *job) { return ((live_job *)job->data)->data; }
web_live *asc_job_live(const asc_job *job) { return ((live_job *)job->data)->live; }

void asc_live_job_orphan(asc_job *job) { ((live_job *)job->data)->data = NULL; }

void asc_live_job_close(asc_job *job) {
  if (job == NULL) return;
  free(job->data);
  asc_job_close(job);
}

/* If there are too many, the oldest short one goes: a long one stands until all games know of it. */
static void gap_add(web_live *live, int64_t from, int64_t to, bool given) {
  if (live->gap_count == LIVE_GAPS) {
    int gone = 0;
    while (gone < LIVE_GAPS && !live->gaps[gone].given) gone++;
    if (gone == LIVE_GAPS) gone = 0;
    live->gap_count--;
    memmove(live->gaps + gone, live->gaps + gone + 1, sizeof *live->gaps * (size_t)(live->gap_count - gone));
  }
  live->gaps[live->gap_count++] = (live_gap){from, to, given};
}

/* Every game with a clock is told. */
static void pause_all(web_live *live, int64_t from, int64_t to) {
  gap_add(live, from, to, false);
  live->caught_up = false;
  live->after[0] = '\0';
  asc_hall_drop_all(live);
}

void asc_live_stalled(web_live *live, int64_t from, int64_t to) {
  if (to - from > LIVE_STALL_MAX) {
    pause_all(live, from, to);
    return;
  }
  gap_add(live, from, to, true);
  asc_hall_go_on_all(live);
}

/* The timer comes ten times per second unless the process is stopped, starved or busy. A machine that sleeps is another
   thing: then the clock that never goes back sleeps too. */
void asc_live_look(web_live *live) {
  int64_t mono = asc_clock_now_us() / 1000, hole = mono - live->ticked, now = asc_live_now(live);
  if (hole < LIVE_STALL || live->ending) return;
  live->ticked = mono;
  if (!asc_others_stalled(live, now - hole, now)) asc_live_stalled(live, now - hole, now);
}

/* While the store takes nothing, nobody can do anything, and no clock runs. */
static void taking_set(web_live *live, bool taking) {
  if (taking == live->is_taking) return;
  if (taking) {
    if (!asc_others_resume(live)) asc_live_resume(live, false);
    return;
  }
  live->is_taking = false;
  live->stopped_at = asc_live_now(live);
  asc_hall_drop_all(live);
}

void asc_live_resume(web_live *live, bool served) {
  if (live->is_taking || !live->may_take) return;
  live->is_taking = true;
  live->after[0] = '\0';
  if (served)
    asc_hall_drop_all(live);
  else
    pause_all(live, live->stopped_at, asc_live_now(live));
}

/* What was heard of before is as long ago as it was. */
void asc_live_shift(web_live *live, int64_t by) {
  live->wall += by;
  asc_sockets_shift(live, by);
}

/* The clock was set: back while the server was down, then its time goes on from the latest that a game knows; or
   forward, that of a shared store. In between nobody was served. */
void asc_live_forward(web_live *live, int64_t to) {
  int64_t now = asc_live_now(live);
  if (to <= now) return;
  asc_live_shift(live, to - now);
  pause_all(live, now, to);
}

static void woken(uv_async_t *wake) {
  web_live *live = wake->data;
  asc_live_look(live);
  pthread_mutex_lock(&live->mutex);
  asc_job *job = live->done;
  live->done = NULL;
  live->done_end = &live->done;
  bool told = live->told, taking = live->taking;
  live->told = false;
  pthread_mutex_unlock(&live->mutex);
  while (job != NULL) {
    asc_job *next = job->next;
    live->jobs--;
    ((live_job *)job->data)->then(job);
    job = next;
  }
  if (told) live->may_take = taking;
  if (told) taking_set(live, taking);
  asc_others_take(live);
  asc_engines_deliver(live->engines);
}

static void nothing(asc_job *job) { asc_live_job_close(job); }

static int64_t beat_every(const web_live *live) { return live->others ? LIVE_HEARTBEAT_OTHERS : LIVE_HEARTBEAT; }

static void beat(web_live *live, int64_t now) {
  asc_job *job = asc_live_job(live, nothing, NULL);
  if (job == NULL) return;
  live->beat = now;
  if (now - live->measured >= LIVE_HEARTBEAT) {
    live->measured = now;
    asc_others_measure(live);
  }
  asc_job_heartbeat(job, now);
  asc_live_submit(live, job);
}

/* Games that nobody has open may have something due. */
static void deadlines_read(asc_job *job) {
  web_live *live = asc_job_live(job);
  for (size_t i = 0; job->status == ASC_STORE_DONE && i < job->games_count; i++) asc_hall_load(live, job->games[i].id);
  asc_live_job_close(job);
}

static void deadlines_seek(web_live *live, int64_t now) {
  asc_job *job = asc_live_job(live, deadlines_read, NULL);
  live->sought = now;
  if (job == NULL) return;
  asc_job_ask_deadlines(job, now + DEADLINE_AHEAD, DEADLINES_PAGE);
  asc_live_submit(live, job);
}

/* After the server was down every game with a clock is opened once, a page at a time, and told so. Until that is done
   no heartbeat is kept: a server that ends in the midst of it begins anew. */
static void catch_up_read(asc_job *job) {
  web_live *live = asc_job_live(job);
  live->catching_up = false;
  live->caught_up = job->status == ASC_STORE_DONE && !job->more;
  /* By a heartbeat other processes know that no game is left: those of the last page are on their way. */
  if (live->caught_up) live->beat = asc_live_now(live) - beat_every(live) + LIVE_APART;
  for (size_t i = 0; job->status == ASC_STORE_DONE && i < job->games_count; i++) {
    const asc_game_row *row = &job->games[i];
    if (row->deadline != 0) asc_hall_load(live, row->id);
    (void)snprintf(live->after, sizeof live->after, "%s", row->id);
  }
  asc_live_job_close(job);
}

static void catch_up(web_live *live) {
  asc_job *job = asc_live_job(live, catch_up_read, NULL);
  if (job == NULL) return;
  live->catching_up = true;
  asc_job_ask_games(job, 1U << ASC_GAME_RUNNING, live->after[0] == '\0' ? NULL : live->after, CATCH_UP_PAGE);
  asc_live_submit(live, job);
}

static void retained(asc_job *job) {
  web_live *live = asc_job_live(job);
  if (job->status == ASC_STORE_DONE && job->more) live->retained = asc_live_now(live) - RETAIN_EVERY + RETAIN_PAUSE;
  for (size_t i = 0; i < job->games_count; i++) {
    live_room *room = asc_hall_at(live, job->games[i].id);
    if (room != NULL) asc_hall_lose(room);
  }
  asc_live_job_close(job);
}

/* Time that an event holds ahead makes nothing old. */
static void retain(web_live *live, int64_t now) {
  asc_job *job = asc_live_job(live, retained, NULL);
  live->retained = now;
  if (job == NULL) return;
  int64_t day = time_of_day();
  asc_job_retain(job, day < now ? day : now, &live->server->options.retention, RETAIN_MOST);
  asc_live_submit(live, job);
}

static void ticked(uv_timer_t *timer) {
  web_live *live = timer->data;
  asc_live_look(live);
  live->ticked = asc_clock_now_us() / 1000;
  int64_t now = asc_live_now(live);
  if (live->ending) return;
  asc_sockets_tick(live, now);
  if (!live->is_taking) return;
  if (live->stalled_to == 0) asc_hall_tick(live);
  if (!live->caught_up && !live->catching_up && live->jobs < CATCH_UP_PAGE) catch_up(live);
  if (live->caught_up && now - live->beat >= beat_every(live)) beat(live, now);
  if (now - live->sought >= DEADLINE_AHEAD / 2) deadlines_seek(live, now);
  if (now - live->retained >= RETAIN_EVERY) retain(live, now);
  asc_space_tick(live, now);
  asc_orders_tick(live, now);
}

static int handles_open(web_live *live) {
  if (uv_async_init(&live->server->loop, &live->wake, woken) != 0) return ASC_E_FILE;
  live->handles = 1;
  live->wake.data = live;
  if (uv_timer_init(&live->server->loop, &live->timer) != 0) return ASC_E_FILE;
  live->handles = 2;
  live->timer.data = live;
  return uv_timer_start(&live->timer, ticked, LIVE_TICK, LIVE_TICK) == 0 ? ASC_OK : ASC_E_FILE;
}

static int parts_open(web_live *live, asc_error *error) {
  const web_options *options = &live->server->options;
  if (asc_library_open(&live->library) < 0) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  if (options->idle_days > 0) asc_library_idle_set(live->library, options->idle_days * 86400000LL);
  int code = handles_open(live);
  if (code < 0) return asc_error_set(error, code, "the loop takes no more handles");
  const asc_store_options store = {
      .told = store_told, .heard = asc_others_heard, .said = asc_others_said, .data = live};
  code = asc_store_open(&live->store, options->database, &store, error);
  if (code < 0) return code;
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  code = asc_engines_open(&live->engines, live,
                          options->engines > 0 ? options->engines
                          : cores > 2          ? (int)cores - 1
                                               : 1);
  return code < 0 ? asc_error_set(error, code, "no thread for the engines") : ASC_OK;
}

/* The last heartbeat may be ahead of the clock. By a moment: time goes on from there. By more: a clock was wrong, and
   time goes back as far as what people did in games allows. */
static void clock_begin(web_live *live, int64_t heartbeat) {
  int64_t now = asc_live_now(live);
  if (heartbeat <= now) return;
  asc_job *job = heartbeat - now > CLOCK_MOMENT ? asc_job_open(NULL, NULL) : NULL;
  if (job != NULL) {
    asc_job_ask_latest(job);
    if (asc_store_do(live->store, job) == ASC_STORE_DONE && job->clock.latest < heartbeat)
      heartbeat = job->clock.latest;
  }
  asc_job_close(job);
  if (heartbeat > now) live->wall += heartbeat - now;
}

/* There is a heartbeat before anybody can be served, so that after a kill it is known since when nobody was. */
static bool first_beat(web_live *live) {
  asc_job *job = asc_job_open(NULL, NULL);
  if (job == NULL) return false;
  asc_job_heartbeat(job, asc_live_now(live));
  bool done = asc_store_do(live->store, job) == ASC_STORE_DONE;
  asc_job_close(job);
  return done;
}

int asc_live_open(web_live **result, web_server *server, asc_error *error) {
  web_live *live = calloc(1, sizeof *live);
  *result = NULL;
  if (live == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  live->server = server;
  live->done_end = &live->done;
  live->news_end = &live->news;
  live->is_taking = true;
  pthread_mutex_init(&live->mutex, NULL);
  uint8_t byte; /* where the system gives random bytes once it always does: nobody else asks whether it did */
  int code = asc_secret_random_bytes(&byte, 1, error);
  if (code == ASC_OK) code = parts_open(live, error);
  *result = live;
  if (code < 0) return code;
  int64_t heartbeat = 0;
  live->wall = time_of_day();
  live->mono = asc_clock_now_us() / 1000;
  code = asc_others_begin(live, &heartbeat, error);
  if (code < 0) return code;
  clock_begin(live, heartbeat);
  live->beat = live->measured = live->retained = live->sought = asc_live_now(live);
  live->ticked = asc_clock_now_us() / 1000;
  asc_space_begin(live);
  live->caught_up = heartbeat == 0;
  if (heartbeat == 0 && !first_beat(live)) live->beat = 0;
  if (heartbeat != 0 && heartbeat < live->beat) gap_add(live, heartbeat, live->beat, false);
  (void)snprintf(live->origin, sizeof live->origin, "%s", server->options.origin != NULL ? server->options.origin : "");
  live->secure = server->options.cert != NULL || strncmp(live->origin, "https:", 6) == 0;
  /* By https no other host, one below the same domain neither, can put a cookie of this name there. */
  (void)snprintf(live->cookie, sizeof live->cookie, "%sascona_%s", live->secure ? "__Host-" : "",
                 asc_store_id(live->store));
  return ASC_OK;
}

bool asc_live_end(web_live *live) {
  if (!live->ending) {
    live->ending = true;
    for (live_socket *socket = live->sockets; socket != NULL; socket = socket->next)
      asc_socket_close(socket, "restart");
    asc_job *job = live->caught_up ? asc_live_job(live, nothing, NULL) : NULL;
    if (job != NULL) {
      asc_job_heartbeat(job, asc_live_now(live));
      asc_live_submit(live, job);
    }
  }
  return live->jobs == 0;
}

void asc_live_stop(web_live *live) {
  live->ending = true;
  asc_engines_close(live->engines);
  asc_store_close(live->store);
  live->store = NULL;
  asc_others_take(live);
  while (live->done != NULL) { /* told while it closed */
    asc_job *job = live->done;
    live->done = job->next;
    if (live->done == NULL) live->done_end = &live->done;
    live->jobs--;
    ((live_job *)job->data)->then(job);
  }
  if (live->handles > 0) uv_close((uv_handle_t *)&live->wake, NULL);
  if (live->handles > 1) uv_close((uv_handle_t *)&live->timer, NULL);
  for (int i = 0; i < CLOSE_TURNS; i++) (void)uv_run(&live->server->loop, UV_RUN_NOWAIT);
}

void asc_live_close(web_live *live) {
  if (live == NULL) return;
  asc_hall_end(live);
  free(live->telling.text);
  if (live->library != NULL) asc_library_close(live->library);
  pthread_mutex_destroy(&live->mutex);
  free(live);
}
