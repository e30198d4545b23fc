/* The hash of a position, and its symmetries: the four rotations about the centre of the first grid.

   The cards rotate along with the layout. A reflection is not a symmetry, because it would reverse the dolphin and with
   it the direction in which cards are turned. */
#include "delfino.h"

#include "base/hash.h"

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

/* Returns the space rotated clockwise by quarter turns. */
static asc_delfino_space space_rotated(const asc_rules *rules, asc_delfino_space space, int quarters) {
  int side = ((const asc_delfino_rules *)rules)->side;
  for (; quarters > 0; quarters--) space = (asc_delfino_space){space.y, side + 1 - space.x};
  return space;
}

static int min_int(int a, int b) { return a < b ? a : b; }

void asc_delfino_transform(const asc_rules *rules, int symmetry, const void *position, void *image) {
  const asc_delfino_position *p = position;
  asc_delfino_position *q = image;
  int cells = p->columns * p->rows;
  memcpy(q, p, rules->position_size);
  memset(q->cells, 0, rules->position_size - offsetof(asc_delfino_position, cells));
  asc_delfino_space one = space_rotated(rules, asc_delfino_cell_space(p, 0), symmetry);
  asc_delfino_space other = space_rotated(rules, asc_delfino_cell_space(p, cells - 1), symmetry);
  q->west = (int8_t)min_int(one.x, other.x);
  q->south = (int8_t)min_int(one.y, other.y);
  q->columns = symmetry % 2 == 0 ? p->columns : p->rows;
  q->rows = symmetry % 2 == 0 ? p->rows : p->columns;
  for (int cell = 0; cell < cells; cell++) {
    uint8_t card = p->cells[cell];
    if (card == 0) continue;
    int to = asc_delfino_cell(q, space_rotated(rules, asc_delfino_cell_space(p, cell), symmetry));
    q->cells[to] = (uint8_t)((card & ~ASC_DELFINO_TURNS_MASK) | ((card + symmetry) & ASC_DELFINO_TURNS_MASK));
    for (int i = 0; i < ASC_DELFINO_PLAYERS_MAX; i++)
      if (p->pawns[i] == cell) q->pawns[i] = (uint8_t)to;
  }
}

asc_move asc_delfino_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move) {
  (void)position;
  asc_delfino_space to = space_rotated(rules, asc_delfino_move_to(move), symmetry);
  switch (asc_delfino_kind_of(move)) {
  case ASC_DELFINO_MOVE_PLACE: return asc_delfino_move(ASC_DELFINO_MOVE_PLACE, asc_delfino_space_code(to));
  case ASC_DELFINO_MOVE_PAWN:
    return asc_delfino_move_pawn((asc_delfino_move_direction(move) + 2 * symmetry) % ASC_DELFINO_DIRECTIONS,
                                 asc_delfino_move_steps(move));
  case ASC_DELFINO_MOVE_CARD:
    return asc_delfino_move_card(space_rotated(rules, asc_delfino_move_from(move), symmetry), to);
  default: return move;
  }
}
