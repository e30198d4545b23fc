/* The search over whole turns and dice.

   A player chooses among the turns that his position allows; the die chooses by its odds; every player takes the turn
   after which his own chance to win is best. For two players that is expectiminimax, and a window on the first player's
   chance cuts what cannot matter; with more it is max^n, and only a certain win ends a choice early.

   A pass looks `depth` turns ahead. Only the turns that look best at sight are looked into, more of them at the root
   than behind it; the last turn of all is judged at sight. */
#ifndef ASC_ENGINE_TURNS_TURNS_H
#define ASC_ENGINE_TURNS_TURNS_H

#include "list.h"
#include "outlook.h"

enum { TURNS_DEPTH = 16, TURNS_WIDTH = 48 };

/* A turn that is looked into. */
typedef struct asc_turns_choice {
  int entry; /* of the list it comes from */
  uint64_t hash;
  asc_outlook outlook;
} asc_turns_choice;

/* The best turns of a position, kept while the list is used for what follows them. */
typedef struct asc_turns_level {
  int player, count;
  bool complete;
  asc_turns_choice choices[TURNS_WIDTH];
  unsigned char *positions;
} asc_turns_level;

typedef struct asc_turns {
  asc_search *search;
  const asc_rules *rules;
  asc_turn_list list;
  int width;      /* turns of a position that are looked into, TURNS_WIDTH at most */
  uint64_t salt;  /* keeps apart in the table what was seen with different sight */
  uint64_t plies; /* of random games */
  uint64_t told;  /* nodes that the search knows of */
  bool over;      /* the run is: what is found from now on means nothing */
  /* By depth; the first is the root's. */
  asc_turns_level levels[TURNS_DEPTH + 1];
} asc_turns;

/* The chance of the first of two players matters only between these. */
typedef struct asc_turns_window {
  int32_t low, high;
} asc_turns_window;

asc_turns *asc_turns_open(asc_search *search); /* NULL: no memory */
void asc_turns_close(asc_turns *turns);
void asc_turns_tell_nodes(asc_turns *turns);
/* Of a position that may be the end of the game. */
asc_outlook asc_turns_at_sight(asc_turns *turns, const void *position, bool over);

/* Lists the turns that begin with one of the moves (NULL: any) and keeps the `width` best of them at sight. */
void asc_turns_survey(asc_turns *turns, asc_turns_level *level, const void *position, const asc_move *moves, int count,
                      int width);
/* What a position is worth after a turn, when there are `depth` turns still to be looked at. The game is not over. */
asc_outlook asc_turns_search(asc_turns *turns, const void *position, uint64_t hash, int depth, asc_turns_window window);
/* Whether an outlook is better for a player. */
bool asc_turns_is_better(const asc_outlook *one, const asc_outlook *other, int player);
/* Narrows the window of two players by what a player has found. True when nothing else can matter to him. */
bool asc_turns_narrow(const asc_turns *turns, asc_turns_window *window, int player, const asc_outlook *best);
bool asc_turns_is_won(const asc_outlook *outlook, int player);

#endif
