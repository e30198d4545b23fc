#include "defaults.h"

#include <ascona/playout.h>

#include <string.h>

enum { HALF_POINT = 50, PLAYOUTS = 8 };

int32_t asc_outcome_score(const asc_rules *rules, const asc_outcome *outcome, int player) {
  int own = player - 1, other = 1 - own;
  if (rules->game->score == ASC_SCORE_MARGIN) return (outcome->points[own] - outcome->points[other]) * HALF_POINT;
  return ASC_SCORE_WIN * ((outcome->place[own] == 1) - (outcome->place[other] == 1));
}

int32_t asc_outcome_margin(const asc_rules *rules, const asc_outcome *outcome, int player) {
  int32_t best = INT32_MIN;
  for (int i = 0; i < rules->players; i++)
    if (i != player - 1 && outcome->points[i] > best) best = outcome->points[i];
  return outcome->points[player - 1] - (rules->players > 1 ? best : 0);
}

/* The players of a finished game are not asked for, so the bounds are those of who would be to move. */
static void bounds_by_rules(const asc_rules *rules, const void *position, int32_t *least, int32_t *most) {
  asc_outcome outcome;
  *most = rules->game->score == ASC_SCORE_MARGIN ? ASC_SCORE_MOST : ASC_SCORE_WIN;
  *least = -*most;
  if (rules->game->outcome(rules, position, &outcome))
    *least = *most = asc_outcome_score(rules, &outcome, rules->game->turn(rules, position));
}

static int32_t evaluate_by_playouts(const asc_rules *rules, const void *position) {
  asc_random random;
  asc_estimate estimate = {0};
  asc_random_seed(&random, rules->game->hash(rules, position));
  for (int i = 0; i < PLAYOUTS; i++) asc_estimate_add(&estimate, rules, position, rules->ply_limit, &random);
  int64_t mean = asc_estimate_value(&estimate, rules, rules->game->turn(rules, position));
  return (int32_t)(mean - asc_estimate_even(rules)) * 49 / 50; /* never quite certain */
}

static void look_one_by_one(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                            asc_evaluation *looks) {
  asc_knowledge knowledge = asc_knowledge_of(rules);
  int mover = rules->game->turn(rules, position);
  for (int i = 0; i < count; i++) {
    asc_position after;
    int32_t least, most;
    memcpy(&after, position, rules->position_size);
    rules->game->play(rules, &after, moves[i]);
    knowledge.bounds(rules, &after, &least, &most);
    int32_t score = least == most ? least : knowledge.evaluate(rules, &after);
    bool again = rules->game->turn(rules, &after) == mover;
    looks[i] = again ? (asc_evaluation){least, most, score} : (asc_evaluation){-most, -least, -score};
  }
}

static void order_not(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                      int32_t *promise) {
  (void)rules, (void)position, (void)moves;
  memset(promise, 0, (size_t)count * sizeof *promise);
}

static uint64_t hash_of_all(const asc_rules *rules, const void *position, int32_t *settled) {
  *settled = 0;
  return rules->game->hash(rules, position);
}

asc_knowledge asc_knowledge_of(const asc_rules *rules) {
  asc_knowledge all = rules->game->knowledge != NULL ? *rules->game->knowledge : (asc_knowledge){0};
  if (all.evaluate == NULL) all.evaluate = evaluate_by_playouts;
  if (all.bounds == NULL) all.bounds = bounds_by_rules;
  if (all.evaluate_moves == NULL) all.evaluate_moves = look_one_by_one;
  if (all.order == NULL) all.order = order_not;
  if (all.transposition == NULL) all.transposition = hash_of_all;
  return all;
}

int32_t asc_score_told(const asc_rules *rules, int32_t score) {
  return rules->game->score == ASC_SCORE_CHANCE ? score + ASC_SCORE_WIN : score;
}
