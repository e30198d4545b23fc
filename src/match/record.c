/* Writing and reading the tags of a game of a match. log.h describes them. */
#include "log.h"

#include "base/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static void effort_write(const match_setup *setup, const match_result *result, char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  for (int i = 0; i < setup->rules->players; i++) {
    const match_effort *effort = &result->efforts[i];
    asc_writer_format(&writer, "%s%llu/%llu/%llu/%lld/%llu", i > 0 ? " " : "", (unsigned long long)effort->moves,
                      (unsigned long long)effort->nodes, (unsigned long long)effort->depth_sum,
                      (long long)effort->time_us, (unsigned long long)effort->late_moves);
  }
}

static bool number_read(const char **text, char end, uint64_t *number) {
  char *after;
  if (**text < '0' || **text > '9') return false;
  *number = strtoull(*text, &after, 10);
  if (*after != end && *after != '\0') return false;
  *text = *after == '\0' ? after : after + 1;
  return true;
}

static bool effort_read(const char **text, match_effort *effort) {
  uint64_t time;
  if (!number_read(text, '/', &effort->moves) || !number_read(text, '/', &effort->nodes) ||
      !number_read(text, '/', &effort->depth_sum) || !number_read(text, '/', &time) ||
      !number_read(text, ' ', &effort->late_moves))
    return false;
  effort->time_us = (int64_t)(time & INT64_MAX);
  return true;
}

/* Writes "2 ugi:./other: game 3, ply 7: …": the seats as digits, then the reason, cut to the length of a tag. */
static int forfeit_write(asc_record *record, const match_result *result) {
  char text[ASC_RECORD_VALUE_MAX / 2];
  if (result->forfeit_reason == NULL) return ASC_OK;
  asc_writer writer = asc_writer_over(text, sizeof text);
  for (int seat = 1; seat <= ASC_PLAYERS_MAX; seat++)
    if (result->forfeit_seats & 1U << (seat - 1)) asc_writer_number(&writer, seat);
  asc_writer_format(&writer, " %.*s", (int)sizeof text - 16, result->forfeit_reason);
  asc_text_clean(text, strlen(text)); /* it may have been cut inside a UTF-8 character */
  return asc_record_set_tag(record, "Forfeit", text, NULL);
}

static int forfeit_read(const asc_record *record, match_result *result) {
  const char *text = asc_record_tag(record, "Forfeit");
  if (text == NULL) return ASC_OK;
  for (; *text >= '1' && *text <= '4'; text++)
    result->forfeit_seats = (uint8_t)(result->forfeit_seats | 1U << (*text - '1'));
  result->forfeit_reason = strdup(*text == ' ' ? text + 1 : text);
  return result->forfeit_reason == NULL ? ASC_E_MEMORY : ASC_OK;
}

static int tags_write(asc_record *record, const match_setup *setup, int number, const match_result *result) {
  char text[256], name[16];
  int code = ASC_OK;
  for (int seat = 1; code == ASC_OK && seat <= setup->rules->players; seat++) {
    (void)snprintf(name, sizeof name, "Player%d", seat % 10);
    code = asc_record_set_tag(record, name, setup->sides[match_side_at(setup, number, seat)].text, NULL);
  }
  time_t now = time(NULL);
  struct tm today;
  if (code == ASC_OK && localtime_r(&now, &today) != NULL && strftime(text, sizeof text, "%Y-%m-%d", &today) > 0)
    code = asc_record_set_tag(record, "Date", text, NULL);
  if (code == ASC_OK) code = asc_record_set_tag(record, "Event", "ascona match", NULL);
  (void)snprintf(text, sizeof text, "%d", number + 1);
  if (code == ASC_OK) code = asc_record_set_tag(record, "Round", text, NULL);
  if (code == ASC_OK) code = asc_record_set_tag(record, "Match", setup->identity, NULL);
  (void)snprintf(text, sizeof text, "%d", result->opening_plies);
  if (code == ASC_OK) code = asc_record_set_tag(record, "Opening", text, NULL);
  effort_write(setup, result, text, sizeof text);
  if (code == ASC_OK) code = asc_record_set_tag(record, "Effort", text, NULL);
  return code == ASC_OK ? forfeit_write(record, result) : code;
}

int match_record_write(const match_setup *setup, int number, const asc_play *play, const match_result *result,
                       char **text, size_t *length) {
  asc_record *record;
  int code = asc_record_from_play(&record, play);
  if (code < 0) return code;
  code = tags_write(record, setup, number, result);
  if (code == ASC_OK) code = asc_record_write(record, ASC_RECORD_TEXT, text, length);
  asc_record_close(record);
  return code;
}

int match_record_read(const match_setup *setup, const asc_record *record, const asc_record_summary *summary,
                      match_result *result) {
  const char *identity = asc_record_tag(record, "Match"), *round = asc_record_tag(record, "Round");
  const char *effort = asc_record_tag(record, "Effort"), *opening = asc_record_tag(record, "Opening");
  long long number;
  if (identity == NULL || strcmp(identity, setup->identity) != 0) return -1;
  if (round == NULL || !asc_text_number(round, 1, MATCH_GAMES_MAX, &number) || effort == NULL) return -1;
  if (summary->end == ASC_END_NONE) return -1;
  *result = (match_result){.is_done = true, .plies = summary->plies, .end = summary->end, .outcome = summary->outcome};
  long long plies;
  if (opening != NULL && asc_text_number(opening, 0, summary->plies, &plies)) result->opening_plies = (int)plies;
  for (int i = 0; i < setup->rules->players; i++)
    if (!effort_read(&effort, &result->efforts[i])) return -1;
  int code = forfeit_read(record, result);
  return code < 0 ? code : (int)number - 1;
}
