/* MCTS on several threads.

   Each thread grows its own tree (tree.h), with a different amount of exploration. The visits of all trees together
   decide the move. */
#ifndef ASC_ENGINE_MCTS_MCTS_H
#define ASC_ENGINE_MCTS_MCTS_H

#include "engine/common/search_state.h"

/* Returns true if MCTS is suited to the game: it knows its error margin, and no position repeats. */
bool asc_mcts_supports(const asc_rules *rules);

/* Allocates one tree per thread. Returns NULL if there is not enough memory. asc_mcts_clear forgets the trees,
   asc_mcts_close frees them; both accept NULL. */
asc_mcts *asc_mcts_open(const asc_rules *rules, size_t bytes, int threads);
void asc_mcts_clear(asc_mcts *mcts);
void asc_mcts_close(asc_mcts *mcts);

/* Returns true if the task is for MCTS: there are trees, and it asks for one line without a depth limit or
   blindness. */
bool asc_mcts_can_run(const asc_search *search, const asc_search_task *task);
/* Runs the task of the search and fills its line. Returns ASC_OK. */
int asc_mcts_run(asc_search *search);

#endif
