#include "row.h"

#include "engine/common/pages.h"

#include <stdlib.h>
#include <string.h>

enum {
  LANE_BITS = 5,
  LANES = 1 << LANE_BITS, /* of a block: the sets that differ in the lowest squares only */
  DIMENSIONS_MAX = RETRO_SQUARES_MAX - LANE_BITS,
  NONE = -128 /* no move yet */
};

typedef int8_t lanes __attribute__((vector_size(LANES)));
typedef int8_t loose_lanes __attribute__((vector_size(LANES), aligned(1)));

struct retro_blocks {
  uint32_t *pattern[DIMENSIONS_MAX + 1];
  uint32_t start[DIMENSIONS_MAX + 1][DIMENSIONS_MAX + 2]; /* of the patterns with so many bits */
};

static bool patterns_make(retro_blocks *blocks, int dimensions) {
  uint32_t *start = blocks->start[dimensions], count = (uint32_t)1 << dimensions;
  uint32_t *pattern = blocks->pattern[dimensions] = malloc(count * sizeof *pattern);
  if (pattern == NULL) return false;
  start[0] = 0;
  for (int bits = 0; bits <= dimensions; bits++) start[bits + 1] = start[bits] + asc_retro_binomial(dimensions, bits);
  uint32_t at[DIMENSIONS_MAX + 1];
  memcpy(at, start, sizeof at);
  for (uint32_t i = 0; i < count; i++) pattern[at[asc_bits_count(i)]++] = i;
  return true;
}

retro_blocks *asc_retro_blocks_open(const retro_plan *plan) {
  retro_blocks *blocks = calloc(1, sizeof *blocks);
  for (int d = 0; blocks != NULL && d <= plan->board.squares - LANE_BITS; d++)
    if (!patterns_make(blocks, d)) {
      asc_retro_blocks_close(blocks);
      return NULL;
    }
  return blocks;
}

void asc_retro_blocks_close(retro_blocks *blocks) {
  for (int d = 0; blocks != NULL && d <= DIMENSIONS_MAX; d++) free(blocks->pattern[d]);
  free(blocks);
}

/* A load may begin at most the whole cube before or after an entry that counts: there is room, never used. */
bool asc_retro_desk_open(retro_desk *desk, const retro_plan *plan, const retro_blocks *blocks) {
  size_t cube = (size_t)1 << plan->board.squares;
  *desk = (retro_desk){.blocks = blocks};
  desk->size = 7 * cube;
  desk->room = asc_pages_open_lazily(desk->size);
  if (desk->room == NULL) return false;
  desk->in = desk->room + cube;
  desk->shade = desk->in + 2 * cube;
  desk->out = desk->shade + 2 * cube;
  return true;
}

void asc_retro_desk_close(retro_desk *desk) { asc_pages_close(desk->room, desk->size); }

/* Which lanes of a block count; the others read as NONE. */
typedef struct row_mask {
  lanes shown; /* all bits set in a lane that counts */
  lanes none;  /* NONE in a lane that does not */
} row_mask;

static void mask_make(row_mask *mask, uint32_t must, uint32_t mustnot) {
  for (uint32_t i = 0; i < LANES; i++) {
    bool counts = (i & must) == (must & (LANES - 1)) && (i & mustnot) == 0;
    mask->shown[i] = counts ? -1 : 0;
    mask->none[i] = counts ? 0 : NONE;
  }
}

/* Entries that have all of `must` and none of `mustnot` set, by block and lane. */
typedef struct row_range {
  uint32_t rest, fixed; /* bits of the block's number: the free ones, and those that are set */
  const uint32_t *from, *end;
  row_mask mask;
} row_range;

static void range_make(row_range *range, const retro_blocks *blocks, int squares, int bits, uint32_t must,
                       uint32_t mustnot) {
  uint32_t high = ((uint32_t)1 << (squares - LANE_BITS)) - 1;
  range->fixed = must >> LANE_BITS;
  range->rest = high & ~range->fixed & ~(mustnot >> LANE_BITS);
  int dimensions = asc_bits_count(range->rest), most = bits - asc_bits_count(range->fixed), least = most - LANE_BITS;
  if (least < 0) least = 0;
  if (most > dimensions) most = dimensions;
  const uint32_t *pattern = blocks->pattern[dimensions], *start = blocks->start[dimensions];
  range->from = least <= most ? pattern + start[least] : pattern;
  range->end = least <= most ? pattern + start[most + 1] : pattern;
  mask_make(&range->mask, must, mustnot);
}

/* Keeps the greater of *best and the entries at `at`, lane by lane, where they count. */
ASC_INLINE void keep_greater(lanes *best, const int8_t *at, const row_mask *mask) {
  lanes values = (*(const loose_lanes *)at & mask->shown) | mask->none, which = values > *best;
  *best = (values & which) | (*best & ~which);
}

/* out[i] = the greater of out[i] and in[i + step], over the range. */
ASC_FAST static void retro_row_keep(int8_t *out, const int8_t *in, ptrdiff_t step, const row_range *range) {
  row_mask mask = range->mask;
  uint32_t rest = range->rest, fixed = range->fixed;
  in += step;
  for (const uint32_t *at = range->from; at < range->end; at++) {
    size_t i = (size_t)(asc_bits_spread(*at, rest) | fixed) << LANE_BITS;
    keep_greater((lanes *)(out + i), in + i, &mask);
  }
}

/* In the last layer a move from O takes a, puts b and t, and lifts one more pawn p: shade[N] is the best in[N - p] for
   N = O - a + b + t, over every p of N but b and t. */
ASC_FAST static void retro_row_shade(int8_t *shade, const int8_t *in, uint32_t pair, const row_range *range) {
  uint32_t rest = range->rest, fixed = range->fixed;
  row_mask whole, low_masks[LANE_BITS];
  int low_steps[LANE_BITS], lows = 0;
  mask_make(&whole, 0, 0);
  for (int p = 0; p < LANE_BITS; p++) {
    if (pair >> p & 1) continue;
    mask_make(&low_masks[lows], 1u << p, 0);
    low_steps[lows++] = 1 << p;
  }
  for (const uint32_t *at = range->from; at < range->end; at++) {
    uint32_t lifted = (uint32_t)asc_bits_spread(*at, rest);
    size_t i = (size_t)(lifted | fixed) << LANE_BITS;
    lanes best;
    memset(&best, NONE, sizeof best);
    for (; lifted != 0; lifted &= lifted - 1)
      keep_greater(&best, in + i - ((size_t)(lifted & -lifted) << LANE_BITS), &whole);
    for (int p = 0; p < lows; p++) keep_greater(&best, in + i - low_steps[p], &low_masks[p]);
    *(lanes *)(shade + i) = best;
  }
}

typedef struct row_ground {
  uint32_t left; /* the squares that `other` leaves */
  int squares;
  const retro_blocks *blocks;
} row_ground;

static uint32_t local(const row_ground *ground, uint32_t set) { return (uint32_t)asc_bits_gather(set, ground->left); }

static bool possible(const row_ground *ground, const retro_way *way) {
  return ((way->from | way->over) & ~ground->left) == 0;
}

/* One way, for all sets of `own` that can take it. */
static void way_try(const retro_layer *layer, const row_ground *ground, retro_desk *desk, const int8_t *in,
                    const retro_way *way) {
  row_range range;
  uint32_t from = local(ground, way->from), put = local(ground, way->to | way->tracer);
  range_make(&range, ground->blocks, ground->squares, layer->own, from, local(ground, way->over));
  retro_row_keep(desk->out, in, (ptrdiff_t)put - (ptrdiff_t)from, &range);
}

static void ways_try(const retro_plan *plan, const retro_layer *layer, const row_ground *ground, retro_desk *desk) {
  const retro_board *board = &plan->board;
  for (int i = 0; i < board->way_count; i++)
    if (possible(ground, &board->ways[i])) way_try(layer, ground, desk, desk->in, &board->ways[i]);
}

/* The last layer: ways that end with pawns on the same two squares share their shade. */
static void ways_try_last(const retro_plan *plan, const retro_layer *layer, const row_ground *ground,
                          retro_desk *desk) {
  const retro_board *board = &plan->board;
  uint32_t done[RETRO_WAYS_MAX];
  int pairs = 0;
  for (int i = 0; i < board->way_count; i++) {
    uint32_t pair = board->ways[i].to | board->ways[i].tracer;
    int seen = 0;
    if (!possible(ground, &board->ways[i])) continue;
    while (seen < pairs && done[seen] != pair) seen++;
    if (seen < pairs) continue;
    done[pairs++] = pair;
    row_range range;
    uint32_t here = local(ground, pair);
    range_make(&range, ground->blocks, ground->squares, layer->own + 1, here, 0);
    retro_row_shade(desk->shade, desk->in, here, &range);
    for (int j = i; j < board->way_count; j++)
      if ((board->ways[j].to | board->ways[j].tracer) == pair && possible(ground, &board->ways[j]))
        way_try(layer, ground, desk, desk->shade, &board->ways[j]);
  }
}

/* The first two plies, and Black's choice on the fourth: a pawn on any free square. */
static void puts_try(const retro_plan *plan, const retro_layer *layer, const row_ground *ground, retro_desk *desk) {
  for (int square = 0; square < plan->board.squares; square++) {
    uint32_t at = (uint32_t)1 << square;
    retro_way put = {0, at, at, at};
    if (possible(ground, &put)) way_try(layer, ground, desk, desk->in, &put);
  }
}

/* A value of the next layer, seen one ply earlier. */
static int8_t value_before(const retro_plan *plan, const retro_layer *layer, int8_t next) {
  if (layer->last) return (int8_t)(next < 0 ? ~next : -next);
  if (next == RETRO_OVER) return (int8_t)layer->relay;
  return (int8_t)-asc_retro_value_points(&plan->layers[layer->pawns + 1], next);
}

void asc_retro_row_solve(const retro_plan *plan, const retro_layer *layer, retro_desk *desk, uint32_t other,
                         const int8_t *next, int8_t *values) {
  enum { PUT_FIRST = 0, PUT_SECOND = 1, PUT_OR_MOVE = 3 };
  row_ground ground = {plan->board.all & ~other, plan->board.squares - layer->other, desk->blocks};
  const retro_ranking *after = layer->last ? &layer->columns : &plan->layers[layer->pawns + 1].columns;
  int8_t before[256], stuck = layer->last ? RETRO_LAST_STUCK : -1;
  for (int v = -128; v < 128; v++) before[(uint8_t)v] = value_before(plan, layer, (int8_t)v);
  for (uint32_t i = 0; i < after->count; i++) desk->in[after->subset[i]] = before[(uint8_t)next[i]];
  memset(desk->out, NONE, (size_t)1 << ground.squares);
  if (layer->last)
    ways_try_last(plan, layer, &ground, desk);
  else if (layer->pawns != PUT_FIRST && layer->pawns != PUT_SECOND)
    ways_try(plan, layer, &ground, desk);
  if (layer->pawns == PUT_FIRST || layer->pawns == PUT_SECOND || layer->pawns == PUT_OR_MOVE)
    puts_try(plan, layer, &ground, desk);
  for (uint32_t i = 0; i < layer->movers.count; i++) {
    int8_t best = desk->out[layer->movers.subset[i]];
    values[i] = best == NONE ? stuck : best;
  }
}
