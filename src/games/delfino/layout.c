/* The layout of the cards: figures, the box that fits the cards, and card moves.

   A figure is found without a table. The four cards that meet at a centre show the same part there exactly when, going
   clockwise, each is turned once more than the one before it. */
#include "delfino.h"

#include <string.h>

const int8_t asc_delfino_dx[ASC_DELFINO_DIRECTIONS] = {0, 1, 1, 1, 0, -1, -1, -1};
const int8_t asc_delfino_dy[ASC_DELFINO_DIRECTIONS] = {1, 1, 0, -1, -1, -1, 0, 1};

uint8_t asc_delfino_card_at(const asc_delfino_position *position, asc_delfino_space space) {
  int column = space.x - position->west, row = space.y - position->south;
  bool is_inside = column >= 0 && column < position->columns && row >= 0 && row < position->rows;
  return is_inside ? position->cells[row * position->columns + column] : 0;
}

int asc_delfino_pawn_at(const asc_delfino_position *position, asc_delfino_space space) {
  if ((asc_delfino_card_at(position, space) & ASC_DELFINO_PAWN_FLAG) == 0) return 0;
  int player = 1;
  while (position->pawns[player - 1] != asc_delfino_cell(position, space)) player++;
  return player;
}

int asc_delfino_figures_around(const asc_delfino_position *position, int cell) {
  const uint8_t *card = &position->cells[cell];
  int turns = *card & ASC_DELFINO_TURNS_MASK, figures = 0;
  int first = ASC_DELFINO_CARD_FLAG | ((turns + 1) & ASC_DELFINO_TURNS_MASK);
  int second = ASC_DELFINO_CARD_FLAG | ((turns + 2) & ASC_DELFINO_TURNS_MASK);
  int third = ASC_DELFINO_CARD_FLAG | ((turns + 3) & ASC_DELFINO_TURNS_MASK);
  int water = (ASC_DELFINO_WATER + turns) & ASC_DELFINO_TURNS_MASK;
  for (int corner = 0; corner < ASC_DELFINO_CORNERS; corner++) {
    /* The three other cards at this corner, clockwise: before it, across it, and behind it. */
    int before = card[asc_delfino_offset(position, 2 * corner)];
    int across = card[asc_delfino_offset(position, 2 * corner + 1)];
    int behind = card[asc_delfino_offset(position, (2 * corner + 2) % ASC_DELFINO_DIRECTIONS)];
    int differs = (before ^ first) | (across ^ second) | (behind ^ third);
    figures += (corner != water) & ((differs & (ASC_DELFINO_CARD_FLAG | ASC_DELFINO_TURNS_MASK)) == 0);
  }
  return figures;
}

asc_delfino_centre asc_delfino_centre_at(const asc_delfino_position *position, asc_delfino_space space) {
  /* Clockwise from the lower left card, whose upper right corner is at the centre. */
  const asc_delfino_space around[] = {
      space, {space.x, space.y + 1}, {space.x + 1, space.y + 1}, {space.x + 1, space.y}};
  int shown[ASC_DELFINO_CORNERS] = {0};
  for (int corner = 0; corner < ASC_DELFINO_CORNERS; corner++) {
    uint8_t card = asc_delfino_card_at(position, around[corner]);
    if (card != 0) shown[(corner - card) & ASC_DELFINO_TURNS_MASK]++;
  }
  asc_delfino_centre centre = {ASC_DELFINO_NOSE, shown[ASC_DELFINO_NOSE]};
  for (int part = ASC_DELFINO_TAIL; part <= ASC_DELFINO_FIN; part++)
    if (shown[part] > centre.count) centre = (asc_delfino_centre){part, shown[part]};
  return centre;
}

/* The smallest rectangle around the first grid and all cards. */
typedef struct extent {
  int west, east, south, north;
} extent;

static extent extent_of(const asc_delfino_rules *rules, const asc_delfino_position *position) {
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

void asc_delfino_fit_box(const asc_delfino_rules *rules, asc_delfino_position *position) {
  extent box = extent_of(rules, position);
  int columns = box.east - box.west + 1 + 2 * ASC_DELFINO_MARGIN,
      rows = box.north - box.south + 1 + 2 * ASC_DELFINO_MARGIN;
  int west = box.west - ASC_DELFINO_MARGIN, south = box.south - ASC_DELFINO_MARGIN;
  if (position->west == west && position->south == south && position->columns == columns && position->rows == rows)
    return;
  asc_delfino_position old;
  memcpy(&old, position, rules->common.position_size);
  position->west = (int8_t)west;
  position->south = (int8_t)south;
  position->columns = (uint8_t)columns;
  position->rows = (uint8_t)rows;
  memset(position->cells, 0, rules->common.position_size - offsetof(asc_delfino_position, cells));
  for (int y = box.south; y <= box.north; y++)
    for (int x = box.west; x <= box.east; x++)
      position->cells[asc_delfino_cell(position, (asc_delfino_space){x, y})] =
          asc_delfino_card_at(&old, (asc_delfino_space){x, y});
  for (int i = 0; i < ASC_DELFINO_PLAYERS_MAX; i++)
    if (old.pawns[i] != 0)
      position->pawns[i] = (uint8_t)asc_delfino_cell(position, asc_delfino_cell_space(&old, old.pawns[i]));
}

/* The facts about a layout that all card moves share. */
typedef struct layout_survey {
  int card_count, target_count;
  uint8_t cards[ASC_DELFINO_CARDS_MAX]; /* cells with a card, ascending */
  /* Free cells that touch a card, ascending. `only_neighbour` is the cell of the card that touches it, or SEVERAL. */
  uint8_t targets[4 * ASC_DELFINO_CARDS_MAX];
  uint8_t only_neighbour[4 * ASC_DELFINO_CARDS_MAX];
  uint32_t codes[4 * ASC_DELFINO_CARDS_MAX];
} layout_survey;

static uint32_t cell_code(const asc_delfino_position *position, int cell) {
  return asc_delfino_space_code(asc_delfino_cell_space(position, cell));
}

static void survey_fill(const asc_delfino_position *position, layout_survey *survey) {
  enum { SEVERAL = 255 };
  uint8_t touching[ASC_DELFINO_CELLS_MAX] = {0};
  int cells = position->columns * position->rows;
  survey->card_count = survey->target_count = 0;
  for (int cell = 0; cell < cells; cell++) {
    if (position->cells[cell] == 0) continue;
    survey->cards[survey->card_count++] = (uint8_t)cell;
    for (int direction = ASC_DELFINO_NORTH; direction < ASC_DELFINO_DIRECTIONS; direction += 2) {
      uint8_t *neighbour = &touching[cell + asc_delfino_offset(position, direction)];
      *neighbour = *neighbour == 0 ? (uint8_t)cell : (uint8_t)SEVERAL;
    }
  }
  for (int cell = 0; cell < cells; cell++) {
    if (touching[cell] == 0 || position->cells[cell] != 0) continue;
    survey->targets[survey->target_count] = (uint8_t)cell;
    survey->only_neighbour[survey->target_count] = touching[cell];
    survey->codes[survey->target_count++] = cell_code(position, cell);
  }
}

/* The groups of connected cards while the card on `without` is removed (0: none). Each group has a bit, set on the
   cells of its cards. More than eight groups share bits; a single card cannot join so many. An additional row before
   the first cell and after the last gives every cell four neighbours. */
typedef struct card_groups {
  uint8_t all;
  uint8_t bits[ASC_DELFINO_CELLS_MAX + 2 * ASC_DELFINO_COLUMNS_MAX];
} card_groups;

static int groups_index(const asc_delfino_position *position, int cell) { return position->columns + cell; }

static void group_spread(const asc_delfino_position *position, int cell, int without, uint8_t bit,
                         card_groups *groups) {
  uint8_t stack[ASC_DELFINO_CARDS_MAX];
  int count = 0;
  stack[count++] = (uint8_t)cell;
  groups->bits[groups_index(position, cell)] = bit;
  while (count > 0) {
    int at = stack[--count];
    for (int direction = ASC_DELFINO_NORTH; direction < ASC_DELFINO_DIRECTIONS; direction += 2) {
      int neighbour = at + asc_delfino_offset(position, direction);
      uint8_t *bits = &groups->bits[groups_index(position, neighbour)];
      if (position->cells[neighbour] == 0 || neighbour == without || *bits != 0) continue;
      *bits = bit;
      stack[count++] = (uint8_t)neighbour;
    }
  }
}

static void groups_find(const asc_delfino_position *position, int without, card_groups *groups) {
  memset(groups, 0, sizeof *groups);
  uint8_t bit = 1;
  for (int cell = 0; cell < position->columns * position->rows; cell++) {
    if (position->cells[cell] == 0 || cell == without || groups->bits[groups_index(position, cell)] != 0) continue;
    group_spread(position, cell, without, bit, groups);
    groups->all |= bit;
    if (bit < 128) bit = (uint8_t)(bit << 1);
  }
}

/* Returns true if a card placed on `cell` touches every group. */
static bool groups_touched(const asc_delfino_position *position, const card_groups *groups, int cell) {
  uint8_t met = 0;
  for (int direction = ASC_DELFINO_NORTH; direction < ASC_DELFINO_DIRECTIONS; direction += 2)
    met |= groups->bits[groups_index(position, cell + asc_delfino_offset(position, direction))];
  return met == groups->all;
}

bool asc_delfino_is_joined(const asc_delfino_position *position) {
  card_groups groups;
  groups_find(position, 0, &groups);
  return groups.all == 1;
}

int asc_delfino_card_moves(const asc_delfino_rules *rules, const asc_delfino_position *position, asc_move *moves) {
  layout_survey survey;
  survey_fill(position, &survey);
  asc_move *move = moves;
  for (int i = 0; i < survey.card_count; i++) {
    int from = survey.cards[i];
    if (position->cells[from] & ASC_DELFINO_PAWN_FLAG) continue;
    asc_move base = asc_delfino_move(ASC_DELFINO_MOVE_CARD, cell_code(position, from) << ASC_DELFINO_FROM_SHIFT);
    card_groups groups;
    if (rules->must_be_joined) groups_find(position, from, &groups);
    for (int j = 0; j < survey.target_count; j++) {
      *move = base | survey.codes[j];
      move += survey.only_neighbour[j] != from &&
              (!rules->must_be_joined || groups_touched(position, &groups, survey.targets[j]));
    }
  }
  return (int)(move - moves);
}
