/* Games that were played, and what followed in them on the position of a table (study/past.h); moves that are alike. */
#include "study/past.h"
#include "host.h"
#include "reply.h"
#include "study/alike.h"
#include "table.h"

enum { PASTS_MAX = 8, LISTED = 50 };

static asc_past *pasts[PASTS_MAX];

static asc_past *past_of(int number) { return number < 0 || number >= PASTS_MAX ? NULL : pasts[number]; }

ASC_EXPORT("past_open") const char *page_past_open(void) {
  int number = 0, code = ASC_E_MEMORY;
  while (number < PASTS_MAX && pasts[number] != NULL) number++;
  if (number < PASTS_MAX) code = asc_past_open(&pasts[number]);
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  asc_json_number(reply_begin(), "past", number);
  return reply_end();
}

ASC_EXPORT("past_close") void page_past_close(int number) {
  asc_past_close(past_of(number));
  if (past_of(number) != NULL) pasts[number] = NULL;
}

/* A text to be read; `own`: its games are of the person with that name. */
ASC_EXPORT("past_take") const char *page_past_take(int number, const char *text, int own, const char *name) {
  asc_error error = {0};
  if (past_of(number) == NULL) return table_unknown();
  int code = asc_past_take(past_of(number), text, own ? name : NULL, &error);
  if (code < 0) return reply_error(code, &error, NULL, NULL);
  asc_json_number(reply_begin(), "done", 0);
  return reply_end();
}

/* Reads on, so many games. */
ASC_EXPORT("past_read") const char *page_past_read(int number, int most) {
  asc_past *past = past_of(number);
  if (past == NULL) return table_unknown();
  int code = asc_past_read(past, most);
  if (code < 0) return reply_error(code, NULL, NULL, NULL);
  asc_json *json = reply_begin();
  asc_json_bool(json, "more", code > 0);
  asc_json_number(json, "games", asc_past_games(past));
  asc_json_number(json, "wrong", asc_past_wrong(past));
  return reply_end();
}

ASC_EXPORT("past_find") const char *page_past_find(int number, int table) {
  const asc_play *play = table_game(table);
  if (past_of(number) == NULL) return table_unknown();
  if (play == NULL) return table_unknown();
  int code = asc_past_json(reply_begin(), past_of(number), asc_play_rules(play), asc_play_position(play), LISTED);
  return code < 0 ? reply_error(code, NULL, NULL, NULL) : reply_end();
}

/* The moves of a table, those that are alike together. */
ASC_EXPORT("table_alike") const char *page_alike(int table) {
  const asc_play *play = table_game(table);
  asc_alike alike = {0};
  if (play == NULL) return table_unknown();
  const asc_rules *rules = asc_play_rules(play);
  int code = asc_play_end(play) == ASC_END_NONE ? asc_alike_open(&alike, rules, asc_play_position(play)) : ASC_OK;
  asc_json *json = reply_begin();
  asc_json_open(json, "alike", '[');
  for (int i = 0; code == ASC_OK && i < alike.count; i++)
    if (alike.first[i] == i) asc_alike_json(json, NULL, &alike, rules, asc_play_position(play), i);
  asc_json_close(json, ']');
  asc_alike_close(&alike);
  return code < 0 ? reply_error(code, NULL, NULL, NULL) : reply_end();
}
