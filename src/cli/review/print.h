/* A reviewed game as text. */
#ifndef ASC_CLI_REVIEW_PRINT_H
#define ASC_CLI_REVIEW_PRINT_H

#include "draw/text/board.h"
#include "study/review.h"

void review_print(FILE *out, const asc_review *game, const board_style *style);

#endif
