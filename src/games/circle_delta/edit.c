/* The position editor of Circle Delta: tools for the pieces of each colour, and fields for the reserves, the player and
   stage, and the quiet turns. */
#include "circle_delta.h"

#include <string.h>

enum { FIELD_PLAYER, FIELD_STAGE, FIELD_WHITE, FIELD_BLACK, FIELD_QUIET, FIELD_QUIET_BROKEN };

static void describe(const asc_rules *rules, const void *position, asc_edit_palette *palette) {
  static const char *const ids[] = {"white", "black", "red", "green"};
  static const char *const names[] = {"edit.white", "edit.black", "edit.red", "edit.green"};
  static const char *const players[] = {"player.1", "player.2"};
  static const char *const stages[] = {"edit.stage.reds", "edit.stage.greens", "edit.stage.first", "edit.stage.second"};
  const asc_circle_rules *r = (const asc_circle_rules *)rules;
  const asc_circle_position *p = position;
  const int max[] = {r->pieces_per_player, r->pieces_per_player, r->reds, r->greens};
  for (int colour = 0; colour < ASC_CIRCLE_COLOURS; colour++)
    (void)asc_edit_add_tool(palette, ids[colour], colour, names[colour], asc_circle_set_count(p->pieces[colour]),
                            max[colour]);
  (void)asc_edit_add_choice(palette, "to-move", "edit.to-move", p->player, players, 2);
  (void)asc_edit_add_choice(palette, "stage", "edit.stage", p->stage, stages, 4);
  for (int8_t player = 0; player < 2; player++)
    asc_edit_add_number(palette, player == 0 ? "white" : "black", "edit.reserve", p->reserve[player], 0,
                        r->pieces_per_player)
        ->kind = player;
  bool is_broken = p->quiet == ASC_CIRCLE_QUIET_BROKEN;
  (void)asc_edit_add_number(palette, "quiet", "edit.quiet", is_broken ? 0 : p->quiet, 0, ASC_CIRCLE_QUIET_LIMIT);
  if (!r->is_draw_literal) (void)asc_edit_add_switch(palette, "stirred", "edit.stirred", is_broken);
}

static bool remove_piece(const asc_rules *rules, void *position, const asc_view *view, int hole) {
  (void)rules, (void)view;
  asc_circle_position *p = position;
  for (int colour = 0; colour < ASC_CIRCLE_COLOURS; colour++)
    asc_circle_set_remove(&p->pieces[colour], asc_circle_set_of(hole));
  return true;
}

/* reach.h has room for at most this many reds and greens, whatever the options are. So the editor rejects more. */
static bool place_piece(const asc_rules *rules, void *position, const asc_view *view, int tool, int hole) {
  asc_circle_position *p = position;
  int max = tool == ASC_CIRCLE_RED ? ASC_CIRCLE_REDS_MAX : ASC_CIRCLE_GREENS_MAX;
  if (tool >= ASC_CIRCLE_RED && !asc_circle_set_has(p->pieces[tool], hole) &&
      asc_circle_set_count(p->pieces[tool]) == max)
    return false;
  (void)remove_piece(rules, position, view, hole);
  asc_circle_set_add(&p->pieces[tool], asc_circle_set_of(hole));
  return true;
}

static void set_field(const asc_rules *rules, void *position, int field, int value) {
  (void)rules;
  asc_circle_position *p = position;
  switch (field) {
  case FIELD_PLAYER: p->player = (uint8_t)value; break;
  case FIELD_STAGE: p->stage = (uint8_t)value; break;
  case FIELD_WHITE:
  case FIELD_BLACK: p->reserve[field - FIELD_WHITE] = (uint8_t)value; break;
  case FIELD_QUIET: p->quiet = (int8_t)value; break;
  case FIELD_QUIET_BROKEN: p->quiet = (int8_t)(value == 0 ? 0 : ASC_CIRCLE_QUIET_BROKEN); break;
  default: break;
  }
}

/* Skips the preparation, because an edited position is nearly always one after it. */
static void clear(const asc_rules *rules, void *position) {
  uint8_t pieces = (uint8_t)((const asc_circle_rules *)rules)->pieces_per_player;
  *(asc_circle_position *)position =
      (asc_circle_position){.stage = ASC_CIRCLE_STAGE_FIRST, .reserve = {pieces, pieces}};
}

static asc_edit_error *add_count_error(asc_edit_errors *errors, const char *key, int pieces, int max) {
  asc_edit_error *error = asc_edit_add_error(errors, key);
  asc_message_add_number(&error->message, "men", pieces);
  asc_message_add_number(&error->message, "most", max);
  asc_message_add_number(&error->message, "over", pieces > max ? pieces - max : max - pieces);
  return error;
}

static void add_piece_errors(const asc_circle_rules *r, const asc_circle_position *p, const asc_view *view,
                             asc_edit_errors *errors) {
  static const char *const many[] = {"edit.many-white", "edit.many-black"};
  for (int player = 0; player < 2; player++) {
    int pieces = asc_circle_set_count(p->pieces[player]) + p->reserve[player];
    if (pieces <= r->pieces_per_player) continue;
    asc_edit_error *error = add_count_error(errors, many[player], pieces, r->pieces_per_player);
    asc_edit_error_mark_kind(error, view, player);
    error->fields[FIELD_WHITE + player] = true;
  }
}

static void add_colour_errors(const asc_circle_rules *r, const asc_circle_position *p, const asc_view *view,
                              asc_edit_errors *errors) {
  int reds = asc_circle_set_count(p->pieces[ASC_CIRCLE_RED]),
      greens = asc_circle_set_count(p->pieces[ASC_CIRCLE_GREEN]);
  bool red_done = p->stage > ASC_CIRCLE_STAGE_REDS, green_done = p->stage > ASC_CIRCLE_STAGE_GREENS;
  if (reds > r->reds)
    asc_edit_error_mark_kind(add_count_error(errors, "edit.many-red", reds, r->reds), view, ASC_CIRCLE_RED);
  if (reds < r->reds && red_done) (void)add_count_error(errors, "edit.few-red", reds, r->reds);
  if (greens > r->greens)
    asc_edit_error_mark_kind(add_count_error(errors, "edit.many-green", greens, r->greens), view, ASC_CIRCLE_GREEN);
  if (greens < r->greens && green_done) (void)add_count_error(errors, "edit.few-green", greens, r->greens);
}

/* A piece between two reds would have been removed from the board. */
static void add_trapped_errors(const asc_circle_rules *r, const asc_circle_position *p, asc_edit_errors *errors) {
  asc_circle_set between = asc_circle_between(&r->board, p->pieces[ASC_CIRCLE_RED]);
  asc_circle_set trapped =
      asc_circle_set_and(between, asc_circle_set_or(p->pieces[ASC_CIRCLE_WHITE], p->pieces[ASC_CIRCLE_BLACK]));
  int count = asc_circle_set_count(trapped);
  if (count == 0) return;
  asc_edit_error *error = asc_edit_add_error(errors, "edit.locked");
  asc_message_add_number(&error->message, "men", count);
  while (asc_circle_set_any(trapped)) error->places[asc_circle_set_pop(&trapped)] = true;
}

static void find_errors(const asc_rules *rules, const void *position, const asc_view *view, asc_edit_errors *errors) {
  const asc_circle_rules *r = (const asc_circle_rules *)rules;
  const asc_circle_position *p = position;
  add_colour_errors(r, p, view, errors);
  if (p->stage < ASC_CIRCLE_STAGE_FIRST) return;
  add_piece_errors(r, p, view, errors);
  add_trapped_errors(r, p, errors);
}

static void locate_error(const asc_rules *rules, const void *position, asc_edit_error *error) {
  static const int fields[ASC_CIRCLE_FIELDS] = {
      [ASC_CIRCLE_FIELD_BOARD] = -1,          [ASC_CIRCLE_FIELD_TURN] = FIELD_PLAYER,
      [ASC_CIRCLE_FIELD_STAGE] = FIELD_STAGE, [ASC_CIRCLE_FIELD_WHITE] = FIELD_WHITE,
      [ASC_CIRCLE_FIELD_BLACK] = FIELD_BLACK, [ASC_CIRCLE_FIELD_QUIET] = FIELD_QUIET};
  int field = ASC_CIRCLE_FIELD_BOARD;
  (void)asc_circle_check_fields((const asc_circle_rules *)rules, position, NULL, &field);
  if (fields[field] < 0) return;
  error->fields[fields[field]] = true;
  error->fields[FIELD_QUIET_BROKEN] =
      field == ASC_CIRCLE_FIELD_QUIET && !((const asc_circle_rules *)rules)->is_draw_literal;
}

const asc_editor asc_circle_editor = {.describe = describe,
                                      .place = place_piece,
                                      .remove = remove_piece,
                                      .set = set_field,
                                      .clear = clear,
                                      .errors = find_errors,
                                      .locate = locate_error};
