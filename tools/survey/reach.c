/* Finds a game that leads to a draw with few pawns. First it marks the positions from which play can reach such a draw:
   each earlier layer is scanned for positions with a move to a marked position of the next layer. */
#include "survey.h"

#include "engine/common/large_pages.h"
#include "engine/common/parallel.h"
#include "games/delta/delta.h"
#include "solve/delta/position.h"

#include <stdlib.h>

enum { BLACK_CHOICE = 3 }; /* the layer in which Black may place a pawn or make a turn */

typedef struct reach_marks {
  const asc_tablebase_plan *plan;
  int target;                              /* the layer of the draws */
  int8_t *marks[ASC_TABLEBASE_LAYERS_MAX]; /* by layer up to the target, row by row: 1 if play can reach a draw */
} reach_marks;

/* Returns whether play can reach a draw from this position, or this is one. */
static bool is_marked(const reach_marks *self, int layer, uint32_t own, uint32_t other) {
  const asc_tablebase_layer_plan *here = &self->plan->layers[layer];
  uint32_t row, column;
  return asc_tablebase_plan_find(self->plan, here, own, other, &row, &column) &&
         self->marks[layer][(size_t)row * here->columns.count + column] == 1;
}

/* Returns whether a move of `own` leads to a marked position of the next layer. */
static bool move_reaches(const reach_marks *self, int layer, uint32_t own, uint32_t other) {
  const asc_tablebase_board *board = &self->plan->board;
  for (int i = 0; layer > 1 && i < board->move_count; i++) {
    const asc_tablebase_move *move = &board->moves[i];
    if ((own & move->from) == 0 || ((own | other) & move->path) != 0) continue;
    if (is_marked(self, layer + 1, other, (own & ~move->from) | move->to | move->tracer)) return true;
  }
  if (layer > 1 && layer != BLACK_CHOICE) return false;
  for (uint32_t rest = board->all_squares & ~(own | other); rest != 0; rest &= rest - 1)
    if (is_marked(self, layer + 1, other, own | (rest & -rest))) return true;
  return false;
}

typedef struct mark_work {
  const reach_marks *reach;
  const asc_tablebase_layer_plan *layer;
} mark_work;

/* Marks a row: of the target layer, where the marks are still the values, or of a layer before it. */
static void row_mark(void *data, int member, uint64_t row) {
  const mark_work *work = data;
  const asc_tablebase_layer_plan *layer = work->layer;
  int8_t *marks = work->reach->marks[layer->pawns] + row * layer->columns.count;
  uint32_t own = layer->own_sets->canonical[row], left = work->reach->plan->board.all_squares & ~own;
  (void)member;
  for (uint32_t i = 0; i < layer->columns.count; i++) {
    uint32_t other = (uint32_t)asc_bits_deposit(layer->columns.subsets[i], left);
    bool is_target = layer->pawns == work->reach->target;
    marks[i] = is_target ? marks[i] == 0 : move_reaches(work->reach, layer->pawns, own, other);
  }
}

static int reach_open(reach_marks *self, survey_tables *tables, int target) {
  *self = (reach_marks){.plan = &tables->plan, .target = target};
  for (int n = 0; n <= target; n++)
    if ((self->marks[n] = asc_large_pages_alloc_lazy(asc_tablebase_layer_entries(&tables->plan.layers[n]))) == NULL)
      return survey_fail(tables, ASC_E_MEMORY);
  int code = asc_tablebase_file_read_rows(&tables->layers[target], tables->threads, 0, tables->plan.layers[target].rows,
                                          self->marks[target], &tables->error);
  for (int n = target; n >= 0 && code == ASC_OK; n--) {
    mark_work work = {self, &tables->plan.layers[n]};
    asc_parallel_for(tables->threads, work.layer->rows, row_mark, &work);
  }
  return code;
}

static void reach_close(reach_marks *self) {
  for (int n = 0; n <= self->target; n++)
    asc_large_pages_free(self->marks[n], asc_tablebase_layer_entries(&self->plan->layers[n]));
}

static bool leads(const reach_marks *self, const asc_position *position, int layer) {
  const asc_delta_position *delta = (const asc_delta_position *)position;
  const asc_tablebase_board *board = &self->plan->board;
  return is_marked(self, layer, asc_tablebase_set_from_bitboard(board, delta->pawns[delta->mover]),
                   asc_tablebase_set_from_bitboard(board, delta->pawns[!delta->mover]));
}

/* Plays and writes the first move after which play can still reach a draw. There is one. */
static void step_write(survey_tables *tables, const reach_marks *self, asc_position *position, int layer,
                       asc_move *moves) {
  char token[ASC_TOKEN_MAX];
  int count = asc_position_moves(tables->rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_position next = *position;
    asc_position_play(tables->rules, &next, moves[i]);
    if (!leads(self, &next, layer + 1)) continue;
    asc_move_write(tables->rules, position, moves[i], token);
    asc_json_text(&tables->json, NULL, token);
    *position = next;
    return;
  }
}

int survey_game_to_draw(survey_tables *self, int pawns) {
  reach_marks marks;
  asc_position position = {0};
  asc_move *moves = malloc((size_t)self->rules->moves_max * sizeof *moves);
  int code = reach_open(&marks, self, pawns);
  if (code == ASC_OK && moves == NULL) code = survey_fail(self, ASC_E_MEMORY);
  asc_position_start(self->rules, &position);
  if (code == ASC_OK && leads(&marks, &position, 0)) {
    asc_json_open(&self->json, NULL, '[');
    for (int n = 0; n < pawns; n++) step_write(self, &marks, &position, n, moves);
    asc_json_close(&self->json, ']');
  } else {
    asc_json_null(&self->json, NULL);
  }
  reach_close(&marks);
  free(moves);
  return code;
}
