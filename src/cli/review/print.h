/* A reviewed game as text. */
#ifndef ASC_CLI_REVIEW_PRINT_H
#define ASC_CLI_REVIEW_PRINT_H

#include "draw/text/board.h"
#include "study/review.h"

/* What was judged of a ply, to stand below a board: the luck of a roll; at the ply of a turn that lost the most its
   grade, and where it is a bad one what was better. */
void review_print_ply(FILE *out, const asc_review *game, int ply, const board_style *style);
void review_print(FILE *out, const asc_review *game, const board_style *style);

#endif
