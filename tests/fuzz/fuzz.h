/* What the fuzz targets share: the rules of all games, opened once, and failing loudly. */
#ifndef ASC_TESTS_FUZZ_H
#define ASC_TESTS_FUZZ_H

#include <ascona/game.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_REQUIRE(condition)                                       \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      abort();                                                        \
    }                                                                 \
  } while (0)

static const char *const fuzz_specs[] = {"delta",
                                         "delta:size=4,pawns=4",
                                         "delta:size=6,pawns=9",
                                         "neo-delta",
                                         "kulami",
                                         "kulami:board=irregular,level=3",
                                         "delfino",
                                         "delfino:players=4,die=123456",
                                         "delfino:players=3,layout=joined",
                                         "circle-delta",
                                         "circle-delta:rings=2,petals=3,men=2,reds=1,greens=1",
                                         "circle-delta:rings=6,petals=8,men=20,reds=6,greens=6"};
enum { FUZZ_SPECS = sizeof fuzz_specs / sizeof fuzz_specs[0] };

/* The rules of the spec that a letter stands for: 'a' is the first. */
static inline const asc_rules *fuzz_rules(uint8_t letter) {
  static asc_rules *opened[FUZZ_SPECS];
  int index = (letter - 'a') % FUZZ_SPECS;
  if (index < 0) index += FUZZ_SPECS;
  if (opened[index] == NULL) FUZZ_REQUIRE(asc_rules_open(&opened[index], fuzz_specs[index], NULL) == ASC_OK);
  return opened[index];
}

/* The input as a string: up to its first NUL, in memory of exactly that size. */
static inline char *fuzz_string(const uint8_t *data, size_t size) {
  char *text = malloc(size + 1);
  FUZZ_REQUIRE(text != NULL);
  if (size > 0) memcpy(text, data, size);
  text[size] = '\0';
  return text;
}

#endif
