/* Checks whether a position is possible: pieces, reserves, stage, turn and quiet turns fit together, and the last turn
   can have left them like that. It does not check whether play can lead to the position.

   Two facts limit what the last turn can have left. The second action moves no red piece, so it can trap only the piece
   that was placed or moved. And a piece that was just trapped was on a hole between two reds, which is now free. */
#include "circle_delta.h"

#include "base/text.h"

const char *const asc_circle_player_names[] = {"White", "Black"};

static int check_board(const asc_circle_rules *r, const asc_circle_position *p, asc_error *error) {
  asc_circle_set seen = {0, 0};
  for (int colour = 0; colour < ASC_CIRCLE_COLOURS; colour++) {
    if (asc_circle_set_any(asc_circle_set_without(p->pieces[colour], r->board.all_holes)))
      return asc_error_set(error, ASC_E_INPUT, "a man stands off the board");
    if (asc_circle_set_any(asc_circle_set_and(p->pieces[colour], seen)))
      return asc_error_set(error, ASC_E_INPUT, "two men stand on one hole");
    seen = asc_circle_set_or(seen, p->pieces[colour]);
  }
  int reds = asc_circle_set_count(p->pieces[ASC_CIRCLE_RED]),
      greens = asc_circle_set_count(p->pieces[ASC_CIRCLE_GREEN]);
  if (reds > r->reds || (reds < r->reds && p->stage > ASC_CIRCLE_STAGE_REDS))
    return asc_error_set(error, ASC_E_INPUT, "there are %d red men, not %d", reds, r->reds);
  if (greens > r->greens || (greens < r->greens && p->stage > ASC_CIRCLE_STAGE_GREENS))
    return asc_error_set(error, ASC_E_INPUT, "there are %d green men, not %d", greens, r->greens);
  return ASC_OK;
}

static int check_preparation(const asc_circle_rules *r, const asc_circle_position *p, asc_error *error, int *field) {
  *field = ASC_CIRCLE_FIELD_BOARD;
  if (asc_circle_set_any(asc_circle_set_or(p->pieces[ASC_CIRCLE_WHITE], p->pieces[ASC_CIRCLE_BLACK])))
    return asc_error_set(error, ASC_E_INPUT, "white and black men are only put after the preparation");
  int reds = asc_circle_set_count(p->pieces[ASC_CIRCLE_RED]),
      greens = asc_circle_set_count(p->pieces[ASC_CIRCLE_GREEN]);
  if (p->stage == ASC_CIRCLE_STAGE_REDS && greens > 0)
    return asc_error_set(error, ASC_E_INPUT, "the green men are put after the red ones");
  *field = ASC_CIRCLE_FIELD_STAGE;
  if (p->stage == ASC_CIRCLE_STAGE_REDS ? reds == r->reds : greens == r->greens)
    return asc_error_set(error, ASC_E_INPUT, "none of these men is left to be put");
  *field = ASC_CIRCLE_FIELD_TURN;
  int placed = p->stage == ASC_CIRCLE_STAGE_REDS ? reds : greens;
  if (p->player != placed % 2)
    return asc_error_set(error, ASC_E_INPUT, "after %d such men it is the turn of %s", placed,
                         asc_circle_player_names[placed % 2]);
  for (int player = 0; player < 2; player++) {
    *field = ASC_CIRCLE_FIELD_WHITE + player;
    if (p->reserve[player] != r->pieces_per_player)
      return asc_error_set(error, ASC_E_INPUT, "all %d men are in reserve until the preparation is done",
                           r->pieces_per_player);
  }
  *field = ASC_CIRCLE_FIELD_QUIET;
  if (p->quiet != 0) return asc_error_set(error, ASC_E_INPUT, "no turn is quiet before the game has begun");
  return ASC_OK;
}

static bool has_free_hole(const asc_circle_rules *r, const asc_circle_position *p) {
  return asc_circle_set_any(asc_circle_set_without(r->board.all_holes, asc_circle_all_pieces(p)));
}

static int count_free_between_reds(const asc_circle_rules *r, const asc_circle_position *p) {
  return asc_circle_set_count(
      asc_circle_set_without(asc_circle_between(&r->board, p->pieces[ASC_CIRCLE_RED]), asc_circle_all_pieces(p)));
}

static int check_trapped(const asc_circle_rules *r, const asc_circle_position *p, asc_error *error) {
  asc_circle_set between = asc_circle_between(&r->board, p->pieces[ASC_CIRCLE_RED]);
  asc_circle_set trapped =
      asc_circle_set_and(between, asc_circle_set_or(p->pieces[ASC_CIRCLE_WHITE], p->pieces[ASC_CIRCLE_BLACK]));
  if (!asc_circle_set_any(trapped)) return ASC_OK;
  char hole[ASC_TOKEN_MAX];
  asc_circle_write_hole(&r->board, asc_circle_set_lowest(trapped), hole);
  return asc_error_set(error, ASC_E_INPUT, "the man on %s stands between two reds and would be off the board", hole);
}

static int pieces_left(const asc_circle_position *p, int player) {
  return asc_circle_set_count(p->pieces[player]) + p->reserve[player];
}

static int check_piece_counts(const asc_circle_rules *r, const asc_circle_position *p, asc_error *error, int *field) {
  for (int player = 0; player < 2; player++) {
    *field = ASC_CIRCLE_FIELD_WHITE + player;
    int pieces = pieces_left(p, player);
    if (pieces > r->pieces_per_player)
      return asc_error_set(error, ASC_E_INPUT, "%s has %d men on the board and in reserve, and %d at most",
                           asc_circle_player_names[player], pieces, r->pieces_per_player);
  }
  return ASC_OK;
}

/* Each player places a piece in their first turn, unless White's piece has filled the board before Black's turn. */
static int check_first_pieces(const asc_circle_rules *r, const asc_circle_position *p, asc_error *error, int *field) {
  static const char reason[] = "%s has had a turn, and the first one puts a man";
  int white = r->pieces_per_player - p->reserve[ASC_CIRCLE_WHITE],
      black = r->pieces_per_player - p->reserve[ASC_CIRCLE_BLACK];
  *field = ASC_CIRCLE_FIELD_WHITE;
  if (white == 0 && (black > 0 || p->player == ASC_CIRCLE_BLACK))
    return asc_error_set(error, ASC_E_INPUT, reason, asc_circle_player_names[ASC_CIRCLE_WHITE]);
  *field = ASC_CIRCLE_FIELD_BLACK;
  bool filled = white == 1 && !has_free_hole(r, p);
  if (black == 0 && !filled && (white > 1 || (white == 1 && p->player == ASC_CIRCLE_WHITE)))
    return asc_error_set(error, ASC_E_INPUT, reason, asc_circle_player_names[ASC_CIRCLE_BLACK]);
  *field = ASC_CIRCLE_FIELD_QUIET;
  if (black == 0 && !filled && r->is_draw_literal && p->quiet > white)
    return asc_error_set(error, ASC_E_INPUT, "at most %d turns are quiet: no more have been played", white);
  if (black == 0 && !filled && !r->is_draw_literal && p->quiet > 0)
    return asc_error_set(error, ASC_E_INPUT, "no turn is quiet before both players have put a man");
  return ASC_OK;
}

static int check_quiet_broken(const asc_circle_rules *r, const asc_circle_position *p, asc_error *error) {
  static const char reason[] = "'-' says that the first act locked a man in, and %s";
  int pieces = pieces_left(p, ASC_CIRCLE_WHITE) + pieces_left(p, ASC_CIRCLE_BLACK),
      holes = count_free_between_reds(r, p);
  if (r->is_draw_literal) return asc_error_set(error, ASC_E_INPUT, reason, "with draw=literal that changes nothing");
  if (p->stage != ASC_CIRCLE_STAGE_SECOND) return asc_error_set(error, ASC_E_INPUT, reason, "the turn has not begun");
  if (pieces == 2 * r->pieces_per_player) return asc_error_set(error, ASC_E_INPUT, reason, "no man is out of the game");
  if (holes == 0) return asc_error_set(error, ASC_E_INPUT, reason, "no free hole lies between two reds");
  if (holes == 1 && pieces == 0)
    return asc_error_set(error, ASC_E_INPUT, reason, "the last men of both would leave two free holes between reds");
  return ASC_OK;
}

static int check_quiet(const asc_circle_rules *r, const asc_circle_position *p, asc_error *error) {
  if (p->quiet == ASC_CIRCLE_QUIET_BROKEN) return check_quiet_broken(r, p, error);
  if (p->quiet < 0 || p->quiet > ASC_CIRCLE_QUIET_LIMIT)
    return asc_error_set(error, ASC_E_INPUT, "the quiet turns are 0 to %d", ASC_CIRCLE_QUIET_LIMIT);
  if (p->stage == ASC_CIRCLE_STAGE_SECOND && p->quiet == ASC_CIRCLE_QUIET_LIMIT)
    return asc_error_set(error, ASC_E_INPUT, "after %d quiet turns the game is over and no act is due",
                         ASC_CIRCLE_QUIET_LIMIT);
  if (!r->is_draw_literal && p->quiet > 1 && !asc_circle_set_any(p->pieces[p->player]) && has_free_hole(r, p))
    return asc_error_set(error, ASC_E_INPUT, "after two quiet turns %s has a man on the board",
                         asc_circle_player_names[p->player]);
  return ASC_OK;
}

static int check_end(const asc_circle_rules *r, const asc_circle_position *p, asc_error *error, int *field) {
  bool second = p->stage == ASC_CIRCLE_STAGE_SECOND;
  int player = p->player, other = player ^ 1;
  if (asc_circle_has_pieces(p, player) && asc_circle_has_pieces(p, other)) return ASC_OK;
  *field = ASC_CIRCLE_FIELD_QUIET;
  if (!r->is_draw_literal && p->quiet != (second ? ASC_CIRCLE_QUIET_BROKEN : 0))
    return asc_error_set(error, ASC_E_INPUT, "a player just lost the last man, so the turn is not quiet: write '%s'",
                         second ? "-" : "0");
  if (second || asc_circle_has_pieces(p, player)) return ASC_OK;
  *field = ASC_CIRCLE_FIELD_STAGE;
  if (!asc_circle_has_pieces(p, other))
    return asc_error_set(error, ASC_E_INPUT,
                         "the last men of both are lost at once only by the first act: write 'second'");
  *field = ASC_CIRCLE_FIELD_BOARD;
  if (!asc_circle_set_any(p->pieces[other]))
    return asc_error_set(error, ASC_E_INPUT, "%s captured the last man and is not on the board",
                         asc_circle_player_names[other]);
  return ASC_OK;
}

/* The player who just had a turn has a piece on the board, with two exceptions. The piece may have been trapped, in a
   turn that was not quiet; the reds may have moved since if the next turn has had its first action. Or the player had
   no piece on the board and there was no free hole to place one on. */
static int check_last_turn(const asc_circle_rules *r, const asc_circle_position *p, asc_error *error) {
  int other = p->player ^ 1;
  bool has_started = p->reserve[ASC_CIRCLE_WHITE] < r->pieces_per_player;
  bool could_be_trapped = p->stage == ASC_CIRCLE_STAGE_SECOND ? r->reds > 1 : count_free_between_reds(r, p) > 0;
  bool trapped = (r->is_draw_literal || p->quiet <= 0) && could_be_trapped,
       had_no_free_hole = p->reserve[other] > 0 && !has_free_hole(r, p);
  if (!has_started || asc_circle_set_any(p->pieces[other]) || trapped || had_no_free_hole) return ASC_OK;
  return asc_error_set(error, ASC_E_INPUT, "%s has just had a turn and would have a man on the board",
                       asc_circle_player_names[other]);
}

static int check_play(const asc_circle_rules *r, const asc_circle_position *p, asc_error *error, int *field) {
  int code = check_piece_counts(r, p, error, field);
  if (code < 0) return code;
  *field = ASC_CIRCLE_FIELD_BOARD;
  if ((code = check_trapped(r, p, error)) < 0) return code;
  if ((code = check_first_pieces(r, p, error, field)) < 0) return code;
  *field = ASC_CIRCLE_FIELD_QUIET;
  if ((code = check_quiet(r, p, error)) < 0) return code;
  if ((code = check_end(r, p, error, field)) < 0) return code;
  *field = ASC_CIRCLE_FIELD_BOARD;
  return check_last_turn(r, p, error);
}

int asc_circle_check_fields(const asc_circle_rules *r, const asc_circle_position *p, asc_error *error, int *field) {
  *field = ASC_CIRCLE_FIELD_STAGE;
  if (p->stage > ASC_CIRCLE_STAGE_SECOND) return asc_error_set(error, ASC_E_INPUT, "there is no such stage");
  if ((p->stage == ASC_CIRCLE_STAGE_REDS && r->reds == 0) || (p->stage == ASC_CIRCLE_STAGE_GREENS && r->greens == 0))
    return asc_error_set(error, ASC_E_INPUT, "these rules have no such men to put");
  *field = ASC_CIRCLE_FIELD_TURN;
  if (p->player > ASC_CIRCLE_BLACK) return asc_error_set(error, ASC_E_INPUT, "there is no such player");
  *field = ASC_CIRCLE_FIELD_BOARD;
  if ((p->padding[0] | p->padding[1] | p->padding[2]) != 0)
    return asc_error_set(error, ASC_E_INPUT, "spare bytes are not zero");
  int code = check_board(r, p, error);
  if (code < 0) return code;
  return p->stage < ASC_CIRCLE_STAGE_FIRST ? check_preparation(r, p, error, field) : check_play(r, p, error, field);
}

int asc_circle_check(const asc_rules *rules, const void *position, asc_error *error) {
  int field;
  return asc_circle_check_fields((const asc_circle_rules *)rules, position, error, &field);
}
