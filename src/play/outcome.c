/* The ends of games and their points, in the words of records and of UGI. */
#include <ascona/play.h>

#include "base/text.h"

#include <stdio.h>

const char *asc_outcome_name(const asc_rules *rules, bool over, const asc_outcome *outcome) {
  static const char *const wins[] = {"p1win", "p2win", "p3win", "p4win"};
  if (!over) return "none";
  int first = -1, sharing = 0;
  for (int i = 0; i < rules->players; i++) {
    if (outcome->rank[i] != 1) continue;
    first = i;
    sharing++;
  }
  return sharing == 1 ? wins[first] : "draw";
}

const char *asc_end_name(asc_end end) {
  switch (end) {
  case ASC_END_NONE: break;
  case ASC_END_RULES: return "rules";
  case ASC_END_REPETITION: return "repetition";
  case ASC_END_LIMIT: return "ply-limit";
  case ASC_END_RESIGNATION: return "given-up";
  case ASC_END_AGREED: return "agreed";
  case ASC_END_TIME: return "time";
  }
  return "open";
}

bool asc_play_end_message(const asc_play *play, asc_message *message) {
  switch (asc_play_end(play)) {
  case ASC_END_REPETITION: asc_message_set(message, "end.repetition"); return true;
  case ASC_END_LIMIT:
    asc_message_set(message, "end.limit");
    asc_message_add_number(message, "plies", asc_play_rules(play)->ply_limit);
    return true;
  case ASC_END_AGREED: asc_message_set(message, "end.agreed"); return true;
  case ASC_END_RESIGNATION: asc_message_set(message, "end.given-up"); break;
  case ASC_END_TIME: asc_message_set(message, "end.time"); break;
  default: return false;
  }
  int last = asc_play_event_count(play) - 1;
  asc_message_add_number(message, "player", last < 0 ? 0 : asc_play_event(play, last)->player);
  return true;
}

bool asc_play_end_why(const asc_play *play, asc_message *message) {
  switch (asc_play_end(play)) {
  case ASC_END_REPETITION: asc_message_set(message, "why.over-repetition"); return true;
  case ASC_END_LIMIT:
    asc_message_set(message, "why.over-limit");
    asc_message_add_number(message, "plies", asc_play_rules(play)->ply_limit);
    return true;
  case ASC_END_RESIGNATION: asc_message_set(message, "why.over-given-up"); return true;
  case ASC_END_AGREED: asc_message_set(message, "why.over-agreed"); return true;
  case ASC_END_TIME: asc_message_set(message, "why.over-time"); return true;
  default: return false;
  }
}

void asc_points_write(int32_t half_points, char text[16]) {
  int64_t size = half_points < 0 ? -(int64_t)half_points : half_points;
  (void)snprintf(text, 16, "%s%lld%s", half_points < 0 ? "-" : "", (long long)(size / 2), size % 2 != 0 ? ".5" : "");
}

int asc_points_read(const char *text, int32_t *half_points) {
  asc_cursor cursor = asc_cursor_over(text);
  bool negative = asc_cursor_skip(&cursor, "-");
  uint32_t whole;
  if (!asc_cursor_number(&cursor, INT32_MAX, &whole)) return ASC_E_INPUT;
  int64_t size = 2 * (int64_t)whole + asc_cursor_skip(&cursor, ".5");
  int64_t max = negative ? -(int64_t)INT32_MIN : INT32_MAX;
  if (!asc_cursor_at_end(&cursor) || size > max || (negative && size == 0)) return ASC_E_INPUT;
  *half_points = (int32_t)(negative ? -size : size);
  return ASC_OK;
}
