/* The database of a run: the real SQLite store in memory (tmpfs), behind a layer that fails and takes time.

   Two processes share it as they share a PostgreSQL: they write one after the other, conflicts come from the numbers of
   the events, and after each commit the other process gets news, late or never. The clock of the shared database is
   virtual time, too. */
#include "simulate.h"

#include <sqlite3.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { ROWS_PER_MS = 200, NEWS_MAX = 400, FAILING = 800 };

static store_db *db;
static char place[64];
static int64_t outage_until[SIM_PROCESSES], deaf_until[SIM_PROCESSES];
static int64_t beat, steady;

void sim_store_open(void) {
  asc_error error;
  const store_options options = {0};
  const char *folder = access("/dev/shm", W_OK) == 0 ? "/dev/shm" : "/tmp";
  (void)snprintf(place, sizeof place, "%s/simulate-%ld-XXXXXX", folder, (long)getpid());
  int file = mkstemp(place);
  if (file >= 0) close(file);
  if (file < 0 || store_open(&db, place, &options, &error) != ASC_OK) {
    (void)fprintf(stderr, "simulate: %s: can't be opened\n", place);
    exit(3);
  }
  beat = steady = 0;
  memset(outage_until, 0, sizeof outage_until);
  memset(deaf_until, 0, sizeof deaf_until);
}

static void remove_file(const char *end) {
  char path[80];
  (void)snprintf(path, sizeof path, "%s%s", place, end);
  (void)unlink(path);
}

void sim_store_close(void) {
  store_close(db);
  db = NULL;
  remove_file("");
  remove_file("-wal");
  remove_file("-shm");
  remove_file(".lock");
}

int64_t sim_store_heartbeat(void) { return sim.plan.processes > 1 ? 0 : beat; }

/* Not if an earlier outage lasts longer. */
void sim_store_outage(sim_process *process, int64_t until) {
  if (until <= outage_until[process->index]) return;
  outage_until[process->index] = until;
  sim_clocks_gap(process->index, sim.now, until, 4000); /* it asks the store every two seconds */
  sim_note("the store does not answer process %d for %lld ms", process->index, (long long)(until - sim.now));
}

static int fail(sim_process *process, asc_error *error) {
  sim_process_trouble(process, sim.now);
  return asc_error_set(error, ASC_E_FILE, "the simulated store failed");
}

/* How long an operation takes. */
static int64_t delay(int rows) {
  int64_t time = rows / ROWS_PER_MS;
  if (sim.plan.is_club ? sim_chance(SIM_FAULTS, 2000) : sim_chance(SIM_FAULTS, 30000)) time += sim_below(SIM_FAULTS, 4);
  if (sim_chance(SIM_FAULTS, sim.plan.slow)) time += sim_interval(SIM_FAULTS, 1000);
  return time;
}

/* Lets time pass; true: the process was killed, or the database does not answer it. */
static bool wait_fails(sim_process *process, int64_t time) {
  sim_memory_stop();
  if (time >= 200) sim_process_trouble(process, sim.now);
  if (time >= 500) {
    sim_note("the store takes %lld ms for process %d", (long long)time, process->index);
    sim_clocks_gap(process->index, sim.now, sim.now + time, 0);
  }
  sim_wait(time);
  if (process->stalled_until > sim.now) sim_wait(process->stalled_until - sim.now);
  if (time >= 200) sim_process_trouble(process, sim.now);
  return process->is_doomed || outage_until[process->index] > sim.now;
}

/* ---- reading ---- */

static void clock_fill(const sim_process *process, store_job *job) {
  if (sim.plan.processes < 2 || job->status != STORE_DONE) return;
  int peers = 0;
  for (int i = 0; i < SIM_PROCESSES; i++) peers += i != process->index && sim_processes[i].loop != NULL;
  job->clock.now = SIM_EPOCH + sim.now;
  job->clock.heartbeat = beat;
  job->clock.steady = steady;
  job->clock.has_peers = peers > 0;
}

static int rows_of(const store_job *jobs) {
  size_t rows = 0;
  for (const store_job *job = jobs; job != NULL; job = job->next)
    rows += job->events_count + job->games_count + job->persons_count + job->secrets_count;
  return (int)rows;
}

static void jobs_fail(store_job *jobs) {
  for (store_job *job = jobs; job != NULL; job = job->next)
    if (job->inside->query.kind != STORE_QUERY_CLOCK && sim_chance(SIM_FAULTS, sim.plan.query_fails)) {
      store_job_clear(job);
      store_job_fail(job, "the simulated query failed");
    }
}

static int read_all(sim_process *process, store_job *jobs, asc_error *error) {
  if (wait_fails(process, delay(0)) || sim_chance(SIM_FAULTS, sim.plan.read_fails)) return fail(process, error);
  int code = store_read(db, jobs, error);
  sim_check(code == ASC_OK, "the real store can't read: %s", error->reason);
  for (store_job *job = jobs; job != NULL; job = job->next)
    if (job->inside->query.kind == STORE_QUERY_CLOCK) clock_fill(process, job);
  if (sim.plan.query_fails > 0) {
    jobs_fail(jobs);
    for (store_job *job = jobs; job != NULL; job = job->next)
      if (job->status != STORE_DONE) sim_process_trouble(process, sim.now);
  }
  if (wait_fails(process, rows_of(jobs) / ROWS_PER_MS)) return fail(process, error);
  return ASC_OK;
}

int sim_store_read(void *data, store_job *jobs, asc_error *error) {
  int code = read_all(data, jobs, error);
  sim_memory_start();
  return code;
}

/* ---- news of other processes ---- */

static void news_deliver(void *data, uint64_t to) {
  live_input *input = data;
  sim_process *process = &sim_processes[to];
  if (sim_process_is_up(process) && deaf_until[to] <= sim.now) {
    if (input->kind == LIVE_INPUT_PEER_NOTICE) {
      sim_note("process %d hears: %s", process->index, input->text);
      sim_ledger_heard(process, input->text);
    }
    sim_process_post(process, input);
  } else {
    live_input_close(input);
  }
}

static void reconnect(void *data, uint64_t life) {
  sim_process *process = data;
  if (process->life != life || !sim_process_is_up(process)) return;
  sim_ledger_reconnected(process);
  sim_process_post(process, live_input_open(LIVE_INPUT_PEER_EVENTS, NULL));
}

void sim_store_deafen(sim_process *process, int64_t until) {
  deaf_until[process->index] = until;
  sim_process_trouble(process, sim.now);
  sim_note("process %d has no news for %lld ms", process->index, (long long)(until - sim.now));
  sim_after(until - sim.now, reconnect, process, process->life);
}

/* News keep their order. */
static void news_send(const sim_process *from, live_input *input) {
  static int64_t last;
  int64_t time = sim.now + 1 + (sim_chance(SIM_FAULTS, 5000) ? sim_below(SIM_FAULTS, NEWS_MAX) : 0);
  if (last > sim.now + NEWS_MAX) last = 0; /* of an earlier run */
  if (time < last) time = last;
  last = time;
  sim_after(time - sim.now, news_deliver, input, (uint64_t)(1 - from->index));
}

static void news_of(const sim_process *process, const store_job *job) {
  const store_event_row *last = NULL;
  for (const store_change *change = job->inside->changes; change != NULL; change = change->next) {
    if (change->kind == STORE_CHANGE_NOTIFY) /* the store marks texts with "!" */
      news_send(process, live_input_open(LIVE_INPUT_PEER_NOTICE, change->text + 1));
    if (change->kind != STORE_CHANGE_EVENT) continue;
    bool ends = change->next == NULL || change->next->kind != STORE_CHANGE_EVENT ||
                strcmp(change->next->event.game, change->event.game) != 0;
    last = &change->event;
    if (!ends) continue;
    live_input *input = live_input_open(LIVE_INPUT_PEER_EVENTS, NULL);
    (void)snprintf(input->game, sizeof input->game, "%s", last->game);
    input->last = last->seq;
    news_send(process, input);
  }
}

/* ---- writing ---- */

static void beat_note(const store_job *job) {
  for (const store_change *change = job->inside->changes; change != NULL; change = change->next)
    if (change->kind == STORE_CHANGE_HEARTBEAT) {
      if (change->now - beat > STORE_STEADY) steady = change->now;
      beat = sim.plan.processes < 2 || beat >= change->now + 60000 || change->now > beat ? change->now : beat;
    }
}

/* A commit fails after its jobs were decided: they seem to be done, but nothing is durable. */
static void jobs_decide(store_job *jobs) {
  for (store_job *job = jobs; job != NULL; job = job->next) store_job_clear(job);
}

static int write_all(sim_process *process, store_job *jobs, asc_error *error) {
  if (wait_fails(process, delay(0)) || sim_chance(SIM_FAULTS, sim.plan.write_fails)) {
    sim.failed_commits++;
    jobs_decide(jobs);
    return fail(process, error);
  }
  int code = store_write(db, jobs, error);
  sim_check(code == ASC_OK, "the real store can't write: %s", error->reason);
  sim.commits++;
  sim_ledger_commit(process, jobs);
  for (const store_job *job = jobs; job != NULL; job = job->next) {
    if (job->status != STORE_DONE) continue;
    beat_note(job);
    if (sim.plan.processes > 1) news_of(process, job);
  }
  bool is_lost = wait_fails(process, delay(0));
  if (!is_lost && !sim_chance(SIM_FAULTS, sim.plan.answer_fails)) return ASC_OK;
  sim.failed_commits++;
  return fail(process, error);
}

int sim_store_write(void *data, store_job *jobs, asc_error *error) {
  int code = write_all(data, jobs, error);
  sim_memory_start();
  return code;
}

int sim_store_probe(void *data, asc_error *error) {
  sim_process *process = data;
  bool fails = wait_fails(process, delay(0));
  int code = fails ? fail(process, error) : store_probe(db, error);
  sim_memory_start();
  return code;
}

/* ---- listings ---- */

static void listing_answer(void *data, uint64_t number) {
  store_job *job = data;
  sim_process *process = &sim_processes[number % SIM_PROCESSES];
  if (process->life != number / SIM_PROCESSES || process->loop == NULL) {
    live_request_close(job->data);
    store_job_close(job);
    return;
  }
  asc_error error;
  job->next = NULL;
  (void)store_read(db, job, &error);
  if (outage_until[process->index] > sim.now || sim_chance(SIM_FAULTS, sim.plan.query_fails)) {
    sim_process_trouble(process, sim.now);
    store_job_clear(job);
    store_job_fail(job, "the simulated listing failed");
  }
  live_input *input = live_input_open(LIVE_INPUT_LISTED, NULL);
  input->job = job;
  sim_process_post(process, input);
}

void sim_store_list(void *data, store_job *job) {
  sim_process *process = data;
  sim_memory_stop();
  int64_t time = 1 + delay(0);
  if (time >= 200) sim_process_trouble(process, sim.now + time);
  sim_after(time, listing_answer, job, process->life * SIM_PROCESSES + (uint64_t)process->index);
  sim_memory_start();
}

/* ---- the host ---- */

void sim_store_order(const char *what, const char *id) {
  int64_t number;
  asc_error error = {0};
  int code = store_order(db, what, id, &number, &error);
  sim_check(code == ASC_OK, "an order can't be added: %s", error.reason);
  sim_ledger_ordered(number, what, id);
}

/* ---- the end ---- */

static void event_audit(sqlite3_stmt *row, const char *game) {
  static char last_game[ASC_ID_TEXT_SIZE];
  static int64_t last_seq;
  const sim_game *known = sim_game_find(game);
  int64_t seq = sqlite3_column_int64(row, 1);
  sim_check(known != NULL && !known->is_deleted, "game %s is stored, but nobody wrote it", game);
  if (strcmp(last_game, game) != 0) last_seq = 0;
  (void)snprintf(last_game, sizeof last_game, "%s", game);
  sim_check(seq == last_seq + 1 && seq <= known->count, "game %s has event %lld after %lld", game, (long long)seq,
            (long long)last_seq);
  last_seq = seq;
  size_t length = (size_t)sqlite3_column_bytes(row, 4);
  sim_check(length == known->events[seq - 1].length &&
                memcmp(sqlite3_column_text(row, 4), known->events[seq - 1].body, length) == 0,
            "event %lld of game %s has changed", (long long)seq, game);
}

static int64_t table_audit(sqlite3 *handle, const char *sql, bool is_events) {
  sqlite3_stmt *row = NULL;
  int64_t count = 0;
  int code = sqlite3_prepare_v2(handle, sql, -1, &row, NULL);
  sim_check(code == SQLITE_OK, "%s: %s", sql, sqlite3_errmsg(handle));
  for (; sqlite3_step(row) == SQLITE_ROW; count++) {
    if (is_events) event_audit(row, (const char *)sqlite3_column_text(row, 0));
    for (int i = 0; i < sqlite3_column_count(row); i++) {
      int length = sqlite3_column_bytes(row, i);
      sim_digest_add(&length, sizeof length);
      if (length > 0) sim_digest_add(sqlite3_column_blob(row, i), (size_t)length);
    }
  }
  sqlite3_finalize(row);
  return count;
}

void sim_store_audit(void) {
  sqlite3 *handle;
  int code = sqlite3_open_v2(place, &handle, SQLITE_OPEN_READWRITE, NULL);
  sim_check(code == SQLITE_OK, "%s: can't be opened again", place);
  int64_t events = table_audit(handle, "SELECT game, seq, time, command, body FROM events ORDER BY game, seq", true);
  int64_t expected = 0;
  for (const sim_game *game = NULL; (game = sim_game_next(game)) != NULL;)
    expected += game->is_deleted ? 0 : game->count;
  sim_check(events == expected, "%lld events are stored, but %lld became durable", (long long)events,
            (long long)expected);
  (void)table_audit(handle, "SELECT * FROM games ORDER BY id", false);
  (void)table_audit(handle, "SELECT * FROM seats ORDER BY game, seat", false);
  (void)table_audit(handle, "SELECT * FROM persons ORDER BY id", false);
  (void)table_audit(handle, "SELECT * FROM secrets ORDER BY hash", false);
  (void)table_audit(handle, "SELECT * FROM blocks ORDER BY person, other", false);
  (void)table_audit(handle, "SELECT * FROM marks ORDER BY kind, id", false);
  (void)table_audit(handle, "SELECT * FROM orders ORDER BY number", false);
  sqlite3_close(handle);
  asc_error error = {0};
  code = store_check(db, &error);
  sim_check(code == ASC_OK, "the database is damaged: %s", error.reason);
}
