/* Records of running games: a saved game can be resumed without any difference. Also, every game of the independent
   implementation is converted to a record and back. */
#include "record_help.h"

#include <ascona/random.h>
#include <jansson.h>

static asc_rules *rules;
static asc_play *play;

static void play_start(const char *spec) {
  asc_error error;
  if (asc_rules_open(&rules, spec, &error) < 0) fail_msg("%s: %s", spec, error.reason);
  assert_int_equal(asc_play_open(&play, rules, NULL), ASC_OK);
}

static int play_end(void **state) {
  (void)state;
  asc_play_close(play);
  asc_rules_close(rules);
  play = NULL;
  rules = NULL;
  return 0;
}

/* Plays the plies in `words`; `roll` rolls the die. */
static void play_moves(const char *words) {
  char text[400], *rest = NULL;
  asc_error error;
  (void)snprintf(text, sizeof text, "%s", words);
  for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    int code = strcmp(word, "roll") == 0 ? asc_play_roll(play, &error) : asc_play_move_text(play, word, &error);
    if (code < 0) fail_msg("%s: %s", word, error.reason);
  }
}

static char *play_save(const asc_play *saved) {
  asc_record *record;
  assert_int_equal(asc_record_from_play(&record, saved), ASC_OK);
  char *text = record_write(record, ASC_RECORD_TEXT);
  asc_record_close(record);
  return text;
}

static asc_play *play_resume(const char *text) {
  asc_record *record = record_read(text);
  asc_play *resumed;
  asc_error error;
  if (asc_record_to_play(record, rules, &resumed, &error) < 0) fail_msg("%s", error.reason);
  asc_record_close(record);
  return resumed;
}

static void assert_same_event(const asc_event *a, const asc_event *b) {
  assert_int_equal(a->resigned, b->resigned);
  assert_int_equal(a->is_manual_roll, b->is_manual_roll);
  assert_int_equal(a->player, b->player);
  assert_int_equal(a->move, b->move);
  assert_string_equal(a->token, b->token);
}

static void assert_same_play(const asc_play *a, const asc_play *b) {
  assert_int_equal(asc_play_event_count(a), asc_play_event_count(b));
  assert_int_equal(asc_play_redo_count(a), asc_play_redo_count(b));
  assert_int_equal(asc_play_end(a), asc_play_end(b));
  assert_int_equal(asc_play_turn(a), asc_play_turn(b));
  assert_int_equal(asc_play_repetitions(a), asc_play_repetitions(b));
  assert_memory_equal(asc_play_first_position(a), asc_play_first_position(b), rules->position_size);
  assert_memory_equal(asc_play_position(a), asc_play_position(b), rules->position_size);
  for (int i = 0; i < asc_play_event_count(a); i++) assert_same_event(asc_play_event(a, i), asc_play_event(b, i));
  for (int i = 0; i < asc_play_redo_count(a); i++)
    assert_same_event(asc_play_redo_event(a, i), asc_play_redo_event(b, i));
  for (int player = 1; player <= rules->players; player++)
    assert_int_equal(asc_play_has_resigned(a, player), asc_play_has_resigned(b, player));
  asc_outcome outcome_a, outcome_b;
  asc_play_outcome(a, &outcome_a);
  asc_play_outcome(b, &outcome_b);
  assert_memory_equal(&outcome_a, &outcome_b, sizeof outcome_a);
  uint64_t seed_a = 0, seed_b = 0;
  assert_int_equal(asc_play_get_seed(a, &seed_a), asc_play_get_seed(b, &seed_b));
  assert_true(seed_a == seed_b);
}

/* A game that was saved and resumed is the same, and is saved as the same text again. */
static void assert_resumes(void) {
  char *text = play_save(play);
  assert_rewritten_as(text, text);
  asc_play *resumed = play_resume(text);
  assert_same_play(play, resumed);
  char *again = play_save(resumed);
  assert_string_equal(text, again);
  free(again);
  free(text);
  asc_play_close(resumed);
}

static void test_undone_plies_are_saved(void **state) {
  (void)state;
  play_start("delta");
  play_moves("b2 b4 b2-e2 b4-b1");
  asc_play_undo(play, 2, NULL);
  asc_play_undo(play, 1, NULL);
  char *text = play_save(play);
  assert_non_null(strstr(text, "\n1. b2 b4 {[%redo b2-e2 b4-b1]} none\n"));
  free(text);
  assert_resumes();
}

static void test_all_plies_may_be_undone(void **state) {
  (void)state;
  play_start("delta");
  play_moves("b2");
  asc_play_undo(play, 1, NULL);
  assert_resumes();
}

static void test_the_seed_of_rolls_is_saved(void **state) {
  (void)state;
  play_start("delfino");
  asc_play_set_seed(play, UINT64_MAX);
  play_moves("1.1 4.4 roll end roll end");
  char *text = play_save(play);
  assert_non_null(strstr(text, "[Dice \"seed=18446744073709551615\"]"));
  free(text);
  assert_resumes();
}

static void test_manual_rolls_are_marked(void **state) {
  (void)state;
  play_start("delfino");
  play_moves("1.1 4.4 r3 end");
  char *by_hand = play_save(play);
  assert_non_null(strstr(by_hand, "[Dice \"hand\"]"));
  assert_null(strstr(by_hand, "[%hand]"));
  free(by_hand);
  assert_resumes();
  play_moves("roll end");
  char *mixed = play_save(play);
  assert_non_null(strstr(mixed, "2. r3 {[%hand]} 2... end"));
  free(mixed);
  assert_resumes();
}

/* Replaces the first `from` in the text by `to`. */
static void replace(char *text, const char *from, const char *to) {
  char *at = strstr(text, from);
  assert_non_null(at);
  assert_int_equal(strlen(from), strlen(to));
  memcpy(at, to, strlen(to));
}

static void test_a_roll_that_does_not_follow_from_the_seed_is_rejected(void **state) {
  (void)state;
  play_start("delfino");
  asc_play_set_seed(play, 1);
  play_moves("1.1 4.4 roll end");
  char *text = play_save(play);
  const char *rolled = asc_play_event(play, 2)->token;
  char from[ASC_TOKEN_MAX + 4], to[ASC_TOKEN_MAX + 4], words[80];
  (void)snprintf(from, sizeof from, "2. %s", rolled);
  (void)snprintf(to, sizeof to, "2. %s", strcmp(rolled, "r2") == 0 ? "r3" : "r2");
  (void)snprintf(words, sizeof words, "with this seed the die shows %s here", rolled);
  replace(text, from, to);
  assert_rejected(text, ASC_E_ILLEGAL, 6, 15, to + 3, words);
  free(text);
}

static void test_rolls_in_variations_need_not_follow_from_the_seed(void **state) {
  (void)state;
  play_start("delfino");
  asc_play_set_seed(play, 1);
  play_moves("1.1 4.4 roll");
  char *text = play_save(play), with_variations[1000];
  char *end = strstr(text, " none\n");
  (void)snprintf(with_variations, sizeof with_variations, "%.*s (2. r2 end) (2. r3 end) (2. r4 end) none\n",
                 (int)(end - text), text);
  assert_rewritten_as(with_variations, with_variations);
  free(text);
}

static void test_a_resignation_before_a_roll_is_not_a_roll(void **state) {
  (void)state;
  play_start("delfino:players=3");
  asc_play_set_seed(play, 1);
  play_moves("1.1 5.5 1.5");
  asc_play_resign(play, 2, NULL);
  assert_resumes();
  asc_play_agree_draw(play, NULL);
  assert_resumes();
}

static void test_a_player_resigned_in_the_first_position_stays_resigned(void **state) {
  (void)state;
  play_start("delfino:players=3");
  play_moves("1.1 5.5 1.5");
  asc_play_resign(play, 2, NULL);
  asc_play *set_up;
  assert_int_equal(asc_play_open(&set_up, rules, asc_play_position(play)), ASC_OK);
  asc_play_close(play);
  play = set_up;
  for (int player = 1; player <= 3; player++) assert_int_equal(asc_play_has_resigned(play, player), player == 2);
  assert_int_equal(asc_play_resign(play, 2, NULL), ASC_E_STATE);
  play_moves("r2 end r2");
  assert_resumes();
  asc_play_agree_draw(play, NULL);
  assert_resumes();
}

static void test_resignations_and_agreed_draws_are_saved(void **state) {
  (void)state;
  play_start("delfino:players=4");
  play_moves("1.1 5.5 1.5 5.1 r2 end");
  asc_play_resign(play, 2, NULL);
  assert_resumes();
  asc_play_resign(play, 4, NULL);
  assert_resumes();
  asc_play_agree_draw(play, NULL);
  assert_resumes();
}

/* Does one random action: mostly plies, sometimes undo, redo, a manual roll, or a resignation. */
static void play_random_action(asc_random *random) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(play, moves);
  uint32_t choice = asc_random_below(random, 400);
  if (choice < 12)
    asc_play_undo(play, (int)asc_random_below(random, (uint32_t)rules->players + 1), NULL);
  else if (choice < 16)
    asc_play_redo(play, NULL);
  else if (choice == 16)
    asc_play_resign(play, 1 + (int)asc_random_below(random, (uint32_t)rules->players), NULL);
  else if (choice == 17)
    asc_play_agree_draw(play, NULL);
  else if (asc_play_turn(play) == ASC_CHANCE && choice < 320)
    asc_play_roll(play, NULL);
  else if (count > 0)
    asc_play_move(play, moves[asc_random_below(random, (uint32_t)count)], NULL);
}

static void test_any_game_can_be_resumed_at_any_time(void **state) {
  (void)state;
  const char *const specs[] = {"delta",   "delta:size=4,pawns=4", "neo-delta",         "kulami:level=3",
                               "delfino", "delfino:players=3",    "delfino:players=4", "circle-delta"};
  asc_random random;
  asc_random_seed(&random, 11);
  for (size_t i = 0; i < 4 * sizeof specs / sizeof specs[0]; i++) {
    play_start(specs[i / 4]);
    asc_play_set_seed(play, i);
    for (int action = 0; action < 250 && (asc_play_end(play) == ASC_END_NONE || action % 8 != 0); action++) {
      play_random_action(&random);
      if (action % 25 == 0) assert_resumes();
    }
    assert_resumes();
    play_end(NULL);
  }
}

static void check_vector(const json_t *game) {
  json_t *tags = json_pack("{s:O}", "Game", json_object_get(game, "game"));
  json_t *object = json_pack("{s:o, s:O}", "tags", tags, "moves", json_object_get(game, "moves"));
  char *text = json_dumps(object, 0);
  json_decref(object);
  asc_record *record = record_read(text);
  free(text);
  char points[64] = "";
  size_t index;
  json_t *value;
  json_array_foreach(json_object_get(game, "points"), index, value) {
    char player_points[16];
    asc_points_write((int32_t)(json_number_value(value) * 2), player_points);
    (void)snprintf(points + strlen(points), sizeof points - strlen(points), "%s%s", index > 0 ? " " : "",
                   player_points);
  }
  const char *saved_points = asc_record_tag(record, "Points");
  if (saved_points != NULL) assert_string_equal(saved_points, points);
  char *written = record_write(record, ASC_RECORD_TEXT);
  assert_rewritten_as(written, written);
  free(written);
  asc_record_close(record);
}

static void test_games_of_an_independent_implementation_can_be_saved(void **state) {
  (void)state;
  FILE *file = fopen(TEST_DATA "/games.jsonl", "r");
  assert_non_null(file);
  json_t *game;
  while ((game = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
    check_vector(game);
    json_decref(game);
  }
  fclose(file);
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, play_end)
  const struct CMUnitTest tests[] = {
      TEST(test_undone_plies_are_saved),
      TEST(test_all_plies_may_be_undone),
      TEST(test_the_seed_of_rolls_is_saved),
      TEST(test_manual_rolls_are_marked),
      TEST(test_a_roll_that_does_not_follow_from_the_seed_is_rejected),
      TEST(test_rolls_in_variations_need_not_follow_from_the_seed),
      TEST(test_a_resignation_before_a_roll_is_not_a_roll),
      TEST(test_a_player_resigned_in_the_first_position_stays_resigned),
      TEST(test_resignations_and_agreed_draws_are_saved),
      TEST(test_any_game_can_be_resumed_at_any_time),
      TEST(test_games_of_an_independent_implementation_can_be_saved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
