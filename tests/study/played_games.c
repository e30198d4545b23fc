/* The explorers: equivalent moves, played games by position, and every move with its value. */
#include "tests/play/record_help.h"

#include <ascona/knowledge.h>
#include <ascona/random.h>

#include "base/strbuf.h"
#include "play/moves.h"
#include "study/explorer.h"
#include "study/played_games.h"

#include <jansson.h>

static asc_played_games *played_games;

static int close_played_games(void **state) {
  (void)state;
  asc_played_games_close(played_games);
  played_games = NULL;
  return 0;
}

static void add_games(const char *text, const char *name) {
  if (played_games == NULL) assert_int_equal(asc_played_games_open(&played_games), ASC_OK);
  assert_int_equal(asc_played_games_set_text(played_games, text, name, NULL), ASC_OK);
  while (asc_played_games_read(played_games, 3) == 1) (void)0;
}

/* Returns the JSON reply for the position after these moves. The caller frees it. */
static json_t *query_position(const char *spec, const char *moves) {
  asc_rules *rules;
  asc_play *play;
  asc_strbuf text = {0};
  asc_json json = asc_strbuf_json(&text);
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  assert_int_equal(asc_play_read(&play, rules, "", moves, NULL), ASC_OK);
  asc_json_open(&json, NULL, '{');
  assert_int_equal(asc_played_games_json(&json, played_games, rules, asc_play_position(play), 2), ASC_OK);
  asc_json_close(&json, '}');
  json_t *object = json_loads(text.text, 0, NULL);
  assert_non_null(object);
  free(text.text);
  asc_play_close(play);
  asc_rules_close(rules);
  return object;
}

static int int_field(const json_t *object, const char *key) {
  return (int)json_integer_value(json_object_get(object, key));
}

static const json_t *reply_row(const json_t *reply, size_t index) {
  return json_array_get(json_object_get(reply, "rows"), index);
}

static const char games_text[] =
    "[Game \"delta\"]\n[Player2 \"Level 4\"]\n\n1. c3 d3 2. c3-a5 p1resigns\n\n"
    "[Game \"delta\"]\n[Player1 \"Ann\"]\n[Player2 \"Mara\"]\n\n1. c3 b3 2. c3-e1 p2resigns\n\n"
    "[Game \"delta\"]\n\n1. c3 z9 2. c3-e1 none\n\n"
    "[Game \"delta\"]\n[Player1 \"Ann\"]\n\n1. c3 c4 2. c3-c1 none\n\n"
    "[Game \"kulami\"]\n\n1. zz9 none\n";

/* The games went through images of one position. With a pawn on c3, the squares b3, d3 and c4 are equivalent. So are
   the two corners nearer to the second pawn, and the two farther from it. */
static void test_games_are_found_by_any_symmetric_position(void **state) {
  (void)state;
  add_games(games_text, "Mara");
  assert_int_equal(asc_played_games_count(played_games), 3);
  assert_int_equal(asc_played_games_error_count(played_games), 2); /* z9 is not a square, zz9 is not a hole */
  json_t *start = query_position("delta", "");
  assert_int_equal(int_field(start, "games"), 3);
  assert_int_equal(json_array_size(json_object_get(start, "list")), 2);
  assert_int_equal(json_array_size(json_object_get(start, "rows")), 1);
  json_decref(start);

  json_t *after = query_position("delta", "c3 d3");
  assert_int_equal(int_field(after, "games"), 3);
  assert_int_equal(json_array_size(json_object_get(after, "rows")), 2);
  const json_t *corner = reply_row(after, 0), *side = reply_row(after, 1);
  assert_int_equal(int_field(corner, "games"), 2); /* c3-a5 with d3, and c3-e1 with b3, both away from the other pawn */
  assert_int_equal(int_field(corner, "lost"), 2);  /* by the player without a name in the first game, and by Mara */
  assert_int_equal(json_array_size(json_object_get(corner, "moves")), 2);
  assert_string_equal(json_string_value(json_array_get(json_object_get(corner, "moves"), 0)), "c3-a5");
  assert_int_equal(int_field(side, "open"), 1);
  json_decref(after);

  json_t *other = query_position("delta:pawns=8", "c3 d3");
  assert_int_equal(int_field(other, "games"), 0);
  json_decref(other);
}

/* For games of other players, wins are counted by winner. A second text adds to the first. */
static void test_games_of_others_count_wins_by_winner(void **state) {
  (void)state;
  add_games(games_text, NULL);
  add_games("[Game \"delta\"]\n\n1. c3 c2 2. c3-e5 p2resigns\n", NULL);
  json_t *after = query_position("delta", "c3 b3");
  const json_t *corner = reply_row(after, 0), *wins = json_object_get(corner, "wins");
  assert_int_equal(int_field(corner, "games"), 3);
  assert_int_equal(json_integer_value(json_array_get(wins, 0)), 2);
  assert_int_equal(json_integer_value(json_array_get(wins, 1)), 1);
  const json_t *latest = json_array_get(json_object_get(after, "list"), 0);
  assert_int_equal(int_field(latest, "text"), 1);
  assert_int_equal(int_field(latest, "ply"), 2);
  json_decref(after);
}

static int hash_compare(const void *a, const void *b) {
  const uint64_t *one = a, *other = b;
  return (*one > *other) - (*one < *other);
}

/* Checks that two images of a position have the same set of image hashes. */
static void assert_same_image_hashes(const asc_rules *rules, const asc_position *position, const asc_position *image) {
  uint64_t hashes[2][64];
  assert_in_range(rules->symmetries, 1, 64);
  asc_symmetry_hashes(rules, position, hashes[0]);
  asc_symmetry_hashes(rules, image, hashes[1]);
  for (int i = 0; i < 2; i++) qsort(hashes[i], (size_t)rules->symmetries, sizeof **hashes, hash_compare);
  assert_memory_equal(hashes[0], hashes[1], (size_t)rules->symmetries * sizeof **hashes);
}

/* All images of a position have the same image hashes. Equivalent moves have the same canonical hash. */
static void test_symmetric_moves_have_the_same_canonical_hash(void **state) {
  (void)state;
  asc_random random;
  asc_random_seed(&random, 7);
  for (int game = 0; asc_game_at(game) != NULL; game++) {
    asc_rules *rules;
    asc_position position = {0};
    asc_symmetry_moves moves;
    asc_outcome outcome;
    assert_int_equal(asc_rules_open(&rules, asc_game_at(game)->id, NULL), ASC_OK);
    asc_position_start(rules, &position);
    for (int ply = 0; ply < 12 && !asc_position_outcome(rules, &position, &outcome); ply++) {
      asc_position image = {0};
      int symmetry = (int)asc_random_below(&random, (uint32_t)rules->symmetries);
      asc_position_transform(rules, symmetry, &position, &image);
      assert_same_image_hashes(rules, &position, &image);
      assert_int_equal(asc_symmetry_moves_open(&moves, rules, &position), ASC_OK);
      for (int i = 0; i < moves.count; i++) {
        int first = moves.representatives[i];
        assert_true(first <= i && moves.representatives[first] == first &&
                    moves.canonical_hashes[first] == moves.canonical_hashes[i]);
      }
      asc_move move = moves.moves[asc_random_below(&random, (uint32_t)moves.count)];
      asc_symmetry_moves_close(&moves);
      asc_position_play(rules, &position, move);
    }
    asc_rules_close(rules);
  }
}

static bool never_stop(void *data) {
  (void)data;
  return false;
}
static void count_report(void *data) { ++*(int *)data; }

/* The book knows all values at once, and the plies follow from the score. */
static void test_every_move_gets_its_value(void **state) {
  (void)state;
  asc_rules *rules;
  asc_play *play;
  asc_explorer explorer;
  assert_int_equal(asc_rules_open(&rules, "delta", NULL), ASC_OK);
  assert_int_equal(asc_play_read(&play, rules, "", "c3 d3", NULL), ASC_OK);
  assert_int_equal(asc_explorer_open(&explorer, play), ASC_OK);
  assert_true(explorer.is_solved_by_book);
  assert_int_equal(explorer.row_count, 4); /* the corners on each side, up and down, and away from d3 */
  for (int i = 0; i < explorer.row_count; i++) {
    const asc_explorer_row *row = &explorer.rows[i];
    char token[ASC_TOKEN_MAX];
    asc_move_write(rules, asc_play_position(play), explorer.moves.moves[row->move_index], token);
    bool corner = strchr("ae", token[3]) != NULL && strchr("15", token[4]) != NULL;
    assert_int_equal(row->score, corner ? 1000 : 800);
    assert_int_equal(row->plies, corner ? 13 : 15);
  }
  asc_explorer_close(&explorer);
  asc_play_close(play);

  /* A proof finds the other values and reports them row by row. */
  int report_count = 0;
  asc_search *search;
  assert_int_equal(asc_play_read(&play, rules, "1:....b/w..ww/..bb./...../.....:w6b6:w", "", NULL), ASC_OK);
  assert_int_equal(asc_explorer_open(&explorer, play), ASC_OK);
  int unknown_count = explorer.unknown_count;
  assert_true(!explorer.is_solved_by_book && unknown_count > 0);
  assert_int_equal(asc_search_open(&search, rules, NULL), ASC_OK);
  assert_int_equal(
      asc_explorer_run(&explorer, search, 60000000, &(asc_progress){count_report, never_stop, &report_count}), ASC_OK);
  assert_int_equal(explorer.unknown_count, 0);
  assert_int_equal(report_count, unknown_count);
  asc_solution solution;
  asc_search_task task = {.position = asc_play_position(play)};
  assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
  int32_t best = -ASC_SCORE_MAX;
  for (int i = 0; i < explorer.row_count; i++)
    if (explorer.rows[i].score > best) best = explorer.rows[i].score;
  assert_int_equal(best, solution.lower);
  asc_search_close(search);
  asc_explorer_close(&explorer);
  asc_play_close(play);
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(test_games_are_found_by_any_symmetric_position, close_played_games),
      cmocka_unit_test_teardown(test_games_of_others_count_wins_by_winner, close_played_games),
      cmocka_unit_test(test_symmetric_moves_have_the_same_canonical_hash),
      cmocka_unit_test(test_every_move_gets_its_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
