/* Crossing circles, and sets of holes on them.

   A board is a list of circles, and a circle is the list of its holes, clockwise round the circle's own centre. Every
   hole lies on exactly two circles, its tracks. On a ring, track 0 is the ring and track 1 the small circle. Where two
   small circles cross, track 0 is the inner circle and track 1 the outer one. Both kinds of board are fully described
   by these lists (board.c).

   Holes are numbered row by row from the middle outwards, and clockwise in each row. Boards of up to 64 holes, such as
   the default board, need only the first word of a set.

   A lookup table answers how far a piece gets along a circle. Its index is the occupancy of the circle, rotated so that
   the piece's own hole comes first, so all circles of one length share a table. On boards of at most 64 holes and 8
   holes per circle, such as the default board, a larger table returns the answer directly as a set. */
#ifndef ASC_GAMES_CIRCLE_BOARD_H
#define ASC_GAMES_CIRCLE_BOARD_H

#include "base/bits.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
  ASC_CIRCLE_RINGS_MAX = 6,
  ASC_CIRCLE_PETALS_MAX = 8,
  ASC_CIRCLE_ROWS_MAX = 2 * ASC_CIRCLE_RINGS_MAX - 1,
  ASC_CIRCLE_LENGTH_MAX = 2 * ASC_CIRCLE_PETALS_MAX, /* holes on a circle or in a row */
  ASC_CIRCLE_HOLES_MAX = 126,
  ASC_CIRCLE_CIRCLES_MAX = 40, /* reached by the chain of five rings and seven lines */
  ASC_CIRCLE_HALF_HOLES = 8,   /* index bits of the tables `low` and `high`: half of the longest circle */
  /* Circles on a board of ASC_CIRCLE_SIZE_SHORT; reached by the chain of four rings and four lines. */
  ASC_CIRCLE_SHORT_CIRCLES_MAX = 20,
  ASC_CIRCLE_NO_HOLE = 127
};

enum { ASC_CIRCLE_TRACKS = 2 };
enum { ASC_CIRCLE_CLOCKWISE, ASC_CIRCLE_ANTICLOCKWISE, ASC_CIRCLE_DIRECTIONS };

/* A set of holes. `high` has the holes from 64 on. Where the compiler knows that it is 0, it costs nothing. */
typedef struct asc_circle_set {
  uint64_t low, high;
} asc_circle_set;

/* A hole as a point on one of its circles: `order` is its index in the list of the circle. */
typedef struct asc_circle_spot {
  uint8_t circle, order;
  uint32_t seen_index; /* first entry of this spot in `seen_sets` */
} asc_circle_spot;

/* The size class of a board. The code that works on sets is compiled once for each class. */
typedef enum asc_circle_size {
  ASC_CIRCLE_SIZE_SHORT,  /* at most 64 holes, and at most 8 on each circle */
  ASC_CIRCLE_SIZE_NARROW, /* at most 64 holes */
  ASC_CIRCLE_SIZE_WIDE    /* any board */
} asc_circle_size;

typedef struct asc_circle_board {
  bool is_chain; /* false: a rose */
  int rings, petals;
  int rows, row_length;
  int circles; /* the rings first, then the small circles line by line */
  uint8_t length[ASC_CIRCLE_CIRCLES_MAX];
  uint8_t hole[ASC_CIRCLE_CIRCLES_MAX][ASC_CIRCLE_LENGTH_MAX];
  asc_circle_spot spot[ASC_CIRCLE_HOLES_MAX][ASC_CIRCLE_TRACKS];
  asc_circle_set first_track_holes[ASC_CIRCLE_CIRCLES_MAX]; /* the holes that have the circle as track 0 */
  /* The neighbour of a hole along each track, and the neighbour's neighbour. */
  uint8_t next[ASC_CIRCLE_HOLES_MAX][ASC_CIRCLE_TRACKS][ASC_CIRCLE_DIRECTIONS];
  uint8_t next_but_one[ASC_CIRCLE_HOLES_MAX][ASC_CIRCLE_TRACKS][ASC_CIRCLE_DIRECTIONS];
  asc_circle_set all_holes;
  asc_circle_size size;
  /* The bits that a piece on the hole adds to asc_circle_occupancy. */
  uint32_t occupancy_bits[ASC_CIRCLE_HOLES_MAX][ASC_CIRCLE_TRACKS];
  /* The holes that a piece sees in both directions along a circle of n holes: those up to the first other piece,
     including that piece. The index is the occupancy of the other n - 1 holes, starting with the next one clockwise,
     with bit n - 1 set. Bit k of the entry is the hole k steps further clockwise. */
  uint16_t seen_bits[1 << ASC_CIRCLE_LENGTH_MAX];
  /* Words of the set of holes on a circle, by half of the circle and by the bits of that half. */
  uint64_t low[ASC_CIRCLE_CIRCLES_MAX][2][1 << ASC_CIRCLE_HALF_HOLES],
      high[ASC_CIRCLE_CIRCLES_MAX][2][1 << ASC_CIRCLE_HALF_HOLES];
  /* Only for ASC_CIRCLE_SIZE_SHORT: the set seen from each spot, by the occupancy of its circle. */
  uint64_t seen_sets[(ASC_CIRCLE_SHORT_CIRCLES_MAX * ASC_CIRCLE_HALF_HOLES) << ASC_CIRCLE_HALF_HOLES];
} asc_circle_board;

/* Returns the number of holes of such a board. `petals` is the number of lines of a chain. */
int asc_circle_board_holes(bool is_chain, int rings, int petals);
/* Fills a board that is all zero. */
void asc_circle_board_fill(asc_circle_board *board, bool is_chain, int rings, int petals);

/* A hole is a row, from 0 at the middle, and a column, from 0 clockwise. */
ASC_INLINE int asc_circle_hole(const asc_circle_board *board, int row, int column) {
  return row * board->row_length + column;
}
ASC_INLINE int asc_circle_row(const asc_circle_board *board, int hole) { return hole / board->row_length; }
ASC_INLINE int asc_circle_column(const asc_circle_board *board, int hole) { return hole % board->row_length; }
/* Returns the line of the hole, from 0; on a rose, its petal. */
ASC_INLINE int asc_circle_line(const asc_circle_board *board, int hole) { return asc_circle_column(board, hole) / 2; }
/* Returns true if the hole lies on a ring, false if two small circles cross there. */
ASC_INLINE bool asc_circle_on_ring(const asc_circle_board *board, int hole) {
  return board->spot[hole][0].circle < board->rings;
}
/* Returns the track of the hole that runs along the circle, or -1 if the hole is not on the circle. */
ASC_INLINE int asc_circle_track(const asc_circle_board *board, int hole, int circle) {
  for (int track = 0; track < ASC_CIRCLE_TRACKS; track++)
    if (board->spot[hole][track].circle == circle) return track;
  return -1;
}

ASC_INLINE asc_circle_set asc_circle_set_of(int hole) {
  return hole < 64 ? (asc_circle_set){asc_bit(hole), 0} : (asc_circle_set){0, asc_bit(hole - 64)};
}
ASC_INLINE bool asc_circle_set_has(asc_circle_set set, int hole) {
  return hole < 64 ? (set.low >> hole & 1) != 0 : (set.high >> (hole - 64) & 1) != 0;
}
ASC_INLINE bool asc_circle_set_any(asc_circle_set set) { return (set.low | set.high) != 0; }
ASC_INLINE int asc_circle_set_count(asc_circle_set set) { return asc_bits_count(set.low) + asc_bits_count(set.high); }
/* Returns the lowest hole of the set, which must not be empty. */
ASC_INLINE int asc_circle_set_lowest(asc_circle_set set) {
  return set.low != 0 ? asc_bits_lowest(set.low) : 64 + asc_bits_lowest(set.high);
}
/* Removes and returns the lowest hole of the set, which must not be empty. It always writes both words: with a
   conditional write, clang keeps the set in memory and does not see that `high` stays 0. */
ASC_INLINE int asc_circle_set_pop(asc_circle_set *set) {
  int hole = asc_circle_set_lowest(*set);
  set->high = set->low != 0 ? set->high : asc_bits_clear_lowest(set->high);
  set->low = asc_bits_clear_lowest(set->low);
  return hole;
}
ASC_INLINE asc_circle_set asc_circle_set_or(asc_circle_set a, asc_circle_set b) {
  return (asc_circle_set){a.low | b.low, a.high | b.high};
}
ASC_INLINE asc_circle_set asc_circle_set_and(asc_circle_set a, asc_circle_set b) {
  return (asc_circle_set){a.low & b.low, a.high & b.high};
}
ASC_INLINE asc_circle_set asc_circle_set_without(asc_circle_set a, asc_circle_set b) {
  return (asc_circle_set){a.low & ~b.low, a.high & ~b.high};
}
ASC_INLINE void asc_circle_set_add(asc_circle_set *set, asc_circle_set more) { *set = asc_circle_set_or(*set, more); }
ASC_INLINE void asc_circle_set_remove(asc_circle_set *set, asc_circle_set less) {
  *set = asc_circle_set_without(*set, less);
}

/* Returns the set, and tells the compiler that `high` is 0 unless the board is WIDE. */
ASC_INLINE asc_circle_set asc_circle_set_fit(asc_circle_set set, asc_circle_size size) {
  return size == ASC_CIRCLE_SIZE_WIDE ? set : (asc_circle_set){set.low, 0};
}

/* Returns the holes of a circle whose bits are set in `order`; bit i is hole i of the circle's list. */
ASC_INLINE asc_circle_set asc_circle_set_from_order(const asc_circle_board *board, int circle, uint32_t order,
                                                    asc_circle_size size) {
  enum { FIRST = (1 << ASC_CIRCLE_HALF_HOLES) - 1 };
  uint32_t first = order & FIRST, second = order >> ASC_CIRCLE_HALF_HOLES;
  asc_circle_set set = {board->low[circle][0][first], board->high[circle][0][first]};
  if (second != 0)
    asc_circle_set_add(&set, (asc_circle_set){board->low[circle][1][second], board->high[circle][1][second]});
  return asc_circle_set_fit(set, size);
}

/* Returns the neighbours of all holes of the set, along both tracks. */
ASC_INLINE asc_circle_set asc_circle_neighbours(const asc_circle_board *board, asc_circle_set set) {
  asc_circle_set sum = {0, 0};
  while (asc_circle_set_any(set)) {
    const uint8_t(*next)[ASC_CIRCLE_DIRECTIONS] = board->next[asc_circle_set_pop(&set)];
    for (int track = 0; track < ASC_CIRCLE_TRACKS; track++)
      for (int direction = 0; direction < ASC_CIRCLE_DIRECTIONS; direction++)
        asc_circle_set_add(&sum, asc_circle_set_of(next[track][direction]));
  }
  return sum;
}

/* Returns the holes whose two neighbours along one of their circles both belong to the set. */
ASC_INLINE asc_circle_set asc_circle_between(const asc_circle_board *board, asc_circle_set set) {
  asc_circle_set sum = {0, 0};
  for (asc_circle_set left = set; asc_circle_set_any(left);) {
    int hole = asc_circle_set_pop(&left);
    for (int track = 0; track < ASC_CIRCLE_TRACKS; track++)
      if (asc_circle_set_has(set, board->next_but_one[hole][track][ASC_CIRCLE_CLOCKWISE]))
        asc_circle_set_add(&sum, asc_circle_set_of(board->next[hole][track][ASC_CIRCLE_CLOCKWISE]));
  }
  return sum;
}

/* Returns true if the two holes lie on one circle and, in at least one direction, none of `pieces` is between them. */
ASC_INLINE bool asc_circle_is_straight(const asc_circle_board *board, asc_circle_set pieces, int from, int to) {
  for (int track = 0; track < ASC_CIRCLE_TRACKS; track++) {
    asc_circle_spot start = board->spot[from][track];
    int end = asc_circle_track(board, to, start.circle), length = board->length[start.circle];
    if (end < 0) continue;
    int steps = (board->spot[to][end].order - start.order + length) % length;
    uint32_t all = ((uint32_t)1 << length) - 1,
             ends = (uint32_t)1 << start.order | (uint32_t)1 << board->spot[to][end].order;
    uint32_t turned = (((uint32_t)1 << steps) - 1) << start.order;
    uint32_t clockwise = (turned | turned >> length) & all & ~ends, anticlockwise = all & ~ends & ~clockwise;
    if (!asc_circle_set_any(asc_circle_set_and(
            asc_circle_set_from_order(board, start.circle, clockwise, ASC_CIRCLE_SIZE_WIDE), pieces)) ||
        !asc_circle_set_any(asc_circle_set_and(
            asc_circle_set_from_order(board, start.circle, anticlockwise, ASC_CIRCLE_SIZE_WIDE), pieces)))
      return true;
  }
  return false;
}

/* The pieces on each circle as bits in its order, repeated twice, so that a shift rotates any hole to the front. */
typedef struct asc_circle_occupancy {
  uint32_t bits[ASC_CIRCLE_CIRCLES_MAX];
} asc_circle_occupancy;

ASC_INLINE void asc_circle_occupancy_fill(const asc_circle_board *board, asc_circle_set pieces,
                                          asc_circle_occupancy *occupancy, asc_circle_size size) {
  int circles =
      size == ASC_CIRCLE_SIZE_SHORT
          ? ASC_CIRCLE_SHORT_CIRCLES_MAX
          : ASC_CIRCLE_CIRCLES_MAX; /* a constant, so that the compiler clears this little memory without a call */
  memset(occupancy->bits, 0, (size_t)circles * sizeof occupancy->bits[0]);
  while (asc_circle_set_any(pieces)) {
    int hole = asc_circle_set_pop(&pieces);
    for (int track = 0; track < ASC_CIRCLE_TRACKS; track++) {
      occupancy->bits[board->spot[hole][track].circle] |= board->occupancy_bits[hole][track];
    }
  }
}

/* Returns what a piece on the spot sees in both directions along its circle, as bits in the order of the circle: the
   free holes, and the first piece in each direction. The spot's own hole is not included. */
ASC_INLINE uint32_t asc_circle_seen_bits(const asc_circle_board *board, const asc_circle_occupancy *occupancy,
                                         asc_circle_spot from) {
  int length = board->length[from.circle];
  uint32_t self = (uint32_t)1 << (length - 1), others = occupancy->bits[from.circle] >> (from.order + 1) & (self - 1);
  uint32_t turned = (uint32_t)board->seen_bits[self | others] << from.order;
  return (turned | turned >> length) & (2 * self - 1);
}

/* Returns the same as a set. */
ASC_INLINE asc_circle_set asc_circle_seen(const asc_circle_board *board, const asc_circle_occupancy *occupancy,
                                          asc_circle_spot from, asc_circle_size size) {
  if (size != ASC_CIRCLE_SIZE_SHORT)
    return asc_circle_set_from_order(board, from.circle, asc_circle_seen_bits(board, occupancy, from), size);
  return (asc_circle_set){board->seen_sets[from.seen_index + (uint8_t)occupancy->bits[from.circle]], 0};
}

#endif
