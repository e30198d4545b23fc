/* ascona-check: reads the tables of a solved Delta and checks every value. See the section "Checking" of
   docs/formats.md.

   Layers are checked from the last to the first. Each is read completely and checked as a file; then every position
   is checked against its moves. The first error ends the program. */
#include "notes.h"
#include "pass.h"
#include "report.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { NOTE_SECONDS = 5 };

static const char USAGE[] =
    "usage: ascona-check DIR [--size S] [--pawns P] [--layers A-B] [--sample N [--seed X]] [--threads T] [--json]\n"
    "\n"
    "Checks the tables of solved positions of Delta in DIR: the files, and that every value follows from its moves.\n"
    "\n"
    "  --size S      the board, 4 or 5 (default 5)\n"
    "  --pawns P     pawns of each colour (default 9)\n"
    "  --layers A-B  only these, or one; layer B + 1 must be there too (default: all in DIR)\n"
    "  --sample N    check moves for N random positions of each layer only; the files are checked whole\n"
    "  --seed X      other random positions (default 1)\n"
    "  --threads T   so many threads (default: one for each core)\n"
    "  --json        one JSON object for each layer, and for a fault\n"
    "\n"
    "Rows found right are noted in DIR/checked-S-P.txt, and not checked again while the tables are the same: delete "
    "it\n"
    "to begin anew.\n"
    "\n"
    "exit status: 0 all right, 1 a fault, 2 bad input, 3 the machine's fault\n";

static struct options {
  const char *dir;
  int size, pawns, first, last, threads; /* layers from first to last; -1: all that are present */
  uint64_t sample, seed;
  bool json;
} options = {.size = 5, .pawns = 9, .first = -1, .last = -1, .seed = 1};

/* Allocated at the start and used until the end. */
static check_classes classes[CHECK_PAWNS_MAX + 1]; /* by number of pawns */
static check_file files[2 * CHECK_PAWNS_MAX + 1];  /* by layer */
static check_notes *notes;

/* The state of the progress line and the notes for the current layer. */
typedef struct progress_state {
  const char *doing;
  const check_layer *layer;
  check_notes *notes;  /* NULL if nothing is noted */
  double noted;        /* time of the last note, in seconds */
  uint64_t begin;      /* the first row that is checked */
  uint64_t total;      /* number of rows, or of samples */
  uint64_t step_size;  /* positions per row */
  uint64_t work_below; /* positions in the layers that are checked after this one */
} progress_state;

static void progress_report(void *data, uint64_t done, double seconds) {
  progress_state *state = data;
  if (state->notes != NULL && seconds - state->noted > NOTE_SECONDS) {
    check_notes_add(state->notes, state->layer->file, state->layer->next_file, done);
    state->noted = seconds;
  }
  if (!check_show_progress) return;
  check_progress_clear();
  fprintf(stderr, "layer %d: %s, %.1f %%", state->layer->index, state->doing,
          100 * (double)done / (double)state->total);
  if (state->step_size > 0 && done > state->begin) {
    double rate = (double)(done - state->begin) * (double)state->step_size / seconds;
    double work_left = ((double)(state->total - done) * (double)state->step_size + (double)state->work_below) / rate;
    fprintf(stderr, ", %.2f million positions a second, %.0f:%02.0f left", 1e-6 * rate, (double)(int)(work_left / 60),
            work_left - 60 * (double)(int)(work_left / 60));
  }
  fflush(stderr);
}

/* Returns how many positions of a layer are checked against their moves. */
static uint64_t layer_work(int index) {
  int own = index / 2, other = index - own;
  uint64_t total = (uint64_t)classes[other].rows * check_the_board.binomial[check_the_board.squares - other][own];
  return options.sample > 0 ? options.sample : total;
}

static void sample_step(check_worker *worker, uint64_t i) { check_sample(worker, (options.seed << 32) + i); }

/* The results of a layer. */
typedef struct findings {
  uint64_t held, positions, classes; /* columns that hold a position; all positions; positions up to symmetry */
  uint64_t rows, noted, checked;     /* rows or samples; rows noted before; positions checked against moves now */
  double seconds, moves_seconds;
} findings;

/* Checks the layer as a file: reads all of it and checks its digest, images and counts. */
static void file_check(const check_layer *layer, check_worker *workers, findings *found) {
  progress_state state = {.doing = "reading", .layer = layer, .total = layer->file->rows};
  check_pass_run(workers, options.threads, check_row_read, 0, layer->file->rows, progress_report, &state);
  check_file_digest(layer->file, layer->values);
  state.doing = "comparing images";
  check_pass_run(workers, options.threads, check_row_images, 0, layer->file->rows, progress_report, &state);
  uint64_t counts[2][256] = {{0}};
  for (int i = 0; i < options.threads; i++) {
    for (int v = 0; v < 512; v++) counts[v / 256][v % 256] += workers[i].counts[v / 256][v % 256];
    found->classes += workers[i].class_count;
  }
  check_counts(layer, counts);
  for (int v = 0; v < 256; v++) found->held += counts[0][v], found->positions += counts[1][v];
}

/* Checks the values against the moves: in every row that is not noted yet, or in a sample. */
static void moves_check(const check_layer *layer, check_worker *workers, uint64_t work_below, findings *found) {
  bool sample = options.sample > 0;
  found->rows = sample ? options.sample : layer->other_classes->rows;
  found->noted = sample ? 0 : check_notes_rows_done(notes, layer->file, layer->next_file);
  if (found->noted > found->rows) found->noted = found->rows;
  progress_state state = {.doing = "following moves",
                          .layer = layer,
                          .notes = sample ? NULL : notes,
                          .begin = found->noted,
                          .total = found->rows,
                          .step_size = sample ? 1 : layer->own_count,
                          .work_below = work_below};
  double start = check_seconds_now();
  check_pass_run(workers, options.threads, sample ? sample_step : check_row_moves, found->noted, found->rows,
                 progress_report, &state);
  found->moves_seconds = check_seconds_now() - start;
  for (int i = 0; i < options.threads; i++) found->checked += workers[i].checked;
  if (!sample) check_notes_add(notes, layer->file, layer->next_file, found->rows);
}

static void findings_print(const check_layer *layer, const findings *found) {
  typedef unsigned long long number;
  check_progress_clear();
  if (options.json) {
    printf("{\"layer\":%d,\"rows\":%llu,\"columns\":%llu,", layer->index, (number)layer->file->rows,
           (number)layer->file->columns);
    printf("\"held\":%llu,\"positions\":%llu,\"classes\":%llu,", (number)found->held, (number)found->positions,
           (number)found->classes);
    printf("\"digest\":\"%s\",\"noted\":%llu,\"checked\":%llu,\"moves_seconds\":%.3f,\"seconds\":%.3f}\n",
           layer->file->digest_text, (number)found->noted, (number)found->checked, found->moves_seconds,
           found->seconds);
  } else {
    printf("layer %2d  file right, positions: %llu, classes: %llu", layer->index, (number)found->positions,
           (number)found->classes);
    if (found->noted > 0)
      printf("; moves of %llu rows of %llu noted as right before", (number)found->noted, (number)found->rows);
    if (found->checked > 0)
      printf("; moves right at %llu in %.1f s, %.2f million a second", (number)found->checked, found->moves_seconds,
             1e-6 * (double)found->checked / found->moves_seconds);
    putchar('\n');
  }
  if (fflush(stdout) != 0) check_fail(CHECK_STATUS_MACHINE, "standard output cannot be written");
}

/* Checks one layer: its file, and with `moves` its values too. */
static void layer_check(int index, bool moves, uint64_t work_below) {
  check_layer layer;
  findings found = {0};
  double start = check_seconds_now();
  check_worker *workers = malloc((size_t)options.threads * sizeof *workers);
  bool opened = workers != NULL && check_layer_open(&layer, options.size, options.pawns, index, files, classes);
  for (int i = 0; opened && i < options.threads; i++) opened = check_worker_open(&workers[i], &layer);
  if (!opened) check_fail(CHECK_STATUS_MACHINE, "not enough memory for layer %d", index);
  file_check(&layer, workers, &found);
  if (moves) moves_check(&layer, workers, work_below, &found);
  found.seconds = check_seconds_now() - start;
  findings_print(&layer, &found);
  for (int i = 0; i < options.threads; i++) check_worker_close(&workers[i]);
  free(workers);
  check_layer_close(&layer);
}

/* Reads a whole number from `min` to `max` at the start of the text. Stores in *end where it ends; if `end` is NULL,
   the whole text must be the number. */
static long long number_read(const char *option, const char *text, long long min, long long max, char **end) {
  char *after = NULL;
  long long value = text == NULL || *text < '0' || *text > '9' ? -1 : strtoll(text, &after, 10);
  if (value < min || value > max || (end == NULL && *after != '\0'))
    check_fail(CHECK_STATUS_INPUT, "%s takes a whole number from %lld to %lld", option, min, max);
  if (end != NULL) *end = after;
  return value;
}

static void options_read(int argc, char **argv) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  options.threads = cores < 1 ? 1 : cores > CHECK_THREADS_MAX ? CHECK_THREADS_MAX : (int)cores;
  bool seeded = false;
  for (int i = 1; i < argc; i++) {
    const char *name = argv[i], *value = argv[i + 1]; /* NULL after the last argument */
    if (strcmp(name, "--help") == 0) {
      fputs(USAGE, stdout);
      exit(CHECK_STATUS_OK);
    } else if (strcmp(name, "--json") == 0) {
      options.json = check_print_json = true;
      continue;
    } else if (strcmp(name, "--size") == 0) {
      options.size = (int)number_read(name, value, 4, 5, NULL);
    } else if (strcmp(name, "--pawns") == 0) {
      options.pawns = (int)number_read(name, value, 4, CHECK_PAWNS_MAX, NULL);
    } else if (strcmp(name, "--sample") == 0) {
      options.sample = (uint64_t)number_read(name, value, 1, LLONG_MAX / 2, NULL);
    } else if (strcmp(name, "--seed") == 0) {
      options.seed = (uint64_t)number_read(name, value, 0, UINT32_MAX, NULL);
      seeded = true;
    } else if (strcmp(name, "--threads") == 0) {
      options.threads = (int)number_read(name, value, 1, CHECK_THREADS_MAX, NULL);
    } else if (strcmp(name, "--layers") == 0) {
      char *rest;
      options.first = options.last = (int)number_read(name, value, 0, 2 * CHECK_PAWNS_MAX, &rest);
      if (*rest == '-') options.last = (int)number_read(name, rest + 1, options.first, 2 * CHECK_PAWNS_MAX, &rest);
      if (*rest != '\0') check_fail(CHECK_STATUS_INPUT, "--layers takes A-B or one number");
    } else if (name[0] == '-') {
      check_fail(CHECK_STATUS_INPUT, "unknown option %s; see ascona-check --help", name);
    } else if (options.dir != NULL) {
      check_fail(CHECK_STATUS_INPUT, "one folder, not two: '%s'", name);
    } else {
      options.dir = name;
      continue;
    }
    i++;
  }
  if (options.dir == NULL) check_fail(CHECK_STATUS_INPUT, "which folder? see ascona-check --help");
  if (seeded && options.sample == 0) check_fail(CHECK_STATUS_INPUT, "--seed goes with --sample");
  if (2 * options.pawns + 2 > options.size * options.size)
    check_fail(CHECK_STATUS_INPUT, "--pawns: a board of size %d takes at most %d", options.size,
               options.size * options.size / 2 - 1);
  if (options.last > 2 * options.pawns) check_fail(CHECK_STATUS_INPUT, "--layers: the last is %d", 2 * options.pawns);
}

int main(int argc, char **argv) {
  options_read(argc, argv);
  check_show_progress = isatty(STDERR_FILENO);
  check_board_init(options.size);
  for (int i = 0; i <= options.pawns; i++)
    if (!check_classes_open(&classes[i], i)) check_fail(CHECK_STATUS_MACHINE, "out of memory");

  int last_layer = 2 * options.pawns;
  bool has_range = options.first >= 0, is_present[2 * CHECK_PAWNS_MAX + 2] = {false};
  for (int i = has_range ? options.first : 0;
       i <= (has_range && options.last < last_layer ? options.last + 1 : last_layer); i++) {
    is_present[i] = check_file_open(&files[i], options.dir, options.size, options.pawns, i, classes[i / 2].rows,
                                    check_the_board.binomial[check_the_board.squares - i / 2][i - i / 2]);
    if (!is_present[i] && (has_range || (i > 0 && is_present[i - 1])))
      check_fail(CHECK_STATUS_INPUT, "%s: not there, and layer %d cannot be checked without", files[i].path,
                 i > 0 && is_present[i - 1] ? i - 1 : i);
  }
  int first_present = 0;
  while (first_present <= last_layer && !is_present[first_present]) first_present++;
  if (first_present > last_layer)
    check_fail(CHECK_STATUS_INPUT, "%s: no tables of size %d with %d pawns", options.dir, options.size, options.pawns);

  uint64_t work_left = 0;
  for (int i = last_layer; i >= first_present; i--)
    if (is_present[i] && (!has_range || i <= options.last)) work_left += layer_work(i);
  notes = check_notes_open(options.dir, options.size, options.pawns);
  for (int i = last_layer; i >= first_present; i--) {
    if (!is_present[i]) continue;
    bool moves = !has_range || i <= options.last;
    if (moves) work_left -= layer_work(i);
    layer_check(i, moves, work_left);
  }
  if (!options.json) puts("all right");
  return CHECK_STATUS_OK;
}
