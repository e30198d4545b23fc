/* The value of a die roll. Best play after every face is searched to the same depth, and the faces are averaged by
   their odds. The luck of a face is its value minus that average.

   The results always belong to one complete pass over all faces; a pass that is cut short is dropped. */
#ifndef ASC_STUDY_ROLL_H
#define ASC_STUDY_ROLL_H

#include <ascona/search.h>

typedef struct asc_roll_face {
  asc_move move;
  uint32_t odds;
  asc_line line;                   /* best play after this face */
  int32_t values[ASC_PLAYERS_MAX]; /* by player, in hundredths of a point or percent */
} asc_roll_face;

typedef struct asc_roll {
  const asc_rules *rules;
  const void *position; /* before the roll; not owned */
  int face_count;
  asc_roll_face *faces, *deeper_faces; /* results of the last complete pass; results of the pass in progress */
  uint32_t total_odds;                 /* sum of the odds of all faces */

  int depth;                         /* depth of the last complete pass; 0: none yet */
  int32_t averages[ASC_PLAYERS_MAX]; /* by player, in hundredths */
  uint64_t nodes;
  int64_t started_us;
} asc_roll;

/* Lists the faces of a position at which a die is rolled. Rules and position must outlive the roll. Returns ASC_OK or
   ASC_E_MEMORY; the caller calls asc_roll_close in both cases. */
int asc_roll_open(asc_roll *roll, const asc_rules *rules, const void *position);
void asc_roll_close(asc_roll *roll);
/* Searches all faces one turn deeper. The limits of the task are for the whole roll; its position is ignored. Returns 1
   if the pass is complete, 0 if a limit is reached or all faces are exact, or an error code. The first pass ignores the
   limits, so there is always a result. */
int asc_roll_deepen(asc_roll *roll, asc_search *search, const asc_search_task *limits);

/* Replaces the line of a face by another line of the same depth, so that the position after the face has one value
   everywhere. */
void asc_roll_set_line(asc_roll *roll, int face, const asc_line *line);

/* Returns the index of the face with this move, or -1. */
int asc_roll_find_face(const asc_roll *roll, asc_move move);
/* Writes the position after a face to *after. */
void asc_roll_position_after(const asc_roll *roll, const asc_roll_face *face, asc_position *after);

#endif
