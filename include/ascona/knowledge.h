/* Knowledge: facts and functions by which a game helps the engine, in addition to its rules. Every member is optional:
   it may be NULL or 0. Without any, the engine plays by the rules only.

   Scores are integers in hundredths, for the player to move, and 0 is even. In games that count the margin they are
   hundredths of a point. In games that count the chance to win they are hundredths of a percent above one half: a win
   is 5000, a draw 0, a loss -5000. (Reported scores differ in these games, see search.h.)

   All functions must be deterministic and may be called by several threads at once. */
#ifndef ASCONA_KNOWLEDGE_H
#define ASCONA_KNOWLEDGE_H

#include <ascona/game.h>

ASC_C_BEGIN

/* Larger than any score. */
#define ASC_SCORE_MAX 1000000
/* The score of a win in a game that counts the chance to win. */
#define ASC_SCORE_WIN 5000
/* The largest value that `order` may give to a move; the smallest is its negative. */
#define ASC_MOVE_ORDER_MAX 10000

/* The weakness of a level from 1 to 9: it searches fewer positions and less deeply, overlooks replies, and misjudges
   moves by a random amount. */
typedef struct asc_level {
  uint32_t nodes;        /* limit on the positions searched per move; not 0 */
  int depth;             /* in plies; in turns in games with dice or more than two players; 0: no limit */
  int overlook_permille; /* how many of 1000 replies it overlooks */
  int32_t noise;         /* the largest error of a move's value, in hundredths */
} asc_level;

enum { ASC_LEVELS = 9 };

/* The value of a move for the player who makes it: proven bounds and an estimate, as `bounds` and `evaluate` give them
   for the position after the move. */
typedef struct asc_evaluation {
  int32_t lower, upper;
  int32_t score; /* equal to both bounds if they are equal */
} asc_evaluation;

struct asc_knowledge {
  /* For two players without dice: returns an estimate of the score of an open position. NULL: the mean of a few random
     games. */
  int32_t (*evaluate)(const asc_rules *rules, const void *position);

  /* Writes proven bounds of the final score: *lower <= score <= *upper. They are equal when the game is over, or when
     its end is certain. The search calls it at every position and takes the result as proven, so it must be fast and
     correct. NULL: equal when the game is over, otherwise no bounds. */
  void (*bounds)(const asc_rules *rules, const void *position, int32_t *lower, int32_t *upper);

  /* Writes the bounds and estimates of `count` moves, if that is faster together. NULL: they are computed one by one.
   */
  void (*evaluate_moves)(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                         asc_evaluation *evaluations);

  /* Move ordering: writes a value for each move, within ±ASC_MOVE_ORDER_MAX. The search tries higher values first.
     NULL: all are equal. */
  void (*order)(const asc_rules *rules, const void *position, const asc_move *moves, int count, int32_t *values);

  /* Lists the moves of quiescence search, such as captures: a subset of the legal moves, in their order. Returns their
     number. `moves` has room for moves_max entries. NULL: no quiescence search. */
  int (*quiescence)(const asc_rules *rules, const void *position, asc_move *moves);

  /* Returns the hash under which the transposition table stores a position: it covers everything that the rest of the
     game depends on. *settled is the part of the score that is decided already and not covered. Positions with equal
     hashes have the same moves in the same order, the same player to move, and scores that differ by the difference of
     what is settled. In games that can repeat positions, nothing is settled. NULL: the hash of the whole position. */
  uint64_t (*tt_hash)(const asc_rules *rules, const void *position, int32_t *settled);

  /* For games without repetition, near the end: compares the score with `target` faster than a search of this depth.
     Returns true on success: then *score is a proven lower bound if it is `target` or more, else a proven upper bound.
     Returns false if it can't answer here. Adds the positions it visited to *nodes. */
  bool (*solve_endgame)(const asc_rules *rules, const void *position, int depth, int32_t target, int32_t *score,
                        uint64_t *nodes);

  /* For two players without dice, repetition or ply limit: the typical error of an estimate, in hundredths. If it is
     above 0, the engine chooses moves by best-first search (MCTS), which trusts no single estimate. */
  int32_t error_margin;

  /* For two players without dice: returns the estimated time for a proof of the score, as the exponent of a power of
     two in microseconds, 0 to 62. If there is enough time, level 10 tries a proof before it chooses a move. NULL: it
     never does. */
  int (*proof_effort)(const asc_rules *rules, const void *position);

  /* For games with dice or more than two players: writes an estimate of each player's chance to win, in hundredths of a
     percent; together they are 10000. In the position a die may have to be rolled, or a turn may be half done. NULL:
     the mean of a few random games. */
  void (*win_chances)(const asc_rules *rules, const void *position, int32_t chances[ASC_PLAYERS_MAX]);

  /* The book: exact scores of some positions, solved beforehand. Returns true and the score, or false if the position
     is not in the book. Searches and proofs use it only through an oracle (asc_book_oracle); level 10 does by default.
   */
  bool (*book_score)(const asc_rules *rules, const void *position, int32_t *score);

  /* Returns the number of plies until the end of the game if no player gives away a point, as far as the exact score
     determines it; otherwise 0. */
  int (*plies_to_end)(const asc_rules *rules, const void *position, int32_t score);

  /* Levels 1 to 9, an array of ASC_LEVELS, measured so that each is one step stronger (docs/levels.md). NULL: general
     defaults. */
  const asc_level *levels;

  /* For games that end only if players make progress: returns how far a player has come and how near the next step is,
     whatever the others do, in a unit of the game. Levels 1 to `progress_levels` play for it, and their `noise` has the
     same unit. NULL: no level does. */
  int32_t (*progress)(const asc_rules *rules, const void *position, int player);
  int progress_levels;

  /* How much the strength of a level varies from game to game, in thousandths. With 1000, its noise is doubled in its
     worst games and halved in its best. 0: it doesn't vary. Levels that play for progress and the general defaults
     never vary. */
  int strength_variation;
};

ASC_C_END

#endif
