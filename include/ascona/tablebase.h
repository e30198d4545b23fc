/* Tablebases: exact values of solved positions of Delta, read from files. Programs link libascona-tablebase.

   `ascona solve delta --all --out DIR` makes them, one file per layer; docs/formats.md describes every byte. A folder
   may contain the layers of several boards, and all or some layers of a board. Positions of a missing layer are
   unknown, never estimated.

   A value holds for a game that starts at the position: history and the ply limit don't count. Several threads may
   probe one tablebase at once. A small cache holds unpacked blocks; all moves of a position lead into one row, so
   probing each of them unpacks only a few blocks. */
#ifndef ASCONA_TABLEBASE_H
#define ASCONA_TABLEBASE_H

#include <ascona/search.h>

ASC_C_BEGIN

typedef struct asc_tablebase asc_tablebase;

/* The exact value of a position. */
typedef struct asc_tablebase_value {
  int points; /* whole points that the player to move wins with best play; negative: loses; 0: a draw */
  int plies;  /* in the last layer, where no pawns are added: plies to the end if the winner hurries and the loser
                 delays; 0 for a draw, and in the layers before */
} asc_tablebase_value;

/* Opens the layers in `folder` that belong to the board of these rules, which must outlive the tablebase. The caller
   owns *tablebase. Missing layers are not an error, not even if all are missing. Returns ASC_OK; ASC_E_INPUT if there
   are no tablebases for such rules; ASC_E_FILE if the folder can't be read or a file is damaged; or ASC_E_MEMORY. */
ASC_API int asc_tablebase_open(asc_tablebase **tablebase, const asc_rules *rules, const char *folder, asc_error *error);
ASC_API void asc_tablebase_close(asc_tablebase *tablebase);

/* Returns 1 and the value. Returns 0 if the layer of the position is missing, the game is over, or no game can reach
   the position; or ASC_E_FILE if the file is damaged. */
ASC_API int asc_tablebase_probe(asc_tablebase *tablebase, const void *position, asc_tablebase_value *value);

/* Returns the tablebase as an oracle for a search or a player; it must outlive them. For positions that are missing or
   damaged, the oracle asks the game's book. */
ASC_API asc_oracle asc_tablebase_oracle(asc_tablebase *tablebase);
/* Returns whether any probe since asc_tablebase_open has found a damaged file: an oracle can't report that. */
ASC_API bool asc_tablebase_is_damaged(const asc_tablebase *tablebase);

/* A layer: the positions with the same number of pawns on the board, in rows and columns. Layer N has N pawns. */
typedef struct asc_tablebase_layer_info {
  uint32_t rows, columns;
  uint64_t digest[2]; /* XXH3 of 128 bits over all values: low half, high half */
} asc_tablebase_layer_info;

/* Returns how many layers the board has, present or missing; they are numbered from 0. */
ASC_API int asc_tablebase_layer_count(const asc_tablebase *tablebase);
/* Returns whether the layer is present, and fills `info`, which may be NULL. False for an unknown layer. */
ASC_API bool asc_tablebase_layer(const asc_tablebase *tablebase, int layer, asc_tablebase_layer_info *info);
/* Reads `count` rows of a layer, from row `first` on, into `values`, which has room for `count` times the columns of
   the layer. The layer must be present and have these rows. docs/formats.md explains the values; -128 means that there
   is no such position. Returns ASC_OK, ASC_E_FILE if the file is damaged, or ASC_E_MEMORY. */
ASC_API int asc_tablebase_read_rows(const asc_tablebase *tablebase, int layer, uint32_t first, uint32_t count,
                                    int8_t *values, asc_error *error);

ASC_C_END

#endif
