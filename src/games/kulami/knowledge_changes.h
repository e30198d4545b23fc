/* The changes of lead that are still possible on tiles, and the most points they can be worth.

   A player has only so many marbles left. After each marble its tile is off limits for two plies. So a player can place
   a marble on the same tile only every second turn. */
#ifndef ASC_GAMES_KULAMI_KNOWLEDGE_CHANGES_H
#define ASC_GAMES_KULAMI_KNOWLEDGE_CHANGES_H

#include "knowledge.h"

enum {
  ASC_KULAMI_BOUNDS_FROM_PLY = 40, /* before it, so little is decided that bounds are not worth computing */
  ASC_KULAMI_SOLVE_PLIES = 3       /* with so few plies left the bounds are exact */
};

/* The facts that changes of tiles depend on, from the view of the player to move. */
typedef struct asc_kulami_bound_state {
  asc_kulami_balance balance;
  int own_marbles, other_marbles; /* still to be placed */
  int last_tile, previous_tile;   /* the tiles that are off limits */
} asc_kulami_bound_state;

ASC_INLINE asc_kulami_bound_state asc_kulami_bound_state_of(const asc_kulami_rules *rules,
                                                            const asc_kulami_position *position) {
  int mover = position->plies % 2, left = asc_kulami_plies_left(position);
  return (asc_kulami_bound_state){.balance = {.own = position->marbles[mover], .other = position->marbles[1 - mover]},
                                  .own_marbles = (left + 1) / 2,
                                  .other_marbles = left / 2,
                                  .last_tile = rules->tile_of[position->last_hole],
                                  .previous_tile = position->previous_tile};
}

/* A tile: by how many marbles the player to move leads, and how often it can change for the better and for the
   worse. */
typedef struct asc_kulami_tile_changes {
  int lead, gains, losses;
} asc_kulami_tile_changes;

ASC_INLINE int asc_kulami_min(int a, int b) { return a < b ? a : b; }

/* Returns how often a tile can still improve for a player who leads by `lead` and places `marbles` on it: from the
   opponent's lead to a tie, from a tie to the player's lead. */
ASC_INLINE int asc_kulami_gains_max(int lead, int marbles) {
  int max = lead > 0 ? 0 : lead == 0 ? 1 : 2;
  int changes = marbles + lead + (lead < 0);
  return changes < 0 ? 0 : changes > max ? max : changes;
}

/* The last tile is off limits in the next ply of both players, the previous one only in that of the player to move. */
ASC_INLINE asc_kulami_tile_changes asc_kulami_tile_changes_of(const asc_kulami_rules *rules,
                                                              const asc_kulami_bound_state *state, int tile) {
  uint64_t holes = rules->tiles[tile];
  int free = asc_bits_count(holes & asc_kulami_free_holes(&state->balance)),
      lead = asc_kulami_lead(&state->balance, holes);
  int own = (state->own_marbles + 1 - (tile == state->last_tile || tile == state->previous_tile)) / 2;
  int other = (state->other_marbles + 1 - (tile == state->last_tile)) / 2;
  return (asc_kulami_tile_changes){.lead = lead,
                                   .gains = asc_kulami_gains_max(lead, asc_kulami_min(own, free)),
                                   .losses = asc_kulami_gains_max(-lead, asc_kulami_min(other, free))};
}

/* Returns the margin of the player to move from one tile, in points. */
ASC_INLINE int asc_kulami_tile_margin(int worth, int lead) { return lead > 0 ? worth : lead < 0 ? -worth : 0; }

/* All tiles together: the current margin in points, and the possible changes indexed by the points of their tiles. */
typedef struct asc_kulami_change_totals {
  int margin;
  int gains[ASC_KULAMI_TILE_SIZE_MAX + 1], losses[ASC_KULAMI_TILE_SIZE_MAX + 1];
} asc_kulami_change_totals;

/* Adds a tile if `sign` is 1, or removes it if `sign` is -1. */
ASC_INLINE void asc_kulami_change_totals_add(asc_kulami_change_totals *totals, const asc_kulami_rules *rules,
                                             const asc_kulami_bound_state *state, int tile, int sign) {
  int worth = asc_bits_count(rules->tiles[tile]);
  asc_kulami_tile_changes changes = asc_kulami_tile_changes_of(rules, state, tile);
  totals->margin += sign * asc_kulami_tile_margin(worth, changes.lead);
  totals->gains[worth] += sign * changes.gains;
  totals->losses[worth] += sign * changes.losses;
}

/* Returns the points of the most valuable changes: each needs at least one of `marbles`. */
ASC_INLINE int asc_kulami_changes_worth(const int changes[ASC_KULAMI_TILE_SIZE_MAX + 1], int marbles) {
  int sum = 0;
  for (int worth = ASC_KULAMI_TILE_SIZE_MAX; worth > 0; worth--) {
    int taken = asc_kulami_min(changes[worth], marbles);
    sum += taken * worth;
    marbles -= taken;
  }
  return sum;
}

/* Writes bounds of the final margin of the player to move, in points. */
ASC_INLINE void asc_kulami_change_totals_bounds(const asc_kulami_change_totals *totals,
                                                const asc_kulami_bound_state *state, int *lower, int *upper) {
  *upper = totals->margin + asc_kulami_changes_worth(totals->gains, state->own_marbles);
  *lower = totals->margin - asc_kulami_changes_worth(totals->losses, state->other_marbles);
}

#endif
