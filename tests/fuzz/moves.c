/* Fuzzes moves and selections as users type them: words separated by spaces. A legal word is played. Any other word
   gets a reason with a sentence, and another one after the first selections of a move. A word "~…" plays a legal
   move for each of its other bytes. */
#include "fuzz.h"

enum { WORDS_MAX = 60, REASONS_MAX = 3 }; /* REASONS_MAX: reasons are slow to find */

/* Asks for the reason after the first selections of a legal move. For the word without selections,
   asc_move_read has given it already. */
static void explain(const asc_rules *rules, const asc_position *position, const char *word) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  if (count == 0) return;
  asc_steps touched;
  asc_move_steps(rules, position, moves[(unsigned char)word[0] % count], &touched);
  while (--touched.count > 0) fuzz_explain(rules, position, &touched, word);
}

/* Plays or explains a word. Returns how many reasons it asked for. */
static int play_word(const asc_rules *rules, asc_position *position, const char *word) {
  asc_move move;
  asc_error error = {0};
  if (word[0] == '~') {
    (void)fuzz_play_bytes(rules, position, word + 1);
  } else if (asc_move_read(rules, position, word, &move, &error) == ASC_OK) {
    asc_position_play(rules, position, move);
  } else {
    FUZZ_REQUIRE(error.reason[0] != '\0');
    explain(rules, position, word);
    return 1;
  }
  return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text, *rest = NULL;
  const asc_rules *rules = fuzz_read_input(data, size, &text);
  asc_position position;
  asc_position_start(rules, &position);
  int words = 0, reasons = 0;
  char *word = strtok_r(text, " ", &rest);
  for (; word != NULL && words < WORDS_MAX && reasons < REASONS_MAX; words++) {
    reasons += play_word(rules, &position, word);
    word = strtok_r(NULL, " ", &rest);
  }
  free(text);
  return 0;
}
