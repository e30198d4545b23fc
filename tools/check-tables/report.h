/* Reports errors. The first error ends the program: a table is either correct or not. */
#ifndef CHECK_REPORT_H
#define CHECK_REPORT_H

#include "layer.h"

extern bool check_print_json;    /* print an error as a JSON object on stdout too */
extern bool check_show_progress; /* stderr is a terminal and shows a progress line */

/* Erases the progress line, if there is one. */
void check_progress_clear(void);
/* check_fail is declared in file.h and check_report_position in layer.h, because those files call them. */

#endif
