/* Buckets of tokens, for every address and every person that has asked lately. */
#include "live.h"

#include <stdlib.h>

/* So many at once, and one more in every so many milliseconds. docs/serve.md names them. */
static const struct {
  int64_t most, every;
} RATES[LIMITS] = {
    [LIMIT_ADDRESS] = {400, 10}, [LIMIT_NEW] = {30, 10000},   [LIMIT_PERSON] = {100, 50},
    [LIMIT_GAMES] = {30, 20000}, [LIMIT_CODES] = {20, 10000},
};

enum { FORGET = 1800000 };

static live_payer *payer_find(web_live *live, uint64_t key, int64_t now) {
  live_payer **bucket = &live->payers[key % LIVE_BUCKETS];
  for (live_payer *at = *bucket; at != NULL; at = at->next)
    if (at->key == key) {
      at->used = now;
      return at;
    }
  live_payer *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  made->key = key;
  made->used = now;
  for (int i = 0; i < LIMITS; i++)
    made->buckets[i] = (live_bucket){RATES[i].most * RATES[i].every * live->server->options.limits, now};
  made->next = *bucket;
  *bucket = made;
  live->payer_count++;
  return made;
}

/* Buckets count in hundredths of a millisecond's worth: a millisecond adds the percent of --limits, and a token costs
   the hundredfold of its milliseconds. So nothing is rounded, however often a bucket is asked. */
bool asc_limit_take(web_live *live, live_limit limit, uint64_t key, int64_t cost, int64_t now, int *seconds) {
  int64_t percent = live->server->options.limits;
  *seconds = 1;
  if (percent == 0) return true;
  live_payer *payer = payer_find(live, key, now);
  if (payer == NULL) return false;
  live_bucket *bucket = &payer->buckets[limit];
  int64_t most = RATES[limit].most * RATES[limit].every * percent, token = RATES[limit].every * 100;
  int64_t needed = cost < LIVE_TOKEN ? cost * token / LIVE_TOKEN : token; /* the rest may be owed */
  if (now > bucket->at) bucket->left += (now - bucket->at) * percent;
  bucket->at = now;
  if (bucket->left > most) bucket->left = most;
  if (bucket->left >= needed) {
    bucket->left -= cost * token / LIVE_TOKEN;
    return true;
  }
  *seconds = (int)((needed - bucket->left + percent * 1000 - 1) / (percent * 1000));
  live->counts.limited++;
  return false;
}

/* Who has not asked for half an hour has full buckets again: he need not be known. A few places a turn. */
void asc_limits_tick(web_live *live, int64_t now) {
  for (int i = 0; i < LIVE_BUCKETS / 64; i++) {
    live_payer **at = &live->payers[live->swept++ % LIVE_BUCKETS];
    while (*at != NULL) {
      live_payer *payer = *at;
      if (now - payer->used < FORGET) {
        at = &payer->next;
        continue;
      }
      *at = payer->next;
      free(payer);
      live->payer_count--;
    }
  }
}
