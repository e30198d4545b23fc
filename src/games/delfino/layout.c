/* The layout: figures, the sheet that fits the cards, and where a card may be moved.

   A figure needs no table. Going clockwise round a point, the four cards that meet there show the same part exactly
   when each is turned once more than the one before: their corners follow each other as the turns do. */
#include "delfino.h"

#include <string.h>

const int8_t asc_delfino_dx[DELFINO_WAYS] = {0, 1, 1, 1, 0, -1, -1, -1};
const int8_t asc_delfino_dy[DELFINO_WAYS] = {1, 1, 0, -1, -1, -1, 0, 1};

uint8_t asc_delfino_card_at(const delfino_position *position, delfino_place place) {
  int column = place.x - position->west, row = place.y - position->south;
  bool on_sheet = column >= 0 && column < position->columns && row >= 0 && row < position->rows;
  return on_sheet ? position->cells[row * position->columns + column] : 0;
}

int asc_delfino_pawn_at(const delfino_position *position, delfino_place place) {
  if ((asc_delfino_card_at(position, place) & DELFINO_PAWN) == 0) return 0;
  int player = 1;
  while (position->pawns[player - 1] != delfino_cell(position, place)) player++;
  return player;
}

int asc_delfino_figures_round(const delfino_position *position, int cell) {
  const uint8_t *card = &position->cells[cell];
  int turns = *card & DELFINO_TURNS, figures = 0;
  int first = DELFINO_CARD | ((turns + 1) & DELFINO_TURNS);
  int second = DELFINO_CARD | ((turns + 2) & DELFINO_TURNS);
  int third = DELFINO_CARD | ((turns + 3) & DELFINO_TURNS);
  int water = (DELFINO_WATER + turns) & DELFINO_TURNS;
  for (int corner = 0; corner < DELFINO_CORNERS; corner++) {
    /* The card before this corner, the one across it and the one behind it, clockwise. */
    int before = card[delfino_offset(position, 2 * corner)];
    int across = card[delfino_offset(position, 2 * corner + 1)];
    int behind = card[delfino_offset(position, (2 * corner + 2) % DELFINO_WAYS)];
    int differs = (before ^ first) | (across ^ second) | (behind ^ third);
    figures += (corner != water) & ((differs & (DELFINO_CARD | DELFINO_TURNS)) == 0);
  }
  return figures;
}

delfino_centre asc_delfino_centre_at(const delfino_position *position, delfino_place place) {
  /* Clockwise from the lower left card, whose upper right corner is at the centre. */
  const delfino_place round[] = {place, {place.x, place.y + 1}, {place.x + 1, place.y + 1}, {place.x + 1, place.y}};
  int shown[DELFINO_CORNERS] = {0};
  for (int corner = 0; corner < DELFINO_CORNERS; corner++) {
    uint8_t card = asc_delfino_card_at(position, round[corner]);
    if (card != 0) shown[(corner - card) & DELFINO_TURNS]++;
  }
  delfino_centre centre = {DELFINO_NOSE, shown[DELFINO_NOSE]};
  for (int part = DELFINO_TAIL; part <= DELFINO_FIN; part++)
    if (shown[part] > centre.count) centre = (delfino_centre){part, shown[part]};
  return centre;
}

/* The smallest rectangle round the first grid and all cards. */
typedef struct extent {
  int west, east, south, north;
} extent;

static extent extent_of(const delfino_rules *rules, const delfino_position *position) {
  extent box = {1, rules->side, 1, rules->side};
  const uint8_t *cell = position->cells;
  for (int row = 0; row < position->rows; row++) {
    for (int column = 0; column < position->columns; column++) {
      if (*cell++ == 0) continue;
      int x = position->west + column, y = position->south + row;
      if (x < box.west) box.west = x;
      if (x > box.east) box.east = x;
      if (y < box.south) box.south = y;
      if (y > box.north) box.north = y;
    }
  }
  return box;
}

void asc_delfino_fit(const delfino_rules *rules, delfino_position *position) {
  extent box = extent_of(rules, position);
  int columns = box.east - box.west + 1 + 2 * DELFINO_RIM, rows = box.north - box.south + 1 + 2 * DELFINO_RIM;
  int west = box.west - DELFINO_RIM, south = box.south - DELFINO_RIM;
  if (position->west == west && position->south == south && position->columns == columns && position->rows == rows)
    return;
  delfino_position old;
  memcpy(&old, position, rules->common.position_size);
  position->west = (int8_t)west;
  position->south = (int8_t)south;
  position->columns = (uint8_t)columns;
  position->rows = (uint8_t)rows;
  memset(position->cells, 0, rules->common.position_size - offsetof(delfino_position, cells));
  for (int y = box.south; y <= box.north; y++)
    for (int x = box.west; x <= box.east; x++)
      position->cells[delfino_cell(position, (delfino_place){x, y})] = asc_delfino_card_at(&old, (delfino_place){x, y});
  for (int i = 0; i < DELFINO_PLAYERS; i++)
    if (old.pawns[i] != 0) position->pawns[i] = (uint8_t)delfino_cell(position, delfino_cell_place(&old, old.pawns[i]));
}

/* Everything a card move needs to know about the layout, found once for all of them. */
typedef struct layout_survey {
  int card_count, goal_count;
  uint8_t cards[DELFINO_CARDS]; /* the cells with a card, ascending */
  /* The free cells that touch a card, ascending, with the only card that does, if there is only one. */
  uint8_t goals[4 * DELFINO_CARDS];
  uint8_t only[4 * DELFINO_CARDS];
  uint32_t codes[4 * DELFINO_CARDS];
} layout_survey;

static uint32_t cell_code(const delfino_position *position, int cell) {
  return delfino_place_code(delfino_cell_place(position, cell));
}

static void survey_take(const delfino_position *position, layout_survey *survey) {
  enum { SEVERAL = 255 };
  uint8_t touching[DELFINO_CELLS] = {0};
  int cells = position->columns * position->rows;
  survey->card_count = survey->goal_count = 0;
  for (int cell = 0; cell < cells; cell++) {
    if (position->cells[cell] == 0) continue;
    survey->cards[survey->card_count++] = (uint8_t)cell;
    for (int way = DELFINO_NORTH; way < DELFINO_WAYS; way += 2) {
      uint8_t *beside = &touching[cell + delfino_offset(position, way)];
      *beside = *beside == 0 ? (uint8_t)cell : (uint8_t)SEVERAL;
    }
  }
  for (int cell = 0; cell < cells; cell++) {
    if (touching[cell] == 0 || position->cells[cell] != 0) continue;
    survey->goals[survey->goal_count] = (uint8_t)cell;
    survey->only[survey->goal_count] = touching[cell];
    survey->codes[survey->goal_count++] = cell_code(position, cell);
  }
}

/* The groups of cards that hang together while the card on `without` is lifted (0: none): a bit for each group, on the
   cells of its cards. More than eight groups, which no card move can join, share bits. A row of room before the first
   cell and behind the last lets every cell ask its neighbours. */
typedef struct card_groups {
  uint8_t all;
  uint8_t bits[DELFINO_CELLS + 2 * DELFINO_COLUMNS];
} card_groups;

static int groups_index(const delfino_position *position, int cell) { return position->columns + cell; }

static void group_spread(const delfino_position *position, int cell, int without, uint8_t bit, card_groups *groups) {
  uint8_t waiting[DELFINO_CARDS];
  int count = 0;
  waiting[count++] = (uint8_t)cell;
  groups->bits[groups_index(position, cell)] = bit;
  while (count > 0) {
    int at = waiting[--count];
    for (int way = DELFINO_NORTH; way < DELFINO_WAYS; way += 2) {
      int beside = at + delfino_offset(position, way);
      uint8_t *bits = &groups->bits[groups_index(position, beside)];
      if (position->cells[beside] == 0 || beside == without || *bits != 0) continue;
      *bits = bit;
      waiting[count++] = (uint8_t)beside;
    }
  }
}

static void groups_find(const delfino_position *position, int without, card_groups *groups) {
  memset(groups, 0, sizeof *groups);
  uint8_t bit = 1;
  for (int cell = 0; cell < position->columns * position->rows; cell++) {
    if (position->cells[cell] == 0 || cell == without || groups->bits[groups_index(position, cell)] != 0) continue;
    group_spread(position, cell, without, bit, groups);
    groups->all |= bit;
    if (bit < 128) bit = (uint8_t)(bit << 1);
  }
}

/* Whether a card laid on `cell` touches every group. */
static bool groups_meet(const delfino_position *position, const card_groups *groups, int cell) {
  uint8_t met = 0;
  for (int way = DELFINO_NORTH; way < DELFINO_WAYS; way += 2)
    met |= groups->bits[groups_index(position, cell + delfino_offset(position, way))];
  return met == groups->all;
}

bool asc_delfino_hangs_together(const delfino_position *position) {
  card_groups groups;
  groups_find(position, 0, &groups);
  return groups.all == 1;
}

int asc_delfino_card_moves(const delfino_rules *rules, const delfino_position *position, asc_move *moves) {
  layout_survey survey;
  survey_take(position, &survey);
  asc_move *move = moves;
  for (int i = 0; i < survey.card_count; i++) {
    int from = survey.cards[i];
    if (position->cells[from] & DELFINO_PAWN) continue;
    asc_move begin = delfino_move(DELFINO_MOVE_CARD, cell_code(position, from) << DELFINO_FROM_SHIFT);
    card_groups groups;
    if (rules->joined) groups_find(position, from, &groups);
    for (int j = 0; j < survey.goal_count; j++) {
      *move = begin | survey.codes[j];
      move += survey.only[j] != from && (!rules->joined || groups_meet(position, &groups, survey.goals[j]));
    }
  }
  return (int)(move - moves);
}
