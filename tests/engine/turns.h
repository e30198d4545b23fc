/* Shared by the tests of the search over turns: opened games and searches, and positions. */
#ifndef ASC_TESTS_TURNS_H
#define ASC_TESTS_TURNS_H

#include "tests/support/heaps.h"

#include <ascona/ascona.h>
#include <ascona/search.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* A card move comes next: some hundred cards could be moved, and points are left. */
static const char crowded_position[] = "1:1.1:0000/0230/0100/0000:2.2,4.4:1,0:1:card2:0:-";

/* Red is on the card that completes the noses, and needs one more point. */
static const char winning_position[] = "1:1.1:0000/0000/1200/3300:2.1,4.4:4,4:1:move2:1:-";

static inline asc_rules *open_rules(const asc_game *game, const char *options) {
  asc_rules *rules;
  assert_int_equal(asc_rules_open_game(&rules, game, options, NULL), ASC_OK);
  return rules;
}

static inline asc_rules *open_delfino(const char *options) { return open_rules(asc_game_find("delfino"), options); }

static inline asc_search *open_search(const asc_rules *rules) {
  asc_search *search;
  assert_int_equal(asc_search_open(&search, rules, &(asc_search_options){.hash_bytes = 1 << 20}), ASC_OK);
  return search;
}

/* Plays `plies` random plies from the start, or fewer if the game would be over. */
static inline asc_position random_position(const asc_rules *rules, int plies, asc_random *random) {
  asc_position position;
  asc_position_start(rules, &position);
  for (int i = 0; i < plies; i++) {
    asc_position next = position;
    asc_outcome outcome;
    asc_position_play(rules, &next, asc_random_move(rules, &position, random));
    if (asc_position_outcome(rules, &next, &outcome)) break;
    position = next;
  }
  return position;
}

static inline asc_position read_position(const asc_rules *rules, const char *text) {
  asc_position position;
  asc_error error;
  if (asc_position_read(rules, text, &position, &error) < 0) fail_msg("%s: %s", text, error.reason);
  return position;
}

static inline asc_line best_line(asc_search *search, const asc_position *position, int depth) {
  asc_search_report report;
  asc_search_task task = {.position = position, .depth = depth};
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  assert_int_equal(report.line_count, 1);
  return report.lines[0];
}

#endif
