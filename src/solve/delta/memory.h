/* Large arrays, zeroed, in huge pages where the system has them: tables are touched all over, and with small pages
   every touch would also miss the table of pages. */
#ifndef ASC_SOLVE_DELTA_MEMORY_H
#define ASC_SOLVE_DELTA_MEMORY_H

#include <stddef.h>

void *retro_memory_open(size_t size); /* NULL: there is not enough */
void retro_memory_close(void *memory, size_t size);

#endif
