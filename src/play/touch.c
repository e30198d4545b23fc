/* Touching a move. See touch.h. */
#include "touch.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const asc_steps no_touches = {0};

bool asc_steps_start_with(const asc_steps *steps, const asc_steps *beginning) {
  if (steps->count < beginning->count) return false;
  for (int i = 0; i < beginning->count; i++)
    if (strcmp(steps->ids[i], beginning->ids[i]) != 0) return false;
  return true;
}

bool asc_steps_read(const char *text, asc_steps *steps) {
  static const char blanks[] = " \t\r\n";
  *steps = no_touches;
  while (*(text += strspn(text, blanks)) != '\0') {
    size_t length = strcspn(text, blanks);
    if (length >= ASC_TOKEN_MAX || steps->count == ASC_STEPS_MAX) return false;
    memcpy(steps->ids[steps->count], text, length);
    steps->ids[steps->count++][length] = '\0';
    text += length;
  }
  return true;
}

int asc_touch_filter_moves(const asc_play *play, const asc_steps *touched, asc_move *moves, asc_token *next) {
  int count = asc_play_moves(play, moves), matching = 0;
  for (int i = 0; i < count; i++) {
    asc_steps steps;
    asc_move_steps(asc_play_rules(play), asc_play_position(play), moves[i], &steps);
    if (!asc_steps_start_with(&steps, touched)) continue;
    const char *id = steps.count > touched->count ? steps.ids[touched->count] : "";
    if (next != NULL) (void)snprintf(next[matching].text, sizeof next[matching].text, "%s", id);
    moves[matching++] = moves[i];
  }
  return matching;
}

/* Accepts `more` as the new touches if they start a legal move. If they complete it, *move is that move and nothing is
   touched any more. */
static asc_touch_result touches_accept(const asc_play *play, asc_steps *touched, const asc_steps *more,
                                       asc_move *move) {
  asc_move moves[ASC_MOVES_MAX];
  if (asc_touch_filter_moves(play, more, moves, NULL) == 0) return ASC_TOUCH_REJECTED;
  asc_steps steps;
  asc_move_steps(asc_play_rules(play), asc_play_position(play), moves[0], &steps);
  bool complete = steps.count == more->count;
  *touched = complete ? no_touches : *more;
  *move = moves[0];
  return complete ? ASC_TOUCH_MOVE : ASC_TOUCH_ADDED;
}

static asc_touch_result touches_extend(const asc_play *play, asc_steps *touched, const asc_steps *from, const char *id,
                                       asc_move *move) {
  if (strlen(id) >= ASC_TOKEN_MAX || from->count >= ASC_STEPS_MAX) return ASC_TOUCH_REJECTED;
  asc_steps more = *from;
  (void)snprintf(more.ids[more.count++], ASC_TOKEN_MAX, "%s", id);
  return touches_accept(play, touched, &more, move);
}

asc_touch_result asc_touch_id(const asc_play *play, asc_steps *touched, const char *id, asc_move *move) {
  asc_touch_result result = touches_extend(play, touched, touched, id, move);
  if (result != ASC_TOUCH_REJECTED || touched->count == 0) return result;
  if (strcmp(touched->ids[touched->count - 1], id) != 0) return touches_extend(play, touched, &no_touches, id, move);
  touched->count--;
  return ASC_TOUCH_UNDONE;
}

/* Finds the legal move with the spelling `word`. */
static bool move_find(const asc_play *play, const char *word, asc_move *move) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(play, moves);
  for (int i = 0; i < count; i++) {
    char text[ASC_TOKEN_MAX];
    asc_move_write(asc_play_rules(play), asc_play_position(play), moves[i], text);
    *move = moves[i];
    if (strcmp(text, word) == 0) return true;
  }
  return false;
}

static asc_touch_result word_accept(const asc_play *play, asc_steps *touched, const asc_steps *from, const char *word,
                                    asc_move *move) {
  if (from->count > 0 || !move_find(play, word, move)) return touches_extend(play, touched, from, word, move);
  *touched = no_touches;
  return ASC_TOUCH_MOVE;
}

asc_touch_result asc_touch_word(const asc_play *play, asc_steps *touched, const char *word, bool restart,
                                asc_move *move) {
  char lower[ASC_TOKEN_MAX];
  bool capitals = strlen(word) < ASC_TOKEN_MAX && asc_text_to_lower(word, lower, sizeof lower);
  for (int attempt = 0; attempt <= (restart && touched->count > 0); attempt++) {
    const asc_steps *from = attempt == 0 ? touched : &no_touches;
    asc_touch_result result = word_accept(play, touched, from, word, move);
    if (result == ASC_TOUCH_REJECTED && capitals) result = word_accept(play, touched, from, lower, move);
    if (result != ASC_TOUCH_REJECTED) return result;
  }
  return ASC_TOUCH_REJECTED;
}

int asc_token_compare(const void *a, const void *b) {
  return strcmp(((const asc_token *)a)->text, ((const asc_token *)b)->text);
}

asc_touch_option *asc_touch_options(const asc_play *play, const asc_steps *touched, int *count) {
  asc_move moves[ASC_MOVES_MAX];
  asc_token *next = malloc(ASC_MOVES_MAX * sizeof *next);
  asc_touch_option *list = calloc(ASC_MOVES_MAX, sizeof *list);
  *count = 0;
  if (next == NULL || list == NULL) {
    free(next);
    free(list);
    return NULL;
  }
  int matching = asc_touch_filter_moves(play, touched, moves, next);
  qsort(next, (size_t)matching, sizeof *next, asc_token_compare);
  for (int i = 0; i < matching; i++) {
    if (*count == 0 || strcmp(list[*count - 1].id, next[i].text) != 0)
      memcpy(list[(*count)++].id, next[i].text, ASC_TOKEN_MAX);
    list[*count - 1].move_count++;
  }
  free(next);
  return list;
}

asc_token *asc_touch_move_tokens(const asc_play *play, const asc_steps *touched, int *count) {
  asc_move moves[ASC_MOVES_MAX];
  *count = asc_touch_filter_moves(play, touched == NULL ? &no_touches : touched, moves, NULL);
  asc_token *tokens = calloc((size_t)*count + 1, sizeof *tokens);
  if (tokens == NULL) return NULL;
  for (int i = 0; i < *count; i++)
    asc_move_write(asc_play_rules(play), asc_play_position(play), moves[i], tokens[i].text);
  qsort(tokens, (size_t)*count, sizeof *tokens, asc_token_compare);
  return tokens;
}
