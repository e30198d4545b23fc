/* The whole solve: every layer of a board, from the last to the first, each kept in a file as soon as it is done. What
   lies in the folder already is not done again, so a run that was ended goes on where the last whole layer is. A run
   holds the folder's lock: of several processes the first does. */
#ifndef ASC_SOLVE_DELTA_RETROGRADE_H
#define ASC_SOLVE_DELTA_RETROGRADE_H

#include "exchange.h"
#include "solver.h"
#include "table.h"

enum { RETRO_LEVEL = 5 }; /* of compression, where nothing else is asked for */

typedef enum retro_phase { RETRO_SOLVING, RETRO_KEEPING, RETRO_KEPT, RETRO_FOUND } retro_phase;

typedef struct retro_news {
  retro_phase phase;
  const retro_plan *plan;
  const retro_layer *layer;
  const retro_header *header; /* once the layer is kept, or was found */
  int sweep;                  /* of the last layer; else 1 */
  uint64_t done, count;       /* rows of this sweep */
} retro_news;

/* Called now and then, always by the same thread; true asks to stop. */
typedef bool retro_hear(void *data, const retro_news *news);

typedef struct retro_order {
  int size, pawns;
  const retro_solver *solver; /* NULL: threads */
  int threads;
  int level;                /* of compression, as zstd has them */
  const char *folder;       /* exists, and of several processes each sees it */
  retro_exchange *exchange; /* NULL: one process alone. Only process 0 tells what it hears */
  retro_hear *hear;
  void *data;
} retro_order;

/* ASC_E_STATE: asked to stop. What fails for process 0 alone fails for all, and it alone has the words: the others
   leave the error as it was. */
int asc_retro_solve(const retro_order *order, asc_error *error);

#endif
