/* The trees of a search: each thread grows one of its own, more or less curious than the others, and the visits of all
   decide. */
#ifndef ASC_ENGINE_MCTS_GROVE_H
#define ASC_ENGINE_MCTS_GROVE_H

#include "engine/common/run.h"

/* Whether moves of the game are chosen so. */
bool grove_is_for(const asc_rules *rules);

/* NULL: no memory. */
asc_grove *grove_open(const asc_rules *rules, size_t bytes, int threads);
void grove_clear(asc_grove *grove);
void grove_close(asc_grove *grove);

/* Whether a task is one for trees: there is a grove, and a single line without a limit in depth is asked for. */
bool grove_suits(const asc_search *search, const asc_task *task);
int grove_run(asc_search *search);

#endif
