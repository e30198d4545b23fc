/* The move explorer: every move of a position with its exact value, for games with an opening book.

   The book answers at once; the remaining moves are proved one after the other. Equivalent moves (symmetry.h) share one
   row. `unknown_count` is always the number of rows that have no value yet. */
#ifndef ASC_STUDY_EXPLORER_H
#define ASC_STUDY_EXPLORER_H

#include "search_task.h"
#include "symmetry.h"

typedef struct asc_explorer_row {
  int move_index;         /* index of the first of its equivalent moves */
  bool is_known, is_over; /* the value is known; the move ends the game */
  int32_t score;          /* for the player who makes the move, in hundredths */
  int plies;              /* to the end of the game, this move included; 0: unknown, or a draw */
} asc_explorer_row;

typedef struct asc_explorer {
  const asc_play *play;
  asc_symmetry_moves moves;
  int row_count, unknown_count;
  asc_explorer_row *rows;
  bool is_solved_by_book; /* the book knew the values of all rows */
} asc_explorer;

/* Returns whether the explorer works for the game: it has a book, two players and no dice. */
bool asc_explorer_supports(const asc_rules *rules);

/* Lists the rows and fills in the values from the book. A finished game and a game without explorer have no rows. The
   game must not change before the explorer is closed. Returns ASC_OK or an error code; the caller calls
   asc_explorer_close in both cases. */
int asc_explorer_open(asc_explorer *explorer, const asc_play *play);
void asc_explorer_close(asc_explorer *explorer);

/* Proves the unknown rows, for at most `time_us` microseconds. Every row gets a short slice of time, then all get a
   longer one, and so on. Calls progress->on_progress after every proved row. Returns ASC_OK or an error code. */
int asc_explorer_run(asc_explorer *explorer, asc_search *search, int64_t time_us, const asc_progress *progress);

/* Writes the members of the JSON object that the caller has opened. `final`: no more results follow. */
void asc_explorer_json(asc_json *json, const asc_explorer *explorer, bool final);

#endif
