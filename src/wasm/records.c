/* Records: a table as a record, and a record as a table. */
#include "host.h"
#include "reply.h"
#include "table.h"

#include <stdlib.h>
#include <string.h>

/* `tags` has a line for each: name, tab, value. */
static int tags_set(asc_record *record, const char *tags, asc_error *error) {
  while (*tags != '\0') {
    char name[ASC_TOKEN_MAX * 2], value[ASC_RECORD_VALUE_MAX];
    size_t line = strcspn(tags, "\n"), tab = strcspn(tags, "\t");
    if (tab >= line || tab >= sizeof name || line - tab - 1 >= sizeof value) return ASC_E_INPUT;
    memcpy(name, tags, tab);
    name[tab] = '\0';
    memcpy(value, tags + tab + 1, line - tab - 1);
    value[line - tab - 1] = '\0';
    int code = asc_record_set_tag(record, name, value, error);
    if (code < 0) return code;
    tags += line + (tags[line] == '\n');
  }
  return ASC_OK;
}

/* The game as text of a record, in the form "text" or "json". */
ASC_EXPORT("table_record") const char *page_record(int number, const char *tags, int json_form) {
  const asc_play *play = table_game(number);
  asc_record *record;
  asc_error error = {0};
  if (play == NULL) return reply_error(ASC_E_STATE, NULL, NULL, NULL);
  int code = asc_record_from_play(&record, play);
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  char *text = NULL;
  size_t length;
  code = tags_set(record, tags, &error);
  if (code == ASC_OK) code = asc_record_write(record, json_form ? ASC_RECORD_JSON : ASC_RECORD_TEXT, &text, &length);
  asc_record_close(record);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  json_text(reply_begin(), "record", text);
  free(text);
  return reply_end();
}

/* The first game of a text as a new table. */
static const char *record_table(asc_record *record) {
  asc_rules *rules;
  asc_play *play;
  asc_error error = {0};
  char spec[ASC_SPEC_MAX];
  int code = asc_record_spec(record, spec, &error);
  if (code == ASC_OK) code = asc_rules_open(&rules, spec, &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  code = asc_record_check(record, rules, NULL, &error);
  if (code == ASC_OK) code = asc_record_to_play(record, rules, &play, &error);
  if (code == ASC_OK) return table_reply(rules, play);
  asc_rules_close(rules);
  return reply_error(code, &error, NULL, NULL);
}

static const char *first_table(asc_reader *reader) {
  asc_record *record;
  asc_error error = {0};
  asc_summary summary;
  int code = asc_reader_next(reader, &record, &summary, &error);
  if (code == 0) {
    (void)snprintf(error.reason, sizeof error.reason, "there is no game in it");
    return reply_error(ASC_E_INPUT, &error, NULL, NULL);
  }
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  const char *reply = record_table(record);
  asc_record_close(record);
  return reply;
}

ASC_EXPORT("record_open") const char *record_open(const char *text) {
  asc_reader *reader;
  asc_error error = {0};
  int code = asc_reader_open(&reader, text, strlen(text), &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  const char *reply = first_table(reader);
  asc_reader_close(reader);
  return reply;
}

/* The tags of the first game of a text. */
ASC_EXPORT("record_tags") const char *record_tags(const char *text) {
  asc_reader *reader;
  asc_record *record;
  asc_error error = {0};
  asc_summary summary;
  int code = asc_reader_open(&reader, text, strlen(text), &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  code = asc_reader_next(reader, &record, &summary, &error);
  asc_reader_close(reader);
  if (code <= 0) return reply_error(code < 0 ? code : ASC_E_INPUT, &error, NULL, NULL);
  json_out *json = reply_begin();
  const char *name, *value;
  json_open(json, "tags", '{');
  for (int i = 0; asc_record_tag_at(record, i, &name, &value); i++) json_text(json, name, value);
  json_close(json, '}');
  asc_record_close(record);
  return reply_end();
}
