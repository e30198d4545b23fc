/* One JSON object a line on stdout, as `--json` promises. */
#ifndef ASC_CLI_JSON_LINE_H
#define ASC_CLI_JSON_LINE_H

#include <jansson.h>

/* Prints and releases the object. NULL, of which the error is told: there was no memory for it. `flags` are for
   json_dumpf, besides those that make it one line. CLI_OK or CLI_MACHINE. */
int json_line_print(const char *command, json_t *object, size_t flags);

#endif
