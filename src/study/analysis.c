#include "analysis.h"

#include "core/clock.h"

#include <stdlib.h>
#include <string.h>

/* The run in progress. */
typedef struct analysis_run {
  asc_analysis *analysis;
  asc_search *search;
  const asc_analysis_wish *wish;
  const asc_watch *watch;
} analysis_run;

/* The roll that is due, or the last ply when that was one. */
static const void *roll_look_for(const asc_analysis *a) {
  int events = asc_play_events(a->play);
  const asc_event *last = events > 0 ? asc_play_event(a->play, events - 1) : NULL;
  if (a->seats.rolling) return a->position;
  bool rolled = last != NULL && !last->gave_up && last->player == ASC_CHANCE;
  return rolled ? asc_play_before(a->play, events - 1) : NULL;
}

int asc_analysis_open(asc_analysis *analysis, const asc_play *play) {
  *analysis = (asc_analysis){.play = play,
                             .rules = asc_play_rules(play),
                             .position = asc_play_position(play),
                             .rolled = -1,
                             .began = asc_clock_microseconds()};
  int code = asc_seats_read(&analysis->seats, analysis->rules, analysis->position, "en");
  if (code == ASC_OK && asc_play_end(play) == ASC_END_NONE) analysis->before = roll_look_for(analysis);
  return code;
}

void asc_analysis_close(asc_analysis *analysis) {
  asc_roll_close(&analysis->roll);
  free(analysis->all);
}

int asc_analysis_depth(const asc_analysis *a) { return a->report.count > 0 ? a->report.depth : a->roll.depth; }
uint64_t asc_analysis_nodes(const asc_analysis *a) { return a->report.nodes + a->roll.nodes; }

static void tell(const analysis_run *run) {
  run->analysis->spent = asc_clock_microseconds() - run->analysis->began;
  run->watch->told(run->watch->data);
}

static void report_take(void *data, const asc_report *report) {
  const analysis_run *run = data;
  run->analysis->report = *report;
  run->analysis->report.nodes += run->analysis->tried;
  tell(run);
}

static int roll_take(const analysis_run *run, const asc_limits *limits) {
  asc_analysis *a = run->analysis;
  asc_task task = asc_task_of(a->play, limits);
  int code = asc_roll_open(&a->roll, a->rules, a->before);
  if (code < 0) return code;
  while (!run->watch->stopped(run->watch->data) && (code = asc_roll_deepen(&a->roll, run->search, &task)) > 0)
    tell(run);
  return code;
}

static bool is_shared(const analysis_run *run) {
  return run->wish->shares > 1 && run->analysis->rules->game->odds == NULL;
}

/* A proof has one line, and no depth. Then the limits are what is left. */
static int proof_take(const analysis_run *run, asc_limits *limits) {
  asc_analysis *a = run->analysis;
  if (limits->depth > 0 || run->wish->all_moves || run->wish->lines > 1 || is_shared(run)) return 0;
  int64_t began = asc_clock_microseconds();
  int code = asc_analysis_prove(a, run->search, limits, &a->proved, &a->tried);
  limits->nodes = (uint64_t)asc_limit_left((int64_t)limits->nodes, (int64_t)a->tried);
  limits->microseconds = asc_limit_left(limits->microseconds, asc_clock_microseconds() - began);
  asc_report proved = {.depth = a->proved.depth, .count = 1, .lines = &a->proved};
  if (code > 0) report_take((void *)run, &proved);
  return code;
}

static bool all_exact(const asc_report *report) {
  for (int i = 0; i < report->count; i++)
    if (report->lines[i].certainty != ASC_EXACT) return false;
  return true;
}

/* What a search of every move has left open goes to proofs. The lines are copied: the search will need the room. */
static int all_take(const analysis_run *run, const asc_limits *limits) {
  asc_analysis *a = run->analysis;
  asc_report *report = &a->report;
  if (all_exact(report)) return ASC_OK;
  size_t size = (size_t)report->count * sizeof *a->all;
  a->all = malloc(size);
  if (a->all == NULL) return ASC_E_MEMORY;
  memcpy(a->all, report->lines, size);
  report->lines = a->all;
  a->tried = report->nodes;
  int code = asc_analysis_prove_moves(a, run->search, limits, run->watch, a->all, report->count, &a->tried);
  report->nodes = a->tried;
  return code;
}

static void halve(asc_limits *limits) {
  limits->microseconds = (limits->microseconds + 1) / 2;
  limits->nodes = (limits->nodes + 1) / 2;
}

/* How many of the moves are in this share. */
static int share_take(const analysis_run *run, asc_move moves[ASC_MOVES_MAX]) {
  int all = asc_play_moves(run->analysis->play, moves), count = 0;
  for (int i = run->wish->share; i < all; i += run->wish->shares) moves[count++] = moves[i];
  return count;
}

static int lines_take(const analysis_run *run, asc_limits *limits) {
  asc_analysis *a = run->analysis;
  asc_move share[ASC_MOVES_MAX];
  int code = proof_take(run, limits);
  if (code != 0) return code < 0 ? code : ASC_OK;
  bool halves = run->wish->all_moves && limits->depth == 0 && asc_analysis_is_provable(a);
  if (halves) halve(limits);
  asc_task task = asc_task_of(a->play, limits);
  task.lines = run->wish->all_moves ? ASC_MOVES_MAX : run->wish->lines;
  task.report = report_take;
  task.data = (void *)run;
  if (is_shared(run)) {
    task.moves = share;
    task.move_count = share_take(run, share);
    if (task.move_count == 0) return ASC_OK;
  }
  asc_report report;
  code = asc_search_run(run->search, &task, &report);
  if (code < 0) return code;
  a->report = report;
  a->report.nodes += a->tried;
  return halves ? all_take(run, limits) : ASC_OK;
}

/* The roll that led here: all its faces first, then the lines of the one that fell, no deeper, so that the position has
   one value and luck compares like with like. */
static int rolled_think(const analysis_run *run, asc_limits *limits) {
  asc_analysis *a = run->analysis;
  halve(limits);
  int code = roll_take(run, limits);
  if (code < 0) return code;
  a->rolled = asc_roll_find(&a->roll, asc_play_event(a->play, asc_play_events(a->play) - 1)->move);
  if (a->roll.depth > 0 && (limits->depth == 0 || limits->depth > a->roll.depth)) limits->depth = a->roll.depth;
  code = lines_take(run, limits);
  if (code >= 0 && a->rolled >= 0 && a->report.count > 0 && a->roll.depth > 0)
    asc_roll_set(&a->roll, a->rolled, &a->report.lines[0]);
  return code;
}

/* Half of the effort for the lines and half for the roll, where there are both. */
static int position_think(const analysis_run *run) {
  asc_limits limits = run->wish->limits;
  if (run->wish->share > 0 && !is_shared(run)) return ASC_OK;
  if (run->analysis->seats.rolling) return roll_take(run, &limits);
  return run->analysis->before != NULL ? rolled_think(run, &limits) : lines_take(run, &limits);
}

int asc_analysis_run(asc_analysis *analysis, asc_search *search, const asc_analysis_wish *wish,
                     const asc_watch *watch) {
  analysis_run run = {analysis, search, wish, watch};
  int code = asc_play_end(analysis->play) == ASC_END_NONE ? position_think(&run) : ASC_OK;
  analysis->spent = asc_clock_microseconds() - analysis->began;
  return code < 0 ? code : ASC_OK;
}
