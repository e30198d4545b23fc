/* Which positions are possible: counts, supplies, stage and turn fit together.

   Whether play could have led to a position is not asked, with one exception. A card move needs a point, so the points
   limit how many cards have left the first grid and how far out they lie. That keeps every sheet within its bounds, for
   positions that were read as well as for those that were played, and playing on preserves it. */
#include "delfino.h"

#include "core/text.h"

#include <string.h>

static int refuse_range(asc_error *error, const char *what, int number, int most) {
  return asc_fail(error, ASC_E_INPUT, "%s is %d; %d is the most", what, number, most);
}

static int points_check(const delfino_rules *rules, const delfino_position *p, asc_error *error) {
  int winners = 0;
  for (int i = 0; i < DELFINO_PLAYERS; i++) {
    if (i >= rules->common.players && (p->points[i] != 0 || p->pawns[i] != 0 || delfino_is_out(p, i + 1)))
      return asc_fail(error, ASC_E_INPUT, "there is no player %d", i + 1);
    if (p->points[i] > DELFINO_GOAL) return refuse_range(error, "a number of points", p->points[i], DELFINO_GOAL);
    winners += p->points[i] == DELFINO_GOAL;
    if (p->points[i] == DELFINO_GOAL && delfino_is_out(p, i + 1))
      return asc_fail(error, ASC_E_INPUT, "player %d has won and cannot have given up", i + 1);
  }
  if (winners > 1) return asc_fail(error, ASC_E_INPUT, "two players have %d points; the first wins", DELFINO_GOAL);
  if (p->out >= 1 << DELFINO_PLAYERS || asc_bits_count(p->out) >= rules->common.players)
    return asc_fail(error, ASC_E_INPUT, "not all players can have given up");
  return ASC_OK;
}

static bool has_won(const delfino_position *p) {
  for (int i = 0; i < DELFINO_PLAYERS; i++)
    if (p->points[i] == DELFINO_GOAL) return true;
  return false;
}

static int points_sum(const delfino_position *p) {
  int sum = 0;
  for (int i = 0; i < DELFINO_PLAYERS; i++) sum += p->points[i];
  return sum;
}

/* The sheet covers the first grid, fits its memory and has free places only on its rim and nothing behind it. */
static int sheet_check(const delfino_rules *rules, const delfino_position *p, asc_error *error) {
  int east = p->west + p->columns - 1, north = p->south + p->rows - 1;
  if (p->west >= 1 || p->south >= 1 || east <= rules->side || north <= rules->side)
    return asc_fail(error, ASC_E_INPUT, "the rows do not cover the first grid");
  int widest = 2 * rules->side + (DELFINO_GOAL - 1) * rules->common.players;
  if (p->columns + p->rows - 4 * DELFINO_RIM > widest)
    return asc_fail(error, ASC_E_INPUT, "the cards lie further apart than they can");
  size_t room = rules->common.position_size - offsetof(delfino_position, cells);
  for (int cell = 0; cell < (int)room; cell++) {
    int column = cell % p->columns, row = cell / p->columns;
    bool inside = column > 0 && column < p->columns - 1 && row > 0 && row < p->rows - 1;
    bool known = p->cells[cell] == 0 || (inside && (p->cells[cell] & DELFINO_CARD) != 0 && p->cells[cell] < 16);
    if (!known) return asc_fail(error, ASC_E_INPUT, "a place holds neither a card nor nothing");
  }
  delfino_position fitted;
  memcpy(&fitted, p, rules->common.position_size);
  delfino_fit(rules, &fitted);
  if (memcmp(&fitted, p, rules->common.position_size) != 0)
    return asc_fail(error, ASC_E_INPUT, "the rows cover more than the first grid and the cards");
  return ASC_OK;
}

static int cards_check(const delfino_rules *rules, const delfino_position *p, asc_error *error) {
  int cards = 0, outside = 0, wanted = rules->side * rules->side;
  for (int cell = 0; cell < p->columns * p->rows; cell++) {
    if (p->cells[cell] == 0) continue;
    delfino_place place = delfino_cell_place(p, cell);
    cards++;
    outside += place.x < 1 || place.x > rules->side || place.y < 1 || place.y > rules->side;
  }
  if (cards != wanted) return asc_fail(error, ASC_E_INPUT, "%d cards; the game has %d", cards, wanted);
  /* The point that is followed by a card move still to be made, or that won, has not moved a card. */
  int moved = points_sum(p) - (p->stage == DELFINO_CARD_MOVE || has_won(p));
  if (outside > moved)
    return asc_fail(error, ASC_E_INPUT, "%d cards outside the first grid; the points allow %d card moves", outside,
                    moved < 0 ? 0 : moved);
  int grown = p->columns + p->rows - 4 * DELFINO_RIM - 2 * rules->side;
  if (grown > moved)
    return asc_fail(error, ASC_E_INPUT, "a card lies further out than %d card moves can bring it", moved);
  if (rules->joined && !delfino_hangs_together(p))
    return asc_fail(error, ASC_E_INPUT, "the cards do not hang together, as layout=joined wants");
  return ASC_OK;
}

static int pawns_check(const delfino_rules *rules, const delfino_position *p, asc_error *error) {
  int standing = 0, marked = 0;
  for (int i = 0; i < rules->common.players; i++) {
    if (p->pawns[i] == 0) continue;
    if (p->pawns[i] >= p->columns * p->rows || (p->cells[p->pawns[i]] & DELFINO_PAWN) == 0)
      return asc_fail(error, ASC_E_INPUT, "the pawn of player %d stands on no card", i + 1);
    for (int j = 0; j < i; j++)
      if (p->pawns[j] == p->pawns[i]) return asc_fail(error, ASC_E_INPUT, "two pawns stand on one card");
    standing++;
  }
  for (int cell = 0; cell < p->columns * p->rows; cell++) marked += (p->cells[cell] & DELFINO_PAWN) != 0;
  return standing == marked ? ASC_OK : asc_fail(error, ASC_E_INPUT, "a card holds a pawn that is nobody's");
}

/* Before all pawns stand: those whose turn has come stand on corners, and nothing else has happened. */
static int opening_check(const delfino_rules *rules, const delfino_position *p, asc_error *error) {
  if (points_sum(p) != 0 || p->quiet != 0)
    return asc_fail(error, ASC_E_INPUT, "points and turns are counted when all pawns stand");
  for (int i = 0; i < rules->common.players; i++) {
    if (p->pawns[i] == 0) continue;
    delfino_place place = delfino_cell_place(p, p->pawns[i]);
    if ((place.x != 1 && place.x != rules->side) || (place.y != 1 && place.y != rules->side))
      return asc_fail(error, ASC_E_INPUT, "a pawn begins on a corner card");
  }
  if (p->stage != DELFINO_PLACING) return ASC_OK;
  for (int player = 1; player <= rules->common.players; player++) {
    bool stands = p->pawns[player - 1] != 0;
    if (player < p->player ? !stands && !delfino_is_out(p, player) : stands)
      return asc_fail(error, ASC_E_INPUT, "player %d is to put his pawn: those before him have, those after have not",
                      p->player);
  }
  return ASC_OK;
}

static bool all_pawns_stand(const delfino_rules *rules, const delfino_position *p) {
  for (int player = 1; player <= rules->common.players; player++)
    if (p->pawns[player - 1] == 0 && !delfino_is_out(p, player)) return false;
  return true;
}

static int over_check(const delfino_rules *rules, const delfino_position *p, asc_error *error) {
  bool alone = asc_bits_count(p->out) == rules->common.players - 1;
  bool won = has_won(p), over = p->stage == DELFINO_OVER;
  if (won && !over) return asc_fail(error, ASC_E_INPUT, "a player has %d points: the game is over", DELFINO_GOAL);
  if (alone && !over) return asc_fail(error, ASC_E_INPUT, "one player is left: the game is over");
  if (p->quiet > rules->quiet_most) return refuse_range(error, "the count of quiet turns", p->quiet, rules->quiet_most);
  bool quiet = p->quiet == rules->quiet_most;
  if (quiet && p->stage == DELFINO_ROLLING)
    return asc_fail(error, ASC_E_INPUT, "%d turns without a point: the game is over", rules->quiet_most);
  if (over && !won && !alone && !quiet) return asc_fail(error, ASC_E_INPUT, "nothing has ended the game");
  if (won && p->quiet != 0) return asc_fail(error, ASC_E_INPUT, "the winning turn was not one without a point");
  if (p->stage == DELFINO_PLACING || !all_pawns_stand(rules, p)) {
    if (p->stage != DELFINO_PLACING && !alone) return asc_fail(error, ASC_E_INPUT, "a pawn does not stand yet");
    return opening_check(rules, p, error);
  }
  return ASC_OK;
}

static int turn_check(const delfino_rules *rules, const delfino_position *p, asc_error *error) {
  if (p->stage == DELFINO_OVER) {
    bool clean = p->player == 0 && p->steps == 0 && p->moved == 0;
    return clean ? ASC_OK : asc_fail(error, ASC_E_INPUT, "a finished game is nobody's turn");
  }
  if (p->player < 1 || p->player > rules->common.players)
    return asc_fail(error, ASC_E_INPUT, "there is no player %d", p->player);
  if (delfino_is_out(p, p->player))
    return asc_fail(error, ASC_E_INPUT, "player %d has given up and has no turn", p->player);
  bool spending = p->stage == DELFINO_SPENDING, card_move = p->stage == DELFINO_CARD_MOVE;
  /* A turning before the card move, a move or a point in this turn: each has cost something. */
  bool spent = card_move || p->moved || (spending && p->quiet == 0);
  int most = spending || card_move ? rules->die_most - spent : 0;
  if (p->steps > most) return refuse_range(error, "the number of movement points left", p->steps, most);
  if (spending && p->steps == 0) return asc_fail(error, ASC_E_INPUT, "no movement points left: the turn is over");
  if (p->moved > spending) return asc_fail(error, ASC_E_INPUT, "the pawn moves while points are spent only");
  if (card_move && p->quiet != 0) return asc_fail(error, ASC_E_INPUT, "a card move follows a point in this turn");
  if ((card_move || (spending && p->quiet == 0)) && p->points[p->player - 1] == 0)
    return asc_fail(error, ASC_E_INPUT, "player %d has scored in this turn and has no point", p->player);
  return ASC_OK;
}

int delfino_check(const asc_rules *rules, const void *position, asc_error *error) {
  const delfino_rules *own = (const delfino_rules *)rules;
  const delfino_position *p = position;
  if (p->stage > DELFINO_OVER) return asc_fail(error, ASC_E_INPUT, "there is no such stage of the game");
  int code = points_check(own, p, error);
  if (code == ASC_OK) code = sheet_check(own, p, error);
  if (code == ASC_OK) code = cards_check(own, p, error);
  if (code == ASC_OK) code = pawns_check(own, p, error);
  if (code == ASC_OK) code = over_check(own, p, error);
  if (code == ASC_OK) code = turn_check(own, p, error);
  return code;
}
