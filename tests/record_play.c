/* Records of running games: what is saved goes on as if nothing had happened. Also, every game of the independent
   implementation passes through a record and back. */
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

/* Plays words; `roll` rolls the die. */
static void go(const char *words) {
  char text[400], *rest = NULL;
  asc_error error;
  (void)snprintf(text, sizeof text, "%s", words);
  for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    int code = strcmp(word, "roll") == 0 ? asc_play_roll(play, &error) : asc_play_token(play, word, &error);
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
  assert_int_equal(a->gave_up, b->gave_up);
  assert_int_equal(a->by_hand, b->by_hand);
  assert_int_equal(a->player, b->player);
  assert_int_equal(a->move, b->move);
  assert_string_equal(a->token, b->token);
}

static void assert_same_play(const asc_play *a, const asc_play *b) {
  assert_int_equal(asc_play_events(a), asc_play_events(b));
  assert_int_equal(asc_play_redoable(a), asc_play_redoable(b));
  assert_int_equal(asc_play_end(a), asc_play_end(b));
  assert_int_equal(asc_play_turn(a), asc_play_turn(b));
  assert_int_equal(asc_play_repeats(a), asc_play_repeats(b));
  assert_memory_equal(asc_play_first(a), asc_play_first(b), rules->position_size);
  assert_memory_equal(asc_play_position(a), asc_play_position(b), rules->position_size);
  for (int i = 0; i < asc_play_events(a); i++) assert_same_event(asc_play_event(a, i), asc_play_event(b, i));
  for (int i = 0; i < asc_play_redoable(a); i++)
    assert_same_event(asc_play_redo_event(a, i), asc_play_redo_event(b, i));
  for (int player = 1; player <= rules->players; player++)
    assert_int_equal(asc_play_left(a, player), asc_play_left(b, player));
  asc_outcome outcome_a, outcome_b;
  asc_play_outcome(a, &outcome_a);
  asc_play_outcome(b, &outcome_b);
  assert_memory_equal(&outcome_a, &outcome_b, sizeof outcome_a);
  uint64_t seed_a = 0, seed_b = 0;
  assert_int_equal(asc_play_seeded(a, &seed_a), asc_play_seeded(b, &seed_b));
  assert_true(seed_a == seed_b);
}

/* Saved and resumed, the game is the same, and so is what it is saved as then. */
static void assert_resumes(void) {
  char *text = play_save(play);
  assert_becomes(text, text);
  asc_play *resumed = play_resume(text);
  assert_same_play(play, resumed);
  char *again = play_save(resumed);
  assert_string_equal(text, again);
  free(again);
  free(text);
  asc_play_close(resumed);
}

static void test_what_was_taken_back_is_kept(void **state) {
  (void)state;
  play_start("delta");
  go("b2 b4 b2-e2 b4-b1");
  asc_play_undo(play, 2, NULL);
  asc_play_undo(play, 1, NULL);
  char *text = play_save(play);
  assert_non_null(strstr(text, "\n1. b2 b4 {[%redo b2-e2 b4-b1]} none\n"));
  free(text);
  assert_resumes();
}

static void test_all_may_be_taken_back(void **state) {
  (void)state;
  play_start("delta");
  go("b2");
  asc_play_undo(play, 1, NULL);
  assert_resumes();
}

static void test_rolls_keep_their_seed(void **state) {
  (void)state;
  play_start("delfino");
  asc_play_seed(play, UINT64_MAX);
  go("1.1 4.4 roll end roll end");
  char *text = play_save(play);
  assert_non_null(strstr(text, "[Dice \"seed=18446744073709551615\"]"));
  free(text);
  assert_resumes();
}

static void test_rolls_typed_in_are_told_from_the_others(void **state) {
  (void)state;
  play_start("delfino");
  go("1.1 4.4 r3 end");
  char *by_hand = play_save(play);
  assert_non_null(strstr(by_hand, "[Dice \"hand\"]"));
  assert_null(strstr(by_hand, "[%hand]"));
  free(by_hand);
  assert_resumes();
  go("roll end");
  char *mixed = play_save(play);
  assert_non_null(strstr(mixed, "2. r3 {[%hand]} 2... end"));
  free(mixed);
  assert_resumes();
}

/* The text with its first `from` replaced by `to`. */
static void replace(char *text, const char *from, const char *to) {
  char *at = strstr(text, from);
  assert_non_null(at);
  assert_int_equal(strlen(from), strlen(to));
  memcpy(at, to, strlen(to));
}

static void test_a_roll_that_does_not_follow_from_the_seed_is_found(void **state) {
  (void)state;
  play_start("delfino");
  asc_play_seed(play, 1);
  go("1.1 4.4 roll end");
  char *text = play_save(play);
  const char *rolled = asc_play_event(play, 2)->token;
  char from[ASC_TOKEN_MAX + 4], to[ASC_TOKEN_MAX + 4], words[80];
  (void)snprintf(from, sizeof from, "2. %s", rolled);
  (void)snprintf(to, sizeof to, "2. %s", strcmp(rolled, "r2") == 0 ? "r3" : "r2");
  (void)snprintf(words, sizeof words, "with this seed the die shows %s here", rolled);
  replace(text, from, to);
  assert_refused(text, ASC_E_ILLEGAL, 6, 15, to + 3, words);
  free(text);
}

static void test_in_a_variation_dice_are_supposed(void **state) {
  (void)state;
  play_start("delfino");
  asc_play_seed(play, 1);
  go("1.1 4.4 roll");
  char *text = play_save(play), with_variations[1000];
  char *end = strstr(text, " none\n");
  (void)snprintf(with_variations, sizeof with_variations, "%.*s (2. r2 end) (2. r3 end) (2. r4 end) none\n",
                 (int)(end - text), text);
  assert_becomes(with_variations, with_variations);
  free(text);
}

static void test_who_leaves_before_a_roll_is_no_roll(void **state) {
  (void)state;
  play_start("delfino:players=3");
  asc_play_seed(play, 1);
  go("1.1 5.5 1.5");
  asc_play_give_up(play, 2, NULL);
  assert_resumes();
  asc_play_agree_draw(play, NULL);
  assert_resumes();
}

static void test_who_left_before_the_first_position_stays_away(void **state) {
  (void)state;
  play_start("delfino:players=3");
  go("1.1 5.5 1.5");
  asc_play_give_up(play, 2, NULL);
  asc_play *set_up;
  assert_int_equal(asc_play_open(&set_up, rules, asc_play_position(play)), ASC_OK);
  asc_play_close(play);
  play = set_up;
  for (int player = 1; player <= 3; player++) assert_int_equal(asc_play_left(play, player), player == 2);
  assert_int_equal(asc_play_give_up(play, 2, NULL), ASC_E_STATE);
  go("r2 end r2");
  assert_resumes();
  asc_play_agree_draw(play, NULL);
  assert_resumes();
}

static void test_giving_up_and_agreeing_are_kept(void **state) {
  (void)state;
  play_start("delfino:players=4");
  go("1.1 5.5 1.5 5.1 r2 end");
  asc_play_give_up(play, 2, NULL);
  assert_resumes();
  asc_play_give_up(play, 4, NULL);
  assert_resumes();
  asc_play_agree_draw(play, NULL);
  assert_resumes();
}

/* One random act: mostly plies, now and then taking back, playing again, typing a roll in, giving up. */
static void act_at_random(asc_random *random) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(play, moves);
  uint32_t dice = asc_random_below(random, 400);
  if (dice < 12)
    asc_play_undo(play, (int)asc_random_below(random, (uint32_t)rules->players + 1), NULL);
  else if (dice < 16)
    asc_play_redo(play, NULL);
  else if (dice == 16)
    asc_play_give_up(play, 1 + (int)asc_random_below(random, (uint32_t)rules->players), NULL);
  else if (dice == 17)
    asc_play_agree_draw(play, NULL);
  else if (asc_play_turn(play) == ASC_CHANCE && dice < 320)
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
    asc_play_seed(play, i);
    for (int act = 0; act < 250 && (asc_play_end(play) == ASC_END_NONE || act % 8 != 0); act++) {
      act_at_random(&random);
      if (act % 25 == 0) assert_resumes();
    }
    assert_resumes();
    play_end(NULL);
  }
}

static void vector_check(const json_t *game) {
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
    char one[16];
    asc_points_write((int32_t)(json_number_value(value) * 2), one);
    (void)snprintf(points + strlen(points), sizeof points - strlen(points), "%s%s", index > 0 ? " " : "", one);
  }
  const char *kept = asc_record_tag(record, "Points");
  if (kept != NULL) assert_string_equal(kept, points);
  char *written = record_write(record, ASC_RECORD_TEXT);
  assert_becomes(written, written);
  free(written);
  asc_record_close(record);
}

static void test_the_games_of_an_independent_implementation(void **state) {
  (void)state;
  FILE *file = fopen(TEST_DATA "/games.jsonl", "r");
  assert_non_null(file);
  json_t *game;
  while ((game = json_loadf(file, JSON_DISABLE_EOF_CHECK, NULL)) != NULL) {
    vector_check(game);
    json_decref(game);
  }
  fclose(file);
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, play_end)
  const struct CMUnitTest tests[] = {
      TEST(test_what_was_taken_back_is_kept),
      TEST(test_all_may_be_taken_back),
      TEST(test_rolls_keep_their_seed),
      TEST(test_rolls_typed_in_are_told_from_the_others),
      TEST(test_a_roll_that_does_not_follow_from_the_seed_is_found),
      TEST(test_in_a_variation_dice_are_supposed),
      TEST(test_who_leaves_before_a_roll_is_no_roll),
      TEST(test_who_left_before_the_first_position_stays_away),
      TEST(test_giving_up_and_agreeing_are_kept),
      TEST(test_any_game_can_be_resumed_at_any_time),
      TEST(test_the_games_of_an_independent_implementation),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
