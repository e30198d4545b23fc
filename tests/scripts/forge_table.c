/* Rewrites a table with one wrong value and correct checksums, so that only a check of the values can detect it.
   docs/formats.md describes the file.

   usage: forge_table FILE VALUES ROW COLUMN VALUE IMAGES [stale-digest]
   VALUES is a file with all values of the layer, as `ascona probe --dump` writes them.
   IMAGES is the number of positions that the column represents. The counts in the header are changed accordingly; 0
   leaves them unchanged. With stale-digest, the digest of all values stays unchanged too. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>
#include <zstd.h>

enum { DIGEST = 56, INDEX_HASH = 72, COUNTS = 80, COUNTS_ALL = 2128, HEADER_HASH = 4176, BLOCKS = 4184 };

static void fail(const char *message) {
  fprintf(stderr, "forge_table: %s\n", message);
  exit(3);
}

static uint64_t read_number(const uint8_t *at, int bytes) {
  uint64_t number = 0;
  for (int i = bytes - 1; i >= 0; i--) number = number << 8 | at[i];
  return number;
}

static void write_number(uint8_t *at, uint64_t value) {
  for (int i = 0; i < 8; i++) at[i] = (uint8_t)(value >> 8 * i);
}

static uint8_t *file_read(const char *path, long min_size, size_t *size) {
  FILE *file = fopen(path, "rb");
  if (file == NULL || fseek(file, 0, SEEK_END) != 0) fail("the file cannot be read");
  long end = ftell(file);
  if (end < min_size) fail("the file is too short");
  rewind(file);
  *size = (size_t)end;
  uint8_t *bytes = malloc(*size);
  if (bytes == NULL || fread(bytes, 1, *size, file) != *size) fail("the file cannot be read");
  fclose(file);
  return bytes;
}

/* Returns the number of values in block i. The last block of a row may be shorter. */
static size_t block_values(const uint8_t *header, uint64_t i) {
  uint64_t block = read_number(header + 20, 4), columns = read_number(header + 32, 8),
           blocks = (columns + block - 1) / block;
  return i % blocks + 1 < blocks ? block : columns - (blocks - 1) * block;
}

static void move_count(uint8_t *counts, uint8_t from, uint8_t to, uint64_t count) {
  write_number(counts + 8 * from, read_number(counts + 8 * from, 8) - count);
  write_number(counts + 8 * to, read_number(counts + 8 * to, 8) + count);
}

static size_t require_ok(size_t code) {
  if (ZSTD_isError(code)) fail(ZSTD_getErrorName(code));
  return code;
}

/* Compresses the blocks again and writes them after the header in `out`, followed by the index. Returns the file
   size. */
static size_t blocks_write(uint8_t *out, size_t capacity, const uint8_t *values) {
  uint64_t blocks = read_number(out + 40, 8);
  uint8_t *index = malloc((blocks + 1) * 8);
  ZSTD_CCtx *zstd = ZSTD_createCCtx();
  if (index == NULL || zstd == NULL) fail("out of memory");
  require_ok(ZSTD_CCtx_setParameter(zstd, ZSTD_c_checksumFlag, 1));
  size_t at = BLOCKS;
  for (uint64_t i = 0; i < blocks; i++) {
    size_t count = block_values(out, i);
    write_number(index + 8 * i, at);
    at += require_ok(ZSTD_compress2(zstd, out + at, capacity - at, values, count));
    values += count;
  }
  write_number(index + 8 * blocks, at);
  memcpy(out + at, index, (blocks + 1) * 8);
  write_number(out + INDEX_HASH, XXH3_64bits(index, (blocks + 1) * 8));
  free(index);
  ZSTD_freeCCtx(zstd);
  return at + (blocks + 1) * 8;
}

int main(int argc, char **argv) {
  if (argc < 7) fail("usage: forge_table FILE VALUES ROW COLUMN VALUE IMAGES [stale-digest]");
  size_t size, count;
  uint8_t *in = file_read(argv[1], BLOCKS, &size), *values = file_read(argv[2], 1, &count);
  uint64_t rows = read_number(in + 24, 8), columns = read_number(in + 32, 8), blocks = read_number(in + 40, 8);
  uint64_t row = strtoull(argv[3], NULL, 10), column = strtoull(argv[4], NULL, 10);
  uint8_t value = (uint8_t)strtol(argv[5], NULL, 10);
  uint64_t images = strtoull(argv[6], NULL, 10);
  if (row >= rows || column >= columns) fail("there is no such row or column");
  if (count != rows * columns) fail("these are not the values of that layer");
  size_t capacity = BLOCKS + blocks * (ZSTD_compressBound(read_number(in + 20, 4)) + 8) + 8;
  uint8_t *out = malloc(capacity);
  if (out == NULL) fail("out of memory");

  uint8_t *entry = &values[row * columns + column], old = *entry;
  *entry = value;
  memcpy(out, in, BLOCKS);
  if (images > 0) {
    move_count(out + COUNTS, old, value, 1);
    move_count(out + COUNTS_ALL, old, value, images);
  }
  XXH128_hash_t digest = XXH3_128bits(values, rows * columns);
  if (argc < 8) {
    write_number(out + DIGEST, digest.low64);
    write_number(out + DIGEST + 8, digest.high64);
  }
  size_t written = blocks_write(out, capacity, values);
  write_number(out + 48, written);
  write_number(out + HEADER_HASH, XXH3_64bits(out, HEADER_HASH));
  FILE *file = fopen(argv[1], "wb");
  if (file == NULL || fwrite(out, 1, written, file) != written || fclose(file) != 0) fail("the file cannot be written");
  printf("%d\n", (int8_t)old); /* the value before */
  free(in);
  free(values);
  free(out);
  return 0;
}
