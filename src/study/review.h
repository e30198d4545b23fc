/* A game under review: every ply judged, plies gathered into turns, turns graded, and what they add up to for each
   player.

   A choice is compared with the best there was: what it lost is the difference of the two scores, both for the player
   who chose. A roll is compared with the average over all faces: the difference is luck. */
#ifndef ASC_STUDY_REVIEW_H
#define ASC_STUDY_REVIEW_H

#include <ascona/record.h>

#include "core/json.h"
#include "play/seats.h"
#include "task.h"

typedef enum asc_grade {
  ASC_GRADE_FORCED, /* there was no choice */
  ASC_GRADE_BEST,
  ASC_GRADE_GOOD,
  ASC_GRADE_INACCURACY,
  ASC_GRADE_MISTAKE,
  ASC_GRADE_BLUNDER,
  ASC_GRADE_COUNT
} asc_grade;
const char *asc_grade_word(asc_grade grade);

/* How sure a loss is. */
typedef enum asc_loss {
  ASC_LOSS_GUESSED,  /* an estimate */
  ASC_LOSS_AT_LEAST, /* it is at least that much */
  ASC_LOSS_EXACT
} asc_loss;
const char *asc_loss_word(asc_loss proof);

/* Proved bounds of a value: it is no less and no more than this. */
typedef struct asc_review_bounds {
  int32_t least, most;
} asc_review_bounds;

/* A value for the player who chose: the line that shows it, and what is proved of it. */
typedef struct asc_review_value {
  asc_line line; /* its score lies within the bounds, and its certainty says where */
  asc_review_bounds proved;
} asc_review_value;

typedef struct asc_review_ply {
  asc_item *item; /* of the record */
  int event;      /* of the running game */
  asc_move move;
  bool roll;
  bool judged;
  int player;  /* whose choice, or whose roll */
  int choices; /* legal moves there were */

  asc_review_value best, played; /* a choice: the best line, and the best one that starts with the ply */
  asc_review_value found[2];     /* the same as far as the searches of this ply alone go */
  int32_t loss;                  /* in hundredths, 0 and up */
  asc_loss proof;

  int32_t averages[ASC_PLAYERS_MAX], luck[ASC_PLAYERS_MAX]; /* a roll: by player */
} asc_review_ply;

/* The plies of one player between two rolls or plies of others; a roll is a turn of its own. Its loss is the best value
   before its first ply minus the value after its last one. */
typedef struct asc_review_turn {
  int first, count; /* plies */
  int worst;        /* the ply that lost the most, of several the first */
  int player;
  bool roll, judged;
  int32_t loss;
  asc_loss proof;
  asc_grade grade;
} asc_review_turn;

typedef struct asc_review_player {
  int turns, grades[ASC_GRADE_COUNT];
  int64_t loss;      /* of all turns together */
  asc_loss proof;    /* the least sure of them */
  int worst;         /* turn; -1: none lost anything */
  int64_t luck, own; /* of all rolls together, and of his own */
} asc_review_player;

typedef struct asc_review {
  int number; /* in the file; the caller's */
  asc_record *record;
  const asc_summary *summary;
  asc_rules *rules;
  asc_play *play;
  asc_seats seats;
  int32_t thresholds[ASC_GRADE_COUNT]; /* a loss of so much is at least that grade; from ASC_GRADE_INACCURACY on */

  int ply_count, turn_count;
  int judged; /* plies so far */
  asc_review_ply *plies;
  uint64_t *keys; /* of all positions of the game */
  asc_review_turn *turns;
  asc_review_player players[ASC_PLAYERS_MAX];
} asc_review;

/* The game of a checked record, not judged yet. Record and summary must outlive it. ASC_OK, or an error code and the
   reason; asc_review_close in both cases. */
int asc_review_open(asc_review *review, asc_record *record, const asc_summary *summary, asc_error *error);
void asc_review_close(asc_review *review);

/* Judges the plies from the last to the first and grades the turns. `watch` is told after every ply, and may end it
 * early. ASC_OK or an error code. */
int asc_review_judge(asc_review *review, asc_search *search, const asc_limits *limits, const asc_watch *watch);

/* Its parts, for several who share the work. What is found of a ply hangs on no other ply, whoever looks and when. */
int asc_review_look(asc_review *review, int ply, asc_search *search, const asc_limits *limits, const asc_watch *watch);
/* Puts together what was found so far, and grades the turns; in review_settle.c. Anything that is proved of a position
   holds for the ply that led to it and for the ply that follows, and no ply is better than the best. */
void asc_review_settle(asc_review *review);
/* Bounds: where nothing is proved, of a score with its certainty, seen by the other of two players, and what two of
   them prove together. */
asc_review_bounds asc_review_bounds_none(const asc_rules *rules);
asc_review_bounds asc_review_bounds_of(const asc_rules *rules, asc_certainty certainty, int32_t score);
asc_review_bounds asc_review_bounds_turned(const asc_rules *rules, asc_review_bounds bounds);
asc_review_bounds asc_review_bounds_both(asc_review_bounds one, asc_review_bounds other);
/* The moves of a line with one more in front of them. */
void asc_review_line_before(asc_line *line, const asc_line *next, asc_move move);
/* Returns the loss between two values, and how sure it is. A bound is never taken for the value: where the best is
   known only from above, or the played value only from below, the loss is no more than what is proved. */
int32_t asc_review_loss_between(const asc_review_value *best, const asc_review_value *played, asc_loss *proof);
/* The same for the last time: where something was lost, smaller searches make the lines longer. */
int asc_review_conclude(asc_review *review, asc_search *search, const asc_limits *limits, const asc_watch *watch);
/* What was found of a ply, on a line, and put into the review of somebody else; in review_found.c. */
enum { ASC_REVIEW_FOUND_MAX = 12 * 2 * (ASC_LINE_MAX + 16) };
int asc_review_found_write(const asc_review *review, int index, char *text, size_t size);
int asc_review_found_read(asc_review *review, const char *text);

/* Its parts in review_grade.c: how much a loss must be for each grade; turns, grades and sums. */
void asc_review_thresholds_set(asc_review *game);
void asc_review_grade_turns(asc_review *game);

/* Whether the game has rolls. */
bool asc_review_has_luck(const asc_review *game);
/* The number a turn is written with. */
int asc_review_round(const asc_review *game, const asc_review_turn *turn);
/* The tokens of a turn, and a line from one of its plies on with the plies of the turn that led there before it. */
void asc_review_turn_write(const asc_review *game, const asc_review_turn *turn, char *text, size_t size);
void asc_review_better_write(const asc_review *game, const asc_review_turn *turn, char *text, size_t size);
/* What the others make of a turn; "" when nothing follows it, or a die roll does. */
void asc_review_refutation_write(const asc_review *game, const asc_review_turn *turn, char *text, size_t size);

enum { ASC_REVIEW_TEXT_MAX = 192 };
/* "loses 3 points, proved", "loses at least 3 points", "loses about 2.8 %"; "" when it loses nothing.
   In a language; records are written in English. */
const char *asc_review_loss_write(const asc_review *game, int32_t loss, asc_loss proof, const char *language,
                                  char text[ASC_REVIEW_TEXT_MAX]);
/* "luck +4.8 %" */
const char *asc_review_luck_write(const asc_review *game, int32_t luck, const char *language,
                                  char text[ASC_REVIEW_TEXT_MAX]);

/* The members of one JSON object. */
void asc_review_json(asc_json *json, const asc_review *game);
/* Writes the judgement into the record: NAGs, comments, and the better lines as variations. */
int asc_review_annotate(const asc_review *game, asc_error *error);

#endif
