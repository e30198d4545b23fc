#include "kernels.h"

namespace {

constexpr int THREADS = 512;
constexpr uint32_t LOW_SETS = 1u << CARD_LOW, LOW_MASK = LOW_SETS - 1;
constexpr uint32_t NO_ROW = UINT32_MAX;
constexpr int HOME_SYMMETRY = 7, HOME_SYMMETRIC = 8, HOME_SHIFT = 4; /* as in sets.h */
constexpr int8_t OVER = -128, NONE = -128;

/* A way as the side that stands still leaves it, in numbers of the squares left. */
struct __align__(16) local_way { /* one load */
  uint32_t touched, from, flipped;
};

/* A block's fast memory. `next_base` and the row lie behind it. */
struct desk {
  uint16_t low_ranks[LOW_SETS];
  uint32_t spread[4][256]; /* eight squares left at a time, as squares of the board */
  local_way ways[CARD_WAYS_MAX];
  uint32_t images[8]; /* of the side that stands still */
  uint8_t squares[32];
  int8_t before[256];
  int way_count;
};

size_t desk_size(const card_job &job) { return sizeof(desk) + job.next_highs * sizeof(uint32_t) + job.next_columns; }

/* The bits of `set` with the squares of `taken` left out of the count. They have none in common. */
__device__ uint32_t gather(uint32_t set, uint32_t taken) {
  uint32_t local = 0;
  for (; set != 0; set &= set - 1) {
    uint32_t bit = set & -set;
    local |= bit >> __popc(taken & (bit - 1));
  }
  return local;
}

__device__ uint32_t image_of(const card_board *board, int symmetry, uint32_t set) {
  uint32_t image = 0;
  for (; set != 0; set &= set - 1) image |= 1u << board->image[symmetry][__ffs((int)set) - 1];
  return image;
}

__device__ void squares_list(uint8_t *squares, uint32_t left) {
  int square = (int)threadIdx.x;
  if (square < CARD_SQUARES_MAX && left >> square & 1) squares[__popc(left & ((1u << square) - 1))] = (uint8_t)square;
}

/* What stays the same for all rows of a layer. */
__device__ void desk_open(desk &self, uint32_t *next_base, const card_job &job) {
  for (uint32_t i = threadIdx.x; i < LOW_SETS; i += THREADS) self.low_ranks[i] = job.low_ranks[i];
  for (uint32_t i = threadIdx.x; i < job.next_highs; i += THREADS) next_base[i] = job.next_base[i];
  for (uint32_t i = threadIdx.x; i < 256; i += THREADS) self.before[i] = job.board->before[i];
}

__device__ void desk_take(desk &self, int8_t *next, const card_job &job, uint32_t row) {
  const card_board *board = job.board;
  uint32_t still = job.stills[row];
  if (threadIdx.x == 0) self.way_count = 0;
  squares_list(self.squares, board->all & ~still);
  if (threadIdx.x < 8) self.images[threadIdx.x] = image_of(board, (int)threadIdx.x, still);
  const int8_t *from = job.next + (size_t)row * job.next_columns;
  for (uint32_t i = threadIdx.x; i < job.next_columns; i += THREADS) next[i] = self.before[(uint8_t)__ldcg(from + i)];
  __syncthreads();
  for (int i = (int)threadIdx.x; i < board->way_count; i += THREADS) {
    card_way way = board->ways[i];
    if ((way.from | way.over) & still) continue;
    uint32_t start = gather(way.from, still);
    self.ways[atomicAdd(&self.way_count, 1)] = {start | gather(way.over, still), start, start | gather(way.put, still)};
  }
  int left = board->squares - __popc(still);
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

/* The best that `own` can do, by the values in the row. In the last layer one more pawn is lifted: any but the one that
   moved. */
template <bool LAST>
__device__ int best_of(const desk &self, const uint32_t *next_base, const int8_t *next, uint32_t own, int most) {
  auto value_of = [&](uint32_t after) {
    return (int)next[next_base[after >> CARD_LOW] + self.low_ranks[after & LOW_MASK]];
  };
  int best = NONE;
  for (int i = 0; i < self.way_count && best < most; i++) {
    local_way way = self.ways[i];
    if ((own & way.touched) != way.from) continue;
    uint32_t after = own ^ way.flipped;
    if constexpr (LAST) {
      for (uint32_t rest = own ^ way.from; rest != 0; rest &= rest - 1)
        best = max(best, value_of(after ^ (rest & -rest)));
    } else {
      best = max(best, value_of(after));
    }
  }
  return best;
}

__device__ void place(const desk &self, const card_job &job, uint32_t row, uint32_t taken, uint32_t still,
                      int8_t value) {
  uint32_t local = gather(still, taken);
  uint32_t column = job.column_base[local >> CARD_LOW] + self.low_ranks[local & LOW_MASK];
  job.table[(size_t)row * job.columns + column] = value;
}

/* Own sets with a relay have no row. A row with symmetries of its own has a position in several columns. */
template <bool LAST> __device__ void put(const desk &self, const card_job &job, uint32_t mover, int8_t value) {
  uint32_t own = self.spread[0][mover & 255] | self.spread[1][mover >> 8 & 255] | self.spread[2][mover >> 16 & 255] |
                 self.spread[3][mover >> 24];
  uint32_t home = job.home[job.set_base[own >> CARD_LOW] + self.low_ranks[own & LOW_MASK]];
  if (home == NO_ROW) return;
  uint32_t row = home >> HOME_SHIFT, still = self.images[home & HOME_SYMMETRY], taken = job.first[row];
  place(self, job, row, taken, still, value);
  if (home & HOME_SYMMETRIC)
    for (int s = 1; s < 8; s++)
      if (job.symmetries[row] >> s & 1) place(self, job, row, taken, image_of(job.board, s, still), value);
  if (LAST) job.changed[row] = 1;
}

template <bool LAST> __global__ void __launch_bounds__(THREADS) rows_solve(card_job job) {
  extern __shared__ __align__(16) unsigned char room[];
  desk &self = *(desk *)room;
  uint32_t *next_base = (uint32_t *)(room + sizeof(desk));
  int8_t *next = (int8_t *)(next_base + job.next_highs);
  desk_open(self, next_base, job);
  for (uint32_t piece = blockIdx.x; piece < job.count; piece += gridDim.x) {
    __syncthreads();
    uint32_t row = job.list == nullptr ? piece : job.list[piece];
    desk_take(self, next, job, row);
    int8_t *known = LAST ? job.known + (size_t)row * job.mover_count : nullptr;
    for (uint32_t i = threadIdx.x; i < job.mover_count; i += THREADS) {
      int8_t old = LAST ? known[i] : (int8_t)0;
      if (LAST && (old >= job.won || old <= job.lost)) continue;
      uint32_t mover = job.movers[i];
      int best = best_of<LAST>(self, next_base, next, mover, job.most);
      int8_t value = best == NONE ? job.stuck : (int8_t)best;
      if (LAST && value == old) continue;
      if (LAST) known[i] = value;
      put<LAST>(self, job, mover, value);
    }
  }
}

__global__ void __launch_bounds__(THREADS) rows_begin(card_job job) {
  __shared__ uint8_t squares[32];
  const card_board *board = job.board;
  for (uint32_t row = blockIdx.x; row < job.rows; row += gridDim.x) {
    __syncthreads();
    squares_list(squares, board->all & ~job.first[row]);
    __syncthreads();
    for (uint32_t i = threadIdx.x; i < job.columns; i += THREADS) {
      uint32_t other = 0;
      bool relay = false;
      for (uint32_t set = job.column_sets[i]; set != 0; set &= set - 1) other |= 1u << squares[__ffs((int)set) - 1];
      for (int f = 0; f < board->four_count; f++) relay |= (other & board->fours[f]) == board->fours[f];
      job.table[(size_t)row * job.columns + i] = relay ? OVER : (int8_t)0;
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

const void *solve_kernel(const card_job &job) {
  return job.known != nullptr ? (const void *)rows_solve<true> : (const void *)rows_solve<false>;
}

} // namespace

cudaError_t card_blocks(const card_job *job, int *blocks) {
  int device, processors, each;
  cudaError_t error = cudaGetDevice(&device);
  if (error == cudaSuccess) error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
  if (error == cudaSuccess)
    error = cudaFuncSetAttribute(solve_kernel(*job), cudaFuncAttributeMaxDynamicSharedMemorySize, (int)desk_size(*job));
  if (error == cudaSuccess)
    error = cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, solve_kernel(*job), THREADS, desk_size(*job));
  if (error == cudaSuccess) *blocks = processors * each;
  return error;
}

cudaError_t card_solve(const card_job *job, int blocks) {
  if ((uint32_t)blocks > job->count) blocks = (int)job->count;
  if (job->known != nullptr)
    rows_solve<true><<<blocks, THREADS, desk_size(*job)>>>(*job);
  else
    rows_solve<false><<<blocks, THREADS, desk_size(*job)>>>(*job);
  return cudaGetLastError();
}

cudaError_t card_begin(const card_job *job) {
  uint32_t blocks = job->rows < 4096 ? job->rows : 4096;
  rows_begin<<<blocks, THREADS>>>(*job);
  return cudaGetLastError();
}

cudaError_t card_gather(uint8_t *changed, uint32_t rows, uint32_t *list, uint32_t *count) {
  cudaError_t error = cudaMemset(count, 0, sizeof *count);
  if (error != cudaSuccess) return error;
  changed_gather<<<256, 256>>>(changed, rows, list, count);
  return cudaGetLastError();
}
