/* The tree of variations: read from a record, played in, changed, and written as a legal record. */
#include "tests/play/record_help.h"

#include "study/variations.h"

static asc_rules *rules;
static asc_variations *tree;

static void tree_open(const char *moves) {
  char text[1000];
  (void)snprintf(text, sizeof text, DELTA "\n%s\n", moves);
  assert_int_equal(asc_rules_open(&rules, "delta", NULL), ASC_OK);
  assert_int_equal(asc_variations_open(&tree, record_read(text), rules), ASC_OK);
}

static int tree_close(void **state) {
  (void)state;
  asc_variations_close(tree);
  asc_rules_close(rules);
  return 0;
}

/* Checks the moves of the written record, also after reading and writing it again. */
static void assert_written(const char *moves) {
  for (int round = 0; round < 2; round++) {
    asc_record *record;
    assert_int_equal(asc_variations_to_record(tree, &record, NULL), ASC_OK);
    char *text = record_write(record, ASC_RECORD_TEXT);
    asc_record_close(record);
    const char *written = strstr(text, "\n\n");
    assert_non_null(written);
    assert_string_equal(written + 2, moves);
    asc_variations_close(tree);
    assert_int_equal(asc_variations_open(&tree, record_read(text), rules), ASC_OK);
    free(text);
  }
}

static int find_node(const char *token) {
  for (int i = ASC_VARIATIONS_ROOT; i != ASC_VARIATIONS_NONE; i = asc_variations_next(tree, i))
    if (strcmp(asc_variations_node(tree, i)->token, token) == 0) return i;
  return ASC_VARIATIONS_NONE;
}

static void test_a_record_is_written_back_unchanged(void **state) {
  (void)state;
  const char *moves = "{first} 1. b2 $1 {[%eval exact 3] [%mark c3 b2,d4] good} 1... b4 (1... c3\n"
                      "{why not} 2. b2-d2 (2. b2-b5)) (1... d4) 2. b2-e2 none\n";
  tree_open(moves);
  assert_written(moves);
  const asc_variation_node *node = asc_variations_node(tree, find_node("b2"));
  assert_string_equal(node->comment, "good");
  assert_string_equal(node->marks, "c3 b2,d4");
  assert_string_equal(node->commands, "[%eval exact 3]");
}

static void test_a_move_played_again_adds_no_variation(void **state) {
  (void)state;
  tree_open("1. b2 b4 2. b2-e2 none");
  int b2 = find_node("b2"), c3 = asc_variations_play(tree, b2, "c3", NULL);
  assert_true(c3 > 0);
  assert_int_equal(asc_variations_play(tree, b2, "c3", NULL), c3);
  assert_int_equal(asc_variations_play(tree, b2, "b4", NULL), find_node("b4"));
  assert_true(asc_variations_play(tree, b2, "b2", NULL) < 0);
  assert_true(asc_variations_play(tree, c3, "b2-d2", NULL) > 0);
  assert_written("1. b2 b4 (1... c3 2. b2-d2) 2. b2-e2 none\n");
}

static void test_a_promoted_variation_becomes_the_main_line(void **state) {
  (void)state;
  tree_open("1. b2 b4 (1... c3 2. b2-d2 (2. b2-b5)) 2. b2-e2 none");
  assert_int_equal(asc_variations_promote(tree, find_node("b2-b5")), ASC_OK);
  assert_written("1. b2 c3 (1... b4 2. b2-e2) 2. b2-b5 (2. b2-d2) none\n");
  asc_play *play;
  assert_int_equal(asc_variations_open_play(tree, asc_variations_main_line_end(tree), &play, NULL), ASC_OK);
  assert_int_equal(asc_play_event_count(play), 3);
  asc_play_close(play);
}

static void test_removed_nodes_can_be_restored(void **state) {
  (void)state;
  tree_open("1. b2 b4 (1... c3 2. b2-d2 (2. b2-b5)) 2. b2-e2 none");
  int c3 = find_node("c3"), b4 = find_node("b4"), d2 = find_node("b2-d2");
  assert_int_equal(asc_variations_remove(tree, c3), 3);
  assert_null(asc_variations_node(tree, d2));
  assert_int_equal(asc_variations_remove(tree, d2), ASC_E_STATE);
  assert_int_equal(asc_variations_remove(tree, b4), 2);
  assert_int_equal(asc_variations_restore(tree, b4), 2);
  assert_int_equal(asc_variations_restore(tree, c3), 3);
  assert_int_equal(asc_variations_remove(tree, ASC_VARIATIONS_ROOT), ASC_E_STATE);
  assert_written("1. b2 b4 (1... c3 2. b2-d2 (2. b2-b5)) 2. b2-e2 none\n");
}

static void test_comments_and_marks_are_written(void **state) {
  (void)state;
  tree_open("1. b2 {[%eval exact 3]} 1... b4 none");
  int b2 = find_node("b2");
  assert_int_equal(asc_variations_set_comment(tree, b2, "a } brace"), ASC_OK);
  assert_int_equal(asc_variations_set_marks(tree, b2, "a1 a1,e5"), ASC_OK);
  assert_int_equal(asc_variations_set_marks(tree, b2, "a1]"), ASC_E_INPUT);
  asc_record *record;
  assert_int_equal(asc_variations_to_record(tree, &record, NULL), ASC_OK);
  char *text = record_write(record, ASC_RECORD_JSON);
  asc_record_close(record);
  assert_non_null(strstr(text, "[%eval exact 3] [%mark a1 a1,e5] a } brace"));
  free(text);
  /* Pasted text can be written and never becomes a command. */
  assert_int_equal(asc_variations_set_comment(tree, b2, "one\x0btwo\x7f\t[%redo c3]\n[%eval x]"), ASC_OK);
  assert_string_equal(asc_variations_node(tree, b2)->comment, "one two  [ %redo c3]\n[ %eval x]");
  assert_int_equal(asc_variations_to_record(tree, &record, NULL), ASC_OK);
  asc_record_close(record);
  assert_int_equal(asc_variations_set_comment(tree, b2, ""), ASC_OK);
  assert_int_equal(asc_variations_set_marks(tree, b2, ""), ASC_OK);
  assert_written("1. b2 {[%eval exact 3]} 1... b4 none\n");
}

static void test_a_draw_can_be_agreed_before_the_first_move(void **state) {
  (void)state;
  tree_open("none");
  int draw = asc_variations_play(tree, ASC_VARIATIONS_ROOT, "draw-agreed", NULL);
  assert_true(draw > ASC_VARIATIONS_ROOT);
  assert_string_equal(asc_variations_node(tree, draw)->token, "draw-agreed");
  assert_int_equal(asc_variations_play(tree, ASC_VARIATIONS_ROOT, "p", NULL), ASC_E_ILLEGAL);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(test_a_record_is_written_back_unchanged, tree_close),
      cmocka_unit_test_teardown(test_a_move_played_again_adds_no_variation, tree_close),
      cmocka_unit_test_teardown(test_a_promoted_variation_becomes_the_main_line, tree_close),
      cmocka_unit_test_teardown(test_removed_nodes_can_be_restored, tree_close),
      cmocka_unit_test_teardown(test_comments_and_marks_are_written, tree_close),
      cmocka_unit_test_teardown(test_a_draw_can_be_agreed_before_the_first_move, tree_close),
  };
  return cmocka_run_group_tests_name("tree", tests, NULL, NULL);
}
