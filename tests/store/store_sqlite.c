/* Troubles of the file of a SQLite store: another schema, another program, damage, no space, no rights, no file. Each
   is reported with a reason, nothing that was there is lost, and when the cause is gone it goes on. Also the log, and
   orders of an earlier version. */
#define _GNU_SOURCE
#include "store.h"
#include "store/sqlite.h"

#include <fcntl.h>
#include <sched.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/mount.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/file.h"

static const char *beside(const char *name) {
  static char path[300];
  (void)snprintf(path, sizeof path, "%s/%s", store_folder, name);
  return path;
}

static void close_now(void) {
  store_close(store);
  store = NULL;
}

/* Opening fails with this code and a reason that contains these words, and leaves the file as it was. */
static void assert_refused(int code, const char *words) {
  char *before, *after;
  size_t before_length, after_length;
  asc_error error = {0};
  assert_int_equal(asc_file_read_regular(store_place, 1 << 26, &before, &before_length, NULL), ASC_OK);
  int found = store_open(&store, store_place, &(store_options){0}, &error);
  if (found != code || strstr(error.reason, words) == NULL) fail_msg("%d: %s", found, error.reason);
  assert_null(store);
  assert_int_equal(asc_file_read_regular(store_place, 1 << 26, &after, &after_length, NULL), ASC_OK);
  assert_int_equal(before_length, after_length);
  assert_memory_equal(before, after, before_length);
  free(before);
  free(after);
}

/* Runs SQL on another connection. */
static void run(const char *sql) {
  store_sqlite_link link;
  asc_error error = {0};
  assert_int_equal(store_sqlite_connect(&link, store_place, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE, NULL), ASC_OK);
  if (store_sqlite_run(&link, sql, &error) != ASC_OK) fail_msg("%s", error.reason);
  store_sqlite_disconnect(&link);
}

/* ---- schemas ---- */

static void a_newer_schema_is_refused(void **state) {
  (void)state;
  close_now();
  run("PRAGMA user_version=99");
  assert_refused(ASC_E_INPUT, "version 99");
}

static void what_is_not_ours_is_refused(void **state) {
  (void)state;
  close_now();
  store_now->gone(store_place);
  store_now->fresh(store_place);
  run("CREATE TABLE holidays(day)");
  assert_refused(ASC_E_INPUT, "another program");
  assert_int_equal(asc_file_write_atomic(store_place, "some text, not short, that is no database\n", 43, NULL), ASC_OK);
  assert_refused(ASC_E_INPUT, "not a database");
  asc_error error = {0};
  assert_int_equal(store_open(&store, "redis://localhost/x", &(store_options){0}, &error), ASC_E_INPUT);
  assert_int_equal(store_open(&store, "", &(store_options){0}, &error), ASC_E_INPUT);
  assert_int_equal(store_open(&store, "/nowhere/games.db", &(store_options){0}, &error), ASC_E_FILE);
  assert_int_equal(store_open(&store, "/nowhere/games.db", &(store_options){.read_only = true}, &error), ASC_E_INPUT);
}

/* A future version with a column and an index, and one that fails in the middle. */
static const char next_version[] = "ALTER TABLE persons ADD COLUMN colour TEXT NOT NULL DEFAULT 'red';"
                                   "CREATE INDEX persons_colour ON persons(colour)";
static const char bad_version[] = "ALTER TABLE persons ADD COLUMN colour TEXT; DELETE FROM events;"
                                  "INSERT INTO nowhere VALUES(1)";

/* Upgrades to the first `count` versions and then to this one. */
static int upgrade(int count, const char *last, asc_error *error) {
  const char *versions[8];
  for (int i = 0; i < count; i++) versions[i] = store_sqlite_schema_current.versions[i];
  versions[count] = last;
  store_sqlite_link link;
  assert_int_equal(store_sqlite_connect(&link, store_place, SQLITE_OPEN_READWRITE, NULL), ASC_OK);
  int code = store_sqlite_upgrade(&link, &(store_sqlite_schema){versions, count + (last != NULL)}, error);
  store_sqlite_disconnect(&link);
  return code;
}

static int64_t number(const char *path, const char *sql) {
  store_sqlite_link link;
  int64_t found = -1;
  assert_int_equal(store_sqlite_connect(&link, path, SQLITE_OPEN_READONLY, NULL), ASC_OK);
  if (store_sqlite_number(&link, sql, &found, NULL) != ASC_OK) found = -1;
  store_sqlite_disconnect(&link);
  return found;
}

static void an_older_schema_is_brought_forward_after_a_backup(void **state) {
  (void)state;
  int now = store_sqlite_schema_current.count;
  char backup[300], newer[32];
  (void)snprintf(backup, sizeof backup, "%s.schema-%d.bak", store_place, now);
  (void)snprintf(newer, sizeof newer, "version %d", now + 1);
  person_make("anna", "Anna", 1);
  game_make("g1", "anna", "ben");
  close_now();
  asc_error error = {0};
  assert_int_not_equal(upgrade(now, bad_version, &error), ASC_OK);
  assert_non_null(strstr(error.reason, "nowhere"));
  assert_int_equal(number(store_place, "PRAGMA user_version"), now);
  assert_int_equal(number(store_place, "SELECT count(*) FROM events"), 1);
  assert_int_equal(number(store_place, "SELECT count(colour) FROM persons"), -1);
  store_reopen(); /* it serves as before */
  assert_int_equal(events_of("g1"), 1);
  close_now();

  assert_int_equal(unlink(backup), 0);
  assert_int_equal(upgrade(now, next_version, &error), ASC_OK);
  assert_int_equal(number(store_place, "PRAGMA user_version"), now + 1);
  assert_int_equal(number(store_place, "SELECT count(*) FROM persons WHERE colour = 'red'"), 1);
  assert_int_equal(number(store_place, "SELECT count(*) FROM events"), 1);
  assert_int_equal(number(backup, "PRAGMA user_version"), now);
  assert_int_equal(number(backup, "SELECT count(*) FROM events"), 1);
  assert_int_equal(upgrade(now, next_version, &error), ASC_OK); /* a second time changes nothing */
  assert_refused(ASC_E_INPUT, newer);
}

/* A database of the first version, with a game whose deadline is still to come. */
static void the_first_version_is_brought_forward(void **state) {
  (void)state;
  close_now();
  assert_int_equal(unlink(store_place), 0);
  int file = open(store_place, O_RDWR | O_CREAT, 0600);
  assert_true(file >= 0 && close(file) == 0);
  assert_int_equal(upgrade(1, NULL, NULL), ASC_OK);
  store_sqlite_link link;
  assert_int_equal(store_sqlite_connect(&link, store_place, SQLITE_OPEN_READWRITE, NULL), ASC_OK);
  assert_int_equal(store_sqlite_run(&link,
                                    "INSERT INTO games VALUES('g1', 'delta', 1, 0, 1, 2, 300, 0, 5, NULL);"
                                    "INSERT INTO events VALUES('g1', 1, 1, NULL, '{}')",
                                    NULL),
                   ASC_OK);
  store_sqlite_disconnect(&link);
  store_reopen();
  for (int early = 0; early < 2; early++) {
    store_job *job = job_new();
    store_job_ask_deadlines(job, 300 - early, 10);
    job_ask(job);
    assert_int_equal(job->games_count, 1 - early);
    store_job_close(job);
  }
  store_job *job = job_new();
  store_job_ply(job, &(store_game_row){.id = "g1", .changed = 4, .deadline = 500, .plies = 6});
  job_expect(job, STORE_DONE);
  assert_int_equal(events_of("g1"), 1);
  assert_int_equal(access(beside("games.db.schema-1.bak"), R_OK), 0);
}

/* ---- other processes and the file ---- */

/* Several servers start together on a new file: one serves, and the others get the reason. */
static void one_server_of_those_that_start_together_serves(void **state) {
  (void)state;
  enum { TOGETHER = 4 };
  pid_t children[TOGETHER];
  int over[2], served = 0, refused = 0;
  close_now();
  assert_int_equal(unlink(store_place), 0);
  assert_int_equal(pipe(over), 0);
  for (int i = 0; i < TOGETHER; i++) {
    children[i] = fork();
    assert_true(children[i] >= 0);
    if (children[i] > 0) continue;
    asc_error error = {0};
    char byte;
    close(over[1]);
    int code = store_open(&store, store_place, &(store_options){0}, &error);
    bool is_refused = code == ASC_E_STATE && strstr(error.reason, "locked by another server") != NULL;
    if (code == ASC_OK) (void)!read(over[0], &byte, 1); /* until all others have ended */
    _exit(code == ASC_OK ? 0 : is_refused ? 1 : 2);
  }
  for (int i = 0; i < TOGETHER; i++) {
    int status;
    if (i == TOGETHER - 1) close(over[1]);
    assert_true(waitpid(-1, &status, 0) > 0);
    served += status == 0;
    refused += WIFEXITED(status) && WEXITSTATUS(status) == 1;
  }
  close(over[0]);
  assert_int_equal(served, 1);
  assert_int_equal(refused, TOGETHER - 1);
}

static void a_second_server_is_refused(void **state) {
  (void)state;
  store_db *first = store;
  asc_error error = {0};
  assert_int_equal(store_open(&store, store_place, &(store_options){0}, &error), ASC_E_STATE);
  assert_non_null(strstr(error.reason, "another server"));
  store = first;
  game_make("g1", "anna", "ben");
}

static void nobody_else_may_read_it(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  const char *names[] = {"games.db", "games.db-wal", "games.db-shm", "games.db.lock"};
  for (int i = 0; i < 4; i++) {
    struct stat facts;
    assert_int_equal(stat(beside(names[i]), &facts), 0);
    assert_int_equal(facts.st_mode & 0777, 0600);
  }
  assert_int_equal(store_backup(store, beside("copy.db"), NULL), ASC_OK);
  struct stat facts;
  assert_int_equal(stat(beside("copy.db"), &facts), 0);
  assert_int_equal(facts.st_mode & 0777, 0600);
}

static void names_are_names_of_files(void **state) {
  (void)state;
  close_now();
  assert_int_equal(chdir(store_folder), 0);
  const char *names[] = {":memory:", "file:x?mode=memory", "games with spaces.db"};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(store_open(&store, names[i], &(store_options){0}, NULL), ASC_OK);
    game_make("g1", "anna", "ben");
    close_now();
    assert_int_equal(access(names[i], R_OK), 0);
    assert_int_equal(store_open(&store, names[i], &(store_options){0}, NULL), ASC_OK);
    assert_int_equal(events_of("g1"), 1);
    close_now();
  }
  assert_int_equal(chdir("/"), 0);
}

/* ---- the database accepts nothing for a while ---- */

static store_status say(int64_t seq) {
  store_job *job = job_new();
  job_say(job, "g1", seq, NULL, "{}");
  store_status status = store_do(store, job);
  store_job_close(job);
  return status;
}

/* Now it accepts no changes and says why. Queries are still answered. */
static void assert_accepts_nothing(int64_t next, const char *words) {
  asc_error error = {0};
  store_job *job = job_new();
  job_say(job, "g1", next, NULL, "{}");
  assert_int_not_equal(store_write(store, job, &error), ASC_OK);
  if (strstr(error.reason, words) == NULL) fail_msg("%s", error.reason);
  assert_int_equal(job->status, STORE_ERROR);
  assert_string_equal(job->reason, error.reason);
  store_job_close(job);
  assert_int_not_equal(store_probe(store, &error), ASC_OK);
  if (strstr(error.reason, words) == NULL) fail_msg("%s", error.reason);
  assert_int_equal(events_of("g1"), next - 1);
}

static void assert_accepts_again(int64_t next) {
  asc_error error = {0};
  if (store_probe(store, &error) != ASC_OK) fail_msg("%s", error.reason);
  assert_int_equal(say(next), STORE_DONE);
  store_reopen();
  assert_int_equal(events_of("g1"), next);
}

static void a_full_disk_is_waited_for(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  struct rlimit usual, small;
  assert_int_equal(getrlimit(RLIMIT_FSIZE, &usual), 0);
  signal(SIGXFSZ, SIG_IGN);
  small = usual;
  small.rlim_cur = 4096 * 40;
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &small), 0);
  int64_t next = 2;
  while (say(next) == STORE_DONE && next < 1000) next++;
  assert_accepts_nothing(next, "I/O error");
  assert_int_equal(setrlimit(RLIMIT_FSIZE, &usual), 0);
  assert_accepts_again(next);
}

/* Root can mount a disk that only this process sees, and that is gone with it. */
static void a_disk_without_space_is_waited_for(void **state) {
  (void)state;
  if (unshare(CLONE_NEWNS) != 0 || mount(NULL, "/", NULL, MS_REC | MS_PRIVATE, NULL) != 0) skip();
  close_now();
  char disk[64];
  (void)snprintf(disk, sizeof disk, "%s", store_folder);
  if (mount("tmpfs", disk, "tmpfs", 0, "size=2m") != 0) skip();
  store_reopen();
  game_make("g1", "anna", "ben");
  int filler = open(beside("filler"), O_WRONLY | O_CREAT, 0600);
  char block[4096] = {0};
  while (write(filler, block, sizeof block) == sizeof block) {
  }
  close(filler);
  int64_t next = 2;
  while (say(next) == STORE_DONE && next < 1000) next++;
  assert_accepts_nothing(next, "no space left");
  assert_int_equal(unlink(beside("filler")), 0);
  assert_accepts_again(next);
  close_now();
  assert_int_equal(umount(disk), 0);
}

static void another_program_that_writes_is_waited_for(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  store_sqlite_link other;
  assert_int_equal(store_sqlite_connect(&other, store_place, SQLITE_OPEN_READWRITE, NULL), ASC_OK);
  assert_int_equal(store_sqlite_run(&other, "BEGIN IMMEDIATE", NULL), ASC_OK);
  assert_accepts_nothing(2, "another program");
  store_sqlite_disconnect(&other);
  assert_accepts_again(2);
}

static void a_file_that_is_gone_is_reported(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  char aside[300];
  (void)snprintf(aside, sizeof aside, "%s", beside("aside"));
  assert_int_equal(rename(store_place, aside), 0);
  assert_accepts_nothing(2, "removed or replaced");
  assert_int_equal(rename(aside, store_place), 0);
  assert_accepts_again(2);
}

/* ---- rights ---- */

/* Runs `act` in a child without rights. Root may write everywhere, and becomes nobody for this. Returns the child's
   status. */
static int as_nobody(int (*act)(void)) {
  pid_t id = fork();
  if (id == 0) {
    if (geteuid() == 0 && setresuid(65534, 65534, 65534) != 0) _exit(100);
    _exit(act());
  }
  int status = 0;
  assert_int_equal(waitpid(id, &status, 0), id);
  assert_true(WIFEXITED(status));
  return WEXITSTATUS(status);
}

static int serve_there(void) {
  asc_error error = {0};
  int code = store_open(&store, store_place, &(store_options){0}, &error);
  return code == ASC_E_FILE && strstr(error.reason, "ermission") != NULL ? 0 : 1;
}

static int write_there(void) {
  asc_error error = {0};
  if (store_open(&store, store_place, &(store_options){0}, &error) == ASC_OK) return 1;
  return strstr(error.reason, "ermission") != NULL ? 0 : 2;
}

static void what_may_not_be_written_is_refused(void **state) {
  (void)state;
  game_make("g1", "anna", "ben");
  close_now();
  assert_int_equal(chmod(store_folder, 0555), 0);
  assert_int_equal(chmod(store_place, 0444), 0);
  assert_int_equal(chmod(beside("games.db.lock"), 0444), 0);
  assert_int_equal(as_nobody(serve_there), 0);
  /* The folder may be written to, the file may not. */
  assert_int_equal(chmod(store_folder, 0777), 0);
  assert_int_equal(chmod(beside("games.db.lock"), 0666), 0);
  assert_int_equal(as_nobody(write_there), 0);
  assert_int_equal(chmod(store_place, 0600), 0);
  store_reopen();
  assert_int_equal(events_of("g1"), 1);
}

/* ---- damage ---- */

static void damage_is_reported(void **state) {
  (void)state;
  for (int game = 0; game < 60; game++) {
    char name[16], body[600];
    (void)snprintf(name, sizeof name, "g%d", game);
    memset(body, 'b', sizeof body);
    store_job *job = job_new();
    store_game_row row = game_row(name, "anna", "ben");
    for (int seq = 1; seq <= 20; seq++) store_job_event(job, name, seq, 1, NULL, body, sizeof body);
    store_job_game(job, &row);
    job_expect(job, STORE_DONE);
  }
  close_now();
  struct stat facts;
  assert_int_equal(stat(store_place, &facts), 0);
  int file = open(store_place, O_RDWR);
  char page[4096];
  memset(page, 0x5a, sizeof page);
  for (off_t at = 4096 * 30; at < facts.st_size; at += 4096 * 7)
    assert_int_equal(pwrite(file, page, sizeof page, at), sizeof page);
  close(file);

  store_reopen();
  asc_error error = {0};
  assert_int_equal(store_check(store, &error), ASC_E_FILE);
  assert_non_null(strstr(error.reason, "damaged"));
  int whole = 0, refused = 0;
  for (int game = 0; game < 60; game++) {
    char name[16];
    (void)snprintf(name, sizeof name, "g%d", game);
    store_job *job = job_new();
    store_job_ask_game(job, name, 1, 100);
    if (store_do(store, job) == STORE_DONE) {
      /* An answer that is given is right. */
      for (size_t i = 0; i < job->events_count; i++) {
        assert_int_equal(job->events[i].length, 600);
        assert_int_equal(job->events[i].body[599], 'b');
      }
      whole += job->events_count == 20;
    } else {
      assert_non_null(strstr(job->reason, "damaged"));
      refused++;
    }
    store_job_close(job);
  }
  assert_true(whole > 0);
  assert_true(refused > 0);
}

/* The file is cut at several lengths. */
static void a_cut_file_is_reported(void **state) {
  (void)state;
  char body[3000];
  memset(body, 'b', sizeof body);
  for (int seq = 1; seq <= 50; seq++) {
    store_job *job = job_new();
    store_game_row row = game_row("g1", "anna", "ben");
    store_job_event(job, "g1", seq, 1, NULL, body, sizeof body);
    store_job_game(job, &row);
    job_expect(job, STORE_DONE);
  }
  close_now();
  struct stat facts;
  assert_int_equal(stat(store_place, &facts), 0);
  for (off_t size = facts.st_size - 4096; size > 0; size -= 4096 * 5) {
    assert_int_equal(truncate(store_place, size), 0);
    asc_error error = {0};
    if (store_open(&store, store_place, &(store_options){.read_only = true}, &error) == ASC_OK) {
      assert_int_equal(store_check(store, &error), ASC_E_FILE);
      close_now();
    }
    assert_non_null(strstr(error.reason, "damaged"));
  }
}

/* ---- orders of an earlier version ---- */

static void file_write(const char *name, const char *text) {
  assert_int_equal(asc_file_write_atomic(beside(name), text, strlen(text), NULL), ASC_OK);
}

/* Orders were lines of FILE.orders, and of FILE.orders.taken while a server carried them out. */
static void order_files_are_moved_into_the_table(void **state) {
  (void)state;
  close_now();
  assert_int_equal(unlink(store_place), 0);
  int file = open(store_place, O_RDWR | O_CREAT, 0600);
  assert_true(file >= 0 && close(file) == 0);
  assert_int_equal(upgrade(3, NULL, NULL), ASC_OK);
  file_write("games.db.orders.taken", "close abc\n");
  file_write("games.db.orders", "out anna\nclose xyz\nnonsense\n");
  store_reopen();
  for (int round = 0; round < 2; round++) {
    store_job *job = job_new();
    store_job_ask_orders(job);
    job_ask(job);
    assert_int_equal(job->orders_count, 3);
    static const char *const lines[][2] = {{"close", "abc"}, {"out", "anna"}, {"close", "xyz"}};
    for (size_t i = 0; i < 3; i++) {
      assert_string_equal(job->orders[i].what, lines[i][0]);
      assert_string_equal(job->orders[i].id, lines[i][1]);
    }
    store_job_close(job);
    assert_int_not_equal(access(beside("games.db.orders"), F_OK), 0);
    assert_int_not_equal(access(beside("games.db.orders.taken"), F_OK), 0);
    /* The server died before it deleted the file: nothing comes twice. */
    close_now();
    file_write("games.db.orders.taken", "out anna\nclose xyz\n");
    store_reopen();
  }
}

/* ---- the log ---- */

static off_t file_size(const char *name) {
  struct stat facts;
  return stat(beside(name), &facts) == 0 ? facts.st_size : 0;
}

static sem_t listed;
static void on_listed(store_job *job) {
  assert_int_equal(job->status, STORE_DONE);
  store_job_close(job);
  sem_post(&listed);
}

/* Much more is written than the log may hold, without a pause, and listings read meanwhile. */
static void the_log_stays_bounded(void **state) {
  (void)state;
  enum { COMMITS = 500, EVENTS = 50, PAGE = 4096 };
  char body[PAGE - 200];
  off_t largest = 0;
  memset(body, 'b', sizeof body);
  sem_init(&listed, 0, 0);
  for (int i = 0; i < COMMITS; i++) {
    store_job *job = job_new();
    for (int k = 1; k <= EVENTS; k++) store_job_event(job, "g1", i * EVENTS + k, 1, NULL, body, sizeof body);
    job_expect(job, STORE_DONE);
    if (i % 50 == 0) {
      job = job_new();
      store_job_ask_events(job, (const char *[]){"g1"}, (int64_t[]){1}, 1, 1000);
      job->on_done = on_listed;
      store_list(store, job);
    }
    if (file_size("games.db-wal") > largest) largest = file_size("games.db-wal");
  }
  for (int i = 0; i < COMMITS; i += 50) sem_wait(&listed);
  print_message("%d pages were written, the log had at most %lld\n", COMMITS * EVENTS, (long long)largest / PAGE);
  assert_true(file_size("games.db") > (off_t)PAGE * COMMITS * EVENTS / 2);
  assert_true(largest < (off_t)PAGE * 3 * STORE_SQLITE_LOG_MAX);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      store_test(a_newer_schema_is_refused),
      store_test(what_is_not_ours_is_refused),
      store_test(an_older_schema_is_brought_forward_after_a_backup),
      store_test(the_first_version_is_brought_forward),
      store_test(one_server_of_those_that_start_together_serves),
      store_test(a_second_server_is_refused),
      store_test(nobody_else_may_read_it),
      store_test(names_are_names_of_files),
      store_test(a_full_disk_is_waited_for),
      store_test(a_disk_without_space_is_waited_for),
      store_test(another_program_that_writes_is_waited_for),
      store_test(a_file_that_is_gone_is_reported),
      store_test(what_may_not_be_written_is_refused),
      store_test(damage_is_reported),
      store_test(a_cut_file_is_reported),
      store_test(order_files_are_moved_into_the_table),
      store_test(the_log_stays_bounded),
  };
  store_now = &store_kinds[0];
  return cmocka_run_group_tests(tests, NULL, NULL);
}
