/* Tests of the conformance suite: games with exactly one defect, each of which must be found by its check.

   A mutant is a real game with one function of its interface replaced by one that is nearly right. */
#include "conformance.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const char *spec_at(int index) { return index < 0 ? "" : NULL; }
int plies_per_spec(void) { return 0; }

static const asc_game *original; /* the game that the mutant was made from */

/* Moves: written beyond the end, out of order, counted wrongly, picked wrongly. */

static int moves_past_the_end(const asc_rules *rules, const void *position, asc_move *moves) {
  int count = original->moves(rules, position, moves);
  moves[rules->moves_max] = 0;
  return count;
}

static int moves_unsorted(const asc_rules *rules, const void *position, asc_move *moves) {
  int count = original->moves(rules, position, moves);
  if (count < 2) return count;
  asc_move first = moves[0];
  moves[0] = moves[1];
  moves[1] = first;
  return count;
}

static int count_wrong(const asc_rules *rules, const void *position) {
  int count = original->count(rules, position);
  return count == 7 ? 8 : count;
}

static asc_move pick_wrong(const asc_rules *rules, const void *position, int k) {
  return original->pick(rules, position, k == 3 ? 2 : k);
}

/* Playing that depends on more than the bytes of the position, and a rank before the game is over. */

static void play_impure(const asc_rules *rules, void *position, asc_move move) {
  static unsigned calls;
  original->play(rules, position, move);
  if (++calls % 2 == 0) ((unsigned char *)position)[0] ^= 1;
}

static bool outcome_early(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  bool over = original->outcome(rules, position, outcome);
  if (!over && outcome->points[0] > 0) outcome->rank[0] = 1;
  return over;
}

/* Symmetries. */

static void transform_ignored(const asc_rules *rules, int symmetry, const void *position, void *image) {
  original->transform(rules, symmetry == 1 ? 0 : symmetry, position, image);
}

static asc_move transform_move_ignored(const asc_rules *rules, int symmetry, const void *position, asc_move move) {
  (void)rules, (void)symmetry, (void)position;
  return move;
}

/* Resigning without losing. */
static bool resign_and_win(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  bool over = original->resign(rules, position, player, outcome);
  outcome->rank[player - 1] = 1;
  return over;
}

/* Hashes: one that ignores the first bytes, and a repetition key that is always the same. */

static uint64_t hash_partial(const asc_rules *rules, const void *position) {
  asc_position copy = {0};
  memcpy(&copy, position, rules->position_size);
  copy.words[0] = 0;
  return original->hash(rules, &copy);
}

static uint64_t key_constant(const asc_rules *rules, const void *position) {
  return original->repetition_key(rules, position) == 0 ? 0 : 1234567;
}

/* Text. */

static void write_move_ambiguous(const asc_rules *rules, const void *position, asc_move move,
                                 char text[ASC_TOKEN_MAX]) {
  (void)rules, (void)position, (void)move;
  (void)snprintf(text, ASC_TOKEN_MAX, "x");
}

static int read_with_stray_byte(const asc_rules *rules, const char *text, void *position, asc_error *error) {
  int code = original->read(rules, text, position, error);
  ((unsigned char *)position)[rules->position_size - 1] = 0x5a;
  return code;
}

static int check_nothing(const asc_rules *rules, const void *position, asc_error *error) {
  (void)rules, (void)position, (void)error;
  return ASC_OK;
}

/* Steps, explanations and the view. */

static void steps_truncated(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  original->steps(rules, position, move, steps);
  steps->count = 1;
}

static void why_unknown(const asc_rules *rules, const void *position, const asc_steps *touched, const char *token,
                        asc_message *message) {
  (void)rules, (void)position, (void)touched, (void)token;
  asc_message_set(message, "why.nobody-knows");
}

static void view_one_way_arrow(const asc_rules *rules, const void *position, const void *before, asc_move last,
                               asc_view *view) {
  original->view(rules, position, before, last, view);
  view->places[1].next[ASC_LEFT] = ASC_NO_PLACE;
}

static void view_wrong_points(const asc_rules *rules, const void *position, const void *before, asc_move last,
                              asc_view *view) {
  original->view(rules, position, before, last, view);
  if (view->seats[0].points > 0) view->seats[0].points++;
}

static void view_wrong_kind(const asc_rules *rules, const void *position, const void *before, asc_move last,
                            asc_view *view) {
  original->view(rules, position, before, last, view);
  for (int i = 0; i < view->last_path.motion_count; i++) view->last_path.motions[i].kind ^= 1;
}

typedef struct mutant {
  const char *spec;             /* of the real game */
  void (*change)(asc_game *to); /* makes the defect */
  walk_check check;             /* the check that must find it */
  const char *report_text;      /* part of what the check reports */
  void (*reset)(void);
} mutant;

static void with_moves_past_the_end(asc_game *game) { game->moves = moves_past_the_end; }
static void with_moves_unsorted(asc_game *game) { game->moves = moves_unsorted; }
static void with_count_wrong(asc_game *game) { game->count = count_wrong; }
static void with_pick_wrong(asc_game *game) { game->pick = pick_wrong; }
static void with_play_impure(asc_game *game) { game->play = play_impure; }
static void with_outcome_early(asc_game *game) { game->outcome = outcome_early; }
static void with_transform_ignored(asc_game *game) { game->transform = transform_ignored; }
static void with_transform_move_ignored(asc_game *game) { game->transform_move = transform_move_ignored; }
static void with_resign_and_win(asc_game *game) { game->resign = resign_and_win; }
static void with_hash_partial(asc_game *game) { game->hash = hash_partial; }
static void with_key_constant(asc_game *game) { game->repetition_key = key_constant; }
static void with_write_move_ambiguous(asc_game *game) { game->write_move = write_move_ambiguous; }
static void with_read_with_stray_byte(asc_game *game) { game->read = read_with_stray_byte; }
static void with_check_nothing(asc_game *game) { game->check = check_nothing; }
static void with_steps_truncated(asc_game *game) { game->steps = steps_truncated; }
static void with_why_unknown(asc_game *game) { game->why = why_unknown; }
static void with_view_one_way_arrow(asc_game *game) { game->view = view_one_way_arrow; }
static void with_view_wrong_points(asc_game *game) { game->view = view_wrong_points; }
static void with_view_wrong_kind(asc_game *game) { game->view = view_wrong_kind; }

static const mutant mutants[] = {
    {"delta", with_moves_past_the_end, check_moves, "beyond the stated", NULL},
    {"delta", with_moves_unsorted, check_moves, "out of order", NULL},
    {"delta", with_count_wrong, check_moves, "count says 8", NULL},
    {"delta", with_pick_wrong, check_moves, "pick 3 is not", NULL},
    {"delta", with_play_impure, check_play_is_pure, "two positions", NULL},
    {"kulami", with_outcome_early, check_moves, "has place 1", NULL},
    {"delta", with_transform_ignored, check_symmetries, "symmetry 1", NULL},
    {"delta", with_transform_move_ignored, check_symmetries, "symmetry", NULL},
    {"delta", with_resign_and_win, check_resign, "gave up and has place 1", NULL},
    {"delta", with_hash_partial, check_hash, "the same hash", hashes_reset},
    {"delta", with_key_constant, check_repetition_key, "the same key", keys_reset},
    {"delta", with_write_move_ambiguous, check_move_text, "does not read back", NULL},
    {"delta", with_read_with_stray_byte, check_position_text, "another position", NULL},
    {"delta", with_check_nothing, check_changed_positions, "", NULL},
    {"kulami", with_check_nothing, check_changed_positions, "", NULL},
    {"delta", with_steps_truncated, check_steps, "begin those of", NULL},
    {"delta", with_why_unknown, check_why, "has no sentence", NULL},
    {"kulami", with_view_one_way_arrow, check_view, "does not lead back", NULL},
    {"kulami", with_view_wrong_points, check_view, "and the outcome says", NULL},
    {"delta", with_view_wrong_kind, check_view, "another kind", NULL},
};

enum { PLIES = 3000 };

typedef struct trial {
  const mutant *mutant;
  asc_rules *rules;
} trial;

static void trial_walk(void *data) {
  const trial *t = data;
  walk_rules(t->rules, PLIES, 1, t->mutant->check);
}

/* Returns whether the check finds something, and its report in `report_text`. */
static bool check_fails(const mutant *m, bool changed, char report_text[1024]) {
  asc_rules *rules;
  original = asc_game_find(m->spec);
  asc_game game = *original;
  if (changed) m->change(&game);
  assert_int_equal(asc_rules_open_game(&rules, &game, "", NULL), ASC_OK);
  if (m->reset != NULL) m->reset();
  bool found = fails(trial_walk, &(trial){m, rules}, report_text, 1024);
  asc_rules_close(rules);
  return found;
}

static void test_every_mutant_is_found(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof mutants / sizeof mutants[0]; i++) {
    char report_text[1024];
    if (asc_game_find(mutants[i].spec) == NULL) continue;
    if (!check_fails(&mutants[i], true, report_text)) fail_msg("mutant %zu of %s survives", i + 1, mutants[i].spec);
    if (strstr(report_text, mutants[i].report_text) == NULL)
      fail_msg("mutant %zu: not '%s' but '%s'", i + 1, mutants[i].report_text, report_text);
    if (check_fails(&mutants[i], false, report_text))
      fail_msg("%s itself is refused: %s", mutants[i].spec, report_text);
  }
}

/* Interfaces that cannot work are rejected before anything is played. */

static int open_with_symmetries(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  int code = original->open(rules, values, error);
  rules->symmetries = 2;
  return code;
}

static int open_with_odd_size(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  int code = original->open(rules, values, error);
  rules->position_size = 12;
  return code;
}

static void with_symmetries_without_transform(asc_game *game) {
  game->open = open_with_symmetries;
  game->transform = NULL;
  game->transform_move = NULL;
}
static void with_odd_size(asc_game *game) { game->open = open_with_odd_size; }
static void with_pick_without_count(asc_game *game) { game->count = NULL; }
static void with_transform_without_transform_move(asc_game *game) { game->transform_move = NULL; }
static void without_steps(asc_game *game) { game->steps = NULL; }
static void with_many_options(asc_game *game) { game->option_count = ASC_OPTIONS_MAX + 1; }
static void with_small_rules(asc_game *game) { game->rules_size = 8; }

static void test_invalid_interfaces_are_rejected(void **state) {
  (void)state;
  static const struct {
    void (*change)(asc_game *game);
    const char *reason;
  } cases[] = {{with_symmetries_without_transform, "symmetries and no transform"},
               {with_odd_size, "position_size"},
               {with_pick_without_count, "count and pick"},
               {with_transform_without_transform_move, "transform_move"},
               {without_steps, "steps, why"},
               {with_many_options, "too many options"},
               {with_small_rules, "rules_size"}};
  original = asc_game_find("delta");
  if (original == NULL) skip();
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    asc_game game = *original;
    asc_rules *rules;
    asc_error error = {0};
    cases[i].change(&game);
    assert_int_equal(asc_rules_open_game(&rules, &game, "", &error), ASC_E_INPUT);
    assert_null(rules);
    if (strstr(error.reason, cases[i].reason) == NULL) fail_msg("not '%s' but '%s'", cases[i].reason, error.reason);
  }
}

/* Two different rules never share a text that was cut. */
static void test_options_that_do_not_fit_are_rejected(void **state) {
  (void)state;
  static const asc_option long_options[] = {{"first", ASC_OPTION_TEXT, "", 0, 0, "a text"},
                                            {"second", ASC_OPTION_TEXT, "", 0, 0, "a text"},
                                            {"third", ASC_OPTION_TEXT, "always written into a record", 0, 0, "a text"}};
  original = asc_game_find("neo-delta");
  if (original == NULL) skip();
  asc_game game = *original;
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
      cmocka_unit_test(test_invalid_interfaces_are_rejected),
      cmocka_unit_test(test_options_that_do_not_fit_are_rejected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
