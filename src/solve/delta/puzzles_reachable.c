/* Searches backwards from a position to the first two pawns.

   Undoing a turn clears two squares and fills one, so the search cannot run in circles. There may be very many ways
   back; after TRIES positions the search gives up, and the position counts as unreachable. */
#include "puzzles.h"

enum { TRIES = 20000 };

typedef struct reach_search {
  const asc_tablebase_board *board;
  int tries;
} reach_search;

static bool is_reachable(reach_search *search, uint32_t last, uint32_t next);

/* Undoes a turn. `last` made the last ply; `next` is to move. */
static bool undo_turn(reach_search *search, uint32_t last, uint32_t next) {
  const asc_tablebase_board *board = search->board;
  uint32_t pieces = last | next;
  for (int i = 0; i < board->move_count; i++) {
    const asc_tablebase_move *move = &board->moves[i];
    uint32_t pair = move->to | move->tracer;
    if ((last & pair) != pair || (pieces & ((move->path & ~pair) | move->from)) != 0) continue;
    uint32_t before = (last & ~pair) | move->from;
    if (!asc_tablebase_board_has_relay(board, before) && is_reachable(search, next, before)) return true;
  }
  return false;
}

/* Undoes the placement of a pawn, which is possible on the fourth ply only. */
static bool undo_placement(reach_search *search, uint32_t last, uint32_t next) {
  for (uint32_t rest = last; rest != 0; rest &= rest - 1)
    if (is_reachable(search, next, last & ~(rest & -rest))) return true;
  return false;
}

static bool is_reachable(reach_search *search, uint32_t last, uint32_t next) {
  int pawns = asc_bits_count(last | next);
  if (pawns <= 2) return true;
  if (search->tries-- <= 0) return false;
  return undo_turn(search, last, next) || (pawns == 4 && undo_placement(search, last, next));
}

bool solve_puzzle_is_reachable(const asc_tablebase_board *board, uint32_t white, uint32_t black) {
  reach_search search = {board, TRIES};
  if (asc_tablebase_board_has_relay(board, white) || asc_tablebase_board_has_relay(board, black)) return false;
  return is_reachable(&search, black, white);
}
