/* kill -9 at random points: every job that was reported as done is there, every job is complete, and the store goes on.
   A child writes as fast as it can and reports over a pipe what is durable. ASCONA_STORE_KILLS and ASCONA_STORE_CUTS
   are how often it is killed, and how often the power is cut (tests/faults/powercut.c). */
#define _GNU_SOURCE
#include "store.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <ascona/random.h>

enum { GAMES = 7, PIPE = 3 };

/* A report of the child: a game and the number of its last durable event. */
typedef struct report {
  int32_t game, seq;
} report;

typedef struct game_line {
  int game;
  int64_t seq;
} game_line;

static void game_name(int game, char name[16]) { (void)snprintf(name, 16, "g%d", game); }

/* Two events and the row of the game, together; some jobs are larger than a page. */
static store_job *next_job(game_line *line) {
  char name[16], body[6000];
  game_name(line->game, name);
  store_job *job = job_new();
  int64_t seq = line->seq + 1;
  size_t length = (size_t)(seq * 37 % (seq % 16 == 1 ? 5900 : 90)) + 1;
  memset(body, 'a' + (int)(seq % 26), length);
  store_job_event(job, name, seq, seq, NULL, body, length);
  store_job_event(job, name, seq + 1, seq, NULL, body, length);
  store_game_row row = game_row(name, "anna", "ben");
  row.plies = (int)(seq + 1);
  store_job_game(job, &row);
  line->seq = seq + 1;
  return job;
}

/* Writes the next job of some games in one transaction, and reports each over the pipe. */
static void write_next(game_line *lines, int count) {
  store_job *jobs[GAMES] = {NULL};
  for (int i = 0; i < count; i++) {
    jobs[i] = next_job(&lines[i]);
    if (i > 0) jobs[i - 1]->next = jobs[i];
  }
  if (store_write(store, jobs[0], NULL) != ASC_OK) _exit(3);
  for (int i = 0; i < count; i++) {
    report sent = {lines[i].game, (int32_t)lines[i].seq};
    if (jobs[i]->status != STORE_DONE) _exit(3);
    if (write(PIPE, &sent, sizeof sent) != sizeof sent) _exit(4);
    store_job_close(jobs[i]);
  }
}

/* Reads how far each game has come. */
static void lines_read(game_line lines[GAMES]) {
  for (int i = 0; i < GAMES; i++) {
    char name[16];
    game_name(i, name);
    lines[i] = (game_line){.game = i, .seq = (int64_t)events_of(name)};
  }
}

/* The child: this program again, with the place as its argument and the pipe as file 3. */
static _Noreturn void child(const char *place) {
  static game_line lines[GAMES];
  (void)snprintf(store_place, sizeof store_place, "%s", place);
  store_reopen();
  lines_read(lines);
  for (int from = 0;; from = (from + 1) % GAMES) write_next(lines + from, GAMES - from);
}

/* Reads reports until there were `wanted`, or to the end of the pipe. Returns how many there were. */
static int reports_read(int pipe, int wanted, int64_t reported[GAMES]) {
  report message;
  int count = 0;
  while (count < wanted && read(pipe, &message, sizeof message) == sizeof message) {
    reported[message.game] = message.seq;
    count++;
  }
  return count;
}

static const char *program; /* this one */

/* Starts a writer and returns the end of its pipe. The power is cut before its call number `cut`; 0: never. */
static int writer_start(pid_t *id, int cut, const char *keep) {
  int ends[2];
  assert_int_equal(pipe2(ends, O_CLOEXEC), 0);
  *id = fork();
  if (*id == 0) {
    char number[16], after[300];
    dup2(ends[1], PIPE);
    if (cut > 0) {
      (void)snprintf(number, sizeof number, "%d", cut);
      (void)snprintf(after, sizeof after, "%s-after", store_folder);
      setenv("LD_PRELOAD", TEST_POWERCUT, 1);
      setenv("ASCONA_DISK", store_folder, 1);
      setenv("ASCONA_AFTER", after, 1);
      setenv("ASCONA_CUT", number, 1);
      setenv("ASCONA_KEEP", keep, 1);
    }
    execl(program, program, store_place, (char *)NULL);
    _exit(127);
  }
  assert_true(*id > 0);
  close(ends[1]);
  return ends[0];
}

static void writer_end(pid_t id, int pipe) {
  int status = 0;
  close(pipe);
  assert_int_equal(waitpid(id, &status, 0), id);
  assert_true(WIFSIGNALED(status));
}

/* The store is complete, and has at least what was reported. */
static void all_is_there(const int64_t reported[GAMES], const char *what, int number) {
  store_reopen();
  asc_error error = {0};
  if (store_check(store, &error) != ASC_OK) fail_msg("%s %d: %s", what, number, error.reason);
  for (int game = 0; game < GAMES; game++) {
    char name[16];
    game_name(game, name);
    /* One query: PostgreSQL may still be finishing what a killed writer sent. */
    store_job *job = job_new();
    store_job_ask_game(job, name, 1, 1000000);
    job_ask(job);
    int64_t there = (int64_t)job->events_count;
    if (there < reported[game])
      fail_msg("%s %d: %s has %lld events, %lld were reported", what, number, name, (long long)there,
               (long long)reported[game]);
    assert_int_equal(there % 2, 0);
    if (there > 0) assert_int_equal(job->games[0].plies, there);
    store_job_close(job);
  }
  store_close(store);
  store = NULL;
}

static int times(const char *name, int usual) {
  const char *wish = getenv(name);
  return wish != NULL ? atoi(wish) : usual;
}

static asc_random chance(void) {
  asc_random random;
  uint64_t seed = 0;
  assert_int_equal(asc_random_os_seed(&seed), 0);
  asc_random_seed(&random, seed);
  return random;
}

static void what_was_reported_is_there_after_a_kill(void **state) {
  (void)state;
  int kills = times("ASCONA_STORE_KILLS", 20), reports = 0;
  int64_t reported[GAMES] = {0};
  asc_random random = chance();
  store_close(store);
  store = NULL;
  for (int i = 0; i < kills; i++) {
    pid_t id;
    int pipe = writer_start(&id, 0, NULL);
    /* Some are killed while they open the file. */
    reports += reports_read(pipe, (int)asc_random_below(&random, 60), reported);
    usleep(asc_random_below(&random, 8000));
    kill(id, SIGKILL);
    reports += reports_read(pipe, 1 << 30, reported);
    writer_end(id, pipe);
    all_is_there(reported, "kill", i);
  }
  assert_true(reports > kills);
  print_message("%d kills, %d jobs were reported\n", kills, reports);
}

/* Replaces the folder with what had reached the disk. */
static void disk_take(void) {
  char after[300];
  (void)snprintf(after, sizeof after, "%s-after", store_folder);
  store_now->gone(store_place);
  assert_int_equal(rename(after, store_folder), 0);
}

/* The same, and all that was not synced is gone, or half of it, or only names and lengths came to the disk. Where the
   store is no file there is nothing to cut. */
static void what_was_reported_is_there_after_a_power_cut(void **state) {
  (void)state;
  if (access(TEST_POWERCUT, R_OK) != 0 || store_place[0] != '/') skip();
  int cuts = times("ASCONA_STORE_CUTS", 20), reports = 0;
  int64_t reported[GAMES] = {0};
  asc_random random = chance();
  store_close(store);
  store = NULL;
  for (int i = 0; i < cuts; i++) {
    static const char *const keeps[] = {"drop", "names", "half"};
    pid_t id;
    int pipe = writer_start(&id, 1 + (int)asc_random_below(&random, 400), keeps[i % 3]);
    reports += reports_read(pipe, 1 << 30, reported);
    writer_end(id, pipe);
    disk_take();
    all_is_there(reported, "cut", i);
  }
  assert_true(reports > 0);
  print_message("%d power cuts, %d jobs were reported\n", cuts, reports);
}

#if POSTGRES_HERE
/* The server itself goes down as in a crash, at random points, and the writer with it at the first error. */
static void what_was_reported_is_there_after_the_server_was_killed(void **state) {
  (void)state;
  if (strcmp(store_now->name, "postgres") != 0) skip();
  int kills = times("ASCONA_STORE_KILLS", 20) / 4, reports = 0;
  int64_t reported[GAMES] = {0};
  asc_random random = chance();
  store_close(store);
  store = NULL;
  for (int i = 0; i < kills; i++) {
    pid_t id;
    int pipe = writer_start(&id, 0, NULL), status = 0;
    reports += reports_read(pipe, 1 + (int)asc_random_below(&random, 60), reported);
    usleep(asc_random_below(&random, 8000));
    postgres_do('q');
    reports += reports_read(pipe, 1 << 30, reported);
    close(pipe);
    assert_int_equal(waitpid(id, &status, 0), id);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3); /* it got an error */
    postgres_do('s');
    all_is_there(reported, "kill of the server", i);
  }
  print_message("%d kills of the server, %d jobs were reported\n", kills, reports);
}
#endif

int main(int count, char **args) {
  if (count > 1) child(args[1]);
  program = args[0];
  const struct CMUnitTest tests[] = {
    store_test(what_was_reported_is_there_after_a_kill),
#if POSTGRES_HERE
    store_test(what_was_reported_is_there_after_the_server_was_killed),
#endif
    store_test(what_was_reported_is_there_after_a_power_cut)
  };
  return store_tests_run(tests);
}
