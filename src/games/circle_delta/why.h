/* The interface between why.c and why_path.c, which explain why a move is illegal. why.c reads the input and checks the
   stage of the game; why_path.c explains why a piece cannot get to a hole. */
#ifndef ASC_GAMES_CIRCLE_WHY_H
#define ASC_GAMES_CIRCLE_WHY_H

#include "circle_delta.h"

/* A position in which a move is to be explained, and the message to fill. */
typedef struct asc_circle_question {
  const asc_circle_rules *rules;
  const asc_circle_position *position;
  asc_message *answer;
} asc_circle_question;

/* Adds the name of a hole to the answer as the argument `name`. */
void asc_circle_answer_add_hole(const asc_circle_question *q, const char *name, int hole);

/* Explains why the red or green piece on `from` cannot move to `to`. */
void asc_circle_why_path_first(const asc_circle_question *q, int from, int to);
/* Explains the same for a piece of the player to move. */
void asc_circle_why_path_second(const asc_circle_question *q, int from, int to);

#endif
