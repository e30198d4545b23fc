/* What the threads of a survey find, each in a list of its own, put together in the order of the layer: the same
   whoever found it. */
#ifndef ASC_SOLVE_DELTA_SURVEY_LIST_H
#define ASC_SOLVE_DELTA_SURVEY_LIST_H

#include "survey.h"

typedef struct survey_item {
  uint64_t at; /* row * columns + column */
  retro_found found;
} survey_item;

typedef struct survey_list {
  survey_item *items;
  size_t count, room;
  bool lost; /* memory ran out */
} survey_list;

void survey_list_add(survey_list *list, uint64_t at, const retro_found *found);

/* Frees the lists. ASC_OK or ASC_E_MEMORY. */
int survey_lists_merge(survey_list *lists, int count, retro_finds *finds);

#endif
