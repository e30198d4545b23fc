#include "play_record.h"

#include "cli.h"
#include "core/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 1000000 };

static int tag_number(asc_record *record, const char *name, int number, asc_error *error) {
  char text[16];
  (void)snprintf(text, sizeof text, "%d", number);
  return asc_record_set_tag(record, name, text, error);
}

static int players_write(asc_record *record, const play_table *table, asc_error *error) {
  int code = ASC_OK;
  for (int seat = 1; code == ASC_OK && seat <= table->rules->players; seat++) {
    char tag[16], name[TABLE_NAME_MAX];
    (void)snprintf(tag, sizeof tag, "Player%d", seat % 10);
    table_side_name(table_side_at(table, seat), name);
    code = asc_record_set_tag(record, tag, name, error);
  }
  return code;
}

static int match_write(asc_record *record, const play_table *table, asc_error *error) {
  const asc_match *match = &table->match;
  char points[96], wins[64];
  asc_writer points_writer = asc_writer_over(points, sizeof points), wins_writer = asc_writer_over(wins, sizeof wins);
  for (int i = 0; i < match->players; i++) {
    char number[16];
    asc_points_write(match->points[i], number);
    asc_writer_format(&points_writer, i > 0 ? " %s" : "%s", number);
    asc_writer_format(&wins_writer, i > 0 ? " %d" : "%d", match->wins[i]);
  }
  int code = tag_number(record, "Round", match->played + 1, error);
  if (code == ASC_OK) code = tag_number(record, "MatchGames", match->games, error);
  if (code == ASC_OK) code = asc_record_set_tag(record, "MatchPoints", points, error);
  if (code == ASC_OK) code = asc_record_set_tag(record, "MatchWins", wins, error);
  if (code == ASC_OK) code = tag_number(record, "MatchDraws", match->draws, error);
  return code;
}

static int tags_write(asc_record *record, const play_table *table, asc_error *error) {
  char seed[32];
  (void)snprintf(seed, sizeof seed, "%" PRIu64, table->seed);
  int code = players_write(record, table, error);
  if (code == ASC_OK && table->date[0] != '\0') code = asc_record_set_tag(record, "Date", table->date, error);
  if (code == ASC_OK) code = asc_record_set_tag(record, "PlaySeed", seed, error);
  if (code == ASC_OK && table->dice_by_hand) code = asc_record_set_tag(record, "PlayDice", "hand", error);
  if (code == ASC_OK && table->opening[0] != '\0')
    code = asc_record_set_tag(record, "PlayOpening", table->opening, error);
  if (code == ASC_OK && table->match.games > 1) code = match_write(record, table, error);
  return code;
}

int table_write(const play_table *table, char **text, size_t *length, asc_error *error) {
  asc_record *record;
  int code = asc_record_from_play(&record, table->play);
  if (code < 0) return asc_fail(error, code, "%s", asc_strerror(code));
  code = tags_write(record, table, error);
  if (code == ASC_OK) {
    code = asc_record_write(record, ASC_RECORD_TEXT, text, length);
    if (code < 0) (void)asc_fail(error, code, "%s", asc_strerror(code));
  }
  asc_record_close(record);
  return code;
}

static int fail_tag(asc_error *error, const char *name) {
  return asc_fail(error, ASC_E_INPUT, "the tag %s cannot be read", name);
}

/* A whole number; the tag may be missing. */
static int number_read(const asc_record *record, const char *name, long long least, long long most, int *number,
                       asc_error *error) {
  const char *text = asc_record_tag(record, name);
  long long read;
  if (text == NULL) return ASC_OK;
  if (!cli_number(text, least, most, &read)) return fail_tag(error, name);
  *number = (int)read;
  return ASC_OK;
}

/* A number for each player, in halves when `halves`: "10 0.5" is 20 and 1. The tag must be there. */
static int list_read(const asc_record *record, const char *name, bool halves, int players, int32_t *numbers,
                     asc_error *error) {
  const char *text = asc_record_tag(record, name);
  asc_cursor cursor = asc_cursor_over(text == NULL ? "" : text);
  for (int i = 0; i < players; i++) {
    int32_t whole;
    if (i > 0 && !asc_cursor_skip(&cursor, " ")) return fail_tag(error, name);
    if (!asc_cursor_signed(&cursor, -INT32_MAX / 4, INT32_MAX / 4, &whole)) return fail_tag(error, name);
    numbers[i] = halves ? 2 * whole + asc_cursor_skip(&cursor, ".5") : whole;
  }
  return asc_cursor_ended(&cursor) ? ASC_OK : fail_tag(error, name);
}

static int match_read(const asc_record *record, play_table *table, asc_error *error) {
  asc_match *match = &table->match;
  asc_match_start(match, table->rules->players, 1);
  if (asc_record_tag(record, "MatchGames") == NULL) return ASC_OK;
  int round = 0;
  int code = number_read(record, "MatchGames", 1, GAMES_MAX, &match->games, error);
  if (code == ASC_OK) code = number_read(record, "Round", 1, match->games, &round, error);
  if (code == ASC_OK && round == 0) code = fail_tag(error, "Round");
  if (code == ASC_OK) code = list_read(record, "MatchPoints", true, match->players, match->points, error);
  if (code == ASC_OK) code = list_read(record, "MatchWins", false, match->players, match->wins, error);
  if (code == ASC_OK) code = number_read(record, "MatchDraws", 0, GAMES_MAX, &match->draws, error);
  match->played = round - 1;
  return code;
}

static void players_read(const asc_record *record, play_table *table) {
  for (int seat = 1; seat <= table->rules->players; seat++) {
    char tag[16];
    (void)snprintf(tag, sizeof tag, "Player%d", seat % 10);
    const char *name = asc_record_tag(record, tag);
    table->sides[asc_match_side(&table->match, seat)] = table_side_named(name == NULL ? "human" : name);
  }
}

static int seed_read(const asc_record *record, play_table *table, asc_error *error) {
  const char *text = asc_record_tag(record, "PlaySeed");
  if (text == NULL) return asc_random_secret(&table->seed) < 0 ? asc_fail(error, ASC_E_FILE, "no random numbers") : 0;
  char *end;
  table->seed = strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == '\0' ? ASC_OK : fail_tag(error, "PlaySeed");
}

static int tags_read(const asc_record *record, play_table *table, asc_error *error) {
  int code = match_read(record, table, error);
  if (code < 0) return code;
  players_read(record, table);
  const char *dice = asc_record_tag(record, "PlayDice"), *date = asc_record_tag(record, "Date");
  const char *opening = asc_record_tag(record, "PlayOpening");
  table->dice_by_hand = dice != NULL && strcmp(dice, "hand") == 0;
  (void)snprintf(table->date, sizeof table->date, "%s", date == NULL ? "" : date);
  if (opening != NULL && strlen(opening) >= sizeof table->opening) return fail_tag(error, "PlayOpening");
  (void)snprintf(table->opening, sizeof table->opening, "%s", opening == NULL ? "" : opening);
  return seed_read(record, table, error);
}

static int record_take_up(play_table *table, asc_record *record, const char *spec, asc_error *error) {
  int code = asc_rules_open(&table->rules, spec, error);
  if (code == ASC_OK) code = asc_record_to_play(record, table->rules, &table->play, error);
  if (code == ASC_OK) code = tags_read(record, table, error);
  if (code < 0) table_close(table);
  return code;
}

int table_read(play_table *table, const char *text, size_t length, asc_error *error) {
  *table = (play_table){0};
  asc_reader *reader;
  int code = asc_reader_open(&reader, text, length, error);
  if (code < 0) return code;
  asc_record *record = NULL, *second = NULL;
  asc_summary summary;
  code = asc_reader_next(reader, &record, &summary, error);
  if (code == 0) code = asc_fail(error, ASC_E_INPUT, "there is no game in it");
  if (code > 0) {
    int more = asc_reader_next(reader, &second, NULL, NULL);
    code = more == 0 ? ASC_OK : asc_fail(error, ASC_E_INPUT, "it holds more than one game");
    asc_record_close(second);
  }
  if (code == ASC_OK) code = record_take_up(table, record, summary.spec, error);
  asc_record_close(record);
  asc_reader_close(reader);
  return code;
}

bool table_untouched(const play_table *table) {
  return table->match.played == 0 && asc_play_events(table->play) == 0 && asc_play_redoable(table->play) == 0 &&
         asc_play_end(table->play) == ASC_END_NONE;
}

bool table_finished(const play_table *table) {
  return asc_play_end(table->play) != ASC_END_NONE && table->match.played + 1 >= table->match.games;
}
