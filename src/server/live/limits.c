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
    [LIMIT_MAKES] = {200, 60000},
    [LIMIT_KIB] = {16384, 86400000 / 16384}, /* within a day all of it again */
};

/* Buckets count in hundredths of a millisecond's worth: a millisecond adds the percent of --limits, and a token costs
   the hundredfold of its milliseconds. So nothing is rounded, however often a bucket is asked. */
static int64_t bucket_most(const web_live *live, live_limit limit) {
  return RATES[limit].most * RATES[limit].every * live->server->options.limits;
}

/* A cost in thousandths of a token, as buckets count. */
static int64_t units_of(live_limit limit, int64_t cost) { return cost * RATES[limit].every * 100 / LIVE_TOKEN; }

static live_payer *payer_find(web_live *live, uint64_t key, int64_t now) {
  live_payer **bucket = &live->payers[key % LIVE_BUCKETS];
  for (live_payer *at = *bucket; at != NULL; at = at->next)
    if (at->key == key) return at;
  live_payer *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->key = key;
  for (int i = 0; i < LIMITS; i++) made->buckets[i] = (live_bucket){bucket_most(live, (live_limit)i), now};
  made->next = *bucket;
  *bucket = made;
  live->payer_count++;
  return made;
}

static void bucket_fill(const web_live *live, live_limit limit, live_bucket *bucket, int64_t now) {
  int64_t most = bucket_most(live, limit);
  if (now > bucket->at) bucket->left += (now - bucket->at) * live->server->options.limits;
  if (bucket->left > most) bucket->left = most;
  bucket->at = now;
}

bool asc_limit_take(web_live *live, live_limit limit, uint64_t key, int64_t cost, int64_t now, int *seconds) {
  int64_t percent = live->server->options.limits;
  *seconds = 1;
  if (percent == 0) return true;
  live_payer *payer = payer_find(live, key, now);
  if (payer == NULL) return false;
  live_bucket *bucket = &payer->buckets[limit];
  bucket_fill(live, limit, bucket, now);
  int64_t needed = units_of(limit, cost < LIVE_TOKEN ? cost : LIVE_TOKEN); /* the rest may be owed */
  if (bucket->left >= needed) {
    bucket->left -= units_of(limit, cost);
    return true;
  }
  *seconds = (int)((needed - bucket->left + percent * 1000 - 1) / (percent * 1000));
  live->counts.limited++;
  return false;
}

void asc_limit_owe(web_live *live, live_limit limit, uint64_t key, int64_t cost, int64_t now) {
  live_payer *payer = live->server->options.limits == 0 ? NULL : payer_find(live, key, now);
  if (payer == NULL) return;
  live_bucket *bucket = &payer->buckets[limit];
  int64_t most = bucket_most(live, limit);
  bucket_fill(live, limit, bucket, now);
  bucket->left -= units_of(limit, cost);
  if (bucket->left < -most) bucket->left = -most;
}

static bool is_full(const web_live *live, live_payer *payer, int64_t now) {
  if (live->server->options.limits == 0) return true;
  for (int i = 0; i < LIMITS; i++) {
    bucket_fill(live, (live_limit)i, &payer->buckets[i], now);
    if (payer->buckets[i].left < bucket_most(live, (live_limit)i)) return false;
  }
  return true;
}

/* Somebody whose buckets are all full again need not be known. A few places per turn. */
void asc_limits_tick(web_live *live, int64_t now) {
  for (int i = 0; i < LIVE_BUCKETS / 64; i++) {
    live_payer **at = &live->payers[live->swept++ % LIVE_BUCKETS];
    while (*at != NULL) {
      live_payer *payer = *at;
      if (!is_full(live, payer, now)) {
        at = &payer->next;
        continue;
      }
      *at = payer->next;
      free(payer);
      live->payer_count--;
    }
  }
}
