/* What the engine thought of its moves, kept with the game and written behind them as `[%eval estimate 1.5]`: the score
   of the engine protocol, for whoever moved. */
#ifndef ASC_CLI_PLAY_EVALS_H
#define ASC_CLI_PLAY_EVALS_H

#include <ascona/ascona.h>

#define EVAL_TEXT_MAX 64

typedef struct play_eval {
  int event; /* of the history: the move it is about */
  char text[EVAL_TEXT_MAX];
} play_eval;

/* In the order of the events. Begin with all zero. */
typedef struct play_evals {
  bool kept; /* or not wanted */
  int count, room;
  play_eval *list;
} play_evals;

void evals_close(play_evals *evals);
/* For the last event of the history. Without memory, or when they are not wanted, it is left out. */
void evals_add(play_evals *evals, const asc_play *play, asc_certainty certainty, int32_t score);
/* Forgets those of events that have been taken back. */
void evals_cut(play_evals *evals, const asc_play *play);

/* As comments of a record of the game, and back, once it has been checked. */
int evals_write(const play_evals *evals, asc_record *record, asc_error *error);
void evals_read(play_evals *evals, const asc_record *record);

#endif
