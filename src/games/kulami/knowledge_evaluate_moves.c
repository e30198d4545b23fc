/* Estimates and bounds of all moves of a position at once.

   A marble changes its own tile, and the tiles that the opponent can get to next. All else is the same after every
   move. So the common part is summed up once, as if the opponent could get to no tile, and each move corrects what it
   changes. knowledge_evaluate.c and knowledge.c compute the same for one position; the tests compare them. */
#include "knowledge_changes.h"

#include <string.h>

/* The position as the opponent will see it, before it is known where the marble goes. */
typedef struct opponent_view {
  const asc_kulami_rules *rules;
  uint64_t allowed; /* holes that are free and not off limits for the opponent */
  const int16_t (*tile_values)[ASC_KULAMI_ACCESS_KINDS];
  uint8_t states[ASC_KULAMI_TILES];
  int32_t no_access; /* value for the opponent without access to any tile */
  bool has_bounds;   /* whether bounds are worth computing; if not, `totals` is unused */
  asc_kulami_bound_state state;
  asc_kulami_change_totals totals;
} opponent_view;

ASC_INLINE void opponent_view_fill(opponent_view *next, const asc_kulami_rules *rules,
                                   const asc_kulami_position *position) {
  int mover = position->plies % 2, left = asc_kulami_plies_left(position) - 1;
  uint64_t own = position->marbles[1 - mover], other = position->marbles[mover];
  int last = rules->tile_of[position->last_hole];
  *next = (opponent_view){.rules = rules,
                          .allowed = ~(own | other | rules->tiles[last]),
                          .tile_values = rules->tile_values[position->plies + 1],
                          .no_access = rules->move_values[position->plies + 1],
                          .has_bounds = position->plies + 1 >= ASC_KULAMI_BOUNDS_FROM_PLY,
                          .state = {.balance = {.own = own, .other = other},
                                    .own_marbles = (left + 1) / 2,
                                    .other_marbles = left / 2,
                                    .last_tile = ASC_KULAMI_NO_TILE,
                                    .previous_tile = last}};
  for (int tile = 0; tile < ASC_KULAMI_TILES; tile++) {
    next->states[tile] = (uint8_t)asc_kulami_tile_state(rules, own, other, tile);
    next->no_access += next->tile_values[next->states[tile]][ASC_KULAMI_ACCESS_NONE];
    if (next->has_bounds) asc_kulami_change_totals_add(&next->totals, rules, &next->state, tile, 1);
  }
}

/* Returns the value for the opponent after a marble on this tile. The tile then has one marble more, which is its next
   state, and is off limits for both players. */
ASC_INLINE int32_t estimate_after(const opponent_view *next, int tile, uint64_t open) {
  const asc_kulami_rules *rules = next->rules;
  const int16_t *before = next->tile_values[next->states[tile]], *after = next->tile_values[next->states[tile] + 1];
  int32_t sum = next->no_access - before[ASC_KULAMI_ACCESS_NONE] + after[ASC_KULAMI_ACCESS_NEITHER];
  while (open != 0) {
    int other = rules->tile_of[asc_bits_lowest(open)];
    uint64_t holes = open & rules->tiles[other];
    const int16_t *values = next->tile_values[next->states[other]];
    sum += values[(holes & (holes - 1)) == 0 ? ASC_KULAMI_ACCESS_ONE_HOLE : ASC_KULAMI_ACCESS_SEVERAL_HOLES] -
           values[ASC_KULAMI_ACCESS_NONE];
    open &= ~holes;
  }
  return sum;
}

ASC_INLINE void bounds_after(const opponent_view *next, int tile, int hole, int *lower, int *upper) {
  asc_kulami_bound_state state = next->state;
  asc_kulami_change_totals totals = next->totals;
  asc_kulami_change_totals_add(&totals, next->rules, &state, tile, -1);
  state.balance.other |= asc_bit(hole);
  state.last_tile = tile;
  asc_kulami_change_totals_add(&totals, next->rules, &state, tile, 1);
  asc_kulami_change_totals_bounds(&totals, &state, lower, upper);
}

/* Evaluates one move by itself: near the end, and if more than tiles counts. */
static asc_evaluation evaluate_single(const asc_kulami_rules *rules, const asc_kulami_position *position,
                                      asc_move move) {
  asc_position after;
  int32_t lower, upper;
  memcpy(&after, position, sizeof *position);
  rules->common.game->play(&rules->common, &after, move);
  asc_kulami_bounds(&rules->common, &after, &lower, &upper);
  return (asc_evaluation){-upper, -lower, lower == upper ? -lower : -asc_kulami_evaluate(&rules->common, &after)};
}

ASC_TARGET_CLONES static void kulami_evaluate_all(const asc_kulami_rules *rules, const asc_kulami_position *position,
                                                  const asc_move *moves, int count, asc_evaluation *evaluations) {
  bool one_by_one = rules->level > 0 || asc_kulami_plies_left(position) - 1 <= ASC_KULAMI_SOLVE_PLIES;
  opponent_view next;
  if (!one_by_one) opponent_view_fill(&next, rules, position);
  for (int i = 0; i < count; i++) {
    int hole = (int)moves[i], tile = rules->tile_of[hole], lower = -ASC_KULAMI_HOLES, upper = ASC_KULAMI_HOLES;
    uint64_t open = one_by_one ? 0 : rules->allowed_after[hole] & next.allowed;
    if (open == 0) {
      evaluations[i] = evaluate_single(rules, position, moves[i]);
      continue;
    }
    if (next.has_bounds) bounds_after(&next, tile, hole, &lower, &upper);
    int32_t score = lower == upper ? lower * ASC_KULAMI_POINT : estimate_after(&next, tile, open);
    evaluations[i] = (asc_evaluation){-upper * ASC_KULAMI_POINT, -lower * ASC_KULAMI_POINT, -score};
  }
}

void asc_kulami_evaluate_moves(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                               asc_evaluation *evaluations) {
  kulami_evaluate_all((const asc_kulami_rules *)rules, position, moves, count, evaluations);
}
