/* The cache of senders: which person and device a secret's hash belongs to. */
#ifndef ASC_LIVE_SENDERS_H
#define ASC_LIVE_SENDERS_H

#include "inside.h"

/* Fills the sender of a request from the cache; false: it must be read. */
bool live_sender_find(live_loop *loop, live_sender *sender);
/* Whether the sender needs no read. */
bool live_sender_is_cached(const live_loop *loop, const live_sender *sender);
/* Adds the read of the request's sender. */
live_need live_sender_prepare(live_request *request);
/* Forgets what is cached of a person, only of one device if it is not NULL. */
void live_sender_forget(live_loop *loop, const char *person, const char *device);
void live_sender_rename(live_loop *loop, const char *person, const char *name);
void live_senders_clear(live_loop *loop);

#endif
