/* The searches of the engine protocol: one at a time, in its own thread, so that commands are read meanwhile.

   A search prints its own reports, and its `bestmove` at the end. While it runs, the caller must not change the game or
   the player. */
#ifndef ASC_UGI_SEARCH_H
#define ASC_UGI_SEARCH_H

#include <ascona/play.h>
#include <ascona/player.h>

#include "line.h"

#include <pthread.h>

/* The parameters of a search. A limit of -1 means no limit. */
typedef struct ugi_search_request {
  long long movetime_ms, depth, nodes;
  long long time_ms[ASC_PLAYERS_MAX], increment_ms[ASC_PLAYERS_MAX];
  bool is_infinite; /* no `bestmove` before the search is stopped */
  int line_count;
  uint64_t move_seed, game_seed; /* for the player's random choices in this move, and in the whole game */
  /* Returns whether a file of the tablebase turned out to be damaged, which is reported before the `bestmove`. NULL: no
     tablebase. */
  bool (*tablebase_is_damaged)(const asc_oracle *tablebase);
  const asc_oracle *tablebase;
} ugi_search_request;

typedef struct ugi_search {
  ugi_output *output;
  bool has_thread; /* a thread is running or not yet joined */
  pthread_t thread;
  asc_player *player;
  const asc_rules *rules;
  asc_search_task task;
  bool is_infinite;
  uint64_t move_seed;
  bool (*tablebase_is_damaged)(const asc_oracle *tablebase);
  const asc_oracle *tablebase;
  uint64_t reported_nodes; /* nodes of the last report printed */

  pthread_mutex_t lock; /* guards is_thinking, and waiting for is_thinking or should_stop to change */
  pthread_cond_t changed;
  bool is_thinking;
  atomic_bool should_stop;
} ugi_search;

/* Prepares for searches that print to `output`, which must outlive them. */
void ugi_search_open(ugi_search *search, ugi_output *output);
/* Stops the search if there is one, and frees the resources. */
void ugi_search_close(ugi_search *search);
/* Returns the hooks for the players of these searches, which stop them. They refer to `search`, which must not move. */
asc_search_hooks ugi_search_hooks(ugi_search *search);

/* Starts a search for the player to move. The game must not be over or wait for a die roll, and no search may be
   running. Returns false if no thread can be started. */
bool ugi_search_start(ugi_search *search, const asc_play *play, asc_player *player, const ugi_search_request *request);
/* Stops the search if there is one. Returns after its `bestmove` is printed. */
void ugi_search_stop(ugi_search *search);
/* Waits until the player has chosen a move, if there is a search. Its `bestmove` may follow later. */
void ugi_search_wait(ugi_search *search);

#endif
