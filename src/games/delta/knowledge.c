/* What Delta and Néo-Delta tell the engine: knowledge_bounds.c for what is certain, knowledge_prospects.c for what is
   likely. */
#include <ascona/knowledge.h>

#include "delta.h"

const asc_knowledge delta_knowledge = {
    .evaluate = delta_evaluate,
    .bounds = delta_bounds,
    .order = delta_order,
};
