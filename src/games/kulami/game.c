/* Playing a move, and the asc_game interface of Kulami.

   A move is the number of its hole. A position does not store points: score.c counts them when needed. */
#include "kulami.h"

#include "base/hash.h"

#include <assert.h>

extern const char asc_kulami_rules_text[];
extern const asc_catalogue asc_kulami_catalogues[];

static void start(const asc_rules *rules, void *position) {
  (void)rules;
  *(asc_kulami_position *)position =
      (asc_kulami_position){.last_hole = ASC_KULAMI_NO_HOLE, .previous_tile = ASC_KULAMI_NO_TILE};
}

static int turn(const asc_rules *rules, const void *position) {
  (void)rules;
  return 1 + ((const asc_kulami_position *)position)->plies % 2;
}

ASC_TARGET_CLONES static int moves_list(const asc_rules *rules, const void *position, asc_move *moves) {
  uint64_t open = asc_kulami_open_holes((const asc_kulami_rules *)rules, position);
  int count = 0;
  for (; open != 0; open = asc_bits_clear_lowest(open)) moves[count++] = (asc_move)asc_bits_lowest(open);
  return count;
}

ASC_TARGET_CLONES static int moves_count(const asc_rules *rules, const void *position) {
  return asc_bits_count(asc_kulami_open_holes((const asc_kulami_rules *)rules, position));
}

ASC_TARGET_CLONES static asc_move moves_pick(const asc_rules *rules, const void *position, int k) {
  return (asc_move)asc_bits_select(asc_kulami_open_holes((const asc_kulami_rules *)rules, position), k);
}

static void play(const asc_rules *rules, void *position, asc_move move) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  asc_kulami_position *p = position;
  assert(move < ASC_KULAMI_HOLES && (asc_kulami_open_holes(kulami, p) & asc_bit((int)move)) != 0);
  p->marbles[p->plies % 2] |= asc_bit((int)move);
  p->previous_tile = kulami->tile_of[p->last_hole];
  p->last_hole = (uint8_t)move;
  p->plies++;
}

/* The player who passes places no marble. Tiles are off limits for two plies, and the pass is one of them. So the tile
   of the marble before the last is open again. That never happens in a normal game, so the position differs from all
   that are played. */
static bool pass(const asc_rules *rules, void *position) {
  (void)rules;
  asc_kulami_position *p = position;
  if (p->plies < 2) return false;
  p->previous_tile = ASC_KULAMI_NO_TILE;
  p->plies++;
  return true;
}

static uint64_t hash_position(const asc_rules *rules, const void *position) {
  (void)rules;
  const asc_kulami_position *p = position;
  uint64_t hash = asc_hash_add(asc_hash_add(0, p->marbles[ASC_KULAMI_RED]), p->marbles[ASC_KULAMI_BLACK]);
  return asc_hash_add(hash, (uint64_t)p->last_hole << 8 | p->previous_tile);
}

static const asc_kind kinds[] = {{"red", "◐", 'R', 1}, {"black", "●", 'B', 2}};

const asc_game asc_kulami_game = {
    .id = "kulami",
    .title = "Kulami",
    .rules_text = asc_kulami_rules_text,
    .catalogues = asc_kulami_catalogues,
    .options = asc_kulami_options,
    .option_count = ASC_KULAMI_OPTION_COUNT,
    .kinds = kinds,
    .kind_count = sizeof kinds / sizeof kinds[0],
    .rules_size = sizeof(asc_kulami_rules),
    .open = asc_kulami_open,
    .resolve = asc_kulami_resolve,
    .start = start,
    .turn = turn,
    .moves = moves_list,
    .play = play,
    .outcome = asc_kulami_outcome,
    .resign = asc_kulami_resign,
    .pass = pass,
    .hash = hash_position,
    .check = asc_kulami_check,
    .write = asc_kulami_write,
    .read = asc_kulami_read,
    .write_move = asc_kulami_write_move,
    .count = moves_count,
    .pick = moves_pick,
    .transform = asc_kulami_transform,
    .transform_move = asc_kulami_transform_move,
    .view = asc_kulami_view,
    .path = asc_kulami_path,
    .steps = asc_kulami_steps,
    .why = asc_kulami_why,
    .knowledge = ASC_KNOWLEDGE(asc_kulami_knowledge),
    .editor = &asc_kulami_editor,
};
