/* `--touched "c3 e5"`: the touches already made towards a move. */
#ifndef ASC_CLI_TOUCHED_H
#define ASC_CLI_TOUCHED_H

#include "play/touch.h"

/* Reads the ids, each of which must lead on from those before. `text` NULL: none. Returns 0, or an exit status after
   having printed the error. */
int touched_read(const asc_play *play, const char *text, asc_steps *touched);

#endif
