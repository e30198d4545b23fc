/* Fuzzes game records of any game, as text or JSON. An accepted record is written in both formats, read back as the
   same record and resumed. A rejected one has a reason. */
#include "fuzz.h"

#include <ascona/record.h>

static char *write_record(const asc_record *record, asc_record_format format, size_t *length) {
  char *text;
  FUZZ_REQUIRE(asc_record_write(record, format, &text, length) == ASC_OK);
  return text;
}

static asc_record *read_back(const char *text, size_t length) {
  asc_record_reader *reader;
  asc_record *record, *none;
  FUZZ_REQUIRE(asc_record_reader_open(&reader, text, length, NULL) == ASC_OK);
  FUZZ_REQUIRE(asc_record_reader_next(reader, &record, NULL, NULL) == 1);
  FUZZ_REQUIRE(asc_record_reader_next(reader, &none, NULL, NULL) == 0);
  asc_record_reader_close(reader);
  return record;
}

static void resume(asc_record *record) {
  char spec[ASC_SPEC_MAX];
  asc_rules *rules;
  asc_play *play;
  FUZZ_REQUIRE(asc_record_spec(record, spec, NULL) == ASC_OK);
  FUZZ_REQUIRE(asc_rules_open(&rules, spec, NULL) == ASC_OK);
  FUZZ_REQUIRE(asc_record_to_play(record, rules, &play, NULL) == ASC_OK);
  FUZZ_REQUIRE(asc_position_check(rules, asc_play_position(play), NULL) == ASC_OK);
  asc_play_close(play);
  asc_rules_close(rules);
}

static void check_accepted(asc_record *record) {
  size_t length, json_length, again_length;
  char *text = write_record(record, ASC_RECORD_TEXT, &length);
  char *json = write_record(record, ASC_RECORD_JSON, &json_length);
  asc_record *from_json = read_back(json, json_length);
  asc_record *from_text = read_back(text, length);
  for (int i = 0; i < 2; i++) {
    char *again = write_record(i == 0 ? from_json : from_text, ASC_RECORD_TEXT, &again_length);
    FUZZ_REQUIRE(again_length == length && memcmp(again, text, length) == 0);
    free(again);
  }
  resume(from_text);
  asc_record_close(from_text);
  asc_record_close(from_json);
  free(json);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  asc_record_reader *reader;
  asc_error error = {0};
  char *text = malloc(size > 0 ? size : 1); /* no NUL after it, so that a read past the end is detected */
  FUZZ_REQUIRE(text != NULL);
  if (size > 0) memcpy(text, data, size);
  int code = asc_record_reader_open(&reader, text, size, &error);
  while (code >= 0) {
    asc_record *record;
    code = asc_record_reader_next(reader, &record, NULL, &error);
    if (code == 0) break;
    if (code > 0) check_accepted(record);
    asc_record_close(record);
    FUZZ_REQUIRE(code > 0 || code == ASC_E_INPUT || code == ASC_E_ILLEGAL);
    FUZZ_REQUIRE(code > 0 || error.reason[0] != '\0');
    if (code == ASC_E_ILLEGAL) code = ASC_OK;
  }
  asc_record_reader_close(reader);
  free(text);
  return 0;
}
