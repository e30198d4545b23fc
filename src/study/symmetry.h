/* Positions and moves that are equal under the symmetries of a game.

   Two positions are equivalent if a symmetry of the game maps one to the other. Two moves are equivalent if they lead
   to equivalent positions. Positions are compared by hash, so a game needs no more than asc_position_transform and
   asc_position_hash. */
#ifndef ASC_STUDY_SYMMETRY_H
#define ASC_STUDY_SYMMETRY_H

#include <ascona/game.h>

#include "base/json.h"

/* Writes the hash of every image of the position, by symmetry, into `hashes`, which has room for rules->symmetries. */
void asc_symmetry_hashes(const asc_rules *rules, const void *position, uint64_t *hashes);

/* The legal moves of a position in the order of the rules, each with its first equivalent move. */
typedef struct asc_symmetry_moves {
  int count;
  asc_move *moves;
  uint64_t *image_hashes;     /* by move, then by symmetry: hashes of the position after the move */
  uint64_t *canonical_hashes; /* by move: the smallest of its image hashes, which equivalent moves share */
  int *representatives;       /* by move: the index of the first equivalent move */
} asc_symmetry_moves;

/* Fills `equivalents`. Returns ASC_OK or ASC_E_MEMORY; the caller calls asc_symmetry_moves_close in both cases. */
int asc_symmetry_moves_open(asc_symmetry_moves *equivalents, const asc_rules *rules, const void *position);
void asc_symmetry_moves_close(asc_symmetry_moves *equivalents);

/* Writes an array of tokens: the moves that are equivalent to the one at `index`, which must be the first of them. */
void asc_symmetry_moves_json(asc_json *json, const char *name, const asc_symmetry_moves *equivalents,
                             const asc_rules *rules, const void *position, int index);

#endif
