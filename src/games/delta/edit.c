/* Setting up a position by hand. What lies in the box follows from what stands on the board. */
#include "delta.h"

enum { FIELD_MOVER, FIELD_STAGE };

static const char *const player_keys[] = {"player.1", "player.2"};
static const char *const stage_keys[] = {"edit.stage.1", "edit.stage.2", "edit.stage.3", "edit.stage.4",
                                         "edit.stage.5"};

static void sheet_fill(const asc_rules *common, const void *data, asc_sheet *sheet) {
  static const char *const names[] = {"edit.white", "edit.black"};
  const delta_rules *rules = (const delta_rules *)common;
  const delta_position *position = data;
  for (int colour = DELTA_WHITE; colour <= DELTA_BLACK; colour++)
    (void)asc_sheet_tool(sheet, asc_delta_kinds[colour].id, colour, names[colour],
                         asc_bits_count(position->men[colour]), rules->pawns);
  if (rules->has_red) (void)asc_sheet_tool(sheet, "red", DELTA_RED, "edit.red", asc_bits_count(position->red), 1);
  (void)asc_sheet_choice(sheet, "to-move", "edit.to-move", position->mover, player_keys, 2);
  (void)asc_sheet_choice(sheet, "stage", "edit.stage", position->stage, stage_keys, DELTA_TURNS + 1);
}

static uint64_t square_of(const delta_rules *rules, int place) {
  return asc_bit(delta_square(place % rules->size, rules->size - 1 - place / rules->size));
}

static bool lift(const asc_rules *common, void *data, const asc_view *view, int place) {
  (void)view;
  delta_position *position = data;
  uint64_t square = square_of((const delta_rules *)common, place);
  position->men[DELTA_WHITE] &= ~square;
  position->men[DELTA_BLACK] &= ~square;
  position->red &= ~square;
  return true;
}

/* There is one red pawn: put once more, it has moved. */
static bool put(const asc_rules *common, void *data, const asc_view *view, int tool, int place) {
  delta_position *position = data;
  uint64_t square = square_of((const delta_rules *)common, place);
  (void)lift(common, data, view, place);
  if (tool == DELTA_RED)
    position->red = square;
  else
    position->men[tool] |= square;
  return true;
}

static void set(const asc_rules *common, void *data, int field, int value) {
  (void)common;
  delta_position *position = data;
  if (field == FIELD_MOVER) position->mover = (uint8_t)value;
  if (field == FIELD_STAGE) position->stage = (uint8_t)value;
}

/* Whoever sets up a position wants one behind the opening. */
static void clear(const asc_rules *common, void *data) {
  (void)common;
  *(delta_position *)data = (delta_position){.stage = DELTA_TURNS};
}

static asc_fault *fault_add(asc_faults *faults, const char *key, int white, int black) {
  asc_fault *fault = asc_faults_add(faults, key);
  asc_message_add_number(&fault->message, "white", white);
  asc_message_add_number(&fault->message, "black", black);
  return fault;
}

/* Behind the opening of Delta: both have two pawns, and Black as many as White or, at his turn, one less. */
static void pace_faults(const delta_rules *rules, const delta_position *position, const int men[2],
                        asc_faults *faults) {
  static const char *const few[] = {"edit.few-white", "edit.few-black"};
  int lead = men[DELTA_WHITE] - men[DELTA_BLACK];
  bool short_of = false;
  for (int colour = DELTA_WHITE; colour <= DELTA_BLACK; colour++) {
    if (men[colour] >= 2) continue;
    asc_message_add_number(&asc_faults_add(faults, few[colour])->message, "more", 2 - men[colour]);
    short_of = true;
  }
  if (short_of || (men[DELTA_WHITE] == rules->pawns && men[DELTA_BLACK] == rules->pawns)) return;
  if (lead < 0 || lead > 1) {
    asc_fault *fault = fault_add(faults, lead < 0 ? "edit.ahead-black" : "edit.ahead-white", men[0], men[1]);
    asc_message_add_number(&fault->message, "more", lead < 0 ? -lead : lead - 1);
  } else if (lead != (position->mover == DELTA_BLACK)) {
    fault_add(faults, lead == 0 ? "edit.turn-white" : "edit.turn-black", men[0], men[1])->fields[FIELD_MOVER] = true;
  }
}

static void faults_find(const asc_rules *common, const void *data, const asc_view *view, asc_faults *faults) {
  static const char *const many[] = {"edit.many-white", "edit.many-black"};
  const delta_rules *rules = (const delta_rules *)common;
  const delta_position *position = data;
  int men[] = {asc_bits_count(position->men[DELTA_WHITE]), asc_bits_count(position->men[DELTA_BLACK])};
  for (int colour = DELTA_WHITE; colour <= DELTA_BLACK; colour++) {
    if (men[colour] <= rules->pawns) continue;
    asc_fault *fault = asc_faults_add(faults, many[colour]);
    asc_message_add_number(&fault->message, "men", men[colour]);
    asc_message_add_number(&fault->message, "most", rules->pawns);
    asc_message_add_number(&fault->message, "over", men[colour] - rules->pawns);
    asc_fault_kind(fault, view, colour);
  }
  if (position->stage < DELTA_TURNS) return;
  if (rules->has_red && position->red == 0) (void)asc_faults_add(faults, "edit.no-red");
  if (!rules->has_red) pace_faults(rules, position, men, faults);
}

/* In the opening the stage says how many stand; behind it a relay is the one to move's. */
static void blame(const asc_rules *common, const void *data, asc_fault *fault) {
  (void)common;
  const delta_position *position = data;
  fault->fields[FIELD_MOVER] = true;
  fault->fields[FIELD_STAGE] = position->stage < DELTA_TURNS;
}

const asc_editor asc_delta_editor = {
    .sheet = sheet_fill, .put = put, .lift = lift, .set = set, .clear = clear, .faults = faults_find, .blame = blame};
