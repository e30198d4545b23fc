/* Other processes that serve from the same database. */
#ifndef ASC_LIVE_PEERS_H
#define ASC_LIVE_PEERS_H

#include "inside.h"

/* Another process wrote events of a game, or of any ("" as the game). */
void live_peer_wrote(live_loop *loop, const char *game, int64_t last);
void live_peer_said(live_loop *loop, const char *text);
/* Tells the peers something when a job is committed; nothing if the database is not shared. */
void live_notice_add(live_loop *loop, store_job *job, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* Tells them with the next commit. */
void live_notice_send(live_loop *loop, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Tells them which seats of a room are here. */
void live_peers_announce(live_room *room, unsigned seats, int64_t now);
/* Adds what was announced to this batch. */
void live_peers_flush(live_loop *loop);

#endif
