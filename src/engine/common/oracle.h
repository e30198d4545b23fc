/* Asking an oracle (search.h): about one position, or about a whole run.

   Where the oracle knows every move of the run's position there is nothing to search. The best move has the best score;
   of wins the soonest goes first, of losses the latest, so that a won game makes progress: its plies go down with every
   move, and nothing comes again. What is told is the truth of a game that starts here. But a move that repeats for the
   third time a position of the game that is being played is a draw in that game, and is chosen as one. */
#ifndef ASC_ENGINE_COMMON_ORACLE_H
#define ASC_ENGINE_COMMON_ORACLE_H

#include "run.h"

enum { ORACLE_NO_LIMIT = 1 << 30 };

/* Whether the oracle knows an open position, `left` plies before the limit. */
bool asc_oracle_knows(const asc_search *search, const void *position, int left, int32_t *score, int *plies);

/* Both work in a run (asc_run_begin). 1: done; 0: the oracle does not know every move; or an error code. */
int asc_oracle_run(asc_search *search);
int asc_oracle_solve(asc_search *search, asc_solution *solution);

#endif
