/* Building the path of a move. */
#ifndef ASC_CORE_PATH_H
#define ASC_CORE_PATH_H

#include <ascona/view.h>

#include <assert.h>

/* Adds a motion to the path, which must have room, and returns it. The caller fills in from, to and curves. */
static inline asc_motion *asc_path_add(asc_path *path, asc_motion_type type, int kind) {
  assert(path->motion_count < ASC_MOTIONS_MAX);
  asc_motion *motion = &path->motions[path->motion_count++];
  motion->type = (uint8_t)type;
  motion->kind = (int8_t)kind;
  return motion;
}

#endif
