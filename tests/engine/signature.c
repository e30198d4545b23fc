/* The signatures of all games are those of tests/data/signature.txt.

   If a number changes unintentionally, the search does something else than before. Games of the file that are not built
   in are skipped. */
#include "engine/common/signature.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* Reads the number of a game from the file. Returns false if it has no line. */
static bool read_expected_nodes(const char *id, uint64_t *nodes) {
  FILE *file = fopen(TEST_DATA "/signature.txt", "r");
  assert_non_null(file);
  char line[256], name[64];
  bool found = false;
  while (!found && fgets(line, sizeof line, file) != NULL)
    found = sscanf(line, "%63s %" SCNu64, name, nodes) == 2 && strcmp(name, id) == 0;
  assert_int_equal(fclose(file), 0);
  return found;
}

static uint64_t compute_nodes(const asc_game *game) {
  asc_rules *rules;
  asc_signature sum = {0};
  assert_int_equal(asc_rules_open_game(&rules, game, "", NULL), ASC_OK);
  assert_int_equal(asc_signature_add_game(rules, &sum), ASC_OK);
  asc_rules_close(rules);
  return sum.nodes;
}

/* Prints all differences before the test fails. */
static void test_signatures_match_the_file(void **state) {
  (void)state;
  int wrong = 0;
  const asc_game *game;
  for (int i = 0; (game = asc_game_at(i)) != NULL; i++) {
    uint64_t actual = compute_nodes(game), expected;
    if (!read_expected_nodes(game->id, &expected))
      print_error("%s has no line; it would be: %s %" PRIu64 "\n", game->id, game->id, actual);
    else if (actual != expected)
      print_error("%s: %" PRIu64 " in the file, %" PRIu64 " now\n", game->id, expected, actual);
    else
      continue;
    wrong++;
  }
  if (wrong > 0) fail_msg("if that is meant, ./dev signature writes tests/data/signature.txt anew");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_signatures_match_the_file)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
