/* Buckets of tokens, for every address and every person that has asked lately. */
#include "live.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

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
bool asc_limit_take(web_live *live, live_limit limit, uint64_t key, int64_t now, int *seconds) {
  int64_t percent = live->server->options.limits;
  *seconds = 1;
  if (percent == 0) return true;
  live_payer *payer = payer_find(live, key, now);
  if (payer == NULL) return false;
  live_bucket *bucket = &payer->buckets[limit];
  int64_t most = RATES[limit].most * RATES[limit].every * percent, cost = RATES[limit].every * 100;
  if (now > bucket->at) bucket->left += (now - bucket->at) * percent;
  bucket->at = now;
  if (bucket->left > most) bucket->left = most;
  if (bucket->left >= cost) {
    bucket->left -= cost;
    return true;
  }
  *seconds = (int)((cost - bucket->left + percent * 1000 - 1) / (percent * 1000));
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

/* One of IPv4 as it is, one of IPv6 by its /64. */
static uint64_t address_key(int family, const void *bytes) {
  uint64_t key = 0;
  const uint8_t *at = bytes;
  static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
  if (family == AF_INET6 && memcmp(at, mapped, sizeof mapped) == 0) {
    family = AF_INET;
    at += 12;
  }
  for (int i = 0; i < (family == AF_INET ? 4 : 8); i++) key = key << 8 | at[i];
  return family == AF_INET ? key | (uint64_t)0xffff << 32 : key;
}

bool asc_address_is_near(uint64_t address) {
  if (address >> 32 != 0xffff) return address == 0 || address >> 57 == 0xfc >> 1 || address >> 54 == 0xfe80 >> 6;
  uint32_t four = (uint32_t)address;
  return four >> 24 == IN_LOOPBACKNET || four >> 24 == 10 || four >> 20 == 0xac1 || four >> 16 == 0xc0a8;
}

/* Whether the connection comes from whom --trust-proxy names. */
static bool is_proxy(const web_live *live, int family, const uint8_t *bytes) {
  const web_proxy *proxy = &live->server->options.proxy;
  if (proxy->bits < 0 || proxy->family != family) return false;
  for (int bit = 0; bit < proxy->bits; bit++) {
    int mask = 0x80 >> bit % 8;
    if ((bytes[bit / 8] & mask) != (proxy->address[bit / 8] & mask)) return false;
  }
  return true;
}

uint64_t asc_address_of(web_live *live, struct lws *wsi) {
  struct sockaddr_storage address;
  socklen_t length = sizeof address;
  char forwarded[256];
  uint8_t bytes[16];
  if (getpeername(lws_get_socket_fd(wsi), (struct sockaddr *)&address, &length) < 0) return 0;
  int family = address.ss_family;
  const void *from = family == AF_INET6 ? (const void *)&((const struct sockaddr_in6 *)&address)->sin6_addr
                                        : (const void *)&((const struct sockaddr_in *)&address)->sin_addr;
  if (family != AF_INET && family != AF_INET6) return 0;
  if (is_proxy(live, family, from) && lws_hdr_copy(wsi, forwarded, sizeof forwarded, WSI_TOKEN_X_FORWARDED_FOR) > 0) {
    const char *last = strrchr(forwarded, ',');
    last = last == NULL ? forwarded : last + 1 + strspn(last + 1, " ");
    if (inet_pton(AF_INET, last, bytes) == 1) return address_key(AF_INET, bytes);
    if (inet_pton(AF_INET6, last, bytes) == 1) return address_key(AF_INET6, bytes);
  }
  return address_key(family, from);
}
