/* The rules and positions of the game as the solver has them. The core's squares have gaps between the ranks, the
   solver's have none; a layer says who moves, and in the last one, where either may, it is White. */
#ifndef ASC_SOLVE_DELTA_POSITION_H
#define ASC_SOLVE_DELTA_POSITION_H

#include "plan.h"

#include <ascona/game.h>

/* Why rules have no tables. */
typedef enum retro_fit { RETRO_FITS, RETRO_OTHER_GAME, RETRO_NO_POINTS, RETRO_TOO_LARGE, RETRO_FIT_KINDS } retro_fit;
/* The board and the pawns of each side, where they fit. */
retro_fit asc_retro_rules_fit(const asc_rules *rules, int *size, int *pawns);

uint32_t asc_retro_set_of(const retro_board *board, uint64_t men);
uint64_t asc_retro_men_of(const retro_board *board, uint32_t set);
void asc_retro_position_make(const retro_board *board, const retro_layer *layer, uint32_t own, uint32_t other,
                             asc_position *position);
/* "c3". */
void asc_retro_square_write(const retro_board *board, uint32_t square, char text[ASC_TOKEN_MAX]);

#endif
