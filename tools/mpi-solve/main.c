/* `mpirun -np N ascona-mpi DIR [SIZE PAWNS]`: what `ascona solve delta --all --out DIR` does, by N processes, on one
   machine or several that see the same folder. The tables are the same, byte for byte. */
#include "exchange_mpi.h"
#include "solve/delta/retrograde.h"

#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SECONDS_BETWEEN = 10, STATUS_INPUT = 2, STATUS_MACHINE = 3 };

static const char usage[] =
    "usage: mpirun -np N ascona-mpi DIR [SIZE PAWNS]\n"
    "\n"
    "Solves every position of Delta (default: size 5, 9 pawns) into tables in DIR, which must be there and be seen by\n"
    "all processes. Goes on where an earlier run was ended, of this program or of `ascona solve delta --all`.\n";

typedef struct news_listener {
  double began, told;
} news_listener;

static double now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static bool hear(void *data, const retro_news *news) {
  news_listener *self = data;
  double time = now();
  if (news->phase == RETRO_SOLVING && time - self->told >= SECONDS_BETWEEN) {
    fprintf(stderr, "layer %d, sweep %d: %.0f %%, %.0f s\n", news->layer->pawns, news->sweep,
            100.0 * (double)news->done / (double)(news->count + !news->count), time - self->began);
    self->told = time;
  } else if (news->phase == RETRO_KEPT || news->phase == RETRO_FOUND) {
    printf("layer %2d  %016llx%016llx  %s, %.1f s\n", news->layer->pawns, (unsigned long long)news->header->digest[1],
           (unsigned long long)news->header->digest[0], news->phase == RETRO_FOUND ? "there" : "solved",
           time - self->began);
    fflush(stdout);
  }
  return false;
}

static bool number_read(const char *text, int least, int most, int *number) {
  char *end;
  long value = strtol(text, &end, 10);
  if (*text == '\0' || *end != '\0' || value < least || value > most) return false;
  *number = (int)value;
  return true;
}

/* "pawns may not exceed half of the squares less one" (rules). */
static bool order_read(int argc, char **argv, retro_order *order) {
  if (argc != 2 && argc != 4) return false;
  order->folder = argv[1];
  order->size = RETRO_SIZE_MAX;
  order->pawns = RETRO_PAWNS_MAX;
  if (argc == 2) return true;
  return number_read(argv[2], RETRO_SIZE_MIN, RETRO_SIZE_MAX, &order->size) &&
         number_read(argv[3], RETRO_PAWNS_MIN, RETRO_PAWNS_MAX, &order->pawns) &&
         2 * order->pawns + 2 <= order->size * order->size;
}

int main(int argc, char **argv) {
  exchange_mpi exchange;
  news_listener listener = {.began = now(), .told = now()};
  asc_error error = {0};
  MPI_Init(&argc, &argv);
  retro_order order = {
      .threads = 1, .level = RETRO_LEVEL, .exchange = &exchange.common, .hear = hear, .data = &listener};
  bool opened = exchange_mpi_open(&exchange);
  if (!opened) {
    fputs("ascona-mpi: out of memory\n", stderr);
    MPI_Abort(MPI_COMM_WORLD, STATUS_MACHINE);
  }
  if (!order_read(argc, argv, &order)) {
    if (exchange.common.self == 0) fputs(usage, stderr);
    exchange_mpi_close(&exchange);
    MPI_Finalize();
    return STATUS_INPUT;
  }
  int code = asc_retro_solve(&order, &error);
  if (code < 0 && error.reason[0] != '\0') {
    fprintf(stderr, "ascona-mpi: process %d: %s\n", exchange.common.self, error.reason);
    MPI_Abort(MPI_COMM_WORLD, STATUS_MACHINE);
  }
  exchange_mpi_close(&exchange);
  MPI_Finalize();
  return code < 0 ? STATUS_MACHINE : 0;
}
