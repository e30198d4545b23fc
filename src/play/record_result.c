/* The result of a record: compares what it claims with its moves, and completes the tags.

   A record may claim more than its moves show: players resigned and agreed draws long before the move list had words
   for it. With two players, the result then says who resigned. */
#include "record.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

/* `format` may have one %s, for `word`. */
static int fail_claim(asc_error *error, int code, const asc_tag *claim, const char *format, const char *word) {
  asc_span where = asc_tag_span(claim);
  return asc_error_set_at(error, code, &where, format, word);
}

/* Returns a claimed result in the words of UGI, or NULL if it is not a result. */
static const char *word_of(const char *claim) {
  static const char *const words[][2] = {
      {"p1win", "p1win"}, {"p2win", "p2win"}, {"p3win", "p3win"}, {"p4win", "p4win"},  {"draw", "draw"},
      {"none", "none"},   {"1-0", "p1win"},   {"0-1", "p2win"},   {"1/2-1/2", "draw"}, {"*", "none"}};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strcmp(words[i][0], claim) == 0) return words[i][1];
  return NULL;
}

/* Reads the claimed result. The tag and the word after the moves must not contradict each other. *claim is where to
   report an error, or NULL if there is no claim. */
static int claim_read(const asc_record *record, const asc_tag **claim, const char **word, asc_error *error) {
  const asc_tag *tag = asc_record_find_tag(record, "Result");
  const asc_tag *ending = record->ending.value == NULL ? NULL : &record->ending;
  *claim = ending != NULL ? ending : tag;
  *word = *claim == NULL ? NULL : word_of((*claim)->value);
  const char *tag_word = tag == NULL ? NULL : word_of(tag->value);
  if (tag != NULL && tag_word == NULL)
    return fail_claim(error, ASC_E_INPUT, tag, "a result is p1win, p2win, p3win, p4win, draw or none", "");
  if (tag != NULL && ending != NULL && strcmp(tag_word, *word) != 0)
    return fail_claim(error, ASC_E_ILLEGAL, ending, "the moves end so, but the tag Result says %s", tag->value);
  return ASC_OK;
}

static int line_extend(asc_record *record, const char *token, asc_error *error) {
  asc_record_item *last = record->first_item;
  while (last != NULL && last->next != NULL) last = last->next;
  return asc_record_insert(record, NULL, last, ASC_RECORD_PLY, token, NULL, error);
}

/* Ends a game that is still open on the board as its record claims. */
static int conclude(asc_record *record, asc_play *play, const asc_tag *claim, const char *word, asc_error *error) {
  if (strcmp(word, "draw") == 0) {
    int code = asc_play_agree_draw(play, error);
    return code < 0 ? code : line_extend(record, ASC_PLY_DRAW, error);
  }
  int players = asc_play_rules(play)->players, winner = word[1] - '0';
  if (winner > players) return fail_claim(error, ASC_E_ILLEGAL, claim, "there is no such player", "");
  if (players != 2)
    return fail_claim(error, ASC_E_ILLEGAL, claim, "the moves do not end the game; who gave up is written as p2resigns",
                      "");
  char token[ASC_TOKEN_MAX];
  (void)snprintf(token, sizeof token, "p%d" ASC_PLY_RESIGNS, 3 - winner);
  int code = asc_play_resign(play, 3 - winner, error);
  return code < 0 ? code : line_extend(record, token, error);
}

static void points_write(const asc_play *play, char text[64]) {
  asc_outcome outcome;
  (void)asc_play_outcome(play, &outcome);
  asc_writer writer = asc_writer_over(text, 64);
  for (int i = 0; i < asc_play_rules(play)->players; i++) {
    char number[16];
    asc_points_write(outcome.points[i], number);
    asc_writer_format(&writer, "%s%s", i > 0 ? " " : "", number);
  }
}

/* Reads the points of a tag, one number for each of `players`. Returns false if they cannot be read. */
static bool points_read(const char *text, int players, int32_t points[ASC_PLAYERS_MAX]) {
  for (int i = 0; i < players; i++) {
    char number[16] = "";
    size_t length = strcspn(text, " ");
    if (length < sizeof number) memcpy(number, text, length);
    if (asc_points_read(number, &points[i]) < 0) return false;
    text += length;
    if (i + 1 < players && *text++ != ' ') return false;
  }
  return *text == '\0';
}

static int points_check(const asc_record *record, const asc_play *play, asc_error *error) {
  const asc_tag *tag = asc_record_find_tag(record, "Points");
  if (tag == NULL) return ASC_OK;
  int players = asc_play_rules(play)->players;
  int32_t claimed[ASC_PLAYERS_MAX];
  if (!points_read(tag->value, players, claimed))
    return fail_claim(error, ASC_E_INPUT, tag, "points are a number for each player, as 10 0.5", "");
  asc_outcome outcome;
  (void)asc_play_outcome(play, &outcome);
  if (memcmp(claimed, outcome.points, (size_t)players * sizeof claimed[0]) == 0) return ASC_OK;
  char points[64];
  points_write(play, points);
  return fail_claim(error, ASC_E_ILLEGAL, tag, "by the rules the points are %s", points);
}

int asc_record_set_result_tags(asc_record *record, const asc_play *play, asc_error *error) {
  const asc_rules *rules = asc_play_rules(play);
  asc_outcome outcome;
  bool over = asc_play_outcome(play, &outcome);
  char points[64];
  points_write(play, points);
  int code = asc_record_set_tag(record, "Game", rules->game->id, error);
  if (code == ASC_OK) code = asc_record_set_tag(record, "Options", rules->options, error);
  if (code == ASC_OK) code = asc_record_set_tag(record, "Result", asc_outcome_name(rules, over, &outcome), error);
  if (code == ASC_OK && over) code = asc_record_set_tag(record, "Points", points, error);
  return code;
}

int asc_record_check_result(asc_record *record, asc_play *play, asc_error *error) {
  const asc_tag *claim;
  const char *word;
  int code = claim_read(record, &claim, &word, error);
  if (code < 0) return code;
  asc_outcome outcome;
  bool over = asc_play_outcome(play, &outcome);
  if (!over && word != NULL && strcmp(word, "none") != 0) {
    code = conclude(record, play, claim, word, error);
    if (code < 0) return code;
    over = asc_play_outcome(play, &outcome);
  }
  const char *true_word = asc_outcome_name(asc_play_rules(play), over, &outcome);
  if (word != NULL && strcmp(word, true_word) != 0)
    return fail_claim(error, ASC_E_ILLEGAL, claim, "by the rules the result is %s", true_word);
  code = points_check(record, play, error);
  return code < 0 ? code : asc_record_set_result_tags(record, play, error);
}
