/* What the files of a room share with each other. */
#ifndef ASC_ONLINE_INSIDE_H
#define ASC_ONLINE_INSIDE_H

#include "room.h"

/* All that an event changes but the clocks, and those. */
int asc_room_change(online_room *room, const online_event *event);
void asc_room_clocks_set(online_room *room, const online_event *event);

/* The first seat that waits for somebody; 0: none. */
int asc_room_free_seat(const online_room *room);
/* Whether all persons have made their first move. */
bool asc_room_all_moved(const online_room *room);
uint64_t asc_room_command_hash(const char *person, const char *command);

#endif
