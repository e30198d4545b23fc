/* Best-first search: a tree that grows where the play seems to go.

   For games whose estimates are fair but uncertain, where a search to a fixed depth trusts single estimates too much.
   Every walk goes down from the root to a leaf, by the mean of what was found below each move and by how promising the
   move looked at first; the leaf gets its children, and the best of their estimates is added to the means on the way
   up. Estimates count as chances to win (asc_knowledge.spread), and what is certain as certain.

   It gives one move and no proof of it. Each thread grows a tree of its own, more or less curious than the others; the
   visits of all decide. */
#ifndef ASC_ENGINE_TREE_H
#define ASC_ENGINE_TREE_H

#include "run.h"

/* Whether the game is one for trees. */
bool tree_is_for(const asc_rules *rules);
/* Whether the run is: there is a grove, and a single line without a limit in depth is asked for. */
bool tree_suits(const asc_search *search);
int tree_run(asc_search *search);

#endif
