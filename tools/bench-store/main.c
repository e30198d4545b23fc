/* Measures the speed of the store on the disk where it will be used: events per second one by one and when many are
   waiting, and how long a server with many stored games takes to start.

   Usage: bench-store FOLDER [GAMES] */
#include "base/secret.h"
#include "store/store.h"

#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { GAMES = 5000, PLIES = 40 }; /* games that plies are written to in turn; plies per stored game */

static char (*ids)[ASC_ID_TEXT_SIZE];
static asc_store *store;
static sem_t free_slots;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void fail(const char *what) {
  (void)fprintf(stderr, "bench-store: %s\n", what);
  exit(3);
}

static asc_game_row game_row(int game, int64_t plies, asc_game_state state) {
  static const char *const players[] = {"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"};
  return (asc_game_row){.id = ids[game],
                        .spec = "delta:size=5,pawns=8,start=turns,score=border",
                        .state = state,
                        .made = 1790000000000,
                        .changed = 1790000000000 + plies,
                        .deadline = state == ASC_GAME_RUNNING ? 1800000000000 + plies * 1000 : 0,
                        .turn = (int)(plies % 2),
                        .plies = (int)plies,
                        .seats = plies == 1 ? 2 : 0,
                        .seat = {{.person = players[0], .engine = -1}, {.person = players[1], .engine = -1}},
                        .about = "{\"clock\":{\"seconds\":600,\"increment\":5}}"};
}

static void on_done(asc_job *job) {
  if (job->status != ASC_STORE_DONE) fail(job->reason);
  asc_job_close(job);
  sem_post(&free_slots);
}

/* Returns the job for one ply: its event and its row in the list of games, as a server writes them. */
static asc_job *ply_job(int game, int64_t seq, asc_game_state state) {
  static const char body[] =
      "{\"event\":\"moved\",\"by\":\"aaaaaaaaaaaaaaaa\",\"move\":\"c3-d5\",\"left\":[598200,600000]}";
  asc_job *job = asc_job_open(on_done, NULL);
  if (job == NULL) fail("out of memory");
  char command[48];
  (void)snprintf(command, sizeof command, "%016d%08lld", game, (long long)seq);
  asc_game_row row = game_row(game, seq, state);
  asc_job_event(job, ids[game], seq, 1790000000000 + seq, command, body, sizeof body - 1);
  if (seq == 1 || state != ASC_GAME_RUNNING)
    asc_job_game(job, &row);
  else
    asc_job_ply(job, &row);
  return job;
}

/* Writes `count` plies, one per game in turn, with at most `slots` jobs waiting at a time. Returns plies per
   second and stores in *group the mean number of jobs per transaction group. */
static double plies_per_second(int slots, int count, int64_t *next, double *group) {
  asc_store_figures before, after;
  asc_store_figures_read(store, &before);
  sem_init(&free_slots, 0, (unsigned)slots);
  double start = seconds();
  for (int i = 0; i < count; i++) {
    sem_wait(&free_slots);
    int64_t at = (*next)++;
    asc_store_submit(store, ply_job((int)(at % GAMES), 1 + at / GAMES, ASC_GAME_RUNNING));
  }
  for (int i = 0; i < slots; i++) sem_wait(&free_slots);
  double time = seconds() - start;
  asc_store_figures_read(store, &after);
  *group = (double)(after.jobs - before.jobs) / (double)(after.groups - before.groups);
  return count / time;
}

static void fill(int games) {
  sem_init(&free_slots, 0, 2000);
  for (int game = 0; game < games; game++)
    for (int64_t seq = 1; seq <= PLIES; seq++) {
      sem_wait(&free_slots);
      asc_store_submit(store, ply_job(game, seq, game % 20 == 0 ? ASC_GAME_RUNNING : ASC_GAME_ENDED));
    }
  for (int i = 0; i < 2000; i++) sem_wait(&free_slots);
}

static void open_store(const char *path) {
  asc_error error = {0};
  if (asc_store_open(&store, path, &(asc_store_options){0}, &error) != ASC_OK) fail(error.reason);
}

/* Fills an empty store, then measures how long a server takes to open it and to read what it needs at the start. */
static void startup_measure(const char *path, int games) {
  (void)printf("%d kept games of %d plies\n", games, PLIES);
  double started = seconds();
  fill(games);
  (void)printf("  written                          %8.1f s\n", seconds() - started);
  asc_store_close(store);
  started = seconds();
  open_store(path);
  (void)printf("  opened                           %8.1f ms\n", (seconds() - started) * 1000);
  started = seconds();
  asc_job *job = asc_job_open(NULL, NULL);
  asc_job_ask_deadlines(job, INT64_MAX, 1000);
  (void)asc_store_do(store, job);
  (void)printf("  %4zu earliest deadlines           %8.1f ms\n", job->games_count, (seconds() - started) * 1000);
  asc_job_close(job);
  started = seconds();
  job = asc_job_open(NULL, NULL);
  asc_job_ask_game(job, ids[games / 2], 1, 10000);
  (void)asc_store_do(store, job);
  (void)printf("  one game, %zu events              %8.1f ms\n", job->events_count, (seconds() - started) * 1000);
  asc_job_close(job);
}

int main(int count, char **args) {
  char path[4096];
  int games = count > 2 ? atoi(args[2]) : 100000;
  if (count < 2 || games < 1 || snprintf(path, sizeof path, "%s/bench-store.db", args[1]) >= (int)sizeof path)
    fail("usage: bench-store FOLDER [GAMES]");
  if (access(path, F_OK) == 0) fail("there is a bench-store.db already");
  int id_count = games > GAMES ? games : GAMES;
  ids = calloc((size_t)id_count, sizeof *ids);
  if (ids == NULL) fail("out of memory");
  for (int i = 0; i < id_count; i++)
    if (asc_secret_make(ASC_ID_BITS, ids[i], NULL) != ASC_OK) fail("no random bytes");
  open_store(path);
  (void)printf("plies of %d games, each an event and a listing\n%8s %10s %8s\n", GAMES, "waiting", "a second",
               "a group");
  static const int slots[] = {1, 20, 200, 2000};
  int64_t next = 0;
  for (int i = 0; i < 4; i++) {
    double group = 0, rate = plies_per_second(slots[i], i == 0 ? 2000 : 40000, &next, &group);
    (void)printf("%8d %10.0f %8.1f\n", slots[i], rate, group);
  }
  asc_store_close(store);
  (void)unlink(path);
  open_store(path);
  startup_measure(path, games);
  asc_store_close(store);
  (void)unlink(path);
  (void)snprintf(path, sizeof path, "%s/bench-store.db.lock", args[1]);
  (void)unlink(path);
  free(ids);
  return 0;
}
