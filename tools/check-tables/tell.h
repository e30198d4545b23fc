/* How the program speaks of faults. The first one ends it: a table is right or it is not. */
#ifndef CHECK_TELL_H
#define CHECK_TELL_H

#include "layer.h"

extern bool tell_json;     /* a fault is a JSON object on stdout besides */
extern bool tell_progress; /* stderr is a terminal, with a progress line */

void progress_clear(void);
/* stop and fault_tell are declared where they are needed, in table.h and layer.h. */

#endif
