/* Rate limits: a bucket of tokens per client and kind of cost, which fills up again with time. Each thread has a table
   of its own: the network thread for what needs no knowledge of players, the game thread for the rest. */
#ifndef ASC_LIVE_RATE_LIMIT_H
#define ASC_LIVE_RATE_LIMIT_H

#include <stdbool.h>
#include <stdint.h>

typedef enum live_limit {
  LIVE_LIMIT_REQUESTS,    /* requests of an address */
  LIVE_LIMIT_FRAMES,      /* frames of an address's sockets, of any kind */
  LIVE_LIMIT_PROBES,      /* tablebase queries of an address */
  LIVE_LIMIT_ROWS,        /* rows read for an address */
  LIVE_LIMIT_NEW_PERSONS, /* persons that an address creates */
  LIVE_LIMIT_PERSON,      /* requests of a person, and rows read for them */
  LIVE_LIMIT_GAMES,       /* games that a person creates */
  LIVE_LIMIT_NEW_GAMES,   /* games that an address creates */
  LIVE_LIMIT_KEYS,        /* device codes and seat keys that an address tries */
  LIVE_LIMIT_STORED,      /* KiB that an address stores */
  LIVE_LIMITS
} live_limit;

typedef struct live_rate_limits live_rate_limits;

/* `percent` of the default rates; 0: no limits. NULL: out of memory. */
live_rate_limits *live_rate_limits_open(int percent);
void live_rate_limits_close(live_rate_limits *limits);
/* Takes a cost in thousandths of a token. A cost above one token is granted for one; the rest is owed. False: too much;
 *seconds says when to try again. `now` in ms, from any clock that is the same for all calls. */
bool live_rate_limit_take(live_rate_limits *limits, live_limit limit, uint64_t key, int64_t cost, int64_t now,
                          int *seconds);
/* Takes it whatever is left. */
void live_rate_limit_owe(live_rate_limits *limits, live_limit limit, uint64_t key, int64_t cost, int64_t now);
/* How often a cost was refused. */
int64_t live_rate_limits_refused(const live_rate_limits *limits);

#endif
