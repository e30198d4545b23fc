/* A table as a record. */
#include "host.h"
#include "play/record.h"
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

/* The game as text of a record, in the form "text" or "json". What the record that it was read from says stands: its
   tags before those given here, its comments, glyphs and variations. */
ASC_EXPORT("table_record") const char *page_record(int number, const char *tags, int json_form) {
  const asc_play *play = table_game(number);
  asc_record *record;
  asc_error error = {0};
  if (play == NULL) return reply_error(ASC_E_STATE, NULL, NULL, NULL);
  int code = asc_record_from_play(&record, play);
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  char *text = NULL;
  size_t length;
  const asc_record *source = table_source(number);
  code = tags_set(record, tags, &error);
  if (code == ASC_OK && source != NULL) code = asc_record_weave(record, source);
  if (code == ASC_OK) code = asc_record_write(record, json_form ? ASC_RECORD_JSON : ASC_RECORD_TEXT, &text, &length);
  asc_record_close(record);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  asc_json_text(reply_begin(), "record", text);
  free(text);
  return reply_end();
}
