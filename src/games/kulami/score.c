/* Points: plates, areas, chains.

   Area and chain never cross a gap, because they go from a hollow to its neighbour on the board. */
#include "kulami.h"

#include <string.h>

ASC_INLINE int plate_count(const kulami_rules *rules, const kulami_position *position, int colour, int plate) {
  return asc_bits_count(position->marbles[colour] & rules->plates[plate]);
}

int asc_kulami_plate_count(const kulami_rules *rules, const kulami_position *position, int colour, int plate) {
  return plate_count(rules, position, colour, plate);
}

/* The marbles beside one of the area join it until none is left. */
ASC_INLINE int largest_area(const kulami_rules *rules, uint64_t marbles) {
  int largest = 0;
  while (marbles != 0) {
    uint64_t area = marbles & (0 - marbles);
    for (uint64_t fresh = area; fresh != 0;) {
      uint64_t joining = rules->sides[asc_bits_lowest(fresh)] & marbles & ~area;
      area |= joining;
      fresh = asc_bits_drop(fresh) | joining;
    }
    if (asc_bits_count(area) > largest) largest = asc_bits_count(area);
    marbles &= ~area;
  }
  return largest;
}

ASC_INLINE bool holds(uint64_t marbles, int hollow) {
  return hollow != KULAMI_NO_HOLLOW && (marbles & asc_bit(hollow)) != 0;
}

/* A run is found from the end that has no marble behind it, so it is one chain however long it is. */
ASC_INLINE int find_chains(const kulami_rules *rules, uint64_t marbles, kulami_chain chains[KULAMI_CHAINS_MAX]) {
  int count = 0;
  for (int way = 0; way < KULAMI_WAYS / 2; way++) {
    const uint8_t *next = rules->next[way], *behind = rules->next[way + KULAMI_WAYS / 2];
    for (uint64_t rest = marbles; rest != 0; rest = asc_bits_drop(rest)) {
      int from = asc_bits_lowest(rest);
      if ((rules->fives[way][from] & ~marbles) != 0 || holds(marbles, behind[from])) continue;
      kulami_chain chain = {(uint8_t)from, (uint8_t)from, 1};
      for (; holds(marbles, next[chain.to]); chain.length++) chain.to = next[chain.to];
      chains[count++] = chain;
    }
  }
  return count;
}

int asc_kulami_find_chains(const kulami_rules *rules, uint64_t marbles, kulami_chain chains[KULAMI_CHAINS_MAX]) {
  return find_chains(rules, marbles, chains);
}

ASC_INLINE int chains_sum(const kulami_rules *rules, uint64_t marbles) {
  kulami_chain chains[KULAMI_CHAINS_MAX];
  int count = find_chains(rules, marbles, chains), sum = 0;
  for (int i = 0; i < count; i++) sum += chains[i].length;
  return sum;
}

ASC_FAST static void score_count(const kulami_rules *rules, const kulami_position *position, kulami_score score[2]) {
  memset(score, 0, 2 * sizeof *score);
  for (int plate = 0; plate < KULAMI_PLATES; plate++) {
    int lead = plate_count(rules, position, KULAMI_RED, plate) - plate_count(rules, position, KULAMI_BLACK, plate);
    int hollows = asc_bits_count(rules->plates[plate]);
    score[KULAMI_RED].plates += lead > 0 ? hollows : 0;
    score[KULAMI_BLACK].plates += lead < 0 ? hollows : 0;
  }
  for (int colour = 0; colour < 2; colour++) {
    uint64_t marbles = position->marbles[colour];
    if (rules->level & KULAMI_AREAS) score[colour].area = largest_area(rules, marbles);
    if (rules->level & KULAMI_CHAINS) score[colour].chains = chains_sum(rules, marbles);
  }
}

void asc_kulami_score_count(const kulami_rules *rules, const kulami_position *position, kulami_score score[2]) {
  score_count(rules, position, score);
}

int asc_kulami_score_sum(const kulami_score *score) { return score->plates + score->area + score->chains; }

bool asc_kulami_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  kulami_score score[2];
  score_count(kulami, position, score);
  memset(outcome, 0, sizeof *outcome);
  for (int colour = 0; colour < 2; colour++) outcome->points[colour] = 2 * asc_kulami_score_sum(&score[colour]);
  if (kulami_open_hollows(kulami, position) != 0) return false;
  for (int colour = 0; colour < 2; colour++)
    outcome->place[colour] = outcome->points[colour] >= outcome->points[1 - colour] ? 1 : 2;
  return true;
}

/* The other gets every plate that the one who leaves does not lead: what he might still have won, so that leaving
   never pays. Areas and chains count for nobody then. */
bool asc_kulami_give_up(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  int leaver = player - 1, other = 1 - leaver;
  memset(outcome, 0, sizeof *outcome);
  for (int plate = 0; plate < KULAMI_PLATES; plate++)
    if (plate_count(kulami, position, leaver, plate) <= plate_count(kulami, position, other, plate))
      outcome->points[other] += 2 * asc_bits_count(kulami->plates[plate]);
  outcome->place[other] = 1;
  outcome->place[leaver] = 2;
  return true;
}
