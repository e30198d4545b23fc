/* Two queues, each with a mutex, connect the game thread with the others. Whoever adds an input also writes to an
   eventfd, on which the game thread waits when it has nothing to do. It waits by poll and not on a condition variable,
   because poll takes a length of time: a wait is right even if the clock jumps while it lasts.

   Results of the engines and of the listing thread must not get lost when memory is short: they wait in lists of their
   own until the game thread has an input for them. */
#include "thread.h"

#include "base/clock.h"
#include "engines.h"

#include <errno.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <time.h>
#include <unistd.h>

enum {
  OUTPUT_MAX = 64 << 20, /* bytes that wait for the network thread; then the game thread waits for it */
  WAIT_MAX = 100,        /* ms; then the clock is read again */
  PAUSE = 1000000,       /* ns, before something that failed is tried again */
  RANDOM_SIZE = 256
};

/* A query of the listing thread: what the job's `data` was, and where the answer goes. */
typedef struct listing {
  live_thread *thread;
  void *data;
} listing;

struct live_thread {
  live_thread_options options;
  store_db *store;
  live_loop *loop;
  live_engines *engines;
  pthread_t thread;
  bool is_started;
  atomic_bool has_ended, is_closing;
  atomic_uint_fast64_t progress;
  _Atomic int64_t step_started; /* ms; 0: no step runs */

  int wake; /* an eventfd */
  pthread_mutex_t input_mutex;
  live_input *inputs, **inputs_end;
  int requests;            /* among the inputs */
  int taken;               /* that the loop has and has not answered; in a step, also those that it answers */
  live_engine_task *moves; /* of engines, the latest first */
  store_job *listed;       /* answered by the listing thread, the latest first */
  bool has_lost_peers;     /* there was no memory for news of other processes */

  pthread_mutex_t output_mutex;
  pthread_cond_t output_taken;
  live_output *outputs, **outputs_end;
  size_t output_bytes;

  /* The game thread's own: */
  int64_t step_time; /* ms, when the inputs were taken; 0: the step has waited for the database since */
  uint8_t random[RANDOM_SIZE];
  size_t random_left;
};

int64_t live_thread_clock(void) { return asc_clock_now_us() / 1000; }

static void pause_briefly(void) {
  const struct timespec moment = {.tv_nsec = PAUSE};
  (void)nanosleep(&moment, NULL);
}

static void wake(live_thread *thread) {
  const uint64_t one = 1;
  (void)!write(thread->wake, &one, sizeof one); /* it fails only if the thread is awake anyway */
}

/* ---- the queue to the game thread ---- */

bool live_thread_post(live_thread *thread, live_input *input) {
  bool is_request = input->kind == LIVE_INPUT_REQUEST;
  pthread_mutex_lock(&thread->input_mutex);
  if (is_request && thread->requests + thread->taken >= LIVE_REQUESTS_MAX) {
    pthread_mutex_unlock(&thread->input_mutex);
    return false;
  }
  bool was_empty = thread->inputs == NULL;
  thread->requests += is_request;
  /* Under the mutex, so that the inputs taken at a time were stamped before it, and all others after it. */
  if (is_request) input->request->arrived = live_thread_clock();
  input->next = NULL;
  *thread->inputs_end = input;
  thread->inputs_end = &input->next;
  pthread_mutex_unlock(&thread->input_mutex);
  if (was_empty) wake(thread);
  return true;
}

/* Called by an engine's worker. */
static void move_add(void *data, live_engine_task *task) {
  live_thread *thread = data;
  pthread_mutex_lock(&thread->input_mutex);
  task->next = thread->moves;
  thread->moves = task;
  pthread_mutex_unlock(&thread->input_mutex);
  wake(thread);
}

static void listed_add(live_thread *thread, store_job *job) {
  pthread_mutex_lock(&thread->input_mutex);
  job->next = thread->listed;
  thread->listed = job;
  pthread_mutex_unlock(&thread->input_mutex);
  wake(thread);
}

/* Called by the listing thread. */
static void listing_end(store_job *job) {
  listing own = *(listing *)job->data;
  free(job->data);
  job->data = own.data;
  listed_add(own.thread, job);
}

static void peer_post(live_thread *thread, live_input *input) {
  if (input != NULL) {
    (void)live_thread_post(thread, input);
    return;
  }
  pthread_mutex_lock(&thread->input_mutex);
  thread->has_lost_peers = true;
  pthread_mutex_unlock(&thread->input_mutex);
  wake(thread);
}

/* Called by a thread of the store. */
static void peer_events(void *data, const char *game, int64_t last) {
  live_input *input = live_input_open(LIVE_INPUT_PEER_EVENTS, NULL);
  if (input != NULL) {
    (void)snprintf(input->game, sizeof input->game, "%s", game != NULL ? game : "");
    input->last = last;
  }
  peer_post(data, input);
}

static void peer_notice(void *data, const char *text) {
  peer_post(data, live_input_open(LIVE_INPUT_PEER_NOTICE, text));
}

/* Makes inputs of the results and of lost news. What finds no memory stays for the next time. */
static void results_take(live_thread *thread, live_input ***end) {
  live_input *input;
  while (thread->moves != NULL && (input = live_input_open(LIVE_INPUT_ENGINE_MOVE, NULL)) != NULL) {
    input->task = thread->moves;
    thread->moves = input->task->next;
    input->task->next = NULL;
    **end = input;
    *end = &input->next;
  }
  while (thread->listed != NULL && (input = live_input_open(LIVE_INPUT_LISTED, NULL)) != NULL) {
    input->job = thread->listed;
    thread->listed = input->job->next;
    input->job->next = NULL;
    **end = input;
    *end = &input->next;
  }
  if (!thread->has_lost_peers || (input = live_input_open(LIVE_INPUT_PEER_EVENTS, NULL)) == NULL) return;
  thread->has_lost_peers = false;
  **end = input;
  *end = &input->next;
}

/* Takes all inputs, in order, and sets the time of the step. */
static live_input *inputs_take(live_thread *thread) {
  live_input *results = NULL, **end = &results;
  pthread_mutex_lock(&thread->input_mutex);
  thread->step_time = live_thread_clock();
  results_take(thread, &end);
  *end = thread->inputs;
  thread->inputs = NULL;
  thread->inputs_end = &thread->inputs;
  thread->taken += thread->requests;
  thread->requests = 0;
  pthread_mutex_unlock(&thread->input_mutex);
  return results;
}

/* What the loop has answered makes room for others. */
static void step_end(live_thread *thread) {
  pthread_mutex_lock(&thread->input_mutex);
  thread->taken = live_loop_waiting(thread->loop);
  pthread_mutex_unlock(&thread->input_mutex);
  thread->step_time = 0;
}

static bool has_inputs(live_thread *thread) {
  pthread_mutex_lock(&thread->input_mutex);
  bool found = thread->inputs != NULL || thread->moves != NULL || thread->listed != NULL || thread->has_lost_peers;
  pthread_mutex_unlock(&thread->input_mutex);
  return found;
}

/* Waits until there is an input or the next step is due. */
static void input_wait(live_thread *thread) {
  int64_t due = live_loop_due(thread->loop); /* asked once: while rooms are open it lies LIVE_TICK_TIME after now */
  while (!atomic_load(&thread->is_closing) && !has_inputs(thread)) {
    int64_t left = due - live_thread_clock();
    if (left <= 0) return;
    struct pollfd woken = {.fd = thread->wake, .events = POLLIN};
    int code = poll(&woken, 1, left < WAIT_MAX ? (int)left : WAIT_MAX);
    uint64_t count;
    if (code > 0) (void)!read(thread->wake, &count, sizeof count);
    if (code < 0 && errno != EINTR) pause_briefly();
  }
}

/* ---- the queue to the network thread ---- */

static void output_send(void *data, live_output *output) {
  live_thread *thread = data;
  output->next = NULL;
  pthread_mutex_lock(&thread->output_mutex);
  bool was_empty = thread->outputs == NULL;
  *thread->outputs_end = output;
  thread->outputs_end = &output->next;
  thread->output_bytes += sizeof *output + output->length + output->socket_count * sizeof *output->sockets;
  pthread_mutex_unlock(&thread->output_mutex);
  if (was_empty) thread->options.on_output(thread->options.data);
  pthread_mutex_lock(&thread->output_mutex);
  while (thread->output_bytes > OUTPUT_MAX && !atomic_load(&thread->is_closing) && thread->is_started)
    pthread_cond_wait(&thread->output_taken, &thread->output_mutex);
  pthread_mutex_unlock(&thread->output_mutex);
}

live_output *live_thread_take(live_thread *thread) {
  pthread_mutex_lock(&thread->output_mutex);
  live_output *outputs = thread->outputs;
  thread->outputs = NULL;
  thread->outputs_end = &thread->outputs;
  thread->output_bytes = 0;
  pthread_cond_signal(&thread->output_taken);
  pthread_mutex_unlock(&thread->output_mutex);
  return outputs;
}

/* ---- the world ---- */

/* The clock stands at the time when the inputs were taken until the step waits for the database. So a request that came
   later never seems to have come before a decision that did not know it. */
static int64_t world_clock(void *data) {
  const live_thread *thread = data;
  return thread->step_time != 0 ? thread->step_time : live_thread_clock();
}

static int64_t world_time_of_day(void *data) {
  (void)data;
  struct timespec now;
  (void)clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* live_thread_open has checked that the system gives random bytes. If it ever fails to, the thread waits: there is no
   substitute for them. */
static void random_fill(uint8_t *bytes, size_t length) {
  while (asc_secret_random_bytes(bytes, length, NULL) < 0) pause_briefly();
}

/* The system is asked for many bytes at once. */
static void world_random(void *data, void *bytes, size_t length) {
  live_thread *thread = data;
  if (length > RANDOM_SIZE) {
    random_fill(bytes, length);
    return;
  }
  if (thread->random_left < length) {
    random_fill(thread->random, RANDOM_SIZE);
    thread->random_left = RANDOM_SIZE;
  }
  thread->random_left -= length;
  memcpy(bytes, thread->random + thread->random_left, length);
  memset(thread->random + thread->random_left, 0, length); /* no copy stays behind */
}

static int world_read(void *data, store_job *jobs, asc_error *error) {
  live_thread *thread = data;
  thread->step_time = 0;
  return store_read(thread->store, jobs, error);
}

static int world_write(void *data, store_job *jobs, asc_error *error) {
  live_thread *thread = data;
  thread->step_time = 0;
  return store_write(thread->store, jobs, error);
}

static int world_probe(void *data, asc_error *error) {
  live_thread *thread = data;
  thread->step_time = 0;
  return store_probe(thread->store, error);
}

static void world_list(void *data, store_job *job) {
  live_thread *thread = data;
  listing *own = malloc(sizeof *own);
  if (own == NULL) {
    job->status = STORE_ERROR;
    (void)snprintf(job->reason, sizeof job->reason, "out of memory");
    listed_add(thread, job);
    return;
  }
  *own = (listing){thread, job->data};
  job->data = own;
  job->on_done = listing_end;
  store_list(thread->store, job);
}

static void world_think(void *data, live_engine_task *task) { live_engines_add(((live_thread *)data)->engines, task); }

static void world_complain(void *data, const char *line) {
  const live_thread *thread = data;
  if (thread->options.complain != NULL) thread->options.complain(thread->options.data, line);
}

static void world_local_addresses(void *data, asc_json *json) {
  const live_thread *thread = data;
  if (thread->options.local_addresses != NULL) thread->options.local_addresses(thread->options.data, json);
}

/* ---- the thread ---- */

static void *thread_run(void *data) {
  live_thread *thread = data;
  while (!atomic_load(&thread->is_closing) && !live_loop_has_ended(thread->loop)) {
    input_wait(thread);
    atomic_store(&thread->step_started, live_thread_clock());
    for (live_input *input = inputs_take(thread), *next; input != NULL; input = next) {
      next = input->next;
      live_loop_receive(thread->loop, input);
    }
    live_loop_step(thread->loop);
    step_end(thread);
    atomic_fetch_add(&thread->progress, 1);
    atomic_store(&thread->step_started, 0);
  }
  atomic_store(&thread->has_ended, true);
  return NULL;
}

uint64_t live_thread_progress(const live_thread *thread) { return atomic_load(&thread->progress); }

int64_t live_thread_busy(const live_thread *thread) {
  int64_t started = atomic_load(&thread->step_started);
  return started == 0 ? 0 : live_thread_clock() - started;
}

void live_thread_interrupt(live_thread *thread) { store_interrupt(thread->store); }

const char *live_thread_cookie(const live_thread *thread) { return thread->options.live.cookie; }

/* ---- opening and closing ---- */

/* Signals belong to the main thread. Threads that are started meanwhile have all of them blocked. */
static void signals_block(sigset_t *before) {
  sigset_t all;
  sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, before);
}

static int parts_open(live_thread *thread, asc_error *error) {
  live_options *live = &thread->options.live;
  const store_options store = {.on_events = peer_events, .on_notice = peer_notice, .data = thread};
  int threads = thread->options.engine_threads, code = asc_secret_random_bytes(thread->random, RANDOM_SIZE, error);
  if (code < 0) return code;
  thread->random_left = RANDOM_SIZE;
  thread->wake = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  if (thread->wake < 0) return asc_error_set(error, ASC_E_FILE, "eventfd: %s", strerror(errno));
  code = store_open(&thread->store, thread->options.database, &store, error);
  if (code < 0) return code;
  live->heartbeat = store_heartbeat(thread->store);
  live->is_shared = store_is_shared(thread->store);
  /* Browsers accept a cookie with this prefix only from the host itself by https, not from a neighbouring host. */
  (void)snprintf(live->cookie, sizeof live->cookie, "%sascona_%.16s", live->is_secure ? "__Host-" : "",
                 store_id(thread->store));
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  if (threads <= 0) threads = processors > 2 ? (int)processors - 1 : 1;
  code = live_engines_open(&thread->engines, threads, move_add, thread, error);
  if (code < 0) return code;
  const live_world world = {.data = thread,
                            .clock = world_clock,
                            .time_of_day = world_time_of_day,
                            .random = world_random,
                            .read = world_read,
                            .write = world_write,
                            .probe = world_probe,
                            .list = world_list,
                            .send = output_send,
                            .think = world_think,
                            .complain = world_complain,
                            .local_addresses = world_local_addresses};
  return live_loop_open(&thread->loop, &world, live, error);
}

int live_thread_open(live_thread **result, const live_thread_options *options, asc_error *error) {
  *result = NULL;
  live_thread *thread = calloc(1, sizeof *thread);
  if (thread == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  thread->options = *options;
  thread->wake = -1;
  thread->inputs_end = &thread->inputs;
  thread->outputs_end = &thread->outputs;
  pthread_mutex_init(&thread->input_mutex, NULL);
  pthread_mutex_init(&thread->output_mutex, NULL);
  pthread_cond_init(&thread->output_taken, NULL);
  sigset_t before;
  signals_block(&before);
  int code = parts_open(thread, error);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  thread->options.database = NULL; /* it may not outlive this call */
  if (code < 0)
    live_thread_close(thread);
  else
    *result = thread;
  return code;
}

int live_thread_start(live_thread *thread, asc_error *error) {
  sigset_t before;
  signals_block(&before);
  thread->is_started = true;
  int code = pthread_create(&thread->thread, NULL, thread_run, thread);
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (code == 0) return ASC_OK;
  thread->is_started = false;
  return asc_error_set(error, ASC_E_FILE, "can't start the game thread: %s", strerror(code));
}

int live_thread_check(live_thread *thread, asc_error *error) { return store_check(thread->store, error); }

static void queues_free(live_thread *thread) {
  for (live_input *input = thread->inputs, *next; input != NULL; input = next) {
    next = input->next;
    live_input_close(input);
  }
  for (live_engine_task *task = thread->moves, *next; task != NULL; task = next) {
    next = task->next;
    live_engine_task_close(task);
  }
  for (store_job *job = thread->listed, *next; job != NULL; job = next) {
    next = job->next;
    live_request_close(job->data);
    store_job_close(job);
  }
  for (live_output *output = thread->outputs, *next; output != NULL; output = next) {
    next = output->next;
    live_output_close(output);
  }
}

void live_thread_close(live_thread *thread) {
  if (thread == NULL) return;
  pthread_mutex_lock(&thread->output_mutex);
  atomic_store(&thread->is_closing, true);
  pthread_cond_signal(&thread->output_taken);
  pthread_mutex_unlock(&thread->output_mutex);
  if (thread->is_started) {
    if (!atomic_load(&thread->has_ended)) store_interrupt(thread->store);
    wake(thread);
    pthread_join(thread->thread, NULL);
  }
  live_engines_close(thread->engines);
  if (thread->loop != NULL) live_loop_close(thread->loop);
  store_close(thread->store);
  queues_free(thread);
  if (thread->wake >= 0) close(thread->wake);
  pthread_cond_destroy(&thread->output_taken);
  pthread_mutex_destroy(&thread->output_mutex);
  pthread_mutex_destroy(&thread->input_mutex);
  free(thread);
}
