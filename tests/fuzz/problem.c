/* Files of problems. What is accepted is written line by line and read back as the same list, tells itself as JSON, and
   what it says of a game can be looked at: a position that is none and a key that is no move are refused with reasons.
   Nothing is searched. */
#include "fuzz.h"

#include "core/text.h"
#include "study/problem.h"

#include <jansson.h>

enum { LOOKED_AT_MAX = 8 };

static void text_put(void *data, const char *text, size_t length) {
  asc_writer *writer = data;
  for (size_t i = 0; i < length; i++) asc_writer_char(writer, text[i]);
}

static void check_json(const asc_problem *problem) {
  char text[8 * ASC_PROBLEM_TEXT_MAX];
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_json json = {.put = text_put, .data = &writer};
  asc_json_open(&json, NULL, '{');
  asc_problem_json(&json, problem);
  asc_json_close(&json, '}');
  FUZZ_REQUIRE(asc_writer_end(&writer) > 0);
  json_t *read = json_loads(text, JSON_REJECT_DUPLICATES, NULL);
  FUZZ_REQUIRE(json_integer_value(json_object_get(read, "number")) == problem->number);
  FUZZ_REQUIRE(json_string_length(json_object_get(read, "key")) > 0);
  json_decref(read);
}

static void check_same(const asc_problem *problem) {
  char text[ASC_PROBLEM_TEXT_MAX];
  asc_problem_list list;
  FUZZ_REQUIRE(strlen(asc_problem_write(problem, text)) < sizeof text - 1);
  FUZZ_REQUIRE(asc_problem_list_read(&list, text, NULL) == ASC_OK && list.count == 1);
  const asc_problem *again = &list.all[0];
  FUZZ_REQUIRE(strcmp(again->position, problem->position) == 0 && strcmp(again->key, problem->key) == 0);
  FUZZ_REQUIRE(again->moves == problem->moves && again->points == problem->points);
  FUZZ_REQUIRE(again->grade == problem->grade && again->strict == problem->strict && !again->solved);
  asc_problem_list_close(&list);
}

static void look_at(const asc_rules *rules, const asc_problem *problem) {
  asc_position position;
  asc_play *play;
  asc_error error = {0};
  if (asc_position_read(rules, problem->position, &position, &error) < 0) {
    FUZZ_REQUIRE(error.reason[0] != '\0');
    return;
  }
  FUZZ_REQUIRE(asc_play_open(&play, rules, &position) == ASC_OK);
  bool good = asc_play_token(play, problem->key, &error) >= 0;
  FUZZ_REQUIRE(good || error.reason[0] != '\0');
  asc_outcome outcome;
  FUZZ_REQUIRE(!asc_problem_won(problem, play) || asc_play_outcome(play, &outcome));
  asc_play_close(play);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  char *text;
  const asc_rules *rules = fuzz_input(data, size, &text);
  asc_problem_list list;
  asc_error error = {0};
  int code = asc_problem_list_read(&list, text, &error);
  FUZZ_REQUIRE(code == ASC_OK || (code == ASC_E_INPUT && error.reason[0] != '\0' && error.line > 0));
  for (int i = 0; code == ASC_OK && i < list.count; i++) {
    FUZZ_REQUIRE(list.all[i].number == i + 1);
    check_same(&list.all[i]);
    if (i >= LOOKED_AT_MAX) continue;
    check_json(&list.all[i]);
    look_at(rules, &list.all[i]);
  }
  asc_problem_list_close(&list);
  free(text);
  return 0;
}
