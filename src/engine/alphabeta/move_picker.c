/* The move picker: see move_picker.h. Every move is returned exactly once. */
#include "move_picker.h"

#include "base/bits.h"

#include <assert.h>

enum {
  HISTORY_MAX = 8000, /* the largest history score, compared with the scores of the game */
  GOOD_SCORE = 9000,
  REWARD_DEPTH_MAX = 20 /* deeper cutoffs count as this depth */
};

static int32_t *history_of(asc_worker *worker, int turn, asc_move move) {
  return &worker->history[turn & 1][move * 0x9e3779b1U >> (32 - ASC_WORKER_HISTORY_BITS)];
}

static void add_first(asc_move_picker *picker, int index) {
  for (int i = 0; i < picker->first_count; i++)
    if (picker->first_indices[i] == index) return;
  picker->first_indices[picker->first_count++] = index;
}

void asc_move_picker_init(asc_move_picker *picker, asc_worker *worker, int ply, int tt_move, const asc_move *moves,
                          int count, int32_t *ranks) {
  const asc_move *killers = worker->frames[ply].killers;
  *picker = (asc_move_picker){.worker = worker, .ply = ply, .moves = moves, .count = count};
  picker->ranks = ranks;
  if (tt_move > 0 && tt_move <= count) add_first(picker, tt_move - 1);
  for (int k = 0; k < ASC_WORKER_KILLERS; k++)
    for (int i = 0; i < count; i++)
      if (moves[i] == killers[k]) add_first(picker, i);
}

/* A rank combines the score of a move with its index, so that the earlier of two equal moves ranks higher. So the next
   move is a plain maximum, which the compiler can vectorise. */
_Static_assert((ASC_MOVES_MAX & (ASC_MOVES_MAX - 1)) == 0, "the index is the low bits of a rank");
_Static_assert(ASC_MOVE_ORDER_MAX + HISTORY_MAX < INT32_MAX / ASC_MOVES_MAX,
               "a promise with its past has room above them");
static int32_t rank_of(int32_t score, int index) { return score * ASC_MOVES_MAX + (ASC_MOVES_MAX - 1 - index); }
static int index_of(int32_t rank) { return ASC_MOVES_MAX - 1 - (int)((uint32_t)rank % ASC_MOVES_MAX); }

ASC_TARGET_CLONES_SIMD static int32_t highest_rank(const int32_t *ranks, int count) {
  int32_t highest = INT32_MIN;
  for (int i = 0; i < count; i++) highest = ranks[i] > highest ? ranks[i] : highest;
  return highest;
}

/* Ranks all moves. Those that were returned first get the lowest rank. */
static void rank_all(asc_move_picker *picker) {
  asc_worker *worker = picker->worker;
  const asc_worker_frame *frame = &worker->frames[picker->ply];
  int32_t *ranks = picker->ranks;
  worker->knowledge.order(worker->rules, &frame->position, picker->moves, picker->count, ranks);
  for (int i = 0; i < picker->count; i++)
    ranks[i] = rank_of(ranks[i] + *history_of(worker, frame->turn, picker->moves[i]), i);
  for (int i = 0; i < picker->first_count; i++) ranks[picker->first_indices[i]] = INT32_MIN;
}

/* A move that was returned has the lowest rank from then on. */
int asc_move_picker_next(asc_move_picker *picker, bool *full_depth) {
  int returned = picker->returned_count++;
  *full_depth = true;
  if (returned < picker->first_count) return picker->first_indices[returned];
  if (returned == picker->first_count) rank_all(picker);
  int32_t highest = highest_rank(picker->ranks, picker->count);
  int best = index_of(highest);
  assert(best < picker->count);
  *full_depth = highest >= GOOD_SCORE * ASC_MOVES_MAX;
  picker->ranks[best] = INT32_MIN;
  return best;
}

void asc_move_picker_reward_cutoff(asc_worker *worker, int ply, int depth, asc_move move) {
  asc_worker_frame *frame = &worker->frames[ply];
  if (frame->killers[0] != move) {
    frame->killers[1] = frame->killers[0];
    frame->killers[0] = move;
  }
  int weight = depth > REWARD_DEPTH_MAX ? REWARD_DEPTH_MAX * REWARD_DEPTH_MAX : depth * depth;
  int32_t *history = history_of(worker, frame->turn, move);
  *history += weight * (HISTORY_MAX - *history) / HISTORY_MAX;
}
