#include "setup.h"

#include <ascona/record.h>

#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MS = 1000, STANDARD_TIME = 1000 * MS };

int asc_match_fail(asc_match_error *error, int code, const char *what, const char *format, ...) {
  va_list args;
  error->code = code;
  error->what = what;
  va_start(args, format);
  (void)vsnprintf(error->why, sizeof error->why, format, args);
  va_end(args);
  return code;
}

int asc_match_fail_error(asc_match_error *error, int code, const char *what, const asc_error *reason) {
  char line[ASC_REASON_MAX + ASC_CULPRIT_MAX + 64];
  asc_error_write(reason, line, sizeof line);
  return asc_match_fail(error, code, what, "%s", line);
}

int asc_match_player_read(asc_match_setup *setup, int side, const char *text, asc_match_error *error) {
  asc_match_player *read = &setup->sides[side];
  asc_error reason = {0};
  *read = (asc_match_player){.text = text};
  if (strncmp(text, "ugi:", 4) == 0 && text[4] != '\0') {
    read->command = text + 4;
    return ASC_OK;
  }
  if (strncmp(text, "engine:", 7) != 0)
    return asc_match_fail(error, ASC_E_INPUT, text,
                          "a player is engine:LEVEL, engine:uct, engine:greedy or ugi:COMMAND");
  int code = asc_player_read(&read->settings, text + 7, &reason);
  return code < 0 ? asc_match_fail_error(error, code, text, &reason) : ASC_OK;
}

static int identity_write(asc_match_setup *setup) {
  asc_writer writer = asc_writer_over(setup->identity, sizeof setup->identity);
  asc_writer_format(&writer, "%s", setup->rules->spec);
  for (int side = 0; side < setup->rules->players; side++) {
    asc_writer_format(&writer, "; %c %s", 'A' + side, setup->sides[side].text);
    for (int i = 0; i < setup->sides[side].option_count; i++)
      asc_writer_format(&writer, " %s", setup->sides[side].options[i]);
  }
  asc_writer_format(&writer, "; openings %s%d", setup->random ? "" : "balanced ", setup->opening_least);
  if (setup->opening_most > setup->opening_least) asc_writer_format(&writer, "-%d", setup->opening_most);
  asc_writer_format(&writer, "; seed %llu", (unsigned long long)setup->seed);
  if (setup->movetime > 0) asc_writer_format(&writer, "; movetime %lld", (long long)(setup->movetime / MS));
  if (setup->nodes > 0) asc_writer_format(&writer, "; nodes %llu", (unsigned long long)setup->nodes);
  if (setup->depth > 0) asc_writer_format(&writer, "; depth %d", setup->depth);
  if (setup->time > 0)
    asc_writer_format(&writer, "; time %lld+%lld", (long long)(setup->time / MS), (long long)(setup->increment / MS));
  if (setup->oracle.ask != NULL) asc_writer_format(&writer, "; tables");
  if (setup->strict) asc_writer_format(&writer, "; strict %lld", (long long)(setup->margin / MS));
  return asc_writer_end(&writer);
}

int asc_match_identify(asc_match_setup *setup, asc_match_error *error) {
  asc_record *record;
  asc_error reason = {0};
  if (identity_write(setup) < 0)
    return asc_match_fail(error, ASC_E_INPUT, "match", "the players are too long to be written down");
  int code = asc_record_open(&record);
  if (code < 0) return asc_match_fail(error, code, "match", "%s", asc_strerror(code));
  code = asc_record_set_tag(record, "Match", setup->identity, &reason);
  asc_record_close(record);
  if (code >= 0) return ASC_OK;
  return asc_match_fail(error, code, "match", "the players cannot be written down: %s", reason.reason);
}

int64_t asc_match_side_movetime(const asc_match_setup *setup, int side) {
  const asc_player_settings *own = &setup->sides[side].settings;
  int64_t movetime = asc_match_sooner(setup->movetime, own->movetime);
  bool limited = movetime > 0 || setup->time > 0 || setup->nodes + own->nodes > 0 || setup->depth + own->depth > 0;
  bool modest = setup->sides[side].command == NULL && own->kind != ASC_PLAYER_UCT && own->level < ASC_LEVEL_MAX;
  return limited || modest ? movetime : STANDARD_TIME;
}
