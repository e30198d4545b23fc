/* The inside of a review: its plies, its steps for workers that share the plies, and its texts. Read ascona/review.h
   first. Scores are in hundredths of a point or of a percent. The review owns its rules and its game, not the record.
 */
#ifndef ASC_STUDY_REVIEW_H
#define ASC_STUDY_REVIEW_H

#include <ascona/review.h>

#include "base/json.h"
#include "play/seats.h"
#include "search_task.h"

/* Proven bounds of a value: lower <= value <= upper. */
typedef struct asc_review_bounds {
  int32_t lower, upper;
} asc_review_bounds;

/* A value for the player who moved: the line that shows it, and its proven bounds. */
typedef struct asc_review_value {
  asc_line line; /* its score is within the bounds; its certainty says whether it equals one of them */
  asc_review_bounds bounds;
} asc_review_value;

typedef struct asc_review_ply {
  asc_record_item *item; /* the ply in the record; NULL if the record does not have it */
  int event_index;       /* index of the event in the running game */
  asc_move move;
  bool is_roll;
  bool is_evaluated;
  int player;       /* the player who moved or rolled */
  int choice_count; /* number of legal moves, or of faces */

  asc_review_value best, played; /* for a move: the best line, and the best line that starts with the move played */
  asc_review_value searched[2];  /* the same two values from the searches of this ply only; asc_review_combine derives
                                    best and played from them */
  int32_t loss;                  /* 0 or more */
  asc_review_loss_certainty loss_certainty;

  int32_t averages[ASC_PLAYERS_MAX], luck[ASC_PLAYERS_MAX]; /* for a roll, by player */
} asc_review_ply;

struct asc_review {
  int game_number; /* number of the game in its file, for JSON; 1 unless the caller changes it */
  asc_record *record;
  const asc_record_summary *summary;
  asc_rules *rules;
  asc_play *play;
  asc_seats seats;
  int32_t thresholds[ASC_REVIEW_GRADE_COUNT]; /* smallest loss of each grade, from ASC_REVIEW_GRADE_INACCURACY on */

  int ply_count, turn_count;
  int evaluated_count; /* plies evaluated so far */
  asc_review_ply *plies;
  uint64_t *position_keys; /* repetition keys of all positions of the game */
  asc_review_turn *turns;
  asc_review_player players[ASC_PLAYERS_MAX];
};

/* The functions from here to asc_review_ply_read are the steps of asc_review_run, for workers that share a review.
   Evaluates one ply. The result depends on no other ply, so workers can evaluate plies in any order. A ply that is
   stopped is not marked as evaluated. Returns ASC_OK or an error code. */
int asc_review_evaluate_ply(asc_review *review, int ply, asc_search *search, const asc_search_limits *limits,
                            const asc_progress *progress);
/* Combines the results so far and grades the turns; in review_combine.c. A proof about a position also holds for the
   ply that led to it and for the next ply. No ply is better than the best. */
void asc_review_combine(asc_review *review);
/* Returns the bounds of a value if nothing is proven: the whole range of scores. */
asc_review_bounds asc_review_bounds_none(const asc_rules *rules);
/* Returns the bounds that a score with its certainty proves. */
asc_review_bounds asc_review_bounds_from_score(const asc_rules *rules, asc_certainty certainty, int32_t score);
/* Returns bounds as the opponent sees them; only for two players. */
asc_review_bounds asc_review_bounds_for_opponent(const asc_rules *rules, asc_review_bounds bounds);
/* Returns the intersection of two bounds, or the first if they do not intersect. */
asc_review_bounds asc_review_bounds_intersect(asc_review_bounds one, asc_review_bounds other);
/* Sets `line` to the moves of `next` with `move` before them. The two lines may be the same. */
void asc_review_line_prepend(asc_line *line, const asc_line *next, asc_move move);
/* Returns the loss between two values and writes its certainty to *certainty. A bound is never used as a value: if
   the best has only an upper bound, or the played value only a lower one, only the proven part of the loss counts. */
int32_t asc_review_loss_between(const asc_review_value *best, const asc_review_value *played,
                                asc_review_loss_certainty *certainty);
/* Combines the results for the last time, and extends the lines of plies that lost something by smaller searches.
   Returns ASC_OK or an error code. */
int asc_review_finish(asc_review *review, asc_search *search, const asc_search_limits *limits,
                      const asc_progress *progress);
/* Writes the result of one ply as a line of text, for the review of another worker; in review_ply_text.c. Returns the
   length or ASC_E_BUFFER. */
enum { ASC_REVIEW_PLY_TEXT_MAX = 12 * 2 * (ASC_LINE_MAX + 16) };
int asc_review_ply_write(const asc_review *review, int index, char *text, size_t size);
/* Reads such a line into this review. Returns ASC_OK, or ASC_E_INPUT if it is wrong; the review is then unchanged. */
int asc_review_ply_read(asc_review *review, const char *text);

/* Internal, in review_grade.c: sets the smallest loss of each grade. */
void asc_review_set_thresholds(asc_review *review);
/* Internal: groups plies into turns, grades these and sums them per player. */
void asc_review_grade_turns(asc_review *review);

/* Returns whether the game has dice. */
bool asc_review_has_dice(const asc_review *review);
/* Returns the round number of a turn in the record; 0: none. */
int asc_review_turn_number(const asc_review *review, const asc_review_turn *turn);
/* Writes the moves of a turn, separated by spaces. */
void asc_review_turn_write(const asc_review *review, const asc_review_turn *turn, char *text, size_t size);
/* Writes the better line of a turn: the moves of the turn before its worst ply, then the best line from there. */
void asc_review_better_line_write(const asc_review *review, const asc_review_turn *turn, char *text, size_t size);
/* Writes the line that refutes a turn. Writes "" if no line follows, or if the game has dice. */
void asc_review_refutation_write(const asc_review *review, const asc_review_turn *turn, char *text, size_t size);

enum { ASC_REVIEW_TEXT_MAX = 192 };
/* Writes a loss in a language: "loses 3 points, proved", "loses at least 3 points", "loses about 2.8 %", or "" for no
   loss. Records use English. Returns `text`. */
const char *asc_review_loss_write(const asc_review *review, int32_t loss, asc_review_loss_certainty certainty,
                                  const char *language, char text[ASC_REVIEW_TEXT_MAX]);
/* Writes "luck +4.8 %" in a language. Returns `text`. */
const char *asc_review_luck_write(const asc_review *review, int32_t luck, const char *language,
                                  char text[ASC_REVIEW_TEXT_MAX]);

/* Writes the members of the JSON object that the caller has opened. */
void asc_review_json(asc_json *json, const asc_review *review);

#endif
