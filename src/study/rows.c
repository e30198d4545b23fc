/* Splits the lines of a text file into fields; see rows.h. */
#include "rows.h"

#include <string.h>

static char *trimmed(char *text) {
  text += strspn(text, " \t");
  size_t length = strlen(text);
  while (length > 0 && strchr(" \t\r", text[length - 1]) != NULL) length--;
  text[length] = '\0';
  return text;
}

static void split(asc_row *row, char *rest) {
  for (int i = 0; i < ASC_ROW_FIELDS_MAX; i++) row->fields[i] = rest + strlen(rest);
  for (row->field_count = 0; rest != NULL; row->field_count++) {
    char *bar = strchr(rest, '|');
    if (bar != NULL) *bar++ = '\0';
    if (row->field_count < ASC_ROW_FIELDS_MAX) row->fields[row->field_count] = trimmed(rest);
    rest = bar;
  }
}

int asc_row_next(asc_row *row, const char **text, asc_error *error) {
  while (**text != '\0') {
    size_t length = strcspn(*text, "\n");
    const char *line = *text;
    row->where = asc_span_at(row->where.line + 1, 0);
    *text += length + (line[length] == '\n');
    if (length >= sizeof row->text) return asc_error_set_at(error, ASC_E_INPUT, &row->where, "the line is too long");
    memcpy(row->text, line, length);
    row->text[length] = '\0';
    char *content = trimmed(row->text);
    if (*content == '\0' || *content == '#') continue;
    split(row, content);
    return 1;
  }
  return 0;
}
