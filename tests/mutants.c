/* The conformance suite finds what it should: games that are right but for one thing, each refused by its check.

   A mutant is a real game with one function of its table replaced by one that is nearly right. */
#include "conformance/conformance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *spec_at(int index) { return index < 0 ? "" : NULL; }
int plies_wanted(void) { return 0; }

static const asc_game *real; /* what the mutant was made of */

/* Moves: too many written, out of order, counted wrongly, picked wrongly. */

static int moves_beyond(const asc_rules *rules, const void *position, asc_move *moves) {
  int count = real->moves(rules, position, moves);
  moves[rules->moves_max] = 0;
  return count;
}

static int moves_in_disorder(const asc_rules *rules, const void *position, asc_move *moves) {
  int count = real->moves(rules, position, moves);
  if (count < 2) return count;
  asc_move first = moves[0];
  moves[0] = moves[1];
  moves[1] = first;
  return count;
}

static int count_wrong(const asc_rules *rules, const void *position) {
  int count = real->count(rules, position);
  return count == 7 ? 8 : count;
}

static asc_move pick_wrong(const asc_rules *rules, const void *position, int k) {
  return real->pick(rules, position, k == 3 ? 2 : k);
}

/* Playing: more than the bytes of the position, and nothing at all. */

static void play_impure(const asc_rules *rules, void *position, asc_move move) {
  static unsigned calls;
  real->play(rules, position, move);
  if (++calls % 2 == 0) ((unsigned char *)position)[0] ^= 1;
}

static bool outcome_early(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  bool over = real->outcome(rules, position, outcome);
  if (!over && outcome->points[0] > 0) outcome->place[0] = 1;
  return over;
}

/* Symmetries. */

static void transform_askew(const asc_rules *rules, int symmetry, const void *position, void *image) {
  real->transform(rules, symmetry == 1 ? 0 : symmetry, position, image);
}

static asc_move transform_move_not(const asc_rules *rules, int symmetry, const void *position, asc_move move) {
  (void)rules, (void)symmetry, (void)position;
  return move;
}

/* Leaving without losing. */
static bool give_up_and_win(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  bool over = real->give_up(rules, position, player, outcome);
  outcome->place[player - 1] = 1;
  return over;
}

/* Hashes: one that leaves out what is in the first bytes, and a key that is always the same. */

static uint64_t hash_blind(const asc_rules *rules, const void *position) {
  asc_position copy = {0};
  memcpy(&copy, position, rules->position_size);
  copy.words[0] = 0;
  return real->hash(rules, &copy);
}

static uint64_t key_constant(const asc_rules *rules, const void *position) {
  return real->key(rules, position) == 0 ? 0 : 1234567;
}

/* Text. */

static void write_move_twice(const asc_rules *rules, const void *position, asc_move move, char text[ASC_TOKEN_MAX]) {
  (void)rules, (void)position, (void)move;
  (void)snprintf(text, ASC_TOKEN_MAX, "x");
}

static int read_forgetful(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  int code = real->read(rules, text, position, error);
  ((unsigned char *)position)[rules->position_size - 1] = 0x5a;
  return code;
}

static int check_all(const asc_rules *rules, const void *position, asc_error *error) {
  (void)rules, (void)position, (void)error;
  return ASC_OK;
}

/* What is shown. */

static void steps_begin_others(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  real->steps(rules, position, move, steps);
  steps->count = 1;
}

static void why_unknown(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
                        asc_message *message) {
  (void)rules, (void)position, (void)touched, (void)token;
  asc_message_set(message, "why.nobody-knows");
}

static void view_arrows(const asc_rules *rules, const void *position, const void *before, asc_move last,
                        asc_view *view) {
  real->view(rules, position, before, last, view);
  view->places[1].next[ASC_LEFT] = ASC_NO_PLACE;
}

static void view_points(const asc_rules *rules, const void *position, const void *before, asc_move last,
                        asc_view *view) {
  real->view(rules, position, before, last, view);
  if (view->seats[0].points > 0) view->seats[0].points++;
}

static void view_motion(const asc_rules *rules, const void *position, const void *before, asc_move last,
                        asc_view *view) {
  real->view(rules, position, before, last, view);
  for (int i = 0; i < view->last.motion_count; i++) view->last.motions[i].kind ^= 1;
}

typedef struct mutant {
  const char *spec;             /* of the real game */
  void (*change)(asc_game *to); /* what is wrong with it */
  walk_check check;             /* who should find it, */
  const char *said;             /* and what is said */
  void (*begin)(void);
} mutant;

static void with_moves_beyond(asc_game *game) { game->moves = moves_beyond; }
static void with_moves_in_disorder(asc_game *game) { game->moves = moves_in_disorder; }
static void with_count_wrong(asc_game *game) { game->count = count_wrong; }
static void with_pick_wrong(asc_game *game) { game->pick = pick_wrong; }
static void with_play_impure(asc_game *game) { game->play = play_impure; }
static void with_outcome_early(asc_game *game) { game->outcome = outcome_early; }
static void with_transform_askew(asc_game *game) { game->transform = transform_askew; }
static void with_transform_move_not(asc_game *game) { game->transform_move = transform_move_not; }
static void with_give_up_and_win(asc_game *game) { game->give_up = give_up_and_win; }
static void with_hash_blind(asc_game *game) { game->hash = hash_blind; }
static void with_key_constant(asc_game *game) { game->key = key_constant; }
static void with_write_move_twice(asc_game *game) { game->write_move = write_move_twice; }
static void with_read_forgetful(asc_game *game) { game->read = read_forgetful; }
static void with_check_all(asc_game *game) { game->check = check_all; }
static void with_steps_begin_others(asc_game *game) { game->steps = steps_begin_others; }
static void with_why_unknown(asc_game *game) { game->why = why_unknown; }
static void with_view_arrows(asc_game *game) { game->view = view_arrows; }
static void with_view_points(asc_game *game) { game->view = view_points; }
static void with_view_motion(asc_game *game) { game->view = view_motion; }

static const mutant mutants[] = {
    {"delta", with_moves_beyond, check_moves, "beyond the stated", NULL},
    {"delta", with_moves_in_disorder, check_moves, "out of order", NULL},
    {"delta", with_count_wrong, check_moves, "count says 8", NULL},
    {"delta", with_pick_wrong, check_moves, "pick 3 is not", NULL},
    {"delta", with_play_impure, check_play_is_pure, "two positions", NULL},
    {"kulami", with_outcome_early, check_moves, "has place 1", NULL},
    {"delta", with_transform_askew, check_symmetries, "symmetry 1", NULL},
    {"delta", with_transform_move_not, check_symmetries, "symmetry", NULL},
    {"delta", with_give_up_and_win, check_give_up, "gave up and has place 1", NULL},
    {"delta", with_hash_blind, check_hash, "the same hash", hashes_begin},
    {"delta", with_key_constant, check_key, "the same key", keys_begin},
    {"delta", with_write_move_twice, check_move_text, "does not read back", NULL},
    {"delta", with_read_forgetful, check_position_text, "another position", NULL},
    {"delta", with_check_all, check_other_positions, "", NULL},
    {"kulami", with_check_all, check_other_positions, "", NULL},
    {"delta", with_steps_begin_others, check_steps, "begin those of", NULL},
    {"delta", with_why_unknown, check_why, "has no sentence", NULL},
    {"kulami", with_view_arrows, check_view, "does not lead back", NULL},
    {"kulami", with_view_points, check_view, "and the outcome says", NULL},
    {"delta", with_view_motion, check_view, "another kind", NULL},
};

enum { PLIES = 3000 };

typedef struct trial {
  const mutant *of;
  asc_rules *rules;
} trial;

static void trial_walk(void *data) {
  const trial *t = data;
  walk_rules(t->rules, PLIES, 1, t->of->check);
}

/* True when the check finds something, with what it says. */
static bool finds(const mutant *m, bool changed, char said[1024]) {
  asc_rules *rules;
  real = asc_game_find(m->spec);
  asc_game game = *real;
  if (changed) m->change(&game);
  assert_int_equal(asc_rules_open_game(&rules, &game, "", NULL), ASC_OK);
  if (m->begin != NULL) m->begin();
  bool found = fails(trial_walk, &(trial){m, rules}, said, 1024);
  asc_rules_close(rules);
  return found;
}

static void test_every_mutant_is_found(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof mutants / sizeof mutants[0]; i++) {
    char said[1024];
    if (asc_game_find(mutants[i].spec) == NULL) continue;
    if (!finds(&mutants[i], true, said)) fail_msg("mutant %zu of %s survives", i + 1, mutants[i].spec);
    if (strstr(said, mutants[i].said) == NULL) fail_msg("mutant %zu: not '%s' but '%s'", i + 1, mutants[i].said, said);
    if (finds(&mutants[i], false, said)) fail_msg("%s itself is refused: %s", mutants[i].spec, said);
  }
}

/* A table that cannot work is refused before anything is played. */

static int open_with_symmetries(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  int code = real->open(rules, values, error);
  rules->symmetries = 2;
  return code;
}

static int open_odd(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  int code = real->open(rules, values, error);
  rules->position_size = 12;
  return code;
}

static void with_symmetries_alone(asc_game *game) {
  game->open = open_with_symmetries;
  game->transform = NULL;
  game->transform_move = NULL;
}
static void with_odd_size(asc_game *game) { game->open = open_odd; }
static void with_pick_alone(asc_game *game) { game->count = NULL; }
static void with_transform_alone(asc_game *game) { game->transform_move = NULL; }
static void without_steps(asc_game *game) { game->steps = NULL; }
static void with_many_options(asc_game *game) { game->option_count = ASC_OPTIONS_MAX + 1; }
static void with_small_rules(asc_game *game) { game->rules_size = 8; }

static void test_a_table_that_cannot_work_is_refused(void **state) {
  (void)state;
  static const struct {
    void (*change)(asc_game *game);
    const char *reason;
  } tables[] = {{with_symmetries_alone, "symmetries and no transform"},
                {with_odd_size, "position_size"},
                {with_pick_alone, "count and pick"},
                {with_transform_alone, "transform_move"},
                {without_steps, "steps, why"},
                {with_many_options, "too many options"},
                {with_small_rules, "rules_size"}};
  real = asc_game_find("delta");
  if (real == NULL) skip();
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
    asc_game game = *real;
    asc_rules *rules;
    asc_error error = {0};
    tables[i].change(&game);
    assert_int_equal(asc_rules_open_game(&rules, &game, "", &error), ASC_E_INPUT);
    assert_null(rules);
    if (strstr(error.reason, tables[i].reason) == NULL) fail_msg("not '%s' but '%s'", tables[i].reason, error.reason);
  }
}

/* Two rules never share a text that was cut. */
static void test_options_that_do_not_fit_are_refused(void **state) {
  (void)state;
  static const asc_option long_options[] = {{"first", ASC_OPTION_TEXT, "", 0, 0, "a text"},
                                            {"second", ASC_OPTION_TEXT, "", 0, 0, "a text"},
                                            {"third", ASC_OPTION_TEXT, "always written into a record", 0, 0, "a text"}};
  real = asc_game_find("neo-delta");
  if (real == NULL) skip();
  asc_game game = *real;
  asc_rules *rules;
  asc_error error = {0};
  game.options = long_options;
  game.option_count = 3;
  game.resolve = NULL;
  char text[ASC_SPEC_MAX];
  (void)snprintf(text, sizeof text, "first=%0240d,second=%0240d", 1, 2);
  int code = asc_rules_open_game(&rules, &game, text, &error);
  assert_int_equal(code, ASC_E_INPUT);
  assert_non_null(strstr(error.reason, "too long"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_mutant_is_found),
      cmocka_unit_test(test_a_table_that_cannot_work_is_refused),
      cmocka_unit_test(test_options_that_do_not_fit_are_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
