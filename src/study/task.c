#include "task.h"

asc_task asc_task_of(const asc_play *play, const asc_limits *limits) {
  const asc_rules *rules = asc_play_rules(play);
  asc_task task = {.position = asc_play_position(play)};
  task.key_count = asc_play_keys(play, &task.keys);
  if (rules->ply_limit > 0) task.plies_left = rules->ply_limit - asc_play_plies(play);
  if (limits == NULL) return task;
  task.depth = limits->depth;
  task.nodes = limits->nodes;
  task.hard = limits->microseconds;
  return task;
}
