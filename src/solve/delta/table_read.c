/* Reading a layer. A file is taken as it says only after its checksums were found right: of the header and the index
   when it is opened, of a block whenever one is read. It is never mapped: where a file was cut, memory mapped from it
   ends the program that looks. */
#include "table.h"

#include "core/text.h"
#include "engine/common/team.h"
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

static const char *fault_of_header(const retro_header *header, size_t file_size, const retro_plan *plan,
                                   const retro_layer *layer) {
  static const char magic[8] = RETRO_MAGIC;
  if (memcmp(header->magic, magic, sizeof magic) != 0) return "it is no table of this format";
  if (header->check != XXH3_64bits(header, offsetof(retro_header, check))) return "its header is damaged";
  if (header->file_size != file_size) return "it is cut off or too long";
  retro_cut cut = retro_row_cut(layer);
  if (header->size != (uint32_t)plan->board.size || header->pawns != (uint32_t)plan->pawns ||
      header->layer != (uint32_t)layer->pawns || header->block != cut.size || header->rows != layer->rows ||
      header->columns != layer->columns.count || header->blocks != (uint64_t)layer->rows * cut.blocks)
    return "it is the table of another layer";
  if ((header->blocks + 1) * sizeof(uint64_t) > file_size - sizeof *header) return "it is too short for its index";
  return NULL;
}

/* A block that is packed takes no more than this. */
static const size_t packed_most = ZSTD_COMPRESSBOUND(RETRO_BLOCK);

static const char *fault_of_index(const retro_table *table) {
  const retro_header *header = table->header;
  size_t size = (header->blocks + 1) * sizeof(uint64_t);
  if (XXH3_64bits(table->index, size) != header->index_check) return "its index is damaged";
  uint64_t at = sizeof *header, end = header->file_size - size;
  for (uint64_t b = 0; b <= header->blocks; b++) {
    if (table->index[b] < at || table->index[b] > end || (b > 0 && table->index[b] - at > packed_most))
      return "its index is damaged";
    at = table->index[b];
  }
  return NULL;
}

static bool bytes_read(int file, void *bytes, size_t size, uint64_t at) {
  for (ssize_t got; size > 0; bytes = (char *)bytes + got, size -= (size_t)got, at += (uint64_t)got) {
    do got = pread(file, bytes, size, (off_t)at);
    while (got < 0 && errno == EINTR);
    if (got <= 0) return false;
  }
  return true;
}

static const char *fault_of_file(retro_table *table) {
  struct stat status;
  if (fstat(table->file, &status) != 0) return strerror(errno);
  if (!S_ISREG(status.st_mode)) return "it is no ordinary file";
  size_t file_size = (size_t)status.st_size;
  if (file_size < sizeof(retro_header)) return "it is too short";
  table->header = malloc(sizeof *table->header);
  if (table->header == NULL) return "out of memory";
  if (!bytes_read(table->file, table->header, sizeof *table->header, 0)) return "it cannot be read";
  const char *fault = fault_of_header(table->header, file_size, table->plan, table->layer);
  if (fault != NULL) return fault;
  size_t size = (table->header->blocks + 1) * sizeof(uint64_t);
  table->index = malloc(size);
  if (table->index == NULL) return "out of memory";
  if (!bytes_read(table->file, table->index, size, file_size - size)) return "it cannot be read";
  return fault_of_index(table);
}

/* What is no ordinary file may let nobody open it before somebody writes to it, or say nothing for ever. */
int asc_retro_table_open(retro_table *table, const char *folder, const retro_plan *plan, const retro_layer *layer,
                         asc_error *error) {
  char path[RETRO_PATH_MAX];
  asc_retro_table_path(path, folder, plan, layer);
  *table = (retro_table){.plan = plan, .layer = layer, .cut = retro_row_cut(layer)};
  table->file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  const char *fault = table->file < 0 ? strerror(errno) : fault_of_file(table);
  if (fault == NULL) return ASC_OK;
  int code = asc_fail(error, ASC_E_FILE, "%s cannot be %s: %s", path, table->file < 0 ? "opened" : "used", fault);
  asc_retro_table_close(table);
  return code;
}

void asc_retro_table_close(retro_table *table) {
  if (table->plan != NULL && table->file >= 0) (void)close(table->file);
  free(table->header);
  free(table->index);
  *table = (retro_table){0};
}

bool asc_retro_block_read(const retro_table *table, struct ZSTD_DCtx_s *unpacker, uint64_t block, int8_t *values,
                          size_t count) {
  uint8_t packed[ZSTD_COMPRESSBOUND(RETRO_BLOCK)];
  uint64_t from = table->index[block], size = table->index[block + 1] - from;
  return bytes_read(table->file, packed, size, from) &&
         ZSTD_decompressDCtx(unpacker, values, count, packed, size) == count;
}

typedef struct table_reading {
  const retro_table *table;
  uint32_t first;
  int8_t *values;
  ZSTD_DCtx *unpackers[ASC_THREADS_MAX];
  atomic_bool failed;
} table_reading;

static void row_read(void *data, int member, uint64_t piece) {
  table_reading *reading = data;
  const retro_table *table = reading->table;
  int8_t *values = reading->values + piece * table->layer->columns.count;
  for (uint32_t part = 0; part < table->cut.blocks; part++)
    if (!asc_retro_block_read(table, reading->unpackers[member], (reading->first + piece) * table->cut.blocks + part,
                              values + (size_t)part * table->cut.size, retro_block_values(table->layer, part)))
      atomic_store(&reading->failed, true);
  asc_retro_row_restore(table->plan, table->layer, reading->first + (uint32_t)piece, values);
}

static int fail_damaged(const retro_table *table, asc_error *error) {
  return asc_fail(error, ASC_E_FILE, "the table of layer %d is damaged", table->layer->pawns);
}

int asc_retro_table_read(const retro_table *table, int threads, uint32_t first, uint32_t count, int8_t *values,
                         asc_error *error) {
  table_reading reading = {.table = table, .first = first};
  int code = ASC_OK;
  reading.values = values;
  atomic_init(&reading.failed, false);
  for (int i = 0; i < threads; i++)
    if ((reading.unpackers[i] = ZSTD_createDCtx()) == NULL) code = ASC_E_MEMORY;
  if (code == ASC_OK) asc_team_share(threads, count, row_read, &reading);
  for (int i = 0; i < threads; i++) ZSTD_freeDCtx(reading.unpackers[i]);
  if (code < 0) return asc_fail(error, code, "out of memory");
  return atomic_load(&reading.failed) ? fail_damaged(table, error) : ASC_OK;
}
