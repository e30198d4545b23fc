/* Random play: playouts, what they say of a position, and the random player.

   Level 0 is the uniform random player. It chooses among all legal moves with equal chance and stays for good, as the
   baseline that every other level is measured by. What it says of a position is the average of random playouts: an
   estimate, never a proof.

   Numbers are integers throughout, so that the same seed gives the same moves and the same estimates everywhere. */
#ifndef ASCONA_PLAYOUT_H
#define ASCONA_PLAYOUT_H

#include <ascona/game.h>
#include <ascona/random.h>

ASC_C_BEGIN

/* How a playout chooses its moves: from the list of them, or by counting and picking one without a list. The two are
   equally random; which is faster depends on the game. */
typedef enum asc_playout_way { ASC_PLAYOUT_LIST, ASC_PLAYOUT_PICK } asc_playout_way;

/* The way that suits the game: picking where the game can. */
ASC_API asc_playout_way asc_playout_way_of(const asc_rules *rules);

/* Plays `position` on at random, in place, until the game is over on the board or `plies_left` plies are played (0: as
   many as it takes). The die falls by its odds. Returns the plies played. */
ASC_API int asc_playout(const asc_rules *rules, void *position, int plies_left, asc_playout_way way,
                        asc_random *random);

/* What playouts from one position have come to so far. Begin with all zero. */
typedef struct asc_estimate {
  uint64_t playouts;
  uint64_t plies;
  int64_t sums[ASC_PLAYERS_MAX]; /* by player: half-points of margin, or twelfths of a first place */
} asc_estimate;

/* Adds one playout. A game that `plies_left` cuts short is a draw. */
ASC_API void asc_estimate_add(asc_estimate *estimate, const asc_rules *rules, const void *position, int plies_left,
                              asc_random *random);

/* The mean for a player in hundredths, rounded to nearest: of a point for games that count the margin, of a percent
   for those that count the chance to win. An even game is asc_estimate_even. */
ASC_API int64_t asc_estimate_value(const asc_estimate *estimate, const asc_rules *rules, int player);
ASC_API int64_t asc_estimate_even(const asc_rules *rules);

/* The move of level 0. The position must not be a finished game. */
ASC_API asc_move asc_random_move(const asc_rules *rules, const void *position, asc_random *random);

ASC_C_END

#endif
