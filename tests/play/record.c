/* Records: reading, saving, completing and writing them. tests/play/record_errors.c tests what is rejected. */
#include "record_help.h"

static void test_missing_parts_of_a_record_are_added(void **state) {
  (void)state;
  assert_rewritten_as("[Game \"delta\"]\nb2 b4", DELTA "[Result \"none\"]\n\n1. b2 b4 none\n");
}

static void test_options_may_be_in_the_tag_game(void **state) {
  (void)state;
  asc_record *record = record_read("[Game \"delta:size=6\"] [Options \"scoring=simple\"] b2 *");
  assert_string_equal(asc_record_tag(record, "Game"), "delta");
  assert_non_null(strstr(asc_record_tag(record, "Options"), "size=6"));
  assert_non_null(strstr(asc_record_tag(record, "Options"), "scoring=simple"));
  asc_record_close(record);
}

static void test_a_random_board_is_saved_as_its_drawing(void **state) {
  (void)state;
  asc_record *record = record_read("[Game \"kulami:board=random,seed=5\"] *");
  assert_null(strstr(asc_record_tag(record, "Options"), "seed"));
  char *text = record_write(record, ASC_RECORD_TEXT);
  asc_record_close(record);
  assert_rewritten_as(text, text);
  free(text);
}

static void test_tags_keep_their_order_and_unknown_ones_stay(void **state) {
  (void)state;
  const char text[] = DELTA "[Site \"Ascona\"]\n[Player1 \"Émile \\\"Mimi\\\" \\\\o/\"]\n[Event \"\"]\n"
                            "[Result \"none\"]\n\nnone\n";
  assert_rewritten_as(text, text);
}

static void test_added_tags_are_sorted_in(void **state) {
  (void)state;
  asc_record *record = record_read(DELTA "[Site \"Ascona\"] b2");
  assert_int_equal(asc_record_set_tag(record, "Player2", "Ben", NULL), ASC_OK);
  assert_int_equal(asc_record_set_tag(record, "Player1", "Ann", NULL), ASC_OK);
  assert_int_equal(asc_record_set_tag(record, "Player1", "Anna", NULL), ASC_OK);
  assert_int_equal(asc_record_set_tag(record, "Clock", "5 min", NULL), ASC_OK);
  const char *const names[] = {"Game", "Options", "Player1", "Player2", "Result", "Site", "Clock"};
  const char *name, *value;
  for (int i = 0; i < 7; i++) {
    assert_true(asc_record_tag_at(record, i, &name, &value));
    assert_string_equal(name, names[i]);
  }
  assert_false(asc_record_tag_at(record, 7, &name, &value));
  assert_string_equal(asc_record_tag(record, "Player1"), "Anna");
  asc_record_close(record);
}

static void test_invalid_tags_are_not_set(void **state) {
  (void)state;
  asc_record *record = record_read(DELTA "b2");
  assert_int_equal(asc_record_set_tag(record, "Two words", "", NULL), ASC_E_INPUT);
  assert_int_equal(asc_record_set_tag(record, "Note", "two\nlines", NULL), ASC_E_INPUT);
  assert_int_equal(asc_record_set_tag(record, "Note", "\xff", NULL), ASC_E_INPUT);
  asc_record_close(record);
}

static void test_comments_are_preserved(void **state) {
  (void)state;
  assert_moves("{before} {twice} b2 { [%clk 0:01:00] [%eval exact 3] } b4 ; to the end\nb2-e2",
               "{before} {twice} 1. b2 { [%clk 0:01:00] [%eval exact 3] } 1... b4 { to the end}\n2. b2-e2 none");
}

static void test_a_comment_may_contain_anything(void **state) {
  (void)state;
  assert_moves("b2 {a \\} brace, a { brace, a \\\\ backslash, a \\ too,\r\n\ttwo lines, «Дельта»} b4",
               "1. b2\n{a \\} brace, a { brace, a \\\\ backslash, a \\\\ too,\n\ttwo lines, «Дельта»} 1... b4 none");
}

static void test_glyphs_are_preserved(void **state) {
  (void)state;
  assert_moves("b2 $1 $142 b4", "1. b2 $1 $142 b4 none");
}

static void test_variations_are_preserved(void **state) {
  (void)state;
  assert_moves("b2 b4 (c3 {or} b2-b5 (b2-d2) (b2-e2 $2)) ({why not} d4) {the best} b2-e2 (b2-d2)",
               "1. b2 b4 (1... c3 {or} 2. b2-b5 (2. b2-d2) (2. b2-e2 $2)) ({why not} 1... d4)\n"
               "{the best} 2. b2-e2 (2. b2-d2) none");
}

/* Also if the variation starts with the ply that it replaces. */
static void test_after_a_variation_the_game_continues(void **state) {
  (void)state;
  assert_moves("b2 (b2 c4 b2-e2) b4 (c5) b2-e2 (b2-d2 (b2-e5)) b4-b1",
               "1. b2 (1. b2 c4 2. b2-e2) 1... b4 (1... c5) 2. b2-e2 (2. b2-d2 (2. b2-e5))\n2... b4-b1 none");
}

static void test_move_numbers_may_be_written_in_many_ways(void **state) {
  (void)state;
  assert_moves("1.b2 1... b4 2.b2-e2 2...b4-b1", "1. b2 b4 2. b2-e2 b4-b1 none");
  assert_moves("1. b2 ... b4 17.b2-e2", "1. b2 b4 2. b2-e2 none");
}

static void test_spaces_of_delfino_are_not_move_numbers(void **state) {
  (void)state;
  assert_rewritten_as("[Game \"delfino\"] 1. 1.1 4.4 2...r3",
                      "[Game \"delfino\"]\n[Options \"players=2,die=234,layout=free\"]\n[Result \"none\"]\n\n"
                      "1. 1.1 4.4 2. r3 none\n");
}

static void test_a_round_is_one_turn_per_player_with_its_rolls(void **state) {
  (void)state;
  assert_rewritten_as("[Game \"delfino:players=3\"] 1.1 5.5 1.5 r2 n1 turn r2 end r2 end r3",
                      "[Game \"delfino\"]\n[Options \"players=3,die=234,layout=free\"]\n[Result \"none\"]\n\n"
                      "1. 1.1 5.5 1.5 2. r2 n1 turn r2 end r2 end 3. r3 none\n");
}

static void test_a_game_may_start_from_a_set_up_position(void **state) {
  (void)state;
  asc_rules *rules;
  asc_play *play, *other;
  assert_int_equal(asc_rules_open(&rules, "delta", NULL), ASC_OK);
  assert_int_equal(asc_play_open(&play, rules, NULL), ASC_OK);
  assert_int_equal(asc_play_move_text(play, "b2", NULL), ASC_OK);
  assert_int_equal(asc_play_open(&other, rules, asc_play_position(play)), ASC_OK);
  assert_int_equal(asc_play_move_text(other, "b4", NULL), ASC_OK);
  assert_int_equal(asc_play_move_text(other, "b2-e2", NULL), ASC_OK);
  asc_record *record;
  assert_int_equal(asc_record_from_play(&record, other), ASC_OK);
  assert_non_null(asc_record_tag(record, "Position"));
  char *text = record_write(record, ASC_RECORD_TEXT);
  assert_non_null(strstr(text, "\n\n1... b4 2. b2-e2 none\n"));
  assert_rewritten_as(text, text);
  free(text);
  asc_record_close(record);
  asc_play_close(other);
  asc_play_close(play);
  asc_rules_close(rules);
}

/* After three plies there are three pawns on 25 squares. */
static void test_the_resigned_player_follows_from_the_result(void **state) {
  (void)state;
  const char expected[] = DELTA "[Result \"p1win\"]\n[Points \"22 0\"]\n\n1. b2 b4 2. b2-e2 p2resigns p1win\n";
  assert_rewritten_as(DELTA "b2 b4 b2-e2 1-0", expected);
  assert_rewritten_as(DELTA "[Result \"1-0\"] b2 b4 b2-e2", expected);
  assert_rewritten_as(DELTA "[Result \"p1win\"] [Points \"22 0\"] b2 b4 b2-e2 p2resigns p1win", expected);
  assert_rewritten_as(DELTA "b2 b4 b2-e2 p2resigns", expected);
}

static void test_a_draw_was_agreed_if_the_board_is_not_drawn(void **state) {
  (void)state;
  const char expected[] = DELTA "[Result \"draw\"]\n[Points \"0 0\"]\n\n1. b2 b4 draw-agreed draw\n";
  assert_rewritten_as(DELTA "b2 b4 1/2-1/2", expected);
  assert_rewritten_as(DELTA "[Result \"draw\"] b2 b4 draw-agreed", expected);
}

static void test_one_of_three_players_may_resign_during_the_game(void **state) {
  (void)state;
  assert_rewritten_as("[Game \"delfino:players=3\"] 1.1 5.5 1.5 r2 end p2resigns r2 end p1resigns p3win",
                      "[Game \"delfino\"]\n[Options \"players=3,die=234,layout=free\"]\n[Result \"p3win\"]\n"
                      "[Points \"0 0 0\"]\n\n1. 1.1 5.5 1.5 2. r2 end p2resigns r2 end p1resigns p3win\n");
}

static void test_a_variation_may_end_while_the_game_stays_open(void **state) {
  (void)state;
  assert_moves("b2 (p1resigns) b4 (draw-agreed) b2-e2 (p2resigns)",
               "1. b2 (p1resigns) 1... b4 (draw-agreed) 2. b2-e2 (p2resigns) none");
  assert_rewritten_as(DELTA "b2 b4 p1resigns (b2-e2 b4-b1) p2win",
                      DELTA "[Result \"p2win\"]\n[Points \"0 23\"]\n\n1. b2 b4 p1resigns (2. b2-e2 b4-b1) p2win\n");
}

static void test_items_can_be_inserted(void **state) {
  (void)state;
  asc_record *record = record_read(DELTA "b2 b4 b2-e2");
  asc_record_item *b4 = asc_record_first_item(record)->next, *variation, *item;
  assert_int_equal(asc_record_insert(record, NULL, b4, ASC_RECORD_VARIATION, "", &variation, NULL), ASC_OK);
  assert_int_equal(asc_record_insert(record, variation, NULL, ASC_RECORD_PLY, "c3", &item, NULL), ASC_OK);
  assert_int_equal(asc_record_insert(record, variation, item, ASC_RECORD_COMMENT, "or so", &item, NULL), ASC_OK);
  assert_int_equal(asc_record_insert(record, NULL, NULL, ASC_RECORD_COMMENT, "a game", &item, NULL), ASC_OK);
  asc_rules *rules;
  assert_int_equal(asc_rules_open(&rules, "delta", NULL), ASC_OK);
  assert_int_equal(asc_record_check(record, rules, NULL, NULL), ASC_OK);
  char *text = record_write(record, ASC_RECORD_TEXT);
  assert_string_equal(strstr(text, "{"), "{a game} 1. b2 b4 (1... c3 {or so}) 2. b2-e2 none\n");
  free(text);
  asc_rules_close(rules);
  asc_record_close(record);
}

static void test_a_summary_has_the_end_of_the_game(void **state) {
  (void)state;
  const char text[] = DELTA "b2 b4 b2-e2 1-0";
  asc_record_reader *reader;
  asc_record *record;
  asc_record_summary summary;
  assert_int_equal(asc_record_reader_open(&reader, text, strlen(text), NULL), ASC_OK);
  assert_int_equal(asc_record_reader_next(reader, &record, &summary, NULL), 1);
  assert_string_equal(summary.spec, "delta");
  assert_int_equal(summary.plies, 3);
  assert_string_equal(summary.result, "p1win");
  assert_int_equal(summary.end, ASC_END_RESIGNATION);
  assert_int_equal(summary.outcome.points[0], 44);
  asc_record_close(record);
  asc_record_reader_close(reader);
}

static void test_json_is_the_same_record(void **state) {
  (void)state;
  char *json = record_convert(DELTA "[Site \"«A»\"] {x} b2 (c3 $4) b4 {\"y\"}", ASC_RECORD_JSON);
  assert_string_equal(json, "{\"tags\":{\"Game\":\"delta\",\"Options\":\"" DELTA_OPTIONS "\","
                            "\"Result\":\"none\",\"Site\":\"«A»\"},\"moves\":[{\"comment\":\"x\"},\"b2\","
                            "{\"variation\":[\"c3\",{\"nag\":4}]},\"b4\",{\"comment\":\"\\\"y\\\"\"}]}\n");
  free(json);
}

#define JSON_TAGS "{\"tags\":{\"Game\":\"delta\""

/* A quote counts as one byte of a tag's value, though two are written. */
static void test_the_length_of_a_tag_ignores_escapes(void **state) {
  (void)state;
  char *json = repeat_text(JSON_TAGS ",\"Note\":\"", "\\\"", ASC_RECORD_VALUE_MAX, "\"}}");
  char *text = repeat_text("[Game \"delta\"][Note \"", "\\\"", ASC_RECORD_VALUE_MAX, "\"]");
  assert_survives_both_formats(json);
  assert_survives_both_formats(text);
  free(json);
  free(text);
  json = repeat_text(JSON_TAGS ",\"Note\":\"", "x", ASC_RECORD_VALUE_MAX + 1, "\"}}");
  assert_rejected(json, ASC_E_INPUT, 1, 33, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
                  "too long");
  free(json);
}

/* As text, each brace is written with a backslash. */
static void test_the_length_of_a_game_ignores_escapes(void **state) {
  (void)state;
  char *json = repeat_text(JSON_TAGS "},\"moves\":[{\"comment\":\"", "}", 8000000, "\"}]}");
  assert_survives_both_formats(json);
  free(json);
}

/* As JSON, three bytes become fifteen. */
static void test_many_items_survive_both_formats(void **state) {
  (void)state;
  char *text = repeat_text("[Game \"delta\"] b2 ", "{} ", ASC_RECORD_ITEMS_MAX - 1, "");
  assert_survives_both_formats(text);
  free(text);
}

/* Compares the games of a text by their first plies. */
static void assert_first_plies(const char *text, const char *first_plies) {
  asc_record_reader *reader;
  asc_record *record;
  asc_error error;
  char found[64] = "";
  assert_int_equal(asc_record_reader_open(&reader, text, strlen(text), &error), ASC_OK);
  int code;
  while ((code = asc_record_reader_next(reader, &record, NULL, &error)) > 0) {
    (void)snprintf(found + strlen(found), sizeof found - strlen(found), "%s ", asc_record_first_item(record)->text);
    asc_record_close(record);
  }
  if (code < 0) fail_msg("%s: line %d, column %d: %s", text, error.line, error.column, error.reason);
  assert_string_equal(found, first_plies);
  asc_record_reader_close(reader);
}

static void test_a_text_may_contain_many_games(void **state) {
  (void)state;
  assert_first_plies(
      "\xef\xbb\xbf[Game \"delta\"] b2 *\n\n[Game \"delta\"] b3\n[Game \"kulami\"] d4 none [Game \"delta\"] b4",
      "b2 b3 d4 b4 ");
  assert_first_plies("", "");
  assert_first_plies(" \n", "");
}

#define JSON_GAME(ply) "{\"tags\": {\"Game\": \"delta\"}, \"moves\": [\"" ply "\"]}"

static void test_json_may_contain_many_games_in_several_layouts(void **state) {
  (void)state;
  assert_first_plies(JSON_GAME("b2") "\n" JSON_GAME("b3") "\n", "b2 b3 ");
  assert_first_plies(JSON_GAME("b2") JSON_GAME("b3"), "b2 b3 ");
  assert_first_plies(" [" JSON_GAME("b2") ",\n" JSON_GAME("b3") "] \n", "b2 b3 ");
  assert_first_plies("[]", "");
  assert_first_plies("{\"moves\": [\"b2\"], \"tags\": {\"Game\": \"delta\"}}", "b2 ");
}

static void test_reading_continues_after_an_illegal_game(void **state) {
  (void)state;
  const char text[] = "[Game \"delta\"] b2 b2\n[Game \"chess\"] e4\n[Game \"delta\"] b3";
  asc_record_reader *reader;
  asc_record *record;
  asc_error error;
  assert_int_equal(asc_record_reader_open(&reader, text, strlen(text), &error), ASC_OK);
  assert_int_equal(asc_record_reader_next(reader, &record, NULL, &error), ASC_E_ILLEGAL);
  assert_int_equal(asc_record_reader_next(reader, &record, NULL, &error), ASC_E_INPUT);
  assert_int_equal(error.line, 2);
  assert_int_equal(asc_record_reader_next(reader, &record, NULL, &error), 1);
  asc_record_close(record);
  assert_int_equal(asc_record_reader_next(reader, &record, NULL, &error), 0);
  asc_record_reader_close(reader);
}

static char *file_read(const char *path) {
  FILE *file = fopen(path, "rb");
  assert_non_null(file);
  char *text = calloc(1, 1 << 16);
  assert_non_null(text);
  assert_true(fread(text, 1, (1 << 16) - 1, file) > 0);
  fclose(file);
  return text;
}

static void test_the_postal_games_of_1996_can_be_read(void **state) {
  (void)state;
  char *text = file_read(TEST_DATA "/records/postal-1996.txt");
  const int plies[] = {11, 7, 18, 16}, winners[] = {1, 1, 2, 2};
  asc_record_reader *reader;
  asc_record *record;
  asc_record_summary summary;
  asc_error error;
  assert_int_equal(asc_record_reader_open(&reader, text, strlen(text), &error), ASC_OK);
  for (int game = 0; game < 4; game++) {
    if (asc_record_reader_next(reader, &record, &summary, &error) != 1)
      fail_msg("line %d: %s", error.line, error.reason);
    assert_int_equal(summary.plies, plies[game]);
    assert_int_equal(summary.end, ASC_END_RESIGNATION);
    assert_int_equal(summary.outcome.rank[winners[game] - 1], 1);
    asc_record_close(record);
  }
  assert_int_equal(asc_record_reader_next(reader, &record, &summary, &error), 0);
  asc_record_reader_close(reader);
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_missing_parts_of_a_record_are_added),
      cmocka_unit_test(test_options_may_be_in_the_tag_game),
      cmocka_unit_test(test_a_random_board_is_saved_as_its_drawing),
      cmocka_unit_test(test_tags_keep_their_order_and_unknown_ones_stay),
      cmocka_unit_test(test_added_tags_are_sorted_in),
      cmocka_unit_test(test_invalid_tags_are_not_set),
      cmocka_unit_test(test_comments_are_preserved),
      cmocka_unit_test(test_a_comment_may_contain_anything),
      cmocka_unit_test(test_glyphs_are_preserved),
      cmocka_unit_test(test_variations_are_preserved),
      cmocka_unit_test(test_after_a_variation_the_game_continues),
      cmocka_unit_test(test_move_numbers_may_be_written_in_many_ways),
      cmocka_unit_test(test_spaces_of_delfino_are_not_move_numbers),
      cmocka_unit_test(test_a_round_is_one_turn_per_player_with_its_rolls),
      cmocka_unit_test(test_a_game_may_start_from_a_set_up_position),
      cmocka_unit_test(test_the_resigned_player_follows_from_the_result),
      cmocka_unit_test(test_a_draw_was_agreed_if_the_board_is_not_drawn),
      cmocka_unit_test(test_one_of_three_players_may_resign_during_the_game),
      cmocka_unit_test(test_a_variation_may_end_while_the_game_stays_open),
      cmocka_unit_test(test_items_can_be_inserted),
      cmocka_unit_test(test_a_summary_has_the_end_of_the_game),
      cmocka_unit_test(test_json_is_the_same_record),
      cmocka_unit_test(test_the_length_of_a_tag_ignores_escapes),
      cmocka_unit_test(test_the_length_of_a_game_ignores_escapes),
      cmocka_unit_test(test_many_items_survive_both_formats),
      cmocka_unit_test(test_a_text_may_contain_many_games),
      cmocka_unit_test(test_json_may_contain_many_games_in_several_layouts),
      cmocka_unit_test(test_reading_continues_after_an_illegal_game),
      cmocka_unit_test(test_the_postal_games_of_1996_can_be_read),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
