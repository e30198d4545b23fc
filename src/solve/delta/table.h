/* Solved layers in files, one each: written once, read at random. docs/formats.md describes them byte by byte.

   The values of a layer lie row by row, as plan.h numbers them. Each row is cut into equal blocks of at
   most RETRO_BLOCK values, and each block is a frame of zstd with its checksum. What is obvious (obvious.h) is not
   kept: there the value before it is said once more, which packs best. A file is written under another name, brought to
   the disk, and renamed when it is complete: what has the right name is whole. Who writes holds the folder's lock.

   Header and index are in memory while a table is open; a block is read from the file whenever it is wanted. Whatever
   happens to the file meanwhile, a reader gets right values or is told. */
#ifndef ASC_SOLVE_DELTA_TABLE_H
#define ASC_SOLVE_DELTA_TABLE_H

#include "plan.h"

#include <ascona/error.h>

#define RETRO_MAGIC \
  { 'A', 'S', 'C', 'T', 'A', 'B', '2', '\n' }
#define RETRO_LOCK "solve.lock"
enum { RETRO_BLOCK = 16384, RETRO_VALUES = 256, RETRO_PATH_MAX = 4096 };

/* What a file says of its layer, as it lies at its beginning. All numbers are little-endian. */
typedef struct retro_header {
  char magic[8];
  uint32_t size, pawns, layer, block;
  uint64_t rows, columns, blocks, file_size;
  uint64_t digest[2];               /* XXH3 of 128 bits over all values, row by row: low half, high half */
  uint64_t index_check;             /* XXH3 of 64 bits over the index of blocks */
  uint64_t entries[RETRO_VALUES];   /* how many columns with a position hold each value, by (unsigned) byte */
  uint64_t positions[RETRO_VALUES]; /* the same times the sets of the row: how many positions there are */
  uint64_t check;                   /* XXH3 of 64 bits over the header before this */
} retro_header;

/* How a row is cut: into how many blocks, and how many values all of them but the last have. */
typedef struct retro_cut {
  uint32_t blocks, size;
} retro_cut;

static inline retro_cut retro_row_cut(const retro_layer *layer) {
  uint32_t columns = layer->columns.count, blocks = (columns - 1) / RETRO_BLOCK + 1; /* there is a column */
  return (retro_cut){blocks, (columns + blocks - 1) / blocks};
}

static inline uint32_t retro_block_values(const retro_layer *layer, uint32_t part) {
  uint32_t size = retro_row_cut(layer).size, left = layer->columns.count - part * size;
  return left < size ? left : size;
}

/* Where the layer's file lies: "DIR/delta-5-9-18.tab". */
void asc_retro_table_path(char path[RETRO_PATH_MAX], const char *folder, const retro_plan *plan,
                          const retro_layer *layer);

/* The boards of which a folder holds a file at least, each once: their number, or ASC_E_FILE. */
enum { RETRO_BOARDS_MAX = (RETRO_SIZE_MAX - RETRO_SIZE_MIN + 1) * (RETRO_PAWNS_MAX - RETRO_PAWNS_MIN + 1) };
enum { RETRO_SPEC_MAX = 32 };
int asc_retro_boards_list(const char *folder, char specs[RETRO_BOARDS_MAX][RETRO_SPEC_MAX], asc_error *error);

/* One process at a time makes tables in a folder: the descriptor of the lock, to be closed by the holder, or ASC_E_FILE
   with who holds it. The system releases it when the holder ends, however that is; the file itself stays. */
int asc_retro_folder_lock(const char *folder, asc_error *error);

/* Rows `first` to `first + count - 1` of the layer, wherever they are; NULL: it could not be had. */
typedef const int8_t *retro_rows(void *data, uint32_t first, uint32_t count);

/* Writes the layer's file. `level` is zstd's. */
int asc_retro_table_write(const char *folder, const retro_plan *plan, const retro_layer *layer, int threads, int level,
                          retro_rows *rows, void *data, asc_error *error);

typedef struct retro_table {
  const retro_plan *plan;
  const retro_layer *layer;
  int file;
  retro_header *header; /* NULL: the table is not open */
  uint64_t *index;      /* where block i begins, in bytes from the beginning of the file; one more for the end */
  retro_cut cut;
} retro_table;

/* ASC_E_FILE when there is no such file or it is not whole; the error says which. One that is not open may be closed,
   if it is all zeros. */
int asc_retro_table_open(retro_table *table, const char *folder, const retro_plan *plan, const retro_layer *layer,
                         asc_error *error);
void asc_retro_table_close(retro_table *table);

/* Reads `count` rows into `values`, with what is obvious. */
int asc_retro_table_read(const retro_table *table, int threads, uint32_t first, uint32_t count, int8_t *values,
                         asc_error *error);
/* One block of `count` values as kept, without what is obvious, by an unpacker of zstd's; block b of row r is
   r * cut.blocks + b. False: it is damaged. */
struct ZSTD_DCtx_s;
bool asc_retro_block_read(const retro_table *table, struct ZSTD_DCtx_s *unpacker, uint64_t block, int8_t *values,
                          size_t count);

#endif
