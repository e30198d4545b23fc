/* Any position's value, from whatever layers are there.

   What is obvious needs no file. Else a probe finds the place of the position and then the block that holds it. Blocks
   are unpacked into a cache of many small parts with a lock each: the blocks of a row lie in different parts, and
   threads seldom meet. */
#include <ascona/tablebase.h>

#include "core/text.h"
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
  uint64_t block; /* which one, over all layers, or NO_BLOCK */
  uint64_t used;
  int8_t values[RETRO_BLOCK];
} cache_slot;

typedef struct cache_part {
  pthread_mutex_t lock;
  ZSTD_DCtx *unpacker;
  uint64_t clock;
  cache_slot slots[SLOTS];
} cache_part;

struct asc_tablebase {
  const asc_rules *rules;
  retro_plan plan;
  retro_table tables[RETRO_LAYERS_MAX]; /* one that is not open is not there */
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

/* The slot that has the block, or the one that was used the longest ago. */
static cache_slot *slot_choose(cache_part *part, uint64_t block) {
  cache_slot *oldest = &part->slots[0];
  for (int i = 0; i < SLOTS; i++) {
    cache_slot *slot = &part->slots[i];
    if (slot->block == block) return slot;
    if (slot->used < oldest->used) oldest = slot;
  }
  return oldest;
}

/* With the part locked. False: the block is damaged. */
static bool slot_fill(cache_part *part, cache_slot *slot, uint64_t name, const retro_table *table, uint64_t block,
                      uint32_t count) {
  slot->used = ++part->clock;
  if (slot->block == name) return true;
  slot->block = NO_BLOCK;
  if (!asc_retro_block_read(table, part->unpacker, block, slot->values, count)) return false;
  slot->block = name;
  return true;
}

static int value_read(asc_tablebase *tables, const retro_table *table, uint32_t row, uint32_t column, int8_t *value) {
  uint32_t at = column / table->cut.size;
  uint64_t block = (uint64_t)row * table->cut.blocks + at, name = (block + 1) << 8 | (uint64_t)table->layer->pawns;
  cache_part *part = &tables->cache[(block + (uint64_t)table->layer->pawns) % PARTS];
  pthread_mutex_lock(&part->lock);
  cache_slot *slot = slot_choose(part, name);
  bool read = slot_fill(part, slot, name, table, block, retro_block_values(table->layer, at));
  *value = slot->values[column % table->cut.size];
  pthread_mutex_unlock(&part->lock);
  if (!read) atomic_store(&tables->damaged, true);
  return read ? ASC_OK : ASC_E_FILE;
}

/* The layer a position belongs to; NULL: none, it is no position that play leads to, or the layer is not there. */
static const retro_table *table_of(const asc_tablebase *tables, const delta_position *position) {
  int own = asc_bits_count(position->men[position->mover]), other = asc_bits_count(position->men[!position->mover]);
  int pawns = own + other, stage = pawns < DELTA_TURNS ? pawns : DELTA_TURNS;
  if (pawns >= tables->plan.layer_count || tables->tables[pawns].header == NULL) return NULL;
  const retro_layer *layer = &tables->plan.layers[pawns];
  bool in_turn = layer->last || (position->mover == DELTA_WHITE) == (pawns % 2 == 0);
  bool fits = own == layer->own && other == layer->other && in_turn && position->stage == stage;
  return fits ? &tables->tables[pawns] : NULL;
}

/* 1 and the value; 0: one side has a relay already; negative: the file is damaged. */
static int value_find(asc_tablebase *tables, const retro_table *table, uint32_t own, uint32_t other, int8_t *value) {
  uint32_t row, column;
  retro_relays relays;
  if (!asc_retro_plan_find(&tables->plan, table->layer, own, other, &row, &column)) return 0;
  asc_retro_relays_find(&relays, &tables->plan, table->layer, own);
  if (retro_relays_open(&relays, other)) {
    *value = retro_value_relay(table->layer);
    return 1;
  }
  int code = value_read(tables, table, row, column, value);
  return code < 0 ? code : 1;
}

int asc_tablebase_probe(asc_tablebase *tables, const void *position, asc_truth *truth) {
  const delta_position *delta = position;
  const retro_plan *plan = &tables->plan;
  asc_outcome outcome;
  int8_t value;
  *truth = (asc_truth){0};
  const retro_table *table = table_of(tables, delta);
  if (table == NULL || asc_position_outcome(tables->rules, position, &outcome)) return 0;
  uint32_t own = asc_retro_set_of(&plan->board, delta->men[delta->mover]),
           other = asc_retro_set_of(&plan->board, delta->men[!delta->mover]);
  int found = value_find(tables, table, own, other, &value);
  if (found <= 0) return found;
  *truth = (asc_truth){asc_retro_value_points(table->layer, value), asc_retro_value_plies(table->layer, value)};
  return 1;
}

static bool oracle_ask(void *data, const void *position, int32_t *score, int *plies) {
  enum { HUNDREDTHS = 100 };
  asc_truth truth;
  if (asc_tablebase_probe(data, position, &truth) != 1) {
    asc_oracle book = asc_book(((const asc_tablebase *)data)->rules);
    return book.ask != NULL && book.ask(book.data, position, score, plies);
  }
  *score = truth.points * HUNDREDTHS;
  *plies = truth.plies;
  return true;
}

bool asc_tablebase_damaged(const asc_tablebase *tables) { return atomic_load(&tables->damaged); }

asc_oracle asc_tablebase_oracle(asc_tablebase *tables) { return (asc_oracle){.ask = oracle_ask, .data = tables}; }

static int layers_open(asc_tablebase *tables, const char *folder, asc_error *error) {
  struct stat status;
  if (stat(folder, &status) != 0) return asc_fail(error, ASC_E_FILE, "%s: %s", folder, strerror(errno));
  if (!S_ISDIR(status.st_mode)) return asc_fail(error, ASC_E_FILE, "%s is no folder", folder);
  for (int n = 0; n < tables->plan.layer_count; n++) {
    char path[RETRO_PATH_MAX];
    const retro_layer *layer = &tables->plan.layers[n];
    asc_retro_table_path(path, folder, &tables->plan, layer);
    if (stat(path, &status) != 0 && errno == ENOENT) continue;
    int code = asc_retro_table_open(&tables->tables[n], folder, &tables->plan, layer, error);
    if (code < 0) return code;
  }
  return ASC_OK;
}

int asc_tablebase_open(asc_tablebase **tables, const asc_rules *rules, const char *folder, asc_error *error) {
  static const char *const faults[RETRO_FIT_KINDS] = {
      [RETRO_OTHER_GAME] = "there are tables for delta alone",
      [RETRO_NO_POINTS] = "tables count points: there are none for scoring=simple",
      [RETRO_TOO_LARGE] = "there are no tables for boards of more than 25 squares"};
  int size, pawns;
  retro_fit fit = asc_retro_rules_fit(rules, &size, &pawns);
  *tables = NULL;
  if (fit != RETRO_FITS) return asc_fail(error, ASC_E_INPUT, "%s", faults[fit]);
  asc_tablebase *made = calloc(1, sizeof *made);
  if (made == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  made->rules = rules;
  bool room = asc_retro_plan_open(&made->plan, size, pawns) && cache_open(made);
  int code = room ? layers_open(made, folder, error) : asc_fail(error, ASC_E_MEMORY, "out of memory");
  if (code < 0) {
    asc_tablebase_close(made);
    return code;
  }
  *tables = made;
  return ASC_OK;
}

void asc_tablebase_close(asc_tablebase *tables) {
  if (tables == NULL) return;
  for (int n = 0; n < tables->plan.layer_count; n++) asc_retro_table_close(&tables->tables[n]);
  cache_close(tables);
  asc_retro_plan_close(&tables->plan);
  free(tables);
}

int asc_tablebase_layers(const asc_tablebase *tables) { return tables->plan.layer_count; }

bool asc_tablebase_layer(const asc_tablebase *tables, int layer, asc_tablebase_layer_facts *facts) {
  if (layer < 0 || layer >= tables->plan.layer_count || tables->tables[layer].header == NULL) return false;
  const retro_header *header = tables->tables[layer].header;
  if (facts != NULL)
    *facts = (asc_tablebase_layer_facts){
        (uint32_t)header->rows, (uint32_t)header->columns, {header->digest[0], header->digest[1]}};
  return true;
}

int asc_tablebase_rows(const asc_tablebase *tables, int layer, uint32_t first, uint32_t count, int8_t *values,
                       asc_error *error) {
  return asc_retro_table_read(&tables->tables[layer], 1, first, count, values, error);
}
