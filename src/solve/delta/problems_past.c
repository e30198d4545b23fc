/* From a position backwards to the first two pawns. A turn taken back leaves two squares and fills one, so that there
   is no way round in circles; where the ways back are very many, to have tried a lot of them is enough. */
#include "problems.h"

enum { TRIES = 20000 };

typedef struct past_search {
  const retro_board *board;
  int tries;
} past_search;

static bool past_before(past_search *search, uint32_t last, uint32_t next);

/* `last` made the last ply, which was a turn. */
static bool turn_back(past_search *search, uint32_t last, uint32_t next) {
  const retro_board *board = search->board;
  uint32_t men = last | next;
  for (int i = 0; i < board->way_count; i++) {
    const retro_way *way = &board->ways[i];
    uint32_t pair = way->to | way->tracer;
    if ((last & pair) != pair || (men & ((way->over & ~pair) | way->from)) != 0) continue;
    uint32_t before = (last & ~pair) | way->from;
    if (!asc_retro_board_relay(board, before) && past_before(search, next, before)) return true;
  }
  return false;
}

/* The fourth ply may have put a pawn anywhere. */
static bool put_back(past_search *search, uint32_t last, uint32_t next) {
  for (uint32_t rest = last; rest != 0; rest &= rest - 1)
    if (past_before(search, next, last & ~(rest & -rest))) return true;
  return false;
}

static bool past_before(past_search *search, uint32_t last, uint32_t next) {
  int pawns = asc_bits_count(last | next);
  if (pawns <= 2) return true;
  if (search->tries-- <= 0) return false;
  return turn_back(search, last, next) || (pawns == 4 && put_back(search, last, next));
}

bool asc_retro_past(const retro_board *board, uint32_t white, uint32_t black) {
  past_search search = {board, TRIES};
  if (asc_retro_board_relay(board, white) || asc_retro_board_relay(board, black)) return false;
  return past_before(&search, black, white);
}
