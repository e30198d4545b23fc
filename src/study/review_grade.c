/* Grades: how much a loss weighs, and the sums per player.

   In games that count the chance to win, the limits between grades are percents. In games that count points, they are
   parts of a usual victory: the mean margin of random games that are not drawn. */
#include "review.h"

#include "score.h"
#include <ascona/playout.h>

#include <stdlib.h>
#include <string.h>

const char *asc_review_grade_name(asc_review_grade grade) {
  static const char *const words[] = {"forced", "best", "good", "inaccuracy", "mistake", "blunder"};
  return words[grade];
}

const char *asc_review_loss_certainty_name(asc_review_loss_certainty certainty) {
  static const char *const words[] = {"estimate", "bound", "exact"};
  return words[certainty];
}

/* Returns the mean margin of won random games, in hundredths of a point. The seed is fixed, so it is the same on every
   machine. */
static int32_t mean_victory(const asc_rules *rules) {
  enum { GAMES = 500 };
  asc_random random;
  asc_random_seed(&random, 1);
  int64_t sum = 0;
  int won = 0;
  for (int i = 0; i < GAMES; i++) {
    asc_position position;
    asc_outcome outcome;
    asc_position_start(rules, &position);
    asc_playout(rules, &position, rules->ply_limit, asc_playout_default_method(rules), &random);
    int32_t margin = asc_position_outcome(rules, &position, &outcome) ? asc_score_from_outcome(rules, &outcome, 1) : 0;
    sum += abs(margin);
    won += margin != 0;
  }
  return won == 0 ? 100 : (int32_t)(sum / won);
}

void asc_review_set_thresholds(asc_review *review) {
  static const int32_t percents[ASC_REVIEW_GRADE_COUNT] = {
      [ASC_REVIEW_GRADE_INACCURACY] = 2, [ASC_REVIEW_GRADE_MISTAKE] = 5, [ASC_REVIEW_GRADE_BLUNDER] = 15};
  static const int32_t parts[ASC_REVIEW_GRADE_COUNT] = {
      [ASC_REVIEW_GRADE_INACCURACY] = 10, [ASC_REVIEW_GRADE_MISTAKE] = 30, [ASC_REVIEW_GRADE_BLUNDER] = 80};
  bool chance = review->rules->game->score == ASC_SCORE_CHANCE;
  int32_t victory = chance ? 0 : mean_victory(review->rules);
  for (int i = ASC_REVIEW_GRADE_INACCURACY; i < ASC_REVIEW_GRADE_COUNT; i++)
    review->thresholds[i] = chance ? 100 * percents[i] : victory * parts[i] / 100;
}

static int sign(int32_t score) { return (score > 0) - (score < 0); }

static bool has_choice(const asc_review *review, const asc_review_turn *turn) {
  for (int i = turn->first_ply; i < turn->first_ply + turn->ply_count; i++)
    if (review->plies[i].choice_count > 1) return true;
  return false;
}

/* Returns the lowest grade for a proven change of the result: turning a win into a loss weighs more than the points
   lost. */
static asc_review_grade result_grade(const asc_review *review, const asc_review_value *best,
                                     const asc_review_value *played) {
  if (review->rules->game->score == ASC_SCORE_CHANCE) return ASC_REVIEW_GRADE_BEST;
  int steps = sign(best->bounds.lower) - sign(played->bounds.upper);
  return steps <= 0 ? ASC_REVIEW_GRADE_BEST : steps == 1 ? ASC_REVIEW_GRADE_MISTAKE : ASC_REVIEW_GRADE_BLUNDER;
}

/* Sets the loss and grade of a turn from the best value before it and the value after it. */
static void turn_grade(const asc_review *review, asc_review_turn *turn) {
  const asc_review_value *best = &review->plies[turn->first_ply].best;
  const asc_review_value *played = &review->plies[turn->first_ply + turn->ply_count - 1].played;
  turn->loss_certainty = ASC_REVIEW_LOSS_EXACT;
  if (turn->is_roll || !has_choice(review, turn)) return;
  turn->loss = asc_review_loss_between(best, played, &turn->loss_certainty);
  bool may_lose = best->line.score > played->line.score; /* it may have lost something, but how much is not known */
  turn->grade = turn->loss > 0 || may_lose ? ASC_REVIEW_GRADE_GOOD : ASC_REVIEW_GRADE_BEST;
  for (int i = ASC_REVIEW_GRADE_INACCURACY; i < ASC_REVIEW_GRADE_COUNT; i++)
    if (turn->loss >= review->thresholds[i]) turn->grade = (asc_review_grade)i;
  asc_review_grade lowest = result_grade(review, best, played);
  if (lowest > turn->grade) turn->grade = lowest;
}

/* Returns whether a ply belongs to the same turn as the ply before it. A position that counts for repetition starts a
   turn. */
static bool continues_turn(const asc_review *review, int index) {
  if (index == 0) return false;
  const asc_review_ply *ply = &review->plies[index], *before = ply - 1;
  bool same =
      !ply->is_roll && !before->is_roll && ply->player == before->player && ply->event_index == before->event_index + 1;
  return same &&
         asc_position_repetition_key(review->rules, asc_play_position_before(review->play, ply->event_index)) == 0;
}

static void turns_group(asc_review *review) {
  review->turn_count = 0;
  for (int i = 0; i < review->ply_count; i++) {
    const asc_review_ply *ply = &review->plies[i];
    if (!continues_turn(review, i))
      review->turns[review->turn_count++] = (asc_review_turn){.first_ply = i, .worst_ply = i, .is_evaluated = true};
    asc_review_turn *turn = &review->turns[review->turn_count - 1];
    turn->ply_count++;
    turn->player = ply->player;
    turn->is_roll = ply->is_roll;
    turn->is_evaluated &= ply->is_evaluated;
    if (ply->loss > review->plies[turn->worst_ply].loss) turn->worst_ply = i;
  }
}

static void player_add(asc_review *review, int index) {
  const asc_review_turn *turn = &review->turns[index];
  asc_review_player *player = &review->players[turn->player - 1];
  if (turn->is_roll) {
    const int32_t *luck = review->plies[turn->first_ply].luck;
    for (int i = 0; i < review->rules->players; i++) review->players[i].luck += luck[i];
    player->own_luck += luck[turn->player - 1];
    return;
  }
  player->turn_count++;
  player->grade_counts[turn->grade]++;
  player->loss += turn->loss;
  if (turn->loss_certainty < player->loss_certainty) player->loss_certainty = turn->loss_certainty;
  if (turn->loss > 0 && (player->worst_turn < 0 || turn->loss > review->turns[player->worst_turn].loss))
    player->worst_turn = index;
}

void asc_review_grade_turns(asc_review *review) {
  turns_group(review);
  for (int i = 0; i < ASC_PLAYERS_MAX; i++)
    review->players[i] = (asc_review_player){.worst_turn = -1, .loss_certainty = ASC_REVIEW_LOSS_EXACT};
  for (int i = 0; i < review->turn_count; i++) {
    asc_review_turn *turn = &review->turns[i];
    if (!turn->is_evaluated) continue;
    turn_grade(review, turn);
    player_add(review, i);
  }
}

bool asc_review_has_dice(const asc_review *review) { return review->rules->game->odds != NULL; }

int asc_review_turn_number(const asc_review *review, const asc_review_turn *turn) {
  const asc_record_item *item = review->plies[turn->first_ply].item;
  return item == NULL ? 0 : item->round;
}
