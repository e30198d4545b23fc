/* Ascona: play, study and solve Delta, Néo-Delta, Kulami, Delfino and Circle Delta.

   This header includes all the others. Read game.h first, then play.h; search.h and player.h are the engine.

   Rules that hold for the whole library:
   - Functions that can fail return 0 or more on success and a negative ASC_E_… code otherwise (error.h).
   - `_open` and `_close` come in pairs: what `_open` creates belongs to the caller until `_close`. `_close(NULL)` does
     nothing. After a failed `_open` the pointer is NULL.
   - Texts are UTF-8 and end with a zero byte, unless a length comes with them. Sizes are in bytes. The caller frees a
     text that a function allocates (`char **text`) with free().
   - Pointers must not be NULL unless a comment allows it. Functions that fill an `asc_error *` accept NULL.
   - The library never prints, never exits, and has no global state that changes. Different threads may use different
     objects at the same time.
   - A violated precondition is a bug of the caller. Debug builds stop with an assertion where they check it; otherwise
     the behaviour is undefined. */
#ifndef ASCONA_H
#define ASCONA_H

#include <ascona/analysis.h>
#include <ascona/edit.h>
#include <ascona/error.h>
#include <ascona/export.h>
#include <ascona/game.h>
#include <ascona/knowledge.h>
#include <ascona/message.h>
#include <ascona/play.h>
#include <ascona/player.h>
#include <ascona/playout.h>
#include <ascona/random.h>
#include <ascona/record.h>
#include <ascona/review.h>
#include <ascona/search.h>
#include <ascona/svg.h>
#include <ascona/tablebase.h>
#include <ascona/version.h>
#include <ascona/view.h>

#endif
