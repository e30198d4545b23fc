/* Files of tables: any bytes behind a header. The first byte chooses the layer of a small board, the next 56 are mixed
   into the numbers of its header, the rest are blocks and index. All checksums are made right, so that what lies behind
   them is reached: what opens must be read or refused, and never lead out of the file.

   A tablebase makes its plan of the board anew and has a large cache, which takes longer than all the rest. So a file
   is first opened as a table with a plan that is kept. All that can be read goes on to a tablebase, and of what is
   refused or damaged one in sixteen, chosen by its bytes: there the same readers must say the same. */
#include "fuzz.h"

#include <ascona/tablebase.h>

#include "solve/delta/table.h"

#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

enum { SIZE = 4, PAWNS = 4, LAYERS = 2 * PAWNS + 1, MIXED = 56, DAMAGED_PROBED = 16 };

static char folder[64];

static void folder_remove(void) { (void)rmdir(folder); }

static void folder_make(void) {
  if (folder[0] != '\0') return;
  (void)snprintf(folder, sizeof folder, "/tmp/ascona-fuzz-XXXXXX");
  FUZZ_REQUIRE(mkdtemp(folder) != NULL);
  (void)atexit(folder_remove);
}

static retro_header header_make(const retro_layer *layer, const uint8_t *mix, const uint8_t *rest, size_t size) {
  retro_cut cut = retro_row_cut(layer);
  retro_header header = {.magic = RETRO_MAGIC,
                         .size = SIZE,
                         .pawns = PAWNS,
                         .layer = (uint32_t)layer->pawns,
                         .block = cut.size,
                         .rows = layer->rows,
                         .columns = layer->columns.count,
                         .blocks = (uint64_t)layer->rows * cut.blocks,
                         .file_size = sizeof header + size};
  unsigned char *bytes = (unsigned char *)&header;
  for (int i = 0; i < MIXED; i++) bytes[i] ^= mix[i];
  size_t index = ((size_t)layer->rows * cut.blocks + 1) * sizeof(uint64_t);
  if (index <= size) header.index_check = XXH3_64bits(rest + size - index, index);
  header.check = XXH3_64bits(&header, offsetof(retro_header, check));
  return header;
}

static void file_write(const char *path, const retro_header *header, const uint8_t *rest, size_t size) {
  FILE *file = fopen(path, "wb");
  FUZZ_REQUIRE(file != NULL);
  FUZZ_REQUIRE(fwrite(header, sizeof *header, 1, file) == 1 && fwrite(rest, 1, size, file) == size);
  FUZZ_REQUIRE(fclose(file) == 0);
}

/* All rows of the layer in the folder. */
static int table_check(const retro_plan *plan, const retro_layer *layer) {
  retro_table table;
  asc_error error = {0};
  int code = asc_retro_table_open(&table, folder, plan, layer, &error);
  if (code == ASC_OK) {
    int8_t *values = malloc((size_t)layer->rows * layer->columns.count);
    FUZZ_REQUIRE(values != NULL);
    code = asc_retro_table_read(&table, 1, 0, layer->rows, values, &error);
    free(values);
    asc_retro_table_close(&table);
  }
  FUZZ_REQUIRE(code == ASC_OK || (code == ASC_E_FILE && error.reason[0] != '\0'));
  return code;
}

/* Everything that can be asked of an open layer. */
static int layer_use(asc_tablebase *tables, const asc_rules *rules, int layer) {
  asc_tablebase_layer_facts facts;
  asc_error error;
  FUZZ_REQUIRE(asc_tablebase_layer(tables, layer, &facts));
  int8_t *values = malloc((size_t)facts.rows * facts.columns);
  FUZZ_REQUIRE(values != NULL);
  int read = asc_tablebase_rows(tables, layer, 0, facts.rows, values, &error);
  free(values);
  asc_position position;
  asc_position_start(rules, &position);
  for (int i = 0; i < layer; i++) {
    asc_move moves[ASC_MOVES_MAX];
    int count = asc_position_moves(rules, &position, moves);
    if (count == 0) return read;
    asc_position_play(rules, &position, moves[count / 2]);
  }
  asc_truth truth;
  int code = asc_tablebase_probe(tables, &position, &truth);
  FUZZ_REQUIRE(code == 1 || code == 0 || (code == ASC_E_FILE && read == ASC_E_FILE));
  return read;
}

/* As table_check, through a tablebase. */
static int tablebase_check(const asc_rules *rules, int layer) {
  asc_tablebase *tables;
  asc_error error = {0};
  int code = asc_tablebase_open(&tables, rules, folder, &error);
  FUZZ_REQUIRE(code == ASC_OK || (code == ASC_E_FILE && error.reason[0] != '\0'));
  if (code == ASC_OK) code = layer_use(tables, rules, layer);
  asc_tablebase_close(tables);
  return code;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static retro_plan plan;
  static asc_rules *rules;
  char path[RETRO_PATH_MAX];
  if (size < 1 + MIXED) return 0;
  folder_make();
  if (rules == NULL) {
    FUZZ_REQUIRE(asc_retro_plan_open(&plan, SIZE, PAWNS));
    FUZZ_REQUIRE(asc_rules_open(&rules, "delta:size=4,pawns=4", NULL) == ASC_OK);
  }
  const retro_layer *layer = &plan.layers[data[0] % LAYERS];
  const uint8_t *rest = data + 1 + MIXED;
  retro_header header = header_make(layer, data + 1, rest, size - 1 - MIXED);
  asc_retro_table_path(path, folder, &plan, layer);
  file_write(path, &header, rest, size - 1 - MIXED);
  int code = table_check(&plan, layer);
  if (code == ASC_OK || XXH3_64bits(data, size) % DAMAGED_PROBED == 0)
    FUZZ_REQUIRE(tablebase_check(rules, layer->pawns) == code);
  FUZZ_REQUIRE(unlink(path) == 0);
  return 0;
}
