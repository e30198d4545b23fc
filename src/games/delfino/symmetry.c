/* When two positions are the same: the hash, and the four rotations about the centre of the first grid.

   The cards turn along with the layout. A reflection is no symmetry: it would reverse the dolphin, and with it the
   direction in which a card is turned. */
#include "delfino.h"

#include "core/hash.h"

#include <string.h>

uint64_t asc_delfino_hash(const asc_rules *rules, const void *position) {
  const uint8_t *bytes = position;
  uint64_t hash = 0;
  for (size_t i = 0; i < rules->position_size; i += 8) {
    uint64_t word = 0;
    for (size_t j = 0; j < 8; j++) word |= (uint64_t)bytes[i + j] << (8 * j);
    hash = asc_hash_add(hash, word);
  }
  return hash;
}

/* Clockwise, by quarter turns. */
static delfino_place place_rotated(const asc_rules *rules, delfino_place place, int quarters) {
  int side = ((const delfino_rules *)rules)->side;
  for (; quarters > 0; quarters--) place = (delfino_place){place.y, side + 1 - place.x};
  return place;
}

static int least(int a, int b) { return a < b ? a : b; }

void asc_delfino_transform(const asc_rules *rules, int symmetry, const void *position, void *image) {
  const delfino_position *p = position;
  delfino_position *q = image;
  int cells = p->columns * p->rows;
  memcpy(q, p, rules->position_size);
  memset(q->cells, 0, rules->position_size - offsetof(delfino_position, cells));
  delfino_place one = place_rotated(rules, delfino_cell_place(p, 0), symmetry);
  delfino_place other = place_rotated(rules, delfino_cell_place(p, cells - 1), symmetry);
  q->west = (int8_t)least(one.x, other.x);
  q->south = (int8_t)least(one.y, other.y);
  q->columns = symmetry % 2 == 0 ? p->columns : p->rows;
  q->rows = symmetry % 2 == 0 ? p->rows : p->columns;
  for (int cell = 0; cell < cells; cell++) {
    uint8_t card = p->cells[cell];
    if (card == 0) continue;
    int to = delfino_cell(q, place_rotated(rules, delfino_cell_place(p, cell), symmetry));
    q->cells[to] = (uint8_t)((card & ~DELFINO_TURNS) | ((card + symmetry) & DELFINO_TURNS));
    for (int i = 0; i < DELFINO_PLAYERS; i++)
      if (p->pawns[i] == cell) q->pawns[i] = (uint8_t)to;
  }
}

asc_move asc_delfino_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move) {
  (void)position;
  delfino_place to = place_rotated(rules, delfino_move_to(move), symmetry);
  switch (delfino_move_kind(move)) {
  case DELFINO_MOVE_PLACE: return delfino_move(DELFINO_MOVE_PLACE, delfino_place_code(to));
  case DELFINO_MOVE_GO:
    return delfino_move_go((delfino_move_way(move) + 2 * symmetry) % DELFINO_WAYS, delfino_move_steps(move));
  case DELFINO_MOVE_CARD: return delfino_move_card(place_rotated(rules, delfino_move_from(move), symmetry), to);
  default: return move;
  }
}
