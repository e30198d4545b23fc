/* Reads lessons and diagrams, sets up their boards and checks goals; see lesson.h. */
#include "lesson.h"

#include "play/moves.h"

#include "base/text.h"

#include <string.h>

enum { STEP_FIELDS = 5, DIAGRAM_FIELDS = 4, GOALS = ASC_LESSON_GOAL_WATCH + 1 };

static const char *const goal_names[GOALS] = {"any", "move", "touch", "win", "watch"};

const char *asc_lesson_goal_name(asc_lesson_goal goal) { return goal_names[goal]; }

/* Reads the next row and checks that it has exactly `fields` fields. Returns 1, 0 at the end, or ASC_E_INPUT. */
static int fields_next(asc_row *row, int fields, const char **text, asc_error *error) {
  int code = asc_row_next(row, text, error);
  if (code <= 0 || row->field_count == fields) return code;
  if (row->field_count > fields)
    return asc_error_set_at(error, ASC_E_INPUT, &row->where, "more than %d fields", fields);
  return asc_error_set_at(error, ASC_E_INPUT, &row->where, "%d fields, not %d", row->field_count, fields);
}

static bool is_name(const char *name) {
  return *name != '\0' && name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

/* Ends the first word of a text with a zero byte and returns the start of the next one. */
static char *word_end(char *text) {
  text += strcspn(text, " ");
  if (*text == '\0') return text;
  *text++ = '\0';
  return text + strspn(text, " ");
}

/* Reads moves, or =POSITION followed by moves. */
static asc_lesson_setup setup_of(const char *options, char *moves) {
  if (*moves != '=') return (asc_lesson_setup){options, "", moves};
  return (asc_lesson_setup){options, moves + 1, word_end(moves)};
}

static int goal_read(asc_lesson_step *step, char *field, asc_error *error) {
  const asc_row *row = &step->row;
  int goal = 0;
  if (*field == '\0') return asc_error_set_at(error, ASC_E_INPUT, &row->where, "the goal is missing");
  step->wanted = word_end(field);
  while (goal < GOALS && strcmp(goal_names[goal], field) != 0) goal++;
  if (goal == GOALS)
    return asc_error_set_at(error, ASC_E_INPUT, &row->where, "the goal '%s' is not any, move, touch, win or watch",
                            field);
  step->goal = (asc_lesson_goal)goal;
  bool needs_wanted = goal == ASC_LESSON_GOAL_MOVE || goal == ASC_LESSON_GOAL_TOUCH, has_wanted = *step->wanted != '\0';
  if (needs_wanted && !has_wanted)
    return asc_error_set_at(error, ASC_E_INPUT, &row->where, "the goal %s needs more", field);
  if (!needs_wanted && has_wanted)
    return asc_error_set_at(error, ASC_E_INPUT, &row->where, "the goal %s has too much", field);
  if ((goal == ASC_LESSON_GOAL_TOUCH || goal == ASC_LESSON_GOAL_WIN) && *step->reply != '\0')
    return asc_error_set_at(error, ASC_E_INPUT, &row->where, "nobody replies after the goal %s", field);
  if (goal == ASC_LESSON_GOAL_WATCH && *step->reply == '\0')
    return asc_error_set_at(error, ASC_E_INPUT, &row->where, "there is nothing to watch");
  return 1;
}

int asc_lesson_next_step(asc_lesson_step *step, const char **text, asc_error *error) {
  asc_row *row = &step->row;
  int code = fields_next(row, STEP_FIELDS, text, error);
  if (code <= 0) return code;
  step->name = row->fields[0];
  if (!is_name(step->name)) return asc_error_set_at(error, ASC_E_INPUT, &row->where, "'%s' is not a name", step->name);
  step->continues = strcmp(row->fields[1], "^") == 0;
  if (step->continues != (strcmp(row->fields[2], "^") == 0))
    return asc_error_set_at(error, ASC_E_INPUT, &row->where, "options and moves are both ^, or neither is");
  if (step->continues && step->number == 0)
    return asc_error_set_at(error, ASC_E_INPUT, &row->where, "no step goes before this one");
  step->number++;
  step->setup = step->continues ? (asc_lesson_setup){"", "", ""} : setup_of(row->fields[1], row->fields[2]);
  step->reply = row->fields[4];
  return goal_read(step, row->fields[3], error);
}

int asc_diagram_next(asc_diagram *diagram, const char **text, asc_error *error) {
  asc_row *row = &diagram->row;
  int code = fields_next(row, DIAGRAM_FIELDS, text, error);
  if (code <= 0) return code;
  diagram->name = row->fields[0];
  if (!is_name(diagram->name))
    return asc_error_set_at(error, ASC_E_INPUT, &row->where, "'%s' is not a name", diagram->name);
  diagram->setup = setup_of(row->fields[1], row->fields[2]);
  diagram->touched = row->fields[3];
  return 1;
}

static void board_close(asc_rules **rules, asc_play **play) {
  asc_play_close(*play);
  asc_rules_close(*rules);
  *play = NULL;
  *rules = NULL;
}

int asc_lesson_setup_open(const asc_lesson_setup *setup, const asc_game *game, asc_rules **rules, asc_play **play,
                          asc_error *error) {
  *play = NULL;
  int code = asc_rules_open_game(rules, game, setup->options, error);
  if (code >= 0) code = asc_play_read(play, *rules, setup->position, setup->moves, error);
  if (code < 0) board_close(rules, play);
  return code;
}

/* Plays the wanted move, if there is one, and the reply. */
static int step_play(const asc_lesson_step *step, asc_play *play, asc_error *error) {
  asc_move move = 0;
  int code = asc_lesson_find_move(step, asc_play_rules(play), asc_play_position(play), &move, error);
  if (code > 0) code = asc_play_move(play, move, error);
  return code < 0 ? code : asc_play_move_texts(play, step->reply, NULL, error);
}

int asc_lesson_open_step(const asc_game *game, const char *text, int number, asc_lesson_step *step, asc_rules **rules,
                         asc_play **play, asc_error *error) {
  *step = (asc_lesson_step){0};
  *rules = NULL;
  *play = NULL;
  for (;;) {
    int code = asc_lesson_next_step(step, &text, error);
    if (code == 0) code = asc_error_set(error, ASC_E_INPUT, "there is no step %d", number);
    if (code > 0 && !step->continues) {
      board_close(rules, play);
      code = asc_lesson_setup_open(&step->setup, game, rules, play, error);
    }
    if (code >= 0 && step->number == number) return ASC_OK;
    if (code >= 0) code = step_play(step, *play, error);
    if (code < 0) {
      board_close(rules, play);
      return code;
    }
  }
}

/* Returns whether the move ends the game with its player as the only winner. */
static bool is_winning_move(const asc_rules *rules, const void *position, asc_move move) {
  int player = asc_position_turn(rules, position);
  asc_position after;
  asc_outcome outcome;
  memcpy(&after, position, rules->position_size);
  asc_position_play(rules, &after, move);
  if (player == ASC_CHANCE || !asc_position_outcome(rules, &after, &outcome)) return false;
  for (int i = 0; i < rules->players; i++)
    if ((outcome.rank[i] == 1) != (i == player - 1)) return false;
  return true;
}

static bool is_among(const char *list, const char *word) {
  for (size_t length; *(list += strspn(list, " ")) != '\0'; list += length) {
    length = strcspn(list, " ");
    if (length == strlen(word) && memcmp(list, word, length) == 0) return true;
  }
  return false;
}

bool asc_lesson_move_reaches_goal(const asc_lesson_step *step, const asc_rules *rules, const void *position,
                                  asc_move move) {
  char token[ASC_TOKEN_MAX];
  switch (step->goal) {
  case ASC_LESSON_GOAL_ANY: return true;
  case ASC_LESSON_GOAL_MOVE: asc_move_write(rules, position, move, token); return is_among(step->wanted, token);
  case ASC_LESSON_GOAL_WIN: return is_winning_move(rules, position, move);
  case ASC_LESSON_GOAL_TOUCH:
  case ASC_LESSON_GOAL_WATCH: break;
  }
  return false;
}

bool asc_lesson_goal_reached(const asc_lesson_step *step, const asc_play *play) {
  int last = asc_play_event_count(play) - 1;
  if (last < 0 || asc_play_event(play, last)->resigned) return false;
  return asc_lesson_move_reaches_goal(step, asc_play_rules(play), asc_play_position_before(play, last),
                                      asc_play_event(play, last)->move);
}

int asc_lesson_find_move(const asc_lesson_step *step, const asc_rules *rules, const void *position, asc_move *move,
                         asc_error *error) {
  asc_move moves[ASC_MOVES_MAX];
  if (step->goal == ASC_LESSON_GOAL_MOVE) {
    char token[ASC_TOKEN_MAX];
    size_t length = strcspn(step->wanted, " ");
    if (length >= sizeof token)
      return asc_error_set_at(error, ASC_E_INPUT, &step->row.where, "'%s' is not a move", step->wanted);
    memcpy(token, step->wanted, length);
    token[length] = '\0';
    int code = asc_move_read(rules, position, token, move, error);
    return code < 0 ? code : 1;
  }
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    *move = moves[i];
    if (asc_lesson_move_reaches_goal(step, rules, position, moves[i])) return 1;
  }
  return 0;
}
