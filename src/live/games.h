/* A game as players see it. */
#ifndef ASC_LIVE_GAMES_H
#define ASC_LIVE_GAMES_H

#include "inside.h"

/* The members of the game's JSON object, as the sender sees it. */
void live_game_write(const live_room *room, const live_sender *sender, asc_json *json);
extern const char *const live_state_words[];
/* Whether the game became private since it was decided that the sender may see it. The listing thread has read its row,
   and `was_private` is set. */
bool live_game_is_hidden(const live_request *request);
/* Counts a phrase of a seat, said here or on another process; then publishes it. */
void live_phrase_count(live_room *room, int seat, int64_t now);
void live_phrase_publish(live_room *room, int seat, const char *phrase, int64_t now);

#endif
