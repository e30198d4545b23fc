/* Tests the boards of Kulami: named, drawn, random, rejected and symmetric ones. */
#include "kulami.h"

static void assert_rejected(const char *spec, const char *reason) {
  asc_rules *rules;
  asc_error error = {0};
  assert_int_equal(asc_rules_open(&rules, spec, &error), ASC_E_INPUT);
  if (strstr(error.reason, reason) == NULL) fail_msg("%s: '%s', not '%s'", spec, error.reason, reason);
}

static void assert_options(const char *spec, const char *options) {
  test_game t = game_open(spec);
  assert_string_equal(t.rules->options, options);
  asc_rules_close(t.rules);
}

static void test_the_options_contain_the_drawing(void **state) {
  (void)state;
  assert_options("kulami:level=2",
                 "level=2,board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq");
  assert_options("kulami:board=irregular", "level=0,board=....aa..../..bbaac.../ddbbeec.../ddfgggchhh/ddfgggiii./"
                                           "jjfkkkiii./..llmnnoo./..llmnnoo./...ppqqoo./.....qq...");
  assert_options("kulami:board=example", "level=0,board=...aabb../.ccaaddd./.cceeffgg/hcceeffgg/hiiijjjgg/hiiikkkl./"
                                         ".mmmkkkl./.nnooppqq/...oopp..");
}

static void test_drawings_may_use_capital_letters(void **state) {
  (void)state;
  assert_options("kulami:board=AABCCCDD/AABEEFDD/GGBEEFDD/GGHHHIII/JJHHHKKL/MNNOOKKL/MNNPPPQQ/MnNPPPqQ",
                 "level=0,board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq");
}

static void test_a_named_board_and_its_drawing_are_the_same_rules(void **state) {
  (void)state;
  test_game named = game_open("kulami");
  test_game drawn = game_open("kulami:board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq");
  assert_true(asc_position_hash(named.rules, &named.position) == asc_position_hash(drawn.rules, &drawn.position));
  asc_rules_close(named.rules);
  asc_rules_close(drawn.rules);
}

static void test_seeded_boards_are_the_same_everywhere(void **state) {
  (void)state;
  assert_options("kulami:board=random,seed=1", "level=0,board=.aaabbccdd/.eeebbccdd/.eeebbccdd/ffghiij.../ffghkkj.../"
                                               "llghmm..../llnnmm..../.ooppp..../.ooqq...../...qq.....");
  assert_options("kulami:board=random,seed=4294967295",
                 "level=0,board=...aabbcc/ddeefbbcc/ddeefbbgg/ddhifjjgg/kkhilmnn./"
                 "kkhilmnn./ooopppqqq/...pppqqq");
  assert_options("kulami:board=square,seed=1",
                 "level=0,board=abbbccdd/abbbefdd/gghhefii/gghhjfii/kklljmii/kklljmnn/kkooomnn/ppoooqqq");
  assert_options("kulami:board=square,seed=4294967295",
                 "level=0,board=aaabccdd/eefbccdd/eefgcchh/iiigjjhh/iiigjjhh/kllmmnoo/kllppnoo/qqqppnoo");
}

static void test_the_default_seed_is_one(void **state) {
  (void)state;
  test_game plain = game_open("kulami:board=random"), seeded = game_open("kulami:board=random,seed=1");
  assert_string_equal(plain.rules->options, seeded.rules->options);
  asc_rules_close(plain.rules);
  asc_rules_close(seeded.rules);
}

/* Reading the drawing back checks that the board is legal. */
static void assert_random_boards_are_legal(const char *board, bool square) {
  char before[ASC_SPEC_MAX] = "";
  for (int seed = 0; seed < 2000; seed++) {
    char spec[ASC_SPEC_MAX + 16];
    (void)snprintf(spec, sizeof spec, "kulami:board=%s,seed=%d", board, seed);
    test_game t = game_open(spec);
    assert_string_not_equal(t.rules->options, before);
    memcpy(before, t.rules->options, sizeof before);
    (void)snprintf(spec, sizeof spec, "kulami:%s", t.rules->options);
    test_game again = game_open(spec);
    assert_string_equal(again.rules->options, t.rules->options);
    assert_int_equal(strlen(t.rules->options) == strlen("level=0,board=") + 8 * 9 - 1 &&
                         strchr(t.rules->options, '.') == NULL,
                     square);
    asc_rules_close(again.rules);
    asc_rules_close(t.rules);
  }
}

static void test_random_boards_are_legal(void **state) {
  (void)state;
  assert_random_boards_are_legal("random", false);
  assert_random_boards_are_legal("square", true);
}

static void test_bad_options_are_rejected_with_the_reason(void **state) {
  (void)state;
  assert_rejected("kulami:level=4", "level is 0 to 3");
  assert_rejected("kulami:seed=5", "seed goes with board=random and board=square alone");
  assert_rejected("kulami:board=example,seed=1", "seed goes with board=random and board=square alone");
  assert_rejected("kulami:board=random,seed=4294967296", "seed is 0 to 4294967295");
  assert_rejected("kulami:board=round", "known are classic, irregular, example, random, square, and drawings");
  assert_rejected("kulami:board=", "known are classic");
  assert_rejected("kulami:board=Classic", "known are classic");
}

/* The classic board, each time with one error. */
static void test_bad_drawings_are_rejected_with_the_reason(void **state) {
  (void)state;
  assert_rejected("kulami:board=aabcccdd/aabeefdd/ggbeefd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq",
                  "row 3 of the drawing has length 7, the rows before it 8");
  assert_rejected("kulami:board=aabcccdd/aabeefdd//gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq",
                  "row 3 of the drawing has nothing in it");
  assert_rejected("kulami:board=aabcccdd/aab+efdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq",
                  "row 2 of the drawing has neither a letter nor '.' in column 4");
  assert_rejected("kulami:board=aabcccdd.../aabeefdd...", "row 1 of the drawing is longer than 10");
  assert_rejected("kulami:board=a/a/b/b/c/c/d/d/e/e/f", "the board has more than 10 rows");
  assert_rejected("kulami:board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqa",
                  "plate A of the board is not one full rectangle");
  assert_rejected("kulami:board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnnppqq/mnnpppqq",
                  "plate N of the board is not one full rectangle");
  assert_rejected("kulami:board=aabccccd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq",
                  "plate C of the board is 4x1; plates are 2x3, 2x2, 1x3 and 1x2");
  assert_rejected("kulami:board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnppkkl/mnnpppqq/mnnpppqq",
                  "plate P of the board is not one full rectangle");
  assert_rejected("kulami:board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkk./mnnookk./mnnpppqq/mnnpppqq",
                  "the board has 16 plates, not 17");
  assert_rejected("kulami:board=aabcccddr/aabeefddr/ggbeefdd./gghhhiii./jjhhhkkl./mnnookkl./mnnpppqq./mnnpppqq.",
                  "the board has 18 plates, not 17");
  assert_rejected("kulami:board=aa.cccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq",
                  "the board has 3 plates of 1x3, not 4");
}

static void test_bad_outlines_are_rejected_with_the_reason(void **state) {
  (void)state;
  assert_rejected("kulami:board=......../aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq",
                  "the first row of the drawing is empty");
  assert_rejected("kulami:board=aabcccdd/aabeefdd/ggbeefdd/gghhhiii/jjhhhkkl/mnnookkl/mnnpppqq/mnnpppqq/........",
                  "the last row of the drawing is empty");
  assert_rejected("kulami:board=.aabcccdd/.aabeefdd/.ggbeefdd/.gghhhiii/.jjhhhkkl/.mnnookkl/.mnnpppqq/.mnnpppqq",
                  "the first column of the drawing is empty");
  assert_rejected("kulami:board=aabcccdd./aabeefdd./ggbeefdd./gghhhiii./jjhhhkkl./mnnookkl./mnnpppqq./mnnpppqq.",
                  "the last column of the drawing is empty");
  assert_rejected(
      "kulami:board=........ff/aabcccdd../aabee.dd../ggbee.dd../gghhhiii../jjhhhkkl../mnnookkl../mnnpppqq../"
      "mnnpppqq..",
      "the board is not in one piece: no way leads from plate F to plate A");
}

static void assert_symmetries(const char *spec, int count) {
  test_game t = game_open(spec);
  assert_int_equal(t.rules->symmetries, count);
  asc_rules_close(t.rules);
}

static void test_symmetries_map_tiles_onto_tiles(void **state) {
  (void)state;
  assert_symmetries("kulami", 1);
  assert_symmetries("kulami:board=example", 1);
  assert_symmetries("kulami:board=" PINWHEEL, 4);
}

/* A quarter turn to the right maps a8 to h8, and its tile A to tile D. */
static void test_a_symmetry_maps_the_last_marble_and_the_tile_before(void **state) {
  (void)state;
  test_game t = game_from_rows("kulami:board=" PINWHEEL,
                               "Rooooooo/"
                               "oooooooo/"
                               "oooooooo/"
                               "oooooooo/"
                               "oooooooo/"
                               "oooooooo/"
                               "oooooooo/"
                               "Booooooo",
                               "a1", "A");
  bool found = false;
  for (int symmetry = 0; symmetry < t.rules->symmetries; symmetry++) {
    asc_position image;
    char text[ASC_POSITION_TEXT_MAX];
    asc_position_transform(t.rules, symmetry, &t.position, &image);
    asc_position_write(t.rules, &image, text, sizeof text);
    found =
        found || strcmp(text, "1:BooooooR/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo/oooooooo:a8:D") == 0;
  }
  assert_true(found);
  asc_rules_close(t.rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_options_contain_the_drawing),
      cmocka_unit_test(test_drawings_may_use_capital_letters),
      cmocka_unit_test(test_a_named_board_and_its_drawing_are_the_same_rules),
      cmocka_unit_test(test_seeded_boards_are_the_same_everywhere),
      cmocka_unit_test(test_the_default_seed_is_one),
      cmocka_unit_test(test_random_boards_are_legal),
      cmocka_unit_test(test_bad_options_are_rejected_with_the_reason),
      cmocka_unit_test(test_bad_drawings_are_rejected_with_the_reason),
      cmocka_unit_test(test_bad_outlines_are_rejected_with_the_reason),
      cmocka_unit_test(test_symmetries_map_tiles_onto_tiles),
      cmocka_unit_test(test_a_symmetry_maps_the_last_marble_and_the_tile_before),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
