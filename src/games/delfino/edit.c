/* Setting up a position by hand: cards are laid, turned and taken up, pawns stand on them, and the rest is fields.

   A game that is over is nobody's turn, so the stage decides whether there is a player. */
#include "delfino.h"

#include <string.h>

enum { TOOL_CARD, TOOL_TURN, TOOL_PAWN };
enum { FIELD_PLAYER, FIELD_STAGE, FIELD_STEPS, FIELD_QUIET, FIELD_POINTS };

/* The stages as a position string has them. */
enum { EDIT_PLACE, EDIT_ROLL, EDIT_MOVE, EDIT_TURN, EDIT_CARD, EDIT_OVER, EDIT_STAGES };

static const delfino_rules *own(const asc_rules *rules) { return (const delfino_rules *)rules; }

static int stage_of(const delfino_position *p) {
  static const int stages[] = {[DELFINO_PLACING] = EDIT_PLACE,
                               [DELFINO_ROLLING] = EDIT_ROLL,
                               [DELFINO_SPENDING] = EDIT_MOVE,
                               [DELFINO_CARD_MOVE] = EDIT_CARD,
                               [DELFINO_OVER] = EDIT_OVER};
  return p->stage == DELFINO_SPENDING && p->moved ? EDIT_TURN : stages[p->stage];
}

static int cards_count(const delfino_position *p) {
  int cards = 0;
  for (int cell = 0; cell < p->columns * p->rows; cell++) cards += p->cells[cell] != 0;
  return cards;
}

static void sheet_fill(const asc_rules *rules, const void *position, asc_sheet *sheet) {
  static const char *const stages[EDIT_STAGES] = {"edit.stage.place", "edit.stage.roll", "edit.stage.move",
                                                  "edit.stage.turn",  "edit.stage.card", "edit.stage.over"};
  static const char *const players[] = {"player.1", "player.2", "player.3", "player.4"};
  static const char *const pawns[] = {"pawn-1", "pawn-2", "pawn-3", "pawn-4"};
  static const char *const outs[] = {"out-1", "out-2", "out-3", "out-4"};
  const delfino_position *p = position;
  int side = own(rules)->side;
  (void)asc_sheet_tool(sheet, "card", DELFINO_KIND_CARD, "edit.card", cards_count(p), side * side);
  (void)asc_sheet_tool(sheet, "turn", ASC_NO_KIND, "edit.turn", 0, 0);
  for (int i = 0; i < rules->players; i++)
    (void)asc_sheet_tool(sheet, pawns[i], DELFINO_KIND_PAWN + i, players[i], p->pawns[i] != 0, 1);
  (void)asc_sheet_choice(sheet, "to-move", "edit.to-move", p->player - 1, players, rules->players);
  (void)asc_sheet_choice(sheet, "stage", "edit.stage", stage_of(p), stages, EDIT_STAGES);
  (void)asc_sheet_number(sheet, "steps", "edit.steps", p->steps, 0, own(rules)->die_most);
  (void)asc_sheet_number(sheet, "quiet", "edit.quiet", p->quiet, 0, own(rules)->quiet_most);
  for (int i = 0; i < rules->players; i++)
    asc_sheet_number(sheet, pawns[i], "edit.points", p->points[i], 0, DELFINO_GOAL)->kind =
        (int8_t)(DELFINO_KIND_PAWN + i);
  for (int i = 0; i < rules->players; i++)
    asc_sheet_switch(sheet, outs[i], "edit.out", delfino_is_out(p, i + 1))->kind = (int8_t)(DELFINO_KIND_PAWN + i);
}

/* The other way round than asc_delfino_point. */
static delfino_place place_at(const asc_rules *rules, const asc_view *view, int place) {
  int32_t x, y;
  asc_delfino_point(rules, (delfino_place){0, 0}, &x, &y);
  return (delfino_place){(view->places[place].x - x) / 1000, (y - view->places[place].y) / 1000};
}

/* Whether a sheet that reaches to this place too can be kept. */
static bool has_room(const asc_rules *rules, const delfino_position *p, delfino_place place) {
  int side = own(rules)->side, west = 1, east = side, south = 1, north = side;
  for (int cell = -1; cell < p->columns * p->rows; cell++) {
    if (cell >= 0 && p->cells[cell] == 0) continue;
    delfino_place at = cell < 0 ? place : delfino_cell_place(p, cell);
    west = at.x < west ? at.x : west;
    east = at.x > east ? at.x : east;
    south = at.y < south ? at.y : south;
    north = at.y > north ? at.y : north;
  }
  return east - west + 1 + north - south + 1 <= 2 * side + (DELFINO_GOAL - 1) * rules->players;
}

static bool card_lay(const asc_rules *rules, delfino_position *p, delfino_place place, uint8_t card) {
  if (asc_delfino_card_at(p, place) != 0) return true;
  if (cards_count(p) == DELFINO_CARDS || !has_room(rules, p, place)) return false;
  p->cells[delfino_cell(p, place)] = card;
  asc_delfino_fit(own(rules), p);
  return true;
}

static void pawn_lift(delfino_position *p, int player) {
  if (p->pawns[player - 1] == 0) return;
  p->cells[p->pawns[player - 1]] &= (uint8_t)~DELFINO_PAWN;
  p->pawns[player - 1] = 0;
}

static bool pawn_put(delfino_position *p, int player, delfino_place place) {
  if (asc_delfino_card_at(p, place) == 0) return false;
  int there = asc_delfino_pawn_at(p, place);
  if (there != 0) pawn_lift(p, there);
  pawn_lift(p, player);
  p->pawns[player - 1] = (uint8_t)delfino_cell(p, place);
  p->cells[p->pawns[player - 1]] |= DELFINO_PAWN;
  return true;
}

static bool put(const asc_rules *rules, void *position, const asc_view *view, int tool, int place) {
  delfino_position *p = position;
  delfino_place at = place_at(rules, view, place);
  if (tool == TOOL_CARD) return card_lay(rules, p, at, DELFINO_CARD);
  if (tool >= TOOL_PAWN) return pawn_put(p, tool - TOOL_PAWN + 1, at);
  if (asc_delfino_card_at(p, at) == 0) return false;
  uint8_t *card = &p->cells[delfino_cell(p, at)];
  *card = (uint8_t)((*card & ~DELFINO_TURNS) | ((*card + 1) & DELFINO_TURNS));
  return true;
}

/* The pawn first, then the card under it. */
static bool lift(const asc_rules *rules, void *position, const asc_view *view, int place) {
  delfino_position *p = position;
  delfino_place at = place_at(rules, view, place);
  int pawn = asc_delfino_pawn_at(p, at);
  if (pawn != 0) {
    pawn_lift(p, pawn);
  } else if (asc_delfino_card_at(p, at) != 0) {
    p->cells[delfino_cell(p, at)] = 0;
    asc_delfino_fit(own(rules), p);
  }
  return true;
}

static bool carry(const asc_rules *rules, void *position, const asc_view *view, int from, int to) {
  delfino_position *p = position, before;
  delfino_place away = place_at(rules, view, from), at = place_at(rules, view, to);
  int pawn = asc_delfino_pawn_at(p, away);
  uint8_t card = asc_delfino_card_at(p, away);
  if (pawn != 0) return pawn_put(p, pawn, at);
  if (card == 0 || asc_delfino_card_at(p, at) != 0) return false;
  memcpy(&before, p, rules->position_size);
  p->cells[delfino_cell(p, away)] = 0;
  if (card_lay(rules, p, at, card)) return true;
  memcpy(p, &before, rules->position_size);
  return false;
}

static void stage_set(delfino_position *p, int value) {
  static const uint8_t stages[EDIT_STAGES] = {DELFINO_PLACING,  DELFINO_ROLLING,   DELFINO_SPENDING,
                                              DELFINO_SPENDING, DELFINO_CARD_MOVE, DELFINO_OVER};
  bool counts = value == EDIT_MOVE || value == EDIT_TURN || value == EDIT_CARD;
  p->stage = stages[value];
  p->moved = value == EDIT_TURN;
  p->steps = counts ? p->steps : 0;
  if (p->stage == DELFINO_OVER)
    p->player = 0;
  else if (p->player == 0)
    p->player = 1;
}

static void set(const asc_rules *rules, void *position, int field, int value) {
  delfino_position *p = position;
  int player = field - FIELD_POINTS;
  if (field == FIELD_PLAYER && p->stage != DELFINO_OVER) p->player = (uint8_t)(value + 1);
  if (field == FIELD_STAGE) stage_set(p, value);
  if (field == FIELD_STEPS && (p->stage == DELFINO_SPENDING || p->stage == DELFINO_CARD_MOVE))
    p->steps = (uint8_t)value;
  if (field == FIELD_QUIET) p->quiet = (uint8_t)value;
  if (player < 0) return;
  if (player < rules->players)
    p->points[player] = (uint8_t)value;
  else
    p->out = (uint8_t)((p->out & ~(1 << (player - rules->players))) | value << (player - rules->players));
}

/* The pawns are taken up and the cards lie as they did at the start: without cards nobody would know where to begin. */
static void clear(const asc_rules *rules, void *position) { asc_delfino_start(rules, position); }

static void faults_find(const asc_rules *rules, const void *position, const asc_view *view, asc_faults *faults) {
  static const char *const pawns[] = {"edit.pawn-1", "edit.pawn-2", "edit.pawn-3", "edit.pawn-4"};
  const delfino_position *p = position;
  int cards = cards_count(p), wanted = own(rules)->side * own(rules)->side;
  if (cards != wanted) {
    asc_fault *fault = asc_faults_add(faults, cards < wanted ? "edit.few-cards" : "edit.many-cards");
    asc_message_add_number(&fault->message, "cards", cards);
    asc_message_add_number(&fault->message, "most", wanted);
    asc_message_add_number(&fault->message, "over", cards < wanted ? wanted - cards : cards - wanted);
  }
  bool playing = p->stage != DELFINO_PLACING && p->stage != DELFINO_OVER;
  for (int i = 0; i < rules->players && playing; i++)
    if (p->pawns[i] == 0 && !delfino_is_out(p, i + 1)) (void)asc_faults_add(faults, pawns[i]);
  bool spends = p->stage == DELFINO_SPENDING && p->steps == 0;
  if (spends) asc_faults_add(faults, "edit.no-steps")->fields[FIELD_STEPS] = true;
  if (p->player > 0 && delfino_is_out(p, p->player)) {
    asc_fault *fault = asc_faults_add(faults, "edit.out-turn");
    fault->fields[FIELD_PLAYER] = true;
    fault->fields[FIELD_POINTS + rules->players + p->player - 1] = true;
    asc_fault_kind(fault, view, DELFINO_KIND_PAWN + p->player - 1);
  }
}

static void blame(const asc_rules *rules, const void *position, asc_fault *fault) {
  delfino_field field;
  (void)asc_delfino_check_fields(own(rules), position, NULL, &field);
  switch (field) {
  case DELFINO_FIELD_POINTS:
    for (int i = 0; i < rules->players; i++) fault->fields[FIELD_POINTS + i] = true;
    break;
  case DELFINO_FIELD_OUT:
    for (int i = 0; i < rules->players; i++) fault->fields[FIELD_POINTS + rules->players + i] = true;
    break;
  case DELFINO_FIELD_PLAYER: fault->fields[FIELD_PLAYER] = true; break;
  case DELFINO_FIELD_STAGE: fault->fields[FIELD_STAGE] = fault->fields[FIELD_STEPS] = true; break;
  case DELFINO_FIELD_QUIET: fault->fields[FIELD_QUIET] = true; break;
  default: break;
  }
}

const asc_editor asc_delfino_editor = {.sheet = sheet_fill,
                                       .put = put,
                                       .lift = lift,
                                       .carry = carry,
                                       .set = set,
                                       .clear = clear,
                                       .faults = faults_find,
                                       .blame = blame};
