/* The kernels that compute one layer from the next on a graphics card, with one block of threads for each waiting set.

   A block loads the row of the waiting side into its shared memory. Its threads iterate over the sets of the side that
   moves. Each thread tries every move, finds the rank of the position after it, keeps the best value and stores it in
   the row of the mover. The code shares only the numbering of positions with row.c and sweep.c, so the two backends
   check each other.

   All pointers refer to memory of the card, except the parameters of the functions themselves. */
#ifndef ASC_SOLVE_DELTA_CUDA_KERNELS_H
#define ASC_SOLVE_DELTA_CUDA_KERNELS_H

#include <cuda_runtime_api.h>
#include <stdint.h>

enum { SOLVE_GPU_MOVES_MAX = 416, SOLVE_GPU_RELAYS_MAX = 32, SOLVE_GPU_SQUARES_MAX = 25, SOLVE_GPU_LOW_SQUARES = 13 };

/* `from` must hold an own pawn and `path` must be free. The move clears `from` and fills `placed`. If a pawn comes
   from the reserve, `from` is empty. */
typedef struct solve_gpu_move {
  uint32_t from, path, placed;
} solve_gpu_move;

typedef struct solve_gpu_board {
  uint32_t all;
  int squares, move_count, relay_count;
  solve_gpu_move moves[SOLVE_GPU_MOVES_MAX];
  uint32_t relays[SOLVE_GPU_RELAYS_MAX];
  uint8_t image[8][SOLVE_GPU_SQUARES_MAX];
  int8_t before[256]; /* by value of the next layer (as an unsigned byte): the same value one ply earlier, for the side
                         that moved */
} solve_gpu_board;

typedef struct solve_gpu_job {
  const solve_gpu_board *board;
  const uint16_t *low_ranks;
  /* The side that does not move: rows of the next layer. */
  const uint32_t *waiting; /* by row: the waiting set */
  const uint32_t *list;    /* the rows to solve; NULL: all */
  uint32_t count;          /* number of rows to solve */
  const int8_t *next;      /* the next layer, row by row */
  uint32_t next_columns;
  const uint32_t *next_base;
  uint32_t next_highs; /* number of entries in next_base */
  /* The side that moves. */
  const uint32_t *movers; /* on the free squares, by rank */
  uint32_t mover_count;
  const uint32_t *set_base, *row_ref, *canonical; /* as in sets.h, for the own sets */
  const uint8_t *symmetries;
  /* The layer to fill in. */
  const uint32_t *column_base, *column_sets;
  int8_t *values;
  uint32_t rows, columns;
  int8_t no_move_value; /* value of a position without a legal move */
  int8_t max_value;     /* no move is worth more */
  /* The last layer only. */
  int8_t *delivered;            /* values stored last, by waiting row and mover */
  uint8_t *changed;             /* by row: 1 if a value in it changed */
  int8_t final_win, final_loss; /* delivered values from final_win up and from final_loss down will not change */
} solve_gpu_job;

#ifdef __cplusplus
extern "C" {
#endif

/* Fills in how many blocks the card runs at once, for solve_gpu_solve. */
cudaError_t solve_gpu_block_count(const solve_gpu_job *job, int *blocks);
/* Solves the rows of the job. In the last layer `values` and `next` are the same memory. A value that another block
   stores meanwhile is read either now or in the next sweep. */
cudaError_t solve_gpu_solve(const solve_gpu_job *job, int blocks);
/* Initialises the last layer before the first sweep: all draws, except where the other side has a relay. */
cudaError_t solve_gpu_init_last(const solve_gpu_job *job);
/* Collects the rows that changed in `list`, stores their number in *count and resets `changed`. All of it is in
   memory of the card. */
cudaError_t solve_gpu_list_changed(uint8_t *changed, uint32_t rows, uint32_t *list, uint32_t *count);

#ifdef __cplusplus
}
#endif

#endif
