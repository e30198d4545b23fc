/* Why a man does not get where somebody wants it.

   The explanation names what stands in the way a person has in mind: the shortest one with the fewest bends, as if the
   board were empty. If it has a bend at most, there is a man in it that stops the other, and the rest of the sentence
   says what going round would take. On the chain there may be no such way. */
#include "why.h"

void asc_circle_answer_hole(const circle_question *q, const char *name, int hole) {
  char text[ASC_TOKEN_MAX];
  asc_circle_write_hole(&q->rules->board, hole, text);
  asc_message_add(q->answer, name, text);
}

/* A circle that both holes lie on, the first one's first track before its second; -1: there is none. */
static int shared_circle(const circle_board *board, int a, int b) {
  for (int track = 0; track < CIRCLE_TRACKS; track++)
    if (circle_track(board, b, board->spot[a][track].circle) >= 0) return board->spot[a][track].circle;
  return -1;
}

static int next_on(const circle_board *board, int hole, int circle, int direction) {
  return board->next[hole][circle_track(board, hole, circle)][direction];
}

static int other_circle(const circle_board *board, int hole, int circle) {
  return board->spot[hole][circle_track(board, hole, circle) ^ 1].circle;
}

static int holes_between(const circle_board *board, int from, int to, int circle, int direction) {
  int steps = 0;
  for (int at = from; at != to; steps++) at = next_on(board, at, circle, direction);
  return steps;
}

/* The first man after `from` and before `to`, or CIRCLE_NO_HOLE. */
static int man_between(const circle_question *q, int from, int to, int circle, int direction) {
  int at = from;
  while ((at = next_on(&q->rules->board, at, circle, direction)) != to)
    if (circle_colour(q->position, at) != CIRCLE_NOBODY) return at;
  return CIRCLE_NO_HOLE;
}

/* A way on the empty board: from a hole along one circle, and unless `bend` is its end, there along the other. */
typedef struct idea {
  int circle, direction, bend, second_direction;
  int holes; /* 0: there is no way */
} idea;

static void idea_keep_shorter(const circle_board *board, int from, int to, idea new, idea *best) {
  new.holes = holes_between(board, from, new.bend, new.circle, new.direction);
  if (new.bend != to)
    new.holes += holes_between(board, new.bend, to, other_circle(board, new.bend, new.circle), new.second_direction);
  if (best->holes == 0 || new.holes < best->holes) *best = new;
}

/* Along one circle of `from`, to `to` itself or with a bend on a hole whose other circle leads there. */
static void ideas_along(const circle_board *board, int from, int to, int circle, int direction, bool bend, idea *best) {
  for (int at = from; (at = next_on(board, at, circle, direction)) != from;) {
    if (!bend && at == to) idea_keep_shorter(board, from, to, (idea){circle, direction, to, CIRCLE_CLOCKWISE, 0}, best);
    if (!bend || circle_track(board, to, other_circle(board, at, circle)) < 0) continue;
    for (int second = 0; second < CIRCLE_DIRECTIONS; second++)
      idea_keep_shorter(board, from, to, (idea){circle, direction, at, second, 0}, best);
  }
}

static idea idea_of_person(const circle_board *board, int from, int to) {
  idea best = {0};
  bool bend = shared_circle(board, from, to) < 0;
  for (int direction = 0; direction < CIRCLE_DIRECTIONS; direction++)
    for (int track = 0; track < CIRCLE_TRACKS; track++)
      ideas_along(board, from, to, board->spot[from][track].circle, direction, bend, &best);
  return best;
}

/* The man that stops another on that way. */
static int obstacle_on(const circle_question *q, int from, int to, const idea *way) {
  int man = man_between(q, from, way->bend, way->circle, way->direction);
  if (man != CIRCLE_NO_HOLE || way->bend == to) return man;
  if (circle_colour(q->position, way->bend) != CIRCLE_NOBODY) return way->bend;
  int second = other_circle(&q->rules->board, way->bend, way->circle);
  return man_between(q, way->bend, to, second, way->second_direction);
}

/* Holes to be left along each of their tracks. */
typedef struct departures {
  circle_set along[CIRCLE_TRACKS];
} departures;

static bool departures_any(const departures *d) { return circle_any(circle_or(d->along[0], d->along[1])); }

/* The holes come to along one circle are left along the other, unless that was done. */
static void departures_add(departures *d, const circle_board *board, circle_set holes, int circle,
                           const departures *done) {
  while (circle_any(holes)) {
    int hole = circle_take(&holes), track = circle_track(board, hole, circle) ^ 1;
    if (!circle_has(done->along[track], hole)) circle_add(&d->along[track], circle_set_of(hole));
  }
}

/* How many free bends the man would need, if it had any number of them and green men gave their bend every time; -1 if
   all would not help. */
static int bends_needed(const circle_question *q, int from, int to) {
  const circle_board *board = &q->rules->board;
  circle_set men = circle_all_men(q->position), greens = q->position->men[CIRCLE_GREEN];
  circle_lines lines;
  circle_lines_fill(board, men, &lines, CIRCLE_WIDE);
  departures done = {0}, todo = {{circle_set_of(from), circle_set_of(from)}};
  for (int bends = 0; departures_any(&todo); bends++) {
    departures later = {0};
    while (departures_any(&todo)) {
      int track = circle_any(todo.along[0]) ? 0 : 1, hole = circle_take(&todo.along[track]);
      circle_add(&done.along[track], circle_set_of(hole));
      circle_spot spot = board->spot[hole][track];
      circle_set seen = circle_seen(board, &lines, spot, CIRCLE_WIDE);
      if (circle_has(seen, to)) return bends;
      departures_add(&todo, board, circle_and(seen, greens), spot.circle, &done);
      departures_add(&later, board, circle_without(seen, men), spot.circle, &done);
    }
    for (int track = 0; track < CIRCLE_TRACKS; track++)
      todo.along[track] = circle_without(later.along[track], done.along[track]);
  }
  return -1;
}

/* There is a way that breaks no rule but that a green man gives its bend once. */
static void answer_green_once(const circle_question *q, int from, int to) {
  asc_message_set(q->answer, "why.greens-once");
  for (circle_set left = q->position->men[CIRCLE_GREEN]; circle_any(left);) {
    int green = circle_take(&left);
    if (!asc_circle_route_again(q->rules, q->position, from, to, green)) continue;
    asc_message_set(q->answer, "why.green-once");
    asc_circle_answer_hole(q, "green", green);
    break;
  }
  asc_circle_answer_hole(q, "to", to);
}

static void answer_obstacle(const circle_question *q, int to, int at, int bends) {
  static const char *const keys[][2] = {{"why.stopped-own", "why.stopped-own-bends"},
                                        {"why.stopped-other", "why.stopped-other-bends"},
                                        {"why.stopped-red", "why.stopped-red-bends"},
                                        {"why.stopped-green", "why.stopped-green-bends"}};
  int colour = circle_colour(q->position, at);
  int row = colour >= CIRCLE_RED ? colour : colour == q->position->player ? 0 : 1;
  asc_message_set(q->answer, keys[row][bends > 1]);
  asc_circle_answer_hole(q, "at", at);
  asc_circle_answer_hole(q, "to", to);
  if (bends > 1) asc_message_add_number(q->answer, "bends", bends);
}

/* More than a bend even on an empty board. */
static void answer_far(const circle_question *q, int to, int bends) {
  asc_message_set(q->answer, bends > 1 ? "why.far" : "why.no-way");
  asc_circle_answer_hole(q, "to", to);
  if (bends > 1) asc_message_add_number(q->answer, "bends", bends);
}

void asc_circle_trace_second(const circle_question *q, int from, int to) {
  int colour = circle_colour(q->position, to);
  const char *key = NULL;
  if (from == to)
    key = "why.came-from";
  else if (colour == q->position->player)
    key = "why.to-own";
  else if (colour == CIRCLE_RED)
    key = "why.to-red";
  else if (colour == CIRCLE_GREEN)
    key = "why.to-green";
  if (key != NULL) {
    asc_message_set(q->answer, key);
    asc_circle_answer_hole(q, "to", to);
    return;
  }
  int bends = bends_needed(q, from, to);
  if (bends == 0 || bends == 1) {
    answer_green_once(q, from, to);
    return;
  }
  idea way = idea_of_person(&q->rules->board, from, to);
  if (way.holes > 0)
    answer_obstacle(q, to, obstacle_on(q, from, to, &way), bends);
  else
    answer_far(q, to, bends);
}

void asc_circle_trace_first(const circle_question *q, int from, int to) {
  static const char *const taken[] = {"why.first-to-white", "why.first-to-black", "why.first-to-red",
                                      "why.first-to-green"};
  bool red = circle_has(q->position->men[CIRCLE_RED], from);
  int colour = circle_colour(q->position, to);
  int circle = shared_circle(&q->rules->board, from, to);
  if (from == to) {
    asc_message_set(q->answer, red ? "why.same-red" : "why.same-green");
  } else if (colour != CIRCLE_NOBODY) {
    asc_message_set(q->answer, taken[colour]);
  } else if (circle < 0) {
    asc_message_set(q->answer, red ? "why.off-circles-red" : "why.off-circles-green");
    asc_circle_answer_hole(q, "from", from);
  } else {
    asc_message_set(q->answer, red ? "why.barred-red" : "why.barred-green");
    asc_circle_answer_hole(q, "one", man_between(q, from, to, circle, CIRCLE_CLOCKWISE));
    asc_circle_answer_hole(q, "other", man_between(q, from, to, circle, CIRCLE_BACKWARDS));
  }
  asc_circle_answer_hole(q, "to", to);
}
