/* Every move of a position with its exact value, for games that know positions by heart: from the book at once, and
   what it does not know by proofs, one after the other. Moves that are alike are one row. */
#ifndef ASC_STUDY_EXPLORE_H
#define ASC_STUDY_EXPLORE_H

#include "alike.h"
#include "task.h"

typedef struct asc_explored {
  int index; /* of the first of its moves */
  bool known, over;
  int32_t score; /* for who makes it, in hundredths */
  int plies;     /* until the end, this one included; 0: not known, or a draw */
} asc_explored;

typedef struct asc_explorer {
  const asc_play *play;
  asc_alike alike;
  int count, open; /* rows, and how many of them are not known */
  asc_explored *rows;
  bool solved; /* the book knew them all */
} asc_explorer;

/* Whether the game is one to explore so. */
bool asc_explorer_offers(const asc_rules *rules);

/* The rows, with what the book knows; none when the game is over or a die is to be rolled. The game must stay as it is.
   ASC_OK or an error code; asc_explorer_close in both cases. */
int asc_explorer_open(asc_explorer *explorer, const asc_play *play);
void asc_explorer_close(asc_explorer *explorer);

/* Proves what is open, all a little, then all a little longer; `watch` is told of every row that is found. ASC_OK or an
   error code. */
int asc_explorer_run(asc_explorer *explorer, asc_search *search, int64_t microseconds, const asc_watch *watch);

/* The members of one JSON object; `final` says that nothing more follows. */
void asc_explorer_json(asc_json *json, const asc_explorer *explorer, bool final);

#endif
