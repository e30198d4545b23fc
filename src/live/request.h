/* Requests in the game thread: what each needs before it is decided, and its reply. */
#ifndef ASC_LIVE_REQUEST_H
#define ASC_LIVE_REQUEST_H

#include "inside.h"

/* Whether the request needs nothing from the store. */
bool live_request_is_warm(live_request *request);
/* Asks for what it needs: sender, room, key, and what its operation reads. */
live_need live_request_prepare(live_request *request);
/* Whether the sender may see the room of the request now. */
bool live_request_may_see(const live_request *request);
/* Decides it again in a later batch; after too many conflicts it is rejected. */
void live_request_retry(live_request *request, bool counts);
/* Forgets what was read and decided, before it is decided again. */
void live_request_reset(live_request *request);
/* Sends the reply; the request is freed at the end of the batch. */
void live_request_answer(live_request *request);
/* Sends the reply and frees the request. */
void live_request_finish(live_request *request);

/* Set the reply; it is sent after the commit. */
void live_reply(live_request *request, int status);
void live_reject(live_request *request, int status, const char *key);
void live_reject_message(live_request *request, int status, const asc_rules *rules, const asc_message *message);
void live_reply_ok(live_request *request);
/* The request cannot be served now. */
void live_reject_busy(live_request *request);

/* Takes the cost of reading so many rows. False: too much, and the request is rejected. */
bool live_request_pay(live_request *request, int64_t rows);
/* A read of the operation itself: when it is answered, inside->job has it and inside->stage is one more. */
live_need live_request_read(live_request *request, store_job *job);
void live_request_read_done(live_loop *loop, void *owner, store_job *job);
/* The key of rate limits for a person. */
uint64_t live_person_key(const char *person);
/* The listing thread will answer the request after this batch; `respond` gets inside->job. */
void live_request_list(live_request *request, store_job *job, void (*respond)(live_request *request));
void live_listing_add(live_request *request);
/* Gives waiting listings to the listing thread, addresses in turn. */
void live_listings_run(live_loop *loop);
/* The listing thread answered. */
void live_listed(live_loop *loop, store_job *job);
/* An integer of the body within bounds; `fallback` if it is not there, -1 if it is anything else. */
int64_t live_body_number(const live_request *request, const char *name, int64_t min, int64_t max, int64_t fallback);

#endif
