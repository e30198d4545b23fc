/* POSITION | N | POINTS | KEY | GRADE | KIND, a line each; see docs/formats.md. */
#include "problem.h"

#include "core/text.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 6, POINTS_MAX = 99, MOVES_MAX = 99 };

static const char strict_word[] = "strict", faster_word[] = "faster";

static const char *row_read(const asc_row *row, asc_problem *problem) {
  long long moves, points, grade;
  const char *position = row->fields[0], *key = row->fields[3], *kind = row->fields[5];
  if (row->count != FIELDS) return "a problem has six fields with bars between them";
  if (strlen(position) >= sizeof problem->position) return "the position is too long";
  if (!asc_text_number(row->fields[1], 1, MOVES_MAX, &moves)) return "the second field is the number of moves";
  if (!asc_text_number(row->fields[2], 1, POINTS_MAX, &points)) return "the third field is the number of points";
  if (strlen(key) >= sizeof problem->key || key[0] == '\0') return "the fourth field is the key move";
  if (!asc_text_number(row->fields[4], 1, ASC_PROBLEM_GRADES, &grade))
    return "the fifth field is the grade, from 1 to 9";
  bool strict = strcmp(kind, strict_word) == 0;
  if (!strict && strcmp(kind, faster_word) != 0) return "the last field is strict or faster";
  problem->moves = (int)moves;
  problem->points = (int)points;
  problem->grade = (int)grade;
  problem->strict = strict;
  memcpy(problem->position, position, strlen(position) + 1);
  memcpy(problem->key, key, strlen(key) + 1);
  return NULL;
}

static asc_problem *list_grow(asc_problem_list *list) {
  asc_problem *grown = realloc(list->all, ((size_t)list->count + 1) * sizeof *grown);
  if (grown == NULL) return NULL;
  list->all = grown;
  grown[list->count] = (asc_problem){.number = list->count + 1};
  return &grown[list->count++];
}

int asc_problem_list_read(asc_problem_list *list, const char *text, asc_error *error) {
  asc_row row = {0};
  int code;
  *list = (asc_problem_list){0};
  while ((code = asc_row_next(&row, &text, error)) > 0) {
    asc_problem *problem = list_grow(list);
    if (problem == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
    const char *reason = row_read(&row, problem);
    if (reason != NULL) return asc_row_fail(&row, error, "%s", reason);
  }
  return code;
}

void asc_problem_list_close(asc_problem_list *list) {
  free(list->all);
  *list = (asc_problem_list){0};
}

const char *asc_problem_write(const asc_problem *problem, char text[ASC_PROBLEM_TEXT_MAX]) {
  (void)snprintf(text, ASC_PROBLEM_TEXT_MAX, "%s | %d | %d | %s | %d | %s", problem->position, problem->moves,
                 problem->points, problem->key, problem->grade, problem->strict ? strict_word : faster_word);
  return text;
}

void asc_problem_json(asc_json *json, const asc_problem *problem) {
  asc_json_number(json, "number", problem->number);
  asc_json_text(json, "position", problem->position);
  asc_json_number(json, "moves", problem->moves);
  asc_json_number(json, "points", problem->points);
  asc_json_text(json, "key", problem->key);
  asc_json_number(json, "grade", problem->grade);
  asc_json_bool(json, "strict", problem->strict);
}

bool asc_problem_won(const asc_problem *problem, const asc_play *play) {
  asc_outcome outcome;
  return asc_play_outcome(play, &outcome) && outcome.points[0] == 2 * problem->points;
}
