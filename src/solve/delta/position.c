/* Converts the game's bitboards to sets without gaps, and back. See position.h. */
#include "position.h"

#include "games/delta/delta.h"

#include <stdio.h>

asc_tablebase_support asc_tablebase_rules_support(const asc_rules *rules, int *size, int *pawns) {
  const asc_delta_rules *delta = (const asc_delta_rules *)rules;
  if (strcmp(rules->game->id, "delta") != 0) return ASC_TABLEBASE_OTHER_GAME;
  if (delta->simple_scoring) return ASC_TABLEBASE_NO_POINTS;
  if (delta->size > ASC_TABLEBASE_SIZE_MAX) return ASC_TABLEBASE_TOO_LARGE;
  *size = delta->size;
  *pawns = delta->pawns_per_player;
  return ASC_TABLEBASE_SUPPORTED;
}

uint32_t asc_tablebase_set_from_bitboard(const asc_tablebase_board *board, uint64_t pieces) {
  uint32_t set = 0, rank = ((uint32_t)1 << board->size) - 1;
  for (int r = 0; r < board->size; r++) set |= ((uint32_t)(pieces >> r * ASC_DELTA_STRIDE) & rank) << r * board->size;
  return set;
}

uint64_t asc_tablebase_bitboard_from_set(const asc_tablebase_board *board, uint32_t set) {
  uint64_t pieces = 0, rank = ((uint64_t)1 << board->size) - 1;
  for (int r = 0; r < board->size; r++) pieces |= (set >> r * board->size & rank) << r * ASC_DELTA_STRIDE;
  return pieces;
}

void asc_tablebase_position_make(const asc_tablebase_board *board, const asc_tablebase_layer_plan *layer, uint32_t own,
                                 uint32_t other, asc_position *position) {
  int mover = layer->is_last || layer->pawns % 2 == 0 ? ASC_DELTA_WHITE : ASC_DELTA_BLACK;
  asc_delta_position delta = {
      .mover = (uint8_t)mover,
      .stage = (uint8_t)(layer->pawns < ASC_DELTA_STAGE_TURNS ? layer->pawns : ASC_DELTA_STAGE_TURNS)};
  delta.pawns[mover] = asc_tablebase_bitboard_from_set(board, own);
  delta.pawns[!mover] = asc_tablebase_bitboard_from_set(board, other);
  memset(position, 0, sizeof *position);
  memcpy(position, &delta, sizeof delta);
}

void asc_tablebase_square_write(const asc_tablebase_board *board, uint32_t square, char text[ASC_TOKEN_MAX]) {
  int index = asc_bits_lowest(square);
  (void)snprintf(text, ASC_TOKEN_MAX, "%c%d", 'a' + index % board->size, index / board->size + 1);
}
