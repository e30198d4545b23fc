/* What an open position seems to be worth: the sum of what its plates are worth in play (knowledge_learned.c). Between
   two knots of the game's length the numbers go over evenly. */
#include "knowledge.h"

/* The plates of one size stand together: first by the marbles of the player to move, then by those of the other. */
static int first_state(int size, int mine) {
  static const uint8_t first[] = {[2] = 0, [3] = 6, [4] = 16, [6] = 31};
  return first[size] + mine * (2 * size + 3 - mine) / 2;
}

static int16_t between(int plies, int low, int high) {
  int into = plies < KULAMI_FIRST_KNOT ? 0 : (plies - KULAMI_FIRST_KNOT) % KULAMI_KNOT_PLIES;
  return (int16_t)(low + (high - low) * into / KULAMI_KNOT_PLIES);
}

void asc_kulami_outlook_fill(kulami_rules *rules) {
  for (int plate = 0; plate < KULAMI_PLATES; plate++)
    for (int size = asc_bits_count(rules->plates[plate]), mine = 0; mine <= size; mine++)
      rules->plate_state[plate][mine] = (uint8_t)first_state(size, mine);
  for (int plies = 0; plies <= KULAMI_PLIES; plies++) {
    int knot = plies < KULAMI_FIRST_KNOT ? 0 : (plies - KULAMI_FIRST_KNOT) / KULAMI_KNOT_PLIES;
    if (knot > KULAMI_KNOTS - 1) knot = KULAMI_KNOTS - 1;
    int next = knot < KULAMI_KNOTS - 1 ? knot + 1 : knot;
    rules->outlook_move[plies] = between(plies, asc_kulami_learned_move[knot], asc_kulami_learned_move[next]);
    for (int state = 0; state < KULAMI_PLATE_STATES; state++)
      for (int access = 0; access < KULAMI_ACCESSES; access++)
        rules->outlook[plies][state][access] =
            between(plies, asc_kulami_learned[knot][state][access], asc_kulami_learned[next][state][access]);
  }
}

/* How the player to move gets to a plate: not at all now, by one hollow, or by several. The plate of the last marble is
   barred for his opponent as well, and is put right in the end. */
ASC_FAST static int32_t kulami_plates_seem(const kulami_rules *rules, const kulami_position *position) {
  static const uint8_t access[KULAMI_PLATE_MOST + 1] = {KULAMI_BARRED,       KULAMI_ONE_WAY,      KULAMI_SEVERAL_WAYS,
                                                        KULAMI_SEVERAL_WAYS, KULAMI_SEVERAL_WAYS, KULAMI_SEVERAL_WAYS,
                                                        KULAMI_SEVERAL_WAYS};
  int mover = position->plies % 2;
  uint64_t own = position->marbles[mover], other = position->marbles[1 - mover];
  uint64_t open = kulami_open_hollows(rules, position);
  const int16_t(*outlook)[KULAMI_ACCESSES] = rules->outlook[position->plies];
  int32_t sum = rules->outlook_move[position->plies];
  for (int index = 0; index < KULAMI_PLATES; index++)
    sum += outlook[kulami_plate_state(rules, own, other, index)][access[asc_bits_count(open & rules->plates[index])]];
  int last = rules->plate_of[position->last];
  if (last == KULAMI_NO_PLATE) return sum;
  const int16_t *barred = outlook[kulami_plate_state(rules, own, other, last)];
  return sum + barred[KULAMI_BARRED_TWICE] - barred[KULAMI_BARRED];
}

int32_t asc_kulami_evaluate(const asc_rules *rules, const void *position) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  int32_t plates = kulami_plates_seem(kulami, position);
  return kulami->level == 0 ? plates : plates + asc_kulami_extras_evaluate(kulami, position);
}
