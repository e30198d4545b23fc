/* What rooms share: rules, opened once for each spec and closed when the last room lets go, and how long a game without
   a clock waits for a move. */
#ifndef ASC_ONLINE_LIBRARY_H
#define ASC_ONLINE_LIBRARY_H

#include <ascona/game.h>

typedef struct online_library online_library;

int asc_library_open(online_library **library);
void asc_library_close(online_library *library); /* all rules must have been given back */

/* NULL: no such rules, or no memory. */
const asc_rules *asc_library_take(online_library *library, const char *spec);
void asc_library_give_back(online_library *library, const asc_rules *rules); /* NULL does nothing */
/* Milliseconds without a move after which a game without a clock ends; a year unless it is set. */
int64_t asc_library_idle(const online_library *library);
void asc_library_idle_set(online_library *library, int64_t idle);
/* How many rules are open. */
int asc_library_count(const online_library *library);

#endif
