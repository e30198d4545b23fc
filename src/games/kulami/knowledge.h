/* Shared by the files of the engine's knowledge: the balance of the tiles from the view of the player to move.

   A marble gains points exactly if its tile is tied, or led by the opponent by one marble: it then gets a leader, or is
   tied. Either way the margin changes by the number of holes of the tile. */
#ifndef ASC_GAMES_KULAMI_KNOWLEDGE_H
#define ASC_GAMES_KULAMI_KNOWLEDGE_H

#include <ascona/knowledge.h>

#include "kulami.h"

enum { ASC_KULAMI_POINT = 100 }; /* scores count hundredths of a point */

/* knowledge_weights.c */

/* The knots are plies; values between two knots are interpolated. */
enum { ASC_KULAMI_KNOTS = 8, ASC_KULAMI_FIRST_KNOT_PLY = 8, ASC_KULAMI_KNOT_PLIES = 6 };
extern const int16_t asc_kulami_weights_tile[ASC_KULAMI_KNOTS][ASC_KULAMI_TILE_STATES][ASC_KULAMI_ACCESS_KINDS];
extern const int16_t asc_kulami_weights_move[ASC_KULAMI_KNOTS];

/* How the player to move can get to a tile: not in this ply; not in this ply, nor can the opponent in the next; by one
   hole; by several. */
enum { ASC_KULAMI_ACCESS_NONE, ASC_KULAMI_ACCESS_NEITHER, ASC_KULAMI_ACCESS_ONE_HOLE, ASC_KULAMI_ACCESS_SEVERAL_HOLES };

/* Returns the state of a tile: an index into tile_values and into the weights. */
ASC_INLINE int asc_kulami_tile_state(const asc_kulami_rules *rules, uint64_t own, uint64_t other, int index) {
  uint64_t tile = rules->tiles[index];
  return rules->tile_state_first[index][asc_bits_count(own & tile)] + asc_bits_count(other & tile);
}

typedef struct asc_kulami_balance {
  uint64_t own, other; /* marbles of the player to move, and of the opponent */
  uint64_t gain, loss; /* all holes of the tiles on which the next marble gains points, for the player to move and for
                          the opponent */
} asc_kulami_balance;

ASC_INLINE int asc_kulami_plies_left(const asc_kulami_position *position) { return ASC_KULAMI_PLIES - position->plies; }

ASC_INLINE uint64_t asc_kulami_free_holes(const asc_kulami_balance *balance) {
  return ~(balance->own | balance->other);
}

/* Returns by how many marbles the player to move leads a tile. */
ASC_INLINE int asc_kulami_lead(const asc_kulami_balance *balance, uint64_t tile) {
  return asc_bits_count(balance->own & tile) - asc_bits_count(balance->other & tile);
}

/* Updates `gain` and `loss` for one tile. */
ASC_INLINE void asc_kulami_balance_update(asc_kulami_balance *balance, uint64_t tile) {
  int lead = asc_kulami_lead(balance, tile);
  balance->gain = (balance->gain & ~tile) | (lead == 0 || lead == -1 ? tile : 0);
  balance->loss = (balance->loss & ~tile) | (lead == 0 || lead == 1 ? tile : 0);
}

ASC_INLINE asc_kulami_balance asc_kulami_balance_of(const asc_kulami_rules *rules,
                                                    const asc_kulami_position *position) {
  int mover = position->plies % 2;
  asc_kulami_balance balance = {.own = position->marbles[mover], .other = position->marbles[1 - mover]};
  for (int tile = 0; tile < ASC_KULAMI_TILES; tile++) asc_kulami_balance_update(&balance, rules->tiles[tile]);
  return balance;
}

/* Returns the points that a marble in a hole gains, if marbles in the holes of `gaining` gain points. */
ASC_INLINE int asc_kulami_points_at(const asc_kulami_rules *rules, uint64_t gaining, int hole) {
  return gaining >> hole & 1 ? rules->tile_points[hole] : 0;
}

/* Returns the points for the largest tile with a hole in the set, 0 if the set is empty. */
ASC_INLINE int asc_kulami_largest_tile(const asc_kulami_rules *rules, uint64_t set) {
  static const uint8_t largest[1 << ASC_KULAMI_TILE_SHAPES] = {0, 6, 4, 6, 3, 6, 4, 6, 2, 6, 4, 6, 3, 6, 4, 6};
  int shapes = 0;
  for (int shape = 0; shape < ASC_KULAMI_TILE_SHAPES; shape++)
    shapes |= ((set & rules->shape_holes[shape]) != 0) << shape;
  return largest[shapes];
}

/* Returns how early a move should be tried, within -165 to 42. High values are moves that gain much and leave the
   opponent few replies, and none that gains much. */
ASC_INLINE int asc_kulami_order_value(const asc_kulami_rules *rules, const asc_kulami_balance *balance, int hole,
                                      uint64_t replies) {
  /* 48 ln(replies + 1): the fewer replies there are, the more it counts to leave one less. */
  static const uint8_t freedom[] = {0,   33,  53,  67,  77,  86,  93,  100, 105, 111,
                                    115, 119, 123, 127, 130, 133, 136, 139, 141};
  return 6 * asc_kulami_points_at(rules, balance->gain, hole) + asc_kulami_points_at(rules, balance->loss, hole) -
         4 * asc_kulami_largest_tile(rules, replies & balance->loss) - freedom[asc_bits_count(replies)];
}

/* knowledge_endgame.c */

/* Returns what the player to move still gains on tiles, minus what the opponent gains, with best play, in points. If
   the result is `wanted` or more, it is a lower bound, else an upper bound. With at most three plies left it is exact
   if `wanted` is out of reach. Adds the number of positions searched to *nodes. Areas and chains are ignored. */
int asc_kulami_endgame_solve(const asc_kulami_rules *rules, const asc_kulami_position *position, int wanted,
                             uint64_t *nodes);

/* knowledge_bonus.c */

/* Writes bounds of the points that areas and chains will bring the player to move, minus the opponent's. */
void asc_kulami_bonus_bounds(const asc_kulami_rules *rules, const asc_kulami_position *position, int *lower,
                             int *upper);
/* Returns an estimate of the same in hundredths of a point. */
int32_t asc_kulami_bonus_evaluate(const asc_kulami_rules *rules, const asc_kulami_position *position);

/* knowledge.c */

/* This and the next two are functions of asc_knowledge; ascona/knowledge.h says what they do. */
void asc_kulami_bounds(const asc_rules *rules, const void *position, int32_t *lower, int32_t *upper);

/* knowledge_evaluate_moves.c */
void asc_kulami_evaluate_moves(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                               asc_evaluation *evaluations);

/* knowledge_evaluate.c */
int32_t asc_kulami_evaluate(const asc_rules *rules, const void *position);

#endif
