/* Material for learners in a game's folder: the steps of a first game (lesson.txt) and the diagrams of the rules
   (diagrams.txt). docs/formats.md describes both files.

   Steps and diagrams are read one after the other. Their strings point into the row they were read from, so a step or
   diagram must not be copied. A step has a board, a goal and a reply. Its board is set up by playing the steps before
   it. The first step of a lesson shows the aim of the game: a short win to watch. */
#ifndef ASC_STUDY_LESSON_H
#define ASC_STUDY_LESSON_H

#include <ascona/play.h>

#include "rows.h"

/* The board at the start of a step or diagram. */
typedef struct asc_lesson_setup {
  const char *options;  /* the part after the colon in "kulami:level=3" */
  const char *position; /* "": the start position */
  const char *moves;    /* moves from that position, separated by spaces */
} asc_lesson_setup;

typedef enum asc_lesson_goal {
  ASC_LESSON_GOAL_ANY,   /* any legal move */
  ASC_LESSON_GOAL_MOVE,  /* one of the wanted moves; a die that is rolled shows the first of them */
  ASC_LESSON_GOAL_TOUCH, /* the last of the wanted touches, which is not allowed; those before it are already made */
  ASC_LESSON_GOAL_WIN,   /* a move that ends the game with the mover as the only winner */
  ASC_LESSON_GOAL_WATCH  /* the learner does nothing; the reply is shown */
} asc_lesson_goal;
/* Returns "any", "move", "touch", "win" or "watch". */
const char *asc_lesson_goal_name(asc_lesson_goal goal);

/* All zero before the first step is read. */
typedef struct asc_lesson_step {
  int number; /* from 1 */
  asc_row row;
  const char *name;       /* message key lesson.NAME.task is shown before the step, lesson.NAME.done after it */
  bool continues;         /* the step starts where the step before it ended; `setup` is then empty */
  asc_lesson_setup setup; /* the board at the start of the step */
  asc_lesson_goal goal;
  const char *wanted; /* moves or touches, separated by spaces */
  const char *reply;  /* moves played after the goal is reached, separated by spaces */
} asc_lesson_step;

/* Reads the next step of *text and advances *text past it. Returns 1, 0 at the end, or ASC_E_INPUT. */
int asc_lesson_next_step(asc_lesson_step *step, const char **text, asc_error *error);

/* Opens the board of step `number` as a learner has it who did all steps before it. Returns ASC_OK or an error code.
   The caller closes `rules` and `play`; both are NULL after an error. */
int asc_lesson_open_step(const asc_game *game, const char *text, int number, asc_lesson_step *step, asc_rules **rules,
                         asc_play **play, asc_error *error);

/* Returns whether a move in a position reaches the goal of the step. */
bool asc_lesson_move_reaches_goal(const asc_lesson_step *step, const asc_rules *rules, const void *position,
                                  asc_move move);
/* Returns whether the last move of a game reached the goal of the step. */
bool asc_lesson_goal_reached(const asc_lesson_step *step, const asc_play *play);
/* Finds the first move that reaches the goal. Returns 1, or 0 if no move does, as for the goals touch and watch.
   Returns an error code if the step names a move that is not legal. */
int asc_lesson_find_move(const asc_lesson_step *step, const asc_rules *rules, const void *position, asc_move *move,
                         asc_error *error);

/* All zero before the first diagram is read. */
typedef struct asc_diagram {
  asc_row row;
  const char *name; /* RULES.md shows it at <!-- diagram NAME -->; message key diagram.NAME is its caption */
  asc_lesson_setup setup;
  const char *touched; /* touches made on the board, separated by spaces */
} asc_diagram;

/* Reads the next diagram of *text, like asc_lesson_next_step. */
int asc_diagram_next(asc_diagram *diagram, const char **text, asc_error *error);

/* Opens the rules and plays the moves of the setup. Returns ASC_OK or an error code. The caller closes `rules` and
   `play`; both are NULL after an error. */
int asc_lesson_setup_open(const asc_lesson_setup *setup, const asc_game *game, asc_rules **rules, asc_play **play,
                          asc_error *error);

#endif
