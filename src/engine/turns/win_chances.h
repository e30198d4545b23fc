/* The chance of every player to win, in hundredths of a percent.

   The chances of all players add up to ASC_WIN_CHANCES_SUM. A shared first rank counts as its share. Chances are proved
   if the result of the game is settled, whatever the dice and the other players do. */
#ifndef ASC_ENGINE_TURNS_WIN_CHANCES_H
#define ASC_ENGINE_TURNS_WIN_CHANCES_H

#include <ascona/knowledge.h>

#include "engine/common/tt.h"

enum { ASC_WIN_CHANCES_SUM = 10000 };

typedef struct asc_win_chances {
  int32_t per_player[ASC_PLAYERS_MAX];
  bool is_proved;
} asc_win_chances;

/* Returns the chances of a finished game: 0, all, or a share. They are proved. */
asc_win_chances asc_win_chances_at_end(const asc_rules *rules, const void *position);
/* Returns the estimated chances of an unfinished game, without a search: by the knowledge of the game, or else by the
   mean of a few random games. Adds the plies of those to *plies. */
asc_win_chances asc_win_chances_estimate(const asc_rules *rules, const void *position, uint64_t *plies);
/* Compares the chances of all players. Ignores is_proved. */
bool asc_win_chances_are_equal(const asc_win_chances *one, const asc_win_chances *other);

/* A weighted mean of chances. Starts with all zero. */
typedef struct asc_win_chances_mean {
  int64_t sums[ASC_PLAYERS_MAX], weight;
  bool is_proved; /* all chances added were proved and equal */
  asc_win_chances last;
} asc_win_chances_mean;
void asc_win_chances_mean_add(asc_win_chances_mean *mean, const asc_win_chances *chances, uint32_t weight);
asc_win_chances asc_win_chances_mean_value(const asc_win_chances_mean *mean);

/* An entry of the transposition table: chances, and the depth in turns of their search. With two players, the chance of
   player 1 may be only a lower or an upper bound. _probe returns false if there is no entry. */
enum { ASC_WIN_CHANCES_LOWER = 1, ASC_WIN_CHANCES_UPPER = 2, ASC_WIN_CHANCES_EXACT = 3 };
typedef struct asc_win_chances_entry {
  asc_win_chances chances;
  unsigned bound;
  int depth;
  unsigned generation;
} asc_win_chances_entry;
bool asc_win_chances_entry_probe(const asc_tt *tt, uint64_t hash, asc_win_chances_entry *entry);
void asc_win_chances_entry_write(const asc_tt *tt, uint64_t hash, const asc_win_chances_entry *entry);

#endif
