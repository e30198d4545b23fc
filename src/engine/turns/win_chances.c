/* Chances to win, and their packing into the transposition table: see win_chances.h. */
#include "win_chances.h"

#include <ascona/playout.h>

#include "core/outcome.h"

#include <string.h>

enum { TWELFTHS = 12 }; /* shares of a first rank: one to four players can share it */

/* Converts sums into chances that add up exactly. The rounded running total grows by each share, so no rounding error
   is lost. */
static asc_win_chances chances_from_sums(const int64_t sums[ASC_PLAYERS_MAX], int64_t whole) {
  asc_win_chances chances = {0};
  int64_t sum = 0, assigned = 0;
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) {
    sum += sums[i];
    int64_t total = (sum * ASC_WIN_CHANCES_SUM * 2 + whole) / (2 * whole);
    chances.per_player[i] = (int32_t)(total - assigned);
    assigned = total;
  }
  return chances;
}

static void shares_add(const asc_rules *rules, const asc_outcome *outcome, int64_t sums[ASC_PLAYERS_MAX]) {
  for (int i = 0; i < rules->players; i++) sums[i] += asc_outcome_share(rules, outcome, i + 1, TWELFTHS);
}

asc_win_chances asc_win_chances_at_end(const asc_rules *rules, const void *position) {
  asc_outcome outcome;
  int64_t sums[ASC_PLAYERS_MAX] = {0};
  (void)rules->game->outcome(rules, position, &outcome);
  shares_add(rules, &outcome, sums);
  asc_win_chances chances = chances_from_sums(sums, TWELFTHS);
  chances.is_proved = true;
  return chances;
}

/* A game that reaches the ply limit is shared by all players. One such game is added to the others, so that an estimate
   is never certain. */
static asc_win_chances chances_by_playouts(const asc_rules *rules, const void *position, uint64_t *plies) {
  enum { PLAYOUTS = 8, WHOLE = TWELFTHS * (PLAYOUTS + 1) };
  int64_t sums[ASC_PLAYERS_MAX] = {0};
  asc_random random;
  asc_random_seed(&random, rules->game->hash(rules, position));
  shares_add(rules, NULL, sums);
  for (int i = 0; i < PLAYOUTS; i++) {
    asc_position end;
    asc_outcome outcome;
    memcpy(&end, position, rules->position_size);
    *plies += (uint64_t)asc_playout(rules, &end, rules->ply_limit, asc_playout_default_method(rules), &random);
    bool game_over = rules->game->outcome(rules, &end, &outcome);
    shares_add(rules, game_over ? &outcome : NULL, sums);
  }
  return chances_from_sums(sums, WHOLE);
}

asc_win_chances asc_win_chances_estimate(const asc_rules *rules, const void *position, uint64_t *plies) {
  const asc_knowledge *knowledge = rules->game->knowledge;
  if (knowledge == NULL || knowledge->win_chances == NULL) return chances_by_playouts(rules, position, plies);
  asc_win_chances chances = {0};
  knowledge->win_chances(rules, position, chances.per_player);
  return chances;
}

bool asc_win_chances_are_equal(const asc_win_chances *one, const asc_win_chances *other) {
  return memcmp(one->per_player, other->per_player, sizeof one->per_player) == 0;
}

void asc_win_chances_mean_add(asc_win_chances_mean *mean, const asc_win_chances *chances, uint32_t weight) {
  bool first = mean->weight == 0;
  mean->is_proved =
      chances->is_proved && (first || (mean->is_proved && asc_win_chances_are_equal(chances, &mean->last)));
  mean->last = *chances;
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) mean->sums[i] += (int64_t)weight * chances->per_player[i];
  mean->weight += weight;
}

asc_win_chances asc_win_chances_mean_value(const asc_win_chances_mean *mean) {
  asc_win_chances chances = chances_from_sums(mean->sums, mean->weight * ASC_WIN_CHANCES_SUM);
  chances.is_proved = mean->is_proved;
  return chances;
}

/* Layout of the data word: three chances (the fourth is the rest), then depth, bound, proved flag and generation. An
   empty slot has no bound. */
enum {
  CHANCE_BITS = 14,
  DEPTH_AT = 3 * CHANCE_BITS,
  DEPTH_BITS = 6,
  BOUND_AT = DEPTH_AT + DEPTH_BITS,
  PROVED_AT = BOUND_AT + 2,
  GENERATION_AT = PROVED_AT + 1,
  GENERATION_BITS = 64 - GENERATION_AT
};

static unsigned bits(uint64_t word, int at, int count) { return (unsigned)(word >> at) & ((1U << count) - 1); }

static uint64_t pack(const asc_win_chances_entry *entry) {
  uint64_t word = (uint64_t)entry->depth << DEPTH_AT | (uint64_t)entry->bound << BOUND_AT |
                  (uint64_t)entry->chances.is_proved << PROVED_AT | (uint64_t)entry->generation << GENERATION_AT;
  for (int i = 0; i < ASC_PLAYERS_MAX - 1; i++) word |= (uint64_t)entry->chances.per_player[i] << (i * CHANCE_BITS);
  return word;
}

static asc_win_chances_entry unpack(uint64_t word) {
  asc_win_chances_entry entry = {.chances.is_proved = bits(word, PROVED_AT, 1) != 0,
                                 .bound = bits(word, BOUND_AT, 2),
                                 .depth = (int)bits(word, DEPTH_AT, DEPTH_BITS)};
  int32_t rest = ASC_WIN_CHANCES_SUM;
  for (int i = 0; i < ASC_PLAYERS_MAX - 1; i++) {
    entry.chances.per_player[i] = (int32_t)bits(word, i * CHANCE_BITS, CHANCE_BITS);
    rest -= entry.chances.per_player[i];
  }
  entry.chances.per_player[ASC_PLAYERS_MAX - 1] = rest;
  return entry;
}

bool asc_win_chances_entry_probe(const asc_tt *tt, uint64_t hash, asc_win_chances_entry *entry) {
  uint64_t word;
  if (!asc_tt_probe(tt, hash, &word)) return false;
  *entry = unpack(word);
  return true;
}

/* Entries of older searches are replaced first, then shallow entries. */
static uint64_t priority(uint64_t word, unsigned generation) {
  bool is_old = word >> GENERATION_AT != (generation & ((1U << GENERATION_BITS) - 1));
  return bits(word, DEPTH_AT, DEPTH_BITS) | (is_old ? 0U : 1U << DEPTH_BITS);
}

void asc_win_chances_entry_write(const asc_tt *tt, uint64_t hash, const asc_win_chances_entry *entry) {
  asc_tt_slot_write(asc_tt_slot_for(tt, hash, priority, entry->generation), hash, pack(entry));
}
