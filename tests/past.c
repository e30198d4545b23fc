/* What explorers stand on: moves that are alike, games by the positions they went through, every move with its value.
 */
#include "record_help.h"

#include <ascona/knowledge.h>
#include <ascona/random.h>

#include "play/growing.h"
#include "play/moves.h"
#include "study/explore.h"
#include "study/past.h"

#include <jansson.h>

static asc_past *past;

static int past_shut(void **state) {
  (void)state;
  asc_past_close(past);
  past = NULL;
  return 0;
}

static void take(const char *text, const char *name) {
  if (past == NULL) assert_int_equal(asc_past_open(&past), ASC_OK);
  assert_int_equal(asc_past_take(past, text, name, NULL), ASC_OK);
  while (asc_past_read(past, 3) == 1) (void)0;
}

/* What followed after these moves. */
static json_t *found(const char *spec, const char *moves) {
  asc_rules *rules;
  asc_play *play;
  asc_growing text = {0};
  asc_json json = asc_growing_json(&text);
  assert_int_equal(asc_rules_open(&rules, spec, NULL), ASC_OK);
  assert_int_equal(asc_play_read(&play, rules, "", moves, NULL), ASC_OK);
  asc_json_open(&json, NULL, '{');
  assert_int_equal(asc_past_json(&json, past, rules, asc_play_position(play), 2), ASC_OK);
  asc_json_close(&json, '}');
  json_t *object = json_loads(text.text, 0, NULL);
  assert_non_null(object);
  free(text.text);
  asc_play_close(play);
  asc_rules_close(rules);
  return object;
}

static int number(const json_t *object, const char *key) {
  return (int)json_integer_value(json_object_get(object, key));
}

static const json_t *row_of(const json_t *found, size_t index) {
  return json_array_get(json_object_get(found, "rows"), index);
}

static const char GAMES[] = "[Game \"delta\"]\n[Player2 \"Level 4\"]\n\n1. c3 d3 2. c3-a5 p1resigns\n\n"
                            "[Game \"delta\"]\n[Player1 \"Ann\"]\n[Player2 \"Mara\"]\n\n1. c3 b3 2. c3-e1 p2resigns\n\n"
                            "[Game \"delta\"]\n\n1. c3 z9 2. c3-e1 none\n\n"
                            "[Game \"delta\"]\n[Player1 \"Ann\"]\n\n1. c3 c4 2. c3-c1 none\n\n"
                            "[Game \"kulami\"]\n\n1. zz9 none\n";

/* The games went through images of one position: b3, d3 and c4 beside c3 are the same, and so are the corners behind
   and before. */
static void games_are_found_by_any_image(void **state) {
  (void)state;
  take(GAMES, "Mara");
  assert_int_equal(asc_past_games(past), 3);
  assert_int_equal(asc_past_wrong(past), 2); /* z9 is no square, zz9 no hollow */
  json_t *start = found("delta", "");
  assert_int_equal(number(start, "games"), 3);
  assert_int_equal(json_array_size(json_object_get(start, "list")), 2);
  assert_int_equal(json_array_size(json_object_get(start, "rows")), 1);
  json_decref(start);

  json_t *after = found("delta", "c3 d3");
  assert_int_equal(number(after, "games"), 3);
  assert_int_equal(json_array_size(json_object_get(after, "rows")), 2);
  const json_t *corner = row_of(after, 0), *side = row_of(after, 1);
  assert_int_equal(number(corner, "games"), 2); /* c3-a5 with d3, and c3-e1 with b3, both away from the pawn */
  assert_int_equal(number(corner, "lost"), 2);  /* by the nameless one of the first, and by Mara */
  assert_int_equal(json_array_size(json_object_get(corner, "moves")), 2);
  assert_string_equal(json_string_value(json_array_get(json_object_get(corner, "moves"), 0)), "c3-a5");
  assert_int_equal(number(side, "open"), 1);
  json_decref(after);

  json_t *other = found("delta:pawns=8", "c3 d3");
  assert_int_equal(number(other, "games"), 0);
  json_decref(other);
}

/* Of games that are nobody's it is told who won, and a second text adds to the first. */
static void games_of_others_are_told_by_player(void **state) {
  (void)state;
  take(GAMES, NULL);
  take("[Game \"delta\"]\n\n1. c3 c2 2. c3-e5 p2resigns\n", NULL);
  json_t *after = found("delta", "c3 b3");
  const json_t *corner = row_of(after, 0), *wins = json_object_get(corner, "wins");
  assert_int_equal(number(corner, "games"), 3);
  assert_int_equal(json_integer_value(json_array_get(wins, 0)), 2);
  assert_int_equal(json_integer_value(json_array_get(wins, 1)), 1);
  const json_t *latest = json_array_get(json_object_get(after, "list"), 0);
  assert_int_equal(number(latest, "text"), 1);
  assert_int_equal(number(latest, "ply"), 2);
  json_decref(after);
}

static int hash_compare(const void *a, const void *b) {
  const uint64_t *one = a, *other = b;
  return (*one > *other) - (*one < *other);
}

/* Whichever of them one begins with, the images of a position are the same. */
static void assert_images_alike(const asc_rules *rules, const asc_position *position, const asc_position *image) {
  uint64_t hashes[2][64];
  assert_in_range(rules->symmetries, 1, 64);
  asc_position_images(rules, position, hashes[0]);
  asc_position_images(rules, image, hashes[1]);
  for (int i = 0; i < 2; i++) qsort(hashes[i], (size_t)rules->symmetries, sizeof **hashes, hash_compare);
  assert_memory_equal(hashes[0], hashes[1], (size_t)rules->symmetries * sizeof **hashes);
}

/* Moves are alike exactly when a symmetry of the position leads from one to the other. */
static void moves_are_alike_by_symmetry(void **state) {
  (void)state;
  asc_random random;
  asc_random_seed(&random, 7);
  for (int game = 0; asc_game_at(game) != NULL; game++) {
    asc_rules *rules;
    asc_position position = {0};
    asc_alike alike;
    asc_outcome outcome;
    assert_int_equal(asc_rules_open(&rules, asc_game_at(game)->id, NULL), ASC_OK);
    asc_position_start(rules, &position);
    for (int ply = 0; ply < 12 && !asc_position_outcome(rules, &position, &outcome); ply++) {
      asc_position image = {0};
      int symmetry = (int)asc_random_below(&random, (uint32_t)rules->symmetries);
      asc_position_transform(rules, symmetry, &position, &image);
      assert_images_alike(rules, &position, &image);
      assert_int_equal(asc_alike_open(&alike, rules, &position), ASC_OK);
      for (int i = 0; i < alike.count; i++) {
        int first = alike.first[i];
        assert_true(first <= i && alike.first[first] == first && alike.families[first] == alike.families[i]);
      }
      asc_move move = alike.moves[asc_random_below(&random, (uint32_t)alike.count)];
      asc_alike_close(&alike);
      asc_position_play(rules, &position, move);
    }
    asc_rules_close(rules);
  }
}

static bool never(void *data) {
  (void)data;
  return false;
}
static void count(void *data) { ++*(int *)data; }

/* The book has them all at once; the plies follow from what is won. */
static void every_move_has_its_value(void **state) {
  (void)state;
  asc_rules *rules;
  asc_play *play;
  asc_explorer explorer;
  assert_int_equal(asc_rules_open(&rules, "delta", NULL), ASC_OK);
  assert_int_equal(asc_play_read(&play, rules, "", "c3 d3", NULL), ASC_OK);
  assert_int_equal(asc_explorer_open(&explorer, play), ASC_OK);
  assert_true(explorer.solved);
  assert_int_equal(explorer.count, 4); /* two corners on each side, up and down, away */
  for (int i = 0; i < explorer.count; i++) {
    const asc_explored *row = &explorer.rows[i];
    char token[ASC_TOKEN_MAX];
    asc_move_write(rules, asc_play_position(play), explorer.alike.moves[row->index], token);
    bool corner = strchr("ae", token[3]) != NULL && strchr("15", token[4]) != NULL;
    assert_int_equal(row->score, corner ? 1000 : 800);
    assert_int_equal(row->plies, corner ? 13 : 15);
  }
  asc_explorer_close(&explorer);
  asc_play_close(play);

  /* A proof finds the rest, and says so row by row. */
  int told = 0;
  asc_search *search;
  assert_int_equal(asc_play_read(&play, rules, "1:....b/w..ww/..bb./...../.....:w6b6:w", "", NULL), ASC_OK);
  assert_int_equal(asc_explorer_open(&explorer, play), ASC_OK);
  int open = explorer.open;
  assert_true(!explorer.solved && open > 0);
  assert_int_equal(asc_search_open(&search, rules, NULL), ASC_OK);
  assert_int_equal(asc_explorer_run(&explorer, search, 60000000, &(asc_watch){count, never, &told}), ASC_OK);
  assert_int_equal(explorer.open, 0);
  assert_int_equal(told, open);
  asc_solution solution;
  asc_task task = {.position = asc_play_position(play)};
  assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
  int32_t best = -ASC_SCORE_MOST;
  for (int i = 0; i < explorer.count; i++)
    if (explorer.rows[i].score > best) best = explorer.rows[i].score;
  assert_int_equal(best, solution.least);
  asc_search_close(search);
  asc_explorer_close(&explorer);
  asc_play_close(play);
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test_teardown(games_are_found_by_any_image, past_shut),
      cmocka_unit_test_teardown(games_of_others_are_told_by_player, past_shut),
      cmocka_unit_test(moves_are_alike_by_symmetry),
      cmocka_unit_test(every_move_has_its_value),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
