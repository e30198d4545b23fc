/* Playouts: a position is played at random to its end. Read playout.h first.

   The loops call the functions of the game directly, without checks: `ascona bench playouts` measures them, and every
   estimate is made of them. The loop with `pick` never builds a list of moves. */
#include <ascona/playout.h>

#include "core/chance.h"
#include "core/outcome.h"
#include "defaults.h"

#include <string.h>

asc_playout_method asc_playout_default_method(const asc_rules *rules) {
  return rules->game->pick != NULL ? ASC_PLAYOUT_PICK : ASC_PLAYOUT_LIST;
}

static bool is_roll(const asc_rules *rules, const void *position) {
  return rules->game->odds != NULL && rules->game->turn(rules, position) == ASC_CHANCE;
}

static int playout_list(const asc_rules *rules, void *position, int plies_left, asc_random *random) {
  const asc_game *game = rules->game;
  asc_move moves[ASC_MOVES_MAX];
  int plies = 0;
  for (; plies_left == 0 || plies < plies_left; plies++) {
    int count = game->moves(rules, position, moves);
    if (count == 0) break;
    asc_move move = is_roll(rules, position) ? asc_chance_sample(rules, position, moves, count, random)
                                             : moves[asc_random_below(random, (uint32_t)count)];
    game->play(rules, position, move);
  }
  return plies;
}

static int playout_pick(const asc_rules *rules, void *position, int plies_left, asc_random *random) {
  const asc_game *game = rules->game;
  int plies = 0;
  for (; plies_left == 0 || plies < plies_left; plies++) {
    asc_move move;
    if (is_roll(rules, position)) {
      asc_move moves[ASC_MOVES_MAX];
      int count = game->moves(rules, position, moves);
      if (count == 0) break;
      move = asc_chance_sample(rules, position, moves, count, random);
    } else {
      int count = game->count(rules, position);
      if (count == 0) break;
      move = game->pick(rules, position, (int)asc_random_below(random, (uint32_t)count));
    }
    game->play(rules, position, move);
  }
  return plies;
}

int asc_playout(const asc_rules *rules, void *position, int plies_left, asc_playout_method method, asc_random *random) {
  bool picks = method == ASC_PLAYOUT_PICK && rules->game->pick != NULL;
  return (picks ? playout_pick : playout_list)(rules, position, plies_left, random);
}

void asc_estimate_add(asc_estimate *estimate, const asc_rules *rules, const void *position, int plies_left,
                      asc_random *random) {
  asc_position end;
  memcpy(&end, position, rules->position_size);
  estimate->plies += (uint64_t)asc_playout(rules, &end, plies_left, asc_playout_default_method(rules), random);
  estimate->playouts++;
  asc_outcome outcome = {0};
  bool over = rules->game->outcome(rules, &end, &outcome);
  for (int seat = 0; seat < rules->players; seat++) {
    if (rules->game->score == ASC_SCORE_CHANCE)
      estimate->sums[seat] += asc_outcome_share(rules, over ? &outcome : NULL, seat + 1, 12);
    else
      estimate->sums[seat] += over ? asc_outcome_margin(rules, &outcome, seat + 1) : 0;
  }
}

static int64_t divide_to_nearest(int64_t number, int64_t divisor) {
  return (number >= 0 ? number + divisor / 2 : number - divisor / 2) / divisor;
}

int64_t asc_estimate_value(const asc_estimate *estimate, const asc_rules *rules, int player) {
  if (estimate->playouts == 0) return asc_estimate_even(rules);
  int64_t sum = estimate->sums[player - 1], count = (int64_t)estimate->playouts;
  if (rules->game->score == ASC_SCORE_CHANCE) return divide_to_nearest(sum * 10000, 12 * count);
  return divide_to_nearest(sum * 100, 2 * count);
}

int64_t asc_estimate_even(const asc_rules *rules) {
  return rules->game->score == ASC_SCORE_CHANCE ? 10000 / rules->players : 0;
}

asc_move asc_random_move(const asc_rules *rules, const void *position, asc_random *random) {
  uint32_t count = (uint32_t)asc_position_count(rules, position);
  return asc_position_pick(rules, position, (int)asc_random_below(random, count));
}
