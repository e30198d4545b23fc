/* Building the way of a move. */
#ifndef ASC_CORE_WAY_H
#define ASC_CORE_WAY_H

#include <ascona/view.h>

#include <assert.h>

/* The next motion; from, to and curves are the caller's to fill. */
static inline asc_motion *asc_way_add(asc_way *way, asc_act act, int kind) {
  assert(way->motion_count < ASC_MOTIONS_MAX);
  asc_motion *motion = &way->motions[way->motion_count++];
  motion->act = (uint8_t)act;
  motion->kind = (int8_t)kind;
  return motion;
}

#endif
