/* What is kept with the moves of a game and written behind them: what the engine thought of its own, `[%eval estimate
   1.5]`, the score of the engine protocol for whoever moved; and what a clock then showed, `[%clk 0:04:31]`. */
#ifndef ASC_STUDY_EVALS_H
#define ASC_STUDY_EVALS_H

#include <ascona/record.h>
#include <ascona/search.h>

#define ASC_EVAL_TEXT_MAX 64

typedef struct asc_eval {
  int event; /* of the history: the move it is about */
  char text[ASC_EVAL_TEXT_MAX];
} asc_eval;

/* In the order of the events. Begin with all zero. */
typedef struct asc_evals {
  bool kept; /* evaluations, or they are not wanted */
  int count, room;
  asc_eval *list;
} asc_evals;

void asc_evals_close(asc_evals *evals);
/* For the event that comes next in the history; when they are not wanted, it is left out. ASC_OK, or ASC_E_MEMORY. */
int asc_evals_add(asc_evals *evals, const asc_play *play, asc_certainty certainty, int32_t score);
/* What was left on the clock of whoever made the latest event, after it. ASC_OK, or ASC_E_MEMORY. */
int asc_evals_clock(asc_evals *evals, const asc_play *play, int64_t microseconds);
/* Forgets those of events that have been taken back, or never came. */
void asc_evals_cut(asc_evals *evals, const asc_play *play);

/* As comments of a record of the game, and back, once it has been checked. */
int asc_evals_write(const asc_evals *evals, asc_record *record, asc_error *error);
int asc_evals_read(asc_evals *evals, const asc_record *record, asc_error *error);

#endif
