/* The greedy player: he takes the whole turn that leaves him with the best margin of points, whatever comes after. Of
   equally good turns the seed draws one. Without memory he makes the first legal move. */
#include <ascona/random.h>

#include "engine/common/defaults.h"
#include "engine/turns/list.h"
#include "yardstick.h"

static int32_t margin_at(const asc_rules *rules, const void *position, int player) {
  asc_outcome outcome;
  (void)rules->game->outcome(rules, position, &outcome);
  return asc_outcome_margin(rules, &outcome, player);
}

/* Each of the best has the same chance: the k-th of them takes the place of the one drawn before in one of k cases. */
static asc_move turn_draw(const asc_turn_list *list, uint64_t seed) {
  asc_random random;
  asc_random_seed(&random, seed);
  int32_t best = INT32_MIN;
  uint32_t equal = 0;
  int drawn = list->ends[0];
  for (int i = 0; i < list->end_count; i++) {
    int32_t margin = margin_at(list->rules, asc_turn_list_position(list, list->ends[i]), list->player);
    if (margin > best) equal = 0;
    if (margin < best) continue;
    best = margin;
    if (asc_random_below(&random, ++equal) == 0) drawn = list->ends[i];
  }
  asc_move move = 0;
  (void)asc_turn_list_moves(list, drawn, &move, 1);
  return move;
}

static asc_move greedy_move(const asc_rules *rules, const void *position, uint64_t seed) {
  asc_turn_list list;
  asc_move moves[ASC_MOVES_MAX];
  int count = rules->game->moves(rules, position, moves);
  if (!asc_turn_list_open(&list, rules, TURN_ROOM_MOST)) return moves[0];
  asc_turn_list_fill(&list, position, moves, count);
  asc_move move = turn_draw(&list, seed);
  asc_turn_list_close(&list);
  return move;
}

const asc_yardstick asc_greedy = {.name = "greedy", .move = greedy_move};
