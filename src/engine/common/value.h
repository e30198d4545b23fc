/* Values inside a search: a score and, in games where positions can repeat, the distance to the end.

   A value is ASC_VALUE_STEP times the score. Every ply until a win subtracts 1, and every ply until a loss adds 1. So
   the sooner of two wins is better, and a won game makes progress. Estimates contain no plies.

   Each value comes with flags for what is proved: the true value is at least this, at most this, both or neither. A
   proof comes from the end of a game, from a game's own bounds and endgame solver, or from an oracle. So it holds at
   any depth and on any path. A repetition or the ply limit proves nothing. */
#ifndef ASC_ENGINE_COMMON_VALUE_H
#define ASC_ENGINE_COMMON_VALUE_H

#include <ascona/knowledge.h>

typedef int32_t asc_value;

enum {
  ASC_VALUE_STEP = 512,
  ASC_PROVED_LOWER = 1,
  ASC_PROVED_UPPER = 2,
  ASC_PROVED_EXACT = ASC_PROVED_LOWER | ASC_PROVED_UPPER
};
#define ASC_VALUE_MAX (ASC_SCORE_MAX * ASC_VALUE_STEP)

typedef struct asc_value_result {
  asc_value value;
  unsigned proved; /* ASC_PROVED_… flags */
} asc_value_result;

/* Returns the same result from the point of view of the opponent. */
static inline asc_value_result asc_value_result_negate(asc_value_result found) {
  unsigned proved = found.proved == ASC_PROVED_LOWER   ? ASC_PROVED_UPPER
                    : found.proved == ASC_PROVED_UPPER ? ASC_PROVED_LOWER
                                                       : found.proved;
  return (asc_value_result){-found.value, proved};
}

/* Returns the value of a game that ends with this score after `plies` plies. */
static inline asc_value asc_value_from_end_score(int32_t score, int plies) {
  return score * ASC_VALUE_STEP - (score > 0 ? plies : score < 0 ? -plies : 0);
}
static inline asc_value asc_value_from_estimate(int32_t score) { return score * ASC_VALUE_STEP; }

/* The smallest and the largest value that have this score. */
static inline asc_value asc_value_floor(int32_t score) {
  return score * ASC_VALUE_STEP - (score > 0 ? ASC_VALUE_STEP - 1 : 0);
}
static inline asc_value asc_value_ceiling(int32_t score) {
  return score * ASC_VALUE_STEP + (score < 0 ? ASC_VALUE_STEP - 1 : 0);
}

static inline int32_t asc_value_to_score(asc_value value) {
  return value >= 0 ? (value + ASC_VALUE_STEP - 1) / ASC_VALUE_STEP : -((-value + ASC_VALUE_STEP - 1) / ASC_VALUE_STEP);
}

/* Returns the smallest score with score * ASC_VALUE_STEP >= value. */
static inline int32_t asc_value_to_min_score(asc_value value) {
  return value > 0 ? (value + ASC_VALUE_STEP - 1) / ASC_VALUE_STEP : value / ASC_VALUE_STEP;
}

/* During a search, plies are counted from the root. In the transposition table they are counted from the position.
   Converting back never changes the score, however late the win is. */
static inline asc_value asc_value_to_tt(asc_value value, int ply) {
  return value % ASC_VALUE_STEP == 0 ? value : value > 0 ? value + ply : value - ply;
}
static inline asc_value asc_value_from_tt(asc_value value, int ply) {
  if (value % ASC_VALUE_STEP == 0) return value;
  int32_t score = asc_value_to_score(value);
  asc_value later = value > 0 ? value - ply : value + ply;
  return asc_value_to_score(later) == score ? later : value > 0 ? asc_value_floor(score) : asc_value_ceiling(score);
}

#endif
