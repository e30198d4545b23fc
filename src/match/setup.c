/* Reading the players of a match, and its identity. */
#include "setup.h"

#include <ascona/record.h>

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { MS = 1000, DEFAULT_MOVETIME_US = 1000 * MS };

int match_error_set(match_error *error, int code, const char *subject, const char *format, ...) {
  va_list args;
  error->code = code;
  error->subject = subject;
  va_start(args, format);
  (void)vsnprintf(error->reason, sizeof error->reason, format, args);
  va_end(args);
  return code;
}

int match_error_set_from(match_error *error, int code, const char *subject, const asc_error *reason) {
  char line[ASC_REASON_MAX + ASC_ERROR_TOKEN_MAX + 64];
  asc_error_write(reason, line, sizeof line);
  return match_error_set(error, code, subject, "%s", line);
}

int match_player_read(match_setup *setup, int side, const char *text, match_error *error) {
  match_player *player = &setup->sides[side];
  asc_error reason = {0};
  *player = (match_player){.text = text};
  if (strncmp(text, "ugi:", 4) == 0 && text[4] != '\0') {
    player->command = text + 4;
    return ASC_OK;
  }
  if (strncmp(text, "engine:", 7) != 0)
    return match_error_set(error, ASC_E_INPUT, text,
                           "a player is engine:LEVEL, engine:uct, engine:greedy or ugi:COMMAND");
  int code = asc_player_read(&player->settings, text + 7, &reason);
  return code < 0 ? match_error_set_from(error, code, text, &reason) : ASC_OK;
}

static int identity_write(match_setup *setup) {
  asc_writer writer = asc_writer_over(setup->identity, sizeof setup->identity);
  asc_writer_format(&writer, "%s", setup->rules->spec);
  for (int side = 0; side < setup->rules->players; side++) {
    asc_writer_format(&writer, "; %c %s", 'A' + side, setup->sides[side].text);
    for (int i = 0; i < setup->sides[side].option_count; i++)
      asc_writer_format(&writer, " %s", setup->sides[side].options[i]);
  }
  asc_writer_format(&writer, "; openings %s%d", setup->has_random_openings ? "" : "balanced ",
                    setup->opening_plies_min);
  if (setup->opening_plies_max > setup->opening_plies_min) asc_writer_format(&writer, "-%d", setup->opening_plies_max);
  asc_writer_format(&writer, "; seed %llu", (unsigned long long)setup->seed);
  if (setup->movetime_us > 0) asc_writer_format(&writer, "; movetime %lld", (long long)(setup->movetime_us / MS));
  if (setup->nodes > 0) asc_writer_format(&writer, "; nodes %llu", (unsigned long long)setup->nodes);
  if (setup->depth > 0) asc_writer_format(&writer, "; depth %d", setup->depth);
  if (setup->time_us > 0)
    asc_writer_format(&writer, "; time %lld+%lld", (long long)(setup->time_us / MS),
                      (long long)(setup->increment_us / MS));
  if (setup->oracle.probe != NULL) asc_writer_format(&writer, "; tables");
  if (setup->is_strict) asc_writer_format(&writer, "; strict %lld", (long long)(setup->margin_us / MS));
  return asc_writer_end(&writer);
}

int match_setup_identify(match_setup *setup, match_error *error) {
  asc_record *record;
  asc_error reason = {0};
  if (identity_write(setup) < 0)
    return match_error_set(error, ASC_E_INPUT, "match", "the players are too long to be written down");
  int code = asc_record_open(&record);
  if (code < 0) return match_error_set(error, code, "match", "%s", asc_strerror(code));
  code = asc_record_set_tag(record, "Match", setup->identity, &reason);
  asc_record_close(record);
  if (code >= 0) return ASC_OK;
  return match_error_set(error, code, "match", "the players cannot be written down: %s", reason.reason);
}

int64_t match_side_movetime_us(const match_setup *setup, int side) {
  const asc_player_settings *settings = &setup->sides[side].settings;
  int64_t movetime = match_time_min(setup->movetime_us, settings->move_time_us);
  bool has_limit =
      movetime > 0 || setup->time_us > 0 || setup->nodes + settings->nodes > 0 || setup->depth + settings->depth > 0;
  bool needs_no_limit =
      setup->sides[side].command == NULL && settings->kind != ASC_PLAYER_UCT && settings->level < ASC_LEVEL_MAX;
  return has_limit || needs_no_limit ? movetime : DEFAULT_MOVETIME_US;
}
