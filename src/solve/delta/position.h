/* Translates rules and positions between the game and the tablebase.

   The game's bitboards have gaps between the rows of the board; the sets of the tablebase have none. The layer says
   who is to move. In the last layer either side may be to move, and the tablebase takes it to be White. */
#ifndef ASC_SOLVE_DELTA_POSITION_H
#define ASC_SOLVE_DELTA_POSITION_H

#include "plan.h"

#include <ascona/game.h>

/* Says whether there can be tables for the rules, or why not. */
typedef enum asc_tablebase_support {
  ASC_TABLEBASE_SUPPORTED,
  ASC_TABLEBASE_OTHER_GAME,
  ASC_TABLEBASE_NO_POINTS,
  ASC_TABLEBASE_TOO_LARGE,
  ASC_TABLEBASE_SUPPORT_KINDS
} asc_tablebase_support;
/* Fills in the size of the board and the pawns of each side if the rules are supported. */
asc_tablebase_support asc_tablebase_rules_support(const asc_rules *rules, int *size, int *pawns);

/* Convert between a bitboard of the game and a set of the tablebase. */
uint32_t asc_tablebase_set_from_bitboard(const asc_tablebase_board *board, uint64_t pieces);
uint64_t asc_tablebase_bitboard_from_set(const asc_tablebase_board *board, uint32_t set);
/* Fills in the game's position with these pawns. The layer decides who is to move. */
void asc_tablebase_position_make(const asc_tablebase_board *board, const asc_tablebase_layer_plan *layer, uint32_t own,
                                 uint32_t other, asc_position *position);
/* Writes the name of a square, such as "c3". `square` is a set with one bit. */
void asc_tablebase_square_write(const asc_tablebase_board *board, uint32_t square, char text[ASC_TOKEN_MAX]);

#endif
