/* Repetition: counting the keys of the positions that a game went through. */
#ifndef ASC_CORE_HISTORY_H
#define ASC_CORE_HISTORY_H

#include <stdint.h>

/* Returns how often `key` occurs among the `count` keys. Returns 0 for the key 0, which means that repetition does not
   count. */
static inline int asc_history_count(const uint64_t *keys, int count, uint64_t key) {
  int seen = 0;
  for (int i = count - 1; key != 0 && i >= 0; i--) seen += keys[i] == key;
  return seen;
}

#endif
