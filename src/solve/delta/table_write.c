/* Writes the file of a layer, and locks the folder.

   All threads compress a group of rows; then one thread appends the blocks in order. The header is written last. */
#include "table.h"

#include "base/lock.h"
#include "base/text.h"
#include "engine/common/parallel.h"
#include "obvious.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

enum { GROUP_BYTES = 16 << 20, HOLDER_MAX = 128 };

typedef struct pack_worker {
  uint64_t entries[ASC_TABLEBASE_VALUES], positions[ASC_TABLEBASE_VALUES];
  ZSTD_CCtx *packer;
} pack_worker;

typedef struct table_writer {
  const asc_tablebase_plan *plan;
  const asc_tablebase_layer_plan *layer;
  int threads;
  FILE *file;
  asc_tablebase_row_blocks row_blocks;
  size_t slot; /* room for a compressed block, in bytes */
  /* The current group of rows. */
  const int8_t *values;
  int8_t *stored; /* the same values without the obvious ones */
  uint32_t first;
  uint8_t *packed;
  size_t *lengths; /* bytes of each compressed block; 0 if compression failed */
  /* Written so far. */
  uint64_t *index;
  uint64_t blocks, offset; /* number of blocks; bytes, which is also the offset of the next block */
  XXH3_state_t *digest;
  pack_worker *workers; /* one for each thread */
} table_writer;

/* Copies a row and replaces each obvious value by the value before it, which compresses best. */
static void row_store(const table_writer *writer, uint32_t row, const int8_t *values, int8_t *stored) {
  uint32_t columns = writer->layer->columns.count;
  int8_t before = 0;
  memcpy(stored, values, columns);
  asc_tablebase_row_hide_obvious(writer->plan, writer->layer, row, stored);
  for (uint32_t i = 0; i < columns; i++)
    stored[i] = before = stored[i] == ASC_TABLEBASE_NO_POSITION ? before : stored[i];
}

static void count_values(const table_writer *writer, pack_worker *worker, const int8_t *values, uint32_t count,
                         uint32_t row) {
  uint32_t seen[ASC_TABLEBASE_VALUES] = {0};
  for (uint32_t i = 0; i < count; i++) seen[(uint8_t)values[i]]++;
  uint64_t size = (uint64_t)asc_tablebase_sets_row_size(writer->layer->own_sets, row);
  seen[(uint8_t)ASC_TABLEBASE_NO_POSITION] = 0;
  for (int v = 0; v < ASC_TABLEBASE_VALUES; v++) {
    worker->entries[v] += seen[v];
    worker->positions[v] += seen[v] * size;
  }
}

static void row_pack(void *data, int member, uint64_t piece) {
  table_writer *writer = data;
  uint32_t columns = writer->layer->columns.count, row = writer->first + (uint32_t)piece;
  const int8_t *values = writer->values + piece * columns;
  count_values(writer, &writer->workers[member], values, columns, row);
  int8_t *stored = writer->stored + piece * columns;
  row_store(writer, row, values, stored);
  for (uint32_t part = 0; part < writer->row_blocks.count; part++) {
    uint64_t block = piece * writer->row_blocks.count + part;
    size_t length = ZSTD_compress2(writer->workers[member].packer, writer->packed + block * writer->slot, writer->slot,
                                   stored + (size_t)part * writer->row_blocks.values,
                                   asc_tablebase_block_values(writer->layer, part));
    writer->lengths[block] = ZSTD_isError(length) ? 0 : length;
  }
}

/* Compression can only fail because memory runs out. */
static int group_append(table_writer *writer, uint32_t rows) {
  XXH3_128bits_update(writer->digest, writer->values, (size_t)rows * writer->layer->columns.count);
  for (uint64_t b = 0; b < (uint64_t)rows * writer->row_blocks.count; b++) {
    size_t length = writer->lengths[b];
    if (length == 0) return ASC_E_MEMORY;
    if (fwrite(writer->packed + b * writer->slot, 1, length, writer->file) != length) return ASC_E_FILE;
    writer->index[writer->blocks++] = writer->offset;
    writer->offset += length;
  }
  return ASC_OK;
}

static int rows_write(table_writer *writer, uint32_t group, solve_rows_getter *rows, void *data) {
  int code = ASC_OK;
  for (uint32_t first = 0; first < writer->layer->rows && code == ASC_OK; first += group) {
    uint32_t count = writer->layer->rows - first < group ? writer->layer->rows - first : group;
    writer->first = first;
    writer->values = rows(data, first, count);
    if (writer->values == NULL) return ASC_E_MEMORY;
    asc_parallel_for(writer->threads, count, row_pack, writer);
    code = group_append(writer, count);
  }
  return code;
}

/* Writes the index after the blocks and then the header at the start of the file, and syncs the file to disk. */
static int index_and_header_write(table_writer *writer) {
  const asc_tablebase_plan *plan = writer->plan;
  const asc_tablebase_layer_plan *layer = writer->layer;
  writer->index[writer->blocks] = writer->offset;
  size_t index_size = (writer->blocks + 1) * sizeof *writer->index;
  XXH128_hash_t digest = XXH3_128bits_digest(writer->digest);
  asc_tablebase_header header = {.magic = ASC_TABLEBASE_MAGIC,
                                 .board_size = (uint32_t)plan->board.size,
                                 .pawns = (uint32_t)plan->pawns_per_side,
                                 .layer = (uint32_t)layer->pawns,
                                 .block_values = writer->row_blocks.values,
                                 .rows = layer->rows,
                                 .columns = layer->columns.count,
                                 .blocks = writer->blocks,
                                 .file_size = writer->offset + index_size,
                                 .digest = {digest.low64, digest.high64},
                                 .index_checksum = XXH3_64bits(writer->index, index_size)};
  for (int member = 0; member < writer->threads; member++)
    for (int v = 0; v < ASC_TABLEBASE_VALUES; v++) {
      header.entries[v] += writer->workers[member].entries[v];
      header.positions[v] += writer->workers[member].positions[v];
    }
  header.checksum = XXH3_64bits(&header, offsetof(asc_tablebase_header, checksum));
  if (fwrite(writer->index, 1, index_size, writer->file) != index_size || fseek(writer->file, 0, SEEK_SET) != 0 ||
      fwrite(&header, sizeof header, 1, writer->file) != 1 || fflush(writer->file) != 0 ||
      fsync(fileno(writer->file)) != 0)
    return ASC_E_FILE;
  return ASC_OK;
}

static bool writer_open(table_writer *writer, int threads, int level, uint32_t group) {
  const asc_tablebase_layer_plan *layer = writer->layer;
  writer->threads = threads;
  writer->row_blocks = asc_tablebase_row_blocks_of(layer);
  writer->slot = ZSTD_compressBound(writer->row_blocks.values);
  size_t blocks = (size_t)group * writer->row_blocks.count;
  writer->stored = malloc((size_t)group * layer->columns.count);
  writer->packed = malloc(blocks * writer->slot);
  writer->lengths = malloc(blocks * sizeof *writer->lengths);
  writer->index = malloc(((size_t)layer->rows * writer->row_blocks.count + 1) * sizeof *writer->index);
  writer->digest = XXH3_createState();
  writer->workers = calloc((size_t)threads, sizeof *writer->workers);
  if (writer->stored == NULL || writer->packed == NULL || writer->lengths == NULL || writer->index == NULL ||
      writer->digest == NULL || writer->workers == NULL)
    return false;
  XXH3_128bits_reset(writer->digest);
  for (int member = 0; member < threads; member++) {
    ZSTD_CCtx *packer = writer->workers[member].packer = ZSTD_createCCtx();
    if (packer == NULL) return false;
    ZSTD_CCtx_setParameter(packer, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1);
  }
  return true;
}

static void writer_close(table_writer *writer) {
  for (int member = 0; writer->workers != NULL && member < writer->threads; member++)
    ZSTD_freeCCtx(writer->workers[member].packer);
  free(writer->workers);
  XXH3_freeState(writer->digest);
  free(writer->index);
  free(writer->lengths);
  free(writer->packed);
  free(writer->stored);
}

static int file_write(table_writer *writer, uint32_t group, solve_rows_getter *rows, void *data) {
  asc_tablebase_header blank = {0};
  writer->offset = sizeof blank;
  if (fwrite(&blank, sizeof blank, 1, writer->file) != 1) return ASC_E_FILE;
  int code = rows_write(writer, group, rows, data);
  return code == ASC_OK ? index_and_header_write(writer) : code;
}

/* Creates a new file, and first deletes a file that a killed run left behind under this name. */
static FILE *part_open(const char *part) {
  (void)unlink(part);
  int file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  FILE *stream = file < 0 ? NULL : fdopen(file, "wb");
  if (stream != NULL || file < 0) return stream;
  int saved_errno = errno;
  (void)close(file);
  (void)unlink(part);
  errno = saved_errno;
  return NULL;
}

/* A new name in a folder is durable only when the folder itself is synced. Some file systems do not support that and
   report EINVAL, which is accepted. */
static bool folder_sync(const char *folder) {
  int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return false;
  bool synced = fsync(opened) == 0 || errno == EINVAL;
  (void)close(opened);
  return synced;
}

int solve_layer_file_write(const char *folder, const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer,
                           int threads, int level, solve_rows_getter *rows, void *data, asc_error *error) {
  char path[ASC_TABLEBASE_PATH_MAX], part[ASC_TABLEBASE_PATH_MAX + 8];
  table_writer writer = {.plan = plan, .layer = layer};
  uint32_t group = GROUP_BYTES / layer->columns.count + 1;
  if (group > layer->rows) group = layer->rows;
  asc_tablebase_file_path(path, folder, plan, layer);
  (void)snprintf(part, sizeof part, "%s.part", path);
  int code = writer_open(&writer, threads, level, group) ? ASC_OK : ASC_E_MEMORY;
  if (code == ASC_OK && (writer.file = part_open(part)) == NULL) code = ASC_E_FILE;
  if (code == ASC_OK) code = file_write(&writer, group, rows, data);
  int saved_errno = errno;
  if (writer.file != NULL && fclose(writer.file) != 0 && code == ASC_OK) code = ASC_E_FILE, saved_errno = errno;
  if (code == ASC_OK && (rename(part, path) != 0 || !folder_sync(folder))) code = ASC_E_FILE, saved_errno = errno;
  if (code != ASC_OK && writer.file != NULL) (void)unlink(part);
  writer_close(&writer);
  if (code == ASC_E_FILE) return asc_error_set(error, code, "%s cannot be written: %s", path, strerror(saved_errno));
  return code == ASC_OK ? code : asc_error_set(error, code, "out of memory");
}

/* Writes the holder into the lock file, such as "process 4711 on host". */
static bool holder_write(int lock) {
  char holder[HOLDER_MAX] = "", host[64] = "";
  if (gethostname(host, sizeof host - 1) != 0) host[0] = '\0';
  int length = snprintf(holder, sizeof holder, "process %ld on %s\n", (long)getpid(), host);
  return ftruncate(lock, 0) == 0 && pwrite(lock, holder, (size_t)length, 0) == length;
}

static int fail_locked(int lock, const char *folder, asc_error *error) {
  char holder[HOLDER_MAX] = "";
  ssize_t length = pread(lock, holder, sizeof holder - 1, 0);
  holder[length < 0 ? 0 : length] = '\0';
  holder[strcspn(holder, "\n")] = '\0';
  return asc_error_set(error, ASC_E_FILE, "%s is in use: %s makes tables there", folder,
                       holder[0] == '\0' ? "another process" : holder);
}

int solve_folder_lock(const char *folder, asc_error *error) {
  char path[ASC_TABLEBASE_PATH_MAX];
  (void)snprintf(path, sizeof path, "%s/" ASC_TABLEBASE_LOCK_NAME, folder);
  int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666), code;
  if (lock >= 0 && asc_lock_acquire(lock, false) == 0 && holder_write(lock)) return lock;
  if (lock >= 0 && errno == EWOULDBLOCK)
    code = fail_locked(lock, folder, error);
  else
    code = asc_error_set(error, ASC_E_FILE, "%s cannot be locked: %s", path, strerror(errno));
  if (lock >= 0) (void)close(lock);
  return code;
}
