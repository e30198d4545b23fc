#include "search.h"

#include "study/score.h"
#include "study/task.h"

#include <limits.h>

enum { MS = 1000 }; /* microseconds */

/* A limit of time that is never met. */
static const int64_t forever = INT64_MAX / 1024; /* so that there is room to calculate with it */

void asc_ugi_search_open(asc_ugi_search *search, asc_ugi_output *output) {
  *search = (asc_ugi_search){.output = output};
  pthread_mutex_init(&search->lock, NULL);
  pthread_cond_init(&search->changed, NULL);
}

void asc_ugi_search_close(asc_ugi_search *search) {
  asc_ugi_search_end(search);
  pthread_cond_destroy(&search->changed);
  pthread_mutex_destroy(&search->lock);
}

static bool is_stopped(void *data) {
  const asc_ugi_search *search = data;
  return search->stopped || search->output->refused;
}

asc_host asc_ugi_search_host(asc_ugi_search *search) { return (asc_host){.stop = is_stopped, .data = search}; }

static void line_tell(const asc_ugi_search *search, const asc_report *report, int index) {
  const asc_line *line = &report->lines[index];
  char multipv[24] = "", score[ASC_SCORE_TEXT_MAX], pv[ASC_LINE_TEXT_MAX];
  if (search->task.lines > 1) (void)snprintf(multipv, sizeof multipv, " multipv %d", index + 1);
  (void)asc_line_write(search->rules, search->task.position, line->moves, line->length, pv, sizeof pv);
  int64_t time = report->microseconds > 0 ? report->microseconds : 1;
  uint64_t nps = (uint64_t)((double)report->nodes * 1e6 / (double)time);
  asc_ugi_say(search->output, "info depth %d%s score %s nodes %llu nps %llu time %lld pv %s", line->depth, multipv,
              asc_score_write(line->certainty, line->score, score), (unsigned long long)report->nodes,
              (unsigned long long)nps, (long long)(time / MS), pv);
}

static void report_tell(void *data, const asc_report *report) {
  asc_ugi_search *search = data;
  /* Some players look at more lines than were asked for. */
  for (int i = 0; i < report->count && i < search->task.lines; i++) line_tell(search, report, i);
  search->told = report->nodes;
}

static void move_tell(const asc_ugi_search *search, int code, asc_move move) {
  char token[ASC_TOKEN_MAX] = "none";
  if (search->damaged != NULL && search->damaged(search->tables))
    asc_ugi_say(search->output, "info string error go: a table is damaged");
  if (code == ASC_OK)
    asc_move_write(search->rules, search->task.position, move, token);
  else
    asc_ugi_say(search->output, "info string error go: %s", asc_strerror(code));
  asc_ugi_say(search->output, "bestmove %s", token);
}

static void *search_run(void *data) {
  asc_ugi_search *search = data;
  asc_report report = {0};
  asc_move move = 0;
  int code = asc_player_choose(search->player, &search->task, search->seed, &move, &report);
  if (code == ASC_OK && report.nodes != search->told) report_tell(search, &report);
  pthread_mutex_lock(&search->lock);
  search->thinking = false;
  pthread_cond_broadcast(&search->changed);
  while (search->infinite && !search->stopped) pthread_cond_wait(&search->changed, &search->lock);
  pthread_mutex_unlock(&search->lock);
  move_tell(search, code, move);
  return NULL;
}

/* A limit as the task wants it, where 0 is none. */
static int64_t limit_of(long long asked, int64_t unit, int64_t most) {
  if (asked < 0) return 0;
  return asked == 0 ? 1 : asked < most / unit ? asked * unit : most;
}

static void limits_set(asc_task *task, const asc_ugi_request *request, int player) {
  long long time = request->time[player - 1], increment = request->increment[player - 1];
  if (time < 0) time = increment; /* a clock that only ever has what is added for the move */
  if (time >= 0) asc_task_clock(task, limit_of(time, MS, forever), limit_of(increment, MS, forever));
  int64_t movetime = request->infinite ? forever : limit_of(request->movetime, MS, forever);
  if (movetime > 0 && (task->hard == 0 || movetime < task->hard)) task->hard = movetime;
  task->depth = (int)limit_of(request->depth, 1, INT_MAX);
  task->nodes = (uint64_t)limit_of(request->nodes, 1, INT64_MAX);
}

bool asc_ugi_search_start(asc_ugi_search *search, const asc_play *play, asc_player *player,
                          const asc_ugi_request *request) {
  search->task = asc_task_of(play, NULL);
  search->task.lines = request->lines;
  search->task.game = request->game;
  search->task.report = report_tell;
  search->task.data = search;
  limits_set(&search->task, request, asc_play_turn(play));
  search->rules = asc_play_rules(play);
  search->player = player;
  search->infinite = request->infinite;
  search->seed = request->seed;
  search->damaged = request->damaged;
  search->tables = request->tables;
  search->told = 0;
  search->stopped = false;
  search->thinking = true;
  search->started = pthread_create(&search->thread, NULL, search_run, search) == 0;
  return search->started;
}

void asc_ugi_search_wait(asc_ugi_search *search) {
  pthread_mutex_lock(&search->lock);
  while (search->started && search->thinking) pthread_cond_wait(&search->changed, &search->lock);
  pthread_mutex_unlock(&search->lock);
}

void asc_ugi_search_end(asc_ugi_search *search) {
  if (!search->started) return;
  pthread_mutex_lock(&search->lock);
  search->stopped = true;
  pthread_cond_broadcast(&search->changed);
  pthread_mutex_unlock(&search->lock);
  pthread_join(search->thread, NULL);
  search->started = false;
}
