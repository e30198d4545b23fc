/* A running game as a search wants it. */
#ifndef ASC_STUDY_TASK_H
#define ASC_STUDY_TASK_H

#include <ascona/play.h>
#include <ascona/search.h>

/* 0 is no limit. */
typedef struct asc_limits {
  int depth;
  uint64_t nodes;
  int64_t microseconds;
} asc_limits;

/* Who waits for a study: told when something was found, and asked now and then whether it should end with that. */
typedef struct asc_watch {
  void (*told)(void *data);
  bool (*stopped)(void *data);
  void *data;
} asc_watch;

/* The position now with its history, to be searched within the limits; NULL: without any. */
asc_task asc_task_of(const asc_play *play, const asc_limits *limits);

/* What is left of a limit; never 0, which would be none. */
static inline int64_t asc_limit_left(int64_t limit, int64_t spent) {
  return limit == 0 ? 0 : limit > spent ? limit - spent : 1;
}

#endif
