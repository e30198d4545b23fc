/* The position editor of Delta and Néo-Delta. Only the board is edited: the reserve follows from it. */
#include "delta.h"

enum { FIELD_MOVER, FIELD_STAGE };

static const char *const player_keys[] = {"player.1", "player.2"};
static const char *const stage_keys[] = {"edit.stage.1", "edit.stage.2", "edit.stage.3", "edit.stage.4",
                                         "edit.stage.5"};

static void palette_fill(const asc_rules *common, const void *data, asc_edit_palette *palette) {
  static const char *const names[] = {"edit.white", "edit.black"};
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  const asc_delta_position *position = data;
  for (int colour = ASC_DELTA_WHITE; colour <= ASC_DELTA_BLACK; colour++)
    (void)asc_edit_add_tool(palette, asc_delta_piece_kinds[colour].id, colour, names[colour],
                            asc_bits_count(position->pawns[colour]), rules->pawns_per_player);
  if (rules->has_red)
    (void)asc_edit_add_tool(palette, "red", ASC_DELTA_RED, "edit.red", asc_bits_count(position->red), 1);
  (void)asc_edit_add_choice(palette, "to-move", "edit.to-move", position->mover, player_keys, 2);
  (void)asc_edit_add_choice(palette, "stage", "edit.stage", position->stage, stage_keys, ASC_DELTA_STAGE_TURNS + 1);
}

static uint64_t square_of(const asc_delta_rules *rules, int place) {
  return asc_bit(asc_delta_square_at(place % rules->size, rules->size - 1 - place / rules->size));
}

static bool remove_piece(const asc_rules *common, void *data, const asc_view *view, int place) {
  (void)view;
  asc_delta_position *position = data;
  uint64_t square = square_of((const asc_delta_rules *)common, place);
  position->pawns[ASC_DELTA_WHITE] &= ~square;
  position->pawns[ASC_DELTA_BLACK] &= ~square;
  position->red &= ~square;
  return true;
}

/* There is only one red pawn, so placing it again moves it. */
static bool place_piece(const asc_rules *common, void *data, const asc_view *view, int tool, int place) {
  asc_delta_position *position = data;
  uint64_t square = square_of((const asc_delta_rules *)common, place);
  (void)remove_piece(common, data, view, place);
  if (tool == ASC_DELTA_RED)
    position->red = square;
  else
    position->pawns[tool] |= square;
  return true;
}

static void set(const asc_rules *common, void *data, int field, int value) {
  (void)common;
  asc_delta_position *position = data;
  if (field == FIELD_MOVER) position->mover = (uint8_t)value;
  if (field == FIELD_STAGE) position->stage = (uint8_t)value;
}

/* A position set up by hand is usually past the opening. */
static void clear(const asc_rules *common, void *data) {
  (void)common;
  *(asc_delta_position *)data = (asc_delta_position){.stage = ASC_DELTA_STAGE_TURNS};
}

static asc_edit_error *error_add(asc_edit_errors *errors, const char *key, int white, int black) {
  asc_edit_error *error = asc_edit_add_error(errors, key);
  asc_message_add_number(&error->message, "white", white);
  asc_message_add_number(&error->message, "black", black);
  return error;
}

/* After the opening of Delta both players have at least two pawns. Black has as many as White, or one fewer if Black is
   to move. Once all pawns are on the board, either player can be to move. */
static void pace_errors(const asc_delta_rules *rules, const asc_delta_position *position, const int pawns[2],
                        asc_edit_errors *errors) {
  static const char *const few[] = {"edit.few-white", "edit.few-black"};
  int lead = pawns[ASC_DELTA_WHITE] - pawns[ASC_DELTA_BLACK];
  bool too_few = false;
  for (int colour = ASC_DELTA_WHITE; colour <= ASC_DELTA_BLACK; colour++) {
    if (pawns[colour] >= 2) continue;
    asc_message_add_number(&asc_edit_add_error(errors, few[colour])->message, "more", 2 - pawns[colour]);
    too_few = true;
  }
  if (too_few ||
      (pawns[ASC_DELTA_WHITE] == rules->pawns_per_player && pawns[ASC_DELTA_BLACK] == rules->pawns_per_player))
    return;
  if (lead < 0 || lead > 1) {
    asc_edit_error *error = error_add(errors, lead < 0 ? "edit.ahead-black" : "edit.ahead-white", pawns[0], pawns[1]);
    asc_message_add_number(&error->message, "more", lead < 0 ? -lead : lead - 1);
  } else if (lead != (position->mover == ASC_DELTA_BLACK)) {
    error_add(errors, lead == 0 ? "edit.turn-white" : "edit.turn-black", pawns[0], pawns[1])->fields[FIELD_MOVER] =
        true;
  }
}

static void errors_find(const asc_rules *common, const void *data, const asc_view *view, asc_edit_errors *errors) {
  static const char *const many[] = {"edit.many-white", "edit.many-black"};
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  const asc_delta_position *position = data;
  int pawns[] = {asc_bits_count(position->pawns[ASC_DELTA_WHITE]), asc_bits_count(position->pawns[ASC_DELTA_BLACK])};
  for (int colour = ASC_DELTA_WHITE; colour <= ASC_DELTA_BLACK; colour++) {
    if (pawns[colour] <= rules->pawns_per_player) continue;
    asc_edit_error *error = asc_edit_add_error(errors, many[colour]);
    asc_message_add_number(&error->message, "men", pawns[colour]);
    asc_message_add_number(&error->message, "most", rules->pawns_per_player);
    asc_message_add_number(&error->message, "over", pawns[colour] - rules->pawns_per_player);
    asc_edit_error_mark_kind(error, view, colour);
  }
  if (position->stage < ASC_DELTA_STAGE_TURNS) return;
  if (rules->has_red && position->red == 0) (void)asc_edit_add_error(errors, "edit.no-red");
  if (!rules->has_red) pace_errors(rules, position, pawns, errors);
}

/* Marks the fields that the reason of asc_delta_check is about. In the opening the stage fixes the number of pawns.
   After the opening the reason is a relay of the player to move. */
static void locate(const asc_rules *common, const void *data, asc_edit_error *error) {
  (void)common;
  const asc_delta_position *position = data;
  error->fields[FIELD_MOVER] = true;
  error->fields[FIELD_STAGE] = position->stage < ASC_DELTA_STAGE_TURNS;
}

const asc_editor asc_delta_editor = {.describe = palette_fill,
                                     .place = place_piece,
                                     .remove = remove_piece,
                                     .set = set,
                                     .clear = clear,
                                     .errors = errors_find,
                                     .locate = locate};
