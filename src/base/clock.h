/* The system's clock that never goes backwards. */
#ifndef ASC_BASE_CLOCK_H
#define ASC_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Returns microseconds since an arbitrary start. */
static inline int64_t asc_clock_now_us(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

#endif
