/* What a person touches to make a move, and what then moves. */
#include "delfino.h"

#include "core/way.h"

static delfino_place go_target(const delfino_position *position, asc_move move) {
  return delfino_place_towards(delfino_pawn_place(position), delfino_move_way(move), delfino_move_steps(move));
}

/* A pawn's move is the card it goes to; a card's move is the card, then its new place; all else is a control. */
void asc_delfino_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  steps->count = 1;
  switch (delfino_move_kind(move)) {
  case DELFINO_MOVE_GO: asc_delfino_place_write(go_target(position, move), steps->ids[0]); break;
  case DELFINO_MOVE_CARD:
    steps->count = 2;
    asc_delfino_place_write(delfino_move_from(move), steps->ids[0]);
    asc_delfino_place_write(delfino_move_to(move), steps->ids[1]);
    break;
  default: asc_delfino_write_move(rules, position, move, steps->ids[0]);
  }
}

static void travel_add(const asc_rules *rules, asc_way *way, int kind, delfino_place from, delfino_place to) {
  asc_motion *motion = asc_way_add(way, ASC_ACT_TRAVEL, kind);
  asc_delfino_place_write(from, motion->from);
  asc_delfino_place_write(to, motion->to);
  motion->curve = (uint8_t)way->curve_count;
  motion->curves = 1;
  asc_curve *line = &way->curves[way->curve_count++];
  line->form = ASC_FORM_LINE;
  asc_delfino_point(rules, from, &line->x1, &line->y1);
  asc_delfino_point(rules, to, &line->x2, &line->y2);
}

static void turning_add(asc_way *way, delfino_place place) {
  asc_motion *motion = asc_way_add(way, ASC_ACT_TURN, DELFINO_KIND_CARD);
  motion->quarter_turns = 1;
  asc_delfino_place_write(place, motion->from);
  asc_delfino_place_write(place, motion->to);
}

void asc_delfino_way(const asc_rules *rules, const void *position, asc_move move, asc_way *way) {
  const delfino_position *p = position;
  int pawn = DELFINO_KIND_PAWN + p->player - 1;
  switch (delfino_move_kind(move)) {
  case DELFINO_MOVE_PLACE:
    asc_delfino_place_write(delfino_move_to(move), asc_way_add(way, ASC_ACT_PUT, pawn)->to);
    break;
  case DELFINO_MOVE_ROLL: asc_way_add(way, ASC_ACT_ROLL, ASC_NO_KIND); break;
  case DELFINO_MOVE_KEEP:
  case DELFINO_MOVE_END: break;
  case DELFINO_MOVE_TURN: turning_add(way, delfino_pawn_place(p)); break;
  case DELFINO_MOVE_GO: travel_add(rules, way, pawn, delfino_pawn_place(p), go_target(p, move)); break;
  case DELFINO_MOVE_CARD:
    travel_add(rules, way, DELFINO_KIND_CARD, delfino_move_from(move), delfino_move_to(move));
    break;
  }
}
