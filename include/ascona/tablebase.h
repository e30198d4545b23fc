/* Tables of solved positions: exact values, read from files.

   `ascona solve delta --all --out DIR` makes them, a file for each layer; docs/formats.md describes them byte by byte.
   A folder may hold the layers of several boards, and of a board all or some. What it does not hold is refused, never
   guessed.

   A value holds for a game that starts at the position: history and the ply limit are left out. Tables may be probed by
   several threads at once. Blocks that were unpacked stay in a small cache; all moves of a position lead into one row,
   so to ask about each of them unpacks a handful at most. */
#ifndef ASCONA_TABLEBASE_H
#define ASCONA_TABLEBASE_H

#include <ascona/search.h>

ASC_C_BEGIN

typedef struct asc_tablebase asc_tablebase;

/* What is true of a position. */
typedef struct asc_truth {
  int points; /* for the player to move: what he wins or loses with best play, 0 for a draw */
  int plies;  /* in the last layer, where pawns are only moved about: until the end, when the winner hurries and the
                 loser holds out; 0 for a draw, and in the layers before */
} asc_truth;

/* Opens the layers of this board that are there. No layer at all is no error, and neither is one that is missing; one
   that is damaged is. ASC_E_INPUT: there can be no tables for these rules. The rules must outlive the tables. */
ASC_API int asc_tablebase_open(asc_tablebase **tables, const asc_rules *rules, const char *folder, asc_error *error);
ASC_API void asc_tablebase_close(asc_tablebase *tables);

/* 1 and the truth; 0 when the position is not held: its layer is not there, or the game is over; ASC_E_FILE when the
   file turns out to be damaged. */
ASC_API int asc_tablebase_probe(asc_tablebase *tables, const void *position, asc_truth *truth);

/* The tables as somebody a search or a player may ask. They must outlive it; its `data` is they. What they do not hold,
   or hold in a damaged file, may still be known by heart (asc_book). */
ASC_API asc_oracle asc_tablebase_oracle(asc_tablebase *tables);
/* Whether a file turned out to be damaged when it was asked since: an oracle cannot say so. */
ASC_API bool asc_tablebase_damaged(const asc_tablebase *tables);

/* A layer: values row by row. Layer N has the positions with N pawns on the board. */
typedef struct asc_tablebase_layer_facts {
  uint32_t rows, columns;
  uint64_t digest[2]; /* XXH3 of 128 bits over all values: low half, high half */
} asc_tablebase_layer_facts;

/* How many layers the board has, there or not: they are numbered from 0. */
ASC_API int asc_tablebase_layers(const asc_tablebase *tables);
/* False: the layer is not there. `facts` may be NULL. */
ASC_API bool asc_tablebase_layer(const asc_tablebase *tables, int layer, asc_tablebase_layer_facts *facts);
/* The values of so many rows of a layer that is there; -128 where there is no position. */
ASC_API int asc_tablebase_rows(const asc_tablebase *tables, int layer, uint32_t first, uint32_t count, int8_t *values,
                               asc_error *error);

ASC_C_END

#endif
