#include "lesson.h"

#include "play/moves.h"

#include "core/text.h"

#include <string.h>

enum { STEP_FIELDS = 5, DIAGRAM_FIELDS = 4, GOALS = ASC_GOAL_WATCH + 1 };

static const char *const goals[GOALS] = {"any", "move", "touch", "win", "watch"};

const char *asc_goal_word(asc_goal goal) { return goals[goal]; }

/* The next row, which has all fields. */
static int fields_next(asc_row *row, int fields, const char **text, asc_error *error) {
  int code = asc_row_next(row, text, error);
  if (code <= 0 || row->count == fields) return code;
  if (row->count > fields) return asc_row_fail(row, error, "more than %d fields", fields);
  return asc_row_fail(row, error, "%d fields, not %d", row->count, fields);
}

static bool is_name(const char *name) {
  return *name != '\0' && name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

/* Ends the first word of a text and returns what follows it. */
static char *word_end(char *text) {
  text += strcspn(text, " ");
  if (*text == '\0') return text;
  *text++ = '\0';
  return text + strspn(text, " ");
}

/* Moves, or =POSITION with moves behind it. */
static asc_setting setting_of(const char *options, char *moves) {
  if (*moves != '=') return (asc_setting){options, "", moves};
  return (asc_setting){options, moves + 1, word_end(moves)};
}

static int goal_read(asc_lesson_step *step, char *field, asc_error *error) {
  const asc_row *row = &step->row;
  int goal = 0;
  if (*field == '\0') return asc_row_fail(row, error, "the goal is missing");
  step->wanted = word_end(field);
  while (goal < GOALS && strcmp(goals[goal], field) != 0) goal++;
  if (goal == GOALS) return asc_row_fail(row, error, "the goal '%s' is not any, move, touch, win or watch", field);
  step->goal = (asc_goal)goal;
  bool names = goal == ASC_GOAL_MOVE || goal == ASC_GOAL_TOUCH, named = *step->wanted != '\0';
  if (names && !named) return asc_row_fail(row, error, "the goal %s needs more", field);
  if (!names && named) return asc_row_fail(row, error, "the goal %s has too much", field);
  if ((goal == ASC_GOAL_TOUCH || goal == ASC_GOAL_WIN) && *step->reply != '\0')
    return asc_row_fail(row, error, "nobody replies after the goal %s", field);
  if (goal == ASC_GOAL_WATCH && *step->reply == '\0') return asc_row_fail(row, error, "there is nothing to watch");
  return 1;
}

int asc_lesson_next(asc_lesson_step *step, const char **text, asc_error *error) {
  asc_row *row = &step->row;
  int code = fields_next(row, STEP_FIELDS, text, error);
  if (code <= 0) return code;
  step->name = row->fields[0];
  if (!is_name(step->name)) return asc_row_fail(row, error, "'%s' is not a name", step->name);
  step->goes_on = strcmp(row->fields[1], "^") == 0;
  if (step->goes_on != (strcmp(row->fields[2], "^") == 0))
    return asc_row_fail(row, error, "options and moves are both ^, or neither is");
  if (step->goes_on && step->number == 0) return asc_row_fail(row, error, "no step goes before this one");
  step->number++;
  step->setting = step->goes_on ? (asc_setting){"", "", ""} : setting_of(row->fields[1], row->fields[2]);
  step->reply = row->fields[4];
  return goal_read(step, row->fields[3], error);
}

int asc_diagram_next(asc_diagram *diagram, const char **text, asc_error *error) {
  asc_row *row = &diagram->row;
  int code = fields_next(row, DIAGRAM_FIELDS, text, error);
  if (code <= 0) return code;
  diagram->name = row->fields[0];
  if (!is_name(diagram->name)) return asc_row_fail(row, error, "'%s' is not a name", diagram->name);
  diagram->setting = setting_of(row->fields[1], row->fields[2]);
  diagram->touched = row->fields[3];
  return 1;
}

static void board_close(asc_rules **rules, asc_play **play) {
  asc_play_close(*play);
  asc_rules_close(*rules);
  *play = NULL;
  *rules = NULL;
}

int asc_setting_open(const asc_setting *setting, const asc_game *game, asc_rules **rules, asc_play **play,
                     asc_error *error) {
  *play = NULL;
  int code = asc_rules_open_game(rules, game, setting->options, error);
  if (code >= 0) code = asc_play_read(play, *rules, setting->position, setting->moves, error);
  if (code < 0) board_close(rules, play);
  return code;
}

/* What is wanted, if anything is, and the reply to it. */
static int step_make(const asc_lesson_step *step, asc_play *play, asc_error *error) {
  asc_move move = 0;
  int code = asc_lesson_move(step, asc_play_rules(play), asc_play_position(play), &move, error);
  if (code > 0) code = asc_play_move(play, move, error);
  return code < 0 ? code : asc_play_tokens(play, step->reply, NULL, error);
}

int asc_lesson_open(const asc_game *game, const char *text, int number, asc_lesson_step *step, asc_rules **rules,
                    asc_play **play, asc_error *error) {
  *step = (asc_lesson_step){0};
  *rules = NULL;
  *play = NULL;
  for (;;) {
    int code = asc_lesson_next(step, &text, error);
    if (code == 0) code = asc_fail(error, ASC_E_INPUT, "there is no step %d", number);
    if (code > 0 && !step->goes_on) {
      board_close(rules, play);
      code = asc_setting_open(&step->setting, game, rules, play, error);
    }
    if (code >= 0 && step->number == number) return ASC_OK;
    if (code >= 0) code = step_make(step, *play, error);
    if (code < 0) {
      board_close(rules, play);
      return code;
    }
  }
}

/* Whether the move ends the game with its player alone in the first place. */
static bool wins(const asc_rules *rules, const void *position, asc_move move) {
  int player = asc_position_turn(rules, position);
  asc_position after;
  asc_outcome outcome;
  memcpy(&after, position, rules->position_size);
  asc_position_play(rules, &after, move);
  if (player == ASC_CHANCE || !asc_position_outcome(rules, &after, &outcome)) return false;
  for (int i = 0; i < rules->players; i++)
    if ((outcome.place[i] == 1) != (i == player - 1)) return false;
  return true;
}

static bool is_among(const char *list, const char *word) {
  for (size_t length; *(list += strspn(list, " ")) != '\0'; list += length) {
    length = strcspn(list, " ");
    if (length == strlen(word) && memcmp(list, word, length) == 0) return true;
  }
  return false;
}

bool asc_lesson_reaches(const asc_lesson_step *step, const asc_rules *rules, const void *position, asc_move move) {
  char token[ASC_TOKEN_MAX];
  switch (step->goal) {
  case ASC_GOAL_ANY: return true;
  case ASC_GOAL_MOVE: asc_move_write(rules, position, move, token); return is_among(step->wanted, token);
  case ASC_GOAL_WIN: return wins(rules, position, move);
  case ASC_GOAL_TOUCH:
  case ASC_GOAL_WATCH: break;
  }
  return false;
}

bool asc_lesson_reached(const asc_lesson_step *step, const asc_play *play) {
  int last = asc_play_events(play) - 1;
  if (last < 0 || asc_play_event(play, last)->gave_up) return false;
  return asc_lesson_reaches(step, asc_play_rules(play), asc_play_before(play, last), asc_play_event(play, last)->move);
}

int asc_lesson_move(const asc_lesson_step *step, const asc_rules *rules, const void *position, asc_move *move,
                    asc_error *error) {
  asc_move moves[ASC_MOVES_MAX];
  if (step->goal == ASC_GOAL_MOVE) {
    char token[ASC_TOKEN_MAX];
    size_t length = strcspn(step->wanted, " ");
    if (length >= sizeof token) return asc_row_fail(&step->row, error, "'%s' is not a move", step->wanted);
    memcpy(token, step->wanted, length);
    token[length] = '\0';
    int code = asc_move_read(rules, position, token, move, error);
    return code < 0 ? code : 1;
  }
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    *move = moves[i];
    if (asc_lesson_reaches(step, rules, position, moves[i])) return 1;
  }
  return 0;
}
