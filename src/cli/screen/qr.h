/* A text as a QR code on a terminal of UTF-8 and colours, for a phone that is held in front of it. */
#ifndef ASC_CLI_SCREEN_QR_H
#define ASC_CLI_SCREEN_QR_H

#include <stdio.h>

/* Black on white whatever the terminal's own colours are, with the margin of four that readers want; two rows of it a
   line. Nothing where the text is too long or memory is out: what it says stands beside it. */
void qr_print(FILE *out, const char *text);

#endif
