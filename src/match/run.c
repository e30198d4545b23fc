#include "run.h"

#include "game.h"
#include "keep.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct record_text {
  char *text;
  size_t length;
} record_text;

struct asc_match_run {
  const asc_match_setup *setup;
  asc_match_host host;
  asc_match_keep keep;
  asc_match_openings *openings;
  asc_match_tally tally;
  int counted; /* the games before it are */
  bool unkept; /* a game could not be kept */
  pthread_t *threads;
  int started; /* of them */

  _Atomic bool stop;    /* no more games, and those in progress are left */
  pthread_mutex_t lock; /* for all below; a result that is done stays as it is */
  asc_match_result *results;
  record_text *records; /* of games not yet kept */
  int next;             /* to play */
  int working;          /* threads */
  asc_match_error error;
};

/* The first failure is told. */
static void run_fail(asc_match_run *run, int code, const char *what, const char *why) {
  pthread_mutex_lock(&run->lock);
  if (run->error.code == ASC_OK) (void)asc_match_fail(&run->error, code, what, "%s", why);
  pthread_mutex_unlock(&run->lock);
  atomic_store(&run->stop, true);
}

static int game_take(asc_match_run *run) {
  pthread_mutex_lock(&run->lock);
  while (run->next < run->setup->games && run->results[run->next].done) run->next++;
  int number = atomic_load(&run->stop) || run->next >= run->setup->games ? -1 : run->next++;
  pthread_mutex_unlock(&run->lock);
  return number;
}

static void game_hand_in(asc_match_run *run, int number, const asc_match_result *result, const record_text *record) {
  pthread_mutex_lock(&run->lock);
  run->results[number] = *result;
  run->records[number] = *record;
  pthread_mutex_unlock(&run->lock);
}

static void games_play(asc_match_run *run, asc_match_job *job) {
  asc_match_state state = ASC_MATCH_PLAYED;
  for (int number; state == ASC_MATCH_PLAYED && (number = game_take(run)) >= 0;) {
    asc_match_result result;
    record_text record;
    state = asc_match_game_play(job, number, &result, &record.text, &record.length);
    if (state == ASC_MATCH_PLAYED) game_hand_in(run, number, &result, &record);
  }
  if (state == ASC_MATCH_FAILED) run_fail(run, ASC_E_MEMORY, "match", "out of memory");
}

static void *thread_run(void *data) {
  asc_match_run *run = data;
  asc_match_job job = {.setup = run->setup, .openings = run->openings, .stop = &run->stop};
  asc_match_error error;
  int code = asc_match_job_open(&job, &error);
  if (code > 0) games_play(run, &job);
  if (code < 0) run_fail(run, code, error.what, error.why);
  asc_match_job_close(&job);
  pthread_mutex_lock(&run->lock);
  run->working--;
  pthread_mutex_unlock(&run->lock);
  return NULL;
}

static bool is_done(asc_match_run *run, int number) {
  pthread_mutex_lock(&run->lock);
  bool done = run->results[number].done;
  pthread_mutex_unlock(&run->lock);
  return done;
}

/* No more games are counted. */
static bool is_decided(const asc_match_run *run) {
  return run->unkept || asc_match_tally_verdict(&run->tally, run->setup) != 0;
}

/* Keeps a game and tells of it. */
static void game_count(asc_match_run *run, int number) {
  record_text *record = &run->records[number];
  bool fresh = record->text != NULL;
  asc_error error = {0};
  int code = fresh ? asc_match_keep_add(&run->keep, record->text, record->length, &error) : ASC_OK;
  free(record->text);
  *record = (record_text){0};
  if (code < 0) {
    char why[ASC_REASON_MAX + 64];
    (void)snprintf(why, sizeof why, "the game cannot be written: %s", error.reason);
    run_fail(run, code, run->keep.path, why);
    run->unkept = true;
    return;
  }
  asc_match_tally_add(&run->tally, run->setup, run->results, number);
  run->host.counted(run->host.data, number, &run->results[number], fresh);
}

static void results_count(asc_match_run *run) {
  while (run->counted < run->setup->games && is_done(run, run->counted) && !is_decided(run))
    game_count(run, run->counted++);
  if (is_decided(run)) atomic_store(&run->stop, true);
}

static void threads_join(asc_match_run *run) {
  while (run->started > 0) pthread_join(run->threads[--run->started], NULL);
}

/* A match that was stopped also counts the games behind those it left. */
static void rest_count(asc_match_run *run) {
  for (; run->counted < run->setup->games && !is_decided(run); run->counted++)
    if (run->results[run->counted].done) game_count(run, run->counted);
}

void asc_match_run_start(asc_match_run *run) {
  int count = run->setup->jobs;
  results_count(run);
  if (run->counted == run->setup->games || is_decided(run)) return;
  run->working = count;
  while (run->started < count && pthread_create(&run->threads[run->started], NULL, thread_run, run) == 0)
    run->started++;
  pthread_mutex_lock(&run->lock);
  run->working -= count - run->started; /* without memory for another thread those that run are enough */
  pthread_mutex_unlock(&run->lock);
  if (run->started == 0) run_fail(run, ASC_E_MEMORY, "match", "no thread can be started");
}

bool asc_match_run_count(asc_match_run *run) {
  pthread_mutex_lock(&run->lock);
  bool working = run->working > 0;
  pthread_mutex_unlock(&run->lock);
  results_count(run);
  if (working) return true;
  threads_join(run);
  rest_count(run);
  return false;
}

void asc_match_run_stop(asc_match_run *run) { atomic_store(&run->stop, true); }

const char *asc_match_run_stump(const asc_match_run *run) { return run->keep.stump; }

const asc_match_tally *asc_match_run_tally(const asc_match_run *run) { return &run->tally; }

const asc_match_error *asc_match_run_error(const asc_match_run *run) { return &run->error; }

int asc_match_run_open(asc_match_run **run, const asc_match_setup *setup, const asc_match_host *host,
                       asc_match_error *error) {
  *run = NULL;
  asc_match_run *made = calloc(1, sizeof *made);
  if (made == NULL) return asc_match_fail(error, ASC_E_MEMORY, "match", "out of memory");
  size_t games = (size_t)setup->games;
  *made = (asc_match_run){.setup = setup,
                          .host = *host,
                          .keep.file = -1,
                          .openings = asc_match_openings_open(setup),
                          .threads = calloc((size_t)setup->jobs, sizeof *made->threads),
                          .results = calloc(games, sizeof *made->results),
                          .records = calloc(games, sizeof *made->records)};
  pthread_mutex_init(&made->lock, NULL);
  int code = made->openings == NULL || made->threads == NULL || made->results == NULL || made->records == NULL
                 ? asc_match_fail(error, ASC_E_MEMORY, "match", "out of memory")
                 : asc_match_keep_open(&made->keep, host->path, setup, host->resume ? made->results : NULL, error);
  if (code >= 0)
    *run = made;
  else
    asc_match_run_close(made);
  return code;
}

void asc_match_run_close(asc_match_run *run) {
  if (run == NULL) return;
  asc_match_run_stop(run);
  threads_join(run);
  for (int i = 0; i < run->setup->games; i++) {
    if (run->results != NULL) free(run->results[i].fault);
    if (run->records != NULL) free(run->records[i].text);
  }
  asc_match_keep_close(&run->keep);
  asc_match_openings_close(run->openings);
  pthread_mutex_destroy(&run->lock);
  free(run->threads);
  free(run->results);
  free(run->records);
  free(run);
}
