/* Baseline players: named players that serve to measure others against. The engine of the web page is built without
   them (ASC_WITHOUT_BASELINES).

   A baseline player either searches (`open`, `run`, `stop`, `close`) or only has `move`. */
#ifndef ASC_ENGINE_PLAYERS_BASELINE_H
#define ASC_ENGINE_PLAYERS_BASELINE_H

#include <ascona/player.h>

typedef struct asc_baseline_player {
  const char *name;
  /* Opens a player that searches, for these rules and settings. The hooks may be NULL; they are copied. Returns ASC_OK
     or ASC_E_MEMORY. */
  int (*open)(void **self, const asc_rules *rules, const asc_player_settings *settings, const asc_search_hooks *hooks);
  /* Searches for the task. The report is valid until the next call. Returns ASC_OK or an error code. */
  int (*run)(void *self, const asc_search_task *task, uint64_t seed, asc_search_report *report);
  /* From any thread: ends the search in progress, or the next one at once if there is none. */
  void (*stop)(void *self);
  void (*close)(void *self);
  /* A player without a search: returns its move in a position where a player is to move. Then the four others are
     NULL. */
  asc_move (*move)(const asc_rules *rules, const void *position, uint64_t seed);
} asc_baseline_player;

extern const asc_baseline_player asc_baseline_uct, asc_baseline_greedy;

#endif
