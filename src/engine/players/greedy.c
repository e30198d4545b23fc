/* The greedy player: it plays the whole turn that leaves the best margin of points, whatever follows. Among equally
   good turns the seed decides. If there is not enough memory, it plays the first legal move. */
#include <ascona/random.h>

#include "baseline.h"
#include "engine/common/defaults.h"
#include "engine/turns/turn_list.h"

static int32_t margin_at(const asc_rules *rules, const void *position, int player) {
  asc_outcome outcome;
  (void)rules->game->outcome(rules, position, &outcome);
  return asc_outcome_margin(rules, &outcome, player);
}

/* Reservoir sampling: each of the best turns has the same chance. The k-th of them replaces the current choice with
   probability 1/k. */
static asc_move turn_choose(const asc_turn_list *list, uint64_t seed) {
  asc_random random;
  asc_random_seed(&random, seed);
  int32_t best = INT32_MIN;
  uint32_t equal_count = 0;
  int chosen = list->ends[0];
  for (int i = 0; i < list->end_count; i++) {
    int32_t margin = margin_at(list->rules, asc_turn_list_position(list, list->ends[i]), list->player);
    if (margin > best) equal_count = 0;
    if (margin < best) continue;
    best = margin;
    if (asc_random_below(&random, ++equal_count) == 0) chosen = list->ends[i];
  }
  asc_move move = 0;
  (void)asc_turn_list_moves(list, chosen, &move, 1);
  return move;
}

static asc_move greedy_move(const asc_rules *rules, const void *position, uint64_t seed) {
  asc_turn_list list;
  asc_move moves[ASC_MOVES_MAX];
  int count = rules->game->moves(rules, position, moves);
  if (!asc_turn_list_open(&list, rules, ASC_TURN_LIST_MAX)) return moves[0];
  asc_turn_list_fill(&list, position, moves, count);
  asc_move move = turn_choose(&list, seed);
  asc_turn_list_close(&list);
  return move;
}

const asc_baseline_player asc_baseline_greedy = {.name = "greedy", .move = greedy_move};
