/* The path of a move, for drawing and for explanations.

   All paths between the same two holes are one move. The one that is shown has the fewest switches of circle, then the
   fewest holes. Ties are broken in favour of starting clockwise, then of starting on track 0, then of switching early.
   The search walks hole by hole: first all paths without a switch, then all with one, and so on. moves.c answers the
   same question for all holes at once, and the tests compare the two. */
#include "circle_delta.h"

#include "core/path.h"

typedef struct walk {
  const asc_circle_board *board;
  const asc_circle_position *position;
  int from, to;
  int reusable_green;    /* a green piece that may be used any number of times, or ASC_CIRCLE_NO_HOLE */
  asc_circle_set pieces; /* of all four colours */
  asc_circle_set greens; /* those that the path has not used yet */
  bool has_switched;     /* the free switch is used up */
  asc_circle_route now, best;
} walk;

static void walk_circle(walk *w, int start, int circle, int direction, int switches);

/* Continues along the other circle of the hole, in both directions. */
static void walk_switch(walk *w, int at, int circle, int switches, asc_circle_joint joint) {
  w->now.curve[w->now.curve_count - 1].to = at;
  w->now.curve[w->now.curve_count - 1].joint = joint;
  int other = asc_circle_track(w->board, at, circle) ^ 1;
  for (int direction = 0; direction < ASC_CIRCLE_DIRECTIONS; direction++)
    walk_circle(w, at, w->board->spot[at][other].circle, direction, switches - 1);
}

static void walk_arrive(walk *w, int at) {
  if (at != w->to || (w->best.curve_count > 0 && w->best.hole_count <= w->now.hole_count)) return;
  w->now.curve[w->now.curve_count - 1].to = at;
  w->now.curve[w->now.curve_count - 1].joint = ASC_CIRCLE_JOINT_END;
  w->best = w->now;
}

static void walk_green(walk *w, int at, int circle, int switches) {
  if (switches == 0 || !asc_circle_set_has(w->greens, at)) return;
  asc_circle_set greens = w->greens;
  if (at != w->reusable_green) asc_circle_set_remove(&w->greens, asc_circle_set_of(at));
  walk_switch(w, at, circle, switches, ASC_CIRCLE_JOINT_GREEN);
  w->greens = greens;
}

/* Walks one curve from `start`, and everything that can follow it with exactly `switches` more switches of circle. */
static void walk_circle(walk *w, int start, int circle, int direction, int switches) {
  int holes = w->now.hole_count;
  w->now.curve[w->now.curve_count++] = (asc_circle_curve){start, start, circle, direction, ASC_CIRCLE_JOINT_END};
  int at = start;
  while ((at = w->board->next[at][asc_circle_track(w->board, at, circle)][direction]) != start) {
    w->now.hole_count++;
    if (asc_circle_set_has(w->pieces, at)) break;
    if (switches == 0) walk_arrive(w, at);
    if (switches == 0 || w->has_switched) continue;
    w->has_switched = true;
    walk_switch(w, at, circle, switches, ASC_CIRCLE_JOINT_SWITCH);
    w->has_switched = false;
  }
  if (at != start && asc_circle_set_has(w->position->pieces[ASC_CIRCLE_GREEN], at)) walk_green(w, at, circle, switches);
  bool captures = switches == 0 && asc_circle_set_has(w->position->pieces[w->position->player ^ 1], at);
  if (captures && w->position->stage == ASC_CIRCLE_STAGE_SECOND) walk_arrive(w, at);
  w->now.curve_count--;
  w->now.hole_count = holes;
}

static bool walk_find(walk *w, int switches_max) {
  w->pieces = asc_circle_all_pieces(w->position);
  w->greens = w->position->pieces[ASC_CIRCLE_GREEN];
  for (int switches = 0; switches <= switches_max && w->best.curve_count == 0; switches++)
    for (int direction = 0; direction < ASC_CIRCLE_DIRECTIONS; direction++)
      for (int track = 0; track < ASC_CIRCLE_TRACKS; track++)
        walk_circle(w, w->from, w->board->spot[w->from][track].circle, direction, switches);
  return w->best.curve_count > 0;
}

bool asc_circle_route_find(const asc_circle_rules *rules, const asc_circle_position *position, int from, int to,
                           asc_circle_route *route) {
  walk w = {.board = &rules->board, .position = position, .from = from, .to = to, .reusable_green = ASC_CIRCLE_NO_HOLE};
  bool found = walk_find(&w, position->stage == ASC_CIRCLE_STAGE_SECOND ? 1 + rules->greens : 0);
  *route = w.best;
  return found;
}

bool asc_circle_route_reusing(const asc_circle_rules *rules, const asc_circle_position *position, int from, int to,
                              int green) {
  walk w = {.board = &rules->board, .position = position, .from = from, .to = to, .reusable_green = green};
  return walk_find(&w, ASC_CIRCLE_SWITCHES_MAX);
}

static void curve_draw(const asc_circle_layout *layout, const asc_circle_curve *curve, asc_curve *arc) {
  *arc = (asc_curve){.kind = ASC_CURVE_ARC,
                     .clockwise = curve->direction == ASC_CIRCLE_CLOCKWISE,
                     .x1 = layout->x[curve->from],
                     .y1 = layout->y[curve->from],
                     .x2 = layout->x[curve->to],
                     .y2 = layout->y[curve->to],
                     .cx = layout->circle_x[curve->circle],
                     .cy = layout->circle_y[curve->circle],
                     .radius = layout->radius[curve->circle]};
}

static void path_add_curves(const asc_circle_rules *r, const asc_circle_position *p, int from, int to, asc_path *path) {
  static const char *const joints[] = {
      [ASC_CIRCLE_JOINT_END] = NULL, [ASC_CIRCLE_JOINT_SWITCH] = "bend", [ASC_CIRCLE_JOINT_GREEN] = "green-bend"};
  asc_circle_route route;
  if (!asc_circle_route_find(r, p, from, to, &route)) return;
  for (int i = 0; i < route.curve_count; i++) {
    curve_draw(&r->layout, &route.curve[i], &path->curves[i]);
    path->joints[i] = joints[route.curve[i].joint];
  }
  path->curve_count = route.curve_count;
  path->motions[0].curves = (uint8_t)route.curve_count;
}

void asc_circle_path(const asc_rules *rules, const void *position, asc_move move, asc_path *path) {
  const asc_circle_board *board = &((const asc_circle_rules *)rules)->board;
  const asc_circle_position *p = position;
  if (move == ASC_CIRCLE_PASS) return;
  int from = asc_circle_move_from(move), to = asc_circle_move_to(move);
  asc_circle_position after = *p;
  asc_circle_play(rules, &after, move);
  if (from == ASC_CIRCLE_NO_HOLE) {
    int colour = p->stage == ASC_CIRCLE_STAGE_REDS     ? ASC_CIRCLE_RED
                 : p->stage == ASC_CIRCLE_STAGE_GREENS ? ASC_CIRCLE_GREEN
                                                       : p->player;
    asc_circle_write_hole(board, to, asc_path_add(path, ASC_MOTION_PLACE, colour)->to);
  } else {
    asc_motion *motion = asc_path_add(path, ASC_MOTION_MOVE, asc_circle_colour_at(p, from));
    asc_circle_write_hole(board, from, motion->from);
    asc_circle_write_hole(board, to, motion->to);
    path_add_curves((const asc_circle_rules *)rules, p, from, to, path);
  }
  int captured = asc_circle_colour_at(p, to);
  if (captured != ASC_CIRCLE_NO_COLOUR)
    asc_circle_write_hole(board, to, asc_path_add(path, ASC_MOTION_REMOVE, captured)->from);
  /* Any other piece that is gone was trapped: the piece that just moved between two reds, or pieces that stood
     there. */
  if (asc_circle_colour_at(&after, to) == ASC_CIRCLE_NO_COLOUR)
    asc_circle_write_hole(board, to, asc_path_add(path, ASC_MOTION_REMOVE, p->player)->from);
  for (int player = 0; player < 2; player++) {
    asc_circle_set gone = asc_circle_set_without(p->pieces[player], asc_circle_all_pieces(&after));
    if (from != ASC_CIRCLE_NO_HOLE) asc_circle_set_remove(&gone, asc_circle_set_of(from));
    asc_circle_set_remove(&gone, asc_circle_set_of(to));
    while (asc_circle_set_any(gone))
      asc_circle_write_hole(board, asc_circle_set_pop(&gone), asc_path_add(path, ASC_MOTION_REMOVE, player)->from);
  }
}
