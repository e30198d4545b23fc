#include "position.h"

#include "games/delta/delta.h"

#include <stdio.h>

retro_fit asc_retro_rules_fit(const asc_rules *rules, int *size, int *pawns) {
  const delta_rules *delta = (const delta_rules *)rules;
  if (strcmp(rules->game->id, "delta") != 0) return RETRO_OTHER_GAME;
  if (delta->simple) return RETRO_NO_POINTS;
  if (delta->size > RETRO_SIZE_MAX) return RETRO_TOO_LARGE;
  *size = delta->size;
  *pawns = delta->pawns;
  return RETRO_FITS;
}

uint32_t asc_retro_set_of(const retro_board *board, uint64_t men) {
  uint32_t set = 0, rank = ((uint32_t)1 << board->size) - 1;
  for (int r = 0; r < board->size; r++) set |= ((uint32_t)(men >> r * DELTA_STRIDE) & rank) << r * board->size;
  return set;
}

uint64_t asc_retro_men_of(const retro_board *board, uint32_t set) {
  uint64_t men = 0, rank = ((uint64_t)1 << board->size) - 1;
  for (int r = 0; r < board->size; r++) men |= (set >> r * board->size & rank) << r * DELTA_STRIDE;
  return men;
}

void asc_retro_position_make(const retro_board *board, const retro_layer *layer, uint32_t own, uint32_t other,
                             asc_position *position) {
  int mover = layer->last || layer->pawns % 2 == 0 ? DELTA_WHITE : DELTA_BLACK;
  delta_position delta = {.mover = (uint8_t)mover,
                          .stage = (uint8_t)(layer->pawns < DELTA_TURNS ? layer->pawns : DELTA_TURNS)};
  delta.men[mover] = asc_retro_men_of(board, own);
  delta.men[!mover] = asc_retro_men_of(board, other);
  memset(position, 0, sizeof *position);
  memcpy(position, &delta, sizeof delta);
}

void asc_retro_square_write(const retro_board *board, uint32_t square, char text[ASC_TOKEN_MAX]) {
  int index = asc_bits_lowest(square);
  (void)snprintf(text, ASC_TOKEN_MAX, "%c%d", 'a' + index % board->size, index / board->size + 1);
}
