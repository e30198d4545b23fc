/* What the threads of a study find, each in a list of its own, put together in the order of the layer: the same whoever
   found it. */
#ifndef ASC_SOLVE_DELTA_SURVEY_LIST_H
#define ASC_SOLVE_DELTA_SURVEY_LIST_H

#include "survey.h"

typedef struct study_item {
  uint64_t at; /* row * columns + column */
  retro_found found;
} study_item;

typedef struct study_list {
  study_item *items;
  size_t count, room;
  bool lost; /* memory ran out */
} study_list;

void study_list_add(study_list *list, uint64_t at, const retro_found *found);

/* Frees the lists. ASC_OK or ASC_E_MEMORY. */
int study_lists_merge(study_list *lists, int count, retro_finds *finds);

#endif
