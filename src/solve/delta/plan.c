/* Lays out the layers of a board, finds positions in them and decodes values. See plan.h. */
#include "plan.h"

static bool layer_open(asc_tablebase_plan *plan, int pawns) {
  asc_tablebase_layer_plan *layer = &plan->layers[pawns];
  int squares = plan->board.square_count;
  bool last = pawns == 2 * plan->pawns_per_side;
  layer->pawns = pawns;
  layer->own_pawns = pawns / 2;
  layer->other_pawns = pawns - layer->own_pawns;
  layer->is_last = last;
  layer->relay_points = squares - pawns - (last ? 0 : 1);
  layer->own_sets = &plan->sets[layer->own_pawns];
  layer->rows = layer->own_sets->rows;
  return asc_tablebase_ranking_open(&layer->columns, squares - layer->own_pawns, layer->other_pawns) &&
         asc_tablebase_ranking_open(&layer->movers, squares - layer->other_pawns, layer->own_pawns);
}

bool asc_tablebase_plan_open(asc_tablebase_plan *plan, int size, int pawns) {
  *plan = (asc_tablebase_plan){.pawns_per_side = pawns, .layer_count = 2 * pawns + 1};
  asc_tablebase_board_init(&plan->board, size);
  asc_tablebase_low_ranks_init(plan->low_ranks);
  for (int count = 0; count <= pawns; count++)
    if (!asc_tablebase_sets_open(&plan->sets[count], &plan->board, plan->low_ranks, count)) return false;
  for (int n = 0; n < plan->layer_count; n++)
    if (!layer_open(plan, n)) return false;
  return true;
}

void asc_tablebase_plan_close(asc_tablebase_plan *plan) {
  for (int n = 0; n < plan->layer_count; n++) {
    asc_tablebase_ranking_close(&plan->layers[n].columns);
    asc_tablebase_ranking_close(&plan->layers[n].movers);
  }
  for (int count = 0; count <= plan->pawns_per_side; count++) asc_tablebase_sets_close(&plan->sets[count]);
}

bool asc_tablebase_plan_find(const asc_tablebase_plan *plan, const asc_tablebase_layer_plan *layer, uint32_t own,
                             uint32_t other, uint32_t *row, uint32_t *column) {
  uint32_t row_ref = layer->own_sets->row_ref[asc_tablebase_rank(&layer->own_sets->ranking, plan->low_ranks, own)];
  if (row_ref == ASC_TABLEBASE_NO_ROW || asc_tablebase_board_has_relay(&plan->board, other)) return false;
  *row = row_ref >> ASC_TABLEBASE_ROW_REF_SHIFT;
  uint32_t image = asc_tablebase_board_image(&plan->board, (int)(row_ref & ASC_TABLEBASE_ROW_REF_SYMMETRY), other);
  uint32_t left = plan->board.all_squares & ~layer->own_sets->canonical[*row];
  *column = asc_tablebase_rank(&layer->columns, plan->low_ranks, (uint32_t)asc_bits_extract(image, left));
  return true;
}

int asc_tablebase_value_points(const asc_tablebase_layer_plan *layer, int8_t value) {
  if (!layer->is_last) return value;
  int points = value >= ASC_TABLEBASE_LAST_RELAY_MIN || value < ASC_TABLEBASE_LAST_NO_MOVE ? layer->relay_points : 1;
  return value == 0 ? 0 : value > 0 ? points : -points;
}

int asc_tablebase_value_plies(const asc_tablebase_layer_plan *layer, int8_t value) {
  if (!layer->is_last || value == 0) return 0;
  if (value > 0)
    return 2 * ((value >= ASC_TABLEBASE_LAST_RELAY_MIN ? 127 : ASC_TABLEBASE_LAST_RELAY_MIN - 1) - value) + 1;
  return 2 * (value - (value < ASC_TABLEBASE_LAST_NO_MOVE ? ASC_TABLEBASE_NO_POSITION : ASC_TABLEBASE_LAST_NO_MOVE));
}
