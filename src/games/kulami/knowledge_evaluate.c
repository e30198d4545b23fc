/* Estimates open positions: the sum of the values of the tiles (knowledge_weights.c), interpolated linearly between the
   knots of the game's length. */
#include "knowledge.h"

/* States are ordered by the size of the tile, then by the marbles of the player to move, then by those of the
   opponent. */
static int first_state(int size, int own) {
  static const uint8_t first[] = {[2] = 0, [3] = 6, [4] = 16, [6] = 31};
  return first[size] + own * (2 * size + 3 - own) / 2;
}

static int16_t interpolate(int plies, int low, int high) {
  int offset = plies < ASC_KULAMI_FIRST_KNOT_PLY ? 0 : (plies - ASC_KULAMI_FIRST_KNOT_PLY) % ASC_KULAMI_KNOT_PLIES;
  return (int16_t)(low + (high - low) * offset / ASC_KULAMI_KNOT_PLIES);
}

void asc_kulami_values_fill(asc_kulami_rules *rules) {
  for (int tile = 0; tile < ASC_KULAMI_TILES; tile++)
    for (int size = asc_bits_count(rules->tiles[tile]), own = 0; own <= size; own++)
      rules->tile_state_first[tile][own] = (uint8_t)first_state(size, own);
  for (int plies = 0; plies <= ASC_KULAMI_PLIES; plies++) {
    int knot = plies < ASC_KULAMI_FIRST_KNOT_PLY ? 0 : (plies - ASC_KULAMI_FIRST_KNOT_PLY) / ASC_KULAMI_KNOT_PLIES;
    if (knot > ASC_KULAMI_KNOTS - 1) knot = ASC_KULAMI_KNOTS - 1;
    int next = knot < ASC_KULAMI_KNOTS - 1 ? knot + 1 : knot;
    rules->move_values[plies] = interpolate(plies, asc_kulami_weights_move[knot], asc_kulami_weights_move[next]);
    for (int state = 0; state < ASC_KULAMI_TILE_STATES; state++)
      for (int access = 0; access < ASC_KULAMI_ACCESS_KINDS; access++)
        rules->tile_values[plies][state][access] = interpolate(plies, asc_kulami_weights_tile[knot][state][access],
                                                               asc_kulami_weights_tile[next][state][access]);
  }
}

/* The number of open holes on a tile gives the access of the player to move: none, by one hole or by several. The tile
   of the last marble is off limits for the opponent's next ply too, which is corrected at the end. */
ASC_TARGET_CLONES static int32_t kulami_tiles_estimate(const asc_kulami_rules *rules,
                                                       const asc_kulami_position *position) {
  static const uint8_t access[ASC_KULAMI_TILE_SIZE_MAX + 1] = {
      ASC_KULAMI_ACCESS_NONE,          ASC_KULAMI_ACCESS_ONE_HOLE,      ASC_KULAMI_ACCESS_SEVERAL_HOLES,
      ASC_KULAMI_ACCESS_SEVERAL_HOLES, ASC_KULAMI_ACCESS_SEVERAL_HOLES, ASC_KULAMI_ACCESS_SEVERAL_HOLES,
      ASC_KULAMI_ACCESS_SEVERAL_HOLES};
  int mover = position->plies % 2;
  uint64_t own = position->marbles[mover], opponent = position->marbles[1 - mover];
  uint64_t open = asc_kulami_open_holes(rules, position);
  const int16_t(*values)[ASC_KULAMI_ACCESS_KINDS] = rules->tile_values[position->plies];
  int32_t sum = rules->move_values[position->plies];
  for (int tile = 0; tile < ASC_KULAMI_TILES; tile++)
    sum += values[asc_kulami_tile_state(rules, own, opponent, tile)][access[asc_bits_count(open & rules->tiles[tile])]];
  int last = rules->tile_of[position->last_hole];
  if (last == ASC_KULAMI_NO_TILE) return sum;
  const int16_t *off_limits = values[asc_kulami_tile_state(rules, own, opponent, last)];
  return sum + off_limits[ASC_KULAMI_ACCESS_NEITHER] - off_limits[ASC_KULAMI_ACCESS_NONE];
}

int32_t asc_kulami_evaluate(const asc_rules *rules, const void *position) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  int32_t tiles = kulami_tiles_estimate(kulami, position);
  return kulami->level == 0 ? tiles : tiles + asc_kulami_bonus_evaluate(kulami, position);
}
