/* Exports a game as a record: the moves played, without the comments of the record it was read from. The small
   modules first-GAME, which have one game each, contain this file but not records.c. */
#include "game.h"
#include "imports.h"
#include "play/record.h"
#include "reply.h"

#include <stdlib.h>
#include <string.h>

/* Sets the tags of a text, one line per tag: name, tab, value. Returns ASC_OK or an error code. */
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

int wasm_game_to_record(int number, const char *tags, asc_record **record, asc_error *error) {
  const asc_play *play = wasm_game_play(number);
  *record = NULL;
  if (play == NULL) return ASC_E_STATE;
  int code = asc_record_from_play(record, play);
  return code < 0 ? code : tags_set(*record, tags, error);
}

const char *wasm_game_record_reply(int code, const asc_error *error, asc_strbuf *text) {
  if (code == ASC_OK && text->failed) code = ASC_E_MEMORY;
  if (code == ASC_OK) asc_json_text(wasm_reply_begin(), "record", text->text);
  free(text->text);
  return code == ASC_OK ? wasm_reply_end() : wasm_reply_error(code, error, NULL, NULL);
}

/* Replies with the moves played as the text of a record. */
WASM_EXPORT("table_keep") const char *wasm_export_game_to_text(int number, const char *tags) {
  asc_record *record;
  asc_error error = {0};
  asc_strbuf text = {0};
  int code = wasm_game_to_record(number, tags, &record, &error);
  if (code == ASC_OK) asc_record_write_text(record, &text);
  asc_record_close(record);
  return wasm_game_record_reply(code, &error, &text);
}
