/* Puzzles: positions with White to move and a forced win. Only one first move, the key move, wins all the points.

   A puzzle's number is its position in its text file (docs/formats.md), from 1. Solved puzzles are remembered by
   position, which stays the same when numbers change.

   The solver of a puzzle plays White. A right move is answered by a defence that holds out longest and leaves White the
   fewest right answers. A wrong move is answered by its refutation. A search proves which moves are right. */
#ifndef ASC_STUDY_PUZZLE_H
#define ASC_STUDY_PUZZLE_H

#include <ascona/play.h>
#include <ascona/search.h>

#include "base/json.h"

enum { ASC_PUZZLE_DIFFICULTY_MAX = 9, ASC_PUZZLE_POSITION_MAX = 96, ASC_PUZZLE_TEXT_MAX = 160 };

typedef struct asc_puzzle {
  int number;
  char position[ASC_PUZZLE_POSITION_MAX];
  int move_count; /* White's moves until the win */
  int points;     /* points that White wins */
  char solution_move[ASC_TOKEN_MAX];
  int difficulty;   /* 1 … ASC_PUZZLE_DIFFICULTY_MAX */
  bool is_only_win; /* no other move wins at all */
  bool is_solved;   /* by this user; set by a front end that remembers solved puzzles */
} asc_puzzle;

typedef struct asc_puzzle_list {
  asc_puzzle *puzzles;
  int count;
} asc_puzzle_list;

/* Reads the puzzles of a text. Returns ASC_OK, or an error code with the line in `error`. The caller calls
   asc_puzzle_list_close in both cases. */
int asc_puzzle_list_read(asc_puzzle_list *list, const char *text, asc_error *error);
void asc_puzzle_list_close(asc_puzzle_list *list);
/* Writes a puzzle as a line of such a text, without the newline. Returns `text`. */
const char *asc_puzzle_write(const asc_puzzle *puzzle, char text[ASC_PUZZLE_TEXT_MAX]);
/* Writes members of the JSON object that the caller has opened: number, position, moves, points, key, grade, strict. */
void asc_puzzle_json(asc_json *json, const asc_puzzle *puzzle);

/* Returns whether a game is finished and White won exactly the points of the puzzle. The caller makes sure that all of
   White's moves were right. */
bool asc_puzzle_is_won(const asc_puzzle *puzzle, const asc_play *play);

/* Proves the values of positions: a search, with an oracle if there is one. */
typedef struct asc_puzzle_solver {
  const asc_rules *rules;
  asc_search *search;
  asc_search_hooks hooks;
  int64_t time_limit_us, started_us; /* time limit per question, and the start of the current one */
} asc_puzzle_solver;

typedef struct asc_puzzle_solver_options {
  asc_oracle oracle; /* must outlive the solver; `probe` NULL: no oracle */
  asc_search_hooks hooks;
  int64_t time_limit_us; /* time limit per call of the functions below, in addition to the node limits; 0: none */
} asc_puzzle_solver_options;

/* Opens a solver. The rules must outlive it. `options` may be NULL. Returns ASC_OK or an error code; the caller calls
   asc_puzzle_solver_close in both cases. */
int asc_puzzle_solver_open(asc_puzzle_solver *solver, const asc_rules *rules, const asc_puzzle_solver_options *options);
void asc_puzzle_solver_close(asc_puzzle_solver *solver);

/* Proves every claim of a puzzle. Returns ASC_OK, or an error code with the reason in `error`. */
int asc_puzzle_check(asc_puzzle_solver *solver, const asc_puzzle *puzzle, asc_error *error);

/* The result of a move by White. */
typedef enum asc_puzzle_result {
  ASC_PUZZLE_RIGHT,
  ASC_PUZZLE_LATE, /* the position could not be proven in time, so White does not win as fast as the puzzle asks */
  ASC_PUZZLE_LESS, /* White wins fewer points, and later */
  ASC_PUZZLE_DRAW,
  ASC_PUZZLE_LOSS
} asc_puzzle_result;
/* Returns "right", "late", "less", "draw" or "loss". */
const char *asc_puzzle_result_name(asc_puzzle_result result);

/* The result of White's move and Black's continuation: the line starts with Black's answer and is scored for Black. */
typedef struct asc_puzzle_reply {
  asc_puzzle_result result;
  asc_line line;
} asc_puzzle_reply;

/* Answers White's last move. `position` has Black to move and is not finished. `has_erred`: an earlier move was wrong,
   so this move can't be right. Returns ASC_OK or an error code. */
int asc_puzzle_answer(asc_puzzle_solver *solver, const asc_puzzle *puzzle, const void *position, bool has_erred,
                      asc_puzzle_reply *reply);
/* Finds a best move for White; at the start of a puzzle that is the key move. Returns ASC_OK, ASC_E_STATE if no move is
   known, or another error code. */
int asc_puzzle_hint(asc_puzzle_solver *solver, const void *position, asc_move *move);
/* Finds a main line of the puzzle, scored for White, and writes its first position to *position. Returns ASC_OK or an
   error code. */
int asc_puzzle_solution(asc_puzzle_solver *solver, const asc_puzzle *puzzle, asc_position *position, asc_line *line);
/* Calls `report` for every defence that holds out longest in a position with Black to move. `solution` has White's
   winning moves in the position `after` the defence. There are no calls if the game is over or the value is not proven.
   Returns ASC_OK or an error code. */
int asc_puzzle_defences(asc_puzzle_solver *solver, const void *position,
                        void (*report)(void *data, asc_move defence, const void *after, const asc_solution *solution),
                        void *data);

#endif
