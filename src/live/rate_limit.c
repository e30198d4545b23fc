/* A hash table of clients, each with one bucket per limit. A client whose buckets are all full again is forgotten:
   every new client makes the table look through some of its chains, all of them before it has grown by as many clients
   as it has chains. */
#include "rate_limit.h"

#include "base/hash.h"
#include "live.h"

#include <stdlib.h>

enum { CHAINS = 1 << 14, CHAINS_SWEPT = 2 /* per new client */ };

/* A bucket holds at most `max` tokens and gets one more every so many milliseconds. docs/serve.md names the numbers. */
static const struct {
  int64_t max, interval;
} RATES[LIVE_LIMITS] = {
    [LIVE_LIMIT_REQUESTS] = {400, 10},
    [LIVE_LIMIT_FRAMES] = {1000, 2},
    [LIVE_LIMIT_PROBES] = {200, 50},
    [LIVE_LIMIT_ROWS] = {400, 10},
    [LIVE_LIMIT_NEW_PERSONS] = {30, 10000},
    [LIVE_LIMIT_PERSON] = {100, 50},
    [LIVE_LIMIT_GAMES] = {30, 20000},
    [LIVE_LIMIT_NEW_GAMES] = {200, 60000},
    [LIVE_LIMIT_KEYS] = {20, 10000},
    [LIVE_LIMIT_STORED] = {16384, 86400000 / 16384}, /* full again after a day */
};

/* Buckets count in hundredths of the tokens' milliseconds: a millisecond adds the percentage, and a token costs a
   hundred times its interval. So nothing is ever rounded. */
typedef struct limit_bucket {
  int64_t left, filled; /* `left` was right at the time `filled` */
} limit_bucket;

typedef struct limit_client limit_client;
struct limit_client {
  limit_client *next;
  uint64_t key;
  limit_bucket buckets[LIVE_LIMITS];
};

struct live_rate_limits {
  int64_t percent;
  int64_t refused;
  uint64_t swept; /* chains so far */
  limit_client *chains[CHAINS];
};

live_rate_limits *live_rate_limits_open(int percent) {
  live_rate_limits *limits = calloc(1, sizeof *limits);
  if (limits != NULL) limits->percent = percent;
  return limits;
}

void live_rate_limits_close(live_rate_limits *limits) {
  if (limits == NULL) return;
  for (int i = 0; i < CHAINS; i++)
    for (limit_client *client = limits->chains[i], *next; client != NULL; client = next) {
      next = client->next;
      free(client);
    }
  free(limits);
}

static int64_t bucket_max(const live_rate_limits *limits, live_limit limit) {
  return RATES[limit].max * RATES[limit].interval * limits->percent;
}

/* Converts a cost in thousandths of a token. */
static int64_t cost_units(live_limit limit, int64_t cost) { return cost * RATES[limit].interval * 100 / LIVE_TOKEN; }

static void bucket_fill(const live_rate_limits *limits, live_limit limit, limit_bucket *bucket, int64_t now) {
  int64_t max = bucket_max(limits, limit);
  if (now > bucket->filled) bucket->left += (now - bucket->filled) * limits->percent;
  if (bucket->left > max) bucket->left = max;
  bucket->filled = now;
}

static bool is_full(const live_rate_limits *limits, limit_client *client, int64_t now) {
  for (int i = 0; i < LIVE_LIMITS; i++) {
    bucket_fill(limits, (live_limit)i, &client->buckets[i], now);
    if (client->buckets[i].left < bucket_max(limits, (live_limit)i)) return false;
  }
  return true;
}

static void sweep(live_rate_limits *limits, int64_t now) {
  for (int i = 0; i < CHAINS_SWEPT; i++) {
    limit_client **at = &limits->chains[limits->swept++ % CHAINS];
    while (*at != NULL) {
      limit_client *client = *at;
      if (!is_full(limits, client, now)) {
        at = &client->next;
        continue;
      }
      *at = client->next;
      free(client);
    }
  }
}

/* Finds a client, or adds it with full buckets. Returns NULL if memory ran out. */
static limit_client *client_find(live_rate_limits *limits, uint64_t key, int64_t now) {
  limit_client **chain = &limits->chains[asc_hash_add(0, key) % CHAINS];
  for (limit_client *at = *chain; at != NULL; at = at->next)
    if (at->key == key) return at;
  sweep(limits, now);
  limit_client *added = calloc(1, sizeof *added);
  if (added == NULL) return NULL;
  added->key = key;
  for (int i = 0; i < LIVE_LIMITS; i++) added->buckets[i] = (limit_bucket){bucket_max(limits, (live_limit)i), now};
  added->next = *chain;
  *chain = added;
  return added;
}

bool live_rate_limit_take(live_rate_limits *limits, live_limit limit, uint64_t key, int64_t cost, int64_t now,
                          int *seconds) {
  int64_t percent = limits->percent;
  *seconds = 1;
  if (percent == 0) return true;
  limit_client *client = client_find(limits, key, now);
  if (client == NULL) return false;
  limit_bucket *bucket = &client->buckets[limit];
  bucket_fill(limits, limit, bucket, now);
  int64_t needed = cost_units(limit, cost < LIVE_TOKEN ? cost : LIVE_TOKEN);
  if (bucket->left >= needed) {
    bucket->left -= cost_units(limit, cost);
    return true;
  }
  *seconds = (int)((needed - bucket->left + percent * 1000 - 1) / (percent * 1000));
  limits->refused++;
  return false;
}

/* A debt is at most as large as a full bucket. */
void live_rate_limit_owe(live_rate_limits *limits, live_limit limit, uint64_t key, int64_t cost, int64_t now) {
  limit_client *client = limits->percent == 0 ? NULL : client_find(limits, key, now);
  if (client == NULL) return;
  limit_bucket *bucket = &client->buckets[limit];
  int64_t max = bucket_max(limits, limit);
  bucket_fill(limits, limit, bucket, now);
  bucket->left -= cost_units(limit, cost);
  if (bucket->left < -max) bucket->left = -max;
}

int64_t live_rate_limits_refused(const live_rate_limits *limits) { return limits->refused; }
