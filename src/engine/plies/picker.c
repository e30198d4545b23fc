#include "picker.h"

#include "core/bits.h"

#include <assert.h>

enum {
  HISTORY_MOST = 8000, /* what a good past of a move counts for beside its promise */
  GOOD_PROMISE = 9000,
  REWARD_DEPTH = 20 /* more than this counts no more */
};

static int32_t *history_of(asc_worker *worker, int turn, asc_move move) {
  return &worker->history[turn & 1][move * 0x9e3779b1U >> (32 - HISTORY_BITS)];
}

static void add_early(asc_picker *picker, int index) {
  for (int i = 0; i < picker->early_count; i++)
    if (picker->early[i] == index) return;
  picker->early[picker->early_count++] = index;
}

void asc_picker_open(asc_picker *picker, asc_worker *worker, int ply, int hint, const asc_move *moves, int count,
                     int32_t *ranks) {
  const asc_move *killers = worker->frames[ply].killers;
  *picker = (asc_picker){.worker = worker, .ply = ply, .moves = moves, .count = count};
  picker->ranks = ranks;
  if (hint > 0 && hint <= count) add_early(picker, hint - 1);
  for (int k = 0; k < KILLERS; k++)
    for (int i = 0; i < count; i++)
      if (moves[i] == killers[k]) add_early(picker, i);
}

/* What moves are compared by: their promise, and among equals who comes first. So the next one is a plain maximum,
   which is found several moves at a time. */
_Static_assert((ASC_MOVES_MAX & (ASC_MOVES_MAX - 1)) == 0, "the index is the low bits of a rank");
_Static_assert(ASC_PROMISE_MOST + HISTORY_MOST < INT32_MAX / ASC_MOVES_MAX,
               "a promise with its past has room above them");
static int32_t rank_of(int32_t promise, int index) { return promise * ASC_MOVES_MAX + (ASC_MOVES_MAX - 1 - index); }
static int index_of(int32_t rank) { return ASC_MOVES_MAX - 1 - (int)((uint32_t)rank % ASC_MOVES_MAX); }

ASC_FAST_VECTORS static int32_t highest_rank(const int32_t *ranks, int count) {
  int32_t highest = INT32_MIN;
  for (int i = 0; i < count; i++) highest = ranks[i] > highest ? ranks[i] : highest;
  return highest;
}

static void judge(asc_picker *picker) {
  asc_worker *worker = picker->worker;
  const asc_frame *frame = &worker->frames[picker->ply];
  int32_t *ranks = picker->ranks;
  worker->knowledge.order(worker->rules, &frame->position, picker->moves, picker->count, ranks);
  for (int i = 0; i < picker->count; i++)
    ranks[i] = rank_of(ranks[i] + *history_of(worker, frame->turn, picker->moves[i]), i);
  for (int i = 0; i < picker->early_count; i++) ranks[picker->early[i]] = INT32_MIN;
}

/* A move that was given has the lowest rank from then on. */
int asc_picker_next(asc_picker *picker, bool *good) {
  int given = picker->given++;
  *good = true;
  if (given < picker->early_count) return picker->early[given];
  if (given == picker->early_count) judge(picker);
  int32_t highest = highest_rank(picker->ranks, picker->count);
  int best = index_of(highest);
  assert(best < picker->count);
  *good = highest >= GOOD_PROMISE * ASC_MOVES_MAX;
  picker->ranks[best] = INT32_MIN;
  return best;
}

void asc_picker_reward(asc_worker *worker, int ply, int depth, asc_move move) {
  asc_frame *frame = &worker->frames[ply];
  if (frame->killers[0] != move) {
    frame->killers[1] = frame->killers[0];
    frame->killers[0] = move;
  }
  int weight = depth > REWARD_DEPTH ? REWARD_DEPTH * REWARD_DEPTH : depth * depth;
  int32_t *history = history_of(worker, frame->turn, move);
  *history += weight * (HISTORY_MOST - *history) / HISTORY_MOST;
}
