/* The games of a match on several threads.

   Each thread takes the next game that nobody has, and hands in its result. Results are counted, printed and kept in
   the order of their numbers, whatever order they come in, so that all of it, the end of a sequential test too, is the
   same for any number of threads. The first thread only waits, for them and for signals. */
#include "match.h"

#include "cli/terminal.h"
#include "cli/think.h"
#include "core/clock.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

typedef struct match_text {
  char *text;
  size_t length;
} match_text;

typedef struct match_course {
  const match_request *request;
  const match_setup *setup;
  match_keep *keep;
  match_result *results;
  match_text *records; /* of games not yet kept */
  match_tally *tally;
  match_openings *openings;
  live_lines live;
  int64_t began;

  pthread_mutex_t opening; /* players are opened by one thread at a time, so that what is wrong is said once */
  pthread_mutex_t lock;    /* for all below and what results, records and tally hold */
  _Atomic bool stop;       /* no more games, and those in progress are left */
  int next, counted;       /* the next game to play; the games before `counted` are counted */
  int fresh;               /* games played now, not read from a file */
  int working;             /* threads */
  int status;
} match_course;

static void run_fail(match_course *run, int status) {
  if (run->status == CLI_OK) run->status = status;
  atomic_store(&run->stop, true);
}

/* Tells of a game and keeps it. */
static void game_count(match_course *run, int number) {
  const match_result *result = &run->results[number];
  match_text *record = &run->records[number];
  bool fresh = record->text != NULL;
  match_tally_add(run->tally, run->setup, run->results, number);
  if (fresh && result->fault != NULL) {
    live_clear(&run->live);
    fputs("ascona: ", stderr);
    cli_print_clean(stderr, result->fault);
    fputc('\n', stderr);
  }
  if (fresh && match_keep_add(run->keep, record->text, record->length) < 0)
    run_fail(run, cli_fail(ASC_E_FILE, run->keep->path, "the game cannot be written"));
  free(record->text);
  *record = (match_text){0};
  if (!run->request->json) return;
  live_clear(&run->live);
  match_json_game(run->setup, number, result);
}

static bool is_decided(const match_course *run) { return match_tally_verdict(run->tally, run->setup) != 0; }

static void results_count(match_course *run) {
  while (run->counted < run->setup->games && run->results[run->counted].done && !is_decided(run))
    game_count(run, run->counted++);
  if (is_decided(run)) atomic_store(&run->stop, true);
}

/* A match that was interrupted also counts the games behind those it left. */
static void rest_count(match_course *run) {
  for (; run->counted < run->setup->games && !is_decided(run); run->counted++)
    if (run->results[run->counted].done) game_count(run, run->counted);
}

static int game_take(match_course *run) {
  pthread_mutex_lock(&run->lock);
  while (run->next < run->setup->games && run->results[run->next].done) run->next++;
  int number = atomic_load(&run->stop) || run->next >= run->setup->games ? -1 : run->next++;
  pthread_mutex_unlock(&run->lock);
  return number;
}

/* NULL when the match is over before it can be opened. */
static match_job *job_open(match_course *run) {
  match_job *job = NULL;
  pthread_mutex_lock(&run->opening);
  int status = atomic_load(&run->stop) ? CLI_OK : match_job_open(&job, run->setup, run->openings, &run->stop);
  pthread_mutex_lock(&run->lock);
  if (status != CLI_OK) run_fail(run, status);
  pthread_mutex_unlock(&run->lock);
  pthread_mutex_unlock(&run->opening);
  return job;
}

static match_state game_do(match_course *run, match_job *job, int number) {
  match_result result;
  match_text record;
  match_state state = match_game_play(job, number, &result, &record.text, &record.length);
  pthread_mutex_lock(&run->lock);
  if (state == MATCH_PLAYED) {
    run->results[number] = result;
    run->records[number] = record;
    run->fresh++;
    results_count(run);
  } else if (state == MATCH_FAILED) {
    run_fail(run, cli_fail(ASC_E_MEMORY, "match", "out of memory"));
  }
  pthread_mutex_unlock(&run->lock);
  return state;
}

static void *thread_run(void *data) {
  match_course *run = data;
  match_job *job = job_open(run);
  match_state state = MATCH_PLAYED;
  for (int number; job != NULL && state == MATCH_PLAYED && (number = game_take(run)) >= 0;)
    state = game_do(run, job, number);
  match_job_close(job);
  pthread_mutex_lock(&run->lock);
  run->working--;
  pthread_mutex_unlock(&run->lock);
  return NULL;
}

static void progress_draw(match_course *run) {
  char text[512];
  if (run->fresh == 0 || !live_due(&run->live)) return;
  double seconds = (double)(asc_clock_microseconds() - run->began) / 1e6;
  double left = seconds / run->fresh * (run->setup->games - run->tally->games);
  match_tell_progress(run->tally, run->setup, left, text, sizeof text);
  live_draw(&run->live, text);
}

/* Until all threads are done. A signal ends the match; the next one of its kind would not be waited for, and ends the
   program. */
static void threads_await(match_course *run, sigset_t *signals) {
  const struct timespec moment = {.tv_nsec = 20000000};
  bool working = true;
  while (working) {
    int number = sigtimedwait(signals, NULL, &moment);
    pthread_mutex_lock(&run->lock);
    if (number > 0) run_fail(run, CLI_FAILED);
    progress_draw(run);
    working = run->working > 0;
    pthread_mutex_unlock(&run->lock);
    if (number > 0) pthread_sigmask(SIG_UNBLOCK, signals, NULL);
    if (number > 0) sigemptyset(signals);
  }
  live_clear(&run->live);
}

static void games_play(match_course *run) {
  sigset_t signals, before;
  int count = run->setup->jobs, started = 0;
  pthread_t *threads = calloc((size_t)count, sizeof *threads);
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  sigaddset(&signals, SIGHUP);
  pthread_sigmask(SIG_BLOCK, &signals, &before);
  run->working = count;
  while (threads != NULL && started < count && pthread_create(&threads[started], NULL, thread_run, run) == 0) started++;
  pthread_mutex_lock(&run->lock);
  run->working -= count - started; /* without memory for another thread those that run are enough */
  if (started == 0) run_fail(run, cli_fail(ASC_E_MEMORY, "match", "no thread can be started"));
  pthread_mutex_unlock(&run->lock);
  threads_await(run, &signals);
  for (int i = 0; i < started; i++) pthread_join(threads[i], NULL);
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  free(threads);
}

int match_run_all(const match_request *request, match_keep *keep, match_result *results, match_tally *tally) {
  match_course run = {.request = request,
                      .setup = &request->setup,
                      .keep = keep,
                      .results = results,
                      .tally = tally,
                      .live = live_open(),
                      .began = asc_clock_microseconds()};
  *tally = (match_tally){0};
  run.records = calloc((size_t)request->setup.games, sizeof *run.records);
  run.openings = match_openings_open(&request->setup);
  if (run.records == NULL || run.openings == NULL) {
    free(run.records);
    match_openings_close(run.openings);
    return cli_fail(ASC_E_MEMORY, "match", "out of memory");
  }
  pthread_mutex_init(&run.lock, NULL);
  pthread_mutex_init(&run.opening, NULL);
  results_count(&run);
  if (run.counted < request->setup.games && !is_decided(&run)) games_play(&run);
  rest_count(&run);
  for (int i = 0; i < request->setup.games; i++) free(run.records[i].text);
  free(run.records);
  match_openings_close(run.openings);
  pthread_mutex_destroy(&run.opening);
  pthread_mutex_destroy(&run.lock);
  return run.status;
}
