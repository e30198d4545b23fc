/* `ascona solve delta --all`: every position, into tables. */
#ifndef ASC_CLI_SOLVE_ALL_H
#define ASC_CLI_SOLVE_ALL_H

#include <stdbool.h>

/* `threads` 0: one for each processor. `card`: on a graphics card. Returns the exit status. */
int solve_all(const char *spec, const char *folder, int threads, bool card, bool json);

#endif
