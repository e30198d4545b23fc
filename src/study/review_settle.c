/* Everything that was found of the plies put together. What is proved of a value is an interval, and intervals only
   shrink:

   - the value of a ply is the value of the position it leads to, seen by the player who chose it;
   - no ply is better than the best, and the best is no worse than the ply that was played.

   The game is a chain of these rules, so one pass from the last ply to the first and one back settle all of them. */
#include "review.h"

#include "score.h"

#include <ascona/knowledge.h>

#include <string.h>

enum { ANY = 1 << 28 }; /* more than any margin */

asc_review_bounds asc_review_bounds_none(const asc_rules *rules) {
  if (rules->game->score == ASC_SCORE_CHANCE) return (asc_review_bounds){0, 2 * ASC_SCORE_WIN};
  return (asc_review_bounds){-ANY, ANY};
}

asc_review_bounds asc_review_bounds_of(const asc_rules *rules, asc_certainty certainty, int32_t score) {
  asc_review_bounds bounds = asc_review_bounds_none(rules);
  if (certainty == ASC_EXACT || certainty == ASC_LOWER) bounds.least = score;
  if (certainty == ASC_EXACT || certainty == ASC_UPPER) bounds.most = score;
  return bounds;
}

asc_review_bounds asc_review_bounds_turned(const asc_rules *rules, asc_review_bounds bounds) {
  return (asc_review_bounds){asc_score_turned(rules, bounds.most), asc_score_turned(rules, bounds.least)};
}

asc_review_bounds asc_review_bounds_both(asc_review_bounds one, asc_review_bounds other) {
  asc_review_bounds both = {one.least > other.least ? one.least : other.least,
                            one.most < other.most ? one.most : other.most};
  return both.least <= both.most ? both : one;
}

/* The score is what was guessed, within what is proved. */
static void value_settle(const asc_rules *rules, asc_review_value *value) {
  asc_review_bounds proved = value->proved, none = asc_review_bounds_none(rules);
  asc_line *line = &value->line;
  if (line->score < proved.least) line->score = proved.least;
  if (line->score > proved.most) line->score = proved.most;
  line->certainty = proved.least == proved.most                                ? ASC_EXACT
                    : line->score == proved.least && proved.least > none.least ? ASC_LOWER
                    : line->score == proved.most && proved.most < none.most    ? ASC_UPPER
                                                                               : ASC_ESTIMATE;
}

int32_t asc_review_loss_between(const asc_review_value *best, const asc_review_value *played, asc_loss *proof) {
  int32_t least = best->proved.least - played->proved.most, most = best->proved.most - played->proved.least;
  int32_t loss = best->line.score - played->line.score;
  bool bound = best->line.certainty == ASC_UPPER || played->line.certainty == ASC_LOWER;
  if (loss > 0 && bound) loss = least;
  if (loss < 0) loss = 0;
  *proof = least == most ? ASC_LOSS_EXACT : loss > 0 && loss == least ? ASC_LOSS_AT_LEAST : ASC_LOSS_GUESSED;
  return loss;
}

/* The ply that follows, where what is known of one is known of the other; else NULL. */
static asc_review_ply *next_of(const asc_review *game, int index) {
  asc_review_ply *ply = &game->plies[index], *next = ply + 1;
  bool follows = index + 1 < game->ply_count && next->judged && next->event == ply->event + 1;
  if (!follows || ply->roll || next->roll) return NULL;
  return game->rules->players == 2 || next->player == ply->player ? next : NULL;
}

/* Bounds of the best before `next`, seen by the player of the ply before it; and the same back again. */
static asc_review_bounds seen_by_other(const asc_review *game, const asc_review_ply *ply, const asc_review_ply *next,
                                       asc_review_bounds bounds) {
  return ply->player == next->player ? bounds : asc_review_bounds_turned(game->rules, bounds);
}

/* No ply is better than the best, and a lone choice is the best. */
static void choice_join(asc_review_ply *ply) {
  asc_review_bounds *best = &ply->best.proved, *played = &ply->played.proved;
  if (ply->choices == 1) *best = *played = asc_review_bounds_both(*best, *played);
  if (best->least < played->least && played->least <= best->most) best->least = played->least;
  if (played->most > best->most && best->most >= played->least) played->most = best->most;
}

static void bounds_join(asc_review *game) {
  for (int i = game->ply_count - 1; i >= 0; i--) {
    asc_review_ply *ply = &game->plies[i], *next = next_of(game, i);
    if (!ply->judged || ply->roll) continue;
    ply->best = ply->found[0];
    ply->played = ply->found[1];
    if (next != NULL)
      ply->played.proved =
          asc_review_bounds_both(ply->played.proved, seen_by_other(game, ply, next, next->best.proved));
    choice_join(ply);
  }
  for (int i = 0; i < game->ply_count; i++) {
    asc_review_ply *ply = &game->plies[i], *next = next_of(game, i);
    if (!ply->judged || ply->roll) continue;
    choice_join(ply);
    if (next != NULL)
      next->best.proved = asc_review_bounds_both(next->best.proved, seen_by_other(game, ply, next, ply->played.proved));
  }
}

void asc_review_line_before(asc_line *line, const asc_line *next, asc_move move) {
  int kept = next->length < ASC_LINE_MAX ? next->length : ASC_LINE_MAX - 1;
  memmove(line->moves + 1, next->moves, (size_t)kept * sizeof *line->moves);
  line->moves[0] = move;
  line->length = kept + 1;
  line->depth = next->depth;
  line->plies = next->plies > 0 ? next->plies + 1 : 0;
}

/* Within a turn the guess after a ply is the guess before the next one, so that the losses of the plies add up to that
   of the turn. Between two players guesses of different depths do not compare; only a proof is taken over. */
static void played_settle(const asc_review *game, asc_review_ply *ply, const asc_review_ply *next) {
  asc_review_value *played = &ply->played;
  bool same = next != NULL && next->player == ply->player;
  if (same) played->line.score = next->best.line.score;
  value_settle(game->rules, played);
  const asc_review_bounds *found = &ply->found[1].proved;
  bool proves = next != NULL && next->best.line.certainty == ASC_EXACT && found->least < found->most;
  if (next != NULL && (same || proves || played->line.length < 2))
    asc_review_line_before(&played->line, &next->best.line, ply->move);
}

static void choice_settle(const asc_review *game, int index) {
  asc_review_ply *ply = &game->plies[index];
  asc_review_value *best = &ply->best, *played = &ply->played;
  played_settle(game, ply, next_of(game, index));
  value_settle(game->rules, best);
  if (best->line.moves[0] == ply->move || played->line.score >= best->line.score) {
    best->line = played->line;
    value_settle(game->rules, best);
  }
  ply->loss = asc_review_loss_between(best, played, &ply->proof);
  if (ply->choices == 1) ply->loss = 0, ply->proof = ASC_LOSS_EXACT;
}

void asc_review_settle(asc_review *review) {
  bounds_join(review);
  for (int i = review->ply_count - 1; i >= 0; i--)
    if (review->plies[i].judged && !review->plies[i].roll) choice_settle(review, i);
  asc_review_grade_turns(review);
}
