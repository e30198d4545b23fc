/* `ascona problems`: problems (study/problem.h) listed, solved at a prompt, proved and made. */
#ifndef ASC_CLI_PROBLEMS_PROBLEMS_H
#define ASC_CLI_PROBLEMS_PROBLEMS_H

#include "cli/cli.h"
#include "draw/text/board.h"
#include "study/problem.h"

/* The texts built into the program, by game; the last has no game. */
typedef struct problem_text {
  const char *game, *text;
} problem_text;
extern const problem_text problem_texts[];

/* Marks those that the state folder tells of as solved. CLI_OK, or a status after the error was printed: it is not
   known what was solved. */
int problems_recall(asc_problem_list *list, const char *game);
/* Adds one to them. False, with a line that says so, when it cannot be kept. */
bool problems_remember(const asc_problem *problem, const char *game);

/* How it is shown, and from which grades. */
typedef struct problem_wish {
  int number; /* the one to begin with */
  int least, most;
  board_style style;
} problem_wish;

/* Solves problems with a person, one after the other. Returns an exit status. */
int problems_front(asc_problem_list *list, asc_problem_truth *truth, const problem_wish *wish);

/* Makes new ones from tables and prints them. Returns an exit status. */
typedef struct problem_order {
  const char *tables;
  long long count, seed, threads; /* 0 threads: one for each processor */
} problem_order;
int problems_make(const asc_rules *rules, const problem_order *order);

#endif
