/* The geometry of Circle Delta: the proportions of its boards, and the paths of all moves in random games. What a view
   says about single positions is in tests/data/views/circle-delta.txt. */
#include "circle_delta.h"

#include "games/circle_delta/circle_delta.h"

#include <ascona/random.h>

#include <math.h>

static asc_view view; /* too large for the stack */

static const asc_place *find_place(const char *id) {
  for (int i = 0; i < view.place_count; i++)
    if (strcmp(view.places[i].id, id) == 0) return &view.places[i];
  fail_msg("no place %s", id);
  return NULL;
}

/* The designed proportions: petal radius 38 and rings 69, 90, 111, 131, if the distance to the centre of a petal
   is 100. */
static void test_the_rose_has_the_designed_proportions(void **state) {
  (void)state;
  static const double radii[] = {69, 90, 111, 131};
  test_game t = game_open("board=rose,petals=6");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  assert_int_equal(view.shape_count, 10);
  const asc_curve *petal = &view.shapes[4].curve;
  assert_true(petal->cx == 0 && petal->cy < 0);
  double unit = -petal->cy / 100.0;
  for (int ring = 0; ring < 4; ring++) assert_true(fabs(view.shapes[ring].curve.radius / unit - radii[ring]) < 0.1);
  assert_true(fabs(petal->radius / unit - 38) < 0.1);
  assert_true(find_place("d1")->x < 0 && find_place("d2")->x > 0 && find_place("d1")->y < 0);
  game_close(&t);
}

static double distance(double x1, double y1, double x2, double y2) { return hypot(x1 - x2, y1 - y2); }

/* Every hole is on its ring and petal, the two closest are 1000 apart, and petals do not touch. */
static void assert_valid_rose_layout(int rings, int petals) {
  char options[64];
  (void)snprintf(options, sizeof options, "board=rose,rings=%d,petals=%d,men=1,reds=0,greens=0", rings, petals);
  test_game t = game_open(options);
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  double closest = INFINITY;
  for (int i = 0; i < view.place_count; i++) {
    const asc_place *hole = &view.places[i];
    const asc_curve *ring = &view.shapes[i / (2 * petals)].curve;
    const asc_curve *petal = &view.shapes[rings + i % (2 * petals) / 2].curve;
    assert_true(fabs(distance(hole->x, hole->y, 0, 0) - ring->radius) < 2);
    assert_true(fabs(distance(hole->x, hole->y, petal->cx, petal->cy) - petal->radius) < 2);
    for (int j = 0; j < i; j++) closest = fmin(closest, distance(hole->x, hole->y, view.places[j].x, view.places[j].y));
  }
  assert_true(fabs(closest - 1000) < 2);
  const asc_curve *first = &view.shapes[rings].curve, *second = &view.shapes[rings + 1].curve;
  assert_true(distance(first->cx, first->cy, second->cx, second->cy) > 2 * first->radius);
  game_close(&t);
}

static void test_every_rose_layout_is_valid(void **state) {
  (void)state;
  for (int rings = 2; rings <= 6; rings++)
    for (int petals = 3; petals <= 8; petals++) assert_valid_rose_layout(rings, petals);
}

/* The designed proportions: rings 30, 71.5, 109, 147.5, small circles at 38, 68.5, 106, 138.5 with radii 16,
   22.5, 22.5, 17.5, and the closest holes 21.7 apart. */
static void test_the_chain_has_the_designed_proportions(void **state) {
  (void)state;
  static const double rings[] = {30, 71.5, 109, 147.5}, distances[] = {38, 68.5, 106, 138.5},
                      radii[] = {16, 22.5, 22.5, 17.5};
  test_game t = game_open("");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  assert_int_equal(view.shape_count, 20);
  const double unit = view.shapes[5].curve.radius / 22.5;
  assert_true(fabs(1000 / unit - 21.7) < 0.15);
  for (int ring = 0; ring < 4; ring++) {
    const asc_curve *small = &view.shapes[4 + ring].curve;
    assert_true(fabs(view.shapes[ring].curve.radius / unit - rings[ring]) < 0.3);
    assert_true(small->cx == 0 && fabs(-small->cy / unit - distances[ring]) < 0.3);
    assert_true(fabs(small->radius / unit - radii[ring]) < 0.1);
  }
  assert_true(find_place("g1")->x < 0 && find_place("g2")->x > 0 && find_place("g1")->y < 0);
  game_close(&t);
}

static bool is_on(const asc_place *hole, const asc_curve *circle) {
  return fabs(distance(hole->x, hole->y, circle->cx, circle->cy) - circle->radius) < 3;
}

/* Two circles cross twice if two holes lie on both. Otherwise they do not touch. */
static void assert_valid_crossings(const char *options) {
  for (int i = 0; i < view.shape_count; i++) {
    for (int j = 0; j < i; j++) {
      const asc_curve *a = &view.shapes[i].curve, *b = &view.shapes[j].curve;
      int shared = 0;
      for (int k = 0; k < view.place_count; k++) shared += is_on(&view.places[k], a) && is_on(&view.places[k], b);
      double apart = distance(a->cx, a->cy, b->cx, b->cy), sum = a->radius + b->radius,
             gap = abs(a->radius - b->radius);
      bool cross = apart < sum && apart > gap;
      assert_true(shared == (cross ? 2 : 0));
      if (fmin(fabs(apart - sum), fabs(apart - gap)) < 250)
        fail_msg("%s: circles %d and %d almost touch", options, i, j);
    }
  }
}

static void test_every_chain_layout_is_valid(void **state) {
  (void)state;
  for (int board = 0; board < 5 * 6; board++) {
    int rings = 2 + board / 6, petals = 3 + board % 6;
    if ((rings == 5 && petals == 8) || (rings == 6 && petals > 5)) continue;
    char options[64];
    (void)snprintf(options, sizeof options, "rings=%d,petals=%d,men=1,reds=0,greens=0", rings, petals);
    test_game t = game_open(options);
    asc_position_view(t.rules, &t.position, NULL, 0, &view);
    double closest = INFINITY;
    for (int i = 0; i < view.place_count; i++) {
      int circles = 0;
      for (int k = 0; k < view.shape_count; k++) circles += is_on(&view.places[i], &view.shapes[k].curve);
      assert_int_equal(circles, 2);
      for (int j = 0; j < i; j++)
        closest = fmin(closest, distance(view.places[i].x, view.places[i].y, view.places[j].x, view.places[j].y));
    }
    assert_true(fabs(closest - 1000) < 2);
    assert_valid_crossings(options);
    game_close(&t);
  }
}

/* The curves lead from the piece to its target without a gap. */
static void assert_curves_connect(const asc_path *path) {
  const asc_motion *motion = &path->motions[0];
  if (path->motion_count == 0 || motion->type != ASC_MOTION_MOVE) return;
  assert_true(motion->curves > 0 && motion->curves == path->curve_count);
  const asc_place *from = find_place(motion->from), *to = find_place(motion->to);
  const asc_curve *first = &path->curves[0], *last = &path->curves[path->curve_count - 1];
  assert_true(first->x1 == from->x && first->y1 == from->y && last->x2 == to->x && last->y2 == to->y);
  for (int i = 0; i + 1 < path->curve_count; i++) {
    assert_non_null(path->joints[i]);
    assert_true(path->curves[i].x2 == path->curves[i + 1].x1 && path->curves[i].y2 == path->curves[i + 1].y1);
  }
  assert_null(path->joints[path->curve_count - 1]);
}

/* Calls `visit` for every position of a random game on each of several boards. */
static void visit_random_games(void (*visit)(const test_game *)) {
  static const char *const boards[] = {"",
                                       "rings=2,petals=3,men=3,reds=1,greens=2",
                                       "rings=3,petals=3,men=4,reds=2,greens=6",
                                       "rings=5,petals=7,men=20,greens=6",
                                       "board=rose,petals=6",
                                       "board=rose,rings=3,petals=4,men=4,reds=2,greens=6",
                                       "board=rose,rings=6,petals=8,greens=6"};
  asc_random random;
  asc_random_seed(&random, 11);
  for (size_t i = 0; i < sizeof boards / sizeof boards[0]; i++) {
    test_game t = game_open(boards[i]);
    asc_position_view(t.rules, &t.position, NULL, 0, &view);
    asc_move moves[ASC_MOVES_MAX];
    for (int ply = 0, count; ply < 400 && (count = asc_position_moves(t.rules, &t.position, moves)) > 0; ply++) {
      visit(&t);
      asc_position_play(t.rules, &t.position, moves[asc_random_below(&random, (uint32_t)count)]);
    }
    game_close(&t);
  }
}

static void assert_moves_have_paths(const test_game *t) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(t->rules, &t->position, moves);
  for (int i = 0; i < count; i++) {
    asc_path path;
    asc_move_path(t->rules, &t->position, moves[i], &path);
    assert_curves_connect(&path);
  }
}

/* Tries all pieces that may move now, with every hole to which they have no legal move. */
static void assert_no_other_paths(const test_game *t) {
  const asc_circle_rules *rules = (const asc_circle_rules *)t->rules;
  const asc_circle_position *p = (const asc_circle_position *)&t->position;
  if (p->stage < ASC_CIRCLE_STAGE_FIRST) return;
  bool legal[ASC_CIRCLE_HOLES_MAX][ASC_CIRCLE_HOLES_MAX] = {{false}};
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(t->rules, p, moves);
  for (int i = 0; i < count; i++)
    if (asc_circle_move_from(moves[i]) != ASC_CIRCLE_NO_HOLE)
      legal[asc_circle_move_from(moves[i])][asc_circle_move_to(moves[i])] = true;
  asc_circle_set pieces = p->stage == ASC_CIRCLE_STAGE_SECOND
                              ? p->pieces[p->player]
                              : asc_circle_set_or(p->pieces[ASC_CIRCLE_RED], p->pieces[ASC_CIRCLE_GREEN]);
  while (asc_circle_set_any(pieces)) {
    int from = asc_circle_set_pop(&pieces);
    for (asc_circle_set holes = rules->board.all_holes; asc_circle_set_any(holes);) {
      int to = asc_circle_set_pop(&holes);
      asc_circle_route route;
      if (!legal[from][to] && asc_circle_route_find(rules, p, from, to, &route))
        fail_msg("a way from %d to %d, and no move", from, to);
    }
  }
}

/* The move generator finds moves for all holes at once, and route.c walks to one hole. The two must agree. */
static void test_every_legal_move_has_a_path(void **state) {
  (void)state;
  visit_random_games(assert_moves_have_paths);
}

static void test_every_path_is_a_legal_move(void **state) {
  (void)state;
  visit_random_games(assert_no_other_paths);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_the_rose_has_the_designed_proportions),
      cmocka_unit_test(test_every_rose_layout_is_valid),
      cmocka_unit_test(test_the_chain_has_the_designed_proportions),
      cmocka_unit_test(test_every_chain_layout_is_valid),
      cmocka_unit_test(test_every_legal_move_has_a_path),
      cmocka_unit_test(test_every_path_is_a_legal_move),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
