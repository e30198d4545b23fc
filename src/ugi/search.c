/* Running a search in a thread, and printing its reports. */
#include "search.h"

#include "study/score.h"
#include "study/search_task.h"

#include <limits.h>

enum { MS = 1000 }; /* in microseconds */

static const int64_t forever = INT64_MAX / 1024; /* us; a time that never ends, small enough to calculate with */

void ugi_search_open(ugi_search *search, ugi_output *output) {
  *search = (ugi_search){.output = output};
  pthread_mutex_init(&search->lock, NULL);
  pthread_cond_init(&search->changed, NULL);
}

void ugi_search_close(ugi_search *search) {
  ugi_search_stop(search);
  pthread_cond_destroy(&search->changed);
  pthread_mutex_destroy(&search->lock);
}

static bool should_stop(void *data) {
  const ugi_search *search = data;
  return search->should_stop || search->output->has_failed;
}

asc_search_hooks ugi_search_hooks(ugi_search *search) {
  return (asc_search_hooks){.should_stop = should_stop, .data = search};
}

static void line_print(const ugi_search *search, const asc_search_report *report, int index) {
  const asc_line *line = &report->lines[index];
  char multipv[24] = "", score[ASC_SCORE_TEXT_MAX], pv[ASC_LINE_TEXT_MAX];
  if (search->task.lines > 1) (void)snprintf(multipv, sizeof multipv, " multipv %d", index + 1);
  (void)asc_line_write(search->rules, search->task.position, line->moves, line->length, pv, sizeof pv);
  int64_t time = report->elapsed_us > 0 ? report->elapsed_us : 1;
  uint64_t nps = (uint64_t)((double)report->nodes * 1e6 / (double)time);
  ugi_output_print(search->output, "info depth %d%s score %s nodes %llu nps %llu time %lld pv %s", line->depth, multipv,
                   asc_score_write(line->certainty, line->score, score), (unsigned long long)report->nodes,
                   (unsigned long long)nps, (long long)(time / MS), pv);
}

static void report_print(void *data, const asc_search_report *report) {
  ugi_search *search = data;
  /* Some players report more lines than requested. */
  for (int i = 0; i < report->line_count && i < search->task.lines; i++) line_print(search, report, i);
  search->reported_nodes = report->nodes;
}

static void move_print(const ugi_search *search, int code, asc_move move) {
  char token[ASC_TOKEN_MAX] = "none";
  if (search->tablebase_is_damaged != NULL && search->tablebase_is_damaged(search->tablebase))
    ugi_output_print(search->output, "info string error go: a table is damaged");
  if (code == ASC_OK)
    asc_move_write(search->rules, search->task.position, move, token);
  else
    ugi_output_print(search->output, "info string error go: %s", asc_strerror(code));
  ugi_output_print(search->output, "bestmove %s", token);
}

static void *search_run(void *data) {
  ugi_search *search = data;
  asc_search_report report = {0};
  asc_move move = 0;
  int code = asc_player_choose(search->player, &search->task, search->move_seed, &move, &report);
  if (code == ASC_OK && report.nodes != search->reported_nodes) report_print(search, &report);
  pthread_mutex_lock(&search->lock);
  search->is_thinking = false;
  pthread_cond_broadcast(&search->changed);
  while (search->is_infinite && !search->should_stop) pthread_cond_wait(&search->changed, &search->lock);
  pthread_mutex_unlock(&search->lock);
  move_print(search, code, move);
  return NULL;
}

/* Converts a limit of the request (-1: none) to a limit of the task (0: none), from 1 to `max`. */
static int64_t limit_of(long long requested, int64_t unit, int64_t max) {
  if (requested < 0) return 0;
  return requested == 0 ? 1 : requested < max / unit ? requested * unit : max;
}

static void limits_set(asc_search_task *task, const ugi_search_request *request, int player) {
  long long time = request->time_ms[player - 1], increment = request->increment_ms[player - 1];
  if (time < 0) time = increment; /* only an increment is given: it is all the time there is */
  if (time >= 0) asc_search_task_set_clock(task, limit_of(time, MS, forever), limit_of(increment, MS, forever));
  int64_t movetime = request->is_infinite ? forever : limit_of(request->movetime_ms, MS, forever);
  if (movetime > 0 && (task->hard_us == 0 || movetime < task->hard_us)) task->hard_us = movetime;
  task->depth = (int)limit_of(request->depth, 1, INT_MAX);
  task->nodes = (uint64_t)limit_of(request->nodes, 1, INT64_MAX);
}

bool ugi_search_start(ugi_search *search, const asc_play *play, asc_player *player, const ugi_search_request *request) {
  search->task = asc_search_task_from_play(play, NULL);
  search->task.lines = request->line_count;
  search->task.game_seed = request->game_seed;
  search->task.on_report = report_print;
  search->task.data = search;
  limits_set(&search->task, request, asc_play_turn(play));
  search->rules = asc_play_rules(play);
  search->player = player;
  search->is_infinite = request->is_infinite;
  search->move_seed = request->move_seed;
  search->tablebase_is_damaged = request->tablebase_is_damaged;
  search->tablebase = request->tablebase;
  search->reported_nodes = 0;
  search->should_stop = false;
  search->is_thinking = true;
  search->has_thread = pthread_create(&search->thread, NULL, search_run, search) == 0;
  return search->has_thread;
}

void ugi_search_wait(ugi_search *search) {
  pthread_mutex_lock(&search->lock);
  while (search->has_thread && search->is_thinking) pthread_cond_wait(&search->changed, &search->lock);
  pthread_mutex_unlock(&search->lock);
}

void ugi_search_stop(ugi_search *search) {
  if (!search->has_thread) return;
  pthread_mutex_lock(&search->lock);
  search->should_stop = true;
  pthread_cond_broadcast(&search->changed);
  pthread_mutex_unlock(&search->lock);
  pthread_join(search->thread, NULL);
  search->has_thread = false;
}
