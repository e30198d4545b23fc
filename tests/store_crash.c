/* kill -9 at random points: every job that was told as done is there, every job whole, and the store goes on. A child
   writes as fast as it can and says over a pipe what it was told; ASCONA_STORE_KILLS says how often it is killed. */
#include "store.h"

#include <signal.h>
#include <sys/wait.h>

#include <ascona/random.h>

enum { GAMES = 7 };

static int pipe_to_test;

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
  if (write(pipe_to_test, &told, sizeof told) != sizeof told) _exit(4);
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

static void child(int to_test) {
  pipe_to_test = to_test;
  static game_line lines[GAMES];
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

static void one_kill(asc_random *random, int64_t told[GAMES], int *heard) {
  int ends[2];
  assert_int_equal(pipe(ends), 0);
  pid_t id = fork();
  if (id == 0) {
    close(ends[0]);
    child(ends[1]);
  }
  assert_true(id > 0);
  close(ends[1]);
  /* Some are killed while they open the file. */
  int wanted = (int)asc_random_below(random, 60);
  *heard += hear(ends[0], wanted, told);
  usleep(asc_random_below(random, 8000));
  kill(id, SIGKILL);
  *heard += hear(ends[0], 1 << 30, told);
  close(ends[0]);
  int status = 0;
  assert_int_equal(waitpid(id, &status, 0), id);
  assert_true(WIFSIGNALED(status));
}

static void what_was_told_is_there_after_a_kill(void **state) {
  (void)state;
  const char *wish = getenv("ASCONA_STORE_KILLS");
  int kills = wish != NULL ? atoi(wish) : 20, heard = 0;
  int64_t told[GAMES] = {0};
  asc_random random;
  uint64_t seed = 0;
  assert_int_equal(asc_random_secret(&seed), 0);
  asc_random_seed(&random, seed);
  asc_store_close(store); /* and its threads, so that a fork is whole */
  store = NULL;
  for (int i = 0; i < kills; i++) {
    one_kill(&random, told, &heard);
    store_reopen();
    asc_error error = {0};
    if (asc_store_check(store, &error) != ASC_OK) fail_msg("kill %d: %s", i, error.reason);
    for (int game = 0; game < GAMES; game++) {
      char name[16];
      game_name(game, name);
      int64_t there = (int64_t)events_of(name);
      if (there < told[game])
        fail_msg("kill %d, seed %llu: %s has %lld events, %lld were told", i, (unsigned long long)seed, name,
                 (long long)there, (long long)told[game]);
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
  assert_true(heard > kills);
  print_message("%d kills, %d jobs that were told\n", kills, heard);
}

int main(void) {
  const struct CMUnitTest tests[] = {store_test(what_was_told_is_there_after_a_kill)};
  return store_tests_run(tests);
}
