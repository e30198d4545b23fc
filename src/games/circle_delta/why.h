/* What the two halves of the explanations share: why.c asks what was said and in which stage, trace.c follows a man
   that cannot get where somebody wants it. */
#ifndef ASC_GAMES_CIRCLE_WHY_H
#define ASC_GAMES_CIRCLE_WHY_H

#include "circle_delta.h"

typedef struct circle_question {
  const circle_rules *rules;
  const circle_position *position;
  asc_message *answer;
} circle_question;

void asc_circle_answer_hole(const circle_question *q, const char *name, int hole);

/* Why the red or green man on `from` does not get to `to`. */
void asc_circle_trace_first(const circle_question *q, int from, int to);
/* The same for a man of the player's own. */
void asc_circle_trace_second(const circle_question *q, int from, int to);

#endif
