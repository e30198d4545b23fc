/* Writing a layer: groups of rows are compressed by all threads, then appended in order by one. And the lock of the
   folder that is written to. */
#include "table.h"

#include "core/text.h"
#include "engine/common/team.h"
#include "obvious.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>
#include <xxhash.h>
#include <zstd.h>

enum { GROUP_BYTES = 16 << 20, HOLDER_MAX = 128 };

typedef struct pack_tally {
  uint64_t entries[RETRO_VALUES], positions[RETRO_VALUES];
  ZSTD_CCtx *packer;
} pack_tally;

typedef struct table_writer {
  const retro_plan *plan;
  const retro_layer *layer;
  int threads;
  FILE *file;
  retro_cut cut;
  size_t slot; /* bytes a packed block may take */
  /* The group at hand. */
  const int8_t *values;
  int8_t *kept; /* the same without what is obvious */
  uint32_t first;
  uint8_t *packed;
  size_t *lengths; /* of its packed blocks; 0 when packing failed */
  /* What has been written. */
  uint64_t *index;
  uint64_t blocks, at;
  XXH3_state_t *digest;
  pack_tally *tallies; /* by member of the team */
} table_writer;

static void row_fill(const table_writer *writer, uint32_t row, const int8_t *values, int8_t *kept) {
  uint32_t columns = writer->layer->columns.count;
  int8_t before = 0;
  memcpy(kept, values, columns);
  asc_retro_row_hide(writer->plan, writer->layer, row, kept);
  for (uint32_t i = 0; i < columns; i++) kept[i] = before = kept[i] == RETRO_OVER ? before : kept[i];
}

static void count_values(const table_writer *writer, pack_tally *tally, const int8_t *values, uint32_t count,
                         uint32_t row) {
  uint32_t seen[RETRO_VALUES] = {0};
  for (uint32_t i = 0; i < count; i++) seen[(uint8_t)values[i]]++;
  uint64_t size = (uint64_t)asc_retro_row_size(writer->layer->sets, row);
  seen[(uint8_t)RETRO_OVER] = 0;
  for (int v = 0; v < RETRO_VALUES; v++) {
    tally->entries[v] += seen[v];
    tally->positions[v] += seen[v] * size;
  }
}

static void row_pack(void *data, int member, uint64_t piece) {
  table_writer *writer = data;
  uint32_t columns = writer->layer->columns.count, row = writer->first + (uint32_t)piece;
  const int8_t *values = writer->values + piece * columns;
  count_values(writer, &writer->tallies[member], values, columns, row);
  int8_t *kept = writer->kept + piece * columns;
  row_fill(writer, row, values, kept);
  for (uint32_t part = 0; part < writer->cut.blocks; part++) {
    uint64_t block = piece * writer->cut.blocks + part;
    size_t length = ZSTD_compress2(writer->tallies[member].packer, writer->packed + block * writer->slot, writer->slot,
                                   kept + (size_t)part * writer->cut.size, retro_block_values(writer->layer, part));
    writer->lengths[block] = ZSTD_isError(length) ? 0 : length;
  }
}

/* Packing fails for want of memory alone. */
static int group_append(table_writer *writer, uint32_t rows) {
  XXH3_128bits_update(writer->digest, writer->values, (size_t)rows * writer->layer->columns.count);
  for (uint64_t b = 0; b < (uint64_t)rows * writer->cut.blocks; b++) {
    size_t length = writer->lengths[b];
    if (length == 0) return ASC_E_MEMORY;
    if (fwrite(writer->packed + b * writer->slot, 1, length, writer->file) != length) return ASC_E_FILE;
    writer->index[writer->blocks++] = writer->at;
    writer->at += length;
  }
  return ASC_OK;
}

static int rows_write(table_writer *writer, uint32_t group, retro_rows *rows, void *data) {
  int code = ASC_OK;
  for (uint32_t first = 0; first < writer->layer->rows && code == ASC_OK; first += group) {
    uint32_t count = writer->layer->rows - first < group ? writer->layer->rows - first : group;
    writer->first = first;
    writer->values = rows(data, first, count);
    if (writer->values == NULL) return ASC_E_MEMORY;
    asc_team_share(writer->threads, count, row_pack, writer);
    code = group_append(writer, count);
  }
  return code;
}

/* The index follows the blocks, the header comes first: it is written when all is known. */
static int ends_write(table_writer *writer) {
  const retro_plan *plan = writer->plan;
  const retro_layer *layer = writer->layer;
  writer->index[writer->blocks] = writer->at;
  size_t index_size = (writer->blocks + 1) * sizeof *writer->index;
  XXH128_hash_t digest = XXH3_128bits_digest(writer->digest);
  retro_header header = {.magic = RETRO_MAGIC,
                         .size = (uint32_t)plan->board.size,
                         .pawns = (uint32_t)plan->pawns,
                         .layer = (uint32_t)layer->pawns,
                         .block = writer->cut.size,
                         .rows = layer->rows,
                         .columns = layer->columns.count,
                         .blocks = writer->blocks,
                         .file_size = writer->at + index_size,
                         .digest = {digest.low64, digest.high64},
                         .index_check = XXH3_64bits(writer->index, index_size)};
  for (int member = 0; member < writer->threads; member++)
    for (int v = 0; v < RETRO_VALUES; v++) {
      header.entries[v] += writer->tallies[member].entries[v];
      header.positions[v] += writer->tallies[member].positions[v];
    }
  header.check = XXH3_64bits(&header, offsetof(retro_header, check));
  if (fwrite(writer->index, 1, index_size, writer->file) != index_size || fseek(writer->file, 0, SEEK_SET) != 0 ||
      fwrite(&header, sizeof header, 1, writer->file) != 1 || fflush(writer->file) != 0 ||
      fsync(fileno(writer->file)) != 0)
    return ASC_E_FILE;
  return ASC_OK;
}

static bool writer_open(table_writer *writer, int threads, int level, uint32_t group) {
  const retro_layer *layer = writer->layer;
  writer->threads = threads;
  writer->cut = retro_row_cut(layer);
  writer->slot = ZSTD_compressBound(writer->cut.size);
  size_t blocks = (size_t)group * writer->cut.blocks;
  writer->kept = malloc((size_t)group * layer->columns.count);
  writer->packed = malloc(blocks * writer->slot);
  writer->lengths = malloc(blocks * sizeof *writer->lengths);
  writer->index = malloc(((size_t)layer->rows * writer->cut.blocks + 1) * sizeof *writer->index);
  writer->digest = XXH3_createState();
  writer->tallies = calloc((size_t)threads, sizeof *writer->tallies);
  if (writer->kept == NULL || writer->packed == NULL || writer->lengths == NULL || writer->index == NULL ||
      writer->digest == NULL || writer->tallies == NULL)
    return false;
  XXH3_128bits_reset(writer->digest);
  for (int member = 0; member < threads; member++) {
    ZSTD_CCtx *packer = writer->tallies[member].packer = ZSTD_createCCtx();
    if (packer == NULL) return false;
    ZSTD_CCtx_setParameter(packer, ZSTD_c_compressionLevel, level);
    ZSTD_CCtx_setParameter(packer, ZSTD_c_checksumFlag, 1);
  }
  return true;
}

static void writer_close(table_writer *writer) {
  for (int member = 0; writer->tallies != NULL && member < writer->threads; member++)
    ZSTD_freeCCtx(writer->tallies[member].packer);
  free(writer->tallies);
  XXH3_freeState(writer->digest);
  free(writer->index);
  free(writer->lengths);
  free(writer->packed);
  free(writer->kept);
}

static int file_write(table_writer *writer, uint32_t group, retro_rows *rows, void *data) {
  retro_header blank = {0};
  writer->at = sizeof blank;
  if (fwrite(&blank, sizeof blank, 1, writer->file) != 1) return ASC_E_FILE;
  int code = rows_write(writer, group, rows, data);
  return code == ASC_OK ? ends_write(writer) : code;
}

/* A new file under this name, whatever lay there: what is left of a run that was killed. */
static FILE *part_open(const char *part) {
  (void)unlink(part);
  int file = open(part, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  FILE *stream = file < 0 ? NULL : fdopen(file, "wb");
  if (stream != NULL || file < 0) return stream;
  int why = errno;
  (void)close(file);
  (void)unlink(part);
  errno = why;
  return NULL;
}

/* A name is safe when its folder has come to the disk. Some file systems know no such thing. */
static bool folder_sync(const char *folder) {
  int opened = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (opened < 0) return false;
  bool synced = fsync(opened) == 0 || errno == EINVAL;
  (void)close(opened);
  return synced;
}

int asc_retro_table_write(const char *folder, const retro_plan *plan, const retro_layer *layer, int threads, int level,
                          retro_rows *rows, void *data, asc_error *error) {
  char path[RETRO_PATH_MAX], part[RETRO_PATH_MAX + 8];
  table_writer writer = {.plan = plan, .layer = layer};
  uint32_t group = GROUP_BYTES / layer->columns.count + 1;
  if (group > layer->rows) group = layer->rows;
  asc_retro_table_path(path, folder, plan, layer);
  (void)snprintf(part, sizeof part, "%s.part", path);
  int code = writer_open(&writer, threads, level, group) ? ASC_OK : ASC_E_MEMORY;
  if (code == ASC_OK && (writer.file = part_open(part)) == NULL) code = ASC_E_FILE;
  if (code == ASC_OK) code = file_write(&writer, group, rows, data);
  int why = errno;
  if (writer.file != NULL && fclose(writer.file) != 0 && code == ASC_OK) code = ASC_E_FILE, why = errno;
  if (code == ASC_OK && (rename(part, path) != 0 || !folder_sync(folder))) code = ASC_E_FILE, why = errno;
  if (code != ASC_OK && writer.file != NULL) (void)unlink(part);
  writer_close(&writer);
  if (code == ASC_E_FILE) return asc_fail(error, code, "%s cannot be written: %s", path, strerror(why));
  return code == ASC_OK ? code : asc_fail(error, code, "out of memory");
}

/* "process 4711 on host". */
static bool holder_write(int lock) {
  char holder[HOLDER_MAX] = "", host[64] = "";
  if (gethostname(host, sizeof host - 1) != 0) host[0] = '\0';
  int length = snprintf(holder, sizeof holder, "process %ld on %s\n", (long)getpid(), host);
  return ftruncate(lock, 0) == 0 && pwrite(lock, holder, (size_t)length, 0) == length;
}

static int fail_held(int lock, const char *folder, asc_error *error) {
  char holder[HOLDER_MAX] = "";
  ssize_t length = pread(lock, holder, sizeof holder - 1, 0);
  holder[length < 0 ? 0 : length] = '\0';
  holder[strcspn(holder, "\n")] = '\0';
  return asc_fail(error, ASC_E_FILE, "%s is in use: %s makes tables there", folder,
                  holder[0] == '\0' ? "another process" : holder);
}

int asc_retro_folder_lock(const char *folder, asc_error *error) {
  char path[RETRO_PATH_MAX];
  (void)snprintf(path, sizeof path, "%s/" RETRO_LOCK, folder);
  int lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666), code;
  if (lock >= 0 && flock(lock, LOCK_EX | LOCK_NB) == 0 && holder_write(lock)) return lock;
  if (lock >= 0 && errno == EWOULDBLOCK)
    code = fail_held(lock, folder, error);
  else
    code = asc_fail(error, ASC_E_FILE, "%s cannot be locked: %s", path, strerror(errno));
  if (lock >= 0) (void)close(lock);
  return code;
}
