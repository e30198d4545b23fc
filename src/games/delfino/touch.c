/* What a person touches to make a move, and what then moves. */
#include "delfino.h"

#include "core/text.h"

#include <string.h>

static delfino_place go_target(const delfino_position *position, asc_move move) {
  return delfino_place_towards(delfino_pawn_place(position), delfino_move_way(move), delfino_move_steps(move));
}

/* A pawn's move is the card it goes to; a card's move is the card, then its new place; all else is a control. */
void delfino_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  steps->count = 1;
  switch (delfino_move_kind(move)) {
  case DELFINO_MOVE_GO: delfino_place_write(go_target(position, move), steps->ids[0]); break;
  case DELFINO_MOVE_CARD:
    steps->count = 2;
    delfino_place_write(delfino_move_from(move), steps->ids[0]);
    delfino_place_write(delfino_move_to(move), steps->ids[1]);
    break;
  default: delfino_write_move(rules, position, move, steps->ids[0]);
  }
}

static asc_motion *motion_add(asc_way *way, asc_act act, int kind, delfino_place from, delfino_place to) {
  asc_motion *motion = &way->motions[way->motion_count++];
  motion->act = (uint8_t)act;
  motion->kind = (int8_t)kind;
  delfino_place_write(from, motion->from);
  delfino_place_write(to, motion->to);
  return motion;
}

static void travel_add(const asc_rules *rules, asc_way *way, int kind, delfino_place from, delfino_place to) {
  asc_motion *motion = motion_add(way, ASC_ACT_TRAVEL, kind, from, to);
  if (delfino_same_place(from, to)) return;
  motion->curve = (uint8_t)way->curve_count;
  motion->curves = 1;
  asc_curve *line = &way->curves[way->curve_count++];
  line->form = ASC_FORM_LINE;
  delfino_point(rules, from, &line->x1, &line->y1);
  delfino_point(rules, to, &line->x2, &line->y2);
}

/* `end` and `keep` move nothing: the pawn travels to where it stands. */
void delfino_way(const asc_rules *rules, const void *position, asc_move move, asc_way *way) {
  const delfino_position *p = position;
  int pawn = DELFINO_KIND_PAWN + p->player - 1;
  switch (delfino_move_kind(move)) {
  case DELFINO_MOVE_PLACE:
    motion_add(way, ASC_ACT_PUT, pawn, delfino_move_to(move), delfino_move_to(move))->from[0] = '\0';
    break;
  case DELFINO_MOVE_ROLL:
    way->motions[0].act = ASC_ACT_ROLL;
    way->motions[0].kind = ASC_NO_KIND;
    way->motion_count = 1;
    break;
  case DELFINO_MOVE_KEEP:
  case DELFINO_MOVE_END: travel_add(rules, way, pawn, delfino_pawn_place(p), delfino_pawn_place(p)); break;
  case DELFINO_MOVE_TURN:
    motion_add(way, ASC_ACT_TURN, DELFINO_KIND_CARD, delfino_pawn_place(p), delfino_pawn_place(p))->quarter_turns = 1;
    break;
  case DELFINO_MOVE_GO: travel_add(rules, way, pawn, delfino_pawn_place(p), go_target(p, move)); break;
  case DELFINO_MOVE_CARD:
    travel_add(rules, way, DELFINO_KIND_CARD, delfino_move_from(move), delfino_move_to(move));
    break;
  }
}
