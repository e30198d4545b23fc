/* Random play: playouts, estimates from them, and the random player.

   Level 0 is the uniform random player: every legal move has the same chance. It never changes, because all other
   levels are measured against it. It evaluates a position by the mean of random playouts: an estimate, never a proof.

   All numbers are integers, so the same seed gives the same moves and the same estimates on every platform. */
#ifndef ASCONA_PLAYOUT_H
#define ASCONA_PLAYOUT_H

#include <ascona/game.h>
#include <ascona/random.h>

ASC_C_BEGIN

/* How a playout chooses a move: LIST from a list of all moves, PICK by counting them and picking one without a list.
   Both are equally random; which is faster depends on the game. */
typedef enum asc_playout_method { ASC_PLAYOUT_LIST, ASC_PLAYOUT_PICK } asc_playout_method;

/* Returns ASC_PLAYOUT_PICK if the game implements `pick`, else ASC_PLAYOUT_LIST. */
ASC_API asc_playout_method asc_playout_default_method(const asc_rules *rules);

/* Plays random moves from `position`, and changes it in place, until the game is over on the board or `plies_left`
   plies have been played (0: no limit). Faces of a die are drawn by their weights. Games without `pick` always use
   LIST. Returns the number of plies played. */
ASC_API int asc_playout(const asc_rules *rules, void *position, int plies_left, asc_playout_method method,
                        asc_random *random);

/* The sum of several playouts from one position. Set it to zero before the first. */
typedef struct asc_estimate {
  uint64_t playouts;
  uint64_t plies;                /* of all playouts */
  int64_t sums[ASC_PLAYERS_MAX]; /* by player: half-points of margin, or twelfths of a first rank */
} asc_estimate;

/* Adds one playout from `position`, which is not changed. A game that is still open after `plies_left` plies is a draw;
   0: no limit. */
ASC_API void asc_estimate_add(asc_estimate *estimate, const asc_rules *rules, const void *position, int plies_left,
                              asc_random *random);

/* Returns the mean for a player, rounded to the nearest hundredth: of a point in games that count the margin, of a
   percent in games that count the chance to win. Without playouts it is asc_estimate_even. */
ASC_API int64_t asc_estimate_value(const asc_estimate *estimate, const asc_rules *rules, int player);
/* Returns the value of an even game in the same unit: a margin of 0, or the same chance for every player. */
ASC_API int64_t asc_estimate_even(const asc_rules *rules);

/* Returns the move of level 0. A player must be to move; at a die roll the weights of the faces would be ignored. */
ASC_API asc_move asc_random_move(const asc_rules *rules, const void *position, asc_random *random);

ASC_C_END

#endif
