/* What a die roll is worth: the best play after every face, all searched to the same depth, and the average by their
   odds. The luck of a face is what it is worth beyond that average. */
#ifndef ASC_STUDY_ROLL_H
#define ASC_STUDY_ROLL_H

#include <ascona/search.h>

typedef struct asc_roll_face {
  asc_move move;
  uint32_t odds;
  asc_line line;                   /* best play after it */
  int32_t values[ASC_PLAYERS_MAX]; /* by player, in hundredths */
} asc_roll_face;

typedef struct asc_roll {
  const asc_rules *rules;
  const void *position; /* before the roll */
  int count;
  asc_roll_face *faces, *deeper; /* found; and those of the pass in progress */
  uint32_t odds;                 /* of all faces together */

  int depth;                         /* 0: nothing is found yet */
  int32_t averages[ASC_PLAYERS_MAX]; /* by player */
  uint64_t nodes;
  int64_t began;
} asc_roll;

/* The faces of a position of chance, which must outlive it. ASC_OK or ASC_E_MEMORY; asc_roll_close in both cases. */
int asc_roll_open(asc_roll *roll, const asc_rules *rules, const void *position);
void asc_roll_close(asc_roll *roll);
/* Searches all faces one turn deeper. The limits of the task are for the whole roll; its position does not count. 1
   when something was found, 0 when a limit forbids it or nothing is left to be found, or an error code. The first pass
   is never cut short. */
int asc_roll_deepen(asc_roll *roll, asc_search *search, const asc_task *limits);

/* Another line for a face that was searched as deep: the position after it has one value, whoever found it. */
void asc_roll_set(asc_roll *roll, int face, const asc_line *line);

/* The index of a face, or -1. */
int asc_roll_find(const asc_roll *roll, asc_move move);
/* The position after a face. */
void asc_roll_play(const asc_roll *roll, const asc_roll_face *face, asc_position *after);

#endif
