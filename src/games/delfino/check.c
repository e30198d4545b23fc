/* Checks whether a position is possible: card and pawn counts, points, stage and turn fit together.

   Once the die has been rolled, the turns of the cards and the pawns' spaces are not questioned. Two traces of earlier
   play are checked. First, every card move needs a point, so the points limit how many cards have left the first grid
   and how far out they are. This keeps the box of every position within its bounds, whether it was read or played, and
   further play preserves that. Second, the turns without a point must lead from the turn with the last point, or from
   the start of the game, to the player to move. */
#include "delfino.h"

#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

typedef struct inspection {
  const asc_delfino_rules *rules;
  const asc_delfino_position *position;
  asc_error *error;
  asc_delfino_field field; /* the field that causes the error, if there is one */
} inspection;

static int reject(inspection *in, asc_delfino_field field, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
static int reject(inspection *in, asc_delfino_field field, const char *format, ...) {
  char reason[ASC_REASON_MAX];
  va_list args;
  va_start(args, format);
  (void)vsnprintf(reason, sizeof reason, format, args);
  va_end(args);
  in->field = field;
  return asc_error_set(in->error, ASC_E_INPUT, "%s", reason);
}

static bool is_over(const inspection *in) { return in->position->stage == ASC_DELFINO_STAGE_OVER; }

static bool is_last_player(const inspection *in) {
  return asc_bits_count(in->position->resigned) == in->rules->common.players - 1;
}

static int winner_of(const asc_delfino_position *p) {
  for (int player = 1; player <= ASC_DELFINO_PLAYERS_MAX; player++)
    if (p->points[player - 1] == ASC_DELFINO_GOAL) return player;
  return 0;
}

static int points_sum(const asc_delfino_position *p) {
  int sum = 0;
  for (int i = 0; i < ASC_DELFINO_PLAYERS_MAX; i++) sum += p->points[i];
  return sum;
}

/* Returns true if the die has been rolled. Every turn either scores or counts as quiet. */
static bool has_started(const asc_delfino_position *p) { return points_sum(p) > 0 || p->quiet > 0; }

static int pawns_on_board(const asc_delfino_position *p) {
  int on_board = 0;
  for (int i = 0; i < ASC_DELFINO_PLAYERS_MAX; i++) on_board += p->pawns[i] != 0;
  return on_board;
}

static int points_check(inspection *in) {
  const asc_delfino_position *p = in->position;
  int winners = 0;
  for (int i = 0; i < ASC_DELFINO_PLAYERS_MAX; i++) {
    if (i >= in->rules->common.players && (p->points[i] != 0 || p->pawns[i] != 0 || asc_delfino_has_resigned(p, i + 1)))
      return reject(in, ASC_DELFINO_FIELD_POINTS, "there is no player %d", i + 1);
    if (p->points[i] > ASC_DELFINO_GOAL)
      return reject(in, ASC_DELFINO_FIELD_POINTS, "a number of points is %d; %d is the most", p->points[i],
                    ASC_DELFINO_GOAL);
    winners += p->points[i] == ASC_DELFINO_GOAL;
  }
  if (winners > 1)
    return reject(in, ASC_DELFINO_FIELD_POINTS, "two players have %d points; the first wins", ASC_DELFINO_GOAL);
  if (p->resigned >= 1 << ASC_DELFINO_PLAYERS_MAX || asc_bits_count(p->resigned) >= in->rules->common.players)
    return reject(in, ASC_DELFINO_FIELD_RESIGNED, "not all players can have given up");
  return ASC_OK;
}

static int player_check(inspection *in) {
  const asc_delfino_position *p = in->position;
  if (p->stage > ASC_DELFINO_STAGE_OVER)
    return reject(in, ASC_DELFINO_FIELD_STAGE, "there is no such stage of the game");
  if (p->player > in->rules->common.players)
    return reject(in, ASC_DELFINO_FIELD_PLAYER, "there is no player %d", p->player);
  if (is_over(in) && p->player != 0) return reject(in, ASC_DELFINO_FIELD_PLAYER, "a finished game is nobody's turn");
  if (!is_over(in) && p->player == 0)
    return reject(in, ASC_DELFINO_FIELD_PLAYER, "the game is not over and must be somebody's turn");
  if (p->player != 0 && asc_delfino_has_resigned(p, p->player))
    return reject(in, ASC_DELFINO_FIELD_PLAYER, "player %d has given up and has no turn", p->player);
  return ASC_OK;
}

/* The box covers the first grid and fits into memory. There are no cards on its margin and nothing after its last
   cell. */
static int box_check(inspection *in) {
  const asc_delfino_rules *rules = in->rules;
  const asc_delfino_position *p = in->position;
  int east = p->west + p->columns - 1, north = p->south + p->rows - 1;
  if (p->west >= 1 || p->south >= 1 || east <= rules->side || north <= rules->side)
    return reject(in, ASC_DELFINO_FIELD_ROWS, "the rows do not cover the first grid");
  int widest = 2 * rules->side + (ASC_DELFINO_GOAL - 1) * rules->common.players;
  if (p->columns + p->rows - 4 * ASC_DELFINO_MARGIN > widest)
    return reject(in, ASC_DELFINO_FIELD_ROWS, "the cards lie further apart than they can");
  size_t capacity = rules->common.position_size - offsetof(asc_delfino_position, cells);
  for (int cell = 0; cell < (int)capacity; cell++) {
    int column = cell % p->columns, row = cell / p->columns;
    bool inside = column > 0 && column < p->columns - 1 && row > 0 && row < p->rows - 1;
    bool is_valid =
        p->cells[cell] == 0 || (inside && (p->cells[cell] & ASC_DELFINO_CARD_FLAG) != 0 && p->cells[cell] < 16);
    if (!is_valid) return reject(in, ASC_DELFINO_FIELD_ROWS, "a place holds neither a card nor nothing");
  }
  asc_delfino_position fitted;
  memcpy(&fitted, p, rules->common.position_size);
  asc_delfino_fit_box(rules, &fitted);
  if (memcmp(&fitted, p, rules->common.position_size) != 0)
    return reject(in, ASC_DELFINO_FIELD_ROWS, "the rows cover more than the first grid and the cards");
  return ASC_OK;
}

static int pawns_check(inspection *in) {
  const asc_delfino_position *p = in->position;
  int marked = 0;
  for (int i = 0; i < in->rules->common.players; i++) {
    if (p->pawns[i] == 0) continue;
    if (p->pawns[i] >= p->columns * p->rows || (p->cells[p->pawns[i]] & ASC_DELFINO_PAWN_FLAG) == 0)
      return reject(in, ASC_DELFINO_FIELD_PAWNS, "the pawn of player %d stands on no card", i + 1);
    for (int j = 0; j < i; j++)
      if (p->pawns[j] == p->pawns[i]) return reject(in, ASC_DELFINO_FIELD_PAWNS, "two pawns stand on one card");
  }
  for (int cell = 0; cell < p->columns * p->rows; cell++) marked += (p->cells[cell] & ASC_DELFINO_PAWN_FLAG) != 0;
  if (marked != pawns_on_board(p)) return reject(in, ASC_DELFINO_FIELD_PAWNS, "a card holds a pawn that is nobody's");
  return ASC_OK;
}

/* Returns the number of figures around the pawn of the player to move; 0 if that pawn is not on the board. */
static int figures_around_pawn(const asc_delfino_position *p) {
  int cell = p->pawns[p->player - 1];
  return cell == 0 ? 0 : asc_delfino_figures_around(p, cell);
}

/* Returns how many cards can have been moved: at most one per point, excluding the winning point and points that were
   just scored. */
static int card_moves_max(const asc_delfino_position *p) {
  int unused = p->stage == ASC_DELFINO_STAGE_CARD_MOVE ? figures_around_pawn(p) : winner_of(p) != 0;
  return points_sum(p) < unused ? 0 : points_sum(p) - unused;
}

static int cards_check(inspection *in) {
  const asc_delfino_rules *rules = in->rules;
  const asc_delfino_position *p = in->position;
  int cards = 0, outside = 0, expected = rules->side * rules->side;
  for (int cell = 0; cell < p->columns * p->rows; cell++) {
    if (p->cells[cell] == 0) continue;
    asc_delfino_space space = asc_delfino_cell_space(p, cell);
    cards++;
    outside += space.x < 1 || space.x > rules->side || space.y < 1 || space.y > rules->side;
  }
  if (cards != expected) return reject(in, ASC_DELFINO_FIELD_ROWS, "%d cards; the game has %d", cards, expected);
  int moved = card_moves_max(p), growth = p->columns + p->rows - 4 * ASC_DELFINO_MARGIN - 2 * rules->side;
  if (outside > moved)
    return reject(in, ASC_DELFINO_FIELD_ROWS, "%d cards outside the first grid; the points allow %d card moves",
                  outside, moved);
  if (growth > moved)
    return reject(in, ASC_DELFINO_FIELD_ROWS, "a card lies further out than %d card moves can bring it", moved);
  if (rules->must_be_joined && !asc_delfino_is_joined(p))
    return reject(in, ASC_DELFINO_FIELD_ROWS, "the cards do not hang together, as layout=joined wants");
  return ASC_OK;
}

/* The last move of a won game completed a figure. It was either around the winner's pawn, by turning a card, or around
   a card that was moved and so has no pawn on it. */
static bool has_winning_figure(const asc_delfino_position *p) {
  for (int cell = 0; cell < p->columns * p->rows; cell++) {
    bool other_pawn = (p->cells[cell] & ASC_DELFINO_PAWN_FLAG) != 0 && cell != p->pawns[winner_of(p) - 1];
    if (p->cells[cell] != 0 && !other_pawn && asc_delfino_figures_around(p, cell) > 0) return true;
  }
  return false;
}

static int won_check(inspection *in) {
  const asc_delfino_position *p = in->position;
  int winner = winner_of(p);
  if (!is_over(in))
    return reject(in, ASC_DELFINO_FIELD_STAGE, "player %d has %d points: the game is over", winner, ASC_DELFINO_GOAL);
  if (asc_delfino_has_resigned(p, winner))
    return reject(in, ASC_DELFINO_FIELD_RESIGNED, "player %d has won and cannot have given up", winner);
  if (is_last_player(in))
    return reject(in, ASC_DELFINO_FIELD_RESIGNED,
                  "player %d has won with five points, so two players at least were left", winner);
  if (p->quiet != 0) return reject(in, ASC_DELFINO_FIELD_QUIET, "the winning turn was not one without a point");
  if (!has_winning_figure(p))
    return reject(in, ASC_DELFINO_FIELD_ROWS, "player %d has won, and no figure stands that he completed last", winner);
  return ASC_OK;
}

static int over_check(inspection *in) {
  const asc_delfino_position *p = in->position;
  int max = in->rules->quiet_max;
  if (p->quiet > max)
    return reject(in, ASC_DELFINO_FIELD_QUIET, "the count of quiet turns is %d; %d is the most", p->quiet, max);
  if (winner_of(p) != 0) return won_check(in);
  if (is_last_player(in))
    return is_over(in) ? ASC_OK : reject(in, ASC_DELFINO_FIELD_STAGE, "one player is left: the game is over");
  if (p->quiet == max && p->stage == ASC_DELFINO_STAGE_ROLLING)
    return reject(in, ASC_DELFINO_FIELD_STAGE, "%d turns without a point: the game is over", max);
  if (is_over(in) && p->quiet != max) return reject(in, ASC_DELFINO_FIELD_STAGE, "nothing has ended the game");
  return ASC_OK;
}

/* All cards still point in the same direction. Any direction is allowed, because a start rotated as a whole is
   equivalent. The pawns are on corners, those of two players on opposite corners. */
static int corners_check(inspection *in) {
  const asc_delfino_position *p = in->position;
  int side = in->rules->side, corner = asc_delfino_cell(p, (asc_delfino_space){1, 1});
  for (int cell = 0; cell < p->columns * p->rows; cell++)
    if (p->cells[cell] != 0 && ((p->cells[cell] ^ p->cells[corner]) & ASC_DELFINO_TURNS_MASK) != 0)
      return reject(in, ASC_DELFINO_FIELD_ROWS,
                    "no card is turned before the first roll: all noses point the same way");
  for (int i = 0; i < in->rules->common.players; i++) {
    if (p->pawns[i] == 0) continue;
    asc_delfino_space space = asc_delfino_cell_space(p, p->pawns[i]);
    if ((space.x != 1 && space.x != side) || (space.y != 1 && space.y != side))
      return reject(in, ASC_DELFINO_FIELD_PAWNS, "a pawn begins on a corner card");
  }
  if (in->rules->common.players > 2 || pawns_on_board(p) < 2) return ASC_OK;
  asc_delfino_space first = asc_delfino_cell_space(p, p->pawns[0]), second = asc_delfino_cell_space(p, p->pawns[1]);
  if (first.x == second.x || first.y == second.y)
    return reject(in, ASC_DELFINO_FIELD_PAWNS, "the pawns of two players begin on opposite corners");
  return ASC_OK;
}

/* Players place their pawns in order. Players who have resigned may have placed theirs or not. */
static int placing_check(inspection *in) {
  const asc_delfino_position *p = in->position;
  int players = in->rules->common.players, next = 1;
  while (next <= players && (p->pawns[next - 1] != 0 || asc_delfino_has_resigned(p, next))) next++;
  for (int player = next + 1; player <= players; player++)
    if (p->pawns[player - 1] != 0)
      return reject(in, ASC_DELFINO_FIELD_PAWNS, "player %d puts his pawn before player %d", next, player);
  if (pawns_on_board(p) == 1 && p->pawns[players - 1] != 0)
    return reject(in, ASC_DELFINO_FIELD_PAWNS, "player %d is not the first to put his pawn", players);
  if (p->stage == ASC_DELFINO_STAGE_ROLLING && next <= players)
    return reject(in, ASC_DELFINO_FIELD_PAWNS, "the pawn of player %d does not stand yet", next);
  if (p->stage == ASC_DELFINO_STAGE_PLACING && next > players)
    return reject(in, ASC_DELFINO_FIELD_STAGE, "all pawns stand already");
  if (p->stage == ASC_DELFINO_STAGE_PLACING && next != p->player)
    return reject(in, ASC_DELFINO_FIELD_PLAYER, "player %d is to put his pawn", next);
  return ASC_OK;
}

static int opening_check(inspection *in) {
  if (has_started(in->position)) return ASC_OK;
  int code = corners_check(in);
  return code < 0 ? code : placing_check(in);
}

/* After the first roll, all active players have pawns, and a player without a pawn has never had a turn. */
static int started_check(inspection *in) {
  const asc_delfino_position *p = in->position;
  if (!has_started(p)) return ASC_OK;
  if (p->stage == ASC_DELFINO_STAGE_PLACING)
    return reject(in, points_sum(p) > 0 ? ASC_DELFINO_FIELD_POINTS : ASC_DELFINO_FIELD_QUIET,
                  "points and turns are counted when all pawns stand");
  for (int player = 1; player <= in->rules->common.players; player++) {
    if (p->pawns[player - 1] != 0) continue;
    if (!asc_delfino_has_resigned(p, player))
      return reject(in, ASC_DELFINO_FIELD_PAWNS, "the pawn of player %d does not stand, and the die has been rolled",
                    player);
    if (p->points[player - 1] != 0)
      return reject(in, ASC_DELFINO_FIELD_POINTS, "player %d has points and never had a pawn", player);
  }
  if (pawns_on_board(p) < 2)
    return reject(in, ASC_DELFINO_FIELD_PAWNS, "the die is rolled only while two players at least have pawns");
  return ASC_OK;
}

/* Returns true if `turns` turns can be between a turn of `player` and the turn of the player to move. Players who have
   resigned may have had turns among them or not; without a pawn they had none. */
static bool turns_can_lead(const inspection *in, int player, int turns) {
  const asc_delfino_position *p = in->position;
  int min = 0, max = 0;
  while (min <= turns) {
    player = player % in->rules->common.players + 1;
    if (player == p->player && turns <= max) return true;
    min += !asc_delfino_has_resigned(p, player);
    max += p->pawns[player - 1] != 0;
  }
  return false;
}

static int order_check(inspection *in) {
  const asc_delfino_position *p = in->position;
  int players = in->rules->common.players, turns = p->quiet - (p->stage == ASC_DELFINO_STAGE_SPENDING);
  /* The first turn of the game is treated as if it followed a turn of the last player. */
  if (points_sum(p) == 0 && turns_can_lead(in, players, turns)) return ASC_OK;
  for (int player = 1; player <= players; player++)
    if (p->points[player - 1] > 0 && turns_can_lead(in, player, turns)) return ASC_OK;
  if (points_sum(p) == 0)
    return reject(in, ASC_DELFINO_FIELD_PLAYER,
                  turns == 1 ? "after %d turn, all without a point, it cannot be the turn of player %d"
                             : "after %d turns, all without a point, it cannot be the turn of player %d",
                  turns, p->player);
  return reject(in, ASC_DELFINO_FIELD_PLAYER,
                turns == 1 ? "after %d turn without a point it cannot be the turn of player %d: nobody with points can "
                             "have had the turn before them"
                           : "after %d turns without a point it cannot be the turn of player %d: nobody with points "
                             "can have had the turn before them",
                turns, p->player);
}

static int scored_check(inspection *in) {
  const asc_delfino_position *p = in->position;
  int points = p->points[p->player - 1], figures = figures_around_pawn(p);
  if (points == 0)
    return reject(in, ASC_DELFINO_FIELD_QUIET, "player %d has scored in this turn and has no point", p->player);
  if (p->stage != ASC_DELFINO_STAGE_CARD_MOVE) return ASC_OK;
  if (figures == 0)
    return reject(in, ASC_DELFINO_FIELD_STAGE, "a card move is due, and no figure lies round the pawn of player %d",
                  p->player);
  if (figures > points)
    return reject(in, ASC_DELFINO_FIELD_POINTS, "player %d has just completed %d figures and has fewer points",
                  p->player, figures);
  return ASC_OK;
}

static int turn_check(inspection *in) {
  const asc_delfino_position *p = in->position;
  bool spending = p->stage == ASC_DELFINO_STAGE_SPENDING, card_move = p->stage == ASC_DELFINO_STAGE_CARD_MOVE;
  if (p->moved > spending) return reject(in, ASC_DELFINO_FIELD_STAGE, "the pawn moves while points are spent only");
  if (card_move && p->quiet != 0)
    return reject(in, ASC_DELFINO_FIELD_QUIET, "a card move follows a point in this turn");
  /* The steps that this turn has cost at least: turning the card that scored, and moving after the last turn. */
  bool scored = (spending || card_move) && p->quiet == 0;
  int max = spending || card_move ? in->rules->die_max - scored - p->moved : 0;
  if (p->steps > max)
    return reject(in, ASC_DELFINO_FIELD_STAGE, "the number of movement points left is %d; %d is the most", p->steps,
                  max);
  if (spending && p->steps == 0)
    return reject(in, ASC_DELFINO_FIELD_STAGE, "no movement points left: the turn is over");
  if (scored) return scored_check(in);
  return spending || p->stage == ASC_DELFINO_STAGE_ROLLING ? order_check(in) : ASC_OK;
}

int asc_delfino_check_fields(const asc_delfino_rules *rules, const asc_delfino_position *position, asc_error *error,
                             asc_delfino_field *field) {
  int (*const checks[])(inspection *) = {points_check, player_check,  box_check,  pawns_check,  cards_check,
                                         over_check,   started_check, turn_check, opening_check};
  inspection in = {rules, position, error, ASC_DELFINO_FIELD_ORIGIN};
  int code = ASC_OK;
  for (size_t i = 0; code == ASC_OK && i < sizeof checks / sizeof checks[0]; i++) code = checks[i](&in);
  *field = in.field;
  return code;
}

int asc_delfino_check(const asc_rules *rules, const void *position, asc_error *error) {
  asc_delfino_field field;
  return asc_delfino_check_fields((const asc_delfino_rules *)rules, position, error, &field);
}
