/* Computes the values of all positions with the same other side from one row of the next layer.

   The pawns of `other` do not move, so only the n squares that they leave free matter. A set of `own` on these
   squares is a pattern of n bits, and values are held in arrays indexed by that pattern. A move removes a pawn from
   a and places pawns on b and t. It changes the index of every set for which it is legal by the same amount. So a
   move is tried for 32 sets at once: load 32 values at that offset, mask those to which it does not apply, and keep
   the greater values. */
#ifndef ASC_SOLVE_DELTA_ROW_H
#define ASC_SOLVE_DELTA_ROW_H

#include "plan.h"

typedef struct solve_row_patterns solve_row_patterns;

/* The working memory of one thread. */
typedef struct solve_row_workspace {
  int8_t *memory; /* holds the three arrays */
  size_t memory_bytes;
  int8_t *next_values, *best, *best_after_removal; /* indexed by pattern, with unused space around each */
  const solve_row_patterns *patterns;              /* shared by all threads */
} solve_row_workspace;

/* Allocates the list of patterns of d bits, ordered by their number of set bits, for every d that a layer needs.
   Returns NULL if memory runs out. All workspaces share it. */
solve_row_patterns *solve_row_patterns_open(const asc_tablebase_plan *plan);
void solve_row_patterns_close(solve_row_patterns *patterns);

/* Allocates a workspace. Returns false if memory runs out. `patterns` must outlive it. */
bool solve_row_workspace_open(solve_row_workspace *workspace, const asc_tablebase_plan *plan,
                              const solve_row_patterns *patterns);
void solve_row_workspace_close(solve_row_workspace *workspace);

/* Solves one row. `next` is the row of `other` in the next layer; in the last layer, in the layer itself. Fills
   `values` with one value for each set of the mover, in the order of layer->movers. */
void solve_row(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer, solve_row_workspace *workspace,
               uint32_t other, const int8_t *next, int8_t *values);

#endif
