#include "plan.h"

static bool layer_open(retro_plan *plan, int pawns) {
  retro_layer *layer = &plan->layers[pawns];
  int squares = plan->board.squares;
  bool last = pawns == 2 * plan->pawns;
  layer->pawns = pawns;
  layer->own = pawns / 2;
  layer->other = pawns - layer->own;
  layer->last = last;
  layer->relay = squares - pawns - (last ? 0 : 1);
  layer->sets = &plan->sets[layer->own];
  layer->rows = layer->sets->rows;
  return asc_retro_ranking_open(&layer->columns, squares - layer->own, layer->other) &&
         asc_retro_ranking_open(&layer->movers, squares - layer->other, layer->own);
}

bool asc_retro_plan_open(retro_plan *plan, int size, int pawns) {
  *plan = (retro_plan){.pawns = pawns, .layer_count = 2 * pawns + 1};
  asc_retro_board_make(&plan->board, size);
  asc_retro_low_ranks_make(plan->low_ranks);
  for (int count = 0; count <= pawns; count++)
    if (!asc_retro_sets_open(&plan->sets[count], &plan->board, plan->low_ranks, count)) return false;
  for (int n = 0; n < plan->layer_count; n++)
    if (!layer_open(plan, n)) return false;
  return true;
}

void asc_retro_plan_close(retro_plan *plan) {
  for (int n = 0; n < plan->layer_count; n++) {
    asc_retro_ranking_close(&plan->layers[n].columns);
    asc_retro_ranking_close(&plan->layers[n].movers);
  }
  for (int count = 0; count <= plan->pawns; count++) asc_retro_sets_close(&plan->sets[count]);
}

bool asc_retro_plan_find(const retro_plan *plan, const retro_layer *layer, uint32_t own, uint32_t other, uint32_t *row,
                         uint32_t *column) {
  uint32_t home = layer->sets->home[retro_rank(&layer->sets->ranking, plan->low_ranks, own)];
  if (home == RETRO_NO_ROW || asc_retro_board_relay(&plan->board, other)) return false;
  *row = home >> RETRO_HOME_SHIFT;
  uint32_t image = asc_retro_board_image(&plan->board, (int)(home & RETRO_HOME_SYMMETRY), other);
  uint32_t left = plan->board.all & ~layer->sets->first[*row];
  *column = retro_rank(&layer->columns, plan->low_ranks, (uint32_t)asc_bits_gather(image, left));
  return true;
}

int asc_retro_value_points(const retro_layer *layer, int8_t value) {
  if (!layer->last) return value;
  int size = value >= RETRO_LAST_RELAY || value < RETRO_LAST_STUCK ? layer->relay : 1;
  return value == 0 ? 0 : value > 0 ? size : -size;
}

int asc_retro_value_plies(const retro_layer *layer, int8_t value) {
  if (!layer->last || value == 0) return 0;
  if (value > 0) return 2 * ((value >= RETRO_LAST_RELAY ? 127 : RETRO_LAST_RELAY - 1) - value) + 1;
  return 2 * (value - (value < RETRO_LAST_STUCK ? RETRO_OVER : RETRO_LAST_STUCK));
}
