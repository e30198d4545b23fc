/* Points for tiles, areas and chains.

   Areas and chains go from a hole to its neighbour on the board, so they never cross a gap. */
#include "kulami.h"

#include <string.h>

ASC_INLINE int tile_marbles(const asc_kulami_rules *rules, const asc_kulami_position *position, int colour, int tile) {
  return asc_bits_count(position->marbles[colour] & rules->tiles[tile]);
}

int asc_kulami_tile_marbles(const asc_kulami_rules *rules, const asc_kulami_position *position, int colour, int tile) {
  return tile_marbles(rules, position, colour, tile);
}

/* Marbles next to the area join it until none is left. */
ASC_INLINE int largest_area(const asc_kulami_rules *rules, uint64_t marbles) {
  int largest = 0;
  while (marbles != 0) {
    uint64_t area = marbles & (0 - marbles);
    for (uint64_t fresh = area; fresh != 0;) {
      uint64_t joining = rules->adjacent[asc_bits_lowest(fresh)] & marbles & ~area;
      area |= joining;
      fresh = asc_bits_clear_lowest(fresh) | joining;
    }
    if (asc_bits_count(area) > largest) largest = asc_bits_count(area);
    marbles &= ~area;
  }
  return largest;
}

ASC_INLINE bool holds(uint64_t marbles, int hole) {
  return hole != ASC_KULAMI_NO_HOLE && (marbles & asc_bit(hole)) != 0;
}

/* A run is found only from the end without a marble behind it, so it is one chain whatever its length. */
ASC_INLINE int find_chains(const asc_kulami_rules *rules, uint64_t marbles,
                           asc_kulami_chain chains[ASC_KULAMI_CHAINS_MAX]) {
  int count = 0;
  for (int direction = 0; direction < ASC_KULAMI_DIRECTIONS / 2; direction++) {
    const uint8_t *next = rules->neighbour[direction],
                  *behind = rules->neighbour[direction + ASC_KULAMI_DIRECTIONS / 2];
    for (uint64_t rest = marbles; rest != 0; rest = asc_bits_clear_lowest(rest)) {
      int from = asc_bits_lowest(rest);
      if ((rules->fives[direction][from] & ~marbles) != 0 || holds(marbles, behind[from])) continue;
      asc_kulami_chain chain = {(uint8_t)from, (uint8_t)from, 1};
      for (; holds(marbles, next[chain.to]); chain.length++) chain.to = next[chain.to];
      chains[count++] = chain;
    }
  }
  return count;
}

int asc_kulami_chains_find(const asc_kulami_rules *rules, uint64_t marbles,
                           asc_kulami_chain chains[ASC_KULAMI_CHAINS_MAX]) {
  return find_chains(rules, marbles, chains);
}

ASC_INLINE int chains_sum(const asc_kulami_rules *rules, uint64_t marbles) {
  asc_kulami_chain chains[ASC_KULAMI_CHAINS_MAX];
  int count = find_chains(rules, marbles, chains), sum = 0;
  for (int i = 0; i < count; i++) sum += chains[i].length;
  return sum;
}

ASC_TARGET_CLONES static void score_count(const asc_kulami_rules *rules, const asc_kulami_position *position,
                                          asc_kulami_score score[2]) {
  memset(score, 0, 2 * sizeof *score);
  for (int tile = 0; tile < ASC_KULAMI_TILES; tile++) {
    int lead =
        tile_marbles(rules, position, ASC_KULAMI_RED, tile) - tile_marbles(rules, position, ASC_KULAMI_BLACK, tile);
    int holes = asc_bits_count(rules->tiles[tile]);
    score[ASC_KULAMI_RED].tiles += lead > 0 ? holes : 0;
    score[ASC_KULAMI_BLACK].tiles += lead < 0 ? holes : 0;
  }
  for (int colour = 0; colour < 2; colour++) {
    uint64_t marbles = position->marbles[colour];
    if (rules->level & ASC_KULAMI_LEVEL_AREAS) score[colour].area = largest_area(rules, marbles);
    if (rules->level & ASC_KULAMI_LEVEL_CHAINS) score[colour].chains = chains_sum(rules, marbles);
  }
}

void asc_kulami_score_count(const asc_kulami_rules *rules, const asc_kulami_position *position,
                            asc_kulami_score score[2]) {
  score_count(rules, position, score);
}

int asc_kulami_score_sum(const asc_kulami_score *score) { return score->tiles + score->area + score->chains; }

bool asc_kulami_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  asc_kulami_score score[2];
  score_count(kulami, position, score);
  memset(outcome, 0, sizeof *outcome);
  for (int colour = 0; colour < 2; colour++) outcome->points[colour] = 2 * asc_kulami_score_sum(&score[colour]);
  if (asc_kulami_open_holes(kulami, position) != 0) return false;
  for (int colour = 0; colour < 2; colour++)
    outcome->rank[colour] = outcome->points[colour] >= outcome->points[1 - colour] ? 1 : 2;
  return true;
}

/* The opponent gets the points of every tile that the resigning player does not lead. These are the
   tiles that player might still have won, so resigning never pays. Areas and chains count for neither player then. */
bool asc_kulami_resign(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  int loser = player - 1, winner = 1 - loser;
  memset(outcome, 0, sizeof *outcome);
  for (int tile = 0; tile < ASC_KULAMI_TILES; tile++)
    if (tile_marbles(kulami, position, loser, tile) <= tile_marbles(kulami, position, winner, tile))
      outcome->points[winner] += 2 * asc_bits_count(kulami->tiles[tile]);
  outcome->rank[winner] = 1;
  outcome->rank[loser] = 2;
  return true;
}
