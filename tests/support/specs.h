/* The games for the tests of all games: every game of the library with its defaults, then with the options in
   tests/data/options.txt. Games that are not built in are left out. A new game in the library is in the list
   automatically. */
#ifndef ASC_TESTS_SPECS_H
#define ASC_TESTS_SPECS_H

#include <ascona/game.h>

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

enum { SPECS_MAX = 128 };

typedef struct test_specs {
  int count;
  char texts[SPECS_MAX][ASC_SPEC_MAX];
} test_specs;

/* Returns false if there are too many. Skips specs of games that are not built in. */
static inline bool specs_add(test_specs *specs, const char *spec) {
  char id[64] = "";
  size_t length = strcspn(spec, ":");
  if (length < sizeof id) memcpy(id, spec, length);
  if (asc_game_find(id) == NULL) return true;
  if (specs->count == SPECS_MAX) return false;
  (void)snprintf(specs->texts[specs->count++], ASC_SPEC_MAX, "%s", spec);
  return true;
}

/* Returns false if the list cannot be read or does not fit. */
static inline bool specs_load(test_specs *specs) {
  specs->count = 0;
  bool ok = true;
  for (int i = 0; asc_game_at(i) != NULL; i++) ok = ok && specs_add(specs, asc_game_at(i)->id);
  FILE *file = fopen(TEST_DATA "/options.txt", "r");
  if (file == NULL) return false;
  char line[ASC_SPEC_MAX];
  while (fgets(line, sizeof line, file) != NULL) {
    line[strcspn(line, "\n")] = '\0';
    if (line[0] != '\0' && line[0] != '#') ok = ok && specs_add(specs, line);
  }
  fclose(file);
  return ok && specs->count > 0;
}

#endif
