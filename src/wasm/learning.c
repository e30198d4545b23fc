/* What there is to learn from: diagrams, the steps of a first game. They come as the texts of a game's
   folder, which the page has. */
#include "host.h"
#include "play/touch.h"
#include "reply.h"
#include "study/lesson.h"
#include "table.h"

#include <stdio.h>
#include <string.h>

/* The words of a text as a list. */
static void words_json(asc_json *json, const char *name, const char *text) {
  asc_json_open(json, name, '[');
  for (size_t length; *(text += strspn(text, " ")) != '\0'; text += length) {
    length = strcspn(text, " ");
    asc_json_string_begin(json, NULL);
    asc_json_string_put(json, text, length);
    asc_json_string_end(json);
  }
  asc_json_close(json, ']');
}

/* The steps of a lesson, which are numbered from 1. */
ASC_EXPORT("lesson_read") const char *page_lesson_read(const char *text) {
  asc_lesson_step step = {0};
  asc_error error = {0};
  int code;
  asc_json *json = reply_begin();
  asc_json_open(json, "steps", '[');
  while ((code = asc_lesson_next(&step, &text, &error)) > 0) {
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "name", step.name);
    asc_json_bool(json, "goes_on", step.goes_on);
    asc_json_text(json, "goal", asc_goal_word(step.goal));
    words_json(json, "wanted", step.wanted);
    words_json(json, "reply", step.reply);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  return code < 0 ? reply_error(code, &error, NULL, NULL) : reply_end();
}

/* The board of a step as a new table. */
ASC_EXPORT("lesson_open") const char *page_lesson_open(const char *id, const char *text, int number) {
  const asc_game *game = asc_game_find(id);
  asc_lesson_step step;
  asc_rules *rules;
  asc_play *play;
  asc_error error = {0};
  if (game == NULL) return reply_error(ASC_E_INPUT, NULL, NULL, NULL);
  int code = asc_lesson_open(game, text, number, &step, &rules, &play, &error);
  return code < 0 ? reply_error(code, &error, NULL, NULL) : table_reply(rules, play, NULL);
}

/* The step with a number. */
static bool step_find(asc_lesson_step *step, const char *text, int number) {
  *step = (asc_lesson_step){0};
  while (step->number != number)
    if (asc_lesson_next(step, &text, NULL) <= 0) return false;
  return true;
}

/* At the table of a step: the move that reaches its goal, or null, and what one touches for that. */
ASC_EXPORT("lesson_show") const char *page_lesson_show(int table, const char *text, int number) {
  const asc_play *play = table_game(table);
  asc_lesson_step step;
  asc_move move;
  asc_steps touches = {0};
  char token[ASC_TOKEN_MAX];
  if (play == NULL || !step_find(&step, text, number)) return reply_error(ASC_E_STATE, NULL, NULL, NULL);
  const void *position = asc_play_position(play);
  bool found = asc_lesson_move(&step, asc_play_rules(play), position, &move, NULL) > 0;
  if (found) {
    asc_move_write(asc_play_rules(play), position, move, token);
    asc_move_steps(asc_play_rules(play), position, move, &touches);
  }
  int shown = 0;
  if (step.goal == ASC_GOAL_TOUCH && asc_steps_read(step.wanted, &touches)) shown = touches.count - 1;
  asc_json *json = reply_begin();
  asc_json_text(json, "move", found ? token : NULL);
  asc_json_open(json, "touches", '[');
  for (int i = shown; i < touches.count; i++) asc_json_text(json, NULL, touches.ids[i]);
  asc_json_close(json, ']');
  return reply_end();
}

/* Whether the last move at the table of a step reached its goal. */
ASC_EXPORT("lesson_reached") const char *page_lesson_reached(int table, const char *text, int number) {
  const asc_play *play = table_game(table);
  asc_lesson_step step;
  if (play == NULL || !step_find(&step, text, number)) return reply_error(ASC_E_STATE, NULL, NULL, NULL);
  asc_json_bool(reply_begin(), "reached", asc_lesson_reached(&step, play));
  return reply_end();
}

/* The diagrams of a game's rules. */
ASC_EXPORT("diagrams_read") const char *page_diagrams_read(const char *id, const char *text) {
  asc_diagram diagram = {0};
  asc_error error = {0};
  int code;
  asc_json *json = reply_begin();
  asc_json_open(json, "diagrams", '[');
  while ((code = asc_diagram_next(&diagram, &text, &error)) > 0) {
    char spec[ASC_SPEC_MAX];
    const char *options = diagram.setting.options;
    (void)snprintf(spec, sizeof spec, "%s%s%s", id, options[0] == '\0' ? "" : ":", options);
    asc_json_open(json, NULL, '{');
    asc_json_text(json, "name", diagram.name);
    asc_json_text(json, "spec", spec);
    asc_json_text(json, "position", diagram.setting.position);
    words_json(json, "moves", diagram.setting.moves);
    words_json(json, "touched", diagram.touched);
    asc_json_close(json, '}');
  }
  asc_json_close(json, ']');
  return code < 0 ? reply_error(code, &error, NULL, NULL) : reply_end();
}
