/* All whole turns from a position: what a player can make of it before the die, another player or the end of the game
   is next.

   Turns that come to the same position are one, and so are beginnings of turns: each is followed once. A turn that wins
   the game leaves the player nothing to wish for and is listed alone. There is room for a number of positions. Where
   one position has a crowd of continuations, only the most promising are followed further. */
#ifndef ASC_ENGINE_TURNS_LIST_H
#define ASC_ENGINE_TURNS_LIST_H

#include "engine/common/run.h"

enum { TURN_ROOM_MOST = 1 << 16 };

typedef enum asc_turn_state {
  TURN_OPEN,    /* the turn goes on */
  TURN_DROPPED, /* it would, and is not followed */
  TURN_ENDED,
  TURN_OVER /* and so is the game */
} asc_turn_state;

/* A position within the turn, or at its end. */
typedef struct asc_turn_entry {
  uint64_t hash;
  int before; /* the entry it was reached from */
  asc_move move;
  asc_turn_state state;
} asc_turn_entry;

/* How promising a position is for a player; the higher, the better. */
typedef struct asc_turn_promise {
  int32_t (*of)(void *data, const void *position, int player);
  void *data;
} asc_turn_promise;

typedef struct asc_turn_list {
  const asc_rules *rules;
  int room; /* for entries */
  asc_turn_promise promise;
  int crowd, few; /* of more than `crowd` continuations of one position, `few` are followed; crowd 0: all */
  asc_sight sight;

  int player;     /* whose turn it is */
  bool complete;  /* nothing was left out or overlooked */
  uint64_t plies; /* played so far, over all fillings */
  int count;      /* of entries; entry 0 is the position that was given */
  asc_turn_entry *entries;
  unsigned char *positions;
  int end_count; /* of turns: at least one */
  int *ends;     /* their entries, in the order they were found */

  uint32_t stamp;  /* of this filling */
  uint32_t *slots; /* a hash table of entries: stamp and entry, or what older fillings left */
  uint64_t *ranking;
} asc_turn_list;

/* At most TURN_ROOM_MOST entries. False: no memory. What is wanted besides all turns is set afterwards. */
bool asc_turn_list_open(asc_turn_list *list, const asc_rules *rules, int room);
void asc_turn_list_close(asc_turn_list *list);

/* Finds the turns that begin with one of `moves`: legal moves, at least one, of a position where a player is to move.
 */
void asc_turn_list_fill(asc_turn_list *list, const void *position, const asc_move *moves, int count);
const void *asc_turn_list_position(const asc_turn_list *list, int entry);
/* The moves that lead to an entry, or the first `room` of them. */
int asc_turn_list_moves(const asc_turn_list *list, int entry, asc_move *moves, int room);

#endif
