#include "survey_lead.h"

#include "core/text.h"
#include "engine/common/pages.h"
#include "engine/common/team.h"

enum { BLACK_CHOICE = 3 }; /* the layer in which a pawn may be put as well as a turn made */

bool asc_retro_lead_has(const retro_lead *lead, int layer, uint32_t own, uint32_t other) {
  const retro_layer *here = &lead->plan->layers[layer];
  uint32_t row, column;
  if (layer > lead->layer || !asc_retro_plan_find(lead->plan, here, own, other, &row, &column)) return false;
  return lead->leads[layer][(size_t)row * here->columns.count + column] == 1;
}

/* Whether a move of `own` leads to a position of the next layer from which play can go on. */
static bool move_leads(const retro_lead *lead, int layer, uint32_t own, uint32_t other) {
  const retro_board *board = &lead->plan->board;
  for (int i = 0; layer > 1 && i < board->way_count; i++) {
    const retro_way *way = &board->ways[i];
    if ((own & way->from) == 0 || ((own | other) & way->over) != 0) continue;
    if (asc_retro_lead_has(lead, layer + 1, other, (own & ~way->from) | way->to | way->tracer)) return true;
  }
  if (layer > 1 && layer != BLACK_CHOICE) return false;
  for (uint32_t rest = board->all & ~(own | other); rest != 0; rest &= rest - 1)
    if (asc_retro_lead_has(lead, layer + 1, other, own | (rest & -rest))) return true;
  return false;
}

typedef struct lead_work {
  const retro_lead *lead;
  const retro_layer *layer;
  int8_t value;
} lead_work;

static void row_look(void *data, int member, uint64_t row) {
  const lead_work *work = data;
  const retro_layer *layer = work->layer;
  int8_t *leads = work->lead->leads[layer->pawns] + row * layer->columns.count;
  uint32_t own = layer->sets->first[row], left = work->lead->plan->board.all & ~own;
  (void)member;
  for (uint32_t i = 0; i < layer->columns.count; i++)
    leads[i] = move_leads(work->lead, layer->pawns, own, (uint32_t)asc_bits_spread(layer->columns.subset[i], left));
}

static void row_compare(void *data, int member, uint64_t row) {
  const lead_work *work = data;
  const retro_layer *layer = work->layer;
  int8_t *leads = work->lead->leads[layer->pawns] + row * layer->columns.count;
  (void)member;
  for (uint32_t i = 0; i < layer->columns.count; i++) leads[i] = leads[i] == work->value;
}

int asc_retro_lead_open(retro_lead *lead, const retro_plan *plan, const retro_table *table, int8_t value, int threads,
                        asc_error *error) {
  int last = table->layer->pawns;
  *lead = (retro_lead){.plan = plan, .layer = last};
  for (int n = 0; n <= last; n++)
    if ((lead->leads[n] = asc_pages_open_lazily(retro_layer_entries(&plan->layers[n]))) == NULL)
      return asc_fail(error, ASC_E_MEMORY, "out of memory");
  int code = asc_retro_table_read(table, threads, 0, table->layer->rows, lead->leads[last], error);
  if (code < 0) return code;
  lead_work work = {lead, table->layer, value};
  asc_team_share(threads, table->layer->rows, row_compare, &work);
  for (int n = last - 1; n >= 0; n--) {
    work.layer = &plan->layers[n];
    asc_team_share(threads, work.layer->rows, row_look, &work);
  }
  return ASC_OK;
}

void asc_retro_lead_close(retro_lead *lead) {
  for (int n = 0; n <= lead->layer && lead->plan != NULL; n++)
    asc_pages_close(lead->leads[n], retro_layer_entries(&lead->plan->layers[n]));
  *lead = (retro_lead){0};
}
