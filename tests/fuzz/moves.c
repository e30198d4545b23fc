/* Moves and touches as people type them: words separated by spaces. A legal word is played; one that is not gets a
   reason with a sentence, and another after the first touches of a move. A word "~…" plays a legal move for each of its
   other bytes. */
#include "fuzz.h"

enum { WORDS_MAX = 60, REASONS_MAX = 3 }; /* reasons are slow to find */

/* After the first touches of a legal move; asked for the word alone, asc_move_read has said why not. */
static void explain(const asc_rules *rules, const asc_position *position, const char *word) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  if (count == 0) return;
  asc_steps touched;
  asc_move_steps(rules, position, moves[(unsigned char)word[0] % count], &touched);
  while (--touched.count > 0) fuzz_explain(rules, position, &touched, word);
}

/* Returns how many reasons were asked for. */
static int take(const asc_rules *rules, asc_position *position, const char *word) {
  asc_move move;
  asc_error error = {0};
  if (word[0] == '~') {
    (void)fuzz_plies(rules, position, word + 1);
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
  const asc_rules *rules = fuzz_input(data, size, &text);
  asc_position position;
  asc_position_start(rules, &position);
  int words = 0, reasons = 0;
  char *word = strtok_r(text, " ", &rest);
  for (; word != NULL && words < WORDS_MAX && reasons < REASONS_MAX; words++) {
    reasons += take(rules, &position, word);
    word = strtok_r(NULL, " ", &rest);
  }
  free(text);
  return 0;
}
