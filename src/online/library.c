#include "library.h"

#include "base/hash.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BUCKETS = 1024 };

typedef struct shelf shelf;
struct shelf {
  shelf *next;
  asc_rules *rules;
  int users;
  char spec[ASC_SPEC_MAX];
};

struct online_library {
  int count;
  int64_t idle;
  shelf *buckets[BUCKETS];
};

int asc_library_open(online_library **library) {
  *library = calloc(1, sizeof **library);
  if (*library == NULL) return ASC_E_MEMORY;
  (*library)->idle = 365LL * 24 * 3600 * 1000;
  return ASC_OK;
}

int64_t asc_library_idle(const online_library *library) { return library->idle; }
void asc_library_idle_set(online_library *library, int64_t idle) { library->idle = idle; }

static shelf **bucket_of(online_library *library, const char *spec) {
  return &library->buckets[asc_hash_text(0, spec) % BUCKETS];
}

const asc_rules *asc_library_take(online_library *library, const char *spec) {
  shelf **bucket = bucket_of(library, spec);
  for (shelf *at = *bucket; at != NULL; at = at->next)
    if (strcmp(at->spec, spec) == 0) {
      at->users++;
      return at->rules;
    }
  shelf *made = calloc(1, sizeof *made);
  if (made == NULL) return NULL;
  if (strlen(spec) >= sizeof made->spec || asc_rules_open(&made->rules, spec, NULL) < 0) {
    free(made);
    return NULL;
  }
  (void)snprintf(made->spec, sizeof made->spec, "%s", spec);
  made->users = 1;
  made->next = *bucket;
  *bucket = made;
  library->count++;
  return made->rules;
}

/* By the bucket of its spec as it was asked for, which the rules alone do not tell; there are few that share one. */
void asc_library_give_back(online_library *library, const asc_rules *rules) {
  if (rules == NULL) return;
  for (int i = 0; i < BUCKETS; i++)
    for (shelf **at = &library->buckets[i]; *at != NULL; at = &(*at)->next) {
      shelf *found = *at;
      if (found->rules != rules) continue;
      if (--found->users > 0) return;
      *at = found->next;
      asc_rules_close(found->rules);
      free(found);
      library->count--;
      return;
    }
}

int asc_library_count(const online_library *library) { return library->count; }

void asc_library_close(online_library *library) { free(library); }
