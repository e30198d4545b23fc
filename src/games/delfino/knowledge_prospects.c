/* Finds the prospects of all players: scans every centre for figures that one or two cards would complete, then adds
   the steps each pawn needs to get there. Read knowledge_prospects.h first. */
#include "knowledge_prospects.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct delfino_spot {
  int cell, column, row;
} delfino_spot;

/* A card that completes figures if it is turned this many times. */
typedef struct opportunity {
  delfino_spot spot;
  int turnings, figures;
} opportunity;

/* 25 cards have at most 16 centres where four of them meet. */
enum { OPPORTUNITIES_MAX = 16 * ASC_DELFINO_CORNERS, UNREACHABLE = ASC_DELFINO_STEPS_MAX + 1 };

typedef struct delfino_survey {
  const asc_delfino_position *position;
  int players;
  delfino_spot pawns[ASC_DELFINO_PLAYERS_MAX];
  int count;
  opportunity opportunities[OPPORTUNITIES_MAX];
  asc_delfino_prospects *prospects;
} delfino_survey;

static int min_int(int a, int b) { return a < b ? a : b; }

/* Returns the steps of a pawn to a card in one straight move, or UNREACHABLE. */
static int straight_steps(const asc_delfino_position *position, const delfino_spot *pawn, const delfino_spot *to) {
  int across = to->column - pawn->column, up = to->row - pawn->row, wide = abs(across), high = abs(up);
  if (wide != high && wide != 0 && high != 0) return UNREACHABLE;
  int steps = wide > high ? wide : high;
  int offset = ((up > 0) - (up < 0)) * position->columns + (across > 0) - (across < 0);
  for (int i = 1; i < steps; i++)
    if (position->cells[pawn->cell + i * offset] == 0) return UNREACHABLE;
  return steps;
}

/* Returns the steps a pawn needs to get to a card, or UNREACHABLE. A card a knight's move away takes three: two moves
   with a turn of a card in between. */
static int steps_to(const asc_delfino_position *position, const delfino_spot *pawn, const delfino_spot *to) {
  if (to->cell == pawn->cell) return 0;
  if (position->cells[to->cell] & ASC_DELFINO_PAWN_FLAG) return UNREACHABLE;
  int wide = abs(to->column - pawn->column), high = abs(to->row - pawn->row);
  return wide * high == 2 ? 3 : straight_steps(position, pawn, to);
}

static void gain_add(delfino_survey *survey, int player, int cost, int figures) {
  uint8_t *gains = survey->prospects->gains[player];
  if (cost <= ASC_DELFINO_STEPS_MAX && gains[cost] < figures) gains[cost] = (uint8_t)figures;
  survey->prospects->opportunities[player] =
      (uint8_t)(survey->prospects->opportunities[player] + (cost <= ASC_DELFINO_DEFAULT_STEPS_MAX));
}

/* Adds a figure that lacks one card. The same turns of that card may complete another figure as well. */
static void opportunity_add(delfino_survey *survey, const delfino_spot *spot, int turnings) {
  for (int i = 0; i < survey->count; i++) {
    opportunity *existing = &survey->opportunities[i];
    if (existing->spot.cell == spot->cell && existing->turnings == turnings) {
      existing->figures++;
      return;
    }
  }
  assert(survey->count < OPPORTUNITIES_MAX);
  survey->opportunities[survey->count++] = (opportunity){*spot, turnings, 1};
}

/* Adds a figure that lacks two cards. They touch, so the pawn turns the nearer card, makes one step and turns the
   other. */
static void pair_add(delfino_survey *survey, const delfino_spot *one, const delfino_spot *other, int turnings) {
  if (turnings + 1 > ASC_DELFINO_DEFAULT_STEPS_MAX) return;
  for (int player = 0; player < survey->players; player++) {
    const delfino_spot *pawn = &survey->pawns[player];
    if (pawn->cell == 0) continue;
    int to_one = steps_to(survey->position, pawn, one), to_other = steps_to(survey->position, pawn, other);
    if (to_one == UNREACHABLE || to_other == UNREACHABLE) continue;
    gain_add(survey, player, min_int(to_one, to_other) + turnings + 1, 1);
  }
}

/* A centre where four cards meet: their spots clockwise from the lower left, and the parts they show there. */
typedef struct card_centre {
  delfino_spot spots[ASC_DELFINO_CORNERS];
  int shown[ASC_DELFINO_CORNERS];
} card_centre;

/* A card of a complete figure completes it again after four turns. Only a pawn that is already on it has enough
   steps. */
static void figure_repeat(delfino_survey *survey, const card_centre *centre) {
  for (int i = 0; i < ASC_DELFINO_CORNERS; i++)
    if (survey->position->cells[centre->spots[i].cell] & ASC_DELFINO_PAWN_FLAG)
      opportunity_add(survey, &centre->spots[i], ASC_DELFINO_CORNERS);
}

/* Adds what the figure of this part lacks. At least two corners show the part. */
static void figure_scan(delfino_survey *survey, const card_centre *centre, int part) {
  const delfino_spot *missing[ASC_DELFINO_CORNERS];
  int count = 0, turnings = 0;
  for (int i = 0; i < ASC_DELFINO_CORNERS; i++) {
    if (centre->shown[i] == part) continue;
    missing[count++] = &centre->spots[i];
    turnings += (centre->shown[i] - part) & ASC_DELFINO_TURNS_MASK;
  }
  if (count == 0) figure_repeat(survey, centre);
  if (count == 1) opportunity_add(survey, missing[0], turnings);
  if (count == 2) pair_add(survey, missing[0], missing[1], turnings);
}

/* Scans the centre at the upper right corner of a cell. */
static void centre_scan(delfino_survey *survey, int cell, int column, int row) {
  const asc_delfino_position *p = survey->position;
  const card_centre spots = {.spots = {{cell, column, row},
                                       {cell + p->columns, column, row + 1},
                                       {cell + p->columns + 1, column + 1, row + 1},
                                       {cell + 1, column + 1, row}}};
  card_centre centre = spots;
  int cards = 0, count[ASC_DELFINO_CORNERS] = {0};
  for (int i = 0; i < ASC_DELFINO_CORNERS; i++) {
    int card = p->cells[centre.spots[i].cell];
    if (card == 0) continue;
    centre.shown[i] = (i - card) & ASC_DELFINO_TURNS_MASK;
    count[centre.shown[i]]++;
    cards++;
  }
  for (int part = ASC_DELFINO_NOSE; part <= ASC_DELFINO_FIN; part++) {
    if (part == ASC_DELFINO_WATER) continue;
    if (cards == ASC_DELFINO_CORNERS - 1 && count[part] == cards) survey->prospects->has_gap = true;
    if (cards == ASC_DELFINO_CORNERS && count[part] >= 2) figure_scan(survey, &centre, part);
  }
}

static void layout_scan(delfino_survey *survey) {
  int columns = survey->position->columns, rows = survey->position->rows;
  for (int row = 0; row < rows - 1; row++)
    for (int column = 0; column < columns - 1; column++) centre_scan(survey, row * columns + column, column, row);
}

static void pawns_scan(delfino_survey *survey) {
  const asc_delfino_position *p = survey->position;
  for (int player = 0; player < survey->players; player++) {
    int cell = p->pawns[player], mobility = 0;
    survey->pawns[player] = (delfino_spot){cell, cell % p->columns, cell / p->columns};
    for (int direction = 0; direction < ASC_DELFINO_DIRECTIONS && cell != 0; direction++)
      mobility += p->cells[cell + asc_delfino_offset(p, direction)] != 0;
    survey->prospects->mobility[player] = (uint8_t)mobility;
  }
}

/* More steps never gain less. After a score, a card move may fill a gap for one more point. */
static void gains_finish(asc_delfino_prospects *prospects, int player) {
  uint8_t *gains = prospects->gains[player];
  for (int steps = 1; steps <= ASC_DELFINO_STEPS_MAX; steps++) {
    if (gains[steps] > 0) gains[steps] = (uint8_t)(gains[steps] + prospects->has_gap);
    if (gains[steps] < gains[steps - 1]) gains[steps] = gains[steps - 1];
  }
}

void asc_delfino_prospects_find(const asc_delfino_rules *rules, const asc_delfino_position *position,
                                asc_delfino_prospects *prospects) {
  delfino_survey survey;
  memset(prospects, 0, sizeof *prospects);
  survey.position = position;
  survey.players = rules->common.players;
  survey.prospects = prospects;
  survey.count = 0;
  pawns_scan(&survey);
  layout_scan(&survey);
  for (int player = 0; player < survey.players; player++) {
    const delfino_spot *pawn = &survey.pawns[player];
    for (int i = 0; i < survey.count && pawn->cell != 0; i++) {
      const opportunity *found = &survey.opportunities[i];
      gain_add(&survey, player, steps_to(position, pawn, &found->spot) + found->turnings, found->figures);
    }
    gains_finish(prospects, player);
  }
}
