/* What is known of areas and chains before the game is over, at the levels that count them.

   Both only ever grow: a marble joins areas and runs and takes none apart. So what stands now is the least, and the
   most is what the marbles left could add on hollows that the opponent has not taken. */
#include "knowledge.h"

/* Of the pieces in which `ground` hangs together side to side: the most marbles that one of them holds or could hold
   with `more` of its other hollows filled. */
ASC_INLINE int largest_piece(const kulami_rules *rules, uint64_t ground, uint64_t marbles, int more) {
  int largest = 0;
  while ((ground & marbles) != 0) {
    uint64_t piece = asc_bit(asc_bits_lowest(ground & marbles));
    for (uint64_t fresh = piece; fresh != 0;) {
      uint64_t joining = rules->sides[asc_bits_lowest(fresh)] & ground & ~piece;
      piece |= joining;
      fresh = asc_bits_drop(fresh) | joining;
    }
    int hollows = asc_bits_count(piece), held = asc_bits_count(piece & marbles) + more;
    int size = held < hollows ? held : hollows;
    if (size > largest) largest = size;
    ground &= ~piece;
  }
  return largest;
}

ASC_INLINE int area_now(const kulami_rules *rules, uint64_t marbles) {
  return largest_piece(rules, marbles, marbles, 0);
}

/* An area that has no marble yet is no larger than the marbles left. */
ASC_INLINE int area_most(const kulami_rules *rules, uint64_t marbles, uint64_t free, int more) {
  if (more == 0) return area_now(rules, marbles);
  int largest = largest_piece(rules, marbles | free, marbles, more);
  return largest > more ? largest : more;
}

/* A chain consists of fives, so a hollow can be in one along some way only if a five around it can still be filled. */
ASC_INLINE int chains_most(const kulami_rules *rules, uint64_t marbles, uint64_t others, int more) {
  int sum = 0;
  for (int way = 0, run = 0; way < KULAMI_WAYS / 2; way++) {
    uint64_t filled = 0;
    for (; run < rules->asc_run_end[way]; run++) {
      uint64_t five = rules->runs[run];
      bool possible = (five & others) == 0 && asc_bits_count(five & ~marbles) <= more;
      filled |= possible ? five : 0;
    }
    sum += asc_bits_count(filled);
  }
  return sum;
}

ASC_FAST static void kulami_extras_most(const kulami_rules *rules, const kulami_position *position, int most[2]) {
  int left = kulami_plies_left(position), mover = position->plies % 2;
  uint64_t free = ~(position->marbles[KULAMI_RED] | position->marbles[KULAMI_BLACK]);
  for (int colour = 0; colour < 2; colour++) {
    uint64_t marbles = position->marbles[colour], others = position->marbles[1 - colour];
    int more = (left + (colour == mover)) / 2;
    most[colour] = 0;
    if (rules->level & KULAMI_AREAS) most[colour] += area_most(rules, marbles, free, more);
    if (rules->level & KULAMI_CHAINS) most[colour] += chains_most(rules, marbles, others, more);
  }
}

void asc_kulami_extras_bound(const kulami_rules *rules, const kulami_position *position, int *least, int *most) {
  kulami_score score[2];
  int upper[2], lower[2], mover = position->plies % 2;
  asc_kulami_score_count(rules, position, score);
  kulami_extras_most(rules, position, upper);
  for (int colour = 0; colour < 2; colour++) lower[colour] = score[colour].area + score[colour].chains;
  *least = lower[mover] - upper[1 - mover];
  *most = upper[mover] - lower[1 - mover];
}

/* Marbles that one more would join count as half joined. */
ASC_INLINE int32_t area_seems(const kulami_rules *rules, uint64_t marbles, uint64_t free) {
  uint64_t beside_one = 0, beside_two = 0;
  for (uint64_t rest = marbles; rest != 0; rest = asc_bits_drop(rest)) {
    uint64_t sides = rules->sides[asc_bits_lowest(rest)] & free;
    beside_two |= beside_one & sides;
    beside_one |= sides;
  }
  int joined = largest_piece(rules, marbles | beside_two, marbles, 0);
  return KULAMI_POINT / 2 * (area_now(rules, marbles) + joined);
}

/* What fives that the opponent has not touched seem to be worth, by the marbles in them: with two, three and four of
   the marbles still to be put, the more there are the likelier it is that they come. */
ASC_INLINE int32_t chains_seem(const kulami_rules *rules, uint64_t marbles, uint64_t others, int left) {
  static const uint8_t hopes[KULAMI_CHAIN + 1] = {0, 2, 12, 50, 200, 0};
  int32_t hope = 0;
  for (int run = 0; run < rules->asc_run_end[KULAMI_WAYS / 2 - 1]; run++) {
    uint64_t five = rules->runs[run];
    hope += (five & others) == 0 ? hopes[asc_bits_count(five & marbles)] : 0;
  }
  return hope * left / KULAMI_PLIES;
}

ASC_FAST static int32_t kulami_extras_seem(const kulami_rules *rules, const kulami_position *position) {
  int32_t seems[2] = {0, 0};
  int mover = position->plies % 2;
  uint64_t free = ~(position->marbles[KULAMI_RED] | position->marbles[KULAMI_BLACK]);
  for (int colour = 0; colour < 2; colour++) {
    uint64_t marbles = position->marbles[colour], others = position->marbles[1 - colour];
    if (rules->level & KULAMI_AREAS) seems[colour] += area_seems(rules, marbles, free);
    if (rules->level & KULAMI_CHAINS) seems[colour] += chains_seem(rules, marbles, others, kulami_plies_left(position));
  }
  return seems[mover] - seems[1 - mover];
}

int32_t asc_kulami_extras_evaluate(const kulami_rules *rules, const kulami_position *position) {
  kulami_score score[2];
  int mover = position->plies % 2;
  if (rules->level == 0) return 0;
  int32_t seems = kulami_extras_seem(rules, position);
  if ((rules->level & KULAMI_CHAINS) == 0) return seems;
  asc_kulami_score_count(rules, position, score);
  return seems + KULAMI_POINT * (score[mover].chains - score[1 - mover].chains);
}
