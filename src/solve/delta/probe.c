/* Looks up the value of a position in the layers that are present.

   Obvious values need no file. For any other position a probe finds its row and column and then the block that holds
   them. Unpacked blocks are cached. The cache has many small parts with a lock each, and the blocks of a row are in
   different parts, so threads seldom wait for each other. */
#include <ascona/tablebase.h>

#include "base/text.h"
#include "games/delta/delta.h"
#include "obvious.h"
#include "position.h"
#include "table.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zstd.h>

enum { PARTS = 16, SLOTS = 8, NO_BLOCK = 0 };

typedef struct cache_slot {
  uint64_t key;  /* of the block: its number plus one, and its layer; or NO_BLOCK */
  uint64_t used; /* the part's clock at the last use */
  int8_t values[ASC_TABLEBASE_BLOCK_VALUES_MAX];
} cache_slot;

typedef struct cache_part {
  pthread_mutex_t lock;
  ZSTD_DCtx *unpacker;
  uint64_t clock;
  cache_slot slots[SLOTS];
} cache_part;

struct asc_tablebase {
  const asc_rules *rules;
  asc_tablebase_plan plan;
  asc_tablebase_file files[ASC_TABLEBASE_LAYERS_MAX]; /* by layer; a missing layer is not open */
  cache_part *cache;
  atomic_bool damaged;
};

static bool cache_open(asc_tablebase *tables) {
  tables->cache = calloc(PARTS, sizeof *tables->cache);
  if (tables->cache == NULL) return false;
  for (int i = 0; i < PARTS; i++) pthread_mutex_init(&tables->cache[i].lock, NULL);
  for (int i = 0; i < PARTS; i++)
    if ((tables->cache[i].unpacker = ZSTD_createDCtx()) == NULL) return false;
  return true;
}

static void cache_close(asc_tablebase *tables) {
  if (tables->cache == NULL) return;
  for (int i = 0; i < PARTS; i++) {
    ZSTD_freeDCtx(tables->cache[i].unpacker);
    pthread_mutex_destroy(&tables->cache[i].lock);
  }
  free(tables->cache);
}

/* Returns the slot that holds the block, or else the least recently used slot. */
static cache_slot *slot_choose(cache_part *part, uint64_t key) {
  cache_slot *oldest = &part->slots[0];
  for (int i = 0; i < SLOTS; i++) {
    cache_slot *slot = &part->slots[i];
    if (slot->key == key) return slot;
    if (slot->used < oldest->used) oldest = slot;
  }
  return oldest;
}

/* Unpacks the block into the slot unless it is there already. The caller holds the lock of the part. Returns false
   if the block is damaged. */
static bool slot_fill(cache_part *part, cache_slot *slot, uint64_t key, const asc_tablebase_file *file, uint64_t block,
                      uint32_t count) {
  slot->used = ++part->clock;
  if (slot->key == key) return true;
  slot->key = NO_BLOCK;
  if (!asc_tablebase_file_read_block(file, part->unpacker, block, slot->values, count)) return false;
  slot->key = key;
  return true;
}

static int value_read(asc_tablebase *tables, const asc_tablebase_file *file, uint32_t row, uint32_t column,
                      int8_t *value) {
  uint32_t at = column / file->row_blocks.values;
  uint64_t block = (uint64_t)row * file->row_blocks.count + at, key = (block + 1) << 8 | (uint64_t)file->layer->pawns;
  cache_part *part = &tables->cache[(block + (uint64_t)file->layer->pawns) % PARTS];
  pthread_mutex_lock(&part->lock);
  cache_slot *slot = slot_choose(part, key);
  bool read = slot_fill(part, slot, key, file, block, asc_tablebase_block_values(file->layer, at));
  *value = slot->values[column % file->row_blocks.values];
  pthread_mutex_unlock(&part->lock);
  if (!read) atomic_store(&tables->damaged, true);
  return read ? ASC_OK : ASC_E_FILE;
}

/* Returns the file that holds the position. NULL if its layer is missing or no play can lead to such a position. */
static const asc_tablebase_file *file_of(const asc_tablebase *tables, const asc_delta_position *position) {
  int own = asc_bits_count(position->pawns[position->mover]), other = asc_bits_count(position->pawns[!position->mover]);
  int pawns = own + other, stage = pawns < ASC_DELTA_STAGE_TURNS ? pawns : ASC_DELTA_STAGE_TURNS;
  if (pawns >= tables->plan.layer_count || tables->files[pawns].header == NULL) return NULL;
  const asc_tablebase_layer_plan *layer = &tables->plan.layers[pawns];
  bool in_turn = layer->is_last || (position->mover == ASC_DELTA_WHITE) == (pawns % 2 == 0);
  bool fits = own == layer->own_pawns && other == layer->other_pawns && in_turn && position->stage == stage;
  return fits ? &tables->files[pawns] : NULL;
}

/* Returns 1 and the value, 0 if one side has a relay already, or a negative code if the file is damaged. */
static int value_find(asc_tablebase *tables, const asc_tablebase_file *file, uint32_t own, uint32_t other,
                      int8_t *value) {
  uint32_t row, column;
  asc_tablebase_relay_paths relays;
  if (!asc_tablebase_plan_find(&tables->plan, file->layer, own, other, &row, &column)) return 0;
  asc_tablebase_relay_paths_find(&relays, &tables->plan, file->layer, own);
  if (asc_tablebase_relay_is_open(&relays, other)) {
    *value = asc_tablebase_relay_value(file->layer);
    return 1;
  }
  int code = value_read(tables, file, row, column, value);
  return code < 0 ? code : 1;
}

int asc_tablebase_probe(asc_tablebase *tables, const void *position, asc_tablebase_value *result) {
  const asc_delta_position *delta = position;
  const asc_tablebase_plan *plan = &tables->plan;
  asc_outcome outcome;
  int8_t value;
  *result = (asc_tablebase_value){0};
  const asc_tablebase_file *file = file_of(tables, delta);
  if (file == NULL || asc_position_outcome(tables->rules, position, &outcome)) return 0;
  uint32_t own = asc_tablebase_set_from_bitboard(&plan->board, delta->pawns[delta->mover]),
           other = asc_tablebase_set_from_bitboard(&plan->board, delta->pawns[!delta->mover]);
  int found = value_find(tables, file, own, other, &value);
  if (found <= 0) return found;
  *result = (asc_tablebase_value){asc_tablebase_value_points(file->layer, value),
                                  asc_tablebase_value_plies(file->layer, value)};
  return 1;
}

static bool oracle_probe(void *data, const void *position, int32_t *score, int *plies) {
  enum { HUNDREDTHS = 100 };
  asc_tablebase_value result;
  if (asc_tablebase_probe(data, position, &result) != 1) {
    asc_oracle book = asc_book_oracle(((const asc_tablebase *)data)->rules);
    return book.probe != NULL && book.probe(book.data, position, score, plies);
  }
  *score = result.points * HUNDREDTHS;
  *plies = result.plies;
  return true;
}

bool asc_tablebase_is_damaged(const asc_tablebase *tables) { return atomic_load(&tables->damaged); }

asc_oracle asc_tablebase_oracle(asc_tablebase *tables) { return (asc_oracle){.probe = oracle_probe, .data = tables}; }

static int layers_open(asc_tablebase *tables, const char *folder, asc_error *error) {
  struct stat status;
  if (stat(folder, &status) != 0) return asc_error_set(error, ASC_E_FILE, "%s: %s", folder, strerror(errno));
  if (!S_ISDIR(status.st_mode)) return asc_error_set(error, ASC_E_FILE, "%s is no folder", folder);
  for (int n = 0; n < tables->plan.layer_count; n++) {
    char path[ASC_TABLEBASE_PATH_MAX];
    const asc_tablebase_layer_plan *layer = &tables->plan.layers[n];
    asc_tablebase_file_path(path, folder, &tables->plan, layer);
    if (stat(path, &status) != 0 && errno == ENOENT) continue;
    int code = asc_tablebase_file_open(&tables->files[n], folder, &tables->plan, layer, error);
    if (code < 0) return code;
  }
  return ASC_OK;
}

int asc_tablebase_open(asc_tablebase **tables, const asc_rules *rules, const char *folder, asc_error *error) {
  static const char *const reasons[ASC_TABLEBASE_SUPPORT_KINDS] = {
      [ASC_TABLEBASE_OTHER_GAME] = "there are tables for delta alone",
      [ASC_TABLEBASE_NO_POINTS] = "tables count points: there are none for scoring=simple",
      [ASC_TABLEBASE_TOO_LARGE] = "there are no tables for boards of more than 25 squares"};
  int size, pawns;
  asc_tablebase_support fit = asc_tablebase_rules_support(rules, &size, &pawns);
  *tables = NULL;
  if (fit != ASC_TABLEBASE_SUPPORTED) return asc_error_set(error, ASC_E_INPUT, "%s", reasons[fit]);
  asc_tablebase *opened = calloc(1, sizeof *opened);
  if (opened == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  opened->rules = rules;
  bool has_memory = asc_tablebase_plan_open(&opened->plan, size, pawns) && cache_open(opened);
  int code = has_memory ? layers_open(opened, folder, error) : asc_error_set(error, ASC_E_MEMORY, "out of memory");
  if (code < 0) {
    asc_tablebase_close(opened);
    return code;
  }
  *tables = opened;
  return ASC_OK;
}

void asc_tablebase_close(asc_tablebase *tables) {
  if (tables == NULL) return;
  for (int n = 0; n < tables->plan.layer_count; n++) asc_tablebase_file_close(&tables->files[n]);
  cache_close(tables);
  asc_tablebase_plan_close(&tables->plan);
  free(tables);
}

int asc_tablebase_layer_count(const asc_tablebase *tables) { return tables->plan.layer_count; }

bool asc_tablebase_layer(const asc_tablebase *tables, int layer, asc_tablebase_layer_info *info) {
  if (layer < 0 || layer >= tables->plan.layer_count || tables->files[layer].header == NULL) return false;
  const asc_tablebase_header *header = tables->files[layer].header;
  if (info != NULL)
    *info = (asc_tablebase_layer_info){
        (uint32_t)header->rows, (uint32_t)header->columns, {header->digest[0], header->digest[1]}};
  return true;
}

int asc_tablebase_read_rows(const asc_tablebase *tables, int layer, uint32_t first, uint32_t count, int8_t *values,
                            asc_error *error) {
  return asc_tablebase_file_read_rows(&tables->files[layer], 1, first, count, values, error);
}
