/* Printing a reviewed game as text. */
#ifndef CLI_REVIEW_PRINT_H
#define CLI_REVIEW_PRINT_H

#include "draw/text/board.h"
#include "study/review.h"

/* Prints the evaluation of a ply, to show below a board. For a roll that is its luck. For the ply of a turn that lost
   the most, it is the turn's grade and, if that is bad, what was better. Prints nothing for other plies. */
void cli_review_print_ply(FILE *out, const asc_review *game, int ply, const asc_board_style *style);
/* Prints the whole review. */
void cli_review_print(FILE *out, const asc_review *game, const asc_board_style *style);

#endif
