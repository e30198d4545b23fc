/* Merging annotations: the comments, glyphs and variations of a game are preserved if the game continues, if moves
   are undone, or if it continues differently. */
#include "record_help.h"

#include "play/record.h"

static asc_rules *rules;
static asc_play *play;
static asc_record *source;

static void game_open(const char *moves) {
  char text[1000];
  (void)snprintf(text, sizeof text, DELTA "[Annotator \"Zoë\"]\n\n%s\n", moves);
  assert_int_equal(asc_rules_open(&rules, "delta", NULL), ASC_OK);
  source = record_read(text);
  assert_int_equal(asc_record_to_play(source, rules, &play, NULL), ASC_OK);
}

static int game_close(void **state) {
  (void)state;
  asc_record_close(source);
  asc_play_close(play);
  asc_rules_close(rules);
  return 0;
}

/* The record saved now has these moves. It can be read, and merging again gives the same. */
static void assert_saved(const char *moves) {
  for (int round = 0; round < 2; round++) {
    asc_record *record;
    assert_int_equal(asc_record_from_play(&record, play), ASC_OK);
    assert_int_equal(asc_record_set_tag(record, "Date", "2026.11.16", NULL), ASC_OK);
    assert_int_equal(asc_record_merge_annotations(record, source), ASC_OK);
    assert_string_equal(asc_record_tag(record, "Annotator"), "Zoë");
    char *text = record_write(record, ASC_RECORD_TEXT);
    asc_record_close(record);
    const char *written = strstr(text, "\n\n");
    assert_non_null(written);
    assert_string_equal(written + 2, moves);
    asc_record_close(source);
    asc_play_close(play);
    source = record_read(text);
    assert_int_equal(asc_record_to_play(source, rules, &play, NULL), ASC_OK);
    free(text);
  }
}

static void play_move(const char *move) { assert_int_equal(asc_play_move_text(play, move, NULL), ASC_OK); }
static void undo(void) { assert_int_equal(asc_play_undo(play, 0, NULL), 1); }

#define ANNOTATED "{A game.} 1. c3 $1 {good} d4 (1... b2 {bold} 2. c3-a3 (2. c3-e3)) 2. c3-e3 {why} b2"

static void test_annotations_are_saved_unchanged(void **state) {
  (void)state;
  game_open(ANNOTATED);
  assert_saved("{A game.} 1. c3 $1 {good} 1... d4 (1... b2 {bold} 2. c3-a3 (2. c3-e3)) 2. c3-e3\n{why} 2... b2 none\n");
}

static void test_annotations_stay_if_the_game_continues(void **state) {
  (void)state;
  game_open("1. c3 d4 (1... b2 {bold}) 2. c3-e3 {why} b2");
  play_move("d3-a3");
  assert_saved("1. c3 d4 (1... b2 {bold}) 2. c3-e3 {why} 2... b2 3. d3-a3 none\n");
}

static void test_replaced_annotated_moves_become_a_variation(void **state) {
  (void)state;
  game_open("1. c3 {first} d4 2. c3-e3 {why} b2 $2");
  undo();
  undo();
  play_move("c3-a3");
  assert_saved("1. c3 {first} 1... d4 2. c3-a3 (2. c3-e3 {why} 2... b2 $2) none\n");
}

static void test_undone_moves_without_annotations_are_dropped(void **state) {
  (void)state;
  game_open("1. c3 {first} d4 2. c3-e3 b2");
  undo();
  undo();
  play_move("c3-a3");
  assert_saved("1. c3 {first} 1... d4 2. c3-a3 none\n");
}

static void test_undone_annotated_moves_become_a_variation(void **state) {
  (void)state;
  game_open("1. c3 {first} d4 $1 2. c3-e3 {why} b2");
  undo();
  undo();
  assert_saved("1. c3 {first} 1... d4 $1 (1... d4 2. c3-e3 {why} 2... b2) {[%redo c3-e3 b2]}\nnone\n");
}

static void test_comments_stay_if_all_moves_are_undone(void **state) {
  (void)state;
  game_open("{A game.} 1. c3 {first} d4 $1 2. c3-e3 {why} b2");
  for (int ply = 0; ply < 4; ply++) undo();
  assert_saved("{A game.} {first} {why} {[%redo c3 d4 c3-e3 b2]} none\n");
}

static void test_comment_text_beside_a_command_stays(void **state) {
  (void)state;
  game_open("1. c3 d4 {[%redo c3-e3] and then}");
  assert_int_equal(asc_play_redo_count(play), 1);
  play_move("c3-a3");
  assert_saved("1. c3 d4 { and then} 2. c3-a3 none\n");
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, game_close)
  const struct CMUnitTest tests[] = {
      TEST(test_annotations_are_saved_unchanged),
      TEST(test_annotations_stay_if_the_game_continues),
      TEST(test_replaced_annotated_moves_become_a_variation),
      TEST(test_undone_moves_without_annotations_are_dropped),
      TEST(test_undone_annotated_moves_become_a_variation),
      TEST(test_comments_stay_if_all_moves_are_undone),
      TEST(test_comment_text_beside_a_command_stays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
