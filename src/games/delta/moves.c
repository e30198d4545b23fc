/* Legal moves: as a list, as a count, and the k-th of the list without making the list.

   Moves come in ascending order: first placements, then turns with an own precursor, then turns with the red pawn.
   Turns are ordered by direction, then by the square reached, then by the tracer. All turns with the same type of
   precursor have the same number of tracers:
   - With an empty reserve, any piece the player may move except the precursor.
   - Otherwise a new pawn, and for an own precursor also the red pawn if it is on the board.

   A red pawn still in reserve replaces the new pawn; rules.c handles that, so this file has no case for it.

   Searches and playouts spend their time in these three functions. They avoid unpredictable branches: a misprediction
   costs as much as a few moves. */
#include "delta.h"

/* A turn completes only relays of the player who made it, unless the red pawn is involved. */
ASC_INLINE bool is_won(const asc_delta_rules *rules, const asc_delta_position *position) {
  return asc_delta_has_relay(position, position->mover ^ 1) ||
         (rules->has_red && asc_delta_has_relay(position, position->mover));
}

ASC_INLINE bool is_opening(const asc_delta_position *position) {
  return position->stage <= ASC_DELTA_STAGE_BLACK_OPENS;
}

ASC_INLINE bool can_open_red(const asc_delta_rules *rules, const asc_delta_position *position) {
  return rules->has_red && position->stage == ASC_DELTA_STAGE_WHITE_OPENS;
}

ASC_TARGET_CLONES static int count_moves(const asc_delta_rules *rules, const asc_delta_position *position) {
  if (is_won(rules, position)) return 0;
  uint64_t own = position->pawns[position->mover], red = position->red, free = asc_delta_free_squares(rules, position);
  if (is_opening(position)) return asc_bits_count(free) * (can_open_red(rules, position) ? 2 : 1);
  uint64_t reached[ASC_DELTA_DIRECTIONS];
  int by_own = 0, by_red = 0;
  asc_delta_reach(own, free, reached);
  for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++) by_own += asc_bits_count(reached[direction]);
  if (red != 0) {
    /* The paths of a single pawn have no square in common, so all directions can be counted together. */
    uint64_t all = 0;
    asc_delta_reach(red, free, reached);
    for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++) all |= reached[direction];
    by_red = asc_bits_count(all);
  }
  if (asc_delta_reserve_count(rules, position, position->mover) == 0)
    return (by_own + by_red) * (asc_bits_count(own | red) - 1);
  int placements = position->stage == ASC_DELTA_STAGE_BLACK_CHOICE ? asc_bits_count(free) : 0;
  return placements + by_own * (red == 0 ? 1 : 2) + by_red;
}

ASC_INLINE asc_move *list_placements(asc_move *next, enum asc_delta_move_type type, uint64_t squares) {
  for (; squares != 0; squares = asc_bits_clear_lowest(squares))
    *next++ = asc_delta_move_make(type, 0, asc_bits_lowest(squares), 0);
  return next;
}

/* Lists turns with one tracer, from the reserve, or with two: from the reserve, or the red pawn from its square
   (`tracer`). A direction rarely has more than four squares, and their number is hard to predict. So four are always
   written, and the next moves overwrite the surplus. rules->moves_max leaves room for it after the last move. */
ASC_INLINE asc_move *list_turns(asc_move *next, enum asc_delta_move_type type,
                                const uint64_t reached[ASC_DELTA_DIRECTIONS], int tracers, asc_move tracer) {
  for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++) {
    uint64_t to = reached[direction];
    int count = tracers * asc_bits_count(to);
    asc_move *end = next + count;
    do {
      for (int i = 0; i < 4; i++) {
        asc_move move = asc_delta_move_make(type, direction, asc_bits_lowest(to | asc_bit(63)), ASC_DELTA_FROM_RESERVE);
        *next++ = move;
        if (tracers == 2) *next++ = move | tracer;
        to = asc_bits_clear_lowest(to);
      }
    } while (__builtin_expect(to != 0, 0));
    next = end;
  }
  return next;
}

/* Lists turns with a tracer from the board: any of `candidates` except the precursor. */
ASC_INLINE asc_move *list_board_tracers(asc_move *next, enum asc_delta_move_type type,
                                        const uint64_t reached[ASC_DELTA_DIRECTIONS], uint64_t occupied,
                                        uint64_t candidates) {
  for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++)
    for (uint64_t all = reached[direction]; all != 0; all = asc_bits_clear_lowest(all)) {
      int to = asc_bits_lowest(all);
      uint64_t tracer_from = candidates & ~asc_delta_precursor(occupied, direction, asc_bit(to));
      for (; tracer_from != 0; tracer_from = asc_bits_clear_lowest(tracer_from))
        *next++ = asc_delta_move_make(type, direction, to, asc_bits_lowest(tracer_from) + 1);
    }
  return next;
}

ASC_TARGET_CLONES static int list_moves(const asc_delta_rules *rules, const asc_delta_position *position,
                                        asc_move *moves) {
  if (is_won(rules, position)) return 0;
  uint64_t own = position->pawns[position->mover], red = position->red, occupied = asc_delta_occupied(position);
  uint64_t free = rules->board & ~occupied;
  asc_move *next = moves;
  if (is_opening(position) || position->stage == ASC_DELTA_STAGE_BLACK_CHOICE)
    next = list_placements(next, ASC_DELTA_MOVE_PLACE, free);
  if (can_open_red(rules, position)) next = list_placements(next, ASC_DELTA_MOVE_PLACE_RED, free);
  if (is_opening(position)) return (int)(next - moves);
  uint64_t by_own[ASC_DELTA_DIRECTIONS], by_red[ASC_DELTA_DIRECTIONS];
  asc_delta_reach(own, free, by_own);
  if (red != 0) asc_delta_reach(red, free, by_red);
  if (asc_delta_reserve_count(rules, position, position->mover) == 0) {
    next = list_board_tracers(next, ASC_DELTA_MOVE_TURN, by_own, occupied, own | red);
    if (red != 0) next = list_board_tracers(next, ASC_DELTA_MOVE_RED_TURN, by_red, occupied, own);
  } else if (red == 0) {
    next = list_turns(next, ASC_DELTA_MOVE_TURN, by_own, 1, 0);
  } else {
    next = list_turns(next, ASC_DELTA_MOVE_TURN, by_own, 2, (asc_move)asc_bits_lowest(red) + 1);
    next = list_turns(next, ASC_DELTA_MOVE_RED_TURN, by_red, 1, 0);
  }
  return (int)(next - moves);
}

/* Turns to pick from. Byte d of `sums` is the number of turns in the directions 0 to d. No byte exceeds 127: a pawn
   reaches at most eleven squares, and a player has nine pawns. */
typedef struct turn_picker {
  uint64_t reached[ASC_DELTA_DIRECTIONS];
  uint64_t sums;
} turn_picker;

#define EVERY_BYTE 0x0101010101010101U

ASC_INLINE void picker_fill(turn_picker *turns, uint64_t movers, uint64_t free) {
  asc_delta_reach(movers, free, turns->reached);
  turns->sums = 0;
  for (int direction = 0; direction < ASC_DELTA_DIRECTIONS; direction++)
    turns->sums |= (uint64_t)asc_bits_count(turns->reached[direction]) << 8 * direction;
  turns->sums *= EVERY_BYTE;
}

ASC_INLINE int picker_count(const turn_picker *turns) { return (int)(turns->sums >> 56); }

/* Returns the k-th turn, with a tracer from the reserve. All eight sums are compared with k at once: if a sum is
   greater than k, the highest bit of its byte stays set. */
ASC_INLINE asc_move picker_at(const turn_picker *turns, enum asc_delta_move_type type, int k) {
  uint64_t high = EVERY_BYTE << 7;
  uint64_t greater = ((turns->sums | high) - EVERY_BYTE * (uint64_t)(k + 1)) & high;
  int direction = asc_bits_lowest(greater) / 8;
  int before = (int)(turns->sums << 8 >> 8 * direction & 127);
  return asc_delta_move_make(type, direction, asc_bits_select(turns->reached[direction], k - before),
                             ASC_DELTA_FROM_RESERVE);
}

/* Returns the k-th move if the reserve is empty. Then every turn has the same number of tracers. */
ASC_INLINE asc_move pick_board_tracer(const asc_delta_position *position, turn_picker *turns, uint64_t free, int k) {
  uint64_t candidates = position->pawns[position->mover] | position->red;
  int tracers = asc_bits_count(candidates) - 1, turn = k / tracers;
  enum asc_delta_move_type type = ASC_DELTA_MOVE_TURN;
  if (turn >= picker_count(turns)) {
    turn -= picker_count(turns);
    type = ASC_DELTA_MOVE_RED_TURN;
    picker_fill(turns, position->red, free);
  }
  asc_move move = picker_at(turns, type, turn);
  candidates &= ~asc_delta_precursor(asc_delta_occupied(position), asc_delta_move_direction(move),
                                     asc_bit(asc_delta_move_to(move)));
  return move | (asc_move)(asc_bits_select(candidates, k % tracers) + 1);
}

ASC_INLINE asc_move pick_opening(uint64_t free, int k) {
  int placements = asc_bits_count(free);
  if (k < placements) return asc_delta_move_make(ASC_DELTA_MOVE_PLACE, 0, asc_bits_select(free, k), 0);
  return asc_delta_move_make(ASC_DELTA_MOVE_PLACE_RED, 0, asc_bits_select(free, k - placements), 0);
}

ASC_TARGET_CLONES static asc_move pick_move(const asc_delta_rules *rules, const asc_delta_position *position, int k) {
  uint64_t red = position->red, free = asc_delta_free_squares(rules, position);
  if (is_opening(position)) return pick_opening(free, k);
  if (position->stage == ASC_DELTA_STAGE_BLACK_CHOICE) {
    int placements = asc_bits_count(free);
    if (k < placements) return asc_delta_move_make(ASC_DELTA_MOVE_PLACE, 0, asc_bits_select(free, k), 0);
    k -= placements;
  }
  turn_picker turns;
  picker_fill(&turns, position->pawns[position->mover], free);
  if (asc_delta_reserve_count(rules, position, position->mover) == 0)
    return pick_board_tracer(position, &turns, free, k);
  int has_two_tracers = red != 0, by_own = picker_count(&turns) << has_two_tracers;
  if (k < by_own) {
    asc_move tracer = (asc_move)(k & has_two_tracers) * (asc_move)__builtin_ffsll((long long)red);
    return picker_at(&turns, ASC_DELTA_MOVE_TURN, k >> has_two_tracers) | tracer;
  }
  picker_fill(&turns, red, free);
  return picker_at(&turns, ASC_DELTA_MOVE_RED_TURN, k - by_own);
}

int asc_delta_count(const asc_rules *common, const void *data) {
  return count_moves((const asc_delta_rules *)common, data);
}

int asc_delta_moves(const asc_rules *common, const void *data, asc_move *moves) {
  return list_moves((const asc_delta_rules *)common, data, moves);
}

asc_move asc_delta_pick(const asc_rules *common, const void *data, int k) {
  return pick_move((const asc_delta_rules *)common, data, k);
}
