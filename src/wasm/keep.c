/* A table as a record, as far as the first board needs it: what was played, to be kept. */
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

int table_record_make(int number, const char *tags, asc_record **record, asc_error *error) {
  const asc_play *play = table_game(number);
  *record = NULL;
  if (play == NULL) return ASC_E_STATE;
  int code = asc_record_from_play(record, play);
  return code < 0 ? code : tags_set(*record, tags, error);
}

const char *table_record_reply(int code, const asc_error *error, asc_growing *text) {
  if (code == ASC_OK && text->failed) code = ASC_E_MEMORY;
  if (code == ASC_OK) asc_json_text(reply_begin(), "record", text->text);
  free(text->text);
  return code == ASC_OK ? reply_end() : reply_error(code, error, NULL, NULL);
}

/* What was played as text of a record. */
ASC_EXPORT("table_keep") const char *page_keep(int number, const char *tags) {
  asc_record *record;
  asc_error error = {0};
  asc_growing text = {0};
  int code = table_record_make(number, tags, &record, &error);
  if (code == ASC_OK) asc_text_write(record, &text);
  asc_record_close(record);
  return table_record_reply(code, &error, &text);
}
