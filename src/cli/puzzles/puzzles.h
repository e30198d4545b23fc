/* `ascona problems`: lists puzzles (study/puzzle.h), lets the user solve them at a prompt, checks them and makes new
   ones. */
#ifndef CLI_PUZZLES_PUZZLES_H
#define CLI_PUZZLES_PUZZLES_H

#include "cli/cli.h"
#include "draw/text/board.h"
#include "study/puzzle.h"

/* The puzzles built into the program. `game` is a spec, `text` a list in the format of asc_puzzle_list_read. The last
   has a NULL game. */
typedef struct cli_puzzle_text {
  const char *game, *text;
} cli_puzzle_text;
extern const cli_puzzle_text cli_puzzle_texts[];

/* Marks the puzzles of the list that the state folder lists as solved. Returns CLI_OK, or an exit status after printing
   that the file could not be read; the marks are then unknown. */
int cli_puzzles_read_solved(asc_puzzle_list *list, const char *game);
/* Saves that a puzzle is solved. Returns false after printing an error if that fails. */
bool cli_puzzle_save_solved(const asc_puzzle *puzzle, const char *game);

/* The puzzles that the user wants, and how to draw them. */
typedef struct cli_puzzle_choice {
  int first_number; /* number of the puzzle to start with, from 1 */
  int min_difficulty, max_difficulty;
  asc_board_style style;
} cli_puzzle_choice;

/* Lets the user solve puzzles one after the other, starting with choice->first_number. Returns an exit status. */
int cli_puzzles_solve(asc_puzzle_list *list, asc_puzzle_solver *solver, const cli_puzzle_choice *choice);

typedef struct cli_puzzle_make_options {
  const char *tables_folder;
  long long count, seed, threads; /* threads 0: one per processor */
} cli_puzzle_make_options;
/* Makes new puzzles from tablebases and prints them as a list. Returns an exit status. */
int cli_puzzles_make(const asc_rules *rules, const cli_puzzle_make_options *options);

#endif
