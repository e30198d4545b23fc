/* Steps in PostgreSQL: a group of jobs is one transaction, in which each job is whole or not at all, in two rounds over
   the wire however many jobs there are.

   The first round asks what the jobs depend on: the last event of each game, and the secrets that are to be new or to
   be taken. With that it is decided here, job by job in their order, which of them stand; the second round sends the
   steps of those alone, and the commit. No job has to be taken back. What another process commits between the two
   rounds is met as a key that is there already: the server refuses the whole, and the group is decided anew.

   What changes more than single rows (merge, forget, retain) keeps all other writers out meanwhile: they share a lock,
   and it has the lock alone. After a job whose outcome is not foreseen here what comes is asked for again. */
#include "postgres.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TRIES = 8, PAYLOAD = 7900 };

enum {
  LOCK_SHARED,
  LOCK_ALONE,
  LASTS,
  SECRETS,
  EVENT,
  REPEATED,
  GAME,
  PLY,
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
  MERGE_REST,
  FORGET_SECRETS,
  FORGET_BLOCKS,
  FORGET_PERSON,
  BLOCK,
  UNBLOCK,
  BEAT_LOCK,
  UPTIME,
  STEADY,
  HEARTBEAT,
  PROBE,
  UNMARK_GAMES,
  OLD_GAMES,
  MARK_GAMES,
  UNMARK_PERSONS,
  OLD_PERSONS,
  MARK_PERSONS,
  UNMARK_SECRETS,
  OLD_SECRETS,
  MARK_SECRETS,
  OLD_WAKES,
  NOTIFY,
  ORDER_DONE,
  STATEMENTS
};

/* As in sqlite_write.c. */
#define GAME_DUE                                \
  "unplayed < greatest($1::bigint, $2::bigint)" \
  " AND unplayed < CASE state WHEN 0 THEN $1::bigint ELSE $2::bigint END"
#define PERSON_DUE "merged IS NULL AND seen < $1::bigint AND NOT EXISTS (SELECT 1 FROM seats WHERE person = persons.id)"
#define SECRET_DUE "expires < $1::bigint"
#define UNMARK(kind, row) "DELETE FROM marks WHERE kind = " kind " AND NOT EXISTS (SELECT 1 FROM " row ")"
#define UPTIME_NOW "(SELECT value::bigint FROM meta WHERE key = 'uptime')"
#define MARK(kind, id_, stamp_, table, due, limit)                                                   \
  "INSERT INTO marks SELECT " kind ", " id_ ", " stamp_ ", " UPTIME_NOW " FROM " table " WHERE " due \
  " AND NOT EXISTS (SELECT 1 FROM marks WHERE kind = " kind " AND marks.id = " id_ ") LIMIT " limit  \
  "::bigint RETURNING 1"
/* Those marked long enough ago, one more than are to go; and those that go. */
#define MARKED(kind)                                                                                               \
  "WITH old AS MATERIALIZED (SELECT id FROM marks WHERE kind = " kind " AND uptime <= " UPTIME_NOW " - $1::bigint" \
  " ORDER BY id LIMIT $2::bigint + 1), gone AS MATERIALIZED (SELECT id FROM old ORDER BY id LIMIT $2::bigint),"
#define HASH_TEXT "encode(secrets.hash, 'hex')"

const char *const asc_postgres_write_sql[] = {
    [LOCK_SHARED] = "SELECT pg_advisory_xact_lock_shared($1::bigint)",
    [LOCK_ALONE] = "SELECT pg_advisory_xact_lock($1::bigint)",
    [LASTS] = ("SELECT coalesce((SELECT max(seq) FROM events WHERE game = wanted.id), 0)"
               " FROM unnest($1::text[]) WITH ORDINALITY AS wanted(id, place) ORDER BY place"),
    [SECRETS] = ("SELECT hash, kind, taken IS NOT NULL, expires FROM secrets WHERE hash = ANY($1::bytea[])"
                 " ORDER BY hash FOR UPDATE"),
    [EVENT] = "INSERT INTO events(game, seq, time, command, body) VALUES($1, $2, $3, $4, $5)",
    [REPEATED] = "SELECT min(seq), max(seq) FROM events WHERE game = $1 AND seq >= $2 AND command = $3",
    [GAME] =
        ("INSERT INTO games(id, spec, state, secret, made, changed, deadline, turn, plies, about, wake, unplayed)"
         " VALUES($1, $2, $3, $4, $5, $6::bigint, $7, $8, $9::int, $10, $7, CASE WHEN $9::int = 0 THEN $6::bigint END)"
         " ON CONFLICT(id) DO UPDATE SET spec = excluded.spec, state = excluded.state, secret = excluded.secret,"
         " made = excluded.made, changed = excluded.changed, deadline = excluded.deadline, turn = excluded.turn,"
         " plies = excluded.plies, about = excluded.about, wake = excluded.wake, unplayed = excluded.unplayed"),
    /* As in sqlite_write.c; where `wake` and `unplayed` stay the same no index is touched. */
    [PLY] =
        ("UPDATE games SET changed = $2::bigint, deadline = $3::bigint, turn = $4, plies = $5::int,"
         " unplayed = CASE WHEN $5::int = 0 THEN $2::bigint END,"
         " wake = CASE WHEN wake <= $3::bigint AND 2 * wake >= $2::bigint + $3::bigint THEN wake ELSE $3::bigint END"
         " WHERE id = $1"),
    /* Who still knows a person by the id from before a merge writes the one from after it. */
    [SEAT] = ("INSERT INTO seats(game, seat, person, engine)"
              " VALUES($1, $2, coalesce((SELECT merged FROM persons WHERE id = $3::text), $3::text), $4)"
              " ON CONFLICT(game, seat) DO UPDATE SET person = excluded.person, engine = excluded.engine"
              " WHERE seats.person IS DISTINCT FROM excluded.person OR seats.engine <> excluded.engine"),
    [SEATS_GONE] = "DELETE FROM seats WHERE game = $1 AND seat >= $2",
    [PERSON] = ("INSERT INTO persons(id, name, made, seen) VALUES($1, $2, $3::bigint, $3::bigint)"
                " ON CONFLICT(id) DO UPDATE SET name = excluded.name, seen = excluded.seen"),
    [SECRET] = ("INSERT INTO secrets(hash, kind, id, person, game, seat, label, made, seen, expires)"
                " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"),
    [TAKE] = "UPDATE secrets SET taken = $2, seen = $3 WHERE hash = $1 AND taken IS NULL",
    [SEEN] = "UPDATE secrets SET seen = $2::bigint WHERE hash = $1 AND seen < $2::bigint",
    [PERSON_SEEN] = ("UPDATE persons SET seen = $2::bigint WHERE id = (SELECT person FROM secrets WHERE hash = $1)"
                     " AND seen < $2::bigint"),
    [VOID] = "DELETE FROM secrets WHERE person = $1 AND kind = $2 AND ($3::text IS NULL OR id = $3::text)",
    [VOID_SEAT] = "DELETE FROM secrets WHERE game = $1 AND seat = $2 AND taken IS NULL",
    [FREE_SEAT] = ("UPDATE secrets SET taken = NULL WHERE game = $1"
                   " AND (taken = $2::text OR taken IN (SELECT id FROM persons WHERE merged = $2::text))"),
    [MERGE_PERSON] = "UPDATE persons SET merged = $2 WHERE id = $1",
    [MERGE_EARLIER] = "UPDATE persons SET merged = $2::text WHERE merged = $1::text",
    [MERGE_SEATS] = "UPDATE seats SET person = $2::text WHERE person = $1::text",
    [MERGE_SECRETS] = "UPDATE secrets SET person = $2::text WHERE person = $1::text",
    [MERGE_BLOCKS] = ("INSERT INTO blocks SELECT $2::text, other FROM blocks WHERE person = $1::text"
                      " ON CONFLICT DO NOTHING"),
    [MERGE_BLOCKED] = ("INSERT INTO blocks SELECT person, $2::text FROM blocks WHERE other = $1::text"
                       " ON CONFLICT DO NOTHING"),
    [MERGE_REST] = "DELETE FROM blocks WHERE person = $1::text OR other = $1::text",
    [FORGET_SECRETS] = "DELETE FROM secrets WHERE person = $1 AND taken IS NULL",
    [FORGET_BLOCKS] = "DELETE FROM blocks WHERE person = $1 OR other = $1",
    [FORGET_PERSON] = "DELETE FROM persons WHERE id = $1 OR merged = $1",
    [BLOCK] = "INSERT INTO blocks(person, other) VALUES($1, $2) ON CONFLICT DO NOTHING",
    [UNBLOCK] = "DELETE FROM blocks WHERE person = $1 AND other = $2",
    /* One process at a time, so that no time counts twice. */
    [BEAT_LOCK] = "SELECT 1 FROM meta WHERE key = 'heartbeat' FOR UPDATE",
    [UPTIME] = ("UPDATE meta SET value = (value::bigint + $1::bigint - beat)::text"
                " FROM (SELECT value::bigint AS beat FROM meta WHERE key = 'heartbeat') AS last"
                " WHERE key = 'uptime' AND $1::bigint - beat BETWEEN 1 AND $2::bigint"),
    [STEADY] = ("UPDATE meta SET value = $1::bigint::text FROM (SELECT value::bigint AS beat FROM meta"
                " WHERE key = 'heartbeat') AS last WHERE key = 'steady' AND $1::bigint - beat > $2::bigint"),
    /* Of several processes the latest counts, unless it is of a clock that was wrong. */
    [HEARTBEAT] = ("UPDATE meta SET value = CASE WHEN value::bigint < $1::bigint + 60000"
                   " THEN greatest(value::bigint, $1::bigint) ELSE $1::bigint END::text WHERE key = 'heartbeat'"),
    /* 64 KB: on a disk that is full a small row still finds its place, and the next group does not. */
    [PROBE] = ("INSERT INTO meta SELECT 'probe', string_agg(md5(random()::text), '') FROM generate_series(1, 2048)"
               " ON CONFLICT(key) DO UPDATE SET value = excluded.value"),
    [UNMARK_GAMES] = UNMARK("0", "games WHERE id = marks.id AND unplayed = stamp AND " GAME_DUE),
    [OLD_GAMES] = (MARKED("0") " a AS (DELETE FROM events WHERE game IN (SELECT id FROM gone)),"
                               " b AS (DELETE FROM seats WHERE game IN (SELECT id FROM gone)),"
                               " c AS (DELETE FROM secrets WHERE game IN (SELECT id FROM gone)),"
                               " d AS (DELETE FROM games WHERE id IN (SELECT id FROM gone))"
                               " SELECT id FROM old ORDER BY id"),
    [MARK_GAMES] = MARK("0", "games.id", "unplayed", "games", GAME_DUE, "$3"),
    [UNMARK_PERSONS] = UNMARK("1", "persons WHERE id = marks.id AND seen = stamp AND " PERSON_DUE),
    [OLD_PERSONS] = (MARKED("1") " a AS (DELETE FROM secrets WHERE person IN (SELECT id FROM gone) AND taken IS NULL),"
                                 " b AS (DELETE FROM blocks WHERE person IN (SELECT id FROM gone)"
                                 " OR other IN (SELECT id FROM gone)),"
                                 " c AS (DELETE FROM persons WHERE id IN (SELECT id FROM gone)"
                                 " OR merged IN (SELECT id FROM gone))"
                                 " SELECT id FROM old"),
    [MARK_PERSONS] = MARK("1", "persons.id", "seen", "persons", PERSON_DUE, "$2"),
    [UNMARK_SECRETS] = UNMARK("2", "secrets WHERE hash = decode(marks.id, 'hex') AND expires = stamp AND " SECRET_DUE),
    [OLD_SECRETS] = (MARKED("2") " a AS (DELETE FROM secrets WHERE hash IN (SELECT decode(id, 'hex') FROM gone))"
                                 " SELECT id FROM old"),
    [MARK_SECRETS] = MARK("2", HASH_TEXT, "expires", "secrets", SECRET_DUE, "$2"),
    [OLD_WAKES] = ("UPDATE games SET wake = deadline WHERE id IN"
                   " (SELECT id FROM games WHERE wake < $1::bigint AND wake < deadline LIMIT $2::bigint)"),
    [NOTIFY] = "SELECT pg_notify('ascona_' || $1::text, $2::text)",
    [ORDER_DONE] = ("DELETE FROM orders WHERE number = $1::bigint AND (what <> 'close' OR NOT EXISTS"
                    " (SELECT 1 FROM games WHERE games.id = orders.id COLLATE \"C\" AND state < 2))"),
};
const int asc_postgres_write_count = STATEMENTS;

/* ---- what is known of games and secrets ---- */

typedef struct known_game {
  const char *id;
  int64_t last, before;
} known_game;

typedef struct known_secret {
  uint8_t hash[ASC_STORE_HASH];
  bool there, taken;
  int kind;
  int64_t expires;
} known_secret;

/* A statement whose answer is looked at. */
typedef struct waited {
  int number;
  asc_job *job;
  int kind;
  asc_store_status otherwise;
  int most;
} waited;

typedef struct group {
  asc_postgres_link *link;
  known_game *games;
  known_secret *secrets;
  size_t games_count, secrets_count, games_room, secrets_room;
  waited *waits;
  size_t waits_count, waits_room, at; /* at: the next whose answer is to come */
  int lasts, hashes;                  /* the numbers of the questions of the first round; -1: not asked */
  char payload[PAYLOAD + 1];
  size_t length;
  bool failed; /* no memory */
} group;

/* Room for one more at the end of a list; NULL: there is no memory. */
static void *list_add(group *all, void *list, size_t *count, size_t *room, size_t size) {
  char *rows;
  memcpy(&rows, list, sizeof rows);
  if (*count == *room) {
    size_t more = *room == 0 ? 64 : 2 * *room;
    char *longer = realloc(rows, more * size);
    if (longer == NULL) return all->failed = true, NULL;
    rows = longer;
    memcpy(list, &rows, sizeof rows);
    *room = more;
  }
  return memset(rows + (*count)++ * size, 0, size);
}

static int game_order(const void *one, const void *other) {
  return strcmp(((const known_game *)one)->id, ((const known_game *)other)->id);
}
static int secret_order(const void *one, const void *other) {
  return memcmp(((const known_secret *)one)->hash, ((const known_secret *)other)->hash, ASC_STORE_HASH);
}

static known_game *game_find(const group *all, const char *id) {
  known_game wanted = {.id = id};
  return bsearch(&wanted, all->games, all->games_count, sizeof wanted, game_order);
}
static known_secret *secret_find(const group *all, const uint8_t *hash) {
  known_secret wanted;
  memcpy(wanted.hash, hash, ASC_STORE_HASH);
  return bsearch(&wanted, all->secrets, all->secrets_count, sizeof wanted, secret_order);
}

/* Sorts, and leaves one of those that are the same. */
static size_t sort_once(void *rows, size_t count, size_t size, int (*order)(const void *one, const void *other)) {
  size_t kept = 0;
  char *list = rows;
  if (count > 1) qsort(rows, count, size, order);
  for (size_t i = 0; i < count; i++)
    if (kept == 0 || order(list + (kept - 1) * size, list + i * size) != 0)
      memmove(list + kept++ * size, list + i * size, size);
  return kept;
}

static void gather(group *all, asc_job *from, const asc_job *end) {
  all->games_count = all->secrets_count = 0;
  for (asc_job *job = from; job != end; job = job->inside->next)
    for (const asc_step *step = job->inside->steps; step != NULL; step = step->next) {
      if (step->kind == ASC_STEP_EVENT) {
        known_game *game = list_add(all, &all->games, &all->games_count, &all->games_room, sizeof *game);
        if (game != NULL) game->id = step->event.game;
      } else if (step->kind == ASC_STEP_SECRET || step->kind == ASC_STEP_TAKE) {
        known_secret *secret = list_add(all, &all->secrets, &all->secrets_count, &all->secrets_room, sizeof *secret);
        if (secret != NULL) memcpy(secret->hash, step->secret.hash, ASC_STORE_HASH);
      }
    }
  all->games_count = sort_once(all->games, all->games_count, sizeof *all->games, game_order);
  all->secrets_count = sort_once(all->secrets, all->secrets_count, sizeof *all->secrets, secret_order);
}

static void known_take(void *data, int number, const PGresult *rows) {
  group *all = data;
  if (number == all->lasts)
    for (int i = 0; i < PQntuples(rows) && i < (int)all->games_count; i++)
      all->games[i].last = all->games[i].before = asc_postgres_number(rows, i, 0);
  for (int i = 0; number == all->hashes && i < PQntuples(rows); i++) {
    uint8_t hash[ASC_STORE_HASH] = {0};
    asc_postgres_hash(rows, i, 0, hash);
    known_secret *secret = secret_find(all, hash);
    if (secret == NULL) continue;
    secret->there = true;
    secret->kind = (int)asc_postgres_number(rows, i, 1);
    secret->taken = PQgetvalue(rows, i, 2)[0] == 't';
    secret->expires = asc_postgres_number(rows, i, 3);
  }
}

/* The first round. What was put in before goes along. */
static int ask_known(group *all, asc_error *error) {
  asc_postgres_link *link = all->link;
  const char **ids = malloc((all->games_count + 1) * sizeof *ids);
  uint8_t(*hashes)[ASC_STORE_HASH] = malloc((all->secrets_count + 1) * sizeof *hashes);
  for (size_t i = 0; ids != NULL && i < all->games_count; i++) ids[i] = all->games[i].id;
  for (size_t i = 0; hashes != NULL && i < all->secrets_count; i++)
    memcpy(hashes[i], all->secrets[i].hash, ASC_STORE_HASH);
  char *games = ids == NULL ? NULL : asc_postgres_texts(ids, all->games_count);
  char *secrets =
      hashes == NULL ? NULL : asc_postgres_hashes((const uint8_t(*)[ASC_STORE_HASH])hashes, all->secrets_count);
  all->lasts = all->hashes = -1;
  if (games == NULL || secrets == NULL) all->failed = true;
  if (!all->failed && all->games_count > 0) {
    all->lasts = link->sent;
    asc_postgres_send(link, LASTS, "t", games);
  }
  if (!all->failed && all->secrets_count > 0) {
    all->hashes = link->sent;
    asc_postgres_send(link, SECRETS, "t", secrets);
  }
  free(ids);
  free(hashes);
  free(games);
  free(secrets);
  if (all->failed) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  return all->lasts < 0 && all->hashes < 0 ? ASC_OK : asc_postgres_exchange(link, known_take, all, error);
}

/* ---- deciding ---- */

/* What a step makes of what is known; refused, nothing. */
static asc_store_status step_decide(const group *all, const asc_step *step) {
  if (step->kind == ASC_STEP_EVENT) {
    known_game *game = game_find(all, step->event.game);
    if (step->event.seq != game->last + 1) return ASC_STORE_CONFLICT;
    game->last++;
  } else if (step->kind == ASC_STEP_SECRET) {
    known_secret *secret = secret_find(all, step->secret.hash);
    if (secret->there) return ASC_STORE_CONFLICT;
    secret->there = true;
    secret->taken = false;
    secret->kind = (int)step->secret.kind;
    secret->expires = step->secret.expires;
  } else if (step->kind == ASC_STEP_TAKE) {
    known_secret *secret = secret_find(all, step->secret.hash);
    bool good = secret->there && !secret->taken && secret->kind == (int)step->secret.kind &&
                (secret->expires == 0 || secret->expires > step->secret.seen);
    if (!good) return ASC_STORE_SPENT;
    secret->taken = true;
  }
  return ASC_STORE_DONE;
}

static void step_undo(const group *all, const asc_step *step) {
  if (step->kind == ASC_STEP_EVENT) game_find(all, step->event.game)->last--;
  if (step->kind == ASC_STEP_SECRET) secret_find(all, step->secret.hash)->there = false;
  if (step->kind == ASC_STEP_TAKE) secret_find(all, step->secret.hash)->taken = false;
}

static asc_store_status job_decide(const group *all, const asc_job *job) {
  asc_store_status status = ASC_STORE_DONE;
  const asc_step *step = job->inside->steps, *refused = NULL;
  for (; step != NULL && status == ASC_STORE_DONE; step = step->next) {
    status = step_decide(all, step);
    if (status != ASC_STORE_DONE) refused = step;
  }
  for (step = job->inside->steps; refused != NULL && step != refused; step = step->next) step_undo(all, step);
  return status;
}

/* ---- sending ---- */

static int64_t days_before(int64_t now, int days) { return days > 0 ? now - (int64_t)days * 86400000 : INT64_MIN; }

static waited *wait_add(group *all, asc_job *job, int kind) {
  waited *wait = list_add(all, &all->waits, &all->waits_count, &all->waits_room, sizeof *wait);
  if (wait != NULL) *wait = (waited){.number = all->link->sent, .job = job, .kind = kind};
  return wait;
}

/* A statement after which there is more to do if it answers with more rows than `most`. */
static void counted_add(group *all, asc_job *job, int kind, int64_t most) {
  waited *wait = wait_add(all, job, kind);
  if (wait != NULL) wait->most = (int)most;
}

static void retain_send(group *all, asc_job *job, const asc_step *step) {
  asc_postgres_link *link = all->link;
  int64_t now = step->retain.now, most = step->retain.most;
  const asc_retention *rules = &step->retain.rules;
  int64_t invited = days_before(now, rules->invitation_days), unplayed = days_before(now, rules->unplayed_days);
  const int64_t before[] = {0, days_before(now, rules->person_days), days_before(now, 1)};
  for (int i = 0; i < 3; i++) {
    int unmark = UNMARK_GAMES + 3 * i, old = unmark + 1, mark = unmark + 2;
    if (i == 0)
      asc_postgres_send(link, unmark, "ii", invited, unplayed);
    else
      asc_postgres_send(link, unmark, "i", before[i]);
    counted_add(all, job, old, most);
    asc_postgres_send(link, old, "ii", (int64_t)ASC_STORE_MARKED, most);
    counted_add(all, job, mark, most - 1);
    if (i == 0)
      asc_postgres_send(link, mark, "iii", invited, unplayed, most);
    else
      asc_postgres_send(link, mark, "ii", before[i], most);
  }
  asc_postgres_send(link, OLD_WAKES, "ii", now, most);
}

static void game_send(asc_postgres_link *link, const asc_game_row *game) {
  asc_postgres_send(link, GAME, "ttiiiiziit", game->id, game->spec, (int64_t)game->state, (int64_t)game->secret,
                    game->made, game->changed, game->deadline, (int64_t)game->turn, (int64_t)game->plies, game->about);
  for (int i = 0; i < game->seats; i++)
    asc_postgres_send(link, SEAT, "titi", game->id, (int64_t)i, game->seat[i].person, (int64_t)game->seat[i].engine);
  if (game->seats > 0) asc_postgres_send(link, SEATS_GONE, "ti", game->id, (int64_t)game->seats);
}

static void step_send(group *all, asc_job *job, const asc_step *step) {
  asc_postgres_link *link = all->link;
  const asc_secret_row *secret = &step->secret;
  const asc_game_row *game = &step->game;
  switch (step->kind) {
  case ASC_STEP_EVENT:
    asc_postgres_send(link, EVENT, "tiits", step->event.game, step->event.seq, step->event.time, step->event.command,
                      step->event.body, step->event.length);
    break;
  case ASC_STEP_GAME: game_send(link, game); break;
  case ASC_STEP_PLY:
    asc_postgres_send(link, PLY, "tizii", game->id, game->changed, game->deadline, (int64_t)game->turn,
                      (int64_t)game->plies);
    break;
  case ASC_STEP_PERSON:
    asc_postgres_send(link, PERSON, "tti", step->person.id, step->person.name, step->person.made);
    break;
  case ASC_STEP_SECRET:
    asc_postgres_send(link, SECRET, "bitttitiiz", secret->hash, (int64_t)secret->kind, secret->id, secret->person,
                      secret->game, (int64_t)secret->seat, secret->label, secret->made, secret->seen, secret->expires);
    break;
  case ASC_STEP_TAKE: asc_postgres_send(link, TAKE, "bti", secret->hash, secret->person, secret->seen); break;
  case ASC_STEP_SEEN:
    asc_postgres_send(link, SEEN, "bi", secret->hash, secret->seen);
    asc_postgres_send(link, PERSON_SEEN, "bi", secret->hash, secret->seen);
    break;
  case ASC_STEP_VOID: asc_postgres_send(link, VOID, "tit", secret->person, (int64_t)secret->kind, secret->id); break;
  case ASC_STEP_VOID_SEAT: asc_postgres_send(link, VOID_SEAT, "ti", secret->game, (int64_t)secret->seat); break;
  case ASC_STEP_FREE_SEAT: asc_postgres_send(link, FREE_SEAT, "tt", secret->game, secret->person); break;
  case ASC_STEP_MERGE:
    for (int i = MERGE_PERSON; i < MERGE_REST; i++) asc_postgres_send(link, i, "tt", step->pair.one, step->pair.other);
    asc_postgres_send(link, MERGE_REST, "t", step->pair.one);
    break;
  case ASC_STEP_FORGET:
    for (int i = FORGET_SECRETS; i <= FORGET_PERSON; i++) asc_postgres_send(link, i, "t", step->pair.one);
    break;
  case ASC_STEP_BLOCK:
    asc_postgres_send(link, step->pair.on ? BLOCK : UNBLOCK, "tt", step->pair.one, step->pair.other);
    break;
  case ASC_STEP_HEARTBEAT:
    asc_postgres_send(link, BEAT_LOCK, "");
    asc_postgres_send(link, UPTIME, "ii", step->now, (int64_t)ASC_STORE_BEAT_MAX);
    asc_postgres_send(link, STEADY, "ii", step->now, (int64_t)ASC_STORE_STEADY);
    asc_postgres_send(link, HEARTBEAT, "i", step->now);
    break;
  case ASC_STEP_RETAIN: retain_send(all, job, step); break;
  case ASC_STEP_TELL: asc_postgres_send(link, NOTIFY, "tt", link->own->about.id, step->text); break;
  case ASC_STEP_ORDER_DONE: asc_postgres_send(link, ORDER_DONE, "i", step->now); break;
  }
}

/* Whether it was done before by the same command: asked where it stands, behind the jobs before it. */
static void repeated_send(group *all, asc_job *job, asc_store_status status) {
  const asc_step *step = job->inside->steps;
  while (step != NULL && step->kind != ASC_STEP_EVENT) step = step->next;
  if (step == NULL || step->event.command == NULL) return;
  waited *wait = wait_add(all, job, REPEATED);
  if (wait != NULL) wait->otherwise = status;
  asc_postgres_send(all->link, REPEATED, "tit", step->event.game, step->event.seq, step->event.command);
}

/* Which games have come how far, for the other processes. */
static void payload_send(group *all) {
  if (all->length > 0) asc_postgres_send(all->link, NOTIFY, "tt", all->link->own->about.id, all->payload);
  all->length = 0;
}

static void payload_add(group *all) {
  for (size_t i = 0; i < all->games_count; i++) {
    const known_game *game = &all->games[i];
    if (game->last == game->before) continue;
    if (all->length + ASC_STORE_ID_MAX + 24 > PAYLOAD) payload_send(all);
    all->length += (size_t)sprintf(all->payload + all->length, "%s %lld\n", game->id, (long long)game->last);
  }
}

static void answer_take(void *data, int number, const PGresult *rows) {
  group *all = data;
  if (all->at == all->waits_count || all->waits[all->at].number != number) return;
  const waited *wait = &all->waits[all->at++];
  asc_job *job = wait->job;
  if (wait->kind == REPEATED) {
    bool found = PQntuples(rows) > 0 && PQgetisnull(rows, 0, 0) == 0;
    job->first = found ? asc_postgres_number(rows, 0, 0) : 0;
    job->last = found ? asc_postgres_number(rows, 0, 1) : 0;
    job->status = found ? ASC_STORE_REPEATED : wait->otherwise;
    return;
  }
  if (PQntuples(rows) > wait->most) job->more = true;
  for (int i = 0; wait->kind == OLD_GAMES && i < PQntuples(rows) && i < wait->most; i++) {
    asc_game_row *row = asc_job_row(job, &job->games, &job->games_count, sizeof *row);
    if (row == NULL) return;
    row->id = asc_job_copy(job, PQgetvalue(rows, i, 0), (size_t)PQgetlength(rows, i, 0));
  }
}

/* ---- groups ---- */

/* What it does to secrets and games is not foreseen here. */
static bool is_wide(const asc_step *step) {
  return step->kind == ASC_STEP_MERGE || step->kind == ASC_STEP_FORGET || step->kind == ASC_STEP_RETAIN;
}
static bool surprises(const asc_job *job) {
  for (const asc_step *step = job->inside->steps; step != NULL; step = step->next)
    if (is_wide(step) || step->kind == ASC_STEP_VOID || step->kind == ASC_STEP_VOID_SEAT) return true;
  return false;
}

static bool any_wide(const asc_job *jobs) {
  for (const asc_job *job = jobs; job != NULL; job = job->inside->next)
    for (const asc_step *step = job->inside->steps; step != NULL; step = step->next)
      if (is_wide(step)) return true;
  return false;
}

/* Jobs up to and with the first that surprises. Returns the first behind them. */
static asc_job *run_send(group *all, asc_job *jobs, asc_error *error, int *code) {
  asc_job *end = jobs;
  while (end != NULL && !surprises(end)) end = end->inside->next;
  if (end != NULL) end = end->inside->next;
  gather(all, jobs, end);
  *code = ask_known(all, error);
  if (*code != ASC_OK) return NULL;
  for (asc_job *job = jobs; job != end; job = job->inside->next) {
    job->status = job_decide(all, job);
    job->more = false;
    job->games_count = 0;
    if (job->status != ASC_STORE_DONE) {
      repeated_send(all, job, job->status);
      continue;
    }
    for (const asc_step *step = job->inside->steps; step != NULL; step = step->next) step_send(all, job, step);
  }
  payload_add(all);
  return end;
}

/* The whole of it once. *committing: from here on it may have happened. */
static int group_write(group *all, asc_job *jobs, bool *committing, asc_error *error) {
  asc_postgres_link *link = all->link;
  int64_t lock = asc_postgres_lock_of(link->own->about.id, ASC_LOCK_GROUP);
  int code = ASC_OK;
  all->length = all->waits_count = all->at = 0;
  asc_postgres_send_text(link, "BEGIN");
  asc_postgres_send(link, any_wide(jobs) ? LOCK_ALONE : LOCK_SHARED, "i", lock);
  if (jobs == NULL) asc_postgres_send(link, PROBE, "");
  for (asc_job *job = jobs; job != NULL && code == ASC_OK;) {
    job = run_send(all, job, error, &code);
    if (code != ASC_OK || job == NULL) break;
    code = asc_postgres_exchange(link, answer_take, all, error);
    all->waits_count = all->at = 0;
  }
  if (code != ASC_OK) return code;
  payload_send(all);
  if (all->failed) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  asc_postgres_send_text(link, "COMMIT");
  *committing = true;
  code = asc_postgres_exchange(link, answer_take, all, error);
  if (code == ASC_OK && link->warned)
    return asc_error_set(error, ASC_E_FILE, "%s: the standby does not say that it has it too", link->own->name);
  return code;
}

/* Met what another process has committed meanwhile, or stood in its way. */
static bool is_race(const char *state) {
  return strcmp(state, "23505") == 0 || strcmp(state, "40001") == 0 || strcmp(state, "40P01") == 0;
}

/* Text that the database would not take, which must not be the fault of others. */
static bool is_text(const char *text, size_t length) {
  for (size_t i = 0; i < length;) {
    unsigned char first = (unsigned char)text[i];
    size_t more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
    uint32_t letter = first & (0x7fU >> (more == 0 ? 0 : more + 1));
    if (first == 0 || (first >= 0x80 && first < 0xc2) || first > 0xf4 || i + more >= length) return false;
    for (size_t k = 1; k <= more; k++) {
      if (((unsigned char)text[i + k] & 0xc0) != 0x80) return false;
      letter = letter << 6 | ((unsigned char)text[i + k] & 0x3f);
    }
    static const uint32_t least[] = {0, 0x80, 0x800, 0x10000};
    if (letter < least[more] || letter > 0x10ffff || (letter >= 0xd800 && letter < 0xe000)) return false;
    i += more + 1;
  }
  return true;
}

static bool fits(const char *text) { return text == NULL || is_text(text, strlen(text)); }

static bool step_fits(const asc_step *step) {
  switch (step->kind) {
  case ASC_STEP_EVENT:
    return fits(step->event.game) && fits(step->event.command) && is_text(step->event.body, step->event.length);
  case ASC_STEP_GAME: {
    bool good = fits(step->game.id) && fits(step->game.spec) && fits(step->game.about);
    for (int i = 0; i < step->game.seats; i++) good = good && fits(step->game.seat[i].person);
    return good;
  }
  case ASC_STEP_PLY: return fits(step->game.id);
  case ASC_STEP_PERSON: return fits(step->person.id) && fits(step->person.name);
  case ASC_STEP_SECRET:
  case ASC_STEP_TAKE:
  case ASC_STEP_VOID:
  case ASC_STEP_VOID_SEAT:
    return fits(step->secret.id) && fits(step->secret.person) && fits(step->secret.game) && fits(step->secret.label);
  case ASC_STEP_MERGE:
  case ASC_STEP_FORGET:
  case ASC_STEP_BLOCK: return fits(step->pair.one) && fits(step->pair.other);
  case ASC_STEP_TELL: return fits(step->text);
  default: return true;
  }
}

const char *asc_postgres_wrong(const asc_job *job) {
  for (const asc_step *step = job->inside->steps; step != NULL; step = step->next)
    if (!step_fits(step)) return "what is to be kept is no text";
  return NULL;
}

static int write_tried(asc_postgres *own, asc_job *jobs, asc_error *error) {
  group all = {.link = &own->writer};
  int code = ASC_E_STATE;
  bool lost = false;
  for (int i = 0; i < TRIES && code != ASC_OK; i++) {
    bool committing = false;
    code = asc_postgres_connect(all.link, error);
    if (code != ASC_OK) break;
    atomic_store(&own->writing, PQbackendPID(all.link->connection));
    code = group_write(&all, jobs, &committing, error);
    if (code == ASC_OK) break;
    bool race = is_race(all.link->state);
    if (asc_postgres_connected(all.link) &&
        (all.link->sent > 0 || asc_postgres_run(all.link, "ROLLBACK", NULL, NULL) != ASC_OK))
      asc_postgres_disconnect(all.link);
    /* A connection that was found dead before anything was to be committed is made again, once. */
    bool again = race || (!committing && !lost && !asc_postgres_connected(all.link));
    lost = lost || !asc_postgres_connected(all.link);
    if (!again || all.failed) break;
  }
  free(all.games);
  free(all.secrets);
  free(all.waits);
  return code;
}

int asc_postgres_write(void *database, asc_job *jobs, asc_error *error) { return write_tried(database, jobs, error); }

int asc_postgres_probe(void *database, asc_error *error) { return write_tried(database, NULL, error); }
