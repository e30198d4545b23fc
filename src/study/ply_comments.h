/* Comments on the plies of a running game that are written into its record: `[%eval estimate 1.5]` and `[%clk
   0:04:31]`.

   An evaluation is the engine's score of its own move, as in the engine protocol, for the player who moved. A clock
   comment is the time left after the move. The comments are always sorted by event. */
#ifndef ASC_STUDY_PLY_COMMENTS_H
#define ASC_STUDY_PLY_COMMENTS_H

#include <ascona/record.h>
#include <ascona/search.h>

#define ASC_PLY_COMMENT_MAX 64

typedef struct asc_ply_comment {
  int event_index; /* the event that the comment belongs to */
  char text[ASC_PLY_COMMENT_MAX];
} asc_ply_comment;

/* Sorted by event. Starts all zero. */
typedef struct asc_ply_comments {
  bool wants_evals; /* false: asc_ply_comments_add_eval does nothing */
  int count, capacity;
  asc_ply_comment *list;
} asc_ply_comments;

/* Frees the list and makes the struct all zero. */
void asc_ply_comments_close(asc_ply_comments *comments);
/* Adds an evaluation for the next event of the game; `score` is a reported score (search.h). Returns ASC_OK or
   ASC_E_MEMORY. */
int asc_ply_comments_add_eval(asc_ply_comments *comments, const asc_play *play, asc_certainty certainty, int32_t score);
/* Adds the time left on the clock after the latest event, in microseconds, for the player of that event. Returns ASC_OK
   or ASC_E_MEMORY. */
int asc_ply_comments_add_clock(asc_ply_comments *comments, const asc_play *play, int64_t left_us);
/* Removes the comments on events that were undone or never happened. */
void asc_ply_comments_truncate(asc_ply_comments *comments, const asc_play *play);

/* Writes the comments into a record of the game, after their plies. Returns ASC_OK or an error code. */
int asc_ply_comments_write(const asc_ply_comments *comments, asc_record *record, asc_error *error);
/* Reads the comments from a checked record. Returns ASC_OK or ASC_E_MEMORY. */
int asc_ply_comments_read(asc_ply_comments *comments, const asc_record *record, asc_error *error);

#endif
