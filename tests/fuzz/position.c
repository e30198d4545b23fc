/* Fuzzes position strings. An accepted string is a position: it passes the checks, is written back as the same line,
   and can be drawn, explained and played to some depth.

   The text is a position string, or "~" and bytes for a string that is close to a real one. The bytes up to the next
   "~" choose plies from the start. Each pair of bytes after it (where, what) changes a byte of the string written
   then. */
#include "fuzz.h"

enum { PLIES_PLAYED = 24, PLACES_EXPLAINED = 4 };

static char *near_miss(const asc_rules *rules, const char *bytes) {
  asc_position position;
  char text[ASC_POSITION_TEXT_MAX];
  asc_position_start(rules, &position);
  bytes = fuzz_play_bytes(rules, &position, bytes);
  int length = asc_position_write(rules, &position, text, sizeof text);
  FUZZ_REQUIRE(length > 0);
  if (*bytes == '~') bytes++;
  for (; bytes[0] != '\0' && bytes[1] != '\0'; bytes += 2) text[(unsigned char)bytes[0] % length] = bytes[1];
  return fuzz_string(text, (size_t)length);
}

static void check_view(const asc_rules *rules, const asc_position *position, uint64_t choice) {
  static asc_view view;
  asc_position_view(rules, position, NULL, 0, &view);
  FUZZ_REQUIRE(view.place_count > 0);
  for (uint64_t i = 0; i < PLACES_EXPLAINED; i++)
    fuzz_explain(rules, position, NULL, view.places[(choice + i * i) % (uint64_t)view.place_count].id);
}

static void play_and_check(const asc_rules *rules, asc_position *position, uint64_t choice) {
  for (int ply = 0; ply < PLIES_PLAYED; ply++) {
    asc_move moves[ASC_MOVES_MAX];
    int count = asc_position_moves(rules, position, moves);
    asc_outcome outcome;
    FUZZ_REQUIRE(asc_position_outcome(rules, position, &outcome) == (count == 0));
    FUZZ_REQUIRE(count <= rules->moves_max);
    if (count == 0) return;
    choice = choice * 6364136223846793005U + 1442695040888963407U;
    asc_position_play(rules, position, moves[(choice >> 33) % (unsigned)count]);
    FUZZ_REQUIRE(asc_position_check(rules, position, NULL) == ASC_OK);
  }
}

static void check_accepted(const asc_rules *rules, asc_position *position, const char *text) {
  char again[ASC_POSITION_TEXT_MAX];
  FUZZ_REQUIRE(asc_position_check(rules, position, NULL) == ASC_OK);
  FUZZ_REQUIRE(asc_position_write(rules, position, again, sizeof again) >= 0);
  FUZZ_REQUIRE(strcmp(again, text) == 0);
  check_view(rules, position, fuzz_hash(text));
  play_and_check(rules, position, fuzz_hash(text));
  check_view(rules, position, fuzz_hash(text));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text;
  const asc_rules *rules = fuzz_read_input(data, size, &text);
  if (text[0] == '~') {
    char *changed = near_miss(rules, text + 1);
    free(text);
    text = changed;
  }
  asc_position position;
  asc_error error = {0};
  if (asc_position_read(rules, text, &position, &error) == ASC_OK)
    check_accepted(rules, &position, text);
  else
    FUZZ_REQUIRE(error.reason[0] != '\0');
  free(text);
  return 0;
}
