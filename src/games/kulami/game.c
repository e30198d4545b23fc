/* The rules in play: where a marble may go and what putting it changes, and Kulami's table.

   A move is the number of its hollow. A position holds no points: they are counted when somebody asks. */
#include "kulami.h"

#include "core/hash.h"

#include <assert.h>

extern const char asc_kulami_about[];
extern const asc_catalogue asc_kulami_catalogues[];

static void start(const asc_rules *rules, void *position) {
  (void)rules;
  *(kulami_position *)position = (kulami_position){.last = KULAMI_NO_HOLLOW, .before = KULAMI_NO_PLATE};
}

static int turn(const asc_rules *rules, const void *position) {
  (void)rules;
  return 1 + ((const kulami_position *)position)->plies % 2;
}

ASC_FAST static int moves_list(const asc_rules *rules, const void *position, asc_move *moves) {
  uint64_t open = kulami_open_hollows((const kulami_rules *)rules, position);
  int count = 0;
  for (; open != 0; open = asc_bits_drop(open)) moves[count++] = (asc_move)asc_bits_lowest(open);
  return count;
}

ASC_FAST static int moves_count(const asc_rules *rules, const void *position) {
  return asc_bits_count(kulami_open_hollows((const kulami_rules *)rules, position));
}

ASC_FAST static asc_move moves_pick(const asc_rules *rules, const void *position, int k) {
  return (asc_move)asc_bits_select(kulami_open_hollows((const kulami_rules *)rules, position), k);
}

static void play(const asc_rules *rules, void *position, asc_move move) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  kulami_position *p = position;
  assert(move < KULAMI_HOLLOWS && (kulami_open_hollows(kulami, p) & asc_bit((int)move)) != 0);
  p->marbles[p->plies % 2] |= asc_bit((int)move);
  p->before = kulami->plate_of[p->last];
  p->last = (uint8_t)move;
  p->plies++;
}

/* Who passes keeps a marble. Plates are closed for two plies, of which this is one: that of the marble before the last
   is open again, which is so in no game and tells the position from all that are played. */
static bool pass(const asc_rules *rules, void *position) {
  (void)rules;
  kulami_position *p = position;
  if (p->plies < 2) return false;
  p->before = KULAMI_NO_PLATE;
  p->plies++;
  return true;
}

static uint64_t hash_position(const asc_rules *rules, const void *position) {
  (void)rules;
  const kulami_position *p = position;
  uint64_t hash = asc_hash_add(asc_hash_add(0, p->marbles[KULAMI_RED]), p->marbles[KULAMI_BLACK]);
  return asc_hash_add(hash, (uint64_t)p->last << 8 | p->before);
}

static const asc_kind kinds[] = {{"red", "◐", 'R', 1}, {"black", "●", 'B', 2}};

const asc_game asc_kulami_game = {
    .id = "kulami",
    .title = "Kulami",
    .about = asc_kulami_about,
    .catalogues = asc_kulami_catalogues,
    .options = asc_kulami_options,
    .option_count = KULAMI_OPTIONS,
    .kinds = kinds,
    .kind_count = sizeof kinds / sizeof kinds[0],
    .rules_size = sizeof(kulami_rules),
    .open = asc_kulami_open,
    .resolve = asc_kulami_resolve,
    .start = start,
    .turn = turn,
    .moves = moves_list,
    .play = play,
    .outcome = asc_kulami_outcome,
    .give_up = asc_kulami_give_up,
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
    .way = asc_kulami_way,
    .steps = asc_kulami_steps,
    .why = asc_kulami_why,
    .knowledge = ASC_KNOWLEDGE(asc_kulami_knowledge),
    .editor = &asc_kulami_editor,
};
