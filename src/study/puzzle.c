/* Reads and writes puzzle files (docs/formats.md). A line is POSITION | N | POINTS | KEY | GRADE | KIND. */
#include "puzzle.h"

#include "base/text.h"
#include "rows.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS = 6, POINTS_MAX = 99, MOVES_MAX = 99 };

static const char strict_word[] = "strict", faster_word[] = "faster";

static const char *row_read(const asc_row *row, asc_puzzle *puzzle) {
  long long moves, points, difficulty;
  const char *position = row->fields[0], *key = row->fields[3], *kind = row->fields[5];
  if (row->field_count != FIELDS) return "a problem has six fields with bars between them";
  if (strlen(position) >= sizeof puzzle->position) return "the position is too long";
  if (!asc_text_number(row->fields[1], 1, MOVES_MAX, &moves)) return "the second field is the number of moves";
  if (!asc_text_number(row->fields[2], 1, POINTS_MAX, &points)) return "the third field is the number of points";
  if (strlen(key) >= sizeof puzzle->solution_move || key[0] == '\0') return "the fourth field is the key move";
  if (!asc_text_number(row->fields[4], 1, ASC_PUZZLE_DIFFICULTY_MAX, &difficulty))
    return "the fifth field is the grade, from 1 to 9";
  bool strict = strcmp(kind, strict_word) == 0;
  if (!strict && strcmp(kind, faster_word) != 0) return "the last field is strict or faster";
  puzzle->move_count = (int)moves;
  puzzle->points = (int)points;
  puzzle->difficulty = (int)difficulty;
  puzzle->is_only_win = strict;
  memcpy(puzzle->position, position, strlen(position) + 1);
  memcpy(puzzle->solution_move, key, strlen(key) + 1);
  return NULL;
}

static asc_puzzle *list_grow(asc_puzzle_list *list) {
  asc_puzzle *grown = realloc(list->puzzles, ((size_t)list->count + 1) * sizeof *grown);
  if (grown == NULL) return NULL;
  list->puzzles = grown;
  grown[list->count] = (asc_puzzle){.number = list->count + 1};
  return &grown[list->count++];
}

int asc_puzzle_list_read(asc_puzzle_list *list, const char *text, asc_error *error) {
  asc_row row = {0};
  int code;
  *list = (asc_puzzle_list){0};
  while ((code = asc_row_next(&row, &text, error)) > 0) {
    asc_puzzle *puzzle = list_grow(list);
    if (puzzle == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
    const char *reason = row_read(&row, puzzle);
    if (reason != NULL) return asc_error_set_at(error, ASC_E_INPUT, &row.where, "%s", reason);
  }
  return code;
}

void asc_puzzle_list_close(asc_puzzle_list *list) {
  free(list->puzzles);
  *list = (asc_puzzle_list){0};
}

const char *asc_puzzle_write(const asc_puzzle *puzzle, char text[ASC_PUZZLE_TEXT_MAX]) {
  (void)snprintf(text, ASC_PUZZLE_TEXT_MAX, "%s | %d | %d | %s | %d | %s", puzzle->position, puzzle->move_count,
                 puzzle->points, puzzle->solution_move, puzzle->difficulty,
                 puzzle->is_only_win ? strict_word : faster_word);
  return text;
}

void asc_puzzle_json(asc_json *json, const asc_puzzle *puzzle) {
  asc_json_number(json, "number", puzzle->number);
  asc_json_text(json, "position", puzzle->position);
  asc_json_number(json, "moves", puzzle->move_count);
  asc_json_number(json, "points", puzzle->points);
  asc_json_text(json, "key", puzzle->solution_move);
  asc_json_number(json, "grade", puzzle->difficulty);
  asc_json_bool(json, "strict", puzzle->is_only_win);
}

bool asc_puzzle_is_won(const asc_puzzle *puzzle, const asc_play *play) {
  asc_outcome outcome;
  return asc_play_outcome(play, &outcome) && outcome.points[0] == 2 * puzzle->points;
}
