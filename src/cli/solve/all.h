/* `ascona solve delta --all`: solves every position and writes the tables. */
#ifndef CLI_SOLVE_ALL_H
#define CLI_SOLVE_ALL_H

#include <stdbool.h>

/* Solves the game `spec` and writes one table per layer into `folder`, which is created if it does not exist. `threads`
   0: one per processor. `gpu`: solve on a graphics card. `json`: print one JSON object per layer. Prints results and
   errors, and returns the exit status. */
int cli_solve_all(const char *spec, const char *folder, int threads, bool gpu, bool json);

#endif
