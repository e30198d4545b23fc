/* Every game is searched as tests/data/signature.txt says.

   A number that changed without anybody meaning it is a search that does something else than before. Games of the file
   that are not built in are not looked at. */
#include "engine/common/signature.h"

#include <inttypes.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

/* The number of the game in the file; false: it has no line. */
static bool number_kept(const char *id, uint64_t *number) {
  FILE *file = fopen(TEST_DATA "/signature.txt", "r");
  assert_non_null(file);
  char line[256], name[64];
  bool found = false;
  while (!found && fgets(line, sizeof line, file) != NULL)
    found = sscanf(line, "%63s %" SCNu64, name, number) == 2 && strcmp(name, id) == 0;
  assert_int_equal(fclose(file), 0);
  return found;
}

static uint64_t number_now(const asc_game *game) {
  asc_rules *rules;
  asc_signature sum = {0};
  assert_int_equal(asc_rules_open_game(&rules, game, "", NULL), ASC_OK);
  assert_int_equal(asc_signature_game(rules, &sum), ASC_OK);
  asc_rules_close(rules);
  return sum.nodes;
}

/* All that differ are named before the test fails. */
static void test_the_searches_are_those_of_the_file(void **state) {
  (void)state;
  int wrong = 0;
  const asc_game *game;
  for (int i = 0; (game = asc_game_at(i)) != NULL; i++) {
    uint64_t now = number_now(game), kept;
    if (!number_kept(game->id, &kept))
      print_error("%s has no line; it would be: %s %" PRIu64 "\n", game->id, game->id, now);
    else if (now != kept)
      print_error("%s: %" PRIu64 " in the file, %" PRIu64 " now\n", game->id, kept, now);
    else
      continue;
    wrong++;
  }
  if (wrong > 0) fail_msg("if that is meant, ./dev signature writes tests/data/signature.txt anew");
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_the_searches_are_those_of_the_file)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
