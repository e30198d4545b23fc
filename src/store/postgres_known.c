/* Locking, reading and deciding. Read postgres_known.h first.

   Two processes cannot deadlock here, because all take their locks in one order: games by id, secrets by hash, persons
   by id, orders by number. What has no row yet cannot be locked; two processes that add the same key in opposite order
   are the only case that PostgreSQL has to break, and the transaction is then tried again. */
#include "postgres_known.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* How long to wait for a row: meanwhile nobody is answered. */
static const char ROW_TIME[] = "1s";

void *store_array_add(store_array *array, size_t size) {
  if (array->count == array->room) {
    size_t room = array->room == 0 ? 64 : 2 * array->room;
    void *rows = realloc(array->rows, room * size);
    if (rows == NULL) return NULL;
    array->rows = rows;
    array->room = room;
  }
  return memset((char *)array->rows + array->count++ * size, 0, size);
}

/* ---- gathering ---- */

static int game_order(const void *one, const void *other) {
  return strcmp(((const store_known_game *)one)->id, ((const store_known_game *)other)->id);
}
static int secret_order(const void *one, const void *other) {
  return memcmp(((const store_known_secret *)one)->hash, ((const store_known_secret *)other)->hash, STORE_HASH);
}
static int number_order(const void *one, const void *other) {
  int64_t a = ((const store_known_order *)one)->number, b = ((const store_known_order *)other)->number;
  return (a > b) - (a < b);
}
static int person_order(const void *one, const void *other) {
  return strcmp(*(const char *const *)one, *(const char *const *)other);
}

static store_known_game *game_find(const store_known *known, const char *id) {
  store_known_game wanted = {.id = id};
  return bsearch(&wanted, known->games.rows, known->games.count, sizeof wanted, game_order);
}
static store_known_secret *secret_find(const store_known *known, const uint8_t *hash) {
  store_known_secret wanted;
  memcpy(wanted.hash, hash, STORE_HASH);
  return bsearch(&wanted, known->secrets.rows, known->secrets.count, sizeof wanted, secret_order);
}
static store_known_order *order_find(const store_known *known, int64_t number) {
  store_known_order wanted = {.number = number};
  return bsearch(&wanted, known->orders.rows, known->orders.count, sizeof wanted, number_order);
}

static void sort(store_array *array, size_t size, int (*order)(const void *one, const void *other)) {
  size_t kept = 0;
  char *rows = array->rows;
  if (array->count > 1) qsort(rows, array->count, size, order);
  for (size_t i = 0; i < array->count; i++)
    if (kept == 0 || order(rows + (kept - 1) * size, rows + i * size) != 0)
      memmove(rows + kept++ * size, rows + i * size, size);
  array->count = kept;
}

static bool game_add(store_known *known, const char *id) {
  store_known_game *game = store_array_add(&known->games, sizeof *game);
  if (game != NULL) game->id = id;
  return game != NULL;
}

static bool secret_add(store_known *known, const uint8_t *hash) {
  store_known_secret *secret = store_array_add(&known->secrets, sizeof *secret);
  if (secret != NULL) memcpy(secret->hash, hash, STORE_HASH);
  return secret != NULL;
}

static bool person_add(store_known *known, const char *id) {
  const char **person = store_array_add(&known->persons, sizeof *person);
  if (person != NULL) *person = id;
  return person != NULL;
}

static bool order_add(store_known *known, int64_t number) {
  store_known_order *order = store_array_add(&known->orders, sizeof *order);
  if (order != NULL) order->number = number;
  return order != NULL;
}

/* Returns the game that a change needs; NULL: none. Its row also protects its seats and the keys of its seats. */
static const char *game_of(const store_change *change) {
  switch (change->kind) {
  case STORE_CHANGE_EVENT: return change->event.game;
  case STORE_CHANGE_GAME:
  case STORE_CHANGE_PLY: return change->game.id;
  case STORE_CHANGE_REVOKE_SEAT:
  case STORE_CHANGE_RELEASE_SEAT: return change->secret.game;
  default: return NULL;
  }
}

/* Returns the hash of the secret that a change needs; NULL: none. */
static const uint8_t *hash_of(const store_change *change) {
  bool has_hash =
      change->kind == STORE_CHANGE_SECRET || change->kind == STORE_CHANGE_CLAIM || change->kind == STORE_CHANGE_SEEN;
  return has_hash ? change->secret.hash : NULL;
}

static bool change_add(store_known *known, const store_change *change) {
  if (game_of(change) != NULL) return game_add(known, game_of(change));
  if (hash_of(change) != NULL) return secret_add(known, hash_of(change));
  switch (change->kind) {
  case STORE_CHANGE_PERSON: return person_add(known, change->person.id);
  case STORE_CHANGE_BLOCK: return person_add(known, change->pair.one);
  case STORE_CHANGE_ORDER_DONE: return order_add(known, change->number);
  default: return true; /* needs no lock, or excludes all other transactions */
  }
}

bool store_known_gather(store_known *known, store_job *jobs) {
  known->games.count = known->secrets.count = known->persons.count = known->orders.count = 0;
  known->is_read = known->has_held = false;
  known->locks = -1;
  for (store_job *job = store_job_pending(jobs); job != NULL; job = store_job_pending(job->next))
    for (const store_change *change = job->inside->changes; change != NULL; change = change->next)
      if (!change_add(known, change)) return false;
  sort(&known->games, sizeof(store_known_game), game_order);
  sort(&known->secrets, sizeof(store_known_secret), secret_order);
  sort(&known->persons, sizeof(const char *), person_order);
  sort(&known->orders, sizeof(store_known_order), number_order);
  return true;
}

void store_known_close(store_known *known) {
  free(known->games.rows);
  free(known->secrets.rows);
  free(known->persons.rows);
  free(known->orders.rows);
}

/* ---- reading ---- */

static bool held_take(store_known *known, const PGresult *rows, int row, int column) {
  bool is_held = PQgetvalue(rows, row, column)[0] == 't';
  known->has_held = known->has_held || is_held;
  return is_held;
}

static void games_take(store_known *known, const PGresult *rows) {
  for (int i = 0; i < PQntuples(rows); i++) {
    store_known_game *game = game_find(known, PQgetvalue(rows, i, 0));
    if (game != NULL) game->is_held = held_take(known, rows, i, 1);
  }
}

static void lasts_take(store_known *known, const PGresult *rows) {
  store_known_game *games = known->games.rows;
  for (int i = 0; i < PQntuples(rows) && i < (int)known->games.count; i++) {
    games[i].last = store_postgres_number(rows, i, 0);
    if (!known->is_read) games[i].before = games[i].last;
  }
}

static void secrets_take(store_known *known, const PGresult *rows) {
  store_known_secret *secrets = known->secrets.rows;
  for (size_t i = 0; i < known->secrets.count; i++) secrets[i].exists = false;
  for (int i = 0; i < PQntuples(rows); i++) {
    uint8_t hash[STORE_HASH] = {0};
    store_postgres_hash(rows, i, 0, hash);
    store_known_secret *secret = secret_find(known, hash);
    if (secret == NULL) continue;
    secret->exists = true;
    secret->kind = (int)store_postgres_number(rows, i, 1);
    secret->is_claimed = PQgetvalue(rows, i, 2)[0] == 't';
    secret->expires = store_postgres_number(rows, i, 3);
    secret->is_held = held_take(known, rows, i, 4);
  }
}

static void orders_take(store_known *known, const PGresult *rows) {
  store_known_order *orders = known->orders.rows;
  for (size_t i = 0; i < known->orders.count; i++) orders[i].exists = false;
  for (int i = 0; i < PQntuples(rows); i++) {
    store_known_order *order = order_find(known, store_postgres_number(rows, i, 0));
    if (order != NULL) order->exists = true;
  }
}

static void on_answer(void *data, int number, const PGresult *rows) {
  store_known *known = data;
  if (number == known->held) games_take(known, rows);
  if (number == known->lasts) lasts_take(known, rows);
  if (number == known->hashes) secrets_take(known, rows);
  if (number == known->numbers) orders_take(known, rows);
}

/* Everything as lists that PostgreSQL reads. Returns false if there is no memory. */
static bool lists_write(const store_known *known, asc_strbuf lists[4]) {
  char text[24];
  bool is_ok = true;
  for (size_t i = 0; i < known->games.count; i++)
    store_postgres_list_add(&lists[0], ((store_known_game *)known->games.rows)[i].id);
  for (size_t i = 0; i < known->secrets.count; i++)
    store_postgres_list_add_hash(&lists[1], ((store_known_secret *)known->secrets.rows)[i].hash);
  for (size_t i = 0; i < known->persons.count; i++)
    store_postgres_list_add(&lists[2], ((const char **)known->persons.rows)[i]);
  for (size_t i = 0; i < known->orders.count; i++) {
    (void)snprintf(text, sizeof text, "%lld", (long long)((store_known_order *)known->orders.rows)[i].number);
    store_postgres_list_add(&lists[3], text);
  }
  for (int i = 0; i < 4; i++) is_ok = store_postgres_list_end(&lists[i]) != NULL && is_ok;
  return is_ok;
}

/* The last numbers are read after the locks are held. */
static void lists_send(store_known *known, store_postgres_link *link, const asc_strbuf lists[4]) {
  bool skips = link->skips_held;
  known->held = known->lasts = known->hashes = known->numbers = -1;
  if (!known->is_read) {
    store_postgres_send(link, STORE_SQL_LOCK_TIME, "t", ROW_TIME);
    known->locks = link->sent;
  }
  if (known->games.count > 0 && !known->is_read) {
    known->held = link->sent;
    store_postgres_send(link, skips ? STORE_SQL_LOCK_FREE_GAMES : STORE_SQL_LOCK_GAMES, "t", lists[0].text);
  }
  if (known->secrets.count > 0) {
    known->hashes = link->sent;
    store_postgres_send(link, skips ? STORE_SQL_LOCK_FREE_SECRETS : STORE_SQL_LOCK_SECRETS, "t", lists[1].text);
  }
  if (known->persons.count + known->secrets.count > 0 && !known->is_read)
    store_postgres_send(link, STORE_SQL_LOCK_PERSONS, "tt", lists[2].text, lists[1].text);
  if (known->orders.count > 0) {
    known->numbers = link->sent;
    store_postgres_send(link, STORE_SQL_LOCK_ORDERS, "t", lists[3].text);
  }
  if (!known->is_read) store_postgres_send(link, STORE_SQL_LOCK_TIME, "t", STORE_POSTGRES_LOCK_TIME);
  if (known->games.count > 0) {
    known->lasts = link->sent;
    store_postgres_send(link, STORE_SQL_LASTS, "t", lists[0].text);
  }
}

int store_known_read(store_known *known, store_postgres_link *link, asc_error *error) {
  if (known->games.count + known->secrets.count + known->persons.count + known->orders.count == 0) return ASC_OK;
  asc_strbuf lists[4] = {0};
  int code = ASC_OK;
  if (lists_write(known, lists))
    lists_send(known, link, lists);
  else
    code = asc_error_set(error, ASC_E_MEMORY, "out of memory");
  for (int i = 0; i < 4; i++) free(lists[i].text);
  if (code == ASC_OK) code = store_postgres_exchange(link, on_answer, known, error);
  if (code == ASC_OK) known->is_read = true;
  return code;
}

bool store_known_waited(const store_known *known, const store_postgres_link *link) {
  return strcmp(link->state, "55P03") == 0 && !known->is_read && known->locks >= 0 && link->refused >= known->locks;
}

/* ---- deciding ---- */

static bool needs_held(const store_known *known, const store_change *change) {
  if (game_of(change) != NULL) return game_find(known, game_of(change))->is_held;
  return hash_of(change) != NULL && secret_find(known, hash_of(change))->is_held;
}

static store_status change_decide(const store_known *known, const store_change *change) {
  const store_secret_row *row = &change->secret;
  if (needs_held(known, change)) return STORE_CONFLICT;
  if (change->kind == STORE_CHANGE_EVENT) {
    store_known_game *game = game_find(known, change->event.game);
    if (change->event.seq != game->last + 1) return STORE_CONFLICT;
    game->last++;
  } else if (change->kind == STORE_CHANGE_SECRET) {
    store_known_secret *secret = secret_find(known, row->hash);
    if (secret->exists) return STORE_CONFLICT;
    secret->exists = true;
    secret->is_claimed = false;
    secret->kind = (int)row->kind;
    secret->expires = row->expires;
  } else if (change->kind == STORE_CHANGE_CLAIM) {
    store_known_secret *secret = secret_find(known, row->hash);
    if (!secret->exists || secret->is_claimed || secret->kind != (int)row->kind) return STORE_SPENT;
    if (secret->expires != 0 && secret->expires <= row->seen) return STORE_SPENT;
    secret->is_claimed = true;
  } else if (change->kind == STORE_CHANGE_ORDER_DONE) {
    store_known_order *order = order_find(known, change->number);
    if (!order->exists) return STORE_CONFLICT;
    order->exists = false;
  }
  return STORE_DONE;
}

static void change_undo(const store_known *known, const store_change *change) {
  if (change->kind == STORE_CHANGE_EVENT) game_find(known, change->event.game)->last--;
  if (change->kind == STORE_CHANGE_SECRET) secret_find(known, change->secret.hash)->exists = false;
  if (change->kind == STORE_CHANGE_CLAIM) secret_find(known, change->secret.hash)->is_claimed = false;
  if (change->kind == STORE_CHANGE_ORDER_DONE) order_find(known, change->number)->exists = true;
}

store_status store_known_decide(const store_known *known, const store_job *job) {
  for (const store_change *change = job->inside->changes; change != NULL; change = change->next) {
    store_status status = change_decide(known, change);
    if (status == STORE_DONE) continue;
    for (const store_change *done = job->inside->changes; done != change; done = done->next) change_undo(known, done);
    return status;
  }
  return STORE_DONE;
}
