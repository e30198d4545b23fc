/* Solves all layers of a board, from the last to the first.

   Each layer is written to its file as soon as it is solved. Layers that are already in the folder are not solved
   again, so a run that was interrupted resumes after the last complete layer. A run holds the lock of the folder; if
   there are several processes, process 0 holds it. */
#ifndef ASC_SOLVE_DELTA_RETROGRADE_H
#define ASC_SOLVE_DELTA_RETROGRADE_H

#include "backend.h"
#include "exchange.h"
#include "table.h"

enum { SOLVE_COMPRESSION_LEVEL = 5 }; /* default compression level of zstd */

typedef enum solve_phase { SOLVE_SOLVING, SOLVE_WRITING, SOLVE_WRITTEN, SOLVE_FOUND } solve_phase;

typedef struct solve_report {
  solve_phase phase;
  const asc_tablebase_plan *plan;
  const asc_tablebase_layer_plan *layer;
  const asc_tablebase_header *header; /* set when the layer was written or found */
  int sweep;                          /* number of the sweep in the last layer; 1 in other layers */
  uint64_t rows_done, row_count;      /* rows of this sweep */
} solve_report;

/* Called now and then, always by the same thread. Returns true to stop the run. */
typedef bool solve_on_report(void *data, const solve_report *report);

typedef struct solve_retrograde_options {
  int size, pawns;              /* of the board; of each side */
  const solve_backend *backend; /* NULL: the threads of this machine */
  int threads;                  /* must be 1 if there is an exchange */
  int compression_level;        /* as zstd counts them */
  const char *folder;           /* must exist; all processes must see the same folder */
  solve_exchange *exchange;     /* NULL: a single process. Only process 0 calls on_report */
  solve_on_report *on_report;
  void *data;
} solve_retrograde_options;

/* Solves all layers that are missing. Returns ASC_E_STATE if on_report asked to stop. An error in process 0 ends all
   processes; only process 0 then fills in `error`. */
int solve_retrograde(const solve_retrograde_options *options, asc_error *error);

#endif
