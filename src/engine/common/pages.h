/* Memory for large tables and trees: all zero, at a multiple of a cache line's 64 bytes, and in huge pages where the
   system has them. A look into a table is a jump to anywhere; with small pages it would also miss the table of pages.
 */
#ifndef ASC_ENGINE_COMMON_PAGES_H
#define ASC_ENGINE_COMMON_PAGES_H

#include <stddef.h>

/* NULL: there is not enough. All of it is there for certain: who works against the clock is not kept waiting later. */
void *asc_pages_open(size_t size);
/* Each page comes when it is first touched: for tables of which much may never be, and which may be larger than what is
   free now. */
void *asc_pages_open_lazily(size_t size);
/* In MiB, what may be asked for at most, half of the machine's memory: more would end the program, not be refused. */
long long asc_pages_most(void);
/* The size is the one that was asked for. */
void asc_pages_close(void *pages, size_t size);

#endif
