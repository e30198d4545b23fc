/* What the files of the engine's knowledge share: how the plates stand for the player to move.

   A marble brings its player points exactly when the plate belongs to nobody or to the opponent by one marble: then it
   becomes his, or nobody's. What it brings is the worth of the plate, its number of hollows. */
#ifndef ASC_GAMES_KULAMI_KNOWLEDGE_H
#define ASC_GAMES_KULAMI_KNOWLEDGE_H

#include <ascona/knowledge.h>

#include "kulami.h"

enum { KULAMI_POINT = 100 }; /* in scores */

/* knowledge_learned.c */
enum { KULAMI_KNOTS = 8, KULAMI_FIRST_KNOT = 8, KULAMI_KNOT_PLIES = 6 };
extern const int16_t asc_kulami_learned[KULAMI_KNOTS][KULAMI_PLATE_STATES][KULAMI_ACCESSES];
extern const int16_t asc_kulami_learned_move[KULAMI_KNOTS];

/* How the player to move gets to a plate: not now, and neither does his opponent after him, by one hollow, by several.
 */
enum { KULAMI_BARRED, KULAMI_BARRED_TWICE, KULAMI_ONE_WAY, KULAMI_SEVERAL_WAYS };

ASC_INLINE int kulami_plate_state(const kulami_rules *rules, uint64_t own, uint64_t other, int index) {
  uint64_t plate = rules->plates[index];
  return rules->plate_state[index][asc_bits_count(own & plate)] + asc_bits_count(other & plate);
}

typedef struct kulami_stand {
  uint64_t own, other; /* marbles of the player to move and of his opponent */
  uint64_t gain, loss; /* the hollows of all plates on which the next marble brings him, or the opponent, points */
} kulami_stand;

ASC_INLINE int kulami_plies_left(const kulami_position *position) { return KULAMI_PLIES - position->plies; }

ASC_INLINE uint64_t kulami_free(const kulami_stand *stand) { return ~(stand->own | stand->other); }

/* By how many marbles the player to move is ahead on a plate. */
ASC_INLINE int kulami_lead(const kulami_stand *stand, uint64_t plate) {
  return asc_bits_count(stand->own & plate) - asc_bits_count(stand->other & plate);
}

/* Notes who gains by the next marble on a plate. */
ASC_INLINE void kulami_stand_note(kulami_stand *stand, uint64_t plate) {
  int lead = kulami_lead(stand, plate);
  stand->gain = (stand->gain & ~plate) | (lead == 0 || lead == -1 ? plate : 0);
  stand->loss = (stand->loss & ~plate) | (lead == 0 || lead == 1 ? plate : 0);
}

ASC_INLINE kulami_stand kulami_stand_of(const kulami_rules *rules, const kulami_position *position) {
  int mover = position->plies % 2;
  kulami_stand stand = {.own = position->marbles[mover], .other = position->marbles[1 - mover]};
  for (int plate = 0; plate < KULAMI_PLATES; plate++) kulami_stand_note(&stand, rules->plates[plate]);
  return stand;
}

/* What a marble in a hollow brings if the hollows of `paying` bring something. */
ASC_INLINE int kulami_brings(const kulami_rules *rules, uint64_t paying, int hollow) {
  return paying >> hollow & 1 ? rules->worth[hollow] : 0;
}

/* The worth of the largest plate that has a hollow in the set; 0 when it is empty. */
ASC_INLINE int kulami_most(const kulami_rules *rules, uint64_t set) {
  static const uint8_t most[1 << KULAMI_KINDS] = {0, 6, 4, 6, 3, 6, 4, 6, 2, 6, 4, 6, 3, 6, 4, 6};
  int kinds = 0;
  for (int kind = 0; kind < KULAMI_KINDS; kind++) kinds |= ((set & rules->kinds[kind]) != 0) << kind;
  return most[kinds];
}

/* How promising a marble looks that brings so much and leaves the opponent these replies: few are good, and so are
   those that bring him little. Within -150 … 50. */
ASC_INLINE int kulami_promise(const kulami_rules *rules, const kulami_stand *stand, int hollow, uint64_t replies) {
  /* 48 ln(replies + 1): one reply less counts the more the fewer there are. */
  static const uint8_t freedom[] = {0,   33,  53,  67,  77,  86,  93,  100, 105, 111,
                                    115, 119, 123, 127, 130, 133, 136, 139, 141};
  return 6 * kulami_brings(rules, stand->gain, hollow) + kulami_brings(rules, stand->loss, hollow) -
         4 * kulami_most(rules, replies & stand->loss) - freedom[asc_bits_count(replies)];
}

/* knowledge_end.c */
/* What the player to move still gains by the plates, less what the opponent gains, when both play on as well as they
   can: at least the result if that is `wanted` or more, else at most the result. Exact when `wanted` is out of reach.
   Adds the positions looked at to `nodes`. */
int asc_kulami_play_out(const kulami_rules *rules, const kulami_position *position, int wanted, uint64_t *nodes);

/* knowledge_extras.c */
/* The least and the most that areas and chains will bring the player to move beyond the opponent, in points. */
void asc_kulami_extras_bound(const kulami_rules *rules, const kulami_position *position, int *least, int *most);
/* What they seem to be worth to him, in scores. */
int32_t asc_kulami_extras_evaluate(const kulami_rules *rules, const kulami_position *position);

/* knowledge.c */
void asc_kulami_bounds(const asc_rules *rules, const void *position, int32_t *least, int32_t *most);

/* knowledge_look.c */
void asc_kulami_evaluate_moves(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                               asc_evaluation *looks);

/* knowledge_evaluate.c */
int32_t asc_kulami_evaluate(const asc_rules *rules, const void *position);

#endif
