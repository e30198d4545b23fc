/* Functions of a running game that records need and the public interface does not have. */
#ifndef ASC_PLAY_HISTORY_H
#define ASC_PLAY_HISTORY_H

#include <ascona/play.h>

/* As asc_play_move_text, for a ply of a record: `is_manual_roll` says whether a roll was typed in. Returns the same
   codes. */
int asc_play_replay(asc_play *play, const char *token, bool is_manual_roll, asc_error *error);

/* A cache of moves by their spelling. In many games most moves occur again, and need not be searched for among all
   legal moves. An entry is only a candidate: in another position another move may have the same spelling. */
enum { ASC_MOVE_CACHE_SIZE = 4096 };
typedef struct asc_move_cache {
  asc_move moves[ASC_MOVE_CACHE_SIZE];
} asc_move_cache;

/* The same with a cache, for replaying many plies. */
int asc_play_replay_cached(asc_play *play, const char *token, bool is_manual_roll, asc_move_cache *cache,
                           asc_error *error);

/* Returns the roll that the seed gives now. A die must have to be rolled, and the game must have a seed. */
asc_move asc_play_seeded_roll(const asc_play *play);

/* Returns the player of event `index`, which must have happened. A roll belongs to the player who moves after it. */
int asc_play_event_owner(const asc_play *play, int index);

/* Returns to the position before event `index`, at most the number of events. Forgets everything after it, also rolls,
   resignations and an agreed draw. */
void asc_play_truncate(asc_play *play, int index);

/* Forgets the events, the plies that were undone and all earlier positions, to save memory. Keeps the current position,
   the repetition keys, the seed, the numbers of plies and rolls, and the players who resigned. */
void asc_play_forget_history(asc_play *play);

#endif
