/* ascona-check: reads the tables of a solved Delta and makes sure of every value. See the section "Checking" of
   docs/formats.md. The layers are taken from the last to the first; each is read whole, its rows are checked as a file,
   then every position against its moves. The first fault ends the program. */
#include "layer.h"
#include "notes.h"

#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { MOST_THREADS = 256, SPAN = 16, NOTE_SECONDS = 5 };

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

static bool terminal;
static pthread_mutex_t end_lock = PTHREAD_MUTEX_INITIALIZER;

static void progress_clear(void) {
  if (terminal) fputs("\r\033[K", stderr);
}

_Noreturn void stop(int status, const char *format, ...) {
  pthread_mutex_lock(&end_lock); /* never given back: one thread tells why, and all end */
  char text[1024];
  va_list values;
  va_start(values, format);
  vsnprintf(text, sizeof text, format, values);
  va_end(values);
  progress_clear();
  fprintf(stderr, "ascona-check: %s\n", text);
  if (options.json && status == STATUS_FAULT) {
    fputs("{\"fault\":\"", stdout);
    for (const char *c = text; *c != '\0'; c++)
      if (*c == '"' || *c == '\\' || (unsigned char)*c < ' ')
        printf("\\u%04x", (unsigned)*c);
      else
        putchar(*c);
    puts("\"}");
  }
  fflush(stdout);
  _Exit(status);
}

/* A position as docs/formats.md writes it; with `drawn`, as a board with the names of files and ranks. */
static void position_text(const layer *in, set own, set other, bool drawn, char text[256]) {
  int size = the_board.size, n = 0;
  bool white = in->layer % 2 == 0;
  if (!drawn) n += snprintf(text, 256, "1:");
  for (int rank = size - 1; rank >= 0; rank--) {
    if (drawn) n += snprintf(text + n, (size_t)(256 - n), "%d", rank + 1);
    for (int file = 0; file < size; file++) {
      set square = (set)1 << (rank * size + file);
      char man = own & square ? (white ? 'w' : 'b') : other & square ? (white ? 'b' : 'w') : '.';
      n += snprintf(text + n, (size_t)(256 - n), drawn ? " %c" : "%c", man);
    }
    n += snprintf(text + n, (size_t)(256 - n), "%s", drawn ? "\n" : rank > 0 ? "/" : "");
  }
  if (drawn) {
    n += snprintf(text + n, (size_t)(256 - n), " ");
    for (int file = 0; file < size; file++) n += snprintf(text + n, (size_t)(256 - n), " %c", 'a' + file);
    return;
  }
  int own_box = in->pawns - in->own, other_box = in->pawns - in->other;
  n += snprintf(text + n, (size_t)(256 - n), ":w%db%d:%c", white ? own_box : other_box, white ? other_box : own_box,
                white ? 'w' : 'b');
  if (in->layer < 4) snprintf(text + n, (size_t)(256 - n), "%d", in->layer + 1);
}

/* A value of the last layer in words, after its byte. */
static void value_text(const layer *in, int value, char text[64]) {
  int relay = the_board.squares - 2 * in->pawns, n = snprintf(text, 64, "%d", value);
  if (!in->last || value == 0) return;
  const char *verb = value > 0 ? "wins" : "loses";
  int points = value >= 64 || value < -64 ? relay : 1;
  int plies = value > 0 ? 2 * ((value >= 64 ? 127 : 63) - value) + 1 : 2 * (value + (value >= -64 ? 64 : 128));
  snprintf(text + n, (size_t)(64 - n), " (%s %d in %d)", verb, points, plies);
}

_Noreturn void fault_tell(const layer *in, set own, set other, const char *what, int found, int expected) {
  char position[256], drawing[256], has[64], should[64];
  position_text(in, own, other, false, position);
  position_text(in, own, other, true, drawing);
  value_text(in, found, has);
  value_text(in, expected, should);
  stop(STATUS_FAULT, "layer %d: %s: %s: found %s, expected %s; row %u, column %u\n%s", in->layer, position, what, has,
       should, in->own_classes->row[number(own)] / 8, number(packed(other, own)), drawing);
}

static double seconds_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* Steps from `next` to `total`, shared out in spans among the threads. */
typedef struct pass {
  void (*step)(worker *, uint64_t);
  uint64_t total;
  atomic_ullong next, at[MOST_THREADS]; /* the next span; of each thread, where the one it works on begins */
  pthread_mutex_t lock;
  pthread_cond_t ended;
  int running;
} pass;

typedef struct thread {
  pass *pass;
  worker *worker;
  int number;
} thread;

static void *thread_run(void *data) {
  const thread *self = data;
  pass *in = self->pass;
  uint64_t begin;
  while ((begin = atomic_fetch_add(&in->next, SPAN)) < in->total) {
    atomic_store(&in->at[self->number], begin);
    for (uint64_t i = begin; i < begin + SPAN && i < in->total; i++) in->step(self->worker, i);
  }
  atomic_store(&in->at[self->number], in->total);
  pthread_mutex_lock(&in->lock);
  in->running--;
  pthread_cond_signal(&in->ended);
  pthread_mutex_unlock(&in->lock);
  return NULL;
}

/* All steps before this one are done: no thread works on an earlier one. */
static uint64_t pass_done(pass *in) {
  uint64_t least = in->total;
  for (int i = 0; i < options.threads; i++) {
    uint64_t at = atomic_load(&in->at[i]);
    if (at < least) least = at;
  }
  return least;
}

/* Runs the steps from `begin` on. Every second `tell` hears how many are done, and how long it took. */
static void pass_run(worker *workers, void (*step)(worker *, uint64_t), uint64_t begin, uint64_t total,
                     void (*tell)(void *, uint64_t, double), void *data) {
  pass run = {.step = step, .total = total, .running = options.threads};
  thread threads[MOST_THREADS];
  pthread_t ids[MOST_THREADS];
  pthread_mutex_init(&run.lock, NULL);
  pthread_cond_init(&run.ended, NULL);
  atomic_store(&run.next, begin);
  double start = seconds_now();
  for (int i = 0; i < options.threads; i++) {
    atomic_store(&run.at[i], begin);
    threads[i] = (thread){&run, &workers[i], i};
  }
  for (int i = 0; i < options.threads; i++)
    if (pthread_create(&ids[i], NULL, thread_run, &threads[i]) != 0) stop(STATUS_MACHINE, "no thread can be started");
  pthread_mutex_lock(&run.lock);
  while (run.running > 0) {
    struct timespec until;
    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec++;
    if (pthread_cond_timedwait(&run.ended, &run.lock, &until) != 0) tell(data, pass_done(&run), seconds_now() - start);
  }
  pthread_mutex_unlock(&run.lock);
  for (int i = 0; i < options.threads; i++) pthread_join(ids[i], NULL);
}

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
  if (!terminal) return;
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
static uint64_t layer_work(int which, const classes *all) {
  int own = which / 2, other = which - own;
  return options.sample > 0 ? options.sample
                            : (uint64_t)all[other].rows * the_board.choose[the_board.squares - other][own];
}

static void sample_step(worker *by, uint64_t i) { sample_check(by, (options.seed << 32) + i); }

/* One layer: its file, and with `moves` its positions. */
static void layer_check(int which, bool moves, const table *files, const classes *all, notes *kept,
                        uint64_t left_below) {
  layer in;
  double start = seconds_now();
  worker *workers = malloc((size_t)options.threads * sizeof *workers);
  if (workers == NULL || !layer_make(&in, options.size, options.pawns, which, files, all))
    stop(STATUS_MACHINE, "not enough memory for layer %d", which);
  for (int i = 0; i < options.threads; i++)
    if (!worker_make(&workers[i], &in)) stop(STATUS_MACHINE, "not enough memory for layer %d", which);

  report told = {.layer = &in, .total = in.file->rows};
  told.doing = "reading";
  pass_run(workers, row_read, 0, in.file->rows, pass_tell, &told);
  table_digest_check(in.file, in.values);
  told.doing = "comparing images";
  pass_run(workers, row_check, 0, in.file->rows, pass_tell, &told);
  uint64_t counts[2][256] = {{0}}, held = 0, positions = 0, class_count = 0;
  for (int i = 0; i < options.threads; i++) {
    for (int v = 0; v < 512; v++) counts[v / 256][v % 256] += workers[i].counts[v / 256][v % 256];
    class_count += workers[i].classes;
  }
  counts_check(&in, counts);
  for (int v = 0; v < 256; v++) held += counts[0][v], positions += counts[1][v];

  uint64_t rows = options.sample > 0 ? options.sample : in.other_classes->rows, noted = 0;
  double moves_start = seconds_now();
  if (moves) {
    noted = options.sample > 0 ? 0 : notes_done(kept, in.file, in.next);
    if (noted > rows) noted = rows;
    told = (report){.doing = "following moves",
                    .layer = &in,
                    .notes = options.sample > 0 ? NULL : kept,
                    .begin = noted,
                    .total = rows,
                    .step_size = options.sample > 0 ? 1 : in.own_count,
                    .left_below = left_below};
    pass_run(workers, options.sample > 0 ? sample_step : moves_check, noted, rows, pass_tell, &told);
    if (options.sample == 0) notes_put(kept, in.file, in.next, rows);
  }
  double end = seconds_now();
  uint64_t checked = !moves ? 0 : (rows - noted) * (options.sample > 0 ? 1 : in.own_count);
  progress_clear();
  if (options.json) {
    printf("{\"layer\":%d,\"rows\":%llu,\"columns\":%llu,\"held\":%llu,\"positions\":%llu,\"classes\":%llu,\"digest\":"
           "\"%s\","
           "\"noted\":%llu,\"checked\":%llu,\"moves_seconds\":%.3f,\"seconds\":%.3f}\n",
           which, (unsigned long long)in.file->rows, (unsigned long long)in.file->columns, (unsigned long long)held,
           (unsigned long long)positions, (unsigned long long)class_count, in.file->digest_text,
           (unsigned long long)noted, (unsigned long long)checked, end - moves_start, end - start);
  } else {
    printf("layer %2d  file right, %llu positions in %llu classes", which, (unsigned long long)positions,
           (unsigned long long)class_count);
    if (noted > 0)
      printf("; moves of %llu rows of %llu noted as right before", (unsigned long long)noted, (unsigned long long)rows);
    if (checked > 0)
      printf("; moves right at %llu in %.1f s, %.2f million a second", (unsigned long long)checked, end - moves_start,
             1e-6 * (double)checked / (end - moves_start));
    putchar('\n');
  }
  if (fflush(stdout) != 0) stop(STATUS_MACHINE, "standard output cannot be written");
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
      options.json = true;
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
  terminal = isatty(STDERR_FILENO);
  squares_init(options.size);
  classes all[MOST_PAWNS + 1];
  for (int i = 0; i <= options.pawns; i++)
    if (!classes_make(&all[i], i)) stop(STATUS_MACHINE, "out of memory");

  int top = 2 * options.pawns;
  bool named = options.first >= 0, there[2 * MOST_PAWNS + 2] = {false};
  table files[2 * MOST_PAWNS + 1];
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
    if (there[i] && (!named || i <= options.last)) left += layer_work(i, all);
  notes *kept = notes_read(options.dir, options.size, options.pawns);
  for (int i = top; i >= least; i--) {
    if (!there[i]) continue;
    bool moves = !named || i <= options.last;
    if (moves) left -= layer_work(i, all);
    layer_check(i, moves, files, all, kept, left);
  }
  if (!options.json) puts("all right");
  return STATUS_RIGHT;
}
