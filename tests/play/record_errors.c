/* Records that are rejected with a code, a line and column, a token and a reason. Hostile records are rejected without
   taking much time or memory. */
#include "record_help.h"

#include "tests/support/failing_alloc.h"

/* Rejected as unreadable or as illegal. The two tags of DELTA are lines 1 and 2. */
#define UNREADABLE(text, line, column, token, words) assert_rejected(text, ASC_E_INPUT, line, column, token, words)
#define ILLEGAL(text, line, column, token, words) assert_rejected(text, ASC_E_ILLEGAL, line, column, token, words)

static void test_illegal_plies(void **state) {
  (void)state;
  ILLEGAL(DELTA "b2 b2", 3, 4, "b2", "");
  ILLEGAL(DELTA "\n1. b2 b4\n2.b2-c2", 5, 3, "b2-c2", "");
  ILLEGAL(DELTA "1. Nf3", 3, 4, "Nf3", "");
  ILLEGAL(DELTA "b2 1 b4", 3, 4, "1", "");
  ILLEGAL("[Game \"delfino\"] 0.-1>2.1", 1, 18, "0.-1>2.1", "");
  ILLEGAL("[Game \"delfino\"] 1.1.1", 1, 18, "1.1.1", "");
}

static void test_plies_after_the_end(void **state) {
  (void)state;
  ILLEGAL(DELTA "b2 p1resigns b4", 3, 14, "b4", "it was given up");
  ILLEGAL(DELTA "b2 draw-agreed b4", 3, 16, "b4", "a draw was agreed");
  ILLEGAL(DELTA "b2 p1resigns p2resigns", 3, 14, "p2resigns", "it was given up");
}

static void test_resigning_needs_an_active_player(void **state) {
  (void)state;
  ILLEGAL(DELTA "b2 p3resigns", 3, 4, "p3resigns", "no player 3");
  ILLEGAL("[Game \"delfino:players=3\"] 1.1 p2resigns 5.5 p2resigns", 1, 46, "p2resigns", "already left");
}

static void test_illegal_plies_of_variations(void **state) {
  (void)state;
  ILLEGAL(DELTA "b2 b4 (b2-e2)", 3, 8, "b2-e2", "");
  ILLEGAL(DELTA "b2 b4 (c3 b2-d2)\n(c3 c3) b2-e2", 4, 5, "c3", "");
}

static void test_wrong_results(void **state) {
  (void)state;
  ILLEGAL(DELTA "[Result \"p1win\"] b2 p1resigns", 3, 10, "p1win", "the result is p2win");
  ILLEGAL(DELTA "b2 p1resigns none", 3, 14, "none", "the result is p2win");
  ILLEGAL(DELTA "[Result \"p1win\"] b2 p2win", 3, 21, "p2win", "the tag Result says p1win");
  ILLEGAL(DELTA "b2 p3win", 3, 4, "p3win", "no such player");
  ILLEGAL("[Game \"delfino:players=3\"] 1.1 p1win", 1, 32, "p1win", "who gave up is written as p2resigns");
  UNREADABLE(DELTA "[Result \"white\"] b2", 3, 10, "white", "a result is p1win");
}

static void test_wrong_points(void **state) {
  (void)state;
  ILLEGAL(DELTA "[Points \"10 0\"] b2 b4 1-0", 3, 10, "10 0", "the points are 23 0");
  ILLEGAL(DELTA "[Points \"0.5 0\"] b2 b4 *", 3, 10, "0.5 0", "the points are 0 0");
  UNREADABLE(DELTA "[Points \"23\"] b2 b4 1-0", 3, 10, "23", "a number for each player");
  UNREADABLE(DELTA "[Points \"23 0 0\"] b2 b4 1-0", 3, 10, "23 0 0", "a number for each player");
  UNREADABLE(DELTA "[Points \"many\"] b2 b4 1-0", 3, 10, "many", "a number for each player");
  UNREADABLE(DELTA "[Points \"23  0\"] b2 b4 1-0", 3, 10, "23  0", "a number for each player");
  UNREADABLE(DELTA "[Points \"23 0 \"] b2 b4 1-0", 3, 10, "23 0 ", "a number for each player");
  UNREADABLE(DELTA "[Points \"23 -0\"] b2 b4 1-0", 3, 10, "23 -0", "a number for each player");
}

static void test_bad_tags(void **state) {
  (void)state;
  UNREADABLE("b2 b4", 1, 1, "b2", "a game begins with its tags");
  UNREADABLE("\n [Event \"x\"] b2", 2, 2, "", "no tag Game");
  UNREADABLE("[Game \"chess\"] e4", 1, 8, "chess", "unknown game");
  UNREADABLE("[Game \"delta:size=9\"] b2", 1, 8, "9", "4 to 6");
  UNREADABLE("[Game \"delta\"]\n[Options \"size=9\"] b2", 2, 11, "9", "4 to 6");
  UNREADABLE("[Game \"delta:size=4\"]\n[Options \"size=5\"] b2", 1, 8, "", "twice");
  UNREADABLE("[Game \"delta\"] [Game \"delta\"] b2", 1, 17, "Game", "twice");
  UNREADABLE("[Game delta]", 1, 7, "delta]", "a tag is written [Name \"value\"]");
  UNREADABLE("[Game \"delta]\nb2 b4", 1, 1, "[Game", "no closing quote");
  UNREADABLE("[Game \"delta\" b2", 1, 15, "b2", "ends with ]");
  UNREADABLE("[Game \"delta\nb2\"]", 1, 8, "delta\nb2", "no line ends");
  UNREADABLE("[\"delta\"]", 1, 2, "", "a tag's name");
}

static void test_bad_positions_and_dice(void **state) {
  (void)state;
  UNREADABLE(DELTA "[Position \"1:nonsense\"] b2", 3, 14, "nonsense", "");
  UNREADABLE("[Game \"delfino\"] [Dice \"seed=x\"]", 1, 25, "seed=x", "dice are");
  UNREADABLE("[Game \"delfino\"] [Dice \"seed=18446744073709551616\"]", 1, 25, "seed=18446744073709551616", "2^64");
  UNREADABLE("[Game \"delfino\"] [Dice \"fair\"]", 1, 25, "fair", "dice are");
}

static void test_bad_moves_sections(void **state) {
  (void)state;
  UNREADABLE(DELTA "b2 {no end", 3, 4, "{no", "this comment is not closed");
  UNREADABLE(DELTA "b2 {no end \\}", 3, 4, "{no", "this comment is not closed");
  UNREADABLE(DELTA "b2 (b4", 3, 4, "(", "this variation is not closed");
  UNREADABLE(DELTA "b2 (b4 none", 3, 4, "(", "this variation is not closed");
  UNREADABLE(DELTA "b2 (b4 [Game \"delta\"]", 3, 4, "(", "this variation is not closed");
  UNREADABLE(DELTA "(b2)", 3, 1, "(", "behind the ply that it replaces");
  UNREADABLE(DELTA "b2 ((b4) b5)", 3, 5, "(", "behind the ply that it replaces");
  UNREADABLE(DELTA "b2 ({x})", 3, 4, "", "no ply");
  UNREADABLE(DELTA "b2 )", 3, 4, ")", "no variation is open");
  UNREADABLE(DELTA "b2 }", 3, 4, "}", "nothing was opened");
  UNREADABLE(DELTA "b2 $256", 3, 5, "256", "0 to 255");
  UNREADABLE(DELTA "b2 $x", 3, 5, "x", "0 to 255");
  UNREADABLE(DELTA "b2 {bell \a}", 3, 5, "bell \a", "control characters");
}

static void test_bad_redo(void **state) {
  (void)state;
  ILLEGAL(DELTA "b2 {[%redo b2]}", 3, 5, "[%redo b2]", "");
  ILLEGAL(DELTA "b2 {[%redo b4}", 3, 5, "[%redo b4", "not readable");
}

static void test_invalid_utf8(void **state) {
  (void)state;
  UNREADABLE(DELTA "b2 {\xff}", 3, 5, "0xff", "not UTF-8");
  UNREADABLE(DELTA "b2 {\xc0\xaf}", 3, 5, "0xc0", "not UTF-8");
  UNREADABLE(DELTA "b2 {\xed\xa0\x80}", 3, 5, "0xed", "not UTF-8");
  UNREADABLE(DELTA "b2 {\xf4\x90\x80\x80}", 3, 5, "0xf4", "not UTF-8");
  UNREADABLE(DELTA "b2 {\xe2\x82", 3, 5, "0xe2", "not UTF-8");
  const char with_nul[] = DELTA "b2\0 b4";
  assert_rejected_bytes(with_nul, sizeof with_nul - 1, ASC_E_INPUT, 3, 3, "0x00", "NUL");
}

#define TAGS "{\"tags\":{\"Game\":\"delta\"},\n"

static void test_bad_json(void **state) {
  (void)state;
  UNREADABLE("{\"tags\"", 1, 8, "", "a colon is missing");
  UNREADABLE("{\"tags\" {}}", 1, 9, "{", "a colon is missing");
  UNREADABLE("{\"tags\":{}", 1, 11, "", "a comma or } is missing");
  UNREADABLE("{\"tags\":{} \"moves\":[]}", 1, 12, "\"moves\"", "a comma or } is missing");
  UNREADABLE("{5:6}", 1, 2, "5", "the keys tags and moves");
  UNREADABLE(TAGS "\"plies\":[]}", 2, 2, "plies", "the keys tags and moves");
  UNREADABLE(TAGS "\"tags\":{}}", 2, 2, "tags", "each once");
  UNREADABLE(TAGS "\"moves\":[],\n\"moves\":[]}", 3, 2, "moves", "each once");
  UNREADABLE(TAGS "\"moves\":[\"b2\"", 2, 14, "", "a comma or ] is missing");
  UNREADABLE(TAGS "\"moves\":[\"b2\" \"b4\"]}", 2, 15, "\"b4\"", "a comma or ] is missing");
  UNREADABLE(TAGS "\"moves\":[\"b2", 2, 10, "\"b2", "no closing quote");
  UNREADABLE(TAGS "\"moves\":[\"b2\\", 2, 10, "\"b2\\", "no closing quote");
  UNREADABLE(TAGS "\"moves\":[\"b\\2\"]}", 2, 10, "\"b\\2\"", "this is not JSON: the string cannot be read");
  UNREADABLE(TAGS "\"moves\":[\"b\\ud800\"]}", 2, 10, "\"b\\ud800\"", "this is not JSON");
  UNREADABLE(TAGS "\"moves\":[\"b\\u0000\"]}", 2, 10, "\"b\\u0000\"", "this is not JSON");
  UNREADABLE(TAGS "\"moves\":[\"b\n2\"]}", 2, 10, "\"b", "this is not JSON: the string cannot be read");
}

static void test_bad_json_tags(void **state) {
  (void)state;
  UNREADABLE("{\"tags\":", 1, 9, "", "the tags are an object");
  UNREADABLE("{\"tags\": [\"Game\"]}", 1, 10, "[", "the tags are an object");
  UNREADABLE("{\"tags\":{\"Game\":5}}", 1, 17, "5", "the value of a tag is a string");
  UNREADABLE("{\"tags\":{\"Game\":\n {}}}", 2, 2, "{", "the value of a tag is a string");
  UNREADABLE("{\"tags\":{Game:5}}", 1, 10, "Game", "the name of a tag is a string");
  UNREADABLE("{\"tags\":{\"Game\":\"delta\",\"Game\":\"delta\"}}", 1, 26, "Game", "twice");
  UNREADABLE("{\"tags\":{\"Game\":\"delta\",\"A b\":\"\"}}", 1, 26, "A b", "a tag's name");
  UNREADABLE("{\"tags\":{\"Game\":\"delta\",}}", 1, 25, "}", "the name of a tag is a string");
  UNREADABLE("[{\"tags\":{\"Game\":\"chess\"}}]", 1, 19, "chess", "unknown game");
  UNREADABLE("\n  {\"moves\":[\"b2\"]}", 2, 3, "", "no tag Game");
}

static void test_bad_json_items(void **state) {
  (void)state;
  UNREADABLE(TAGS "\"moves\":{}}", 2, 9, "{", "arrays");
  UNREADABLE(TAGS "\"moves\":[5]}", 2, 10, "5", "an item is a ply");
  UNREADABLE(TAGS "\"moves\":[\n\"b2\",\n\"b4\",\n 7]}", 5, 2, "7", "an item is a ply");
  UNREADABLE(TAGS "\"moves\":[\"b2\",\n null]}", 3, 2, "null", "an item is a ply");
  UNREADABLE(TAGS "\"moves\":[\"b2\",]}", 2, 15, "]", "an item is a ply");
  UNREADABLE(TAGS "\"moves\":[\"\"]}", 2, 11, "", "empty");
  UNREADABLE(TAGS "\"moves\":[\"b2\",[]]}", 2, 15, "[", "an item is a ply");
  UNREADABLE(TAGS "\"moves\":[\"b2\",{}]}", 2, 15, "{", "an item is a ply");
  UNREADABLE(TAGS "\"moves\":[\"b2\",{\"note\":\"x\"}]}", 2, 17, "note", "an item is a ply");
  UNREADABLE(TAGS "\"moves\":[\"b2\",{\"comment\":5}]}", 2, 26, "5", "a comment is a string");
  UNREADABLE(TAGS "\"moves\":[\"b2\",{\"comment\":\"\",\"nag\":1}]}", 2, 28, ",", "one key");
  UNREADABLE(TAGS "\"moves\":[\"b2\",{\"nag\":-1}]}", 2, 22, "-1", "0 to 255");
  UNREADABLE(TAGS "\"moves\":[\"b2\",{\"nag\": \"1\"}]}", 2, 23, "\"1\"", "0 to 255");
  UNREADABLE(TAGS "\"moves\":[\"b2\",{\"nag\":1.0}]}", 2, 22, "1.0", "0 to 255");
  UNREADABLE(TAGS "\"moves\":[{\"variation\":[\"b2\"]}]}", 2, 12, "variation", "behind the ply");
  UNREADABLE(TAGS "\"moves\":[\"b2\",{\"variation\":[]}]}", 2, 17, "", "no ply");
  UNREADABLE(TAGS "\"moves\":[\"b2\",{\"variation\":\"b3\"}]}", 2, 28, "\"b3\"", "arrays");
}

static void test_illegal_json(void **state) {
  (void)state;
  ILLEGAL(TAGS "\"moves\":[\"b2\",\n {\"comment\":\"a \\\" quote\"}, \"b2\"]}", 3, 29, "b2", "");
  ILLEGAL(TAGS "\"moves\":[\"b2 \"]}", 2, 11, "b2 ", "");
  ILLEGAL(TAGS "\"moves\":[\"p1win\"]}", 2, 11, "p1win", "");
}

static void test_errors_between_json_games(void **state) {
  (void)state;
  const char *const texts[] = {"[" TAGS "\"moves\":[]} " TAGS "\"moves\":[]}]", "[" TAGS "\"moves\":[]}",
                               "[" TAGS "\"moves\":[]}] 5", "[" TAGS "\"moves\":[]},]"};
  for (int i = 0; i < 4; i++) {
    asc_record_reader *reader;
    asc_record *record;
    asc_error error;
    assert_int_equal(asc_record_reader_open(&reader, texts[i], strlen(texts[i]), &error), ASC_OK);
    assert_int_equal(asc_record_reader_next(reader, &record, NULL, &error), 1);
    asc_record_close(record);
    assert_int_equal(asc_record_reader_next(reader, &record, NULL, &error), ASC_E_INPUT);
    assert_int_equal(error.line, 2);
    assert_int_equal(asc_record_reader_next(reader, &record, NULL, &error), 0);
    asc_record_reader_close(reader);
  }
}

static void assert_rejected_when_repeated(const char *head, const char *part, size_t times, const char *words) {
  char *text = repeat_text(head, part, times, "");
  asc_record_reader *reader;
  asc_record *record;
  asc_error error;
  int code = asc_record_reader_open(&reader, text, strlen(text), &error);
  if (code == ASC_OK) code = asc_record_reader_next(reader, &record, NULL, &error);
  assert_int_equal(code, ASC_E_INPUT);
  if (strstr(error.reason, words) == NULL) fail_msg("'%s' does not say '%s'", error.reason, words);
  asc_record_reader_close(reader);
  free(text);
}

static void test_hostile_texts_exceed_a_limit(void **state) {
  (void)state;
  assert_rejected_when_repeated("", "x", 1 << 20, "begins with its tags");
  assert_rejected_when_repeated("", " ", 65 << 20, "longer than 64 MiB");
  assert_rejected_when_repeated(DELTA, "x", 1 << 20, "too long");
  assert_rejected_when_repeated(DELTA, "b2 (", 100000, "too many variations within variations");
  assert_rejected_when_repeated(DELTA, "b2 ", 1100000, "too many plies");
  assert_rejected_when_repeated(DELTA "b2 ", "{0123456789abcdef}", 600000, "more than 8 MiB");
  assert_rejected_when_repeated("[Game \"delta\"] [X \"", "x", 5000, "no closing quote");
  assert_rejected_when_repeated("[", "[", 100000, "a tag is written");
  assert_rejected_when_repeated("[{", "[", 100000, "the keys tags and moves");
  assert_rejected_when_repeated("[{\"tags\":{\"", "x", 1 << 20, "no closing quote");
  assert_rejected_when_repeated(TAGS "\"moves\":[\"b2\"", ",{\"variation\":[\"b2\"", 1000, "too many variations");
  assert_rejected_when_repeated(TAGS "\"moves\":[\"b2\"", ",\"b2\"", 1100000, "too many plies");
  assert_rejected_when_repeated(TAGS "\"moves\":[\"b2\"", ",{\"comment\":\"0123456789abcdef\"}", 600000,
                                "more than 8 MiB");
}

static void test_too_many_and_too_long_tags(void **state) {
  (void)state;
  char *long_value = repeat_text("[Game \"delta\"]\n[X \"", "x", 5000, "\"]");
  char expected_token[ASC_ERROR_TOKEN_MAX];
  memset(expected_token, 'x', sizeof expected_token - 1);
  expected_token[sizeof expected_token - 1] = '\0';
  UNREADABLE(long_value, 2, 5, expected_token, "too long");
  free(long_value);
  char *many_tags = malloc(1 << 16), *end = many_tags;
  assert_non_null(many_tags);
  for (int i = 0; i < 200; i++) end += sprintf(end, "[T%d \"\"]\n", i);
  UNREADABLE(many_tags, 129, 2, "T128", "too many tags");
  free(many_tags);
}

/* A character that does not fit completely into the token is left out. */
static void test_a_token_is_cut_between_characters(void **state) {
  (void)state;
  char *text = repeat_text("[Game \"delta\"]\n[X \"a", "é", 3000, "\"]");
  char expected_token[ASC_ERROR_TOKEN_MAX + 2] = "a";
  for (int i = 0; i < 31; i++) strcat(expected_token, "é");
  UNREADABLE(text, 2, 5, expected_token, "too long");
  free(text);
}

/* Reads, checks, writes both formats and resumes. Any allocation may fail. */
static int read_write_resume(const char *text, const asc_rules *rules) {
  asc_record_reader *reader;
  asc_record *record = NULL, *saved = NULL;
  asc_play *play = NULL;
  char *written[2] = {NULL, NULL};
  size_t length;
  int code = asc_record_reader_open(&reader, text, strlen(text), NULL);
  if (code == ASC_OK) code = asc_record_reader_next(reader, &record, NULL, NULL);
  for (int format = 0; format < 2 && code >= 0; format++)
    code = asc_record_write(record, (asc_record_format)format, &written[format], &length);
  if (code >= 0) code = asc_record_to_play(record, rules, &play, NULL);
  if (code >= 0) code = asc_record_from_play(&saved, play);
  free(written[0]);
  free(written[1]);
  asc_play_close(play);
  asc_record_close(saved);
  asc_record_close(record);
  asc_record_reader_close(reader);
  return code;
}

static const char *const full_texts[] = {DELTA "{x} b2 (c3) b4 $1 {[%redo b2-e2]}", TAGS
                                         "\"moves\":[\"b2\",{\"variation\":[\"c3\"]},{\"comment\":\"[%redo b4]\"}]}"};

/* Lets each allocation fail once and returns how many there were. `code` 0 accepts any error. */
static long fail_each_allocation(const char *text, int code) {
  asc_rules *rules;
  assert_int_equal(asc_rules_open(&rules, "delta", NULL), ASC_OK);
  for (long n = 0;; n++) {
    failing_begin(n);
    int got = read_write_resume(text, rules);
    if (!failing_ended()) {
      assert_int_equal(got, ASC_OK);
      asc_rules_close(rules);
      return n;
    }
    assert_true(code == 0 ? got < 0 : got == code);
  }
}

static void test_every_failing_allocation_is_reported(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) assert_true(fail_each_allocation(full_texts[i], ASC_E_MEMORY) > 8);
}

/* However a character is escaped, the result is the same. */
static void test_json_escapes(void **state) {
  (void)state;
  static const char text[] =
      TAGS "\"moves\":[\"b\\u0032\",{\"comment\":\"\\u00e9 \\u20ac \\ud83d\\ude00 \\/ \\\" \\\\\"}]}";
  asc_record_reader *reader;
  asc_record *record;
  assert_int_equal(asc_record_reader_open(&reader, text, strlen(text), NULL), ASC_OK);
  assert_int_equal(asc_record_reader_next(reader, &record, NULL, NULL), 1);
  assert_string_equal(asc_record_first_item(record)->text, "b2");
  assert_string_equal(asc_record_first_item(record)->next->text, "é € 😀 / \" \\");
  asc_record_close(record);
  asc_record_reader_close(reader);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_illegal_plies),
      cmocka_unit_test(test_plies_after_the_end),
      cmocka_unit_test(test_resigning_needs_an_active_player),
      cmocka_unit_test(test_illegal_plies_of_variations),
      cmocka_unit_test(test_wrong_results),
      cmocka_unit_test(test_wrong_points),
      cmocka_unit_test(test_bad_tags),
      cmocka_unit_test(test_bad_positions_and_dice),
      cmocka_unit_test(test_bad_moves_sections),
      cmocka_unit_test(test_bad_redo),
      cmocka_unit_test(test_invalid_utf8),
      cmocka_unit_test(test_bad_json),
      cmocka_unit_test(test_bad_json_tags),
      cmocka_unit_test(test_bad_json_items),
      cmocka_unit_test(test_illegal_json),
      cmocka_unit_test(test_errors_between_json_games),
      cmocka_unit_test(test_hostile_texts_exceed_a_limit),
      cmocka_unit_test(test_too_many_and_too_long_tags),
      cmocka_unit_test(test_a_token_is_cut_between_characters),
      cmocka_unit_test(test_every_failing_allocation_is_reported),
      cmocka_unit_test(test_json_escapes),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
