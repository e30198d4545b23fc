/* Memory for large tables and trees. */
#ifndef ASC_ENGINE_COMMON_PAGES_H
#define ASC_ENGINE_COMMON_PAGES_H

#include <stddef.h>

/* All zero, and there for certain: who works against the clock is not kept waiting for it later. At a multiple of a
   cache line's 64 bytes; to be given back with free(). NULL: there is none. */
void *pages_take(size_t bytes);

#endif
