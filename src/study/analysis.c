/* Runs an analysis: proof, search, rolls and sharing; see analysis.h. The proofs are in analysis_proof.c. */
#include "analysis.h"

#include "base/clock.h"

#include <stdlib.h>
#include <string.h>

/* The run in progress. */
typedef struct analysis_run {
  asc_analysis *analysis;
  asc_search *search;
  const asc_analysis_options *options;
  const asc_progress *progress;
} analysis_run;

/* Returns the position of the pending roll, or the position before the last ply if that was a roll; else NULL. */
static const void *roll_position(const asc_analysis *a) {
  int events = asc_play_event_count(a->play);
  const asc_event *last = events > 0 ? asc_play_event(a->play, events - 1) : NULL;
  if (a->seats.must_roll) return a->position;
  bool rolled = last != NULL && !last->resigned && last->player == ASC_CHANCE;
  return rolled ? asc_play_position_before(a->play, events - 1) : NULL;
}

int asc_analysis_open(asc_analysis **analysis, const asc_play *play) {
  *analysis = NULL;
  asc_analysis *made = malloc(sizeof *made);
  if (made == NULL) return ASC_E_MEMORY;
  *made = (asc_analysis){.play = play,
                         .rules = asc_play_rules(play),
                         .position = asc_play_position(play),
                         .rolled_face = -1,
                         .started_us = asc_clock_now_us()};
  int code = asc_seats_fill(&made->seats, made->rules, made->position, "en");
  if (code < 0) {
    asc_analysis_close(made);
    return code;
  }
  if (asc_play_end(play) == ASC_END_NONE) made->position_before_roll = roll_position(made);
  *analysis = made;
  return ASC_OK;
}

static void results_clear(asc_analysis *a) {
  asc_roll_close(&a->roll);
  free(a->all_lines);
  a->roll = (asc_roll){0};
  a->all_lines = NULL;
  a->report = (asc_search_report){0};
  a->earlier_nodes = 0;
  a->rolled_face = -1;
}

void asc_analysis_close(asc_analysis *analysis) {
  if (analysis == NULL) return;
  results_clear(analysis);
  free(analysis);
}

const asc_search_report *asc_analysis_report(const asc_analysis *analysis) { return &analysis->report; }

int asc_analysis_depth(const asc_analysis *a) { return a->report.line_count > 0 ? a->report.depth : a->roll.depth; }
uint64_t asc_analysis_nodes(const asc_analysis *a) { return a->report.nodes + a->roll.nodes; }

static void notify(const analysis_run *run) {
  run->analysis->elapsed_us = asc_clock_now_us() - run->analysis->started_us;
  asc_progress_report(run->progress);
}

static void report_store(void *data, const asc_search_report *report) {
  const analysis_run *run = data;
  run->analysis->report = *report;
  run->analysis->report.nodes += run->analysis->earlier_nodes;
  notify(run);
}

static int roll_run(const analysis_run *run, const asc_search_limits *limits) {
  asc_analysis *a = run->analysis;
  asc_search_task task = asc_search_task_from_play(a->play, limits);
  int code = asc_roll_open(&a->roll, a->rules, a->position_before_roll);
  if (code < 0) return code;
  while (!asc_progress_is_stopped(run->progress) && (code = asc_roll_deepen(&a->roll, run->search, &task)) > 0)
    notify(run);
  return code;
}

static bool is_shared(const analysis_run *run) {
  return run->options->share_count > 1 && run->analysis->rules->game->odds == NULL;
}

/* Tries a proof first, which has one line and no depth. Returns 1 if it succeeds. Reduces the limits by the effort
   spent. */
static int proof_try(const analysis_run *run, asc_search_limits *limits) {
  asc_analysis *a = run->analysis;
  if (limits->depth > 0 || run->options->all_moves || run->options->lines > 1 || is_shared(run)) return 0;
  int64_t started_us = asc_clock_now_us();
  int code = asc_analysis_prove(a, run->search, limits, &a->proved_line, &a->earlier_nodes);
  limits->nodes = (uint64_t)asc_search_limit_left((int64_t)limits->nodes, (int64_t)a->earlier_nodes);
  limits->time_us = asc_search_limit_left(limits->time_us, asc_clock_now_us() - started_us);
  asc_search_report proved = {.depth = a->proved_line.depth, .line_count = 1, .lines = &a->proved_line};
  if (code > 0) report_store((void *)run, &proved);
  return code;
}

static bool all_exact(const asc_search_report *report) {
  for (int i = 0; i < report->line_count; i++)
    if (report->lines[i].certainty != ASC_EXACT) return false;
  return true;
}

/* Proves the moves that a search of every move has not settled. The lines are copied because the search reuses their
   memory. */
static int moves_prove(const analysis_run *run, const asc_search_limits *limits) {
  asc_analysis *a = run->analysis;
  asc_search_report *report = &a->report;
  if (all_exact(report)) return ASC_OK;
  size_t size = (size_t)report->line_count * sizeof *a->all_lines;
  a->all_lines = malloc(size);
  if (a->all_lines == NULL) return ASC_E_MEMORY;
  memcpy(a->all_lines, report->lines, size);
  report->lines = a->all_lines;
  a->earlier_nodes = report->nodes;
  int code = asc_analysis_prove_moves(a, run->search, limits, run->progress, a->all_lines, report->line_count,
                                      &a->earlier_nodes);
  report->nodes = a->earlier_nodes;
  return code;
}

static void halve(asc_search_limits *limits) {
  limits->time_us = (limits->time_us + 1) / 2;
  limits->nodes = (limits->nodes + 1) / 2;
}

/* Reduces the moves to those of this share. Returns their number. */
static int share_select(const analysis_run *run, asc_move moves[ASC_MOVES_MAX]) {
  int all = asc_play_moves(run->analysis->play, moves), count = 0;
  for (int i = run->options->share_index; i < all; i += run->options->share_count) moves[count++] = moves[i];
  return count;
}

static int lines_run(const analysis_run *run, asc_search_limits *limits) {
  asc_analysis *a = run->analysis;
  asc_move share[ASC_MOVES_MAX];
  int code = proof_try(run, limits);
  if (code != 0) return code < 0 ? code : ASC_OK;
  bool proves_moves = run->options->all_moves && limits->depth == 0 && asc_analysis_is_provable(a);
  if (proves_moves) halve(limits);
  asc_search_task task = asc_search_task_from_play(a->play, limits);
  task.lines = run->options->all_moves ? ASC_MOVES_MAX : run->options->lines;
  task.on_report = report_store;
  task.data = (void *)run;
  if (is_shared(run)) {
    task.root_moves = share;
    task.root_move_count = share_select(run, share);
    if (task.root_move_count == 0) return ASC_OK;
  }
  asc_search_report report;
  code = asc_search_run(run->search, &task, &report);
  if (code < 0) return code;
  a->report = report;
  a->report.nodes += a->earlier_nodes;
  return proves_moves ? moves_prove(run, limits) : ASC_OK;
}

/* Analyses a position right after a roll: first all faces, then the lines after the face that was rolled. The lines are
   not searched deeper than the faces, so that the position has one value and luck compares equal depths. */
static int rolled_run(const analysis_run *run, asc_search_limits *limits) {
  asc_analysis *a = run->analysis;
  halve(limits);
  int code = roll_run(run, limits);
  if (code < 0) return code;
  a->rolled_face = asc_roll_find_face(&a->roll, asc_play_event(a->play, asc_play_event_count(a->play) - 1)->move);
  if (a->roll.depth > 0 && (limits->depth == 0 || limits->depth > a->roll.depth)) limits->depth = a->roll.depth;
  code = lines_run(run, limits);
  if (code >= 0 && a->rolled_face >= 0 && a->report.line_count > 0 && a->roll.depth > 0)
    asc_roll_set_line(&a->roll, a->rolled_face, &a->report.lines[0]);
  return code;
}

/* Analyses the position. If there are both lines and a roll, each gets half of the effort. */
static int position_run(const analysis_run *run) {
  asc_search_limits limits = run->options->limits;
  if (run->options->share_index > 0 && !is_shared(run)) return ASC_OK;
  if (run->analysis->seats.must_roll) return roll_run(run, &limits);
  return run->analysis->position_before_roll != NULL ? rolled_run(run, &limits) : lines_run(run, &limits);
}

int asc_analysis_run(asc_analysis *analysis, asc_search *search, const asc_analysis_options *options,
                     const asc_progress *progress) {
  analysis_run run = {analysis, search, options, progress};
  results_clear(analysis);
  int code = asc_play_end(analysis->play) == ASC_END_NONE ? position_run(&run) : ASC_OK;
  analysis->elapsed_us = asc_clock_now_us() - analysis->started_us;
  return code < 0 ? code : ASC_OK;
}
