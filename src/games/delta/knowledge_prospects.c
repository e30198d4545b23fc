/* Estimates of positions and the order of moves: mobility, relays in the making, and threats of a relay.

   Prospects are in thousandths of a certain win, for the player to move. The weights are a least-squares fit to the
   winners of solved positions: about 14,000 of Delta and 1,600 of Néo-Delta. */
#include <ascona/knowledge.h>

#include "knowledge_relays.h"

enum { POINT = 100, CERTAIN = 1000, LOSS = 8000 };

typedef struct weights {
  int to_move;
  int threatened; /* the opponent could complete a relay now */
  int mobility;   /* per square that a precursor can reach */
  int open_two;   /* per four squares in a line with two pieces of the player and two free squares */
  int gap;        /* per free square that completes a relay */
  int central;    /* per pawn that is not at the edge */
  int pawn;
} weights;

static const weights delta_weights = {515, 330, 112, 160, 203, 69, 0};
static const weights neo_delta_weights = {553, 377, 28, 56, 139, 108, 308};

/* Facts that all positions under the same rules have in common. */
typedef struct context {
  weights weights;
  uint64_t board, centre;
} context;

ASC_INLINE context context_of(const asc_delta_rules *rules) {
  uint64_t board = rules->board, across = board & board << 1 & board >> 1;
  return (context){rules->has_red ? neo_delta_weights : delta_weights, board,
                   across & across << ASC_DELTA_STRIDE & across >> ASC_DELTA_STRIDE};
}

/* Sets overlaps[i] to true if set i of `turns` and set i of `others` have a turn in common. */
ASC_INLINE void pair_overlaps(const asc_delta_turn_set_pair *turns, const asc_delta_turn_set_pair *others,
                              bool overlaps[2]) {
  asc_delta_lanes any = ASC_DELTA_BROADCAST_PAIR(0, 0);
  for (int half = 0; half < ASC_DELTA_PAIR_VECTORS; half++)
    any |= (turns->side[ASC_DELTA_UP][half] & others->side[ASC_DELTA_UP][half]) |
           (turns->side[ASC_DELTA_DOWN][half] & others->side[ASC_DELTA_DOWN][half]);
  overlaps[0] |= (any[0] | any[2]) != 0;
  overlaps[1] |= (any[1] | any[3]) != 0;
}

/* Counts, for both sets, the lines of four squares with two pieces and two free squares. */
ASC_INLINE void count_open_twos(uint64_t one, uint64_t other, uint64_t free, int twos[2]) {
  asc_delta_lanes pieces = ASC_DELTA_BROADCAST_PAIR(one, other), open = pieces | ASC_DELTA_BROADCAST_PAIR(free, free);
  twos[0] = twos[1] = 0;
  for (int half = 0; half < ASC_DELTA_PAIR_VECTORS; half++) {
    asc_delta_lanes step = ASC_DELTA_PAIR_SHIFTS(half), fours = open & open >> step;
    fours &= fours >> 2 * step;
    asc_delta_lanes next = pieces >> step, single = pieces ^ next, both = pieces & next;
    asc_delta_lanes single_after = single >> 2 * step, both_after = both >> 2 * step;
    fours &= (single & single_after) | ((both ^ both_after) & ~(single | single_after));
    twos[0] += asc_bits_count(fours[0]) + asc_bits_count(fours[2]);
    twos[1] += asc_bits_count(fours[1]) + asc_bits_count(fours[3]);
  }
}

/* Finds who could complete a relay if it were their turn. A red pawn that also completes a relay of the opponent is not
   treated differently here. */
ASC_INLINE void find_threats(uint64_t own, uint64_t opponent, uint64_t red, uint64_t free,
                             const asc_delta_turn_set_pair *turns, const asc_delta_turn_set_pair *completions,
                             bool threatens[2]) {
  threatens[0] = threatens[1] = false;
  pair_overlaps(turns, completions, threatens);
  if (red == 0 || (threatens[0] && threatens[1])) return;
  asc_delta_turn_set_pair completions_without_red, by_red;
  uint64_t gaps[2];
  /* An upper bound: without the red pawn, no more turns complete a relay than with it. */
  bool with_red[2] = {false, false};
  asc_delta_pair_reach(red, red, free, &by_red);
  pair_overlaps(&by_red, completions, with_red);
  if (with_red[0] <= threatens[0] && with_red[1] <= threatens[1]) return;
  asc_delta_pair_completions(own, opponent, &completions_without_red, gaps);
  pair_overlaps(&by_red, &completions_without_red, threatens);
}

/* Returns the prospects of the player to move. *wins says whether that player can complete a relay at once; the
   prospects do not include it. */
ASC_INLINE int32_t prospects(const context *c, const asc_delta_position *position, bool *wins) {
  const weights *w = &c->weights;
  uint64_t own = position->pawns[position->mover], opponent = position->pawns[position->mover ^ 1], red = position->red;
  uint64_t free = c->board & ~(own | opponent | red), gaps[2];
  asc_delta_turn_set_pair turns, completions;
  int twos[2];
  bool threatens[2];
  asc_delta_pair_reach(own, opponent, free, &turns);
  asc_delta_pair_completions(own | red, opponent | red, &completions, gaps);
  count_open_twos(own | red, opponent | red, free, twos);
  find_threats(own, opponent, red, free, &turns, &completions, threatens);
  int mobility = 0; /* difference of the squares that can be reached */
  for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++)
    mobility += asc_bits_count(turns.to[direction][0]) - asc_bits_count(turns.to[direction][1]);
  *wins = threatens[0];
  return w->to_move + w->mobility * mobility + w->open_two * (twos[0] - twos[1]) +
         w->gap * (asc_bits_count(gaps[0] & free) - asc_bits_count(gaps[1] & free)) +
         w->central * (asc_bits_count(own & c->centre) - asc_bits_count(opponent & c->centre)) +
         w->pawn * (asc_bits_count(own) - asc_bits_count(opponent)) - (threatens[1] ? w->threatened : 0);
}

/* Scales the prospects to the points that a relay soon would win. */
ASC_TARGET_CLONES_SIMD static int32_t estimate_delta(const asc_delta_rules *rules, const asc_delta_position *position) {
  context c = context_of(rules);
  bool wins;
  int32_t value = prospects(&c, position, &wins), magnitude = value < 0 ? -value : value;
  int32_t max_score =
      rules->simple_scoring ? POINT : POINT * (asc_bits_count(asc_delta_free_squares(rules, position)) - 3);
  return max_score * value / (magnitude + CERTAIN);
}

int32_t asc_delta_evaluate(const asc_rules *common, const void *data) {
  return estimate_delta((const asc_delta_rules *)common, data);
}

ASC_TARGET_CLONES_SIMD static void order_delta_moves(const asc_delta_rules *rules, const asc_delta_position *position,
                                                     const asc_move *moves, int count, int32_t *priority) {
  context c = context_of(rules);
  for (int i = 0; i < count; i++) {
    asc_delta_position next = *position;
    asc_delta_play(&rules->common, &next, moves[i]);
    bool loses;
    int32_t value = -prospects(&c, &next, &loses) - (loses ? LOSS : 0);
    priority[i] = value < -ASC_MOVE_ORDER_MAX  ? -ASC_MOVE_ORDER_MAX
                  : value > ASC_MOVE_ORDER_MAX ? ASC_MOVE_ORDER_MAX
                                               : value;
  }
}

void asc_delta_order(const asc_rules *common, const void *data, const asc_move *moves, int count, int32_t *priority) {
  order_delta_moves((const asc_delta_rules *)common, data, moves, count, priority);
}
