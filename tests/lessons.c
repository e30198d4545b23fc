/* What the games bring for learners: every diagram can be drawn and every step of a first game can be made.

   A game may do without both files; the five of the box have them. A game built in from elsewhere is not looked at. */
#include "lessons.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define GAMES TEST_DATA "/../../src/games"

static const char *const taught[] = {"delta", "neo-delta", "kulami", "delfino", "circle-delta"};

static lesson_walk walk;

/* A text of the game's folder, the caller's to free; NULL: it has none. */
static char *text_of(const asc_game *game, const char *name) {
  char path[512];
  int length = snprintf(path, sizeof path, "%s/", GAMES);
  for (const char *c = game->id; *c != '\0'; c++) path[length++] = *c == '-' ? '_' : *c;
  (void)snprintf(path + length, sizeof path - (size_t)length, "/%s", name);
  FILE *file = fopen(path, "rb");
  if (file == NULL) return NULL;
  char *text = calloc(1, 1U << 17);
  assert_non_null(text);
  size_t size = fread(text, 1, 1U << 17, file);
  assert_true(size < 1U << 17);
  assert_int_equal(fclose(file), 0);
  return text;
}

static void begin(const char *id) {
  lesson_walk_close(&walk);
  memset(&walk, 0, sizeof walk);
  walk.game = asc_game_find(id);
}

/* How many rows are left of a text. */
static int rows_left(const char *text) {
  asc_row row = {0};
  int count = 0;
  while (asc_row_next(&row, &text, NULL) != 0) count++;
  return count;
}

/* Checks a file row by row and returns how many there are; -1: there is no file. */
static int check_file(const asc_game *game, const char *name, bool (*check)(lesson_walk *, const char **)) {
  char *text = text_of(game, name);
  if (text == NULL) return -1;
  const char *rest = text;
  int count = rows_left(text);
  begin(game->id);
  while (rows_left(rest) > 0) {
    if (check(&walk, &rest)) continue;
    fail_msg("%s/%s:%d: %s", game->id, name, walk.step.row.line + walk.diagram.row.line, walk.why);
  }
  free(text);
  return count;
}

static bool is_taught(const asc_game *game) {
  for (size_t i = 0; i < sizeof taught / sizeof taught[0]; i++)
    if (strcmp(taught[i], game->id) == 0) return true;
  return false;
}

static void test_every_diagram_can_be_drawn(void **state) {
  (void)state;
  const asc_game *game;
  for (int i = 0; (game = asc_game_at(i)) != NULL; i++) {
    int count = check_file(game, "diagrams.txt", lesson_check_diagram);
    if (is_taught(game)) assert_in_range(count, 4, 16);
  }
}

static void test_every_step_can_be_made(void **state) {
  (void)state;
  const asc_game *game;
  for (int i = 0; (game = asc_game_at(i)) != NULL; i++) {
    int count = check_file(game, "lesson.txt", lesson_check_step);
    if (is_taught(game)) assert_in_range(count, 8, 16);
  }
}

/* A step is entered from anywhere, and doing what it wants reaches its goal. */
static void test_every_step_can_be_entered(void **state) {
  (void)state;
  static asc_lesson_step step;
  for (size_t i = 0; i < sizeof taught / sizeof taught[0]; i++) {
    const asc_game *game = asc_game_find(taught[i]);
    if (game == NULL) continue;
    char *text = text_of(game, "lesson.txt");
    asc_rules *rules;
    asc_play *play;
    asc_move move;
    int number = 1;
    for (; asc_lesson_open(game, text, number, &step, &rules, &play, NULL) >= 0; number++) {
      int found = asc_lesson_move(&step, rules, asc_play_position(play), &move, NULL);
      assert_int_equal(found, step.goal != ASC_GOAL_TOUCH && step.goal != ASC_GOAL_WATCH);
      assert_int_equal(step.goal == ASC_GOAL_WATCH, number == 1); /* the aim comes first */
      if (found) assert_int_equal(asc_play_move(play, move, NULL), ASC_OK);
      assert_int_equal(asc_lesson_reached(&step, play), found);
      asc_play_close(play);
      asc_rules_close(rules);
    }
    assert_int_equal(number - 1, rows_left(text));
    free(text);
  }
}

/* The rules in other languages show the same diagrams, each once. */
static void test_translated_rules_show_the_same_diagrams(void **state) {
  (void)state;
  static const char *const languages[] = {"de", "fr", "ru"};
  const asc_game *game;
  for (int i = 0; (game = asc_game_at(i)) != NULL; i++)
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
      char name[16];
      (void)snprintf(name, sizeof name, "RULES.%s.md", languages[l]);
      char *page = text_of(game, name), *text = text_of(game, "diagrams.txt");
      const char *rest = text;
      asc_diagram diagram = {0};
      while (page != NULL && text != NULL && asc_diagram_next(&diagram, &rest, NULL) > 0)
        if (lesson_marks(page, diagram.name) != 1)
          fail_msg("%s/%s does not show %s once", game->id, name, diagram.name);
      free(page);
      free(text);
    }
}

/* Whether a row of the file has `name` in the field. */
static bool names(const asc_game *game, const char *file, int field, const char *name) {
  char *text = text_of(game, file);
  const char *rest = text;
  asc_row row = {0};
  int found = 0;
  while (text != NULL && asc_row_next(&row, &rest, NULL) > 0) found += strcmp(row.fields[field], name) == 0;
  free(text);
  if (found > 1) fail_msg("%s/%s has %s %d times", game->id, file, name, found);
  return found == 1;
}

static void check_key_is_used(const asc_game *game, char *key) {
  char *end = strstr(key, " = ");
  assert_non_null(end);
  *end = '\0';
  if (strncmp(key, "diagram.", 8) == 0) {
    if (!names(game, "diagrams.txt", 0, key + 8)) fail_msg("%s: no diagram is called %s", game->id, key + 8);
    return;
  }
  char *kind = strrchr(key, '.');
  assert_true(strcmp(kind, ".task") == 0 || strcmp(kind, ".done") == 0);
  *kind = '\0';
  if (!names(game, "lesson.txt", 0, key + 7)) fail_msg("%s: no step of the lesson is called %s", game->id, key + 7);
}

/* Nobody translates what nobody reads, and a name stands once. */
static void test_every_sentence_is_used_once(void **state) {
  (void)state;
  const asc_game *game;
  for (int i = 0; (game = asc_game_at(i)) != NULL; i++) {
    char *text = text_of(game, "messages.en.txt"), *rest = text;
    for (char *line; rest != NULL && (line = strtok_r(rest, "\n", &rest)) != NULL;)
      if (strncmp(line, "diagram.", 8) == 0 || strncmp(line, "lesson.", 7) == 0) check_key_is_used(game, line);
    free(text);
  }
}

/* The checks themselves: a line of Delta that is right but for one thing, and what they say to it. */

static bool step_is_right(const char *line) { return lesson_check_step(&walk, &line); }
static bool diagram_is_right(const char *line) { return lesson_check_diagram(&walk, &line); }

static void expect_refused(bool (*is_right)(const char *), const char *line, const char *why) {
  if (is_right(line)) fail_msg("accepted: %s", line);
  if (strstr(walk.why, why) == NULL) fail_msg("%s\n  gets: %s\n  not:  %s", line, walk.why, why);
}

static void test_a_wrong_diagram_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *line, *why;
  } wrong[] = {
      {"reach | | c3 d4", "3 fields"},
      {"reach | | c3 d4 | c3 | x", "more than 4 fields"},
      {"Reach | | c3 d4 | c3", "'Reach' is not a name"},
      {"reach | size=9 | c3 d4 | c3", "size"},
      {"reach | | c3 c3 |", "'c3': c3 is taken by a white pawn"},
      {"reach | | =1:nonsense |", "nonsense"},
      {"reach | | c3 d4 | d4", "d4 touched"},
      {"reach | | c3 d4 | c3 e3", "e3 touched"},
      {"nowhere | | c3 d4 | c3", "the rules do not show nowhere once"},
  };
  if (asc_game_find("delta") == NULL) skip();
  begin("delta");
  assert_true(diagram_is_right("reach | | c3 d4 | c3"));
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
    expect_refused(diagram_is_right, wrong[i].line, wrong[i].why);
}

static void test_a_wrong_step_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *line, *why;
  } wrong[] = {
      {"open | | | move c3", "4 fields"},
      {"Open | | | move c3 | d4", "'Open' is not a name"},
      {"nowhere | | | move c3 | d4", "the catalogue has no lesson.nowhere.task"},
      {"open | | | | d4", "the goal is missing"},
      {"open | | | jump c3 | d4", "the goal 'jump'"},
      {"open | | | move | d4", "the goal move needs more"},
      {"open | | | any c3 | d4", "the goal any has too much"},
      {"open | | | move c9 | d4", "c9"},
      {"open | | | move c3 | c3", "'c3': c3 is taken"},
      {"open | | | any | d4", "'d4': d4 is taken"},
      {"open | | | win |", "no move reaches the goal win"},
      {"open | | c3 d4 | touch c3 c4 | a1", "nobody replies"},
      {"open | | c3 d4 | touch c3 e3 |", "e3 is allowed"},
      {"open | | c3 d4 | touch d4 c4 |", "d4 touched"},
      {"open | | c3 d4 | touch c3 c9 |", "nothing to touch is called 'c9'"},
      {"open | | =1:...../.b.b./wwwww/bb..b/..w..:w3b4:b | touch a1 |", "the game is over"},
      {"open | ^ | | move c3 | d4", "both ^"},
      {"open | | | watch |", "nothing to watch"},
      {"open | | | watch c3 | d4", "the goal watch has too much"},
      {"open | | | watch | c3 c3", "'c3': c3 is taken"},
      {"open | | | watch | c3 d4", "the game is not over"},
  };
  if (asc_game_find("delta") == NULL) skip();
  for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
    begin("delta");
    assert_true(step_is_right("open | | | move c3 | d4"));
    expect_refused(step_is_right, wrong[i].line, wrong[i].why);
  }
}

static void test_a_step_goes_on_from_all_that_the_one_before_allowed(void **state) {
  (void)state;
  if (asc_game_find("delta") == NULL) skip();
  begin("delta");
  expect_refused(step_is_right, "open | ^ | ^ | move c3 | d4", "no step goes before");
  assert_true(step_is_right("open | | | move c3 b3 | d4"));
  assert_int_equal(walk.count, 2);
  expect_refused(step_is_right, "near | ^ | ^ | touch c3 c4 |", "c3 touched");
  assert_true(step_is_right("line | ^ | ^ | touch a1 |"));
  assert_int_equal(walk.count, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_diagram_can_be_drawn),
      cmocka_unit_test(test_translated_rules_show_the_same_diagrams),
      cmocka_unit_test(test_every_step_can_be_made),
      cmocka_unit_test(test_every_step_can_be_entered),
      cmocka_unit_test(test_every_sentence_is_used_once),
      cmocka_unit_test(test_a_wrong_diagram_is_refused),
      cmocka_unit_test(test_a_wrong_step_is_refused),
      cmocka_unit_test(test_a_step_goes_on_from_all_that_the_one_before_allowed),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  lesson_walk_close(&walk);
  return failed;
}
