/* Position strings of all games. What is accepted is a position: it checks, is written back to the same line, and can
   be played to some depth, drawn and explained. */
#include "fuzz.h"

static void play_on(const asc_rules *rules, asc_position *position, const char *text) {
  uint64_t choice = 1469598103934665603U;
  for (; *text != '\0'; text++) choice = (choice ^ (unsigned char)*text) * 1099511628211U;
  for (int ply = 0; ply < 24; ply++) {
    asc_move moves[ASC_MOVES_MAX];
    int count = asc_position_moves(rules, position, moves);
    asc_outcome outcome;
    FUZZ_REQUIRE(asc_position_outcome(rules, position, &outcome) == (count == 0));
    FUZZ_REQUIRE(count <= rules->moves_max);
    if (count == 0) return;
    choice = choice * 6364136223846793005U + 1442695040888963407U;
    asc_position_play(rules, position, moves[(choice >> 33) % (unsigned)count]);
    asc_error error;
    FUZZ_REQUIRE(asc_position_check(rules, position, &error) == ASC_OK);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static asc_view view;
  if (size == 0) return 0;
  const asc_rules *rules = fuzz_rules(data[0]);
  char *text = fuzz_string(data + 1, size - 1);
  asc_position position;
  asc_error error;
  if (asc_position_read(rules, text, &position, &error) == ASC_OK) {
    char again[ASC_TEXT_MAX];
    FUZZ_REQUIRE(asc_position_check(rules, &position, &error) == ASC_OK);
    FUZZ_REQUIRE(asc_position_write(rules, &position, again, sizeof again) >= 0);
    FUZZ_REQUIRE(strcmp(again, text) == 0);
    asc_position_view(rules, &position, NULL, 0, &view);
    play_on(rules, &position, text);
  } else {
    FUZZ_REQUIRE(error.reason[0] != '\0');
  }
  free(text);
  return 0;
}
