/* Shared by the rooms of a server: rules, opened once per spec and closed when the last room returns them, and the time
   after which a game without a clock ends. One thread uses a cache. */
#ifndef ONLINE_RULES_CACHE_H
#define ONLINE_RULES_CACHE_H

#include <ascona/game.h>

typedef struct online_rules_cache online_rules_cache;

/* Returns ASC_OK or ASC_E_MEMORY. */
int online_rules_cache_open(online_rules_cache **cache);
/* All rules must have been given back. */
void online_rules_cache_close(online_rules_cache *cache);

/* Hands out the rules, which the caller gives back. Returns ASC_OK; ASC_E_INPUT if there are no such rules, or
   ASC_E_MEMORY, and then *rules is NULL. */
int online_rules_cache_take(online_rules_cache *cache, const char *spec, const asc_rules **rules);
/* `rules` may be NULL. */
void online_rules_cache_give_back(online_rules_cache *cache, const asc_rules *rules);
/* Milliseconds without a move after which a game without a clock ends; default: a year. */
int64_t online_rules_cache_idle(const online_rules_cache *cache);
void online_rules_cache_idle_set(online_rules_cache *cache, int64_t idle_ms);
/* Returns how many rules are open. */
int online_rules_cache_count(const online_rules_cache *cache);

#endif
