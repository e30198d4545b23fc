#include "task.h"

#include "core/text.h"

#include <string.h>

int asc_play_tokens(asc_play *play, const char *moves, asc_error *error) {
  int code = ASC_OK;
  while (code >= 0 && *(moves += strspn(moves, " ")) != '\0') {
    char token[ASC_TOKEN_MAX];
    size_t length = strcspn(moves, " ");
    if (length >= sizeof token) return asc_fail(error, ASC_E_INPUT, "this is too long for a ply, or empty");
    memcpy(token, moves, length);
    token[length] = '\0';
    moves += length;
    code = asc_play_token(play, token, error);
  }
  return code;
}

int asc_play_read(asc_play **play, const asc_rules *rules, const char *position, const char *moves, asc_error *error) {
  asc_position first;
  bool given = position[0] != '\0';
  *play = NULL;
  int code = given ? asc_position_read(rules, position, &first, error) : ASC_OK;
  if (code >= 0) {
    code = asc_play_open(play, rules, given ? &first : NULL);
    if (code < 0) return asc_fail(error, code, "%s", asc_strerror(code));
    code = asc_play_tokens(*play, moves, error);
  }
  if (code >= 0) return ASC_OK;
  asc_play_close(*play);
  *play = NULL;
  return code;
}

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
