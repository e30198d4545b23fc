/* The crossing circles, and sets of holes on them.

   Every hole lies on two tracks, its ring and its petal. A hole is the number ring * 16 + place, where ring 0 is the
   inner one and the places on a ring are counted clockwise from 0; petal p crosses ring r at the places 2p (its left
   side, seen from the middle) and 2p + 1 (its right side). The numbers do not depend on the size of the board: a ring
   always has its sixteen bits of a set, four rings to a word, and a board of up to four rings needs the first word
   only.

   Each circle has an order, clockwise round its own centre: a ring by its places, a petal from its left side inside,
   outwards, and back on the right side. How far one gets along a circle is looked up by the men on it. All rings share
   a table, by the men as seen from one's own hole; all petals share another. */
#ifndef ASC_GAMES_CIRCLE_BOARD_H
#define ASC_GAMES_CIRCLE_BOARD_H

#include "core/bits.h"

#include <stdbool.h>
#include <stdint.h>

enum {
  CIRCLE_RINGS_MAX = 6,
  CIRCLE_PETALS_MAX = 8,
  CIRCLE_STRIDE = 16,                     /* from a ring to the next */
  CIRCLE_WORD_RINGS = 64 / CIRCLE_STRIDE, /* rings in a word of a set */
  CIRCLE_HOLES_MAX = CIRCLE_RINGS_MAX * CIRCLE_STRIDE,
  CIRCLE_RING_ORDER_MAX = 2 * CIRCLE_PETALS_MAX,
  CIRCLE_PETAL_ORDER_MAX = 2 * CIRCLE_RINGS_MAX,
  CIRCLE_NO_HOLE = 127
};

/* In a word of a set: the left sides of all petals, and the first place of every ring. */
#define CIRCLE_LEFT_SIDES 0x5555555555555555U
#define CIRCLE_FIRST_PLACES 0x0001000100010001U

enum { CIRCLE_RING, CIRCLE_PETAL, CIRCLE_TRACKS };
enum { CIRCLE_CLOCKWISE, CIRCLE_BACKWARDS, CIRCLE_DIRECTIONS };

/* `high` has the rings from the fifth on. Where it is known to be 0 while compiling, it costs nothing. */
typedef struct circle_set {
  uint64_t low, high;
} circle_set;

typedef struct circle_board {
  int rings, petals;
  int length[CIRCLE_TRACKS]; /* holes on a ring, on a petal */
  circle_set holes;
  circle_set first, last;    /* on each ring, the first and the last place */
  circle_set inmost, utmost; /* the inner and the outer ring */
  uint8_t next[CIRCLE_HOLES_MAX][CIRCLE_TRACKS][CIRCLE_DIRECTIONS];
  /* How far one gets both ways along a circle before meeting a man, one's own hole included. Along a ring: by the men
     on the other holes, from the next one on; bit 0 of the result is one's own. Along a petal: by the men in its order,
     from its left (0) or right side (1) on a ring. */
  uint16_t ring_reach[1 << (CIRCLE_RING_ORDER_MAX - 1)];
  uint16_t petal_reach[1 << CIRCLE_PETAL_ORDER_MAX][CIRCLE_RINGS_MAX][2];
  circle_set petal_set[1 << CIRCLE_PETAL_ORDER_MAX]; /* holes of petal 0 in its order, as a set */
} circle_board;

void asc_circle_board_fill(circle_board *board, int rings, int petals);

ASC_INLINE int circle_hole(int ring, int place) { return ring * CIRCLE_STRIDE + place; }
ASC_INLINE int circle_ring(int hole) { return hole / CIRCLE_STRIDE; }
ASC_INLINE int circle_place(int hole) { return hole % CIRCLE_STRIDE; }
ASC_INLINE int circle_petal(int hole) { return circle_place(hole) / 2; }

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
/* Takes the lowest hole out of the set, which must not be empty. */
ASC_INLINE int circle_take(circle_set *set) {
  int hole = circle_lowest(*set);
  if (set->low != 0)
    set->low = asc_bits_drop(set->low);
  else
    set->high = asc_bits_drop(set->high);
  return hole;
}
ASC_INLINE circle_set circle_or(circle_set a, circle_set b) { return (circle_set){a.low | b.low, a.high | b.high}; }
ASC_INLINE circle_set circle_and(circle_set a, circle_set b) { return (circle_set){a.low & b.low, a.high & b.high}; }
ASC_INLINE circle_set circle_without(circle_set a, circle_set b) {
  return (circle_set){a.low & ~b.low, a.high & ~b.high};
}
ASC_INLINE void circle_add(circle_set *set, circle_set more) { *set = circle_or(*set, more); }
ASC_INLINE void circle_remove(circle_set *set, circle_set less) { *set = circle_without(*set, less); }

/* One word of rings, every hole moved on by one. No ring lies in two words. */
ASC_INLINE uint64_t circle_word_step(uint64_t word, uint64_t first, uint64_t last, int back, int direction) {
  return direction == CIRCLE_CLOCKWISE ? (word & ~last) << 1 | (word & last) >> back
                                       : (word & ~first) >> 1 | (word & first) << back;
}
ASC_INLINE circle_set circle_ring_step(const circle_board *board, circle_set set, int direction) {
  int back = board->length[CIRCLE_RING] - 1;
  return (circle_set){circle_word_step(set.low, board->first.low, board->last.low, back, direction),
                      circle_word_step(set.high, board->first.high, board->last.high, back, direction)};
}

ASC_INLINE circle_set circle_outwards(circle_set set) {
  return (circle_set){set.low << CIRCLE_STRIDE, set.high << CIRCLE_STRIDE | set.low >> (64 - CIRCLE_STRIDE)};
}
ASC_INLINE circle_set circle_inwards(circle_set set) {
  return (circle_set){set.low >> CIRCLE_STRIDE | set.high << (64 - CIRCLE_STRIDE), set.high >> CIRCLE_STRIDE};
}
/* Each hole exchanged for the other one of its ring and petal. */
ASC_INLINE circle_set circle_across(circle_set set) {
  const uint64_t left = CIRCLE_LEFT_SIDES;
  return (circle_set){(set.low & left) << 1 | (set.low & ~left) >> 1, (set.high & left) << 1 | (set.high & ~left) >> 1};
}

/* Every hole of the set moved on by one along its petal: one side goes outwards, the other inwards, and at both ends
   they cross over. */
ASC_INLINE circle_set circle_petal_step(const circle_board *board, circle_set set, int direction) {
  uint64_t outwards = direction == CIRCLE_CLOCKWISE ? CIRCLE_LEFT_SIDES : ~CIRCLE_LEFT_SIDES;
  circle_set out = circle_and(set, (circle_set){outwards, outwards});
  circle_set in = circle_without(set, out);
  circle_set crossing = circle_or(circle_and(out, board->utmost), circle_and(in, board->inmost));
  return circle_or(circle_across(crossing), circle_or(circle_outwards(circle_without(out, board->utmost)),
                                                      circle_inwards(circle_without(in, board->inmost))));
}

/* The neighbours of all holes of the set along one kind of track. */
ASC_INLINE circle_set circle_beside(const circle_board *board, circle_set set, int track) {
  if (track == CIRCLE_RING)
    return circle_or(circle_ring_step(board, set, CIRCLE_CLOCKWISE), circle_ring_step(board, set, CIRCLE_BACKWARDS));
  circle_set ends = circle_or(board->inmost, board->utmost);
  return circle_or(circle_and(circle_across(set), ends),
                   circle_and(circle_or(circle_outwards(set), circle_inwards(set)), board->holes));
}

/* The holes whose two neighbours along one of their circles both belong to the set. */
ASC_INLINE circle_set circle_between(const circle_board *board, circle_set set) {
  circle_set on_ring =
      circle_and(circle_ring_step(board, set, CIRCLE_CLOCKWISE), circle_ring_step(board, set, CIRCLE_BACKWARDS));
  circle_set on_petal =
      circle_and(circle_petal_step(board, set, CIRCLE_CLOCKWISE), circle_petal_step(board, set, CIRCLE_BACKWARDS));
  return circle_or(on_ring, on_petal);
}

/* The men along each circle in its order; on rings twice over, so that a shift turns any hole to the front. */
typedef struct circle_lines {
  uint32_t ring[CIRCLE_RINGS_MAX];
  uint32_t petal[CIRCLE_PETALS_MAX];
} circle_lines;

ASC_INLINE uint32_t circle_ring_bits(circle_set set, int ring) {
  return (uint32_t)((ring < CIRCLE_WORD_RINGS ? set.low : set.high) >> (ring % CIRCLE_WORD_RINGS * CIRCLE_STRIDE)) &
         0xffff;
}
ASC_INLINE circle_set circle_ring_set(uint32_t bits, int ring) {
  uint64_t word = (uint64_t)bits << (ring % CIRCLE_WORD_RINGS * CIRCLE_STRIDE);
  return ring < CIRCLE_WORD_RINGS ? (circle_set){word, 0} : (circle_set){0, word};
}
ASC_INLINE circle_set circle_petal_set(const circle_board *board, uint32_t order, int petal) {
  circle_set set = board->petal_set[order];
  return (circle_set){set.low << 2 * petal, set.high << 2 * petal};
}

/* The bits 0, 16, 32 and 48 of a word, one place on four rings, as a number of four bits: in this order, and the other
   way round. The factor brings each of them to a bit of its own from 48 on. */
ASC_INLINE uint32_t circle_gather(uint64_t word) {
  return (uint32_t)((word & CIRCLE_FIRST_PLACES) * 0x0001000200040008U >> 48) & 15;
}
ASC_INLINE uint32_t circle_gather_back(uint64_t word) {
  return (uint32_t)((word & CIRCLE_FIRST_PLACES) * 0x0008000400020001U >> 48) & 15;
}
/* The holes of a petal in its order: those of its left side from the first bit on, those of its right side up to the
   last. */
ASC_INLINE uint32_t circle_petal_bits(const circle_board *board, circle_set set, int petal) {
  uint64_t low = set.low >> 2 * petal, high = set.high >> 2 * petal;
  uint32_t left = circle_gather(low) | circle_gather(high) << CIRCLE_WORD_RINGS;
  uint32_t right = circle_gather_back(low >> 1) << CIRCLE_WORD_RINGS | circle_gather_back(high >> 1);
  return left | right << board->length[CIRCLE_PETAL] >> 2 * CIRCLE_WORD_RINGS;
}

ASC_INLINE void circle_lines_fill(const circle_board *board, circle_set men, circle_lines *lines) {
  for (int ring = 0; ring < board->rings; ring++) {
    uint32_t bits = circle_ring_bits(men, ring);
    lines->ring[ring] = bits | bits << board->length[CIRCLE_RING];
  }
  for (int petal = 0; petal < board->petals; petal++) lines->petal[petal] = circle_petal_bits(board, men, petal);
}

/* From a place on a ring, as places. */
ASC_INLINE uint32_t circle_ring_reach(const circle_board *board, const circle_lines *lines, int ring, int place) {
  int length = board->length[CIRCLE_RING];
  uint32_t all = ((uint32_t)1 << length) - 1;
  uint32_t turned = (uint32_t)board->ring_reach[lines->ring[ring] >> (place + 1) & all >> 1] << place;
  return (turned | turned >> length) & all;
}

/* The holes one gets to from `hole` both ways along its ring or petal before meeting a man, `hole` included. */
ASC_INLINE circle_set circle_reach(const circle_board *board, const circle_lines *lines, int hole, int track) {
  int ring = circle_ring(hole), petal = circle_petal(hole);
  if (track == CIRCLE_RING) return circle_ring_set(circle_ring_reach(board, lines, ring, circle_place(hole)), ring);
  return circle_petal_set(board, board->petal_reach[lines->petal[petal]][ring][hole % 2], petal);
}

/* Where bends lead. No two petals share a place on a ring, so one set tells for all petals how far one gets along them
   from the left or the right side of each on a given ring; and one set tells for all rings how far one gets along them
   from a given petal. Its two sides are neighbours on a ring: where both are free they lead to the same holes. */
typedef struct circle_bends {
  circle_set along_petals[CIRCLE_RINGS_MAX][2];
  circle_set along_rings[CIRCLE_PETALS_MAX];
} circle_bends;

ASC_INLINE void circle_bends_fill(const circle_board *board, const circle_lines *lines, circle_bends *bends) {
  for (int ring = 0; ring < board->rings; ring++) {
    circle_set left = {0, 0}, right = {0, 0};
    for (int petal = 0; petal < board->petals; petal++) {
      const uint16_t *reach = board->petal_reach[lines->petal[petal]][ring];
      circle_add(&left, circle_petal_set(board, reach[0], petal));
      circle_add(&right, circle_petal_set(board, reach[1], petal));
    }
    bends->along_petals[ring][0] = left;
    bends->along_petals[ring][1] = right;
  }
  for (int petal = 0; petal < board->petals; petal++) {
    circle_set sum = {0, 0};
    for (int ring = 0; ring < board->rings; ring++) {
      int left = 2 * petal, taken = (int)(lines->ring[ring] >> left & 1);
      circle_add(&sum, circle_ring_set(circle_ring_reach(board, lines, ring, left + taken), ring));
    }
    bends->along_rings[petal] = sum;
  }
}

/* The holes one gets to by changing to the other track on any of `holes`, all of them free and on the one circle of
   `hole` along `track`; they are included. */
ASC_INLINE circle_set circle_bend(const circle_bends *bends, int hole, int track, circle_set holes) {
  int ring = circle_ring(hole), petal = circle_petal(hole);
  if (track == CIRCLE_RING) {
    uint64_t bits = circle_ring_bits(holes, ring), left = bits & CIRCLE_LEFT_SIDES,
             right = bits >> 1 & CIRCLE_LEFT_SIDES;
    uint64_t left_petals = 3 * left * CIRCLE_FIRST_PLACES, right_petals = 3 * right * CIRCLE_FIRST_PLACES;
    return circle_or(circle_and(bends->along_petals[ring][0], (circle_set){left_petals, left_petals}),
                     circle_and(bends->along_petals[ring][1], (circle_set){right_petals, right_petals}));
  }
  uint64_t low = holes.low >> 2 * petal, high = holes.high >> 2 * petal;
  return circle_and(bends->along_rings[petal], (circle_set){((low | low >> 1) & CIRCLE_FIRST_PLACES) * 0xffff,
                                                            ((high | high >> 1) & CIRCLE_FIRST_PLACES) * 0xffff});
}

#endif
