/* Implementation of live_eval.h. The search thread writes has_line and line under the mutex; the prompt reads them. */
#include "live_eval.h"

#include "study/search_task.h"

static bool should_stop(void *data) {
  const cli_live_eval *live_eval = data;
  return atomic_load_explicit(&live_eval->should_stop, memory_order_relaxed);
}

/* Stores the best line of a report. A restarted search begins at depth 1 again, so the old line stays until the new one
   is as deep or exact. */
static void report_store(void *data, const asc_search_report *report) {
  cli_live_eval *live_eval = data;
  const asc_line *line = &report->lines[0];
  pthread_mutex_lock(&live_eval->mutex);
  if (!live_eval->has_line || line->certainty == ASC_EXACT ||
      (line->depth >= live_eval->line.depth && live_eval->line.certainty != ASC_EXACT))
    live_eval->line = *line;
  live_eval->has_line = true;
  pthread_mutex_unlock(&live_eval->mutex);
}

static void *thread_run(void *data) {
  cli_live_eval *live_eval = data;
  asc_search_report report = {0};
  int code = asc_search_run(live_eval->search, &live_eval->task, &report);
  if (code == ASC_OK && report.line_count > 0 && !should_stop(live_eval)) report_store(live_eval, &report);
  return NULL;
}

static int search_open(cli_live_eval *live_eval, const asc_rules *rules, asc_tablebase *tables) {
  asc_search_options options = {.hooks = {.should_stop = should_stop, .data = live_eval}};
  if (live_eval->search != NULL) return ASC_OK;
  int code = asc_search_open(&live_eval->search, rules, &options);
  if (code < 0) return code;
  asc_oracle oracle = tables == NULL ? asc_book_oracle(rules) : asc_tablebase_oracle(tables);
  asc_search_set_oracle(live_eval->search, &oracle);
  pthread_mutex_init(&live_eval->mutex, NULL);
  return ASC_OK;
}

int cli_live_eval_start(cli_live_eval *live_eval, const cli_session *session, asc_tablebase *tables) {
  enum { TIME_MAX_US = 600000000 }; /* microseconds; after ten minutes the user is probably away */
  int code = search_open(live_eval, session->rules, tables);
  if (code < 0) return code;
  uint64_t hash = asc_position_hash(session->rules, asc_play_position(session->play));
  if (hash != live_eval->position_hash) live_eval->has_line = false;
  live_eval->position_hash = hash;
  if (live_eval->has_line && live_eval->line.certainty == ASC_EXACT)
    return ASC_OK; /* the value is exact: nothing more to find */
  live_eval->task = asc_search_task_from_play(session->play, &(asc_search_limits){.time_us = TIME_MAX_US});
  live_eval->task.on_report = report_store;
  live_eval->task.data = live_eval;
  atomic_store_explicit(&live_eval->should_stop, false, memory_order_relaxed);
  live_eval->is_running = pthread_create(&live_eval->thread, NULL, thread_run, live_eval) == 0;
  return live_eval->is_running ? ASC_OK : ASC_E_MEMORY;
}

void cli_live_eval_stop(cli_live_eval *live_eval) {
  if (!live_eval->is_running) return;
  atomic_store_explicit(&live_eval->should_stop, true, memory_order_relaxed);
  pthread_join(live_eval->thread, NULL);
  live_eval->is_running = false;
}

bool cli_live_eval_line(cli_live_eval *live_eval, asc_line *line) {
  if (live_eval->search == NULL) return false;
  pthread_mutex_lock(&live_eval->mutex);
  bool found = live_eval->has_line;
  if (found) *line = live_eval->line;
  pthread_mutex_unlock(&live_eval->mutex);
  return found;
}

void cli_live_eval_close(cli_live_eval *live_eval) {
  cli_live_eval_stop(live_eval);
  if (live_eval->search != NULL) pthread_mutex_destroy(&live_eval->mutex);
  asc_search_close(live_eval->search);
  *live_eval = (cli_live_eval){0};
}
