/* The text of the prepared statements. Parameters have a type where PostgreSQL cannot guess it. docs/store.md says what
   each column means. */
#include "postgres_sql.h"

#define SEAT_COLUMNS(n) ", s" #n ".person, s" #n ".engine"
#define SEAT_TABLE(n) " LEFT JOIN seats s" #n " ON s" #n ".game = g.id AND s" #n ".seat = " #n
/* Eleven columns, and two for each of four seats. The rows are chosen before their seats are joined. */
#define GAME_COLUMNS                                                                                 \
  "SELECT g.id, spec, state, secret, made, changed, deadline, turn, plies, about,"                   \
  " (SELECT max(seq) FROM events WHERE game = g.id)" SEAT_COLUMNS(0) SEAT_COLUMNS(1) SEAT_COLUMNS(2) \
      SEAT_COLUMNS(3) " FROM "
#define SEAT_TABLES SEAT_TABLE(0) SEAT_TABLE(1) SEAT_TABLE(2) SEAT_TABLE(3)
#define SECRET_COLUMNS "SELECT hash, kind, s.id, person, game, seat, label, s.made, s.seen, expires, taken"
#define PERSON_COLUMNS "b.id, b.name, b.made, b.seen"
#define PERSON_TABLES(id) " LEFT JOIN persons a ON a.id = " id " LEFT JOIN persons b ON b.id = coalesce(a.merged, a.id)"

/* Conditions for rows that are due, as in sqlite_write.c. */
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
/* `old` was marked long enough ago, one row more than the limit; `gone` is what is deleted now. */
#define MARKED(kind)                                                                                               \
  "WITH old AS MATERIALIZED (SELECT id FROM marks WHERE kind = " kind " AND uptime <= " UPTIME_NOW " - $1::bigint" \
  " ORDER BY id LIMIT $2::bigint + 1), gone AS MATERIALIZED (SELECT id FROM old ORDER BY id LIMIT $2::bigint),"
#define HASH_TEXT "encode(secrets.hash, 'hex')"

const char *const store_postgres_sql[STORE_SQL_COUNT] = {
    /* ---- queries ---- */

    [STORE_SQL_SNAPSHOT] = "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
    [STORE_SQL_SNAPSHOT_END] = "COMMIT",
    [STORE_SQL_EVENTS] =
        "SELECT seq, time, command, body FROM events WHERE game = $1 AND seq >= $2 ORDER BY seq LIMIT $3",
    /* LATERAL with a limit: each game's events are found through the primary key, whatever the planner estimates. */
    [STORE_SQL_EVENTS_OF] = ("SELECT e.seq, e.time, e.command, e.body, place"
                             " FROM unnest($1::text[], $2::bigint[]) WITH ORDINALITY AS wanted(id, first, place),"
                             " LATERAL (SELECT seq, time, command, body FROM events WHERE game = wanted.id"
                             " AND seq >= wanted.first ORDER BY seq LIMIT $3) e ORDER BY place, e.seq"),
    [STORE_SQL_GAME] = GAME_COLUMNS "games g" SEAT_TABLES " WHERE g.id = $1",
    [STORE_SQL_GAMES_OF] = GAME_COLUMNS
    "(SELECT * FROM games WHERE id IN (SELECT game FROM seats WHERE person = $1) AND (1 << state) & $2::int <> 0"
    " AND ($3::bigint = 0 OR changed < $3::bigint OR (changed = $3::bigint AND id > $5::text))"
    " ORDER BY changed DESC, id LIMIT $4) g" SEAT_TABLES " ORDER BY changed DESC, g.id",
    [STORE_SQL_DEADLINES] =
        GAME_COLUMNS "(SELECT * FROM games WHERE wake <= $1::bigint AND deadline <= $1::bigint AND state < 2"
                     " ORDER BY wake LIMIT $2) g" SEAT_TABLES " ORDER BY wake",
    [STORE_SQL_GAMES] = GAME_COLUMNS
    "(SELECT * FROM games WHERE id > $1 AND (1 << state) & $2::int <> 0 ORDER BY id LIMIT $3) g" SEAT_TABLES
    " ORDER BY g.id",
    /* The same for running games, which every start asks for: they have an index of their own. */
    [STORE_SQL_RUNNING] = GAME_COLUMNS
    "(SELECT * FROM games WHERE id > $1 AND state = 1 ORDER BY id LIMIT $2) g" SEAT_TABLES " ORDER BY g.id",
    [STORE_SQL_PERSONS] =
        "SELECT wanted.id, " PERSON_COLUMNS
        " FROM unnest($1::text[]) WITH ORDINALITY AS wanted(id, place)" PERSON_TABLES("wanted.id") " ORDER BY place",
    [STORE_SQL_SECRET] =
        SECRET_COLUMNS ", " PERSON_COLUMNS " FROM secrets s" PERSON_TABLES("s.person") " WHERE hash = $1 AND kind = $2",
    [STORE_SQL_DEVICES] = SECRET_COLUMNS " FROM secrets s WHERE person = $1 AND kind = 0 ORDER BY made, hash",
    [STORE_SQL_BLOCKS] =
        "SELECT other, " PERSON_COLUMNS " FROM blocks" PERSON_TABLES("other") " WHERE person = $1 ORDER BY other",
    /* Each serving process holds a lock in the session in which it listens. */
    [STORE_SQL_CLOCK] =
        ("SELECT (extract(epoch FROM clock_timestamp()) * 1000)::bigint, value::bigint,"
         " (SELECT value::bigint FROM meta WHERE key = 'steady'),"
         " (SELECT count(DISTINCT pid) FROM pg_locks WHERE locktype = 'advisory' AND objsubid = 1 AND granted"
         " AND mode = 'ShareLock' AND database = (SELECT oid FROM pg_database WHERE datname = current_database())"
         " AND classid::bigint = (($1::bigint >> 32) & 4294967295) AND objid::bigint = ($1::bigint & 4294967295))"
         " FROM meta WHERE key = 'heartbeat'"),
    [STORE_SQL_LATEST] = "SELECT coalesce(max(changed), 0) FROM games",
    [STORE_SQL_ORDERS] = "SELECT number, what, id FROM orders ORDER BY number",
    [STORE_SQL_SPACE] = "SELECT pg_database_size(current_database())",

    /* ---- changes ---- */

    /* Everything that a transaction changes is locked first, always in this order. Rows that do not exist yet cannot be
       locked: two processes that add the same one meet at its key. ORDER BY comes before FOR UPDATE, so that the rows
       of one statement are locked in their order too. */
    [STORE_SQL_SHARE] = "SELECT pg_advisory_xact_lock_shared($1::bigint)",
    [STORE_SQL_EXCLUDE] = "SELECT pg_advisory_xact_lock($1::bigint)",
    [STORE_SQL_LOCK_TIME] = "SELECT set_config('lock_timeout', $1, true)",
    [STORE_SQL_LOCK_GAMES] = "SELECT id, false FROM games WHERE id = ANY($1::text[]) ORDER BY id FOR UPDATE",
    [STORE_SQL_LOCK_SECRETS] = ("SELECT hash, kind, taken IS NOT NULL, expires, false FROM secrets"
                                " WHERE hash = ANY($1::bytea[]) ORDER BY hash FOR UPDATE"),
    /* The same without waiting. The last column says whether another session has locked the row. */
    [STORE_SQL_LOCK_FREE_GAMES] =
        ("WITH own AS (SELECT id FROM games WHERE id = ANY($1::text[]) FOR UPDATE SKIP LOCKED)"
         " SELECT g.id, own.id IS NULL FROM games g LEFT JOIN own ON own.id = g.id WHERE g.id = ANY($1::text[])"),
    [STORE_SQL_LOCK_FREE_SECRETS] =
        ("WITH own AS (SELECT hash, kind, taken, expires FROM secrets WHERE hash = ANY($1::bytea[])"
         " FOR UPDATE SKIP LOCKED) SELECT s.hash, own.kind, own.taken IS NOT NULL, own.expires, own.hash IS NULL"
         " FROM secrets s LEFT JOIN own ON own.hash = s.hash WHERE s.hash = ANY($1::bytea[])"),
    [STORE_SQL_LOCK_PERSONS] = ("SELECT id FROM persons WHERE id IN (SELECT unnest($1::text[]) UNION"
                                " SELECT person FROM secrets WHERE hash = ANY($2::bytea[])) ORDER BY id FOR UPDATE"),
    [STORE_SQL_LOCK_ORDERS] = "SELECT number FROM orders WHERE number = ANY($1::bigint[]) ORDER BY number FOR UPDATE",
    [STORE_SQL_LASTS] = ("SELECT coalesce((SELECT max(seq) FROM events WHERE game = wanted.id), 0)"
                         " FROM unnest($1::text[]) WITH ORDINALITY AS wanted(id, place) ORDER BY place"),
    [STORE_SQL_EVENT_ADD] = "INSERT INTO events(game, seq, time, command, body) VALUES($1, $2, $3, $4, $5)",
    [STORE_SQL_REPEATED] = "SELECT min(seq), max(seq) FROM events WHERE game = $1 AND seq >= $2 AND command = $3",
    [STORE_SQL_GAME_PUT] =
        ("INSERT INTO games(id, spec, state, secret, made, changed, deadline, turn, plies, about, wake, unplayed)"
         " VALUES($1, $2, $3, $4, $5, $6::bigint, $7, $8, $9::int, $10, $7, CASE WHEN $9::int = 0 THEN $6::bigint END)"
         " ON CONFLICT(id) DO UPDATE SET spec = excluded.spec, state = excluded.state, secret = excluded.secret,"
         " made = excluded.made, changed = excluded.changed, deadline = excluded.deadline, turn = excluded.turn,"
         " plies = excluded.plies, about = excluded.about, wake = excluded.wake, unplayed = excluded.unplayed"),
    /* As in sqlite_write.c. Where `wake` and `unplayed` stay the same, no index is touched. */
    [STORE_SQL_PLY] =
        ("UPDATE games SET changed = $2::bigint, deadline = $3::bigint, turn = $4, plies = $5::int,"
         " unplayed = CASE WHEN $5::int = 0 THEN $2::bigint END,"
         " wake = CASE WHEN wake <= $3::bigint AND 2 * wake >= $2::bigint + $3::bigint THEN wake ELSE $3::bigint END"
         " WHERE id = $1"),
    /* If the caller still uses the id of before a merge, the current id is written. */
    [STORE_SQL_SEAT_PUT] = ("INSERT INTO seats(game, seat, person, engine)"
                            " VALUES($1, $2, coalesce((SELECT merged FROM persons WHERE id = $3::text), $3::text), $4)"
                            " ON CONFLICT(game, seat) DO UPDATE SET person = excluded.person, engine = excluded.engine"
                            " WHERE seats.person IS DISTINCT FROM excluded.person OR seats.engine <> excluded.engine"),
    [STORE_SQL_SEATS_DROP] = "DELETE FROM seats WHERE game = $1 AND seat >= $2",
    [STORE_SQL_PERSON_PUT] = ("INSERT INTO persons(id, name, made, seen) VALUES($1, $2, $3::bigint, $3::bigint)"
                              " ON CONFLICT(id) DO UPDATE SET name = excluded.name, seen = excluded.seen"),
    [STORE_SQL_SECRET_ADD] = ("INSERT INTO secrets(hash, kind, id, person, game, seat, label, made, seen, expires)"
                              " VALUES($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)"),
    [STORE_SQL_CLAIM] = "UPDATE secrets SET taken = $2, seen = $3 WHERE hash = $1 AND taken IS NULL",
    [STORE_SQL_SEEN] = "UPDATE secrets SET seen = $2::bigint WHERE hash = $1 AND seen < $2::bigint",
    [STORE_SQL_PERSON_SEEN] =
        ("UPDATE persons SET seen = $2::bigint WHERE id = (SELECT person FROM secrets WHERE hash = $1)"
         " AND seen < $2::bigint"),
    [STORE_SQL_REVOKE] = "DELETE FROM secrets WHERE person = $1 AND kind = $2 AND ($3::text IS NULL OR id = $3::text)",
    [STORE_SQL_REVOKE_SEAT] = "DELETE FROM secrets WHERE game = $1 AND seat = $2 AND taken IS NULL",
    [STORE_SQL_RELEASE_SEAT] = ("UPDATE secrets SET taken = NULL WHERE game = $1"
                                " AND (taken = $2::text OR taken IN (SELECT id FROM persons WHERE merged = $2::text))"),
    [STORE_SQL_MERGE_PERSON] = "UPDATE persons SET merged = $2 WHERE id = $1",
    [STORE_SQL_MERGE_EARLIER] = "UPDATE persons SET merged = $2::text WHERE merged = $1::text",
    [STORE_SQL_MERGE_SEATS] = "UPDATE seats SET person = $2::text WHERE person = $1::text",
    [STORE_SQL_MERGE_SECRETS] = "UPDATE secrets SET person = $2::text WHERE person = $1::text",
    [STORE_SQL_MERGE_BLOCKS] = ("INSERT INTO blocks SELECT $2::text, other FROM blocks WHERE person = $1::text"
                                " ON CONFLICT DO NOTHING"),
    [STORE_SQL_MERGE_BLOCKED] = ("INSERT INTO blocks SELECT person, $2::text FROM blocks WHERE other = $1::text"
                                 " ON CONFLICT DO NOTHING"),
    [STORE_SQL_MERGE_REST] = "DELETE FROM blocks WHERE person = $1::text OR other = $1::text",
    [STORE_SQL_FORGET_SECRETS] = "DELETE FROM secrets WHERE person = $1 AND taken IS NULL",
    [STORE_SQL_FORGET_BLOCKS] = "DELETE FROM blocks WHERE person = $1 OR other = $1",
    [STORE_SQL_FORGET_PERSON] = "DELETE FROM persons WHERE id = $1 OR merged = $1",
    [STORE_SQL_BLOCK] = "INSERT INTO blocks(person, other) VALUES($1, $2) ON CONFLICT DO NOTHING",
    [STORE_SQL_UNBLOCK] = "DELETE FROM blocks WHERE person = $1 AND other = $2",
    /* One process at a time, so that no time counts twice. */
    [STORE_SQL_HEARTBEAT_LOCK] = "SELECT 1 FROM meta WHERE key = 'heartbeat' FOR UPDATE",
    [STORE_SQL_UPTIME] = ("UPDATE meta SET value = (value::bigint + $1::bigint - beat)::text"
                          " FROM (SELECT value::bigint AS beat FROM meta WHERE key = 'heartbeat') AS last"
                          " WHERE key = 'uptime' AND $1::bigint - beat BETWEEN 1 AND $2::bigint"),
    [STORE_SQL_STEADY] = ("UPDATE meta SET value = $1::bigint::text FROM (SELECT value::bigint AS beat FROM meta"
                          " WHERE key = 'heartbeat') AS last WHERE key = 'steady' AND $1::bigint - beat > $2::bigint"),
    /* The latest of all processes counts, unless it comes from a clock that was far ahead. */
    [STORE_SQL_HEARTBEAT] =
        ("UPDATE meta SET value = CASE WHEN value::bigint < $1::bigint + 60000"
         " THEN greatest(value::bigint, $1::bigint) ELSE $1::bigint END::text WHERE key = 'heartbeat'"),
    /* 64 KB: on a full disk a small row may still fit although the next transaction does not. */
    [STORE_SQL_PROBE] =
        ("INSERT INTO meta SELECT 'probe', string_agg(md5(random()::text), '') FROM generate_series(1, 2048)"
         " ON CONFLICT(key) DO UPDATE SET value = excluded.value"),
    [STORE_SQL_UNMARK_GAMES] = UNMARK("0", "games WHERE id = marks.id AND unplayed = stamp AND " GAME_DUE),
    [STORE_SQL_OLD_GAMES] = (MARKED("0") " a AS (DELETE FROM events WHERE game IN (SELECT id FROM gone)),"
                                         " b AS (DELETE FROM seats WHERE game IN (SELECT id FROM gone)),"
                                         " c AS (DELETE FROM secrets WHERE game IN (SELECT id FROM gone)),"
                                         " d AS (DELETE FROM games WHERE id IN (SELECT id FROM gone))"
                                         " SELECT id FROM old ORDER BY id"),
    [STORE_SQL_MARK_GAMES] = MARK("0", "games.id", "unplayed", "games", GAME_DUE, "$3"),
    [STORE_SQL_UNMARK_PERSONS] = UNMARK("1", "persons WHERE id = marks.id AND seen = stamp AND " PERSON_DUE),
    [STORE_SQL_OLD_PERSONS] =
        (MARKED("1") " a AS (DELETE FROM secrets WHERE person IN (SELECT id FROM gone) AND taken IS NULL),"
                     " b AS (DELETE FROM blocks WHERE person IN (SELECT id FROM gone)"
                     " OR other IN (SELECT id FROM gone)),"
                     " c AS (DELETE FROM persons WHERE id IN (SELECT id FROM gone)"
                     " OR merged IN (SELECT id FROM gone))"
                     " SELECT id FROM old"),
    [STORE_SQL_MARK_PERSONS] = MARK("1", "persons.id", "seen", "persons", PERSON_DUE, "$2"),
    [STORE_SQL_UNMARK_SECRETS] =
        UNMARK("2", "secrets WHERE hash = decode(marks.id, 'hex') AND expires = stamp AND " SECRET_DUE),
    [STORE_SQL_OLD_SECRETS] =
        (MARKED("2") " a AS (DELETE FROM secrets WHERE hash IN (SELECT decode(id, 'hex') FROM gone))"
                     " SELECT id FROM old"),
    [STORE_SQL_MARK_SECRETS] = MARK("2", HASH_TEXT, "expires", "secrets", SECRET_DUE, "$2"),
    [STORE_SQL_OLD_WAKES] = ("UPDATE games SET wake = deadline WHERE id IN"
                             " (SELECT id FROM games WHERE wake < $1::bigint AND wake < deadline LIMIT $2::bigint)"),
    [STORE_SQL_NOTIFY] = "SELECT pg_notify('ascona_' || $1::text, $2::text)",
    [STORE_SQL_ORDER_DONE] = "DELETE FROM orders WHERE number = $1::bigint",
};
