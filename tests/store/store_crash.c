/* kill -9 at random points: every job that was told as done is there, every job whole, and the store goes on. A child
   writes as fast as it can and says over a pipe what it was told; ASCONA_STORE_KILLS and ASCONA_STORE_CUTS say how
   often it is killed, and how often the power goes (tests/faults/powercut.c). */
#define _GNU_SOURCE
#include "store.h"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>

#include <ascona/random.h>

enum { GAMES = 7, PIPE = 3 };

/* What the child was told: a game and the number of its last event that is durable. */
typedef struct told_message {
  int32_t game, seq;
} told_message;

typedef struct game_line {
  int game;
  int64_t seq;
} game_line;

static void game_name(int game, char name[16]) { (void)snprintf(name, 16, "g%d", game); }

static void submit_next(game_line *line);

static void on_done(asc_job *job) {
  game_line *line = job->data;
  if (job->status != ASC_STORE_DONE) _exit(3);
  told_message told = {line->game, (int32_t)line->seq};
  if (write(PIPE, &told, sizeof told) != sizeof told) _exit(4);
  asc_job_close(job);
  submit_next(line);
}

/* Two events and the listing, together; some jobs are larger than a page. */
static void submit_next(game_line *line) {
  char name[16], body[6000];
  game_name(line->game, name);
  asc_job *job = asc_job_open(on_done, line);
  int64_t seq = line->seq + 1;
  size_t length = (size_t)(seq * 37 % (seq % 16 == 1 ? 5900 : 90)) + 1;
  memset(body, 'a' + (int)(seq % 26), length);
  asc_job_event(job, name, seq, seq, NULL, body, length);
  asc_job_event(job, name, seq + 1, seq, NULL, body, length);
  asc_game_row row = game_row(name, "anna", "ben");
  row.plies = (int)(seq + 1);
  asc_job_game(job, &row);
  line->seq = seq + 1;
  asc_store_submit(store, job);
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
  for (int i = 0; i < GAMES; i++) submit_next(&lines[i]);
  for (;;) pause();
}

/* Reads what the child was told until there were `wanted`, or to the end of the pipe. */
static int hear(int pipe, int wanted, int64_t told[GAMES]) {
  told_message message;
  int count = 0;
  while (count < wanted && read(pipe, &message, sizeof message) == sizeof message) {
    told[message.game] = message.seq;
    count++;
  }
  return count;
}

static const char *program; /* this one */

/* Starts a writer; the end of its pipe. The power goes before its call number `cut`; 0: never. */
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

/* The store is whole, and has at least what was told. */
static void all_is_there(const int64_t told[GAMES], const char *what, int number) {
  store_reopen();
  asc_error error = {0};
  if (asc_store_check(store, &error) != ASC_OK) fail_msg("%s %d: %s", what, number, error.reason);
  for (int game = 0; game < GAMES; game++) {
    char name[16];
    game_name(game, name);
    int64_t there = (int64_t)events_of(name);
    if (there < told[game])
      fail_msg("%s %d: %s has %lld events, %lld were told", what, number, name, (long long)there,
               (long long)told[game]);
    assert_int_equal(there % 2, 0);
    asc_job *job = job_new();
    asc_job_ask_game(job, name, 1, 0);
    job_ask(job);
    if (there > 0) assert_int_equal(job->games[0].plies, there);
    asc_job_close(job);
  }
  asc_store_close(store);
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

static void what_was_told_is_there_after_a_kill(void **state) {
  (void)state;
  int kills = times("ASCONA_STORE_KILLS", 20), heard = 0;
  int64_t told[GAMES] = {0};
  asc_random random = chance();
  asc_store_close(store);
  store = NULL;
  for (int i = 0; i < kills; i++) {
    pid_t id;
    int pipe = writer_start(&id, 0, NULL);
    /* Some are killed while they open the file. */
    heard += hear(pipe, (int)asc_random_below(&random, 60), told);
    usleep(asc_random_below(&random, 8000));
    kill(id, SIGKILL);
    heard += hear(pipe, 1 << 30, told);
    writer_end(id, pipe);
    all_is_there(told, "kill", i);
  }
  assert_true(heard > kills);
  print_message("%d kills, %d jobs that were told\n", kills, heard);
}

/* The folder becomes what the disk has of it. */
static void disk_take(void) {
  char after[300];
  (void)snprintf(after, sizeof after, "%s-after", store_folder);
  store_now->gone(store_place);
  assert_int_equal(rename(after, store_folder), 0);
}

/* The same, and all that was not synced is gone, or half of it, or only names and lengths came to the disk. Where the
   store is no file there is nothing to cut. */
static void what_was_told_is_there_after_a_power_cut(void **state) {
  (void)state;
  if (access(TEST_POWERCUT, R_OK) != 0 || store_place[0] != '/') skip();
  int cuts = times("ASCONA_STORE_CUTS", 20), heard = 0;
  int64_t told[GAMES] = {0};
  asc_random random = chance();
  asc_store_close(store);
  store = NULL;
  for (int i = 0; i < cuts; i++) {
    static const char *const keeps[] = {"drop", "names", "half"};
    pid_t id;
    int pipe = writer_start(&id, 1 + (int)asc_random_below(&random, 400), keeps[i % 3]);
    heard += hear(pipe, 1 << 30, told);
    writer_end(id, pipe);
    disk_take();
    all_is_there(told, "cut", i);
  }
  assert_true(heard > 0);
  print_message("%d power cuts, %d jobs that were told\n", cuts, heard);
}

#if POSTGRES_HERE
/* The server itself goes down as in a crash, at random points, and the writer with it at the first fault. */
static void what_was_told_is_there_after_the_server_was_killed(void **state) {
  (void)state;
  if (strcmp(store_now->name, "postgres") != 0) skip();
  int kills = times("ASCONA_STORE_KILLS", 20) / 4, heard = 0;
  int64_t told[GAMES] = {0};
  asc_random random = chance();
  asc_store_close(store);
  store = NULL;
  for (int i = 0; i < kills; i++) {
    pid_t id;
    int pipe = writer_start(&id, 0, NULL), status = 0;
    heard += hear(pipe, 1 + (int)asc_random_below(&random, 60), told);
    usleep(asc_random_below(&random, 8000));
    postgres_do('q');
    heard += hear(pipe, 1 << 30, told);
    close(pipe);
    assert_int_equal(waitpid(id, &status, 0), id);
    assert_true(WIFEXITED(status) && WEXITSTATUS(status) == 3); /* told a fault */
    postgres_do('s');
    all_is_there(told, "kill of the server", i);
  }
  print_message("%d kills of the server, %d jobs that were told\n", kills, heard);
}
#endif

int main(int count, char **args) {
  if (count > 1) child(args[1]);
  program = args[0];
  const struct CMUnitTest tests[] = {
    store_test(what_was_told_is_there_after_a_kill),
#if POSTGRES_HERE
    store_test(what_was_told_is_there_after_the_server_was_killed),
#endif
    store_test(what_was_told_is_there_after_a_power_cut)
  };
  return store_tests_run(tests);
}
