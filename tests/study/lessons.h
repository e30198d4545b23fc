/* Checks the two text files that a game may have for learners, diagrams.txt and lesson.txt (docs/formats.md).

   A line is checked as a front end uses it. The library reads it (study/lesson.h) and sets up its board. Then the
   touches are made, every move that reaches the goal is played, and the reply is played. A check returns whether the
   line is right, and writes the reason if not, as a sentence for the author of the line.

   A lesson continues from step to step, and several moves may reach a goal. So a step does not lead to one position but
   to all positions that the learner may have: the `boards` of the walk. */
#ifndef ASC_TESTS_LESSONS_H
#define ASC_TESTS_LESSONS_H

#include "play/touch.h"
#include "study/lesson.h"

#include <ascona/ascona.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LESSON_BOARDS_MAX = 512, LESSON_SENTENCE_MAX = 160, LESSON_WORDS_MAX = 1024 };

typedef struct lesson_walk {
  const asc_game *game;
  asc_rules *rules; /* rules of the last step; NULL if there was none */
  asc_lesson_step step;
  asc_diagram diagram;
  int count;
  asc_position boards[LESSON_BOARDS_MAX];
  char reason[1024]; /* of the last failed check */
} lesson_walk;

static inline void lesson_walk_close(lesson_walk *w) {
  asc_rules_close(w->rules);
  w->rules = NULL;
}

__attribute__((format(printf, 2, 3))) static inline bool lesson_reject(lesson_walk *w, const char *format, ...) {
  va_list args;
  va_start(args, format);
  (void)vsnprintf(w->reason, sizeof w->reason, format, args);
  va_end(args);
  return false;
}

/* Fails with an error of the library. */
static inline bool lesson_reject_error(lesson_walk *w, const asc_error *error) {
  asc_error_write(error, w->reason, sizeof w->reason);
  return false;
}

/* Cuts the next word off *text and advances *text. Returns NULL if there is none. */
static inline char *lesson_next_word(char **text) {
  char *word = *text + strspn(*text, " ");
  if (*word == '\0') return NULL;
  char *end = word + strcspn(word, " ");
  *text = *end == '\0' ? end : end + 1;
  *end = '\0';
  return word;
}

/* Checks a text of the catalogue: one or two whole sentences, short, without arguments and exclamation marks. */
static inline bool lesson_check_sentence(lesson_walk *w, const char *key) {
  asc_message message;
  char text[ASC_SENTENCE_MAX];
  asc_message_set(&message, key);
  if (asc_message_write(w->rules, "en", &message, text, sizeof text) < 0)
    return lesson_reject(w, "the catalogue has no %s", key);
  int characters = 0, sentences = 0;
  for (const char *c = text; *c != '\0'; c++) {
    characters += (*c & 0xC0) != 0x80;
    sentences += *c == '.' && (c[1] == ' ' || c[1] == '\0');
  }
  if (characters > LESSON_SENTENCE_MAX) return lesson_reject(w, "%s has %d characters", key, characters);
  if (sentences < 1 || sentences > 2) return lesson_reject(w, "%s has %d sentences", key, sentences);
  if (text[strlen(text) - 1] != '.') return lesson_reject(w, "%s ends without a full stop", key);
  if (strchr(text, '!') != NULL) return lesson_reject(w, "%s has an exclamation mark", key);
  return true;
}

static inline bool lesson_play(lesson_walk *w, asc_position *position, const char *moves) {
  char list[LESSON_WORDS_MAX], *rest = list;
  asc_error error;
  asc_move move;
  (void)snprintf(list, sizeof list, "%s", moves);
  for (char *token; (token = lesson_next_word(&rest)) != NULL;) {
    if (asc_move_read(w->rules, position, token, &move, &error) < 0) return lesson_reject_error(w, &error);
    asc_position_play(w->rules, position, move);
  }
  return true;
}

/* Sets up the board of a setup, which is then the only one. */
static inline bool lesson_set_up(lesson_walk *w, const asc_lesson_setup *setup) {
  asc_error error;
  asc_play *play;
  lesson_walk_close(w);
  if (asc_lesson_setup_open(setup, w->game, &w->rules, &play, &error) < 0) return lesson_reject_error(w, &error);
  w->count = 1;
  memcpy(&w->boards[0], asc_play_position(play), w->rules->position_size);
  asc_play_close(play);
  return true;
}

/* Returns whether a legal move starts with these touches and needs more. */
static inline bool lesson_can_continue(const lesson_walk *w, const asc_position *position, const asc_steps *touched) {
  static asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(w->rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_steps steps;
    asc_move_steps(w->rules, position, moves[i], &steps);
    if (asc_steps_start_with(&steps, touched) && steps.count > touched->count) return true;
  }
  return false;
}

/* Makes the first `count` touches one after the other. Each must continue a move that is not complete yet. */
static inline bool lesson_make_touches(lesson_walk *w, const asc_position *position, const asc_steps *touches,
                                       int count) {
  asc_steps touched = *touches;
  for (touched.count = 1; touched.count <= count; touched.count++)
    if (!lesson_can_continue(w, position, &touched))
      return lesson_reject(w, "%s touched: no move goes on so", touched.ids[touched.count - 1]);
  return true;
}

/* Returns whether a front end shows something with this id that a player can touch. */
static inline bool lesson_is_shown(const lesson_walk *w, const asc_position *position, const char *id) {
  static asc_view view;
  asc_position_view(w->rules, position, NULL, 0, &view);
  for (int i = 0; i < view.place_count; i++)
    if (strcmp(view.places[i].id, id) == 0) return true;
  for (int i = 0; i < view.stock_count; i++)
    if (strcmp(view.stocks[i].id, id) == 0) return true;
  for (int i = 0; i < view.control_count; i++)
    if (strcmp(view.controls[i].id, id) == 0) return true;
  return false;
}

/* Returns how often a page of rules shows a diagram. */
static inline int lesson_count_marks(const char *page, const char *name) {
  char mark[96];
  int count = 0;
  (void)snprintf(mark, sizeof mark, "\n<!-- diagram %s -->\n", name);
  while ((page = strstr(page, mark)) != NULL) count++, page++;
  return count;
}

/* Checks the next diagram of *text. */
static inline bool lesson_check_diagram(lesson_walk *w, const char **text) {
  asc_diagram *d = &w->diagram;
  asc_error error;
  asc_steps touched;
  if (asc_diagram_next(d, text, &error) < 0) return lesson_reject_error(w, &error);
  if (lesson_count_marks(w->game->rules_text, d->name) != 1)
    return lesson_reject(w, "the rules do not show %s once", d->name);
  if (!lesson_set_up(w, &d->setup)) return false;
  if (!asc_steps_read(d->touched, &touched)) return lesson_reject(w, "%s cannot be touched", d->touched);
  char key[96];
  (void)snprintf(key, sizeof key, "diagram.%s", d->name);
  return lesson_make_touches(w, &w->boards[0], &touched, touched.count) && lesson_check_sentence(w, key);
}

/* Checks every move that reaches the goal and every move that the step names. Adds the positions reached to `after`. */
static inline bool lesson_check_moves(lesson_walk *w, const asc_position *board, asc_position *after, int *count) {
  static asc_move moves[ASC_MOVES_MAX];
  int reached = 0, legal = asc_position_moves(w->rules, board, moves);
  char list[LESSON_WORDS_MAX], *rest = list, *token;
  (void)snprintf(list, sizeof list, "%s", w->step.wanted);
  while ((token = lesson_next_word(&rest)) != NULL) {
    asc_error error;
    asc_move move;
    if (asc_move_read(w->rules, board, token, &move, &error) < 0) return lesson_reject_error(w, &error);
    if (!asc_lesson_move_reaches_goal(&w->step, w->rules, board, move))
      return lesson_reject(w, "%s is not the goal", token);
  }
  for (int i = 0; i < legal; i++) {
    if (!asc_lesson_move_reaches_goal(&w->step, w->rules, board, moves[i])) continue;
    if (*count == LESSON_BOARDS_MAX) return lesson_reject(w, "there are too many ways to get here");
    after[*count] = *board;
    asc_position_play(w->rules, &after[(*count)++], moves[i]);
    reached++;
  }
  return reached > 0 || lesson_reject(w, "no move reaches the goal %s", asc_lesson_goal_name(w->step.goal));
}

/* Checks the goal touch: all touches except the last are already made, and the last is not allowed. */
static inline bool lesson_check_rejection(lesson_walk *w, const asc_position *board) {
  char sentence[ASC_SENTENCE_MAX];
  asc_steps touched;
  asc_message why;
  if (!asc_steps_read(w->step.wanted, &touched)) return lesson_reject(w, "%s cannot be touched", w->step.wanted);
  if (!lesson_make_touches(w, board, &touched, touched.count - 1)) return false;
  const char *last = touched.ids[--touched.count];
  if (!lesson_is_shown(w, board, last)) return lesson_reject(w, "nothing to touch is called '%s'", last);
  if (asc_position_count(w->rules, board) == 0) return lesson_reject(w, "the game is over");
  if (asc_position_why(w->rules, board, &touched, last, &why) != 0) return lesson_reject(w, "%s is allowed", last);
  if (asc_message_write(w->rules, "en", &why, sentence, sizeof sentence) < 0)
    return lesson_reject(w, "the catalogue has no %s", why.key);
  return true;
}

/* Checks a win to watch: its last move ends the game with exactly one winner. */
static inline bool lesson_check_watched_win(lesson_walk *w, asc_position *board) {
  asc_outcome outcome;
  int winners = 0;
  if (!lesson_play(w, board, w->step.reply)) return false;
  if (!asc_position_outcome(w->rules, board, &outcome)) return lesson_reject(w, "the game is not over");
  for (int i = 0; i < w->rules->players; i++) winners += outcome.rank[i] == 1;
  return winners == 1 || lesson_reject(w, "nobody wins");
}

static inline bool lesson_check_goal(lesson_walk *w) {
  static asc_position after[LESSON_BOARDS_MAX];
  int count = 0;
  if (w->step.goal == ASC_LESSON_GOAL_WATCH) return lesson_check_watched_win(w, &w->boards[0]);
  bool is_touch_goal = w->step.goal == ASC_LESSON_GOAL_TOUCH;
  for (int i = 0; i < w->count; i++)
    if (is_touch_goal ? !lesson_check_rejection(w, &w->boards[i])
                      : !lesson_check_moves(w, &w->boards[i], after, &count))
      return false;
  if (is_touch_goal) return true;
  for (int i = 0; i < count; i++)
    if (!lesson_play(w, &after[i], w->step.reply)) return false;
  memcpy(w->boards, after, (size_t)count * sizeof after[0]);
  w->count = count;
  return true;
}

/* Checks the next step of *text, which may continue the steps checked before. */
static inline bool lesson_check_step(lesson_walk *w, const char **text) {
  char key[ASC_ROW_MAX + 16];
  asc_error error;
  if (asc_lesson_next_step(&w->step, text, &error) < 0) return lesson_reject_error(w, &error);
  if (!w->step.continues && !lesson_set_up(w, &w->step.setup)) return false;
  if (!lesson_check_goal(w)) return false;
  (void)snprintf(key, sizeof key, "lesson.%s.task", w->step.name);
  if (!lesson_check_sentence(w, key)) return false;
  (void)snprintf(key, sizeof key, "lesson.%s.done", w->step.name);
  return lesson_check_sentence(w, key);
}

#endif
