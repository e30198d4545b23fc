/* The engine's knowledge of Kulami: proved bounds, the hash for the transposition table, the order of moves, and the
   asc_knowledge interface. knowledge_endgame.c solves the last plies, knowledge_evaluate.c estimates a position and
   knowledge_evaluate_moves.c all moves at once.

   A tile is decided if the marbles that can still come do not change its leader (knowledge_changes.h). */
#include "knowledge_changes.h"

#include "base/hash.h"

enum {
  ORDER_SCALE = 60,        /* from asc_kulami_order_value to the scale of the engine */
  ALWAYS_SOLVED_PLIES = 6, /* with this many plies left or fewer, the rest is always solved */
  SOLVED_PLIES_MAX = 16    /* with more plies left, it is never solved: 16 plies take milliseconds */
};

ASC_TARGET_CLONES static void kulami_tile_bounds(const asc_kulami_rules *rules, const asc_kulami_position *position,
                                                 int *lower, int *upper) {
  asc_kulami_bound_state state = asc_kulami_bound_state_of(rules, position);
  asc_kulami_change_totals totals = {0};
  for (int tile = 0; tile < ASC_KULAMI_TILES; tile++) asc_kulami_change_totals_add(&totals, rules, &state, tile, 1);
  asc_kulami_change_totals_bounds(&totals, &state, lower, upper);
}

static int margin_of(const asc_kulami_rules *rules, const asc_kulami_position *position) {
  asc_kulami_score score[2];
  int mover = position->plies % 2;
  asc_kulami_score_count(rules, position, score);
  return asc_kulami_score_sum(&score[mover]) - asc_kulami_score_sum(&score[1 - mover]);
}

static void points_bounds(const asc_kulami_rules *rules, const asc_kulami_position *position, int *lower, int *upper) {
  uint64_t nodes = 0;
  if (asc_kulami_open_holes(rules, position) == 0) {
    *lower = *upper = margin_of(rules, position);
  } else if (rules->level == 0 && position->plies < ASC_KULAMI_BOUNDS_FROM_PLY) {
    *upper = ASC_KULAMI_HOLES;
    *lower = -ASC_KULAMI_HOLES;
  } else if (rules->level == 0 && asc_kulami_plies_left(position) <= ASC_KULAMI_SOLVE_PLIES) {
    *lower = *upper = margin_of(rules, position) + asc_kulami_endgame_solve(rules, position, ASC_KULAMI_HOLES, &nodes);
  } else {
    int bonus_lower = 0, bonus_upper = 0;
    kulami_tile_bounds(rules, position, lower, upper);
    if (rules->level > 0) asc_kulami_bonus_bounds(rules, position, &bonus_lower, &bonus_upper);
    *lower += bonus_lower;
    *upper += bonus_upper;
  }
}

void asc_kulami_bounds(const asc_rules *rules, const void *position, int32_t *lower, int32_t *upper) {
  int points_lower, points_upper;
  points_bounds((const asc_kulami_rules *)rules, position, &points_lower, &points_upper);
  *lower = points_lower * ASC_KULAMI_POINT;
  *upper = points_upper * ASC_KULAMI_POINT;
}

/* Solves the rest of the game if a search of this depth would reach the end anyway, or if few plies are left. */
static bool solve_endgame(const asc_rules *rules, const void *position, int depth, int32_t wanted, int32_t *score,
                          uint64_t *nodes) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  int left = asc_kulami_plies_left(position);
  if (kulami->level != 0 || left > SOLVED_PLIES_MAX || (left > depth && left > ALWAYS_SOLVED_PLIES)) return false;
  int margin = margin_of(kulami, position);
  int points = (wanted > 0 ? wanted + ASC_KULAMI_POINT - 1 : wanted) / ASC_KULAMI_POINT;
  *score = (margin + asc_kulami_endgame_solve(kulami, position, points - margin, nodes)) * ASC_KULAMI_POINT;
  return true;
}

/* Returns the leads on the tiles that are not decided, as one number. *settled is the margin of the decided ones. */
ASC_TARGET_CLONES static uint64_t kulami_leads_code(const asc_kulami_rules *rules, const asc_kulami_position *position,
                                                    int *settled) {
  /* The lead on an undecided tile is less than its number of holes. */
  enum { DECIDED = 0, BASE = 2 * ASC_KULAMI_TILE_SIZE_MAX };
  asc_kulami_bound_state state = asc_kulami_bound_state_of(rules, position);
  uint64_t code = 0;
  *settled = 0;
  for (int tile = 0; tile < ASC_KULAMI_TILES; tile++) {
    asc_kulami_tile_changes changes = asc_kulami_tile_changes_of(rules, &state, tile);
    bool decided = changes.gains == 0 && changes.losses == 0;
    code = code * BASE + (uint64_t)(decided ? DECIDED : changes.lead + ASC_KULAMI_TILE_SIZE_MAX);
    if (decided) *settled += asc_kulami_tile_margin(asc_bits_count(rules->tiles[tile]), changes.lead);
  }
  return code;
}

/* The next ply depends on the open holes, the one after it on the tile that is off limits then. The owners of the
   marbles matter only through the leads; with areas or chains they matter themselves. */
static uint64_t tt_hash(const asc_rules *rules, const void *position, int32_t *settled) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  const asc_kulami_position *p = position;
  uint64_t occupied = p->marbles[ASC_KULAMI_RED] | p->marbles[ASC_KULAMI_BLACK], owners = p->marbles[ASC_KULAMI_RED];
  int points = 0;
  if (kulami->level == 0) owners = kulami_leads_code(kulami, p, &points);
  *settled = points * ASC_KULAMI_POINT;
  uint64_t hash = asc_hash_add(asc_hash_add(0, owners), occupied);
  hash = asc_hash_add(hash, asc_kulami_open_holes(kulami, p));
  return asc_hash_add(hash, kulami->tiles[kulami->tile_of[p->last_hole]] & ~occupied);
}

ASC_TARGET_CLONES static void kulami_order(const asc_rules *rules, const void *position, const asc_move *moves,
                                           int count, int32_t *priority) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  const asc_kulami_position *p = position;
  asc_kulami_balance balance = asc_kulami_balance_of(kulami, p);
  uint64_t allowed = asc_kulami_free_holes(&balance) & ~kulami->tiles[kulami->tile_of[p->last_hole]];
  for (int i = 0; i < count; i++) {
    int hole = (int)moves[i];
    priority[i] = ORDER_SCALE * asc_kulami_order_value(kulami, &balance, hole, kulami->allowed_after[hole] & allowed);
  }
}

static void order(const asc_rules *rules, const void *position, const asc_move *moves, int count, int32_t *priority) {
  kulami_order(rules, position, moves, count, priority);
}

/* Measured: each additional ply takes about twice as long. */
static int proof_effort(const asc_rules *rules, const void *position) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  int left = asc_kulami_plies_left(position);
  return kulami->level > 0 ? left : left > 7 ? left - 7 : 0;
}

/* Measured (docs/levels.md). */
static const asc_level kulami_levels[ASC_LEVELS] = {{52, 1, 500, 950},  {87, 1, 350, 445}, {148, 2, 304, 304},
                                                    {292, 3, 231, 187}, {640, 3, 158, 99}, {1430, 4, 87, 52},
                                                    {2650, 6, 39, 22},  {5000, 0, 8, 4},   {20000, 0, 0, 0}};

const asc_knowledge asc_kulami_knowledge = {
    .evaluate = asc_kulami_evaluate,
    .bounds = asc_kulami_bounds,
    .evaluate_moves = asc_kulami_evaluate_moves,
    .order = order,
    .tt_hash = tt_hash,
    .solve_endgame = solve_endgame,
    .error_margin = 60,
    .proof_effort = proof_effort,
    .levels = kulami_levels,
    .strength_variation = 1000,
};
