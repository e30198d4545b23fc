/* The position editor of Delfino: tools to place, turn and remove cards and to place pawns on them, and fields for the
   rest. In a finished game there is no player to move, so the stage decides whether the position has one. */
#include "delfino.h"

#include <string.h>

enum { TOOL_CARD, TOOL_TURN, TOOL_PAWN };
enum { FIELD_PLAYER, FIELD_STAGE, FIELD_STEPS, FIELD_QUIET, FIELD_POINTS };

/* The stages as a position string names them. */
enum { EDIT_PLACE, EDIT_ROLL, EDIT_MOVE, EDIT_TURN, EDIT_CARD, EDIT_OVER, EDIT_STAGES };

static const asc_delfino_rules *rules_of(const asc_rules *rules) { return (const asc_delfino_rules *)rules; }

static int stage_of(const asc_delfino_position *p) {
  static const int stages[] = {[ASC_DELFINO_STAGE_PLACING] = EDIT_PLACE,
                               [ASC_DELFINO_STAGE_ROLLING] = EDIT_ROLL,
                               [ASC_DELFINO_STAGE_SPENDING] = EDIT_MOVE,
                               [ASC_DELFINO_STAGE_CARD_MOVE] = EDIT_CARD,
                               [ASC_DELFINO_STAGE_OVER] = EDIT_OVER};
  return p->stage == ASC_DELFINO_STAGE_SPENDING && p->moved ? EDIT_TURN : stages[p->stage];
}

static int cards_count(const asc_delfino_position *p) {
  int cards = 0;
  for (int cell = 0; cell < p->columns * p->rows; cell++) cards += p->cells[cell] != 0;
  return cards;
}

static void describe(const asc_rules *rules, const void *position, asc_edit_palette *palette) {
  static const char *const stages[EDIT_STAGES] = {"edit.stage.place", "edit.stage.roll", "edit.stage.move",
                                                  "edit.stage.turn",  "edit.stage.card", "edit.stage.over"};
  static const char *const players[] = {"player.1", "player.2", "player.3", "player.4"};
  static const char *const pawns[] = {"pawn-1", "pawn-2", "pawn-3", "pawn-4"};
  static const char *const resigned[] = {"out-1", "out-2", "out-3", "out-4"};
  const asc_delfino_position *p = position;
  int side = rules_of(rules)->side;
  (void)asc_edit_add_tool(palette, "card", ASC_DELFINO_KIND_CARD, "edit.card", cards_count(p), side * side);
  (void)asc_edit_add_tool(palette, "turn", ASC_NO_KIND, "edit.turn", 0, 0);
  for (int i = 0; i < rules->players; i++)
    (void)asc_edit_add_tool(palette, pawns[i], ASC_DELFINO_KIND_PAWN + i, players[i], p->pawns[i] != 0, 1);
  (void)asc_edit_add_choice(palette, "to-move", "edit.to-move", p->player - 1, players, rules->players);
  (void)asc_edit_add_choice(palette, "stage", "edit.stage", stage_of(p), stages, EDIT_STAGES);
  (void)asc_edit_add_number(palette, "steps", "edit.steps", p->steps, 0, rules_of(rules)->die_max);
  (void)asc_edit_add_number(palette, "quiet", "edit.quiet", p->quiet, 0, rules_of(rules)->quiet_max);
  for (int i = 0; i < rules->players; i++)
    asc_edit_add_number(palette, pawns[i], "edit.points", p->points[i], 0, ASC_DELFINO_GOAL)->kind =
        (int8_t)(ASC_DELFINO_KIND_PAWN + i);
  for (int i = 0; i < rules->players; i++)
    asc_edit_add_switch(palette, resigned[i], "edit.out", asc_delfino_has_resigned(p, i + 1))->kind =
        (int8_t)(ASC_DELFINO_KIND_PAWN + i);
}

/* Returns the space of a place in the view. The inverse of asc_delfino_view_point. */
static asc_delfino_space space_at(const asc_rules *rules, const asc_view *view, int place) {
  int32_t x, y;
  asc_delfino_view_point(rules, (asc_delfino_space){0, 0}, &x, &y);
  return (asc_delfino_space){(view->places[place].x - x) / 1000, (y - view->places[place].y) / 1000};
}

/* Returns true if a box that also contains this space fits into a position. */
static bool has_capacity(const asc_rules *rules, const asc_delfino_position *p, asc_delfino_space space) {
  int side = rules_of(rules)->side, west = 1, east = side, south = 1, north = side;
  for (int cell = -1; cell < p->columns * p->rows; cell++) {
    if (cell >= 0 && p->cells[cell] == 0) continue;
    asc_delfino_space at = cell < 0 ? space : asc_delfino_cell_space(p, cell);
    west = at.x < west ? at.x : west;
    east = at.x > east ? at.x : east;
    south = at.y < south ? at.y : south;
    north = at.y > north ? at.y : north;
  }
  return east - west + 1 + north - south + 1 <= 2 * side + (ASC_DELFINO_GOAL - 1) * rules->players;
}

static bool card_place(const asc_rules *rules, asc_delfino_position *p, asc_delfino_space space, uint8_t card) {
  if (asc_delfino_card_at(p, space) != 0) return true;
  if (cards_count(p) == ASC_DELFINO_CARDS_MAX || !has_capacity(rules, p, space)) return false;
  p->cells[asc_delfino_cell(p, space)] = card;
  asc_delfino_fit_box(rules_of(rules), p);
  return true;
}

static void pawn_remove(asc_delfino_position *p, int player) {
  if (p->pawns[player - 1] == 0) return;
  p->cells[p->pawns[player - 1]] &= (uint8_t)~ASC_DELFINO_PAWN_FLAG;
  p->pawns[player - 1] = 0;
}

static bool pawn_place(asc_delfino_position *p, int player, asc_delfino_space space) {
  if (asc_delfino_card_at(p, space) == 0) return false;
  int there = asc_delfino_pawn_at(p, space);
  if (there != 0) pawn_remove(p, there);
  pawn_remove(p, player);
  p->pawns[player - 1] = (uint8_t)asc_delfino_cell(p, space);
  p->cells[p->pawns[player - 1]] |= ASC_DELFINO_PAWN_FLAG;
  return true;
}

static bool place_tool(const asc_rules *rules, void *position, const asc_view *view, int tool, int place) {
  asc_delfino_position *p = position;
  asc_delfino_space at = space_at(rules, view, place);
  if (tool == TOOL_CARD) return card_place(rules, p, at, ASC_DELFINO_CARD_FLAG);
  if (tool >= TOOL_PAWN) return pawn_place(p, tool - TOOL_PAWN + 1, at);
  if (asc_delfino_card_at(p, at) == 0) return false;
  uint8_t *card = &p->cells[asc_delfino_cell(p, at)];
  *card = (uint8_t)((*card & ~ASC_DELFINO_TURNS_MASK) | ((*card + 1) & ASC_DELFINO_TURNS_MASK));
  return true;
}

/* Removes the pawn first; the next call removes the card under it. */
static bool remove_piece(const asc_rules *rules, void *position, const asc_view *view, int place) {
  asc_delfino_position *p = position;
  asc_delfino_space at = space_at(rules, view, place);
  int pawn = asc_delfino_pawn_at(p, at);
  if (pawn != 0) {
    pawn_remove(p, pawn);
  } else if (asc_delfino_card_at(p, at) != 0) {
    p->cells[asc_delfino_cell(p, at)] = 0;
    asc_delfino_fit_box(rules_of(rules), p);
  }
  return true;
}

static bool move_piece(const asc_rules *rules, void *position, const asc_view *view, int from, int to) {
  asc_delfino_position *p = position, before;
  asc_delfino_space source = space_at(rules, view, from), at = space_at(rules, view, to);
  int pawn = asc_delfino_pawn_at(p, source);
  uint8_t card = asc_delfino_card_at(p, source);
  if (pawn != 0) return pawn_place(p, pawn, at);
  if (card == 0 || asc_delfino_card_at(p, at) != 0) return false;
  memcpy(&before, p, rules->position_size);
  p->cells[asc_delfino_cell(p, source)] = 0;
  if (card_place(rules, p, at, card)) return true;
  memcpy(p, &before, rules->position_size);
  return false;
}

static void stage_set(asc_delfino_position *p, int value) {
  static const uint8_t stages[EDIT_STAGES] = {ASC_DELFINO_STAGE_PLACING,   ASC_DELFINO_STAGE_ROLLING,
                                              ASC_DELFINO_STAGE_SPENDING,  ASC_DELFINO_STAGE_SPENDING,
                                              ASC_DELFINO_STAGE_CARD_MOVE, ASC_DELFINO_STAGE_OVER};
  bool has_steps = value == EDIT_MOVE || value == EDIT_TURN || value == EDIT_CARD;
  p->stage = stages[value];
  p->moved = value == EDIT_TURN;
  p->steps = has_steps ? p->steps : 0;
  if (p->stage == ASC_DELFINO_STAGE_OVER)
    p->player = 0;
  else if (p->player == 0)
    p->player = 1;
}

static void set_field(const asc_rules *rules, void *position, int field, int value) {
  asc_delfino_position *p = position;
  int player = field - FIELD_POINTS;
  if (field == FIELD_PLAYER && p->stage != ASC_DELFINO_STAGE_OVER) p->player = (uint8_t)(value + 1);
  if (field == FIELD_STAGE) stage_set(p, value);
  if (field == FIELD_STEPS && (p->stage == ASC_DELFINO_STAGE_SPENDING || p->stage == ASC_DELFINO_STAGE_CARD_MOVE))
    p->steps = (uint8_t)value;
  if (field == FIELD_QUIET) p->quiet = (uint8_t)value;
  if (player < 0) return;
  if (player < rules->players)
    p->points[player] = (uint8_t)value;
  else
    p->resigned = (uint8_t)((p->resigned & ~(1 << (player - rules->players))) | value << (player - rules->players));
}

/* Removes the pawns and restores the cards of the start. An empty plane would give the user no space to start from. */
static void clear(const asc_rules *rules, void *position) { asc_delfino_start(rules, position); }

static void find_errors(const asc_rules *rules, const void *position, const asc_view *view, asc_edit_errors *errors) {
  static const char *const pawns[] = {"edit.pawn-1", "edit.pawn-2", "edit.pawn-3", "edit.pawn-4"};
  const asc_delfino_position *p = position;
  int cards = cards_count(p), expected = rules_of(rules)->side * rules_of(rules)->side;
  if (cards != expected) {
    asc_edit_error *error = asc_edit_add_error(errors, cards < expected ? "edit.few-cards" : "edit.many-cards");
    asc_message_add_number(&error->message, "cards", cards);
    asc_message_add_number(&error->message, "most", expected);
    asc_message_add_number(&error->message, "over", cards < expected ? expected - cards : cards - expected);
  }
  bool playing = p->stage != ASC_DELFINO_STAGE_PLACING && p->stage != ASC_DELFINO_STAGE_OVER;
  for (int i = 0; i < rules->players && playing; i++)
    if (p->pawns[i] == 0 && !asc_delfino_has_resigned(p, i + 1)) (void)asc_edit_add_error(errors, pawns[i]);
  bool lacks_steps = p->stage == ASC_DELFINO_STAGE_SPENDING && p->steps == 0;
  if (lacks_steps) asc_edit_add_error(errors, "edit.no-steps")->fields[FIELD_STEPS] = true;
  if (p->player > 0 && asc_delfino_has_resigned(p, p->player)) {
    asc_edit_error *error = asc_edit_add_error(errors, "edit.out-turn");
    error->fields[FIELD_PLAYER] = true;
    error->fields[FIELD_POINTS + rules->players + p->player - 1] = true;
    asc_edit_error_mark_kind(error, view, ASC_DELFINO_KIND_PAWN + p->player - 1);
  }
}

static void locate_error(const asc_rules *rules, const void *position, asc_edit_error *error) {
  asc_delfino_field field;
  (void)asc_delfino_check_fields(rules_of(rules), position, NULL, &field);
  switch (field) {
  case ASC_DELFINO_FIELD_POINTS:
    for (int i = 0; i < rules->players; i++) error->fields[FIELD_POINTS + i] = true;
    break;
  case ASC_DELFINO_FIELD_RESIGNED:
    for (int i = 0; i < rules->players; i++) error->fields[FIELD_POINTS + rules->players + i] = true;
    break;
  case ASC_DELFINO_FIELD_PLAYER: error->fields[FIELD_PLAYER] = true; break;
  case ASC_DELFINO_FIELD_STAGE: error->fields[FIELD_STAGE] = error->fields[FIELD_STEPS] = true; break;
  case ASC_DELFINO_FIELD_QUIET: error->fields[FIELD_QUIET] = true; break;
  default: break;
  }
}

const asc_editor asc_delfino_editor = {.describe = describe,
                                       .place = place_tool,
                                       .remove = remove_piece,
                                       .move = move_piece,
                                       .set = set_field,
                                       .clear = clear,
                                       .errors = find_errors,
                                       .locate = locate_error};
