/* Reads and checks the two texts a game may bring for learners, diagrams.txt and lesson.txt (docs/formats.md).

   A line is checked the way a front end uses it: the board is set up, what is said to be touched is touched, the goal
   is reached in every way it can be, the reply is played. A check returns whether all is right, and if not why, as a
   sentence for the person who wrote the line.

   A lesson goes on from step to step, and a goal may be reached by several moves. So what a step leaves behind is not a
   position but all that the learner can have before him: the `boards` of the walk. */
#ifndef ASC_TESTS_LESSONS_H
#define ASC_TESTS_LESSONS_H

#include <ascona/ascona.h>

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { LESSON_FIELDS = 5, LESSON_LINE_MAX = 1024, LESSON_BOARDS_MAX = 512, LESSON_SENTENCE_MAX = 160 };

typedef struct lesson_fields {
  char text[LESSON_LINE_MAX];
  char *at[LESSON_FIELDS]; /* without the blanks around them */
} lesson_fields;

typedef struct lesson_walk {
  const asc_game *game;
  asc_rules *rules; /* of the step before; NULL: there was none */
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

static inline bool lesson_split(lesson_walk *w, const char *line, lesson_fields *fields) {
  (void)snprintf(fields->text, sizeof fields->text, "%s", line);
  if (strlen(line) >= sizeof fields->text) return lesson_refuse(w, "the line is too long");
  char *rest = fields->text;
  for (int i = 0; i < LESSON_FIELDS; i++) {
    if (rest == NULL) return lesson_refuse(w, "%d fields, not %d", i, LESSON_FIELDS);
    char *field = rest;
    rest = strchr(field, '|');
    if (rest != NULL) *rest++ = '\0';
    while (*field == ' ') field++;
    for (char *end = field + strlen(field); end > field && end[-1] == ' ';) *--end = '\0';
    fields->at[i] = field;
  }
  return rest == NULL || lesson_refuse(w, "more than %d fields", LESSON_FIELDS);
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

static inline bool lesson_is_name(const char *name) {
  return *name != '\0' && name[strspn(name, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
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

static inline bool lesson_play(lesson_walk *w, asc_position *position, char *moves) {
  asc_error error;
  asc_move move;
  for (char *token; (token = lesson_word(&moves)) != NULL;) {
    if (asc_move_read(w->rules, position, token, &move, &error) < 0)
      return lesson_refuse(w, "%s: %s", token, error.reason);
    asc_position_play(w->rules, position, move);
  }
  return true;
}

/* The one board of `options` and `moves`, which begin at the start or with =POSITION. */
static inline bool lesson_set_up(lesson_walk *w, const char *options, char *moves) {
  asc_error error;
  lesson_walk_close(w);
  w->count = 1;
  if (asc_rules_open_game(&w->rules, w->game, options, &error) < 0)
    return lesson_refuse(w, "%s: %s", options, error.reason);
  if (*moves != '=') {
    asc_position_start(w->rules, &w->boards[0]);
    return lesson_play(w, &w->boards[0], moves);
  }
  char *position = lesson_word(&moves);
  if (asc_position_read(w->rules, position + 1, &w->boards[0], &error) < 0)
    return lesson_refuse(w, "%s: %s", position, error.reason);
  return lesson_play(w, &w->boards[0], moves);
}

/* Whether a legal move begins with these touches and needs more. */
static inline bool lesson_leads_on(const lesson_walk *w, const asc_position *position, const asc_steps *touched) {
  static asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(w->rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_steps steps;
    asc_move_steps(w->rules, position, moves[i], &steps);
    int same = 0;
    while (same < touched->count && same < steps.count && strcmp(steps.ids[same], touched->ids[same]) == 0) same++;
    if (same == touched->count && steps.count > same) return true;
  }
  return false;
}

/* Touches `ids` one after the other; each must lead on to a move that is not complete yet. */
static inline bool lesson_touch(lesson_walk *w, const asc_position *position, char *ids, asc_steps *touched) {
  *touched = (asc_steps){0};
  for (char *id; (id = lesson_word(&ids)) != NULL;) {
    if (touched->count == ASC_STEPS_MAX || strlen(id) >= ASC_TOKEN_MAX)
      return lesson_refuse(w, "%s cannot be touched", id);
    (void)snprintf(touched->ids[touched->count++], ASC_TOKEN_MAX, "%s", id);
    if (!lesson_leads_on(w, position, touched)) return lesson_refuse(w, "%s touched: no move goes on so", id);
  }
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

/* Headings of the second level, those inside blocks of code not counted. */
static inline int lesson_sections(const char *page) {
  int count = 0;
  bool code = false;
  for (const char *line = page; line != NULL; line = strchr(line, '\n')) {
    if (*line == '\n') line++;
    if (strncmp(line, "```", 3) == 0) code = !code;
    count += !code && strncmp(line, "## ", 3) == 0;
  }
  return count;
}

static inline bool lesson_check_diagram(lesson_walk *w, const char *line) {
  lesson_fields f;
  if (!lesson_split(w, line, &f)) return false;
  int section = 0, used = 0, sections = lesson_sections(w->game->about);
  if (sscanf(f.at[0], "%d%n", &section, &used) != 1 || f.at[0][used] != '\0' || section < 1 || section > sections)
    return lesson_refuse(w, "section '%s' is not one of 1 to %d", f.at[0], sections);
  if (!lesson_set_up(w, f.at[1], f.at[2])) return false;
  asc_steps touched;
  if (!lesson_touch(w, &w->boards[0], f.at[3], &touched)) return false;
  if (strncmp(f.at[4], "diagram.", 8) != 0 || !lesson_is_name(f.at[4] + 8))
    return lesson_refuse(w, "'%s' is not diagram.NAME", f.at[4]);
  return lesson_check_sentence(w, f.at[4]);
}

/* Whether `move` ends the game and its player, alone, has the first place. */
static inline bool lesson_wins(const lesson_walk *w, const asc_position *position, asc_move move) {
  int player = asc_position_turn(w->rules, position);
  asc_position after = *position;
  asc_outcome outcome;
  asc_position_play(w->rules, &after, move);
  if (player == ASC_CHANCE || !asc_position_outcome(w->rules, &after, &outcome)) return false;
  for (int i = 0; i < w->rules->players; i++)
    if ((outcome.place[i] == 1) != (i == player - 1)) return false;
  return true;
}

/* A goal of moves: `any`, `win`, or `move` with those that `named` lists. Adds what each leads to to `after`. */
static inline bool lesson_reach(lesson_walk *w, const asc_position *board, const char *kind, const char *named,
                                asc_position *after, int *count) {
  static asc_move moves[ASC_MOVES_MAX];
  int reached = 0, legal = asc_position_moves(w->rules, board, moves);
  char list[LESSON_LINE_MAX], *rest = list, *token;
  (void)snprintf(list, sizeof list, "%s", named);
  if (strcmp(kind, "move") == 0)
    for (legal = 0; (token = lesson_word(&rest)) != NULL; legal++) {
      asc_error error;
      if (asc_move_read(w->rules, board, token, &moves[legal], &error) < 0)
        return lesson_refuse(w, "%s: %s", token, error.reason);
    }
  for (int i = 0; i < legal; i++) {
    if (strcmp(kind, "win") == 0 && !lesson_wins(w, board, moves[i])) continue;
    if (*count == LESSON_BOARDS_MAX) return lesson_refuse(w, "there are too many ways to get here");
    after[*count] = *board;
    asc_position_play(w->rules, &after[(*count)++], moves[i]);
    reached++;
  }
  return reached > 0 || lesson_refuse(w, "no move reaches the goal %s", kind);
}

/* A goal that is a touch: all but the last of `ids` are in hand already, and the last one is refused. */
static inline bool lesson_check_refusal(lesson_walk *w, const asc_position *board, const char *ids) {
  char list[LESSON_LINE_MAX], sentence[ASC_SENTENCE_MAX];
  (void)snprintf(list, sizeof list, "%s", ids);
  char *last = strrchr(list, ' '), *before = list + strlen(list);
  if (last != NULL) {
    *last++ = '\0';
    before = list;
  } else {
    last = list;
  }
  asc_steps touched;
  asc_message why;
  if (!lesson_touch(w, board, before, &touched)) return false;
  if (!lesson_is_shown(w, board, last)) return lesson_refuse(w, "nothing to touch is called '%s'", last);
  if (asc_position_count(w->rules, board) == 0) return lesson_refuse(w, "the game is over");
  if (asc_position_why(w->rules, board, &touched, last, &why) != 0) return lesson_refuse(w, "%s is allowed", last);
  if (asc_message_write(w->rules, "en", &why, sentence, sizeof sentence) < 0)
    return lesson_refuse(w, "the catalogue has no %s", why.key);
  return true;
}

static inline bool lesson_check_goal(lesson_walk *w, char *goal, const char *reply) {
  static asc_position after[LESSON_BOARDS_MAX];
  int count = 0;
  char *named = goal, *kind = lesson_word(&named);
  if (kind == NULL) return lesson_refuse(w, "the goal is missing");
  bool touch = strcmp(kind, "touch") == 0, move = strcmp(kind, "move") == 0, win = strcmp(kind, "win") == 0;
  if (!touch && !move && !win && strcmp(kind, "any") != 0)
    return lesson_refuse(w, "the goal '%s' is not any, move, touch or win", kind);
  if ((touch || move) == (*named == '\0'))
    return lesson_refuse(w, "the goal %s %s", kind, *named ? "has too much" : "needs more");
  if ((touch || win) && *reply != '\0') return lesson_refuse(w, "nobody replies after the goal %s", kind);
  for (int i = 0; i < w->count; i++)
    if (touch ? !lesson_check_refusal(w, &w->boards[i], named)
              : !lesson_reach(w, &w->boards[i], kind, named, after, &count))
      return false;
  for (int i = 0; i < count; i++) {
    char moves[LESSON_LINE_MAX];
    (void)snprintf(moves, sizeof moves, "%s", reply);
    if (!lesson_play(w, &after[i], moves)) return false;
  }
  if (touch) return true;
  memcpy(w->boards, after, (size_t)count * sizeof after[0]);
  w->count = count;
  return true;
}

static inline bool lesson_check_step(lesson_walk *w, const char *line) {
  lesson_fields f;
  char key[LESSON_LINE_MAX + 16];
  if (!lesson_split(w, line, &f)) return false;
  if (!lesson_is_name(f.at[0])) return lesson_refuse(w, "'%s' is not a name", f.at[0]);
  bool goes_on = strcmp(f.at[1], "^") == 0;
  if (goes_on != (strcmp(f.at[2], "^") == 0)) return lesson_refuse(w, "options and moves are both ^, or neither is");
  if (goes_on && w->rules == NULL) return lesson_refuse(w, "no step goes before this one");
  if (!goes_on && !lesson_set_up(w, f.at[1], f.at[2])) return false;
  if (!lesson_check_goal(w, f.at[3], f.at[4])) return false;
  (void)snprintf(key, sizeof key, "lesson.%s.task", f.at[0]);
  if (!lesson_check_sentence(w, key)) return false;
  (void)snprintf(key, sizeof key, "lesson.%s.done", f.at[0]);
  return lesson_check_sentence(w, key);
}

#endif
