/* Reads the file of a layer.

   Nothing in a file is used before its checksum has been verified: those of the header and the index when it is
   opened, that of a block whenever it is read. Files are not memory-mapped, because reading a mapping of a file that
   was truncated meanwhile would kill the process. */
#include "table.h"

#include "base/text.h"
#include "engine/common/parallel.h"
#include "obvious.h"

#include <errno.h>
#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

static const char *header_error(const asc_tablebase_header *header, size_t file_size, const asc_tablebase_plan *plan,
                                const asc_tablebase_layer_plan *layer) {
  static const char magic[8] = ASC_TABLEBASE_MAGIC;
  if (memcmp(header->magic, magic, sizeof magic) != 0) return "it is no table of this format";
  if (header->checksum != XXH3_64bits(header, offsetof(asc_tablebase_header, checksum))) return "its header is damaged";
  if (header->file_size != file_size) return "it is cut off or too long";
  asc_tablebase_row_blocks row_blocks = asc_tablebase_row_blocks_of(layer);
  if (header->board_size != (uint32_t)plan->board.size || header->pawns != (uint32_t)plan->pawns_per_side ||
      header->layer != (uint32_t)layer->pawns || header->block_values != row_blocks.values ||
      header->rows != layer->rows || header->columns != layer->columns.count ||
      header->blocks != (uint64_t)layer->rows * row_blocks.count)
    return "it is the table of another layer";
  if ((header->blocks + 1) * sizeof(uint64_t) > file_size - sizeof *header) return "it is too short for its index";
  return NULL;
}

/* The maximum size of a compressed block in bytes. */
static const size_t packed_bytes_max = ZSTD_COMPRESSBOUND(ASC_TABLEBASE_BLOCK_VALUES_MAX);

static const char *index_error(const asc_tablebase_file *file) {
  const asc_tablebase_header *header = file->header;
  size_t size = (header->blocks + 1) * sizeof(uint64_t);
  if (XXH3_64bits(file->index, size) != header->index_checksum) return "its index is damaged";
  uint64_t at = sizeof *header, end = header->file_size - size;
  for (uint64_t b = 0; b <= header->blocks; b++) {
    if (file->index[b] < at || file->index[b] > end || (b > 0 && file->index[b] - at > packed_bytes_max))
      return "its index is damaged";
    at = file->index[b];
  }
  return NULL;
}

static bool read_at(int descriptor, void *bytes, size_t size, uint64_t at) {
  for (ssize_t got; size > 0; bytes = (char *)bytes + got, size -= (size_t)got, at += (uint64_t)got) {
    do got = pread(descriptor, bytes, size, (off_t)at);
    while (got < 0 && errno == EINTR);
    if (got <= 0) return false;
  }
  return true;
}

static const char *file_error(asc_tablebase_file *file) {
  struct stat status;
  if (fstat(file->descriptor, &status) != 0) return strerror(errno);
  if (!S_ISREG(status.st_mode)) return "it is no ordinary file";
  size_t file_size = (size_t)status.st_size;
  if (file_size < sizeof(asc_tablebase_header)) return "it is too short";
  file->header = malloc(sizeof *file->header);
  if (file->header == NULL) return "out of memory";
  if (!read_at(file->descriptor, file->header, sizeof *file->header, 0)) return "it cannot be read";
  const char *reason = header_error(file->header, file_size, file->plan, file->layer);
  if (reason != NULL) return reason;
  size_t size = (file->header->blocks + 1) * sizeof(uint64_t);
  file->index = malloc(size);
  if (file->index == NULL) return "out of memory";
  if (!read_at(file->descriptor, file->index, size, file_size - size)) return "it cannot be read";
  return index_error(file);
}

/* Opens without blocking: opening a pipe would otherwise wait for a writer, perhaps for ever. file_error then rejects
   everything that is not a regular file. */
int asc_tablebase_file_open(asc_tablebase_file *file, const char *folder, const asc_tablebase_plan *plan,
                            const asc_tablebase_layer_plan *layer, asc_error *error) {
  char path[ASC_TABLEBASE_PATH_MAX];
  asc_tablebase_file_path(path, folder, plan, layer);
  *file = (asc_tablebase_file){.plan = plan, .layer = layer, .row_blocks = asc_tablebase_row_blocks_of(layer)};
  file->descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const char *reason = file->descriptor < 0 ? strerror(errno) : file_error(file);
  if (reason == NULL) return ASC_OK;
  int code =
      asc_error_set(error, ASC_E_FILE, "%s cannot be %s: %s", path, file->descriptor < 0 ? "opened" : "used", reason);
  asc_tablebase_file_close(file);
  return code;
}

void asc_tablebase_file_close(asc_tablebase_file *file) {
  if (file->plan != NULL && file->descriptor >= 0) (void)close(file->descriptor);
  free(file->header);
  free(file->index);
  *file = (asc_tablebase_file){0};
}

bool asc_tablebase_file_read_block(const asc_tablebase_file *file, struct ZSTD_DCtx_s *unpacker, uint64_t block,
                                   int8_t *values, size_t count) {
  uint8_t packed[ZSTD_COMPRESSBOUND(ASC_TABLEBASE_BLOCK_VALUES_MAX)];
  uint64_t from = file->index[block], size = file->index[block + 1] - from;
  return read_at(file->descriptor, packed, size, from) &&
         ZSTD_decompressDCtx(unpacker, values, count, packed, size) == count;
}

typedef struct rows_reading {
  const asc_tablebase_file *file;
  uint32_t first;
  int8_t *values;
  ZSTD_DCtx *unpackers[ASC_THREADS_MAX];
  atomic_bool failed;
} rows_reading;

static void row_read(void *data, int member, uint64_t piece) {
  rows_reading *reading = data;
  const asc_tablebase_file *file = reading->file;
  int8_t *values = reading->values + piece * file->layer->columns.count;
  for (uint32_t part = 0; part < file->row_blocks.count; part++)
    if (!asc_tablebase_file_read_block(
            file, reading->unpackers[member], (reading->first + piece) * file->row_blocks.count + part,
            values + (size_t)part * file->row_blocks.values, asc_tablebase_block_values(file->layer, part)))
      atomic_store(&reading->failed, true);
  asc_tablebase_row_restore_obvious(file->plan, file->layer, reading->first + (uint32_t)piece, values);
}

static int fail_damaged(const asc_tablebase_file *file, asc_error *error) {
  return asc_error_set(error, ASC_E_FILE, "the table of layer %d is damaged", file->layer->pawns);
}

int asc_tablebase_file_read_rows(const asc_tablebase_file *file, int threads, uint32_t first, uint32_t count,
                                 int8_t *values, asc_error *error) {
  rows_reading reading = {.file = file, .first = first};
  int code = ASC_OK;
  reading.values = values;
  atomic_init(&reading.failed, false);
  for (int i = 0; i < threads; i++)
    if ((reading.unpackers[i] = ZSTD_createDCtx()) == NULL) code = ASC_E_MEMORY;
  if (code == ASC_OK) asc_parallel_for(threads, count, row_read, &reading);
  for (int i = 0; i < threads; i++) ZSTD_freeDCtx(reading.unpackers[i]);
  if (code < 0) return asc_error_set(error, code, "out of memory");
  return atomic_load(&reading.failed) ? fail_damaged(file, error) : ASC_OK;
}
