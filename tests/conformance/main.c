/* Chooses the games to play and for how long. With arguments, only specs that start with one of them.
   ASCONA_CONFORMANCE_PLIES sets the number of plies per spec in each test. */
#include "conformance.h"

#include "tests/support/specs.h"

#include <stdlib.h>

enum { PLIES_DEFAULT = 20000 };

static test_specs specs;
static int plies = PLIES_DEFAULT;

const char *spec_at(int index) { return index < specs.count ? specs.texts[index] : NULL; }

int plies_per_spec(void) { return plies; }

static void filter_specs(int argc, char **argv) {
  int count = 0;
  for (int i = 0; i < specs.count; i++) {
    bool wanted = argc < 2;
    for (int j = 1; j < argc; j++) wanted = wanted || strncmp(specs.texts[i], argv[j], strlen(argv[j])) == 0;
    if (wanted) memmove(specs.texts[count++], specs.texts[i], ASC_SPEC_MAX);
  }
  specs.count = count;
}

int main(int argc, char **argv) {
  const char *plies_text = getenv("ASCONA_CONFORMANCE_PLIES");
  if (plies_text != NULL) plies = atoi(plies_text);
  if (!specs_load(&specs)) {
    fputs("the list of games cannot be made\n", stderr);
    return 1;
  }
  filter_specs(argc, argv);
  if (plies <= 0 || specs.count == 0) {
    fputs("no game to test\n", stderr);
    return 1;
  }
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_texts),         cmocka_unit_test(test_specs_open_again),
      cmocka_unit_test(test_move_text),     cmocka_unit_test(test_position_text),
      cmocka_unit_test(test_moves),         cmocka_unit_test(test_play_is_pure),
      cmocka_unit_test(test_symmetries),    cmocka_unit_test(test_resign),
      cmocka_unit_test(test_hash),          cmocka_unit_test(test_repetition_keys),
      cmocka_unit_test(test_steps),         cmocka_unit_test(test_view),
      cmocka_unit_test(test_why),           cmocka_unit_test(test_changed_positions),
      cmocka_unit_test(test_undo_and_redo), cmocka_unit_test(test_records),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
