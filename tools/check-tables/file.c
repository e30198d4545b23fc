/* Reads and checks the file of a layer. See file.h. */
#include "file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

/* Byte offsets in the header, and limits of a block. */
enum { COUNTS_AT = 80, COUNTS_ALL_AT = 2128, CHECKSUM_AT = 4176, BLOCKS_AT = 4184, BLOCK_VALUES_MAX = 16384 };
enum { BLOCK_BYTES_MAX = ZSTD_COMPRESSBOUND(BLOCK_VALUES_MAX) };

static uint64_t read_number(const uint8_t *at, int bytes) {
  uint64_t all = 0;
  for (int i = bytes - 1; i >= 0; i--) all = all << 8 | at[i];
  return all;
}

static uint64_t ceiling(uint64_t a, uint64_t b) { return (a + b - 1) / b; }

/* Reads bytes at an offset. A file that has become shorter meanwhile counts as wrong. */
static void file_read(const check_file *file, void *into, uint64_t from, uint64_t bytes) {
  for (uint64_t done = 0; done < bytes;) {
    ssize_t count = pread(file->descriptor, (uint8_t *)into + done, bytes - done, (off_t)(from + done));
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) check_fail(CHECK_STATUS_MACHINE, "%s: %s", file->path, strerror(errno));
    if (count == 0) check_fail(CHECK_STATUS_WRONG, "%s: it became shorter while it was read", file->path);
    done += (uint64_t)count;
  }
}

/* Opens the file and reads its header. Returns false if there is no such file. */
static bool file_open(check_file *file) {
  file->descriptor = open(file->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (file->descriptor < 0 && errno == ENOENT) return false;
  struct stat status;
  if (file->descriptor < 0 || fstat(file->descriptor, &status) != 0)
    check_fail(CHECK_STATUS_MACHINE, "%s: %s", file->path, strerror(errno));
  if (!S_ISREG(status.st_mode)) check_fail(CHECK_STATUS_WRONG, "%s: it is no ordinary file", file->path);
  file->size = (uint64_t)status.st_size;
  if (file->size < BLOCKS_AT) check_fail(CHECK_STATUS_WRONG, "%s: too short for a header", file->path);
  file->header = malloc(BLOCKS_AT);
  if (file->header == NULL) check_fail(CHECK_STATUS_MACHINE, "out of memory");
  file_read(file, file->header, 0, BLOCKS_AT);
  return true;
}

/* Requires that a field of the header has the value that follows from the board and the layer. */
static void expect(const check_file *file, const char *what, uint64_t found, uint64_t expected) {
  if (found != expected)
    check_fail(CHECK_STATUS_WRONG, "%s: %s: found %llu, expected %llu", file->path, what, (unsigned long long)found,
               (unsigned long long)expected);
}

static void header_check(check_file *file, int size, int pawns) {
  const uint8_t *at = file->header;
  if (memcmp(at, "ASCTAB2\n", 8) != 0) check_fail(CHECK_STATUS_WRONG, "%s: does not begin as a table does", file->path);
  if (read_number(at + CHECKSUM_AT, 8) != XXH3_64bits(at, CHECKSUM_AT))
    check_fail(CHECK_STATUS_WRONG, "%s: the header does not have its checksum", file->path);
  expect(file, "size of the board", read_number(at + 8, 4), (uint64_t)size);
  expect(file, "pawns", read_number(at + 12, 4), (uint64_t)pawns);
  expect(file, "layer", read_number(at + 16, 4), (uint64_t)file->layer);
  expect(file, "values in a block", read_number(at + 20, 4), file->block_values);
  expect(file, "rows", read_number(at + 24, 8), file->rows);
  expect(file, "columns", read_number(at + 32, 8), file->columns);
  expect(file, "blocks", read_number(at + 40, 8), file->blocks);
  expect(file, "bytes of the file", read_number(at + 48, 8), file->size);
  file->digest[0] = read_number(at + 56, 8);
  file->digest[1] = read_number(at + 64, 8);
  snprintf(file->digest_text, sizeof file->digest_text, "%016llx%016llx", (unsigned long long)file->digest[1],
           (unsigned long long)file->digest[0]);
}

/* The blocks must fill the file between the header and the index. */
static void index_check(check_file *file) {
  uint64_t bytes = (file->blocks + 1) * 8;
  if (file->size - BLOCKS_AT < bytes) check_fail(CHECK_STATUS_WRONG, "%s: too short for its index", file->path);
  file->index = malloc(bytes);
  if (file->index == NULL) check_fail(CHECK_STATUS_MACHINE, "out of memory");
  file_read(file, file->index, file->size - bytes, bytes);
  if (read_number(file->header + 72, 8) != XXH3_64bits(file->index, bytes))
    check_fail(CHECK_STATUS_WRONG, "%s: the index does not have its checksum", file->path);
  expect(file, "begin of the first block", read_number(file->index, 8), BLOCKS_AT);
  expect(file, "end of the last block", read_number(file->index + 8 * file->blocks, 8), file->size - bytes);
  for (uint64_t i = 0; i < file->blocks; i++) {
    uint64_t begin = read_number(file->index + 8 * i, 8), end = read_number(file->index + 8 * i + 8, 8);
    if (begin >= end)
      check_fail(CHECK_STATUS_WRONG, "%s: block %llu ends before it begins", file->path, (unsigned long long)i);
    if (end - begin > BLOCK_BYTES_MAX)
      check_fail(CHECK_STATUS_WRONG, "%s: block %llu is longer than a block can be", file->path, (unsigned long long)i);
  }
}

bool check_file_open(check_file *file, const char *dir, int size, int pawns, int layer, uint64_t rows,
                     uint64_t columns) {
  *file = (check_file){.layer = layer, .rows = rows, .columns = columns};
  file->row_blocks = ceiling(columns, BLOCK_VALUES_MAX);
  file->block_values = ceiling(columns, file->row_blocks);
  file->blocks = rows * file->row_blocks;
  size_t length = strlen(dir) + 32;
  file->path = malloc(length);
  if (file->path == NULL) check_fail(CHECK_STATUS_MACHINE, "out of memory");
  snprintf(file->path, length, "%s/delta-%d-%d-%02d.tab", dir, size, pawns, layer);
  if (!file_open(file)) return false;
  header_check(file, size, pawns);
  index_check(file);
  return true;
}

uint64_t check_file_count(const check_file *file, bool all, uint8_t value) {
  return read_number(file->header + (all ? COUNTS_ALL_AT : COUNTS_AT) + 8 * (size_t)value, 8);
}

void check_file_read_row(const check_file *file, ZSTD_DCtx *zstd, uint64_t row, int8_t *values) {
  uint8_t frame[BLOCK_BYTES_MAX];
  for (uint64_t done = 0, block = row * file->row_blocks; done < file->columns; block++) {
    uint64_t begin = read_number(file->index + 8 * block, 8),
             size = read_number(file->index + 8 * block + 8, 8) - begin;
    uint64_t count = file->columns - done < file->block_values ? file->columns - done : file->block_values;
    file_read(file, frame, begin, size);
    /* Bit 2 of the byte after the magic number says that the frame has a checksum. zstd verifies the checksum
       itself. */
    size_t unpacked = ZSTD_decompressDCtx(zstd, values + done, count, frame, size);
    if (unpacked != count || ZSTD_findFrameCompressedSize(frame, size) != size || !(frame[4] & 4))
      check_fail(CHECK_STATUS_WRONG, "%s: layer %d, row %llu, block %llu is damaged: %s", file->path, file->layer,
                 (unsigned long long)row, (unsigned long long)block,
                 ZSTD_isError(unpacked) ? ZSTD_getErrorName(unpacked)
                                        : "not one frame with a checksum and the right length");
    done += count;
  }
}

void check_file_digest(const check_file *file, const int8_t *values) {
  XXH128_hash_t digest = XXH3_128bits(values, file->rows * file->columns);
  if (digest.low64 != file->digest[0] || digest.high64 != file->digest[1])
    check_fail(CHECK_STATUS_WRONG, "%s: layer %d: the values do not have the digest %s", file->path, file->layer,
               file->digest_text);
}
