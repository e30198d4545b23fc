#include "record.h"

#include "cli/cli.h"
#include "core/text.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 1000000 };

static int fail_tag(asc_error *error, const char *name) {
  return asc_fail(error, ASC_E_INPUT, "the tag %s cannot be read", name);
}

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

/* "600000+5000 598300 600000": the rule, and what each side had left when its turn began. */
static int clock_tag_write(asc_record *record, const play_table *table, asc_error *error) {
  const play_clock *clock = &table->clock;
  char text[128];
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "%lld+%lld", (long long)clock->rule.whole / 1000, (long long)clock->rule.more / 1000);
  for (int i = 0; i < table->rules->players; i++)
    asc_writer_format(&writer, " %lld", (long long)(clock->left[i] > 0 ? clock->left[i] / 1000 : 0));
  return asc_record_set_tag(record, "PlayClock", text, error);
}

static int clock_tag_read(const asc_record *record, play_table *table, asc_error *error) {
  enum { MOST = 100000000 };
  const char *value = asc_record_tag(record, "PlayClock");
  char text[128];
  long long whole, more, left;
  clock_reset(&table->clock, (clock_rule){0});
  if (value == NULL) return ASC_OK;
  (void)snprintf(text, sizeof text, "%s", value);
  char *rest = text, *rule = asc_text_word(&rest), *plus = rule == NULL ? NULL : strchr(rule, '+');
  if (plus == NULL) return fail_tag(error, "PlayClock");
  *plus = '\0';
  if (!asc_text_number(rule, 1, MOST, &whole) || !asc_text_number(plus + 1, 0, MOST, &more))
    return fail_tag(error, "PlayClock");
  clock_reset(&table->clock, (clock_rule){whole * 1000, more * 1000});
  for (int i = 0; i < table->rules->players; i++) {
    const char *word = asc_text_word(&rest);
    if (word == NULL || !asc_text_number(word, 0, MOST, &left)) return fail_tag(error, "PlayClock");
    table->clock.left[i] = left * 1000;
  }
  return ASC_OK;
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
  if (code == ASC_OK && table->evals.kept) code = asc_record_set_tag(record, "PlayEvals", "yes", error);
  if (code == ASC_OK && clock_runs(&table->clock)) code = clock_tag_write(record, table, error);
  if (code == ASC_OK && table->match.games > 1) code = match_write(record, table, error);
  return code;
}

int table_game_write(const play_table *table, char **text, size_t *length, asc_error *error) {
  asc_record *record;
  int code = asc_record_from_play(&record, table->play);
  if (code < 0) {
    (void)asc_fail(error, code, "%s", asc_strerror(code));
    return code;
  }
  code = tags_write(record, table, error);
  if (code == ASC_OK) code = asc_evals_write(&table->evals, record, error);
  if (code == ASC_OK) {
    code = asc_record_write(record, ASC_RECORD_TEXT, text, length);
    if (code < 0) (void)asc_fail(error, code, "%s", asc_strerror(code));
  }
  asc_record_close(record);
  return code;
}

int table_write(const play_table *table, char **text, size_t *length, asc_error *error) {
  char *game;
  size_t game_length;
  int code = table_game_write(table, &game, &game_length, error);
  if (code != ASC_OK) return code;
  *length = table->earlier_length + game_length;
  *text = *length > ASC_RECORDS_MAX ? NULL : malloc(*length + 1);
  if (*text != NULL) {
    if (table->earlier != NULL) memcpy(*text, table->earlier, table->earlier_length);
    memcpy(*text + table->earlier_length, game, game_length + 1);
  } else if (*length > ASC_RECORDS_MAX) {
    code = asc_fail(error, ASC_E_FILE, "the games of the match are more than a file of records holds, %u MiB",
                    ASC_RECORDS_MAX >> 20);
  } else {
    code = asc_fail(error, ASC_E_MEMORY, "out of memory");
  }
  free(game);
  return code;
}

/* Puts a record behind the earlier ones, with the empty line that parts it from the next. */
static int earlier_add(play_table *table, const char *game, size_t length, asc_error *error) {
  char *grown = realloc(table->earlier, table->earlier_length + length + 2);
  if (grown == NULL) return asc_fail(error, ASC_E_MEMORY, "out of memory");
  memcpy(grown + table->earlier_length, game, length);
  memcpy(grown + table->earlier_length + length, "\n", 2);
  table->earlier = grown;
  table->earlier_length += length + 1;
  return ASC_OK;
}

int table_game_end(play_table *table, asc_error *error) {
  char *game;
  size_t length;
  int code = table_game_write(table, &game, &length, error);
  if (code != ASC_OK) return code;
  code = earlier_add(table, game, length, error);
  free(game);
  return code;
}

/* A whole number; the tag may be missing. */
static int number_read(const asc_record *record, const char *name, long long least, long long most, int *number,
                       asc_error *error) {
  const char *text = asc_record_tag(record, name);
  long long read;
  if (text == NULL) return ASC_OK;
  if (!asc_text_number(text, least, most, &read)) return fail_tag(error, name);
  *number = (int)read;
  return ASC_OK;
}

/* Points or a whole number, with room for those of the games to come. */
static bool score_read(const char *word, bool points, int32_t *number) {
  enum { MOST = INT32_MAX / 2 };
  long long whole;
  if (points) return asc_points_read(word, number) == ASC_OK && *number >= -MOST && *number <= MOST;
  if (!asc_text_number(word, 0, GAMES_MAX, &whole)) return false;
  *number = (int32_t)whole;
  return true;
}

/* A score for each player: half-points, or whole numbers. The tag must be there. */
static int scores_read(const asc_record *record, const char *name, bool points, int players, int32_t *scores,
                       asc_error *error) {
  char text[128];
  const char *value = asc_record_tag(record, name);
  if (value == NULL || strlen(value) >= sizeof text) return fail_tag(error, name);
  (void)snprintf(text, sizeof text, "%s", value);
  char *rest = text;
  for (int i = 0; i < players; i++) {
    const char *word = asc_text_word(&rest);
    if (word == NULL || !score_read(word, points, &scores[i])) return fail_tag(error, name);
  }
  return asc_text_word(&rest) == NULL ? ASC_OK : fail_tag(error, name);
}

static int match_read(const asc_record *record, play_table *table, asc_error *error) {
  asc_match *match = &table->match;
  asc_match_start(match, table->rules->players, 1);
  if (asc_record_tag(record, "MatchGames") == NULL) return ASC_OK;
  int round = 0;
  int code = number_read(record, "MatchGames", 1, GAMES_MAX, &match->games, error);
  if (code == ASC_OK) code = number_read(record, "Round", 1, match->games, &round, error);
  if (code == ASC_OK && round == 0) code = fail_tag(error, "Round");
  if (code == ASC_OK) code = scores_read(record, "MatchPoints", true, match->players, match->points, error);
  if (code == ASC_OK) code = scores_read(record, "MatchWins", false, match->players, match->wins, error);
  if (code == ASC_OK) code = number_read(record, "MatchDraws", 0, GAMES_MAX, &match->draws, error);
  match->played = round - 1;
  return code;
}

static int players_read(const asc_record *record, play_table *table, asc_error *error) {
  for (int seat = 1; seat <= table->rules->players; seat++) {
    char tag[16];
    (void)snprintf(tag, sizeof tag, "Player%d", seat % 10);
    const char *name = asc_record_tag(record, tag);
    asc_error why = {0};
    table_side *side = &table->sides[asc_match_side(&table->match, seat)];
    int code = table_side_named(name == NULL ? "human" : name, side, &why);
    if (code < 0) return asc_fail(error, code, "the tag %s, %.64s: %.200s", tag, name, why.reason);
  }
  return ASC_OK;
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
  if (code == ASC_OK) code = players_read(record, table, error);
  if (code < 0) return code;
  const char *dice = asc_record_tag(record, "PlayDice"), *date = asc_record_tag(record, "Date");
  const char *opening = asc_record_tag(record, "PlayOpening"), *evals = asc_record_tag(record, "PlayEvals");
  table->dice_by_hand = dice != NULL && strcmp(dice, "hand") == 0;
  (void)snprintf(table->date, sizeof table->date, "%s", date == NULL ? "" : date);
  if (opening != NULL && strlen(opening) >= sizeof table->opening) return fail_tag(error, "PlayOpening");
  (void)snprintf(table->opening, sizeof table->opening, "%s", opening == NULL ? "" : opening);
  table->evals.kept = evals != NULL && strcmp(evals, "yes") == 0;
  code = clock_tag_read(record, table, error);
  if (code >= 0 && (table->evals.kept || clock_runs(&table->clock)))
    code = asc_evals_read(&table->evals, record, error);
  return code < 0 ? code : seed_read(record, table, error);
}

static int record_take_up(play_table *table, asc_record *record, const char *spec, asc_error *error) {
  int code = asc_rules_open(&table->rules, spec, error);
  if (code == ASC_OK) code = asc_record_to_play(record, table->rules, &table->play, error);
  if (code == ASC_OK) code = tags_read(record, table, error);
  if (code < 0 || table->match.played > 0) return code;
  free(table->earlier); /* they are no games of this match */
  table->earlier = NULL;
  table->earlier_length = 0;
  return code;
}

static int record_shelve(play_table *table, const asc_record *record, asc_error *error) {
  char *text;
  size_t length;
  int code = asc_record_write(record, ASC_RECORD_TEXT, &text, &length);
  if (code < 0) return asc_fail(error, code, "%s", asc_strerror(code));
  code = earlier_add(table, text, length, error);
  free(text);
  return code;
}

/* The last game of the text as a record, those before it as text in the table. */
static int games_read(asc_reader *reader, play_table *table, asc_record **last, char spec[ASC_SPEC_MAX],
                      asc_error *error) {
  asc_record *next;
  asc_summary summary;
  int code;
  while ((code = asc_reader_next(reader, &next, &summary, error)) > 0) {
    code = *last == NULL ? ASC_OK : record_shelve(table, *last, error);
    asc_record_close(*last);
    *last = next;
    memcpy(spec, summary.spec, ASC_SPEC_MAX);
    if (code < 0) return code;
  }
  if (code == 0 && *last == NULL) code = asc_fail(error, ASC_E_INPUT, "there is no game in it");
  return code;
}

int table_read(play_table *table, const char *text, size_t length, asc_error *error) {
  *table = (play_table){0};
  asc_reader *reader;
  asc_record *record = NULL;
  char spec[ASC_SPEC_MAX];
  int code = asc_reader_open(&reader, text, length, error);
  if (code < 0) return code;
  code = games_read(reader, table, &record, spec, error);
  if (code == ASC_OK) code = record_take_up(table, record, spec, error);
  if (code < 0) play_table_close(table);
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
