#include "knowledge_prospects.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

typedef struct delfino_spot {
  int cell, column, row;
} delfino_spot;

/* A card that completes figures when it is turned so often. */
typedef struct delfino_chance {
  delfino_spot spot;
  int turnings, figures;
} delfino_chance;

/* 25 cards have 16 points where four of them meet at most. */
enum { CHANCES = 16 * DELFINO_CORNERS, UNREACHABLE = DELFINO_REACH + 1 };

typedef struct delfino_survey {
  const delfino_position *position;
  int players;
  delfino_spot pawns[DELFINO_PLAYERS];
  int count;
  delfino_chance chances[CHANCES];
  delfino_prospects *prospects;
} delfino_survey;

static int lesser(int a, int b) { return a < b ? a : b; }

/* The steps of a pawn to a card in one straight move. */
static int straight_steps(const delfino_position *position, const delfino_spot *pawn, const delfino_spot *to) {
  int across = to->column - pawn->column, up = to->row - pawn->row, wide = abs(across), high = abs(up);
  if (wide != high && wide != 0 && high != 0) return UNREACHABLE;
  int steps = wide > high ? wide : high;
  int offset = ((up > 0) - (up < 0)) * position->columns + (across > 0) - (across < 0);
  for (int i = 1; i < steps; i++)
    if (position->cells[pawn->cell + i * offset] == 0) return UNREACHABLE;
  return steps;
}

/* The movement points a pawn needs to get to a card. One a knight's move away takes two steps and a turning between. */
static int walk(const delfino_position *position, const delfino_spot *pawn, const delfino_spot *to) {
  if (to->cell == pawn->cell) return 0;
  if (position->cells[to->cell] & DELFINO_PAWN) return UNREACHABLE;
  int wide = abs(to->column - pawn->column), high = abs(to->row - pawn->row);
  return wide * high == 2 ? 3 : straight_steps(position, pawn, to);
}

static void way_add(delfino_survey *survey, int player, int cost, int figures) {
  uint8_t *gains = survey->prospects->gains[player];
  if (cost <= DELFINO_REACH && gains[cost] < figures) gains[cost] = (uint8_t)figures;
  survey->prospects->ways[player] = (uint8_t)(survey->prospects->ways[player] + (cost <= DELFINO_NEAR));
}

/* One card is lacking. Another figure may wait for the same turnings. */
static void chance_add(delfino_survey *survey, const delfino_spot *spot, int turnings) {
  for (int i = 0; i < survey->count; i++) {
    delfino_chance *known = &survey->chances[i];
    if (known->spot.cell == spot->cell && known->turnings == turnings) {
      known->figures++;
      return;
    }
  }
  assert(survey->count < CHANCES);
  survey->chances[survey->count++] = (delfino_chance){*spot, turnings, 1};
}

/* Two cards are lacking. They touch, so the pawn turns the nearer one, makes a step and turns the other. */
static void pair_add(delfino_survey *survey, const delfino_spot *one, const delfino_spot *other, int turnings) {
  if (turnings + 1 > DELFINO_NEAR) return;
  for (int player = 0; player < survey->players; player++) {
    const delfino_spot *pawn = &survey->pawns[player];
    if (pawn->cell == 0) continue;
    int to_one = walk(survey->position, pawn, one), to_other = walk(survey->position, pawn, other);
    if (to_one == UNREACHABLE || to_other == UNREACHABLE) continue;
    way_add(survey, player, lesser(to_one, to_other) + turnings + 1, 1);
  }
}

/* Where four cards meet: their spots clockwise from the lower left one, and the parts they show there. */
typedef struct delfino_meeting {
  delfino_spot spots[DELFINO_CORNERS];
  int shown[DELFINO_CORNERS];
} delfino_meeting;

/* A card of a figure that stands completes it again after a whole round; only who stands on it has the points. */
static void figure_again(delfino_survey *survey, const delfino_meeting *meeting) {
  for (int i = 0; i < DELFINO_CORNERS; i++)
    if (survey->position->cells[meeting->spots[i].cell] & DELFINO_PAWN)
      chance_add(survey, &meeting->spots[i], DELFINO_CORNERS);
}

/* What the figure of this part lacks, where two corners at least show it. */
static void figure_look(delfino_survey *survey, const delfino_meeting *meeting, int part) {
  const delfino_spot *lacking[DELFINO_CORNERS];
  int count = 0, turnings = 0;
  for (int i = 0; i < DELFINO_CORNERS; i++) {
    if (meeting->shown[i] == part) continue;
    lacking[count++] = &meeting->spots[i];
    turnings += (meeting->shown[i] - part) & DELFINO_TURNS;
  }
  if (count == 0) figure_again(survey, meeting);
  if (count == 1) chance_add(survey, lacking[0], turnings);
  if (count == 2) pair_add(survey, lacking[0], lacking[1], turnings);
}

/* The four places round the upper right corner of a cell. */
static void meeting_look(delfino_survey *survey, int cell, int column, int row) {
  const delfino_position *p = survey->position;
  const delfino_meeting spots = {.spots = {{cell, column, row},
                                           {cell + p->columns, column, row + 1},
                                           {cell + p->columns + 1, column + 1, row + 1},
                                           {cell + 1, column + 1, row}}};
  delfino_meeting meeting = spots;
  int cards = 0, count[DELFINO_CORNERS] = {0};
  for (int i = 0; i < DELFINO_CORNERS; i++) {
    int card = p->cells[meeting.spots[i].cell];
    if (card == 0) continue;
    meeting.shown[i] = (i - card) & DELFINO_TURNS;
    count[meeting.shown[i]]++;
    cards++;
  }
  for (int part = DELFINO_NOSE; part <= DELFINO_FIN; part++) {
    if (part == DELFINO_WATER) continue;
    if (cards == DELFINO_CORNERS - 1 && count[part] == cards) survey->prospects->hole = true;
    if (cards == DELFINO_CORNERS && count[part] >= 2) figure_look(survey, &meeting, part);
  }
}

static void layout_look(delfino_survey *survey) {
  int columns = survey->position->columns, rows = survey->position->rows;
  for (int row = 0; row < rows - 1; row++)
    for (int column = 0; column < columns - 1; column++) meeting_look(survey, row * columns + column, column, row);
}

static void pawns_look(delfino_survey *survey) {
  const delfino_position *p = survey->position;
  for (int player = 0; player < survey->players; player++) {
    int cell = p->pawns[player], freedom = 0;
    survey->pawns[player] = (delfino_spot){cell, cell % p->columns, cell / p->columns};
    for (int way = 0; way < DELFINO_WAYS && cell != 0; way++) freedom += p->cells[cell + delfino_offset(p, way)] != 0;
    survey->prospects->freedom[player] = (uint8_t)freedom;
  }
}

/* More movement points gain no less, and who scores fills a hole besides. */
static void gains_finish(delfino_prospects *prospects, int player) {
  uint8_t *gains = prospects->gains[player];
  for (int points = 1; points <= DELFINO_REACH; points++) {
    if (gains[points] > 0) gains[points] = (uint8_t)(gains[points] + prospects->hole);
    if (gains[points] < gains[points - 1]) gains[points] = gains[points - 1];
  }
}

void asc_delfino_prospects_find(const delfino_rules *rules, const delfino_position *position,
                                delfino_prospects *prospects) {
  delfino_survey survey;
  memset(prospects, 0, sizeof *prospects);
  survey.position = position;
  survey.players = rules->common.players;
  survey.prospects = prospects;
  survey.count = 0;
  pawns_look(&survey);
  layout_look(&survey);
  for (int player = 0; player < survey.players; player++) {
    const delfino_spot *pawn = &survey.pawns[player];
    for (int i = 0; i < survey.count && pawn->cell != 0; i++) {
      const delfino_chance *chance = &survey.chances[i];
      way_add(&survey, player, walk(position, pawn, &chance->spot) + chance->turnings, chance->figures);
    }
    gains_finish(prospects, player);
  }
}
