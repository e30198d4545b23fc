/* Which games are played, and for how long. With arguments, only those whose spec begins with one of them.
   ASCONA_CONFORMANCE_PLIES sets how many plies a spec gets in each test. */
#include "conformance.h"

#include "../specs.h"

#include <stdlib.h>

enum { PLIES_DEFAULT = 20000 };

static test_specs specs;
static int plies = PLIES_DEFAULT;

const char *spec_at(int index) { return index < specs.count ? specs.texts[index] : NULL; }

int plies_wanted(void) { return plies; }

static void keep_wanted(int argc, char **argv) {
  int kept = 0;
  for (int i = 0; i < specs.count; i++) {
    bool wanted = argc < 2;
    for (int j = 1; j < argc; j++) wanted = wanted || strncmp(specs.texts[i], argv[j], strlen(argv[j])) == 0;
    if (wanted) memmove(specs.texts[kept++], specs.texts[i], ASC_SPEC_MAX);
  }
  specs.count = kept;
}

int main(int argc, char **argv) {
  const char *wish = getenv("ASCONA_CONFORMANCE_PLIES");
  if (wish != NULL) plies = atoi(wish);
  if (!specs_load(&specs)) {
    fputs("the list of games cannot be made\n", stderr);
    return 1;
  }
  keep_wanted(argc, argv);
  if (plies <= 0 || specs.count == 0) {
    fputs("no game to test\n", stderr);
    return 1;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_texts),       cmocka_unit_test(test_specs_open_again),
      cmocka_unit_test(test_move_text),   cmocka_unit_test(test_position_text),
      cmocka_unit_test(test_moves),       cmocka_unit_test(test_play_is_pure),
      cmocka_unit_test(test_symmetries),  cmocka_unit_test(test_give_up),
      cmocka_unit_test(test_hash),        cmocka_unit_test(test_keys),
      cmocka_unit_test(test_steps),       cmocka_unit_test(test_view),
      cmocka_unit_test(test_why),         cmocka_unit_test(test_other_positions),
      cmocka_unit_test(test_taking_back), cmocka_unit_test(test_records),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
