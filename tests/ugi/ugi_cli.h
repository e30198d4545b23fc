/* Shared by the tests of the engine protocol: running `ascona ugi` over pipes. */
#ifndef ASC_TESTS_UGI_CLI_H
#define ASC_TESTS_UGI_CLI_H

#include "tests/support/process.h"

#include <ascona/ascona.h>

/* A game of Delta that Black wins by a relay (four in a row) with 13 squares free. */
#define BEFORE_RELAY "e2 b5 e2-e4 a4 e4-b1 b5-d5 e3-a3 a4-e4 c2-a2 d4-b4 b2-e2"
#define RELAY BEFORE_RELAY " c5-e3"

static char *ugi_output;

/* Returns the output of the program for these lines, valid until the next call. */
static inline const char *run_ugi(const char *lines) {
  free(ugi_output);
  assert_int_equal(process_run((const char *const[]){"ugi", NULL}, lines, &ugi_output), 0);
  return ugi_output;
}

/* Checks that the output is exactly `answer`. */
static inline void assert_answers(const char *lines, const char *answer) {
  assert_string_equal(run_ugi(lines), answer);
}

/* Checks that the line is rejected with one error line that contains `words`, and that the position is unchanged. */
static inline void assert_rejected(const char *line, const char *words) {
  char lines[4096];
  (void)snprintf(lines, sizeof lines, "position startpos moves b2\n%s\nquery position\nquit\n", line);
  const char *answer = run_ugi(lines);
  if (strncmp(answer, "info string error ", 18) != 0) fail_msg("'%s' is not refused:\n%s", line, answer);
  assert_has(answer, words);
  char before[4096];
  (void)snprintf(before, sizeof before, "%s", strchr(answer, '\n') + 1);
  assert_string_equal(run_ugi("position startpos moves b2\nquery position\nquit\n"), before);
}

#endif
