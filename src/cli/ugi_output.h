/* What the engine protocol says, a whole line at a time, whichever thread says it. */
#ifndef ASC_CLI_UGI_OUTPUT_H
#define ASC_CLI_UGI_OUTPUT_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>

typedef struct ugi_output {
  FILE *file;          /* the caller's */
  atomic_bool refused; /* a line could not be written: nobody listens any more */
} ugi_output;

/* Writes a line and sends it off: who drives an engine waits for it. */
void output_line(ugi_output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Parts of a line, between output_begin and output_end, which keep other threads out. */
void output_begin(ugi_output *output);
void output_part(ugi_output *output, const char *format, ...) __attribute__((format(printf, 2, 3)));
void output_end(ugi_output *output);

#endif
