/* Solves the last plies of a game in which only tiles count.

   Points already on the board are left out: the search computes what the rest of the game gains for the player to move.
   The holes that gain points are updated from ply to ply; a marble changes them only on its own tile. A tile is off
   limits for two plies after a marble, so three marbles in a row are on three different tiles. With three plies left,
   the gain of each marble is therefore known from the start, and no positions have to be made.

   A transposition table would help little: the same holes filled in another order seldom leave the same holes open. */
#include "knowledge.h"

enum { NO_VALUE = -ASC_KULAMI_HOLES, LAST_PLIES = 3, LARGEST_TILE = 6 };

/* A position without the points gained so far. */
typedef struct endgame {
  asc_kulami_balance balance;
  uint64_t open;       /* where the player to move may place a marble */
  uint64_t off_limits; /* the tile of the last marble, where the opponent may not reply */
  int plies_left;
} endgame;

typedef struct candidate {
  int order, hole;
  uint64_t replies;
} candidate;

ASC_INLINE uint64_t replies_to(const asc_kulami_rules *rules, const endgame *end, int hole) {
  return rules->allowed_after[hole] & ~end->off_limits & asc_kulami_free_holes(&end->balance);
}

/* Returns the worst result after the first of the last three marbles: its gain, minus the reply's, plus the last
   marble's. Stops as soon as the result is not more than `enough`. */
ASC_INLINE int after_first_of_three(const asc_kulami_rules *rules, const endgame *end, int hole, uint64_t replies,
                                    int enough) {
  const asc_kulami_balance *balance = &end->balance;
  uint64_t third = balance->gain & asc_kulami_free_holes(balance) & ~rules->tiles[rules->tile_of[hole]];
  int gained = asc_kulami_points_at(rules, balance->gain, hole), worst = replies == 0 ? gained : ASC_KULAMI_HOLES;
  for (; replies != 0 && worst > enough; replies = asc_bits_clear_lowest(replies)) {
    int reply = asc_bits_lowest(replies);
    int rest = asc_kulami_largest_tile(rules, rules->allowed_after[reply] & third) -
               asc_kulami_points_at(rules, balance->loss, reply);
    if (gained + rest < worst) worst = gained + rest;
  }
  return worst;
}

/* Solves positions with at most three plies left. */
ASC_INLINE int solve_last_plies(const asc_kulami_rules *rules, const endgame *end, int wanted) {
  const asc_kulami_balance *balance = &end->balance;
  if (end->plies_left == 1) return asc_kulami_largest_tile(rules, end->open & balance->gain);
  int best = NO_VALUE;
  for (uint64_t open = end->open; open != 0 && best < wanted; open = asc_bits_clear_lowest(open)) {
    int hole = asc_bits_lowest(open), value;
    uint64_t replies = replies_to(rules, end, hole);
    if (end->plies_left == 2)
      value =
          asc_kulami_points_at(rules, balance->gain, hole) - asc_kulami_largest_tile(rules, replies & balance->loss);
    else
      value = after_first_of_three(rules, end, hole, replies, best);
    if (value > best) best = value;
  }
  return best;
}

/* Checks whether simple bounds decide the comparison with `wanted`; then *bound is the value to return. Four or five
   plies before the end the player to move has two or three marbles, and the opponent two. The first must go into an
   open hole. Two of three can go onto one tile and gain its points even if the first of them gains nothing. */
ASC_INLINE bool is_decided(const asc_kulami_rules *rules, const endgame *end, int wanted, int *bound) {
  if (end->plies_left > LAST_PLIES + 2) return false;
  const asc_kulami_balance *balance = &end->balance;
  uint64_t free = asc_kulami_free_holes(balance);
  int first = asc_kulami_largest_tile(rules, balance->gain & end->open),
      later = asc_kulami_largest_tile(rules, balance->gain & free);
  int two = first + later;
  *bound = end->plies_left == LAST_PLIES + 1 ? two : later + (two > LARGEST_TILE ? two : LARGEST_TILE);
  if (*bound < wanted) return true;
  *bound = -2 * asc_kulami_largest_tile(rules, balance->loss & free);
  return *bound >= wanted;
}

ASC_INLINE int list_candidates(const asc_kulami_rules *rules, const endgame *end, candidate *list) {
  int count = 0;
  for (uint64_t open = end->open; open != 0; open = asc_bits_clear_lowest(open)) {
    int hole = asc_bits_lowest(open), at = count++;
    uint64_t replies = replies_to(rules, end, hole);
    int order = asc_kulami_order_value(rules, &end->balance, hole, replies);
    for (; at > 0 && list[at - 1].order < order; at--) list[at] = list[at - 1];
    list[at] = (candidate){order, hole, replies};
  }
  return count;
}

ASC_INLINE endgame endgame_after(const asc_kulami_rules *rules, const endgame *end, const candidate *move) {
  const asc_kulami_balance *balance = &end->balance;
  uint64_t tile = rules->tiles[rules->tile_of[move->hole]];
  endgame next = {.balance = {.own = balance->other,
                              .other = balance->own | asc_bit(move->hole),
                              .gain = balance->loss,
                              .loss = balance->gain},
                  .open = move->replies,
                  .off_limits = tile,
                  .plies_left = end->plies_left - 1};
  asc_kulami_balance_update(&next.balance, tile);
  return next;
}

ASC_TARGET_CLONES static int kulami_endgame_search(const asc_kulami_rules *rules, const endgame *end, int wanted,
                                                   uint64_t *nodes) {
  candidate list[ASC_KULAMI_HOLES];
  int bound, best = NO_VALUE;
  ++*nodes;
  if (end->open == 0 || end->plies_left == 0) return 0;
  if (end->plies_left <= LAST_PLIES) return solve_last_plies(rules, end, wanted);
  if (is_decided(rules, end, wanted, &bound)) return bound;
  int count = list_candidates(rules, end, list);
  for (int i = 0; i < count && best < wanted; i++) {
    endgame next = endgame_after(rules, end, &list[i]);
    int gained = asc_kulami_points_at(rules, end->balance.gain, list[i].hole);
    int value = gained - kulami_endgame_search(rules, &next, gained - wanted + 1, nodes);
    if (value > best) best = value;
  }
  return best;
}

int asc_kulami_endgame_solve(const asc_kulami_rules *rules, const asc_kulami_position *position, int wanted,
                             uint64_t *nodes) {
  endgame end = {.balance = asc_kulami_balance_of(rules, position),
                 .open = asc_kulami_open_holes(rules, position),
                 .off_limits = rules->tiles[rules->tile_of[position->last_hole]],
                 .plies_left = asc_kulami_plies_left(position)};
  return kulami_endgame_search(rules, &end, wanted, nodes);
}
