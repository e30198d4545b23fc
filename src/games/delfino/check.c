/* Which positions are possible: counts, supplies, stage and turn fit together.

   How the cards came to be turned and the pawns to stand where they do is not asked once the die has been rolled. Two
   things play has left behind are. A card move needs a point, so the points limit how many cards have left the first
   grid and how far out they lie; that keeps every sheet within its bounds, for positions that were read as well as for
   those that were played, and playing on preserves it. And the turns without a point lead from the one that brought
   the last point, or from the beginning, to the player to move. */
#include "delfino.h"

#include "core/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct inspection {
  const delfino_rules *rules;
  const delfino_position *position;
  asc_error *error;
  delfino_field field; /* at fault, when there is a fault */
} inspection;

static int refuse(inspection *in, delfino_field field, const char *format, ...) __attribute__((format(printf, 3, 4)));
static int refuse(inspection *in, delfino_field field, const char *format, ...) {
  char reason[ASC_REASON_MAX];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  in->field = field;
  return asc_fail(in->error, ASC_E_INPUT, "%s", reason);
}

static bool is_over(const inspection *in) { return in->position->stage == DELFINO_OVER; }

static bool is_alone(const inspection *in) {
  return asc_bits_count(in->position->out) == in->rules->common.players - 1;
}

static int winner_of(const delfino_position *p) {
  for (int player = 1; player <= DELFINO_PLAYERS; player++)
    if (p->points[player - 1] == DELFINO_GOAL) return player;
  return 0;
}

static int points_sum(const delfino_position *p) {
  int sum = 0;
  for (int i = 0; i < DELFINO_PLAYERS; i++) sum += p->points[i];
  return sum;
}

/* Whether the die has been rolled: a first turn leaves a point or is one without. */
static bool has_begun(const delfino_position *p) { return points_sum(p) > 0 || p->quiet > 0; }

static int pawns_standing(const delfino_position *p) {
  int standing = 0;
  for (int i = 0; i < DELFINO_PLAYERS; i++) standing += p->pawns[i] != 0;
  return standing;
}

static int points_check(inspection *in) {
  const delfino_position *p = in->position;
  int winners = 0;
  for (int i = 0; i < DELFINO_PLAYERS; i++) {
    if (i >= in->rules->common.players && (p->points[i] != 0 || p->pawns[i] != 0 || delfino_is_out(p, i + 1)))
      return refuse(in, DELFINO_FIELD_POINTS, "there is no player %d", i + 1);
    if (p->points[i] > DELFINO_GOAL)
      return refuse(in, DELFINO_FIELD_POINTS, "a number of points is %d; %d is the most", p->points[i], DELFINO_GOAL);
    winners += p->points[i] == DELFINO_GOAL;
  }
  if (winners > 1) return refuse(in, DELFINO_FIELD_POINTS, "two players have %d points; the first wins", DELFINO_GOAL);
  if (p->out >= 1 << DELFINO_PLAYERS || asc_bits_count(p->out) >= in->rules->common.players)
    return refuse(in, DELFINO_FIELD_OUT, "not all players can have given up");
  return ASC_OK;
}

static int player_check(inspection *in) {
  const delfino_position *p = in->position;
  if (p->stage > DELFINO_OVER) return refuse(in, DELFINO_FIELD_STAGE, "there is no such stage of the game");
  if (p->player > in->rules->common.players)
    return refuse(in, DELFINO_FIELD_PLAYER, "there is no player %d", p->player);
  if (is_over(in) && p->player != 0) return refuse(in, DELFINO_FIELD_PLAYER, "a finished game is nobody's turn");
  if (!is_over(in) && p->player == 0)
    return refuse(in, DELFINO_FIELD_PLAYER, "the game is not over and must be somebody's turn");
  if (p->player != 0 && delfino_is_out(p, p->player))
    return refuse(in, DELFINO_FIELD_PLAYER, "player %d has given up and has no turn", p->player);
  return ASC_OK;
}

/* The sheet covers the first grid, fits its memory and has free places only on its rim and nothing behind it. */
static int sheet_check(inspection *in) {
  const delfino_rules *rules = in->rules;
  const delfino_position *p = in->position;
  int east = p->west + p->columns - 1, north = p->south + p->rows - 1;
  if (p->west >= 1 || p->south >= 1 || east <= rules->side || north <= rules->side)
    return refuse(in, DELFINO_FIELD_ROWS, "the rows do not cover the first grid");
  int widest = 2 * rules->side + (DELFINO_GOAL - 1) * rules->common.players;
  if (p->columns + p->rows - 4 * DELFINO_RIM > widest)
    return refuse(in, DELFINO_FIELD_ROWS, "the cards lie further apart than they can");
  size_t room = rules->common.position_size - offsetof(delfino_position, cells);
  for (int cell = 0; cell < (int)room; cell++) {
    int column = cell % p->columns, row = cell / p->columns;
    bool inside = column > 0 && column < p->columns - 1 && row > 0 && row < p->rows - 1;
    bool known = p->cells[cell] == 0 || (inside && (p->cells[cell] & DELFINO_CARD) != 0 && p->cells[cell] < 16);
    if (!known) return refuse(in, DELFINO_FIELD_ROWS, "a place holds neither a card nor nothing");
  }
  delfino_position fitted;
  memcpy(&fitted, p, rules->common.position_size);
  asc_delfino_fit(rules, &fitted);
  if (memcmp(&fitted, p, rules->common.position_size) != 0)
    return refuse(in, DELFINO_FIELD_ROWS, "the rows cover more than the first grid and the cards");
  return ASC_OK;
}

static int pawns_check(inspection *in) {
  const delfino_position *p = in->position;
  int marked = 0;
  for (int i = 0; i < in->rules->common.players; i++) {
    if (p->pawns[i] == 0) continue;
    if (p->pawns[i] >= p->columns * p->rows || (p->cells[p->pawns[i]] & DELFINO_PAWN) == 0)
      return refuse(in, DELFINO_FIELD_PAWNS, "the pawn of player %d stands on no card", i + 1);
    for (int j = 0; j < i; j++)
      if (p->pawns[j] == p->pawns[i]) return refuse(in, DELFINO_FIELD_PAWNS, "two pawns stand on one card");
  }
  for (int cell = 0; cell < p->columns * p->rows; cell++) marked += (p->cells[cell] & DELFINO_PAWN) != 0;
  if (marked != pawns_standing(p)) return refuse(in, DELFINO_FIELD_PAWNS, "a card holds a pawn that is nobody's");
  return ASC_OK;
}

/* The figures round the pawn of the player to move; none where he has no pawn. */
static int figures_round_pawn(const delfino_position *p) {
  int cell = p->pawns[p->player - 1];
  return cell == 0 ? 0 : asc_delfino_figures_round(p, cell);
}

/* How many cards can have been moved: one for each point at most, but for those that won or have just been scored. */
static int card_moves_most(const delfino_position *p) {
  int unused = p->stage == DELFINO_CARD_MOVE ? figures_round_pawn(p) : winner_of(p) != 0;
  return points_sum(p) < unused ? 0 : points_sum(p) - unused;
}

static int cards_check(inspection *in) {
  const delfino_rules *rules = in->rules;
  const delfino_position *p = in->position;
  int cards = 0, outside = 0, wanted = rules->side * rules->side;
  for (int cell = 0; cell < p->columns * p->rows; cell++) {
    if (p->cells[cell] == 0) continue;
    delfino_place place = delfino_cell_place(p, cell);
    cards++;
    outside += place.x < 1 || place.x > rules->side || place.y < 1 || place.y > rules->side;
  }
  if (cards != wanted) return refuse(in, DELFINO_FIELD_ROWS, "%d cards; the game has %d", cards, wanted);
  int moved = card_moves_most(p), grown = p->columns + p->rows - 4 * DELFINO_RIM - 2 * rules->side;
  if (outside > moved)
    return refuse(in, DELFINO_FIELD_ROWS, "%d cards outside the first grid; the points allow %d card moves", outside,
                  moved);
  if (grown > moved)
    return refuse(in, DELFINO_FIELD_ROWS, "a card lies further out than %d card moves can bring it", moved);
  if (rules->joined && !asc_delfino_hangs_together(p))
    return refuse(in, DELFINO_FIELD_ROWS, "the cards do not hang together, as layout=joined wants");
  return ASC_OK;
}

/* The last act of a game that was won completed a figure: round the winner's pawn by turning, or round a card that was
   moved and so holds no pawn. */
static bool winning_figure_stands(const delfino_position *p) {
  for (int cell = 0; cell < p->columns * p->rows; cell++) {
    bool other_pawn = (p->cells[cell] & DELFINO_PAWN) != 0 && cell != p->pawns[winner_of(p) - 1];
    if (p->cells[cell] != 0 && !other_pawn && asc_delfino_figures_round(p, cell) > 0) return true;
  }
  return false;
}

static int won_check(inspection *in) {
  const delfino_position *p = in->position;
  int winner = winner_of(p);
  if (!is_over(in))
    return refuse(in, DELFINO_FIELD_STAGE, "player %d has %d points: the game is over", winner, DELFINO_GOAL);
  if (delfino_is_out(p, winner))
    return refuse(in, DELFINO_FIELD_OUT, "player %d has won and cannot have given up", winner);
  if (is_alone(in))
    return refuse(in, DELFINO_FIELD_OUT, "player %d has won with five points, so two players at least were left",
                  winner);
  if (p->quiet != 0) return refuse(in, DELFINO_FIELD_QUIET, "the winning turn was not one without a point");
  if (!winning_figure_stands(p))
    return refuse(in, DELFINO_FIELD_ROWS, "player %d has won, and no figure stands that he completed last", winner);
  return ASC_OK;
}

static int over_check(inspection *in) {
  const delfino_position *p = in->position;
  int most = in->rules->quiet_most;
  if (p->quiet > most)
    return refuse(in, DELFINO_FIELD_QUIET, "the count of quiet turns is %d; %d is the most", p->quiet, most);
  if (winner_of(p) != 0) return won_check(in);
  if (is_alone(in))
    return is_over(in) ? ASC_OK : refuse(in, DELFINO_FIELD_STAGE, "one player is left: the game is over");
  if (p->quiet == most && p->stage == DELFINO_ROLLING)
    return refuse(in, DELFINO_FIELD_STAGE, "%d turns without a point: the game is over", most);
  if (is_over(in) && p->quiet != most) return refuse(in, DELFINO_FIELD_STAGE, "nothing has ended the game");
  return ASC_OK;
}

/* All cards point the same way still, whichever: a start turned as a whole is as good. The pawns stand on corners,
   those of two players on opposite ones. */
static int corners_check(inspection *in) {
  const delfino_position *p = in->position;
  int side = in->rules->side, corner = delfino_cell(p, (delfino_place){1, 1});
  for (int cell = 0; cell < p->columns * p->rows; cell++)
    if (p->cells[cell] != 0 && ((p->cells[cell] ^ p->cells[corner]) & DELFINO_TURNS) != 0)
      return refuse(in, DELFINO_FIELD_ROWS, "no card is turned before the first roll: all noses point the same way");
  for (int i = 0; i < in->rules->common.players; i++) {
    if (p->pawns[i] == 0) continue;
    delfino_place place = delfino_cell_place(p, p->pawns[i]);
    if ((place.x != 1 && place.x != side) || (place.y != 1 && place.y != side))
      return refuse(in, DELFINO_FIELD_PAWNS, "a pawn begins on a corner card");
  }
  if (in->rules->common.players > 2 || pawns_standing(p) < 2) return ASC_OK;
  delfino_place first = delfino_cell_place(p, p->pawns[0]), second = delfino_cell_place(p, p->pawns[1]);
  if (first.x == second.x || first.y == second.y)
    return refuse(in, DELFINO_FIELD_PAWNS, "the pawns of two players begin on opposite corners");
  return ASC_OK;
}

/* The pawns are put in the order of the players; who has given up may have put his or not. */
static int placing_check(inspection *in) {
  const delfino_position *p = in->position;
  int players = in->rules->common.players, next = 1;
  while (next <= players && (p->pawns[next - 1] != 0 || delfino_is_out(p, next))) next++;
  for (int player = next + 1; player <= players; player++)
    if (p->pawns[player - 1] != 0)
      return refuse(in, DELFINO_FIELD_PAWNS, "player %d puts his pawn before player %d", next, player);
  if (pawns_standing(p) == 1 && p->pawns[players - 1] != 0)
    return refuse(in, DELFINO_FIELD_PAWNS, "player %d is not the first to put his pawn", players);
  if (p->stage == DELFINO_ROLLING && next <= players)
    return refuse(in, DELFINO_FIELD_PAWNS, "the pawn of player %d does not stand yet", next);
  if (p->stage == DELFINO_PLACING && next > players) return refuse(in, DELFINO_FIELD_STAGE, "all pawns stand already");
  if (p->stage == DELFINO_PLACING && next != p->player)
    return refuse(in, DELFINO_FIELD_PLAYER, "player %d is to put his pawn", next);
  return ASC_OK;
}

static int opening_check(inspection *in) {
  if (has_begun(in->position)) return ASC_OK;
  int code = corners_check(in);
  return code < 0 ? code : placing_check(in);
}

/* Once the die has been rolled, all who play have pawns, and whoever had none has never played. */
static int begun_check(inspection *in) {
  const delfino_position *p = in->position;
  if (!has_begun(p)) return ASC_OK;
  if (p->stage == DELFINO_PLACING)
    return refuse(in, points_sum(p) > 0 ? DELFINO_FIELD_POINTS : DELFINO_FIELD_QUIET,
                  "points and turns are counted when all pawns stand");
  for (int player = 1; player <= in->rules->common.players; player++) {
    if (p->pawns[player - 1] != 0) continue;
    if (!delfino_is_out(p, player))
      return refuse(in, DELFINO_FIELD_PAWNS, "the pawn of player %d does not stand, and the die has been rolled",
                    player);
    if (p->points[player - 1] != 0)
      return refuse(in, DELFINO_FIELD_POINTS, "player %d has points and never had a pawn", player);
  }
  if (pawns_standing(p) < 2)
    return refuse(in, DELFINO_FIELD_PAWNS, "the die is rolled only while two players at least have pawns");
  return ASC_OK;
}

/* Whether so many turns can lie between one of `player` and that of the player to move. Who has given up may have had
   his turns among them or not; without a pawn he had none. */
static bool turns_lead(const inspection *in, int player, int turns) {
  const delfino_position *p = in->position;
  int least = 0, most = 0;
  while (least <= turns) {
    player = player % in->rules->common.players + 1;
    if (player == p->player && turns <= most) return true;
    least += !delfino_is_out(p, player);
    most += p->pawns[player - 1] != 0;
  }
  return false;
}

static int order_check(inspection *in) {
  const delfino_position *p = in->position;
  int players = in->rules->common.players, turns = p->quiet - (p->stage == DELFINO_SPENDING);
  /* The first turn of all follows, so to speak, one of the last player. */
  if (points_sum(p) == 0 && turns_lead(in, players, turns)) return ASC_OK;
  for (int player = 1; player <= players; player++)
    if (p->points[player - 1] > 0 && turns_lead(in, player, turns)) return ASC_OK;
  if (points_sum(p) == 0)
    return refuse(in, DELFINO_FIELD_PLAYER,
                  turns == 1 ? "after %d turn, all without a point, it cannot be the turn of player %d"
                             : "after %d turns, all without a point, it cannot be the turn of player %d",
                  turns, p->player);
  return refuse(in, DELFINO_FIELD_PLAYER,
                turns == 1 ? "after %d turn without a point it cannot be the turn of player %d: nobody with points can "
                             "have had the turn before them"
                           : "after %d turns without a point it cannot be the turn of player %d: nobody with points "
                             "can have had the turn before them",
                turns, p->player);
}

static int scored_check(inspection *in) {
  const delfino_position *p = in->position;
  int points = p->points[p->player - 1], figures = figures_round_pawn(p);
  if (points == 0)
    return refuse(in, DELFINO_FIELD_QUIET, "player %d has scored in this turn and has no point", p->player);
  if (p->stage != DELFINO_CARD_MOVE) return ASC_OK;
  if (figures == 0)
    return refuse(in, DELFINO_FIELD_STAGE, "a card move is due, and no figure lies round the pawn of player %d",
                  p->player);
  if (figures > points)
    return refuse(in, DELFINO_FIELD_POINTS, "player %d has just completed %d figures and has fewer points", p->player,
                  figures);
  return ASC_OK;
}

static int turn_check(inspection *in) {
  const delfino_position *p = in->position;
  bool spending = p->stage == DELFINO_SPENDING, card_move = p->stage == DELFINO_CARD_MOVE;
  if (p->moved > spending) return refuse(in, DELFINO_FIELD_STAGE, "the pawn moves while points are spent only");
  if (card_move && p->quiet != 0) return refuse(in, DELFINO_FIELD_QUIET, "a card move follows a point in this turn");
  /* What this turn has cost at least: the turning that scored, and the move after the last turning. */
  bool scored = (spending || card_move) && p->quiet == 0;
  int most = spending || card_move ? in->rules->die_most - scored - p->moved : 0;
  if (p->steps > most)
    return refuse(in, DELFINO_FIELD_STAGE, "the number of movement points left is %d; %d is the most", p->steps, most);
  if (spending && p->steps == 0) return refuse(in, DELFINO_FIELD_STAGE, "no movement points left: the turn is over");
  if (scored) return scored_check(in);
  return spending || p->stage == DELFINO_ROLLING ? order_check(in) : ASC_OK;
}

int asc_delfino_check_fields(const delfino_rules *rules, const delfino_position *position, asc_error *error,
                             delfino_field *field) {
  int (*const checks[])(inspection *) = {points_check, player_check, sheet_check, pawns_check,  cards_check,
                                         over_check,   begun_check,  turn_check,  opening_check};
  inspection in = {rules, position, error, DELFINO_FIELD_ORIGIN};
  int code = ASC_OK;
  for (size_t i = 0; code == ASC_OK && i < sizeof checks / sizeof checks[0]; i++) code = checks[i](&in);
  *field = in.field;
  return code;
}

int asc_delfino_check(const asc_rules *rules, const void *position, asc_error *error) {
  delfino_field field;
  return asc_delfino_check_fields((const delfino_rules *)rules, position, error, &field);
}
