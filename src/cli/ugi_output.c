#include "ugi_output.h"

#include <stdarg.h>

void output_begin(ugi_output *output) { flockfile(output->file); }

void output_end(ugi_output *output) {
  fputc('\n', output->file);
  if (fflush(output->file) != 0) output->refused = true;
  funlockfile(output->file);
}

void output_part(ugi_output *output, const char *format, ...) {
  va_list args;
  va_start(args, format);
  (void)vfprintf(output->file, format, args);
  va_end(args);
}

void output_line(ugi_output *output, const char *format, ...) {
  va_list args;
  output_begin(output);
  va_start(args, format);
  (void)vfprintf(output->file, format, args);
  va_end(args);
  output_end(output);
}
