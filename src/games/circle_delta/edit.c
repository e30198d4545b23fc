/* Setting up a position by hand: the men, the reserves, and what is due. */
#include "circle_delta.h"

#include <string.h>

enum { FIELD_PLAYER, FIELD_STAGE, FIELD_WHITE, FIELD_BLACK, FIELD_QUIET, FIELD_STIRRED };

static void sheet_fill(const asc_rules *rules, const void *position, asc_sheet *sheet) {
  static const char *const ids[] = {"white", "black", "red", "green"};
  static const char *const names[] = {"edit.white", "edit.black", "edit.red", "edit.green"};
  static const char *const players[] = {"player.1", "player.2"};
  static const char *const stages[] = {"edit.stage.reds", "edit.stage.greens", "edit.stage.first", "edit.stage.second"};
  const circle_rules *r = (const circle_rules *)rules;
  const circle_position *p = position;
  const int most[] = {r->men, r->men, r->reds, r->greens};
  for (int colour = 0; colour < CIRCLE_COLOURS; colour++)
    (void)asc_sheet_tool(sheet, ids[colour], colour, names[colour], circle_count(p->men[colour]), most[colour]);
  (void)asc_sheet_choice(sheet, "to-move", "edit.to-move", p->player, players, 2);
  (void)asc_sheet_choice(sheet, "stage", "edit.stage", p->stage, stages, 4);
  for (int8_t player = 0; player < 2; player++)
    asc_sheet_number(sheet, player == 0 ? "white" : "black", "edit.reserve", p->reserve[player], 0, r->men)->kind =
        player;
  bool stirred = p->quiet == CIRCLE_STIRRED;
  (void)asc_sheet_number(sheet, "quiet", "edit.quiet", stirred ? 0 : p->quiet, 0, CIRCLE_QUIET_LIMIT);
  if (!r->literal) (void)asc_sheet_switch(sheet, "stirred", "edit.stirred", stirred);
}

static bool lift(const asc_rules *rules, void *position, const asc_view *view, int hole) {
  (void)rules, (void)view;
  circle_position *p = position;
  for (int colour = 0; colour < CIRCLE_COLOURS; colour++) circle_remove(&p->men[colour], circle_set_of(hole));
  return true;
}

/* The ways of men are found with so many reds and greens at most, whatever the options are. */
static bool put(const asc_rules *rules, void *position, const asc_view *view, int tool, int hole) {
  circle_position *p = position;
  int most = tool == CIRCLE_RED ? CIRCLE_REDS_MAX : CIRCLE_GREENS_MAX;
  if (tool >= CIRCLE_RED && !circle_has(p->men[tool], hole) && circle_count(p->men[tool]) == most) return false;
  (void)lift(rules, position, view, hole);
  circle_add(&p->men[tool], circle_set_of(hole));
  return true;
}

static void set(const asc_rules *rules, void *position, int field, int value) {
  (void)rules;
  circle_position *p = position;
  switch (field) {
  case FIELD_PLAYER: p->player = (uint8_t)value; break;
  case FIELD_STAGE: p->stage = (uint8_t)value; break;
  case FIELD_WHITE:
  case FIELD_BLACK: p->reserve[field - FIELD_WHITE] = (uint8_t)value; break;
  case FIELD_QUIET: p->quiet = (int8_t)value; break;
  case FIELD_STIRRED: p->quiet = (int8_t)(value == 0 ? 0 : CIRCLE_STIRRED); break;
  default: break;
  }
}

/* Whoever sets up a position wants one behind the preparation. */
static void clear(const asc_rules *rules, void *position) {
  uint8_t men = (uint8_t)((const circle_rules *)rules)->men;
  *(circle_position *)position = (circle_position){.stage = CIRCLE_FIRST, .reserve = {men, men}};
}

static asc_fault *count_fault(asc_faults *faults, const char *key, int men, int most) {
  asc_fault *fault = asc_faults_add(faults, key);
  asc_message_add_number(&fault->message, "men", men);
  asc_message_add_number(&fault->message, "most", most);
  asc_message_add_number(&fault->message, "over", men > most ? men - most : most - men);
  return fault;
}

static void men_faults(const circle_rules *r, const circle_position *p, const asc_view *view, asc_faults *faults) {
  static const char *const many[] = {"edit.many-white", "edit.many-black"};
  for (int player = 0; player < 2; player++) {
    int men = circle_count(p->men[player]) + p->reserve[player];
    if (men <= r->men) continue;
    asc_fault *fault = count_fault(faults, many[player], men, r->men);
    asc_fault_kind(fault, view, player);
    fault->fields[FIELD_WHITE + player] = true;
  }
}

static void colour_faults(const circle_rules *r, const circle_position *p, const asc_view *view, asc_faults *faults) {
  int reds = circle_count(p->men[CIRCLE_RED]), greens = circle_count(p->men[CIRCLE_GREEN]);
  bool red_done = p->stage > CIRCLE_REDS, green_done = p->stage > CIRCLE_GREENS;
  if (reds > r->reds) asc_fault_kind(count_fault(faults, "edit.many-red", reds, r->reds), view, CIRCLE_RED);
  if (reds < r->reds && red_done) (void)count_fault(faults, "edit.few-red", reds, r->reds);
  if (greens > r->greens) asc_fault_kind(count_fault(faults, "edit.many-green", greens, r->greens), view, CIRCLE_GREEN);
  if (greens < r->greens && green_done) (void)count_fault(faults, "edit.few-green", greens, r->greens);
}

/* Who stands between two reds is off the board. */
static void locked_faults(const circle_rules *r, const circle_position *p, asc_faults *faults) {
  circle_set between = circle_between(&r->board, p->men[CIRCLE_RED]);
  circle_set locked = circle_and(between, circle_or(p->men[CIRCLE_WHITE], p->men[CIRCLE_BLACK]));
  int count = circle_count(locked);
  if (count == 0) return;
  asc_fault *fault = asc_faults_add(faults, "edit.locked");
  asc_message_add_number(&fault->message, "men", count);
  while (circle_any(locked)) fault->places[circle_take(&locked)] = true;
}

static void faults_find(const asc_rules *rules, const void *position, const asc_view *view, asc_faults *faults) {
  const circle_rules *r = (const circle_rules *)rules;
  const circle_position *p = position;
  colour_faults(r, p, view, faults);
  if (p->stage < CIRCLE_FIRST) return;
  men_faults(r, p, view, faults);
  locked_faults(r, p, faults);
}

static void blame(const asc_rules *rules, const void *position, asc_fault *fault) {
  static const int fields[CIRCLE_FIELDS] = {
      [CIRCLE_FIELD_BOARD] = -1,          [CIRCLE_FIELD_TURN] = FIELD_PLAYER, [CIRCLE_FIELD_STAGE] = FIELD_STAGE,
      [CIRCLE_FIELD_WHITE] = FIELD_WHITE, [CIRCLE_FIELD_BLACK] = FIELD_BLACK, [CIRCLE_FIELD_QUIET] = FIELD_QUIET};
  int field = CIRCLE_FIELD_BOARD;
  (void)asc_circle_check_fields((const circle_rules *)rules, position, NULL, &field);
  if (fields[field] < 0) return;
  fault->fields[fields[field]] = true;
  fault->fields[FIELD_STIRRED] = field == CIRCLE_FIELD_QUIET && !((const circle_rules *)rules)->literal;
}

const asc_editor asc_circle_editor = {
    .sheet = sheet_fill, .put = put, .lift = lift, .set = set, .clear = clear, .faults = faults_find, .blame = blame};
