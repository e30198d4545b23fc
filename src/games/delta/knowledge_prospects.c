/* How promising a position looks, and with it a move: the freedom of the men, rows in the making, and whether a relay
   threatens.

   Prospects are counted in thousandths of a certain win, for the player to move. The weights were fitted by least
   squares to who wins positions that were solved: some 14,000 of Delta, 1,600 of Néo-Delta. */
#include "knowledge_relays.h"

enum { POINT = 100, CERTAIN = 1000, LOSS = 8000, PROMISE_MOST = 10000 };

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

/* The rows of four squares that hold two men, and two free squares. */
ASC_INLINE int pairs_count(uint64_t set, uint64_t free) {
  delta_lanes step = DELTA_LANE_STEPS, men = DELTA_LANES(set), rows = DELTA_LANES(set | free);
  rows &= rows >> step;
  rows &= rows >> 2 * step;
  delta_lanes next = men >> step, one = men ^ next, both = men & next;
  delta_lanes one_after = one >> 2 * step, both_after = both >> 2 * step;
  rows &= (one & one_after) | ((both ^ both_after) & ~(one | one_after));
  int count = 0;
  for (int line = 0; line < DELTA_DIRECTIONS / 2; line++) count += asc_bits_count(rows[line]);
  return count;
}

/* What a player has on the board. */
typedef struct side {
  int32_t worth;  /* of his men where they stand */
  bool threatens; /* he could complete a relay if it were his turn */
} side;

/* That the red pawn may complete a relay of the other's as well does not matter here. */
ASC_INLINE bool threatens_with_red(uint64_t own, uint64_t red, uint64_t free) {
  delta_turns rows, turns;
  delta_completions(own, &rows);
  return delta_turns_among(red, free, &rows, &turns);
}

ASC_INLINE side side_of(const scale *s, uint64_t own, uint64_t red, uint64_t free) {
  const weights *w = &s->weights;
  delta_turns turns, rows;
  delta_reach(own, free, turns.to);
  int count = delta_turns_count(&turns);
  uint64_t gaps = delta_completions(own | red, &rows) & free;
  bool threatens = delta_turns_meet(&turns, &rows) || (red != 0 && threatens_with_red(own, red, free));
  int32_t worth = w->turn * count + w->pair * pairs_count(own | red, free) + w->gap * asc_bits_count(gaps) +
                  w->central * asc_bits_count(own & s->centre) + w->man * asc_bits_count(own);
  return (side){worth, threatens};
}

/* The prospects of who is to move; whether he can complete a relay at once is not counted in but told. */
ASC_INLINE int32_t prospects(const scale *s, const delta_position *position, bool *wins) {
  uint64_t own = position->men[position->mover], others = position->men[position->mover ^ 1], red = position->red;
  uint64_t free = s->board & ~(own | others | red);
  side one = side_of(s, own, red, free), other = side_of(s, others, red, free);
  *wins = one.threatens;
  return s->weights.to_move + one.worth - other.worth - (other.threatens ? s->weights.threatened : 0);
}

/* Prospects as a part of what a relay that comes soon would win. */
ASC_FAST static int32_t estimate_delta(const delta_rules *rules, const delta_position *position) {
  scale s = scale_of(rules);
  bool wins;
  int32_t value = prospects(&s, position, &wins), size = value < 0 ? -value : value;
  int32_t most = rules->simple ? POINT : POINT * (asc_bits_count(delta_free(rules, position)) - 3);
  return most * value / (size + CERTAIN);
}

int32_t asc_delta_evaluate(const asc_rules *common, const void *data) {
  return estimate_delta((const delta_rules *)common, data);
}

ASC_FAST static void promise_delta_moves(const delta_rules *rules, const delta_position *position,
                                         const asc_move *moves, int count, int32_t *promise) {
  scale s = scale_of(rules);
  for (int i = 0; i < count; i++) {
    delta_position next = *position;
    asc_delta_play(&rules->common, &next, moves[i]);
    bool loses;
    int32_t value = -prospects(&s, &next, &loses) - (loses ? LOSS : 0);
    promise[i] = value < -PROMISE_MOST ? -PROMISE_MOST : value > PROMISE_MOST ? PROMISE_MOST : value;
  }
}

void asc_delta_order(const asc_rules *common, const void *data, const asc_move *moves, int count, int32_t *promise) {
  promise_delta_moves((const delta_rules *)common, data, moves, count, promise);
}
