/* Queues and threads before a database. Jobs with steps wait in one queue; a thread takes all that wait, has them
   committed together, and tells each. So the more there is to do, the more is done by one sync of the disk. Questions
   wait in others, for a thread of their own: they never wait for the disk's sync. Those about a secret, by which
   the sender of a request is known, are taken first. The rest are taken from one lane after the other, an owner's
   always from the same one, so that many costly ones of one owner hold up nobody else. */
#include "store.h"

#include "driver.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  GROUP_MAX = 1000,
  PROBE_SECONDS = 1,
  LANE_BITS = 6,
  LANES = 1 << LANE_BITS,
  ROWS_MAX = 8192 /* that questions which are answered together may ask for */
};

static const asc_store_driver *const drivers[] = {&asc_store_sqlite,
#ifdef ASCONA_POSTGRES
                                                  &asc_store_postgres,
#endif
                                                  NULL};

typedef struct job_queue {
  asc_job *first, **end;
} job_queue;

/* A thread, and the condition it waits for: there are jobs for it. */
typedef struct job_thread {
  pthread_cond_t filled;
  pthread_t thread;
} job_thread;

struct asc_store {
  const asc_store_driver *driver;
  void *database;
  asc_store_options options;
  asc_store_about about;
  pthread_mutex_t telling; /* of `told` */
  pthread_mutex_t mutex;   /* of all below */
  pthread_cond_t told;     /* for asc_store_do */
  job_thread writer, reader;
  job_queue steps;
  job_queue urgent, lanes[LANES]; /* questions */
  unsigned lane;                  /* whose turn it is */
  int asking;                     /* questions that wait */
  bool ending;
  bool taking;
  char reason[ASC_REASON_MAX]; /* why it does not */
  asc_store_figures figures;
};

/* ---- the queues ---- */

static void thread_open(job_thread *thread) {
  pthread_condattr_t monotonic;
  pthread_condattr_init(&monotonic);
  pthread_condattr_setclock(&monotonic, CLOCK_MONOTONIC);
  pthread_cond_init(&thread->filled, &monotonic);
  pthread_condattr_destroy(&monotonic);
}

static void queue_open(job_queue *queue) { *queue = (job_queue){.end = &queue->first}; }

static void queue_add(job_queue *queue, asc_job *job) {
  job->inside->next = NULL;
  *queue->end = job;
  queue->end = &job->inside->next;
}

/* The first jobs of the queue, at most so many; under the mutex. */
static asc_job *queue_take(job_queue *queue, int most) {
  asc_job *jobs = queue->first, *last = NULL;
  for (asc_job *job = jobs; job != NULL && most > 0; job = job->inside->next, most--) last = job;
  if (last == NULL) return NULL;
  queue->first = last->inside->next;
  if (queue->first == NULL) queue->end = &queue->first;
  last->inside->next = NULL;
  return jobs;
}

static job_queue *queue_of(asc_store *store, const asc_job *job) {
  if (job->inside->question.kind == ASC_ASK_NOTHING) return &store->steps;
  if (job->inside->question.kind == ASC_ASK_SECRET) return &store->urgent;
  return &store->lanes[job->owner * 0x9e3779b97f4a7c15ULL >> (64 - LANE_BITS)];
}

/* The question that is to be answered next; NULL: none waits. */
static asc_job *question_take(asc_store *store) {
  asc_job *job = queue_take(&store->urgent, 1);
  for (int i = 0; job == NULL && store->asking > 0 && i < LANES; i++)
    job = queue_take(&store->lanes[store->lane++ % LANES], 1);
  if (job != NULL) store->asking--;
  return job;
}

/* Those that are to be answered next, at most so many, and not many more rows than can be held at once. Under the
   mutex. */
static asc_job *questions_take(asc_store *store, int most) {
  job_queue taken;
  queue_open(&taken);
  for (int64_t rows = 0; most > 0 && rows < ROWS_MAX; most--) {
    asc_job *job = question_take(store);
    if (job == NULL) break;
    rows += job->inside->question.most;
    store->figures.questions++;
    queue_add(&taken, job);
  }
  return taken.first;
}

static void refuse(asc_job *job, const char *reason) {
  job->status = ASC_STORE_FAULT;
  (void)snprintf(job->reason, sizeof job->reason, "%s", reason);
}

/* Hands a job back. After that it may be gone. */
static void tell(asc_store *store, asc_job *job) {
  pthread_mutex_lock(&store->mutex);
  store->figures.waiting--;
  bool waited_for = job->inside->waited_for;
  if (waited_for) {
    job->inside->told = true;
    pthread_cond_broadcast(&store->told);
  }
  pthread_mutex_unlock(&store->mutex);
  if (!waited_for) job->done(job);
}

void asc_store_submit(asc_store *store, asc_job *job) {
  pthread_mutex_lock(&store->mutex);
  store->figures.waiting++;
  job_queue *queue = queue_of(store, job);
  if (queue != &store->steps) store->asking++;
  queue_add(queue, job);
  pthread_cond_signal(queue == &store->steps ? &store->writer.filled : &store->reader.filled);
  pthread_mutex_unlock(&store->mutex);
}

asc_store_status asc_store_do(asc_store *store, asc_job *job) {
  job->inside->waited_for = true;
  job->inside->told = false;
  asc_store_submit(store, job);
  pthread_mutex_lock(&store->mutex);
  while (!job->inside->told) pthread_cond_wait(&store->told, &store->mutex);
  pthread_mutex_unlock(&store->mutex);
  return job->status;
}

/* ---- the thread of steps ---- */

/* Remembers whether steps are taken, and tells when that changes. */
/* Two threads may find out, and are heard in the order in which they did. */
static void set_taking(asc_store *store, bool taking, const char *reason) {
  pthread_mutex_lock(&store->telling);
  pthread_mutex_lock(&store->mutex);
  bool changed = store->taking != taking;
  store->taking = taking;
  (void)snprintf(store->reason, sizeof store->reason, "%s", reason);
  if (!taking) pthread_cond_signal(&store->writer.filled); /* from now on it is probed */
  pthread_mutex_unlock(&store->mutex);
  if (changed && store->options.told != NULL) store->options.told(store->options.data, taking, reason);
  pthread_mutex_unlock(&store->telling);
}

static int64_t microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/* Takes out of a group what cannot be done whatever the database says, and gives back the rest. */
static asc_job *sift(asc_store *store, asc_job *group, asc_job **refused) {
  asc_job *good = NULL, **good_end = &good, **refused_end = refused;
  for (asc_job *job = group, *next; job != NULL; job = next) {
    next = job->inside->next;
    job->inside->next = NULL;
    const char *wrong = job->inside->wrong != NULL ? job->inside->wrong
                        : store->options.looking   ? "the database was opened to look only"
                                                   : store->driver->wrong(job);
    if (wrong != NULL) refuse(job, wrong);
    asc_job ***end = wrong != NULL ? &refused_end : &good_end;
    **end = job;
    *end = &job->inside->next;
  }
  return good;
}

static void tell_all(asc_store *store, asc_job *jobs) {
  for (asc_job *job = jobs, *next; job != NULL; job = next) {
    next = job->inside->next;
    tell(store, job);
  }
}

static void group_write(asc_store *store, asc_job *group) {
  asc_job *refused = NULL, *jobs = sift(store, group, &refused);
  if (jobs != NULL) {
    asc_error error = {0};
    int64_t start = microseconds(), count = 0;
    bool written = store->driver->write(store->database, jobs, &error) == ASC_OK;
    for (asc_job *job = jobs; job != NULL; job = job->inside->next, count++)
      if (!written) refuse(job, error.reason);
    pthread_mutex_lock(&store->mutex);
    store->figures.jobs += count;
    store->figures.groups += written;
    store->figures.microseconds += microseconds() - start;
    pthread_mutex_unlock(&store->mutex);
    set_taking(store, written, written ? "" : error.reason);
  }
  tell_all(store, refused);
  tell_all(store, jobs);
}

/* Waits for jobs; false: the time of a probe has come. Under the mutex. */
static bool wait_for_steps(asc_store *store) {
  struct timespec until;
  clock_gettime(CLOCK_MONOTONIC, &until);
  until.tv_sec += PROBE_SECONDS;
  while (store->steps.first == NULL && !store->ending) {
    if (store->taking)
      pthread_cond_wait(&store->writer.filled, &store->mutex);
    else if (pthread_cond_timedwait(&store->writer.filled, &store->mutex, &until) != 0)
      return false;
  }
  return true;
}

static void *run_steps(void *data) {
  asc_store *store = data;
  for (;;) {
    pthread_mutex_lock(&store->mutex);
    bool called = wait_for_steps(store);
    asc_job *group = queue_take(&store->steps, GROUP_MAX);
    bool over = called && group == NULL;
    pthread_mutex_unlock(&store->mutex);
    if (over) return NULL;
    asc_error error;
    if (group != NULL)
      group_write(store, group);
    else if (store->driver->probe(store->database, &error) == ASC_OK)
      set_taking(store, true, "");
  }
}

/* ---- the thread of questions ---- */

/* A database elsewhere that does not answer takes no steps either: nobody may wait for one to find out, since meanwhile
   clocks would run. */
static void question_answer(asc_store *store, asc_job *job) {
  asc_error error = {0};
  job->inside->next = NULL;
  if (job->inside->wrong != NULL || store->driver->read(store->database, job, &error) == ASC_OK) return;
  refuse(job, error.reason);
  if (store->driver->shared && !store->options.looking) set_taking(store, false, error.reason);
}

/* Together, where the database takes several; one that fails must not be the fault of the others. */
static void questions_answer(asc_store *store, asc_job *jobs) {
  bool good = jobs->inside->next != NULL;
  for (const asc_job *job = jobs; job != NULL; job = job->inside->next) good = good && job->inside->wrong == NULL;
  good = good && store->driver->read(store->database, jobs, NULL) == ASC_OK;
  for (asc_job *job = jobs, *next; job != NULL; job = next) {
    next = job->inside->next;
    if (!good) {
      asc_job_unanswer(job);
      question_answer(store, job);
    }
    if (job->inside->wrong != NULL) refuse(job, job->inside->wrong);
    tell(store, job);
  }
}

static void *run_questions(void *data) {
  asc_store *store = data;
  for (;;) {
    pthread_mutex_lock(&store->mutex);
    while (store->asking == 0 && !store->ending) pthread_cond_wait(&store->reader.filled, &store->mutex);
    asc_job *jobs = questions_take(store, store->driver->questions);
    pthread_mutex_unlock(&store->mutex);
    if (jobs == NULL) return NULL;
    questions_answer(store, jobs);
  }
}

/* ---- open and close ---- */

/* A signal is for the threads of the program. One that keeps it off while a file takes its place could otherwise be
   ended through this thread. */
static bool thread_start(pthread_t *thread, void *(*run)(void *), asc_store *store) {
  sigset_t all, before;
  sigfillset(&all);
  (void)pthread_sigmask(SIG_SETMASK, &all, &before);
  bool started = pthread_create(thread, NULL, run, store) == 0;
  (void)pthread_sigmask(SIG_SETMASK, &before, NULL);
  return started;
}

static int start(asc_store *store, asc_error *error) {
  if (!thread_start(&store->writer.thread, run_steps, store))
    return asc_error_set(error, ASC_E_MEMORY, "no thread can be started");
  if (thread_start(&store->reader.thread, run_questions, store)) return ASC_OK;
  pthread_mutex_lock(&store->mutex);
  store->ending = true;
  pthread_cond_signal(&store->writer.filled);
  pthread_mutex_unlock(&store->mutex);
  pthread_join(store->writer.thread, NULL);
  return asc_error_set(error, ASC_E_MEMORY, "no thread can be started");
}

static void release(asc_store *store) {
  store->driver->close(store->database);
  pthread_cond_destroy(&store->writer.filled);
  pthread_cond_destroy(&store->reader.filled);
  pthread_cond_destroy(&store->told);
  pthread_mutex_destroy(&store->mutex);
  pthread_mutex_destroy(&store->telling);
  free(store);
}

const asc_store_driver *asc_store_driver_of(const char *place, asc_error *error) {
  for (size_t i = 0; drivers[i] != NULL; i++)
    if (drivers[i]->serves(place)) return drivers[i];
  bool postgres = strncmp(place, "postgres", 8) == 0;
  (void)asc_error_set(error, ASC_E_INPUT, "%.*s: %s", (int)strcspn(place, ":"), place,
                      postgres ? "this program was built without PostgreSQL (libpq)"
                               : "no database of a kind that can be used");
  return NULL;
}

int asc_store_open(asc_store **result, const char *place, const asc_store_options *options, asc_error *error) {
  *result = NULL;
  const asc_store_driver *driver = asc_store_driver_of(place, error);
  if (driver == NULL) return ASC_E_INPUT;
  asc_store *store = calloc(1, sizeof *store);
  if (store == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  *store = (asc_store){.driver = driver, .options = *options, .taking = true};
  int code = driver->open(&store->database, place, options, &store->about, error);
  if (code != ASC_OK) return free(store), code;
  pthread_mutex_init(&store->mutex, NULL);
  pthread_mutex_init(&store->telling, NULL);
  pthread_cond_init(&store->told, NULL);
  thread_open(&store->writer);
  thread_open(&store->reader);
  queue_open(&store->steps);
  queue_open(&store->urgent);
  for (int i = 0; i < LANES; i++) queue_open(&store->lanes[i]);
  code = start(store, error);
  if (code != ASC_OK) return release(store), code;
  *result = store;
  return ASC_OK;
}

void asc_store_close(asc_store *store) {
  if (store == NULL) return;
  pthread_mutex_lock(&store->mutex);
  store->ending = true;
  pthread_cond_signal(&store->writer.filled);
  pthread_cond_signal(&store->reader.filled);
  pthread_mutex_unlock(&store->mutex);
  pthread_join(store->writer.thread, NULL);
  pthread_join(store->reader.thread, NULL);
  release(store);
}

const char *asc_store_id(const asc_store *store) { return store->about.id; }
int64_t asc_store_heartbeat(const asc_store *store) { return store->about.heartbeat; }

bool asc_store_shared(const asc_store *store) { return store->driver->shared; }

bool asc_store_taking(asc_store *store, char reason[ASC_REASON_MAX]) {
  pthread_mutex_lock(&store->mutex);
  bool taking = store->taking;
  memcpy(reason, store->reason, ASC_REASON_MAX);
  pthread_mutex_unlock(&store->mutex);
  return taking;
}

void asc_store_figures_read(asc_store *store, asc_store_figures *figures) {
  pthread_mutex_lock(&store->mutex);
  *figures = store->figures;
  pthread_mutex_unlock(&store->mutex);
}

int asc_store_backup(asc_store *store, const char *path, asc_error *error) {
  return store->driver->backup(store->database, path, error);
}

int asc_store_order(asc_store *store, const char *what, const char *id, asc_error *error) {
  return store->driver->order(store->database, what, id, error);
}

int asc_store_check(asc_store *store, asc_error *error) { return store->driver->check(store->database, error); }
