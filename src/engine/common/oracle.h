/* Probing an oracle (search.h) for one position, or for a whole search.

   If the oracle knows every move of the root position, there is nothing to search. The best move has the best score.
   Among wins the soonest is best, among losses the latest. So a won game makes progress: the plies to the end go down
   with every move, and no position repeats.

   The reported scores are exact for a game that starts at the root. There is one exception. A move that creates a
   position of the current game for the third time is a draw in that game, and is ranked as a draw. */
#ifndef ASC_ENGINE_COMMON_ORACLE_H
#define ASC_ENGINE_COMMON_ORACLE_H

#include "search_state.h"

enum { ASC_ORACLE_NO_PLY_LIMIT = 1 << 30 }; /* for `left` */

/* Returns true if the oracle knows an unfinished position, and fills *score and *plies (0: not known, or a draw).
   `left` is the number of plies to the ply limit. A win or loss that may come after the limit counts as not known. */
bool asc_oracle_probe(const asc_search *search, const void *position, int left, int32_t *score, int *plies);

/* Both work between asc_search_begin and asc_search_end. They return 1 if they are done, 0 if the oracle does not know
   every move, or an error code. asc_oracle_run fills the lines of the search and sends a report. asc_oracle_solve fills
   the solution and needs `best_moves` of the search with room for all moves. */
int asc_oracle_run(asc_search *search);
int asc_oracle_solve(asc_search *search, asc_solution *solution);

#endif
