/* What a position promises every player: his chance to win.

   Chances are hundredths of a percent and add up to OUTLOOK_WHOLE. A shared first place counts as its share. An outlook
   is certain when the end of the game is settled, whatever the dice and the others do. */
#ifndef ASC_ENGINE_TURNS_OUTLOOK_H
#define ASC_ENGINE_TURNS_OUTLOOK_H

#include <ascona/knowledge.h>

#include "engine/common/tt.h"

enum { OUTLOOK_WHOLE = 10000 };

typedef struct asc_outlook {
  int32_t chances[ASC_PLAYERS_MAX];
  bool certain;
} asc_outlook;

/* Of a finished game. */
asc_outlook asc_outlook_of_end(const asc_rules *rules, const void *position);
/* Of an open one, without looking ahead: what the game knows, or else the mean of a few random games, the plies of
   which are added to *plies. */
asc_outlook asc_outlook_at_sight(const asc_rules *rules, const void *position, uint64_t *plies);
bool asc_outlook_is_same(const asc_outlook *one, const asc_outlook *other);

/* The mean of outlooks by their weights. */
typedef struct asc_outlook_mean {
  int64_t sums[ASC_PLAYERS_MAX], weight;
  bool certain; /* all were certain, and the same */
  asc_outlook last;
} asc_outlook_mean;
void asc_outlook_mean_add(asc_outlook_mean *mean, const asc_outlook *outlook, uint32_t weight);
asc_outlook asc_outlook_mean_take(const asc_outlook_mean *mean);

/* An outlook in the table, and how many turns ahead were looked at for it. Of two players, the chance of the first may
 * be known only to be at least or at most what is said. */
enum { OUTLOOK_AT_LEAST = 1, OUTLOOK_AT_MOST = 2, OUTLOOK_EQUAL = 3 };
typedef struct asc_outlook_memory {
  asc_outlook outlook;
  unsigned bound;
  int depth;
  unsigned age;
} asc_outlook_memory;
bool asc_outlook_recall(const asc_tt *tt, uint64_t hash, asc_outlook_memory *memory);
void asc_outlook_keep(const asc_tt *tt, uint64_t hash, const asc_outlook_memory *memory);

#endif
