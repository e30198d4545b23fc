/* Prints a text as a QR code that a phone can read from the screen. The terminal must support UTF-8 and colours. */
#ifndef CLI_SCREEN_QR_H
#define CLI_SCREEN_QR_H

#include <stdio.h>

/* Prints black on white, whatever the colours of the terminal, with a margin of four modules, which QR readers need.
   Prints nothing if the text is too long or memory runs out; the caller prints the text as well. */
void cli_qr_print(FILE *out, const char *text);

#endif
