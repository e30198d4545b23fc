/* Several at one job: a thread for each but the first, who is the caller. Where there are no threads, as in
   WebAssembly, and where the system gives no more, it is done with fewer. */
#ifndef ASC_ENGINE_COMMON_CREW_H
#define ASC_ENGINE_COMMON_CREW_H

#include "run.h"

/* Runs help(1) … help(count - 1) in threads of their own while lead() runs here; when it is done, ends the search and
   waits for them. `member` hands out the data of each. Returns how many took part, the caller included. */
int crew_run(asc_search *search, int count, void (*lead)(void *data), void (*help)(void *data),
             void *(*member)(void *all, int index), void *all);

#endif
