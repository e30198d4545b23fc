/* What a die roll is worth: every face is searched in equal measure, and the average follows from their odds. The luck
   of a face is what it is worth beyond that average. */
#ifndef ASC_CLI_ROLL_H
#define ASC_CLI_ROLL_H

#include "score.h"

typedef struct roll_face {
  asc_move move;
  uint32_t odds;
  asc_line line;                   /* best play after it */
  int32_t values[ASC_PLAYERS_MAX]; /* by player, in hundredths */
} roll_face;

typedef struct cli_roll {
  int count, done; /* faces, and how many of them have been searched */
  roll_face *faces;
  uint32_t odds;                     /* of all faces together */
  int32_t averages[ASC_PLAYERS_MAX]; /* by player, once all are done */
  uint64_t nodes;
} cli_roll;

/* The faces of a position of chance. ASC_E_MEMORY, or ASC_OK; then roll_close. */
int roll_open(cli_roll *roll, const asc_rules *rules, const void *position);
void roll_close(cli_roll *roll);
/* Searches the next face within the limits of the task, whose position it ignores. `known`, if there is one, is taken
   as what the search would find. After the last one the averages are there. */
int roll_search(cli_roll *roll, asc_search *search, const asc_rules *rules, const void *position,
                const asc_task *limits, const asc_line *known);
/* The position after a face. */
void roll_play(const asc_rules *rules, const void *position, asc_move face, asc_position *after);
/* The index of a face, or -1. */
int roll_find(const cli_roll *roll, asc_move move);

/* What a line is worth to each player: his chance to win, or the margin seen from his side. `player` is the one whose
   score it is. */
void roll_values(const asc_rules *rules, const asc_line *line, int player, int32_t values[ASC_PLAYERS_MAX]);

#endif
