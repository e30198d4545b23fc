/* Solved layers in files, one each: written once, read at random. docs/formats.md describes them byte by byte.

   The values of a layer lie row by row, as plan.h numbers them. Each row is cut into blocks of at most
   RETRO_BLOCK values, and each block is a frame of zstd with its checksum. A file is written under another name and
   renamed when it is complete: what has the right name is whole. */
#ifndef ASC_SOLVE_TABLE_H
#define ASC_SOLVE_TABLE_H

#include "plan.h"

#include <ascona/error.h>

#define RETRO_MAGIC \
  { 'A', 'S', 'C', 'T', 'A', 'B', '1', '\n' }
enum { RETRO_BLOCK = 16384, RETRO_VALUES = 256, RETRO_PATH_MAX = 4096 };

/* What a file says of its layer, as it lies at its beginning. All numbers are little-endian. */
typedef struct retro_header {
  char magic[8];
  uint32_t size, pawns, layer, block;
  uint64_t rows, columns, blocks, file_size;
  uint64_t digest[2];               /* XXH3 of 128 bits over all values, row by row: low half, high half */
  uint64_t index_check;             /* XXH3 of 64 bits over the index of blocks */
  uint64_t entries[RETRO_VALUES];   /* how many there are of each value, by (unsigned) byte */
  uint64_t positions[RETRO_VALUES]; /* the same, every position counted, not only one of each class */
  uint64_t check;                   /* XXH3 of 64 bits over the header before this */
} retro_header;

/* Where the layer's file lies: "DIR/delta-5-9-18.tab". */
void retro_table_path(char path[RETRO_PATH_MAX], const char *folder, const retro_plan *plan, const retro_layer *layer);

/* Rows `first` to `first + count - 1` of the layer, wherever they are; NULL: it could not be had. */
typedef const int8_t *retro_rows(void *data, uint32_t first, uint32_t count);

/* Writes the layer's file. `level` is zstd's. */
int retro_table_write(const char *folder, const retro_plan *plan, const retro_layer *layer, int threads, int level,
                      retro_rows *rows, void *data, asc_error *error);

typedef struct retro_table {
  const retro_layer *layer;
  const uint8_t *file; /* mapped */
  size_t file_size;
  const retro_header *header;
  uint64_t *index;     /* where block i begins, in bytes from the beginning of the file; one more for the end */
  uint32_t row_blocks; /* of a row */
} retro_table;

/* ASC_E_FILE when there is no such file or it is not whole; the error says which. */
int retro_table_open(retro_table *table, const char *folder, const retro_plan *plan, const retro_layer *layer,
                     asc_error *error);
void retro_table_close(retro_table *table);

/* Reads `count` rows into `values`. */
int retro_table_read(const retro_table *table, int threads, uint32_t first, uint32_t count, int8_t *values,
                     asc_error *error);
/* One value. */
int retro_table_value(const retro_table *table, uint32_t row, uint32_t column, int8_t *value, asc_error *error);

#endif
