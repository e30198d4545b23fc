/* What is legal: as a list, as a number, and the k-th of the list without the list.

   Moves come in the order of their numbers: first pawns that are put, then turns with an own precursor, then those
   with the red pawn; turns by direction, by the square reached, by the tracer. How many tracers a turn can have is the
   same for all turns of a precursor's kind. With the own box empty it is all men the player may move but the precursor,
   whichever that is; else a new pawn, and for an own precursor also the red pawn if it stands on the board. A red pawn
   still in the box takes the new pawn's place (rules.c sees to that), so that it needs no case here.

   The three functions are the ones a search or a playout spends its time in. They avoid branches that cannot be
   foreseen: a mistaken guess costs as much as a few moves. */
#include "delta.h"

/* A turn can only complete the relay of who played it, but for the red pawn. */
ASC_INLINE bool is_won(const delta_rules *rules, const delta_position *position) {
  return delta_has_relay(position, position->mover ^ 1) ||
         (rules->has_red && delta_has_relay(position, position->mover));
}

ASC_INLINE bool is_opening(const delta_position *position) { return position->stage <= DELTA_BLACK_OPENS; }

ASC_INLINE bool may_open_red(const delta_rules *rules, const delta_position *position) {
  return rules->has_red && position->stage == DELTA_WHITE_OPENS;
}

ASC_FAST static int count_moves(const delta_rules *rules, const delta_position *position) {
  if (is_won(rules, position)) return 0;
  uint64_t own = position->men[position->mover], red = position->red, free = delta_free(rules, position);
  if (is_opening(position)) return asc_bits_count(free) * (may_open_red(rules, position) ? 2 : 1);
  uint64_t reached[DELTA_DIRECTIONS];
  int by_own = 0, by_red = 0;
  delta_reach(own, free, reached);
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++) by_own += asc_bits_count(reached[direction]);
  if (red != 0) {
    /* The ways of a single man have no square in common, so that they can be counted together. */
    uint64_t all = 0;
    delta_reach(red, free, reached);
    for (int direction = 0; direction < DELTA_DIRECTIONS; direction++) all |= reached[direction];
    by_red = asc_bits_count(all);
  }
  if (delta_in_box(rules, position, position->mover) == 0) return (by_own + by_red) * (asc_bits_count(own | red) - 1);
  int puts = position->stage == DELTA_BLACK_CHOICE ? asc_bits_count(free) : 0;
  return puts + by_own * (red == 0 ? 1 : 2) + by_red;
}

ASC_INLINE asc_move *list_puts(asc_move *next, enum delta_kind kind, uint64_t squares) {
  for (; squares != 0; squares = asc_bits_drop(squares)) *next++ = delta_move(kind, 0, asc_bits_lowest(squares), 0);
  return next;
}

/* Turns with one tracer, from the box, or with two: from the box, or lifted from its square (`lift`). A direction
   rarely has more than four squares, and how many is hard to guess. So four are written at once whatever their number,
   and those too many are written over by the next; rules->moves_max leaves room for the last. */
ASC_INLINE asc_move *list_turns(asc_move *next, enum delta_kind kind, const uint64_t reached[DELTA_DIRECTIONS],
                                int tracers, asc_move lift) {
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++) {
    uint64_t to = reached[direction];
    int count = tracers * asc_bits_count(to);
    asc_move *end = next + count;
    do {
      for (int i = 0; i < 4; i++) {
        asc_move move = delta_move(kind, direction, asc_bits_lowest(to | asc_bit(63)), DELTA_FROM_BOX);
        *next++ = move;
        if (tracers == 2) *next++ = move | lift;
        to = asc_bits_drop(to);
      }
    } while (__builtin_expect(to != 0, 0));
    next = end;
  }
  return next;
}

/* Turns with the tracer taken from the board: any of `liftable` but the precursor. */
ASC_INLINE asc_move *list_lifts(asc_move *next, enum delta_kind kind, const uint64_t reached[DELTA_DIRECTIONS],
                                uint64_t men, uint64_t liftable) {
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++)
    for (uint64_t all = reached[direction]; all != 0; all = asc_bits_drop(all)) {
      int to = asc_bits_lowest(all);
      uint64_t lifted = liftable & ~delta_precursor(men, direction, asc_bit(to));
      for (; lifted != 0; lifted = asc_bits_drop(lifted))
        *next++ = delta_move(kind, direction, to, asc_bits_lowest(lifted) + 1);
    }
  return next;
}

ASC_FAST static int list_moves(const delta_rules *rules, const delta_position *position, asc_move *moves) {
  if (is_won(rules, position)) return 0;
  uint64_t own = position->men[position->mover], red = position->red, men = delta_men(position);
  uint64_t free = rules->board & ~men;
  asc_move *next = moves;
  if (is_opening(position) || position->stage == DELTA_BLACK_CHOICE) next = list_puts(next, DELTA_PUT, free);
  if (may_open_red(rules, position)) next = list_puts(next, DELTA_PUT_RED, free);
  if (is_opening(position)) return (int)(next - moves);
  uint64_t by_own[DELTA_DIRECTIONS], by_red[DELTA_DIRECTIONS];
  delta_reach(own, free, by_own);
  if (red != 0) delta_reach(red, free, by_red);
  if (delta_in_box(rules, position, position->mover) == 0) {
    next = list_lifts(next, DELTA_TURN, by_own, men, own | red);
    if (red != 0) next = list_lifts(next, DELTA_RED_TURN, by_red, men, own);
  } else if (red == 0) {
    next = list_turns(next, DELTA_TURN, by_own, 1, 0);
  } else {
    next = list_turns(next, DELTA_TURN, by_own, 2, (asc_move)asc_bits_lowest(red) + 1);
    next = list_turns(next, DELTA_RED_TURN, by_red, 1, 0);
  }
  return (int)(next - moves);
}

/* Turns that can be picked from: byte d of `sums` says how many there are in the directions 0 to d. No byte goes
   beyond 127: a man reaches eleven squares at most, and there are nine of a colour. */
typedef struct pickable {
  uint64_t reached[DELTA_DIRECTIONS];
  uint64_t sums;
} pickable;

#define EVERY_BYTE 0x0101010101010101U

ASC_INLINE void pickable_fill(pickable *turns, uint64_t movers, uint64_t free) {
  delta_reach(movers, free, turns->reached);
  turns->sums = 0;
  for (int direction = 0; direction < DELTA_DIRECTIONS; direction++)
    turns->sums |= (uint64_t)asc_bits_count(turns->reached[direction]) << 8 * direction;
  turns->sums *= EVERY_BYTE;
}

ASC_INLINE int pickable_count(const pickable *turns) { return (int)(turns->sums >> 56); }

/* The k-th turn, with a tracer from the box. All eight sums are compared with k at once: where a sum is greater the
   highest bit of its byte stays. */
ASC_INLINE asc_move pickable_at(const pickable *turns, enum delta_kind kind, int k) {
  uint64_t high = EVERY_BYTE << 7;
  uint64_t greater = ((turns->sums | high) - EVERY_BYTE * (uint64_t)(k + 1)) & high;
  int direction = asc_bits_lowest(greater) / 8;
  int before = (int)(turns->sums << 8 >> 8 * direction & 127);
  return delta_move(kind, direction, asc_bits_select(turns->reached[direction], k - before), DELTA_FROM_BOX);
}

/* The k-th move with the box empty, where every turn has the same number of tracers. */
ASC_INLINE asc_move pick_lift(const delta_position *position, pickable *turns, uint64_t free, int k) {
  uint64_t liftable = position->men[position->mover] | position->red;
  int tracers = asc_bits_count(liftable) - 1, turn = k / tracers;
  enum delta_kind kind = DELTA_TURN;
  if (turn >= pickable_count(turns)) {
    turn -= pickable_count(turns);
    kind = DELTA_RED_TURN;
    pickable_fill(turns, position->red, free);
  }
  asc_move move = pickable_at(turns, kind, turn);
  liftable &= ~delta_precursor(delta_men(position), delta_move_direction(move), asc_bit(delta_move_to(move)));
  return move | (asc_move)(asc_bits_select(liftable, k % tracers) + 1);
}

ASC_INLINE asc_move pick_opening(uint64_t free, int k) {
  int puts = asc_bits_count(free);
  if (k < puts) return delta_move(DELTA_PUT, 0, asc_bits_select(free, k), 0);
  return delta_move(DELTA_PUT_RED, 0, asc_bits_select(free, k - puts), 0);
}

ASC_FAST static asc_move pick_move(const delta_rules *rules, const delta_position *position, int k) {
  uint64_t red = position->red, free = delta_free(rules, position);
  if (is_opening(position)) return pick_opening(free, k);
  if (position->stage == DELTA_BLACK_CHOICE) {
    int puts = asc_bits_count(free);
    if (k < puts) return delta_move(DELTA_PUT, 0, asc_bits_select(free, k), 0);
    k -= puts;
  }
  pickable turns;
  pickable_fill(&turns, position->men[position->mover], free);
  if (delta_in_box(rules, position, position->mover) == 0) return pick_lift(position, &turns, free, k);
  int two = red != 0, by_own = pickable_count(&turns) << two;
  if (k < by_own) {
    asc_move lift = (asc_move)(k & two) * (asc_move)__builtin_ffsll((long long)red);
    return pickable_at(&turns, DELTA_TURN, k >> two) | lift;
  }
  pickable_fill(&turns, red, free);
  return pickable_at(&turns, DELTA_RED_TURN, k - by_own);
}

int asc_delta_count(const asc_rules *common, const void *data) {
  return count_moves((const delta_rules *)common, data);
}

int asc_delta_moves(const asc_rules *common, const void *data, asc_move *moves) {
  return list_moves((const delta_rules *)common, data, moves);
}

asc_move asc_delta_pick(const asc_rules *common, const void *data, int k) {
  return pick_move((const delta_rules *)common, data, k);
}
