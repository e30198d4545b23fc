/* Whether a position could be one of this game: the men, the reserves, the stage, the turn and the quiet turns fit
   together, and the last turn can have left them like that. Whether play could have led there is not asked.

   What the last turn leaves follows from two facts. A second act moves no red man, so it locks in nobody but the man
   that was put or moved. And whoever was locked in just now stood on a hole between two reds, which is free. */
#include "circle_delta.h"

#include "core/text.h"

const char *const asc_circle_player_names[] = {"White", "Black"};

static int check_board(const circle_rules *r, const circle_position *p, asc_error *error) {
  circle_set seen = {0, 0};
  for (int colour = 0; colour < CIRCLE_COLOURS; colour++) {
    if (circle_any(circle_without(p->men[colour], r->board.holes)))
      return asc_fail(error, ASC_E_INPUT, "a man stands off the board");
    if (circle_any(circle_and(p->men[colour], seen))) return asc_fail(error, ASC_E_INPUT, "two men stand on one hole");
    seen = circle_or(seen, p->men[colour]);
  }
  int reds = circle_count(p->men[CIRCLE_RED]), greens = circle_count(p->men[CIRCLE_GREEN]);
  if (reds > r->reds || (reds < r->reds && p->stage > CIRCLE_REDS))
    return asc_fail(error, ASC_E_INPUT, "there are %d red men, not %d", reds, r->reds);
  if (greens > r->greens || (greens < r->greens && p->stage > CIRCLE_GREENS))
    return asc_fail(error, ASC_E_INPUT, "there are %d green men, not %d", greens, r->greens);
  return ASC_OK;
}

static int check_preparation(const circle_rules *r, const circle_position *p, asc_error *error, int *field) {
  *field = CIRCLE_FIELD_BOARD;
  if (circle_any(circle_or(p->men[CIRCLE_WHITE], p->men[CIRCLE_BLACK])))
    return asc_fail(error, ASC_E_INPUT, "white and black men are only put after the preparation");
  int reds = circle_count(p->men[CIRCLE_RED]), greens = circle_count(p->men[CIRCLE_GREEN]);
  if (p->stage == CIRCLE_REDS && greens > 0)
    return asc_fail(error, ASC_E_INPUT, "the green men are put after the red ones");
  *field = CIRCLE_FIELD_STAGE;
  if (p->stage == CIRCLE_REDS ? reds == r->reds : greens == r->greens)
    return asc_fail(error, ASC_E_INPUT, "none of these men is left to be put");
  *field = CIRCLE_FIELD_TURN;
  int put = p->stage == CIRCLE_REDS ? reds : greens;
  if (p->player != put % 2)
    return asc_fail(error, ASC_E_INPUT, "after %d such men it is the turn of %s", put,
                    asc_circle_player_names[put % 2]);
  for (int player = 0; player < 2; player++) {
    *field = CIRCLE_FIELD_WHITE + player;
    if (p->reserve[player] != r->men)
      return asc_fail(error, ASC_E_INPUT, "all %d men are in reserve until the preparation is done", r->men);
  }
  *field = CIRCLE_FIELD_QUIET;
  if (p->quiet != 0) return asc_fail(error, ASC_E_INPUT, "no turn is quiet before the game has begun");
  return ASC_OK;
}

static bool has_free_hole(const circle_rules *r, const circle_position *p) {
  return circle_any(circle_without(r->board.holes, circle_all_men(p)));
}

static int count_free_between_reds(const circle_rules *r, const circle_position *p) {
  return circle_count(circle_without(circle_between(&r->board, p->men[CIRCLE_RED]), circle_all_men(p)));
}

static int check_locked(const circle_rules *r, const circle_position *p, asc_error *error) {
  circle_set between = circle_between(&r->board, p->men[CIRCLE_RED]);
  circle_set locked = circle_and(between, circle_or(p->men[CIRCLE_WHITE], p->men[CIRCLE_BLACK]));
  if (!circle_any(locked)) return ASC_OK;
  char hole[ASC_TOKEN_MAX];
  asc_circle_write_hole(&r->board, circle_lowest(locked), hole);
  return asc_fail(error, ASC_E_INPUT, "the man on %s stands between two reds and would be off the board", hole);
}

static int men_left(const circle_position *p, int player) { return circle_count(p->men[player]) + p->reserve[player]; }

static int check_supplies(const circle_rules *r, const circle_position *p, asc_error *error, int *field) {
  for (int player = 0; player < 2; player++) {
    *field = CIRCLE_FIELD_WHITE + player;
    int men = men_left(p, player);
    if (men > r->men)
      return asc_fail(error, ASC_E_INPUT, "%s has %d men on the board and in reserve, and %d at most",
                      asc_circle_player_names[player], men, r->men);
  }
  return ASC_OK;
}

/* Both put a man in their first turn; Black cannot if White's filled the board. */
static int check_first_men(const circle_rules *r, const circle_position *p, asc_error *error, int *field) {
  static const char reason[] = "%s has had a turn, and the first one puts a man";
  int white = r->men - p->reserve[CIRCLE_WHITE], black = r->men - p->reserve[CIRCLE_BLACK];
  *field = CIRCLE_FIELD_WHITE;
  if (white == 0 && (black > 0 || p->player == CIRCLE_BLACK))
    return asc_fail(error, ASC_E_INPUT, reason, asc_circle_player_names[CIRCLE_WHITE]);
  *field = CIRCLE_FIELD_BLACK;
  bool filled = white == 1 && !has_free_hole(r, p);
  if (black == 0 && !filled && (white > 1 || (white == 1 && p->player == CIRCLE_WHITE)))
    return asc_fail(error, ASC_E_INPUT, reason, asc_circle_player_names[CIRCLE_BLACK]);
  *field = CIRCLE_FIELD_QUIET;
  if (black == 0 && !filled && r->literal && p->quiet > white)
    return asc_fail(error, ASC_E_INPUT, "at most %d turns are quiet: no more have been played", white);
  if (black == 0 && !filled && !r->literal && p->quiet > 0)
    return asc_fail(error, ASC_E_INPUT, "no turn is quiet before both players have put a man");
  return ASC_OK;
}

static int check_stirred(const circle_rules *r, const circle_position *p, asc_error *error) {
  static const char reason[] = "'-' says that the first act locked a man in, and %s";
  int men = men_left(p, CIRCLE_WHITE) + men_left(p, CIRCLE_BLACK), holes = count_free_between_reds(r, p);
  if (r->literal) return asc_fail(error, ASC_E_INPUT, reason, "with draw=literal that changes nothing");
  if (p->stage != CIRCLE_SECOND) return asc_fail(error, ASC_E_INPUT, reason, "the turn has not begun");
  if (men == 2 * r->men) return asc_fail(error, ASC_E_INPUT, reason, "no man is out of the game");
  if (holes == 0) return asc_fail(error, ASC_E_INPUT, reason, "no free hole lies between two reds");
  if (holes == 1 && men == 0)
    return asc_fail(error, ASC_E_INPUT, reason, "the last men of both would leave two free holes between reds");
  return ASC_OK;
}

static int check_quiet(const circle_rules *r, const circle_position *p, asc_error *error) {
  if (p->quiet == CIRCLE_STIRRED) return check_stirred(r, p, error);
  if (p->quiet < 0 || p->quiet > CIRCLE_QUIET_LIMIT)
    return asc_fail(error, ASC_E_INPUT, "the quiet turns are 0 to %d", CIRCLE_QUIET_LIMIT);
  if (p->stage == CIRCLE_SECOND && p->quiet == CIRCLE_QUIET_LIMIT)
    return asc_fail(error, ASC_E_INPUT, "after %d quiet turns the game is over and no act is due", CIRCLE_QUIET_LIMIT);
  if (!r->literal && p->quiet > 1 && !circle_any(p->men[p->player]) && has_free_hole(r, p))
    return asc_fail(error, ASC_E_INPUT, "after two quiet turns %s has a man on the board",
                    asc_circle_player_names[p->player]);
  return ASC_OK;
}

static int check_end(const circle_rules *r, const circle_position *p, asc_error *error, int *field) {
  bool second = p->stage == CIRCLE_SECOND;
  int player = p->player, other = player ^ 1;
  if (circle_has_men(p, player) && circle_has_men(p, other)) return ASC_OK;
  *field = CIRCLE_FIELD_QUIET;
  if (!r->literal && p->quiet != (second ? CIRCLE_STIRRED : 0))
    return asc_fail(error, ASC_E_INPUT, "a player just lost the last man, so the turn is not quiet: write '%s'",
                    second ? "-" : "0");
  if (second || circle_has_men(p, player)) return ASC_OK;
  *field = CIRCLE_FIELD_STAGE;
  if (!circle_has_men(p, other))
    return asc_fail(error, ASC_E_INPUT, "the last men of both are lost at once only by the first act: write 'second'");
  *field = CIRCLE_FIELD_BOARD;
  if (!circle_any(p->men[other]))
    return asc_fail(error, ASC_E_INPUT, "%s captured the last man and is not on the board",
                    asc_circle_player_names[other]);
  return ASC_OK;
}

/* Who just had a turn has a man on the board. It may have been locked in, in a turn that was not quiet; after the first
   act of the next turn its reds may stand elsewhere. Or there was none, and no free hole to put one on. */
static int check_last_turn(const circle_rules *r, const circle_position *p, asc_error *error) {
  int other = p->player ^ 1;
  bool begun = p->reserve[CIRCLE_WHITE] < r->men;
  bool could_be_locked = p->stage == CIRCLE_SECOND ? r->reds > 1 : count_free_between_reds(r, p) > 0;
  bool locked = (r->literal || p->quiet <= 0) && could_be_locked,
       no_room = p->reserve[other] > 0 && !has_free_hole(r, p);
  if (!begun || circle_any(p->men[other]) || locked || no_room) return ASC_OK;
  return asc_fail(error, ASC_E_INPUT, "%s has just had a turn and would have a man on the board",
                  asc_circle_player_names[other]);
}

static int check_play(const circle_rules *r, const circle_position *p, asc_error *error, int *field) {
  int code = check_supplies(r, p, error, field);
  if (code < 0) return code;
  *field = CIRCLE_FIELD_BOARD;
  if ((code = check_locked(r, p, error)) < 0) return code;
  if ((code = check_first_men(r, p, error, field)) < 0) return code;
  *field = CIRCLE_FIELD_QUIET;
  if ((code = check_quiet(r, p, error)) < 0) return code;
  if ((code = check_end(r, p, error, field)) < 0) return code;
  *field = CIRCLE_FIELD_BOARD;
  return check_last_turn(r, p, error);
}

int asc_circle_check_fields(const circle_rules *r, const circle_position *p, asc_error *error, int *field) {
  *field = CIRCLE_FIELD_STAGE;
  if (p->stage > CIRCLE_SECOND) return asc_fail(error, ASC_E_INPUT, "there is no such stage");
  if ((p->stage == CIRCLE_REDS && r->reds == 0) || (p->stage == CIRCLE_GREENS && r->greens == 0))
    return asc_fail(error, ASC_E_INPUT, "these rules have no such men to put");
  *field = CIRCLE_FIELD_TURN;
  if (p->player > CIRCLE_BLACK) return asc_fail(error, ASC_E_INPUT, "there is no such player");
  *field = CIRCLE_FIELD_BOARD;
  if ((p->zero[0] | p->zero[1] | p->zero[2]) != 0) return asc_fail(error, ASC_E_INPUT, "spare bytes are not zero");
  int code = check_board(r, p, error);
  if (code < 0) return code;
  return p->stage < CIRCLE_FIRST ? check_preparation(r, p, error, field) : check_play(r, p, error, field);
}

int asc_circle_check(const asc_rules *rules, const void *position, asc_error *error) {
  int field;
  return asc_circle_check_fields((const circle_rules *)rules, position, error, &field);
}
