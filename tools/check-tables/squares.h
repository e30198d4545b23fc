/* Sets of squares of a board of size 4 or 5: their numbers, images, classes and relays, and the ways a precursor can
   go.

   All of it is written from docs/formats.md and the rules of Delta. Nothing of src/ or include/ is used here: a mistake
   there must not be repeated by the program that looks for it. */
#ifndef CHECK_SQUARES_H
#define CHECK_SQUARES_H

#include <stdbool.h>
#include <stdint.h>

enum {
  MOST_SQUARES = 25,
  MOST_PAWNS = 9,
  MOST_WAYS = 176, /* of an empty board of size 5 */
  LOW_BITS = 13,   /* tables over sets are cut in two: these squares, and the rest */
  LOW_SETS = 1 << LOW_BITS,
  HIGH_SETS = 1 << (MOST_SQUARES - LOW_BITS),
};
#define NO_ROW UINT32_MAX

typedef uint32_t set; /* bit s is set for square s */

/* How a precursor can go on the empty board. */
typedef struct way {
  set from, path, to, tracer; /* path: the squares crossed, and the one reached */
} way;

/* The classes of the sets with so many pawns, under the eight symmetries. */
typedef struct classes {
  uint32_t rows;
  set *first;    /* the smallest set of the class of each row, ascending */
  uint32_t *row; /* by the number of a set: 8 * its row + the image that makes it the first; NO_ROW with a relay */
} classes;

/* A set given on the squares that another set leaves free, counted from 0, spread to the board. */
typedef struct spread {
  set low[LOW_SETS], high[HIGH_SETS];
} spread;

/* How a set of pawns makes a relay at once: on each of these paths, while the other side leaves it free. */
typedef struct relays {
  int count;
  set paths[MOST_WAYS];
} relays;

/* The board; made once by squares_init and only read after. */
typedef struct board {
  int size, squares, way_count;
  way ways[MOST_WAYS];
  uint32_t choose[MOST_SQUARES + 2][MOST_SQUARES + 2];
  uint8_t count_low[LOW_SETS];                   /* squares in a set */
  uint32_t number_low[LOW_SETS];                 /* what these squares add to a set's number */
  uint32_t number_high[LOW_BITS + 1][HIGH_SETS]; /* and the rest, after so many squares below */
  set image_low[8][LOW_SETS], image_high[8][HIGH_SETS];
  set relay_from[4];              /* where a relay can begin, by direction */
  uint8_t pack[32][32], left[32]; /* for `packed`: five squares at a time */
} board;
extern board the_board;

void squares_init(int size);
/* False when there is no memory. */
bool classes_make(classes *made, int pawns);
/* All sets of `pawns` of the squares 0 to `squares` - 1, ascending; null when there is no memory. */
set *subsets(int squares, int pawns);
void spread_make(spread *made, set taken);
/* `lifting`: all pawns stand, and a turn takes its tracer from the board. */
void relays_find(relays *found, set own, bool lifting);

/* How many sets with as many squares are smaller. */
static inline uint32_t number(set s) {
  set low = s & (LOW_SETS - 1);
  return the_board.number_low[low] + the_board.number_high[the_board.count_low[low]][s >> LOW_BITS];
}

static inline set image(int which, set s) {
  return the_board.image_low[which][s & (LOW_SETS - 1)] | the_board.image_high[which][s >> LOW_BITS];
}

static inline set spread_set(const spread *by, set s) { return by->low[s & (LOW_SETS - 1)] | by->high[s >> LOW_BITS]; }

/* The reverse of spread_set: where the squares of s come when only those not taken are counted. */
static inline set packed(set s, set taken) {
  set all = 0;
  for (int i = 0, shift = 0; i < MOST_SQUARES; i += 5) {
    set gone = taken >> i & 31;
    all |= (set)the_board.pack[gone][s >> i & 31] << shift;
    shift += the_board.left[gone];
  }
  return all;
}

static inline bool relay_open(const relays *by, set other) {
  for (int i = 0; i < by->count; i++)
    if (!(by->paths[i] & other)) return true;
  return false;
}

static inline bool has_relay(set s) {
  const set *from = the_board.relay_from;
  int n = the_board.size;
  return (s & s >> 1 & s >> 2 & s >> 3 & from[0]) | (s & s >> n & s >> 2 * n & s >> 3 * n & from[1]) |
         (s & s >> (n + 1) & s >> 2 * (n + 1) & s >> 3 * (n + 1) & from[2]) |
         (s & s >> (n - 1) & s >> 2 * (n - 1) & s >> 3 * (n - 1) & from[3]);
}

#endif
