/* Heaps: a game for tests of the search over turns, small enough for a plain search.

   There are three heaps of stones, and each stone has a value. In each turn a die is rolled; 1 is twice as likely as 2.
   The player takes up to that many stones from the tops of the heaps, one per ply, and may stop earlier. Taking from
   two heaps in either order leads to the same position. The game ends after HEAPS_ROUNDS turns per player or when the
   heaps are empty. The player with the highest score wins. */
#ifndef ASC_TESTS_HEAPS_H
#define ASC_TESTS_HEAPS_H

#include <ascona/knowledge.h>

#include "base/hash.h"

#include <string.h>

enum { HEAPS = 3, HEAP_STONES = 7, HEAPS_ROUNDS = 5, HEAPS_STOP = HEAPS, HEAPS_ROLL = 10 };

typedef struct heaps_position {
  uint8_t stage; /* 0: die roll, 1: a player is to move, 2: game over */
  uint8_t player, stones_left, turns;
  uint8_t heaps[HEAPS];
  uint8_t points[ASC_PLAYERS_MAX];
  uint8_t padding[5];
} heaps_position;

static inline int heaps_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  (void)error;
  rules->players = (int)values[0].number;
  rules->position_size = sizeof(heaps_position);
  rules->moves_max = HEAPS + 1;
  rules->plies_max = 4 * HEAPS_ROUNDS * rules->players;
  rules->symmetries = 1;
  return ASC_OK;
}

static inline void heaps_start(const asc_rules *rules, void *position) {
  (void)rules;
  heaps_position start = {.player = 1};
  memset(start.heaps, HEAP_STONES, sizeof start.heaps);
  memcpy(position, &start, sizeof start);
}

static inline int heaps_turn(const asc_rules *rules, const void *position) {
  (void)rules;
  const heaps_position *p = position;
  return p->stage == 1 ? p->player : p->stage == 0 ? ASC_CHANCE : 1;
}

static inline int heaps_moves(const asc_rules *rules, const void *position, asc_move *moves) {
  (void)rules;
  const heaps_position *p = position;
  int count = 0;
  if (p->stage == 0)
    for (asc_move face = 1; face <= 2; face++) moves[count++] = HEAPS_ROLL + face;
  for (asc_move heap = 0; heap < HEAPS && p->stage == 1; heap++)
    if (p->heaps[heap] > 0) moves[count++] = heap;
  if (p->stage == 1) moves[count++] = HEAPS_STOP;
  return count;
}

static inline void heaps_end_turn(const asc_rules *rules, heaps_position *p) {
  p->stones_left = 0;
  p->turns++;
  p->player = (uint8_t)(p->player % rules->players + 1);
  bool is_empty = p->heaps[0] + p->heaps[1] + p->heaps[2] == 0;
  p->stage = is_empty || p->turns == HEAPS_ROUNDS * rules->players ? 2 : 0;
}

static inline void heaps_play(const asc_rules *rules, void *position, asc_move move) {
  heaps_position *p = position;
  if (move > HEAPS_ROLL) {
    p->stones_left = (uint8_t)(move - HEAPS_ROLL);
    p->stage = 1;
  } else if (move == HEAPS_STOP) {
    heaps_end_turn(rules, p);
  } else {
    static const uint8_t stone_values[HEAPS][HEAP_STONES] = {
        {3, 1, 4, 1, 5, 0, 2}, {2, 7, 1, 0, 2, 8, 1}, {1, 6, 1, 0, 3, 3, 4}};
    uint8_t *points = &p->points[p->player - 1];
    *points = (uint8_t)(*points + stone_values[move][--p->heaps[move]]);
    if (--p->stones_left == 0) heaps_end_turn(rules, p);
  }
}

static inline bool heaps_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  const heaps_position *p = position;
  memset(outcome, 0, sizeof *outcome);
  for (int i = 0; i < rules->players; i++) {
    outcome->points[i] = 2 * p->points[i];
    int ahead = 0;
    for (int j = 0; j < rules->players; j++) ahead += p->points[j] > p->points[i];
    if (p->stage == 2) outcome->rank[i] = (uint8_t)(ahead + 1);
  }
  return p->stage == 2;
}

static inline uint32_t heaps_odds(const asc_rules *rules, const void *position, asc_move move) {
  (void)rules, (void)position;
  return move == HEAPS_ROLL + 1 ? 2 : 1;
}

static inline uint64_t heaps_hash(const asc_rules *rules, const void *position) {
  (void)rules;
  uint64_t words[2];
  memcpy(words, position, sizeof words);
  return asc_hash_add(asc_hash_add(0, words[0]), words[1]);
}

/* Arbitrary estimates: they only have to differ. */
static inline void heaps_chances(const asc_rules *rules, const void *position, int32_t chances[ASC_PLAYERS_MAX]) {
  uint64_t hash = heaps_hash(rules, position);
  memset(chances, 0, ASC_PLAYERS_MAX * sizeof *chances);
  chances[0] = (int32_t)(hash % 8001);
  chances[1] = rules->players == 2 ? 10000 - chances[0] : (int32_t)((hash >> 20) % (uint64_t)(10001 - chances[0]));
  if (rules->players == 3) chances[2] = 10000 - chances[0] - chances[1];
}

static const asc_option heaps_options[] = {
    {.key = "players", .type = ASC_OPTION_NUMBER, .default_value = "2", .min = 2, .max = 3}};
static const asc_knowledge heaps_knowledge = {.win_chances = heaps_chances};
static const asc_game heaps_game = {.id = "heaps",
                                    .options = heaps_options,
                                    .option_count = 1,
                                    .rules_size = sizeof(asc_rules),
                                    .score = ASC_SCORE_CHANCE,
                                    .open = heaps_open,
                                    .start = heaps_start,
                                    .turn = heaps_turn,
                                    .moves = heaps_moves,
                                    .play = heaps_play,
                                    .outcome = heaps_outcome,
                                    .odds = heaps_odds,
                                    .hash = heaps_hash,
                                    .knowledge = &heaps_knowledge};

#endif
