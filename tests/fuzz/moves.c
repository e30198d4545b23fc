/* Moves and touches as people type them: words separated by spaces. A legal word is played; one that is not gets a
   reason with a sentence, before and after a first touch. */
#include "fuzz.h"

static void explain(const asc_rules *rules, const void *position, const asc_steps *touched, const char *word) {
  asc_message message;
  char sentence[ASC_SENTENCE_MAX];
  (void)asc_position_why(rules, position, touched, word, &message);
  FUZZ_REQUIRE(asc_message_write(rules, "en", &message, sentence, sizeof sentence) > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  if (size == 0) return 0;
  const asc_rules *rules = fuzz_rules(data[0]);
  char *text = fuzz_string(data + 1, size - 1);
  asc_position position;
  asc_position_start(rules, &position);
  char *rest = NULL;
  int budget = 200;
  for (char *word = strtok_r(text, " ", &rest); word != NULL && budget > 0;
       word = strtok_r(NULL, " ", &rest), budget--) {
    asc_move move;
    asc_error error;
    if (asc_move_read(rules, &position, word, &move, &error) == ASC_OK) {
      asc_position_play(rules, &position, move);
      continue;
    }
    FUZZ_REQUIRE(error.reason[0] != '\0');
    explain(rules, &position, NULL, word);
    asc_move moves[ASC_MOVES_MAX];
    int count = asc_position_moves(rules, &position, moves);
    if (count == 0) continue;
    asc_steps touched;
    asc_move_steps(rules, &position, moves[(unsigned char)word[0] % count], &touched);
    touched.count--;
    if (touched.count > 0) explain(rules, &position, &touched, word);
  }
  free(text);
  return 0;
}
