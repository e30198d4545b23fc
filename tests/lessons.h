/* Checks the two texts a game may bring for learners, diagrams.txt and lesson.txt (docs/formats.md).

   A line is checked the way a front end uses it: the library reads it (study/lesson.h) and sets up its board, what is
   said to be touched is touched, the goal is reached in every way it can be, the reply is played. A check returns
   whether all is right, and if not why, as a sentence for the person who wrote the line.

   A lesson goes on from step to step, and a goal may be reached by several moves. So what a step leaves behind is not a
   position but all that the learner can have before him: the `boards` of the walk. */
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
  asc_rules *rules; /* of the step before; NULL: there was none */
  asc_lesson_step step;
  asc_diagram diagram;
  int count;
  asc_position boards[LESSON_BOARDS_MAX];
  char why[1024]; /* the reason of the last refusal */
} lesson_walk;

static inline void lesson_walk_close(lesson_walk *w) {
  asc_rules_close(w->rules);
  w->rules = NULL;
}

__attribute__((format(printf, 2, 3))) static inline bool lesson_refuse(lesson_walk *w, const char *format, ...) {
  va_list args;
  va_start(args, format);
  (void)vsnprintf(w->why, sizeof w->why, format, args);
  va_end(args);
  return false;
}

/* What the library said. */
static inline bool lesson_refuse_error(lesson_walk *w, const asc_error *error) {
  asc_error_write(error, w->why, sizeof w->why);
  return false;
}

/* Cuts the next word off *text, which then is the rest. NULL: there is none. */
static inline char *lesson_word(char **text) {
  char *word = *text + strspn(*text, " ");
  if (*word == '\0') return NULL;
  char *end = word + strcspn(word, " ");
  *text = *end == '\0' ? end : end + 1;
  *end = '\0';
  return word;
}

/* Sentences are short and plain: two at most, whole ones, without arguments. */
static inline bool lesson_check_sentence(lesson_walk *w, const char *key) {
  asc_message message;
  char text[ASC_SENTENCE_MAX];
  asc_message_set(&message, key);
  if (asc_message_write(w->rules, "en", &message, text, sizeof text) < 0)
    return lesson_refuse(w, "the catalogue has no %s", key);
  int characters = 0, sentences = 0;
  for (const char *c = text; *c != '\0'; c++) {
    characters += (*c & 0xC0) != 0x80;
    sentences += *c == '.' && (c[1] == ' ' || c[1] == '\0');
  }
  if (characters > LESSON_SENTENCE_MAX) return lesson_refuse(w, "%s has %d characters", key, characters);
  if (sentences < 1 || sentences > 2) return lesson_refuse(w, "%s has %d sentences", key, sentences);
  if (text[strlen(text) - 1] != '.') return lesson_refuse(w, "%s ends without a full stop", key);
  if (strchr(text, '!') != NULL) return lesson_refuse(w, "%s has an exclamation mark", key);
  return true;
}

static inline bool lesson_play(lesson_walk *w, asc_position *position, const char *moves) {
  char list[LESSON_WORDS_MAX], *rest = list;
  asc_error error;
  asc_move move;
  (void)snprintf(list, sizeof list, "%s", moves);
  for (char *token; (token = lesson_word(&rest)) != NULL;) {
    if (asc_move_read(w->rules, position, token, &move, &error) < 0) return lesson_refuse_error(w, &error);
    asc_position_play(w->rules, position, move);
  }
  return true;
}

/* The one board of a setting. */
static inline bool lesson_set_up(lesson_walk *w, const asc_setting *setting) {
  asc_error error;
  asc_play *play;
  lesson_walk_close(w);
  if (asc_setting_open(setting, w->game, &w->rules, &play, &error) < 0) return lesson_refuse_error(w, &error);
  w->count = 1;
  memcpy(&w->boards[0], asc_play_position(play), w->rules->position_size);
  asc_play_close(play);
  return true;
}

/* Whether a legal move begins with these touches and needs more. */
static inline bool lesson_leads_on(const lesson_walk *w, const asc_position *position, const asc_steps *touched) {
  static asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(w->rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_steps steps;
    asc_move_steps(w->rules, position, moves[i], &steps);
    if (asc_steps_begin(&steps, touched) && steps.count > touched->count) return true;
  }
  return false;
}

/* Touches the first `count` of these one after the other; each must lead on to a move that is not complete yet. */
static inline bool lesson_touch(lesson_walk *w, const asc_position *position, const asc_steps *touches, int count) {
  asc_steps touched = *touches;
  for (touched.count = 1; touched.count <= count; touched.count++)
    if (!lesson_leads_on(w, position, &touched))
      return lesson_refuse(w, "%s touched: no move goes on so", touched.ids[touched.count - 1]);
  return true;
}

/* Whether a front end shows something with this id, so that a person can touch it. */
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

/* How often the page says that a diagram stands there. */
static inline int lesson_marks(const char *page, const char *name) {
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
  if (asc_diagram_next(d, text, &error) < 0) return lesson_refuse_error(w, &error);
  if (lesson_marks(w->game->about, d->name) != 1) return lesson_refuse(w, "the rules do not show %s once", d->name);
  if (!lesson_set_up(w, &d->setting)) return false;
  if (!asc_steps_read(d->touched, &touched)) return lesson_refuse(w, "%s cannot be touched", d->touched);
  char key[96];
  (void)snprintf(key, sizeof key, "diagram.%s", d->name);
  return lesson_touch(w, &w->boards[0], &touched, touched.count) && lesson_check_sentence(w, key);
}

/* Every move that reaches the goal, and every one that is named; adds what each leads to to `after`. */
static inline bool lesson_reach(lesson_walk *w, const asc_position *board, asc_position *after, int *count) {
  static asc_move moves[ASC_MOVES_MAX];
  int reached = 0, legal = asc_position_moves(w->rules, board, moves);
  char list[LESSON_WORDS_MAX], *rest = list, *token;
  (void)snprintf(list, sizeof list, "%s", w->step.wanted);
  while ((token = lesson_word(&rest)) != NULL) {
    asc_error error;
    asc_move move;
    if (asc_move_read(w->rules, board, token, &move, &error) < 0) return lesson_refuse_error(w, &error);
    if (!asc_lesson_reaches(&w->step, w->rules, board, move)) return lesson_refuse(w, "%s is not the goal", token);
  }
  for (int i = 0; i < legal; i++) {
    if (!asc_lesson_reaches(&w->step, w->rules, board, moves[i])) continue;
    if (*count == LESSON_BOARDS_MAX) return lesson_refuse(w, "there are too many ways to get here");
    after[*count] = *board;
    asc_position_play(w->rules, &after[(*count)++], moves[i]);
    reached++;
  }
  return reached > 0 || lesson_refuse(w, "no move reaches the goal %s", asc_goal_word(w->step.goal));
}

/* A goal that is a touch: all but the last are in hand already, and the last one is refused. */
static inline bool lesson_check_refusal(lesson_walk *w, const asc_position *board) {
  char sentence[ASC_SENTENCE_MAX];
  asc_steps touched;
  asc_message why;
  if (!asc_steps_read(w->step.wanted, &touched)) return lesson_refuse(w, "%s cannot be touched", w->step.wanted);
  if (!lesson_touch(w, board, &touched, touched.count - 1)) return false;
  const char *last = touched.ids[--touched.count];
  if (!lesson_is_shown(w, board, last)) return lesson_refuse(w, "nothing to touch is called '%s'", last);
  if (asc_position_count(w->rules, board) == 0) return lesson_refuse(w, "the game is over");
  if (asc_position_why(w->rules, board, &touched, last, &why) != 0) return lesson_refuse(w, "%s is allowed", last);
  if (asc_message_write(w->rules, "en", &why, sentence, sizeof sentence) < 0)
    return lesson_refuse(w, "the catalogue has no %s", why.key);
  return true;
}

/* A win to watch: its last move ends the game, and one player is alone in the first place. */
static inline bool lesson_check_watched(lesson_walk *w, asc_position *board) {
  asc_outcome outcome;
  int first = 0;
  if (!lesson_play(w, board, w->step.reply)) return false;
  if (!asc_position_outcome(w->rules, board, &outcome)) return lesson_refuse(w, "the game is not over");
  for (int i = 0; i < w->rules->players; i++) first += outcome.place[i] == 1;
  return first == 1 || lesson_refuse(w, "nobody wins");
}

static inline bool lesson_check_goal(lesson_walk *w) {
  static asc_position after[LESSON_BOARDS_MAX];
  int count = 0;
  if (w->step.goal == ASC_GOAL_WATCH) return lesson_check_watched(w, &w->boards[0]);
  bool touch = w->step.goal == ASC_GOAL_TOUCH;
  for (int i = 0; i < w->count; i++)
    if (touch ? !lesson_check_refusal(w, &w->boards[i]) : !lesson_reach(w, &w->boards[i], after, &count)) return false;
  if (touch) return true;
  for (int i = 0; i < count; i++)
    if (!lesson_play(w, &after[i], w->step.reply)) return false;
  memcpy(w->boards, after, (size_t)count * sizeof after[0]);
  w->count = count;
  return true;
}

/* Checks the next step of *text, after those that were checked before. */
static inline bool lesson_check_step(lesson_walk *w, const char **text) {
  char key[ASC_ROW_MAX + 16];
  asc_error error;
  if (asc_lesson_next(&w->step, text, &error) < 0) return lesson_refuse_error(w, &error);
  if (!w->step.goes_on && !lesson_set_up(w, &w->step.setting)) return false;
  if (!lesson_check_goal(w)) return false;
  (void)snprintf(key, sizeof key, "lesson.%s.task", w->step.name);
  if (!lesson_check_sentence(w, key)) return false;
  (void)snprintf(key, sizeof key, "lesson.%s.done", w->step.name);
  return lesson_check_sentence(w, key);
}

#endif
