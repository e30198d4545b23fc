/* What a game brings for learners: the steps of a first game (lesson.txt) and the diagrams of its rules (diagrams.txt).
   docs/formats.md has both texts.

   They are read one after the other, and the texts point into the row they were read from: a step or a diagram is not
   copied. A step has a board, a goal and a reply. Its board is set up by doing the steps before it as asked. The first
   step of a lesson shows the aim of the game: a short win to watch. */
#ifndef ASC_STUDY_LESSON_H
#define ASC_STUDY_LESSON_H

#include <ascona/play.h>

#include "rows.h"

/* A board to begin with. */
typedef struct asc_setting {
  const char *options;  /* what stands behind the colon in "kulami:level=3" */
  const char *position; /* "": the start */
  const char *moves;    /* from there, with spaces between them */
} asc_setting;

typedef enum asc_goal {
  ASC_GOAL_ANY,   /* any legal move */
  ASC_GOAL_MOVE,  /* one of those wanted; a die that is rolled shows the first of them */
  ASC_GOAL_TOUCH, /* the last of the touches wanted, which is refused; those before it are in hand */
  ASC_GOAL_WIN,   /* a move that ends the game with the mover alone in the first place */
  ASC_GOAL_WATCH  /* nothing is to be done: the reply is played to be seen */
} asc_goal;
/* "any", "move", "touch", "win" or "watch". */
const char *asc_goal_word(asc_goal goal);

/* All zero before the first is read. */
typedef struct asc_lesson_step {
  int number; /* from 1 */
  asc_row row;
  const char *name;    /* lesson.NAME.task is said before it, lesson.NAME.done after it */
  bool goes_on;        /* where the step before ended; the setting is then empty */
  asc_setting setting; /* the board to begin with */
  asc_goal goal;
  const char *wanted; /* moves or touches, with spaces between them */
  const char *reply;  /* moves that are then played, with spaces between them */
} asc_lesson_step;

/* The next step of *text, which then is what follows. 1, or 0 when there is none, or ASC_E_INPUT. */
int asc_lesson_next(asc_lesson_step *step, const char **text, asc_error *error);

/* The board of the step with this number, as one has it who did all before it as asked. The caller closes both. */
int asc_lesson_open(const asc_game *game, const char *text, int number, asc_lesson_step *step, asc_rules **rules,
                    asc_play **play, asc_error *error);

/* Whether a move reaches the goal. */
bool asc_lesson_reaches(const asc_lesson_step *step, const asc_rules *rules, const void *position, asc_move move);
/* Whether the last move of a game reached it. */
bool asc_lesson_reached(const asc_lesson_step *step, const asc_play *play);
/* A move that reaches the goal, the first of them. 1, or 0: none does, as where a touch or nothing is wanted. An error
   where one is named and is not legal. */
int asc_lesson_move(const asc_lesson_step *step, const asc_rules *rules, const void *position, asc_move *move,
                    asc_error *error);

/* All zero before the first is read. */
typedef struct asc_diagram {
  asc_row row;
  const char *name; /* RULES.md has <!-- diagram NAME --> where it stands; diagram.NAME is its caption */
  asc_setting setting;
  const char *touched; /* with spaces between them */
} asc_diagram;

/* As asc_lesson_next. */
int asc_diagram_next(asc_diagram *diagram, const char **text, asc_error *error);

/* Opens the game and plays up to the board. Both are the caller's to close, and NULL after an error. */
int asc_setting_open(const asc_setting *setting, const asc_game *game, asc_rules **rules, asc_play **play,
                     asc_error *error);

#endif
