#include "touch.h"

#include "core/text.h"
#include "draw/scene.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The legal moves that begin with the touches, with the steps of each. Returns how many. */
static int moves_narrow(const asc_play *play, const asc_steps *touched, asc_move *moves, asc_steps *steps) {
  int count = asc_play_moves(play, moves), kept = 0;
  for (int i = 0; i < count; i++) {
    asc_move_steps(asc_play_rules(play), asc_play_position(play), moves[i], &steps[kept]);
    if (scene_steps_begin(&steps[kept], touched)) moves[kept++] = moves[i];
  }
  return kept;
}

static bool is_spelled(const asc_play *play, asc_move move, const char *word) {
  char text[ASC_TOKEN_MAX];
  asc_move_write(asc_play_rules(play), asc_play_position(play), move, text);
  return strcmp(text, word) == 0;
}

static touch_result take_exactly(const asc_play *play, asc_steps *touched, const char *word, asc_move *move) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_play_moves(play, moves);
  for (int i = 0; touched->count == 0 && i < count; i++) {
    if (!is_spelled(play, moves[i], word)) continue;
    *move = moves[i];
    return TOUCH_MOVE;
  }
  if (strlen(word) >= ASC_TOKEN_MAX || touched->count >= ASC_STEPS_MAX) return TOUCH_REFUSED;
  asc_steps more = *touched;
  (void)snprintf(more.ids[more.count++], ASC_TOKEN_MAX, "%s", word);
  for (int i = 0; i < count; i++) {
    asc_steps steps;
    asc_move_steps(asc_play_rules(play), asc_play_position(play), moves[i], &steps);
    if (!scene_steps_begin(&steps, &more)) continue;
    /* No sequence is the beginning of another, so a complete one is the only one. */
    bool complete = steps.count == more.count;
    *touched = complete ? (asc_steps){0} : more;
    *move = moves[i];
    return complete ? TOUCH_MOVE : TOUCH_ADDED;
  }
  return TOUCH_REFUSED;
}

touch_result touch_take(const asc_play *play, asc_steps *touched, const char *word, asc_move *move) {
  touch_result result = take_exactly(play, touched, word, move);
  if (result != TOUCH_REFUSED || strlen(word) >= ASC_TOKEN_MAX) return result;
  char small[ASC_TOKEN_MAX];
  return asc_text_small(word, small, sizeof small) ? take_exactly(play, touched, small, move) : TOUCH_REFUSED;
}

static int next_compare(const void *a, const void *b) {
  return strcmp(((const touch_next *)a)->id, ((const touch_next *)b)->id);
}

touch_next *touch_list(const asc_play *play, const asc_steps *touched, int *count) {
  asc_move moves[ASC_MOVES_MAX];
  asc_steps *steps = malloc(ASC_MOVES_MAX * sizeof *steps);
  touch_next *list = calloc(ASC_MOVES_MAX, sizeof *list);
  *count = 0;
  if (steps == NULL || list == NULL) {
    free(steps);
    free(list);
    return NULL;
  }
  int kept = moves_narrow(play, touched, moves, steps);
  for (int i = 0; i < kept; i++) {
    memcpy(list[i].id, steps[i].ids[touched->count], ASC_TOKEN_MAX);
    list[i].moves = 1;
  }
  free(steps);
  qsort(list, (size_t)kept, sizeof *list, next_compare);
  for (int i = 0; i < kept; i++) {
    if (*count > 0 && strcmp(list[*count - 1].id, list[i].id) == 0)
      list[*count - 1].moves++;
    else
      list[(*count)++] = list[i];
  }
  return list;
}

cli_token *touch_moves(const asc_play *play, const asc_steps *touched, int *count) {
  asc_move moves[ASC_MOVES_MAX];
  asc_steps *steps = malloc(ASC_MOVES_MAX * sizeof *steps);
  cli_token *tokens = calloc(ASC_MOVES_MAX, sizeof *tokens);
  *count = 0;
  if (steps == NULL || tokens == NULL) {
    free(steps);
    free(tokens);
    return NULL;
  }
  *count = moves_narrow(play, touched, moves, steps);
  free(steps);
  for (int i = 0; i < *count; i++)
    asc_move_write(asc_play_rules(play), asc_play_position(play), moves[i], tokens[i].text);
  qsort(tokens, (size_t)*count, sizeof *tokens, cli_token_compare);
  return tokens;
}
