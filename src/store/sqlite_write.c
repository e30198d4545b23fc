/* Changes in SQLite: a list of jobs is one transaction, in which each job happens completely or not at all. A job that
   fails after it changed something ends the transaction, which then starts again without that job. This is rare: the
   caller is the only one that writes, so a job fails here only if memory is short or it contradicts another job of the
   same list.

   Retention marks what is too old in the table `marks` and deletes it later; job.h says when. The stamp of a mark is
   the time by which the row was too old. If the row was touched since, its time differs from the stamp, and the mark
   goes. */
#include "sqlite.h"

#include <stdio.h>
#include <sys/stat.h>

/* Conditions for rows that are due: invitations from before ?1 are too old, everything else from before ?2. */
#define GAME_DUE "plies = 0 AND changed < max(?1, ?2) AND changed < CASE state WHEN 0 THEN ?1 ELSE ?2 END"
#define PERSON_DUE "merged IS NULL AND seen < ?2 AND NOT EXISTS (SELECT 1 FROM seats WHERE person = persons.id)"
#define SECRET_DUE "expires IS NOT NULL AND expires < ?2"
#define UNMARK(kind, row) "DELETE FROM marks WHERE kind = " kind " AND NOT EXISTS (SELECT 1 FROM " row ")"
#define UPTIME_NOW "(SELECT value FROM meta WHERE key = 'uptime')"
#define MARK(kind, id_, stamp_, table, due)                                                          \
  "INSERT INTO marks SELECT " kind ", " id_ ", " stamp_ ", " UPTIME_NOW " FROM " table " WHERE " due \
  " AND NOT EXISTS (SELECT 1 FROM marks WHERE kind = " kind " AND marks.id = " id_ ") LIMIT ?3"
#define HASH_TEXT "lower(hex(secrets.hash))"

static const char BEGIN[] = "BEGIN IMMEDIATE";
static const char COMMIT[] = "COMMIT";
static const char ROLLBACK[] = "ROLLBACK";
/* Inserts nothing if the number is not the next one. */
static const char EVENT[] = "INSERT INTO events(game, seq, time, command, body) SELECT ?1, ?2, ?3, ?4, ?5"
                            " WHERE ?2 = 1 + (SELECT coalesce(max(seq), 0) FROM events WHERE game = ?1)";
static const char REPEATED[] = "SELECT min(seq), max(seq) FROM events WHERE game = ?1 AND seq >= ?2 AND command = ?3";
static const char GAME[] =
    "INSERT INTO games VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?7) ON CONFLICT(id) DO UPDATE SET"
    " spec = ?2, state = ?3, secret = ?4, made = ?5, changed = ?6, deadline = ?7, turn = ?8, plies = ?9, "
    "about = ?10, wake = ?7";
/* With every ply the deadline moves on. `wake`, which has an index, stays where it is until it is later than the
   deadline, or less than half as far away: the first statement keeps it, the second moves it. */
static const char *const PLIES[] = {
    ("UPDATE games SET changed = ?2, deadline = ?3, turn = ?4, plies = ?5"
     " WHERE id = ?1 AND wake <= ?3 AND 2 * wake >= ?2 + ?3"),
    "UPDATE games SET changed = ?2, deadline = ?3, turn = ?4, plies = ?5, wake = ?3 WHERE id = ?1"};
/* If the caller still uses the id of before a merge, the current id is written. */
static const char SEAT[] =
    "INSERT INTO seats VALUES(?1, ?2, coalesce((SELECT merged FROM persons WHERE id = ?3), ?3), ?4)"
    " ON CONFLICT(game, seat) DO UPDATE SET person = excluded.person, engine = excluded.engine"
    " WHERE person IS NOT excluded.person OR engine <> excluded.engine";
static const char SEATS_GONE[] = "DELETE FROM seats WHERE game = ?1 AND seat >= ?2";
static const char PERSON[] =
    "INSERT INTO persons VALUES(?1, ?2, ?3, ?3, NULL) ON CONFLICT(id) DO UPDATE SET name = ?2, seen = ?3";
static const char SECRET[] =
    "INSERT INTO secrets VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, NULL) ON CONFLICT DO NOTHING";
static const char CLAIM[] = "UPDATE secrets SET taken = ?3, seen = ?4"
                            " WHERE hash = ?1 AND kind = ?2 AND taken IS NULL AND (expires IS NULL OR expires > ?4)";
static const char SEEN[] = "UPDATE secrets SET seen = ?2 WHERE hash = ?1 AND seen < ?2";
static const char PERSON_SEEN[] =
    "UPDATE persons SET seen = ?2 WHERE id = (SELECT person FROM secrets WHERE hash = ?1) AND seen < ?2";
static const char REVOKE[] = "DELETE FROM secrets WHERE person = ?1 AND kind = ?2 AND (?3 IS NULL OR id = ?3)";
static const char REVOKE_SEAT[] = "DELETE FROM secrets WHERE game = ?1 AND seat = ?2 AND taken IS NULL";
static const char RELEASE_SEAT[] = "UPDATE secrets SET taken = NULL WHERE game = ?1"
                                   " AND (taken = ?2 OR taken IN (SELECT id FROM persons WHERE merged = ?2))";
static const char *const MERGE[] = {"UPDATE persons SET merged = ?2 WHERE id = ?1",
                                    "UPDATE persons SET merged = ?2 WHERE merged = ?1",
                                    "UPDATE seats SET person = ?2 WHERE person = ?1",
                                    "UPDATE secrets SET person = ?2 WHERE person = ?1",
                                    "UPDATE OR REPLACE blocks SET person = ?2 WHERE person = ?1",
                                    "UPDATE OR REPLACE blocks SET other = ?2 WHERE other = ?1",
                                    NULL};
static const char *const FORGET[] = {"DELETE FROM secrets WHERE person = ?1 AND taken IS NULL",
                                     "DELETE FROM blocks WHERE person = ?1 OR other = ?1",
                                     "DELETE FROM persons WHERE id = ?1 OR merged = ?1", NULL};
static const char BLOCK[] = "INSERT INTO blocks VALUES(?1, ?2) ON CONFLICT DO NOTHING";
static const char UNBLOCK[] = "DELETE FROM blocks WHERE person = ?1 AND other = ?2";
static const char UPTIME[] =
    "UPDATE meta SET value = value + ?1 - (SELECT value FROM meta WHERE key = 'heartbeat') WHERE key = 'uptime'"
    " AND ?1 - (SELECT value FROM meta WHERE key = 'heartbeat') BETWEEN 1 AND ?2";
static const char HEARTBEAT[] = "UPDATE meta SET value = ?1 WHERE key = 'heartbeat'";
/* Another value each time: SQLite does not write a page that stays the same. */
static const char PROBE[] = "INSERT INTO meta VALUES('probe', 1) ON CONFLICT(key) DO UPDATE SET value = value + 1";
static const char ORDER_DONE[] = "DELETE FROM orders WHERE number = ?1";
static const char *const UNMARKS[] = {
    UNMARK("0", "games WHERE id = marks.id AND changed = stamp AND " GAME_DUE),
    UNMARK("1", "persons WHERE id = marks.id AND seen = stamp AND " PERSON_DUE),
    UNMARK("2", "secrets WHERE expires = stamp AND " HASH_TEXT " = marks.id AND " SECRET_DUE)};
static const char *const MARKS[] = {MARK("0", "games.id", "changed", "games", GAME_DUE),
                                    MARK("1", "persons.id", "seen", "persons", PERSON_DUE),
                                    MARK("2", HASH_TEXT, "expires", "secrets", SECRET_DUE)};
static const char MARKED[] = "SELECT id FROM marks WHERE kind = ?1 AND uptime <= " UPTIME_NOW " - ?2 LIMIT ?3";
static const char *const DROP[] = {"DELETE FROM events WHERE game = ?1", "DELETE FROM seats WHERE game = ?1",
                                   "DELETE FROM secrets WHERE game = ?1", "DELETE FROM games WHERE id = ?1", NULL};
/* The stamp is in an index, the text of the hash is not. */
static const char DROP_SECRET[] =
    "DELETE FROM secrets WHERE expires = (SELECT stamp FROM marks WHERE kind = 2 AND id = ?1)"
    " AND " HASH_TEXT " = ?1";
/* Otherwise games whose wake time has passed would be looked at again and again. */
static const char OLD_WAKES[] = "UPDATE games SET wake = deadline WHERE id IN"
                                " (SELECT id FROM games WHERE wake < ?1 AND wake < deadline LIMIT ?2)";

/* Runs a statement with these values. Returns the number of rows it changed, or -1. */
#define CHANGE(link, name, ...) store_sqlite_change(link, store_sqlite_bind(link, name, __VA_ARGS__))

/* Returns DONE, or `otherwise` if the change was refused. ERROR: the link has the reason. */
static store_status done_if(int changed, bool is_ok, store_status otherwise) {
  return changed < 0 ? STORE_ERROR : is_ok ? STORE_DONE : otherwise;
}

static store_status event_add(store_sqlite_link *link, const store_event_row *event) {
  int changed =
      CHANGE(link, EVENT, "tiits", event->game, event->seq, event->time, event->command, event->body, event->length);
  return done_if(changed, changed == 1, STORE_CONFLICT);
}

static store_status game_put(store_sqlite_link *link, const store_game_row *game) {
  int changed =
      CHANGE(link, GAME, "ttiiiiziit", game->id, game->spec, (int64_t)game->state, (int64_t)game->is_private,
             game->created, game->changed, game->deadline, (int64_t)game->turn, (int64_t)game->plies, game->summary);
  for (int i = 0; i < game->seats && changed >= 0; i++)
    changed = CHANGE(link, SEAT, "titi", game->id, (int64_t)i, game->seat[i].person, (int64_t)game->seat[i].engine);
  if (game->seats > 0 && changed >= 0) changed = CHANGE(link, SEATS_GONE, "ti", game->id, (int64_t)game->seats);
  return done_if(changed, true, STORE_DONE);
}

static store_status ply_put(store_sqlite_link *link, const store_game_row *game) {
  int changed = 0;
  for (int i = 0; i < 2 && changed == 0; i++)
    changed = CHANGE(link, PLIES[i], "tizii", game->id, game->changed, game->deadline, (int64_t)game->turn,
                     (int64_t)game->plies);
  return done_if(changed, true, STORE_DONE);
}

static store_status secret_add(store_sqlite_link *link, const store_secret_row *secret) {
  int changed =
      CHANGE(link, SECRET, "bitttitiiz", secret->hash, (int64_t)secret->kind, secret->id, secret->person, secret->game,
             (int64_t)secret->seat, secret->label, secret->created, secret->seen, secret->expires);
  return done_if(changed, changed == 1, STORE_CONFLICT);
}

/* Runs several statements with the same two ids. */
static store_status run_all(store_sqlite_link *link, const char *const *statements, const char *types, const char *one,
                            const char *other) {
  for (; *statements != NULL; statements++)
    if (CHANGE(link, *statements, types, one, other) < 0) return STORE_ERROR;
  return STORE_DONE;
}

/* ---- retention ---- */

static int64_t days_before(int64_t now, int days) { return days > 0 ? now - (int64_t)days * 86400000 : INT64_MIN; }

static bool drop_game(store_sqlite_link *link, store_job *job, const char *id) {
  store_game_row *row = store_job_row(job, &job->games, &job->games_count, sizeof *row);
  if (row == NULL) return false;
  row->id = id;
  return run_all(link, DROP, "t", id, NULL) == STORE_DONE;
}

/* Reads all ids that a statement selects, then drops them one by one: nothing changes under a running statement. */
static bool each_old(store_sqlite_link *link, store_job *job, sqlite3_stmt *statement, int max,
                     bool (*drop)(store_sqlite_link *link, store_job *job, const char *id)) {
  const char **ids = store_job_allocate(job, ((size_t)max + 1) * sizeof *ids);
  int count = 0, result = SQLITE_NOMEM;
  if (ids == NULL || statement == NULL) return false;
  while (count <= max && (result = sqlite3_step(statement)) == SQLITE_ROW) {
    ids[count] = store_job_copy(job, (const char *)sqlite3_column_text(statement, 0),
                                (size_t)sqlite3_column_bytes(statement, 0));
    if (ids[count++] == NULL) break;
  }
  sqlite3_reset(statement);
  if (result != SQLITE_DONE && result != SQLITE_ROW) return false;
  if (count > max) job->more = true;
  for (int i = 0; i < count && i < max; i++)
    if (ids[i] == NULL || !drop(link, job, ids[i])) return false;
  return true;
}

static bool drop_person(store_sqlite_link *link, store_job *job, const char *id) {
  (void)job;
  return run_all(link, FORGET, "t", id, NULL) == STORE_DONE;
}

static bool drop_secret(store_sqlite_link *link, store_job *job, const char *id) {
  (void)job;
  return CHANGE(link, DROP_SECRET, "t", id) >= 0;
}

/* For each kind: removes marks that no longer hold, deletes what was marked long ago, marks what has become due. */
static store_status retain(store_sqlite_link *link, store_job *job, const store_change *change) {
  int64_t now = change->retain.now, max = change->retain.max;
  const store_retention *rules = &change->retain.rules;
  bool (*const drops[])(store_sqlite_link *, store_job *, const char *) = {drop_game, drop_person, drop_secret};
  const int days[] = {rules->unplayed_days, rules->person_days, 1};
  int64_t invited = days_before(now, rules->invitation_days);
  for (int kind = 0; kind < 3; kind++) {
    int64_t before = days_before(now, days[kind]);
    if (CHANGE(link, UNMARKS[kind], "ii", invited, before) < 0) return STORE_ERROR;
    sqlite3_stmt *marked = store_sqlite_bind(link, MARKED, "iii", (int64_t)kind, (int64_t)STORE_MARKED_TIME, max + 1);
    if (!each_old(link, job, marked, (int)max, drops[kind])) return STORE_ERROR;
    int added = CHANGE(link, MARKS[kind], "iii", invited, before, max);
    if (added < 0) return STORE_ERROR;
    if (added == max) job->more = true;
  }
  return done_if(CHANGE(link, OLD_WAKES, "ii", now, max), true, STORE_DONE);
}

/* ---- jobs ---- */

static store_status change_do(store_sqlite_link *link, store_job *job, const store_change *change) {
  const store_secret_row *secret = &change->secret;
  int changed = 0;
  switch (change->kind) {
  case STORE_CHANGE_EVENT: return event_add(link, &change->event);
  case STORE_CHANGE_GAME: return game_put(link, &change->game);
  case STORE_CHANGE_PLY: return ply_put(link, &change->game);
  case STORE_CHANGE_SECRET: return secret_add(link, secret);
  case STORE_CHANGE_MERGE: return run_all(link, MERGE, "tt", change->pair.one, change->pair.other);
  case STORE_CHANGE_FORGET: return run_all(link, FORGET, "t", change->pair.one, NULL);
  case STORE_CHANGE_RETAIN: return retain(link, job, change);
  case STORE_CHANGE_CLAIM:
    changed = CHANGE(link, CLAIM, "biti", secret->hash, (int64_t)secret->kind, secret->person, secret->seen);
    return done_if(changed, changed == 1, STORE_SPENT);
  case STORE_CHANGE_ORDER_DONE:
    changed = CHANGE(link, ORDER_DONE, "i", change->number);
    return done_if(changed, changed == 1, STORE_CONFLICT);
  case STORE_CHANGE_SEEN:
    changed = CHANGE(link, SEEN, "bi", secret->hash, secret->seen);
    if (changed > 0) changed = CHANGE(link, PERSON_SEEN, "bi", secret->hash, secret->seen);
    break;
  case STORE_CHANGE_PERSON:
    changed = CHANGE(link, PERSON, "tti", change->person.id, change->person.name, change->person.created);
    break;
  case STORE_CHANGE_REVOKE:
    changed = CHANGE(link, REVOKE, "tit", secret->person, (int64_t)secret->kind, secret->id);
    break;
  case STORE_CHANGE_REVOKE_SEAT: changed = CHANGE(link, REVOKE_SEAT, "ti", secret->game, (int64_t)secret->seat); break;
  case STORE_CHANGE_RELEASE_SEAT: changed = CHANGE(link, RELEASE_SEAT, "tt", secret->game, secret->person); break;
  case STORE_CHANGE_BLOCK:
    changed = CHANGE(link, change->pair.is_on ? BLOCK : UNBLOCK, "tt", change->pair.one, change->pair.other);
    break;
  case STORE_CHANGE_NOTIFY: break; /* there is no other process */
  case STORE_CHANGE_HEARTBEAT:
    changed = CHANGE(link, UPTIME, "ii", change->now, (int64_t)STORE_HEARTBEAT_MAX);
    if (changed >= 0) changed = CHANGE(link, HEARTBEAT, "i", change->now);
    break;
  }
  return done_if(changed, true, STORE_DONE);
}

/* If the same command did it before, that is the answer. */
static store_status repeated(store_sqlite_link *link, store_job *job, store_status otherwise) {
  const store_change *change = job->inside->changes;
  while (change != NULL && change->kind != STORE_CHANGE_EVENT) change = change->next;
  if (change == NULL || change->event.command == NULL) return otherwise;
  sqlite3_stmt *statement =
      store_sqlite_bind(link, REPEATED, "tit", change->event.game, change->event.seq, change->event.command);
  if (statement == NULL) return STORE_ERROR;
  if (sqlite3_step(statement) != SQLITE_ROW) return sqlite3_reset(statement), STORE_ERROR;
  bool is_found = sqlite3_column_type(statement, 0) != SQLITE_NULL;
  job->first = sqlite3_column_int64(statement, 0);
  job->last = sqlite3_column_int64(statement, 1);
  sqlite3_reset(statement);
  return is_found ? STORE_REPEATED : otherwise;
}

/* A command whose event could be added is not repeated. */
static store_status job_do(store_sqlite_link *link, store_job *job) {
  store_status status = STORE_DONE;
  bool has_event = false;
  for (const store_change *change = job->inside->changes; change != NULL; change = change->next) {
    status = change_do(link, job, change);
    if (status != STORE_DONE) break;
    has_event |= change->kind == STORE_CHANGE_EVENT;
  }
  bool is_refused = status == STORE_CONFLICT || status == STORE_SPENT;
  return is_refused && !has_event ? repeated(link, job, status) : status;
}

/* Memory was short in this job; other errors are those of the database. */
static bool is_alone(const store_sqlite_link *link, const store_job *job) {
  return job->inside->error != NULL || (sqlite3_errcode(link->handle) & 0xff) == SQLITE_NOMEM;
}

typedef enum pass { PASS_COMPLETE, PASS_AGAIN, PASS_FAILED } pass;

/* Does the jobs that have not failed in an earlier pass. AGAIN: one has failed now, and the transaction has a part of
   it. FAILED: the link has the reason. */
static pass jobs_do(store_sqlite_link *link, store_job *jobs) {
  const store_job *failed = jobs;
  for (store_job *job = store_job_pending(jobs); job != NULL; job = store_job_pending(job->next)) {
    if (job->status != STORE_DONE) continue;
    int changed = sqlite3_total_changes(link->handle);
    store_job_clear(job);
    job->status = store_job_follows_failed(&failed, job) ? STORE_CONFLICT : job_do(link, job);
    if (job->status == STORE_ERROR) {
      if (!is_alone(link, job)) return PASS_FAILED;
      store_job_fail(job, "out of memory");
      return PASS_AGAIN;
    }
    if (job->status != STORE_DONE && sqlite3_total_changes(link->handle) != changed) return PASS_AGAIN;
  }
  return PASS_COMPLETE;
}

static bool rollback(store_sqlite_link *link) {
  return sqlite3_get_autocommit(link->handle) || CHANGE(link, ROLLBACK, "") >= 0;
}

/* Returns false if it failed; the link has the reason. */
static bool transaction_run(store_sqlite_link *link, store_job *jobs) {
  for (;;) {
    if (CHANGE(link, BEGIN, "") < 0) return false;
    if (jobs == NULL && CHANGE(link, PROBE, "") < 0) return false;
    pass end = jobs_do(link, jobs);
    if (end == PASS_COMPLETE) return CHANGE(link, COMMIT, "") >= 0;
    if (end == PASS_FAILED || !rollback(link)) return false;
  }
}

/* Data in a file without a name, or behind the name of another file, would be lost at the end. */
static int check_file(const store_sqlite *sqlite, asc_error *error) {
  struct stat file;
  if (stat(sqlite->path, &file) == 0 && file.st_dev == sqlite->device && file.st_ino == sqlite->inode) return ASC_OK;
  return asc_error_set(error, ASC_E_FILE, "%s: the file was removed or replaced", sqlite->path);
}

int store_sqlite_write(void *database, store_job *jobs, asc_error *error) {
  store_sqlite *sqlite = database;
  store_sqlite_link *link = &sqlite->game;
  if (atomic_load(&sqlite->is_interrupted)) return asc_error_set(error, ASC_E_STATE, "%s: interrupted", sqlite->path);
  int code = check_file(sqlite, error);
  if (code != ASC_OK) return code;
  if (transaction_run(link, jobs)) return ASC_OK;
  code = store_sqlite_fail(link, error);
  (void)rollback(link);
  return code;
}
