/* A server, and three people on it, of whom Eve means no good. */
#ifndef ASC_TESTS_LIVE_THREE_H
#define ASC_TESTS_LIVE_THREE_H

#include "live.h"

static test_server serving;
static test_person mara, jonas, eve;

static int begin(void **state) {
  if (games_make(state) != 0) return -1;
  serving = games_start();
  mara = person_make(&serving, "Mara");
  jonas = person_make(&serving, "Jonas");
  eve = person_make(&serving, "Eve");
  return 0;
}

static int over(void **state) {
  server_end_quietly(&serving);
  return games_remove(state);
}

#endif
