#include "touch.h"

#include "core/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const asc_steps nothing = {0};

bool asc_steps_begin(const asc_steps *steps, const asc_steps *beginning) {
  if (steps->count < beginning->count) return false;
  for (int i = 0; i < beginning->count; i++)
    if (strcmp(steps->ids[i], beginning->ids[i]) != 0) return false;
  return true;
}

bool asc_steps_read(const char *text, asc_steps *steps) {
  static const char blanks[] = " \t\r\n";
  *steps = nothing;
  while (*(text += strspn(text, blanks)) != '\0') {
    size_t length = strcspn(text, blanks);
    if (length >= ASC_TOKEN_MAX || steps->count == ASC_STEPS_MAX) return false;
    memcpy(steps->ids[steps->count], text, length);
    steps->ids[steps->count++][length] = '\0';
    text += length;
  }
  return true;
}

int asc_touch_narrow(const asc_play *play, const asc_steps *touched, asc_move *moves, asc_token *next) {
  int count = asc_play_moves(play, moves), kept = 0;
  for (int i = 0; i < count; i++) {
    asc_steps steps;
    asc_move_steps(asc_play_rules(play), asc_play_position(play), moves[i], &steps);
    if (!asc_steps_begin(&steps, touched)) continue;
    const char *id = steps.count > touched->count ? steps.ids[touched->count] : "";
    if (next != NULL) (void)snprintf(next[kept].text, sizeof next[kept].text, "%s", id);
    moves[kept++] = moves[i];
  }
  return kept;
}

/* Goes on with these touches if they begin a move. */
static asc_touch lead(const asc_play *play, asc_steps *touched, const asc_steps *more, asc_move *move) {
  asc_move moves[ASC_MOVES_MAX];
  if (asc_touch_narrow(play, more, moves, NULL) == 0) return ASC_TOUCH_REFUSED;
  asc_steps steps;
  asc_move_steps(asc_play_rules(play), asc_play_position(play), moves[0], &steps);
  bool complete = steps.count == more->count;
  *touched = complete ? nothing : *more;
  *move = moves[0];
  return complete ? ASC_TOUCH_MOVE : ASC_TOUCH_ADDED;
}

static asc_touch lead_on(const asc_play *play, asc_steps *touched, const asc_steps *from, const char *id,
                         asc_move *move) {
  if (strlen(id) >= ASC_TOKEN_MAX || from->count >= ASC_STEPS_MAX) return ASC_TOUCH_REFUSED;
  asc_steps more = *from;
  (void)snprintf(more.ids[more.count++], ASC_TOKEN_MAX, "%s", id);
  return lead(play, touched, &more, move);
}

asc_touch asc_touch_thing(const asc_play *play, asc_steps *touched, const char *id, asc_move *move) {
  asc_touch result = lead_on(play, touched, touched, id, move);
  if (result != ASC_TOUCH_REFUSED || touched->count == 0) return result;
  if (strcmp(touched->ids[touched->count - 1], id) != 0) return lead_on(play, touched, &nothing, id, move);
  touched->count--;
  return ASC_TOUCH_LET_GO;
}

/* The legal move that is spelled so. */
static bool is_move(const asc_play *play, const char *word, asc_move *move) {
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

static asc_touch word_take(const asc_play *play, asc_steps *touched, const asc_steps *from, const char *word,
                           asc_move *move) {
  if (from->count > 0 || !is_move(play, word, move)) return lead_on(play, touched, from, word, move);
  *touched = nothing;
  return ASC_TOUCH_MOVE;
}

asc_touch asc_touch_word(const asc_play *play, asc_steps *touched, const char *word, bool anew, asc_move *move) {
  char small[ASC_TOKEN_MAX];
  bool capitals = strlen(word) < ASC_TOKEN_MAX && asc_text_small(word, small, sizeof small);
  for (int begin = 0; begin <= (anew && touched->count > 0); begin++) {
    const asc_steps *from = begin == 0 ? touched : &nothing;
    asc_touch result = word_take(play, touched, from, word, move);
    if (result == ASC_TOUCH_REFUSED && capitals) result = word_take(play, touched, from, small, move);
    if (result != ASC_TOUCH_REFUSED) return result;
  }
  return ASC_TOUCH_REFUSED;
}

int asc_token_compare(const void *a, const void *b) {
  return strcmp(((const asc_token *)a)->text, ((const asc_token *)b)->text);
}

asc_touch_next *asc_touch_list(const asc_play *play, const asc_steps *touched, int *count) {
  asc_move moves[ASC_MOVES_MAX];
  asc_token *next = malloc(ASC_MOVES_MAX * sizeof *next);
  asc_touch_next *list = calloc(ASC_MOVES_MAX, sizeof *list);
  *count = 0;
  if (next == NULL || list == NULL) {
    free(next);
    free(list);
    return NULL;
  }
  int kept = asc_touch_narrow(play, touched, moves, next);
  qsort(next, (size_t)kept, sizeof *next, asc_token_compare);
  for (int i = 0; i < kept; i++) {
    if (*count == 0 || strcmp(list[*count - 1].id, next[i].text) != 0)
      memcpy(list[(*count)++].id, next[i].text, ASC_TOKEN_MAX);
    list[*count - 1].moves++;
  }
  free(next);
  return list;
}

asc_token *asc_touch_moves(const asc_play *play, const asc_steps *touched, int *count) {
  asc_move moves[ASC_MOVES_MAX];
  *count = asc_touch_narrow(play, touched == NULL ? &nothing : touched, moves, NULL);
  asc_token *tokens = calloc((size_t)*count + 1, sizeof *tokens);
  if (tokens == NULL) return NULL;
  for (int i = 0; i < *count; i++)
    asc_move_write(asc_play_rules(play), asc_play_position(play), moves[i], tokens[i].text);
  qsort(tokens, (size_t)*count, sizeof *tokens, asc_token_compare);
  return tokens;
}
