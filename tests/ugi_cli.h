/* What the tests of the engine protocol share: asking `ascona ugi` over pipes. */
#ifndef ASC_TESTS_UGI_CLI_H
#define ASC_TESTS_UGI_CLI_H

#include "process.h"

#include <ascona/ascona.h>

/* A game of Delta that Black wins by a relay with 13 squares free. */
#define BEFORE_RELAY "e2 b5 e2-e4 a4 e4-b1 b5-d5 e3-a3 a4-e4 c2-a2 d4-b4 b2-e2"
#define RELAY BEFORE_RELAY " c5-e3"

static char *said;

/* All that the program says to these lines. */
static inline const char *ask(const char *lines) {
  free(said);
  assert_int_equal(process_run((const char *const[]){"ugi", NULL}, lines, &said), 0);
  return said;
}

/* Exactly these lines. */
static inline void assert_answers(const char *lines, const char *answer) { assert_string_equal(ask(lines), answer); }

/* One error line that has the words, and the position as it was. */
static inline void assert_refused(const char *line, const char *words) {
  char lines[4096];
  (void)snprintf(lines, sizeof lines, "position startpos moves b2\n%s\nquery position\nquit\n", line);
  const char *answer = ask(lines);
  if (strncmp(answer, "info string error ", 18) != 0) fail_msg("'%s' is not refused:\n%s", line, answer);
  assert_has(answer, words);
  char before[4096];
  (void)snprintf(before, sizeof before, "%s", strchr(answer, '\n') + 1);
  assert_string_equal(ask("position startpos moves b2\nquery position\nquit\n"), before);
}

#endif
