/* Positions as values: which are possible, and their images under the symmetries of the board. */
#include "kulami.h"

#include <string.h>

static int counts_check(const kulami_position *p, asc_error *error) {
  int red = asc_bits_count(p->marbles[KULAMI_RED]), black = asc_bits_count(p->marbles[KULAMI_BLACK]);
  if ((p->marbles[KULAMI_RED] & p->marbles[KULAMI_BLACK]) != 0)
    return asc_fail(error, ASC_E_INPUT, "a hollow holds two marbles");
  if (red > KULAMI_MARBLES || black > KULAMI_MARBLES)
    return asc_fail(error, ASC_E_INPUT, "%d red and %d black marbles: each player has %d", red, black, KULAMI_MARBLES);
  if (red != black && red != black + 1)
    return asc_fail(error, ASC_E_INPUT,
                    "%d red and %d black marbles: Red begins and the players take turns, so Red has as many as Black "
                    "or one more",
                    red, black);
  if (p->plies != red + black) return asc_fail(error, ASC_E_INPUT, "the plies are not the marbles on the board");
  return ASC_OK;
}

/* The last marble belongs to the player not to move, the one before to the other. */
static int last_two_check(const kulami_rules *kulami, const kulami_position *p, asc_error *error) {
  int mover = p->plies % 2;
  if (p->last > KULAMI_NO_HOLLOW || p->before > KULAMI_NO_PLATE)
    return asc_fail(error, ASC_E_INPUT, "the last marble or the plate of the one before is not on the board");
  if ((p->last == KULAMI_NO_HOLLOW) != (p->plies == 0))
    return asc_fail(error, ASC_E_INPUT,
                    p->plies == 0 ? "a last marble, but none is on the board"
                                  : "no last marble, but some are on the board");
  if ((p->before == KULAMI_NO_PLATE) != (p->plies < 2))
    return asc_fail(error, ASC_E_INPUT,
                    p->plies < 2 ? "a plate of the marble before the last, but there was no such marble"
                                 : "the plate of the marble before the last is missing");
  if (p->plies > 0 && (p->marbles[1 - mover] & asc_bit(p->last)) == 0)
    return asc_fail(error, ASC_E_INPUT, "the last marble was %s, and none lies there", mover == 1 ? "red" : "black");
  if (p->plies > 1 && p->before == kulami->plate_of[p->last])
    return asc_fail(error, ASC_E_INPUT, "the last two marbles cannot have gone onto the same plate");
  if ((p->marbles[mover] & kulami->plates[p->before]) == 0 && p->plies > 1)
    return asc_fail(error, ASC_E_INPUT, "the marble before the last was %s, and that plate has none",
                    mover == 0 ? "red" : "black");
  return ASC_OK;
}

int kulami_check(const asc_rules *rules, const void *position, asc_error *error) {
  static const uint8_t zero[sizeof((kulami_position *)0)->zero];
  const kulami_position *p = position;
  int code = counts_check(p, error);
  if (code == ASC_OK) code = last_two_check((const kulami_rules *)rules, p, error);
  if (code == ASC_OK && memcmp(p->zero, zero, sizeof zero) != 0)
    return asc_fail(error, ASC_E_INPUT, "bytes that must be zero are not");
  return code;
}

static uint64_t set_image(const uint8_t image[], uint64_t set) {
  uint64_t result = 0;
  for (; set != 0; set = asc_bits_drop(set)) result |= asc_bit(image[asc_bits_lowest(set)]);
  return result;
}

void kulami_transform(const asc_rules *rules, int symmetry, const void *position, void *image) {
  const kulami_rules *kulami = (const kulami_rules *)rules;
  const uint8_t *hollows = kulami->hollow_image[symmetry];
  kulami_position result = *(const kulami_position *)position;
  for (int colour = 0; colour < 2; colour++) result.marbles[colour] = set_image(hollows, result.marbles[colour]);
  result.last = hollows[result.last];
  result.before = kulami->plate_image[symmetry][result.before];
  *(kulami_position *)image = result;
}

asc_move kulami_transform_move(const asc_rules *rules, int symmetry, const void *position, asc_move move) {
  (void)position;
  return ((const kulami_rules *)rules)->hollow_image[symmetry][move];
}
