/* Stores for tests: each kind there is, fresh; and jobs that are done at once. A test that is written with this is held
   by every kind of database. */
#ifndef ASC_TESTS_STORE_H
#define ASC_TESTS_STORE_H

#include "base/secret.h"
#include "store/store.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "tests/support/postgres.h"

/* A kind of store: where a fresh one is, and what has to go when it is done with. */
typedef struct store_kind {
  const char *name;
  void (*fresh)(char place[256]);
  void (*gone)(const char *place);
} store_kind;

static char store_folder[64];

static inline void folder_fresh(void) {
  (void)snprintf(store_folder, sizeof store_folder, "%s", "/tmp/ascona-store-XXXXXX");
  assert_non_null(mkdtemp(store_folder));
}

static inline void sqlite_fresh(char place[256]) {
  folder_fresh();
  (void)snprintf(place, 256, "%s/games.db", store_folder);
}

static inline void sqlite_gone(const char *place) {
  (void)place;
  DIR *list = opendir(store_folder);
  for (struct dirent *file; (file = readdir(list)) != NULL;) {
    char path[400];
    (void)snprintf(path, sizeof path, "%s/%s", store_folder, file->d_name);
    (void)unlink(path);
  }
  closedir(list);
  assert_int_equal(rmdir(store_folder), 0);
}

#if POSTGRES_HERE
/* The folder is for what a test writes beside. */
static inline void postgres_fresh(char place[256]) {
  folder_fresh();
  postgres_fresh_place(place);
}
#endif

static const store_kind store_kinds[] = {{"sqlite", sqlite_fresh, sqlite_gone},
#if POSTGRES_HERE
                                         {"postgres", postgres_fresh, sqlite_gone}
#endif
};
enum { STORE_KINDS = sizeof store_kinds / sizeof *store_kinds };

/* Returns whether this kind can be tested here. Prints a line if PostgreSQL is not installed. */
static inline bool store_kind_is_here(const store_kind *kind) {
#if POSTGRES_HERE
  if (strcmp(kind->name, "postgres") != 0 || postgres_is_here()) return true;
  print_message("[  SKIPPED ] %s: it is not installed\n", kind->name);
  return false;
#else
  return kind != NULL;
#endif
}

static const store_kind *store_now; /* the kind that the tests run with */
static char store_place[256];
static store_db *store;

static inline void store_reopen(void) {
  store_close(store);
  asc_error error = {0};
  if (store_open(&store, store_place, &(store_options){0}, &error) != ASC_OK) fail_msg("%s", error.reason);
}

static inline int store_begin(void **state) {
  (void)state;
  store = NULL;
  store_now->fresh(store_place);
  store_reopen();
  return 0;
}

static inline int store_finish(void **state) {
  (void)state;
  store_close(store);
  store_now->gone(store_place);
  return 0;
}

#define store_test(name) cmocka_unit_test_setup_teardown(name, store_begin, store_finish)

/* The tests once for each kind. */
#define store_tests_run(tests)                                                   \
  ({                                                                             \
    int failed = 0;                                                              \
    for (int kind = 0; kind < STORE_KINDS; kind++) {                             \
      store_now = &store_kinds[kind];                                            \
      if (!store_kind_is_here(store_now)) continue;                              \
      failed += cmocka_run_group_tests_name(store_now->name, tests, NULL, NULL); \
    }                                                                            \
    failed;                                                                      \
  })

/* ---- jobs ---- */

static inline store_job *job_new(void) {
  store_job *job = store_job_open();
  assert_non_null(job);
  return job;
}

/* Does it, holds it to a status, and closes it. */
static inline void job_expect(store_job *job, store_status status) {
  store_status found = store_do(store, job);
  if (found != status) fail_msg("status %d, not %d: %s", (int)found, (int)status, job->reason);
  store_job_close(job);
}

/* A question, answered. */
static inline store_job *job_ask(store_job *job) {
  if (store_do(store, job) != STORE_DONE) fail_msg("%s", job->reason);
  return job;
}

static inline void job_say(store_job *job, const char *game, int64_t seq, const char *command, const char *body) {
  store_job_event(job, game, seq, 1000 + seq, command, body, strlen(body));
}

static inline store_game_row game_row(const char *id, const char *one, const char *other) {
  return (store_game_row){.id = id,
                          .spec = "delta:size=5",
                          .state = STORE_GAME_RUNNING,
                          .created = 1000,
                          .changed = 2000,
                          .turn = 0,
                          .plies = 1,
                          .seats = 2,
                          .seat = {{.person = one, .engine = -1}, {.person = other, .engine = -1}}};
}

static inline void game_make(const char *id, const char *one, const char *other) {
  store_job *job = job_new();
  store_game_row row = game_row(id, one, other);
  job_say(job, id, 1, NULL, "{\"event\":\"created\"}");
  store_job_game(job, &row);
  job_expect(job, STORE_DONE);
}

static inline void person_make(const char *id, const char *name, int64_t now) {
  store_job *job = job_new();
  store_job_person(job, id, name, now);
  job_expect(job, STORE_DONE);
}

/* The number of events that a game has. */
static inline size_t events_of(const char *game) {
  store_job *job = job_new();
  store_job_ask_game(job, game, 1, 1000000);
  job_ask(job);
  size_t count = job->events_count;
  for (size_t i = 0; i < count; i++) assert_int_equal(job->events[i].seq, i + 1);
  store_job_close(job);
  return count;
}

static inline store_secret_row secret_row(store_secret_kind kind, const char *text, const char *person) {
  store_secret_row row = {.kind = kind, .person = person, .created = 1000, .seen = 1000};
  asc_secret_hash("test", text, row.hash);
  return row;
}

static inline void secret_make(const store_secret_row *row, store_status status) {
  store_job *job = job_new();
  store_job_secret(job, row);
  job_expect(job, status);
}

#endif
