/* Text that is written and read: sentences, specs, moves, positions. */
#include "conformance.h"

#include <stdio.h>
#include <string.h>

enum { SPELLINGS_READ = 4 }; /* moves per position, because reading a move back is slow */

void check_message(const walk *w, const asc_message *message, const char *what) {
  char sentence[ASC_SENTENCE_MAX];
  require(message->key != NULL, w, "%s has no message", what);
  for (const asc_catalogue *catalogue = w->rules->game->catalogues; catalogue->language != NULL; catalogue++) {
    int length = asc_message_write(w->rules, catalogue->language, message, sentence, sizeof sentence);
    require(length > 0, w, "%s: '%s' has no sentence in '%s', or lacks an argument", what, message->key,
            catalogue->language);
  }
}

static void check_sentence(const walk *w, const char *key) {
  asc_message message;
  asc_message_set(&message, key);
  check_message(w, &message, key);
}

/* The rules page, and the sentences of the game, its options and its players. */
static void check_texts(const walk *w) {
  const asc_game *game = w->rules->game;
  char key[64];
  require(strlen(game->rules_text) > 500, w, "the rules page is short");
  check_sentence(w, "summary");
  for (int i = 0; i < game->option_count; i++) {
    (void)snprintf(key, sizeof key, "option.%s", game->options[i].key);
    check_sentence(w, key);
  }
  for (int i = 1; i <= w->rules->players; i++) {
    (void)snprintf(key, sizeof key, "player.%d", i);
    check_sentence(w, key);
  }
}

void test_texts(void **state) {
  (void)state;
  for (int i = 0; spec_at(i) != NULL; i++) {
    walk w = {0};
    assert_int_equal(asc_rules_open(&w.rules, spec_at(i), NULL), ASC_OK);
    asc_position_start(w.rules, &w.position);
    check_texts(&w);
    asc_rules_close(w.rules);
  }
}

static void check_opens_as(const asc_rules *rules, const char *spec) {
  asc_rules *again;
  assert_int_equal(asc_rules_open(&again, spec, NULL), ASC_OK);
  assert_string_equal(again->options, rules->options);
  assert_true(again->hash == rules->hash);
  asc_rules_close(again);
}

/* Rules opened from their own texts, the short one and the one saved in records, are the same rules. */
void test_specs_open_again(void **state) {
  (void)state;
  for (int i = 0; spec_at(i) != NULL; i++) {
    asc_rules *rules;
    assert_int_equal(asc_rules_open(&rules, spec_at(i), NULL), ASC_OK);
    char full[2 * ASC_SPEC_MAX];
    (void)snprintf(full, sizeof full, "%s%s%s", rules->game->id, rules->options[0] == '\0' ? "" : ":", rules->options);
    check_opens_as(rules, rules->spec);
    check_opens_as(rules, full);
    asc_rules_close(rules);
  }
}

void check_move_text(walk *w) {
  static char texts[ASC_MOVES_MAX][ASC_TOKEN_MAX];
  for (int i = 0; i < w->count; i++) {
    asc_move_write(w->rules, &w->position, w->moves[i], texts[i]);
    require(texts[i][0] != '\0', w, "move %d has no spelling", i);
    for (const char *c = texts[i]; *c != '\0'; c++)
      require(*c > ' ' && *c < 127 && !(*c >= 'A' && *c <= 'Z'), w, "'%s' is no lowercase token", texts[i]);
  }
  for (int tries = 0; tries < SPELLINGS_READ && w->count > 0; tries++) {
    int i = walk_choose(w, w->count);
    asc_move read;
    require(asc_move_read(w->rules, &w->position, texts[i], &read, NULL) == ASC_OK && read == w->moves[i], w,
            "'%s' does not read back", texts[i]);
    for (int j = 0; j < w->count; j++)
      require(j == i || strcmp(texts[i], texts[j]) != 0, w, "'%s' spells two moves", texts[i]);
  }
}

void test_move_text(void **state) { (void)state, walk_all_specs(4, check_move_text); }

/* Read into dirty memory, a position string gives every byte of the position, and is written the same again. */
void check_position_text(walk *w) {
  char text[ASC_POSITION_TEXT_MAX], again[ASC_POSITION_TEXT_MAX], small[8];
  asc_error error = {0};
  require(asc_position_check(w->rules, &w->position, &error) == ASC_OK, w, "check refuses it: %s", error.reason);
  int length = asc_position_write(w->rules, &w->position, text, sizeof text);
  require(length > 2 && strncmp(text, "1:", 2) == 0 && strchr(text, ' ') == NULL, w, "bad position string");
  asc_position read;
  memset(&read, 0xa5, sizeof read);
  int code = asc_position_read(w->rules, text, &read, &error);
  require(code == ASC_OK, w, "refused at column %d, '%s': %s", error.column, error.token, error.reason);
  require(memcmp(&read, &w->position, w->rules->position_size) == 0, w, "reads back as another position");
  asc_position_write(w->rules, &read, again, sizeof again);
  require(strcmp(text, again) == 0, w, "written again as %s", again);
  require(asc_position_write(w->rules, &w->position, small, sizeof small) == ASC_E_BUFFER, w,
          "a small buffer overflows");
}

void test_position_text(void **state) { (void)state, walk_all_specs(1, check_position_text); }
