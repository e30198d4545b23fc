/* The running game, tested on a game made for it: a piece on a ring of four cells.

   The players take turns to move the piece one cell (`left`, `right`) or to end the game (`win`), which scores 3
   points. With the option `die`, a roll (`r1` … `r3`, weights 1 to 3) precedes each move, and positions do not repeat.
   Players who resign are skipped; the last player remaining wins one point. A game of `limit` plies is a draw. */
#include <ascona/play.h>

#include "base/hash.h"
#include "play/history.h"
#include "tests/support/failing_alloc.h"

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
  uint8_t resigned[ASC_PLAYERS_MAX];
} ring_position;

enum { LEFT, RIGHT, WIN };

static int ring_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  (void)error;
  rules->position_size = sizeof(ring_position);
  rules->players = (int)values[0].number;
  rules->moves_max = 3;
  rules->plies_max = rules->ply_limit = (int)values[2].number;
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

static void pass_turn(const asc_rules *rules, ring_position *p) {
  do p->player = (uint8_t)(p->player % rules->players + 1);
  while (p->resigned[p->player - 1]);
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
  pass_turn(rules, p);
}

static void set_winner(const asc_rules *rules, asc_outcome *outcome, int winner, int32_t points) {
  for (int i = 0; i < ASC_PLAYERS_MAX; i++) outcome->rank[i] = i >= rules->players ? 0 : i + 1 == winner ? 1 : 2;
  outcome->points[winner - 1] = points;
}

static bool ring_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  const ring_position *p = position;
  memset(outcome, 0, sizeof *outcome);
  if (p->winner != 0) set_winner(rules, outcome, p->winner, 6);
  return p->winner != 0;
}

static bool ring_resign(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  ring_position *p = position;
  memset(outcome, 0, sizeof *outcome);
  p->resigned[player - 1] = 1;
  int active = 0, last = 0;
  for (int i = 0; i < rules->players; i++) {
    if (p->resigned[i]) continue;
    active++;
    last = i + 1;
  }
  if (active == 1)
    set_winner(rules, outcome, last, 2);
  else if (p->player == player)
    pass_turn(rules, p);
  return active == 1;
}

static bool ring_has_resigned(const asc_rules *rules, const void *position, int player) {
  (void)rules;
  return ((const ring_position *)position)->resigned[player - 1] != 0;
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
    .resign = ring_resign,
    .has_resigned = ring_has_resigned,
    .hash = ring_hash,
    .repetition_key = ring_key,
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

/* Plays the plies in `words`; `roll` rolls the die. */
static void play_moves(const char *words) {
  char text[400], *rest = NULL;
  (void)snprintf(text, sizeof text, "%s", words);
  for (char *word = strtok_r(text, " ", &rest); word != NULL; word = strtok_r(NULL, " ", &rest)) {
    int code = strcmp(word, "roll") == 0 ? asc_play_roll(play, &error) : asc_play_move_text(play, word, &error);
    if (code < 0) fail_msg("%s: %s", word, error.reason);
  }
}

static void assert_over(asc_end end, const char *word, int half_points_1, int half_points_2) {
  asc_outcome outcome;
  assert_int_equal(asc_play_end(play), end);
  assert_true(asc_play_outcome(play, &outcome));
  assert_string_equal(asc_outcome_name(rules, true, &outcome), word);
  assert_int_equal(outcome.points[0], half_points_1);
  assert_int_equal(outcome.points[1], half_points_2);
  assert_int_equal(asc_play_turn(play), ASC_NO_PLAYER);
  asc_move moves[ASC_MOVES_MAX];
  assert_int_equal(asc_play_moves(play, moves), 0);
}

static void assert_rejected(int code, const char *words) {
  assert_int_equal(code, ASC_E_STATE);
  if (strstr(error.reason, words) == NULL) fail_msg("'%s' does not say '%s'", error.reason, words);
}

static void test_a_game_starts_at_its_first_position(void **state) {
  (void)state;
  play_start("");
  assert_int_equal(asc_play_turn(play), 1);
  assert_int_equal(asc_play_ply_count(play), 0);
  assert_int_equal(asc_play_end(play), ASC_END_NONE);
  assert_null(asc_play_event(play, 0));
  assert_ptr_equal(asc_play_position_before(play, 0), asc_play_position(play));
}

static void test_events_have_players_and_tokens(void **state) {
  (void)state;
  play_start("");
  play_moves("left right");
  assert_int_equal(asc_play_event_count(play), 2);
  assert_int_equal(asc_play_event(play, 1)->player, 2);
  assert_string_equal(asc_play_event(play, 1)->token, "right");
  assert_memory_equal(asc_play_position_before(play, 2), asc_play_position(play), rules->position_size);
}

static void test_an_illegal_ply_changes_nothing_and_is_explained(void **state) {
  (void)state;
  play_start("");
  assert_int_equal(asc_play_move_text(play, "up", &error), ASC_E_ILLEGAL);
  assert_string_equal(error.reason, "The man goes left or right");
  assert_int_equal(asc_play_move(play, 9, &error), ASC_E_ILLEGAL);
  assert_int_equal(asc_play_ply_count(play), 0);
}

static void test_undo_restores_every_byte(void **state) {
  (void)state;
  play_start("");
  play_moves("left left");
  ring_position before = *(const ring_position *)asc_play_position(play);
  play_moves("right");
  assert_int_equal(asc_play_undo(play, 0, &error), 1);
  assert_memory_equal(asc_play_position(play), &before, sizeof before);
  assert_int_equal(asc_play_ply_count(play), 2);
}

static void test_undo_returns_to_the_players_own_move(void **state) {
  (void)state;
  play_start("");
  play_moves("left right right");
  assert_int_equal(asc_play_undo(play, 2, &error), 2);
  assert_int_equal(asc_play_turn(play), 2);
  assert_int_equal(asc_play_ply_count(play), 1);
  assert_rejected(asc_play_undo(play, 2, &error), "player 2 has not moved yet");
}

static void test_redo_replays_undone_plies(void **state) {
  (void)state;
  play_start("");
  play_moves("left right");
  ring_position after = *(const ring_position *)asc_play_position(play);
  asc_play_undo(play, 1, &error);
  assert_int_equal(asc_play_redo_count(play), 2);
  assert_string_equal(asc_play_redo_event(play, 1)->token, "right");
  assert_null(asc_play_redo_event(play, 2));
  assert_int_equal(asc_play_redo(play, &error), 1);
  assert_int_equal(asc_play_redo(play, &error), 1);
  assert_memory_equal(asc_play_position(play), &after, sizeof after);
  assert_rejected(asc_play_redo(play, &error), "nothing to play again");
}

static void test_another_ply_discards_undone_plies(void **state) {
  (void)state;
  play_start("");
  play_moves("left right");
  asc_play_undo(play, 1, &error);
  play_moves("right");
  assert_int_equal(asc_play_redo_count(play), 0);
}

static void test_the_same_ply_is_a_redo(void **state) {
  (void)state;
  play_start("");
  play_moves("left right");
  asc_play_undo(play, 1, &error);
  play_moves("left");
  assert_int_equal(asc_play_redo_count(play), 1);
}

static void test_a_win_on_the_board_can_be_undone(void **state) {
  (void)state;
  play_start("");
  play_moves("left win");
  assert_over(ASC_END_RULES, "p2win", 0, 6);
  assert_rejected(asc_play_move_text(play, "left", &error), "the game is over");
  assert_int_equal(asc_play_undo(play, 0, &error), 1);
  assert_int_equal(asc_play_turn(play), 2);
}

/* left and right return to the first position after two plies. */
static void test_the_third_occurrence_is_a_draw(void **state) {
  (void)state;
  play_start("");
  play_moves("left right left");
  assert_int_equal(asc_play_repetitions(play), 2);
  assert_int_equal(asc_play_end(play), ASC_END_NONE);
  play_moves("right");
  assert_int_equal(asc_play_repetitions(play), 3);
  assert_over(ASC_END_REPETITION, "draw", 0, 0);
  assert_rejected(asc_play_move_text(play, "left", &error), "third time");
  asc_play_undo(play, 0, &error);
  assert_int_equal(asc_play_end(play), ASC_END_NONE);
}

static void test_a_position_set_up_has_no_history(void **state) {
  (void)state;
  play_start("");
  play_moves("left right left");
  asc_play *other;
  assert_int_equal(asc_play_open(&other, rules, asc_play_position(play)), ASC_OK);
  assert_int_equal(asc_play_repetitions(other), 1);
  assert_memory_equal(asc_play_first_position(other), asc_play_position(play), rules->position_size);
  asc_play_close(other);
}

static void test_positions_without_a_key_do_not_repeat(void **state) {
  (void)state;
  play_start("die=1");
  play_moves("r1 left r1 right r1 left r1 right");
  assert_int_equal(asc_play_repetitions(play), 0);
  assert_int_equal(asc_play_end(play), ASC_END_NONE);
}

static void test_the_ply_limit_is_a_draw(void **state) {
  (void)state;
  play_start("die=1");
  for (int i = 0; i < 19; i++) play_moves(i % 2 == 0 ? "r2" : "left");
  assert_int_equal(asc_play_end(play), ASC_END_NONE);
  play_moves("left");
  assert_over(ASC_END_LIMIT, "draw", 0, 0);
}

static void test_a_win_on_the_last_ply_counts(void **state) {
  (void)state;
  play_start("die=1");
  for (int i = 0; i < 19; i++) play_moves(i % 2 == 0 ? "r2" : "left");
  play_moves("win");
  assert_over(ASC_END_RULES, "p2win", 0, 6);
}

static void test_resigning_with_two_players_loses(void **state) {
  (void)state;
  play_start("");
  play_moves("left");
  assert_int_equal(asc_play_resign(play, 1, &error), ASC_OK);
  assert_over(ASC_END_RESIGNATION, "p2win", 0, 2);
  assert_true(asc_play_event(play, 1)->resigned);
  assert_int_equal(asc_play_ply_count(play), 1);
  assert_rejected(asc_play_undo(play, 0, &error), "player 1 gave up");
  assert_rejected(asc_play_resign(play, 2, &error), "it was given up");
}

static void test_timing_out_with_two_players_loses(void **state) {
  (void)state;
  play_start("");
  play_moves("left");
  assert_int_equal(asc_play_time_out(play, 2, &error), ASC_OK);
  assert_over(ASC_END_TIME, "p1win", 2, 0);
  asc_message message;
  assert_true(asc_play_end_message(play, &message));
  char sentence[ASC_SENTENCE_MAX];
  assert_string_equal(asc_message_english(rules, &message, sentence), "The time of player 2 is up.");
  assert_rejected(asc_play_move_text(play, "left", &error), "time was up");
}

/* Compares the same game with its history and without. */
static void test_a_game_without_its_history_continues_the_same(void **state) {
  (void)state;
  static const char *const words[] = {"left", "left", "right", "right", "left", "right", "left", "right", "left"};
  play_start("limit=200");
  asc_play *other;
  assert_int_equal(asc_play_open(&other, rules, NULL), ASC_OK);
  for (size_t i = 0; i < sizeof words / sizeof *words && asc_play_end(play) == ASC_END_NONE; i++) {
    play_moves(words[i]);
    assert_int_equal(asc_play_move_text(other, words[i], &error), ASC_OK);
    asc_play_forget_history(other);
    assert_int_equal(asc_play_event_count(other), 0);
    assert_int_equal(asc_play_ply_count(other), asc_play_ply_count(play));
    assert_int_equal(asc_play_repetitions(other), asc_play_repetitions(play));
    assert_int_equal(asc_play_end(other), asc_play_end(play));
    assert_memory_equal(asc_play_position(other), asc_play_position(play), rules->position_size);
    const uint64_t *keys, *other_keys;
    int count = asc_play_repetition_keys(play, &keys);
    assert_int_equal(asc_play_repetition_keys(other, &other_keys), count);
    assert_memory_equal(other_keys, keys, (size_t)count * sizeof *keys);
  }
  assert_int_equal(asc_play_end(other), ASC_END_REPETITION);
  asc_play_close(other);
}

static void test_with_three_players_the_others_continue(void **state) {
  (void)state;
  play_start("players=3");
  play_moves("left");
  assert_int_equal(asc_play_resign(play, 2, &error), ASC_OK);
  assert_int_equal(asc_play_turn(play), 3);
  play_moves("left right");
  assert_int_equal(asc_play_turn(play), 3);
  assert_rejected(asc_play_resign(play, 2, &error), "already left");
  assert_rejected(asc_play_resign(play, 4, &error), "no player 4");
  assert_int_equal(asc_play_undo(play, 0, &error), 1);
  assert_rejected(asc_play_undo(play, 1, &error), "player 2 gave up");
  assert_int_equal(asc_play_resign(play, 3, &error), ASC_OK);
  assert_over(ASC_END_RESIGNATION, "p1win", 2, 0);
}

static void test_a_player_resigned_in_a_set_up_position_cannot_resign_again(void **state) {
  (void)state;
  play_start("players=3");
  asc_play_resign(play, 2, &error);
  asc_play *other;
  assert_int_equal(asc_play_open(&other, rules, asc_play_position(play)), ASC_OK);
  assert_true(asc_play_has_resigned(other, 2));
  assert_false(asc_play_has_resigned(other, 1));
  assert_rejected(asc_play_resign(other, 2, &error), "already left");
  asc_play_close(other);
}

static void test_resigned_player_is_reported(void **state) {
  (void)state;
  play_start("players=3");
  asc_play_resign(play, 3, &error);
  for (int player = -1; player < 70; player++) assert_int_equal(asc_play_has_resigned(play, player), player == 3);
}

/* Also if the resignation ends the game, so that no position shows it. */
static void test_resigned_player_is_reported_after_the_end(void **state) {
  (void)state;
  play_start("");
  asc_play_resign(play, 1, &error);
  assert_true(asc_play_has_resigned(play, 1));
  assert_false(asc_play_has_resigned(play, 2));
}

static void test_an_agreed_draw_scores_nothing(void **state) {
  (void)state;
  play_start("");
  play_moves("left right");
  asc_play_undo(play, 0, &error);
  assert_int_equal(asc_play_agree_draw(play, &error), ASC_OK);
  assert_over(ASC_END_AGREED, "draw", 0, 0);
  assert_int_equal(asc_play_redo_count(play), 0);
  assert_rejected(asc_play_undo(play, 0, &error), "agreed draw cannot be taken back");
  assert_rejected(asc_play_agree_draw(play, &error), "a draw was agreed");
}

static void test_resigned_player_does_not_share_a_draw(void **state) {
  (void)state;
  play_start("players=3");
  asc_play_resign(play, 1, &error);
  asc_play_agree_draw(play, &error);
  asc_outcome outcome;
  asc_play_outcome(play, &outcome);
  const uint8_t ranks[ASC_PLAYERS_MAX] = {3, 1, 1};
  assert_memory_equal(outcome.rank, ranks, sizeof ranks);
}

static void test_a_roll_cannot_be_undone(void **state) {
  (void)state;
  play_start("die=1");
  play_moves("roll left");
  assert_int_equal(asc_play_undo(play, 1, &error), 1);
  assert_rejected(asc_play_undo(play, 1, &error), "a die roll");
}

static void test_a_manual_roll_can_be_undone(void **state) {
  (void)state;
  play_start("die=1");
  play_moves("r1 left r2");
  assert_true(asc_play_event(play, 2)->is_manual_roll);
  assert_int_equal(asc_play_undo(play, 0, &error), 1);
  assert_int_equal(asc_play_turn(play), ASC_CHANCE);
  play_moves("r3");
  assert_int_equal(asc_play_undo(play, 1, &error), 2);
  assert_int_equal(asc_play_turn(play), 1);
}

static void test_rolls_follow_from_the_seed_and_their_number(void **state) {
  (void)state;
  play_start("die=1");
  asc_play_set_seed(play, 42);
  play_moves("roll left roll left roll");
  for (int i = 0; i < 3; i++) {
    const asc_event *event = asc_play_event(play, 2 * i);
    assert_false(event->is_manual_roll);
    assert_int_equal(event->move, asc_position_roll(rules, asc_play_position_before(play, 2 * i), 42, (uint32_t)i));
  }
}

static void test_a_manual_roll_counts_as_a_roll(void **state) {
  (void)state;
  play_start("die=1");
  asc_play_set_seed(play, 42);
  play_moves("r1 left roll");
  assert_int_equal(asc_play_event(play, 2)->move, asc_position_roll(rules, asc_play_position_before(play, 2), 42, 1));
}

static void test_the_seed_cannot_change_after_a_roll(void **state) {
  (void)state;
  play_start("die=1");
  assert_int_equal(asc_play_set_seed(play, 41), ASC_OK);
  assert_int_equal(asc_play_set_seed(play, 42), ASC_OK);
  play_moves("r1 left");
  assert_int_equal(asc_play_set_seed(play, 43), ASC_OK);
  play_moves("roll left");
  assert_int_equal(asc_play_set_seed(play, 44), ASC_E_STATE);
  uint64_t seed;
  assert_true(asc_play_get_seed(play, &seed));
  assert_int_equal(seed, 43);
}

static void test_the_system_gives_a_seed_if_there_is_none(void **state) {
  (void)state;
  play_start("die=1");
  assert_false(asc_play_get_seed(play, NULL));
  play_moves("roll");
  uint64_t seed;
  assert_true(asc_play_get_seed(play, &seed));
  assert_int_equal(asc_play_event(play, 0)->move, asc_position_roll(rules, asc_play_first_position(play), seed, 0));
}

static void test_rolling_in_a_players_turn_is_rejected(void **state) {
  (void)state;
  play_start("");
  assert_rejected(asc_play_roll(play, &error), "no die to roll");
}

static void test_repetition_keys_follow_the_positions(void **state) {
  (void)state;
  play_start("");
  play_moves("left right left");
  const uint64_t *keys;
  assert_int_equal(asc_play_repetition_keys(play, &keys), 4);
  assert_true(keys[0] == keys[2] && keys[1] == keys[3] && keys[0] != keys[1]);
}

static void test_half_points_read_back(void **state) {
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

static void test_malformed_points_are_rejected(void **state) {
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

static void test_every_end_has_its_name(void **state) {
  (void)state;
  const char *const words[] = {"open", "rules", "repetition", "ply-limit", "given-up", "agreed", "time"};
  for (int end = ASC_END_NONE; end <= ASC_END_TIME; end++) assert_string_equal(asc_end_name((asc_end)end), words[end]);
}

static void test_sides_start_alternately_and_points_add_up(void **state) {
  (void)state;
  asc_match match;
  asc_match_start(&match, 2, 3);
  assert_int_equal(asc_match_side(&match, 1), 0);
  asc_match_add(&match, &(asc_outcome){.points = {20, 0}, .rank = {1, 2}});
  assert_int_equal(asc_match_side(&match, 1), 1);
  asc_match_add(&match, &(asc_outcome){.points = {14, 0}, .rank = {1, 2}});
  assert_int_equal(asc_match_side(&match, 2), 1);
  asc_match_add(&match, &(asc_outcome){.points = {0, 0}, .rank = {1, 1}});
  assert_true(asc_match_is_over(&match));
  assert_int_equal(match.points[0], 20);
  assert_int_equal(match.points[1], 14);
  assert_int_equal(match.wins[0], 1);
  assert_int_equal(match.wins[1], 1);
  assert_int_equal(match.draws, 1);
}

static void test_with_three_sides_each_starts_once(void **state) {
  (void)state;
  asc_match match;
  asc_match_start(&match, 3, 3);
  for (int game = 0; game < 3; game++) {
    assert_int_equal(asc_match_side(&match, 1), game);
    assert_int_equal(asc_match_side(&match, 3), (game + 2) % 3);
    asc_match_add(&match, &(asc_outcome){.points = {2, 0, 0}, .rank = {1, 2, 2}});
  }
  for (int side = 0; side < 3; side++) assert_int_equal(match.points[side], 2);
}

static void test_rules_do_not_open_if_an_allocation_fails(void **state) {
  (void)state;
  failing_begin(0);
  int code = asc_rules_open_game(&rules, &ring, "", &error);
  assert_true(failing_ended());
  assert_int_equal(code, ASC_E_MEMORY);
  assert_null(rules);
}

static void test_a_game_does_not_open_if_an_allocation_fails(void **state) {
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

/* Plays one ply after letting each allocation it needs fail once. Returns how many there were. */
static int ply_with_failures(const char *word) {
  int plies = asc_play_ply_count(play);
  ring_position before = *(const ring_position *)asc_play_position(play);
  for (long n = 0;; n++) {
    failing_begin(n);
    int code = asc_play_move_text(play, word, &error);
    if (!failing_ended()) return (int)n;
    assert_int_equal(code, ASC_E_MEMORY);
    assert_int_equal(asc_play_ply_count(play), plies);
    assert_memory_equal(asc_play_position(play), &before, sizeof before);
  }
}

static void test_a_game_does_not_change_if_an_allocation_fails(void **state) {
  (void)state;
  play_start("die=1,limit=200");
  int failures = 0;
  for (int ply = 0; ply < 150; ply++) failures += ply_with_failures(ply % 2 == 0 ? "r1" : "left");
  assert_true(failures > 0);
  assert_int_equal(asc_play_ply_count(play), 150);
}

int main(void) {
#define TEST(name) cmocka_unit_test_teardown(name, play_end)
  const struct CMUnitTest tests[] = {
      TEST(test_a_game_starts_at_its_first_position),
      TEST(test_events_have_players_and_tokens),
      TEST(test_an_illegal_ply_changes_nothing_and_is_explained),
      TEST(test_undo_restores_every_byte),
      TEST(test_undo_returns_to_the_players_own_move),
      TEST(test_redo_replays_undone_plies),
      TEST(test_another_ply_discards_undone_plies),
      TEST(test_the_same_ply_is_a_redo),
      TEST(test_a_win_on_the_board_can_be_undone),
      TEST(test_the_third_occurrence_is_a_draw),
      TEST(test_a_position_set_up_has_no_history),
      TEST(test_positions_without_a_key_do_not_repeat),
      TEST(test_the_ply_limit_is_a_draw),
      TEST(test_a_win_on_the_last_ply_counts),
      TEST(test_resigning_with_two_players_loses),
      TEST(test_timing_out_with_two_players_loses),
      TEST(test_a_game_without_its_history_continues_the_same),
      TEST(test_with_three_players_the_others_continue),
      TEST(test_a_player_resigned_in_a_set_up_position_cannot_resign_again),
      TEST(test_resigned_player_is_reported),
      TEST(test_resigned_player_is_reported_after_the_end),
      TEST(test_an_agreed_draw_scores_nothing),
      TEST(test_resigned_player_does_not_share_a_draw),
      TEST(test_a_roll_cannot_be_undone),
      TEST(test_a_manual_roll_can_be_undone),
      TEST(test_rolls_follow_from_the_seed_and_their_number),
      TEST(test_a_manual_roll_counts_as_a_roll),
      TEST(test_the_seed_cannot_change_after_a_roll),
      TEST(test_the_system_gives_a_seed_if_there_is_none),
      TEST(test_rolling_in_a_players_turn_is_rejected),
      TEST(test_repetition_keys_follow_the_positions),
      TEST(test_half_points_read_back),
      TEST(test_malformed_points_are_rejected),
      TEST(test_every_end_has_its_name),
      TEST(test_sides_start_alternately_and_points_add_up),
      TEST(test_with_three_sides_each_starts_once),
      TEST(test_rules_do_not_open_if_an_allocation_fails),
      TEST(test_a_game_does_not_open_if_an_allocation_fails),
      TEST(test_a_game_does_not_change_if_an_allocation_fails),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
