/* What a game brings for learners: the text is read as lesson.txt and as diagrams.txt of the game in the first line. A
   board that is set up can be touched, the move that a step shows reaches its goal, and what is refused gets a reason.
 */
#include "fuzz.h"

#include "play/touch.h"
#include "study/lesson.h"

enum { STEPS_MAX = 3, DIAGRAMS_MAX = 2 };

static void board_close(asc_rules *rules, asc_play *play) {
  asc_play_close(play);
  asc_rules_close(rules);
}

/* Touches what a text says, whether it leads anywhere or not. */
static void touch(const asc_play *play, const char *text) {
  asc_steps wanted, touched = {0};
  asc_move move;
  if (!asc_steps_read(text, &wanted)) return;
  for (int i = 0; i < wanted.count; i++) {
    if (asc_touch_thing(play, &touched, wanted.ids[i], &move) != ASC_TOUCH_REFUSED) continue;
    fuzz_explain(asc_play_rules(play), asc_play_position(play), &touched, wanted.ids[i]);
    return;
  }
}

static void step_do(const asc_lesson_step *step, const asc_rules *rules, asc_play *play) {
  asc_move move;
  asc_error error = {0};
  int code = asc_lesson_move(step, rules, asc_play_position(play), &move, &error);
  FUZZ_REQUIRE(code >= 0 || error.reason[0] != '\0');
  if (step->goal == ASC_GOAL_TOUCH) touch(play, step->wanted);
  if (code <= 0) return;
  FUZZ_REQUIRE(asc_lesson_reaches(step, rules, asc_play_position(play), move));
  FUZZ_REQUIRE(asc_play_move(play, move, NULL) >= 0);
  FUZZ_REQUIRE(asc_lesson_reached(step, play));
}

static void lesson_do(const asc_game *game, const char *text) {
  asc_lesson_step step;
  asc_rules *rules;
  asc_play *play;
  asc_error error = {0};
  for (int number = 1; number <= STEPS_MAX; number++) {
    if (asc_lesson_open(game, text, number, &step, &rules, &play, &error) < 0) {
      FUZZ_REQUIRE(error.reason[0] != '\0' && rules == NULL && play == NULL);
      return;
    }
    FUZZ_REQUIRE(step.number == number && asc_goal_word(step.goal)[0] != '\0');
    step_do(&step, rules, play);
    board_close(rules, play);
  }
}

static void diagrams_do(const asc_game *game, const char *text) {
  asc_diagram diagram = {0};
  asc_rules *rules;
  asc_play *play;
  asc_error error = {0};
  int code = 1;
  for (int i = 0; i < DIAGRAMS_MAX && (code = asc_diagram_next(&diagram, &text, &error)) > 0; i++) {
    if (asc_setting_open(&diagram.setting, game, &rules, &play, &error) == ASC_OK)
      touch(play, diagram.touched);
    else
      FUZZ_REQUIRE(error.reason[0] != '\0');
    board_close(rules, play);
  }
  FUZZ_REQUIRE(code >= 0 || (error.reason[0] != '\0' && error.line > 0));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text;
  const asc_game *game = fuzz_input(data, size, &text)->game;
  lesson_do(game, text);
  diagrams_do(game, text);
  free(text);
  return 0;
}
