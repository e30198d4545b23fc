/* The position editor of Kulami: the marbles, which of them was the last, and the tile of the one before. */
#include "kulami.h"

#include <string.h>

enum { TOOL_LAST = 2, TOOL_BEFORE };

static void palette_fill(const asc_rules *rules, const void *position, asc_edit_palette *palette) {
  (void)rules;
  const asc_kulami_position *p = position;
  (void)asc_edit_add_tool(palette, "red", ASC_KULAMI_RED, "edit.red", asc_bits_count(p->marbles[ASC_KULAMI_RED]),
                          ASC_KULAMI_MARBLES);
  (void)asc_edit_add_tool(palette, "black", ASC_KULAMI_BLACK, "edit.black",
                          asc_bits_count(p->marbles[ASC_KULAMI_BLACK]), ASC_KULAMI_MARBLES);
  (void)asc_edit_add_tool(palette, "last", ASC_NO_KIND, "edit.last", p->last_hole != ASC_KULAMI_NO_HOLE, 1);
  (void)asc_edit_add_tool(palette, "before", ASC_NO_KIND, "edit.before", p->previous_tile != ASC_KULAMI_NO_TILE, 1);
}

static void count_plies(asc_kulami_position *p) {
  p->plies = (uint8_t)(asc_bits_count(p->marbles[ASC_KULAMI_RED]) + asc_bits_count(p->marbles[ASC_KULAMI_BLACK]));
}

static bool remove_marble(const asc_rules *rules, void *position, const asc_view *view, int hole) {
  (void)rules, (void)view;
  asc_kulami_position *p = position;
  p->marbles[ASC_KULAMI_RED] &= ~asc_bit(hole);
  p->marbles[ASC_KULAMI_BLACK] &= ~asc_bit(hole);
  if (p->last_hole == hole) p->last_hole = ASC_KULAMI_NO_HOLE;
  count_plies(p);
  return true;
}

/* Applying the tools "last" and "before" again to the same hole or tile clears the mark. */
static bool place_marble(const asc_rules *rules, void *position, const asc_view *view, int tool, int hole) {
  (void)view;
  asc_kulami_position *p = position;
  uint8_t tile = ((const asc_kulami_rules *)rules)->tile_of[hole];
  if (tool == TOOL_LAST) {
    p->last_hole = p->last_hole == hole ? (uint8_t)ASC_KULAMI_NO_HOLE : (uint8_t)hole;
  } else if (tool == TOOL_BEFORE) {
    p->previous_tile = p->previous_tile == tile ? (uint8_t)ASC_KULAMI_NO_TILE : tile;
  } else {
    p->marbles[1 - tool] &= ~asc_bit(hole);
    p->marbles[tool] |= asc_bit(hole);
    count_plies(p);
  }
  return true;
}

static bool move_marble(const asc_rules *rules, void *position, const asc_view *view, int from, int to) {
  asc_kulami_position *p = position;
  int8_t piece = view->places[from].piece;
  int last = p->last_hole;
  if (piece == ASC_NO_KIND) return false;
  (void)remove_marble(rules, position, view, from);
  (void)place_marble(rules, position, view, piece, to);
  if (last == from) p->last_hole = (uint8_t)to;
  return true;
}

static void clear(const asc_rules *rules, void *position) {
  (void)rules;
  *(asc_kulami_position *)position =
      (asc_kulami_position){.last_hole = ASC_KULAMI_NO_HOLE, .previous_tile = ASC_KULAMI_NO_TILE};
}

static void error_mark_holes(asc_edit_error *error, uint64_t holes) {
  for (; holes != 0; holes = asc_bits_clear_lowest(holes)) error->places[asc_bits_lowest(holes)] = true;
}

static bool counts_error(const asc_kulami_position *p, asc_edit_errors *errors) {
  static const char *const many[] = {"edit.many-red", "edit.many-black"};
  int marbles[2], before = errors->count;
  for (int colour = 0; colour < 2; colour++) {
    marbles[colour] = asc_bits_count(p->marbles[colour]);
    if (marbles[colour] <= ASC_KULAMI_MARBLES) continue;
    asc_edit_error *error = asc_edit_add_error(errors, many[colour]);
    asc_message_add_number(&error->message, "men", marbles[colour]);
    asc_message_add_number(&error->message, "most", ASC_KULAMI_MARBLES);
    asc_message_add_number(&error->message, "over", marbles[colour] - ASC_KULAMI_MARBLES);
    error_mark_holes(error, p->marbles[colour]);
  }
  int lead = marbles[ASC_KULAMI_RED] - marbles[ASC_KULAMI_BLACK];
  if (lead < 0 || lead > 1) {
    asc_edit_error *error = asc_edit_add_error(errors, lead < 0 ? "edit.ahead-black" : "edit.ahead-red");
    asc_message_add_number(&error->message, "red", marbles[ASC_KULAMI_RED]);
    asc_message_add_number(&error->message, "black", marbles[ASC_KULAMI_BLACK]);
    asc_message_add_number(&error->message, "more", lead < 0 ? -lead : lead - 1);
  }
  return errors->count > before;
}

/* The last marble belongs to the player who has just moved. */
static bool last_error(const asc_kulami_position *p, asc_edit_errors *errors) {
  int mover = p->plies % 2;
  if (p->plies == 0 && p->last_hole != ASC_KULAMI_NO_HOLE) {
    asc_edit_add_error(errors, "edit.last-none")->places[p->last_hole] = true;
  } else if (p->plies > 0 && p->last_hole == ASC_KULAMI_NO_HOLE) {
    error_mark_holes(asc_edit_add_error(errors, mover == 1 ? "edit.last-missing-red" : "edit.last-missing-black"),
                     p->marbles[1 - mover]);
  } else if (p->plies > 0 && (p->marbles[1 - mover] & asc_bit(p->last_hole)) == 0) {
    asc_edit_add_error(errors, mover == 1 ? "edit.last-red" : "edit.last-black")->places[p->last_hole] = true;
  } else {
    return false;
  }
  return true;
}

static void previous_error(const asc_kulami_rules *kulami, const asc_kulami_position *p, asc_edit_errors *errors) {
  uint64_t tile = kulami->tiles[p->previous_tile], own = p->marbles[p->plies % 2] & tile;
  bool red = p->plies % 2 == 0;
  const char *key = NULL;
  if (p->plies < 2)
    key = p->previous_tile == ASC_KULAMI_NO_TILE ? NULL : "edit.before-none";
  else if (p->previous_tile == ASC_KULAMI_NO_TILE)
    key = "edit.before-missing";
  else if (p->previous_tile == kulami->tile_of[p->last_hole])
    key = "edit.before-same";
  else if (own == 0)
    key = red ? "edit.before-empty-red" : "edit.before-empty-black";
  else if ((own & kulami->allowed_after[p->last_hole]) == 0)
    key = red ? "edit.before-line-red" : "edit.before-line-black";
  if (key != NULL) error_mark_holes(asc_edit_add_error(errors, key), p->previous_tile == ASC_KULAMI_NO_TILE ? 0 : tile);
}

static void errors_find(const asc_rules *rules, const void *position, const asc_view *view, asc_edit_errors *errors) {
  (void)view;
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  if (!counts_error(position, errors) && !last_error(position, errors)) previous_error(kulami, position, errors);
}

const asc_editor asc_kulami_editor = {.describe = palette_fill,
                                      .place = place_marble,
                                      .remove = remove_marble,
                                      .move = move_marble,
                                      .clear = clear,
                                      .errors = errors_find};
