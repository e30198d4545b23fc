#include "outlook.h"

#include <ascona/playout.h>

#include "core/outcome.h"

#include <string.h>

enum { TWELFTHS = 12 }; /* of a first place: one to four players can share it */

/* Shares of a whole such that no part is lost: each share is what the sum up to it, rounded, has grown by. */
static asc_outlook outlook_divide(const int64_t sums[ASC_PLAYERS_MAX], int64_t whole) {
  asc_outlook outlook = {0};
  int64_t sum = 0, given = 0;
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) {
    sum += sums[i];
    int64_t upto = (sum * OUTLOOK_WHOLE * 2 + whole) / (2 * whole);
    outlook.chances[i] = (int32_t)(upto - given);
    given = upto;
  }
  return outlook;
}

static void shares_add(const asc_rules *rules, const asc_outcome *outcome, int64_t sums[ASC_PLAYERS_MAX]) {
  for (int i = 0; i < rules->players; i++) sums[i] += asc_outcome_share(rules, outcome, i + 1, TWELFTHS);
}

asc_outlook asc_outlook_of_end(const asc_rules *rules, const void *position) {
  asc_outcome outcome;
  int64_t sums[ASC_PLAYERS_MAX] = {0};
  (void)rules->game->outcome(rules, position, &outcome);
  shares_add(rules, &outcome, sums);
  asc_outlook outlook = outlook_divide(sums, TWELFTHS);
  outlook.certain = true;
  return outlook;
}

/* A game that the ply limit ends is open still, and all share it. One such game is added to the others: a guess is
   never quite sure. */
static asc_outlook outlook_by_playouts(const asc_rules *rules, const void *position, uint64_t *plies) {
  enum { PLAYOUTS = 8, WHOLE = TWELFTHS * (PLAYOUTS + 1) };
  int64_t sums[ASC_PLAYERS_MAX] = {0};
  asc_random random;
  asc_random_seed(&random, rules->game->hash(rules, position));
  shares_add(rules, NULL, sums);
  for (int i = 0; i < PLAYOUTS; i++) {
    asc_position end;
    asc_outcome outcome;
    memcpy(&end, position, rules->position_size);
    *plies += (uint64_t)asc_playout(rules, &end, rules->ply_limit, asc_playout_way_of(rules), &random);
    bool over = rules->game->outcome(rules, &end, &outcome);
    shares_add(rules, over ? &outcome : NULL, sums);
  }
  return outlook_divide(sums, WHOLE);
}

asc_outlook asc_outlook_at_sight(const asc_rules *rules, const void *position, uint64_t *plies) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  if (knowledge == NULL || knowledge->chances == NULL) return outlook_by_playouts(rules, position, plies);
  asc_outlook outlook = {0};
  knowledge->chances(rules, position, outlook.chances);
  return outlook;
}

bool asc_outlook_is_same(const asc_outlook *one, const asc_outlook *other) {
  return memcmp(one->chances, other->chances, sizeof one->chances) == 0;
}

void asc_outlook_mean_add(asc_outlook_mean *mean, const asc_outlook *outlook, uint32_t weight) {
  bool first = mean->weight == 0;
  mean->certain = outlook->certain && (first || (mean->certain && asc_outlook_is_same(outlook, &mean->last)));
  mean->last = *outlook;
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) mean->sums[i] += (int64_t)weight * outlook->chances[i];
  mean->weight += weight;
}

asc_outlook asc_outlook_mean_take(const asc_outlook_mean *mean) {
  asc_outlook outlook = outlook_divide(mean->sums, mean->weight * OUTLOOK_WHOLE);
  outlook.certain = mean->certain;
  return outlook;
}

/* A word of the table: three chances, the fourth being the rest, then depth, bound, certainty
   and age. An empty slot has no bound. */
enum {
  CHANCE_BITS = 14,
  DEPTH_AT = 3 * CHANCE_BITS,
  DEPTH_BITS = 6,
  BOUND_AT = DEPTH_AT + DEPTH_BITS,
  CERTAIN_AT = BOUND_AT + 2,
  AGE_AT = CERTAIN_AT + 1,
  AGE_BITS = 64 - AGE_AT
};

static unsigned bits(uint64_t word, int at, int count) { return (unsigned)(word >> at) & ((1U << count) - 1); }

static uint64_t pack(const asc_outlook_memory *memory) {
  uint64_t word = (uint64_t)memory->depth << DEPTH_AT | (uint64_t)memory->bound << BOUND_AT |
                  (uint64_t)memory->outlook.certain << CERTAIN_AT | (uint64_t)memory->age << AGE_AT;
  for (int i = 0; i < ASC_PLAYERS_MAX - 1; i++) word |= (uint64_t)memory->outlook.chances[i] << (i * CHANCE_BITS);
  return word;
}

static asc_outlook_memory unpack(uint64_t word) {
  asc_outlook_memory memory = {.outlook.certain = bits(word, CERTAIN_AT, 1) != 0,
                               .bound = bits(word, BOUND_AT, 2),
                               .depth = (int)bits(word, DEPTH_AT, DEPTH_BITS)};
  int32_t rest = OUTLOOK_WHOLE;
  for (int i = 0; i < ASC_PLAYERS_MAX - 1; i++) {
    memory.outlook.chances[i] = (int32_t)bits(word, i * CHANCE_BITS, CHANCE_BITS);
    rest -= memory.outlook.chances[i];
  }
  memory.outlook.chances[ASC_PLAYERS_MAX - 1] = rest;
  return memory;
}

bool asc_outlook_recall(const asc_tt *tt, uint64_t hash, asc_outlook_memory *memory) {
  uint64_t word;
  if (!tt_find(tt, hash, &word)) return false;
  *memory = unpack(word);
  return true;
}

/* What older runs left goes first, then what was looked at less deeply. */
static uint64_t worth(uint64_t word, unsigned age) {
  bool old = word >> AGE_AT != (age & ((1U << AGE_BITS) - 1));
  return bits(word, DEPTH_AT, DEPTH_BITS) | (old ? 0U : 1U << DEPTH_BITS);
}

void asc_outlook_keep(const asc_tt *tt, uint64_t hash, const asc_outlook_memory *memory) {
  tt_slot_write(tt_room(tt, hash, worth, memory->age), hash, pack(memory));
}
