/* The players as the game calls them in a language, and whose turn it is. */
#ifndef ASC_PLAY_SEATS_H
#define ASC_PLAY_SEATS_H

#include <ascona/game.h>

enum { ASC_SEAT_NAME_MAX = 64 };

typedef struct asc_seats {
  char names[ASC_PLAYERS_MAX][ASC_SEAT_NAME_MAX];
  int player;   /* who is to choose, or to spend the points of the roll */
  bool rolling; /* a die is to be rolled */
} asc_seats;

/* ASC_OK or ASC_E_MEMORY. */
int asc_seats_read(asc_seats *seats, const asc_rules *rules, const void *position, const char *language);

/* "Black won 22 to 0", the winner's points first; "a draw, 0 to 0". */
void asc_seats_result(const asc_seats *seats, const asc_rules *rules, const asc_outcome *outcome, char *text,
                      size_t size);

#endif
