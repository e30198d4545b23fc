#include "prover.h"

#include "core/hash.h"
#include "engine/common/defaults.h"
#include "engine/common/oracle.h"

#include <stdlib.h>
#include <string.h>

enum {
  POLL_NODES = 1000,
  NO_HASH = 0,
  SYMMETRIC_PLIES = 6,
  SAMPLE = 3, /* replies tried to guess how many there are that do not lose at once */
  RARE = 16   /* when all of them lost: one of so many replies may not */
};

/* Whether a symmetry leaves the position as it is. Where none does, images of one another are rarely met. */
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

static bool make_room(asc_prover *prover) {
  int moves_max = prover->rules->moves_max;
  prover->room = moves_max < PROVER_CHILDREN / PROVER_PLIES ? moves_max * PROVER_PLIES : PROVER_CHILDREN;
  prover->moves = malloc(2 * (size_t)moves_max * sizeof *prover->moves);
  prover->children = malloc((size_t)prover->room * sizeof *prover->children);
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
  if (!make_room(prover)) {
    asc_prover_close(prover);
    return NULL;
  }
  prover->knowledge = asc_knowledge_of(search->rules);
  prover->player = question->player;
  prover->score = question->score;
  prover->limited = question->plies_left > 0 && question->plies_left <= PROVER_PLIES;
  prover->asks = !prover->limited && (question->plies_left == 0 || question->score > 0);
  const char *kind = prover->limited ? "question before the limit" : "question";
  prover->salt = asc_hash_add(asc_hash_text((uint64_t)question->player, kind), (uint64_t)question->score);
  prover->most = question->nodes > 0 ? question->nodes : UINT64_MAX;
  memcpy(&prover->positions[0], question->position, search->rules->position_size);
  prover->symmetric_plies = is_symmetric(prover, question->position) ? SYMMETRIC_PLIES : -1;
  return prover;
}

static void tell_nodes(asc_prover *prover) {
  atomic_fetch_add(&prover->search->nodes, prover->nodes - prover->told);
  prover->told = prover->nodes;
}

void asc_prover_close(asc_prover *prover) {
  if (prover == NULL) return;
  tell_nodes(prover);
  free(prover->moves);
  free(prover->children);
  free(prover);
}

bool asc_prover_is_over(asc_prover *prover) {
  if (prover->over || prover->nodes - prover->told < POLL_NODES) return prover->over;
  tell_nodes(prover);
  prover->over = prover->nodes >= prover->most || asc_run_is_over(prover->search);
  return prover->over;
}

int asc_prover_side(const asc_prover *prover, const void *position) {
  return prover->game->turn(prover->rules, position) == prover->player ? FOR : AGAINST;
}

/* A game knows nothing of the ply limit: where it may come first, an open position can always be a draw. *plies is how
   long what an oracle says takes at most. */
static void bounds_of(const asc_prover *prover, const void *position, int32_t *least, int32_t *most, int *plies) {
  asc_outcome outcome;
  int32_t score;
  *plies = 0;
  prover->knowledge.bounds(prover->rules, position, least, most);
  if (*least < *most && prover->asks && asc_oracle_knows(prover->search, position, ORACLE_NO_LIMIT, &score, plies)) {
    *least = *most = score;
    if (*plies == 0) *plies = ASC_ORACLE_PLIES;
  }
  if (!prover->limited || prover->game->outcome(prover->rules, position, &outcome)) return;
  if (*least > 0) *least = 0;
  if (*most < 0) *most = 0;
}

bool asc_prover_settles(const asc_prover *prover, const void *position, asc_proof_numbers *numbers) {
  int32_t least, most;
  int plies;
  bounds_of(prover, position, &least, &most, &plies);
  if (asc_prover_side(prover, position) == AGAINST) {
    int32_t turned = -most;
    most = -least;
    least = turned;
  }
  if (least >= prover->score)
    *numbers = numbers_for(least - prover->score, plies);
  else if (most < prover->score)
    *numbers = numbers_against(prover->score - most, RESTS_ON_NOTHING);
  else
    return false;
  return true;
}

uint64_t asc_prover_hash(const asc_prover *prover, const void *position) {
  int32_t settled;
  uint64_t hash = prover->knowledge.transposition(prover->rules, position, &settled);
  return asc_hash_add(hash ^ prover->salt, (uint64_t)settled);
}

uint64_t asc_prover_tt_hash(const asc_prover *prover, const void *position, int ply) {
  uint64_t least = asc_prover_hash(prover, position);
  if (ply > prover->symmetric_plies) return least;
  for (int symmetry = 1; symmetry < prover->rules->symmetries; symmetry++) {
    asc_position image;
    prover->game->transform(prover->rules, symmetry, position, &image);
    uint64_t hash = asc_prover_hash(prover, &image);
    if (hash < least) least = hash;
  }
  return least;
}

void asc_prover_play(const asc_prover *prover, const void *position, asc_move move, void *next) {
  memcpy(next, position, prover->rules->position_size);
  prover->game->play(prover->rules, next, move);
}

/* A first guess: the player to move must be refuted on every move that does not lose at once, and has his way by one.
   How many moves these are tells a threat from a quiet position, and a few of them are enough to tell. */
static asc_proof_numbers guess(asc_prover *prover, const void *position) {
  int side = asc_prover_side(prover, position);
  int count = prover->game->moves(prover->rules, position, prover->replies);
  int tried = count < SAMPLE ? count : SAMPLE, lost = 0;
  for (int i = 0; i < tried; i++) {
    asc_position next;
    asc_proof_numbers numbers;
    asc_prover_play(prover, position, prover->replies[count * (2 * i + 1) / (2 * tried)], &next);
    lost += asc_prover_settles(prover, &next, &numbers) && numbers.left[side] != 0;
  }
  prover->nodes += (uint64_t)tried;
  uint64_t refutations = (uint64_t)(lost < tried ? count * (tried - lost) / tried : count / (RARE * tried)) + 1;
  return side == FOR ? numbers_open(1, refutations) : numbers_open(refutations, 1);
}

/* At first sight: what is settled by bounds. False when one of them gives the player to move his way. */
static bool children_judge(asc_prover *prover, int ply, asc_child *children, int count) {
  const void *position = &prover->positions[ply];
  int side = asc_prover_side(prover, position);
  for (int i = 0; i < count; i++) {
    asc_child *child = &children[i];
    asc_position next;
    child->move = prover->moves[i];
    asc_prover_play(prover, position, child->move, &next);
    prover->nodes++;
    child->hash = NO_HASH;
    if (!asc_prover_settles(prover, &next, &child->numbers)) {
      child->numbers = numbers_open(1, 1);
      child->hash = asc_prover_tt_hash(prover, &next, ply + 1);
      __builtin_prefetch(tt_bucket(&prover->search->tt, child->hash));
    } else if (child->numbers.left[side] == 0) {
      children[0] = *child;
      return false;
    }
  }
  return true;
}

/* Drops children that are images of one before. */
static int drop_twins(asc_child *children, int count) {
  int kept = 0;
  for (int i = 0; i < count; i++) {
    int twin = 0;
    while (twin < kept && (children[i].hash == NO_HASH || children[twin].hash != children[i].hash)) twin++;
    if (twin == kept) children[kept++] = children[i];
  }
  return kept;
}

int asc_prover_list(asc_prover *prover, int ply) {
  const void *position = &prover->positions[ply];
  asc_child *children = prover->children + prover->top;
  int count = prover->game->moves(prover->rules, position, prover->moves);
  if (prover->top + count > prover->room) return 0;
  if (!children_judge(prover, ply, children, count)) count = 1;
  if (ply < prover->symmetric_plies) count = drop_twins(children, count);
  prover->top += count;
  for (int i = 0; i < count; i++) {
    asc_child *child = &children[i];
    if (numbers_are_settled(&child->numbers)) continue;
    if (asc_numbers_find(&prover->search->tt, child->hash, &child->numbers)) continue;
    asc_position next;
    asc_prover_play(prover, position, child->move, &next);
    child->numbers = guess(prover, &next);
  }
  return count;
}
