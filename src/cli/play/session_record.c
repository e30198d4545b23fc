/* Implementation of session_record.h: a session as the text of game records. */
#include "session_record.h"

#include "base/text.h"
#include "cli/cli.h"
#include "play/record.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { GAMES_MAX = 1000000 };

static int fail_tag(asc_error *error, const char *name) {
  return asc_error_set(error, ASC_E_INPUT, "the tag %s cannot be read", name);
}

static int tag_number(asc_record *record, const char *name, int number, asc_error *error) {
  char text[16];
  (void)snprintf(text, sizeof text, "%d", number);
  return asc_record_set_tag(record, name, text, error);
}

static int players_write(asc_record *record, const cli_session *session, asc_error *error) {
  int code = ASC_OK;
  for (int seat = 1; code == ASC_OK && seat <= session->rules->players; seat++) {
    char tag[16], name[CLI_SIDE_NAME_MAX];
    (void)snprintf(tag, sizeof tag, "Player%d", seat % 10);
    cli_side_write_name(cli_session_side_at(session, seat), name);
    code = asc_record_set_tag(record, tag, name, error);
  }
  return code;
}

static int match_write(asc_record *record, const cli_session *session, asc_error *error) {
  const asc_match *match = &session->match;
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

/* Writes a tag such as "600000+5000 598300 600000": the rule, and the time each side had left when its turn started, in
   milliseconds. */
static int clock_tag_write(asc_record *record, const cli_session *session, asc_error *error) {
  const cli_clock *clock = &session->clock;
  char text[128];
  asc_writer writer = asc_writer_over(text, sizeof text);
  asc_writer_format(&writer, "%lld+%lld", (long long)clock->rule.base_us / 1000,
                    (long long)clock->rule.increment_us / 1000);
  for (int i = 0; i < session->rules->players; i++)
    asc_writer_format(&writer, " %lld", (long long)(clock->remaining_us[i] > 0 ? clock->remaining_us[i] / 1000 : 0));
  return asc_record_set_tag(record, "PlayClock", text, error);
}

static int clock_tag_read(const asc_record *record, cli_session *session, asc_error *error) {
  enum { MAX = 100000000 };
  const char *value = asc_record_tag(record, "PlayClock");
  char text[128];
  long long base_ms, increment_ms, remaining_ms;
  cli_clock_reset(&session->clock, (cli_clock_rule){0});
  if (value == NULL) return ASC_OK;
  (void)snprintf(text, sizeof text, "%s", value);
  char *rest = text, *rule = asc_text_next_word(&rest), *plus = rule == NULL ? NULL : strchr(rule, '+');
  if (plus == NULL) return fail_tag(error, "PlayClock");
  *plus = '\0';
  if (!asc_text_number(rule, 1, MAX, &base_ms) || !asc_text_number(plus + 1, 0, MAX, &increment_ms))
    return fail_tag(error, "PlayClock");
  cli_clock_reset(&session->clock, (cli_clock_rule){base_ms * 1000, increment_ms * 1000});
  for (int i = 0; i < session->rules->players; i++) {
    const char *word = asc_text_next_word(&rest);
    if (word == NULL || !asc_text_number(word, 0, MAX, &remaining_ms)) return fail_tag(error, "PlayClock");
    session->clock.remaining_us[i] = remaining_ms * 1000;
  }
  return ASC_OK;
}

static int tags_write(asc_record *record, const cli_session *session, asc_error *error) {
  char seed[32];
  (void)snprintf(seed, sizeof seed, "%" PRIu64, session->seed);
  int code = players_write(record, session, error);
  if (code == ASC_OK && session->date[0] != '\0') code = asc_record_set_tag(record, "Date", session->date, error);
  if (code == ASC_OK) code = asc_record_set_tag(record, "PlaySeed", seed, error);
  if (code == ASC_OK && session->dice_by_hand) code = asc_record_set_tag(record, "PlayDice", "hand", error);
  if (code == ASC_OK && session->opening[0] != '\0')
    code = asc_record_set_tag(record, "PlayOpening", session->opening, error);
  if (code == ASC_OK && session->ply_comments.wants_evals) code = asc_record_set_tag(record, "PlayEvals", "yes", error);
  if (code == ASC_OK && cli_clock_is_used(&session->clock)) code = clock_tag_write(record, session, error);
  if (code == ASC_OK && session->match.games > 1) code = match_write(record, session, error);
  return code;
}

int cli_session_write_game(const cli_session *session, char **text, size_t *length, asc_error *error) {
  asc_record *record;
  int code = asc_record_from_play(&record, session->play);
  if (code < 0) {
    (void)asc_error_set(error, code, "%s", asc_strerror(code));
    return code;
  }
  code = tags_write(record, session, error);
  if (code == ASC_OK) code = asc_ply_comments_write(&session->ply_comments, record, error);
  if (code == ASC_OK) {
    code = asc_record_write(record, ASC_RECORD_TEXT, text, length);
    if (code < 0) (void)asc_error_set(error, code, "%s", asc_strerror(code));
  }
  asc_record_close(record);
  return code;
}

int cli_session_write(const cli_session *session, char **text, size_t *length, asc_error *error) {
  char *game;
  size_t game_length;
  int code = cli_session_write_game(session, &game, &game_length, error);
  if (code != ASC_OK) return code;
  *length = session->earlier_length + game_length;
  *text = *length > ASC_RECORDS_MAX ? NULL : malloc(*length + 1);
  if (*text != NULL) {
    if (session->earlier_records != NULL) memcpy(*text, session->earlier_records, session->earlier_length);
    memcpy(*text + session->earlier_length, game, game_length + 1);
  } else if (*length > ASC_RECORDS_MAX) {
    code = asc_error_set(error, ASC_E_FILE, "the games of the match are more than a file of records holds, %u MiB",
                         ASC_RECORDS_MAX >> 20);
  } else {
    code = asc_error_set(error, ASC_E_MEMORY, "out of memory");
  }
  free(game);
  return code;
}

static int earlier_add(cli_session *session, const char *text, size_t length, asc_error *error) {
  char *grown = realloc(session->earlier_records, session->earlier_length + length);
  if (grown == NULL) return asc_error_set(error, ASC_E_MEMORY, "out of memory");
  memcpy(grown + session->earlier_length, text, length);
  session->earlier_records = grown;
  session->earlier_length += length;
  return ASC_OK;
}

int cli_session_end_game(cli_session *session, asc_error *error) {
  char *game;
  size_t length;
  int code = cli_session_write_game(session, &game, &length, error);
  if (code != ASC_OK) return code;
  game[length] = '\n'; /* instead of the NUL: an empty line separates two records */
  code = earlier_add(session, game, length + 1, error);
  free(game);
  return code;
}

/* Reads a whole number; the tag may be missing. */
static int number_read(const asc_record *record, const char *name, long long min, long long max, int *number,
                       asc_error *error) {
  const char *text = asc_record_tag(record, name);
  long long read;
  if (text == NULL) return ASC_OK;
  if (!asc_text_number(text, min, max, &read)) return fail_tag(error, name);
  *number = (int)read;
  return ASC_OK;
}

/* Reads points in half-points, or a whole number. The limit leaves room for the games to come. */
static bool score_read(const char *word, bool points, int32_t *number) {
  enum { MAX = INT32_MAX / 2 };
  long long whole;
  if (points) return asc_points_read(word, number) == ASC_OK && *number >= -MAX && *number <= MAX;
  if (!asc_text_number(word, 0, GAMES_MAX, &whole)) return false;
  *number = (int32_t)whole;
  return true;
}

/* Reads a score for each player. The tag must exist. */
static int scores_read(const asc_record *record, const char *name, bool points, int players, int32_t *scores,
                       asc_error *error) {
  char text[128];
  const char *value = asc_record_tag(record, name);
  if (value == NULL || strlen(value) >= sizeof text) return fail_tag(error, name);
  (void)snprintf(text, sizeof text, "%s", value);
  char *rest = text;
  for (int i = 0; i < players; i++) {
    const char *word = asc_text_next_word(&rest);
    if (word == NULL || !score_read(word, points, &scores[i])) return fail_tag(error, name);
  }
  return asc_text_next_word(&rest) == NULL ? ASC_OK : fail_tag(error, name);
}

static int match_read(const asc_record *record, cli_session *session, asc_error *error) {
  asc_match *match = &session->match;
  asc_match_start(match, session->rules->players, 1);
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

static int players_read(const asc_record *record, cli_session *session, asc_error *error) {
  for (int seat = 1; seat <= session->rules->players; seat++) {
    char tag[16];
    (void)snprintf(tag, sizeof tag, "Player%d", seat % 10);
    const char *name = asc_record_tag(record, tag);
    asc_error side_error = {0};
    cli_side *side = &session->sides[asc_match_side(&session->match, seat)];
    int code = cli_side_read(name == NULL ? "human" : name, side, &side_error);
    if (code < 0) return asc_error_set(error, code, "the tag %s, %.64s: %.200s", tag, name, side_error.reason);
  }
  return ASC_OK;
}

static int seed_read(const asc_record *record, cli_session *session, asc_error *error) {
  const char *text = asc_record_tag(record, "PlaySeed");
  if (text == NULL)
    return asc_random_os_seed(&session->seed) < 0 ? asc_error_set(error, ASC_E_FILE, "no random numbers") : 0;
  char *end;
  session->seed = strtoull(text, &end, 10);
  return *text >= '0' && *text <= '9' && *end == '\0' ? ASC_OK : fail_tag(error, "PlaySeed");
}

static int tags_read(const asc_record *record, cli_session *session, asc_error *error) {
  int code = match_read(record, session, error);
  if (code == ASC_OK) code = players_read(record, session, error);
  if (code < 0) return code;
  const char *dice = asc_record_tag(record, "PlayDice"), *date = asc_record_tag(record, "Date");
  const char *opening = asc_record_tag(record, "PlayOpening"), *evals = asc_record_tag(record, "PlayEvals");
  session->dice_by_hand = dice != NULL && strcmp(dice, "hand") == 0;
  (void)snprintf(session->date, sizeof session->date, "%s", date == NULL ? "" : date);
  if (opening != NULL && strlen(opening) >= sizeof session->opening) return fail_tag(error, "PlayOpening");
  (void)snprintf(session->opening, sizeof session->opening, "%s", opening == NULL ? "" : opening);
  session->ply_comments.wants_evals = evals != NULL && strcmp(evals, "yes") == 0;
  code = clock_tag_read(record, session, error);
  if (code >= 0 && (session->ply_comments.wants_evals || cli_clock_is_used(&session->clock)))
    code = asc_ply_comments_read(&session->ply_comments, record, error);
  return code < 0 ? code : seed_read(record, session, error);
}

/* Adds a game that has another behind it: its part of the text as it is, or the record as text if it is JSON. */
static int earlier_read(cli_session *session, const asc_record *record, bool is_json, const char *text, size_t length,
                        asc_error *error) {
  if (!is_json) return earlier_add(session, text, length, error);
  char *game;
  int code = asc_record_write(record, ASC_RECORD_TEXT, &game, &length);
  if (code < 0) return asc_error_set(error, code, "%s", asc_strerror(code));
  game[length] = '\n';
  code = earlier_add(session, game, length + 1, error);
  free(game);
  return code;
}

/* Reads the last game of the text as *last and as a running game, and those before it as text into the session. */
static int games_read(asc_record_reader *reader, const char *text, cli_session *session, asc_record **last,
                      asc_error *error) {
  bool is_json = asc_record_reader_format(reader) == ASC_RECORD_JSON;
  size_t start = 0, end = 0;
  asc_record *record;
  asc_play *play = NULL;
  int code;
  while ((code = asc_record_reader_next_play(reader, &record, &play, NULL, error)) > 0) {
    code = *last == NULL ? ASC_OK : earlier_read(session, *last, is_json, text + start, end - start, error);
    asc_record_close(*last);
    asc_play_close(session->play);
    *last = record;
    session->play = play;
    start = end;
    end = asc_record_reader_offset(reader);
    if (code < 0) return code;
  }
  if (code == 0 && *last == NULL) return asc_error_set(error, ASC_E_INPUT, "there is no game in it");
  session->rules = asc_record_reader_take_rules(reader);
  return code;
}

static int session_fill(cli_session *session, const asc_record *record, asc_error *error) {
  int code = tags_read(record, session, error);
  if (code < 0 || session->match.played > 0) return code;
  free(session->earlier_records); /* the earlier games of the file do not belong to this match */
  session->earlier_records = NULL;
  session->earlier_length = 0;
  return code;
}

/* Returns the length of the text without the start of an append that was not finished. An append ends with a line end,
   and each ply in it with a blank or a line end. A power cut may leave zero bytes instead. */
static size_t whole_length(const char *text, size_t length) {
  if (strstr(text, "\n[PlaySeed \"") == NULL) return length; /* from another source: nothing is appended to it */
  while (length > 0 && text[length - 1] == '\0') length--;
  if (length == 0 || text[length - 1] == '\n') return length;
  size_t word = length;
  while (word > 0 && text[word - 1] != ' ' && text[word - 1] != '\n') word--;
  size_t comment = word; /* a comment that is left open goes as well */
  while (comment > 0 && strchr("{}\n", text[comment - 1]) == NULL) comment--;
  if (comment > 0 && text[comment - 1] == '{') word = comment - 1;
  return word > 0 ? word - 1 : 0;
}

/* Sets *is_own to whether saving the session would change nothing but an unfinished end, after `whole` bytes. */
static int text_compare(const cli_session *session, const char *text, size_t length, size_t whole, bool *is_own,
                        asc_error *error) {
  enum { RESULT = sizeof " none\n" - 1 };
  char *game;
  size_t game_length;
  int code = cli_session_write_game(session, &game, &game_length, error);
  if (code < 0) return code;
  size_t moves = game_length - RESULT, end = session->earlier_length + moves;
  bool starts_so = end <= whole && memcmp(text + session->earlier_length, game, moves) == 0;
  bool ends_so = end + RESULT == length && memcmp(text + end, game + moves, RESULT) == 0;
  *is_own = starts_so && (ends_so || whole < length || end + 1 == length);
  free(game);
  return ASC_OK;
}

int cli_session_read(cli_session *session, const char *text, size_t length, bool *is_own, asc_error *error) {
  *session = (cli_session){0};
  asc_record_reader *reader;
  asc_record *record = NULL;
  size_t whole = whole_length(text, length);
  int code = asc_record_reader_open(&reader, text, whole, error);
  if (code < 0) return code;
  code = games_read(reader, text, session, &record, error);
  if (code == ASC_OK) code = session_fill(session, record, error);
  if (code == ASC_OK && is_own != NULL) code = text_compare(session, text, length, whole, is_own, error);
  if (code < 0) cli_session_close(session);
  asc_record_close(record);
  asc_record_reader_close(reader);
  return code;
}

bool cli_session_is_new(const cli_session *session) {
  return session->match.played == 0 && asc_play_event_count(session->play) == 0 &&
         asc_play_redo_count(session->play) == 0 && asc_play_end(session->play) == ASC_END_NONE;
}

bool cli_session_is_finished(const cli_session *session) {
  return asc_play_end(session->play) != ASC_END_NONE && session->match.played + 1 >= session->match.games;
}
