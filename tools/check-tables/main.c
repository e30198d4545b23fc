/* ascona-check: reads the tables of a solved Delta and makes sure of every value. See the section "Checking" of
   docs/formats.md. The layers are taken from the last to the first; each is read whole, its rows are checked as a file,
   then every position against its moves. The first fault ends the program. */
#include "notes.h"
#include "pass.h"
#include "tell.h"

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
  int size, pawns, first, last, threads; /* layers from first to last; -1: all that are there */
  uint64_t sample, seed;
  bool json;
} options = {.size = 5, .pawns = 9, .first = -1, .last = -1, .seed = 1};

/* Made in the beginning and kept to the end. */
static classes all[MOST_PAWNS + 1];     /* by pawns */
static table files[2 * MOST_PAWNS + 1]; /* by layer */
static notes *kept;

/* What the progress line and the notes need to know of the layer in hand. */
typedef struct report {
  const char *doing;
  const layer *layer;
  notes *notes;        /* null where nothing is noted */
  double noted;        /* when */
  uint64_t begin;      /* the first row that is checked */
  uint64_t total;      /* rows, or samples */
  uint64_t step_size;  /* positions in a row */
  uint64_t left_below; /* positions in the layers that are still to come */
} report;

static void pass_tell(void *data, uint64_t done, double seconds) {
  report *of = data;
  if (of->notes != NULL && seconds - of->noted > NOTE_SECONDS) {
    notes_put(of->notes, of->layer->file, of->layer->next, done);
    of->noted = seconds;
  }
  if (!tell_progress) return;
  progress_clear();
  fprintf(stderr, "layer %d: %s, %.1f %%", of->layer->layer, of->doing, 100 * (double)done / (double)of->total);
  if (of->step_size > 0 && done > of->begin) {
    double rate = (double)(done - of->begin) * (double)of->step_size / seconds;
    double left = ((double)(of->total - done) * (double)of->step_size + (double)of->left_below) / rate;
    fprintf(stderr, ", %.2f million positions a second, %.0f:%02.0f left", 1e-6 * rate, (double)(int)(left / 60),
            left - 60 * (double)(int)(left / 60));
  }
  fflush(stderr);
}

/* Positions that are checked against their moves. */
static uint64_t layer_work(int which) {
  int own = which / 2, other = which - own;
  uint64_t every = (uint64_t)all[other].rows * the_board.choose[the_board.squares - other][own];
  return options.sample > 0 ? options.sample : every;
}

static void sample_step(worker *by, uint64_t i) { sample_check(by, (options.seed << 32) + i); }

/* What was found in a layer. */
typedef struct findings {
  uint64_t held, positions, classes; /* columns that hold a position; all positions; those that are no images */
  uint64_t rows, noted, checked;     /* rows or samples; rows noted before; positions checked against their moves now */
  double seconds, moves_seconds;
} findings;

/* The layer as a file: read whole, with its digest, images and counts. */
static void file_check(const layer *in, worker *workers, findings *found) {
  report told = {.doing = "reading", .layer = in, .total = in->file->rows};
  pass_run(workers, options.threads, row_read, 0, in->file->rows, pass_tell, &told);
  table_digest_check(in->file, in->values);
  told.doing = "comparing images";
  pass_run(workers, options.threads, row_check, 0, in->file->rows, pass_tell, &told);
  uint64_t counts[2][256] = {{0}};
  for (int i = 0; i < options.threads; i++) {
    for (int v = 0; v < 512; v++) counts[v / 256][v % 256] += workers[i].counts[v / 256][v % 256];
    found->classes += workers[i].classes;
  }
  counts_check(in, counts);
  for (int v = 0; v < 256; v++) found->held += counts[0][v], found->positions += counts[1][v];
}

/* The values against the moves: of every row that is not noted, or of a sample. */
static void values_follow(const layer *in, worker *workers, uint64_t left_below, findings *found) {
  bool sample = options.sample > 0;
  found->rows = sample ? options.sample : in->other_classes->rows;
  found->noted = sample ? 0 : notes_done(kept, in->file, in->next);
  if (found->noted > found->rows) found->noted = found->rows;
  report told = {.doing = "following moves",
                 .layer = in,
                 .notes = sample ? NULL : kept,
                 .begin = found->noted,
                 .total = found->rows,
                 .step_size = sample ? 1 : in->own_count,
                 .left_below = left_below};
  double start = seconds_now();
  pass_run(workers, options.threads, sample ? sample_step : moves_check, found->noted, found->rows, pass_tell, &told);
  found->moves_seconds = seconds_now() - start;
  for (int i = 0; i < options.threads; i++) found->checked += workers[i].checked;
  if (!sample) notes_put(kept, in->file, in->next, found->rows);
}

static void findings_print(const layer *in, const findings *found) {
  typedef unsigned long long number;
  progress_clear();
  if (options.json) {
    printf("{\"layer\":%d,\"rows\":%llu,\"columns\":%llu,", in->layer, (number)in->file->rows,
           (number)in->file->columns);
    printf("\"held\":%llu,\"positions\":%llu,\"classes\":%llu,", (number)found->held, (number)found->positions,
           (number)found->classes);
    printf("\"digest\":\"%s\",\"noted\":%llu,\"checked\":%llu,\"moves_seconds\":%.3f,\"seconds\":%.3f}\n",
           in->file->digest_text, (number)found->noted, (number)found->checked, found->moves_seconds, found->seconds);
  } else {
    printf("layer %2d  file right, positions: %llu, classes: %llu", in->layer, (number)found->positions,
           (number)found->classes);
    if (found->noted > 0)
      printf("; moves of %llu rows of %llu noted as right before", (number)found->noted, (number)found->rows);
    if (found->checked > 0)
      printf("; moves right at %llu in %.1f s, %.2f million a second", (number)found->checked, found->moves_seconds,
             1e-6 * (double)found->checked / found->moves_seconds);
    putchar('\n');
  }
  if (fflush(stdout) != 0) stop(STATUS_MACHINE, "standard output cannot be written");
}

/* One layer: its file, and with `moves` its values. */
static void layer_check(int which, bool moves, uint64_t left_below) {
  layer in;
  findings found = {0};
  double start = seconds_now();
  worker *workers = malloc((size_t)options.threads * sizeof *workers);
  bool made = workers != NULL && layer_make(&in, options.size, options.pawns, which, files, all);
  for (int i = 0; made && i < options.threads; i++) made = worker_make(&workers[i], &in);
  if (!made) stop(STATUS_MACHINE, "not enough memory for layer %d", which);
  file_check(&in, workers, &found);
  if (moves) values_follow(&in, workers, left_below, &found);
  found.seconds = seconds_now() - start;
  findings_print(&in, &found);
  for (int i = 0; i < options.threads; i++) worker_free(&workers[i]);
  free(workers);
  layer_free(&in);
}

/* A whole number from `least` to `most` at the begin of the text; where it ends. */
static long long number_read(const char *option, const char *text, long long least, long long most, char **end) {
  char *after = NULL;
  long long value = text == NULL || *text < '0' || *text > '9' ? -1 : strtoll(text, &after, 10);
  if (value < least || value > most || (end == NULL && *after != '\0'))
    stop(STATUS_INPUT, "%s takes a whole number from %lld to %lld", option, least, most);
  if (end != NULL) *end = after;
  return value;
}

static void options_read(int argc, char **argv) {
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  options.threads = cores < 1 ? 1 : cores > MOST_THREADS ? MOST_THREADS : (int)cores;
  bool seeded = false;
  for (int i = 1; i < argc; i++) {
    const char *name = argv[i], *value = argv[i + 1]; /* null after the last */
    if (strcmp(name, "--help") == 0) {
      fputs(USAGE, stdout);
      exit(STATUS_RIGHT);
    } else if (strcmp(name, "--json") == 0) {
      options.json = tell_json = true;
      continue;
    } else if (strcmp(name, "--size") == 0) {
      options.size = (int)number_read(name, value, 4, 5, NULL);
    } else if (strcmp(name, "--pawns") == 0) {
      options.pawns = (int)number_read(name, value, 4, MOST_PAWNS, NULL);
    } else if (strcmp(name, "--sample") == 0) {
      options.sample = (uint64_t)number_read(name, value, 1, LLONG_MAX / 2, NULL);
    } else if (strcmp(name, "--seed") == 0) {
      options.seed = (uint64_t)number_read(name, value, 0, UINT32_MAX, NULL);
      seeded = true;
    } else if (strcmp(name, "--threads") == 0) {
      options.threads = (int)number_read(name, value, 1, MOST_THREADS, NULL);
    } else if (strcmp(name, "--layers") == 0) {
      char *rest;
      options.first = options.last = (int)number_read(name, value, 0, 2 * MOST_PAWNS, &rest);
      if (*rest == '-') options.last = (int)number_read(name, rest + 1, options.first, 2 * MOST_PAWNS, &rest);
      if (*rest != '\0') stop(STATUS_INPUT, "--layers takes A-B or one number");
    } else if (name[0] == '-') {
      stop(STATUS_INPUT, "unknown option %s; see ascona-check --help", name);
    } else if (options.dir != NULL) {
      stop(STATUS_INPUT, "one folder, not two: '%s'", name);
    } else {
      options.dir = name;
      continue;
    }
    i++;
  }
  if (options.dir == NULL) stop(STATUS_INPUT, "which folder? see ascona-check --help");
  if (seeded && options.sample == 0) stop(STATUS_INPUT, "--seed goes with --sample");
  if (2 * options.pawns + 2 > options.size * options.size)
    stop(STATUS_INPUT, "--pawns: a board of size %d takes at most %d", options.size,
         options.size * options.size / 2 - 1);
  if (options.last > 2 * options.pawns) stop(STATUS_INPUT, "--layers: the last is %d", 2 * options.pawns);
}

int main(int argc, char **argv) {
  options_read(argc, argv);
  tell_progress = isatty(STDERR_FILENO);
  squares_init(options.size);
  for (int i = 0; i <= options.pawns; i++)
    if (!classes_make(&all[i], i)) stop(STATUS_MACHINE, "out of memory");

  int top = 2 * options.pawns;
  bool named = options.first >= 0, there[2 * MOST_PAWNS + 2] = {false};
  for (int i = named ? options.first : 0; i <= (named && options.last < top ? options.last + 1 : top); i++) {
    there[i] = table_open(&files[i], options.dir, options.size, options.pawns, i, all[i / 2].rows,
                          the_board.choose[the_board.squares - i / 2][i - i / 2]);
    if (!there[i] && (named || (i > 0 && there[i - 1])))
      stop(STATUS_INPUT, "%s: not there, and layer %d cannot be checked without", files[i].path,
           i > 0 && there[i - 1] ? i - 1 : i);
  }
  int least = 0;
  while (least <= top && !there[least]) least++;
  if (least > top)
    stop(STATUS_INPUT, "%s: no tables of size %d with %d pawns", options.dir, options.size, options.pawns);

  uint64_t left = 0;
  for (int i = top; i >= least; i--)
    if (there[i] && (!named || i <= options.last)) left += layer_work(i);
  kept = notes_read(options.dir, options.size, options.pawns);
  for (int i = top; i >= least; i--) {
    if (!there[i]) continue;
    bool moves = !named || i <= options.last;
    if (moves) left -= layer_work(i);
    layer_check(i, moves, left);
  }
  if (!options.json) puts("all right");
  return STATUS_RIGHT;
}
