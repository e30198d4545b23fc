/* Picks puzzles from the candidates: every difficulty, and within each difficulty as many kinds of position as there
   are.

   Among equals it prefers few pawns, a quiet solution, no second way to win, and several lines. */
#include "puzzles.h"

#include <stdlib.h>

/* Two positions are similar if fewer squares than this differ; see solve_puzzles_are_similar. Puzzles that are
   solved by a relay at once are for beginners: at most one puzzle in ONE_MOVE_SHARE. */
enum { SIMILAR = 6, SIMILAR_FEW = 4, FEW_PAWNS = 6, ONE_MOVE_SHARE = 12 };

void solve_puzzle_transform(const asc_tablebase_board *board, int symmetry, solve_puzzle *puzzle) {
  puzzle->white = asc_tablebase_board_image(board, symmetry, puzzle->white);
  puzzle->black = asc_tablebase_board_image(board, symmetry, puzzle->black);
  puzzle->solution =
      (asc_tablebase_move){.from = asc_tablebase_board_image(board, symmetry, puzzle->solution.from),
                           .path = asc_tablebase_board_image(board, symmetry, puzzle->solution.path),
                           .to = asc_tablebase_board_image(board, symmetry, puzzle->solution.to),
                           .tracer = asc_tablebase_board_image(board, symmetry, puzzle->solution.tracer)};
}

/* A pawn on another square counts as two differences. */
bool solve_puzzles_are_similar(const asc_tablebase_board *board, const solve_puzzle *a, const solve_puzzle *b) {
  int limit = a->pawns <= FEW_PAWNS && b->pawns <= FEW_PAWNS ? SIMILAR_FEW : SIMILAR;
  for (int s = 0; s < ASC_TABLEBASE_SYMMETRIES; s++) {
    uint32_t white = asc_tablebase_board_image(board, s, b->white),
             black = asc_tablebase_board_image(board, s, b->black);
    if (asc_bits_count(a->white ^ white) + asc_bits_count(a->black ^ black) < limit) return true;
  }
  return false;
}

static int preference(const solve_puzzle *puzzle) {
  int lines = puzzle->variations < 4 ? puzzle->variations : 4;
  return 4 * puzzle->is_quiet + 3 * puzzle->is_only_win + lines + 2 * (puzzle->only_moves == puzzle->white_moves) -
         puzzle->pawns / 2;
}

static int best_first(const void *a, const void *b) {
  const solve_puzzle *one = a, *other = b;
  int difference = preference(other) - preference(one);
  return difference != 0 ? difference : (one->random > other->random) - (one->random < other->random);
}

static int easiest_first(const void *a, const void *b) {
  const solve_puzzle *one = a, *other = b;
  if (one->difficulty != other->difficulty) return one->difficulty - other->difficulty;
  if (one->white_moves != other->white_moves) return one->white_moves - other->white_moves;
  if (one->pawns != other->pawns) return one->pawns - other->pawns;
  return (one->random > other->random) - (one->random < other->random);
}

typedef struct pick_state {
  const asc_tablebase_board *board;
  solve_puzzle *list; /* those picked come first */
  size_t count, chosen, wanted, one_move_count;
  bool *is_rejected; /* by index: rejected */
  int picked[SOLVE_PUZZLE_DIFFICULTY_MAX + 1][ASC_TABLEBASE_LAYERS_MAX]
            [ASC_TABLEBASE_LAYERS_MAX]; /* by difficulty, pawns and moves */
  bool (*accept)(void *data, const solve_puzzle *puzzle);
  void *data;
} pick_state;

static bool is_acceptable(const pick_state *state, const solve_puzzle *puzzle) {
  if (puzzle->white_moves == 1 && state->one_move_count * ONE_MOVE_SHARE >= state->wanted) return false;
  for (size_t i = 0; i < state->chosen; i++)
    if (solve_puzzles_are_similar(state->board, &state->list[i], puzzle)) return false;
  return state->accept == NULL || state->accept(state->data, puzzle);
}

/* Returns the index of the best candidate of this difficulty, of the kind that was picked least often so far.
   `count` if none is left. */
static size_t next_candidate(const pick_state *state, int difficulty) {
  size_t best = state->count;
  int fewest = 0;
  for (size_t i = state->chosen; i < state->count; i++) {
    const solve_puzzle *puzzle = &state->list[i];
    if (puzzle->difficulty != difficulty || state->is_rejected[i]) continue;
    int picked = state->picked[difficulty][puzzle->pawns][puzzle->white_moves];
    if (best < state->count && picked >= fewest) continue;
    best = i;
    fewest = picked;
  }
  return best;
}

/* Moves a candidate to the end of the picked ones. The candidates in between keep their order, so the best stay
   first. */
static void pick(pick_state *state, size_t index) {
  solve_puzzle puzzle = state->list[index];
  state->picked[puzzle.difficulty][puzzle.pawns][puzzle.white_moves]++;
  for (size_t i = index; i > state->chosen; i--) {
    state->list[i] = state->list[i - 1];
    state->is_rejected[i] = state->is_rejected[i - 1];
  }
  state->list[state->chosen++] = puzzle;
  state->one_move_count += puzzle.white_moves == 1;
}

static bool pick_one(pick_state *state, int difficulty) {
  for (;;) {
    size_t index = next_candidate(state, difficulty);
    if (index == state->count) return false;
    bool accepted = is_acceptable(state, &state->list[index]);
    if (accepted)
      pick(state, index);
    else
      state->is_rejected[index] = true;
    if (accepted) return true;
  }
}

size_t solve_puzzles_pick(const asc_tablebase_board *board, solve_puzzle *list, size_t count, size_t wanted,
                          bool (*accept)(void *data, const solve_puzzle *puzzle), void *data) {
  pick_state *state = calloc(1, sizeof *state);
  bool *is_rejected = calloc(count + 1, sizeof *is_rejected);
  size_t chosen = 0;
  if (state != NULL && is_rejected != NULL) {
    *state = (pick_state){.board = board,
                          .list = list,
                          .count = count,
                          .wanted = wanted,
                          .is_rejected = is_rejected,
                          .accept = accept,
                          .data = data};
    qsort(list, count, sizeof *list, best_first);
    for (bool more = true; more;) {
      more = false;
      for (int difficulty = 1; difficulty <= SOLVE_PUZZLE_DIFFICULTY_MAX && state->chosen < wanted; difficulty++)
        more |= pick_one(state, difficulty);
      more = more && state->chosen < wanted;
    }
    chosen = state->chosen;
    qsort(list, chosen, sizeof *list, easiest_first);
  }
  free(is_rejected);
  free(state);
  return chosen;
}
