/* The players' names in a language, and the player to move. */
#ifndef ASC_PLAY_SEATS_H
#define ASC_PLAY_SEATS_H

#include <ascona/game.h>

enum { ASC_SEAT_NAME_MAX = 64 };

typedef struct asc_seats {
  char names[ASC_PLAYERS_MAX][ASC_SEAT_NAME_MAX];
  int to_move;    /* the player to move, or for whom a die must be rolled; never 0 */
  bool must_roll; /* a die must be rolled for that player */
} asc_seats;

/* Fills in the names and the turn of a position. `language` is as in asc_message_write. Returns ASC_OK or
   ASC_E_MEMORY. */
int asc_seats_fill(asc_seats *seats, const asc_rules *rules, const void *position, const char *language);

/* Writes the result of a finished game in English: "Black won 22 to 0", with the winner's points first, or
   "a draw, 0 to 0". Cuts it if it does not fit. */
void asc_seats_write_result(const asc_seats *seats, const asc_rules *rules, const asc_outcome *outcome, char *text,
                            size_t size);

#endif
