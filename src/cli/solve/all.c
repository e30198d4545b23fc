/* `ascona solve delta --all`: runs the solver and prints a line for each layer and a progress line with the time
   left. */
#include "all.h"

#include "base/clock.h"
#include "base/file.h"
#include "cli/screen/terminal.h"
#include "cli/search.h"
#include "engine/common/parallel.h"
#include "solve/delta/position.h"
#include "solve/delta/retrograde.h"
#include "study/score.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* The last layer takes many sweeps, but most of them change little. Together they take about as long as solving 12
   ordinary layers of the same size. Only used to estimate the time left. */
enum { LAST_LAYER_WEIGHT = 12 };

typedef struct all_state {
  cli_progress progress;
  bool json, has_heading;
  int64_t started_us, layer_started_us, layer_solved_us; /* microseconds */
  const asc_tablebase_layer_plan *layer;
  double work_before, work_total; /* work of the layers before this one in this run, and of all layers of this run */
} all_state;

static double layer_work(const asc_tablebase_layer_plan *layer) {
  return (double)asc_tablebase_layer_entries(layer) * (layer->is_last ? LAST_LAYER_WEIGHT : 1);
}

/* Returns how much of the layer is done, from 0 to 1. Each sweep of the last layer is taken to do 15% of what is
   left. */
static double layer_share(const solve_report *report) {
  double share = report->row_count > 0 ? (double)report->rows_done / (double)report->row_count : 0, left = 1;
  if (!report->layer->is_last) return share;
  for (int sweep = 1; sweep < report->sweep; sweep++) left *= 0.85;
  return 1 - left * (1 - 0.15 * share);
}

static void time_write(double seconds, char text[32]) {
  long whole = (long)(seconds + 0.5);
  if (whole < 120)
    (void)snprintf(text, 32, "%ld s", whole);
  else if (whole < 7200)
    (void)snprintf(text, 32, "%ld min", (whole + 30) / 60);
  else
    (void)snprintf(text, 32, "%.1f h", (double)whole / 3600);
}

static void progress_draw(all_state *state, const solve_report *report) {
  char text[256], left[32], part[32] = "";
  if (!cli_progress_is_due(&state->progress)) return;
  int64_t now = asc_clock_now_us();
  double share = layer_share(report), done = state->work_before + share * layer_work(report->layer);
  double seconds = (double)(now - state->started_us) / 1e6,
         layer_seconds = (double)(now - state->layer_started_us) / 1e6;
  double rate =
      (double)asc_tablebase_layer_entries(report->layer) *
      ((double)(report->sweep - 1) + (double)report->rows_done / (double)(report->row_count + !report->row_count)) /
      layer_seconds;
  time_write(done > 0 ? seconds * (state->work_total - done) / done : 0, left);
  if (report->layer->is_last) (void)snprintf(part, sizeof part, ", sweep %d", report->sweep);
  if (report->phase == SOLVE_WRITING)
    (void)snprintf(text, sizeof text, "%d pawns: writing   about %s left\n", report->layer->pawns, left);
  else
    (void)snprintf(text, sizeof text, "%d pawns%s: %.0f %%   %.1f million positions a second   about %s left\n",
                   report->layer->pawns, part,
                   100.0 * (double)report->rows_done / (double)(report->row_count + !report->row_count), rate / 1e6,
                   left);
  cli_progress_draw(&state->progress, text);
}

typedef struct layer_counts {
  uint64_t entries, positions, won, drawn, lost;
  double bits;
  int longest; /* plies, in the last layer */
} layer_counts;

static layer_counts values_count(const asc_tablebase_layer_plan *layer, const asc_tablebase_header *header) {
  layer_counts counts = {0};
  for (int v = ASC_TABLEBASE_NO_POSITION + 1; v < ASC_TABLEBASE_VALUES + ASC_TABLEBASE_NO_POSITION; v++) {
    int points = asc_tablebase_value_points(layer, (int8_t)v), plies = asc_tablebase_value_plies(layer, (int8_t)v);
    uint64_t count = header->positions[(uint8_t)v];
    counts.entries += header->entries[(uint8_t)v];
    counts.positions += count;
    *(points > 0 ? &counts.won : points < 0 ? &counts.lost : &counts.drawn) += count;
    if (count > 0 && plies > counts.longest) counts.longest = plies;
  }
  counts.bits = 8.0 * (double)header->file_size / (double)(header->rows * header->columns);
  return counts;
}

static void layer_print_json(const solve_report *report, const layer_counts *counts, double solving, double seconds) {
  const asc_tablebase_header *header = report->header;
  const asc_tablebase_layer_plan *layer = report->layer;
  char digest[40];
  (void)snprintf(digest, sizeof digest, "%016llx%016llx", (unsigned long long)header->digest[1],
                 (unsigned long long)header->digest[0]);
  asc_json json = cli_json_begin();
  asc_json_number(&json, "layer", layer->pawns);
  asc_json_text(&json, "mover", layer->pawns % 2 == 0 ? "white" : "black");
  asc_json_number(&json, "rows", (int64_t)header->rows);
  asc_json_number(&json, "columns", (int64_t)header->columns);
  asc_json_number(&json, "entries", (int64_t)counts->entries);
  asc_json_number(&json, "positions", (int64_t)counts->positions);
  asc_json_open(&json, "values", '{');
  for (int points = -ASC_TABLEBASE_SQUARES_MAX; points <= ASC_TABLEBASE_SQUARES_MAX; points++) {
    uint64_t count = 0;
    char key[16];
    for (int v = ASC_TABLEBASE_NO_POSITION + 1; v < ASC_TABLEBASE_VALUES + ASC_TABLEBASE_NO_POSITION; v++)
      if (asc_tablebase_value_points(layer, (int8_t)v) == points) count += header->positions[(uint8_t)v];
    (void)snprintf(key, sizeof key, "%d", points);
    if (count > 0) asc_json_number(&json, key, (int64_t)count);
  }
  asc_json_close(&json, '}');
  asc_json_number(&json, "bytes", (int64_t)header->file_size);
  asc_json_text(&json, "digest", digest);
  asc_json_real(&json, "solving", solving, CLI_JSON_DIGITS);
  asc_json_real(&json, "seconds", seconds, CLI_JSON_DIGITS);
  if (layer->is_last) asc_json_number(&json, "longest", counts->longest);
  cli_json_end(&json);
}

static void layer_print_text(all_state *state, const solve_report *report, const layer_counts *counts, double seconds) {
  char positions[ASC_COUNT_TEXT_MAX];
  if (!state->has_heading) puts("pawns  to move          positions     won   drawn    lost   bits  seconds");
  state->has_heading = true;
  double all = (double)counts->positions / 100;
  printf("%5d  %-7s  %18s  %5.1f%%  %5.1f%%  %5.1f%%  %5.2f  ", report->layer->pawns,
         report->layer->pawns % 2 == 0 ? "White" : "Black", asc_count_write(counts->positions, positions),
         (double)counts->won / all, (double)counts->drawn / all, (double)counts->lost / all, counts->bits);
  if (report->phase == SOLVE_FOUND)
    puts("  there");
  else
    printf("%7.1f\n", seconds);
  fflush(stdout);
}

static void layer_print(all_state *state, const solve_report *report) {
  layer_counts counts = values_count(report->layer, report->header);
  bool found = report->phase == SOLVE_FOUND;
  double seconds = found ? 0 : (double)(asc_clock_now_us() - state->layer_started_us) / 1e6;
  double solving = found ? 0 : (double)(state->layer_solved_us - state->layer_started_us) / 1e6;
  cli_progress_clear(&state->progress);
  if (state->json)
    layer_print_json(report, &counts, solving, seconds);
  else
    layer_print_text(state, report, &counts, seconds);
}

static void layer_start(all_state *state, const solve_report *report) {
  if (state->work_total == 0)
    for (int n = 0; n <= report->layer->pawns; n++) state->work_total += layer_work(&report->plan->layers[n]);
  if (state->layer != NULL) state->work_before += layer_work(state->layer);
  state->layer = report->layer;
  state->layer_started_us = asc_clock_now_us();
}

static bool on_report(void *data, const solve_report *report) {
  all_state *state = data;
  if (report->phase == SOLVE_SOLVING || report->phase == SOLVE_WRITING) {
    if (state->layer != report->layer) layer_start(state, report);
    if (report->phase == SOLVE_WRITING) state->layer_solved_us = asc_clock_now_us();
    progress_draw(state, report);
  } else {
    layer_print(state, report);
  }
  return cli_search_is_interrupted();
}

static int folder_make(const char *folder) {
  struct stat status;
  if (mkdir(folder, 0777) == 0 || (errno == EEXIST && stat(folder, &status) == 0 && S_ISDIR(status.st_mode))) {
    asc_file_sync_folder(folder); /* without this a power cut could lose the folder and all files in it */
    return CLI_OK;
  }
  return cli_fail(ASC_E_FILE, folder, "cannot be made: %s", strerror(errno == EEXIST ? ENOTDIR : errno));
}

static int options_read(const char *spec, solve_retrograde_options *options) {
  asc_rules *rules;
  asc_error error;
  int code = cli_rules_open(&rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "solve", &error);
  asc_tablebase_support support = asc_tablebase_rules_support(rules, &options->size, &options->pawns);
  int status = CLI_OK;
  if (support == ASC_TABLEBASE_OTHER_GAME)
    status = cli_fail(ASC_E_INPUT, "solve", "--all is for delta");
  else if (support == ASC_TABLEBASE_NO_POINTS)
    status = cli_fail(ASC_E_INPUT, "solve", "--all counts points: leave scoring=simple out");
  else if (support == ASC_TABLEBASE_TOO_LARGE)
    status = cli_fail(ASC_E_INPUT, "solve", "--all takes boards of at most %dx%d", ASC_TABLEBASE_SIZE_MAX,
                      ASC_TABLEBASE_SIZE_MAX);
  asc_rules_close(rules);
  return status;
}

int cli_solve_all(const char *spec, const char *folder, int threads, bool gpu, bool json) {
  all_state state = {.progress = cli_progress_open(), .json = json, .started_us = asc_clock_now_us()};
  solve_retrograde_options options = {
      .folder = folder, .compression_level = SOLVE_COMPRESSION_LEVEL, .on_report = on_report, .data = &state};
  if (gpu && (options.backend = solve_backend_gpu()) == NULL)
    return cli_fail(ASC_E_INPUT, "solve", "this program was built without --gpu: ASCONA_CUDA was not ON");
  int status = options_read(spec, &options);
  if (status == CLI_OK) status = folder_make(folder);
  if (status != CLI_OK) return status;
  options.threads = asc_parallel_thread_count(threads);
  cli_search_catch_interrupts();
  asc_error error;
  int code = solve_retrograde(&options, &error);
  cli_progress_clear(&state.progress);
  if (code == ASC_E_STATE) {
    (void)cli_fail(code, "solve", "stopped; the same command goes on after the last whole layer");
    return CLI_FAILED;
  }
  return code < 0 ? cli_fail_error(code, "solve", &error) : CLI_OK;
}
