/* Threads at one job. The caller is one of them, member 0. Where there are no others, as in WebAssembly, and where the
   system gives no more, it is done with fewer. */
#ifndef ASC_ENGINE_COMMON_TEAM_H
#define ASC_ENGINE_COMMON_TEAM_H

#include <ascona/search.h>

/* As many as are asked for; 0: one for each processor. */
int asc_team_size(int asked);

/* Nobody else has the number `member` at the same time. */
typedef void asc_team_work(void *data, int member);
/* Runs work(0) here and the others, up to work(threads - 1), beside it, at most ASC_THREADS_MAX in all; returns when
   all are done, and how many took part. */
int asc_team_run(int threads, asc_team_work *work, void *data);

/* A numbered piece of a job. */
typedef void asc_team_piece(void *data, int member, uint64_t piece);
/* Does pieces 0 … count - 1, in any order: who is done with one takes the next. */
void asc_team_share(int threads, uint64_t count, asc_team_piece *piece, void *data);

#endif
