/* Printing an analysis as text. */
#ifndef CLI_ANALYSE_ANALYSE_H
#define CLI_ANALYSE_ANALYSE_H

#include "draw/text/board.h"
#include "study/analysis.h"

/* Prints the title, whose turn it is, the lines with their scores, and the roll. Wraps lines at the style's columns. */
void cli_analysis_print(FILE *out, const asc_analysis *analysis, const asc_board_style *style);
/* Prints only the lines, each with the depth, nodes and time so far. */
void cli_analysis_print_lines(FILE *out, const asc_analysis *analysis, const asc_board_style *style);

#endif
