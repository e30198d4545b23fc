/* Questions in SQLite. Each is answered within one read transaction: as of one moment. */
#include "sqlite.h"

#include <string.h>
#include <sys/statvfs.h>

enum {
  BEGIN,
  END,
  EVENTS,
  COMMAND,
  GAME,
  SEATS,
  GAMES_OF,
  DEADLINES,
  GAMES,
  PERSON,
  SECRET,
  DEVICES,
  BLOCKS,
  COUNT_STATES,
  COUNT_EVENTS,
  COUNT_PERSONS,
  COUNT_DEVICES,
  HEARTBEAT,
  SPACE,
  LATEST,
  STATEMENTS
};
_Static_assert((int)STATEMENTS <= (int)ASC_SQLITE_STATEMENTS, "there is room for all statements");

#define GAME_COLUMNS                                                             \
  "SELECT id, spec, state, secret, made, changed, deadline, turn, plies, about," \
  " (SELECT max(seq) FROM events WHERE game = games.id) FROM games "
#define SECRET_COLUMNS "SELECT hash, kind, id, person, game, seat, label, made, seen, expires, taken FROM secrets "

static const char *const sql[STATEMENTS] = {
    [BEGIN] = "BEGIN",
    [END] = "COMMIT",
    [EVENTS] = "SELECT seq, time, command, body FROM events WHERE game = ?1 AND seq >= ?2 ORDER BY seq LIMIT ?3",
    [COMMAND] = "SELECT seq, time, command, body FROM events WHERE game = ?1 AND command = ?2 ORDER BY seq",
    [GAME] = GAME_COLUMNS "WHERE id = ?1",
    [SEATS] = "SELECT person, engine FROM seats WHERE game = ?1 ORDER BY seat",
    [GAMES_OF] = (GAME_COLUMNS "WHERE id IN (SELECT game FROM seats WHERE person = ?1) AND (1 << state) & ?2"
                               " AND (?3 = 0 OR changed < ?3 OR (changed = ?3 AND id > ?5))"
                               " ORDER BY changed DESC, id LIMIT ?4"),
    [DEADLINES] = GAME_COLUMNS "WHERE wake <= ?1 AND deadline <= ?1 AND state < 2 ORDER BY wake LIMIT ?2",
    [GAMES] = GAME_COLUMNS "WHERE id > ?1 AND (1 << state) & ?2 ORDER BY id LIMIT ?3",
    [PERSON] = ("SELECT b.id, b.name, b.made, b.seen FROM persons a JOIN persons b ON b.id = coalesce(a.merged, a.id)"
                " WHERE a.id = ?1"),
    [SECRET] = SECRET_COLUMNS "WHERE hash = ?1 AND kind = ?2",
    [DEVICES] = SECRET_COLUMNS "WHERE person = ?1 AND kind = 0 ORDER BY made, hash",
    [BLOCKS] = "SELECT other FROM blocks WHERE person = ?1 ORDER BY other",
    [COUNT_STATES] = "SELECT state, count(*) FROM games GROUP BY state",
    [COUNT_EVENTS] = "SELECT count(*) FROM events",
    [COUNT_PERSONS] = "SELECT count(*) FROM persons WHERE merged IS NULL",
    [COUNT_DEVICES] = "SELECT count(*) FROM secrets WHERE kind = 0",
    [HEARTBEAT] = "SELECT value FROM meta WHERE key = 'heartbeat'",
    [SPACE] = ("SELECT (page_count - freelist_count) * page_size"
               " FROM pragma_page_count, pragma_freelist_count, pragma_page_size"),
    [LATEST] = "SELECT coalesce(max(changed), 0) FROM games",
};

#define ASK(link, name, ...) asc_sqlite_bind(link, name, sql[name], __VA_ARGS__)

/* The next row: 1, 0 at the end, -1 when it failed. Then the statement is free again. */
static int row_next(sqlite3_stmt *statement) {
  if (statement == NULL) return -1;
  int result = sqlite3_step(statement);
  if (result == SQLITE_ROW) return 1;
  sqlite3_reset(statement);
  return result == SQLITE_DONE ? 0 : -1;
}

static const char *column(asc_job *job, sqlite3_stmt *statement, int at) {
  const char *text = (const char *)sqlite3_column_text(statement, at);
  return asc_job_copy(job, text, (size_t)sqlite3_column_bytes(statement, at));
}

/* True when a list is as long as it may be: there is more. `most` below 0: no limit. */
static bool full(asc_job *job, size_t count, int most) {
  if (most < 0 || count < (size_t)most) return false;
  return job->more = true;
}

/* ---- each kind of row ---- */

static int events_read(asc_job *job, sqlite3_stmt *statement, const char *game, int most) {
  int more;
  while ((more = row_next(statement)) > 0) {
    if (full(job, job->events_count, most)) return sqlite3_reset(statement), 0;
    asc_event_row *row = asc_job_row(job, &job->events, &job->events_count, sizeof *row);
    if (row == NULL) return sqlite3_reset(statement), 0; /* the job is wrong, and says so */
    *row = (asc_event_row){.game = game,
                           .seq = sqlite3_column_int64(statement, 0),
                           .time = sqlite3_column_int64(statement, 1),
                           .command = column(job, statement, 2),
                           .body = column(job, statement, 3),
                           .length = (size_t)sqlite3_column_bytes(statement, 3)};
  }
  return more;
}

static int seats_read(asc_sqlite_link *link, asc_job *job, asc_game_row *game) {
  sqlite3_stmt *statement = ASK(link, SEATS, "t", game->id);
  int more;
  while ((more = row_next(statement)) > 0) {
    if (game->seats == ASC_STORE_SEATS_MAX) return sqlite3_reset(statement), 0;
    game->seat[game->seats].person = column(job, statement, 0);
    game->seat[game->seats++].engine = sqlite3_column_int(statement, 1);
  }
  return more;
}

static int games_read(asc_sqlite_link *link, asc_job *job, sqlite3_stmt *statement, int most) {
  int more;
  while ((more = row_next(statement)) > 0) {
    if (full(job, job->games_count, most)) return sqlite3_reset(statement), 0;
    asc_game_row *row = asc_job_row(job, &job->games, &job->games_count, sizeof *row);
    if (row == NULL) return sqlite3_reset(statement), 0;
    *row = (asc_game_row){.id = column(job, statement, 0),
                          .spec = column(job, statement, 1),
                          .state = (asc_game_state)sqlite3_column_int(statement, 2),
                          .secret = sqlite3_column_int(statement, 3) != 0,
                          .made = sqlite3_column_int64(statement, 4),
                          .changed = sqlite3_column_int64(statement, 5),
                          .deadline = sqlite3_column_int64(statement, 6),
                          .turn = sqlite3_column_int(statement, 7),
                          .plies = sqlite3_column_int(statement, 8),
                          .about = column(job, statement, 9),
                          .last = sqlite3_column_int64(statement, 10)};
    if (seats_read(link, job, row) < 0) return sqlite3_reset(statement), -1;
  }
  return more;
}

static int person_read(asc_sqlite_link *link, asc_job *job, const char *id) {
  asc_person_row *row = asc_job_row(job, &job->persons, &job->persons_count, sizeof *row);
  if (row == NULL) return 0;
  *row = (asc_person_row){.id = id, .now = id};
  sqlite3_stmt *statement = ASK(link, PERSON, "t", id);
  int more = row_next(statement);
  if (more <= 0) return more;
  *row = (asc_person_row){.id = id,
                          .now = column(job, statement, 0),
                          .name = column(job, statement, 1),
                          .made = sqlite3_column_int64(statement, 2),
                          .seen = sqlite3_column_int64(statement, 3)};
  return sqlite3_reset(statement), 0;
}

static int persons_read(asc_sqlite_link *link, asc_job *job, const char *const *ids, size_t count) {
  for (size_t i = 0; i < count; i++)
    if (person_read(link, job, ids[i]) < 0) return -1;
  return 0;
}

static int secrets_read(asc_job *job, sqlite3_stmt *statement) {
  int more;
  while ((more = row_next(statement)) > 0) {
    asc_secret_row *row = asc_job_row(job, &job->secrets, &job->secrets_count, sizeof *row);
    if (row == NULL) return sqlite3_reset(statement), 0;
    *row = (asc_secret_row){.kind = (asc_secret_kind)sqlite3_column_int(statement, 1),
                            .id = column(job, statement, 2),
                            .person = column(job, statement, 3),
                            .game = column(job, statement, 4),
                            .seat = sqlite3_column_int(statement, 5),
                            .label = column(job, statement, 6),
                            .made = sqlite3_column_int64(statement, 7),
                            .seen = sqlite3_column_int64(statement, 8),
                            .expires = sqlite3_column_int64(statement, 9),
                            .taken = column(job, statement, 10)};
    if (sqlite3_column_bytes(statement, 0) == ASC_STORE_HASH)
      memcpy(row->hash, sqlite3_column_blob(statement, 0), ASC_STORE_HASH);
  }
  return more;
}

/* ---- each question ---- */

static int game_answer(asc_sqlite_link *link, asc_job *job, const asc_question *question) {
  if (games_read(link, job, ASK(link, GAME, "t", question->id), -1) < 0) return -1;
  if (job->games_count == 0 || question->most == 0) return 0;
  sqlite3_stmt *events = ASK(link, EVENTS, "tii", question->id, question->number, (int64_t)question->most + 1);
  return events_read(job, events, question->id, question->most);
}

static int secret_answer(asc_sqlite_link *link, asc_job *job, const asc_question *question) {
  if (secrets_read(job, ASK(link, SECRET, "bi", question->hash, (int64_t)question->secret)) < 0) return -1;
  return job->secrets_count == 0 ? 0 : person_read(link, job, job->secrets[0].person);
}

static int blocks_answer(asc_sqlite_link *link, asc_job *job, const asc_question *question) {
  sqlite3_stmt *statement = ASK(link, BLOCKS, "t", question->id);
  int more;
  while ((more = row_next(statement)) > 0) {
    const char *other = column(job, statement, 0);
    if (other == NULL || person_read(link, job, other) < 0) return sqlite3_reset(statement), -1;
  }
  return more;
}

static int count_answer(asc_sqlite_link *link, asc_job *job) {
  asc_store_counts *counts = &job->counts;
  int64_t *numbers[] = {&counts->events, &counts->persons, &counts->devices};
  sqlite3_stmt *states = ASK(link, COUNT_STATES, "");
  int more;
  while ((more = row_next(states)) > 0) {
    int state = sqlite3_column_int(states, 0);
    if (state >= 0 && state <= ASC_GAME_BROKEN) counts->games[state] = sqlite3_column_int64(states, 1);
  }
  for (int i = 0; i < 3 && more == 0; i++) {
    sqlite3_stmt *statement = asc_sqlite_bind(link, COUNT_EVENTS + i, sql[COUNT_EVENTS + i], "");
    if (row_next(statement) <= 0) return -1;
    *numbers[i] = sqlite3_column_int64(statement, 0);
    sqlite3_reset(statement);
  }
  return more;
}

static int clock_answer(sqlite3_stmt *statement, int64_t *time) {
  int more = row_next(statement);
  if (more <= 0) return more;
  *time = sqlite3_column_int64(statement, 0);
  return sqlite3_reset(statement), 0;
}

static int space_answer(asc_sqlite_link *link, asc_job *job) {
  struct statvfs disk;
  sqlite3_stmt *statement = ASK(link, SPACE, "");
  if (row_next(statement) <= 0) return -1;
  job->space.used = sqlite3_column_int64(statement, 0);
  job->space.free = statvfs(link->path, &disk) == 0 ? (int64_t)disk.f_bavail * (int64_t)disk.f_frsize : -1;
  return sqlite3_reset(statement), 0;
}

static int answer(asc_sqlite_link *link, asc_job *job, const asc_question *question) {
  int64_t limit = (int64_t)question->most + 1;
  switch (question->kind) {
  case ASC_ASK_GAME: return game_answer(link, job, question);
  case ASC_ASK_COMMAND:
    return events_read(job, ASK(link, COMMAND, "tt", question->id, question->text), question->id, -1);
  case ASC_ASK_GAMES_OF:
    return games_read(
        link, job,
        ASK(link, GAMES_OF, "tiiit", question->id, (int64_t)question->states, question->number, limit, question->text),
        question->most);
  case ASC_ASK_DEADLINES:
    return games_read(link, job, ASK(link, DEADLINES, "ii", question->number, limit), question->most);
  case ASC_ASK_GAMES:
    return games_read(
        link, job, ASK(link, GAMES, "tii", question->id != NULL ? question->id : "", (int64_t)question->states, limit),
        question->most);
  case ASC_ASK_PERSONS: return persons_read(link, job, question->ids, question->count);
  case ASC_ASK_SECRET: return secret_answer(link, job, question);
  case ASC_ASK_DEVICES: return secrets_read(job, ASK(link, DEVICES, "t", question->id));
  case ASC_ASK_BLOCKS: return blocks_answer(link, job, question);
  case ASC_ASK_COUNTS: return count_answer(link, job);
  case ASC_ASK_SPACE: return space_answer(link, job);
  case ASC_ASK_CLOCK: return clock_answer(ASK(link, HEARTBEAT, ""), &job->clock.heartbeat);
  case ASC_ASK_LATEST: return clock_answer(ASK(link, LATEST, ""), &job->clock.latest);
  case ASC_ASK_ORDERS:
  case ASC_ASK_NOTHING: break;
  }
  return 0;
}

int asc_sqlite_read(void *database, asc_job *job, asc_error *error) {
  asc_sqlite_link *link = &((asc_sqlite *)database)->reader;
  int result = asc_sqlite_change(link, ASK(link, BEGIN, "")) < 0 ? -1 : answer(link, job, &job->inside->question);
  int code = result < 0 ? asc_sqlite_fail(link, error) : ASC_OK;
  if (!sqlite3_get_autocommit(link->handle)) (void)asc_sqlite_change(link, ASK(link, END, ""));
  return code;
}
