/* Measures the speed of the store on the disk where it will be used: events per second one by one and when many are
   waiting, and how long a server with many stored games takes to start.

   Usage: bench-store FOLDER [GAMES] */
#include "base/secret.h"
#include "store/store.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { GAMES = 5000, PLIES = 40 }; /* games that plies are written to in turn; plies per stored game */

static char (*ids)[ASC_ID_TEXT_SIZE];
static store_db *store;

static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void fail(const char *what) {
  (void)fprintf(stderr, "bench-store: %s\n", what);
  exit(3);
}

static store_game_row game_row(int game, int64_t plies, store_game_state state) {
  static const char *const players[] = {"aaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbb"};
  return (store_game_row){.id = ids[game],
                          .spec = "delta:size=5,pawns=8,start=turns,score=border",
                          .state = state,
                          .created = 1790000000000,
                          .changed = 1790000000000 + plies,
                          .deadline = state == STORE_GAME_RUNNING ? 1800000000000 + plies * 1000 : 0,
                          .turn = (int)(plies % 2),
                          .plies = (int)plies,
                          .seats = plies == 1 ? 2 : 0,
                          .seat = {{.person = players[0], .engine = -1}, {.person = players[1], .engine = -1}},
                          .summary = "{\"clock\":{\"seconds\":600,\"increment\":5}}"};
}

/* Returns the job for one ply: its event and its row in the list of games, as a server writes them. */
static store_job *ply_job(int game, int64_t seq, store_game_state state) {
  static const char body[] =
      "{\"event\":\"moved\",\"by\":\"aaaaaaaaaaaaaaaa\",\"move\":\"c3-d5\",\"left\":[598200,600000]}";
  store_job *job = store_job_open();
  if (job == NULL) fail("out of memory");
  char command[48];
  (void)snprintf(command, sizeof command, "%016d%08lld", game, (long long)seq);
  store_game_row row = game_row(game, seq, state);
  store_job_event(job, ids[game], seq, 1790000000000 + seq, command, body, sizeof body - 1);
  if (seq == 1 || state != STORE_GAME_RUNNING)
    store_job_game(job, &row);
  else
    store_job_ply(job, &row);
  return job;
}

/* A list of jobs that are written together. */
typedef struct group {
  store_job *first, **end;
  int count;
} group;

static void group_add(group *all, store_job *job) {
  if (all->count++ == 0) all->end = &all->first;
  *all->end = job;
  all->end = &job->next;
}

static void group_write(group *all) {
  asc_error error = {0};
  if (all->count > 0 && store_write(store, all->first, &error) != ASC_OK) fail(error.reason);
  for (store_job *job = all->first, *next; job != NULL; job = next) {
    next = job->next;
    if (job->status != STORE_DONE) fail(job->reason);
    store_job_close(job);
  }
  *all = (group){0};
}

/* Writes `count` plies, one per game in turn, `size` of them per transaction. Returns plies per second. */
static double plies_per_second(int size, int count, int64_t *next) {
  group all = {0};
  double start = seconds();
  for (int i = 0; i < count; i++) {
    int64_t at = (*next)++;
    group_add(&all, ply_job((int)(at % GAMES), 1 + at / GAMES, STORE_GAME_RUNNING));
    if (all.count == size) group_write(&all);
  }
  group_write(&all);
  return count / (seconds() - start);
}

static void fill(int games) {
  group all = {0};
  for (int game = 0; game < games; game++)
    for (int64_t seq = 1; seq <= PLIES; seq++) {
      group_add(&all, ply_job(game, seq, game % 20 == 0 ? STORE_GAME_RUNNING : STORE_GAME_ENDED));
      if (all.count == 1000) group_write(&all);
    }
  group_write(&all);
}

static void open_store(const char *path) {
  asc_error error = {0};
  if (store_open(&store, path, &(store_options){0}, &error) != ASC_OK) fail(error.reason);
}

/* Fills an empty store, then measures how long a server takes to open it and to read what it needs at the start. */
static void startup_measure(const char *path, int games) {
  (void)printf("%d stored games of %d plies\n", games, PLIES);
  double started = seconds();
  fill(games);
  (void)printf("  written                          %8.1f s\n", seconds() - started);
  store_close(store);
  started = seconds();
  open_store(path);
  (void)printf("  opened                           %8.1f ms\n", (seconds() - started) * 1000);
  started = seconds();
  store_job *job = store_job_open();
  store_job_ask_deadlines(job, INT64_MAX, 1000);
  (void)store_do(store, job);
  (void)printf("  %4zu earliest deadlines           %8.1f ms\n", job->games_count, (seconds() - started) * 1000);
  store_job_close(job);
  started = seconds();
  job = store_job_open();
  store_job_ask_game(job, ids[games / 2], 1, 10000);
  (void)store_do(store, job);
  (void)printf("  one game, %zu events              %8.1f ms\n", job->events_count, (seconds() - started) * 1000);
  store_job_close(job);
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
  (void)printf("plies of %d games, each an event and a row\n%12s %12s\n", GAMES, "per commit", "per second");
  static const int sizes[] = {1, 20, 200, 1000};
  int64_t next = 0;
  for (int i = 0; i < 4; i++)
    (void)printf("%12d %12.0f\n", sizes[i], plies_per_second(sizes[i], i == 0 ? 2000 : 40000, &next));
  store_close(store);
  (void)unlink(path);
  open_store(path);
  startup_measure(path, games);
  store_close(store);
  (void)unlink(path);
  (void)snprintf(path, sizeof path, "%s/bench-store.db.lock", args[1]);
  (void)unlink(path);
  free(ids);
  return 0;
}
