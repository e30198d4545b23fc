/* Fuzzes lessons: the text is read as lesson.txt and as diagrams.txt of the game in the first line. On a board that
   was set up, squares can be selected, and the move that a step shows reaches its goal. A rejection has a reason. */
#include "fuzz.h"

#include "play/touch.h"
#include "study/lesson.h"

enum { STEPS_MAX = 3, DIAGRAMS_MAX = 2 };

static void board_close(asc_rules *rules, asc_play *play) {
  asc_play_close(play);
  asc_rules_close(rules);
}

/* Selects what a text says, whether it leads anywhere or not. */
static void make_touches(const asc_play *play, const char *text) {
  asc_steps touches, touched = {0};
  asc_move move;
  if (!asc_steps_read(text, &touches)) return;
  for (int i = 0; i < touches.count; i++) {
    if (asc_touch_id(play, &touched, touches.ids[i], &move) != ASC_TOUCH_REJECTED) continue;
    fuzz_explain(asc_play_rules(play), asc_play_position(play), &touched, touches.ids[i]);
    return;
  }
}

static void check_step(const asc_lesson_step *step, const asc_rules *rules, asc_play *play) {
  asc_move move;
  asc_error error = {0};
  int code = asc_lesson_find_move(step, rules, asc_play_position(play), &move, &error);
  FUZZ_REQUIRE(code >= 0 || error.reason[0] != '\0');
  if (step->goal == ASC_LESSON_GOAL_TOUCH) make_touches(play, step->wanted);
  if (code <= 0) return;
  FUZZ_REQUIRE(asc_lesson_move_reaches_goal(step, rules, asc_play_position(play), move));
  FUZZ_REQUIRE(asc_play_move(play, move, NULL) >= 0);
  FUZZ_REQUIRE(asc_lesson_goal_reached(step, play));
}

static void check_lesson(const asc_game *game, const char *text) {
  asc_lesson_step step;
  asc_rules *rules;
  asc_play *play;
  asc_error error = {0};
  for (int number = 1; number <= STEPS_MAX; number++) {
    if (asc_lesson_open_step(game, text, number, &step, &rules, &play, &error) < 0) {
      FUZZ_REQUIRE(error.reason[0] != '\0' && rules == NULL && play == NULL);
      return;
    }
    FUZZ_REQUIRE(step.number == number && asc_lesson_goal_name(step.goal)[0] != '\0');
    check_step(&step, rules, play);
    board_close(rules, play);
  }
}

static void check_diagrams(const asc_game *game, const char *text) {
  asc_diagram diagram = {0};
  asc_rules *rules;
  asc_play *play;
  asc_error error = {0};
  int code = 1;
  for (int i = 0; i < DIAGRAMS_MAX && (code = asc_diagram_next(&diagram, &text, &error)) > 0; i++) {
    if (asc_lesson_setup_open(&diagram.setup, game, &rules, &play, &error) == ASC_OK)
      make_touches(play, diagram.touched);
    else
      FUZZ_REQUIRE(error.reason[0] != '\0');
    board_close(rules, play);
  }
  FUZZ_REQUIRE(code >= 0 || (error.reason[0] != '\0' && error.line > 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text;
  const asc_game *game = fuzz_read_input(data, size, &text)->game;
  check_lesson(game, text);
  check_diagrams(game, text);
  free(text);
  return 0;
}
