/* Changes in PostgreSQL: a list of jobs is one transaction, in which each job happens completely or not at all, in two
   rounds over the wire however many jobs there are.

   The first round locks and reads what the jobs depend on (postgres_known.c). With that it is decided here which jobs
   stand. The second round sends the changes of those, a notice for the other processes, and the commit. If another
   process adds the same new key in between, the server refuses everything, and the transaction is tried again. If the
   server refuses a statement for another reason, the jobs are written one by one, and only the wrong ones fail.

   If a row cannot be locked within a second, the transaction is tried again and skips the games and secrets that
   another session has locked: their jobs are in conflict, all others are done. Later transactions skip too, until one
   finds nothing to skip. The first attempt waits: in a race of two processes the wait is short, and a conflict costs
   more.

   Changes that touch rows which are not known beforehand (merge, forget, revoke, retain) exclude all other writers:
   these share an advisory lock, which such a transaction has alone. After such a job everything is read again.

   The heartbeat, which is one row for all processes, is written last: nobody waits with it for anything else. */
#include "postgres_known.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  TRIES = 8,
  PAYLOAD_MAX = 7900, /* PostgreSQL takes 8000 bytes */
  HELD_PAUSE = 50     /* ms after a transaction that did nothing, because other sessions hold what it needs */
};

/* A statement whose answer is used. */
typedef struct awaited {
  int number; /* of the statement */
  store_job *job;
  store_sql kind;
  store_status otherwise; /* REPEATED: the status if the command is not found */
  int max;                /* with more rows there is more to do */
} awaited;

typedef struct transaction {
  store_postgres_link *link;
  store_known known;
  store_array awaited;
  size_t at; /* the next of `awaited` whose answer is to come */
  bool is_exclusive;
  bool has_failed; /* no memory */
} transaction;

/* ---- changes ---- */

static awaited *await(transaction *all, store_job *job, store_sql kind) {
  awaited *added = store_array_add(&all->awaited, sizeof *added);
  if (added == NULL) return all->has_failed = true, NULL;
  *added = (awaited){.number = all->link->sent, .job = job, .kind = kind};
  return added;
}

static void await_rows(transaction *all, store_job *job, store_sql kind, int64_t max) {
  awaited *added = await(all, job, kind);
  if (added != NULL) added->max = (int)max;
}

static int64_t days_before(int64_t now, int days) { return days > 0 ? now - (int64_t)days * 86400000 : INT64_MIN; }

static void retain_send(transaction *all, store_job *job, const store_change *change) {
  store_postgres_link *link = all->link;
  int64_t now = change->retain.now, max = change->retain.max;
  const store_retention *rules = &change->retain.rules;
  int64_t invited = days_before(now, rules->invitation_days), unplayed = days_before(now, rules->unplayed_days);
  const int64_t before[] = {0, days_before(now, rules->person_days), days_before(now, 1)};
  for (int i = 0; i < 3; i++) {
    store_sql unmark = STORE_SQL_UNMARK_GAMES + 3 * (store_sql)i, old = unmark + 1, mark = unmark + 2;
    if (i == 0)
      store_postgres_send(link, (int)unmark, "ii", invited, unplayed);
    else
      store_postgres_send(link, (int)unmark, "i", before[i]);
    await_rows(all, job, old, max);
    store_postgres_send(link, (int)old, "ii", (int64_t)STORE_MARKED_TIME, max);
    await_rows(all, job, mark, max - 1);
    if (i == 0)
      store_postgres_send(link, (int)mark, "iii", invited, unplayed, max);
    else
      store_postgres_send(link, (int)mark, "ii", before[i], max);
  }
  store_postgres_send(link, STORE_SQL_OLD_WAKES, "ii", now, max);
}

static void game_send(store_postgres_link *link, const store_game_row *game) {
  store_postgres_send(link, STORE_SQL_GAME_PUT, "ttiiiiziit", game->id, game->spec, (int64_t)game->state,
                      (int64_t)game->is_private, game->created, game->changed, game->deadline, (int64_t)game->turn,
                      (int64_t)game->plies, game->summary);
  for (int i = 0; i < game->seats; i++)
    store_postgres_send(link, STORE_SQL_SEAT_PUT, "titi", game->id, (int64_t)i, game->seat[i].person,
                        (int64_t)game->seat[i].engine);
  if (game->seats > 0) store_postgres_send(link, STORE_SQL_SEATS_DROP, "ti", game->id, (int64_t)game->seats);
}

static void heartbeat_send(store_postgres_link *link, int64_t now) {
  store_postgres_send(link, STORE_SQL_HEARTBEAT_LOCK, "");
  store_postgres_send(link, STORE_SQL_UPTIME, "ii", now, (int64_t)STORE_HEARTBEAT_MAX);
  store_postgres_send(link, STORE_SQL_STEADY, "ii", now, (int64_t)STORE_STEADY);
  store_postgres_send(link, STORE_SQL_HEARTBEAT, "i", now);
}

static void secret_send(store_postgres_link *link, store_change_kind kind, const store_secret_row *secret) {
  switch (kind) {
  case STORE_CHANGE_SECRET:
    store_postgres_send(link, STORE_SQL_SECRET_ADD, "bitttitiiz", secret->hash, (int64_t)secret->kind, secret->id,
                        secret->person, secret->game, (int64_t)secret->seat, secret->label, secret->created,
                        secret->seen, secret->expires);
    break;
  case STORE_CHANGE_CLAIM:
    store_postgres_send(link, STORE_SQL_CLAIM, "bti", secret->hash, secret->person, secret->seen);
    break;
  case STORE_CHANGE_SEEN:
    store_postgres_send(link, STORE_SQL_SEEN, "bi", secret->hash, secret->seen);
    store_postgres_send(link, STORE_SQL_PERSON_SEEN, "bi", secret->hash, secret->seen);
    break;
  case STORE_CHANGE_REVOKE:
    store_postgres_send(link, STORE_SQL_REVOKE, "tit", secret->person, (int64_t)secret->kind, secret->id);
    break;
  case STORE_CHANGE_REVOKE_SEAT:
    store_postgres_send(link, STORE_SQL_REVOKE_SEAT, "ti", secret->game, (int64_t)secret->seat);
    break;
  default: store_postgres_send(link, STORE_SQL_RELEASE_SEAT, "tt", secret->game, secret->person);
  }
}

static void change_send(transaction *all, store_job *job, const store_change *change) {
  store_postgres_link *link = all->link;
  const store_event_row *event = &change->event;
  const store_game_row *game = &change->game;
  const char *one = change->pair.one, *other = change->pair.other;
  switch (change->kind) {
  case STORE_CHANGE_EVENT:
    store_postgres_send(link, STORE_SQL_EVENT_ADD, "tiits", event->game, event->seq, event->time, event->command,
                        event->body, event->length);
    break;
  case STORE_CHANGE_GAME: game_send(link, game); break;
  case STORE_CHANGE_PLY:
    store_postgres_send(link, STORE_SQL_PLY, "tizii", game->id, game->changed, game->deadline, (int64_t)game->turn,
                        (int64_t)game->plies);
    break;
  case STORE_CHANGE_PERSON:
    store_postgres_send(link, STORE_SQL_PERSON_PUT, "tti", change->person.id, change->person.name,
                        change->person.created);
    break;
  case STORE_CHANGE_MERGE:
    for (int i = STORE_SQL_MERGE_PERSON; i < STORE_SQL_MERGE_REST; i++) store_postgres_send(link, i, "tt", one, other);
    store_postgres_send(link, STORE_SQL_MERGE_REST, "t", one);
    break;
  case STORE_CHANGE_FORGET:
    for (int i = STORE_SQL_FORGET_SECRETS; i <= STORE_SQL_FORGET_PERSON; i++) store_postgres_send(link, i, "t", one);
    break;
  case STORE_CHANGE_BLOCK:
    store_postgres_send(link, change->pair.is_on ? STORE_SQL_BLOCK : STORE_SQL_UNBLOCK, "tt", one, other);
    break;
  case STORE_CHANGE_HEARTBEAT: /* retention in the same job depends on it */
    if (all->is_exclusive) heartbeat_send(link, change->now);
    break;
  case STORE_CHANGE_RETAIN: retain_send(all, job, change); break;
  case STORE_CHANGE_NOTIFY: store_postgres_send(link, STORE_SQL_NOTIFY, "tt", link->own->about.id, change->text); break;
  case STORE_CHANGE_ORDER_DONE: store_postgres_send(link, STORE_SQL_ORDER_DONE, "i", change->number); break;
  default: secret_send(link, change->kind, &change->secret);
  }
}

/* Asks whether the same command did it before, as of the jobs before this one. */
static void repeated_send(transaction *all, store_job *job) {
  const store_change *change = job->inside->changes;
  while (change != NULL && change->kind != STORE_CHANGE_EVENT) change = change->next;
  if (change == NULL || change->event.command == NULL) return;
  awaited *added = await(all, job, STORE_SQL_REPEATED);
  if (added != NULL) added->otherwise = job->status;
  store_postgres_send(all->link, STORE_SQL_REPEATED, "tit", change->event.game, change->event.seq,
                      change->event.command);
}

static void on_answer(void *data, int number, const PGresult *rows) {
  transaction *all = data;
  if (all->at == all->awaited.count) return;
  const awaited *next = (const awaited *)all->awaited.rows + all->at;
  if (next->number != number) return;
  all->at++;
  store_job *job = next->job;
  if (next->kind == STORE_SQL_REPEATED) {
    bool is_found = PQntuples(rows) > 0 && PQgetisnull(rows, 0, 0) == 0;
    job->first = is_found ? store_postgres_number(rows, 0, 0) : 0;
    job->last = is_found ? store_postgres_number(rows, 0, 1) : 0;
    job->status = is_found ? STORE_REPEATED : next->otherwise;
    return;
  }
  if (PQntuples(rows) > next->max) job->more = true;
  for (int i = 0; next->kind == STORE_SQL_OLD_GAMES && i < PQntuples(rows) && i < next->max; i++) {
    store_game_row *row = store_job_row(job, &job->games, &job->games_count, sizeof *row);
    if (row == NULL) return;
    row->id = store_job_copy(job, PQgetvalue(rows, i, 0), (size_t)PQgetlength(rows, i, 0));
  }
}

/* ---- transactions ---- */

/* Changes that touch rows which are not known beforehand. */
static bool is_wide(const store_change *change) {
  return change->kind == STORE_CHANGE_MERGE || change->kind == STORE_CHANGE_FORGET ||
         change->kind == STORE_CHANGE_REVOKE || change->kind == STORE_CHANGE_RETAIN;
}

/* After such a job everything is read again. */
static bool has_surprise(const store_job *job) {
  for (const store_change *change = job->inside->changes; change != NULL; change = change->next)
    if (is_wide(change) || change->kind == STORE_CHANGE_REVOKE_SEAT || change->kind == STORE_CHANGE_RELEASE_SEAT)
      return true;
  return false;
}

static bool any_wide(store_job *jobs) {
  for (store_job *job = store_job_pending(jobs); job != NULL; job = store_job_pending(job->next))
    for (const store_change *change = job->inside->changes; change != NULL; change = change->next)
      if (is_wide(change)) return true;
  return false;
}

/* Decides jobs and sends those that stand, up to the first with a surprise. Returns the job behind that. */
static store_job *jobs_send(transaction *all, store_job *jobs, store_job *job) {
  const store_job *failed = jobs;
  for (bool is_known = true; job != NULL && is_known; job = store_job_pending(job->next)) {
    store_job_clear(job);
    if (store_job_follows_failed(&failed, job)) {
      job->status = STORE_CONFLICT;
      continue;
    }
    job->status = store_known_decide(&all->known, job);
    if (job->status != STORE_DONE) {
      repeated_send(all, job);
      continue;
    }
    for (const store_change *change = job->inside->changes; change != NULL; change = change->next)
      change_send(all, job, change);
    is_known = !has_surprise(job);
  }
  return job;
}

static void heartbeats_send(transaction *all, store_job *jobs) {
  for (store_job *job = store_job_pending(jobs); job != NULL; job = store_job_pending(job->next))
    for (const store_change *change = job->inside->changes; change != NULL; change = change->next)
      if (job->status == STORE_DONE && change->kind == STORE_CHANGE_HEARTBEAT) heartbeat_send(all->link, change->now);
}

/* Tells the other processes which games have how many events: a line "id number" for each. */
static void events_notify(transaction *all) {
  char payload[PAYLOAD_MAX + 1];
  size_t length = 0;
  const store_known_game *games = all->known.games.rows;
  for (size_t i = 0; i <= all->known.games.count; i++) {
    bool is_end = i == all->known.games.count;
    if (length > 0 && (is_end || length + STORE_ID_MAX + 24 > PAYLOAD_MAX)) {
      store_postgres_send(all->link, STORE_SQL_NOTIFY, "tt", all->link->own->about.id, payload);
      length = 0;
    }
    if (is_end || games[i].last <= games[i].before) continue;
    length +=
        (size_t)snprintf(payload + length, sizeof payload - length, "%s %lld\n", games[i].id, (long long)games[i].last);
  }
}

/* Sends BEGIN, the lock, and all changes except those of the last round, which wait to be sent. */
static int changes_send(transaction *all, store_job *jobs, asc_error *error) {
  store_postgres_link *link = all->link;
  all->awaited.count = all->at = 0;
  all->is_exclusive = any_wide(jobs);
  all->has_failed = !store_known_gather(&all->known, jobs);
  store_postgres_send_text(link, "BEGIN");
  store_postgres_send(link, all->is_exclusive ? STORE_SQL_EXCLUDE : STORE_SQL_SHARE, "i",
                      store_postgres_lock_of(link->own->about.id, STORE_LOCK_GROUP));
  if (jobs == NULL) store_postgres_send(link, STORE_SQL_PROBE, "");
  for (store_job *job = store_job_pending(jobs); job != NULL && !all->has_failed;) {
    int code = store_known_read(&all->known, link, error);
    if (code != ASC_OK) return code;
    job = jobs_send(all, jobs, job);
    if (job == NULL) break;
    code = store_postgres_exchange(link, on_answer, all, error);
    if (code != ASC_OK) return code;
    all->awaited.count = all->at = 0;
  }
  if (!all->is_exclusive) heartbeats_send(all, jobs);
  events_notify(all);
  return all->has_failed ? asc_error_set(error, ASC_E_MEMORY, "out of memory") : ASC_OK;
}

/* Tries it once. *is_committing: from here on it may have happened. */
static int transaction_run(transaction *all, store_job *jobs, bool *is_committing, asc_error *error) {
  store_postgres_link *link = all->link;
  int code = changes_send(all, jobs, error);
  if (code != ASC_OK) return code;
  store_postgres_send_text(link, "COMMIT");
  *is_committing = true;
  code = store_postgres_exchange(link, on_answer, all, error);
  if (code == ASC_OK && link->has_warning)
    return asc_error_set(error, ASC_E_FILE, "%s: the standby did not confirm the change", link->own->name);
  return code;
}

/* Another process added the same key, or PostgreSQL broke a deadlock. */
static bool is_race(const char *state) {
  return strcmp(state, "23505") == 0 || strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0;
}

/* One transaction, tried again after a race, after a wait for a row that another session holds, and after a connection
   that was found dead. */
static int jobs_write(store_postgres *own, store_job *jobs, asc_error *error) {
  transaction all = {.link = &own->game};
  int code = ASC_E_STATE;
  bool was_lost = false, is_again = true;
  for (int i = 0; i < TRIES && is_again; i++) {
    bool is_committing = false;
    all.link->state[0] = '\0';
    code = store_postgres_connect(all.link, error);
    if (code != ASC_OK) break;
    atomic_store(&own->game_session, PQbackendPID(all.link->connection));
    code = transaction_run(&all, jobs, &is_committing, error);
    if (code == ASC_OK) break;
    char state[sizeof all.link->state];
    memcpy(state, all.link->state, sizeof state);
    bool is_lost = !store_postgres_is_connected(all.link);
    bool is_held = !all.link->skips_held && store_known_waited(&all.known, all.link);
    if (is_held) all.link->skips_held = true;
    /* A connection that was found dead before the commit is made again, once. */
    is_again = !all.has_failed && (is_race(state) || is_held || (is_lost && !is_committing && !was_lost));
    was_lost = was_lost || is_lost;
    store_postgres_rollback(all.link);
    memcpy(all.link->state, state, sizeof state); /* for the caller */
  }
  if (code == ASC_OK) own->game.skips_held = all.known.has_held;
  store_known_close(&all.known);
  free(all.awaited.rows);
  return code;
}

/* Why the server refused a transaction that it could have answered. The classes of SQLSTATE are: 22 data, 23
   constraints, 42 rights and names, 54 limits. 55P03 and 57014: somebody else has locked a row. */
typedef enum refusal { REFUSAL_NONE, REFUSAL_STATEMENT, REFUSAL_WAIT } refusal;

static refusal refusal_of(const store_postgres_link *link) {
  static const char *const classes[] = {"22", "23", "42", "54"};
  const char *state = link->state;
  if (strcmp(state, "55P03") == 0 || strcmp(state, "57014") == 0) return REFUSAL_WAIT;
  for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
    if (strncmp(state, classes[i], 2) == 0 && !is_race(state)) return REFUSAL_STATEMENT;
  return REFUSAL_NONE;
}

/* The server refused something of the list: each job gets a transaction of its own, so that only the wrong one fails.
   If two of them wait for a lock in vain, it is not the jobs but the database. */
static int jobs_write_singly(store_postgres *own, store_job *jobs, asc_error *error) {
  int waits = 0;
  const store_job *failed = jobs;
  for (store_job *job = store_job_pending(jobs); job != NULL; job = store_job_pending(job->next)) {
    if (store_job_follows_failed(&failed, job)) {
      store_job_clear(job);
      job->status = STORE_CONFLICT;
      continue;
    }
    asc_error why = {0};
    store_job *next = job->next;
    job->next = NULL;
    int code = jobs_write(own, job, &why);
    job->next = next;
    if (code == ASC_OK) continue;
    refusal kind = refusal_of(&own->game);
    waits += kind == REFUSAL_WAIT;
    if (kind == REFUSAL_NONE || waits > 1) {
      if (error != NULL) *error = why;
      return code;
    }
    store_job_clear(job);
    store_job_fail(job, why.reason);
  }
  return ASC_OK;
}

/* Without a pause the caller would try such jobs again as fast as the server answers. */
static void held_pause(const store_postgres *own, store_job *jobs) {
  for (store_job *job = store_job_pending(jobs); job != NULL; job = store_job_pending(job->next))
    if (job->status == STORE_DONE) return;
  store_postgres_pause(own, HELD_PAUSE);
}

int store_postgres_write(void *database, store_job *jobs, asc_error *error) {
  store_postgres *own = database;
  asc_error why = {0};
  int code = jobs_write(own, jobs, &why);
  if (code == ASC_OK) {
    if (own->game.skips_held) held_pause(own, jobs);
    return ASC_OK;
  }
  store_job *first = store_job_pending(jobs);
  bool is_refused = jobs != NULL && refusal_of(&own->game) != REFUSAL_NONE;
  if (is_refused && store_job_pending(first->next) != NULL) return jobs_write_singly(own, jobs, error);
  if (is_refused) { /* the list had one job */
    store_job_clear(first);
    store_job_fail(first, why.reason);
    return ASC_OK;
  }
  if (error != NULL) *error = why;
  return code;
}

/* ---- text that PostgreSQL refuses ---- */

static bool is_text(const char *text, size_t length) { return asc_utf8_valid_length(text, length) == length; }

static bool fits(const char *text) { return text == NULL || is_text(text, strlen(text)); }

static bool change_fits(const store_change *change) {
  switch (change->kind) {
  case STORE_CHANGE_EVENT:
    return fits(change->event.game) && fits(change->event.command) && is_text(change->event.body, change->event.length);
  case STORE_CHANGE_GAME:
    for (int i = 0; i < change->game.seats; i++)
      if (!fits(change->game.seat[i].person)) return false;
    return fits(change->game.id) && fits(change->game.spec) && fits(change->game.summary);
  case STORE_CHANGE_PLY: return fits(change->game.id);
  case STORE_CHANGE_PERSON: return fits(change->person.id) && fits(change->person.name);
  case STORE_CHANGE_MERGE:
  case STORE_CHANGE_FORGET:
  case STORE_CHANGE_BLOCK: return fits(change->pair.one) && fits(change->pair.other);
  case STORE_CHANGE_NOTIFY: return fits(change->text);
  case STORE_CHANGE_HEARTBEAT:
  case STORE_CHANGE_RETAIN:
  case STORE_CHANGE_ORDER_DONE: return true;
  default:
    return fits(change->secret.id) && fits(change->secret.person) && fits(change->secret.game) &&
           fits(change->secret.label);
  }
}

const char *store_postgres_reject(const store_job *job) {
  for (const store_change *change = job->inside->changes; change != NULL; change = change->next)
    if (!change_fits(change)) return "text that is not UTF-8, or has a NUL";
  return NULL;
}
