/* The kernels of the graphics card. See kernels.h. */
#include "kernels.h"

namespace {

constexpr int THREADS = 512;
constexpr uint32_t LOW_SETS = 1u << SOLVE_GPU_LOW_SQUARES, LOW_MASK = LOW_SETS - 1;
constexpr uint32_t NO_ROW = UINT32_MAX;
constexpr int ROW_REF_SYMMETRY = 7, ROW_REF_SYMMETRIC = 8, ROW_REF_SHIFT = 4; /* as in sets.h */
constexpr int8_t NO_POSITION = -128, NONE = -128;

/* A move that the waiting side leaves open. Its sets count the free squares only. */
struct __align__(16) local_move { /* aligned, so that it is read with one load */
  uint32_t touched, from, flipped;
};

/* The shared memory of a block. `next_base` and the values of the row follow it. */
struct block_memory {
  uint16_t low_ranks[LOW_SETS];
  uint32_t spread[4][256]; /* spreads eight free squares at a time to squares of the board */
  local_move moves[SOLVE_GPU_MOVES_MAX];
  uint32_t images[8]; /* of the waiting set, by symmetry */
  uint8_t squares[32];
  int8_t before[256];
  int move_count;
};

size_t block_memory_bytes(const solve_gpu_job &job) {
  return sizeof(block_memory) + job.next_highs * sizeof(uint32_t) + job.next_columns;
}

/* Returns `set` with the squares of `taken` left out of the count. The two sets must be disjoint. */
__device__ uint32_t gather(uint32_t set, uint32_t taken) {
  uint32_t local = 0;
  for (; set != 0; set &= set - 1) {
    uint32_t bit = set & -set;
    local |= bit >> __popc(taken & (bit - 1));
  }
  return local;
}

__device__ uint32_t image_of(const solve_gpu_board *board, int symmetry, uint32_t set) {
  uint32_t image = 0;
  for (; set != 0; set &= set - 1) image |= 1u << board->image[symmetry][__ffs((int)set) - 1];
  return image;
}

__device__ void squares_list(uint8_t *squares, uint32_t left) {
  int square = (int)threadIdx.x;
  if (square < SOLVE_GPU_SQUARES_MAX && left >> square & 1)
    squares[__popc(left & ((1u << square) - 1))] = (uint8_t)square;
}

/* Loads the data that all rows of a layer share. */
__device__ void load_layer(block_memory &self, uint32_t *next_base, const solve_gpu_job &job) {
  for (uint32_t i = threadIdx.x; i < LOW_SETS; i += THREADS) self.low_ranks[i] = job.low_ranks[i];
  for (uint32_t i = threadIdx.x; i < job.next_highs; i += THREADS) next_base[i] = job.next_base[i];
  for (uint32_t i = threadIdx.x; i < 256; i += THREADS) self.before[i] = job.board->before[i];
}

/* Loads a row: the values after each move, the moves that are open, and the lookup of free squares. */
__device__ void load_row(block_memory &self, int8_t *next, const solve_gpu_job &job, uint32_t row) {
  const solve_gpu_board *board = job.board;
  uint32_t waiting_set = job.waiting[row];
  if (threadIdx.x == 0) self.move_count = 0;
  squares_list(self.squares, board->all & ~waiting_set);
  if (threadIdx.x < 8) self.images[threadIdx.x] = image_of(board, (int)threadIdx.x, waiting_set);
  const int8_t *from = job.next + (size_t)row * job.next_columns;
  for (uint32_t i = threadIdx.x; i < job.next_columns; i += THREADS) next[i] = self.before[(uint8_t)__ldcg(from + i)];
  __syncthreads();
  for (int i = (int)threadIdx.x; i < board->move_count; i += THREADS) {
    solve_gpu_move move = board->moves[i];
    if ((move.from | move.path) & waiting_set) continue;
    uint32_t start = gather(move.from, waiting_set);
    self.moves[atomicAdd(&self.move_count, 1)] = {start | gather(move.path, waiting_set), start,
                                                  start | gather(move.placed, waiting_set)};
  }
  int left = board->squares - __popc(waiting_set);
  for (int i = (int)threadIdx.x; i < 4 * 256; i += THREADS) {
    uint32_t set = 0;
    for (int bit = 0; bit < 8; bit++) {
      int local = (i >> 8) * 8 + bit;
      if (i >> bit & 1 && local < left) set |= 1u << self.squares[local];
    }
    self.spread[i >> 8][i & 255] = set;
  }
  __syncthreads();
}

/* Returns the value of the best move of `own` by the values in the row. In the last layer a turn also removes one
   more pawn, any except the one that moved. */
template <bool LAST>
__device__ int best_of(const block_memory &self, const uint32_t *next_base, const int8_t *next, uint32_t own,
                       int max_value) {
  auto value_of = [&](uint32_t after) {
    return (int)next[next_base[after >> SOLVE_GPU_LOW_SQUARES] + self.low_ranks[after & LOW_MASK]];
  };
  int best = NONE;
  for (int i = 0; i < self.move_count && best < max_value; i++) {
    local_move move = self.moves[i];
    if ((own & move.touched) != move.from) continue;
    uint32_t after = own ^ move.flipped;
    if constexpr (LAST) {
      for (uint32_t rest = own ^ move.from; rest != 0; rest &= rest - 1)
        best = max(best, value_of(after ^ (rest & -rest)));
    } else {
      best = max(best, value_of(after));
    }
  }
  return best;
}

__device__ void store_at(const block_memory &self, const solve_gpu_job &job, uint32_t row, uint32_t taken,
                         uint32_t waiting_set, int8_t value) {
  uint32_t local = gather(waiting_set, taken);
  uint32_t column = job.column_base[local >> SOLVE_GPU_LOW_SQUARES] + self.low_ranks[local & LOW_MASK];
  job.values[(size_t)row * job.columns + column] = value;
}

/* Stores a value in the row of the mover. Sets with a relay have no row. A symmetric row holds the position in
   several columns. */
template <bool LAST>
__device__ void store(const block_memory &self, const solve_gpu_job &job, uint32_t mover, int8_t value) {
  uint32_t own = self.spread[0][mover & 255] | self.spread[1][mover >> 8 & 255] | self.spread[2][mover >> 16 & 255] |
                 self.spread[3][mover >> 24];
  uint32_t row_ref = job.row_ref[job.set_base[own >> SOLVE_GPU_LOW_SQUARES] + self.low_ranks[own & LOW_MASK]];
  if (row_ref == NO_ROW) return;
  uint32_t row = row_ref >> ROW_REF_SHIFT, waiting_set = self.images[row_ref & ROW_REF_SYMMETRY],
           taken = job.canonical[row];
  store_at(self, job, row, taken, waiting_set, value);
  if (row_ref & ROW_REF_SYMMETRIC)
    for (int s = 1; s < 8; s++)
      if (job.symmetries[row] >> s & 1) store_at(self, job, row, taken, image_of(job.board, s, waiting_set), value);
  if (LAST) job.changed[row] = 1;
}

template <bool LAST> __global__ void __launch_bounds__(THREADS) rows_solve(solve_gpu_job job) {
  extern __shared__ __align__(16) unsigned char memory[];
  block_memory &self = *(block_memory *)memory;
  uint32_t *next_base = (uint32_t *)(memory + sizeof(block_memory));
  int8_t *next = (int8_t *)(next_base + job.next_highs);
  load_layer(self, next_base, job);
  for (uint32_t piece = blockIdx.x; piece < job.count; piece += gridDim.x) {
    __syncthreads();
    uint32_t row = job.list == nullptr ? piece : job.list[piece];
    load_row(self, next, job, row);
    int8_t *delivered = LAST ? job.delivered + (size_t)row * job.mover_count : nullptr;
    for (uint32_t i = threadIdx.x; i < job.mover_count; i += THREADS) {
      int8_t old = LAST ? delivered[i] : (int8_t)0;
      if (LAST && (old >= job.final_win || old <= job.final_loss)) continue;
      uint32_t mover = job.movers[i];
      int best = best_of<LAST>(self, next_base, next, mover, job.max_value);
      int8_t value = best == NONE ? job.no_move_value : (int8_t)best;
      if (LAST && value == old) continue;
      if (LAST) delivered[i] = value;
      store<LAST>(self, job, mover, value);
    }
  }
}

__global__ void __launch_bounds__(THREADS) rows_init(solve_gpu_job job) {
  __shared__ uint8_t squares[32];
  const solve_gpu_board *board = job.board;
  for (uint32_t row = blockIdx.x; row < job.rows; row += gridDim.x) {
    __syncthreads();
    squares_list(squares, board->all & ~job.canonical[row]);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < job.columns; i += THREADS) {
      uint32_t other = 0;
      bool relay = false;
      for (uint32_t set = job.column_sets[i]; set != 0; set &= set - 1) other |= 1u << squares[__ffs((int)set) - 1];
      for (int f = 0; f < board->relay_count; f++) relay |= (other & board->relays[f]) == board->relays[f];
      job.values[(size_t)row * job.columns + i] = relay ? NO_POSITION : (int8_t)0;
    }
  }
}

__global__ void changed_gather(uint8_t *changed, uint32_t rows, uint32_t *list, uint32_t *count) {
  for (uint32_t row = blockIdx.x * blockDim.x + threadIdx.x; row < rows; row += gridDim.x * blockDim.x) {
    if (!changed[row]) continue;
    changed[row] = 0;
    list[atomicAdd(count, 1)] = row;
  }
}

const void *solve_kernel(const solve_gpu_job &job) {
  return job.delivered != nullptr ? (const void *)rows_solve<true> : (const void *)rows_solve<false>;
}

} // namespace

cudaError_t solve_gpu_block_count(const solve_gpu_job *job, int *blocks) {
  int device, processors, each;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess)
    error = cudaFuncSetAttribute(solve_kernel(*job), cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 (int)block_memory_bytes(*job));
  if (error == cudaSuccess)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, solve_kernel(*job), THREADS, block_memory_bytes(*job));
  if (error == cudaSuccess) *blocks = processors * each;
  return error;
}

cudaError_t solve_gpu_solve(const solve_gpu_job *job, int blocks) {
  if ((uint32_t)blocks > job->count) blocks = (int)job->count;
  if (job->delivered != nullptr)
    rows_solve<true><<<blocks, THREADS, block_memory_bytes(*job)>>>(*job);
  else
    rows_solve<false><<<blocks, THREADS, block_memory_bytes(*job)>>>(*job);
  return cudaGetLastError();
}

cudaError_t solve_gpu_init_last(const solve_gpu_job *job) {
  uint32_t blocks = job->rows < 4096 ? job->rows : 4096;
  rows_init<<<blocks, THREADS>>>(*job);
  return cudaGetLastError();
}

cudaError_t solve_gpu_list_changed(uint8_t *changed, uint32_t rows, uint32_t *list, uint32_t *count) {
  cudaError_t error = cudaMemset(count, 0, sizeof *count);
  if (error != cudaSuccess) return error;
  changed_gather<<<256, 256>>>(changed, rows, list, count);
  return cudaGetLastError();
}
