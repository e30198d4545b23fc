/* Exports the lessons and diagrams of a game. The page has the text files and passes them in; see study/lesson.h. */
#include "game.h"
#include "imports.h"
#include "play/touch.h"
#include "reply.h"
#include "study/lesson.h"

#include <stdio.h>
#include <string.h>

/* Writes the words of a text as an array. */
static void words_json(asc_json *json, const char *name, const char *text) {
  asc_json_open(json, name, '[');
  for (size_t length; *(text += strspn(text, " ")) != '\0'; text += length) {
    length = strcspn(text, " ");
    asc_json_string_begin(json, NULL);
    asc_json_string_add(json, text, length);
    asc_json_string_end(json);
  }
  asc_json_close(json, ']');
}

/* Replies with the steps of a lesson. Steps are numbered from 1. */
WASM_EXPORT("lesson_read") const char *wasm_export_lesson_read(const char *text) {
  asc_lesson_step step = {0};
  asc_error error = {0};
  int code;
  asc_json *json = wasm_reply_begin();
  asc_json_open(json, "steps", '[');
  while ((code = asc_lesson_next_step(&step, &text, &error)) > 0) {
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "name", step.name);
    asc_json_bool(json, "goes_on", step.continues);
    asc_json_text(json, "goal", asc_lesson_goal_name(step.goal));
    words_json(json, "wanted", step.wanted);
    words_json(json, "reply", step.reply);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  return code < 0 ? wasm_reply_error(code, &error, NULL, NULL) : wasm_reply_end();
}

/* Opens the board of a step as a new game. */
WASM_EXPORT("lesson_open") const char *wasm_export_lesson_open(const char *id, const char *text, int step_number) {
  const asc_game *game = asc_game_find(id);
  asc_lesson_step step;
  asc_rules *rules;
  asc_play *play;
  asc_error error = {0};
  if (game == NULL) return wasm_reply_error(ASC_E_INPUT, NULL, NULL, NULL);
  int code = asc_lesson_open_step(game, text, step_number, &step, &rules, &play, &error);
  return code < 0 ? wasm_reply_error(code, &error, NULL, NULL) : wasm_game_add(rules, play, NULL);
}

/* Finds the step with a number. Returns false if there is none. */
static bool step_find(asc_lesson_step *step, const char *text, int step_number) {
  *step = (asc_lesson_step){0};
  while (step->number != step_number)
    if (asc_lesson_next_step(step, &text, NULL) <= 0) return false;
  return true;
}

/* Replies with the move that reaches the goal of a step, or null, and the touches to make for it. */
WASM_EXPORT("lesson_show") const char *wasm_export_lesson_show(int game_number, const char *text, int step_number) {
  const asc_play *play = wasm_game_play(game_number);
  asc_lesson_step step;
  asc_move move;
  asc_steps touches = {0};
  char token[ASC_TOKEN_MAX];
  if (play == NULL || !step_find(&step, text, step_number)) return wasm_reply_error(ASC_E_STATE, NULL, NULL, NULL);
  const void *position = asc_play_position(play);
  bool is_found = asc_lesson_find_move(&step, asc_play_rules(play), position, &move, NULL) > 0;
  if (is_found) {
    asc_move_write(asc_play_rules(play), position, move, token);
    asc_move_steps(asc_play_rules(play), position, move, &touches);
  }
  int first_touch = 0;
  if (step.goal == ASC_LESSON_GOAL_TOUCH && asc_steps_read(step.wanted, &touches)) first_touch = touches.count - 1;
  asc_json *json = wasm_reply_begin();
  asc_json_text(json, "move", is_found ? token : NULL);
  asc_json_open(json, "touches", '[');
  for (int i = first_touch; i < touches.count; i++) asc_json_text(json, NULL, touches.ids[i]);
  asc_json_close(json, ']');
  return wasm_reply_end();
}

/* Replies whether the last move of a step's game reached the goal. */
WASM_EXPORT("lesson_reached")
const char *wasm_export_lesson_reached(int game_number, const char *text, int step_number) {
  const asc_play *play = wasm_game_play(game_number);
  asc_lesson_step step;
  if (play == NULL || !step_find(&step, text, step_number)) return wasm_reply_error(ASC_E_STATE, NULL, NULL, NULL);
  asc_json_bool(wasm_reply_begin(), "reached", asc_lesson_goal_reached(&step, play));
  return wasm_reply_end();
}

/* Replies with the diagrams of a game's rules. */
WASM_EXPORT("diagrams_read") const char *wasm_export_diagrams_read(const char *id, const char *text) {
  asc_diagram diagram = {0};
  asc_error error = {0};
  int code;
  asc_json *json = wasm_reply_begin();
  asc_json_open(json, "diagrams", '[');
  while ((code = asc_diagram_next(&diagram, &text, &error)) > 0) {
    char spec[ASC_SPEC_MAX];
    const char *options = diagram.setup.options;
    (void)snprintf(spec, sizeof spec, "%s%s%s", id, options[0] == '\0' ? "" : ":", options);
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "name", diagram.name);
    asc_json_text(json, "spec", spec);
    asc_json_text(json, "position", diagram.setup.position);
    words_json(json, "moves", diagram.setup.moves);
    words_json(json, "touched", diagram.touched);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  return code < 0 ? wasm_reply_error(code, &error, NULL, NULL) : wasm_reply_end();
}
