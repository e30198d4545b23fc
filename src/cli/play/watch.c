#include "watch.h"

#include "study/task.h"

static bool should_stop(void *data) {
  const play_watch *watch = data;
  return atomic_load_explicit(&watch->stop, memory_order_relaxed);
}

/* A search that was interrupted begins again at the surface: what it knew is shown until it knows more. */
static void report_take(void *data, const asc_report *report) {
  play_watch *watch = data;
  const asc_line *line = &report->lines[0];
  pthread_mutex_lock(&watch->guard);
  if (!watch->found || line->certainty == ASC_EXACT ||
      (line->depth >= watch->line.depth && watch->line.certainty != ASC_EXACT))
    watch->line = *line;
  watch->found = true;
  pthread_mutex_unlock(&watch->guard);
}

static void *thread_run(void *data) {
  play_watch *watch = data;
  asc_report report = {0};
  int code = asc_search_run(watch->search, &watch->task, &report);
  if (code == ASC_OK && report.count > 0 && !should_stop(watch)) report_take(watch, &report);
  return NULL;
}

static int watch_open(play_watch *watch, const asc_rules *rules, asc_tablebase *tables) {
  asc_search_options options = {.host = {.stop = should_stop, .data = watch}};
  if (watch->search != NULL) return ASC_OK;
  int code = asc_search_open(&watch->search, rules, &options);
  if (code < 0) return code;
  asc_oracle oracle = tables == NULL ? asc_book(rules) : asc_tablebase_oracle(tables);
  asc_search_consult(watch->search, &oracle);
  pthread_mutex_init(&watch->guard, NULL);
  return ASC_OK;
}

int watch_start(play_watch *watch, const play_table *table, asc_tablebase *tables) {
  enum { LONGEST = 600000000 }; /* microseconds: nobody is there any more */
  int code = watch_open(watch, table->rules, tables);
  if (code < 0) return code;
  uint64_t hash = asc_position_hash(table->rules, asc_play_position(table->play));
  if (hash != watch->hash) watch->found = false;
  watch->hash = hash;
  if (watch->found && watch->line.certainty == ASC_EXACT) return ASC_OK; /* there is no more to know */
  watch->task = asc_task_of(table->play, &(asc_limits){.microseconds = LONGEST});
  watch->task.report = report_take;
  watch->task.data = watch;
  atomic_store_explicit(&watch->stop, false, memory_order_relaxed);
  watch->running = pthread_create(&watch->thread, NULL, thread_run, watch) == 0;
  return watch->running ? ASC_OK : ASC_E_MEMORY;
}

void watch_stop(play_watch *watch) {
  if (!watch->running) return;
  atomic_store_explicit(&watch->stop, true, memory_order_relaxed);
  pthread_join(watch->thread, NULL);
  watch->running = false;
}

bool watch_line(play_watch *watch, asc_line *line) {
  if (watch->search == NULL) return false;
  pthread_mutex_lock(&watch->guard);
  bool found = watch->found;
  if (found) *line = watch->line;
  pthread_mutex_unlock(&watch->guard);
  return found;
}

void watch_close(play_watch *watch) {
  watch_stop(watch);
  if (watch->search != NULL) pthread_mutex_destroy(&watch->guard);
  asc_search_close(watch->search);
  *watch = (play_watch){0};
}
