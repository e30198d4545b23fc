/* A file of a layer, read as docs/formats.md describes it. */
#ifndef CHECK_TABLE_H
#define CHECK_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zstd.h>

enum {
  STATUS_RIGHT = 0,
  STATUS_FAULT = 1,   /* the tables are wrong */
  STATUS_INPUT = 2,   /* the command line is */
  STATUS_MACHINE = 3, /* memory or files failed */
};

typedef struct table {
  int layer;
  char *path;
  int file;        /* read with bounds: one that is cut meanwhile is a fault like any other */
  uint8_t *header; /* its first bytes, up to the blocks */
  uint64_t size;
  uint64_t rows, columns, blocks;
  uint64_t block_values, row_blocks; /* values in a block but for the last of a row; blocks in a row */
  uint8_t *index;                    /* where each block begins, and where the last one ends */
  uint64_t digest[2];                /* low half, high half */
  char digest_text[33];
} table;

/* How the program ends early: one line on stderr, and the exit status. It may be called by any thread. */
_Noreturn void stop(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* False when there is no such file. Header and index are checked; what is wrong stops the program. */
bool table_open(table *opened, const char *dir, int size, int pawns, int layer, uint64_t rows, uint64_t columns);
/* How often the value of this byte is there: in columns that hold a position, or in all positions, images too. */
uint64_t table_count(const table *of, bool all, uint8_t value);
/* What the file holds of a row; a damaged block stops the program. */
void table_row(const table *of, ZSTD_DCtx *zstd, uint64_t row, int8_t *values);
/* All values, row by row, against the digest in the header. */
void table_digest_check(const table *of, const int8_t *values);

#endif
