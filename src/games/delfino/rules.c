/* The course of the game: players place their pawns. A turn is a roll, then moves of the pawn and turns of cards, with
   a card move after a point.

   The count of quiet turns includes the current turn: a roll adds one and a point sets it to 0. So at the end of a turn
   the position need not store whether that turn scored. */
#include "delfino.h"

#include <assert.h>
#include <string.h>

static const asc_delfino_rules *rules_of(const asc_rules *rules) { return (const asc_delfino_rules *)rules; }

enum { OPTION_PLAYERS, OPTION_DIE, OPTION_LAYOUT };

/* Returns an upper bound of the number of plies. Each player can score 4 points without winning. So at most 4 * players
   turns score without winning, and one more wins, with fewer than `quiet_max` turns before each of them. If no player
   wins, the game ends with `quiet_max` quiet turns instead. A turn is a roll and at most one ply per step: every
   pawn move and every turn of a card costs at least one step, and `end` is played with at least one step left. In
   addition there are the placements of the pawns, and a card move or `keep` after each turn of a card that scored
   without winning. */
static int plies_bound(const asc_delfino_rules *rules) {
  int players = rules->common.players, scoring = (ASC_DELFINO_GOAL - 1) * players;
  return players + (scoring + 1) * rules->quiet_max * (1 + rules->die_max) + scoring;
}

int asc_delfino_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  (void)error;
  asc_delfino_rules *r = (asc_delfino_rules *)rules;
  rules->players = (int)values[OPTION_PLAYERS].number;
  r->side = rules->players == 2 ? 4 : 5;
  r->quiet_max = ASC_DELFINO_QUIET_PER_PLAYER * rules->players;
  r->die_min = values[OPTION_DIE].number == 0 ? 2 : 1;
  r->die_max = values[OPTION_DIE].number == 0 ? 4 : 6;
  r->must_be_joined = values[OPTION_LAYOUT].number == 1;
  /* The largest box is the square one, with half of all rows and columns on each side. */
  int edge = r->side + (ASC_DELFINO_GOAL - 1) * rules->players / 2 + 2 * ASC_DELFINO_MARGIN;
  size_t bytes = offsetof(asc_delfino_position, cells) + (size_t)(edge * edge);
  rules->position_size = (bytes + 7) / 8 * 8;
  /* Every card moves to every space beside one of the others, or `keep`. */
  int cards = r->side * r->side;
  rules->moves_max = cards * 4 * (cards - 1) + 1;
  rules->plies_max = plies_bound(r);
  rules->symmetries = ASC_DELFINO_SYMMETRIES;
  return ASC_OK;
}

void asc_delfino_start(const asc_rules *rules, void *position) {
  asc_delfino_position *p = position;
  int side = rules_of(rules)->side;
  memset(p, 0, rules->position_size);
  p->stage = ASC_DELFINO_STAGE_PLACING;
  p->player = 1;
  p->west = p->south = 1 - ASC_DELFINO_MARGIN;
  p->columns = p->rows = (uint8_t)(side + 2 * ASC_DELFINO_MARGIN);
  for (int y = 1; y <= side; y++)
    memset(&p->cells[asc_delfino_cell(p, (asc_delfino_space){1, y})], ASC_DELFINO_CARD_FLAG, (size_t)side);
}

/* A finished game has no player to move. Returns 1 then, so that callers do not wait for a die. */
int asc_delfino_turn(const asc_rules *rules, const void *position) {
  (void)rules;
  const asc_delfino_position *p = position;
  if (p->stage == ASC_DELFINO_STAGE_OVER) return 1;
  return p->stage == ASC_DELFINO_STAGE_ROLLING ? ASC_CHANCE : p->player;
}

int asc_delfino_open_corners(const asc_delfino_rules *rules, const asc_delfino_position *position,
                             asc_delfino_space corners[4]) {
  int side = rules->side, count = 0;
  if (rules->common.players == 2 && position->pawns[0] != 0) {
    asc_delfino_space first = asc_delfino_cell_space(position, position->pawns[0]);
    corners[0] = (asc_delfino_space){side + 1 - first.x, side + 1 - first.y};
    return 1;
  }
  const asc_delfino_space all[] = {{1, 1}, {side, 1}, {1, side}, {side, side}};
  for (int i = 0; i < 4; i++)
    if ((asc_delfino_card_at(position, all[i]) & ASC_DELFINO_PAWN_FLAG) == 0) corners[count++] = all[i];
  return count;
}

static int placing_moves(const asc_delfino_rules *rules, const asc_delfino_position *position, asc_move *moves) {
  asc_delfino_space corners[4];
  int count = asc_delfino_open_corners(rules, position, corners);
  for (int i = 0; i < count; i++)
    moves[i] = asc_delfino_move(ASC_DELFINO_MOVE_PLACE, asc_delfino_space_code(corners[i]));
  return count;
}

static int roll_moves(const asc_delfino_rules *rules, asc_move *moves) {
  int count = 0;
  for (int face = rules->die_min; face <= rules->die_max; face++)
    moves[count++] = asc_delfino_move(ASC_DELFINO_MOVE_ROLL, (uint32_t)face);
  return count;
}

static int spending_moves(const asc_delfino_position *position, asc_move *moves) {
  int count = 0;
  moves[count++] = asc_delfino_move(ASC_DELFINO_MOVE_END, 0);
  moves[count++] = asc_delfino_move(ASC_DELFINO_MOVE_TURN, 0);
  if (position->moved) return count;
  for (int direction = 0; direction < ASC_DELFINO_DIRECTIONS; direction++) {
    const uint8_t *card = &position->cells[position->pawns[position->player - 1]];
    int offset = asc_delfino_offset(position, direction);
    for (int steps = 1; steps <= position->steps; steps++) {
      card += offset;
      if (*card == 0) break;
      moves[count] = asc_delfino_move_pawn(direction, steps);
      count += (*card & ASC_DELFINO_PAWN_FLAG) == 0;
    }
  }
  return count;
}

int asc_delfino_moves(const asc_rules *rules, const void *position, asc_move *moves) {
  const asc_delfino_position *p = position;
  switch ((asc_delfino_stage)p->stage) {
  case ASC_DELFINO_STAGE_PLACING: return placing_moves(rules_of(rules), p, moves);
  case ASC_DELFINO_STAGE_ROLLING: return roll_moves(rules_of(rules), moves);
  case ASC_DELFINO_STAGE_SPENDING: return spending_moves(p, moves);
  case ASC_DELFINO_STAGE_CARD_MOVE:
    moves[0] = asc_delfino_move(ASC_DELFINO_MOVE_KEEP, 0);
    return 1 + asc_delfino_card_moves(rules_of(rules), p, moves + 1);
  case ASC_DELFINO_STAGE_OVER: break;
  }
  return 0;
}

uint32_t asc_delfino_odds(const asc_rules *rules, const void *position, asc_move move) {
  (void)rules, (void)position, (void)move;
  return 1;
}

static void game_end(asc_delfino_position *position) {
  position->stage = ASC_DELFINO_STAGE_OVER;
  position->player = position->steps = position->moved = 0;
}

/* Returns the next player in order who has not resigned. */
static int player_after(const asc_delfino_rules *rules, const asc_delfino_position *position, int player) {
  do player = player % rules->common.players + 1;
  while (asc_delfino_has_resigned(position, player));
  return player;
}

static void turn_end(const asc_delfino_rules *rules, asc_delfino_position *position) {
  if (position->quiet == rules->quiet_max) {
    game_end(position);
    return;
  }
  position->player = (uint8_t)player_after(rules, position, position->player);
  position->stage = ASC_DELFINO_STAGE_ROLLING;
  position->steps = position->moved = 0;
}

/* Continues with the next player who has to place a pawn. When all have placed theirs, the first turn starts. */
static void placing_end(const asc_delfino_rules *rules, asc_delfino_position *position) {
  do {
    if (position->player == rules->common.players) {
      position->stage = ASC_DELFINO_STAGE_ROLLING;
      position->player = (uint8_t)player_after(rules, position, position->player);
      return;
    }
    position->player++;
  } while (asc_delfino_has_resigned(position, position->player));
}

static void spending_start(const asc_delfino_rules *rules, asc_delfino_position *position) {
  position->stage = ASC_DELFINO_STAGE_SPENDING;
  if (position->steps == 0) turn_end(rules, position);
}

/* Scores the figures around the card that was just turned or placed. They are all new, because the card showed another
   part there before, or was not there. Returns true if the game continues. */
static bool score(asc_delfino_position *position, int figures) {
  uint8_t *points = &position->points[position->player - 1];
  int sum = *points + figures;
  *points = (uint8_t)(sum < ASC_DELFINO_GOAL ? sum : ASC_DELFINO_GOAL);
  position->quiet = 0;
  if (*points < ASC_DELFINO_GOAL) return true;
  game_end(position);
  return false;
}

static void play_pawn(const asc_delfino_rules *rules, asc_delfino_position *position, asc_move move) {
  uint8_t *pawn = &position->pawns[position->player - 1];
  int steps = asc_delfino_move_steps(move);
  position->cells[*pawn] ^= ASC_DELFINO_PAWN_FLAG;
  *pawn = (uint8_t)(*pawn + steps * asc_delfino_offset(position, asc_delfino_move_direction(move)));
  position->cells[*pawn] ^= ASC_DELFINO_PAWN_FLAG;
  position->moved = 1;
  position->steps = (uint8_t)(position->steps - steps);
  if (position->steps == 0) turn_end(rules, position);
}

static void play_turn(const asc_delfino_rules *rules, asc_delfino_position *position) {
  int cell = position->pawns[position->player - 1];
  uint8_t card = position->cells[cell];
  position->cells[cell] = (uint8_t)((card & ~ASC_DELFINO_TURNS_MASK) | ((card + 1) & ASC_DELFINO_TURNS_MASK));
  position->moved = 0;
  position->steps--;
  int figures = asc_delfino_figures_around(position, cell);
  if (figures > 0) {
    if (score(position, figures)) position->stage = ASC_DELFINO_STAGE_CARD_MOVE;
  } else if (position->steps == 0) {
    turn_end(rules, position);
  }
}

static void play_card(const asc_delfino_rules *rules, asc_delfino_position *position, asc_move move) {
  asc_delfino_space to = asc_delfino_move_to(move);
  int from = asc_delfino_cell(position, asc_delfino_move_from(move));
  position->cells[asc_delfino_cell(position, to)] = position->cells[from];
  position->cells[from] = 0;
  asc_delfino_fit_box(rules, position);
  int figures = asc_delfino_figures_around(position, asc_delfino_cell(position, to));
  if (figures == 0 || score(position, figures)) spending_start(rules, position);
}

void asc_delfino_play(const asc_rules *rules, void *position, asc_move move) {
  asc_delfino_position *p = position;
  assert(p->stage != ASC_DELFINO_STAGE_OVER);
  switch (asc_delfino_kind_of(move)) {
  case ASC_DELFINO_MOVE_PLACE:
    p->pawns[p->player - 1] = (uint8_t)asc_delfino_cell(p, asc_delfino_move_to(move));
    p->cells[p->pawns[p->player - 1]] |= ASC_DELFINO_PAWN_FLAG;
    placing_end(rules_of(rules), p);
    break;
  case ASC_DELFINO_MOVE_ROLL:
    p->steps = (uint8_t)asc_delfino_move_face(move);
    p->quiet++;
    p->stage = ASC_DELFINO_STAGE_SPENDING;
    break;
  case ASC_DELFINO_MOVE_KEEP: spending_start(rules_of(rules), p); break;
  case ASC_DELFINO_MOVE_END: turn_end(rules_of(rules), p); break;
  case ASC_DELFINO_MOVE_TURN: play_turn(rules_of(rules), p); break;
  case ASC_DELFINO_MOVE_PAWN: play_pawn(rules_of(rules), p, move); break;
  case ASC_DELFINO_MOVE_CARD: play_card(rules_of(rules), p, move); break;
  }
}

bool asc_delfino_pass(const asc_rules *rules, void *position) {
  asc_delfino_position *p = position;
  if (p->stage == ASC_DELFINO_STAGE_PLACING) return false;
  turn_end(rules_of(rules), p);
  return true;
}

/* Players who have resigned are ranked last and have no points, so resigning never preserves a lead. */
bool asc_delfino_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  const asc_delfino_position *p = position;
  bool over = p->stage == ASC_DELFINO_STAGE_OVER;
  memset(outcome, 0, sizeof *outcome);
  for (int i = 0; i < rules->players; i++) {
    outcome->points[i] = asc_delfino_has_resigned(p, i + 1) ? 0 : 2 * p->points[i];
    if (!over) continue;
    int ahead = 0;
    for (int j = 0; j < rules->players; j++)
      ahead +=
          !asc_delfino_has_resigned(p, j + 1) && (asc_delfino_has_resigned(p, i + 1) || p->points[j] > p->points[i]);
    outcome->rank[i] = (uint8_t)(ahead + 1);
  }
  return over;
}

/* The pawn of the player stays on the board. If it is the player's turn, the turn ends. */
bool asc_delfino_resign(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  asc_delfino_position *p = position;
  if (p->stage == ASC_DELFINO_STAGE_OVER || asc_delfino_has_resigned(p, player))
    return asc_delfino_outcome(rules, position, outcome);
  p->resigned |= (uint8_t)(1 << (player - 1));
  if (asc_bits_count(p->resigned) == rules->players - 1)
    game_end(p);
  else if (p->player == player && p->stage == ASC_DELFINO_STAGE_PLACING)
    placing_end(rules_of(rules), p);
  else if (p->player == player && p->stage == ASC_DELFINO_STAGE_ROLLING)
    p->player = (uint8_t)player_after(rules_of(rules), p, player);
  else if (p->player == player)
    turn_end(rules_of(rules), p);
  return asc_delfino_outcome(rules, position, outcome);
}
