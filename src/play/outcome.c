/* A result in the words of records and of UGI. */
#include <ascona/play.h>

#include <stdio.h>

const char *asc_outcome_word(const asc_rules *rules, bool over, const asc_outcome *outcome) {
  static const char *const wins[] = {"p1win", "p2win", "p3win", "p4win"};
  if (!over) return "none";
  int first = -1, sharing = 0;
  for (int i = 0; i < rules->players; i++) {
    if (outcome->place[i] != 1) continue;
    first = i;
    sharing++;
  }
  return sharing == 1 ? wins[first] : "draw";
}

void asc_points_write(int32_t half_points, char text[16]) {
  int64_t size = half_points < 0 ? -(int64_t)half_points : half_points;
  (void)snprintf(text, 16, "%s%lld%s", half_points < 0 ? "-" : "", (long long)(size / 2), size % 2 != 0 ? ".5" : "");
}
