/* The public functions of a search: opening, limits, reports and the choice of a method. Read search_state.h first. */
#include <ascona/knowledge.h>

#include "base/clock.h"
#include "core/history.h"
#include "defaults.h"
#include "engine/mcts/mcts.h"
#include "oracle.h"
#include "search_state.h"

#include <stdlib.h>
#include <string.h>

enum { DEFAULT_HASH_BYTES = 16 << 20 };

const char *asc_certainty_name(asc_certainty certainty) {
  static const char *const words[] = {"estimate", "lower", "upper", "exact"};
  return words[certainty];
}

static int64_t system_microseconds(void *data) {
  (void)data;
  return asc_clock_now_us();
}

/* If MCTS is used, the transposition table and the trees get half of the memory each. */
static bool memory_open(asc_search *search, const asc_search_options *options) {
  size_t bytes = options != NULL && options->hash_bytes > 0 ? options->hash_bytes : DEFAULT_HASH_BYTES;
  if (options == NULL || !options->for_play || !asc_mcts_supports(search->rules))
    return asc_tt_open(&search->tt, bytes);
  search->mcts = asc_mcts_open(search->rules, bytes / 2, search->threads);
  return search->mcts != NULL && asc_tt_open(&search->tt, bytes / 2);
}

int asc_search_open(asc_search **search, const asc_rules *rules, const asc_search_options *options) {
  *search = NULL;
  asc_search *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return ASC_E_MEMORY;
  if (options != NULL) opened->hooks = options->hooks;
  if (opened->hooks.now_us == NULL) opened->hooks.now_us = system_microseconds;
  opened->rules = rules;
  opened->threads = options != NULL && options->threads > 0 ? options->threads : 1;
  if (opened->threads > ASC_THREADS_MAX) opened->threads = ASC_THREADS_MAX;
  if (!memory_open(opened, options)) {
    asc_search_close(opened);
    return ASC_E_MEMORY;
  }
  *search = opened;
  return ASC_OK;
}

void asc_search_close(asc_search *search) {
  if (search == NULL) return;
  asc_tt_close(&search->tt);
  asc_mcts_close(search->mcts);
  free(search->lines);
  free(search->best_moves);
  free(search->repeated_keys);
  free(search);
}

void asc_search_set_oracle(asc_search *search, const asc_oracle *oracle) {
  search->oracle = oracle != NULL ? *oracle : (asc_oracle){0};
}

void asc_search_stop(asc_search *search) { atomic_store(&search->stop_requested, true); }

uint64_t asc_search_nodes(const asc_search *search) { return atomic_load(&search->nodes); }

void asc_search_clear(asc_search *search) {
  asc_tt_clear(&search->tt);
  asc_mcts_clear(search->mcts);
  search->generation = 0;
}

static int64_t elapsed_us(const asc_search *search) {
  return search->hooks.now_us(search->hooks.data) - search->started_us;
}

bool asc_search_is_interrupted(asc_search *search) {
  if (atomic_load_explicit(&search->stop_requested, memory_order_relaxed)) return true;
  if (search->hooks.should_stop != NULL && search->hooks.should_stop(search->hooks.data)) return true;
  return search->task->hard_us > 0 && elapsed_us(search) >= search->task->hard_us;
}

bool asc_search_is_over(asc_search *search) {
  const asc_search_task *task = search->task;
  if (atomic_load_explicit(&search->is_finished, memory_order_relaxed)) return true;
  if (task->nodes > 0 && atomic_load_explicit(&search->nodes, memory_order_relaxed) >= task->nodes) return true;
  return asc_search_is_interrupted(search);
}

bool asc_search_should_continue(asc_search *search) {
  return !asc_search_is_over(search) && (search->task->soft_us == 0 || elapsed_us(search) < search->task->soft_us);
}

void asc_search_fill_report(asc_search *search, int depth, asc_search_report *report) {
  *report = (asc_search_report){.depth = depth,
                                .nodes = atomic_load(&search->nodes),
                                .elapsed_us = elapsed_us(search),
                                .line_count = search->line_count,
                                .lines = search->lines};
}

void asc_search_send_report(asc_search *search, int depth) {
  asc_search_report report;
  if (search->task->on_report == NULL) return;
  asc_search_fill_report(search, depth, &report);
  search->task->on_report(search->task->data, &report);
}

/* Allocates the lines: as many as the task asks for, but at most one per move, plus one for the mean at a die roll. */
static int lines_prepare(asc_search *search) {
  const asc_search_task *task = search->task;
  int count = task->root_moves != NULL ? task->root_move_count : asc_position_count(search->rules, task->position);
  if (asc_position_turn(search->rules, task->position) == ASC_CHANCE) count++;
  int wanted = task->lines < 1 ? 1 : task->lines;
  int capacity = wanted < count ? wanted : count;
  asc_line *lines = realloc(search->lines, (size_t)(capacity < 1 ? 1 : capacity) * sizeof *lines);
  if (lines == NULL) return ASC_E_MEMORY;
  search->lines = lines;
  search->line_capacity = capacity < 1 ? 1 : capacity;
  search->line_count = 0;
  return ASC_OK;
}

static int ascending(const void *a, const void *b) {
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return (left > right) - (left < right);
}

/* A game may have thousands of plies, and the search checks repetitions at every node. Few positions occur twice, so
   only those are collected and sorted. The last key belongs to the root and is left out. */
static int history_prepare(asc_search *search) {
  const asc_search_task *task = search->task;
  search->repeated_key_count = 0;
  if (task->key_count < 3) return ASC_OK;
  size_t count = (size_t)task->key_count - 1;
  uint64_t *keys = realloc(search->repeated_keys, count * sizeof *keys);
  if (keys == NULL) return ASC_E_MEMORY;
  search->repeated_keys = keys;
  memcpy(keys, task->keys, count * sizeof *keys);
  qsort(keys, count, sizeof *keys, ascending);
  int repeated = 0;
  for (size_t i = 1; i < count; i++)
    if (keys[i] == keys[i - 1] && keys[i] != 0) keys[repeated++] = keys[i];
  search->repeated_key_count = repeated;
  return ASC_OK;
}

bool asc_search_is_third_occurrence(const asc_search *search, uint64_t key) {
  int low = 0, high = search->repeated_key_count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (search->repeated_keys[middle] == key) return true;
    if (search->repeated_keys[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

bool asc_search_line_repeats_game(const asc_search_task *task, const asc_rules *rules, const asc_move *line,
                                  int length) {
  asc_position position;
  memcpy(&position, task->position, rules->position_size);
  for (int i = 0; i < length; i++) {
    asc_position_play(rules, &position, line[i]);
    if (asc_history_count(task->keys, task->key_count, asc_position_repetition_key(rules, &position)) > 0) return true;
  }
  return false;
}

int asc_search_begin(asc_search *search, const asc_search_task *task) {
  search->task = task;
  search->blindness = (asc_search_blindness){0};
  search->generation++;
  search->started_us = search->hooks.now_us(search->hooks.data);
  atomic_store(&search->nodes, 0);
  atomic_store(&search->is_finished, false);
  int code = history_prepare(search);
  return code < 0 ? code : lines_prepare(search);
}

void asc_search_end(asc_search *search) {
  search->task = NULL;
  if (!search->stop_persists) atomic_store(&search->stop_requested, false);
}

int asc_search_run_with_blindness(asc_search *search, const asc_search_task *task,
                                  const asc_search_blindness *blindness, asc_search_report *report) {
  int code = asc_search_begin(search, task);
  search->blindness = *blindness;
  bool is_two_player_no_chance = search->rules->players == 2 && search->rules->game->odds == NULL;
  int oracle_result = code == ASC_OK ? asc_oracle_run(search) : code;
  if (oracle_result <= 0) code = oracle_result;
  if (oracle_result == 0)
    code = !is_two_player_no_chance         ? asc_turns_run(search)
           : asc_mcts_can_run(search, task) ? asc_mcts_run(search)
                                            : asc_alphabeta_run(search);
  if (code == ASC_OK && report != NULL)
    asc_search_fill_report(search, search->line_count > 0 ? search->lines[0].depth : 0, report);
  asc_search_end(search);
  return code;
}

int asc_search_run(asc_search *search, const asc_search_task *task, asc_search_report *report) {
  const asc_search_blindness sees_everything = {0};
  return asc_search_run_with_blindness(search, task, &sees_everything, report);
}

/* Uses only a part of the clock, so that it never runs out. The time left is spread over many moves, and a margin
   remains for the overhead of the caller. */
void asc_search_task_set_clock(asc_search_task *task, int64_t left_us, int64_t increment_us) {
  const int64_t moves = 30, margin_us = 10000;
  int64_t usable_us = left_us > 2 * margin_us ? left_us - margin_us : left_us / 2;
  int64_t soft_us = usable_us / moves + increment_us * 3 / 4, hard_us = 3 * soft_us;
  if (hard_us > usable_us / 2) hard_us = usable_us / 2;
  if (soft_us > hard_us) soft_us = hard_us;
  task->soft_us = soft_us > 0 ? soft_us / 2 + 1 : 1;
  task->hard_us = hard_us > 0 ? hard_us : 1;
}
