/* Checking a record: it is played through under its rules, variations included.

   One running game goes along the items. At a variation it is cut back to before the ply that is replaced, plays the
   variation, is cut back again and plays that ply once more; so every position is reached with its true history, and
   the work grows with the number of items. Dice are verified on the main line only: in a variation they are supposed.
 */
#include "record.h"

#include "core/text.h"

#include <string.h>

typedef struct checker {
  asc_record *record;
  asc_play *play;
  asc_spellings *known; /* or NULL */
  asc_summary *summary;
  asc_error *error;
  const asc_item *redo; /* the comment behind the last ply that says what was taken back, or NULL */
} checker;

static int fail_tag(asc_error *error, const asc_tag *tag, const char *reason) {
  return asc_fail_in(error, ASC_E_INPUT, tag->line, tag->column, tag->value, strlen(tag->value), "%s", reason);
}

/* Puts an error that was found inside a tag's value where the value stands. */
static int move_to_tag(asc_error *error, const asc_tag *tag, int code) {
  if (error == NULL || code == ASC_E_MEMORY) return code;
  error->line = tag->line;
  error->column = error->column > 0 ? tag->column + error->column - 1 : tag->column;
  return code;
}

int asc_record_spec(const asc_record *record, char spec[ASC_SPEC_MAX], asc_error *error) {
  const asc_tag *game = asc_record_find(record, "Game"), *options = asc_record_find(record, "Options");
  if (game == NULL)
    return asc_fail_in(error, ASC_E_INPUT, record->line, record->column, "", 0, "the record has no tag Game");
  asc_writer writer = asc_writer_over(spec, ASC_SPEC_MAX);
  asc_writer_string(&writer, game->value);
  if (options != NULL && options->value[0] != '\0') {
    asc_writer_char(&writer, strchr(game->value, ':') == NULL ? ':' : ',');
    asc_writer_string(&writer, options->value);
  }
  if (asc_writer_end(&writer) < 0) return fail_tag(error, options == NULL ? game : options, "the options are too long");
  return ASC_OK;
}

/* A fault in the options is shown where they stand. */
int asc_record_blame_spec(const asc_record *record, int code, asc_error *error) {
  const asc_tag *game = asc_record_find(record, "Game"), *options = asc_record_find(record, "Options");
  char id[ASC_CULPRIT_MAX] = "";
  size_t length = strcspn(game->value, ":");
  if (length < sizeof id) memcpy(id, game->value, length);
  bool in_options = options != NULL && strchr(game->value, ':') == NULL && asc_game_find(id) != NULL;
  if (error != NULL) error->column = 0;
  return move_to_tag(error, in_options ? options : game, code);
}

static int play_open(checker *check, const asc_rules *rules) {
  const asc_tag *tag = asc_record_find(check->record, "Position");
  asc_position position;
  if (tag != NULL) {
    int code = asc_position_read(rules, tag->value, &position, check->error);
    if (code < 0) return move_to_tag(check->error, tag, code);
  }
  int code = asc_play_open(&check->play, rules, tag == NULL ? NULL : &position);
  return code < 0 ? asc_fail(check->error, code, "out of memory") : ASC_OK;
}

/* [Dice "hand"] or [Dice "seed=…"] */
static int dice_read(checker *check) {
  const asc_tag *tag = asc_record_find(check->record, "Dice");
  if (tag == NULL || strcmp(tag->value, "hand") == 0) return ASC_OK;
  asc_cursor cursor = asc_cursor_over(tag->value);
  uint64_t seed = 0;
  bool fine = asc_cursor_skip(&cursor, "seed=") && !asc_cursor_ended(&cursor);
  bool leading_zero = fine && cursor.at[0] == '0' && cursor.at[1] != '\0';
  while (fine && !asc_cursor_ended(&cursor)) {
    int digit = asc_cursor_one_of(&cursor, "0123456789");
    fine = digit >= 0 && seed <= (UINT64_MAX - (uint64_t)digit) / 10;
    if (fine) seed = seed * 10 + (uint64_t)digit;
  }
  if (!fine || leading_zero)
    return fail_tag(check->error, tag, "dice are \"hand\" or \"seed=\" with a whole number below 2^64");
  return asc_play_seed(check->play, seed); /* nothing was rolled yet */
}

/* Whether a comment behind the ply says that a person typed the roll in. */
static bool marked_by_hand(const asc_item *ply) {
  for (const asc_item *item = ply->next; item != NULL && item->kind != ASC_ITEM_PLY; item = item->next)
    if (item->kind == ASC_ITEM_COMMENT && strstr(item->text, ASC_COMMAND_HAND) != NULL) return true;
  return false;
}

/* The player of "p2resigns", or 0. */
static int resigning_player(const char *token) {
  bool shaped = token[0] == 'p' && token[1] >= '1' && token[1] <= '9' && strcmp(token + 2, ASC_PLY_RESIGNS) == 0;
  return shaped ? token[1] - '0' : 0;
}

static bool is_move(const char *token) { return resigning_player(token) == 0 && strcmp(token, ASC_PLY_DRAW) != 0; }

/* Where the rolls of the main line come from: with a seed it must be the seed, or a person. */
static int roll_check(checker *check, asc_item *item) {
  item->by_hand = true;
  bool is_roll = is_move(item->text) && asc_play_turn(check->play) == ASC_CHANCE;
  if (!is_roll || item->outer != NULL || !asc_play_seeded(check->play, NULL) || marked_by_hand(item)) return ASC_OK;
  item->by_hand = false;
  char due[ASC_TOKEN_MAX];
  asc_move_write(asc_play_rules(check->play), asc_play_position(check->play), asc_play_due(check->play), due);
  if (strcmp(due, item->text) == 0) return ASC_OK;
  return asc_fail(check->error, ASC_E_ILLEGAL, "with this seed the die shows %s here", due);
}

static int ply_play(checker *check, const asc_item *item) {
  int leaving = resigning_player(item->text);
  if (leaving > 0) return asc_play_give_up(check->play, leaving, check->error);
  if (strcmp(item->text, ASC_PLY_DRAW) == 0) return asc_play_agree_draw(check->play, check->error);
  if (check->known == NULL) return asc_play_replay(check->play, item->text, item->by_hand, check->error);
  return asc_play_replay_known(check->play, item->text, item->by_hand, check->known, check->error);
}

static int fail_ply(checker *check, const asc_item *item, int code) {
  if (code == ASC_E_MEMORY) return code;
  check->summary->wrong_ply = asc_play_plies(check->play) + 1;
  if (check->error == NULL) return ASC_E_ILLEGAL;
  char reason[ASC_REASON_MAX];
  memcpy(reason, check->error->reason, sizeof reason);
  return asc_fail_in(check->error, ASC_E_ILLEGAL, item->line, item->column, item->text, strlen(item->text), "%s",
                     reason);
}

static int ply_check(checker *check, asc_item *item) {
  item->events_before = asc_play_events(check->play);
  int plies = asc_play_plies(check->play);
  int code = roll_check(check, item);
  if (code == ASC_OK) code = ply_play(check, item);
  if (code < 0) return fail_ply(check, item, code);
  item->round = 0; /* leaving and agreeing have no number */
  if (asc_play_plies(check->play) > plies) asc_item_number(item, asc_play_owner(check->play, item->events_before));
  if (item->outer == NULL) check->redo = NULL;
  return ASC_OK;
}

static int variation_enter(checker *check, const asc_item *variation) {
  const asc_item *item = variation->inner;
  while (item != NULL && item->kind != ASC_ITEM_PLY) item = item->next;
  if (item == NULL)
    return asc_fail_in(check->error, ASC_E_INPUT, variation->line, variation->column, "", 0,
                       "this variation has no ply");
  asc_play_cut(check->play, variation->ply->events_before);
  return ASC_OK;
}

static int variation_leave(checker *check, const asc_item *variation) {
  asc_play_cut(check->play, variation->ply->events_before);
  int code = ply_play(check, variation->ply);
  return code < 0 ? fail_ply(check, variation->ply, code) : ASC_OK;
}

static int walk(checker *check) {
  asc_item *item = check->record->first, *outer = NULL, *ply = NULL;
  int code = ASC_OK;
  while (code == ASC_OK && (item != NULL || outer != NULL)) {
    if (item == NULL) {
      code = variation_leave(check, outer);
      ply = outer->ply;
      item = outer->next;
      outer = outer->outer;
      continue;
    }
    if (item->kind == ASC_ITEM_VARIATION) {
      code = variation_enter(check, item);
      ply = item->ply->ply;
      outer = item;
      item = item->inner;
      continue;
    }
    item->ply = ply;
    if (item->kind == ASC_ITEM_PLY) {
      code = ply_check(check, item);
      ply = item;
    }
    if (item->kind == ASC_ITEM_COMMENT && outer == NULL && strstr(item->text, ASC_COMMAND_REDO) != NULL)
      check->redo = item;
    item = item->next;
  }
  return code;
}

/* Plays what was taken back and takes it back again. */
static int redo_read(checker *check) {
  if (check->redo == NULL) return ASC_OK;
  const char *at = strstr(check->redo->text, ASC_COMMAND_REDO) + strlen(ASC_COMMAND_REDO);
  int taken_back = 0;
  while (*(at += strspn(at, " \n\t")) != ']') {
    size_t length = strcspn(at, " \n\t]");
    char token[ASC_TOKEN_MAX] = "";
    if (length > 0 && length < sizeof token) memcpy(token, at, length);
    int code = token[0] == '\0' ? asc_fail(check->error, ASC_E_ILLEGAL, "the plies taken back are not readable")
                                : asc_play_replay(check->play, token, true, check->error);
    if (code < 0) return fail_ply(check, check->redo, code);
    at += length;
    taken_back++;
  }
  while (taken_back > 0) taken_back -= asc_play_undo(check->play, 0, NULL);
  return ASC_OK;
}

static void summary_fill(checker *check) {
  asc_summary *summary = check->summary;
  const asc_rules *rules = asc_play_rules(check->play);
  summary->players = rules->players;
  summary->plies = asc_play_plies(check->play);
  bool over = asc_play_outcome(check->play, &summary->outcome);
  summary->end = asc_play_end(check->play);
  summary->result = asc_outcome_word(rules, over, &summary->outcome);
}

/* Leaves the running game at the end of the main line in check->play, whatever comes out. */
static int record_play(checker *check, const asc_rules *rules) {
  memcpy(check->summary->spec, rules->spec, sizeof check->summary->spec);
  check->summary->players = rules->players;
  int code = play_open(check, rules);
  if (code < 0) return code;
  code = dice_read(check);
  if (code == ASC_OK) code = walk(check);
  if (code == ASC_OK) code = redo_read(check);
  if (code == ASC_OK) code = asc_result_check(check->record, check->play, check->error);
  summary_fill(check);
  return code;
}

int asc_record_replay(asc_record *record, const asc_rules *rules, asc_spellings *known, asc_summary *summary,
                      asc_play **play, asc_error *error) {
  asc_summary unwanted;
  if (summary == NULL) summary = &unwanted;
  *summary = (asc_summary){.result = "none"};
  checker check = {.record = record, .known = known, .summary = summary, .error = error};
  int code = record_play(&check, rules);
  if (play != NULL) *play = code < 0 ? NULL : check.play;
  if (play == NULL || code < 0) asc_play_close(check.play);
  return code;
}

int asc_record_check(asc_record *record, const asc_rules *rules, asc_summary *summary, asc_error *error) {
  return asc_record_replay(record, rules, NULL, summary, NULL, error);
}

int asc_record_to_play(asc_record *record, const asc_rules *rules, asc_play **play, asc_error *error) {
  return asc_record_replay(record, rules, NULL, NULL, play, error);
}
