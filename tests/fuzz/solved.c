/* Fuzzes the files of tables: any bytes after a header.

   The first byte chooses the layer of a small board. The next 56 bytes are mixed into the numbers of its header, and
   the rest is blocks and index. All checksums are made correct, so that the code behind them is reached. A file that
   opens must be read or rejected, and must never cause access outside the file.

   Opening a tablebase builds the plan of the board and a large cache, which takes longer than everything else. So a
   file is first opened on its own, with a plan that is built once. Then every file that can be read is opened as a
   tablebase, and so is one in sixteen of the others, chosen by its bytes. The results must be the same. */
#include "fuzz.h"

#include <ascona/tablebase.h>

#include "solve/delta/table.h"

#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { SIZE = 4, PAWNS = 4, LAYERS = 2 * PAWNS + 1, MIXED_BYTES = 56, DAMAGED_PROBED = 16 };

static char folder[64];

static void folder_remove(void) { (void)rmdir(folder); }

static void folder_make(void) {
  if (folder[0] != '\0') return;
  (void)snprintf(folder, sizeof folder, "/tmp/ascona-fuzz-XXXXXX");
  FUZZ_REQUIRE(mkdtemp(folder) != NULL);
  (void)atexit(folder_remove);
}

static asc_tablebase_header make_header(const asc_tablebase_layer_plan *layer, const uint8_t *mix, const uint8_t *rest,
                                        size_t size) {
  asc_tablebase_row_blocks row_blocks = asc_tablebase_row_blocks_of(layer);
  asc_tablebase_header header = {.magic = ASC_TABLEBASE_MAGIC,
                                 .board_size = SIZE,
                                 .pawns = PAWNS,
                                 .layer = (uint32_t)layer->pawns,
                                 .block_values = row_blocks.values,
                                 .rows = layer->rows,
                                 .columns = layer->columns.count,
                                 .blocks = (uint64_t)layer->rows * row_blocks.count,
                                 .file_size = sizeof header + size};
  unsigned char *bytes = (unsigned char *)&header;
  for (int i = 0; i < MIXED_BYTES; i++) bytes[i] ^= mix[i];
  size_t index = ((size_t)layer->rows * row_blocks.count + 1) * sizeof(uint64_t);
  if (index <= size) header.index_checksum = XXH3_64bits(rest + size - index, index);
  header.checksum = XXH3_64bits(&header, offsetof(asc_tablebase_header, checksum));
  return header;
}

static void file_write(const char *path, const asc_tablebase_header *header, const uint8_t *rest, size_t size) {
  FILE *file = fopen(path, "wb");
  FUZZ_REQUIRE(file != NULL);
  FUZZ_REQUIRE(fwrite(header, sizeof *header, 1, file) == 1 && fwrite(rest, 1, size, file) == size);
  FUZZ_REQUIRE(fclose(file) == 0);
}

/* Reads all rows of the layer's file. Returns ASC_OK or ASC_E_FILE. */
static int check_file(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer) {
  asc_tablebase_file file;
  asc_error error = {0};
  int code = asc_tablebase_file_open(&file, folder, plan, layer, &error);
  if (code == ASC_OK) {
    int8_t *values = malloc((size_t)layer->rows * layer->columns.count);
    FUZZ_REQUIRE(values != NULL);
    code = asc_tablebase_file_read_rows(&file, 1, 0, layer->rows, values, &error);
    free(values);
    asc_tablebase_file_close(&file);
  }
  FUZZ_REQUIRE(code == ASC_OK || (code == ASC_E_FILE && error.reason[0] != '\0'));
  return code;
}

/* Calls every function for an open layer. Returns the result of reading all rows. */
static int use_layer(asc_tablebase *tablebase, const asc_rules *rules, int layer) {
  asc_tablebase_layer_info info;
  asc_error error;
  FUZZ_REQUIRE(asc_tablebase_layer(tablebase, layer, &info));
  int8_t *values = malloc((size_t)info.rows * info.columns);
  FUZZ_REQUIRE(values != NULL);
  int read = asc_tablebase_read_rows(tablebase, layer, 0, info.rows, values, &error);
  free(values);
  asc_position position;
  asc_position_start(rules, &position);
  for (int i = 0; i < layer; i++) {
    asc_move moves[ASC_MOVES_MAX];
    int count = asc_position_moves(rules, &position, moves);
    if (count == 0) return read;
    asc_position_play(rules, &position, moves[count / 2]);
  }
  asc_tablebase_value value;
  int code = asc_tablebase_probe(tablebase, &position, &value);
  FUZZ_REQUIRE(code == 1 || code == 0 || (code == ASC_E_FILE && read == ASC_E_FILE));
  return read;
}

/* Does the same as check_file through a tablebase. */
static int check_tablebase(const asc_rules *rules, int layer) {
  asc_tablebase *tablebase;
  asc_error error = {0};
  int code = asc_tablebase_open(&tablebase, rules, folder, &error);
  FUZZ_REQUIRE(code == ASC_OK || (code == ASC_E_FILE && error.reason[0] != '\0'));
  if (code == ASC_OK) code = use_layer(tablebase, rules, layer);
  asc_tablebase_close(tablebase);
  return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static asc_tablebase_plan plan;
  static asc_rules *rules;
  char path[ASC_TABLEBASE_PATH_MAX];
  if (size < 1 + MIXED_BYTES) return 0;
  folder_make();
  if (rules == NULL) {
    FUZZ_REQUIRE(asc_tablebase_plan_open(&plan, SIZE, PAWNS));
    FUZZ_REQUIRE(asc_rules_open(&rules, "delta:size=4,pawns=4", NULL) == ASC_OK);
  }
  const asc_tablebase_layer_plan *layer = &plan.layers[data[0] % LAYERS];
  const uint8_t *rest = data + 1 + MIXED_BYTES;
  asc_tablebase_header header = make_header(layer, data + 1, rest, size - 1 - MIXED_BYTES);
  asc_tablebase_file_path(path, folder, &plan, layer);
  file_write(path, &header, rest, size - 1 - MIXED_BYTES);
  int code = check_file(&plan, layer);
  if (code == ASC_OK || XXH3_64bits(data, size) % DAMAGED_PROBED == 0)
    FUZZ_REQUIRE(check_tablebase(rules, layer->pawns) == code);
  FUZZ_REQUIRE(unlink(path) == 0);
  return 0;
}
