#include "picker.h"

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
                     int32_t *promise) {
  const asc_move *killers = worker->frames[ply].killers;
  *picker = (asc_picker){.worker = worker, .ply = ply, .moves = moves, .count = count};
  picker->promise = promise;
  if (hint > 0 && hint <= count) add_early(picker, hint - 1);
  for (int k = 0; k < KILLERS; k++)
    for (int i = 0; i < count; i++)
      if (moves[i] == killers[k]) add_early(picker, i);
}

static void judge(asc_picker *picker) {
  asc_worker *worker = picker->worker;
  const asc_frame *frame = &worker->frames[picker->ply];
  int32_t *promise = picker->promise;
  worker->knowledge.order(worker->rules, &frame->position, picker->moves, picker->count, promise);
  for (int i = 0; i < picker->count; i++) promise[i] += *history_of(worker, frame->turn, picker->moves[i]);
  for (int i = 0; i < picker->early_count; i++) promise[picker->early[i]] = INT32_MIN;
}

/* A move that was given has the least promise from then on. */
int asc_picker_next(asc_picker *picker, bool *good) {
  int given = picker->given++, best = 0;
  int32_t *promise = picker->promise;
  *good = true;
  if (given < picker->early_count) return picker->early[given];
  if (given == picker->early_count) judge(picker);
  for (int i = 1; i < picker->count; i++)
    if (promise[i] > promise[best]) best = i;
  *good = promise[best] >= GOOD_PROMISE;
  promise[best] = INT32_MIN;
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
