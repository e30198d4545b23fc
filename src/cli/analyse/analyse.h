/* An analysis as text. */
#ifndef ASC_CLI_ANALYSE_ANALYSE_H
#define ASC_CLI_ANALYSE_ANALYSE_H

#include "draw/text/board.h"
#include "study/analysis.h"

/* Title, whose turn it is, the lines with their scores, the roll. Lines are wrapped at the style's columns. */
void analysis_print(FILE *out, const asc_analysis *analysis, const board_style *style);
/* The lines alone, each with the effort it took so far. */
void analysis_print_depth(FILE *out, const asc_analysis *analysis, const board_style *style);

#endif
