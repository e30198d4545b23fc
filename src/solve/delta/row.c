/* Tries every move for 32 sets at once. See row.h for the idea.

   A pattern is split in two: its lowest LANE_BITS squares choose a lane, and the rest is the number of a block of
   LANES values. solve_row takes these steps: 1. put the values of the next layer into an array by pattern; 2. try
   all moves and keep the best value of each pattern; 3. collect the values of the mover's sets. */
#include "row.h"

#include "engine/common/large_pages.h"

#include <stdlib.h>
#include <string.h>

enum {
  LANE_BITS = 5,
  LANES = 1 << LANE_BITS, /* lanes in a block: the patterns that differ only in the lowest squares */
  DIMENSIONS_MAX = ASC_TABLEBASE_SQUARES_MAX - LANE_BITS,
  NONE = -128 /* no move found yet */
};

typedef int8_t lanes __attribute__((vector_size(LANES)));
typedef int8_t loose_lanes __attribute__((vector_size(LANES), aligned(1)));

struct solve_row_patterns {
  uint32_t *pattern[DIMENSIONS_MAX + 1];                  /* by number of bits: all patterns, fewest set bits first */
  uint32_t start[DIMENSIONS_MAX + 1][DIMENSIONS_MAX + 2]; /* where the patterns with so many set bits start */
};

static bool patterns_make(solve_row_patterns *patterns, int dimensions) {
  uint32_t *start = patterns->start[dimensions], count = (uint32_t)1 << dimensions;
  uint32_t *pattern = patterns->pattern[dimensions] = malloc(count * sizeof *pattern);
  if (pattern == NULL) return false;
  start[0] = 0;
  for (int bits = 0; bits <= dimensions; bits++)
    start[bits + 1] = start[bits] + asc_tablebase_binomial(dimensions, bits);
  uint32_t at[DIMENSIONS_MAX + 1];
  memcpy(at, start, sizeof at);
  for (uint32_t i = 0; i < count; i++) pattern[at[asc_bits_count(i)]++] = i;
  return true;
}

solve_row_patterns *solve_row_patterns_open(const asc_tablebase_plan *plan) {
  solve_row_patterns *patterns = calloc(1, sizeof *patterns);
  for (int d = 0; patterns != NULL && d <= plan->board.square_count - LANE_BITS; d++)
    if (!patterns_make(patterns, d)) {
      solve_row_patterns_close(patterns);
      return NULL;
    }
  return patterns;
}

void solve_row_patterns_close(solve_row_patterns *patterns) {
  for (int d = 0; patterns != NULL && d <= DIMENSIONS_MAX; d++) free(patterns->pattern[d]);
  free(patterns);
}

/* A load may start up to a whole array before or after a value that counts. So each array has that much unused space
   on both sides. */
bool solve_row_workspace_open(solve_row_workspace *workspace, const asc_tablebase_plan *plan,
                              const solve_row_patterns *patterns) {
  size_t cube = (size_t)1 << plan->board.square_count;
  *workspace = (solve_row_workspace){.patterns = patterns};
  workspace->memory_bytes = 7 * cube;
  workspace->memory = asc_large_pages_alloc_lazy(workspace->memory_bytes);
  if (workspace->memory == NULL) return false;
  workspace->next_values = workspace->memory + cube;
  workspace->best_after_removal = workspace->next_values + 2 * cube;
  workspace->best = workspace->best_after_removal + 2 * cube;
  return true;
}

void solve_row_workspace_close(solve_row_workspace *workspace) {
  asc_large_pages_free(workspace->memory, workspace->memory_bytes);
}

/* The lanes of a block that count. All others read as NONE. */
typedef struct row_mask {
  lanes shown; /* all bits set in a lane that counts */
  lanes none;  /* NONE in a lane that does not count */
} row_mask;

static void mask_make(row_mask *mask, uint32_t must, uint32_t mustnot) {
  for (uint32_t i = 0; i < LANES; i++) {
    bool counts = (i & must) == (must & (LANES - 1)) && (i & mustnot) == 0;
    mask->shown[i] = counts ? -1 : 0;
    mask->none[i] = counts ? 0 : NONE;
  }
}

/* All patterns that have the bits of `must` set and the bits of `mustnot` clear, by block and lane. */
typedef struct row_range {
  uint32_t rest, fixed;       /* bits of the block number: those that may vary, and those that are set */
  const uint32_t *from, *end; /* patterns of the varying bits */
  row_mask mask;
} row_range;

static void range_make(row_range *range, const solve_row_patterns *patterns, int squares, int bits, uint32_t must,
                       uint32_t mustnot) {
  uint32_t high = ((uint32_t)1 << (squares - LANE_BITS)) - 1;
  range->fixed = must >> LANE_BITS;
  range->rest = high & ~range->fixed & ~(mustnot >> LANE_BITS);
  int dimensions = asc_bits_count(range->rest), bits_max = bits - asc_bits_count(range->fixed),
      bits_min = bits_max - LANE_BITS;
  if (bits_min < 0) bits_min = 0;
  if (bits_max > dimensions) bits_max = dimensions;
  const uint32_t *pattern = patterns->pattern[dimensions], *start = patterns->start[dimensions];
  range->from = bits_min <= bits_max ? pattern + start[bits_min] : pattern;
  range->end = bits_min <= bits_max ? pattern + start[bits_max + 1] : pattern;
  mask_make(&range->mask, must, mustnot);
}

/* Replaces each lane of *best by the value at `at` if that is greater and the lane counts. */
ASC_INLINE void keep_greater(lanes *best, const int8_t *at, const row_mask *mask) {
  lanes values = (*(const loose_lanes *)at & mask->shown) | mask->none, which = values > *best;
  *best = (values & which) | (*best & ~which);
}

/* For each pattern i of the range: out[i] becomes the greater of out[i] and in[i + step]. */
ASC_TARGET_CLONES static void solve_row_keep_greater(int8_t *out, const int8_t *in, ptrdiff_t step,
                                                     const row_range *range) {
  row_mask mask = range->mask;
  uint32_t rest = range->rest, fixed = range->fixed;
  in += step;
  for (const uint32_t *at = range->from; at < range->end; at++) {
    size_t i = (size_t)(asc_bits_deposit(*at, rest) | fixed) << LANE_BITS;
    keep_greater((lanes *)(out + i), in + i, &mask);
  }
}

/* In the last layer a move of set O removes pawn a, places b and t, and then removes one more pawn p. For N = O - a
   + b + t, best_out[N] is the greatest in[N - p] over every p in N except b and t. */
ASC_TARGET_CLONES static void solve_row_removals(int8_t *best_out, const int8_t *in, uint32_t pair,
                                                 const row_range *range) {
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
    uint32_t removed = (uint32_t)asc_bits_deposit(*at, rest);
    size_t i = (size_t)(removed | fixed) << LANE_BITS;
    lanes best;
    memset(&best, NONE, sizeof best);
    for (; removed != 0; removed &= removed - 1)
      keep_greater(&best, in + i - ((size_t)(removed & -removed) << LANE_BITS), &whole);
    for (int p = 0; p < lows; p++) keep_greater(&best, in + i - low_steps[p], &low_masks[p]);
    *(lanes *)(best_out + i) = best;
  }
}

typedef struct free_squares {
  uint32_t left; /* squares that `other` leaves free */
  int squares;   /* how many there are */
  const solve_row_patterns *patterns;
} free_squares;

static uint32_t local(const free_squares *squares_left, uint32_t set) {
  return (uint32_t)asc_bits_extract(set, squares_left->left);
}

static bool is_open(const free_squares *squares_left, const asc_tablebase_move *move) {
  return ((move->from | move->path) & ~squares_left->left) == 0;
}

/* Tries one move for all sets of `own` that can make it. */
static void try_move(const asc_tablebase_layer_plan *layer, const free_squares *squares_left,
                     solve_row_workspace *workspace, const int8_t *in, const asc_tablebase_move *move) {
  row_range range;
  uint32_t from = local(squares_left, move->from), placed = local(squares_left, move->to | move->tracer);
  range_make(&range, squares_left->patterns, squares_left->squares, layer->own_pawns, from,
             local(squares_left, move->path));
  solve_row_keep_greater(workspace->best, in, (ptrdiff_t)placed - (ptrdiff_t)from, &range);
}

static void try_moves(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer,
                      const free_squares *squares_left, solve_row_workspace *workspace) {
  const asc_tablebase_board *board = &plan->board;
  for (int i = 0; i < board->move_count; i++)
    if (is_open(squares_left, &board->moves[i]))
      try_move(layer, squares_left, workspace, workspace->next_values, &board->moves[i]);
}

/* The last layer. Moves that place pawns on the same two squares share the array best_after_removal. */
static void try_moves_last(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer,
                           const free_squares *squares_left, solve_row_workspace *workspace) {
  const asc_tablebase_board *board = &plan->board;
  uint32_t done[ASC_TABLEBASE_MOVES_MAX];
  int pairs = 0;
  for (int i = 0; i < board->move_count; i++) {
    uint32_t pair = board->moves[i].to | board->moves[i].tracer;
    int seen = 0;
    if (!is_open(squares_left, &board->moves[i])) continue;
    while (seen < pairs && done[seen] != pair) seen++;
    if (seen < pairs) continue;
    done[pairs++] = pair;
    row_range range;
    uint32_t here = local(squares_left, pair);
    range_make(&range, squares_left->patterns, squares_left->squares, layer->own_pawns + 1, here, 0);
    solve_row_removals(workspace->best_after_removal, workspace->next_values, here, &range);
    for (int j = i; j < board->move_count; j++)
      if ((board->moves[j].to | board->moves[j].tracer) == pair && is_open(squares_left, &board->moves[j]))
        try_move(layer, squares_left, workspace, workspace->best_after_removal, &board->moves[j]);
  }
}

/* On the first two plies, and as Black's alternative on the fourth, a pawn may be placed on any free square. */
static void try_placements(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer,
                           const free_squares *squares_left, solve_row_workspace *workspace) {
  for (int square = 0; square < plan->board.square_count; square++) {
    uint32_t at = (uint32_t)1 << square;
    asc_tablebase_move placed = {0, at, at, at};
    if (is_open(squares_left, &placed)) try_move(layer, squares_left, workspace, workspace->next_values, &placed);
  }
}

/* Returns a value of the next layer as seen one ply earlier, by the side that moved. */
static int8_t value_before(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer, int8_t next) {
  if (layer->is_last) return (int8_t)(next < 0 ? ~next : -next);
  if (next == ASC_TABLEBASE_NO_POSITION) return (int8_t)layer->relay_points;
  return (int8_t)-asc_tablebase_value_points(&plan->layers[layer->pawns + 1], next);
}

void solve_row(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer, solve_row_workspace *workspace,
               uint32_t other, const int8_t *next, int8_t *values) {
  enum { FIRST_PLACEMENT = 0, SECOND_PLACEMENT = 1, PLACEMENT_OR_MOVE = 3 };
  free_squares squares_left = {plan->board.all_squares & ~other, plan->board.square_count - layer->other_pawns,
                               workspace->patterns};
  const asc_tablebase_ranking *after = layer->is_last ? &layer->columns : &plan->layers[layer->pawns + 1].columns;
  int8_t before[256], no_move_value = layer->is_last ? ASC_TABLEBASE_LAST_NO_MOVE : -1;
  for (int v = -128; v < 128; v++) before[(uint8_t)v] = value_before(plan, layer, (int8_t)v);
  for (uint32_t i = 0; i < after->count; i++) workspace->next_values[after->subsets[i]] = before[(uint8_t)next[i]];
  memset(workspace->best, NONE, (size_t)1 << squares_left.squares);
  if (layer->is_last)
    try_moves_last(plan, layer, &squares_left, workspace);
  else if (layer->pawns != FIRST_PLACEMENT && layer->pawns != SECOND_PLACEMENT)
    try_moves(plan, layer, &squares_left, workspace);
  if (layer->pawns == FIRST_PLACEMENT || layer->pawns == SECOND_PLACEMENT || layer->pawns == PLACEMENT_OR_MOVE)
    try_placements(plan, layer, &squares_left, workspace);
  for (uint32_t i = 0; i < layer->movers.count; i++) {
    int8_t best = workspace->best[layer->movers.subsets[i]];
    values[i] = best == NONE ? no_move_value : best;
  }
}
