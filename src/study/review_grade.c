/* Grades: how much a loss weighs, and what the turns of a player come to.

   Where the chance to win counts, the limits between grades are percents. Where points count, a point weighs as much as
   the points of a usual victory make it: the mean margin of random games that somebody wins. */
#include "review.h"

#include "score.h"
#include <ascona/playout.h>

#include <stdlib.h>
#include <string.h>

const char *asc_grade_word(asc_grade grade) {
  static const char *const words[] = {"forced", "best", "good", "inaccuracy", "mistake", "blunder"};
  return words[grade];
}

const char *asc_loss_word(asc_loss proof) {
  static const char *const words[] = {"estimate", "bound", "exact"};
  return words[proof];
}

/* In hundredths of a point. The seed is fixed: the same games on every machine. */
static int32_t usual_victory(const asc_rules *rules) {
  enum { GAMES = 500 };
  asc_random random;
  asc_random_seed(&random, 1);
  int64_t sum = 0;
  int won = 0;
  for (int i = 0; i < GAMES; i++) {
    asc_position position;
    asc_outcome outcome;
    asc_position_start(rules, &position);
    asc_playout(rules, &position, rules->ply_limit, asc_playout_way_of(rules), &random);
    int32_t margin = asc_position_outcome(rules, &position, &outcome) ? asc_score_of(rules, &outcome, 1) : 0;
    sum += abs(margin);
    won += margin != 0;
  }
  return won == 0 ? 100 : (int32_t)(sum / won);
}

void asc_review_thresholds_set(asc_review *game) {
  static const int32_t percents[ASC_GRADE_COUNT] = {
      [ASC_GRADE_INACCURACY] = 2, [ASC_GRADE_MISTAKE] = 5, [ASC_GRADE_BLUNDER] = 15};
  static const int32_t parts[ASC_GRADE_COUNT] = {
      [ASC_GRADE_INACCURACY] = 10, [ASC_GRADE_MISTAKE] = 30, [ASC_GRADE_BLUNDER] = 80};
  bool chance = game->rules->game->score == ASC_SCORE_CHANCE;
  int32_t victory = chance ? 0 : usual_victory(game->rules);
  for (int i = ASC_GRADE_INACCURACY; i < ASC_GRADE_COUNT; i++)
    game->thresholds[i] = chance ? 100 * percents[i] : victory * parts[i] / 100;
}

static int sign(int32_t score) { return (score > 0) - (score < 0); }

static bool has_choice(const asc_review *game, const asc_review_turn *turn) {
  for (int i = turn->first; i < turn->first + turn->count; i++)
    if (game->plies[i].choices > 1) return true;
  return false;
}

/* What a proved change of the result is at least: a win given away for a loss weighs more than its points. */
static asc_grade result_grade(const asc_review *game, const asc_review_value *best, const asc_review_value *played) {
  if (game->rules->game->score == ASC_SCORE_CHANCE) return ASC_GRADE_BEST;
  int steps = sign(best->proved.least) - sign(played->proved.most);
  return steps <= 0 ? ASC_GRADE_BEST : steps == 1 ? ASC_GRADE_MISTAKE : ASC_GRADE_BLUNDER;
}

/* A turn is as good as what is left of the best there was before it. */
static void turn_judge(const asc_review *game, asc_review_turn *turn) {
  const asc_review_value *best = &game->plies[turn->first].best;
  const asc_review_value *played = &game->plies[turn->first + turn->count - 1].played;
  turn->proof = ASC_LOSS_EXACT;
  if (turn->roll || !has_choice(game, turn)) return;
  turn->loss = asc_review_loss_between(best, played, &turn->proof);
  bool open = best->line.score > played->line.score; /* it may have lost something, but how much is not known */
  turn->grade = turn->loss > 0 || open ? ASC_GRADE_GOOD : ASC_GRADE_BEST;
  for (int i = ASC_GRADE_INACCURACY; i < ASC_GRADE_COUNT; i++)
    if (turn->loss >= game->thresholds[i]) turn->grade = (asc_grade)i;
  asc_grade least = result_grade(game, best, played);
  if (least > turn->grade) turn->grade = least;
}

/* Whether a ply goes on with the turn of the one before. A position that counts for repetition begins a turn. */
static bool goes_on(const asc_review *game, int index) {
  if (index == 0) return false;
  const asc_review_ply *ply = &game->plies[index], *before = ply - 1;
  bool same = !ply->roll && !before->roll && ply->player == before->player && ply->event == before->event + 1;
  return same && asc_position_key(game->rules, asc_play_before(game->play, ply->event)) == 0;
}

static void turns_gather(asc_review *game) {
  game->turn_count = 0;
  for (int i = 0; i < game->ply_count; i++) {
    const asc_review_ply *ply = &game->plies[i];
    if (!goes_on(game, i)) game->turns[game->turn_count++] = (asc_review_turn){.first = i, .worst = i, .judged = true};
    asc_review_turn *turn = &game->turns[game->turn_count - 1];
    turn->count++;
    turn->player = ply->player;
    turn->roll = ply->roll;
    turn->judged &= ply->judged;
    if (ply->loss > game->plies[turn->worst].loss) turn->worst = i;
  }
}

static void player_add(asc_review *game, int index) {
  const asc_review_turn *turn = &game->turns[index];
  asc_review_player *player = &game->players[turn->player - 1];
  if (turn->roll) {
    const int32_t *luck = game->plies[turn->first].luck;
    for (int i = 0; i < game->rules->players; i++) game->players[i].luck += luck[i];
    player->own += luck[turn->player - 1];
    return;
  }
  player->turns++;
  player->grades[turn->grade]++;
  player->loss += turn->loss;
  if (turn->proof < player->proof) player->proof = turn->proof;
  if (turn->loss > 0 && (player->worst < 0 || turn->loss > game->turns[player->worst].loss)) player->worst = index;
}

void asc_review_grade_turns(asc_review *game) {
  turns_gather(game);
  for (int i = 0; i < ASC_PLAYERS_MAX; i++)
    game->players[i] = (asc_review_player){.worst = -1, .proof = ASC_LOSS_EXACT};
  for (int i = 0; i < game->turn_count; i++) {
    asc_review_turn *turn = &game->turns[i];
    if (!turn->judged) continue;
    turn_judge(game, turn);
    player_add(game, i);
  }
}

bool asc_review_has_luck(const asc_review *game) { return game->rules->game->odds != NULL; }

int asc_review_round(const asc_review *game, const asc_review_turn *turn) {
  const asc_item *item = game->plies[turn->first].item;
  return item == NULL ? 0 : item->round;
}
