/* What a game can tell the engine beyond its rules. A game's table may point to one of these; every member is optional,
   and an engine without them still plays by the rules alone.

   Scores are integers in hundredths, and 0 is even: of a point of the final margin for games that count the margin, of
   a percent of the chance to win beyond one half for those that count that (a win is 5000, a draw 0, a loss -5000).
   They are for the player whose turn it is. */
#ifndef ASCONA_KNOWLEDGE_H
#define ASCONA_KNOWLEDGE_H

#include <ascona/game.h>

ASC_C_BEGIN

/* Beyond any score. */
#define ASC_SCORE_MOST 1000000
/* What a win is worth in a game that counts the chance to win. */
#define ASC_SCORE_WIN 5000
/* The most a move can promise; the least is as much below 0. */
#define ASC_PROMISE_MOST 10000

/* How a level from 1 to 9 is weaker than all there is: it looks at fewer positions and less far, overlooks replies and
   what is plain, and is not particular about small differences. */
typedef struct asc_level {
  uint32_t nodes;
  int depth;    /* plies, or turns where there are dice; 0: no limit */
  int blind;    /* of 1000 replies, how many are overlooked */
  int32_t soft; /* by how much a move may seem better or worse than it is */
} asc_level;

enum { ASC_LEVELS = 9 };

/* An evaluated move: what it seems to be worth to who makes it, and what is certain of it: as `evaluate` and `bounds`
   say of the position it leads to. */
typedef struct asc_evaluation {
  int32_t least, most;
  int32_t score; /* `least` where that is the same as `most` */
} asc_evaluation;

struct asc_knowledge {
  /* Two players, no chance: what an open position seems to be worth. Without it: the mean of a few random games. */
  int32_t (*evaluate)(const asc_rules *rules, const void *position);

  /* What is certain about the end: the score is at least *least and at most *most. Equal when the game is over, and
     where it is plain how it will end. Called at every position of a search, so it must be cheap; what it says is taken
     as proved. Without it: equal when the game is over, else nothing is certain. */
  void (*bounds)(const asc_rules *rules, const void *position, int32_t *least, int32_t *most);

  /* The same of all these moves at once, where that is quicker than one by one. Without it: one by one. */
  void (*evaluate_moves)(const asc_rules *rules, const void *position, const asc_move *moves, int count,
                         asc_evaluation *looks);

  /* How promising each of the moves looks; the higher, the earlier it is tried. Within ±ASC_PROMISE_MOST. */
  void (*order)(const asc_rules *rules, const void *position, const asc_move *moves, int count, int32_t *promise);

  /* The moves of quiescence search, before which a search should not stop, such as captures: a subset of the legal
     moves, in their order. */
  int (*quiescence)(const asc_rules *rules, const void *position, asc_move *moves);

  /* What the transposition table knows a position by: a hash of all that the rest of the game depends on. *settled is
     the score that is decided already and does not count in it. Two positions with the same hash have the same moves in
     the same order, the same player to move, and scores that differ by what is settled; where positions can come again
     nothing is. Without it: the hash of the whole position, and nothing is settled. */
  uint64_t (*transposition)(const asc_rules *rules, const void *position, int32_t *settled);

  /* Games in which no position repeats: how the score compares with `wanted`, where the end is near and the game finds
     out quicker than a search of this depth would. True when it did: a *score of `wanted` or more is reached for
     certain, one below it cannot be surpassed. Adds the positions it looked at to *nodes. */
  bool (*finish)(const asc_rules *rules, const void *position, int depth, int32_t wanted, int32_t *score,
                 uint64_t *nodes);

  /* Two players, no chance, and no position comes again: how far an estimate is off, give or take. With it, moves are
     chosen by best-first search, which trusts no single estimate. 0: they are not. */
  int32_t spread;

  /* Two players, no chance, for choosing a move: how long a proof of the score takes, give or take, in microseconds as
     a power of two from 0 to 62. It is tried first where there is so much time. Without it: none is. */
  int (*effort)(const asc_rules *rules, const void *position);

  /* Games with chance or more than two players: the chance of every player to win, in hundredths of a percent, together
     10000. The position may wait for a roll or be in the middle of a turn. */
  void (*chances)(const asc_rules *rules, const void *position, int32_t chances[ASC_PLAYERS_MAX]);

  /* The exact score of some positions, known by heart and not found out. Asked for where nobody else is (asc_book), by
     level 10 and by whoever wants to know, never by a proof. False: it is not known. */
  bool (*recall)(const asc_rules *rules, const void *position, int32_t *score);

  /* How many plies the game still has when nobody gives up a point, where its exact score tells; 0: it does not. */
  int (*length)(const asc_rules *rules, const void *position, int32_t score);

  /* The levels 1 to 9, measured so that each is a step stronger (docs/levels.md). Without it: a rule of thumb. */
  const asc_level *levels;

  /* Games that end only when somebody makes progress: how far a player has come, and how near the next step is,
     whatever the others do. Levels 1 to `eager` play for it, so their `soft` has its unit. Without it: no level does.
   */
  int32_t (*progress)(const asc_rules *rules, const void *position, int player);
  int eager;

  /* By how much the form of a level changes from game to game, in thousandths. With 1000, what it misjudges moves by is
     in its worst games twice the usual and in its best ones half. 0: always the usual, as for eager levels. */
  int form;
};

ASC_C_END

#endif
