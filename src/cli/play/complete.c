/* Completion with Tab: the selections that can follow the text before the cursor; whole moves if no selection fits; and
   the commands of the prompt for the first word. Before a game is chosen, the names of the games. */
#include "ui.h"

#include "base/text.h"
#include "cli/cli.h"
#include "play/touch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The words that start with the part of a word that was typed. */
typedef struct candidate_list {
  const char *part;
  asc_token *tokens;
  int count, capacity;
} candidate_list;

static void candidate_add(candidate_list *list, const char *text) {
  bool fits = strncmp(text, list->part, strlen(list->part)) == 0;
  if (!fits || list->count == list->capacity) return;
  (void)snprintf(list->tokens[list->count++].text, ASC_TOKEN_MAX, "%s", text);
}

static void touches_add(candidate_list *list, const asc_play *play, const asc_steps *touched) {
  int count;
  asc_touch_option *options = asc_touch_options(play, touched, &count);
  for (int i = 0; options != NULL && i < count; i++) candidate_add(list, options[i].id);
  free(options);
}

static void moves_add(candidate_list *list, const asc_play *play) {
  int count;
  asc_token *tokens = asc_touch_move_tokens(play, &(asc_steps){0}, &count);
  for (int i = 0; tokens != NULL && i < count; i++) candidate_add(list, tokens[i].text);
  free(tokens);
}

/* Applies the words before the last as selections. Returns false if nothing can be completed after them. */
static bool words_apply(const cli_play_ui *ui, char *before, asc_steps *touched, bool *first) {
  *touched = ui->session.touched;
  *first = true;
  for (const char *word; (word = asc_text_next_word(&before)) != NULL; *first = false) {
    asc_move move;
    bool is_command = *first && (strcmp(word, "why") == 0 || strcmp(word, "hint") == 0);
    if (!is_command && asc_touch_word(ui->session.play, touched, word, false, &move) != ASC_TOUCH_ADDED) return false;
  }
  return true;
}

static void candidates_find(candidate_list *list, const cli_play_ui *ui, char *before) {
  const asc_play *play = ui->session.play;
  asc_steps touched;
  bool first;
  if (play == NULL) {
    for (int i = 0; asc_game_at(i) != NULL; i++) candidate_add(list, asc_game_at(i)->id);
    return;
  }
  if (!words_apply(ui, before, &touched, &first)) return;
  touches_add(list, play, &touched);
  if (list->part[0] == '\0') return;
  if (list->count == 0 && touched.count == 0) moves_add(list, play);
  for (int i = 0; first && cli_prompt_command_name(i) != NULL; i++) candidate_add(list, cli_prompt_command_name(i));
}

/* Returns how many bytes at the start all candidates share. */
static size_t shared_length(const candidate_list *list) {
  size_t length = strlen(list->tokens[0].text);
  for (int i = 1; i < list->count; i++) {
    size_t same = 0;
    while (same < length && list->tokens[i].text[same] == list->tokens[0].text[same]) same++;
    length = same;
  }
  return length;
}

bool cli_prompt_complete(void *context, char *before, char *insert, size_t size) {
  const cli_play_ui *ui = context;
  char *part = before + strlen(before);
  while (part > before && part[-1] != ' ' && part[-1] != '\t') part--;
  char typed[CLI_INPUT_LINE_MAX];
  (void)snprintf(typed, sizeof typed, "%s", part);
  *part = '\0';
  candidate_list found = {.part = typed, .capacity = ASC_MOVES_MAX + 64};
  found.tokens = calloc((size_t)found.capacity, sizeof *found.tokens);
  if (found.tokens == NULL) return false;
  candidates_find(&found, ui, before);
  bool is_ambiguous = false;
  if (found.count > 0) {
    size_t shared = shared_length(&found), length = strlen(typed);
    (void)snprintf(insert, size, "%.*s%s", (int)(shared - length), found.tokens[0].text + length,
                   found.count == 1 ? " " : "");
    is_ambiguous = found.count > 1 && shared == length;
  }
  if (is_ambiguous) {
    putchar('\n');
    cli_play_print_columns(ui, found.tokens->text, sizeof *found.tokens, found.count);
  }
  free(found.tokens);
  return is_ambiguous;
}
