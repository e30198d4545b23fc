#include "all.h"

#include "cli/screen/terminal.h"
#include "cli/think.h"
#include "core/clock.h"
#include "engine/common/team.h"
#include "play/file.h"
#include "solve/delta/position.h"
#include "solve/delta/retrograde.h"
#include "study/score.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

/* Sweeps of the last layer are many, but most of them change little: all of them take about as long as this many of an
   ordinary layer as large. For the time left, which is a guess anyway. */
enum { LAST_LAYER_WEIGHT = 12 };

typedef struct all_state {
  progress_lines progress;
  bool json, heading;
  int64_t began, layer_began, layer_solved;
  const retro_layer *layer;
  double work_before, work_all; /* of layers: before this one in this run, and all that were to be done */
} all_state;

static double layer_work(const retro_layer *layer) {
  return (double)retro_layer_entries(layer) * (layer->last ? LAST_LAYER_WEIGHT : 1);
}

/* How much of the layer is done, from 0 to 1. Each sweep of the last layer does a part of what is left. */
static double layer_share(const retro_news *news) {
  double share = news->count > 0 ? (double)news->done / (double)news->count : 0, left = 1;
  if (!news->layer->last) return share;
  for (int sweep = 1; sweep < news->sweep; sweep++) left *= 0.85;
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

static void progress_draw(all_state *state, const retro_news *news) {
  char text[256], left[32], part[32] = "";
  if (!progress_due(&state->progress)) return;
  int64_t now = asc_clock_microseconds();
  double share = layer_share(news), done = state->work_before + share * layer_work(news->layer);
  double seconds = (double)(now - state->began) / 1e6, layer_seconds = (double)(now - state->layer_began) / 1e6;
  double rate = (double)retro_layer_entries(news->layer) *
                ((double)(news->sweep - 1) + (double)news->done / (double)(news->count + !news->count)) / layer_seconds;
  time_write(done > 0 ? seconds * (state->work_all - done) / done : 0, left);
  if (news->layer->last) (void)snprintf(part, sizeof part, ", sweep %d", news->sweep);
  if (news->phase == RETRO_KEEPING)
    (void)snprintf(text, sizeof text, "%d pawns: writing   about %s left\n", news->layer->pawns, left);
  else
    (void)snprintf(text, sizeof text, "%d pawns%s: %.0f %%   %.1f million positions a second   about %s left\n",
                   news->layer->pawns, part, 100.0 * (double)news->done / (double)(news->count + !news->count),
                   rate / 1e6, left);
  progress_draw_lines(&state->progress, text);
}

typedef struct layer_facts {
  uint64_t entries, positions, won, drawn, lost;
  double bits;
  int longest; /* plies, in the last layer */
} layer_facts;

static layer_facts facts_gather(const retro_layer *layer, const retro_header *header) {
  layer_facts facts = {0};
  for (int v = RETRO_OVER + 1; v < RETRO_VALUES + RETRO_OVER; v++) {
    int points = asc_retro_value_points(layer, (int8_t)v), plies = asc_retro_value_plies(layer, (int8_t)v);
    uint64_t count = header->positions[(uint8_t)v];
    facts.entries += header->entries[(uint8_t)v];
    facts.positions += count;
    *(points > 0 ? &facts.won : points < 0 ? &facts.lost : &facts.drawn) += count;
    if (count > 0 && plies > facts.longest) facts.longest = plies;
  }
  facts.bits = 8.0 * (double)header->file_size / (double)(header->rows * header->columns);
  return facts;
}

static void layer_print_json(const retro_news *news, const layer_facts *facts, double solving, double seconds) {
  const retro_header *header = news->header;
  const retro_layer *layer = news->layer;
  char digest[40];
  (void)snprintf(digest, sizeof digest, "%016llx%016llx", (unsigned long long)header->digest[1],
                 (unsigned long long)header->digest[0]);
  asc_json json = cli_json_begin();
  asc_json_number(&json, "layer", layer->pawns);
  asc_json_text(&json, "mover", layer->pawns % 2 == 0 ? "white" : "black");
  asc_json_number(&json, "rows", (int64_t)header->rows);
  asc_json_number(&json, "columns", (int64_t)header->columns);
  asc_json_number(&json, "entries", (int64_t)facts->entries);
  asc_json_number(&json, "positions", (int64_t)facts->positions);
  asc_json_open(&json, "values", '{');
  for (int points = -RETRO_SQUARES_MAX; points <= RETRO_SQUARES_MAX; points++) {
    uint64_t count = 0;
    char key[16];
    for (int v = RETRO_OVER + 1; v < RETRO_VALUES + RETRO_OVER; v++)
      if (asc_retro_value_points(layer, (int8_t)v) == points) count += header->positions[(uint8_t)v];
    (void)snprintf(key, sizeof key, "%d", points);
    if (count > 0) asc_json_number(&json, key, (int64_t)count);
  }
  asc_json_close(&json, '}');
  asc_json_number(&json, "bytes", (int64_t)header->file_size);
  asc_json_text(&json, "digest", digest);
  asc_json_real(&json, "solving", solving, CLI_DIGITS);
  asc_json_real(&json, "seconds", seconds, CLI_DIGITS);
  if (layer->last) asc_json_number(&json, "longest", facts->longest);
  cli_json_end(&json);
}

static void layer_print_text(all_state *state, const retro_news *news, const layer_facts *facts, double seconds) {
  char positions[ASC_COUNT_TEXT_MAX];
  if (!state->heading) puts("pawns  to move          positions     won   drawn    lost   bits  seconds");
  state->heading = true;
  double all = (double)facts->positions / 100;
  printf("%5d  %-7s  %18s  %5.1f%%  %5.1f%%  %5.1f%%  %5.2f  ", news->layer->pawns,
         news->layer->pawns % 2 == 0 ? "White" : "Black", asc_count_write(facts->positions, positions),
         (double)facts->won / all, (double)facts->drawn / all, (double)facts->lost / all, facts->bits);
  if (news->phase == RETRO_FOUND)
    puts("  there");
  else
    printf("%7.1f\n", seconds);
  fflush(stdout);
}

static void layer_print(all_state *state, const retro_news *news) {
  layer_facts facts = facts_gather(news->layer, news->header);
  bool found = news->phase == RETRO_FOUND;
  double seconds = found ? 0 : (double)(asc_clock_microseconds() - state->layer_began) / 1e6;
  double solving = found ? 0 : (double)(state->layer_solved - state->layer_began) / 1e6;
  progress_clear(&state->progress);
  if (state->json)
    layer_print_json(news, &facts, solving, seconds);
  else
    layer_print_text(state, news, &facts, seconds);
}

static void layer_begin(all_state *state, const retro_news *news) {
  if (state->work_all == 0)
    for (int n = 0; n <= news->layer->pawns; n++) state->work_all += layer_work(&news->plan->layers[n]);
  if (state->layer != NULL) state->work_before += layer_work(state->layer);
  state->layer = news->layer;
  state->layer_began = asc_clock_microseconds();
}

static bool news_hear(void *data, const retro_news *news) {
  all_state *state = data;
  if (news->phase == RETRO_SOLVING || news->phase == RETRO_KEEPING) {
    if (state->layer != news->layer) layer_begin(state, news);
    if (news->phase == RETRO_KEEPING) state->layer_solved = asc_clock_microseconds();
    progress_draw(state, news);
  } else {
    layer_print(state, news);
  }
  return think_interrupted();
}

static int folder_make(const char *folder) {
  struct stat status;
  if (mkdir(folder, 0777) == 0 || (errno == EEXIST && stat(folder, &status) == 0 && S_ISDIR(status.st_mode))) {
    asc_folder_sync(folder); /* what is put into it is lost with its name */
    return CLI_OK;
  }
  return cli_fail(ASC_E_FILE, folder, "cannot be made: %s", strerror(errno == EEXIST ? ENOTDIR : errno));
}

static int order_read(const char *spec, retro_order *order) {
  asc_rules *rules;
  asc_error error;
  int code = cli_rules_open(&rules, spec, &error);
  if (code < 0) return cli_fail_error(code, "solve", &error);
  retro_fit fit = asc_retro_rules_fit(rules, &order->size, &order->pawns);
  int status = CLI_OK;
  if (fit == RETRO_OTHER_GAME)
    status = cli_fail(ASC_E_INPUT, "solve", "--all is for delta");
  else if (fit == RETRO_NO_POINTS)
    status = cli_fail(ASC_E_INPUT, "solve", "--all counts points: leave scoring=simple out");
  else if (fit == RETRO_TOO_LARGE)
    status = cli_fail(ASC_E_INPUT, "solve", "--all takes boards of at most %dx%d", RETRO_SIZE_MAX, RETRO_SIZE_MAX);
  asc_rules_close(rules);
  return status;
}

int solve_all(const char *spec, const char *folder, int threads, bool card, bool json) {
  all_state state = {.progress = progress_open(), .json = json, .began = asc_clock_microseconds()};
  retro_order order = {.folder = folder, .level = RETRO_LEVEL, .hear = news_hear, .data = &state};
  if (card && (order.solver = asc_retro_solver_card()) == NULL)
    return cli_fail(ASC_E_INPUT, "solve", "this program was built without --gpu: ASCONA_CUDA was not ON");
  int status = order_read(spec, &order);
  if (status == CLI_OK) status = folder_make(folder);
  if (status != CLI_OK) return status;
  order.threads = asc_team_size(threads);
  think_interruptible();
  asc_error error;
  int code = asc_retro_solve(&order, &error);
  progress_clear(&state.progress);
  if (code == ASC_E_STATE) {
    (void)cli_fail(code, "solve", "stopped; the same command goes on after the last whole layer");
    return CLI_FAILED;
  }
  return code < 0 ? cli_fail_error(code, "solve", &error) : CLI_OK;
}
