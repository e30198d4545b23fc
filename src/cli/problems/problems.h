/* Problems: positions to be won by force, with one key move. The text of docs/formats.md, the truth about each, the
   prompt at which they are solved, and how they are made.

   White is always to move. A problem's number is its place in the text, from 1; what is remembered as solved is its
   position, which stays its own when numbers change. */
#ifndef ASC_CLI_PROBLEMS_PROBLEMS_H
#define ASC_CLI_PROBLEMS_PROBLEMS_H

#include "cli/cli.h"
#include "draw/text/board.h"

/* The texts built into the program, by game; the last has no game. */
typedef struct problem_text {
  const char *game, *text;
} problem_text;
extern const problem_text problem_texts[];

enum { PROBLEM_GRADES = 9, PROBLEM_POSITION_MAX = 96 };

typedef struct cli_problem {
  int number;
  char position[PROBLEM_POSITION_MAX];
  int moves;  /* White's, until he has won */
  int points; /* that he wins */
  char key[ASC_TOKEN_MAX];
  int grade;   /* 1 … PROBLEM_GRADES */
  bool strict; /* no other move wins at all */
  bool solved; /* by this user, at some time */
} cli_problem;

typedef struct problem_list {
  cli_problem *all;
  int count;
} problem_list;

/* Reads a text. What is wrong is told with its line. */
int problems_read(problem_list *list, const char *text, asc_error *error);
void problems_close(problem_list *list);
/* One line of such a text. */
void problem_write(FILE *out, const cli_problem *problem);

/* Marks those that the state folder tells of as solved. */
void problems_recall(problem_list *list, const char *game);
/* Adds one to them. False, with a line that says so, when it cannot be kept. */
bool problems_remember(const cli_problem *problem, const char *game);

/* Who knows what a position is worth: a search, which asks the tables if there are any. */
typedef struct problem_truth {
  const asc_rules *rules;
  asc_search *search;
} problem_truth;

int truth_open(problem_truth *truth, const asc_rules *rules, asc_tables *tables);
void truth_close(problem_truth *truth);

/* The truth about a position that is not over: bounds, best moves, a line. It stays until the next question. Where the
   proof would take too long, `proved` is false and the line is the best that is known. */
int truth_ask(problem_truth *truth, const void *position, asc_solution *solution);
/* The best move for Black that leaves White the fewest right answers: solution is that of the position, proved. */
asc_move truth_defence(problem_truth *truth, const void *position, const asc_solution *solution);
/* Whether all that is said of the problem is so, by proof; the reason why not is in the error. */
int truth_check(problem_truth *truth, const cli_problem *problem, asc_error *error);

/* How it is shown, and from which grades. */
typedef struct problem_wish {
  int number; /* the one to begin with */
  int least, most;
  board_style style;
} problem_wish;

/* "White to play and win by force in 3." */
void problem_title(const cli_problem *problem, char text[ASC_SENTENCE_MAX]);
/* Solves problems with a person, one after the other. Returns an exit status. */
int problems_front(problem_list *list, problem_truth *truth, const problem_wish *wish);

/* Makes new ones from tables and prints them. Returns an exit status. */
typedef struct problem_order {
  const char *tables;
  long long count, seed, threads; /* 0 threads: one for each processor */
} problem_order;
int problems_make(const asc_rules *rules, const problem_order *order);

#endif
