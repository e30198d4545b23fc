/* The first numbers of new positions: see prover.h. The search itself is in proof.c. */
#include "prover.h"

#include "base/hash.h"
#include "engine/common/defaults.h"
#include "engine/common/oracle.h"

#include <stdlib.h>
#include <string.h>

enum {
  POLL_INTERVAL = 1000,
  NO_HASH = 0,
  SYMMETRY_PLIES = 6,
  SAMPLE = 3,     /* replies sampled to estimate how many do not lose at once */
  RARE_REPLY = 16 /* if all of the sample lose: one of so many replies may not */
};

/* Returns true if some symmetry maps the position to itself. Otherwise images of one another are rarely met in the
   search. */
static bool is_symmetric(const asc_prover *prover, const void *position) {
  uint64_t hash = asc_prover_hash(prover, position);
  if (prover->game->transform == NULL) return false;
  for (int symmetry = 1; symmetry < prover->rules->symmetries; symmetry++) {
    asc_position image;
    prover->game->transform(prover->rules, symmetry, position, &image);
    if (asc_prover_hash(prover, &image) == hash) return true;
  }
  return false;
}

static bool alloc_buffers(asc_prover *prover) {
  int moves_max = prover->rules->moves_max;
  prover->child_capacity = moves_max < ASC_PROVER_MAX_CHILDREN / ASC_PROVER_MAX_PLY ? moves_max * ASC_PROVER_MAX_PLY
                                                                                    : ASC_PROVER_MAX_CHILDREN;
  prover->moves = malloc(2 * (size_t)moves_max * sizeof *prover->moves);
  prover->children = malloc((size_t)prover->child_capacity * sizeof *prover->children);
  if (prover->moves == NULL || prover->children == NULL) return false;
  prover->replies = prover->moves + moves_max;
  return true;
}

asc_prover *asc_prover_open(asc_search *search, const asc_proof_question *question) {
  asc_prover *prover = calloc(1, sizeof *prover);
  if (prover == NULL) return NULL;
  prover->search = search;
  prover->rules = search->rules;
  prover->game = search->rules->game;
  if (!alloc_buffers(prover)) {
    asc_prover_close(prover);
    return NULL;
  }
  prover->knowledge = asc_knowledge_with_defaults(search->rules);
  prover->player = question->player;
  prover->target_score = question->target_score;
  prover->may_reach_ply_limit = question->plies_left > 0 && question->plies_left <= ASC_PROVER_MAX_PLY;
  prover->may_probe_oracle = !prover->may_reach_ply_limit && (question->plies_left == 0 || question->target_score > 0);
  const char *kind = prover->may_reach_ply_limit ? "question before the limit" : "question";
  prover->tt_salt = asc_hash_add(asc_hash_text((uint64_t)question->player, kind), (uint64_t)question->target_score);
  prover->max_nodes = question->max_nodes > 0 ? question->max_nodes : UINT64_MAX;
  memcpy(&prover->positions[0], question->position, search->rules->position_size);
  prover->symmetry_plies = is_symmetric(prover, question->position) ? SYMMETRY_PLIES : -1;
  return prover;
}

static void flush_nodes(asc_prover *prover) {
  atomic_fetch_add(&prover->search->nodes, prover->nodes - prover->reported_nodes);
  prover->reported_nodes = prover->nodes;
}

void asc_prover_close(asc_prover *prover) {
  if (prover == NULL) return;
  flush_nodes(prover);
  free(prover->moves);
  free(prover->children);
  free(prover);
}

bool asc_prover_is_over(asc_prover *prover) {
  if (prover->is_over || prover->nodes - prover->reported_nodes < POLL_INTERVAL) return prover->is_over;
  flush_nodes(prover);
  prover->is_over = prover->nodes >= prover->max_nodes || asc_search_is_over(prover->search);
  return prover->is_over;
}

int asc_prover_side(const asc_prover *prover, const void *position) {
  return prover->game->turn(prover->rules, position) == prover->player ? ASC_PROOF_ATTACKER : ASC_PROOF_DEFENDER;
}

/* Fills in proved bounds of the score for the player to move. *plies is the maximum number of plies that an answer of
   the oracle takes, else 0. Games do not know the ply limit: if it may come first, an unfinished position can always be
   a draw. */
static void bounds_of(const asc_prover *prover, const void *position, int32_t *lower, int32_t *upper, int *plies) {
  asc_outcome outcome;
  int32_t score;
  *plies = 0;
  prover->knowledge.bounds(prover->rules, position, lower, upper);
  if (*lower < *upper && prover->may_probe_oracle &&
      asc_oracle_probe(prover->search, position, ASC_ORACLE_NO_PLY_LIMIT, &score, plies)) {
    *lower = *upper = score;
    if (*plies == 0) *plies = ASC_ORACLE_PLIES_MAX;
  }
  if (!prover->may_reach_ply_limit || prover->game->outcome(prover->rules, position, &outcome)) return;
  if (*lower > 0) *lower = 0;
  if (*upper < 0) *upper = 0;
}

bool asc_prover_settle_by_bounds(const asc_prover *prover, const void *position, asc_proof_numbers *numbers) {
  int32_t lower, upper;
  int plies;
  bounds_of(prover, position, &lower, &upper, &plies);
  if (asc_prover_side(prover, position) == ASC_PROOF_DEFENDER) {
    int32_t negated = -upper;
    upper = -lower;
    lower = negated;
  }
  if (lower >= prover->target_score)
    *numbers = asc_proof_numbers_proved(lower - prover->target_score, plies);
  else if (upper < prover->target_score)
    *numbers = asc_proof_numbers_disproved(prover->target_score - upper, ASC_PROOF_ON_ANY_PATH);
  else
    return false;
  return true;
}

uint64_t asc_prover_hash(const asc_prover *prover, const void *position) {
  int32_t settled;
  uint64_t hash = prover->knowledge.tt_hash(prover->rules, position, &settled);
  return asc_hash_add(hash ^ prover->tt_salt, (uint64_t)settled);
}

uint64_t asc_prover_tt_hash(const asc_prover *prover, const void *position, int ply) {
  uint64_t smallest = asc_prover_hash(prover, position);
  if (ply > prover->symmetry_plies) return smallest;
  for (int symmetry = 1; symmetry < prover->rules->symmetries; symmetry++) {
    asc_position image;
    prover->game->transform(prover->rules, symmetry, position, &image);
    uint64_t hash = asc_prover_hash(prover, &image);
    if (hash < smallest) smallest = hash;
  }
  return smallest;
}

void asc_prover_play(const asc_prover *prover, const void *position, asc_move move, void *next) {
  memcpy(next, position, prover->rules->position_size);
  prover->game->play(prover->rules, next, move);
}

/* First numbers of a new position. The side to move succeeds by one move; the other side must refute every move that
   does not lose at once. The number of such moves distinguishes threats from quiet positions, and a small sample is
   enough to estimate it. */
static asc_proof_numbers estimate_numbers(asc_prover *prover, const void *position) {
  int side = asc_prover_side(prover, position);
  int count = prover->game->moves(prover->rules, position, prover->replies);
  int tried = count < SAMPLE ? count : SAMPLE, lost = 0;
  for (int i = 0; i < tried; i++) {
    asc_position next;
    asc_proof_numbers numbers;
    asc_prover_play(prover, position, prover->replies[count * (2 * i + 1) / (2 * tried)], &next);
    lost += asc_prover_settle_by_bounds(prover, &next, &numbers) && numbers.number[side] != 0;
  }
  prover->nodes += (uint64_t)tried;
  uint64_t refutations = (uint64_t)(lost < tried ? count * (tried - lost) / tried : count / (RARE_REPLY * tried)) + 1;
  return side == ASC_PROOF_ATTACKER ? asc_proof_numbers_open(1, refutations) : asc_proof_numbers_open(refutations, 1);
}

/* Fills in the children and settles those that bounds decide. Returns false if one of them lets the side to move
   succeed; it is then children[0]. */
static bool children_settle(asc_prover *prover, int ply, asc_prover_child *children, int count) {
  const void *position = &prover->positions[ply];
  int side = asc_prover_side(prover, position);
  for (int i = 0; i < count; i++) {
    asc_prover_child *child = &children[i];
    asc_position next;
    child->move = prover->moves[i];
    asc_prover_play(prover, position, child->move, &next);
    prover->nodes++;
    child->hash = NO_HASH;
    if (!asc_prover_settle_by_bounds(prover, &next, &child->numbers)) {
      child->numbers = asc_proof_numbers_open(1, 1);
      child->hash = asc_prover_tt_hash(prover, &next, ply + 1);
      __builtin_prefetch(asc_tt_bucket(&prover->search->tt, child->hash));
    } else if (child->numbers.number[side] == 0) {
      children[0] = *child;
      return false;
    }
  }
  return true;
}

/* Removes children that are images of an earlier one. Returns how many remain. */
static int drop_twins(asc_prover_child *children, int count) {
  int unique_count = 0;
  for (int i = 0; i < count; i++) {
    int twin = 0;
    while (twin < unique_count && (children[i].hash == NO_HASH || children[twin].hash != children[i].hash)) twin++;
    if (twin == unique_count) children[unique_count++] = children[i];
  }
  return unique_count;
}

int asc_prover_add_children(asc_prover *prover, int ply) {
  const void *position = &prover->positions[ply];
  asc_prover_child *children = prover->children + prover->child_top;
  int count = prover->game->moves(prover->rules, position, prover->moves);
  if (prover->child_top + count > prover->child_capacity) return 0;
  if (!children_settle(prover, ply, children, count)) count = 1;
  if (ply < prover->symmetry_plies) count = drop_twins(children, count);
  prover->child_top += count;
  for (int i = 0; i < count; i++) {
    asc_prover_child *child = &children[i];
    if (asc_proof_numbers_are_settled(&child->numbers)) continue;
    if (asc_proof_numbers_probe(&prover->search->tt, child->hash, &child->numbers)) continue;
    asc_position next;
    asc_prover_play(prover, position, child->move, &next);
    child->numbers = estimate_numbers(prover, &next);
  }
  return count;
}
