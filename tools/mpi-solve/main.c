/* `mpirun -np N ascona-mpi DIR [SIZE PAWNS]`: does the work of `ascona solve delta --all --out DIR` with N
   processes, on one or several machines that share the folder. The tables are the same, byte for byte. */
#include "exchange_mpi.h"
#include "solve/delta/retrograde.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { REPORT_SECONDS = 10, STATUS_INPUT = 2, STATUS_MACHINE = 3 };

static const char usage[] =
    "usage: mpirun -np N ascona-mpi DIR [SIZE PAWNS]\n"
    "\n"
    "Solves every position of Delta (default: size 5, 9 pawns) into tables in DIR, which must be there and be seen by\n"
    "all processes. Goes on where an earlier run was ended, of this program or of `ascona solve delta --all`.\n";

typedef struct report_state {
  double started, printed;
} report_state;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool on_report(void *data, const solve_report *report) {
  report_state *self = data;
  double time = now();
  if (report->phase == SOLVE_SOLVING && time - self->printed >= REPORT_SECONDS) {
    fprintf(stderr, "layer %d, sweep %d: %.0f %%, %.0f s\n", report->layer->pawns, report->sweep,
            100.0 * (double)report->rows_done / (double)(report->row_count + !report->row_count), time - self->started);
    self->printed = time;
  } else if (report->phase == SOLVE_WRITTEN || report->phase == SOLVE_FOUND) {
    printf("layer %2d  %016llx%016llx  %s, %.1f s\n", report->layer->pawns,
           (unsigned long long)report->header->digest[1], (unsigned long long)report->header->digest[0],
           report->phase == SOLVE_FOUND ? "there" : "solved", time - self->started);
    fflush(stdout);
  }
  return false;
}

static bool number_read(const char *text, int min, int max, int *number) {
  char *end;
  long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < min || value > max) return false;
  *number = (int)value;
  return true;
}

/* The rules allow at most half of the squares, less one, as pawns of each side. */
static bool options_read(int argc, char **argv, solve_retrograde_options *options) {
  if (argc != 2 && argc != 4) return false;
  options->folder = argv[1];
  options->size = ASC_TABLEBASE_SIZE_MAX;
  options->pawns = ASC_TABLEBASE_PAWNS_MAX;
  if (argc == 2) return true;
  return number_read(argv[2], ASC_TABLEBASE_SIZE_MIN, ASC_TABLEBASE_SIZE_MAX, &options->size) &&
         number_read(argv[3], ASC_TABLEBASE_PAWNS_MIN, ASC_TABLEBASE_PAWNS_MAX, &options->pawns) &&
         2 * options->pawns + 2 <= options->size * options->size;
}

int main(int argc, char **argv) {
  mpi_solve_exchange exchange;
  report_state listener = {.started = now(), .printed = now()};
  asc_error error = {0};
  MPI_Init(&argc, &argv);
  solve_retrograde_options options = {.threads = 1,
                                      .compression_level = SOLVE_COMPRESSION_LEVEL,
                                      .exchange = &exchange.common,
                                      .on_report = on_report,
                                      .data = &listener};
  bool opened = mpi_solve_exchange_open(&exchange);
  if (!opened) {
    fputs("ascona-mpi: out of memory\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, STATUS_MACHINE);
  }
  if (!options_read(argc, argv, &options)) {
    if (exchange.common.process == 0) fputs(usage, stderr);
    mpi_solve_exchange_close(&exchange);
    MPI_Finalize();
    return STATUS_INPUT;
  }
  int code = solve_retrograde(&options, &error);
  if (code < 0 && error.reason[0] != '\0') {
    fprintf(stderr, "ascona-mpi: process %d: %s\n", exchange.common.process, error.reason);
    MPI_Abort(MPI_COMM_WORLD, STATUS_MACHINE);
  }
  mpi_solve_exchange_close(&exchange);
  MPI_Finalize();
  return code < 0 ? STATUS_MACHINE : 0;
}
