/* Implementation of rules_cache.h: a hash table of open rules by spec, with the number of rooms that use each. */
#include "rules_cache.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024 };

typedef struct entry entry;
struct entry {
  entry *next;
  asc_rules *rules;
  int users;               /* rooms that have taken these rules; at least 1 */
  char spec[ASC_SPEC_MAX]; /* as it was requested */
};

struct online_rules_cache {
  int count;
  int64_t idle_ms;
  entry *buckets[BUCKETS];
};

int online_rules_cache_open(online_rules_cache **cache) {
  *cache = calloc(1, sizeof **cache);
  if (*cache == NULL) return ASC_E_MEMORY;
  (*cache)->idle_ms = 365LL * 24 * 3600 * 1000;
  return ASC_OK;
}

int64_t online_rules_cache_idle(const online_rules_cache *cache) { return cache->idle_ms; }
void online_rules_cache_idle_set(online_rules_cache *cache, int64_t idle_ms) { cache->idle_ms = idle_ms; }

static entry **bucket_of(online_rules_cache *cache, const char *spec) {
  return &cache->buckets[asc_hash_text(0, spec) % BUCKETS];
}

int online_rules_cache_take(online_rules_cache *cache, const char *spec, const asc_rules **rules) {
  entry **bucket = bucket_of(cache, spec);
  *rules = NULL;
  for (entry *found = *bucket; found != NULL; found = found->next)
    if (strcmp(found->spec, spec) == 0) {
      found->users++;
      *rules = found->rules;
      return ASC_OK;
    }
  entry *made = calloc(1, sizeof *made);
  if (made == NULL) return ASC_E_MEMORY;
  int code = strlen(spec) >= sizeof made->spec ? ASC_E_INPUT : asc_rules_open(&made->rules, spec, NULL);
  if (code < 0) {
    free(made);
    return code == ASC_E_MEMORY ? ASC_E_MEMORY : ASC_E_INPUT;
  }
  (void)snprintf(made->spec, sizeof made->spec, "%s", spec);
  made->users = 1;
  made->next = *bucket;
  *bucket = made;
  cache->count++;
  *rules = made->rules;
  return ASC_OK;
}

/* Searches all buckets: the rules do not say by which spec they were requested. */
void online_rules_cache_give_back(online_rules_cache *cache, const asc_rules *rules) {
  if (rules == NULL) return;
  for (int i = 0; i < BUCKETS; i++)
    for (entry **link = &cache->buckets[i]; *link != NULL; link = &(*link)->next) {
      entry *found = *link;
      if (found->rules != rules) continue;
      if (--found->users > 0) return;
      *link = found->next;
      asc_rules_close(found->rules);
      free(found);
      cache->count--;
      return;
    }
}

int online_rules_cache_count(const online_rules_cache *cache) { return cache->count; }

void online_rules_cache_close(online_rules_cache *cache) { free(cache); }
