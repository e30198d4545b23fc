/* The memory of the two libraries that the loop is made of. Neither bears to be refused any while it begins, and libuv
   ends the process when it has to watch more files and cannot note them. So there is a reserve: until all is open for
   both, and who opens is told that it was needed; then for libuv alone, which takes little of it. */
#ifndef ASC_SERVER_MEMORY_H
#define ASC_SERVER_MEMORY_H

#include <stdbool.h>

/* Before anything else is asked of the libraries. */
void asc_memory_begin(void);
/* All is open. False: the reserve was needed, and the server had better not run. */
bool asc_memory_settle(void);

#endif
