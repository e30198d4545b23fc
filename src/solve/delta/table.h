/* One file for each solved layer: written once, read at random. docs/formats.md describes the format byte by byte.

   The values of a layer are stored row by row, numbered as in plan.h. Each row is split into blocks of equal length, at
   most ASC_TABLEBASE_BLOCK_VALUES_MAX values. Each block is a zstd frame with its own checksum. Obvious values
   (obvious.h) are not stored: the writer repeats the value before them, which compresses best.

   A file is written under a temporary name, synced to disk and then renamed. So a file that has its final name is
   complete. The writing process holds a lock on the folder.

   While a file is open, its header and index are in memory, and each block is read when it is needed. Even if the
   file changes meanwhile, a reader gets correct values or an error. */
#ifndef ASC_SOLVE_DELTA_TABLE_H
#define ASC_SOLVE_DELTA_TABLE_H

#include "plan.h"

#include <ascona/error.h>

#define ASC_TABLEBASE_MAGIC \
  { 'A', 'S', 'C', 'T', 'A', 'B', '2', '\n' }
#define ASC_TABLEBASE_LOCK_NAME "solve.lock"
enum { ASC_TABLEBASE_BLOCK_VALUES_MAX = 16384, ASC_TABLEBASE_VALUES = 256, ASC_TABLEBASE_PATH_MAX = 4096 };

/* The header at the start of a file. All numbers are little-endian. */
typedef struct asc_tablebase_header {
  char magic[8];
  uint32_t board_size, pawns, layer, block_values;
  uint64_t rows, columns, blocks, file_size;
  uint64_t digest[2];                       /* 128-bit XXH3 of all values, row by row: low half, high half */
  uint64_t index_checksum;                  /* 64-bit XXH3 of the index of blocks */
  uint64_t entries[ASC_TABLEBASE_VALUES];   /* columns that hold a position, counted by value (as an unsigned byte) */
  uint64_t positions[ASC_TABLEBASE_VALUES]; /* positions, counted by value: each column counts once for every set of its
                                               row */
  uint64_t checksum;                        /* 64-bit XXH3 of the header up to here */
} asc_tablebase_header;

/* How a row is split: the number of blocks, and the number of values in each block except the last. */
typedef struct asc_tablebase_row_blocks {
  uint32_t count, values;
} asc_tablebase_row_blocks;

/* Returns how the rows of a layer are split. */
static inline asc_tablebase_row_blocks asc_tablebase_row_blocks_of(const asc_tablebase_layer_plan *layer) {
  uint32_t columns = layer->columns.count,
           blocks = (columns - 1) / ASC_TABLEBASE_BLOCK_VALUES_MAX + 1; /* every layer has a column */
  return (asc_tablebase_row_blocks){blocks, (columns + blocks - 1) / blocks};
}

/* Returns the number of values in block `part` of a row. */
static inline uint32_t asc_tablebase_block_values(const asc_tablebase_layer_plan *layer, uint32_t part) {
  uint32_t size = asc_tablebase_row_blocks_of(layer).values, left = layer->columns.count - part * size;
  return left < size ? left : size;
}

/* Writes the path of the layer's file, such as "DIR/delta-5-9-18.tab". */
void asc_tablebase_file_path(char path[ASC_TABLEBASE_PATH_MAX], const char *folder, const asc_tablebase_plan *plan,
                             const asc_tablebase_layer_plan *layer);

/* Lists the boards for which the folder holds at least one file, each once, as game specs. Returns their number, or
   ASC_E_FILE. */
enum {
  ASC_TABLEBASE_BOARDS_MAX =
      (ASC_TABLEBASE_SIZE_MAX - ASC_TABLEBASE_SIZE_MIN + 1) * (ASC_TABLEBASE_PAWNS_MAX - ASC_TABLEBASE_PAWNS_MIN + 1)
};
enum { ASC_TABLEBASE_SPEC_MAX = 32 };
int asc_tablebase_boards_list(const char *folder, char specs[ASC_TABLEBASE_BOARDS_MAX][ASC_TABLEBASE_SPEC_MAX],
                              asc_error *error);

/* Locks the folder, because only one process at a time may write tables there. Returns the descriptor of the lock,
   which the caller closes, or ASC_E_FILE with an error that names the holder. The system releases the lock when the
   process ends, even after a crash; the lock file itself stays. */
int solve_folder_lock(const char *folder, asc_error *error);

/* Returns rows `first` to `first + count - 1` of the layer, valid until the next call. NULL if memory runs out. */
typedef const int8_t *solve_rows_getter(void *data, uint32_t first, uint32_t count);

/* Writes the layer's file. `level` is the compression level of zstd. ASC_E_FILE if the file cannot be written. */
int solve_layer_file_write(const char *folder, const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer,
                           int threads, int level, solve_rows_getter *rows, void *data, asc_error *error);

/* An open file. All zeros means that it is not open. */
typedef struct asc_tablebase_file {
  const asc_tablebase_plan *plan;
  const asc_tablebase_layer_plan *layer;
  int descriptor;
  asc_tablebase_header *header; /* NULL if the file is not open */
  uint64_t *index;              /* byte offset of each block in the file, and one more for the end of the last block */
  asc_tablebase_row_blocks row_blocks;
} asc_tablebase_file;

/* Opens the file of a layer and checks its header and index. `plan` and `layer` must outlive it. ASC_E_FILE if it is
   missing or damaged; the error says which. Closing a file that is not open does nothing. */
int asc_tablebase_file_open(asc_tablebase_file *file, const char *folder, const asc_tablebase_plan *plan,
                            const asc_tablebase_layer_plan *layer, asc_error *error);
void asc_tablebase_file_close(asc_tablebase_file *file);

/* Reads `count` rows into `values`, including the obvious values. ASC_E_FILE if a block is damaged. */
int asc_tablebase_file_read_rows(const asc_tablebase_file *file, int threads, uint32_t first, uint32_t count,
                                 int8_t *values, asc_error *error);
/* Reads one block of `count` values as stored, without the obvious values. Block b of row r is block r *
   row_blocks.count + b of the file. Returns false if it is damaged. `unpacker` must not be in use by another thread. */
struct ZSTD_DCtx_s;
bool asc_tablebase_file_read_block(const asc_tablebase_file *file, struct ZSTD_DCtx_s *unpacker, uint64_t block,
                                   int8_t *values, size_t count);

#endif
