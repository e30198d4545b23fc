/* The server's time, and the times in which nobody was served. */
#ifndef ASC_LIVE_GAPS_H
#define ASC_LIVE_GAPS_H

#include "inside.h"

/* The server's time now, in ms since 1970. It goes on evenly, whatever happens to the machine's time of day. */
int64_t live_now(const live_loop *loop);
/* The server's time at a moment of the world's clock. */
int64_t live_time_at(const live_loop *loop, int64_t clock);
/* The time at which a request counts in its room: its arrival, but not before the room's last event, and the end of a
   gap that it arrived in. */
int64_t live_request_time(const live_loop *loop, const live_request *request, const live_room *room);
/* Sets the time at the start, from the last heartbeat; *heartbeat becomes 0 if peers serve. */
int live_time_open(live_loop *loop, int64_t *heartbeat, asc_error *error);
/* Moves the server's time; everything that was heard stays as long ago as it was. */
void live_time_shift(live_loop *loop, int64_t by);
/* The clock was set forward: nobody was served in between. */
void live_time_forward(live_loop *loop, int64_t to);
/* Adopts the time of a shared database, which was read between two moments of the world's clock. */
void live_time_measure(live_loop *loop, const store_clock *clock, int64_t asked);
/* Called at the start and at the end of a step: finds out whether the process or the store stood still. */
void live_stall_check(live_loop *loop, int64_t from);
/* The store accepts changes again. */
void live_store_resume(live_loop *loop);
/* Every game with a clock gets a pause. */
void live_pause_all(live_loop *loop, int64_t from, int64_t to);
/* All games have recorded their pauses. */
void live_pauses_forget(live_loop *loop);
/* Applies the gaps to an open room, before anything is decided in it. */
void live_gaps_apply(live_room *room);

#endif
