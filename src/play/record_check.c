/* Checking a record: it is played through under its rules, variations included.

   One running game follows the items. At a variation it goes back to before the ply that is replaced, plays the
   variation, goes back again and plays that ply once more. So every position is reached with its true history, and the
   work grows with the number of items. Dice are verified only on the main line: in a variation they are
   hypothetical. */
#include "record.h"

#include "base/text.h"

#include <string.h>

typedef struct checker {
  asc_record *record;
  asc_play *play;
  asc_move_cache *cache; /* may be NULL */
  asc_record_summary *summary;
  asc_error *error;
  const asc_record_item *redo; /* the comment after the last ply that lists the plies that were undone, or NULL */
} checker;

/* Moves an error found in a tag's value to the line of the value and to its column, `offset` bytes further. */
static int move_to_tag(asc_error *error, const asc_tag *tag, int offset, int code) {
  if (error == NULL || code == ASC_E_MEMORY) return code;
  asc_span where = asc_error_where(error);
  where.line = tag->line;
  where.column = tag->column + offset;
  return asc_error_set_at(error, code, &where, "%s", error->reason);
}

int asc_record_spec(const asc_record *record, char spec[ASC_SPEC_MAX], asc_error *error) {
  const asc_tag *game = asc_record_find_tag(record, "Game"), *options = asc_record_find_tag(record, "Options");
  asc_span where = asc_span_at(record->line, record->column);
  if (game == NULL) return asc_error_set_at(error, ASC_E_INPUT, &where, "the record has no tag Game");
  asc_writer writer = asc_writer_over(spec, ASC_SPEC_MAX);
  asc_writer_string(&writer, game->value);
  if (options != NULL && options->value[0] != '\0') {
    asc_writer_char(&writer, strchr(game->value, ':') == NULL ? ':' : ',');
    asc_writer_string(&writer, options->value);
  }
  if (asc_writer_end(&writer) >= 0) return ASC_OK;
  where = asc_tag_span(options == NULL ? game : options);
  return asc_error_set_at(error, ASC_E_INPUT, &where, "the options are too long");
}

/* An error in the options is reported at the tag that has them. */
int asc_record_locate_spec_error(const asc_record *record, int code, asc_error *error) {
  const asc_tag *game = asc_record_find_tag(record, "Game"), *options = asc_record_find_tag(record, "Options");
  char id[ASC_ERROR_TOKEN_MAX] = "";
  size_t length = strcspn(game->value, ":");
  if (length < sizeof id) memcpy(id, game->value, length);
  bool in_options = options != NULL && strchr(game->value, ':') == NULL && asc_game_find(id) != NULL;
  return move_to_tag(error, in_options ? options : game, 0, code);
}

static int play_open(checker *check, const asc_rules *rules) {
  const asc_tag *tag = asc_record_find_tag(check->record, "Position");
  asc_position position;
  if (tag != NULL) {
    int code = asc_position_read(rules, tag->value, &position, check->error);
    int offset = check->error != NULL && check->error->column > 0 ? check->error->column - 1 : 0;
    if (code < 0) return move_to_tag(check->error, tag, offset, code);
  }
  int code = asc_play_open(&check->play, rules, tag == NULL ? NULL : &position);
  return code < 0 ? asc_error_set(check->error, code, "out of memory") : ASC_OK;
}

/* Reads [Dice "hand"] or [Dice "seed=…"]. */
static int dice_read(checker *check) {
  const asc_tag *tag = asc_record_find_tag(check->record, "Dice");
  if (tag == NULL || strcmp(tag->value, "hand") == 0) return ASC_OK;
  asc_cursor cursor = asc_cursor_over(tag->value);
  uint64_t seed = 0;
  bool ok = asc_cursor_skip(&cursor, "seed=") && !asc_cursor_at_end(&cursor);
  bool leading_zero = ok && cursor.text[0] == '0' && cursor.length > 1;
  while (ok && !asc_cursor_at_end(&cursor)) {
    int digit = asc_cursor_one_of(&cursor, "0123456789");
    ok = digit >= 0 && seed <= (UINT64_MAX - (uint64_t)digit) / 10;
    if (ok) seed = seed * 10 + (uint64_t)digit;
  }
  asc_span where = asc_tag_span(tag);
  if (!ok || leading_zero)
    return asc_error_set_at(check->error, ASC_E_INPUT, &where,
                            "dice are \"hand\" or \"seed=\" with a whole number below 2^64");
  return asc_play_set_seed(check->play, seed); /* cannot fail: nothing was rolled yet */
}

/* Returns whether a comment after the ply says that the roll was typed in. */
static bool marked_by_hand(const asc_record_item *ply) {
  for (const asc_record_item *item = ply->next; item != NULL && item->kind != ASC_RECORD_PLY; item = item->next)
    if (item->kind == ASC_RECORD_COMMENT && strstr(item->text, ASC_COMMAND_HAND) != NULL) return true;
  return false;
}

/* Returns the player of "p2resigns", or 0. */
static int resigning_player(const char *token) {
  bool shaped = token[0] == 'p' && token[1] >= '1' && token[1] <= '9' && strcmp(token + 2, ASC_PLY_RESIGNS) == 0;
  return shaped ? token[1] - '0' : 0;
}

static bool is_move(const char *token) { return resigning_player(token) == 0 && strcmp(token, ASC_PLY_DRAW) != 0; }

/* Checks a roll of the main line: if the game has a seed, the roll must follow from it or be marked as typed in. */
static int roll_check(checker *check, asc_record_item *item) {
  item->is_manual_roll = true;
  bool is_roll = is_move(item->text) && asc_play_turn(check->play) == ASC_CHANCE;
  if (!is_roll || item->parent != NULL || !asc_play_get_seed(check->play, NULL) || marked_by_hand(item)) return ASC_OK;
  item->is_manual_roll = false;
  char expected[ASC_TOKEN_MAX];
  asc_move_write(asc_play_rules(check->play), asc_play_position(check->play), asc_play_seeded_roll(check->play),
                 expected);
  if (strcmp(expected, item->text) == 0) return ASC_OK;
  return asc_error_set(check->error, ASC_E_ILLEGAL, "with this seed the die shows %s here", expected);
}

static int ply_play(checker *check, const asc_record_item *item) {
  int resigning = resigning_player(item->text);
  if (resigning > 0) return asc_play_resign(check->play, resigning, check->error);
  if (strcmp(item->text, ASC_PLY_DRAW) == 0) return asc_play_agree_draw(check->play, check->error);
  if (check->cache == NULL) return asc_play_replay(check->play, item->text, item->is_manual_roll, check->error);
  return asc_play_replay_cached(check->play, item->text, item->is_manual_roll, check->cache, check->error);
}

static int fail_ply(checker *check, const asc_record_item *item, int code) {
  if (code == ASC_E_MEMORY) return code;
  check->summary->wrong_ply = asc_play_ply_count(check->play) + 1;
  if (check->error == NULL) return ASC_E_ILLEGAL;
  asc_span where = {item->text, strlen(item->text), item->line, item->column};
  return asc_error_set_at(check->error, ASC_E_ILLEGAL, &where, "%s", check->error->reason);
}

static int ply_check(checker *check, asc_record_item *item) {
  item->events_before = asc_play_event_count(check->play);
  int plies = asc_play_ply_count(check->play);
  int code = roll_check(check, item);
  if (code == ASC_OK) code = ply_play(check, item);
  if (code < 0) return fail_ply(check, item, code);
  item->round = 0; /* resignations and agreed draws have no number */
  if (asc_play_ply_count(check->play) > plies)
    asc_record_item_set_round(item, asc_play_event_owner(check->play, item->events_before));
  if (item->parent == NULL) check->redo = NULL;
  return ASC_OK;
}

static int variation_enter(checker *check, const asc_record_item *variation) {
  const asc_record_item *item = variation->first_child;
  while (item != NULL && item->kind != ASC_RECORD_PLY) item = item->next;
  asc_span where = asc_span_at(variation->line, variation->column);
  if (item == NULL) return asc_error_set_at(check->error, ASC_E_INPUT, &where, "this variation has no ply");
  asc_play_truncate(check->play, variation->ply->events_before);
  return ASC_OK;
}

static int variation_leave(checker *check, const asc_record_item *variation) {
  asc_play_truncate(check->play, variation->ply->events_before);
  int code = ply_play(check, variation->ply);
  return code < 0 ? fail_ply(check, variation->ply, code) : ASC_OK;
}

static int walk(checker *check) {
  asc_record_item *item = check->record->first_item, *parent = NULL, *ply = NULL;
  int code = ASC_OK;
  while (code == ASC_OK && (item != NULL || parent != NULL)) {
    if (item == NULL) {
      code = variation_leave(check, parent);
      ply = parent->ply;
      item = parent->next;
      parent = parent->parent;
      continue;
    }
    if (item->kind == ASC_RECORD_VARIATION) {
      code = variation_enter(check, item);
      ply = item->ply->ply;
      parent = item;
      item = item->first_child;
      continue;
    }
    item->ply = ply;
    if (item->kind == ASC_RECORD_PLY) {
      code = ply_check(check, item);
      ply = item;
    }
    if (item->kind == ASC_RECORD_COMMENT && parent == NULL && strstr(item->text, ASC_COMMAND_REDO) != NULL)
      check->redo = item;
    item = item->next;
  }
  return code;
}

/* Plays the plies that were undone and undoes them again, so that they can be redone. */
static int redo_read(checker *check) {
  if (check->redo == NULL) return ASC_OK;
  const char *at = strstr(check->redo->text, ASC_COMMAND_REDO) + strlen(ASC_COMMAND_REDO);
  int undone_count = 0;
  while (*(at += strspn(at, " \n\t")) != ']') {
    size_t length = strcspn(at, " \n\t]");
    char token[ASC_TOKEN_MAX] = "";
    if (length > 0 && length < sizeof token) memcpy(token, at, length);
    int code = token[0] == '\0' ? asc_error_set(check->error, ASC_E_ILLEGAL, "the plies taken back are not readable")
                                : asc_play_replay(check->play, token, true, check->error);
    if (code < 0) return fail_ply(check, check->redo, code);
    at += length;
    undone_count++;
  }
  while (undone_count > 0) undone_count -= asc_play_undo(check->play, 0, NULL);
  return ASC_OK;
}

static void summary_fill(checker *check) {
  asc_record_summary *summary = check->summary;
  const asc_rules *rules = asc_play_rules(check->play);
  summary->players = rules->players;
  summary->plies = asc_play_ply_count(check->play);
  bool over = asc_play_outcome(check->play, &summary->outcome);
  summary->end = asc_play_end(check->play);
  summary->result = asc_outcome_name(rules, over, &summary->outcome);
}

/* Leaves the running game at the end of the main line in check->play, also after an error. */
static int record_play(checker *check, const asc_rules *rules) {
  memcpy(check->summary->spec, rules->spec, sizeof check->summary->spec);
  check->summary->players = rules->players;
  int code = play_open(check, rules);
  if (code < 0) return code;
  code = dice_read(check);
  if (code == ASC_OK) code = walk(check);
  if (code == ASC_OK) code = redo_read(check);
  if (code == ASC_OK) code = asc_record_check_result(check->record, check->play, check->error);
  summary_fill(check);
  return code;
}

int asc_record_replay(asc_record *record, const asc_rules *rules, asc_move_cache *cache, asc_record_summary *summary,
                      asc_play **play, asc_error *error) {
  asc_record_summary ignored;
  if (summary == NULL) summary = &ignored;
  *summary = (asc_record_summary){.result = "none"};
  checker check = {.record = record, .cache = cache, .summary = summary, .error = error};
  int code = record_play(&check, rules);
  if (play != NULL) *play = code < 0 ? NULL : check.play;
  if (play == NULL || code < 0) asc_play_close(check.play);
  return code;
}

int asc_record_check(asc_record *record, const asc_rules *rules, asc_record_summary *summary, asc_error *error) {
  return asc_record_replay(record, rules, NULL, summary, NULL, error);
}

int asc_record_to_play(asc_record *record, const asc_rules *rules, asc_play **play, asc_error *error) {
  return asc_record_replay(record, rules, NULL, NULL, play, error);
}
