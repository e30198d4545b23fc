/* Positions that are images of each other under the symmetries of their game are one for whoever explores it, and so
   are the moves that lead to them. */
#ifndef ASC_STUDY_ALIKE_H
#define ASC_STUDY_ALIKE_H

#include <ascona/game.h>

#include "core/json.h"

/* The hashes of all images of a position, by symmetry. */
void asc_position_images(const asc_rules *rules, const void *position, uint64_t *hashes);

/* The moves of a position, in their order, each with the first one that is like it. */
typedef struct asc_alike {
  int count;
  asc_move *moves;
  uint64_t *images;   /* by move, then by symmetry: the images of the position it leads to */
  uint64_t *families; /* the least of these: the same for all moves that are alike */
  int *first;         /* the index of the first of them */
} asc_alike;

/* ASC_OK or ASC_E_MEMORY; asc_alike_close in both cases. */
int asc_alike_open(asc_alike *alike, const asc_rules *rules, const void *position);
void asc_alike_close(asc_alike *alike);

/* The moves that are like the one at an index, which is the first of them, as a list of tokens. */
void asc_alike_json(asc_json *json, const char *name, const asc_alike *alike, const asc_rules *rules,
                    const void *position, int index);

#endif
