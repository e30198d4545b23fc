/* Lessons and diagrams of all games: every diagram can be drawn and every step of a lesson can be played.

   A game may lack both files; the five games of the project have them. Games from elsewhere are not checked. */
#include "lessons.h"

#include <setjmp.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#define GAMES_FOLDER TEST_DATA "/../../src/games"

static const char *const taught_games[] = {"delta", "neo-delta", "kulami", "delfino", "circle-delta"};

static lesson_walk walk;

/* Returns a text file of the game's folder, or NULL if there is none. The caller frees it. */
static char *read_game_file(const asc_game *game, const char *name) {
  char path[512];
  int length = snprintf(path, sizeof path, "%s/", GAMES_FOLDER);
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

static void reset_walk(const char *id) {
  lesson_walk_close(&walk);
  memset(&walk, 0, sizeof walk);
  walk.game = asc_game_find(id);
}

/* Returns how many rows of a text are left. */
static int count_rows(const char *text) {
  asc_row row = {0};
  int count = 0;
  while (asc_row_next(&row, &text, NULL) != 0) count++;
  return count;
}

/* Checks a file row by row. Returns the number of rows, or -1 if there is no file. */
static int check_file(const asc_game *game, const char *name, bool (*check)(lesson_walk *, const char **)) {
  char *text = read_game_file(game, name);
  if (text == NULL) return -1;
  const char *rest = text;
  int count = count_rows(text);
  reset_walk(game->id);
  while (count_rows(rest) > 0) {
    if (check(&walk, &rest)) continue;
    fail_msg("%s/%s:%d: %s", game->id, name, walk.step.row.where.line + walk.diagram.row.where.line, walk.reason);
  }
  free(text);
  return count;
}

static bool is_taught(const asc_game *game) {
  for (size_t i = 0; i < sizeof taught_games / sizeof taught_games[0]; i++)
    if (strcmp(taught_games[i], game->id) == 0) return true;
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

static void test_every_step_can_be_played(void **state) {
  (void)state;
  const asc_game *game;
  for (int i = 0; (game = asc_game_at(i)) != NULL; i++) {
    int count = check_file(game, "lesson.txt", lesson_check_step);
    if (is_taught(game)) assert_in_range(count, 8, 16);
  }
}

/* Every step can be opened on its own, and its wanted move reaches its goal. */
static void test_every_step_can_be_opened_on_its_own(void **state) {
  (void)state;
  static asc_lesson_step step;
  for (size_t i = 0; i < sizeof taught_games / sizeof taught_games[0]; i++) {
    const asc_game *game = asc_game_find(taught_games[i]);
    if (game == NULL) continue;
    char *text = read_game_file(game, "lesson.txt");
    asc_rules *rules;
    asc_play *play;
    asc_move move;
    int number = 1;
    for (; asc_lesson_open_step(game, text, number, &step, &rules, &play, NULL) >= 0; number++) {
      int found = asc_lesson_find_move(&step, rules, asc_play_position(play), &move, NULL);
      assert_int_equal(found, step.goal != ASC_LESSON_GOAL_TOUCH && step.goal != ASC_LESSON_GOAL_WATCH);
      assert_int_equal(step.goal == ASC_LESSON_GOAL_WATCH, number == 1); /* the first step shows the aim */
      if (found) assert_int_equal(asc_play_move(play, move, NULL), ASC_OK);
      assert_int_equal(asc_lesson_goal_reached(&step, play), found);
      asc_play_close(play);
      asc_rules_close(rules);
    }
    assert_int_equal(number - 1, count_rows(text));
    free(text);
  }
}

/* The translated rules show the same diagrams, each once. */
static void test_translated_rules_show_the_same_diagrams(void **state) {
  (void)state;
  static const char *const languages[] = {"de", "fr", "ru"};
  const asc_game *game;
  for (int i = 0; (game = asc_game_at(i)) != NULL; i++)
    for (size_t l = 0; l < sizeof languages / sizeof languages[0]; l++) {
      char name[16];
      (void)snprintf(name, sizeof name, "RULES.%s.md", languages[l]);
      char *page = read_game_file(game, name), *text = read_game_file(game, "diagrams.txt");
      const char *rest = text;
      asc_diagram diagram = {0};
      while (page != NULL && text != NULL && asc_diagram_next(&diagram, &rest, NULL) > 0)
        if (lesson_count_marks(page, diagram.name) != 1)
          fail_msg("%s/%s does not show %s once", game->id, name, diagram.name);
      free(page);
      free(text);
    }
}

/* Returns whether exactly one row of the file has `name` in the field. */
static bool has_one_row(const asc_game *game, const char *file, int field, const char *name) {
  char *text = read_game_file(game, file);
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
    if (!has_one_row(game, "diagrams.txt", 0, key + 8)) fail_msg("%s: no diagram is called %s", game->id, key + 8);
    return;
  }
  char *kind = strrchr(key, '.');
  assert_true(strcmp(kind, ".task") == 0 || strcmp(kind, ".done") == 0);
  *kind = '\0';
  if (!has_one_row(game, "lesson.txt", 0, key + 7))
    fail_msg("%s: no step of the lesson is called %s", game->id, key + 7);
}

/* Every text is used, so that no unused text is translated, and every name occurs once. */
static void test_every_sentence_is_used_once(void **state) {
  (void)state;
  const asc_game *game;
  for (int i = 0; (game = asc_game_at(i)) != NULL; i++) {
    char *text = read_game_file(game, "messages.en.txt"), *rest = text;
    for (char *line; rest != NULL && (line = strtok_r(rest, "\n", &rest)) != NULL;)
      if (strncmp(line, "diagram.", 8) == 0 || strncmp(line, "lesson.", 7) == 0) check_key_is_used(game, line);
    free(text);
  }
}

/* The checks themselves: each line of Delta has one error, and the check must name it. */

static bool step_is_valid(const char *line) { return lesson_check_step(&walk, &line); }
static bool diagram_is_valid(const char *line) { return lesson_check_diagram(&walk, &line); }

static void assert_rejected(bool (*is_valid)(const char *), const char *line, const char *reason) {
  if (is_valid(line)) fail_msg("accepted: %s", line);
  if (strstr(walk.reason, reason) == NULL) fail_msg("%s\n  gets: %s\n  not:  %s", line, walk.reason, reason);
}

static void test_invalid_diagrams_are_rejected(void **state) {
  (void)state;
  static const struct {
    const char *line, *reason;
  } cases[] = {
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
  reset_walk("delta");
  assert_true(diagram_is_valid("reach | | c3 d4 | c3"));
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
    assert_rejected(diagram_is_valid, cases[i].line, cases[i].reason);
}

static void test_invalid_steps_are_rejected(void **state) {
  (void)state;
  static const struct {
    const char *line, *reason;
  } cases[] = {
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
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    reset_walk("delta");
    assert_true(step_is_valid("open | | | move c3 | d4"));
    assert_rejected(step_is_valid, cases[i].line, cases[i].reason);
  }
}

static void test_a_step_continues_from_every_board_of_the_step_before(void **state) {
  (void)state;
  if (asc_game_find("delta") == NULL) skip();
  reset_walk("delta");
  assert_rejected(step_is_valid, "open | ^ | ^ | move c3 | d4", "no step goes before");
  assert_true(step_is_valid("open | | | move c3 b3 | d4"));
  assert_int_equal(walk.count, 2);
  assert_rejected(step_is_valid, "near | ^ | ^ | touch c3 c4 |", "c3 touched");
  assert_true(step_is_valid("line | ^ | ^ | touch a1 |"));
  assert_int_equal(walk.count, 2);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_every_diagram_can_be_drawn),
      cmocka_unit_test(test_translated_rules_show_the_same_diagrams),
      cmocka_unit_test(test_every_step_can_be_played),
      cmocka_unit_test(test_every_step_can_be_opened_on_its_own),
      cmocka_unit_test(test_every_sentence_is_used_once),
      cmocka_unit_test(test_invalid_diagrams_are_rejected),
      cmocka_unit_test(test_invalid_steps_are_rejected),
      cmocka_unit_test(test_a_step_continues_from_every_board_of_the_step_before),
  };
  int failed = cmocka_run_group_tests(tests, NULL, NULL);
  lesson_walk_close(&walk);
  return failed;
}
