/* Reading a layer. A file is taken as it says only after its checksums were found right: of the header and the index
   when it is opened, of a block whenever one is read. */
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
#include <sys/mman.h>
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

static const char *fault_of_index(const retro_table *table) {
  const retro_header *header = table->header;
  size_t size = (header->blocks + 1) * sizeof(uint64_t);
  if (XXH3_64bits(table->index, size) != header->index_check) return "its index is damaged";
  uint64_t at = sizeof *header, end = header->file_size - size;
  for (uint64_t b = 0; b <= header->blocks; b++) {
    if (table->index[b] < at || table->index[b] > end) return "its index is damaged";
    at = table->index[b];
  }
  return NULL;
}

/* The index is copied: it need not lie at a multiple of eight. */
static const char *table_map(retro_table *table, int file, const retro_plan *plan, const retro_layer *layer) {
  struct stat status;
  if (fstat(file, &status) != 0) return strerror(errno);
  table->file_size = (size_t)status.st_size;
  if (table->file_size < sizeof(retro_header)) return "it is too short";
  void *mapped = mmap(NULL, table->file_size, PROT_READ, MAP_SHARED, file, 0);
  if (mapped == MAP_FAILED) return strerror(errno);
  table->file = mapped;
  table->header = mapped;
  table->plan = plan;
  table->layer = layer;
  table->cut = retro_row_cut(layer);
  const char *fault = fault_of_header(table->header, table->file_size, plan, layer);
  if (fault != NULL) return fault;
  size_t size = (table->header->blocks + 1) * sizeof(uint64_t);
  table->index = malloc(size);
  if (table->index == NULL) return "out of memory";
  memcpy(table->index, table->file + table->file_size - size, size);
  return fault_of_index(table);
}

int asc_retro_table_open(retro_table *table, const char *folder, const retro_plan *plan, const retro_layer *layer,
                         asc_error *error) {
  char path[RETRO_PATH_MAX];
  *table = (retro_table){0};
  asc_retro_table_path(path, folder, plan, layer);
  int file = open(path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return asc_fail(error, ASC_E_FILE, "%s cannot be opened: %s", path, strerror(errno));
  const char *fault = table_map(table, file, plan, layer);
  (void)close(file);
  if (fault == NULL) return ASC_OK;
  asc_retro_table_close(table);
  return asc_fail(error, ASC_E_FILE, "%s cannot be used: %s", path, fault);
}

void asc_retro_table_close(retro_table *table) {
  if (table->file != NULL) (void)munmap((void *)table->file, table->file_size);
  free(table->index);
  *table = (retro_table){0};
}

bool asc_retro_block_read(const retro_table *table, struct ZSTD_DCtx_s *unpacker, uint64_t block, int8_t *values,
                          size_t count) {
  uint64_t from = table->index[block], end = table->index[block + 1];
  return ZSTD_decompressDCtx(unpacker, values, count, table->file + from, end - from) == count;
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
