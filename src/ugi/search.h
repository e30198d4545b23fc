/* The searches of the engine protocol: one at a time, in a thread of its own, so that commands are read meanwhile.

   What a search finds it says itself, and its `bestmove` at the end. While it runs, the game and the player it was
   given must stay as they are. */
#ifndef ASC_UGI_SEARCH_H
#define ASC_UGI_SEARCH_H

#include <ascona/play.h>
#include <ascona/player.h>

#include "line.h"

#include <pthread.h>

/* What is wanted of a search; a limit of -1 is none. */
typedef struct asc_ugi_request {
  long long movetime, depth, nodes;
  long long time[ASC_PLAYERS_MAX], increment[ASC_PLAYERS_MAX];
  bool infinite; /* no `bestmove` before the search is ended */
  int lines;
  uint64_t seed, game; /* what the player chooses by in this move, and throughout the game */
  /* Whether the tables he asks turned out to be damaged, which is told before the `bestmove`; NULL: there are none. */
  bool (*damaged)(const asc_oracle *tables);
  const asc_oracle *tables;
} asc_ugi_request;

typedef struct asc_ugi_search {
  asc_ugi_output *output;
  bool started; /* there is a thread, running or not yet joined */
  pthread_t thread;
  asc_player *player;
  const asc_rules *rules;
  asc_task task;
  bool infinite;
  uint64_t seed;
  bool (*damaged)(const asc_oracle *tables);
  const asc_oracle *tables;
  uint64_t told; /* the nodes of the last report that was told */

  pthread_mutex_t lock; /* of `thinking`, and of waiting for it or for `stopped` to change */
  pthread_cond_t changed;
  bool thinking;
  atomic_bool stopped;
} asc_ugi_search;

void asc_ugi_search_open(asc_ugi_search *search, asc_ugi_output *output);
/* Ends the search if there is one. */
void asc_ugi_search_close(asc_ugi_search *search);
/* For the players of these searches: it tells them when to stop. The search must stay where it is. */
asc_host asc_ugi_search_host(asc_ugi_search *search);

/* The player looks for a move in a game that is not over and does not wait for a die. No search may be running. False
   when the system gives no thread. */
bool asc_ugi_search_start(asc_ugi_search *search, const asc_play *play, asc_player *player,
                          const asc_ugi_request *request);
/* Ends the search if there is one; its `bestmove` has been said then. */
void asc_ugi_search_end(asc_ugi_search *search);
/* Waits until the search, if there is one, has nothing more to find. */
void asc_ugi_search_wait(asc_ugi_search *search);

#endif
