/* The way a man takes, for drawing and for explaining.

   Ways that lead to the same hole are one move. The one shown has the fewest bends, then the fewest holes, then it
   starts clockwise, on the first of its two circles, and bends early. It is found as a person would look for it: all
   ways without a bend first, then all with one, and so on, walking hole by hole. moves.c answers the same question for
   all holes at once; the tests hold the two against each other. */
#include "circle_delta.h"

#include "core/way.h"

typedef struct walk {
  const circle_board *board;
  const circle_position *position;
  int from, to;
  int again;         /* a green man that gives its bend any number of times, or CIRCLE_NO_HOLE */
  circle_set men;    /* all of them */
  circle_set greens; /* that have not given their bend */
  bool bent;         /* the free bend is used up */
  circle_route now, best;
} walk;

static void walk_circle(walk *w, int start, int circle, int direction, int bends);

/* Goes on along the other circle, in both directions. */
static void walk_bend(walk *w, int at, int circle, int bends, circle_joint joint) {
  w->now.curve[w->now.curves - 1].to = at;
  w->now.curve[w->now.curves - 1].joint = joint;
  int other = circle_track(w->board, at, circle) ^ 1;
  for (int direction = 0; direction < CIRCLE_DIRECTIONS; direction++)
    walk_circle(w, at, w->board->spot[at][other].circle, direction, bends - 1);
}

static void walk_arrive(walk *w, int at) {
  if (at != w->to || (w->best.curves > 0 && w->best.holes <= w->now.holes)) return;
  w->now.curve[w->now.curves - 1].to = at;
  w->now.curve[w->now.curves - 1].joint = CIRCLE_JOINT_END;
  w->best = w->now;
}

static void walk_green(walk *w, int at, int circle, int bends) {
  if (bends == 0 || !circle_has(w->greens, at)) return;
  circle_set greens = w->greens;
  if (at != w->again) circle_remove(&w->greens, circle_set_of(at));
  walk_bend(w, at, circle, bends, CIRCLE_JOINT_GREEN);
  w->greens = greens;
}

/* One curve from `start`, and all that may follow it with exactly so many bends still to come. */
static void walk_circle(walk *w, int start, int circle, int direction, int bends) {
  int holes = w->now.holes;
  w->now.curve[w->now.curves++] = (circle_curve){start, start, circle, direction, CIRCLE_JOINT_END};
  int at = start;
  while ((at = w->board->next[at][circle_track(w->board, at, circle)][direction]) != start) {
    w->now.holes++;
    if (circle_has(w->men, at)) break;
    if (bends == 0) walk_arrive(w, at);
    if (bends == 0 || w->bent) continue;
    w->bent = true;
    walk_bend(w, at, circle, bends, CIRCLE_JOINT_BEND);
    w->bent = false;
  }
  if (at != start && circle_has(w->position->men[CIRCLE_GREEN], at)) walk_green(w, at, circle, bends);
  bool captures = bends == 0 && circle_has(w->position->men[w->position->player ^ 1], at);
  if (captures && w->position->stage == CIRCLE_SECOND) walk_arrive(w, at);
  w->now.curves--;
  w->now.holes = holes;
}

static bool walk_find(walk *w, int most_bends) {
  w->men = circle_all_men(w->position);
  w->greens = w->position->men[CIRCLE_GREEN];
  for (int bends = 0; bends <= most_bends && w->best.curves == 0; bends++)
    for (int direction = 0; direction < CIRCLE_DIRECTIONS; direction++)
      for (int track = 0; track < CIRCLE_TRACKS; track++)
        walk_circle(w, w->from, w->board->spot[w->from][track].circle, direction, bends);
  return w->best.curves > 0;
}

bool asc_circle_route_find(const circle_rules *rules, const circle_position *position, int from, int to,
                           circle_route *route) {
  walk w = {.board = &rules->board, .position = position, .from = from, .to = to, .again = CIRCLE_NO_HOLE};
  bool found = walk_find(&w, position->stage == CIRCLE_SECOND ? 1 + rules->greens : 0);
  *route = w.best;
  return found;
}

bool asc_circle_route_again(const circle_rules *rules, const circle_position *position, int from, int to, int green) {
  walk w = {.board = &rules->board, .position = position, .from = from, .to = to, .again = green};
  return walk_find(&w, CIRCLE_BENDS_MAX);
}

static void curve_draw(const circle_layout *layout, const circle_curve *curve, asc_curve *arc) {
  *arc = (asc_curve){.form = ASC_FORM_ARC,
                     .clockwise = curve->direction == CIRCLE_CLOCKWISE,
                     .x1 = layout->x[curve->from],
                     .y1 = layout->y[curve->from],
                     .x2 = layout->x[curve->to],
                     .y2 = layout->y[curve->to],
                     .cx = layout->circle_x[curve->circle],
                     .cy = layout->circle_y[curve->circle],
                     .radius = layout->radius[curve->circle]};
}

static void way_travel(const circle_rules *r, const circle_position *p, int from, int to, asc_way *way) {
  static const char *const joints[] = {
      [CIRCLE_JOINT_END] = NULL, [CIRCLE_JOINT_BEND] = "bend", [CIRCLE_JOINT_GREEN] = "green-bend"};
  circle_route route;
  if (!asc_circle_route_find(r, p, from, to, &route)) return;
  for (int i = 0; i < route.curves; i++) {
    curve_draw(&r->layout, &route.curve[i], &way->curves[i]);
    way->joints[i] = joints[route.curve[i].joint];
  }
  way->curve_count = route.curves;
  way->motions[0].curves = (uint8_t)route.curves;
}

void asc_circle_way(const asc_rules *rules, const void *position, asc_move move, asc_way *way) {
  const circle_board *board = &((const circle_rules *)rules)->board;
  const circle_position *p = position;
  if (move == CIRCLE_PASS) return; /* nothing moves */
  int from = circle_move_from(move), to = circle_move_to(move);
  circle_position after = *p;
  asc_circle_play(rules, &after, move);
  if (from == CIRCLE_NO_HOLE) {
    int colour = p->stage == CIRCLE_REDS ? CIRCLE_RED : p->stage == CIRCLE_GREENS ? CIRCLE_GREEN : p->player;
    asc_circle_write_hole(board, to, asc_way_add(way, ASC_ACT_PUT, colour)->to);
  } else {
    asc_motion *travel = asc_way_add(way, ASC_ACT_TRAVEL, circle_colour(p, from));
    asc_circle_write_hole(board, from, travel->from);
    asc_circle_write_hole(board, to, travel->to);
    way_travel((const circle_rules *)rules, p, from, to, way);
  }
  int captured = circle_colour(p, to);
  if (captured != CIRCLE_NOBODY) asc_circle_write_hole(board, to, asc_way_add(way, ASC_ACT_TAKE, captured)->from);
  /* What else is gone was locked in: men that stood there before, and the one that went between two reds. */
  if (circle_colour(&after, to) == CIRCLE_NOBODY)
    asc_circle_write_hole(board, to, asc_way_add(way, ASC_ACT_TAKE, p->player)->from);
  for (int player = 0; player < 2; player++) {
    circle_set gone = circle_without(p->men[player], circle_all_men(&after));
    if (from != CIRCLE_NO_HOLE) circle_remove(&gone, circle_set_of(from));
    circle_remove(&gone, circle_set_of(to));
    while (circle_any(gone))
      asc_circle_write_hole(board, circle_take(&gone), asc_way_add(way, ASC_ACT_TAKE, player)->from);
  }
}
