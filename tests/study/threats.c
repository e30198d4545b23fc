/* Passing a turn, in all games and in one example game, and the threats that a pass shows.

   A pass may lead to a position that no game can reach. The tests play such positions to the end, and search them with
   and without the knowledge of the game. */
#include "tests/support/specs.h"

#include "play/moves.h"
#include "study/threat.h"

#include <ascona/ascona.h>
#include <ascona/edit.h>
#include <ascona/random.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

/* The example of docs/adding-a-game.md, which has neither a pass nor an editor. */
const char asc_noughts_rules_text[] = "";
const asc_catalogue asc_noughts_catalogues[] = {{NULL, NULL}};
#include "../docs/example/noughts/noughts.c"

enum { GAMES = 12, NODES = 3000 };

static asc_rules *open_rules(const char *spec) {
  asc_rules *rules;
  asc_error error;
  if (asc_rules_open(&rules, spec, &error) < 0) fail_msg("%s: %s", spec, error.reason);
  return rules;
}

static int acting_player(const asc_rules *rules, const void *position) {
  asc_view view;
  int turn = asc_position_turn(rules, position);
  asc_position_view(rules, position, NULL, 0, &view);
  return turn == ASC_CHANCE ? view.roller : turn;
}

/* Plays `plies` random plies. Returns false if the game is over by then. */
static bool play_randomly(const asc_rules *rules, asc_position *position, asc_random *random, int plies) {
  asc_move moves[ASC_MOVES_MAX];
  for (; plies > 0; plies--) {
    int count = asc_position_moves(rules, position, moves);
    if (count == 0) return false;
    asc_position_play(rules, position, moves[asc_random_below(random, (uint32_t)count)]);
  }
  return asc_position_count(rules, position) > 0;
}

/* After a pass the pieces stay, another player is to move, and the game can be played to its end. */
static void assert_passed(const asc_rules *rules, const asc_position *before, asc_position *after, asc_random *random) {
  asc_view view_before, view_after;
  asc_outcome outcome;
  asc_position_view(rules, before, NULL, 0, &view_before);
  asc_position_view(rules, after, NULL, 0, &view_after);
  assert_int_equal(view_after.place_count, view_before.place_count);
  for (int i = 0; i < view_after.place_count; i++)
    assert_int_equal(view_after.places[i].piece, view_before.places[i].piece);
  assert_int_not_equal(acting_player(rules, after), acting_player(rules, before));
  assert_true(asc_position_count(rules, after) > 0);
  assert_true(asc_position_hash(rules, after) != asc_position_hash(rules, before));
  bool is_unfinished = play_randomly(rules, after, random, rules->plies_max);
  assert_true(is_unfinished ? rules->ply_limit > 0 : asc_position_outcome(rules, after, &outcome));
}

static void test_a_turn_can_be_passed_in_mid_game(void **state) {
  (void)state;
  test_specs specs;
  asc_random random;
  assert_true(specs_load(&specs));
  asc_random_seed(&random, 31);
  for (int i = 0; i < specs.count; i++) {
    asc_rules *rules = open_rules(specs.texts[i]);
    int passes = 0;
    for (int game = 0; game < GAMES; game++) {
      asc_position before, after;
      asc_position_start(rules, &before);
      while (play_randomly(rules, &before, &random, 1 + (int)asc_random_below(&random, 8))) {
        memcpy(&after, &before, rules->position_size);
        if (asc_position_pass(rules, &after)) {
          passes++;
          assert_passed(rules, &before, &after, &random);
          break;
        }
        assert_memory_equal(&after, &before, rules->position_size);
      }
    }
    if (passes == 0 && rules->game->pass != NULL) fail_msg("%s: nobody could ever pass", specs.texts[i]);
    asc_rules_close(rules);
  }
}

static bool try_pass(const char *spec, const char *text, asc_position *position) {
  asc_rules *rules = open_rules(spec);
  asc_error error;
  if (text == NULL)
    asc_position_start(rules, position);
  else if (asc_position_read(rules, text, position, &error) < 0)
    fail_msg("%s: %s", text, error.reason);
  bool passed = asc_position_pass(rules, position);
  asc_rules_close(rules);
  return passed;
}

static void test_no_turn_can_be_passed_in_an_opening_or_at_the_end(void **state) {
  (void)state;
  asc_position position;
  test_specs specs;
  assert_true(specs_load(&specs));
  for (int i = 0; i < specs.count; i++)
    if (strstr(specs.texts[i], "reds=0,greens=0") == NULL) assert_false(try_pass(specs.texts[i], NULL, &position));
  assert_false(try_pass("delta", "1:wwww./bbb../...../...../.....:w5b6:b", &position));
}

/* A game without its own pass uses its editor, if the check accepts the resulting position. */
static void test_the_default_pass_uses_the_editor(void **state) {
  (void)state;
  asc_game game = *asc_game_find("delta");
  asc_rules *rules;
  asc_position position;
  game.pass = NULL;
  assert_int_equal(asc_rules_open_game(&rules, &game, "", NULL), ASC_OK);
  assert_int_equal(asc_position_read(rules, "1:wwbbw/bbwwb/wwbbw/bbw../.....:w0b0:w", &position, NULL), ASC_OK);
  assert_true(asc_position_pass(rules, &position));
  assert_int_equal(asc_position_turn(rules, &position), 2);
  assert_int_equal(asc_position_read(rules, "1:...../...../..wb./..wb./.....:w7b7:w", &position, NULL), ASC_OK);
  assert_false(asc_position_pass(rules, &position));
  assert_int_equal(asc_position_turn(rules, &position), 1);
  asc_rules_close(rules);

  assert_int_equal(asc_rules_open_game(&rules, &asc_noughts_game, "", NULL), ASC_OK);
  asc_position_start(rules, &position);
  asc_position_play(rules, &position, 4);
  assert_false(asc_position_pass(rules, &position));
  asc_rules_close(rules);
}

static void ignore_progress(void *data) { (void)data; }
static bool never_stop(void *data) {
  (void)data;
  return false;
}

/* Returns the threat in a position, and its moves separated by spaces. */
static asc_threat find_threat(const char *spec, const char *text, char *moves, size_t size) {
  asc_rules *rules = open_rules(spec);
  asc_play *play;
  asc_search *search;
  asc_threat threat;
  asc_error error = {0};
  if (asc_play_read(&play, rules, text, "", &error) < 0) fail_msg("%s: %s", text, error.reason);
  assert_int_equal(asc_search_open(&search, rules, &(asc_search_options){.hash_bytes = 1 << 20}), ASC_OK);
  assert_int_equal(asc_threat_find(&threat, play, search, &(asc_search_limits){.nodes = 10 * NODES},
                                   &(asc_progress){ignore_progress, never_stop, NULL}),
                   ASC_OK);
  asc_position position = threat.position;
  moves[0] = '\0';
  for (int i = 0; i < threat.move_count; i++) {
    char token[ASC_TOKEN_MAX];
    asc_move_write(rules, &position, threat.moves[i], token);
    asc_position_play(rules, &position, threat.moves[i]);
    size_t length = strlen(moves);
    (void)snprintf(moves + length, size - length, "%s%s", length > 0 ? " " : "", token);
  }
  /* The threat is a whole turn: after it another player moves, or the game is over. */
  if (threat.move_count > 0 && asc_position_count(rules, &position) > 0)
    assert_int_not_equal(asc_position_turn(rules, &position), threat.player);
  asc_search_close(search);
  asc_play_close(play);
  asc_rules_close(rules);
  return threat;
}

static void test_threats_are_whole_turns(void **state) {
  (void)state;
  char moves[256];
  /* Black would have four in row 2, with the tracer on d2. */
  asc_threat threat = find_threat("delta", "1:w..b./...../w..../bbb../ww...:w5b5:w", moves, sizeof moves);
  assert_int_equal(threat.player, 2);
  assert_true(threat.certainty == ASC_EXACT || threat.certainty == ASC_LOWER);
  assert_true(threat.score >= 1600);
  assert_string_equal(moves, "d5-d1");
  assert_int_equal(threat.move_count, 1);

  /* Circle Delta: the threat has both actions. */
  threat = find_threat("circle-delta:board=rose,petals=6",
                       "1:g....w.ww..b/.rrr.gg...../.....rw...w./..b...g...b.:w:first:4:5:0", moves, sizeof moves);
  assert_int_equal(threat.player, 2);
  assert_int_equal(threat.move_count, 2);
  /* The same holds during a turn. */
  threat = find_threat("circle-delta:board=rose,petals=6",
                       "1:g....w.ww..b/.rrr.gg...../.....rw...w./..b...g...b.:w:second:4:5:0", moves, sizeof moves);
  assert_int_equal(threat.player, 2);
  assert_int_equal(threat.move_count, 2);

  /* In Delfino a roll comes first: the best one for the player. */
  threat = find_threat("delfino", "1:1.1:0123/0123/0123/0123:4.1,1.4:0,0:2:move4:50:-", moves, sizeof moves);
  assert_int_equal(threat.player, 1);
  assert_int_equal(moves[0], 'r');
  assert_true(threat.move_count > 1);

  threat = find_threat("kulami", "1:oooooooo/oooBoRoo/oooooooo/oooooooo/oooRoooo/oooooooo/oooooooo/oooooooo:f7:E",
                       moves, sizeof moves);
  assert_int_equal(threat.player, 1);
  assert_int_equal(threat.move_count, 1);

  threat = find_threat("delta", "", moves, sizeof moves);
  assert_int_equal(threat.player, 0);
  assert_int_equal(threat.move_count, 0);
}

/* Searches a position. Fills in the proved bounds of its score, or returns false if nothing is proved. */
static bool prove(asc_rules *rules, const asc_position *position, int32_t bounds[2]) {
  asc_search *search;
  asc_search_report report;
  assert_int_equal(asc_search_open(&search, rules, &(asc_search_options){.hash_bytes = 1 << 20}), ASC_OK);
  assert_int_equal(asc_search_run(search, &(asc_search_task){.position = position, .nodes = 5 * NODES}, &report),
                   ASC_OK);
  assert_true(report.line_count > 0);
  const asc_line *line = &report.lines[0];
  bounds[0] = line->certainty == ASC_UPPER ? INT32_MIN : line->score;
  bounds[1] = line->certainty == ASC_LOWER ? INT32_MAX : line->score;
  bool proved = line->certainty != ASC_ESTIMATE;
  asc_search_close(search);
  return proved;
}

/* The bounds and other knowledge of a game also hold after a pass. */
static void test_knowledge_of_a_game_holds_after_a_pass(void **state) {
  (void)state;
  static const struct {
    const char *id, *options;
    int plies, min_compared;
  } games[] = {{"delta", "", 13, 4},
               {"neo-delta", "", 12, 1},
               {"kulami", "", 49, 10},
               {"kulami", "level=3", 50, 8},
               {"circle-delta", "men=1", 15, 2}};
  asc_random random;
  asc_random_seed(&random, 33);
  for (size_t i = 0; i < sizeof games / sizeof games[0]; i++) {
    asc_game game_without_knowledge = *asc_game_find(games[i].id);
    asc_rules *rules, *rules_without_knowledge;
    assert_int_equal(asc_rules_open_game(&rules, asc_game_find(games[i].id), games[i].options, NULL), ASC_OK);
    game_without_knowledge.knowledge = NULL;
    assert_int_equal(asc_rules_open_game(&rules_without_knowledge, &game_without_knowledge, games[i].options, NULL),
                     ASC_OK);
    int compared = 0;
    for (int game = 0; game < 4 * GAMES; game++) {
      asc_position position;
      int32_t bounds_with[2], bounds_without[2];
      asc_position_start(rules, &position);
      if (!play_randomly(rules, &position, &random, games[i].plies) || !asc_position_pass(rules, &position)) continue;
      if (!prove(rules, &position, bounds_with) || !prove(rules_without_knowledge, &position, bounds_without)) continue;
      assert_true(bounds_with[0] <= bounds_without[1] && bounds_without[0] <= bounds_with[1]);
      compared++;
    }
    if (compared < games[i].min_compared) fail_msg("%s: only %d compared", games[i].id, compared);
    asc_rules_close(rules);
    asc_rules_close(rules_without_knowledge);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_turn_can_be_passed_in_mid_game),
      cmocka_unit_test(test_no_turn_can_be_passed_in_an_opening_or_at_the_end),
      cmocka_unit_test(test_the_default_pass_uses_the_editor),
      cmocka_unit_test(test_threats_are_whole_turns),
      cmocka_unit_test(test_knowledge_of_a_game_holds_after_a_pass),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
