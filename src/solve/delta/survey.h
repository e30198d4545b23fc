/* A whole layer in memory, to be looked at all over: which positions have a value, and, in the last layer, what it
   would be worth to be the other one to move. */
#ifndef ASC_SOLVE_DELTA_SURVEY_H
#define ASC_SOLVE_DELTA_SURVEY_H

#include "table.h"

typedef struct retro_survey {
  const retro_plan *plan;
  const retro_layer *layer;
  int threads;
  int8_t *values; /* row by row, RETRO_OVER where there is no position */
} retro_survey;

/* Closing is right in any case. */
int asc_retro_survey_open(retro_survey *survey, const retro_plan *plan, const retro_table *table, int threads,
                          asc_error *error);
void asc_retro_survey_close(retro_survey *survey);

/* In a row whose own set has symmetries a position stands in several columns, and is told of once: in the first. */
uint32_t asc_retro_survey_first(const retro_survey *survey, uint32_t row, uint32_t column);

/* A position, `own` to move. */
typedef struct retro_found {
  uint32_t own, other;
  int8_t value;
  int8_t turned; /* asc_retro_survey_turns: the value if the other side were to move */
} retro_found;

/* One of each class under the eight symmetries, in the order of rows and columns. */
typedef struct retro_finds {
  retro_found *items;
  size_t count;
} retro_finds;
void asc_retro_finds_close(retro_finds *finds);

/* All positions with a wanted value, by (unsigned) byte. ASC_OK or ASC_E_MEMORY. */
int asc_retro_survey_find(const retro_survey *survey, const bool wanted[RETRO_VALUES], retro_finds *finds);

/* What a value of the last layer comes to. */
enum { RETRO_LOSES_RELAY, RETRO_LOSES_STUCK, RETRO_DRAWS, RETRO_WINS_STUCK, RETRO_WINS_RELAY, RETRO_FATES };
int asc_retro_fate(int8_t value);

/* The last layer: the same pawns with either side to move. */
typedef struct retro_turns {
  /* All positions (own, other) by what own would get as the one to move and what other would; where own wins it is
     left out, as it follows from the rest by exchanging the two. */
  uint64_t count[RETRO_FATES][RETRO_FATES];
  retro_finds zugzwangs; /* who is to move loses, whoever it is: each once, with one of the two sides to move */
} retro_turns;

int asc_retro_survey_turns(const retro_survey *survey, retro_turns *turns);
void asc_retro_turns_close(retro_turns *turns);

/* The last layer: where play goes round among drawn positions, which is all that a draw can come to. Positions are
   those of the finds, a class each: a round may come back to an image of where it began. */
typedef struct retro_rounds {
  uint32_t *choice; /* by find: how many moves keep the draw */
  uint32_t *round;  /* by find: of how many positions the round is that it lies on, from each of which one can come to
                       every other and back; 0: on none, play only passes here */
} retro_rounds;

/* `draws` are all positions with the value 0. */
int asc_retro_survey_rounds(const retro_survey *survey, const retro_finds *draws, retro_rounds *rounds);
void asc_retro_rounds_close(retro_rounds *rounds);

#endif
