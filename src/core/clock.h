/* The system's clock that never goes back. */
#ifndef ASC_CORE_CLOCK_H
#define ASC_CORE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline int64_t asc_clock_microseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

#endif
