/* Completion by Tab: the touches that lead on from what stands before the cursor; where none fits, whole moves and the
   words of the prompt. */
#include "front.h"

#include "cli/cli.h"
#include "core/text.h"
#include "play/touch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What begins with the part of a word that was typed. */
typedef struct candidate_list {
  const char *part;
  asc_token *tokens;
  int count, room;
} candidate_list;

static void candidate_add(candidate_list *all, const char *text) {
  bool fits = strncmp(text, all->part, strlen(all->part)) == 0;
  if (!fits || all->count == all->room) return;
  (void)snprintf(all->tokens[all->count++].text, ASC_TOKEN_MAX, "%s", text);
}

static void touches_add(candidate_list *all, const asc_play *play, const asc_steps *touched) {
  int count;
  asc_touch_next *list = asc_touch_list(play, touched, &count);
  for (int i = 0; list != NULL && i < count; i++) candidate_add(all, list[i].id);
  free(list);
}

static void moves_add(candidate_list *all, const asc_play *play) {
  int count;
  asc_token *tokens = asc_touch_moves(play, &(asc_steps){0}, &count);
  for (int i = 0; tokens != NULL && i < count; i++) candidate_add(all, tokens[i].text);
  free(tokens);
}

/* Goes over the words before the last, as touches. False where they leave nothing to complete. */
static bool words_follow(const play_front *front, char *before, asc_steps *touched, bool *first) {
  *touched = front->table.touched;
  *first = true;
  for (const char *word; (word = asc_text_word(&before)) != NULL; *first = false) {
    asc_move move;
    bool asks = *first && (strcmp(word, "why") == 0 || strcmp(word, "hint") == 0);
    if (!asks && asc_touch_word(front->table.play, touched, word, false, &move) != ASC_TOUCH_ADDED) return false;
  }
  return true;
}

static void candidates_find(candidate_list *all, const play_front *front, char *before) {
  const asc_play *play = front->table.play;
  asc_steps touched;
  bool first;
  if (play == NULL) {
    for (int i = 0; asc_game_at(i) != NULL; i++) candidate_add(all, asc_game_at(i)->id);
    return;
  }
  if (!words_follow(front, before, &touched, &first)) return;
  touches_add(all, play, &touched);
  if (all->part[0] == '\0') return;
  if (all->count == 0 && touched.count == 0) moves_add(all, play);
  for (int i = 0; first && words_name(i) != NULL; i++) candidate_add(all, words_name(i));
}

/* How many bytes all candidates share. */
static size_t shared_length(const candidate_list *all) {
  size_t length = strlen(all->tokens[0].text);
  for (int i = 1; i < all->count; i++) {
    size_t same = 0;
    while (same < length && all->tokens[i].text[same] == all->tokens[0].text[same]) same++;
    length = same;
  }
  return length;
}

bool words_complete(void *context, char *before, char *insert, size_t size) {
  const play_front *front = context;
  char *part = before + strlen(before);
  while (part > before && part[-1] != ' ' && part[-1] != '\t') part--;
  char typed[INPUT_LINE_MAX];
  (void)snprintf(typed, sizeof typed, "%s", part);
  *part = '\0';
  candidate_list found = {.part = typed, .room = ASC_MOVES_MAX + 64};
  found.tokens = calloc((size_t)found.room, sizeof *found.tokens);
  if (found.tokens == NULL) return false;
  candidates_find(&found, front, before);
  bool print = false;
  if (found.count > 0) {
    size_t shared = shared_length(&found), length = strlen(typed);
    (void)snprintf(insert, size, "%.*s%s", (int)(shared - length), found.tokens[0].text + length,
                   found.count == 1 ? " " : "");
    print = found.count > 1 && shared == length;
  }
  if (print) {
    putchar('\n');
    tell_columns(front, found.tokens->text, sizeof *found.tokens, found.count);
  }
  free(found.tokens);
  return print;
}
