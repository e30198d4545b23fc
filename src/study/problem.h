/* Problems: positions to be won by force, with one key move.

   White is always to move. A problem's number is its place in its text (docs/formats.md), from 1; what is remembered as
   solved is its position, which stays its own when numbers change.

   Who solves one plays White. A right move is answered by the defence that holds out longest, among those by one that
   leaves the fewest answers; a wrong one by what refutes it. What is right is proved by a search. */
#ifndef ASC_STUDY_PROBLEM_H
#define ASC_STUDY_PROBLEM_H

#include <ascona/play.h>
#include <ascona/search.h>

#include "core/json.h"

enum { ASC_PROBLEM_GRADES = 9, ASC_PROBLEM_POSITION_MAX = 96, ASC_PROBLEM_TEXT_MAX = 160 };

typedef struct asc_problem {
  int number;
  char position[ASC_PROBLEM_POSITION_MAX];
  int moves;  /* White's, until he has won */
  int points; /* that he wins */
  char key[ASC_TOKEN_MAX];
  int grade;   /* 1 … ASC_PROBLEM_GRADES */
  bool strict; /* no other move wins at all */
  bool solved; /* by this user, at some time: for a front end that remembers it */
} asc_problem;

typedef struct asc_problem_list {
  asc_problem *all;
  int count;
} asc_problem_list;

/* Reads a text. What is wrong is told with its line. The list is to be closed either way. */
int asc_problem_list_read(asc_problem_list *list, const char *text, asc_error *error);
void asc_problem_list_close(asc_problem_list *list);
/* A line of such a text, without its end. Returns `text`. */
const char *asc_problem_write(const asc_problem *problem, char text[ASC_PROBLEM_TEXT_MAX]);
/* Into an object that is open: number, position, moves, points, key, grade, strict. */
void asc_problem_json(asc_json *json, const asc_problem *problem);

/* Whether a game in which every move was right so far is over, and won as it should be. */
bool asc_problem_won(const asc_problem *problem, const asc_play *play);

/* Who knows what a position is worth: a search, which asks the oracle if there is one. */
typedef struct asc_problem_truth {
  const asc_rules *rules;
  asc_search *search;
  asc_host host;
  int64_t patience, began; /* microseconds for a question, and when it was asked */
} asc_problem_truth;

typedef struct asc_problem_truth_options {
  asc_oracle oracle; /* who must outlive the truth; without `ask`: nobody */
  asc_host host;
  int64_t microseconds; /* for each question below, besides the nodes; 0: no limit */
} asc_problem_truth_options;

/* `options` may be NULL. To be closed either way. */
int asc_problem_truth_open(asc_problem_truth *truth, const asc_rules *rules, const asc_problem_truth_options *options);
void asc_problem_truth_close(asc_problem_truth *truth);

/* Whether all that is said of the problem is so, by proof; the reason why not is in the error. */
int asc_problem_check(asc_problem_truth *truth, const asc_problem *problem, asc_error *error);

/* What a move of the solver's is. */
typedef enum asc_problem_verdict {
  ASC_PROBLEM_RIGHT,
  ASC_PROBLEM_LATE, /* White does not get there in time: more is not proved */
  ASC_PROBLEM_LESS, /* he wins less, and later */
  ASC_PROBLEM_DRAW,
  ASC_PROBLEM_LOSS
} asc_problem_verdict;
/* "right", "late", "less", "draw" or "loss". */
const char *asc_problem_verdict_word(asc_problem_verdict verdict);

/* The move that was made, and how Black goes on: the line begins with his answer and is scored for him. */
typedef struct asc_problem_reply {
  asc_problem_verdict verdict;
  asc_line line;
} asc_problem_reply;

/* The answer in a position in which Black is to move and that is not over. `astray`: a move before was wrong already,
   and this one cannot be right any more. */
int asc_problem_answer(asc_problem_truth *truth, const asc_problem *problem, const void *position, bool astray,
                       asc_problem_reply *reply);
/* A best move of White's: of the problem itself, the key. ASC_E_STATE: none is known. */
int asc_problem_hint(asc_problem_truth *truth, const void *position, asc_move *move);
/* A main line of the problem, scored for White; the position it begins with goes to `position`. */
int asc_problem_solution(asc_problem_truth *truth, const asc_problem *problem, asc_position *position, asc_line *line);
/* Tells every defence that holds out longest in a position with Black to move, and what wins against it in the position
   `after` it. None when it is over, or not proved. */
int asc_problem_defences(asc_problem_truth *truth, const void *position,
                         void (*tell)(void *data, asc_move defence, const void *after, const asc_solution *solution),
                         void *data);

#endif
