/* Shared by room.c, which applies events, and commands.c, which decides on them. Not for other folders. */
#ifndef ONLINE_ROOM_INSIDE_H
#define ONLINE_ROOM_INSIDE_H

#include "room.h"

/* online_room_apply in two steps, because a command computes the clocks of its event in between: first everything
   except the clocks, then the clocks. online_room_change returns ASC_OK, or ASC_E_ILLEGAL or ASC_E_MEMORY. */
int online_room_change(online_room *room, const online_event *event);
void online_room_clocks_set(online_room *room, const online_event *event);

/* Returns the first seat that is free, or 0. */
int online_room_free_seat(const online_room *room);
/* Returns whether every person has made a first move. */
bool online_room_all_moved(const online_room *room);
/* Returns a hash of a command's sender and id. It is never 0. */
uint64_t online_room_command_hash(const char *person, const char *command);

#endif
