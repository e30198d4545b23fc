/* The search over whole turns and dice.

   A player chooses among the turns of a position, and the die chooses by its odds. Every player takes the turn with
   their own best chance to win. With two players this is expectiminimax, with an alpha-beta window on the chance of
   player 1. With more players it is max^n, and only a proved win cuts off.

   An iteration searches `depth` turns ahead. Only the turns with the best estimates are searched, more of them at the
   root than below it. The last turn is only estimated. Read win_chances.h and turn_list.h first. */
#ifndef ASC_ENGINE_TURNS_TURNS_H
#define ASC_ENGINE_TURNS_TURNS_H

#include "turn_list.h"
#include "win_chances.h"

enum { ASC_TURNS_MAX_DEPTH = 16, ASC_TURNS_MAX_WIDTH = 48 };

/* A turn to be searched. */
typedef struct asc_turns_choice {
  int entry;     /* entry of its last position in the list */
  uint64_t hash; /* of that position */
  asc_win_chances chances;
} asc_turns_choice;

/* The best turns of a position. They are copied here, because the list is reused for the turns that follow them. */
typedef struct asc_turns_frame {
  int player, count;
  bool is_complete; /* there are no other turns */
  asc_turns_choice choices[ASC_TURNS_MAX_WIDTH];
  unsigned char *positions; /* at the ends of the choices */
} asc_turns_frame;

typedef struct asc_turns {
  asc_search *search;
  const asc_rules *rules;
  asc_turn_list list;
  int width;               /* turns searched per position, at most ASC_TURNS_MAX_WIDTH */
  uint64_t tt_salt;        /* separates the TT entries of searches with different blindness */
  uint64_t playout_plies;  /* plies of random games */
  uint64_t reported_nodes; /* nodes already added to those of the search */
  bool is_over;            /* the search is over: results from now on mean nothing */
  /* By depth; frames[0] is for the root. */
  asc_turns_frame frames[ASC_TURNS_MAX_DEPTH + 1];
} asc_turns;

/* A window on the chance of player 1, for two players: chances outside of it are only bounds. */
typedef struct asc_turns_window {
  int32_t low, high;
} asc_turns_window;

/* Returns NULL if there is not enough memory. asc_turns_close frees it; NULL is allowed. */
asc_turns *asc_turns_open(asc_search *search);
void asc_turns_close(asc_turns *turns);
/* Adds the new nodes to those of the search. */
void asc_turns_flush_nodes(asc_turns *turns);
/* Returns the chances of a position: exact if the game is over, else an estimate. */
asc_win_chances asc_turns_evaluate(asc_turns *turns, const void *position, bool game_over);

/* Fills the frame with the turns that start with one of the moves (NULL: any), at most the `width` best by estimate,
   best first. */
void asc_turns_select(asc_turns *turns, asc_turns_frame *frame, const void *position, const asc_move *moves, int count,
                      int width);
/* Returns the chances of a position after a turn, searched `depth` turns deep. The game must not be over. `hash` is the
   hash of the position. The result means nothing if `is_over` is set. */
asc_win_chances asc_turns_search(asc_turns *turns, const void *position, uint64_t hash, int depth,
                                 asc_turns_window window);
/* Returns true if `one` is better for a player than `other`. A proved chance is better than an equal estimate. */
bool asc_turns_is_better(const asc_win_chances *one, const asc_win_chances *other, int player);
/* Narrows the window by the best chances that a player has found. Returns true on a cutoff: nothing better can
   matter. */
bool asc_turns_narrow_window(const asc_turns *turns, asc_turns_window *window, int player, const asc_win_chances *best);
/* Returns true if the player has a proved win. */
bool asc_turns_is_won(const asc_win_chances *chances, int player);

#endif
