/* MCTS on several threads: each grows a tree of its own, with more or less exploration than the others, and the visits
   of all decide. */
#ifndef ASC_ENGINE_MCTS_MCTS_H
#define ASC_ENGINE_MCTS_MCTS_H

#include "engine/common/run.h"

/* Whether moves of the game are chosen so. */
bool asc_mcts_is_for(const asc_rules *rules);

/* NULL: no memory. */
asc_mcts *asc_mcts_open(const asc_rules *rules, size_t bytes, int threads);
void asc_mcts_clear(asc_mcts *mcts);
void asc_mcts_close(asc_mcts *mcts);

/* Whether a task is one for trees: there are trees, and a single line without a limit in depth is asked for. */
bool asc_mcts_suits(const asc_search *search, const asc_task *task);
int asc_mcts_run(asc_search *search);

#endif
