/* Explains why a piece cannot get to a hole.

   The explanation names what blocks the path that a player probably has in mind: the shortest path with the fewest
   switches of circle on an empty board. If that path needs at most one switch, some piece blocks it. The rest of the
   sentence says how many switches a detour would need. On the chain there may be no such path. */
#include "why.h"

void asc_circle_answer_add_hole(const asc_circle_question *q, const char *name, int hole) {
  char text[ASC_TOKEN_MAX];
  asc_circle_write_hole(&q->rules->board, hole, text);
  asc_message_add(q->answer, name, text);
}

/* Returns a circle that both holes lie on, or -1. Tries track 0 of `a` first. */
static int shared_circle(const asc_circle_board *board, int a, int b) {
  for (int track = 0; track < ASC_CIRCLE_TRACKS; track++)
    if (asc_circle_track(board, b, board->spot[a][track].circle) >= 0) return board->spot[a][track].circle;
  return -1;
}

static int next_on(const asc_circle_board *board, int hole, int circle, int direction) {
  return board->next[hole][asc_circle_track(board, hole, circle)][direction];
}

static int other_circle(const asc_circle_board *board, int hole, int circle) {
  return board->spot[hole][asc_circle_track(board, hole, circle) ^ 1].circle;
}

static int holes_between(const asc_circle_board *board, int from, int to, int circle, int direction) {
  int steps = 0;
  for (int at = from; at != to; steps++) at = next_on(board, at, circle, direction);
  return steps;
}

/* Returns the first piece after `from` and before `to`, or ASC_CIRCLE_NO_HOLE. */
static int piece_between(const asc_circle_question *q, int from, int to, int circle, int direction) {
  int at = from;
  while ((at = next_on(&q->rules->board, at, circle, direction)) != to)
    if (asc_circle_colour_at(q->position, at) != ASC_CIRCLE_NO_COLOUR) return at;
  return ASC_CIRCLE_NO_HOLE;
}

/* A path on the empty board: along `circle` to `switch_hole` and, if that is not the target, from there along the
   hole's other circle. */
typedef struct plan {
  int circle, direction, switch_hole, second_direction;
  int holes; /* length; 0: there is no path */
} plan;

static void plan_keep_shorter(const asc_circle_board *board, int from, int to, plan candidate, plan *best) {
  candidate.holes = holes_between(board, from, candidate.switch_hole, candidate.circle, candidate.direction);
  if (candidate.switch_hole != to)
    candidate.holes +=
        holes_between(board, candidate.switch_hole, to, other_circle(board, candidate.switch_hole, candidate.circle),
                      candidate.second_direction);
  if (best->holes == 0 || candidate.holes < best->holes) *best = candidate;
}

/* Tries all paths that start along one circle of `from`: straight to `to`, or with a switch on a hole whose other
   circle contains `to`. */
static void plans_along(const asc_circle_board *board, int from, int to, int circle, int direction, bool needs_switch,
                        plan *best) {
  for (int at = from; (at = next_on(board, at, circle, direction)) != from;) {
    if (!needs_switch && at == to)
      plan_keep_shorter(board, from, to, (plan){circle, direction, to, ASC_CIRCLE_CLOCKWISE, 0}, best);
    if (!needs_switch || asc_circle_track(board, to, other_circle(board, at, circle)) < 0) continue;
    for (int second = 0; second < ASC_CIRCLE_DIRECTIONS; second++)
      plan_keep_shorter(board, from, to, (plan){circle, direction, at, second, 0}, best);
  }
}

static plan plan_of_player(const asc_circle_board *board, int from, int to) {
  plan best = {0};
  bool needs_switch = shared_circle(board, from, to) < 0;
  for (int direction = 0; direction < ASC_CIRCLE_DIRECTIONS; direction++)
    for (int track = 0; track < ASC_CIRCLE_TRACKS; track++)
      plans_along(board, from, to, board->spot[from][track].circle, direction, needs_switch, &best);
  return best;
}

/* Returns the piece that blocks the path. */
static int obstacle_on(const asc_circle_question *q, int from, int to, const plan *path) {
  int piece = piece_between(q, from, path->switch_hole, path->circle, path->direction);
  if (piece != ASC_CIRCLE_NO_HOLE || path->switch_hole == to) return piece;
  if (asc_circle_colour_at(q->position, path->switch_hole) != ASC_CIRCLE_NO_COLOUR) return path->switch_hole;
  int second = other_circle(&q->rules->board, path->switch_hole, path->circle);
  return piece_between(q, path->switch_hole, to, second, path->second_direction);
}

/* Sets of holes by the track along which the piece leaves them. */
typedef struct departures {
  asc_circle_set along[ASC_CIRCLE_TRACKS];
} departures;

static bool departures_any(const departures *d) {
  return asc_circle_set_any(asc_circle_set_or(d->along[0], d->along[1]));
}

/* Adds holes that were reached along one circle, to be left along the other, unless that is done already. */
static void departures_add(departures *d, const asc_circle_board *board, asc_circle_set holes, int circle,
                           const departures *done) {
  while (asc_circle_set_any(holes)) {
    int hole = asc_circle_set_pop(&holes), track = asc_circle_track(board, hole, circle) ^ 1;
    if (!asc_circle_set_has(done->along[track], hole)) asc_circle_set_add(&d->along[track], asc_circle_set_of(hole));
  }
}

/* Returns how many free switches of circle the piece would need if it had any number of them and green pieces could be
   used repeatedly. Returns -1 if no number is enough. */
static int switches_needed(const asc_circle_question *q, int from, int to) {
  const asc_circle_board *board = &q->rules->board;
  asc_circle_set pieces = asc_circle_all_pieces(q->position), greens = q->position->pieces[ASC_CIRCLE_GREEN];
  asc_circle_occupancy occupancy;
  asc_circle_occupancy_fill(board, pieces, &occupancy, ASC_CIRCLE_SIZE_WIDE);
  departures done = {0}, todo = {{asc_circle_set_of(from), asc_circle_set_of(from)}};
  for (int switches = 0; departures_any(&todo); switches++) {
    departures later = {0};
    while (departures_any(&todo)) {
      int track = asc_circle_set_any(todo.along[0]) ? 0 : 1, hole = asc_circle_set_pop(&todo.along[track]);
      asc_circle_set_add(&done.along[track], asc_circle_set_of(hole));
      asc_circle_spot spot = board->spot[hole][track];
      asc_circle_set seen = asc_circle_seen(board, &occupancy, spot, ASC_CIRCLE_SIZE_WIDE);
      if (asc_circle_set_has(seen, to)) return switches;
      departures_add(&todo, board, asc_circle_set_and(seen, greens), spot.circle, &done);
      departures_add(&later, board, asc_circle_set_without(seen, pieces), spot.circle, &done);
    }
    for (int track = 0; track < ASC_CIRCLE_TRACKS; track++)
      todo.along[track] = asc_circle_set_without(later.along[track], done.along[track]);
  }
  return -1;
}

/* Answers when a path exists that breaks only one rule: a green piece can be used once per move. */
static void answer_green_once(const asc_circle_question *q, int from, int to) {
  asc_message_set(q->answer, "why.greens-once");
  for (asc_circle_set left = q->position->pieces[ASC_CIRCLE_GREEN]; asc_circle_set_any(left);) {
    int green = asc_circle_set_pop(&left);
    if (!asc_circle_route_reusing(q->rules, q->position, from, to, green)) continue;
    asc_message_set(q->answer, "why.green-once");
    asc_circle_answer_add_hole(q, "green", green);
    break;
  }
  asc_circle_answer_add_hole(q, "to", to);
}

static void answer_obstacle(const asc_circle_question *q, int to, int at, int switches) {
  static const char *const keys[][2] = {{"why.stopped-own", "why.stopped-own-bends"},
                                        {"why.stopped-other", "why.stopped-other-bends"},
                                        {"why.stopped-red", "why.stopped-red-bends"},
                                        {"why.stopped-green", "why.stopped-green-bends"}};
  int colour = asc_circle_colour_at(q->position, at);
  int row = colour >= ASC_CIRCLE_RED ? colour : colour == q->position->player ? 0 : 1;
  asc_message_set(q->answer, keys[row][switches > 1]);
  asc_circle_answer_add_hole(q, "at", at);
  asc_circle_answer_add_hole(q, "to", to);
  if (switches > 1) asc_message_add_number(q->answer, "bends", switches);
}

/* Answers when even an empty board requires more than one switch. */
static void answer_far(const asc_circle_question *q, int to, int switches) {
  asc_message_set(q->answer, switches > 1 ? "why.far" : "why.no-way");
  asc_circle_answer_add_hole(q, "to", to);
  if (switches > 1) asc_message_add_number(q->answer, "bends", switches);
}

void asc_circle_why_path_second(const asc_circle_question *q, int from, int to) {
  int colour = asc_circle_colour_at(q->position, to);
  const char *key = NULL;
  if (from == to)
    key = "why.came-from";
  else if (colour == q->position->player)
    key = "why.to-own";
  else if (colour == ASC_CIRCLE_RED)
    key = "why.to-red";
  else if (colour == ASC_CIRCLE_GREEN)
    key = "why.to-green";
  if (key != NULL) {
    asc_message_set(q->answer, key);
    asc_circle_answer_add_hole(q, "to", to);
    return;
  }
  int switches = switches_needed(q, from, to);
  if (switches == 0 || switches == 1) {
    answer_green_once(q, from, to);
    return;
  }
  plan path = plan_of_player(&q->rules->board, from, to);
  if (path.holes > 0)
    answer_obstacle(q, to, obstacle_on(q, from, to, &path), switches);
  else
    answer_far(q, to, switches);
}

void asc_circle_why_path_first(const asc_circle_question *q, int from, int to) {
  static const char *const taken[] = {"why.first-to-white", "why.first-to-black", "why.first-to-red",
                                      "why.first-to-green"};
  bool is_red = asc_circle_set_has(q->position->pieces[ASC_CIRCLE_RED], from);
  int colour = asc_circle_colour_at(q->position, to);
  int circle = shared_circle(&q->rules->board, from, to);
  if (from == to) {
    asc_message_set(q->answer, is_red ? "why.same-red" : "why.same-green");
  } else if (colour != ASC_CIRCLE_NO_COLOUR) {
    asc_message_set(q->answer, taken[colour]);
  } else if (circle < 0) {
    asc_message_set(q->answer, is_red ? "why.off-circles-red" : "why.off-circles-green");
    asc_circle_answer_add_hole(q, "from", from);
  } else {
    asc_message_set(q->answer, is_red ? "why.barred-red" : "why.barred-green");
    asc_circle_answer_add_hole(q, "one", piece_between(q, from, to, circle, ASC_CIRCLE_CLOCKWISE));
    asc_circle_answer_add_hole(q, "other", piece_between(q, from, to, circle, ASC_CIRCLE_ANTICLOCKWISE));
  }
  asc_circle_answer_add_hole(q, "to", to);
}
