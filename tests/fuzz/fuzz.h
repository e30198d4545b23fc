/* Helpers for all fuzz targets.

   An input about a position starts with a line that names the rules, such as "kulami:level=3"; the rest is up to the
   target. If that line opens no rules, its bytes choose one of the games in tests/support/specs.h. So a new game is
   fuzzed before there is an input for it, and inputs for games that are not built in do no harm. */
#ifndef ASC_TESTS_FUZZ_H
#define ASC_TESTS_FUZZ_H

#include <ascona/game.h>

#include "tests/support/specs.h"

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

/* Ends the process if an input takes more than this many seconds: it is in an endless loop. 0 cancels it. */
static inline void fuzz_set_timeout(int seconds) {
  static timer_t timer;
  static bool is_created;
  struct sigevent signal = {.sigev_notify = SIGEV_SIGNAL, .sigev_signo = SIGUSR1};
  if (!is_created) FUZZ_REQUIRE(timer_create(CLOCK_MONOTONIC, &signal, &timer) == 0);
  is_created = true;
  const struct itimerspec timeout = {.it_value.tv_sec = seconds};
  FUZZ_REQUIRE(timer_settime(timer, 0, &timeout, NULL) == 0);
}

/* Returns the bytes as a string in memory of exactly that size, so that a read past its end is detected. The caller
   frees it. */
static inline char *fuzz_string(const void *data, size_t size) {
  char *text = malloc(size + 1);
  FUZZ_REQUIRE(text != NULL);
  if (size > 0) memcpy(text, data, size);
  text[size] = '\0';
  return text;
}

/* Returns a number that depends on the string. */
static inline uint64_t fuzz_hash(const char *text) {
  uint64_t hash = 1469598103934665603U;
  for (; *text != '\0'; text++) hash = (hash ^ (unsigned char)*text) * 1099511628211U;
  return hash ^ hash >> 32;
}

/* Returns the rules of a spec, or NULL. The rules opened last are cached, because opening some of them takes
   longer than using them once. */
static inline const asc_rules *fuzz_open_rules(const char *spec) {
  enum { CACHED = 64 };
  static struct {
    char spec[ASC_SPEC_MAX];
    asc_rules *rules;
  } cache[CACHED];
  static int next;
  asc_rules *rules;
  for (int i = 0; i < CACHED; i++)
    if (cache[i].rules != NULL && strcmp(cache[i].spec, spec) == 0) return cache[i].rules;
  if (strlen(spec) >= ASC_SPEC_MAX || asc_rules_open(&rules, spec, NULL) < 0) return NULL;
  asc_rules_close(cache[next].rules);
  cache[next].rules = rules;
  memcpy(cache[next].spec, spec, strlen(spec) + 1);
  next = (next + 1) % CACHED;
  return rules;
}

/* Returns the rules that the first line of an input names or chooses. *text is the rest; the caller frees it. */
static inline const asc_rules *fuzz_read_input(const uint8_t *data, size_t size, char **text) {
  static test_specs specs;
  if (specs.count == 0) FUZZ_REQUIRE(specs_load(&specs));
  const uint8_t *end = size == 0 ? NULL : memchr(data, '\n', size);
  size_t length = end == NULL ? size : (size_t)(end - data), rest = end == NULL ? size : length + 1;
  char *line = fuzz_string(data, length);
  const asc_rules *rules = fuzz_open_rules(line);
  if (rules == NULL) rules = fuzz_open_rules(specs.texts[fuzz_hash(line) % (uint64_t)specs.count]);
  FUZZ_REQUIRE(rules != NULL);
  free(line);
  *text = fuzz_string(data + rest, size - rest);
  return rules;
}

/* Plays a legal move for every byte up to a '~' or the end. Returns the end of what it used. */
static inline const char *fuzz_play_bytes(const asc_rules *rules, asc_position *position, const char *bytes) {
  static asc_move moves[ASC_MOVES_MAX];
  for (; *bytes != '\0' && *bytes != '~'; bytes++) {
    int count = asc_position_moves(rules, position, moves);
    if (count > 0) asc_position_play(rules, position, moves[(unsigned char)*bytes % count]);
  }
  return bytes;
}

/* Asks why a move is not legal, and requires a sentence. */
static inline void fuzz_explain(const asc_rules *rules, const asc_position *position, const asc_steps *touched,
                                const char *token) {
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  (void)asc_position_why(rules, position, touched, token, &message);
  FUZZ_REQUIRE(asc_message_write(rules, "en", &message, sentence, sizeof sentence) > 0);
}

#endif
