/* Reading records: a game of a text as a table, and what the games of a text are. And a drawing to be kept.

   The reader checks a game and throws away one that is wrong. To tell people in their language what is wrong with a
   ply, that game is read once more, played up to the ply, and asked why. */
#include "draw/scene.h"
#include "draw/scene_json.h"
#include "draw/svg/svg.h"
#include "host.h"
#include "play/record.h"
#include "reply.h"
#include "table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The item that was read at the place of the error, in the line that begins with `item` or in a variation of it. */
static asc_item *item_at(asc_item *item, const asc_error *error) {
  for (; item != NULL; item = item->next) {
    if (item->kind == ASC_ITEM_PLY && item->line == error->line && item->column == error->column) return item;
    asc_item *inner = item->kind == ASC_ITEM_VARIATION ? item_at(item->inner, error) : NULL;
    if (inner != NULL) return inner;
  }
  return NULL;
}

/* The game of a text that has the ply of the error, unchecked; or NULL. */
static asc_record *wrong_game(const char *text, const asc_error *error, asc_item **item) {
  asc_scan scan = asc_scan_over(text, strlen(text));
  if (strncmp(text, "\xef\xbb\xbf", 3) == 0) scan.at = scan.line_start = 3;
  asc_scan_skip_space(&scan);
  size_t behind = scan.at + 1;
  while (asc_scan_peek(&scan) == '[' && asc_is_space(text[behind])) behind++;
  bool array = asc_scan_peek(&scan) == '[' && text[behind] == '{';
  bool json = array || asc_scan_peek(&scan) == '{';
  if (array) asc_scan_step(&scan);
  for (;;) {
    asc_record *record;
    asc_scan_skip_space(&scan);
    while (json && asc_scan_peek(&scan) == ',') {
      asc_scan_step(&scan);
      asc_scan_skip_space(&scan);
    }
    if (asc_scan_peek(&scan) < 0 || asc_record_open(&record) < 0) return NULL;
    int code = json ? asc_json_read(&scan, record, NULL) : asc_text_read(&scan, record, NULL);
    *item = code < 0 ? NULL : item_at(asc_record_first(record), error);
    if (*item != NULL) return record;
    asc_record_close(record);
    if (code < 0) return NULL;
  }
}

/* Plays what led to the ply; a check has linked the plies. No deeper than a game has plies, which its rules limit. */
static bool lead(asc_play *play, const asc_item *ply) {
  if (ply == NULL) return true;
  if (!lead(play, ply->ply)) return false;
  bool leaves = ply->text[0] == 'p' && strcmp(ply->text + 2, ASC_PLY_RESIGNS) == 0;
  if (leaves) return asc_play_give_up(play, ply->text[1] - '0', NULL) == ASC_OK;
  if (strcmp(ply->text, ASC_PLY_DRAW) == 0) return asc_play_agree_draw(play, NULL) == ASC_OK;
  return asc_play_token(play, ply->text, NULL) == ASC_OK;
}

static bool why_not(asc_record *record, const asc_item *item, const asc_rules *rules, asc_message *why) {
  asc_position first;
  asc_play *play = NULL;
  const char *position = asc_record_tag(record, "Position");
  (void)asc_record_check(record, rules, NULL, NULL); /* fails again, and links the plies up to there */
  if (position != NULL && asc_position_read(rules, position, &first, NULL) < 0) return false;
  if (asc_play_open(&play, rules, position == NULL ? NULL : &first) < 0) return false;
  bool known = lead(play, item->ply);
  if (known && !asc_play_end_why(play, why))
    known = asc_position_why(rules, asc_play_position(play), NULL, item->text, why) == 0;
  asc_play_close(play);
  return known;
}

/* "error" as in reply_error, with the game's id and which of its plies is wrong, where that is known. */
static void fault_write(asc_json *json, int code, const asc_error *error, const char *text, int ply) {
  asc_item *item = NULL;
  asc_rules *rules = NULL;
  asc_message why = {0};
  char spec[ASC_SPEC_MAX];
  asc_json_open(json, "error", '{');
  asc_json_number(json, "code", code);
  asc_json_text(json, "reason", error->reason[0] != '\0' ? error->reason : asc_strerror(code));
  asc_json_number(json, "line", error->line);
  asc_json_number(json, "column", error->column);
  asc_json_text(json, "token", error->token);
  asc_record *record = ply > 0 ? wrong_game(text, error, &item) : NULL;
  if (record != NULL && asc_record_spec(record, spec, NULL) == ASC_OK && asc_rules_open(&rules, spec, NULL) == ASC_OK) {
    asc_json_text(json, "game", rules->game->id);
    asc_json_number(json, "ply", ply);
    if (why_not(record, item, rules, &why)) asc_json_message(json, "why", rules, &why);
    asc_rules_close(rules);
  }
  asc_record_close(record);
  asc_json_close(json, '}');
}

static const char *reply_fault(int code, const asc_error *error, const char *text, int ply) {
  asc_json *json = reply_begin();
  fault_write(json, code, error, text, ply);
  return reply_end();
}

/* The n-th game of a text, from 0: ASC_OK, or what is wrong. */
static int record_read(const char *text, int number, asc_record **record, asc_summary *summary, asc_error *error) {
  asc_reader *reader;
  *record = NULL;
  int code = asc_reader_open(&reader, text, strlen(text), error);
  if (code < 0) return code;
  for (code = 1; number >= 0 && (code == 1 || code == ASC_E_ILLEGAL || code == ASC_E_INPUT); number--) {
    asc_record_close(*record);
    code = asc_reader_next(reader, record, summary, error);
  }
  asc_reader_close(reader);
  if (code == 0) {
    *error = (asc_error){0};
    (void)snprintf(error->reason, sizeof error->reason, "there is no game in it");
    return ASC_E_INPUT;
  }
  return code < 0 ? code : ASC_OK;
}

/* The first game of a text as a new table. */
ASC_EXPORT("record_open") const char *record_open(const char *text) {
  asc_record *record;
  asc_rules *rules;
  asc_play *play = NULL;
  asc_error error = {0};
  asc_summary summary = {0};
  int code = record_read(text, 0, &record, &summary, &error);
  if (code < 0) return reply_fault(code, &error, text, summary.wrong_ply);
  code = asc_rules_open(&rules, summary.spec, &error);
  if (code == ASC_OK) {
    code = asc_record_to_play(record, rules, &play, &error);
    if (code < 0) asc_rules_close(rules);
  }
  if (code == ASC_OK) return table_reply(rules, play, record);
  asc_record_close(record);
  return reply_error(code, &error, NULL, NULL);
}

/* The game as text of a record, or as JSON. What the record that it was read from says stands: its tags before those
   given here, its comments, glyphs and variations. */
ASC_EXPORT("table_record") const char *page_record(int number, const char *tags, int json_form) {
  asc_record *record;
  asc_error error = {0};
  asc_growing text = {0};
  const asc_record *source = table_source(number);
  int code = table_record_make(number, tags, &record, &error);
  if (code == ASC_OK && source != NULL) code = asc_record_weave(record, source);
  if (code == ASC_OK) (json_form ? asc_json_write : asc_text_write)(record, &text);
  asc_record_close(record);
  return table_record_reply(code, &error, &text);
}

/* The n-th game of a text alone, from 0, as text. */
ASC_EXPORT("record_pick") const char *record_pick(const char *text, int number) {
  asc_record *record;
  asc_error error = {0};
  asc_summary summary = {0};
  char *written = NULL;
  size_t length;
  int code = record_read(text, number, &record, &summary, &error);
  if (code < 0) return reply_fault(code, &error, text, summary.wrong_ply);
  code = asc_record_write(record, ASC_RECORD_TEXT, &written, &length);
  asc_record_close(record);
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  asc_json_text(reply_begin(), "record", written);
  free(written);
  return reply_end();
}

static void tags_write(asc_json *json, const asc_record *record) {
  const char *name, *value;
  asc_json_open(json, "tags", '{');
  for (int i = 0; asc_record_tag_at(record, i, &name, &value); i++) asc_json_text(json, name, value);
  asc_json_close(json, '}');
}

static void game_write(asc_json *json, const asc_record *record, const asc_summary *summary) {
  asc_json_text(json, "game", summary->spec);
  asc_json_number(json, "plies", summary->plies);
  asc_json_text(json, "result", summary->result);
  asc_json_text(json, "end", asc_end_word(summary->end));
  tags_write(json, record);
}

/* What the games of a text are: for each what it is, or its error. At most `most` of them; "more" when there are. */
ASC_EXPORT("records_list") const char *records_list(const char *text, int most) {
  asc_reader *reader;
  asc_error error = {0};
  int code = asc_reader_open(&reader, text, strlen(text), &error), found = 0;
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  asc_json *json = reply_begin();
  asc_json_open(json, "games", '[');
  for (;;) {
    asc_record *record;
    asc_summary summary = {0};
    error = (asc_error){0};
    code = asc_reader_next(reader, &record, &summary, &error);
    if (code == 0 || found == most) break;
    asc_json_open(json, NULL, '{');
    if (code < 0)
      fault_write(json, code, &error, text, summary.wrong_ply);
    else
      game_write(json, record, &summary);
    asc_json_close(json, '}');
    asc_record_close(record);
    found++;
  }
  asc_json_close(json, ']');
  asc_json_bool(json, "more", code != 0);
  asc_reader_close(reader);
  return reply_end();
}

/* The tags of the first game of a text. */
ASC_EXPORT("record_tags") const char *record_tags(const char *text) {
  asc_record *record;
  asc_error error = {0};
  asc_summary summary = {0};
  int code = record_read(text, 0, &record, &summary, &error);
  if (code < 0) return reply_fault(code, &error, text, summary.wrong_ply);
  tags_write(reply_begin(), record);
  asc_record_close(record);
  return reply_end();
}

/* One whole drawing, to be kept or printed. */
ASC_EXPORT("table_svg") const char *page_svg(int number, int at) {
  const asc_scene *scene = table_scene(number, at);
  if (scene == NULL) return table_unknown();
  char *text;
  size_t length;
  int code = asc_svg_text(scene, &text, &length);
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  asc_json_text(reply_begin(), "svg", text);
  free(text);
  return reply_end();
}
