/* All whole turns from a position: every sequence of moves after which the die or another player is next, or the game
   is over.

   Turns that lead to the same position are listed once, and so are unfinished turns. If a turn wins the game, it is
   the only turn listed, because nothing can be better. The number of positions is limited. If a position has too many
   continuations, only the most promising are followed. */
#ifndef ASC_ENGINE_TURNS_TURN_LIST_H
#define ASC_ENGINE_TURNS_TURN_LIST_H

#include "engine/common/search_state.h"

enum { ASC_TURN_LIST_MAX = 1 << 16 };

typedef enum asc_turn_state {
  ASC_TURN_UNFINISHED, /* the same player moves again */
  ASC_TURN_PRUNED,     /* the same player moves again, but the turn is not followed */
  ASC_TURN_ENDED,
  ASC_TURN_GAME_OVER /* the turn and the game have ended */
} asc_turn_state;

/* A position during the turn, or at its end. */
typedef struct asc_turn_entry {
  uint64_t hash;
  int parent; /* the entry of the position before `move` */
  asc_move move;
  asc_turn_state state;
} asc_turn_entry;

/* Evaluates a position for a player. Higher is better. */
typedef struct asc_turn_heuristic {
  int32_t (*evaluate)(void *data, const void *position, int player);
  void *data;
} asc_turn_heuristic;

typedef struct asc_turn_list {
  const asc_rules *rules;
  int capacity; /* maximum number of entries */
  asc_turn_heuristic heuristic;
  int prune_above,
      prune_to; /* if a position has more than `prune_above` continuations, `prune_to` are followed; 0: all */
  asc_search_blindness blindness;

  int player;       /* the player of the turn */
  bool is_complete; /* no turn was pruned, overlooked or left out for lack of room */
  uint64_t plies;   /* played so far, by all calls of asc_turn_list_fill */
  int count;        /* of entries; entry 0 is the start of the turn */
  asc_turn_entry *entries;
  unsigned char *positions; /* of the entries */
  int end_count;            /* number of turns, at least 1 */
  int *ends;                /* last entries of the turns, in the order they were found */

  uint32_t generation; /* number of this filling; marks its hash slots */
  uint32_t *slots;     /* hash slots: generation and entry; slots of older generations are free */
  uint64_t *ranking;   /* buffer for sorting */
} asc_turn_list;

/* Opens a list for `capacity` entries, at most ASC_TURN_LIST_MAX. It lists all turns; set `heuristic`, `prune_above`,
   `prune_to` and `blindness` afterwards to limit it. Returns false if there is not enough memory. asc_turn_list_close
   frees it. */
bool asc_turn_list_open(asc_turn_list *list, const asc_rules *rules, int capacity);
void asc_turn_list_close(asc_turn_list *list);

/* Finds the turns that start with one of `moves`: at least one legal move of a position where a player is to move. */
void asc_turn_list_fill(asc_turn_list *list, const void *position, const asc_move *moves, int count);
/* Returns the position of an entry. It is valid until the list is filled again. */
const void *asc_turn_list_position(const asc_turn_list *list, int entry);
/* Copies the moves that lead to an entry, at most `capacity` of them. Returns how many were copied. */
int asc_turn_list_moves(const asc_turn_list *list, int entry, asc_move *moves, int capacity);

#endif
