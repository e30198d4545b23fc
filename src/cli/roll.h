/* What a die roll is worth: the best play after every face, all searched to the same depth, and the average by their
   odds. The luck of a face is what it is worth beyond that average. */
#ifndef ASC_CLI_ROLL_H
#define ASC_CLI_ROLL_H

#include <ascona/search.h>

typedef struct roll_face {
  asc_move move;
  uint32_t odds;
  asc_line line;                   /* best play after it */
  int32_t values[ASC_PLAYERS_MAX]; /* by player, in hundredths */
} roll_face;

typedef struct cli_roll {
  const asc_rules *rules;
  const void *position; /* before the roll */
  int count;
  roll_face *faces, *deeper; /* found; and those of the pass in progress */
  uint32_t odds;             /* of all faces together */

  int depth;                         /* 0: nothing is found yet */
  int32_t averages[ASC_PLAYERS_MAX]; /* by player */
  uint64_t nodes;
  int64_t began;
} cli_roll;

/* The faces of a position of chance, which must outlive it. ASC_OK or ASC_E_MEMORY; roll_close in both cases. */
int roll_open(cli_roll *roll, const asc_rules *rules, const void *position);
void roll_close(cli_roll *roll);
/* Searches all faces one turn deeper. The limits of the task are for the whole roll; its position does not count. 1
   when something was found, 0 when a limit forbids it or nothing is left to be found, or an error code. The first pass
   is never cut short. */
int roll_deepen(cli_roll *roll, asc_search *search, const asc_task *limits);

/* The index of a face, or -1. */
int roll_find(const cli_roll *roll, asc_move move);
/* The position after a face. */
void roll_play(const cli_roll *roll, const roll_face *face, asc_position *after);

#endif
