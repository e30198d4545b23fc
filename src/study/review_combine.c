/* Combines the results of all plies of a review. The proven bounds of a value are an interval, and intervals only
   shrink:

   - The value of a ply is the value of the position it leads to, seen by the player who moved.
   - No ply is better than the best, and the best is at least as good as the ply that was played.

   The game is a chain of these rules. One pass from the last ply to the first and one pass back apply all of them. */
#include "review.h"

#include "score.h"

#include <ascona/knowledge.h>

#include <string.h>

enum { UNBOUNDED = 1 << 28 }; /* larger than any margin */

asc_review_bounds asc_review_bounds_none(const asc_rules *rules) {
  if (rules->game->score == ASC_SCORE_CHANCE) return (asc_review_bounds){0, 2 * ASC_SCORE_WIN};
  return (asc_review_bounds){-UNBOUNDED, UNBOUNDED};
}

asc_review_bounds asc_review_bounds_from_score(const asc_rules *rules, asc_certainty certainty, int32_t score) {
  asc_review_bounds bounds = asc_review_bounds_none(rules);
  if (certainty == ASC_EXACT || certainty == ASC_LOWER) bounds.lower = score;
  if (certainty == ASC_EXACT || certainty == ASC_UPPER) bounds.upper = score;
  return bounds;
}

asc_review_bounds asc_review_bounds_for_opponent(const asc_rules *rules, asc_review_bounds bounds) {
  return (asc_review_bounds){asc_score_for_opponent(rules, bounds.upper), asc_score_for_opponent(rules, bounds.lower)};
}

asc_review_bounds asc_review_bounds_intersect(asc_review_bounds one, asc_review_bounds other) {
  asc_review_bounds both = {one.lower > other.lower ? one.lower : other.lower,
                            one.upper < other.upper ? one.upper : other.upper};
  return both.lower <= both.upper ? both : one;
}

/* Moves the estimate of a value into its proven bounds and updates its certainty. */
static void value_clamp(const asc_rules *rules, asc_review_value *value) {
  asc_review_bounds bounds = value->bounds, none = asc_review_bounds_none(rules);
  asc_line *line = &value->line;
  if (line->score < bounds.lower) line->score = bounds.lower;
  if (line->score > bounds.upper) line->score = bounds.upper;
  line->certainty = bounds.lower == bounds.upper                               ? ASC_EXACT
                    : line->score == bounds.lower && bounds.lower > none.lower ? ASC_LOWER
                    : line->score == bounds.upper && bounds.upper < none.upper ? ASC_UPPER
                                                                               : ASC_ESTIMATE;
}

int32_t asc_review_loss_between(const asc_review_value *best, const asc_review_value *played,
                                asc_review_loss_certainty *certainty) {
  int32_t lower = best->bounds.lower - played->bounds.upper, upper = best->bounds.upper - played->bounds.lower;
  int32_t loss = best->line.score - played->line.score;
  bool is_bound = best->line.certainty == ASC_UPPER || played->line.certainty == ASC_LOWER;
  if (loss > 0 && is_bound) loss = lower;
  if (loss < 0) loss = 0;
  *certainty = lower == upper              ? ASC_REVIEW_LOSS_EXACT
               : loss > 0 && loss == lower ? ASC_REVIEW_LOSS_AT_LEAST
                                           : ASC_REVIEW_LOSS_ESTIMATE;
  return loss;
}

/* Returns the next ply if bounds of one hold for the other, else NULL. */
static asc_review_ply *next_of(const asc_review *review, int index) {
  asc_review_ply *ply = &review->plies[index], *next = ply + 1;
  bool follows = index + 1 < review->ply_count && next->is_evaluated && next->event_index == ply->event_index + 1;
  if (!follows || ply->is_roll || next->is_roll) return NULL;
  return review->rules->players == 2 || next->player == ply->player ? next : NULL;
}

/* Converts bounds between the players of two consecutive plies; the same conversion works in both directions. */
static asc_review_bounds bounds_convert(const asc_review *review, const asc_review_ply *ply, const asc_review_ply *next,
                                        asc_review_bounds bounds) {
  return ply->player == next->player ? bounds : asc_review_bounds_for_opponent(review->rules, bounds);
}

/* Applies the rule that no ply is better than the best. If there is only one move, both values are equal. */
static void move_bounds_join(asc_review_ply *ply) {
  asc_review_bounds *best = &ply->best.bounds, *played = &ply->played.bounds;
  if (ply->choice_count == 1) *best = *played = asc_review_bounds_intersect(*best, *played);
  if (best->lower < played->lower && played->lower <= best->upper) best->lower = played->lower;
  if (played->upper > best->upper && best->upper >= played->lower) played->upper = best->upper;
}

static void bounds_join(asc_review *review) {
  for (int i = review->ply_count - 1; i >= 0; i--) {
    asc_review_ply *ply = &review->plies[i], *next = next_of(review, i);
    if (!ply->is_evaluated || ply->is_roll) continue;
    ply->best = ply->searched[0];
    ply->played = ply->searched[1];
    if (next != NULL)
      ply->played.bounds =
          asc_review_bounds_intersect(ply->played.bounds, bounds_convert(review, ply, next, next->best.bounds));
    move_bounds_join(ply);
  }
  for (int i = 0; i < review->ply_count; i++) {
    asc_review_ply *ply = &review->plies[i], *next = next_of(review, i);
    if (!ply->is_evaluated || ply->is_roll) continue;
    move_bounds_join(ply);
    if (next != NULL)
      next->best.bounds =
          asc_review_bounds_intersect(next->best.bounds, bounds_convert(review, ply, next, ply->played.bounds));
  }
}

void asc_review_line_prepend(asc_line *line, const asc_line *next, asc_move move) {
  int copied = next->length < ASC_LINE_MAX ? next->length : ASC_LINE_MAX - 1;
  memmove(line->moves + 1, next->moves, (size_t)copied * sizeof *line->moves);
  line->moves[0] = move;
  line->length = copied + 1;
  line->depth = next->depth;
  line->plies = next->plies > 0 ? next->plies + 1 : 0;
}

/* Sets the score and line of the move played. Within a turn, the estimate after a ply is the estimate before the next
   ply. So the losses of the plies add up to the loss of the turn. Between two players, estimates of different depths do
   not compare; only a proof is copied. */
static void played_combine(const asc_review *review, asc_review_ply *ply, const asc_review_ply *next) {
  asc_review_value *played = &ply->played;
  bool same_player = next != NULL && next->player == ply->player;
  if (same_player) played->line.score = next->best.line.score;
  value_clamp(review->rules, played);
  const asc_review_bounds *searched = &ply->searched[1].bounds;
  bool next_is_proved = next != NULL && next->best.line.certainty == ASC_EXACT && searched->lower < searched->upper;
  if (next != NULL && (same_player || next_is_proved || played->line.length < 2))
    asc_review_line_prepend(&played->line, &next->best.line, ply->move);
}

static void move_combine(const asc_review *review, int index) {
  asc_review_ply *ply = &review->plies[index];
  asc_review_value *best = &ply->best, *played = &ply->played;
  played_combine(review, ply, next_of(review, index));
  value_clamp(review->rules, best);
  if (best->line.moves[0] == ply->move || played->line.score >= best->line.score) {
    best->line = played->line;
    value_clamp(review->rules, best);
  }
  ply->loss = asc_review_loss_between(best, played, &ply->loss_certainty);
  if (ply->choice_count == 1) ply->loss = 0, ply->loss_certainty = ASC_REVIEW_LOSS_EXACT;
}

void asc_review_combine(asc_review *review) {
  bounds_join(review);
  for (int i = review->ply_count - 1; i >= 0; i--)
    if (review->plies[i].is_evaluated && !review->plies[i].is_roll) move_combine(review, i);
  asc_review_grade_turns(review);
}
