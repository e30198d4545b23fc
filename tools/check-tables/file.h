/* Reads the file of a layer as docs/formats.md describes it. */
#ifndef CHECK_FILE_H
#define CHECK_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <zstd.h>

enum {
  CHECK_STATUS_OK = 0,
  CHECK_STATUS_WRONG = 1,   /* the tables are wrong */
  CHECK_STATUS_INPUT = 2,   /* the command line is wrong */
  CHECK_STATUS_MACHINE = 3, /* memory or files failed */
};

typedef struct check_file {
  int layer;
  char *path;
  int descriptor;  /* not mapped, so that a file truncated meanwhile is an error and not a crash */
  uint8_t *header; /* the bytes before the first block */
  uint64_t size;
  uint64_t rows, columns, blocks;
  uint64_t block_values, row_blocks; /* values per block, except the last of a row; blocks per row */
  uint8_t *index;                    /* byte offset of each block, and of the end of the last one; little-endian */
  uint64_t digest[2];                /* low half, high half */
  char digest_text[33];
} check_file;

/* Ends the program with a line on stderr and an exit status. Any thread may call it. */
_Noreturn void check_fail(int status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Opens a file and checks its header and index; any error ends the program. Returns false if there is no such file. */
bool check_file_open(check_file *file, const char *dir, int size, int pawns, int layer, uint64_t rows,
                     uint64_t columns);
/* Returns how often the header says that a value occurs: in columns that hold a position or, with `all`, in all
   positions including images. */
uint64_t check_file_count(const check_file *file, bool all, uint8_t value);
/* Reads a row as stored, without the obvious values. A damaged block ends the program. */
void check_file_read_row(const check_file *file, ZSTD_DCtx *zstd, uint64_t row, int8_t *values);
/* Compares all values, row by row, with the digest in the header. */
void check_file_digest(const check_file *file, const int8_t *values);

#endif
