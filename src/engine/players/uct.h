/* UCT: plain Monte Carlo tree search with random playouts, on the rules alone. It is there to be measured by.

   The tree is grown anew for every run, in a pool of nodes of fixed size; when that is full, playouts start from the
   leaves there are. Every player maximises his own reward: 1 for the first place, a part of it where it is shared. The
   die falls by its odds. A game that repeats or reaches the ply limit is a draw.

   Everything is integers: the same seed, task and limit of nodes give the same move everywhere. A node is one ply of a
   playout or of the way down the tree. */
#ifndef ASC_ENGINE_PLAYERS_UCT_H
#define ASC_ENGINE_PLAYERS_UCT_H

#include <ascona/search.h>

typedef struct uct uct;

/* `bytes` is the size of the pool, `curiosity` C in hundredths. The host is copied. ASC_OK or ASC_E_MEMORY. */
int uct_open(uct **opened, const asc_rules *rules, size_t bytes, uint32_t curiosity, const asc_host *host);
void uct_close(uct *tree);

/* One line, however many the task asks for; the depth limits the tree, not the playouts. */
int uct_run(uct *tree, const asc_task *task, uint64_t seed, asc_report *report);
/* From any thread: ends the run in progress, or the next one at once. */
void uct_stop(uct *tree);

#endif
