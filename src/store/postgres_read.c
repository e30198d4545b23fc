/* Queries in PostgreSQL. Each is one statement, or several in one snapshot. Up to ROUND_MAX queries go over the wire
   together. */
#include "postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- rows ---- */

static const char *column(store_job *job, const PGresult *rows, int row, int at) {
  if (PQgetisnull(rows, row, at)) return NULL;
  return store_job_copy(job, PQgetvalue(rows, row, at), (size_t)PQgetlength(rows, row, at));
}

/* Returns how many rows of an answer to use; a negative `max` is no limit. */
static int rows_used(store_job *job, const PGresult *rows, int max) {
  int count = PQntuples(rows);
  if (max < 0 || count <= max) return count;
  job->more = true;
  return max;
}

static void events_read(store_job *job, const PGresult *rows, const char *game, int max) {
  int count = rows_used(job, rows, max);
  for (int i = 0; i < count; i++) {
    store_event_row *row = store_job_row(job, &job->events, &job->events_count, sizeof *row);
    if (row == NULL) return; /* the job has the error */
    *row = (store_event_row){.game = game,
                             .seq = store_postgres_number(rows, i, 0),
                             .time = store_postgres_number(rows, i, 1),
                             .command = column(job, rows, i, 2),
                             .body = column(job, rows, i, 3),
                             .length = (size_t)PQgetlength(rows, i, 3)};
  }
}

static void games_read(store_job *job, const PGresult *rows, int max) {
  int count = rows_used(job, rows, max);
  for (int i = 0; i < count; i++) {
    store_game_row *row = store_job_row(job, &job->games, &job->games_count, sizeof *row);
    if (row == NULL) return;
    *row = (store_game_row){.id = column(job, rows, i, 0),
                            .spec = column(job, rows, i, 1),
                            .state = (store_game_state)store_postgres_number(rows, i, 2),
                            .is_private = store_postgres_number(rows, i, 3) != 0,
                            .created = store_postgres_number(rows, i, 4),
                            .changed = store_postgres_number(rows, i, 5),
                            .deadline = store_postgres_number(rows, i, 6),
                            .turn = (int)store_postgres_number(rows, i, 7),
                            .plies = (int)store_postgres_number(rows, i, 8),
                            .summary = column(job, rows, i, 9),
                            .last = store_postgres_number(rows, i, 10)};
    for (int k = 0; k < STORE_SEATS_MAX && !PQgetisnull(rows, i, 12 + 2 * k); k++) {
      row->seat[k].person = column(job, rows, i, 11 + 2 * k);
      row->seat[k].engine = (int)store_postgres_number(rows, i, 12 + 2 * k);
      row->seats++;
    }
  }
}

/* Reads the current person of an id from four columns. */
static void person_read(store_job *job, const PGresult *rows, int i, const char *id, int at) {
  store_person_row *row = store_job_row(job, &job->persons, &job->persons_count, sizeof *row);
  if (row == NULL) return;
  *row = (store_person_row){.id = id, .current = id};
  if (PQgetisnull(rows, i, at)) return;
  row->current = column(job, rows, i, at);
  row->name = column(job, rows, i, at + 1);
  row->created = store_postgres_number(rows, i, at + 2);
  row->seen = store_postgres_number(rows, i, at + 3);
}

static void secrets_read(store_job *job, const PGresult *rows) {
  for (int i = 0; i < PQntuples(rows); i++) {
    store_secret_row *row = store_job_row(job, &job->secrets, &job->secrets_count, sizeof *row);
    if (row == NULL) return;
    *row = (store_secret_row){.kind = (store_secret_kind)store_postgres_number(rows, i, 1),
                              .id = column(job, rows, i, 2),
                              .person = column(job, rows, i, 3),
                              .game = column(job, rows, i, 4),
                              .seat = (int)store_postgres_number(rows, i, 5),
                              .label = column(job, rows, i, 6),
                              .created = store_postgres_number(rows, i, 7),
                              .seen = store_postgres_number(rows, i, 8),
                              .expires = store_postgres_number(rows, i, 9),
                              .claimed_by = column(job, rows, i, 10)};
    store_postgres_hash(rows, i, 0, row->hash);
  }
}

static void orders_read(store_job *job, const PGresult *rows) {
  for (int i = 0; i < PQntuples(rows); i++) {
    store_order_row *row = store_job_row(job, &job->orders, &job->orders_count, sizeof *row);
    if (row == NULL) return;
    *row = (store_order_row){store_postgres_number(rows, i, 0), column(job, rows, i, 1), column(job, rows, i, 2)};
  }
}

/* ---- queries ---- */

/* `number` counts the statements of this query from 0. */
static void job_answer(store_job *job, int number, const PGresult *rows) {
  const store_query *query = &job->inside->query;
  if (PQresultStatus(rows) != PGRES_TUPLES_OK) return; /* the begin and the end of a snapshot */
  switch (query->kind) {
  case STORE_QUERY_GAME:
    if (number == 1)
      games_read(job, rows, -1);
    else if (job->games_count > 0 && query->max != 0)
      events_read(job, rows, query->id, query->max);
    break;
  case STORE_QUERY_EVENTS:
    events_read(job, rows, NULL, -1);
    for (size_t i = 0; i < job->events_count; i++)
      job->events[i].game = query->ids[store_postgres_number(rows, (int)i, 4) - 1];
    break;
  case STORE_QUERY_GAMES_OF:
  case STORE_QUERY_DEADLINES:
  case STORE_QUERY_GAMES: games_read(job, rows, query->max); break;
  case STORE_QUERY_PERSONS:
    for (int i = 0; i < PQntuples(rows); i++) person_read(job, rows, i, query->ids[i], 1);
    break;
  case STORE_QUERY_SECRET:
    secrets_read(job, rows);
    if (job->secrets_count > 0) person_read(job, rows, 0, job->secrets[0].person, 11);
    break;
  case STORE_QUERY_DEVICES: secrets_read(job, rows); break;
  case STORE_QUERY_BLOCKS:
    for (int i = 0; i < PQntuples(rows); i++) person_read(job, rows, i, column(job, rows, i, 0), 1);
    break;
  case STORE_QUERY_CLOCK:
    if (PQntuples(rows) == 0) break;
    job->clock = (store_clock){.now = store_postgres_number(rows, 0, 0),
                               .heartbeat = store_postgres_number(rows, 0, 1),
                               .steady = store_postgres_number(rows, 0, 2),
                               .has_peers = store_postgres_number(rows, 0, 3) > 1};
    break;
  case STORE_QUERY_LATEST:
    if (PQntuples(rows) > 0) job->clock.latest = store_postgres_number(rows, 0, 0);
    break;
  case STORE_QUERY_ORDERS: orders_read(job, rows); break;
  case STORE_QUERY_SPACE: job->space = (store_space){store_postgres_number(rows, 0, 0), -1}; break;
  case STORE_QUERY_NONE: break;
  }
}

static void events_send(store_postgres_link *link, const store_query *query) {
  asc_strbuf games = {0}, numbers = {0};
  char number[24];
  for (size_t i = 0; i < query->count; i++) {
    (void)snprintf(number, sizeof number, "%lld", (long long)query->numbers[i]);
    store_postgres_list_add(&games, query->ids[i]);
    store_postgres_list_add(&numbers, number);
  }
  store_postgres_send(link, STORE_SQL_EVENTS_OF, "tti", store_postgres_list_end(&games),
                      store_postgres_list_end(&numbers), (int64_t)query->max);
  if (games.failed || numbers.failed) link->is_unsent = true;
  free(games.text);
  free(numbers.text);
}

static void query_send(store_postgres_link *link, const store_query *query) {
  int64_t limit = (int64_t)query->max + 1;
  asc_strbuf ids = {0};
  switch (query->kind) {
  case STORE_QUERY_GAME:
    store_postgres_send(link, STORE_SQL_SNAPSHOT, "");
    store_postgres_send(link, STORE_SQL_GAME, "t", query->id);
    if (query->max != 0) store_postgres_send(link, STORE_SQL_EVENTS, "tii", query->id, query->number, limit);
    store_postgres_send(link, STORE_SQL_SNAPSHOT_END, "");
    break;
  case STORE_QUERY_EVENTS: events_send(link, query); break;
  case STORE_QUERY_GAMES_OF:
    store_postgres_send(link, STORE_SQL_GAMES_OF, "tiiit", query->id, (int64_t)query->states, query->number, limit,
                        query->text);
    break;
  case STORE_QUERY_DEADLINES: store_postgres_send(link, STORE_SQL_DEADLINES, "ii", query->number, limit); break;
  case STORE_QUERY_GAMES:
    if (query->states == 1U << STORE_GAME_RUNNING)
      store_postgres_send(link, STORE_SQL_RUNNING, "ti", query->id != NULL ? query->id : "", limit);
    else
      store_postgres_send(link, STORE_SQL_GAMES, "tii", query->id != NULL ? query->id : "", (int64_t)query->states,
                          limit);
    break;
  case STORE_QUERY_PERSONS:
    for (size_t i = 0; i < query->count; i++) store_postgres_list_add(&ids, query->ids[i]);
    store_postgres_send(link, STORE_SQL_PERSONS, "t", store_postgres_list_end(&ids));
    if (ids.failed) link->is_unsent = true;
    free(ids.text);
    break;
  case STORE_QUERY_SECRET:
    store_postgres_send(link, STORE_SQL_SECRET, "bi", query->hash, (int64_t)query->secret);
    break;
  case STORE_QUERY_DEVICES: store_postgres_send(link, STORE_SQL_DEVICES, "t", query->id); break;
  case STORE_QUERY_BLOCKS: store_postgres_send(link, STORE_SQL_BLOCKS, "t", query->id); break;
  case STORE_QUERY_CLOCK:
    store_postgres_send(link, STORE_SQL_CLOCK, "i", store_postgres_lock_of(link->own->about.id, STORE_LOCK_SERVER));
    break;
  case STORE_QUERY_LATEST: store_postgres_send(link, STORE_SQL_LATEST, ""); break;
  case STORE_QUERY_ORDERS: store_postgres_send(link, STORE_SQL_ORDERS, ""); break;
  case STORE_QUERY_SPACE: store_postgres_send(link, STORE_SQL_SPACE, ""); break;
  case STORE_QUERY_NONE: break;
  }
}

/* ---- rounds ---- */

enum { ROUND_MAX = 64 }; /* queries */

typedef struct round_trip {
  store_job *jobs[ROUND_MAX];
  int first[ROUND_MAX + 1]; /* the number of the first statement of each; at the end the number of all */
  int count, at;
} round_trip;

static void on_answer(void *data, int number, const PGresult *rows) {
  round_trip *round = data;
  while (number >= round->first[round->at + 1]) round->at++;
  job_answer(round->jobs[round->at], number - round->first[round->at], rows);
}

/* A query of several statements needs a snapshot, which is a transaction of its own. */
static bool needs_snapshot(const store_job *job) { return job->inside->query.kind == STORE_QUERY_GAME; }

/* Those with snapshots come first: PostgreSQL refuses to begin one after other statements of the same round. */
static int jobs_ask(store_postgres_link *link, store_job *const *jobs, int count, asc_error *error) {
  round_trip round = {0};
  for (int pass = 0; pass < 2; pass++)
    for (int i = 0; i < count; i++) {
      if (needs_snapshot(jobs[i]) != (pass == 0)) continue;
      store_job_clear(jobs[i]);
      round.jobs[round.count] = jobs[i];
      round.first[round.count++] = link->sent;
      query_send(link, &jobs[i]->inside->query);
    }
  round.first[round.count] = link->sent;
  return store_postgres_exchange(link, on_answer, &round, error);
}

/* A connection that turns out to be dead is made again, once: a query may be asked twice. If the server refuses
   something, each query is asked alone, so that only the wrong one fails. */
static int jobs_answer(store_postgres_link *link, store_job *const *jobs, int count, asc_error *error) {
  asc_error why = {0};
  int code = ASC_E_FILE;
  for (int tries = 0; tries < 2; tries++) {
    code = store_postgres_connect(link, error);
    if (code != ASC_OK) return code;
    code = jobs_ask(link, jobs, count, &why);
    if (code == ASC_OK || store_postgres_is_connected(link)) break;
  }
  if (code == ASC_OK) return ASC_OK;
  if (!store_postgres_is_connected(link)) {
    if (error != NULL) *error = why;
    return code;
  }
  store_postgres_rollback(link);
  if (count == 1) return store_job_fail(jobs[0], why.reason), ASC_OK;
  code = ASC_OK;
  for (int i = 0; i < count && code == ASC_OK; i++) code = jobs_answer(link, &jobs[i], 1, error);
  return code;
}

int store_postgres_ask(store_postgres_link *link, store_job *jobs, asc_error *error) {
  store_job *round[ROUND_MAX];
  for (store_job *job = store_job_pending(jobs); job != NULL;) {
    int count = 0;
    for (; job != NULL && count < ROUND_MAX; job = store_job_pending(job->next)) round[count++] = job;
    int code = jobs_answer(link, round, count, error);
    if (code != ASC_OK) return code;
  }
  return ASC_OK;
}
