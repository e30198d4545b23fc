/* Builds a search task from a running game; see search_task.h. */
#include "search_task.h"

asc_search_task asc_search_task_from_play(const asc_play *play, const asc_search_limits *limits) {
  const asc_rules *rules = asc_play_rules(play);
  asc_search_task task = {.position = asc_play_position(play)};
  task.key_count = asc_play_repetition_keys(play, &task.keys);
  if (rules->ply_limit > 0) task.plies_left = rules->ply_limit - asc_play_ply_count(play);
  if (limits == NULL) return task;
  task.depth = limits->depth;
  task.nodes = limits->nodes;
  task.hard_us = limits->time_us;
  return task;
}
