#include "json_line.h"

#include "cli.h"

int json_line_print(const char *command, json_t *object, size_t flags) {
  if (object == NULL) return cli_fail(ASC_E_MEMORY, command, "out of memory");
  json_dumpf(object, stdout, JSON_COMPACT | flags);
  putchar('\n');
  fflush(stdout); /* who reads along gets it now */
  json_decref(object);
  return CLI_OK;
}
