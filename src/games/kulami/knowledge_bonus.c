/* Bounds and estimates of the points for areas and chains, at the levels that count them.

   Areas and chains only grow: a marble joins areas and runs and never splits them. So the current points are a lower
   bound. The upper bound is what the remaining marbles could add in holes that the opponent has not taken. */
#include "knowledge.h"

/* Splits `region` into groups connected side by side. Returns the most marbles that one of them has, or could have with
   `added` of its other holes filled. */
ASC_INLINE int largest_group(const asc_kulami_rules *rules, uint64_t region, uint64_t marbles, int added) {
  int largest = 0;
  while ((region & marbles) != 0) {
    uint64_t group = asc_bit(asc_bits_lowest(region & marbles));
    for (uint64_t fresh = group; fresh != 0;) {
      uint64_t joining = rules->adjacent[asc_bits_lowest(fresh)] & region & ~group;
      group |= joining;
      fresh = asc_bits_clear_lowest(fresh) | joining;
    }
    int holes = asc_bits_count(group), held = asc_bits_count(group & marbles) + added;
    int size = held < holes ? held : holes;
    if (size > largest) largest = size;
    region &= ~group;
  }
  return largest;
}

ASC_INLINE int area_now(const asc_kulami_rules *rules, uint64_t marbles) {
  return largest_group(rules, marbles, marbles, 0);
}

/* An area without a marble yet is no larger than the number of remaining marbles. */
ASC_INLINE int area_max(const asc_kulami_rules *rules, uint64_t marbles, uint64_t free, int added) {
  if (added == 0) return area_now(rules, marbles);
  int largest = largest_group(rules, marbles | free, marbles, added);
  return largest > added ? largest : added;
}

/* A chain consists of fives. So a hole can be in a chain along a direction only if a five around it can still be
   filled. */
ASC_INLINE int chains_max(const asc_kulami_rules *rules, uint64_t marbles, uint64_t opposing, int added) {
  int sum = 0;
  for (int direction = 0, index = 0; direction < ASC_KULAMI_DIRECTIONS / 2; direction++) {
    uint64_t filled = 0;
    for (; index < rules->five_list_end[direction]; index++) {
      uint64_t five = rules->five_list[index];
      bool possible = (five & opposing) == 0 && asc_bits_count(five & ~marbles) <= added;
      filled |= possible ? five : 0;
    }
    sum += asc_bits_count(filled);
  }
  return sum;
}

ASC_TARGET_CLONES static void kulami_bonus_max(const asc_kulami_rules *rules, const asc_kulami_position *position,
                                               int max[2]) {
  int left = asc_kulami_plies_left(position), mover = position->plies % 2;
  uint64_t free = ~(position->marbles[ASC_KULAMI_RED] | position->marbles[ASC_KULAMI_BLACK]);
  for (int colour = 0; colour < 2; colour++) {
    uint64_t marbles = position->marbles[colour], opposing = position->marbles[1 - colour];
    int added = (left + (colour == mover)) / 2;
    max[colour] = 0;
    if (rules->level & ASC_KULAMI_LEVEL_AREAS) max[colour] += area_max(rules, marbles, free, added);
    if (rules->level & ASC_KULAMI_LEVEL_CHAINS) max[colour] += chains_max(rules, marbles, opposing, added);
  }
}

void asc_kulami_bonus_bounds(const asc_kulami_rules *rules, const asc_kulami_position *position, int *lower,
                             int *upper) {
  asc_kulami_score score[2];
  int highest[2], current[2], mover = position->plies % 2;
  asc_kulami_score_count(rules, position, score);
  kulami_bonus_max(rules, position, highest);
  for (int colour = 0; colour < 2; colour++) current[colour] = score[colour].area + score[colour].chains;
  *lower = current[mover] - highest[1 - mover];
  *upper = highest[mover] - current[1 - mover];
}

/* Marbles that one more marble would join count as half joined. */
ASC_INLINE int32_t area_estimate(const asc_kulami_rules *rules, uint64_t marbles, uint64_t free) {
  uint64_t beside_one = 0, beside_two = 0;
  for (uint64_t rest = marbles; rest != 0; rest = asc_bits_clear_lowest(rest)) {
    uint64_t sides = rules->adjacent[asc_bits_lowest(rest)] & free;
    beside_two |= beside_one & sides;
    beside_one |= sides;
  }
  int joined = largest_group(rules, marbles | beside_two, marbles, 0);
  return ASC_KULAMI_POINT / 2 * (area_now(rules, marbles) + joined);
}

/* Estimates the fives that the opponent has not touched, by the number of own marbles in them. The more marbles are
   still to come, the likelier a five is completed. A full five adds nothing: it already scores. */
ASC_INLINE int32_t chains_estimate(const asc_kulami_rules *rules, uint64_t marbles, uint64_t opposing, int left) {
  static const uint8_t values[ASC_KULAMI_CHAIN_MIN + 1] = {0, 2, 12, 50, 200, 0};
  int32_t value = 0;
  for (int index = 0; index < rules->five_list_end[ASC_KULAMI_DIRECTIONS / 2 - 1]; index++) {
    uint64_t five = rules->five_list[index];
    value += (five & opposing) == 0 ? values[asc_bits_count(five & marbles)] : 0;
  }
  return value * left / ASC_KULAMI_PLIES;
}

ASC_TARGET_CLONES static int32_t kulami_bonus_estimate(const asc_kulami_rules *rules,
                                                       const asc_kulami_position *position) {
  int32_t estimate[2] = {0, 0};
  int mover = position->plies % 2;
  uint64_t free = ~(position->marbles[ASC_KULAMI_RED] | position->marbles[ASC_KULAMI_BLACK]);
  for (int colour = 0; colour < 2; colour++) {
    uint64_t marbles = position->marbles[colour], opposing = position->marbles[1 - colour];
    if (rules->level & ASC_KULAMI_LEVEL_AREAS) estimate[colour] += area_estimate(rules, marbles, free);
    if (rules->level & ASC_KULAMI_LEVEL_CHAINS)
      estimate[colour] += chains_estimate(rules, marbles, opposing, asc_kulami_plies_left(position));
  }
  return estimate[mover] - estimate[1 - mover];
}

int32_t asc_kulami_bonus_evaluate(const asc_kulami_rules *rules, const asc_kulami_position *position) {
  asc_kulami_score score[2];
  int mover = position->plies % 2;
  if (rules->level == 0) return 0;
  int32_t estimate = kulami_bonus_estimate(rules, position);
  if ((rules->level & ASC_KULAMI_LEVEL_CHAINS) == 0) return estimate;
  asc_kulami_score_count(rules, position, score);
  return estimate + ASC_KULAMI_POINT * (score[mover].chains - score[1 - mover].chains);
}
