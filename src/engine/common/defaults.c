/* Default knowledge: see defaults.h. Every default uses only the rules of the game. */
#include "defaults.h"

#include <ascona/playout.h>

#include <string.h>

enum { HALF_POINT = 50, PLAYOUTS = 8 };

int32_t asc_outcome_score(const asc_rules *rules, const asc_outcome *outcome, int player) {
  int own = player - 1, other = 1 - own;
  if (rules->game->score == ASC_SCORE_MARGIN) return (outcome->points[own] - outcome->points[other]) * HALF_POINT;
  return ASC_SCORE_WIN * ((outcome->rank[own] == 1) - (outcome->rank[other] == 1));
}

int32_t asc_outcome_margin(const asc_rules *rules, const asc_outcome *outcome, int player) {
  int32_t best = INT32_MIN;
  for (int i = 0; i < rules->players; i++)
    if (i != player - 1 && outcome->points[i] > best) best = outcome->points[i];
  return outcome->points[player - 1] - (rules->players > 1 ? best : 0);
}

/* A finished game has exact bounds: its score. The bounds are for the player that `turn` names, even if the game is
   over. */
static void bounds_by_rules(const asc_rules *rules, const void *position, int32_t *lower, int32_t *upper) {
  asc_outcome outcome;
  *upper = rules->game->score == ASC_SCORE_MARGIN ? ASC_SCORE_MAX : ASC_SCORE_WIN;
  *lower = -*upper;
  if (rules->game->outcome(rules, position, &outcome))
    *lower = *upper = asc_outcome_score(rules, &outcome, rules->game->turn(rules, position));
}

static int32_t evaluate_by_playouts(const asc_rules *rules, const void *position) {
  asc_random random;
  asc_estimate estimate = {0};
  asc_random_seed(&random, rules->game->hash(rules, position));
  for (int i = 0; i < PLAYOUTS; i++) asc_estimate_add(&estimate, rules, position, rules->ply_limit, &random);
  int64_t mean = asc_estimate_value(&estimate, rules, rules->game->turn(rules, position));
  return (int32_t)(mean - asc_estimate_even(rules)) * 49 / 50; /* an estimate must stay below a proved win */
}

static void evaluate_one_by_one(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                                asc_evaluation *evaluations) {
  asc_knowledge knowledge = asc_knowledge_with_defaults(rules);
  int mover = rules->game->turn(rules, position);
  for (int i = 0; i < count; i++) {
    asc_position after;
    int32_t lower, upper;
    memcpy(&after, position, rules->position_size);
    rules->game->play(rules, &after, moves[i]);
    knowledge.bounds(rules, &after, &lower, &upper);
    int32_t score = lower == upper ? lower : knowledge.evaluate(rules, &after);
    bool same_player = rules->game->turn(rules, &after) == mover;
    evaluations[i] = same_player ? (asc_evaluation){lower, upper, score} : (asc_evaluation){-upper, -lower, -score};
  }
}

static void order_equally(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                          int32_t *scores) {
  (void)rules, (void)position, (void)moves;
  memset(scores, 0, (size_t)count * sizeof *scores);
}

static uint64_t hash_whole_position(const asc_rules *rules, const void *position, int32_t *settled) {
  *settled = 0;
  return rules->game->hash(rules, position);
}

asc_knowledge asc_knowledge_with_defaults(const asc_rules *rules) {
  asc_knowledge all = rules->game->knowledge != NULL ? *rules->game->knowledge : (asc_knowledge){0};
  if (all.evaluate == NULL) all.evaluate = evaluate_by_playouts;
  if (all.bounds == NULL) all.bounds = bounds_by_rules;
  if (all.evaluate_moves == NULL) all.evaluate_moves = evaluate_one_by_one;
  if (all.order == NULL) all.order = order_equally;
  if (all.tt_hash == NULL) all.tt_hash = hash_whole_position;
  return all;
}

int32_t asc_score_to_reported(const asc_rules *rules, int32_t score) {
  return rules->game->score == ASC_SCORE_CHANCE ? score + ASC_SCORE_WIN : score;
}
