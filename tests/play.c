/* The running game, on a game made for it: a man on a ring of four cells.

   The players in turn move the man one cell (`left`, `right`) or end the game (`win`), which scores 3 points. With the
   option `die` a roll (`r1` … `r3`, weights 1 to 3) comes before each move, and positions do not repeat. Who gives up
   is skipped; the last one left wins one point. A game of `limit` plies is a draw. */
#include <ascona/play.h>

#include "core/hash.h"
#include "failing_alloc.h"
#include "play/history.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

typedef struct ring_rules {
  asc_rules common;
  bool die;
} ring_rules;

typedef struct ring_position {
  uint8_t cell, player, to_roll, winner;
  uint8_t out[ASC_PLAYERS_MAX];
} ring_position;

enum { LEFT, RIGHT, WIN };

static int ring_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  (void)error;
  rules->position_size = sizeof(ring_position);
  rules->players = (int)values[0].number;
  rules->moves_max = 3;
  rules->longest = rules->ply_limit = (int)values[2].number;
  ((ring_rules *)rules)->die = values[1].number == 1;
  return ASC_OK;
}

static void ring_start(const asc_rules *rules, void *position) {
  *(ring_position *)position = (ring_position){.player = 1, .to_roll = ((const ring_rules *)rules)->die};
}

static int ring_turn(const asc_rules *rules, const void *position) {
  (void)rules;
  const ring_position *p = position;
  return p->to_roll ? ASC_CHANCE : p->player;
}

static int ring_moves(const asc_rules *rules, const void *position, asc_move *moves) {
  (void)rules;
  const ring_position *p = position;
  for (asc_move move = 0; move < 3; move++) moves[move] = move;
  return p->winner != 0 ? 0 : 3;
}

static void turn_pass(const asc_rules *rules, ring_position *p) {
  do p->player = (uint8_t)(p->player % rules->players + 1);
  while (p->out[p->player - 1]);
  p->to_roll = ((const ring_rules *)rules)->die;
}

static void ring_play(const asc_rules *rules, void *position, asc_move move) {
  ring_position *p = position;
  if (p->to_roll) {
    p->to_roll = 0;
    return;
  }
  if (move == WIN) p->winner = p->player;
  if (move != WIN) p->cell = (uint8_t)((p->cell + (move == LEFT ? 3 : 1)) % 4);
  turn_pass(rules, p);
}

static void winner_fill(const asc_rules *rules, asc_outcome *outcome, int winner, int32_t points) {
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) outcome->place[i] = i >= rules->players ? 0 : i + 1 == winner ? 1 : 2;
  outcome->points[winner - 1] = points;
}

static bool ring_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  const ring_position *p = position;
  memset(outcome, 0, sizeof *outcome);
  if (p->winner != 0) winner_fill(rules, outcome, p->winner, 6);
  return p->winner != 0;
}

static bool ring_give_up(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  ring_position *p = position;
  memset(outcome, 0, sizeof *outcome);
  p->out[player - 1] = 1;
  int left = 0, last = 0;
  for (int i = 0; i < rules->players; i++) {
    if (p->out[i]) continue;
    left++;
    last = i + 1;
  }
  if (left == 1)
    winner_fill(rules, outcome, last, 2);
  else if (p->player == player)
    turn_pass(rules, p);
  return left == 1;
}

static bool ring_has_left(const asc_rules *rules, const void *position, int player) {
  (void)rules;
  return ((const ring_position *)position)->out[player - 1] != 0;
}

static uint32_t ring_odds(const asc_rules *rules, const void *position, asc_move move) {
  (void)rules, (void)position;
  return move + 1;
}

static uint64_t ring_hash(const asc_rules *rules, const void *position) {
  (void)rules;
  const ring_position *p = position;
  return asc_hash_add(p->cell, p->player);
}

static uint64_t ring_key(const asc_rules *rules, const void *position) {
  return ((const ring_rules *)rules)->die ? 0 : ring_hash(rules, position);
}

static void ring_write_move(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  static const char *const words[] = {"left", "right", "win"};
  if (ring_turn(rules, position) == ASC_CHANCE)
    (void)snprintf(text, ASC_TOKEN_MAX, "r%u", move + 1);
  else
    (void)snprintf(text, ASC_TOKEN_MAX, "%s", words[move]);
}

static void ring_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  steps->count = 1;
  ring_write_move(rules, position, move, steps->ids[0]);
}

static void ring_why(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
                     asc_message *message) {
  (void)rules, (void)position, (void)touched, (void)token;
  asc_message_set(message, "why.ring");
}

static const asc_option ring_options[] = {{"players", ASC_OPTION_NUMBER, "2", 2, 4, NULL},
                                          {"die", ASC_OPTION_NUMBER, "0", 0, 1, NULL},
                                          {"limit", ASC_OPTION_NUMBER, "20", 1, 1000, NULL}};
static const asc_catalogue ring_catalogues[] = {{"en", "why.ring = The man goes left or right.\n"}, {NULL, NULL}};

static const asc_game ring = {
    .id = "ring",
    .title = "Ring",
    .catalogues = ring_catalogues,
    .options = ring_options,
    .option_count = 3,
    .rules_size = sizeof(ring_rules),
    .open = ring_open,
    .start = ring_start,
    .turn = ring_turn,
    .moves = ring_moves,
    .play = ring_play,
    .outcome = ring_outcome,
    .odds = ring_odds,
    .give_up = ring_give_up,
    .has_left = ring_has_left,
    .hash = ring_hash,
    .key = ring_key,
    .write_move = ring_write_move,
    .steps = ring_steps,
    .why = ring_why,
};

static asc_rules *rules;
static asc_play *play;
static asc_error error;

static void play_start(const char *options) {
  assert_int_equal(asc_rules_open_game(&rules, &ring, options, &error), ASC_OK);
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
  (void)snprintf(text, sizeof text, "%s", words);
  for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    int code = strcmp(word, "roll") == 0 ? asc_play_roll(play, &error) : asc_play_token(play, word, &error);
    if (code < 0) fail_msg("%s: %s", word, error.reason);
  }
}

static void assert_ended(asc_end end, const char *word, int half_points_1, int half_points_2) {
  asc_outcome outcome;
  assert_int_equal(asc_play_end(play), end);
  assert_true(asc_play_outcome(play, &outcome));
  assert_string_equal(asc_outcome_word(rules, true, &outcome), word);
  assert_int_equal(outcome.points[0], half_points_1);
  assert_int_equal(outcome.points[1], half_points_2);
  assert_int_equal(asc_play_turn(play), ASC_NOBODY);
  asc_move moves[ASC_MOVES_MAX];
  assert_int_equal(asc_play_moves(play, moves), 0);
}

static void assert_refused(int code, const char *words) {
  assert_int_equal(code, ASC_E_STATE);
  if (strstr(error.reason, words) == NULL) fail_msg("'%s' does not say '%s'", error.reason, words);
}

static void test_a_game_begins_at_its_start(void **state) {
  (void)state;
  play_start("");
  assert_int_equal(asc_play_turn(play), 1);
  assert_int_equal(asc_play_plies(play), 0);
  assert_int_equal(asc_play_end(play), ASC_END_NONE);
  assert_null(asc_play_event(play, 0));
  assert_ptr_equal(asc_play_before(play, 0), asc_play_position(play));
}

static void test_plies_are_kept_with_their_players_and_words(void **state) {
  (void)state;
  play_start("");
  go("left right");
  assert_int_equal(asc_play_events(play), 2);
  assert_int_equal(asc_play_event(play, 1)->player, 2);
  assert_string_equal(asc_play_event(play, 1)->token, "right");
  assert_memory_equal(asc_play_before(play, 2), asc_play_position(play), rules->position_size);
}

static void test_an_illegal_ply_changes_nothing_and_says_why(void **state) {
  (void)state;
  play_start("");
  assert_int_equal(asc_play_token(play, "up", &error), ASC_E_ILLEGAL);
  assert_string_equal(error.reason, "The man goes left or right");
  assert_int_equal(asc_play_move(play, 9, &error), ASC_E_ILLEGAL);
  assert_int_equal(asc_play_plies(play), 0);
}

static void test_undo_restores_every_byte(void **state) {
  (void)state;
  play_start("");
  go("left left");
  ring_position before = *(const ring_position *)asc_play_position(play);
  go("right");
  assert_int_equal(asc_play_undo(play, 0, &error), 1);
  assert_memory_equal(asc_play_position(play), &before, sizeof before);
  assert_int_equal(asc_play_plies(play), 2);
}

static void test_undo_returns_to_ones_own_choice(void **state) {
  (void)state;
  play_start("");
  go("left right right");
  assert_int_equal(asc_play_undo(play, 2, &error), 2);
  assert_int_equal(asc_play_turn(play), 2);
  assert_int_equal(asc_play_plies(play), 1);
  assert_refused(asc_play_undo(play, 2, &error), "player 2 has not moved yet");
}

static void test_redo_plays_what_was_taken_back(void **state) {
  (void)state;
  play_start("");
  go("left right");
  ring_position after = *(const ring_position *)asc_play_position(play);
  asc_play_undo(play, 1, &error);
  assert_int_equal(asc_play_redoable(play), 2);
  assert_string_equal(asc_play_redo_event(play, 1)->token, "right");
  assert_null(asc_play_redo_event(play, 2));
  assert_int_equal(asc_play_redo(play, &error), 1);
  assert_int_equal(asc_play_redo(play, &error), 1);
  assert_memory_equal(asc_play_position(play), &after, sizeof after);
  assert_refused(asc_play_redo(play, &error), "nothing to play again");
}

static void test_another_ply_forgets_what_was_taken_back(void **state) {
  (void)state;
  play_start("");
  go("left right");
  asc_play_undo(play, 1, &error);
  go("right");
  assert_int_equal(asc_play_redoable(play), 0);
}

static void test_the_same_ply_is_a_redo(void **state) {
  (void)state;
  play_start("");
  go("left right");
  asc_play_undo(play, 1, &error);
  go("left");
  assert_int_equal(asc_play_redoable(play), 1);
}

static void test_a_win_on_the_board_can_be_taken_back(void **state) {
  (void)state;
  play_start("");
  go("left win");
  assert_ended(ASC_END_RULES, "p2win", 0, 6);
  assert_refused(asc_play_token(play, "left", &error), "the game is over");
  assert_int_equal(asc_play_undo(play, 0, &error), 1);
  assert_int_equal(asc_play_turn(play), 2);
}

/* left and right bring the first position back after two plies. */
static void test_the_third_time_is_a_draw(void **state) {
  (void)state;
  play_start("");
  go("left right left");
  assert_int_equal(asc_play_repeats(play), 2);
  assert_int_equal(asc_play_end(play), ASC_END_NONE);
  go("right");
  assert_int_equal(asc_play_repeats(play), 3);
  assert_ended(ASC_END_REPETITION, "draw", 0, 0);
  assert_refused(asc_play_token(play, "left", &error), "third time");
  asc_play_undo(play, 0, &error);
  assert_int_equal(asc_play_end(play), ASC_END_NONE);
}

static void test_a_position_set_up_has_no_history(void **state) {
  (void)state;
  play_start("");
  go("left right left");
  asc_play *other;
  assert_int_equal(asc_play_open(&other, rules, asc_play_position(play)), ASC_OK);
  assert_int_equal(asc_play_repeats(other), 1);
  assert_memory_equal(asc_play_first(other), asc_play_position(play), rules->position_size);
  asc_play_close(other);
}

static void test_where_there_is_no_key_nothing_repeats(void **state) {
  (void)state;
  play_start("die=1");
  go("r1 left r1 right r1 left r1 right");
  assert_int_equal(asc_play_repeats(play), 0);
  assert_int_equal(asc_play_end(play), ASC_END_NONE);
}

static void test_the_ply_limit_is_a_draw(void **state) {
  (void)state;
  play_start("die=1");
  for (int i = 0; i < 19; i++) go(i % 2 == 0 ? "r2" : "left");
  assert_int_equal(asc_play_end(play), ASC_END_NONE);
  go("left");
  assert_ended(ASC_END_LIMIT, "draw", 0, 0);
}

static void test_a_win_on_the_last_ply_of_all_counts(void **state) {
  (void)state;
  play_start("die=1");
  for (int i = 0; i < 19; i++) go(i % 2 == 0 ? "r2" : "left");
  go("win");
  assert_ended(ASC_END_RULES, "p2win", 0, 6);
}

static void test_of_two_the_other_wins_when_one_gives_up(void **state) {
  (void)state;
  play_start("");
  go("left");
  assert_int_equal(asc_play_give_up(play, 1, &error), ASC_OK);
  assert_ended(ASC_END_GIVEN_UP, "p2win", 0, 2);
  assert_true(asc_play_event(play, 1)->gave_up);
  assert_int_equal(asc_play_plies(play), 1);
  assert_refused(asc_play_undo(play, 0, &error), "player 1 gave up");
  assert_refused(asc_play_give_up(play, 2, &error), "it was given up");
}

static void test_of_two_the_other_wins_when_the_time_of_one_is_up(void **state) {
  (void)state;
  play_start("");
  go("left");
  assert_int_equal(asc_play_overtime(play, 2, &error), ASC_OK);
  assert_ended(ASC_END_TIME, "p1win", 2, 0);
  asc_message message;
  assert_true(asc_play_end_message(play, &message));
  char sentence[ASC_SENTENCE_MAX];
  assert_string_equal(asc_message_english(rules, &message, sentence), "The time of player 2 is up.");
  assert_refused(asc_play_token(play, "left", &error), "time was up");
}

/* The same game with its past and without. */
static void test_a_forgotten_past_changes_nothing_that_comes(void **state) {
  (void)state;
  static const char *const words[] = {"left", "left", "right", "right", "left", "right", "left", "right", "left"};
  play_start("limit=200");
  asc_play *other;
  assert_int_equal(asc_play_open(&other, rules, NULL), ASC_OK);
  for (size_t i = 0; i < sizeof words / sizeof *words && asc_play_end(play) == ASC_END_NONE; i++) {
    go(words[i]);
    assert_int_equal(asc_play_token(other, words[i], &error), ASC_OK);
    asc_play_forget(other);
    assert_int_equal(asc_play_events(other), 0);
    assert_int_equal(asc_play_plies(other), asc_play_plies(play));
    assert_int_equal(asc_play_repeats(other), asc_play_repeats(play));
    assert_int_equal(asc_play_end(other), asc_play_end(play));
    assert_memory_equal(asc_play_position(other), asc_play_position(play), rules->position_size);
    const uint64_t *keys, *others;
    int count = asc_play_keys(play, &keys);
    assert_int_equal(asc_play_keys(other, &others), count);
    assert_memory_equal(others, keys, (size_t)count * sizeof *keys);
  }
  assert_int_equal(asc_play_end(other), ASC_END_REPETITION);
  asc_play_close(other);
}

static void test_of_three_the_others_go_on(void **state) {
  (void)state;
  play_start("players=3");
  go("left");
  assert_int_equal(asc_play_give_up(play, 2, &error), ASC_OK);
  assert_int_equal(asc_play_turn(play), 3);
  go("left right");
  assert_int_equal(asc_play_turn(play), 3);
  assert_refused(asc_play_give_up(play, 2, &error), "already left");
  assert_refused(asc_play_give_up(play, 4, &error), "no player 4");
  assert_int_equal(asc_play_undo(play, 0, &error), 1);
  assert_refused(asc_play_undo(play, 1, &error), "player 2 gave up");
  assert_int_equal(asc_play_give_up(play, 3, &error), ASC_OK);
  assert_ended(ASC_END_GIVEN_UP, "p1win", 2, 0);
}

static void test_who_had_left_in_a_position_set_up_cannot_leave_again(void **state) {
  (void)state;
  play_start("players=3");
  asc_play_give_up(play, 2, &error);
  asc_play *other;
  assert_int_equal(asc_play_open(&other, rules, asc_play_position(play)), ASC_OK);
  assert_true(asc_play_left(other, 2));
  assert_false(asc_play_left(other, 1));
  assert_refused(asc_play_give_up(other, 2, &error), "already left");
  asc_play_close(other);
}

static void test_who_gave_up_has_left(void **state) {
  (void)state;
  play_start("players=3");
  asc_play_give_up(play, 3, &error);
  for (int player = -1; player < 70; player++) assert_int_equal(asc_play_left(play, player), player == 3);
}

/* Also where leaving ends the game and no position knows of it. */
static void test_of_two_who_gave_up_has_left(void **state) {
  (void)state;
  play_start("");
  asc_play_give_up(play, 1, &error);
  assert_true(asc_play_left(play, 1));
  assert_false(asc_play_left(play, 2));
}

static void test_an_agreed_draw_scores_nothing(void **state) {
  (void)state;
  play_start("");
  go("left right");
  asc_play_undo(play, 0, &error);
  assert_int_equal(asc_play_agree_draw(play, &error), ASC_OK);
  assert_ended(ASC_END_AGREED, "draw", 0, 0);
  assert_int_equal(asc_play_redoable(play), 0);
  assert_refused(asc_play_undo(play, 0, &error), "agreed draw cannot be taken back");
  assert_refused(asc_play_agree_draw(play, &error), "a draw was agreed");
}

static void test_who_left_has_no_part_in_a_draw(void **state) {
  (void)state;
  play_start("players=3");
  asc_play_give_up(play, 1, &error);
  asc_play_agree_draw(play, &error);
  asc_outcome outcome;
  asc_play_outcome(play, &outcome);
  const uint8_t places[ASC_PLAYERS_MAX] = {3, 1, 1};
  assert_memory_equal(outcome.place, places, sizeof places);
}

static void test_a_roll_cannot_be_taken_back(void **state) {
  (void)state;
  play_start("die=1");
  go("roll left");
  assert_int_equal(asc_play_undo(play, 1, &error), 1);
  assert_refused(asc_play_undo(play, 1, &error), "a die roll");
}

static void test_a_roll_typed_in_can_be_taken_back(void **state) {
  (void)state;
  play_start("die=1");
  go("r1 left r2");
  assert_true(asc_play_event(play, 2)->by_hand);
  assert_int_equal(asc_play_undo(play, 0, &error), 1);
  assert_int_equal(asc_play_turn(play), ASC_CHANCE);
  go("r3");
  assert_int_equal(asc_play_undo(play, 1, &error), 2);
  assert_int_equal(asc_play_turn(play), 1);
}

static void test_rolls_follow_from_the_seed_and_their_number(void **state) {
  (void)state;
  play_start("die=1");
  asc_play_seed(play, 42);
  go("roll left roll left roll");
  for (int i = 0; i < 3; i++) {
    const asc_event *event = asc_play_event(play, 2 * i);
    assert_false(event->by_hand);
    assert_int_equal(event->move, asc_position_roll(rules, asc_play_before(play, 2 * i), 42, (uint32_t)i));
  }
}

static void test_a_roll_typed_in_counts_among_the_rolls(void **state) {
  (void)state;
  play_start("die=1");
  asc_play_seed(play, 42);
  go("r1 left roll");
  assert_int_equal(asc_play_event(play, 2)->move, asc_position_roll(rules, asc_play_before(play, 2), 42, 1));
}

static void test_a_seed_cannot_change_the_rolls_there_are(void **state) {
  (void)state;
  play_start("die=1");
  assert_int_equal(asc_play_seed(play, 41), ASC_OK);
  assert_int_equal(asc_play_seed(play, 42), ASC_OK);
  go("r1 left");
  assert_int_equal(asc_play_seed(play, 43), ASC_OK);
  go("roll left");
  assert_int_equal(asc_play_seed(play, 44), ASC_E_STATE);
  uint64_t seed;
  assert_true(asc_play_seeded(play, &seed));
  assert_int_equal(seed, 43);
}

static void test_without_a_seed_the_system_gives_one(void **state) {
  (void)state;
  play_start("die=1");
  assert_false(asc_play_seeded(play, NULL));
  go("roll");
  uint64_t seed;
  assert_true(asc_play_seeded(play, &seed));
  assert_int_equal(asc_play_event(play, 0)->move, asc_position_roll(rules, asc_play_first(play), seed, 0));
}

static void test_there_is_no_die_on_a_players_turn(void **state) {
  (void)state;
  play_start("");
  assert_refused(asc_play_roll(play, &error), "no die to roll");
}

static void test_the_keys_are_those_of_the_positions(void **state) {
  (void)state;
  play_start("");
  go("left right left");
  const uint64_t *keys;
  assert_int_equal(asc_play_keys(play, &keys), 4);
  assert_true(keys[0] == keys[2] && keys[1] == keys[3] && keys[0] != keys[1]);
}

static void test_points_are_written_in_halves(void **state) {
  (void)state;
  const struct {
    int32_t half_points;
    const char *text;
  } cases[] = {{0, "0"}, {1, "0.5"}, {20, "10"}, {25, "12.5"}, {-1, "-0.5"}, {-2, "-1"}, {INT32_MIN, "-1073741824"}};
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    char text[16];
    int32_t read = 99;
    asc_points_write(cases[i].half_points, text);
    assert_string_equal(text, cases[i].text);
    assert_int_equal(asc_points_read(text, &read), ASC_OK);
    assert_int_equal(read, cases[i].half_points);
  }
}

static void test_points_written_otherwise_are_not_read(void **state) {
  (void)state;
  const char *const texts[] = {"",
                               "-",
                               "-0",
                               "+1",
                               "01",
                               ".5",
                               "1.",
                               "1.0",
                               "1.6",
                               "1.55",
                               "1,5",
                               " 1",
                               "1 ",
                               "--1",
                               "1e3",
                               "ten",
                               "0x1",
                               "-.5",
                               "½",
                               "1.5.5",
                               "1073741824",
                               "-1073741824.5",
                               "99999999999999999999"};
  int32_t half_points = 7;
  for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
    if (asc_points_read(texts[i], &half_points) != ASC_E_INPUT) fail_msg("'%s' is read", texts[i]);
  assert_int_equal(half_points, 7);
  assert_int_equal(asc_points_read("1073741823.5", &half_points), ASC_OK);
  assert_int_equal(half_points, INT32_MAX);
}

static void test_every_end_has_its_word(void **state) {
  (void)state;
  const char *const words[] = {"open", "rules", "repetition", "ply-limit", "given-up", "agreed", "time"};
  for (int end = ASC_END_NONE; end <= ASC_END_TIME; end++) assert_string_equal(asc_end_word((asc_end)end), words[end]);
}

static void test_sides_begin_in_turn_and_points_add_up(void **state) {
  (void)state;
  asc_match match;
  asc_match_start(&match, 2, 3);
  assert_int_equal(asc_match_side(&match, 1), 0);
  asc_match_add(&match, &(asc_outcome){.points = {20, 0}, .place = {1, 2}});
  assert_int_equal(asc_match_side(&match, 1), 1);
  asc_match_add(&match, &(asc_outcome){.points = {14, 0}, .place = {1, 2}});
  assert_int_equal(asc_match_side(&match, 2), 1);
  asc_match_add(&match, &(asc_outcome){.points = {0, 0}, .place = {1, 1}});
  assert_true(asc_match_over(&match));
  assert_int_equal(match.points[0], 20);
  assert_int_equal(match.points[1], 14);
  assert_int_equal(match.wins[0], 1);
  assert_int_equal(match.wins[1], 1);
  assert_int_equal(match.draws, 1);
}

static void test_of_three_sides_each_begins_once(void **state) {
  (void)state;
  asc_match match;
  asc_match_start(&match, 3, 3);
  for (int game = 0; game < 3; game++) {
    assert_int_equal(asc_match_side(&match, 1), game);
    assert_int_equal(asc_match_side(&match, 3), (game + 2) % 3);
    asc_match_add(&match, &(asc_outcome){.points = {2, 0, 0}, .place = {1, 2, 2}});
  }
  for (int side = 0; side < 3; side++) assert_int_equal(match.points[side], 2);
}

static void test_a_failing_allocation_opens_no_rules(void **state) {
  (void)state;
  failing_begin(0);
  int code = asc_rules_open_game(&rules, &ring, "", &error);
  assert_true(failing_ended());
  assert_int_equal(code, ASC_E_MEMORY);
  assert_null(rules);
}

static void test_a_failing_allocation_opens_no_game(void **state) {
  (void)state;
  assert_int_equal(asc_rules_open_game(&rules, &ring, "players=3", &error), ASC_OK);
  asc_position start;
  asc_position_start(rules, &start);
  for (long n = 0;; n++) {
    failing_begin(n);
    int code = asc_play_open(&play, rules, &start);
    if (!failing_ended()) break;
    assert_int_equal(code, ASC_E_MEMORY);
    assert_null(play);
  }
  assert_non_null(play);
}

/* Plays one ply with every allocation it needs failing once before; returns how many there were. */
static int ply_with_failures(const char *word) {
  int plies = asc_play_plies(play);
  ring_position before = *(const ring_position *)asc_play_position(play);
  for (long n = 0;; n++) {
    failing_begin(n);
    int code = asc_play_token(play, word, &error);
    if (!failing_ended()) return (int)n;
    assert_int_equal(code, ASC_E_MEMORY);
    assert_int_equal(asc_play_plies(play), plies);
    assert_memory_equal(asc_play_position(play), &before, sizeof before);
  }
}

static void test_a_failing_allocation_leaves_the_game_as_it_was(void **state) {
  (void)state;
  play_start("die=1,limit=200");
  int failures = 0;
  for (int ply = 0; ply < 150; ply++) failures += ply_with_failures(ply % 2 == 0 ? "r1" : "left");
  assert_true(failures > 0);
  assert_int_equal(asc_play_plies(play), 150);
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, play_end)
  const struct CMUnitTest tests[] = {
      TEST(test_a_game_begins_at_its_start),
      TEST(test_plies_are_kept_with_their_players_and_words),
      TEST(test_an_illegal_ply_changes_nothing_and_says_why),
      TEST(test_undo_restores_every_byte),
      TEST(test_undo_returns_to_ones_own_choice),
      TEST(test_redo_plays_what_was_taken_back),
      TEST(test_another_ply_forgets_what_was_taken_back),
      TEST(test_the_same_ply_is_a_redo),
      TEST(test_a_win_on_the_board_can_be_taken_back),
      TEST(test_the_third_time_is_a_draw),
      TEST(test_a_position_set_up_has_no_history),
      TEST(test_where_there_is_no_key_nothing_repeats),
      TEST(test_the_ply_limit_is_a_draw),
      TEST(test_a_win_on_the_last_ply_of_all_counts),
      TEST(test_of_two_the_other_wins_when_one_gives_up),
      TEST(test_of_two_the_other_wins_when_the_time_of_one_is_up),
      TEST(test_a_forgotten_past_changes_nothing_that_comes),
      TEST(test_of_three_the_others_go_on),
      TEST(test_who_had_left_in_a_position_set_up_cannot_leave_again),
      TEST(test_who_gave_up_has_left),
      TEST(test_of_two_who_gave_up_has_left),
      TEST(test_an_agreed_draw_scores_nothing),
      TEST(test_who_left_has_no_part_in_a_draw),
      TEST(test_a_roll_cannot_be_taken_back),
      TEST(test_a_roll_typed_in_can_be_taken_back),
      TEST(test_rolls_follow_from_the_seed_and_their_number),
      TEST(test_a_roll_typed_in_counts_among_the_rolls),
      TEST(test_a_seed_cannot_change_the_rolls_there_are),
      TEST(test_without_a_seed_the_system_gives_one),
      TEST(test_there_is_no_die_on_a_players_turn),
      TEST(test_the_keys_are_those_of_the_positions),
      TEST(test_points_are_written_in_halves),
      TEST(test_points_written_otherwise_are_not_read),
      TEST(test_every_end_has_its_word),
      TEST(test_sides_begin_in_turn_and_points_add_up),
      TEST(test_of_three_sides_each_begins_once),
      TEST(test_a_failing_allocation_opens_no_rules),
      TEST(test_a_failing_allocation_opens_no_game),
      TEST(test_a_failing_allocation_leaves_the_game_as_it_was),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
