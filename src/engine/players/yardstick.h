/* Yardsticks: players with a name, who are there to measure others by. The page's module is built without them
   (ASC_WITHOUT_YARDSTICKS). */
#ifndef ASC_ENGINE_PLAYERS_YARDSTICK_H
#define ASC_ENGINE_PLAYERS_YARDSTICK_H

#include <ascona/player.h>

typedef struct asc_yardstick {
  const char *name;
  /* One that thinks. The host, which may be NULL, is copied. ASC_OK or ASC_E_MEMORY. */
  int (*open)(void **self, const asc_rules *rules, const asc_player_settings *settings, const asc_host *host);
  int (*run)(void *self, const asc_task *task, uint64_t seed, asc_report *report);
  /* From any thread: ends the run in progress, or the next one at once. */
  void (*stop)(void *self);
  void (*close)(void *self);
  /* One that does not: his move where a player is to move. The four above are NULL. */
  asc_move (*move)(const asc_rules *rules, const void *position, uint64_t seed);
} asc_yardstick;

extern const asc_yardstick asc_uct, asc_greedy;

#endif
