/* Checks whether a position is consistent: squares, numbers of pawns, stage and player to move. It does not check
   whether play could have led to the position. */
#include "delta.h"

#include "base/text.h"

static const char *const colour_names[] = {"White", "Black"};

static const char red_missing[] = "after White's first turn the red pawn is on the board";

static int fail(asc_error *error, const char *reason) { return asc_error_set(error, ASC_E_INPUT, "%s", reason); }

int asc_delta_check_board(const asc_delta_rules *rules, const asc_delta_position *position, asc_error *error) {
  uint64_t white = position->pawns[ASC_DELTA_WHITE], black = position->pawns[ASC_DELTA_BLACK], red = position->red;
  if ((asc_delta_occupied(position) & ~rules->board) != 0) return fail(error, "a pawn stands beside the board");
  if ((white & black) != 0 || ((white | black) & red) != 0) return fail(error, "two pawns stand on one square");
  if (asc_bits_count(red) > (rules->has_red ? 1 : 0)) return fail(error, "there are more red pawns than the box holds");
  for (int colour = ASC_DELTA_WHITE; colour <= ASC_DELTA_BLACK; colour++)
    if (asc_delta_reserve_count(rules, position, colour) < 0)
      return asc_error_set(error, ASC_E_INPUT, "%s has %d pawns on the board, and %d in all", colour_names[colour],
                           asc_bits_count(position->pawns[colour]), rules->pawns_per_player);
  for (size_t i = 0; i < sizeof position->zero; i++)
    if (position->zero[i] != 0) return fail(error, "a byte that is always 0 is not");
  return ASC_OK;
}

/* In the opening the ply fixes the number of pawns on the board. The red pawn counts as one of White's. */
static int check_opening(const asc_delta_rules *rules, const asc_delta_position *position, asc_error *error) {
  static const int expected[][2] = {{0, 0}, {1, 0}, {1, 1}, {2, 1}};
  int ply = position->stage + 1, mover = position->stage % 2;
  if (position->mover != mover) return asc_error_set(error, ASC_E_INPUT, "ply %d is %s's", ply, colour_names[mover]);
  int placed[] = {asc_bits_count(position->pawns[ASC_DELTA_WHITE] | position->red),
                  asc_bits_count(position->pawns[ASC_DELTA_BLACK])};
  for (int colour = ASC_DELTA_WHITE; colour <= ASC_DELTA_BLACK; colour++)
    if (placed[colour] != expected[position->stage][colour])
      return asc_error_set(error, ASC_E_INPUT, "before ply %d %s has put %d on the board, not %d", ply,
                           colour_names[colour], expected[position->stage][colour], placed[colour]);
  if (position->stage == ASC_DELTA_STAGE_BLACK_CHOICE && asc_delta_red_in_reserve(rules, position))
    return fail(error, red_missing);
  return ASC_OK;
}

/* In Delta every turn adds a pawn while the reserve has one. So White has as many as Black, or one more if Black is to
   move. */
static int check_pace(const asc_delta_rules *rules, const asc_delta_position *position, asc_error *error) {
  int white = asc_bits_count(position->pawns[ASC_DELTA_WHITE]),
      black = asc_bits_count(position->pawns[ASC_DELTA_BLACK]);
  if (white < 2 || black < 2)
    return fail(error, "after the fourth ply both players have two pawns on the board or more");
  bool all = white == rules->pawns_per_player && black == rules->pawns_per_player;
  if (!all && white - black != (position->mover == ASC_DELTA_BLACK ? 1 : 0))
    return asc_error_set(error, ASC_E_INPUT, "with %d white and %d black pawns on the board it cannot be %s's turn",
                         white, black, colour_names[position->mover]);
  return ASC_OK;
}

static int check_turns(const asc_delta_rules *rules, const asc_delta_position *position, asc_error *error) {
  if (position->mover > ASC_DELTA_BLACK) return fail(error, "nobody is to move");
  if (!rules->has_red) {
    int code = check_pace(rules, position, error);
    if (code < 0) return code;
    /* Only the player who has just moved can have completed a relay. */
    if (asc_delta_has_relay(position, position->mover))
      return asc_error_set(error, ASC_E_INPUT, "%s has a relay: the game ended before this turn",
                           colour_names[position->mover]);
    return ASC_OK;
  }
  if (position->red == 0) return fail(error, red_missing);
  for (int colour = ASC_DELTA_WHITE; colour <= ASC_DELTA_BLACK; colour++)
    if (position->pawns[colour] == 0)
      return asc_error_set(error, ASC_E_INPUT, "after the fourth ply %s has a pawn on the board", colour_names[colour]);
  return ASC_OK;
}

int asc_delta_check(const asc_rules *common, const void *data, asc_error *error) {
  const asc_delta_rules *rules = (const asc_delta_rules *)common;
  const asc_delta_position *position = data;
  int code = asc_delta_check_board(rules, position, error);
  if (code < 0) return code;
  if (position->stage > ASC_DELTA_STAGE_TURNS) return fail(error, "the game has no such stage");
  return position->stage < ASC_DELTA_STAGE_TURNS ? check_opening(rules, position, error)
                                                 : check_turns(rules, position, error);
}
