#include "rows.h"

#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static char *trimmed(char *text) {
  text += strspn(text, " \t");
  size_t length = strlen(text);
  while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) length--;
  text[length] = '\0';
  return text;
}

static void cut(asc_row *row, char *rest) {
  for (int i = 0; i < ASC_ROW_FIELDS; i++) row->fields[i] = rest + strlen(rest);
  for (row->count = 0; rest != NULL; row->count++) {
    char *bar = strchr(rest, '|');
    if (bar != NULL) *bar++ = '\0';
    if (row->count < ASC_ROW_FIELDS) row->fields[row->count] = trimmed(rest);
    rest = bar;
  }
}

int asc_row_next(asc_row *row, const char **text, asc_error *error) {
  while (**text != '\0') {
    size_t length = strcspn(*text, "\n");
    const char *line = *text;
    row->line++;
    *text += length + (line[length] == '\n');
    if (length >= sizeof row->text) return asc_row_fail(row, error, "the line is too long");
    memcpy(row->text, line, length);
    row->text[length] = '\0';
    char *content = trimmed(row->text);
    if (*content == '\0' || *content == '#') continue;
    cut(row, content);
    return 1;
  }
  return 0;
}

int asc_row_fail(const asc_row *row, asc_error *error, const char *format, ...) {
  char reason[ASC_REASON_MAX];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  int code = asc_fail(error, ASC_E_INPUT, "%s", reason);
  if (error != NULL) error->line = row->line;
  return code;
}
