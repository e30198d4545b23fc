/* POSITION | N | POINTS | KEY | GRADE | KIND, a line each; see docs/formats.md. */
#include "problems.h"

#include "core/text.h"

#include <stdlib.h>
#include <string.h>

enum { FIELDS = 6, LINE_MAX_BYTES = 256, POINTS_MAX = 99, MOVES_MAX = 99 };

static const char strict_word[] = "strict", faster_word[] = "faster";

static char *trimmed(char *text) {
  text += strspn(text, " \t");
  size_t length = strlen(text);
  while (length > 0 && (text[length - 1] == ' ' || text[length - 1] == '\t' || text[length - 1] == '\r')) length--;
  text[length] = '\0';
  return text;
}

/* Cuts the line at the bars. False: there are not as many fields as there should be. */
static bool fields_cut(char *line, char *fields[FIELDS]) {
  for (int i = 0; i < FIELDS; i++) {
    char *bar = strchr(line, '|');
    if ((bar == NULL) != (i == FIELDS - 1)) return false;
    if (bar != NULL) *bar = '\0';
    fields[i] = trimmed(line);
    if (bar != NULL) line = bar + 1;
  }
  return true;
}

static const char *line_read(char *line, cli_problem *problem) {
  char *fields[FIELDS];
  long long moves, points, grade;
  if (!fields_cut(line, fields)) return "a problem has six fields with bars between them";
  if (strlen(fields[0]) >= sizeof problem->position) return "the position is too long";
  if (!asc_text_number(fields[1], 1, MOVES_MAX, &moves)) return "the second field is the number of moves";
  if (!asc_text_number(fields[2], 1, POINTS_MAX, &points)) return "the third field is the number of points";
  if (strlen(fields[3]) >= sizeof problem->key || fields[3][0] == '\0') return "the fourth field is the key move";
  if (!asc_text_number(fields[4], 1, PROBLEM_GRADES, &grade)) return "the fifth field is the grade, from 1 to 9";
  bool strict = strcmp(fields[5], strict_word) == 0;
  if (!strict && strcmp(fields[5], faster_word) != 0) return "the last field is strict or faster";
  problem->moves = (int)moves;
  problem->points = (int)points;
  problem->grade = (int)grade;
  problem->strict = strict;
  memcpy(problem->position, fields[0], strlen(fields[0]) + 1);
  memcpy(problem->key, fields[3], strlen(fields[3]) + 1);
  return NULL;
}

static cli_problem *list_grow(problem_list *list) {
  cli_problem *grown = realloc(list->all, ((size_t)list->count + 1) * sizeof *grown);
  if (grown == NULL) return NULL;
  list->all = grown;
  grown[list->count] = (cli_problem){.number = list->count + 1};
  return &grown[list->count++];
}

int problems_read(problem_list *list, const char *text, asc_error *error) {
  *list = (problem_list){0};
  for (int number = 1; *text != '\0'; number++) {
    char line[LINE_MAX_BYTES];
    size_t length = strcspn(text, "\n");
    const char *reason = length < sizeof line ? NULL : "the line is too long";
    (void)snprintf(line, sizeof line, "%.*s", (int)(reason == NULL ? length : 0), text);
    text += length + (text[length] == '\n');
    const char *content = trimmed(line);
    if (reason == NULL && (*content == '\0' || *content == '#')) continue;
    cli_problem *problem = list_grow(list);
    if (problem == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
    if (reason == NULL) reason = line_read(line, problem);
    if (reason == NULL) continue;
    int code = asc_fail(error, ASC_E_INPUT, "%s", reason);
    if (error != NULL) error->line = number;
    return code;
  }
  return ASC_OK;
}

void problems_close(problem_list *list) {
  free(list->all);
  *list = (problem_list){0};
}

void problem_write(FILE *out, const cli_problem *problem) {
  (void)fprintf(out, "%s | %d | %d | %s | %d | %s\n", problem->position, problem->moves, problem->points, problem->key,
                problem->grade, problem->strict ? strict_word : faster_word);
}
