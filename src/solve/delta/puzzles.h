/* Makes puzzles from the tables: positions in which White, to move, wins by force in n moves, and only one first move,
   the solution, does so.

   A relay scores the squares that are free when it is made. Before the last layer every ply fills one square. So a
   value greater than the score of a relay in the last layer says when the relay comes. With S squares, N pawns on the
   board and value v, the game lasts S - v - N more plies. White makes n = (plies + 1) / 2 of them. The last layer
   itself is not used: its boards are crowded, and its points do not show how many moves a win takes.

   The steps: puzzles_find.c scans rows of the tables and samples positions with a unique solution. It asks
   puzzles_reachable.c whether play can lead to them. puzzles_rate.c examines tries, defences and lines of each
   position and rates its difficulty. puzzles_pick.c picks many different kinds and no two similar ones.
   puzzles_make.c runs all steps and writes the puzzles in the notation of the game. */
#ifndef ASC_SOLVE_DELTA_PUZZLES_H
#define ASC_SOLVE_DELTA_PUZZLES_H

#include "table.h"

#include <ascona/game.h>

enum { SOLVE_LEGAL_MOVES_MAX = 256, SOLVE_PUZZLE_PAWNS_MIN = 4, SOLVE_PUZZLE_DIFFICULTY_MAX = 9 };

/* The files of all layers of a board. */
typedef struct solve_layer_files {
  asc_tablebase_plan plan;
  asc_tablebase_file files[ASC_TABLEBASE_LAYERS_MAX]; /* by layer */
} solve_layer_files;

/* Opens the files of a board. All layers from SOLVE_PUZZLE_PAWNS_MIN up must be present. Call
   solve_layer_files_close after success and after failure. */
int solve_layer_files_open(solve_layer_files *layer_files, int size, int pawns, const char *folder, asc_error *error);
void solve_layer_files_close(solve_layer_files *layer_files);

typedef struct solve_puzzle {
  uint32_t white, black;
  int pawns;       /* on the board */
  int white_moves; /* moves that White makes up to and including the relay: n */
  int points;      /* score of the relay */
  asc_tablebase_move solution;
  bool is_only_win; /* no other move wins; otherwise other moves win too, but later and for fewer points */
  bool is_quiet;    /* the solution does not threaten to make a relay with White's next move */
  int legal_moves;
  int near_misses; /* wrong moves that only one reply refutes */
  int variations;  /* different second moves of White, each the only one, after Black's longest defences */
  int only_moves;  /* moves of White in the main line that are the only ones, including the solution */
  int difficulty;  /* from 1 to SOLVE_PUZZLE_DIFFICULTY_MAX */
  uint64_t random; /* from the seed and the position; decides between equal candidates */
} solve_puzzle;

/* Finds at most `max_per_kind` puzzles of each kind (pawns, white_moves, is_only_win, is_quiet), in a sample of
   about `sample` positions per layer. The caller frees the list. The result does not depend on the number of
   threads. */
int solve_puzzles_find(const solve_layer_files *layer_files, uint64_t seed, uint64_t sample, int max_per_kind,
                       int threads, solve_puzzle **list, size_t *count, asc_error *error);

/* Returns true if play can lead to this position with White to move. May return false wrongly after many failed
   tries. */
bool solve_puzzle_is_reachable(const asc_tablebase_board *board, uint32_t white, uint32_t black);

/* A legal move with its points for the player who makes it. */
typedef struct solve_legal_move {
  asc_tablebase_move move;
  uint32_t pawns_after; /* the mover's pawns after the move */
  int points;
} solve_legal_move;

/* Lists the legal moves of `own` against `other` in a layer before the last. `row_values` is working memory of
   solve_layer_files_row_bytes. Returns the number of moves, or a negative code. */
int solve_legal_moves(const solve_layer_files *layer_files, uint32_t own, uint32_t other, int8_t *row_values,
                      solve_legal_move moves[SOLVE_LEGAL_MOVES_MAX], asc_error *error);
/* Returns the size in bytes of the longest row of any layer. */
size_t solve_layer_files_row_bytes(const solve_layer_files *layer_files);

/* Fills in the members from `legal_moves` to `difficulty`. */
int solve_puzzles_rate(const solve_layer_files *layer_files, solve_puzzle *list, size_t count, int threads,
                       asc_error *error);
/* Returns the difficulty from the other members, by the formula in docs/formats.md. */
int solve_puzzle_difficulty(const solve_puzzle *puzzle);

/* Returns true if one position is nearly or exactly an image of the other. */
bool solve_puzzles_are_similar(const asc_tablebase_board *board, const solve_puzzle *a, const solve_puzzle *b);
/* Applies a symmetry to the position and the solution. */
void solve_puzzle_transform(const asc_tablebase_board *board, int symmetry, solve_puzzle *puzzle);
/* Moves the picked puzzles to the front of the list, the easiest first. Returns their number, at most `wanted`. If
   `accept` is not NULL, it may reject each of them. */
size_t solve_puzzles_pick(const asc_tablebase_board *board, solve_puzzle *list, size_t count, size_t wanted,
                          bool (*accept)(void *data, const solve_puzzle *puzzle), void *data);

/* A puzzle in the notation of the game. */
typedef struct solve_made_puzzle {
  char position[ASC_POSITION_TEXT_MAX], solution[ASC_TOKEN_MAX];
  int white_moves, points, difficulty;
  bool is_only_win;
} solve_made_puzzle;

typedef struct solve_puzzle_options {
  const char *folder; /* with the tables of all layers */
  size_t max_count;
  uint64_t seed;                                               /* another seed makes other puzzles */
  int threads;                                                 /* 0: one for each processor */
  bool (*accept)(void *data, const solve_made_puzzle *puzzle); /* may reject each puzzle; NULL: accept all */
  void *data;
} solve_puzzle_options;

/* Makes puzzles, the easiest first. The caller frees the list. ASC_E_INPUT if the rules cannot have tables. */
int solve_puzzles_make(const asc_rules *rules, const solve_puzzle_options *options, solve_made_puzzle **list,
                       size_t *count, asc_error *error);

#endif
