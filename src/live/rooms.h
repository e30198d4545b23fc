/* The rooms in memory: found by id, loaded from their events, listened to, woken when something is due, dropped. */
#ifndef ASC_LIVE_ROOMS_H
#define ASC_LIVE_ROOMS_H

#include "inside.h"

/* ---- rooms.c ---- */

/* NULL: not in memory. A dropped room is not found. */
live_room *live_room_find(live_loop *loop, const char *id);
/* A new room that must be loaded; NULL: out of memory. */
live_room *live_room_add(live_loop *loop, const char *id);
/* Loads a room for the server's own sake, and touches it once. */
void live_room_want(live_loop *loop, const char *id);
/* Adds the reads of wanted rooms. */
void live_rooms_prepare_wanted(live_loop *loop);
/* Adds the read that brings the room closer to OPEN. */
live_need live_room_prepare(live_room *room);
/* The room is used in this batch: gaps are applied first. */
void live_room_touch(live_room *room);
/* Another process wrote events up to `last`; 0: any number. */
void live_room_set_behind(live_room *room, int64_t last);
/* Forgets the game and loads it again; listeners stay. */
void live_room_reload(live_room *room);
/* Listeners are told to come again. It is freed at the end of the step. */
void live_room_drop(live_room *room);
void live_rooms_drop_all(live_loop *loop);
/* The store is down, and nobody knows what the last batch became: rooms that are watched are read again when the store
   is back, and all others are dropped. */
void live_rooms_reload_all(live_loop *loop);
/* Drops the rooms in which a person plays, or which they created. */
void live_rooms_drop_of(live_loop *loop, const char *person);
void live_rooms_rename(live_loop *loop, const char *person, const char *name);
void live_rooms_free_dropped(live_loop *loop);
/* Recomputes when something is due in the room. */
void live_room_wake_set(live_room *room);
/* Ticks every room in which something is due by now; flags fall only up to `flag_time`. */
void live_rooms_tick(live_loop *loop, int64_t flag_time);
/* Whether the sender may see the room. */
bool live_room_may_see(const live_room *room, const live_request *request);

/* ---- sockets.c ---- */

live_socket *live_socket_find(live_loop *loop, live_client_id id);
/* Takes the sender over, which may be NULL, and asks whose socket it is. */
void live_socket_add(live_loop *loop, live_client_id id, uint64_t address, live_sender *sender);
/* Remembers whose socket it is. */
void live_socket_identify(live_socket *socket, const live_sender *sender);
/* Looks up the senders of all sockets that are not known yet. */
void live_sockets_identify(live_loop *loop);
void live_socket_remove(live_loop *loop, live_client_id id);
void live_socket_presence(live_loop *loop, const live_input *input);
/* Tells the network thread to close a socket. If there is no memory for that, live_sockets_close_late tries again. */
void live_socket_close(live_socket *socket, const char *reason);
void live_sockets_close_late(live_loop *loop);
void live_sockets_close_all(live_loop *loop, const char *reason);
/* Closes the sockets of a person, only those of one device if it is not NULL. */
void live_sockets_close_of(live_loop *loop, const char *person, const char *device);
int live_sockets_count_of(live_loop *loop, const char *person);
void live_sockets_free(live_loop *loop);
live_listener *live_listener_find(const live_socket *socket, const char *game);
/* Listens from event `number` on; changes the number if it listens already. False: out of memory. */
bool live_listener_add(live_room *room, live_socket *socket, int64_t number);
void live_listener_remove(live_listener *listener);
/* Seats may have changed. If `hides`, listeners without a seat are closed: nobody else may watch any more. */
void live_listeners_update(live_room *room, bool hides);
/* Sends one event to the listeners that do not have it, except the socket that gets it in its reply. `line` NULL: out
   of memory. */
void live_publish_event(live_room *room, const char *line, int64_t number, live_client_id except);
/* Sends a message to all listeners, or to the seats only. */
void live_publish(live_room *room, const asc_strbuf *text, bool seats_only);

/* ---- presence.c ---- */

/* Bits of the seats whose person is here, and of those not heard from for LIVE_AWAY_TIME. */
unsigned live_presence_here(const live_room *room, int64_t now);
unsigned live_presence_away(const live_room *room, int64_t now);
void live_presence_write(const live_room *room, asc_json *json);
/* Publishes what has changed. */
void live_presence_update(live_room *room, int64_t now);
/* When presence may change by itself. */
int64_t live_presence_due(const live_room *room, int64_t now);

/* ---- room_changes.c ---- */

/* What the rules need to know of this moment. `request` may be NULL. `fresh` gets an id for another game. */
online_moment live_room_moment(live_room *room, const live_request *request, char fresh[ASC_ID_TEXT_SIZE]);
/* Adds the events of an answer, and the row of the game, to a change. False: out of memory; the room is reloaded. */
bool live_room_change(live_change *change, const online_answer *answer);
/* Adds what the server does by itself. */
void live_room_change_own(live_room *room, const online_answer *answer);
/* Publishes the events of a durable change. */
void live_room_committed(live_loop *loop, live_change *change);
void live_room_pause(live_room *room, int64_t from, int64_t to);
/* Fills a row for the store; `spec` and `summary` hold its text. False: out of memory. */
bool live_room_row(const live_room *room, store_game_row *row, char spec[ASC_SPEC_MAX], asc_strbuf *summary);
/* Lets the engine whose turn it is think or roll. */
void live_room_engine_run(live_room *room);
void live_engine_moved(live_loop *loop, const live_engine_task *task);

#endif
