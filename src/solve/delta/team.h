/* Threads that share out numbered pieces of work. */
#ifndef ASC_SOLVE_DELTA_TEAM_H
#define ASC_SOLVE_DELTA_TEAM_H

#include <stdint.h>

enum { RETRO_TEAM_MAX = 256 };

/* As many as are asked for; 0: one for each processor. */
int retro_team_size(int asked);

/* `member` is 0 … threads - 1: nobody else has it at the same time. */
typedef void retro_work(void *data, int member, uint64_t piece);

/* Does pieces 0 … count - 1, in any order, and returns when all are done. When a thread cannot be had, those there are
   do the work. */
void retro_team_run(int threads, uint64_t count, retro_work *work, void *data);

#endif
