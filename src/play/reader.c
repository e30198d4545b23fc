/* Reading the games of a text one after the other, text or JSON, each checked under its rules.

   The text is walked once from front to back, and the rules of the last game are kept: in most files the next one has
   the same. */
#include "record.h"

#include "core/text.h"

#include <stdlib.h>
#include <string.h>

struct asc_reader {
  asc_scan scan;
  bool json;
  bool in_array, behind_game; /* JSON games may be the elements of one array */
  bool stopped;               /* nothing more can be found in the text */
  char spec[ASC_SPEC_MAX];
  asc_rules *rules;
  asc_spellings known;
};

/* A game as text begins with [Name, as JSON with {, a list of those with [{. */
static bool is_json(asc_scan scan) {
  asc_scan_skip_space(&scan);
  if (asc_scan_peek(&scan) != '[') return asc_scan_peek(&scan) == '{';
  asc_scan_step(&scan);
  asc_scan_skip_space(&scan);
  return asc_scan_peek(&scan) == '{' || asc_scan_peek(&scan) == ']';
}

int asc_reader_open(asc_reader **reader, const char *text, size_t length, asc_error *error) {
  static const char byte_order_mark[] = "\xef\xbb\xbf";
  *reader = NULL;
  if (length > ASC_RECORDS_MAX) return asc_fail(error, ASC_E_INPUT, "the records are longer than 64 MiB");
  int code = asc_utf8_check(text, length, error);
  if (code < 0) return code;
  asc_reader *made = calloc(1, sizeof *made);
  if (made == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  made->scan = asc_scan_over(text, length);
  if (length >= 3 && memcmp(text, byte_order_mark, 3) == 0) made->scan.at = made->scan.line_start = 3;
  made->json = is_json(made->scan);
  if (made->json) {
    asc_scan_skip_space(&made->scan);
    made->in_array = asc_scan_peek(&made->scan) == '[';
    if (made->in_array) asc_scan_step(&made->scan);
  }
  *reader = made;
  return ASC_OK;
}

void asc_reader_close(asc_reader *reader) {
  if (reader == NULL) return;
  asc_rules_close(reader->rules);
  free(reader);
}

/* Goes to the next game: 1, or 0 when there is none, or what is wrong between games. */
static int game_find(asc_reader *reader, asc_error *error) {
  asc_scan *scan = &reader->scan;
  asc_scan_skip_space(scan);
  if (reader->in_array) {
    if (asc_scan_peek(scan) == ']') {
      asc_scan_step(scan);
      asc_scan_skip_space(scan);
      reader->in_array = false;
      return asc_scan_peek(scan) < 0 ? 0 : asc_scan_fail(scan, error, "nothing follows the array of games");
    }
    if (reader->behind_game) {
      if (asc_scan_peek(scan) != ',') return asc_scan_fail(scan, error, "between two games of an array is a comma");
      asc_scan_step(scan);
      asc_scan_skip_space(scan);
    }
    if (asc_scan_peek(scan) < 0) return asc_scan_fail(scan, error, "the array of games is not closed");
  }
  return asc_scan_peek(scan) >= 0;
}

static int rules_open(asc_reader *reader, const asc_record *record, asc_error *error) {
  char spec[ASC_SPEC_MAX];
  int code = asc_record_spec(record, spec, error);
  if (code < 0 || (reader->rules != NULL && strcmp(spec, reader->spec) == 0)) return code;
  asc_rules_close(reader->rules);
  memcpy(reader->spec, spec, sizeof spec);
  code = asc_rules_open(&reader->rules, spec, error);
  return code < 0 ? asc_record_blame_spec(record, code, error) : code;
}

int asc_reader_next(asc_reader *reader, asc_record **record, asc_summary *summary, asc_error *error) {
  return asc_reader_next_play(reader, record, NULL, summary, error);
}

int asc_reader_next_play(asc_reader *reader, asc_record **record, asc_play **play, asc_summary *summary,
                         asc_error *error) {
  *record = NULL;
  if (summary != NULL) *summary = (asc_summary){.result = "none"};
  int found = reader->stopped ? 0 : game_find(reader, error);
  reader->stopped = found <= 0;
  if (found <= 0) return found;
  asc_record *made;
  if (asc_record_open(&made) < 0) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  made->line = reader->scan.line;
  made->column = asc_scan_column(&reader->scan);
  int code = reader->json ? asc_json_read(&reader->scan, made, error) : asc_text_read(&reader->scan, made, error);
  reader->behind_game = true;
  reader->stopped = code < 0;
  if (code == ASC_OK) code = rules_open(reader, made, error);
  if (code == ASC_OK) code = asc_record_replay(made, reader->rules, &reader->known, summary, play, error);
  if (code < 0)
    asc_record_close(made);
  else
    *record = made;
  return code < 0 ? code : 1;
}

size_t asc_reader_at(const asc_reader *reader) { return reader->stopped ? reader->scan.length : reader->scan.at; }

asc_record_form asc_reader_form(const asc_reader *reader) { return reader->json ? ASC_RECORD_JSON : ASC_RECORD_TEXT; }
