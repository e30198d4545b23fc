/* How promising a position looks, and with it a move: the freedom of the men, rows in the making, and whether a relay
   threatens.

   Prospects are counted in thousandths of a certain win, for the player to move. The weights were fitted by least
   squares to who wins positions that were solved: some 14,000 of Delta, 1,600 of Néo-Delta. */
#include <ascona/knowledge.h>

#include "knowledge_relays.h"

enum { POINT = 100, CERTAIN = 1000, LOSS = 8000 };

typedef struct weights {
  int to_move;
  int threatened; /* the opponent could complete a relay now */
  int turn;       /* each square that a precursor can reach */
  int pair;       /* a row of four squares that holds two men and none of the opponent's */
  int gap;        /* a free square that completes a row */
  int central;    /* a man that is not at the edge */
  int man;
} weights;

static const weights of_delta = {515, 330, 112, 160, 203, 69, 0};
static const weights of_neo_delta = {553, 377, 28, 56, 139, 108, 308};

/* What all positions of some rules have in common. */
typedef struct scale {
  weights weights;
  uint64_t board, centre;
} scale;

ASC_INLINE scale scale_of(const delta_rules *rules) {
  uint64_t board = rules->board, across = board & board << 1 & board >> 1;
  return (scale){rules->has_red ? of_neo_delta : of_delta, board,
                 across & across << DELTA_STRIDE & across >> DELTA_STRIDE};
}

/* Adds to `meets` which of the two have a turn in common. */
ASC_INLINE void duo_meet(const delta_duo *turns, const delta_duo *others, bool meets[2]) {
  delta_lanes any = DELTA_BOTH(0, 0);
  for (int half = 0; half < DELTA_HALVES; half++)
    any |= (turns->side[DELTA_UP][half] & others->side[DELTA_UP][half]) |
           (turns->side[DELTA_DOWN][half] & others->side[DELTA_DOWN][half]);
  meets[0] |= (any[0] | any[2]) != 0;
  meets[1] |= (any[1] | any[3]) != 0;
}

/* The rows of four squares that hold two men, and two free squares. */
ASC_INLINE void duo_pairs(uint64_t one, uint64_t other, uint64_t free, int pairs[2]) {
  delta_lanes men = DELTA_BOTH(one, other), open = men | DELTA_BOTH(free, free);
  pairs[0] = pairs[1] = 0;
  for (int half = 0; half < DELTA_HALVES; half++) {
    delta_lanes step = DELTA_HALF_STEPS(half), rows = open & open >> step;
    rows &= rows >> 2 * step;
    delta_lanes next = men >> step, single = men ^ next, both = men & next;
    delta_lanes single_after = single >> 2 * step, both_after = both >> 2 * step;
    rows &= (single & single_after) | ((both ^ both_after) & ~(single | single_after));
    pairs[0] += asc_bits_count(rows[0]) + asc_bits_count(rows[2]);
    pairs[1] += asc_bits_count(rows[1]) + asc_bits_count(rows[3]);
  }
}

/* Who could complete a relay if it were his turn. That the red pawn may complete one of the other's as well does not
   matter here. */
ASC_INLINE void find_threats(uint64_t own, uint64_t others, uint64_t red, uint64_t free, const delta_duo *turns,
                             const delta_duo *rows, bool threatens[2]) {
  threatens[0] = threatens[1] = false;
  duo_meet(turns, rows, threatens);
  if (red == 0 || (threatens[0] && threatens[1])) return;
  delta_duo rows_without, by_red;
  uint64_t gaps[2];
  bool near[2] = {false, false}; /* without the red pawn no more turns complete a row than with it */
  delta_duo_reach(red, red, free, &by_red);
  duo_meet(&by_red, rows, near);
  if (near[0] <= threatens[0] && near[1] <= threatens[1]) return;
  delta_duo_completions(own, others, &rows_without, gaps);
  duo_meet(&by_red, &rows_without, threatens);
}

/* The prospects of who is to move; whether he can complete a relay at once is not counted in but told. */
ASC_INLINE int32_t prospects(const scale *s, const delta_position *position, bool *wins) {
  const weights *w = &s->weights;
  uint64_t own = position->men[position->mover], others = position->men[position->mover ^ 1], red = position->red;
  uint64_t free = s->board & ~(own | others | red), gaps[2];
  delta_duo turns, rows;
  int pairs[2];
  bool threatens[2];
  delta_duo_reach(own, others, free, &turns);
  delta_duo_completions(own | red, others | red, &rows, gaps);
  duo_pairs(own | red, others | red, free, pairs);
  find_threats(own, others, red, free, &turns, &rows, threatens);
  int more = 0; /* squares that can be reached */
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++)
    more += asc_bits_count(turns.to[direction][0]) - asc_bits_count(turns.to[direction][1]);
  *wins = threatens[0];
  return w->to_move + w->turn * more + w->pair * (pairs[0] - pairs[1]) +
         w->gap * (asc_bits_count(gaps[0] & free) - asc_bits_count(gaps[1] & free)) +
         w->central * (asc_bits_count(own & s->centre) - asc_bits_count(others & s->centre)) +
         w->man * (asc_bits_count(own) - asc_bits_count(others)) - (threatens[1] ? w->threatened : 0);
}

/* Prospects as a part of what a relay that comes soon would win. */
ASC_FAST_VECTORS static int32_t estimate_delta(const delta_rules *rules, const delta_position *position) {
  scale s = scale_of(rules);
  bool wins;
  int32_t value = prospects(&s, position, &wins), size = value < 0 ? -value : value;
  int32_t most = rules->simple ? POINT : POINT * (asc_bits_count(delta_free(rules, position)) - 3);
  return most * value / (size + CERTAIN);
}

int32_t asc_delta_evaluate(const asc_rules *common, const void *data) {
  return estimate_delta((const delta_rules *)common, data);
}

ASC_FAST_VECTORS static void promise_delta_moves(const delta_rules *rules, const delta_position *position,
                                                 const asc_move *moves, int count, int32_t *promise) {
  scale s = scale_of(rules);
  for (int i = 0; i < count; i++) {
    delta_position next = *position;
    asc_delta_play(&rules->common, &next, moves[i]);
    bool loses;
    int32_t value = -prospects(&s, &next, &loses) - (loses ? LOSS : 0);
    promise[i] = value < -ASC_PROMISE_MOST ? -ASC_PROMISE_MOST : value > ASC_PROMISE_MOST ? ASC_PROMISE_MOST : value;
  }
}

void asc_delta_order(const asc_rules *common, const void *data, const asc_move *moves, int count, int32_t *promise) {
  promise_delta_moves((const delta_rules *)common, data, moves, count, promise);
}
