/* Grades: how much a loss weighs, and what the turns of a player come to.

   Where the chance to win counts, the limits between grades are percents. Where points count, a point weighs as much as
   the points of a usual victory make it: the mean margin of random games that somebody wins. */
#include "review.h"
#include "study/score.h"

#include <stdlib.h>
#include <string.h>

const char *review_grade_word(review_grade grade) {
  static const char *const words[] = {"forced", "best", "good", "inaccuracy", "mistake", "blunder"};
  return words[grade];
}

const char *review_proof_word(review_proof proof) {
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

void review_thresholds_set(review_game *game) {
  static const int32_t percents[GRADE_COUNT] = {[GRADE_INACCURACY] = 2, [GRADE_MISTAKE] = 5, [GRADE_BLUNDER] = 15};
  static const int32_t parts[GRADE_COUNT] = {[GRADE_INACCURACY] = 10, [GRADE_MISTAKE] = 30, [GRADE_BLUNDER] = 80};
  bool chance = game->rules->game->score == ASC_SCORE_CHANCE;
  int32_t victory = chance ? 0 : usual_victory(game->rules);
  for (int i = GRADE_INACCURACY; i < GRADE_COUNT; i++)
    game->thresholds[i] = chance ? 100 * percents[i] : victory * parts[i] / 100;
}

static int sign(int32_t score) { return (score > 0) - (score < 0); }

/* What a proved change of the result is at least: a win given away for a loss weighs more than its points. */
static review_grade result_grade(const review_game *game, const review_ply *ply) {
  if (game->rules->game->score == ASC_SCORE_CHANCE || ply->proof == PROOF_NONE) return GRADE_BEST;
  int steps = sign(ply->best.score) - sign(ply->played.score);
  return steps <= 0 ? GRADE_BEST : steps == 1 ? GRADE_MISTAKE : GRADE_BLUNDER;
}

static review_grade turn_grade(const review_game *game, const review_turn *turn) {
  bool choice = false;
  review_grade grade = turn->loss > 0 ? GRADE_GOOD : GRADE_BEST;
  for (int i = GRADE_INACCURACY; i < GRADE_COUNT; i++)
    if (turn->loss >= game->thresholds[i]) grade = (review_grade)i;
  for (int i = turn->first; i < turn->first + turn->count; i++) {
    review_grade least = result_grade(game, &game->plies[i]);
    if (least > grade) grade = least;
    choice |= game->plies[i].choices > 1;
  }
  return choice ? grade : GRADE_FORCED;
}

/* Whether a ply goes on with the turn of the one before. A position that counts for repetition begins a turn. */
static bool goes_on(const review_game *game, int index) {
  if (index == 0) return false;
  const review_ply *ply = &game->plies[index], *before = ply - 1;
  bool same = !ply->roll && !before->roll && ply->player == before->player && ply->event == before->event + 1;
  return same && asc_position_key(game->rules, asc_play_before(game->play, ply->event)) == 0;
}

static void turns_gather(review_game *game) {
  game->turn_count = 0;
  for (int i = 0; i < game->ply_count; i++) {
    const review_ply *ply = &game->plies[i];
    if (!goes_on(game, i)) game->turns[game->turn_count++] = (review_turn){.first = i, .worst = i, .judged = true};
    review_turn *turn = &game->turns[game->turn_count - 1];
    turn->proof = turn->count == 0 || ply->proof < turn->proof ? ply->proof : turn->proof;
    turn->count++;
    turn->player = ply->player;
    turn->roll = ply->roll;
    turn->judged &= ply->judged;
    turn->loss += ply->loss;
    if (ply->loss > game->plies[turn->worst].loss) turn->worst = i;
  }
}

static void player_add(review_game *game, int index) {
  const review_turn *turn = &game->turns[index];
  review_player *player = &game->players[turn->player - 1];
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

void review_grade_turns(review_game *game) {
  turns_gather(game);
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) game->players[i] = (review_player){.worst = -1, .proof = PROOF_EXACT};
  for (int i = 0; i < game->turn_count; i++) {
    review_turn *turn = &game->turns[i];
    if (!turn->judged) continue;
    turn->grade = turn->roll ? GRADE_FORCED : turn_grade(game, turn);
    player_add(game, i);
  }
}

bool review_has_luck(const review_game *game) { return game->rules->game->odds != NULL; }

int review_round(const review_game *game, const review_turn *turn) {
  const asc_item *item = game->plies[turn->first].item;
  return item == NULL ? 0 : item->round;
}
