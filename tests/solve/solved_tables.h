/* The tablebase of a small board, which a test makes in its own folder. */
#ifndef TEST_SOLVED_TABLES_H
#define TEST_SOLVED_TABLES_H

#include <ascona/ascona.h>

#include "solve/delta/retrograde.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

enum { SOLVED_SIZE = 4, SOLVED_PAWNS = 5, SOLVED_LAST_LAYER = 2 * SOLVED_PAWNS };
#define SOLVED_SPEC "delta:size=4,pawns=5"

static char solved_folder[64];
static asc_rules *solved_rules;

static inline void solved_layer_path(int layer, char path[128]) {
  (void)snprintf(path, 128, "%s/delta-%d-%d-%02d.tab", solved_folder, SOLVED_SIZE, SOLVED_PAWNS, layer);
}

static inline int solved_setup(void **state) {
  (void)state;
  asc_error error;
  (void)snprintf(solved_folder, sizeof solved_folder, "/tmp/ascona-tables-XXXXXX");
  if (mkdtemp(solved_folder) == NULL) return -1;
  solve_retrograde_options options = {
      .size = SOLVED_SIZE, .pawns = SOLVED_PAWNS, .threads = 2, .compression_level = 1, .folder = solved_folder};
  if (solve_retrograde(&options, &error) < 0) return -1;
  return asc_rules_open(&solved_rules, SOLVED_SPEC, &error);
}

static inline int solved_teardown(void **state) {
  (void)state;
  for (int layer = 0; layer <= SOLVED_LAST_LAYER; layer++) {
    char path[128];
    solved_layer_path(layer, path);
    (void)unlink(path);
  }
  char lock_path[128];
  (void)snprintf(lock_path, sizeof lock_path, "%s/" ASC_TABLEBASE_LOCK_NAME, solved_folder);
  (void)unlink(lock_path);
  asc_rules_close(solved_rules);
  return rmdir(solved_folder);
}

static inline asc_tablebase *solved_open_tablebase(void) {
  asc_tablebase *tablebase;
  asc_error error = {0};
  if (asc_tablebase_open(&tablebase, solved_rules, solved_folder, &error) < 0) fail_msg("%s", error.reason);
  return tablebase;
}

/* Plays a random game for so many plies. Returns false if it ended earlier. */
static inline bool solved_random_position(asc_random *random, int plies, asc_position *position) {
  asc_outcome outcome;
  asc_position_start(solved_rules, position);
  for (int i = 0; i < plies; i++) {
    asc_move moves[ASC_MOVES_MAX];
    int count = asc_position_moves(solved_rules, position, moves);
    if (count == 0) return false;
    asc_position_play(solved_rules, position, moves[asc_random_below(random, (uint32_t)count)]);
  }
  return !asc_position_outcome(solved_rules, position, &outcome);
}

/* Returns the value of a move by the tablebase, for the player who makes it. */
static inline asc_tablebase_value solved_move_value(asc_tablebase *tablebase, const asc_position *position,
                                                    asc_move move) {
  asc_position next = *position;
  asc_outcome outcome;
  asc_tablebase_value truth;
  int player = asc_position_turn(solved_rules, position);
  asc_position_play(solved_rules, &next, move);
  if (asc_position_outcome(solved_rules, &next, &outcome))
    return (asc_tablebase_value){(outcome.points[player - 1] - outcome.points[2 - player]) / 2, 1};
  assert_int_equal(asc_tablebase_probe(tablebase, &next, &truth), 1);
  return (asc_tablebase_value){-truth.points, truth.plies > 0 ? truth.plies + 1 : 0};
}

#endif
