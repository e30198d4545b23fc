/* Fuzzes files of puzzles. An accepted file is written line by line, read back as the same list and written as JSON.
   Its claims about a game can be checked: a wrong position and a solution that is not a move are rejected with
   reasons. Nothing is searched. */
#include "fuzz.h"

#include "base/text.h"
#include "study/puzzle.h"

#include <jansson.h>

enum { CLAIMS_CHECKED_MAX = 8 };

static void write_text(void *data, const char *text, size_t length) {
  asc_writer *writer = data;
  for (size_t i = 0; i < length; i++) asc_writer_char(writer, text[i]);
}

static void check_json(const asc_puzzle *puzzle) {
  char text[8 * ASC_PUZZLE_TEXT_MAX];
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_json json = {.write = write_text, .data = &writer};
  asc_json_open(&json, NULL, '{');
  asc_puzzle_json(&json, puzzle);
  asc_json_close(&json, '}');
  FUZZ_REQUIRE(asc_writer_end(&writer) > 0);
  json_t *read = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
  FUZZ_REQUIRE(json_integer_value(json_object_get(read, "number")) == puzzle->number);
  FUZZ_REQUIRE(json_string_length(json_object_get(read, "key")) > 0);
  json_decref(read);
}

static void check_round_trip(const asc_puzzle *puzzle) {
  char text[ASC_PUZZLE_TEXT_MAX];
  asc_puzzle_list list;
  FUZZ_REQUIRE(strlen(asc_puzzle_write(puzzle, text)) < sizeof text - 1);
  FUZZ_REQUIRE(asc_puzzle_list_read(&list, text, NULL) == ASC_OK && list.count == 1);
  const asc_puzzle *again = &list.puzzles[0];
  FUZZ_REQUIRE(strcmp(again->position, puzzle->position) == 0 &&
               strcmp(again->solution_move, puzzle->solution_move) == 0);
  FUZZ_REQUIRE(again->move_count == puzzle->move_count && again->points == puzzle->points);
  FUZZ_REQUIRE(again->difficulty == puzzle->difficulty && again->is_only_win == puzzle->is_only_win &&
               !again->is_solved);
  asc_puzzle_list_close(&list);
}

static void check_claims(const asc_rules *rules, const asc_puzzle *puzzle) {
  asc_position position;
  asc_play *play;
  asc_error error = {0};
  if (asc_position_read(rules, puzzle->position, &position, &error) < 0) {
    FUZZ_REQUIRE(error.reason[0] != '\0');
    return;
  }
  FUZZ_REQUIRE(asc_play_open(&play, rules, &position) == ASC_OK);
  bool is_legal = asc_play_move_text(play, puzzle->solution_move, &error) >= 0;
  FUZZ_REQUIRE(is_legal || error.reason[0] != '\0');
  asc_outcome outcome;
  FUZZ_REQUIRE(!asc_puzzle_is_won(puzzle, play) || asc_play_outcome(play, &outcome));
  asc_play_close(play);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text;
  const asc_rules *rules = fuzz_read_input(data, size, &text);
  asc_puzzle_list list;
  asc_error error = {0};
  int code = asc_puzzle_list_read(&list, text, &error);
  FUZZ_REQUIRE(code == ASC_OK || (code == ASC_E_INPUT && error.reason[0] != '\0' && error.line > 0));
  for (int i = 0; code == ASC_OK && i < list.count; i++) {
    FUZZ_REQUIRE(list.puzzles[i].number == i + 1);
    check_round_trip(&list.puzzles[i]);
    if (i >= CLAIMS_CHECKED_MAX) continue;
    check_json(&list.puzzles[i]);
    check_claims(rules, &list.puzzles[i]);
  }
  asc_puzzle_list_close(&list);
  free(text);
  return 0;
}
