/* Questions in PostgreSQL. Each is one statement, or several of one snapshot; those that wait go over the wire
 * together. */
#include "postgres.h"

#include <stdlib.h>
#include <string.h>

enum {
  BEGIN,
  END,
  EVENTS,
  COMMAND,
  GAME,
  GAMES_OF,
  DEADLINES,
  GAMES,
  RUNNING,
  PERSONS,
  SECRET,
  DEVICES,
  BLOCKS,
  COUNT_STATES,
  COUNTS,
  CLOCK,
  LATEST,
  ORDERS,
  SPACE,
  STATEMENTS
};

#define SEAT_COLUMNS(n) ", s" #n ".person, s" #n ".engine"
#define SEAT_TABLE(n) " LEFT JOIN seats s" #n " ON s" #n ".game = g.id AND s" #n ".seat = " #n
/* Eleven columns, and two for each of four seats. The rows are chosen before their seats are looked for. */
#define GAME_COLUMNS                                                                                 \
  "SELECT g.id, spec, state, secret, made, changed, deadline, turn, plies, about,"                   \
  " (SELECT max(seq) FROM events WHERE game = g.id)" SEAT_COLUMNS(0) SEAT_COLUMNS(1) SEAT_COLUMNS(2) \
      SEAT_COLUMNS(3) " FROM "
#define SEAT_TABLES SEAT_TABLE(0) SEAT_TABLE(1) SEAT_TABLE(2) SEAT_TABLE(3)
#define SECRET_COLUMNS "SELECT hash, kind, s.id, person, game, seat, label, s.made, s.seen, expires, taken"
#define PERSON_COLUMNS "b.id, b.name, b.made, b.seen"
#define PERSON_TABLES(id) " LEFT JOIN persons a ON a.id = " id " LEFT JOIN persons b ON b.id = coalesce(a.merged, a.id)"

const char *const asc_postgres_read_sql[] = {
    [BEGIN] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    [END] = "COMMIT",
    [EVENTS] = "SELECT seq, time, command, body FROM events WHERE game = $1 AND seq >= $2 ORDER BY seq LIMIT $3",
    [COMMAND] = "SELECT seq, time, command, body FROM events WHERE game = $1 AND command = $2 ORDER BY seq",
    [GAME] = GAME_COLUMNS "games g" SEAT_TABLES " WHERE g.id = $1",
    [GAMES_OF] = GAME_COLUMNS
    "(SELECT * FROM games WHERE id IN (SELECT game FROM seats WHERE person = $1) AND (1 << state) & $2::int <> 0"
    " AND ($3::bigint = 0 OR changed < $3::bigint OR (changed = $3::bigint AND id > $5::text))"
    " ORDER BY changed DESC, id LIMIT $4) g" SEAT_TABLES " ORDER BY changed DESC, g.id",
    [DEADLINES] = GAME_COLUMNS "(SELECT * FROM games WHERE wake <= $1::bigint AND deadline <= $1::bigint AND state < 2"
                               " ORDER BY wake LIMIT $2) g" SEAT_TABLES " ORDER BY wake",
    [GAMES] = GAME_COLUMNS
    "(SELECT * FROM games WHERE id > $1 AND (1 << state) & $2::int <> 0 ORDER BY id LIMIT $3) g" SEAT_TABLES
    " ORDER BY g.id",
    /* The same for what is running, which is asked for at every start: few of very many. */
    [RUNNING] = GAME_COLUMNS "(SELECT * FROM games WHERE id > $1 AND state = 1 ORDER BY id LIMIT $2) g" SEAT_TABLES
                             " ORDER BY g.id",
    [PERSONS] =
        "SELECT wanted.id, " PERSON_COLUMNS
        " FROM unnest($1::text[]) WITH ORDINALITY AS wanted(id, place)" PERSON_TABLES("wanted.id") " ORDER BY place",
    [SECRET] =
        SECRET_COLUMNS ", " PERSON_COLUMNS " FROM secrets s" PERSON_TABLES("s.person") " WHERE hash = $1 AND kind = $2",
    [DEVICES] = SECRET_COLUMNS " FROM secrets s WHERE person = $1 AND kind = 0 ORDER BY made, hash",
    [BLOCKS] =
        "SELECT other, " PERSON_COLUMNS " FROM blocks" PERSON_TABLES("other") " WHERE person = $1 ORDER BY other",
    [COUNT_STATES] = "SELECT state, count(*) FROM games GROUP BY state",
    [COUNTS] = ("SELECT (SELECT count(*) FROM events), (SELECT count(*) FROM persons WHERE merged IS NULL),"
                " (SELECT count(*) FROM secrets WHERE kind = 0)"),
    /* A server holds its lock in the session by which it listens. */
    [CLOCK] = ("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, value::bigint,"
               " (SELECT value::bigint FROM meta WHERE key = 'steady'),"
               " (SELECT count(DISTINCT pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted"
               " AND mode = 'ShareLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
               " AND classid::bigint = (($1::bigint >> 32) & 4294967295) AND objid::bigint = ($1::bigint & 4294967295))"
               " FROM meta WHERE key = 'heartbeat'"),
    [LATEST] = "SELECT coalesce(max(changed), 0) FROM games",
    [ORDERS] = "SELECT number, what, id FROM orders ORDER BY number",
    [SPACE] = "SELECT pg_database_size(current_database())",
};
const int asc_postgres_read_count = STATEMENTS;

/* ---- each kind of row ---- */

static const char *column(asc_job *job, const PGresult *rows, int row, int at) {
  if (PQgetisnull(rows, row, at)) return NULL;
  return asc_job_copy(job, PQgetvalue(rows, row, at), (size_t)PQgetlength(rows, row, at));
}

/* How many rows of an answer are wanted; below 0 all. */
static int wanted(asc_job *job, const PGresult *rows, int most) {
  int count = PQntuples(rows);
  if (most < 0 || count <= most) return count;
  job->more = true;
  return most;
}

static void events_read(asc_job *job, const PGresult *rows, const char *game, int most) {
  int count = wanted(job, rows, most);
  for (int i = 0; i < count; i++) {
    asc_event_row *row = asc_job_row(job, &job->events, &job->events_count, sizeof *row);
    if (row == NULL) return; /* the job is wrong, and says so */
    *row = (asc_event_row){.game = game,
                           .seq = asc_postgres_number(rows, i, 0),
                           .time = asc_postgres_number(rows, i, 1),
                           .command = column(job, rows, i, 2),
                           .body = column(job, rows, i, 3),
                           .length = (size_t)PQgetlength(rows, i, 3)};
  }
}

static void games_read(asc_job *job, const PGresult *rows, int most) {
  int count = wanted(job, rows, most);
  for (int i = 0; i < count; i++) {
    asc_game_row *row = asc_job_row(job, &job->games, &job->games_count, sizeof *row);
    if (row == NULL) return;
    *row = (asc_game_row){.id = column(job, rows, i, 0),
                          .spec = column(job, rows, i, 1),
                          .state = (asc_game_state)asc_postgres_number(rows, i, 2),
                          .secret = asc_postgres_number(rows, i, 3) != 0,
                          .made = asc_postgres_number(rows, i, 4),
                          .changed = asc_postgres_number(rows, i, 5),
                          .deadline = asc_postgres_number(rows, i, 6),
                          .turn = (int)asc_postgres_number(rows, i, 7),
                          .plies = (int)asc_postgres_number(rows, i, 8),
                          .about = column(job, rows, i, 9),
                          .last = asc_postgres_number(rows, i, 10)};
    for (int k = 0; k < ASC_STORE_SEATS_MAX && !PQgetisnull(rows, i, 12 + 2 * k); k++) {
      row->seat[k].person = column(job, rows, i, 11 + 2 * k);
      row->seat[k].engine = (int)asc_postgres_number(rows, i, 12 + 2 * k);
      row->seats++;
    }
  }
}

/* Somebody, and who that is now, in four columns from `at` on. */
static void person_read(asc_job *job, const PGresult *rows, int i, const char *id, int at) {
  asc_person_row *row = asc_job_row(job, &job->persons, &job->persons_count, sizeof *row);
  if (row == NULL) return;
  *row = (asc_person_row){.id = id, .now = id};
  if (PQgetisnull(rows, i, at)) return;
  row->now = column(job, rows, i, at);
  row->name = column(job, rows, i, at + 1);
  row->made = asc_postgres_number(rows, i, at + 2);
  row->seen = asc_postgres_number(rows, i, at + 3);
}

static void secrets_read(asc_job *job, const PGresult *rows) {
  for (int i = 0; i < PQntuples(rows); i++) {
    asc_secret_row *row = asc_job_row(job, &job->secrets, &job->secrets_count, sizeof *row);
    if (row == NULL) return;
    *row = (asc_secret_row){.kind = (asc_secret_kind)asc_postgres_number(rows, i, 1),
                            .id = column(job, rows, i, 2),
                            .person = column(job, rows, i, 3),
                            .game = column(job, rows, i, 4),
                            .seat = (int)asc_postgres_number(rows, i, 5),
                            .label = column(job, rows, i, 6),
                            .made = asc_postgres_number(rows, i, 7),
                            .seen = asc_postgres_number(rows, i, 8),
                            .expires = asc_postgres_number(rows, i, 9),
                            .taken = column(job, rows, i, 10)};
    asc_postgres_hash(rows, i, 0, row->hash);
  }
}

static void counts_read(asc_job *job, const PGresult *rows) {
  if (PQnfields(rows) == 3) {
    job->counts.events = asc_postgres_number(rows, 0, 0);
    job->counts.persons = asc_postgres_number(rows, 0, 1);
    job->counts.devices = asc_postgres_number(rows, 0, 2);
    return;
  }
  for (int i = 0; i < PQntuples(rows); i++) {
    int64_t state = asc_postgres_number(rows, i, 0);
    if (state >= 0 && state <= ASC_GAME_BROKEN) job->counts.games[state] = asc_postgres_number(rows, i, 1);
  }
}

static void orders_read(asc_job *job, const PGresult *rows) {
  for (int i = 0; i < PQntuples(rows); i++) {
    asc_order_row *row = asc_job_row(job, &job->orders, &job->orders_count, sizeof *row);
    if (row == NULL) return;
    *row = (asc_order_row){asc_postgres_number(rows, i, 0), column(job, rows, i, 1), column(job, rows, i, 2)};
  }
}

/* ---- each question ---- */

/* `number` counts the statements of this question. */
static void job_answer(asc_job *job, int number, const PGresult *rows) {
  const asc_question *question = &job->inside->question;
  if (PQresultStatus(rows) != PGRES_TUPLES_OK) return; /* the snapshot's begin and end */
  switch (question->kind) {
  case ASC_ASK_GAME:
    if (number == 1)
      games_read(job, rows, -1);
    else if (job->games_count > 0 && question->most != 0)
      events_read(job, rows, question->id, question->most);
    break;
  case ASC_ASK_COMMAND: events_read(job, rows, question->id, -1); break;
  case ASC_ASK_GAMES_OF:
  case ASC_ASK_DEADLINES:
  case ASC_ASK_GAMES: games_read(job, rows, question->most); break;
  case ASC_ASK_PERSONS:
    for (int i = 0; i < PQntuples(rows); i++) person_read(job, rows, i, question->ids[i], 1);
    break;
  case ASC_ASK_SECRET:
    secrets_read(job, rows);
    if (job->secrets_count > 0) person_read(job, rows, 0, job->secrets[0].person, 11);
    break;
  case ASC_ASK_DEVICES: secrets_read(job, rows); break;
  case ASC_ASK_BLOCKS:
    for (int i = 0; i < PQntuples(rows); i++) person_read(job, rows, i, column(job, rows, i, 0), 1);
    break;
  case ASC_ASK_COUNTS: counts_read(job, rows); break;
  case ASC_ASK_CLOCK:
    if (PQntuples(rows) == 0) break;
    job->clock = (asc_store_clock){.now = asc_postgres_number(rows, 0, 0),
                                   .heartbeat = asc_postgres_number(rows, 0, 1),
                                   .steady = asc_postgres_number(rows, 0, 2),
                                   .others = asc_postgres_number(rows, 0, 3) > 1};
    break;
  case ASC_ASK_LATEST:
    if (PQntuples(rows) > 0) job->clock.latest = asc_postgres_number(rows, 0, 0);
    break;
  case ASC_ASK_ORDERS: orders_read(job, rows); break;
  case ASC_ASK_SPACE: job->space = (asc_store_space){asc_postgres_number(rows, 0, 0), -1}; break;
  case ASC_ASK_NOTHING: break;
  }
}

static bool question_send(asc_postgres_link *link, const asc_question *question) {
  int64_t limit = (int64_t)question->most + 1;
  char *ids;
  switch (question->kind) {
  case ASC_ASK_GAME:
    asc_postgres_send(link, BEGIN, "");
    asc_postgres_send(link, GAME, "t", question->id);
    if (question->most != 0) asc_postgres_send(link, EVENTS, "tii", question->id, question->number, limit);
    asc_postgres_send(link, END, "");
    break;
  case ASC_ASK_COMMAND: asc_postgres_send(link, COMMAND, "tt", question->id, question->text); break;
  case ASC_ASK_GAMES_OF:
    asc_postgres_send(link, GAMES_OF, "tiiit", question->id, (int64_t)question->states, question->number, limit,
                      question->text);
    break;
  case ASC_ASK_DEADLINES: asc_postgres_send(link, DEADLINES, "ii", question->number, limit); break;
  case ASC_ASK_GAMES:
    if (question->states == 1U << ASC_GAME_RUNNING)
      asc_postgres_send(link, RUNNING, "ti", question->id != NULL ? question->id : "", limit);
    else
      asc_postgres_send(link, GAMES, "tii", question->id != NULL ? question->id : "", (int64_t)question->states, limit);
    break;
  case ASC_ASK_PERSONS:
    ids = asc_postgres_texts(question->ids, question->count);
    if (ids == NULL) return false;
    asc_postgres_send(link, PERSONS, "t", ids);
    free(ids);
    break;
  case ASC_ASK_SECRET: asc_postgres_send(link, SECRET, "bi", question->hash, (int64_t)question->secret); break;
  case ASC_ASK_DEVICES: asc_postgres_send(link, DEVICES, "t", question->id); break;
  case ASC_ASK_BLOCKS: asc_postgres_send(link, BLOCKS, "t", question->id); break;
  case ASC_ASK_COUNTS:
    asc_postgres_send(link, BEGIN, "");
    asc_postgres_send(link, COUNT_STATES, "");
    asc_postgres_send(link, COUNTS, "");
    asc_postgres_send(link, END, "");
    break;
  case ASC_ASK_CLOCK:
    asc_postgres_send(link, CLOCK, "i", asc_postgres_lock_of(link->own->about.id, ASC_LOCK_SERVER));
    break;
  case ASC_ASK_LATEST: asc_postgres_send(link, LATEST, ""); break;
  case ASC_ASK_ORDERS: asc_postgres_send(link, ORDERS, ""); break;
  case ASC_ASK_SPACE: asc_postgres_send(link, SPACE, ""); break;
  case ASC_ASK_NOTHING: break;
  }
  return true;
}

typedef struct round_trip {
  asc_job *jobs[ASC_POSTGRES_QUESTIONS];
  int first[ASC_POSTGRES_QUESTIONS + 1]; /* the number of its first statement; behind the last of all */
  int at;
} round_trip;

static void answer_take(void *data, int number, const PGresult *rows) {
  round_trip *all = data;
  while (number >= all->first[all->at + 1]) all->at++;
  job_answer(all->jobs[all->at], number - all->first[all->at], rows);
}

/* Whether it wants several rows as of one moment. */
static bool begins(const asc_job *job) {
  asc_question_kind kind = job->inside->question.kind;
  return kind == ASC_ASK_GAME || kind == ASC_ASK_COUNTS;
}

/* Those that begin a transaction come first: behind others, which together are one already, it would be refused. */
static int ask_all(asc_postgres_link *link, asc_job *jobs, asc_error *error) {
  round_trip all = {0};
  int count = 0;
  for (int others = 0; others < 2; others++)
    for (asc_job *job = jobs; job != NULL && count < ASC_POSTGRES_QUESTIONS; job = job->inside->next) {
      if (begins(job) == (others == 1)) continue;
      all.jobs[count] = job;
      all.first[count++] = link->sent;
      if (!question_send(link, &job->inside->question)) {
        asc_postgres_disconnect(link);
        return asc_error_set(error, ASC_E_MEMORY, "out of memory");
      }
    }
  all.first[count] = link->sent;
  return asc_postgres_exchange(link, answer_take, &all, error);
}

/* A connection that turns out to be dead is made again, once: to ask twice does no harm. */
int asc_postgres_read(void *database, asc_job *jobs, asc_error *error) {
  asc_postgres_link *link = &((asc_postgres *)database)->reader;
  int code = ASC_E_FILE;
  for (int tries = 0; tries < 2; tries++) {
    code = asc_postgres_connect(link, error);
    if (code != ASC_OK) return code;
    code = ask_all(link, jobs, error);
    if (code == ASC_OK || asc_postgres_connected(link)) break;
    for (asc_job *job = jobs; job != NULL; job = job->inside->next) asc_job_unanswer(job);
  }
  if (code != ASC_OK && asc_postgres_connected(link)) (void)asc_postgres_run(link, "ROLLBACK", NULL, NULL);
  return code;
}
