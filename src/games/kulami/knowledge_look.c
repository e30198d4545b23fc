/* What all moves of a position seem to be worth, at once.

   A marble changes its own plate, and which plates the opponent gets to next. Everything else is the same after every
   move, so it is added up once, as if the opponent got to no plate, and each move puts right what it changes.
   knowledge_evaluate.c and knowledge.c say the same of one position alone; the tests compare them. */
#include "knowledge_changes.h"

#include <string.h>

/* The position as the opponent will see it, before it is known where the marble goes. */
typedef struct prospect {
  const kulami_rules *rules;
  uint64_t allowed; /* hollows that are free and not barred to him */
  const int16_t (*outlook)[KULAMI_ACCESSES];
  uint8_t states[KULAMI_PLATES];
  int32_t barred; /* what it is worth to him if he gets to no plate */
  bool bounded;   /* something may be certain: */
  kulami_outlook all;
  kulami_changes changes;
} prospect;

ASC_INLINE void prospect_fill(prospect *next, const kulami_rules *rules, const kulami_position *position) {
  int mover = position->plies % 2, left = kulami_plies_left(position) - 1;
  uint64_t own = position->marbles[1 - mover], other = position->marbles[mover];
  int last = rules->plate_of[position->last];
  *next = (prospect){.rules = rules,
                     .allowed = ~(own | other | rules->plates[last]),
                     .outlook = rules->outlook[position->plies + 1],
                     .barred = rules->outlook_move[position->plies + 1],
                     .bounded = position->plies + 1 >= KULAMI_OPEN_PLIES,
                     .all = {.stand = {.own = own, .other = other},
                             .own_marbles = (left + 1) / 2,
                             .other_marbles = left / 2,
                             .last = KULAMI_NO_PLATE,
                             .before = last}};
  for (int plate = 0; plate < KULAMI_PLATES; plate++) {
    next->states[plate] = (uint8_t)kulami_plate_state(rules, own, other, plate);
    next->barred += next->outlook[next->states[plate]][KULAMI_BARRED];
    if (next->bounded) kulami_changes_add(&next->changes, rules, &next->all, plate, 1);
  }
}

/* What the position is worth to the opponent after a marble in a hollow of this plate. The plate has one marble more
   then, which is the next of its states, and is barred to both. */
ASC_INLINE int32_t plates_seem(const prospect *next, int plate, uint64_t open) {
  const kulami_rules *rules = next->rules;
  const int16_t *was = next->outlook[next->states[plate]], *is = next->outlook[next->states[plate] + 1];
  int32_t sum = next->barred - was[KULAMI_BARRED] + is[KULAMI_BARRED_TWICE];
  while (open != 0) {
    int other = rules->plate_of[asc_bits_lowest(open)];
    uint64_t ways = open & rules->plates[other];
    const int16_t *seems = next->outlook[next->states[other]];
    sum += seems[(ways & (ways - 1)) == 0 ? KULAMI_ONE_WAY : KULAMI_SEVERAL_WAYS] - seems[KULAMI_BARRED];
    open &= ~ways;
  }
  return sum;
}

ASC_INLINE void plates_bound(const prospect *next, int plate, int hollow, int *least, int *most) {
  kulami_outlook all = next->all;
  kulami_changes changes = next->changes;
  kulami_changes_add(&changes, next->rules, &all, plate, -1);
  all.stand.other |= asc_bit(hollow);
  all.last = plate;
  kulami_changes_add(&changes, next->rules, &all, plate, 1);
  kulami_changes_bound(&changes, &all, least, most);
}

/* One move alone: near the end, and where more than plates counts. */
static asc_evaluation look_alone(const kulami_rules *rules, const kulami_position *position, asc_move move) {
  asc_position after;
  int32_t least, most;
  memcpy(&after, position, sizeof *position);
  rules->common.game->play(&rules->common, &after, move);
  asc_kulami_bounds(&rules->common, &after, &least, &most);
  return (asc_evaluation){-most, -least, least == most ? -least : -asc_kulami_evaluate(&rules->common, &after)};
}

ASC_FAST static void kulami_look_at_all(const kulami_rules *rules, const kulami_position *position,
                                        const asc_move *moves, int count, asc_evaluation *looks) {
  bool alone = rules->level > 0 || kulami_plies_left(position) - 1 <= KULAMI_PLAIN_PLIES;
  prospect next;
  if (!alone) prospect_fill(&next, rules, position);
  for (int i = 0; i < count; i++) {
    int hollow = (int)moves[i], plate = rules->plate_of[hollow], least = -KULAMI_HOLLOWS, most = KULAMI_HOLLOWS;
    uint64_t open = alone ? 0 : rules->permission[hollow] & next.allowed;
    if (open == 0) {
      looks[i] = look_alone(rules, position, moves[i]);
      continue;
    }
    if (next.bounded) plates_bound(&next, plate, hollow, &least, &most);
    int32_t score = least == most ? least * KULAMI_POINT : plates_seem(&next, plate, open);
    looks[i] = (asc_evaluation){-most * KULAMI_POINT, -least * KULAMI_POINT, -score};
  }
}

void asc_kulami_evaluate_moves(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                               asc_evaluation *looks) {
  kulami_look_at_all((const kulami_rules *)rules, position, moves, count, looks);
}
