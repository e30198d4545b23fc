/* Buckets of tokens, for every address and every person that has asked lately. */
#include "live.h"

#include <stdlib.h>

/* So many at once, and one more in every so many milliseconds. docs/serve.md names them. */
static const struct {
  int64_t most, every;
} RATES[LIMITS] = {
    [LIMIT_ADDRESS] = {400, 10},
    [LIMIT_NEW] = {30, 10000},
    [LIMIT_PERSON] = {100, 50},
    [LIMIT_GAMES] = {30, 20000},
    [LIMIT_CODES] = {20, 10000},
    [LIMIT_PROBES] = {200, 50},
    [LIMIT_FRAMES] = {1000, 2},
    [LIMIT_MAKES] = {200, 60000},
    [LIMIT_KIB] = {16384, 86400000 / 16384}, /* within a day all of it again */
};

enum { SWEEP = 2 };

/* Buckets count in hundredths of a millisecond's worth: a millisecond adds the percent of --limits, and a token costs
   the hundredfold of its milliseconds. So nothing is rounded, however often a bucket is asked. */
static int64_t bucket_most(const web_server *server, live_limit limit) {
  return RATES[limit].most * RATES[limit].every * server->options.limits;
}

/* A cost in thousandths of a token, as buckets count. */
static int64_t units_of(live_limit limit, int64_t cost) { return cost * RATES[limit].every * 100 / LIVE_TOKEN; }

static void bucket_fill(const web_server *server, live_limit limit, live_bucket *bucket, int64_t now) {
  int64_t most = bucket_most(server, limit);
  if (now > bucket->at) bucket->left += (now - bucket->at) * server->options.limits;
  if (bucket->left > most) bucket->left = most;
  bucket->at = now;
}

static bool is_full(const web_server *server, live_payer *payer, int64_t now) {
  for (int i = 0; i < LIMITS; i++) {
    bucket_fill(server, (live_limit)i, &payer->buckets[i], now);
    if (payer->buckets[i].left < bucket_most(server, (live_limit)i)) return false;
  }
  return true;
}

/* Somebody whose buckets are all full again need not be known. */
static void places_sweep(web_server *server, int64_t now) {
  for (int i = 0; i < SWEEP; i++) {
    live_payer **at = &server->payers[server->swept++ % SERVER_PAYERS];
    while (*at != NULL) {
      live_payer *payer = *at;
      if (!is_full(server, payer, now)) {
        at = &payer->next;
        continue;
      }
      *at = payer->next;
      free(payer);
    }
  }
}

/* For each that comes some places are looked through: all of them before as many have come as there are places. */
static live_payer *payer_find(web_server *server, uint64_t key, int64_t now) {
  live_payer **bucket = &server->payers[key % SERVER_PAYERS];
  for (live_payer *at = *bucket; at != NULL; at = at->next)
    if (at->key == key) return at;
  places_sweep(server, now);
  live_payer *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->key = key;
  for (int i = 0; i < LIMITS; i++) made->buckets[i] = (live_bucket){bucket_most(server, (live_limit)i), now};
  made->next = *bucket;
  *bucket = made;
  return made;
}

bool asc_limit_take(web_server *server, live_limit limit, uint64_t key, int64_t cost, int64_t now, int *seconds) {
  int64_t percent = server->options.limits;
  *seconds = 1;
  if (percent == 0) return true;
  live_payer *payer = payer_find(server, key, now);
  if (payer == NULL) return false;
  live_bucket *bucket = &payer->buckets[limit];
  bucket_fill(server, limit, bucket, now);
  int64_t needed = units_of(limit, cost < LIVE_TOKEN ? cost : LIVE_TOKEN); /* the rest may be owed */
  if (bucket->left >= needed) {
    bucket->left -= units_of(limit, cost);
    return true;
  }
  *seconds = (int)((needed - bucket->left + percent * 1000 - 1) / (percent * 1000));
  if (server->live != NULL) server->live->counts.limited++;
  return false;
}

void asc_limit_owe(web_server *server, live_limit limit, uint64_t key, int64_t cost, int64_t now) {
  live_payer *payer = server->options.limits == 0 ? NULL : payer_find(server, key, now);
  if (payer == NULL) return;
  live_bucket *bucket = &payer->buckets[limit];
  int64_t most = bucket_most(server, limit);
  bucket_fill(server, limit, bucket, now);
  bucket->left -= units_of(limit, cost);
  if (bucket->left < -most) bucket->left = -most;
}

void asc_limits_close(web_server *server) {
  for (int i = 0; i < SERVER_PAYERS; i++)
    while (server->payers[i] != NULL) {
      live_payer *payer = server->payers[i];
      server->payers[i] = payer->next;
      free(payer);
    }
}
