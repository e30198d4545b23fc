/* Checks of positions, and their images under the symmetries of the board. */
#include "kulami.h"

#include <string.h>

static int counts_check(const asc_kulami_position *p, asc_error *error) {
  int red = asc_bits_count(p->marbles[ASC_KULAMI_RED]), black = asc_bits_count(p->marbles[ASC_KULAMI_BLACK]);
  if ((p->marbles[ASC_KULAMI_RED] & p->marbles[ASC_KULAMI_BLACK]) != 0)
    return asc_error_set(error, ASC_E_INPUT, "a hollow holds two marbles");
  if (red > ASC_KULAMI_MARBLES || black > ASC_KULAMI_MARBLES)
    return asc_error_set(error, ASC_E_INPUT, "%d red and %d black marbles: each player has %d", red, black,
                         ASC_KULAMI_MARBLES);
  if (red != black && red != black + 1)
    return asc_error_set(
        error, ASC_E_INPUT,
        "%d red and %d black marbles: Red begins and the players take turns, so Red has as many as Black "
        "or one more",
        red, black);
  if (p->plies != red + black) return asc_error_set(error, ASC_E_INPUT, "the plies are not the marbles on the board");
  return ASC_OK;
}

/* The last marble belongs to the player who is not to move. */
static int last_check(const asc_kulami_position *p, asc_error *error) {
  int mover = p->plies % 2;
  if (p->last_hole > ASC_KULAMI_NO_HOLE)
    return asc_error_set(error, ASC_E_INPUT, "the last marble is not on the board");
  if ((p->last_hole == ASC_KULAMI_NO_HOLE) != (p->plies == 0))
    return asc_error_set(error, ASC_E_INPUT,
                         p->plies == 0 ? "a last marble, but none is on the board"
                                       : "no last marble, but some are on the board");
  if (p->plies > 0 && (p->marbles[1 - mover] & asc_bit(p->last_hole)) == 0)
    return asc_error_set(error, ASC_E_INPUT, "the last marble was %s, and none lies there",
                         mover == 1 ? "red" : "black");
  return ASC_OK;
}

/* The marble before the last belongs to the player to move, and the last one was placed in its column or its row. */
static int previous_check(const asc_kulami_rules *kulami, const asc_kulami_position *p, asc_error *error) {
  int mover = p->plies % 2;
  if (p->previous_tile > ASC_KULAMI_NO_TILE)
    return asc_error_set(error, ASC_E_INPUT, "the plate of the marble before the last is not on the board");
  if ((p->previous_tile == ASC_KULAMI_NO_TILE) != (p->plies < 2))
    return asc_error_set(error, ASC_E_INPUT,
                         p->plies < 2 ? "a plate of the marble before the last, but there was no such marble"
                                      : "the plate of the marble before the last is missing");
  if (p->plies < 2) return ASC_OK;
  uint64_t marbles = p->marbles[mover] & kulami->tiles[p->previous_tile];
  if (p->previous_tile == kulami->tile_of[p->last_hole])
    return asc_error_set(error, ASC_E_INPUT, "the last two marbles cannot have gone onto the same plate");
  if (marbles == 0)
    return asc_error_set(error, ASC_E_INPUT, "the marble before the last was %s, and that plate has none",
                         mover == 0 ? "red" : "black");
  if ((marbles & kulami->allowed_after[p->last_hole]) == 0)
    return asc_error_set(error, ASC_E_INPUT, "no %s marble on that plate is in the column or the row of the last one",
                         mover == 0 ? "red" : "black");
  return ASC_OK;
}

int asc_kulami_check_fields(const asc_kulami_rules *kulami, const asc_kulami_position *p, asc_error *error,
                            asc_kulami_text_field *field) {
  static const uint8_t zero[sizeof((asc_kulami_position *)0)->zero];
  *field = ASC_KULAMI_TEXT_ROWS;
  if (memcmp(p->zero, zero, sizeof zero) != 0)
    return asc_error_set(error, ASC_E_INPUT, "bytes that must be zero are not");
  int code = counts_check(p, error);
  if (code < 0) return code;
  *field = ASC_KULAMI_TEXT_LAST;
  if ((code = last_check(p, error)) < 0) return code;
  *field = ASC_KULAMI_TEXT_PREVIOUS;
  return previous_check(kulami, p, error);
}

int asc_kulami_check(const asc_rules *rules, const void *position, asc_error *error) {
  asc_kulami_text_field field;
  return asc_kulami_check_fields((const asc_kulami_rules *)rules, position, error, &field);
}

static uint64_t set_image(const uint8_t image[], uint64_t set) {
  uint64_t result = 0;
  for (; set != 0; set = asc_bits_clear_lowest(set)) result |= asc_bit(image[asc_bits_lowest(set)]);
  return result;
}

void asc_kulami_transform(const asc_rules *rules, int symmetry, const void *position, void *image) {
  const asc_kulami_rules *kulami = (const asc_kulami_rules *)rules;
  const uint8_t *holes = kulami->hole_image[symmetry];
  asc_kulami_position result = *(const asc_kulami_position *)position;
  for (int colour = 0; colour < 2; colour++) result.marbles[colour] = set_image(holes, result.marbles[colour]);
  result.last_hole = holes[result.last_hole];
  result.previous_tile = kulami->tile_image[symmetry][result.previous_tile];
  *(asc_kulami_position *)image = result;
}

asc_move asc_kulami_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move) {
  (void)position;
  return ((const asc_kulami_rules *)rules)->hole_image[symmetry][move];
}
