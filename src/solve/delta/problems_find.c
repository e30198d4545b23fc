/* Candidates. In the row of Black's pawns, one layer on, lie the values of everything White can play; so one row tells
   of all positions with these black pawns what each move is worth, and whether one is better than all others. */
#include "problems.h"

#include "core/hash.h"
#include "core/text.h"
#include "engine/common/team.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* With fewer moves to choose from, the key is no discovery. */
enum { MOVES_MAX = RETRO_LAYERS_MAX / 2 + 1, KINDS = 4 * MOVES_MAX, WAYS_EACH = 16, CHOICE = 5 };

/* The lots drawn so far of one kind: the `each` smallest. */
typedef struct find_kind {
  retro_problem *held;
  int count, largest; /* the place of the greatest lot, when full */
} find_kind;

typedef struct find_member {
  int8_t *row;
  find_kind kinds[KINDS];
} find_member;

typedef struct find_job {
  const retro_source *source;
  const retro_layer *layer; /* White is to move in it */
  uint64_t seed, chance;    /* a row is looked at when its lot is below */
  int each;
  find_member *members;
  atomic_int failed;
  const retro_way *ways[RETRO_SQUARES_MAX][WAYS_EACH + 1]; /* by the square they begin on */
} find_job;

int asc_retro_source_open(retro_source *source, int size, int pawns, const char *folder, asc_error *error) {
  memset(source, 0, sizeof *source);
  if (!asc_retro_plan_open(&source->plan, size, pawns)) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  for (int n = RETRO_PAWNS_LEAST; n < source->plan.layer_count; n++) {
    int code = asc_retro_table_open(&source->tables[n], folder, &source->plan, &source->plan.layers[n], error);
    if (code < 0) return code;
  }
  return ASC_OK;
}

void asc_retro_source_close(retro_source *source) {
  for (int n = 0; n < source->plan.layer_count; n++) asc_retro_table_close(&source->tables[n]);
  asc_retro_plan_close(&source->plan);
}

static void kind_keep(find_kind *kind, int each, const retro_problem *problem) {
  int at = kind->count < each ? kind->count++ : kind->largest;
  kind->held[at] = *problem;
  kind->largest = 0;
  for (int i = 1; i < kind->count; i++)
    if (kind->held[i].lot > kind->held[kind->largest].lot) kind->largest = i;
}

static bool kind_wants(const find_kind *kind, int each, uint64_t lot) {
  return kind->count < each || lot < kind->held[kind->largest].lot;
}

static bool has_relay(const retro_plan *plan, uint32_t set, int count) {
  const retro_sets *sets = &plan->sets[count];
  return sets->home[retro_rank(&sets->ranking, plan->low_ranks, set)] == RETRO_NO_ROW;
}

static bool threatens(const find_job *job, uint32_t own, uint32_t other) {
  const retro_plan *plan = &job->source->plan;
  for (uint32_t rest = own; rest != 0; rest &= rest - 1)
    for (const retro_way *const *way = job->ways[asc_bits_lowest(rest)]; *way != NULL; way++)
      if (((*way)->over & (own | other)) == 0 &&
          asc_retro_board_relay(&plan->board, (own & ~(*way)->from) | (*way)->to | (*way)->tracer))
        return true;
  return false;
}

/* The best move and how the others compare; false when several are best, none wins in time, or there is little choice.
 */
static bool key_find(const find_job *job, const int8_t *row, uint32_t white, uint32_t black, retro_problem *problem) {
  const retro_plan *plan = &job->source->plan;
  const retro_layer *layer = job->layer, *next = layer + 1;
  uint32_t left = plan->board.all & ~black;
  int least = plan->layers[plan->layer_count - 1].relay, winning = 0, all = 0;
  bool single = false;
  problem->points = least;
  for (uint32_t rest = white; rest != 0; rest &= rest - 1)
    for (const retro_way *const *at = job->ways[asc_bits_lowest(rest)]; *at != NULL; at++) {
      const retro_way *way = *at;
      if ((way->over & (white | black)) != 0) continue;
      uint32_t set = (white & ~way->from) | way->to | way->tracer;
      uint32_t column = retro_rank(&next->columns, plan->low_ranks, (uint32_t)asc_bits_gather(set, left));
      int points = has_relay(plan, set, layer->own + 1) ? layer->relay : -asc_retro_value_points(next, row[column]);
      winning += points > 0;
      all++;
      if (points < problem->points || points <= least) continue;
      single = points > problem->points;
      problem->points = points;
      problem->key = *way;
    }
  problem->strict = winning == 1;
  return single && all >= CHOICE;
}

static void position_try(const find_job *job, find_member *member, uint32_t white, uint32_t black) {
  const retro_board *board = &job->source->plan.board;
  retro_problem problem = {.white = white, .black = black, .pawns = job->layer->pawns};
  if (!key_find(job, member->row, white, black, &problem)) return;
  uint32_t after = (white & ~problem.key.from) | problem.key.to | problem.key.tracer;
  problem.moves = (board->squares - problem.points - problem.pawns + 1) / 2;
  problem.quiet = problem.moves > 1 && !threatens(job, after, black);
  problem.lot = asc_hash_add(asc_hash_add(asc_hash_add(0, job->seed), white), black);
  find_kind *kind = &member->kinds[4 * problem.moves + 2 * problem.strict + problem.quiet];
  if (kind_wants(kind, job->each, problem.lot) && asc_retro_past(board, white, black))
    kind_keep(kind, job->each, &problem);
}

static void row_search(void *data, int number, uint64_t row) {
  find_job *job = data;
  find_member *member = &job->members[number];
  const retro_plan *plan = &job->source->plan;
  const retro_layer *layer = job->layer;
  uint64_t lot = asc_hash_add(asc_hash_add(asc_hash_add(0, job->seed), (uint64_t)layer->pawns), row);
  if (lot > job->chance || atomic_load(&job->failed) < 0) return;
  int code = asc_retro_table_read(&job->source->tables[layer->pawns + 1], 1, (uint32_t)row, 1, member->row, NULL);
  if (code < 0) atomic_store(&job->failed, code);
  if (code < 0) return;
  uint32_t black = plan->layers[layer->pawns + 1].sets->first[row], left = plan->board.all & ~black;
  for (uint32_t i = 0; i < layer->movers.count; i++) {
    uint32_t white = (uint32_t)asc_bits_spread(layer->movers.subset[i], left);
    if (!has_relay(plan, white, layer->own)) position_try(job, member, white, black);
  }
}

static void ways_sort(find_job *job) {
  const retro_board *board = &job->source->plan.board;
  int counts[RETRO_SQUARES_MAX] = {0};
  for (int i = 0; i < board->way_count; i++) {
    int from = asc_bits_lowest(board->ways[i].from);
    job->ways[from][counts[from]++] = &board->ways[i];
  }
}

static bool members_open(find_job *job, int threads) {
  job->members = calloc((size_t)threads, sizeof *job->members);
  if (job->members == NULL) return false;
  for (int i = 0; i < threads; i++) {
    find_member *member = &job->members[i];
    member->row = malloc(asc_retro_room(job->source));
    if (member->row == NULL) return false;
    for (int k = 0; k < KINDS; k++)
      if ((member->kinds[k].held = malloc((size_t)job->each * sizeof(retro_problem))) == NULL) return false;
  }
  return true;
}

static void members_close(find_job *job, int threads) {
  for (int i = 0; job->members != NULL && i < threads; i++) {
    for (int k = 0; k < KINDS; k++) free(job->members[i].kinds[k].held);
    free(job->members[i].row);
  }
  free(job->members);
}

/* What all members hold of the layer, put together, goes to the end of the list; they begin anew. */
static bool members_gather(find_job *job, int threads, retro_problem **list, size_t *count) {
  for (int k = 0; k < KINDS; k++) {
    find_kind *all = &job->members[0].kinds[k];
    for (int i = 1; i < threads; i++) {
      find_kind *kind = &job->members[i].kinds[k];
      for (int p = 0; p < kind->count; p++)
        if (kind_wants(all, job->each, kind->held[p].lot)) kind_keep(all, job->each, &kind->held[p]);
      kind->count = 0;
    }
    retro_problem *grown = realloc(*list, (*count + (size_t)all->count + 1) * sizeof *grown);
    if (grown == NULL) return false;
    *list = grown;
    memcpy(grown + *count, all->held, (size_t)all->count * sizeof *grown);
    *count += (size_t)all->count;
    all->count = 0;
  }
  return true;
}

int asc_retro_problems_find(const retro_source *source, uint64_t seed, uint64_t sample, int each, int threads,
                            retro_problem **list, size_t *count, asc_error *error) {
  find_job job = {.source = source, .seed = seed, .each = each};
  const retro_plan *plan = &source->plan;
  atomic_init(&job.failed, ASC_OK);
  *list = NULL;
  *count = 0;
  ways_sort(&job);
  bool room = members_open(&job, threads);
  for (int n = RETRO_PAWNS_LEAST; room && n + 2 < plan->layer_count && atomic_load(&job.failed) == ASC_OK; n += 2) {
    job.layer = &plan->layers[n];
    uint32_t rows = plan->layers[n + 1].rows;
    uint64_t all = (uint64_t)rows * job.layer->movers.count;
    job.chance = sample >= all ? UINT64_MAX : UINT64_MAX / all * sample;
    asc_team_share(threads, rows, row_search, &job);
    room = members_gather(&job, threads, list, count);
  }
  members_close(&job, threads);
  if (!room) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  int code = atomic_load(&job.failed);
  return code < 0 ? asc_fail(error, code, "the tables are damaged") : ASC_OK;
}
