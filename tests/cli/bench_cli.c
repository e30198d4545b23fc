/* Tests the output of `ascona bench`. The speed itself is not tested. */
#define _GNU_SOURCE
#include "tests/support/process.h"

#include <jansson.h>

static void test_json_has_one_line_per_game(void **state) {
  (void)state;
  char *text;
  const char *const args[] = {"bench",     "playouts", "--game", "kulami", "--game", "delfino:players=3",
                              "--seconds", "1",        "--json", NULL};
  assert_int_equal(process_run(args, "", &text), 0);
  const char *const games[] = {"kulami", "delfino:players=3"};
  char *line = text;
  for (int i = 0; i < 2; i++) {
    char *end = strchr(line, '\n');
    assert_non_null(end);
    *end = '\0';
    json_t *object = json_loads(line, 0, NULL);
    assert_non_null(object);
    assert_string_equal(json_string_value(json_object_get(object, "game")), games[i]);
    json_int_t best = json_integer_value(json_object_get(object, "plies_per_second"));
    json_int_t list = json_integer_value(json_object_get(object, "list_plies_per_second"));
    assert_true(list > 0 && best >= list);
    assert_true(json_integer_value(json_object_get(object, "playouts_per_second")) > 0);
    assert_true(json_integer_value(json_object_get(object, "perft_leaves_per_second")) > 0);
    assert_true(json_is_real(json_object_get(object, "spread")));
    assert_true(json_is_string(json_object_get(object, "machine")));
    assert_true(json_is_string(json_object_get(object, "compiler")));
    json_decref(object);
    line = end + 1;
  }
  assert_string_equal(line, "");
  free(text);
}

static void test_text_names_the_machine_and_the_speeds(void **state) {
  (void)state;
  char *text;
  assert_int_equal(process_run((const char *const[]){"bench", "--game", "kulami", "--seconds", "1", NULL}, "", &text),
                   0);
  assert_has(text, "machine ");
  assert_has(text, "one thread, seconds of processor time\ncompiler ");
  assert_has(text, " spread ");
  assert_has(text, "\nkulami ");
  assert_has(text, " nodes/s\nkulami ");
  assert_has(text, "\nsignature ");
  free(text);
}

/* Returns the last line of the text. */
static const char *last_line(const char *text) {
  const char *end = text + strlen(text) - 1, *at = end;
  while (at > text && at[-1] != '\n') at--;
  return at;
}

static void test_the_signature_is_repeatable(void **state) {
  (void)state;
  char *once, *again;
  const char *const signature_args[] = {"bench",  "signature", "--game", "delta:size=4,pawns=4",
                                        "--game", "delfino",   NULL};
  const char *const search_args[] = {"bench", "search", "--game", "delta:size=4,pawns=4", "--game", "delfino", NULL};
  assert_int_equal(process_run(signature_args, "", &once), 0);
  unsigned long long nodes;
  assert_int_equal(sscanf(once, "signature %llu\n", &nodes), 1);
  assert_true(nodes > 1000);
  assert_int_equal(process_run(search_args, "", &again), 0);
  assert_string_equal(once, last_line(again));
  free(once);
  free(again);
}

static void test_searches_are_written_as_json(void **state) {
  (void)state;
  char *text, *rest;
  const char *const args[] = {"bench", "search", "--game", "delta:size=4,pawns=4", "--json", NULL};
  assert_int_equal(process_run(args, "", &text), 0);
  json_t *game = json_loads(strtok_r(text, "\n", &rest), 0, NULL);
  json_t *all = json_loads(strtok_r(NULL, "\n", &rest), 0, NULL);
  assert_string_equal(json_string_value(json_object_get(game, "game")), "delta:size=4,pawns=4");
  assert_true(json_integer_value(json_object_get(game, "nodes_per_second")) > 0);
  assert_true(json_integer_value(json_object_get(game, "searches")) > 1);
  assert_true(json_integer_value(json_object_get(all, "signature")) > 0);
  assert_int_equal(json_integer_value(json_object_get(game, "nodes")),
                   json_integer_value(json_object_get(all, "signature")));
  json_decref(game);
  json_decref(all);
  free(text);
}

static void test_proofs_are_written_as_json(void **state) {
  (void)state;
  char *text;
  const char *const args[] = {"bench", "solve", "--game", "delta", "--plies", "8", "--count", "5", "--json", NULL};
  assert_int_equal(process_run(args, "", &text), 0);
  json_t *object = json_loads(text, 0, NULL);
  assert_int_equal(json_integer_value(json_object_get(object, "solved")), 5);
  assert_int_equal(json_integer_value(json_object_get(object, "open")), 0);
  assert_true(json_is_real(json_object_get(object, "median")));
  json_decref(object);
  free(text);
}

static void test_invalid_arguments_are_rejected(void **state) {
  (void)state;
  char *text;
  assert_int_equal(process_run((const char *const[]){"bench", "--game", "chess", NULL}, "", &text), 2);
  assert_has(text, "known are delta");
  free(text);
  assert_int_equal(process_run((const char *const[]){"bench", "openings", NULL}, "", &text), 2);
  assert_has(text, "'openings'");
  free(text);
  assert_int_equal(process_run((const char *const[]){"bench", "--seconds", "0", NULL}, "", &text), 2);
  assert_has(text, "from 1 to 600");
  free(text);
  assert_int_equal(
      process_run((const char *const[]){"bench", "solve", "--game", "kulami", "--plies", "99", NULL}, "", &text), 2);
  assert_has(text, "kulami: random games end before ply 99");
  free(text);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_json_has_one_line_per_game),  cmocka_unit_test(test_text_names_the_machine_and_the_speeds),
      cmocka_unit_test(test_the_signature_is_repeatable), cmocka_unit_test(test_searches_are_written_as_json),
      cmocka_unit_test(test_proofs_are_written_as_json),  cmocka_unit_test(test_invalid_arguments_are_rejected),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
