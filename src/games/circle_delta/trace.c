/* Why a man does not get where somebody wants it.

   The explanation names what stands in the way a person has in mind: the shortest one with the fewest bends, as if the
   board were empty. From any hole to any other there is one with a bend at most, so there is always a man in it that
   stops the other. The rest of the sentence says what going round would take. */
#include "why.h"

void asc_circle_answer_hole(const circle_question *q, const char *name, int hole) {
  char text[ASC_TOKEN_MAX];
  asc_circle_write_hole(hole, text);
  asc_message_add(q->answer, name, text);
}

static bool share_track(int a, int b, int track) {
  return track == CIRCLE_RING ? circle_ring(a) == circle_ring(b) : circle_petal(a) == circle_petal(b);
}

static int holes_between(const circle_board *board, int from, int to, int track, int direction) {
  int steps = 0;
  for (int at = from; at != to; steps++) at = board->next[at][track][direction];
  return steps;
}

/* The first man after `from` and before `to`, or CIRCLE_NO_HOLE. */
static int man_between(const circle_question *q, int from, int to, int track, int direction) {
  int at = from;
  while ((at = q->rules->board.next[at][track][direction]) != to)
    if (circle_colour(q->position, at) != CIRCLE_NOBODY) return at;
  return CIRCLE_NO_HOLE;
}

/* A way on the empty board: from a hole along one track, and unless `bend` is its end, there along the other. */
typedef struct idea {
  int track, direction, bend, second_direction;
  int holes;
} idea;

static void idea_keep_shorter(const circle_board *board, int from, int to, idea new, idea *best) {
  new.holes = holes_between(board, from, new.bend, new.track, new.direction) +
              holes_between(board, new.bend, to, new.track ^ 1, new.second_direction);
  if (best->holes == 0 || new.holes < best->holes) *best = new;
}

/* The hole where the circle of `from` along `track` crosses the other circle of `to`, on one side of the petal. */
static int crossing(int from, int to, int track, int side) {
  return track == CIRCLE_RING ? circle_hole(circle_ring(from), 2 * circle_petal(to) + side)
                              : circle_hole(circle_ring(to), 2 * circle_petal(from) + side);
}

static idea idea_of_person(const circle_board *board, int from, int to) {
  idea best = {0};
  bool straight = share_track(from, to, CIRCLE_RING) || share_track(from, to, CIRCLE_PETAL);
  for (int direction = 0; direction < CIRCLE_DIRECTIONS; direction++) {
    for (int track = 0; track < CIRCLE_TRACKS; track++) {
      if (straight) {
        if (share_track(from, to, track))
          idea_keep_shorter(board, from, to, (idea){track, direction, to, CIRCLE_CLOCKWISE, 0}, &best);
        continue;
      }
      for (int choice = 0; choice < 4; choice++)
        idea_keep_shorter(board, from, to,
                          (idea){track, direction, crossing(from, to, track, choice / 2), choice % 2, 0}, &best);
    }
  }
  return best;
}

/* The man that stops another on that way. */
static int obstacle_on(const circle_question *q, int from, int to, const idea *way) {
  int man = man_between(q, from, way->bend, way->track, way->direction);
  if (man != CIRCLE_NO_HOLE || way->bend == to) return man;
  if (circle_colour(q->position, way->bend) != CIRCLE_NOBODY) return way->bend;
  return man_between(q, way->bend, to, way->track ^ 1, way->second_direction);
}

/* How many free bends the man would need, if it had any number of them and green men gave their bend every time; -1 if
   all would not help. */
static int bends_needed(const circle_question *q, int from, int to) {
  const circle_board *board = &q->rules->board;
  circle_set men = circle_all_men(q->position), greens = q->position->men[CIRCLE_GREEN];
  circle_lines lines;
  circle_lines_fill(board, men, &lines);
  circle_set left[CIRCLE_TRACKS] = {{0, 0}, {0, 0}};
  circle_set todo[CIRCLE_TRACKS] = {circle_set_of(from), circle_set_of(from)}; /* holes to be left along each track */
  for (int bends = 0; circle_any(circle_or(todo[0], todo[1])); bends++) {
    circle_set reached[CIRCLE_TRACKS] = {{0, 0}, {0, 0}};
    while (circle_any(circle_or(todo[0], todo[1]))) {
      int track = circle_any(todo[CIRCLE_RING]) ? CIRCLE_RING : CIRCLE_PETAL;
      int hole = circle_take(&todo[track]);
      circle_add(&left[track], circle_set_of(hole));
      circle_set reach = circle_reach(board, &lines, hole, track);
      circle_set met = circle_and(circle_beside(board, reach, track), circle_without(men, circle_set_of(hole)));
      if (circle_has(circle_or(reach, met), to)) return bends;
      circle_add(&reached[track], circle_without(reach, men));
      circle_add(&todo[track ^ 1], circle_without(circle_and(met, greens), left[track ^ 1]));
    }
    for (int track = 0; track < CIRCLE_TRACKS; track++)
      todo[track ^ 1] = circle_without(reached[track], left[track ^ 1]);
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
  answer_obstacle(q, to, obstacle_on(q, from, to, &way), bends);
}

void asc_circle_trace_first(const circle_question *q, int from, int to) {
  static const char *const taken[] = {"why.first-to-white", "why.first-to-black", "why.first-to-red",
                                      "why.first-to-green"};
  bool red = circle_has(q->position->men[CIRCLE_RED], from);
  int colour = circle_colour(q->position, to);
  bool shared = share_track(from, to, CIRCLE_RING) || share_track(from, to, CIRCLE_PETAL);
  if (from == to) {
    asc_message_set(q->answer, red ? "why.same-red" : "why.same-green");
  } else if (colour != CIRCLE_NOBODY) {
    asc_message_set(q->answer, taken[colour]);
  } else if (!shared) {
    char ring[] = {(char)('a' + circle_ring(from)), '\0'};
    asc_message_set(q->answer, red ? "why.off-circles-red" : "why.off-circles-green");
    asc_message_add(q->answer, "ring", ring);
    asc_message_add_number(q->answer, "petal", circle_petal(from) + 1);
  } else {
    int track = share_track(from, to, CIRCLE_RING) ? CIRCLE_RING : CIRCLE_PETAL;
    asc_message_set(q->answer, red ? "why.barred-red" : "why.barred-green");
    asc_circle_answer_hole(q, "one", man_between(q, from, to, track, CIRCLE_CLOCKWISE));
    asc_circle_answer_hole(q, "other", man_between(q, from, to, track, CIRCLE_BACKWARDS));
  }
  asc_circle_answer_hole(q, "to", to);
}
