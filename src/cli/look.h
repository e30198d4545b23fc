/* Words that stand out in a line of text, by what they mean. A style without colour leaves them plain: what matters is
   always in the words. */
#ifndef ASC_CLI_LOOK_H
#define ASC_CLI_LOOK_H

#include "draw/text/board.h"

typedef enum cli_look { LOOK_PLAIN, LOOK_STRONG, LOOK_FAINT, LOOK_GOOD, LOOK_DOUBTFUL, LOOK_BAD } cli_look;

/* The words in that look, at least `columns` wide: blanks follow them, or precede them when `columns` is negative. */
void look_words(FILE *out, cli_look look, const char *words, int columns, const board_style *style);

#endif
