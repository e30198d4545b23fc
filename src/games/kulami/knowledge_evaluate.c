/* What an open position seems to be worth.

   Each plate is looked at alone, as if the marbles still to come fell at random: every free hollow gets one with the
   same chance, and from either player alike. That is what many random games would say on average, without playing them.
   On top of it comes what the player to move gains by his best marble, less what having the move is worth on the whole;
   both numbers fit exact values of endgames. */
#include "knowledge.h"

#include <string.h>

enum { ONE = 1 << 16, CERTAIN = 100, AVERAGE_GAIN = 125 };

/* The chances of a plate with one hollow more, from those of the plate after its next hollow is filled or stays free.
   Leads beyond the ends of the table are decided. */
static void prospects_step(const int32_t fewer[], int32_t more[], int32_t filled) {
  enum { LEADS = 2 * KULAMI_PLATE_MOST + 1 };
  for (int lead = 0; lead < LEADS; lead++) {
    int64_t behind = lead > 0 ? fewer[lead - 1] : fewer[lead], ahead = lead < LEADS - 1 ? fewer[lead + 1] : fewer[lead];
    more[lead] = (int32_t)((filled * (behind + ahead) / 2 + (int64_t)(ONE - filled) * fewer[lead]) / ONE);
  }
}

void kulami_prospects_fill(kulami_rules *rules) {
  int32_t chances[2][2 * KULAMI_PLATE_MOST + 1];
  for (int plies = 0; plies <= KULAMI_PLIES; plies++) {
    int32_t filled = ONE * (KULAMI_PLIES - plies) / (KULAMI_HOLLOWS - plies);
    for (int free = 0; free <= KULAMI_PLATE_MOST; free++) {
      int32_t *now = chances[free % 2];
      for (int lead = -KULAMI_PLATE_MOST; lead <= KULAMI_PLATE_MOST && free == 0; lead++)
        now[lead + KULAMI_PLATE_MOST] = lead > 0 ? ONE : lead < 0 ? -ONE : 0;
      if (free > 0) prospects_step(chances[1 - free % 2], now, filled);
      for (int lead = 0; lead <= 2 * KULAMI_PLATE_MOST; lead++)
        rules->prospect[plies][free][lead] = (int8_t)(now[lead] * CERTAIN / ONE);
    }
  }
}

ASC_FAST static int32_t kulami_plates_seem(const kulami_rules *rules, const kulami_position *position) {
  int mover = position->plies % 2;
  uint64_t own = position->marbles[mover], other = position->marbles[1 - mover];
  uint64_t open = kulami_open_hollows(rules, position);
  int32_t sum = 0, best = 0;
  for (int index = 0; index < KULAMI_PLATES; index++) {
    uint64_t plate = rules->plates[index];
    int worth = asc_bits_count(plate), mine = asc_bits_count(own & plate), his = asc_bits_count(other & plate);
    int free = worth - mine - his, lead = mine - his + KULAMI_PLATE_MOST;
    const int8_t(*prospect)[2 * KULAMI_PLATE_MOST + 1] = rules->prospect[position->plies];
    int32_t now = worth * prospect[free][lead];
    sum += now;
    if ((open & plate) == 0) continue;
    int32_t gain = worth * prospect[free - 1][lead + 1] - now;
    if (gain > best) best = gain;
  }
  return sum + best * 7 / 8 - AVERAGE_GAIN;
}

int32_t kulami_evaluate(const asc_rules *rules, const void *position) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  int32_t plates = kulami_plates_seem(kulami, position);
  return kulami->level == 0 ? plates : plates + kulami_extras_evaluate(kulami, position);
}
