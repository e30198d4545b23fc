/* What can be asked for: one function that decides each operation, and one that reads for it where it needs to. */
#ifndef ASC_LIVE_OPERATIONS_H
#define ASC_LIVE_OPERATIONS_H

#include "inside.h"

/* ---- operations.c ---- */
bool live_operation_creates(const live_operation *operation);       /* a game */
bool live_operation_joins(const live_operation *operation);         /* with the key of a seat */
bool live_operation_is_new_person(const live_operation *operation); /* may create one */
bool live_operation_tries_key(const live_operation *operation);     /* a device code or the key of a seat */
/* Operations of the server itself. */
extern const live_operation live_operation_identify, live_operation_close_game, live_operation_sign_out;

/* ---- commands.c ---- */
live_need live_create_prepare(live_request *request);
void live_create_decide(live_request *request);
live_need live_join_prepare(live_request *request);
void live_join_decide(live_request *request);
void live_command_decide(live_request *request);
void live_close_game_decide(live_request *request);

/* ---- games.c ---- */
void live_show_decide(live_request *request);
void live_events_decide(live_request *request);
live_need live_watch_prepare(live_request *request);
void live_watch_decide(live_request *request);
void live_unwatch_decide(live_request *request);
void live_link_decide(live_request *request);
void live_phrase_decide(live_request *request);
void live_list_decide(live_request *request);

/* ---- persons.c ---- */
void live_identify_decide(live_request *request);
void live_me_decide(live_request *request);
void live_me_change_decide(live_request *request);
void live_code_decide(live_request *request);
live_need live_add_device_prepare(live_request *request);
void live_add_device_decide(live_request *request);
void live_devices_decide(live_request *request);
void live_sign_out_decide(live_request *request);
void live_sign_out_all_decide(live_request *request);
void live_forget_decide(live_request *request);
live_need live_block_prepare(live_request *request);
void live_block_decide(live_request *request);
void live_blocks_decide(live_request *request);
void live_person_decide(live_request *request);

#endif
