/* The public side of a search: opening, limits, reports. */
#include <ascona/knowledge.h>

#include "core/clock.h"
#include "core/history.h"
#include "defaults.h"
#include "engine/mcts/mcts.h"
#include "oracle.h"
#include "run.h"

#include <stdlib.h>
#include <string.h>

enum { HASH_STANDARD = 16 << 20 };

const char *asc_certainty_word(asc_certainty certainty) {
  static const char *const words[] = {"estimate", "lower", "upper", "exact"};
  return words[certainty];
}

static int64_t system_microseconds(void *data) {
  (void)data;
  return asc_clock_microseconds();
}

/* The transposition table and the trees have one half each. */
static bool memory_open(asc_search *search, const asc_search_options *options) {
  size_t bytes = options != NULL && options->hash > 0 ? options->hash : HASH_STANDARD;
  if (options == NULL || !options->plays || !asc_mcts_is_for(search->rules)) return asc_tt_open(&search->tt, bytes);
  search->mcts = asc_mcts_open(search->rules, bytes / 2, search->threads);
  return search->mcts != NULL && asc_tt_open(&search->tt, bytes / 2);
}

int asc_search_open(asc_search **search, const asc_rules *rules, const asc_search_options *options) {
  asc_search *made = calloc(1, sizeof *made);
  if (made == NULL) return ASC_E_MEMORY;
  if (options != NULL) made->host = options->host;
  if (made->host.microseconds == NULL) made->host.microseconds = system_microseconds;
  made->rules = rules;
  made->threads = options != NULL && options->threads > 0 ? options->threads : 1;
  if (made->threads > ASC_THREADS_MAX) made->threads = ASC_THREADS_MAX;
  if (!memory_open(made, options)) {
    asc_search_close(made);
    return ASC_E_MEMORY;
  }
  *search = made;
  return ASC_OK;
}

void asc_search_close(asc_search *search) {
  if (search == NULL) return;
  asc_tt_close(&search->tt);
  asc_mcts_close(search->mcts);
  free(search->lines);
  free(search->best);
  free(search->twice);
  free(search);
}

void asc_search_consult(asc_search *search, const asc_oracle *oracle) {
  search->oracle = oracle != NULL ? *oracle : (asc_oracle){0};
}

void asc_search_stop(asc_search *search) { atomic_store(&search->stopped, true); }

uint64_t asc_search_nodes(const asc_search *search) { return atomic_load(&search->nodes); }

void asc_search_clear(asc_search *search) {
  asc_tt_clear(&search->tt);
  asc_mcts_clear(search->mcts);
  search->age = 0;
}

static int64_t elapsed(const asc_search *search) {
  return search->host.microseconds(search->host.data) - search->began;
}

bool asc_run_is_late(asc_search *search) {
  if (atomic_load_explicit(&search->stopped, memory_order_relaxed)) return true;
  if (search->host.stop != NULL && search->host.stop(search->host.data)) return true;
  return search->task->hard > 0 && elapsed(search) >= search->task->hard;
}

bool asc_run_is_over(asc_search *search) {
  const asc_task *task = search->task;
  if (atomic_load_explicit(&search->ended, memory_order_relaxed)) return true;
  if (task->nodes > 0 && atomic_load_explicit(&search->nodes, memory_order_relaxed) >= task->nodes) return true;
  return asc_run_is_late(search);
}

bool asc_run_goes_on(asc_search *search) {
  return !asc_run_is_over(search) && (search->task->soft == 0 || elapsed(search) < search->task->soft);
}

void asc_run_fill_report(asc_search *search, int depth, asc_report *report) {
  *report = (asc_report){.depth = depth,
                         .nodes = atomic_load(&search->nodes),
                         .microseconds = elapsed(search),
                         .count = search->line_count,
                         .lines = search->lines};
}

void asc_run_report(asc_search *search, int depth) {
  asc_report report;
  if (search->task->report == NULL) return;
  asc_run_fill_report(search, depth, &report);
  search->task->report(search->task->data, &report);
}

/* Room for as many lines as are wanted and can be: one a move, and at a die roll one for their mean. */
static int lines_prepare(asc_search *search) {
  const asc_task *task = search->task;
  int count = task->moves != NULL ? task->move_count : asc_position_count(search->rules, task->position);
  if (asc_position_turn(search->rules, task->position) == ASC_CHANCE) count++;
  int wanted = task->lines < 1 ? 1 : task->lines;
  int room = wanted < count ? wanted : count;
  asc_line *lines = realloc(search->lines, (size_t)(room < 1 ? 1 : room) * sizeof *lines);
  if (lines == NULL) return ASC_E_MEMORY;
  search->lines = lines;
  search->line_room = room < 1 ? 1 : room;
  search->line_count = 0;
  return ASC_OK;
}

static int ascending(const void *a, const void *b) {
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return (left > right) - (left < right);
}

/* A game may be thousands of plies long, and a search asks at every node; few positions arise twice. The last key is
   the run's own position. */
static int history_prepare(asc_search *search) {
  const asc_task *task = search->task;
  search->twice_count = 0;
  if (task->key_count < 3) return ASC_OK;
  size_t count = (size_t)task->key_count - 1;
  uint64_t *keys = realloc(search->twice, count * sizeof *keys);
  if (keys == NULL) return ASC_E_MEMORY;
  search->twice = keys;
  memcpy(keys, task->keys, count * sizeof *keys);
  qsort(keys, count, sizeof *keys, ascending);
  int twice = 0;
  for (size_t i = 1; i < count; i++)
    if (keys[i] == keys[i - 1] && keys[i] != 0) keys[twice++] = keys[i];
  search->twice_count = twice;
  return ASC_OK;
}

bool asc_run_has_seen_twice(const asc_search *search, uint64_t key) {
  int low = 0, high = search->twice_count;
  while (low < high) {
    int middle = low + (high - low) / 2;
    if (search->twice[middle] == key) return true;
    if (search->twice[middle] < key)
      low = middle + 1;
    else
      high = middle;
  }
  return false;
}

bool asc_task_goes_back(const asc_task *task, const asc_rules *rules, const asc_move *line, int length) {
  asc_position position;
  memcpy(&position, task->position, rules->position_size);
  for (int i = 0; i < length; i++) {
    asc_position_play(rules, &position, line[i]);
    if (asc_history_count(task->keys, task->key_count, asc_position_key(rules, &position)) > 0) return true;
  }
  return false;
}

int asc_run_begin(asc_search *search, const asc_task *task) {
  search->task = task;
  search->sight = (asc_sight){0};
  search->age++;
  search->began = search->host.microseconds(search->host.data);
  atomic_store(&search->nodes, 0);
  atomic_store(&search->ended, false);
  int code = history_prepare(search);
  return code < 0 ? code : lines_prepare(search);
}

void asc_run_end(asc_search *search) {
  search->task = NULL;
  if (!search->continues) atomic_store(&search->stopped, false);
}

int asc_run_with_sight(asc_search *search, const asc_task *task, const asc_sight *sight, asc_report *report) {
  int code = asc_run_begin(search, task);
  search->sight = *sight;
  bool plain = search->rules->players == 2 && search->rules->game->odds == NULL;
  int known = code == ASC_OK ? asc_oracle_run(search) : code;
  if (known <= 0) code = known;
  if (known == 0)
    code = !plain ? asc_turns_run(search) : asc_mcts_suits(search, task) ? asc_mcts_run(search) : asc_plies_run(search);
  if (code == ASC_OK && report != NULL)
    asc_run_fill_report(search, search->line_count > 0 ? search->lines[0].depth : 0, report);
  asc_run_end(search);
  return code;
}

int asc_search_run(asc_search *search, const asc_task *task, asc_report *report) {
  const asc_sight all = {0};
  return asc_run_with_sight(search, task, &all, report);
}

/* A part of the clock, so that it never runs out: what is left is spread over many moves, and a little is kept for the
   way to the caller and back. */
void asc_task_clock(asc_task *task, int64_t left, int64_t increment) {
  const int64_t moves = 30, margin = 10000;
  int64_t usable = left > 2 * margin ? left - margin : left / 2;
  int64_t soft = usable / moves + increment * 3 / 4, hard = 3 * soft;
  if (hard > usable / 2) hard = usable / 2;
  if (soft > hard) soft = hard;
  task->soft = soft > 0 ? soft / 2 + 1 : 1;
  task->hard = hard > 0 ? hard : 1;
}
