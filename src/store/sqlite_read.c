/* Queries in SQLite. Each is answered in a read transaction of its own, as of one moment. The game thread and the
   listing thread have their own connections; read sqlite.h first. */
#include "sqlite.h"

#include <string.h>
#include <sys/statvfs.h>

#define GAME_COLUMNS                                                             \
  "SELECT id, spec, state, secret, made, changed, deadline, turn, plies, about," \
  " (SELECT max(seq) FROM events WHERE game = games.id) FROM games "
#define SECRET_COLUMNS "SELECT hash, kind, id, person, game, seat, label, made, seen, expires, taken FROM secrets "

static const char BEGIN[] = "BEGIN";
static const char END[] = "COMMIT";
static const char EVENTS[] =
    "SELECT seq, time, command, body FROM events WHERE game = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3";
static const char GAME[] = GAME_COLUMNS "WHERE id = ?1";
static const char SEATS[] = "SELECT person, engine FROM seats WHERE game = ?1 ORDER BY seat";
static const char GAMES_OF[] =
    GAME_COLUMNS "WHERE id IN (SELECT game FROM seats WHERE person = ?1) AND (1 << state) & ?2"
                 " AND (?3 = 0 OR changed < ?3 OR (changed = ?3 AND id > ?5))"
                 " ORDER BY changed DESC, id LIMIT ?4";
static const char DEADLINES[] = GAME_COLUMNS "WHERE wake <= ?1 AND deadline <= ?1 AND state < 2 ORDER BY wake LIMIT ?2";
static const char GAMES[] = GAME_COLUMNS "WHERE id > ?1 AND (1 << state) & ?2 ORDER BY id LIMIT ?3";
static const char PERSON[] =
    "SELECT b.id, b.name, b.made, b.seen FROM persons a JOIN persons b ON b.id = coalesce(a.merged, a.id)"
    " WHERE a.id = ?1";
static const char SECRET[] = SECRET_COLUMNS "WHERE hash = ?1 AND kind = ?2";
static const char DEVICES[] = SECRET_COLUMNS "WHERE person = ?1 AND kind = 0 ORDER BY made, hash";
static const char BLOCKS[] = "SELECT other FROM blocks WHERE person = ?1 ORDER BY other";
static const char HEARTBEAT[] = "SELECT value FROM meta WHERE key = 'heartbeat'";
static const char SPACE[] = "SELECT (page_count - freelist_count) * page_size"
                            " FROM pragma_page_count, pragma_freelist_count, pragma_page_size";
static const char LATEST[] = "SELECT coalesce(max(changed), 0) FROM games";
static const char ORDERS[] = "SELECT number, what, id FROM orders ORDER BY number";

/* Steps to the next row. Returns 1, 0 at the end, or -1 on failure; in the last two cases the statement is reset. */
static int row_next(sqlite3_stmt *statement) {
  if (statement == NULL) return -1;
  int result = sqlite3_step(statement);
  if (result == SQLITE_ROW) return 1;
  sqlite3_reset(statement);
  return result == SQLITE_DONE ? 0 : -1;
}

static const char *column(store_job *job, sqlite3_stmt *statement, int at) {
  const char *text = (const char *)sqlite3_column_text(statement, at);
  return store_job_copy(job, text, (size_t)sqlite3_column_bytes(statement, at));
}

/* Returns whether a list has reached its limit, so that there is more. A negative `max` is no limit. */
static bool full(store_job *job, size_t count, int max) {
  if (max < 0 || count < (size_t)max) return false;
  return job->more = true;
}

/* ---- rows ---- */

static int events_read(store_job *job, sqlite3_stmt *statement, const char *game, int max) {
  int more;
  while ((more = row_next(statement)) > 0) {
    if (full(job, job->events_count, max)) return sqlite3_reset(statement), 0;
    store_event_row *row = store_job_row(job, &job->events, &job->events_count, sizeof *row);
    if (row == NULL) return sqlite3_reset(statement), 0; /* the job has the error */
    *row = (store_event_row){.game = game,
                             .seq = sqlite3_column_int64(statement, 0),
                             .time = sqlite3_column_int64(statement, 1),
                             .command = column(job, statement, 2),
                             .body = column(job, statement, 3),
                             .length = (size_t)sqlite3_column_bytes(statement, 3)};
  }
  return more;
}

static int seats_read(store_sqlite_link *link, store_job *job, store_game_row *game) {
  sqlite3_stmt *statement = store_sqlite_bind(link, SEATS, "t", game->id);
  int more;
  while ((more = row_next(statement)) > 0) {
    if (game->seats == STORE_SEATS_MAX) return sqlite3_reset(statement), 0;
    game->seat[game->seats].person = column(job, statement, 0);
    game->seat[game->seats++].engine = sqlite3_column_int(statement, 1);
  }
  return more;
}

static int games_read(store_sqlite_link *link, store_job *job, sqlite3_stmt *statement, int max) {
  int more;
  while ((more = row_next(statement)) > 0) {
    if (full(job, job->games_count, max)) return sqlite3_reset(statement), 0;
    store_game_row *row = store_job_row(job, &job->games, &job->games_count, sizeof *row);
    if (row == NULL) return sqlite3_reset(statement), 0;
    *row = (store_game_row){.id = column(job, statement, 0),
                            .spec = column(job, statement, 1),
                            .state = (store_game_state)sqlite3_column_int(statement, 2),
                            .is_private = sqlite3_column_int(statement, 3) != 0,
                            .created = sqlite3_column_int64(statement, 4),
                            .changed = sqlite3_column_int64(statement, 5),
                            .deadline = sqlite3_column_int64(statement, 6),
                            .turn = sqlite3_column_int(statement, 7),
                            .plies = sqlite3_column_int(statement, 8),
                            .summary = column(job, statement, 9),
                            .last = sqlite3_column_int64(statement, 10)};
    if (seats_read(link, job, row) < 0) return sqlite3_reset(statement), -1;
  }
  return more;
}

static int person_read(store_sqlite_link *link, store_job *job, const char *id) {
  store_person_row *row = store_job_row(job, &job->persons, &job->persons_count, sizeof *row);
  if (row == NULL) return 0;
  *row = (store_person_row){.id = id, .current = id};
  sqlite3_stmt *statement = store_sqlite_bind(link, PERSON, "t", id);
  int more = row_next(statement);
  if (more <= 0) return more;
  *row = (store_person_row){.id = id,
                            .current = column(job, statement, 0),
                            .name = column(job, statement, 1),
                            .created = sqlite3_column_int64(statement, 2),
                            .seen = sqlite3_column_int64(statement, 3)};
  return sqlite3_reset(statement), 0;
}

static int persons_read(store_sqlite_link *link, store_job *job, const char *const *ids, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (person_read(link, job, ids[i]) < 0) return -1;
  return 0;
}

static int secrets_read(store_job *job, sqlite3_stmt *statement) {
  int more;
  while ((more = row_next(statement)) > 0) {
    store_secret_row *row = store_job_row(job, &job->secrets, &job->secrets_count, sizeof *row);
    if (row == NULL) return sqlite3_reset(statement), 0;
    *row = (store_secret_row){.kind = (store_secret_kind)sqlite3_column_int(statement, 1),
                              .id = column(job, statement, 2),
                              .person = column(job, statement, 3),
                              .game = column(job, statement, 4),
                              .seat = sqlite3_column_int(statement, 5),
                              .label = column(job, statement, 6),
                              .created = sqlite3_column_int64(statement, 7),
                              .seen = sqlite3_column_int64(statement, 8),
                              .expires = sqlite3_column_int64(statement, 9),
                              .claimed_by = column(job, statement, 10)};
    if (sqlite3_column_bytes(statement, 0) == STORE_HASH)
      memcpy(row->hash, sqlite3_column_blob(statement, 0), STORE_HASH);
  }
  return more;
}

/* ---- queries ---- */

static int game_answer(store_sqlite_link *link, store_job *job, const store_query *query) {
  if (games_read(link, job, store_sqlite_bind(link, GAME, "t", query->id), -1) < 0) return -1;
  if (job->games_count == 0 || query->max == 0) return 0;
  sqlite3_stmt *events = store_sqlite_bind(link, EVENTS, "tii", query->id, query->number, (int64_t)query->max + 1);
  return events_read(job, events, query->id, query->max);
}

static int events_answer(store_sqlite_link *link, store_job *job, const store_query *query) {
  for (size_t i = 0; i < query->count; i++) {
    sqlite3_stmt *events =
        store_sqlite_bind(link, EVENTS, "tii", query->ids[i], query->numbers[i], (int64_t)query->max);
    if (events_read(job, events, query->ids[i], -1) < 0) return -1;
  }
  return 0;
}

static int secret_answer(store_sqlite_link *link, store_job *job, const store_query *query) {
  if (secrets_read(job, store_sqlite_bind(link, SECRET, "bi", query->hash, (int64_t)query->secret)) < 0) return -1;
  return job->secrets_count == 0 ? 0 : person_read(link, job, job->secrets[0].person);
}

static int blocks_answer(store_sqlite_link *link, store_job *job, const store_query *query) {
  sqlite3_stmt *statement = store_sqlite_bind(link, BLOCKS, "t", query->id);
  int more;
  while ((more = row_next(statement)) > 0) {
    const char *other = column(job, statement, 0);
    if (other == NULL || person_read(link, job, other) < 0) return sqlite3_reset(statement), -1;
  }
  return more;
}

static int clock_answer(sqlite3_stmt *statement, int64_t *time) {
  int more = row_next(statement);
  if (more <= 0) return more;
  *time = sqlite3_column_int64(statement, 0);
  return sqlite3_reset(statement), 0;
}

static int space_answer(store_sqlite_link *link, store_job *job) {
  struct statvfs disk;
  sqlite3_stmt *statement = store_sqlite_bind(link, SPACE, "");
  if (row_next(statement) <= 0) return -1;
  job->space.used = sqlite3_column_int64(statement, 0);
  job->space.free = statvfs(link->path, &disk) == 0 ? (int64_t)disk.f_bavail * (int64_t)disk.f_frsize : -1;
  return sqlite3_reset(statement), 0;
}

static int orders_answer(store_sqlite_link *link, store_job *job) {
  sqlite3_stmt *statement = store_sqlite_bind(link, ORDERS, "");
  int more;
  while ((more = row_next(statement)) > 0) {
    store_order_row *row = store_job_row(job, &job->orders, &job->orders_count, sizeof *row);
    if (row == NULL) return sqlite3_reset(statement), 0;
    *row = (store_order_row){sqlite3_column_int64(statement, 0), column(job, statement, 1), column(job, statement, 2)};
  }
  return more;
}

static int answer(store_sqlite_link *link, store_job *job, const store_query *query) {
  int64_t limit = (int64_t)query->max + 1;
  switch (query->kind) {
  case STORE_QUERY_GAME: return game_answer(link, job, query);
  case STORE_QUERY_EVENTS: return events_answer(link, job, query);
  case STORE_QUERY_GAMES_OF:
    return games_read(link, job,
                      store_sqlite_bind(link, GAMES_OF, "tiiit", query->id, (int64_t)query->states, query->number,
                                        limit, query->text),
                      query->max);
  case STORE_QUERY_DEADLINES:
    return games_read(link, job, store_sqlite_bind(link, DEADLINES, "ii", query->number, limit), query->max);
  case STORE_QUERY_GAMES:
    return games_read(
        link, job,
        store_sqlite_bind(link, GAMES, "tii", query->id != NULL ? query->id : "", (int64_t)query->states, limit),
        query->max);
  case STORE_QUERY_PERSONS: return persons_read(link, job, query->ids, query->count);
  case STORE_QUERY_SECRET: return secret_answer(link, job, query);
  case STORE_QUERY_DEVICES: return secrets_read(job, store_sqlite_bind(link, DEVICES, "t", query->id));
  case STORE_QUERY_BLOCKS: return blocks_answer(link, job, query);
  case STORE_QUERY_SPACE: return space_answer(link, job);
  case STORE_QUERY_CLOCK: return clock_answer(store_sqlite_bind(link, HEARTBEAT, ""), &job->clock.heartbeat);
  case STORE_QUERY_LATEST: return clock_answer(store_sqlite_bind(link, LATEST, ""), &job->clock.latest);
  case STORE_QUERY_ORDERS: return orders_answer(link, job);
  case STORE_QUERY_NONE: break;
  }
  return 0;
}

static int answer_at_one_moment(store_sqlite_link *link, store_job *job, asc_error *error) {
  int result =
      store_sqlite_change(link, store_sqlite_bind(link, BEGIN, "")) < 0 ? -1 : answer(link, job, &job->inside->query);
  int code = result < 0 ? store_sqlite_fail(link, error) : ASC_OK;
  if (!sqlite3_get_autocommit(link->handle)) (void)store_sqlite_change(link, store_sqlite_bind(link, END, ""));
  return code;
}

int store_sqlite_read(void *database, store_job *jobs, asc_error *error) {
  store_sqlite *sqlite = database;
  for (store_job *job = store_job_pending(jobs); job != NULL; job = store_job_pending(job->next)) {
    asc_error why = {0};
    int code = answer_at_one_moment(&sqlite->game, job, &why);
    if (atomic_load(&sqlite->is_interrupted)) return asc_error_set(error, ASC_E_STATE, "%s: interrupted", sqlite->path);
    if (code != ASC_OK) store_job_fail(job, why.reason);
  }
  return ASC_OK;
}

int store_sqlite_list(void *database, store_job *job, asc_error *error) {
  store_sqlite *sqlite = database;
  if (atomic_load(&sqlite->is_interrupted)) return asc_error_set(error, ASC_E_STATE, "%s: interrupted", sqlite->path);
  return answer_at_one_moment(&sqlite->listing, job, error);
}
