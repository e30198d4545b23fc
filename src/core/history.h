/* The keys of the positions a game went through, for repetition. */
#ifndef ASC_CORE_HISTORY_H
#define ASC_CORE_HISTORY_H

#include <stdint.h>

/* How often `key` stands among the last `count` of `keys`. 0 is no key. */
static inline int asc_history_count(const uint64_t *keys, int count, uint64_t key) {
  int seen = 0;
  for (int i = count - 1; key != 0 && i >= 0; i--) seen += keys[i] == key;
  return seen;
}

#endif
