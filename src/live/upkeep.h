/* What the server does by itself, now and then. */
#ifndef ASC_LIVE_UPKEEP_H
#define ASC_LIVE_UPKEEP_H

#include "inside.h"

/* Adds the reads that are due: orders, deadlines, space, the clock, games to catch up with. */
void live_upkeep_prepare(live_loop *loop);
/* Adds the changes that are due: heartbeat, retention. */
void live_upkeep_decide(live_loop *loop);
/* When something is due, in the server's time. */
int64_t live_upkeep_due(const live_loop *loop);
/* Reads the space at the start, and stores the first heartbeat. */
void live_upkeep_open(live_loop *loop, int64_t heartbeat);
/* The last heartbeat of a calm end. */
void live_upkeep_end(live_loop *loop);

#endif
