/* What the fuzz targets share.

   An input about a position begins with a line that names the rules, "kulami:level=3"; the rest is the target's. A line
   that opens no rules stands for one of the games of tests/specs.h, chosen by its bytes. So a new game is fuzzed before
   there is an input for it, and inputs for games that are not built in do no harm. */
#ifndef ASC_TESTS_FUZZ_H
#define ASC_TESTS_FUZZ_H

#include <ascona/game.h>

#include "../specs.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#define FUZZ_REQUIRE(condition)                                       \
  do {                                                                \
    if (!(condition)) {                                               \
      fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition); \
      abort();                                                        \
    }                                                                 \
  } while (0)

/* An input that takes longer than this many seconds runs in circles: the process is ended, whatever it is doing. */
static inline void fuzz_watch(int seconds) {
  static timer_t timer;
  static bool made;
  struct sigevent signal = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  if (!made) FUZZ_REQUIRE(timer_create(CLOCK_MONOTONIC, &signal, &timer) == 0);
  made = true;
  const struct itimerspec until = {.it_value.tv_sec = seconds};
  FUZZ_REQUIRE(timer_settime(timer, 0, &until, NULL) == 0);
}

/* The bytes as a string, in memory of exactly that size: reading past its end is seen. */
static inline char *fuzz_string(const void *data, size_t size) {
  char *text = malloc(size + 1);
  FUZZ_REQUIRE(text != NULL);
  if (size > 0) memcpy(text, data, size);
  text[size] = '\0';
  return text;
}

/* A number that follows from a string. */
static inline uint64_t fuzz_number(const char *text) {
  uint64_t number = 1469598103934665603U;
  for (; *text != '\0'; text++) number = (number ^ (unsigned char)*text) * 1099511628211U;
  return number ^ number >> 32;
}

/* The rules of a spec, or NULL. The last ones opened are kept: opening some takes longer than using them once. */
static inline const asc_rules *fuzz_open(const char *spec) {
  enum { KEPT = 64 };
  static struct {
    char spec[ASC_SPEC_MAX];
    asc_rules *rules;
  } kept[KEPT];
  static int next;
  asc_rules *rules;
  for (int i = 0; i < KEPT; i++)
    if (kept[i].rules != NULL && strcmp(kept[i].spec, spec) == 0) return kept[i].rules;
  if (strlen(spec) >= ASC_SPEC_MAX || asc_rules_open(&rules, spec, NULL) < 0) return NULL;
  asc_rules_close(kept[next].rules);
  kept[next].rules = rules;
  memcpy(kept[next].spec, spec, strlen(spec) + 1);
  next = (next + 1) % KEPT;
  return rules;
}

/* The rules that the first line of an input names or stands for. *text is the rest, to be freed. */
static inline const asc_rules *fuzz_input(const uint8_t *data, size_t size, char **text) {
  static test_specs specs;
  if (specs.count == 0) FUZZ_REQUIRE(specs_load(&specs));
  const uint8_t *end = size == 0 ? NULL : memchr(data, '\n', size);
  size_t length = end == NULL ? size : (size_t)(end - data), rest = end == NULL ? size : length + 1;
  char *line = fuzz_string(data, length);
  const asc_rules *rules = fuzz_open(line);
  if (rules == NULL) rules = fuzz_open(specs.texts[fuzz_number(line) % (uint64_t)specs.count]);
  FUZZ_REQUIRE(rules != NULL);
  free(line);
  *text = fuzz_string(data + rest, size - rest);
  return rules;
}

/* Plays a legal move for every byte up to a '~' or the end, and returns where it stopped. */
static inline const char *fuzz_plies(const asc_rules *rules, asc_position *position, const char *bytes) {
  static asc_move moves[ASC_MOVES_MAX];
  for (; *bytes != '\0' && *bytes != '~'; bytes++) {
    int count = asc_position_moves(rules, position, moves);
    if (count > 0) asc_position_play(rules, position, moves[(unsigned char)*bytes % count]);
  }
  return bytes;
}

/* Asks why not, and wants a sentence. */
static inline void fuzz_explain(const asc_rules *rules, const asc_position *position, const asc_steps *touched,
                                const char *token) {
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  (void)asc_position_why(rules, position, touched, token, &message);
  FUZZ_REQUIRE(asc_message_write(rules, "en", &message, sentence, sizeof sentence) > 0);
}

#endif
