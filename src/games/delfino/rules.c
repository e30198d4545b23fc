/* The course of the game: pawns are placed, then turns of a roll, moves and turnings, and card moves after points.

   The count of quiet turns includes the one under way: a roll adds one and a point sets it to 0, so at the end of a
   turn it needs no memory of whether that turn scored. */
#include "delfino.h"

#include <assert.h>
#include <string.h>

static const delfino_rules *own(const asc_rules *rules) { return (const delfino_rules *)rules; }

enum { OPTION_PLAYERS, OPTION_DIE, OPTION_LAYOUT };

/* No game has more plies. A turn with a point that does not win adds to the 4 points each player can have, so there are
   4 * players of them and one that wins at most, with fewer than `quiet_most` turns between; a game that nobody wins
   ends with `quiet_most` turns instead. A turn is a roll and one ply for each point rolled at most: every act costs
   one, and `end` leaves one. Besides there are the placing of pawns, and a card move or `keep` for a turning that
   scored and did not win. */
static int longest(const delfino_rules *rules) {
  int players = rules->common.players, scoring = (DELFINO_GOAL - 1) * players;
  return players + (scoring + 1) * rules->quiet_most * (1 + rules->die_most) + scoring;
}

int asc_delfino_open(asc_rules *rules, const asc_option_value *values, asc_error *error) {
  (void)error;
  delfino_rules *made = (delfino_rules *)rules;
  rules->players = (int)values[OPTION_PLAYERS].number;
  made->side = rules->players == 2 ? 4 : 5;
  made->quiet_most = DELFINO_QUIET * rules->players;
  made->die_least = values[OPTION_DIE].number == 0 ? 2 : 1;
  made->die_most = values[OPTION_DIE].number == 0 ? 4 : 6;
  made->joined = values[OPTION_LAYOUT].number == 1;
  /* The largest sheet is the square one: half of all rows and columns each way. */
  int edge = made->side + (DELFINO_GOAL - 1) * rules->players / 2 + 2 * DELFINO_RIM;
  size_t bytes = offsetof(delfino_position, cells) + (size_t)(edge * edge);
  rules->position_size = (bytes + 7) / 8 * 8;
  /* Every card to every place beside one of the others, or `keep`. */
  int cards = made->side * made->side;
  rules->moves_max = cards * 4 * (cards - 1) + 1;
  rules->longest = longest(made);
  rules->symmetries = DELFINO_SYMMETRIES;
  return ASC_OK;
}

void asc_delfino_start(const asc_rules *rules, void *position) {
  delfino_position *p = position;
  int side = own(rules)->side;
  memset(p, 0, rules->position_size);
  p->stage = DELFINO_PLACING;
  p->player = 1;
  p->west = p->south = 1 - DELFINO_RIM;
  p->columns = p->rows = (uint8_t)(side + 2 * DELFINO_RIM);
  for (int y = 1; y <= side; y++) memset(&p->cells[delfino_cell(p, (delfino_place){1, y})], DELFINO_CARD, (size_t)side);
}

/* In a finished game it is nobody's turn; 1 stands in, so that nobody waits for a die. */
int asc_delfino_turn(const asc_rules *rules, const void *position) {
  (void)rules;
  const delfino_position *p = position;
  if (p->stage == DELFINO_OVER) return 1;
  return p->stage == DELFINO_ROLLING ? ASC_CHANCE : p->player;
}

int asc_delfino_open_corners(const delfino_rules *rules, const delfino_position *position, delfino_place corners[4]) {
  int side = rules->side, count = 0;
  if (rules->common.players == 2 && position->pawns[0] != 0) {
    delfino_place first = delfino_cell_place(position, position->pawns[0]);
    corners[0] = (delfino_place){side + 1 - first.x, side + 1 - first.y};
    return 1;
  }
  const delfino_place all[] = {{1, 1}, {side, 1}, {1, side}, {side, side}};
  for (int i = 0; i < 4; i++)
    if ((asc_delfino_card_at(position, all[i]) & DELFINO_PAWN) == 0) corners[count++] = all[i];
  return count;
}

static int placing_moves(const delfino_rules *rules, const delfino_position *position, asc_move *moves) {
  delfino_place corners[4];
  int count = asc_delfino_open_corners(rules, position, corners);
  for (int i = 0; i < count; i++) moves[i] = delfino_move(DELFINO_MOVE_PLACE, delfino_place_code(corners[i]));
  return count;
}

static int rolls(const delfino_rules *rules, asc_move *moves) {
  int count = 0;
  for (int face = rules->die_least; face <= rules->die_most; face++)
    moves[count++] = delfino_move(DELFINO_MOVE_ROLL, (uint32_t)face);
  return count;
}

static int spending_moves(const delfino_position *position, asc_move *moves) {
  int count = 0;
  moves[count++] = delfino_move(DELFINO_MOVE_END, 0);
  moves[count++] = delfino_move(DELFINO_MOVE_TURN, 0);
  if (position->moved) return count;
  for (int way = 0; way < DELFINO_WAYS; way++) {
    const uint8_t *card = &position->cells[position->pawns[position->player - 1]];
    int offset = delfino_offset(position, way);
    for (int steps = 1; steps <= position->steps; steps++) {
      card += offset;
      if (*card == 0) break;
      moves[count] = delfino_move_go(way, steps);
      count += (*card & DELFINO_PAWN) == 0;
    }
  }
  return count;
}

int asc_delfino_moves(const asc_rules *rules, const void *position, asc_move *moves) {
  const delfino_position *p = position;
  switch ((delfino_stage)p->stage) {
  case DELFINO_PLACING: return placing_moves(own(rules), p, moves);
  case DELFINO_ROLLING: return rolls(own(rules), moves);
  case DELFINO_SPENDING: return spending_moves(p, moves);
  case DELFINO_CARD_MOVE:
    moves[0] = delfino_move(DELFINO_MOVE_KEEP, 0);
    return 1 + asc_delfino_card_moves(own(rules), p, moves + 1);
  case DELFINO_OVER: break;
  }
  return 0;
}

uint32_t asc_delfino_odds(const asc_rules *rules, const void *position, asc_move move) {
  (void)rules, (void)position, (void)move;
  return 1;
}

static void game_end(delfino_position *position) {
  position->stage = DELFINO_OVER;
  position->player = position->steps = position->moved = 0;
}

/* The next who has not given up, going round. */
static int player_after(const delfino_rules *rules, const delfino_position *position, int player) {
  do player = player % rules->common.players + 1;
  while (delfino_is_out(position, player));
  return player;
}

static void turn_end(const delfino_rules *rules, delfino_position *position) {
  if (position->quiet == rules->quiet_most) {
    game_end(position);
    return;
  }
  position->player = (uint8_t)player_after(rules, position, position->player);
  position->stage = DELFINO_ROLLING;
  position->steps = position->moved = 0;
}

/* The next who still has to put his pawn; when all stand, the first player's turn begins. */
static void placing_end(const delfino_rules *rules, delfino_position *position) {
  do {
    if (position->player == rules->common.players) {
      position->stage = DELFINO_ROLLING;
      position->player = (uint8_t)player_after(rules, position, position->player);
      return;
    }
    position->player++;
  } while (delfino_is_out(position, position->player));
}

static void spending_begin(const delfino_rules *rules, delfino_position *position) {
  position->stage = DELFINO_SPENDING;
  if (position->steps == 0) turn_end(rules, position);
}

/* Counts the figures round the card just turned or laid. They are new: in their place it showed another part before, or
   was not there. True when the game goes on. */
static bool score(delfino_position *position, int figures) {
  uint8_t *points = &position->points[position->player - 1];
  int sum = *points + figures;
  *points = (uint8_t)(sum < DELFINO_GOAL ? sum : DELFINO_GOAL);
  position->quiet = 0;
  if (*points < DELFINO_GOAL) return true;
  game_end(position);
  return false;
}

static void play_go(const delfino_rules *rules, delfino_position *position, asc_move move) {
  uint8_t *pawn = &position->pawns[position->player - 1];
  int steps = delfino_move_steps(move);
  position->cells[*pawn] ^= DELFINO_PAWN;
  *pawn = (uint8_t)(*pawn + steps * delfino_offset(position, delfino_move_way(move)));
  position->cells[*pawn] ^= DELFINO_PAWN;
  position->moved = 1;
  position->steps = (uint8_t)(position->steps - steps);
  if (position->steps == 0) turn_end(rules, position);
}

static void play_turn(const delfino_rules *rules, delfino_position *position) {
  int cell = position->pawns[position->player - 1];
  uint8_t card = position->cells[cell];
  position->cells[cell] = (uint8_t)((card & ~DELFINO_TURNS) | ((card + 1) & DELFINO_TURNS));
  position->moved = 0;
  position->steps--;
  int figures = asc_delfino_figures_round(position, cell);
  if (figures > 0) {
    if (score(position, figures)) position->stage = DELFINO_CARD_MOVE;
  } else if (position->steps == 0) {
    turn_end(rules, position);
  }
}

static void play_card(const delfino_rules *rules, delfino_position *position, asc_move move) {
  delfino_place to = delfino_move_to(move);
  int from = delfino_cell(position, delfino_move_from(move));
  position->cells[delfino_cell(position, to)] = position->cells[from];
  position->cells[from] = 0;
  asc_delfino_fit(rules, position);
  int figures = asc_delfino_figures_round(position, delfino_cell(position, to));
  if (figures == 0 || score(position, figures)) spending_begin(rules, position);
}

void asc_delfino_play(const asc_rules *rules, void *position, asc_move move) {
  delfino_position *p = position;
  assert(p->stage != DELFINO_OVER);
  switch (delfino_move_kind(move)) {
  case DELFINO_MOVE_PLACE:
    p->pawns[p->player - 1] = (uint8_t)delfino_cell(p, delfino_move_to(move));
    p->cells[p->pawns[p->player - 1]] |= DELFINO_PAWN;
    placing_end(own(rules), p);
    break;
  case DELFINO_MOVE_ROLL:
    p->steps = (uint8_t)delfino_move_face(move);
    p->quiet++;
    p->stage = DELFINO_SPENDING;
    break;
  case DELFINO_MOVE_KEEP: spending_begin(own(rules), p); break;
  case DELFINO_MOVE_END: turn_end(own(rules), p); break;
  case DELFINO_MOVE_TURN: play_turn(own(rules), p); break;
  case DELFINO_MOVE_GO: play_go(own(rules), p, move); break;
  case DELFINO_MOVE_CARD: play_card(own(rules), p, move); break;
  }
}

bool asc_delfino_pass(const asc_rules *rules, void *position) {
  delfino_position *p = position;
  if (p->stage == DELFINO_PLACING) return false;
  turn_end(own(rules), p);
  return true;
}

/* Who has given up is last and has no points: nobody leaves a match with the lead he has. */
bool asc_delfino_outcome(const asc_rules *rules, const void *position, asc_outcome *outcome) {
  const delfino_position *p = position;
  bool over = p->stage == DELFINO_OVER;
  memset(outcome, 0, sizeof *outcome);
  for (int i = 0; i < rules->players; i++) {
    outcome->points[i] = delfino_is_out(p, i + 1) ? 0 : 2 * p->points[i];
    if (!over) continue;
    int ahead = 0;
    for (int j = 0; j < rules->players; j++)
      ahead += !delfino_is_out(p, j + 1) && (delfino_is_out(p, i + 1) || p->points[j] > p->points[i]);
    outcome->place[i] = (uint8_t)(ahead + 1);
  }
  return over;
}

/* His pawn stays where it stands; a turn under way ends with him. */
bool asc_delfino_give_up(const asc_rules *rules, void *position, int player, asc_outcome *outcome) {
  delfino_position *p = position;
  if (p->stage == DELFINO_OVER || delfino_is_out(p, player)) return asc_delfino_outcome(rules, position, outcome);
  p->out |= (uint8_t)(1 << (player - 1));
  if (asc_bits_count(p->out) == rules->players - 1)
    game_end(p);
  else if (p->player == player && p->stage == DELFINO_PLACING)
    placing_end(own(rules), p);
  else if (p->player == player && p->stage == DELFINO_ROLLING)
    p->player = (uint8_t)player_after(own(rules), p, player);
  else if (p->player == player)
    turn_end(own(rules), p);
  return asc_delfino_outcome(rules, position, outcome);
}
