/* Steps in SQLite: a group of jobs is one transaction, in which each job is whole or not at all. */
#include "sqlite.h"

#include <stdio.h>
#include <sys/stat.h>

enum {
  BEGIN,
  COMMIT,
  ROLLBACK,
  SAVEPOINT,
  BACK,
  RELEASE,
  EVENT,
  REPEATED,
  GAME,
  PLY,
  PLY_WAKES,
  SEAT,
  SEATS_GONE,
  PERSON,
  SECRET,
  TAKE,
  SEEN,
  PERSON_SEEN,
  VOID,
  VOID_SEAT,
  FREE_SEAT,
  MERGE_PERSON,
  MERGE_EARLIER,
  MERGE_SEATS,
  MERGE_SECRETS,
  MERGE_BLOCKS,
  MERGE_BLOCKED,
  FORGET_SECRETS,
  FORGET_BLOCKS,
  FORGET_PERSON,
  BLOCK,
  UNBLOCK,
  UPTIME,
  HEARTBEAT,
  PROBE,
  UNMARK_GAMES,
  UNMARK_PERSONS,
  UNMARK_SECRETS,
  MARK_GAMES,
  MARK_PERSONS,
  MARK_SECRETS,
  MARKED,
  DROP_EVENTS,
  DROP_SEATS,
  DROP_SECRETS,
  DROP_GAME,
  DROP_SECRET,
  OLD_WAKES,
  STATEMENTS
};
_Static_assert((int)STATEMENTS <= (int)ASC_SQLITE_STATEMENTS, "there is room for all statements");

/* What is due, by the times before which it is too old: ?1 of invitations, ?2 of all else. Of a row that was touched
   after it was marked the stamp is another one. */
#define GAME_DUE "plies = 0 AND changed < max(?1, ?2) AND changed < CASE state WHEN 0 THEN ?1 ELSE ?2 END"
#define PERSON_DUE "merged IS NULL AND seen < ?2 AND NOT EXISTS (SELECT 1 FROM seats WHERE person = persons.id)"
#define SECRET_DUE "expires IS NOT NULL AND expires < ?2"
#define UNMARK(kind, row) "DELETE FROM marks WHERE kind = " kind " AND NOT EXISTS (SELECT 1 FROM " row ")"
#define UPTIME_NOW "(SELECT value FROM meta WHERE key = 'uptime')"
#define MARK(kind, id_, stamp_, table, due)                                                          \
  "INSERT INTO marks SELECT " kind ", " id_ ", " stamp_ ", " UPTIME_NOW " FROM " table " WHERE " due \
  " AND NOT EXISTS (SELECT 1 FROM marks WHERE kind = " kind " AND marks.id = " id_ ") LIMIT ?3"
#define HASH_TEXT "lower(hex(secrets.hash))"

static const char *const sql[STATEMENTS] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [SAVEPOINT] = "SAVEPOINT job",
    [BACK] = "ROLLBACK TO job",
    [RELEASE] = "RELEASE job",
    /* The next number and no other; who comes second, or left one out, changes no row. */
    [EVENT] = ("INSERT INTO events(game, seq, time, command, body) SELECT ?1, ?2, ?3, ?4, ?5"
               " WHERE ?2 = 1 + (SELECT coalesce(max(seq), 0) FROM events WHERE game = ?1)"),
    [REPEATED] = "SELECT min(seq), max(seq) FROM events WHERE game = ?1 AND seq >= ?2 AND command = ?3",
    [GAME] = ("INSERT INTO games VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?7) ON CONFLICT(id) DO UPDATE SET"
              " spec = ?2, state = ?3, secret = ?4, made = ?5, changed = ?6, deadline = ?7, turn = ?8, plies = ?9, "
              "about = ?10, wake = ?7"),
    /* Of a game that is played on the deadline moves with every ply. The time to wake, and with it an index, stays
       where it is until it is later than the deadline, or less than half as far away. */
    [PLY] = ("UPDATE games SET changed = ?2, deadline = ?3, turn = ?4, plies = ?5"
             " WHERE id = ?1 AND wake <= ?3 AND 2 * wake >= ?2 + ?3"),
    [PLY_WAKES] = "UPDATE games SET changed = ?2, deadline = ?3, turn = ?4, plies = ?5, wake = ?3 WHERE id = ?1",
    /* Who still knows a person by the id from before a merge writes the one from after it. */
    [SEAT] = ("INSERT INTO seats VALUES(?1, ?2, coalesce((SELECT merged FROM persons WHERE id = ?3), ?3), ?4)"
              " ON CONFLICT(game, seat) DO UPDATE SET person = excluded.person, engine = excluded.engine"
              " WHERE person IS NOT excluded.person OR engine <> excluded.engine"),
    [SEATS_GONE] = "DELETE FROM seats WHERE game = ?1 AND seat >= ?2",
    [PERSON] = "INSERT INTO persons VALUES(?1, ?2, ?3, ?3, NULL) ON CONFLICT(id) DO UPDATE SET name = ?2, seen = ?3",
    [SECRET] = "INSERT INTO secrets VALUES(?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, NULL) ON CONFLICT DO NOTHING",
    [TAKE] = ("UPDATE secrets SET taken = ?3, seen = ?4"
              " WHERE hash = ?1 AND kind = ?2 AND taken IS NULL AND (expires IS NULL OR expires > ?4)"),
    [SEEN] = "UPDATE secrets SET seen = ?2 WHERE hash = ?1 AND seen < ?2",
    [PERSON_SEEN] =
        "UPDATE persons SET seen = ?2 WHERE id = (SELECT person FROM secrets WHERE hash = ?1) AND seen < ?2",
    [VOID] = "DELETE FROM secrets WHERE person = ?1 AND kind = ?2 AND (?3 IS NULL OR id = ?3)",
    [VOID_SEAT] = "DELETE FROM secrets WHERE game = ?1 AND seat = ?2 AND taken IS NULL",
    [FREE_SEAT] = ("UPDATE secrets SET taken = NULL WHERE game = ?1"
                   " AND (taken = ?2 OR taken IN (SELECT id FROM persons WHERE merged = ?2))"),
    [MERGE_PERSON] = "UPDATE persons SET merged = ?2 WHERE id = ?1",
    [MERGE_EARLIER] = "UPDATE persons SET merged = ?2 WHERE merged = ?1",
    [MERGE_SEATS] = "UPDATE seats SET person = ?2 WHERE person = ?1",
    [MERGE_SECRETS] = "UPDATE secrets SET person = ?2 WHERE person = ?1",
    [MERGE_BLOCKS] = "UPDATE OR REPLACE blocks SET person = ?2 WHERE person = ?1",
    [MERGE_BLOCKED] = "UPDATE OR REPLACE blocks SET other = ?2 WHERE other = ?1",
    [FORGET_SECRETS] = "DELETE FROM secrets WHERE person = ?1 AND taken IS NULL",
    [FORGET_BLOCKS] = "DELETE FROM blocks WHERE person = ?1 OR other = ?1",
    [FORGET_PERSON] = "DELETE FROM persons WHERE id = ?1 OR merged = ?1",
    [BLOCK] = "INSERT INTO blocks VALUES(?1, ?2) ON CONFLICT DO NOTHING",
    [UNBLOCK] = "DELETE FROM blocks WHERE person = ?1 AND other = ?2",
    [UPTIME] =
        ("UPDATE meta SET value = value + ?1 - (SELECT value FROM meta WHERE key = 'heartbeat') WHERE key = 'uptime'"
         " AND ?1 - (SELECT value FROM meta WHERE key = 'heartbeat') BETWEEN 1 AND ?2"),
    [HEARTBEAT] = "UPDATE meta SET value = ?1 WHERE key = 'heartbeat'",
    /* It must be another value: what stays the same is not written. */
    [PROBE] = "INSERT INTO meta VALUES('probe', 1) ON CONFLICT(key) DO UPDATE SET value = value + 1",
    [UNMARK_GAMES] = UNMARK("0", "games WHERE id = marks.id AND changed = stamp AND " GAME_DUE),
    [UNMARK_PERSONS] = UNMARK("1", "persons WHERE id = marks.id AND seen = stamp AND " PERSON_DUE),
    [UNMARK_SECRETS] = UNMARK("2", "secrets WHERE expires = stamp AND " HASH_TEXT " = marks.id AND " SECRET_DUE),
    [MARK_GAMES] = MARK("0", "games.id", "changed", "games", GAME_DUE),
    [MARK_PERSONS] = MARK("1", "persons.id", "seen", "persons", PERSON_DUE),
    [MARK_SECRETS] = MARK("2", HASH_TEXT, "expires", "secrets", SECRET_DUE),
    [MARKED] = ("SELECT id FROM marks WHERE kind = ?1 AND uptime <= " UPTIME_NOW " - ?2 LIMIT ?3"),
    [DROP_EVENTS] = "DELETE FROM events WHERE game = ?1",
    [DROP_SEATS] = "DELETE FROM seats WHERE game = ?1",
    [DROP_SECRETS] = "DELETE FROM secrets WHERE game = ?1",
    [DROP_GAME] = "DELETE FROM games WHERE id = ?1",
    /* By the stamp, which an index finds. */
    [DROP_SECRET] = ("DELETE FROM secrets WHERE expires = (SELECT stamp FROM marks WHERE kind = 2 AND id = ?1)"
                     " AND " HASH_TEXT " = ?1"),
    /* Who woke too early is not looked at again and again. */
    [OLD_WAKES] = ("UPDATE games SET wake = deadline WHERE id IN"
                   " (SELECT id FROM games WHERE wake < ?1 AND wake < deadline LIMIT ?2)"),
};

/* Runs statement NAME with these values; the rows it changed, or -1. */
#define CHANGE(link, name, ...) asc_sqlite_change(link, asc_sqlite_bind(link, name, sql[name], __VA_ARGS__))

/* A step's result: DONE, CONFLICT or SPENT; FAULT: the link has the reason, and the group fails. */
static asc_store_status done_if(int changed, bool right, asc_store_status otherwise) {
  return changed < 0 ? ASC_STORE_FAULT : right ? ASC_STORE_DONE : otherwise;
}

static asc_store_status event_add(asc_sqlite_link *link, const asc_event_row *event) {
  int changed =
      CHANGE(link, EVENT, "tiits", event->game, event->seq, event->time, event->command, event->body, event->length);
  return done_if(changed, changed == 1, ASC_STORE_CONFLICT);
}

static asc_store_status game_put(asc_sqlite_link *link, const asc_game_row *game) {
  int changed =
      CHANGE(link, GAME, "ttiiiiziit", game->id, game->spec, (int64_t)game->state, (int64_t)game->secret, game->made,
             game->changed, game->deadline, (int64_t)game->turn, (int64_t)game->plies, game->about);
  for (int i = 0; i < game->seats && changed >= 0; i++)
    changed = CHANGE(link, SEAT, "titi", game->id, (int64_t)i, game->seat[i].person, (int64_t)game->seat[i].engine);
  if (game->seats > 0 && changed >= 0) changed = CHANGE(link, SEATS_GONE, "ti", game->id, (int64_t)game->seats);
  return done_if(changed, true, ASC_STORE_DONE);
}

static asc_store_status ply_put(asc_sqlite_link *link, const asc_game_row *game) {
  int changed = 0;
  for (int i = PLY; i <= PLY_WAKES && changed == 0; i++)
    changed =
        CHANGE(link, i, "tizii", game->id, game->changed, game->deadline, (int64_t)game->turn, (int64_t)game->plies);
  return done_if(changed, true, ASC_STORE_DONE);
}

static asc_store_status secret_add(asc_sqlite_link *link, const asc_secret_row *secret) {
  int changed = CHANGE(link, SECRET, "bitttitiiz", secret->hash, (int64_t)secret->kind, secret->id, secret->person,
                       secret->game, (int64_t)secret->seat, secret->label, secret->made, secret->seen, secret->expires);
  return done_if(changed, changed == 1, ASC_STORE_CONFLICT);
}

/* Statements with the same two ids, one after the other. */
static asc_store_status run_all(asc_sqlite_link *link, int from, int to, const char *types, const char *one,
                                const char *other) {
  for (int i = from; i <= to; i++)
    if (asc_sqlite_change(link, asc_sqlite_bind(link, i, sql[i], types, one, other)) < 0) return ASC_STORE_FAULT;
  return ASC_STORE_DONE;
}

static asc_store_status merge(asc_sqlite_link *link, const char *from, const char *into) {
  return run_all(link, MERGE_PERSON, MERGE_BLOCKED, "tt", from, into);
}

static asc_store_status forget(asc_sqlite_link *link, const char *person) {
  return run_all(link, FORGET_SECRETS, FORGET_PERSON, "t", person, NULL);
}

/* ---- what is too old ---- */

static int64_t days_before(int64_t now, int days) { return days > 0 ? now - (int64_t)days * 86400000 : INT64_MIN; }

static bool drop_game(asc_sqlite_link *link, asc_job *job, const char *id) {
  asc_game_row *row = asc_job_row(job, &job->games, &job->games_count, sizeof *row);
  if (row == NULL) return false;
  row->id = id;
  return run_all(link, DROP_EVENTS, DROP_GAME, "t", id, NULL) == ASC_STORE_DONE;
}

/* The ids that a statement selects, first all, then dropped one by one: nothing changes under a running statement. */
static bool each_old(asc_sqlite_link *link, asc_job *job, sqlite3_stmt *statement, int most,
                     bool (*drop)(asc_sqlite_link *link, asc_job *job, const char *id)) {
  const char **ids = asc_job_take_memory(job, ((size_t)most + 1) * sizeof *ids);
  int count = 0, result = SQLITE_NOMEM;
  if (ids == NULL || statement == NULL) return false;
  while (count <= most && (result = sqlite3_step(statement)) == SQLITE_ROW) {
    ids[count] =
        asc_job_copy(job, (const char *)sqlite3_column_text(statement, 0), (size_t)sqlite3_column_bytes(statement, 0));
    if (ids[count++] == NULL) break;
  }
  sqlite3_reset(statement);
  if (result != SQLITE_DONE && result != SQLITE_ROW) return false;
  if (count > most) job->more = true;
  for (int i = 0; i < count && i < most; i++)
    if (ids[i] == NULL || !drop(link, job, ids[i])) return false;
  return true;
}

static bool drop_person(asc_sqlite_link *link, asc_job *job, const char *id) {
  (void)job;
  return forget(link, id) == ASC_STORE_DONE;
}

static bool drop_secret(asc_sqlite_link *link, asc_job *job, const char *id) {
  (void)job;
  return CHANGE(link, DROP_SECRET, "t", id) >= 0;
}

/* Of each kind: marks that no longer hold go, what was marked long ago is deleted, what has become due is marked. */
static asc_store_status retain(asc_sqlite_link *link, asc_job *job, const asc_step *step) {
  int64_t now = step->retain.now, most = step->retain.most;
  const asc_retention *rules = &step->retain.rules;
  bool (*const drops[])(asc_sqlite_link *, asc_job *, const char *) = {drop_game, drop_person, drop_secret};
  const int days[] = {rules->unplayed_days, rules->person_days, 1};
  int64_t invited = days_before(now, rules->invitation_days);
  for (int kind = 0; kind < 3; kind++) {
    int64_t before = days_before(now, days[kind]);
    if (CHANGE(link, UNMARK_GAMES + kind, "ii", invited, before) < 0) return ASC_STORE_FAULT;
    sqlite3_stmt *marked =
        asc_sqlite_bind(link, MARKED, sql[MARKED], "iii", (int64_t)kind, (int64_t)ASC_STORE_MARKED, most + 1);
    if (!each_old(link, job, marked, (int)most, drops[kind])) return ASC_STORE_FAULT;
    int added = CHANGE(link, MARK_GAMES + kind, "iii", invited, before, most);
    if (added < 0) return ASC_STORE_FAULT;
    if (added == most) job->more = true;
  }
  return done_if(CHANGE(link, OLD_WAKES, "ii", now, most), true, ASC_STORE_DONE);
}

/* ---- jobs and groups ---- */

static asc_store_status step_do(asc_sqlite_link *link, asc_job *job, const asc_step *step) {
  const asc_secret_row *secret = &step->secret;
  int changed = 0;
  switch (step->kind) {
  case ASC_STEP_EVENT: return event_add(link, &step->event);
  case ASC_STEP_GAME: return game_put(link, &step->game);
  case ASC_STEP_PLY: return ply_put(link, &step->game);
  case ASC_STEP_SECRET: return secret_add(link, secret);
  case ASC_STEP_MERGE: return merge(link, step->pair.one, step->pair.other);
  case ASC_STEP_FORGET: return forget(link, step->pair.one);
  case ASC_STEP_RETAIN: return retain(link, job, step);
  case ASC_STEP_TAKE:
    changed = CHANGE(link, TAKE, "biti", secret->hash, (int64_t)secret->kind, secret->person, secret->seen);
    return done_if(changed, changed == 1, ASC_STORE_SPENT);
  case ASC_STEP_SEEN:
    changed = CHANGE(link, SEEN, "bi", secret->hash, secret->seen);
    if (changed > 0) changed = CHANGE(link, PERSON_SEEN, "bi", secret->hash, secret->seen);
    break;
  case ASC_STEP_PERSON:
    changed = CHANGE(link, PERSON, "tti", step->person.id, step->person.name, step->person.made);
    break;
  case ASC_STEP_VOID: changed = CHANGE(link, VOID, "tit", secret->person, (int64_t)secret->kind, secret->id); break;
  case ASC_STEP_VOID_SEAT: changed = CHANGE(link, VOID_SEAT, "ti", secret->game, (int64_t)secret->seat); break;
  case ASC_STEP_FREE_SEAT: changed = CHANGE(link, FREE_SEAT, "tt", secret->game, secret->person); break;
  case ASC_STEP_BLOCK: {
    int statement = step->pair.on ? BLOCK : UNBLOCK;
    changed = CHANGE(link, statement, "tt", step->pair.one, step->pair.other);
    break;
  }
  case ASC_STEP_TELL: /* there is nobody else */
  case ASC_STEP_ORDER_DONE: break;
  case ASC_STEP_HEARTBEAT:
    changed = CHANGE(link, UPTIME, "ii", step->now, (int64_t)ASC_STORE_BEAT_MAX);
    if (changed >= 0) changed = CHANGE(link, HEARTBEAT, "i", step->now);
    break;
  }
  return done_if(changed, true, ASC_STORE_DONE);
}

/* What failed may have been done before by the same command: then that is the answer. */
static asc_store_status repeated(asc_sqlite_link *link, asc_job *job, asc_store_status otherwise) {
  const asc_step *step = job->inside->steps;
  while (step != NULL && step->kind != ASC_STEP_EVENT) step = step->next;
  if (step == NULL || step->event.command == NULL) return otherwise;
  sqlite3_stmt *statement =
      asc_sqlite_bind(link, REPEATED, sql[REPEATED], "tit", step->event.game, step->event.seq, step->event.command);
  if (statement == NULL || sqlite3_step(statement) != SQLITE_ROW) return ASC_STORE_FAULT;
  bool found = sqlite3_column_type(statement, 0) != SQLITE_NULL;
  job->first = sqlite3_column_int64(statement, 0);
  job->last = sqlite3_column_int64(statement, 1);
  sqlite3_reset(statement);
  return found ? ASC_STORE_REPEATED : otherwise;
}

/* Steps that may be refused behind one that was done have to be able to take that back. */
static bool may_go_back(const asc_job *job) {
  for (const asc_step *step = job->inside->steps; step != NULL && step->next != NULL; step = step->next) {
    asc_step_kind kind = step->next->kind;
    if (kind == ASC_STEP_EVENT || kind == ASC_STEP_SECRET || kind == ASC_STEP_TAKE) return true;
  }
  return false;
}

/* False: the group fails, and the link has the reason. */
static bool job_do(asc_sqlite_link *link, asc_job *job) {
  bool back = may_go_back(job);
  asc_store_status status = ASC_STORE_DONE;
  if (back && CHANGE(link, SAVEPOINT, "") < 0) return false;
  for (const asc_step *step = job->inside->steps; step != NULL && status == ASC_STORE_DONE; step = step->next)
    status = step_do(link, job, step);
  if (back && (status == ASC_STORE_CONFLICT || status == ASC_STORE_SPENT) && CHANGE(link, BACK, "") < 0) return false;
  if (status == ASC_STORE_CONFLICT || status == ASC_STORE_SPENT) status = repeated(link, job, status);
  if (status == ASC_STORE_FAULT) return false;
  if (back && CHANGE(link, RELEASE, "") < 0) return false;
  job->status = status;
  return true;
}

/* What is written to a file whose name is gone, or leads to another, would be lost at the end. */
static int still_there(const asc_sqlite *sqlite, asc_error *error) {
  struct stat file;
  if (stat(sqlite->path, &file) == 0 && file.st_dev == sqlite->device && file.st_ino == sqlite->inode) return ASC_OK;
  return asc_error_set(error, ASC_E_FILE, "%s: the file was removed or replaced", sqlite->path);
}

int asc_sqlite_write(void *database, asc_job *jobs, asc_error *error) {
  asc_sqlite *sqlite = database;
  asc_sqlite_link *link = &sqlite->writer;
  int code = still_there(sqlite, error);
  if (code != ASC_OK) return code;
  bool fine = CHANGE(link, BEGIN, "") >= 0;
  if (fine && jobs == NULL) fine = CHANGE(link, PROBE, "") >= 0;
  for (asc_job *job = jobs; job != NULL && fine; job = job->inside->next) fine = job_do(link, job);
  if (fine) fine = CHANGE(link, COMMIT, "") >= 0;
  if (fine) return ASC_OK;
  code = asc_sqlite_fail(link, error);
  if (!sqlite3_get_autocommit(link->handle)) (void)CHANGE(link, ROLLBACK, "");
  return code;
}
