/* See table.h. */
#include "table.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { COUNTS = 80, COUNTS_ALL = 2128, HEADER_HASH = 4176, BLOCKS = 4184, MOST_BLOCK_VALUES = 16384 };
enum { MOST_BLOCK_BYTES = ZSTD_COMPRESSBOUND(MOST_BLOCK_VALUES) };

static uint64_t read_number(const uint8_t *at, int bytes) {
  uint64_t all = 0;
  for (int i = bytes - 1; i >= 0; i--) all = all << 8 | at[i];
  return all;
}

static uint64_t ceiling(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

/* So many bytes from there on. A file that has become shorter meanwhile is a fault of the file. */
static void file_read(const table *of, void *into, uint64_t from, uint64_t bytes) {
  for (uint64_t done = 0; done < bytes;) {
    ssize_t count = pread(of->file, (uint8_t *)into + done, bytes - done, (off_t)(from + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) stop(STATUS_MACHINE, "%s: %s", of->path, strerror(errno));
    if (count == 0) stop(STATUS_FAULT, "%s: it became shorter while it was read", of->path);
    done += (uint64_t)count;
  }
}

/* Opens the file and reads its header. False when there is none. */
static bool file_open(table *opened) {
  opened->file = open(opened->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (opened->file < 0 && errno == ENOENT) return false;
  struct stat facts;
  if (opened->file < 0 || fstat(opened->file, &facts) != 0)
    stop(STATUS_MACHINE, "%s: %s", opened->path, strerror(errno));
  if (!S_ISREG(facts.st_mode)) stop(STATUS_FAULT, "%s: it is no ordinary file", opened->path);
  opened->size = (uint64_t)facts.st_size;
  if (opened->size < BLOCKS) stop(STATUS_FAULT, "%s: too short for a header", opened->path);
  opened->header = malloc(BLOCKS);
  if (opened->header == NULL) stop(STATUS_MACHINE, "out of memory");
  file_read(opened, opened->header, 0, BLOCKS);
  return true;
}

/* The field of the header must have the value that follows from the board and the layer. */
static void expect(const table *of, const char *what, uint64_t found, uint64_t expected) {
  if (found != expected)
    stop(STATUS_FAULT, "%s: %s: found %llu, expected %llu", of->path, what, (unsigned long long)found,
         (unsigned long long)expected);
}

static void header_check(table *of, int size, int pawns) {
  const uint8_t *at = of->header;
  if (memcmp(at, "ASCTAB2\n", 8) != 0) stop(STATUS_FAULT, "%s: does not begin as a table does", of->path);
  if (read_number(at + HEADER_HASH, 8) != XXH3_64bits(at, HEADER_HASH))
    stop(STATUS_FAULT, "%s: the header does not have its checksum", of->path);
  expect(of, "size of the board", read_number(at + 8, 4), (uint64_t)size);
  expect(of, "pawns", read_number(at + 12, 4), (uint64_t)pawns);
  expect(of, "layer", read_number(at + 16, 4), (uint64_t)of->layer);
  expect(of, "values in a block", read_number(at + 20, 4), of->block_values);
  expect(of, "rows", read_number(at + 24, 8), of->rows);
  expect(of, "columns", read_number(at + 32, 8), of->columns);
  expect(of, "blocks", read_number(at + 40, 8), of->blocks);
  expect(of, "bytes of the file", read_number(at + 48, 8), of->size);
  of->digest[0] = read_number(at + 56, 8);
  of->digest[1] = read_number(at + 64, 8);
  snprintf(of->digest_text, sizeof of->digest_text, "%016llx%016llx", (unsigned long long)of->digest[1],
           (unsigned long long)of->digest[0]);
}

/* The blocks fill the file from the header to the index. */
static void index_check(table *of) {
  uint64_t bytes = (of->blocks + 1) * 8;
  if (of->size - BLOCKS < bytes) stop(STATUS_FAULT, "%s: too short for its index", of->path);
  of->index = malloc(bytes);
  if (of->index == NULL) stop(STATUS_MACHINE, "out of memory");
  file_read(of, of->index, of->size - bytes, bytes);
  if (read_number(of->header + 72, 8) != XXH3_64bits(of->index, bytes))
    stop(STATUS_FAULT, "%s: the index does not have its checksum", of->path);
  expect(of, "begin of the first block", read_number(of->index, 8), BLOCKS);
  expect(of, "end of the last block", read_number(of->index + 8 * of->blocks, 8), of->size - bytes);
  for (uint64_t i = 0; i < of->blocks; i++) {
    uint64_t begin = read_number(of->index + 8 * i, 8), end = read_number(of->index + 8 * i + 8, 8);
    if (begin >= end) stop(STATUS_FAULT, "%s: block %llu ends before it begins", of->path, (unsigned long long)i);
    if (end - begin > MOST_BLOCK_BYTES)
      stop(STATUS_FAULT, "%s: block %llu is longer than a block can be", of->path, (unsigned long long)i);
  }
}

bool table_open(table *opened, const char *dir, int size, int pawns, int layer, uint64_t rows, uint64_t columns) {
  *opened = (table){.layer = layer, .rows = rows, .columns = columns};
  opened->row_blocks = ceiling(columns, MOST_BLOCK_VALUES);
  opened->block_values = ceiling(columns, opened->row_blocks);
  opened->blocks = rows * opened->row_blocks;
  size_t length = strlen(dir) + 32;
  opened->path = malloc(length);
  if (opened->path == NULL) stop(STATUS_MACHINE, "out of memory");
  snprintf(opened->path, length, "%s/delta-%d-%d-%02d.tab", dir, size, pawns, layer);
  if (!file_open(opened)) return false;
  header_check(opened, size, pawns);
  index_check(opened);
  return true;
}

uint64_t table_count(const table *of, bool all, uint8_t value) {
  return read_number(of->header + (all ? COUNTS_ALL : COUNTS) + 8 * (size_t)value, 8);
}

void table_row(const table *of, ZSTD_DCtx *zstd, uint64_t row, int8_t *values) {
  uint8_t frame[MOST_BLOCK_BYTES];
  for (uint64_t done = 0, block = row * of->row_blocks; done < of->columns; block++) {
    uint64_t begin = read_number(of->index + 8 * block, 8), size = read_number(of->index + 8 * block + 8, 8) - begin;
    uint64_t count = of->columns - done < of->block_values ? of->columns - done : of->block_values;
    file_read(of, frame, begin, size);
    /* The third bit after the magic number says that the frame has a checksum; zstd looks at that itself. */
    size_t got = ZSTD_decompressDCtx(zstd, values + done, count, frame, size);
    if (got != count || ZSTD_findFrameCompressedSize(frame, size) != size || !(frame[4] & 4))
      stop(STATUS_FAULT, "%s: layer %d, row %llu, block %llu is damaged: %s", of->path, of->layer,
           (unsigned long long)row, (unsigned long long)block,
           ZSTD_isError(got) ? ZSTD_getErrorName(got) : "not one frame with a checksum and the right length");
    done += count;
  }
}

void table_digest_check(const table *of, const int8_t *values) {
  XXH128_hash_t digest = XXH3_128bits(values, of->rows * of->columns);
  if (digest.low64 != of->digest[0] || digest.high64 != of->digest[1])
    stop(STATUS_FAULT, "%s: layer %d: the values do not have the digest %s", of->path, of->layer, of->digest_text);
}
