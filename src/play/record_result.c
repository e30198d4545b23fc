/* The result of a record: what it claims, what its moves give, and what follows for its tags.

   A record may claim more than its moves show: games were given up or agreed drawn long before there was a word for it
   in the move list. Between two players the result then says who left. */
#include "record.h"

#include "core/text.h"

#include <stdio.h>
#include <string.h>

/* `format` may have a %s, for `word`. */
static int fail_claim(asc_error *error, int code, const asc_tag *claim, const char *format, const char *word) {
  return asc_fail_in(error, code, claim->line, claim->column, claim->value, strlen(claim->value), format, word);
}

/* A claim in the words of UGI, or NULL when it is no result. */
static const char *word_of(const char *claim) {
  static const char *const words[][2] = {
      {"p1win", "p1win"}, {"p2win", "p2win"}, {"p3win", "p3win"}, {"p4win", "p4win"},  {"draw", "draw"},
      {"none", "none"},   {"1-0", "p1win"},   {"0-1", "p2win"},   {"1/2-1/2", "draw"}, {"*", "none"}};
  for (size_t i = 0; i < sizeof words / sizeof words[0]; i++)
    if (strcmp(words[i][0], claim) == 0) return words[i][1];
  return NULL;
}

/* Tag and ending must not contradict each other. *claim is the one to blame, NULL when there is none. */
static int claim_read(const asc_record *record, const asc_tag **claim, const char **word, asc_error *error) {
  const asc_tag *tag = asc_record_find(record, "Result");
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
  asc_item *last = record->first;
  while (last != NULL && last->next != NULL) last = last->next;
  return asc_record_insert(record, NULL, last, ASC_ITEM_PLY, token, NULL, error);
}

/* Ends a game that is open on the board as its record claims. */
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
  int code = asc_play_give_up(play, 3 - winner, error);
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

/* The points of a tag, one number for each of `players`. */
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
  const asc_tag *tag = asc_record_find(record, "Points");
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

int asc_result_write(asc_record *record, const asc_play *play, asc_error *error) {
  const asc_rules *rules = asc_play_rules(play);
  asc_outcome outcome;
  bool over = asc_play_outcome(play, &outcome);
  char points[64];
  points_write(play, points);
  int code = asc_record_set_tag(record, "Game", rules->game->id, error);
  if (code == ASC_OK) code = asc_record_set_tag(record, "Options", rules->options, error);
  if (code == ASC_OK) code = asc_record_set_tag(record, "Result", asc_outcome_word(rules, over, &outcome), error);
  if (code == ASC_OK && over) code = asc_record_set_tag(record, "Points", points, error);
  return code;
}

int asc_result_check(asc_record *record, asc_play *play, asc_error *error) {
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
  const char *true_word = asc_outcome_word(asc_play_rules(play), over, &outcome);
  if (word != NULL && strcmp(word, true_word) != 0)
    return fail_claim(error, ASC_E_ILLEGAL, claim, "by the rules the result is %s", true_word);
  code = points_check(record, play, error);
  return code < 0 ? code : asc_result_write(record, play, error);
}
