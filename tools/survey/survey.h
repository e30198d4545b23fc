/* The data of ascona-survey: the complete tables of one board. A file here answers each kind of request (main.c lists
   them) by writing JSON. A function that returns an int returns ASC_OK, or a code with the error in the tables.

   A position of a layer is a pair of sets: the pawns of the side to move, *own*, and those of the *other* side
   (solve/delta/plan.h). In the last layer either side may be to move; positions are written with White to move. */
#ifndef ASC_TOOLS_SURVEY_SURVEY_H
#define ASC_TOOLS_SURVEY_SURVEY_H

#include "base/json.h"
#include "solve/delta/probe_moves.h"
#include "solve/delta/table.h"

typedef struct survey_memo_slot {
  uint64_t hash; /* 0 if the slot is empty */
  int plies;
} survey_memo_slot;

/* A hash table of positions whose plies to the end are known. */
typedef struct survey_memo {
  survey_memo_slot *slots;
  size_t size, used; /* size is 0 or a power of two */
} survey_memo;

typedef struct survey_tables {
  asc_rules *rules;
  asc_tablebase *tables;
  asc_tablebase_plan plan;
  asc_tablebase_file layers[ASC_TABLEBASE_LAYERS_MAX]; /* all are open */
  const asc_tablebase_layer_plan *last;
  int8_t *last_values; /* of the whole last layer, row by row; NULL until survey_last_read */
  int threads;
  survey_memo memo;
  asc_json json;
  asc_error error;
} survey_tables;

int survey_fail(survey_tables *self, int code);
/* Writes the position string of a position in the last layer. */
void survey_position_write(survey_tables *self, const char *name, uint32_t own, uint32_t other);

/* Answer a request: see main.c. */
int survey_line(survey_tables *self, const void *position);
int survey_game_to_draw(survey_tables *self, int pawns);
int survey_positions(survey_tables *self, int8_t value);
int survey_draws(survey_tables *self);
int survey_turns(survey_tables *self);

/* Reads the last layer, once. */
int survey_last_read(survey_tables *self);

/* One position of the last layer. */
typedef struct survey_position {
  uint64_t index; /* of its value in the layer */
  uint32_t own, other;
} survey_position;

/* One position of each class under the eight symmetries, by ascending index. */
typedef struct survey_list {
  survey_position *items;
  size_t count, capacity;
} survey_list;

/* Finds all positions of the last layer, which must be read, with this value. The caller frees the items after success
   and after failure. */
int survey_find(survey_tables *self, int8_t value, survey_list *list);

/* If the canonical set of a row is symmetric, the same position is in several columns. Returns the index of the first
   of them in the last layer, the only one that counts. */
uint64_t survey_first_index(const survey_tables *self, uint32_t row, uint32_t column);

#endif
