/* The path of a move, and what a player selects to make it. */
#include "delfino.h"

#include "core/path.h"

static asc_delfino_space pawn_target(const asc_delfino_position *position, asc_move move) {
  return asc_delfino_space_towards(asc_delfino_pawn_space(position), asc_delfino_move_direction(move),
                                   asc_delfino_move_steps(move));
}

/* To move a pawn, the player selects the target card. To move a card, the player selects the card, then its new space.
   All other moves are a corner to place a pawn on, or a control. */
void asc_delfino_steps(const asc_rules *rules, const void *position, asc_move move, asc_steps *steps) {
  steps->count = 1;
  switch (asc_delfino_kind_of(move)) {
  case ASC_DELFINO_MOVE_PAWN: asc_delfino_space_write(pawn_target(position, move), steps->ids[0]); break;
  case ASC_DELFINO_MOVE_CARD:
    steps->count = 2;
    asc_delfino_space_write(asc_delfino_move_from(move), steps->ids[0]);
    asc_delfino_space_write(asc_delfino_move_to(move), steps->ids[1]);
    break;
  default: asc_delfino_write_move(rules, position, move, steps->ids[0]);
  }
}

static void move_add(const asc_rules *rules, asc_path *path, int kind, asc_delfino_space from, asc_delfino_space to) {
  asc_motion *motion = asc_path_add(path, ASC_MOTION_MOVE, kind);
  asc_delfino_space_write(from, motion->from);
  asc_delfino_space_write(to, motion->to);
  motion->curve = (uint8_t)path->curve_count;
  motion->curves = 1;
  asc_curve *line = &path->curves[path->curve_count++];
  line->kind = ASC_CURVE_LINE;
  asc_delfino_view_point(rules, from, &line->x1, &line->y1);
  asc_delfino_view_point(rules, to, &line->x2, &line->y2);
}

static void turn_add(asc_path *path, asc_delfino_space space) {
  asc_motion *motion = asc_path_add(path, ASC_MOTION_TURN, ASC_DELFINO_KIND_CARD);
  motion->quarter_turns = 1;
  asc_delfino_space_write(space, motion->from);
  asc_delfino_space_write(space, motion->to);
}

void asc_delfino_path(const asc_rules *rules, const void *position, asc_move move, asc_path *path) {
  const asc_delfino_position *p = position;
  int pawn = ASC_DELFINO_KIND_PAWN + p->player - 1;
  switch (asc_delfino_kind_of(move)) {
  case ASC_DELFINO_MOVE_PLACE:
    asc_delfino_space_write(asc_delfino_move_to(move), asc_path_add(path, ASC_MOTION_PLACE, pawn)->to);
    break;
  case ASC_DELFINO_MOVE_ROLL: asc_path_add(path, ASC_MOTION_ROLL, ASC_NO_KIND); break;
  case ASC_DELFINO_MOVE_KEEP:
  case ASC_DELFINO_MOVE_END: break;
  case ASC_DELFINO_MOVE_TURN: turn_add(path, asc_delfino_pawn_space(p)); break;
  case ASC_DELFINO_MOVE_PAWN: move_add(rules, path, pawn, asc_delfino_pawn_space(p), pawn_target(p, move)); break;
  case ASC_DELFINO_MOVE_CARD:
    move_add(rules, path, ASC_DELFINO_KIND_CARD, asc_delfino_move_from(move), asc_delfino_move_to(move));
    break;
  }
}
