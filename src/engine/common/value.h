/* Values inside a search: a score, and in games where positions can repeat how soon it comes.

   A value is VALUE_STEP times the score, less a step for every ply until a win, more for every ply until a loss: of two
   wins the sooner is better, so that a won game makes progress. Estimates have no plies in them.

   With a value comes what is sure about it: that the true value is at least this, at most this, both or neither. Only
   ends of games and what a game's bounds say make it sure, so it holds at any depth and on any path. A repetition or
   the ply limit makes nothing sure. */
#ifndef ASC_ENGINE_COMMON_VALUE_H
#define ASC_ENGINE_COMMON_VALUE_H

#include <ascona/knowledge.h>

typedef int32_t asc_value;

enum { VALUE_STEP = 512, SURE_LEAST = 1, SURE_MOST = 2, SURE = SURE_LEAST | SURE_MOST };
#define VALUE_MOST (ASC_SCORE_MOST * VALUE_STEP)

typedef struct asc_finding {
  asc_value value;
  unsigned sure;
} asc_finding;

/* From the other side. */
static inline asc_finding finding_turned(asc_finding found) {
  unsigned sure = found.sure == SURE_LEAST ? SURE_MOST : found.sure == SURE_MOST ? SURE_LEAST : found.sure;
  return (asc_finding){-found.value, sure};
}

/* The value of an end after so many plies. */
static inline asc_value value_of_end(int32_t score, int plies) {
  return score * VALUE_STEP - (score > 0 ? plies : score < 0 ? -plies : 0);
}
static inline asc_value value_of_estimate(int32_t score) { return score * VALUE_STEP; }

/* The least and the most value that has this score. */
static inline asc_value value_floor(int32_t score) { return score * VALUE_STEP - (score > 0 ? VALUE_STEP - 1 : 0); }
static inline asc_value value_ceiling(int32_t score) { return score * VALUE_STEP + (score < 0 ? VALUE_STEP - 1 : 0); }

static inline int32_t value_score(asc_value value) {
  return value >= 0 ? (value + VALUE_STEP - 1) / VALUE_STEP : -((-value + VALUE_STEP - 1) / VALUE_STEP);
}

/* The least score whose value is this or more, where values have no plies in them. */
static inline int32_t value_reaching(asc_value value) {
  return value > 0 ? (value + VALUE_STEP - 1) / VALUE_STEP : value / VALUE_STEP;
}

/* Values with plies in them count from the root of the search; in the table they count from the position. However late
   a win comes, its score stays. */
static inline asc_value value_to_table(asc_value value, int ply) {
  return value % VALUE_STEP == 0 ? value : value > 0 ? value + ply : value - ply;
}
static inline asc_value value_from_table(asc_value value, int ply) {
  if (value % VALUE_STEP == 0) return value;
  int32_t score = value_score(value);
  asc_value later = value > 0 ? value - ply : value + ply;
  return value_score(later) == score ? later : value > 0 ? value_floor(score) : value_ceiling(score);
}

#endif
