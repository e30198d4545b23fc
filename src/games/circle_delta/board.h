/* Crossing circles, and sets of holes on them.

   A board is a list of circles, and a circle is the list of its holes, clockwise round its own centre. Every hole lies
   on two circles, its tracks: on a ring it is the ring, then the small circle; where two small circles cross, the inner
   one, then the outer one. Nothing else is known of the two boards once the lists are made (board.c).

   Holes are numbered row by row from the middle outwards, in each row clockwise. Boards of up to 64 holes, the usual
   one among them, need the first word of a set only.

   How far one gets along a circle is looked up by the men on it, turned so that one's own hole comes first; all circles
   of one length share a table. On boards of 64 holes with circles of eight at most, the usual one among them, a table
   has the answer as a set at once. */
#ifndef ASC_GAMES_CIRCLE_BOARD_H
#define ASC_GAMES_CIRCLE_BOARD_H

#include "core/bits.h"

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum {
  CIRCLE_RINGS_MAX = 6,
  CIRCLE_PETALS_MAX = 8,
  CIRCLE_ROWS_MAX = 2 * CIRCLE_RINGS_MAX - 1,
  CIRCLE_LENGTH_MAX = 2 * CIRCLE_PETALS_MAX, /* holes of a circle, and of a row */
  CIRCLE_HOLES_MAX = 126,
  CIRCLE_CIRCLES_MAX = 40, /* the chain of five rings and seven lines */
  CIRCLE_HALF = 8,         /* holes of a circle that are turned into a set at once */
  CIRCLE_SHORT_MAX = 20,   /* circles of a board whose circles are all that short, the chain of four by four */
  CIRCLE_NO_HOLE = 127
};

enum { CIRCLE_TRACKS = 2 };
enum { CIRCLE_CLOCKWISE, CIRCLE_BACKWARDS, CIRCLE_DIRECTIONS };

/* `high` has the holes from the 65th on. Where it is known to be 0 while compiling, it costs nothing. */
typedef struct circle_set {
  uint64_t low, high;
} circle_set;

/* A hole seen as a place on one of its circles. */
typedef struct circle_spot {
  uint8_t circle, order;
  uint32_t seen; /* where the table of what is seen from it begins */
} circle_spot;

/* How large sets and circles are: which of three builds of the same code a board needs. */
typedef enum circle_size { CIRCLE_SHORT, CIRCLE_NARROW, CIRCLE_WIDE } circle_size;

typedef struct circle_board {
  bool chain; /* or a rose */
  int rings, petals;
  int rows, row_length;
  int circles; /* the rings first, then the small ones line by line */
  uint8_t length[CIRCLE_CIRCLES_MAX];
  uint8_t hole[CIRCLE_CIRCLES_MAX][CIRCLE_LENGTH_MAX];
  circle_spot spot[CIRCLE_HOLES_MAX][CIRCLE_TRACKS];
  circle_set first[CIRCLE_CIRCLES_MAX]; /* the holes that have the circle as their first track */
  /* Along each track the next hole and the one after it. */
  uint8_t next[CIRCLE_HOLES_MAX][CIRCLE_TRACKS][CIRCLE_DIRECTIONS];
  uint8_t after[CIRCLE_HOLES_MAX][CIRCLE_TRACKS][CIRCLE_DIRECTIONS];
  circle_set holes;
  circle_size size;
  uint32_t men_bits[CIRCLE_HOLES_MAX][CIRCLE_TRACKS]; /* of circle_lines */
  /* What one comes to both ways along a circle of n holes: those up to the first man, and that man. By the men on the
     other holes, from the next one on, with bit n - 1 set; bit k of the result is the hole k further on. */
  uint16_t sight[1 << CIRCLE_LENGTH_MAX];
  /* Holes of a circle, by halves of its order, as words of a set. */
  uint64_t low[CIRCLE_CIRCLES_MAX][2][1 << CIRCLE_HALF], high[CIRCLE_CIRCLES_MAX][2][1 << CIRCLE_HALF];
  /* CIRCLE_SHORT: what one comes to from each spot, by the men on its circle. */
  uint64_t seen[(CIRCLE_SHORT_MAX * CIRCLE_HALF) << CIRCLE_HALF];
} circle_board;

/* How many holes such a board has. */
int asc_circle_board_holes(bool chain, int rings, int petals);
void asc_circle_board_fill(circle_board *board, bool chain, int rings, int petals);

ASC_INLINE int circle_hole(const circle_board *board, int row, int place) { return row * board->row_length + place; }
ASC_INLINE int circle_row(const circle_board *board, int hole) { return hole / board->row_length; }
ASC_INLINE int circle_place(const circle_board *board, int hole) { return hole % board->row_length; }
/* The line a hole belongs to, from 0; on a rose, its petal. */
ASC_INLINE int circle_line(const circle_board *board, int hole) { return circle_place(board, hole) / 2; }
/* Whether the hole lies on a ring; else two small circles cross there. */
ASC_INLINE bool circle_on_ring(const circle_board *board, int hole) {
  return board->spot[hole][0].circle < board->rings;
}
/* The track of the hole that runs along the circle, or -1. */
ASC_INLINE int circle_track(const circle_board *board, int hole, int circle) {
  for (int track = 0; track < CIRCLE_TRACKS; track++)
    if (board->spot[hole][track].circle == circle) return track;
  return -1;
}

ASC_INLINE circle_set circle_set_of(int hole) {
  return hole < 64 ? (circle_set){asc_bit(hole), 0} : (circle_set){0, asc_bit(hole - 64)};
}
ASC_INLINE bool circle_has(circle_set set, int hole) {
  return hole < 64 ? (set.low >> hole & 1) != 0 : (set.high >> (hole - 64) & 1) != 0;
}
ASC_INLINE bool circle_any(circle_set set) { return (set.low | set.high) != 0; }
ASC_INLINE int circle_count(circle_set set) { return asc_bits_count(set.low) + asc_bits_count(set.high); }
/* The set must not be empty. */
ASC_INLINE int circle_lowest(circle_set set) {
  return set.low != 0 ? asc_bits_lowest(set.low) : 64 + asc_bits_lowest(set.high);
}
/* Takes the lowest hole out of the set, which must not be empty. Both words are written: clang would keep a set in
   memory of which either may be, and not see that `high` stays 0. */
ASC_INLINE int circle_take(circle_set *set) {
  int hole = circle_lowest(*set);
  set->high = set->low != 0 ? set->high : asc_bits_drop(set->high);
  set->low = asc_bits_drop(set->low);
  return hole;
}
ASC_INLINE circle_set circle_or(circle_set a, circle_set b) { return (circle_set){a.low | b.low, a.high | b.high}; }
ASC_INLINE circle_set circle_and(circle_set a, circle_set b) { return (circle_set){a.low & b.low, a.high & b.high}; }
ASC_INLINE circle_set circle_without(circle_set a, circle_set b) {
  return (circle_set){a.low & ~b.low, a.high & ~b.high};
}
ASC_INLINE void circle_add(circle_set *set, circle_set more) { *set = circle_or(*set, more); }
ASC_INLINE void circle_remove(circle_set *set, circle_set less) { *set = circle_without(*set, less); }

/* The first word alone, where it is known that there is no more. */
ASC_INLINE circle_set circle_fit(circle_set set, circle_size size) {
  return size == CIRCLE_WIDE ? set : (circle_set){set.low, 0};
}

/* Holes of a circle, given as bits in its order, as a set. */
ASC_INLINE circle_set circle_of_order(const circle_board *board, int circle, uint32_t order, circle_size size) {
  enum { FIRST = (1 << CIRCLE_HALF) - 1 };
  uint32_t first = order & FIRST, second = order >> CIRCLE_HALF;
  circle_set set = {board->low[circle][0][first], board->high[circle][0][first]};
  if (second != 0) circle_add(&set, (circle_set){board->low[circle][1][second], board->high[circle][1][second]});
  return circle_fit(set, size);
}

/* The neighbours of all holes of the set. */
ASC_INLINE circle_set circle_beside(const circle_board *board, circle_set set) {
  circle_set sum = {0, 0};
  while (circle_any(set)) {
    const uint8_t(*next)[CIRCLE_DIRECTIONS] = board->next[circle_take(&set)];
    for (int track = 0; track < CIRCLE_TRACKS; track++)
      for (int direction = 0; direction < CIRCLE_DIRECTIONS; direction++)
        circle_add(&sum, circle_set_of(next[track][direction]));
  }
  return sum;
}

/* The holes whose two neighbours along one of their circles both belong to the set. */
ASC_INLINE circle_set circle_between(const circle_board *board, circle_set set) {
  circle_set sum = {0, 0};
  for (circle_set left = set; circle_any(left);) {
    int hole = circle_take(&left);
    for (int track = 0; track < CIRCLE_TRACKS; track++)
      if (circle_has(set, board->after[hole][track][CIRCLE_CLOCKWISE]))
        circle_add(&sum, circle_set_of(board->next[hole][track][CIRCLE_CLOCKWISE]));
  }
  return sum;
}

/* Whether one gets from a hole to another along one circle, with none of `men` between. */
ASC_INLINE bool circle_is_straight(const circle_board *board, circle_set men, int from, int to) {
  for (int track = 0; track < CIRCLE_TRACKS; track++) {
    circle_spot start = board->spot[from][track];
    int end = circle_track(board, to, start.circle), length = board->length[start.circle];
    if (end < 0) continue;
    int steps = (board->spot[to][end].order - start.order + length) % length;
    uint32_t all = ((uint32_t)1 << length) - 1,
             ends = (uint32_t)1 << start.order | (uint32_t)1 << board->spot[to][end].order;
    uint32_t turned = (((uint32_t)1 << steps) - 1) << start.order;
    uint32_t clockwise = (turned | turned >> length) & all & ~ends, backwards = all & ~ends & ~clockwise;
    if (!circle_any(circle_and(circle_of_order(board, start.circle, clockwise, CIRCLE_WIDE), men)) ||
        !circle_any(circle_and(circle_of_order(board, start.circle, backwards, CIRCLE_WIDE), men)))
      return true;
  }
  return false;
}

/* The men along each circle in its order, twice over, so that a shift turns any hole to the front. */
typedef struct circle_lines {
  uint32_t men[CIRCLE_CIRCLES_MAX];
} circle_lines;

ASC_INLINE void circle_lines_fill(const circle_board *board, circle_set men, circle_lines *lines, circle_size size) {
  int circles = size == CIRCLE_SHORT ? CIRCLE_SHORT_MAX : CIRCLE_CIRCLES_MAX; /* known: no call to clear so little */
  memset(lines->men, 0, (size_t)circles * sizeof lines->men[0]);
  while (circle_any(men)) {
    int hole = circle_take(&men);
    for (int track = 0; track < CIRCLE_TRACKS; track++) {
      lines->men[board->spot[hole][track].circle] |= board->men_bits[hole][track];
    }
  }
}

/* What one comes to from a spot both ways along its circle, in the order of the circle: the free holes, and the men
   that end the ways. One's own hole is not among them. */
ASC_INLINE uint32_t circle_sight(const circle_board *board, const circle_lines *lines, circle_spot from) {
  int length = board->length[from.circle];
  uint32_t self = (uint32_t)1 << (length - 1), others = lines->men[from.circle] >> (from.order + 1) & (self - 1);
  uint32_t turned = (uint32_t)board->sight[self | others] << from.order;
  return (turned | turned >> length) & (2 * self - 1);
}

/* The same as a set. */
ASC_INLINE circle_set circle_seen(const circle_board *board, const circle_lines *lines, circle_spot from,
                                  circle_size size) {
  if (size != CIRCLE_SHORT) return circle_of_order(board, from.circle, circle_sight(board, lines, from), size);
  return (circle_set){board->seen[from.seen + (uint8_t)lines->men[from.circle]], 0};
}

#endif
