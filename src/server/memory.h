/* The memory of the two libraries that the loop is made of. Neither bears to be refused any: libwebsockets falls later
   over what it did not get when it began, and libuv ends the process when it has to watch more files and cannot note
   them. So it is known whether memory was refused, and libuv has a reserve, which is enough for the notes of as many
   connections as there may be. */
#ifndef ASC_SERVER_MEMORY_H
#define ASC_SERVER_MEMORY_H

#include <stdbool.h>

/* Before anything else is asked of the libraries. From here on it is counted. */
void asc_memory_watch(void);
/* Whether they were refused memory since. */
bool asc_memory_refused(void);

#endif
