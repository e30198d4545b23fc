/* Setting up a position by hand: the marbles, which was the last, and the plate of the one before. */
#include "kulami.h"

#include <string.h>

enum { TOOL_LAST = 2, TOOL_BEFORE };

static void sheet_fill(const asc_rules *rules, const void *position, asc_sheet *sheet) {
  (void)rules;
  const kulami_position *p = position;
  (void)asc_sheet_tool(sheet, "red", KULAMI_RED, "edit.red", asc_bits_count(p->marbles[KULAMI_RED]), KULAMI_MARBLES);
  (void)asc_sheet_tool(sheet, "black", KULAMI_BLACK, "edit.black", asc_bits_count(p->marbles[KULAMI_BLACK]),
                       KULAMI_MARBLES);
  (void)asc_sheet_tool(sheet, "last", ASC_NO_KIND, "edit.last", p->last != KULAMI_NO_HOLLOW, 1);
  (void)asc_sheet_tool(sheet, "before", ASC_NO_KIND, "edit.before", p->before != KULAMI_NO_PLATE, 1);
}

static void count(kulami_position *p) {
  p->plies = (uint8_t)(asc_bits_count(p->marbles[KULAMI_RED]) + asc_bits_count(p->marbles[KULAMI_BLACK]));
}

static bool lift(const asc_rules *rules, void *position, const asc_view *view, int hollow) {
  (void)rules, (void)view;
  kulami_position *p = position;
  p->marbles[KULAMI_RED] &= ~asc_bit(hollow);
  p->marbles[KULAMI_BLACK] &= ~asc_bit(hollow);
  if (p->last == hollow) p->last = KULAMI_NO_HOLLOW;
  count(p);
  return true;
}

/* What is said of a place is unsaid by saying it again. */
static bool put(const asc_rules *rules, void *position, const asc_view *view, int tool, int hollow) {
  (void)view;
  kulami_position *p = position;
  uint8_t plate = ((const kulami_rules *)rules)->plate_of[hollow];
  if (tool == TOOL_LAST) {
    p->last = p->last == hollow ? (uint8_t)KULAMI_NO_HOLLOW : (uint8_t)hollow;
  } else if (tool == TOOL_BEFORE) {
    p->before = p->before == plate ? (uint8_t)KULAMI_NO_PLATE : plate;
  } else {
    p->marbles[1 - tool] &= ~asc_bit(hollow);
    p->marbles[tool] |= asc_bit(hollow);
    count(p);
  }
  return true;
}

static bool carry(const asc_rules *rules, void *position, const asc_view *view, int from, int to) {
  kulami_position *p = position;
  int8_t man = view->places[from].man;
  int last = p->last;
  if (man == ASC_NO_KIND) return false;
  (void)lift(rules, position, view, from);
  (void)put(rules, position, view, man, to);
  if (last == from) p->last = (uint8_t)to;
  return true;
}

static void clear(const asc_rules *rules, void *position) {
  (void)rules;
  *(kulami_position *)position = (kulami_position){.last = KULAMI_NO_HOLLOW, .before = KULAMI_NO_PLATE};
}

static void fault_set(asc_fault *fault, uint64_t hollows) {
  for (; hollows != 0; hollows = asc_bits_drop(hollows)) fault->places[asc_bits_lowest(hollows)] = true;
}

static bool counts_fault(const kulami_position *p, asc_faults *faults) {
  static const char *const many[] = {"edit.many-red", "edit.many-black"};
  int marbles[2], before = faults->count;
  for (int colour = 0; colour < 2; colour++) {
    marbles[colour] = asc_bits_count(p->marbles[colour]);
    if (marbles[colour] <= KULAMI_MARBLES) continue;
    asc_fault *fault = asc_faults_add(faults, many[colour]);
    asc_message_add_number(&fault->message, "men", marbles[colour]);
    asc_message_add_number(&fault->message, "most", KULAMI_MARBLES);
    asc_message_add_number(&fault->message, "over", marbles[colour] - KULAMI_MARBLES);
    fault_set(fault, p->marbles[colour]);
  }
  int lead = marbles[KULAMI_RED] - marbles[KULAMI_BLACK];
  if (lead < 0 || lead > 1) {
    asc_fault *fault = asc_faults_add(faults, lead < 0 ? "edit.ahead-black" : "edit.ahead-red");
    asc_message_add_number(&fault->message, "red", marbles[KULAMI_RED]);
    asc_message_add_number(&fault->message, "black", marbles[KULAMI_BLACK]);
    asc_message_add_number(&fault->message, "more", lead < 0 ? -lead : lead - 1);
  }
  return faults->count > before;
}

/* The last marble is of the player who has just moved. */
static bool last_fault(const kulami_position *p, asc_faults *faults) {
  int mover = p->plies % 2;
  if (p->plies == 0 && p->last != KULAMI_NO_HOLLOW) {
    asc_faults_add(faults, "edit.last-none")->places[p->last] = true;
  } else if (p->plies > 0 && p->last == KULAMI_NO_HOLLOW) {
    fault_set(asc_faults_add(faults, mover == 1 ? "edit.last-missing-red" : "edit.last-missing-black"),
              p->marbles[1 - mover]);
  } else if (p->plies > 0 && (p->marbles[1 - mover] & asc_bit(p->last)) == 0) {
    asc_faults_add(faults, mover == 1 ? "edit.last-red" : "edit.last-black")->places[p->last] = true;
  } else {
    return false;
  }
  return true;
}

static void before_fault(const kulami_rules *kulami, const kulami_position *p, asc_faults *faults) {
  uint64_t plate = kulami->plates[p->before], own = p->marbles[p->plies % 2] & plate;
  bool red = p->plies % 2 == 0;
  const char *key = NULL;
  if (p->plies < 2)
    key = p->before == KULAMI_NO_PLATE ? NULL : "edit.before-none";
  else if (p->before == KULAMI_NO_PLATE)
    key = "edit.before-missing";
  else if (p->before == kulami->plate_of[p->last])
    key = "edit.before-same";
  else if (own == 0)
    key = red ? "edit.before-empty-red" : "edit.before-empty-black";
  else if ((own & kulami->permission[p->last]) == 0)
    key = red ? "edit.before-line-red" : "edit.before-line-black";
  if (key != NULL) fault_set(asc_faults_add(faults, key), p->before == KULAMI_NO_PLATE ? 0 : plate);
}

static void faults_find(const asc_rules *rules, const void *position, const asc_view *view, asc_faults *faults) {
  (void)view;
  const kulami_rules *kulami = (const kulami_rules *)rules;
  if (!counts_fault(position, faults) && !last_fault(position, faults)) before_fault(kulami, position, faults);
}

const asc_editor asc_kulami_editor = {
    .sheet = sheet_fill, .put = put, .lift = lift, .carry = carry, .clear = clear, .faults = faults_find};
