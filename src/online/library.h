/* Rules that rooms share: opened once for each spec, closed when the last room lets go. */
#ifndef ASC_ONLINE_LIBRARY_H
#define ASC_ONLINE_LIBRARY_H

#include <ascona/game.h>

typedef struct online_library online_library;

int asc_library_open(online_library **library);
void asc_library_close(online_library *library); /* all rules must have been given back */

/* NULL: no such rules, or no memory. */
const asc_rules *asc_library_take(online_library *library, const char *spec);
void asc_library_give_back(online_library *library, const asc_rules *rules); /* NULL does nothing */
/* How many rules are open. */
int asc_library_count(const online_library *library);

#endif
