/* Running the games of a match on threads.

   In match_runner, only the thread of the front end uses the members before `stop`, with two exceptions: jobs read
   `setup`, and share `openings`, which has its own lock. The members after `lock` are guarded by it. */
#include "runner.h"

#include "game.h"
#include "log.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct record_text {
  char *text;
  size_t length;
} record_text;

struct match_runner {
  const match_setup *setup;
  match_runner_options options;
  match_log log;
  match_openings *openings;
  match_tally tally;
  int counted;      /* all games before this number are counted */
  bool save_failed; /* a game could not be saved */
  pthread_t *threads;
  int started; /* number of threads */

  _Atomic bool stop;    /* start no more games, and abandon those in progress */
  pthread_mutex_t lock; /* for all members below; a result with is_done does not change any more */
  match_result *results;
  record_text *records; /* of games that are not saved yet */
  int next;             /* next game to play */
  int working;          /* threads that are running */
  match_error error;
};

/* Stops the match with an error. Only the first error is reported. */
static void runner_fail(match_runner *runner, int code, const char *subject, const char *reason) {
  pthread_mutex_lock(&runner->lock);
  if (runner->error.code == ASC_OK) (void)match_error_set(&runner->error, code, subject, "%s", reason);
  pthread_mutex_unlock(&runner->lock);
  atomic_store(&runner->stop, true);
}

static int take_game(match_runner *runner) {
  pthread_mutex_lock(&runner->lock);
  while (runner->next < runner->setup->games && runner->results[runner->next].is_done) runner->next++;
  int number = atomic_load(&runner->stop) || runner->next >= runner->setup->games ? -1 : runner->next++;
  pthread_mutex_unlock(&runner->lock);
  return number;
}

static void hand_in_game(match_runner *runner, int number, const match_result *result, const record_text *record) {
  pthread_mutex_lock(&runner->lock);
  runner->results[number] = *result;
  runner->records[number] = *record;
  pthread_mutex_unlock(&runner->lock);
}

static void games_play(match_runner *runner, match_job *job) {
  match_game_status state = MATCH_GAME_PLAYED;
  for (int number; state == MATCH_GAME_PLAYED && (number = take_game(runner)) >= 0;) {
    match_result result;
    record_text record;
    state = match_game_play(job, number, &result, &record.text, &record.length);
    if (state == MATCH_GAME_PLAYED) hand_in_game(runner, number, &result, &record);
  }
  if (state == MATCH_GAME_FAILED) runner_fail(runner, ASC_E_MEMORY, "match", "out of memory");
}

static void *thread_run(void *data) {
  match_runner *runner = data;
  match_job job = {.setup = runner->setup, .openings = runner->openings, .stop = &runner->stop};
  match_error error;
  int code = match_job_open(&job, &error);
  if (code > 0) games_play(runner, &job);
  if (code < 0) runner_fail(runner, code, error.subject, error.reason);
  match_job_close(&job);
  pthread_mutex_lock(&runner->lock);
  runner->working--;
  pthread_mutex_unlock(&runner->lock);
  return NULL;
}

static bool is_done(match_runner *runner, int number) {
  pthread_mutex_lock(&runner->lock);
  bool done = runner->results[number].is_done;
  pthread_mutex_unlock(&runner->lock);
  return done;
}

/* Returns whether the match has ended before its last game, so that no more games are counted. */
static bool is_decided(const match_runner *runner) {
  return runner->save_failed || match_tally_sprt_result(&runner->tally, runner->setup) != 0;
}

/* Saves a game, counts it and reports it. */
static void game_count(match_runner *runner, int number) {
  record_text *record = &runner->records[number];
  bool is_new = record->text != NULL;
  asc_error error = {0};
  int code = is_new ? match_log_append(&runner->log, record->text, record->length, &error) : ASC_OK;
  free(record->text);
  *record = (record_text){0};
  if (code < 0) {
    char reason[ASC_REASON_MAX + 64];
    (void)snprintf(reason, sizeof reason, "the game cannot be written: %s", error.reason);
    runner_fail(runner, code, runner->log.path, reason);
    runner->save_failed = true;
    return;
  }
  match_tally_add(&runner->tally, runner->setup, runner->results, number);
  runner->options.on_counted(runner->options.data, number, &runner->results[number], is_new);
}

static void results_count(match_runner *runner) {
  while (runner->counted < runner->setup->games && is_done(runner, runner->counted) && !is_decided(runner))
    game_count(runner, runner->counted++);
  if (is_decided(runner)) atomic_store(&runner->stop, true);
}

static void threads_join(match_runner *runner) {
  while (runner->started > 0) pthread_join(runner->threads[--runner->started], NULL);
}

/* A match that was stopped also counts the finished games after an abandoned one. */
static void rest_count(match_runner *runner) {
  for (; runner->counted < runner->setup->games && !is_decided(runner); runner->counted++)
    if (runner->results[runner->counted].is_done) game_count(runner, runner->counted);
}

void match_runner_start(match_runner *runner) {
  int count = runner->setup->jobs;
  results_count(runner);
  if (runner->counted == runner->setup->games || is_decided(runner)) return;
  runner->working = count;
  while (runner->started < count && pthread_create(&runner->threads[runner->started], NULL, thread_run, runner) == 0)
    runner->started++;
  pthread_mutex_lock(&runner->lock);
  runner->working -= count - runner->started; /* if a thread cannot be started, the others are enough */
  pthread_mutex_unlock(&runner->lock);
  if (runner->started == 0) runner_fail(runner, ASC_E_MEMORY, "match", "no thread can be started");
}

bool match_runner_count(match_runner *runner) {
  pthread_mutex_lock(&runner->lock);
  bool working = runner->working > 0;
  pthread_mutex_unlock(&runner->lock);
  results_count(runner);
  if (working) return true;
  threads_join(runner);
  rest_count(runner);
  return false;
}

void match_runner_stop(match_runner *runner) { atomic_store(&runner->stop, true); }

const char *match_runner_partial_path(const match_runner *runner) { return runner->log.partial_path; }

const match_tally *match_runner_tally(const match_runner *runner) { return &runner->tally; }

const match_error *match_runner_error(const match_runner *runner) { return &runner->error; }

int match_runner_open(match_runner **runner, const match_setup *setup, const match_runner_options *options,
                      match_error *error) {
  *runner = NULL;
  match_runner *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return match_error_set(error, ASC_E_MEMORY, "match", "out of memory");
  size_t games = (size_t)setup->games;
  *opened = (match_runner){.setup = setup,
                           .options = *options,
                           .log.fd = -1,
                           .openings = match_openings_open(setup),
                           .threads = calloc((size_t)setup->jobs, sizeof *opened->threads),
                           .results = calloc(games, sizeof *opened->results),
                           .records = calloc(games, sizeof *opened->records)};
  pthread_mutex_init(&opened->lock, NULL);
  int code = opened->openings == NULL || opened->threads == NULL || opened->results == NULL || opened->records == NULL
                 ? match_error_set(error, ASC_E_MEMORY, "match", "out of memory")
                 : match_log_open(&opened->log, options->path, setup, options->resume ? opened->results : NULL, error);
  if (code >= 0)
    *runner = opened;
  else
    match_runner_close(opened);
  return code;
}

void match_runner_close(match_runner *runner) {
  if (runner == NULL) return;
  match_runner_stop(runner);
  threads_join(runner);
  for (int i = 0; i < runner->setup->games; i++) {
    if (runner->results != NULL) free(runner->results[i].forfeit_reason);
    if (runner->records != NULL) free(runner->records[i].text);
  }
  match_log_close(&runner->log);
  match_openings_close(runner->openings);
  pthread_mutex_destroy(&runner->lock);
  free(runner->threads);
  free(runner->results);
  free(runner->records);
  free(runner);
}
