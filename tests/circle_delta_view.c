/* What people see and hear of Circle Delta: the view, the way of a move, why not. */
#include "circle_delta.h"

#include "games/circle_delta/circle_delta.h"

#include <ascona/random.h>

#include <math.h>

#define SMALL "board=rose,rings=3,petals=3"

static asc_view view; /* too large for the stack */

/* The view. */

static const asc_place *place_of(const char *id) {
  for (int i = 0; i < view.place_count; i++)
    if (strcmp(view.places[i].id, id) == 0) return &view.places[i];
  fail_msg("no place %s", id);
  return NULL;
}

static void expect_sentence(const table *t, const asc_message *message, const char *wanted) {
  char sentence[ASC_SENTENCE_MAX];
  asc_message_write(t->rules, "en", message, sentence, sizeof sentence);
  assert_string_equal(sentence, wanted);
}

static void test_a_place_says_its_ring_and_petal(void **state) {
  (void)state;
  table t = table_open("board=rose,petals=6");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  assert_int_equal(view.place_count, 48);
  expect_sentence(&t, &place_of("b3")->name, "b3");
  expect_sentence(&t, &place_of("b3")->state, "free");
  expect_sentence(&t, &place_of("b3")->where, "ring b, petal 2");
  table_close(&t);
}

/* On the chain a hole lies on a ring or where two small circles cross. */
static void test_a_place_of_the_chain_says_how_it_lies(void **state) {
  (void)state;
  table t = table_open("");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  assert_int_equal(view.place_count, 56);
  expect_sentence(&t, &place_of("c3")->where, "ring c, line 2");
  expect_sentence(&t, &place_of("d3")->where, "where two small circles cross, line 2");
  expect_sentence(&t, &view.shapes[3].name, "ring g");
  expect_sentence(&t, &view.shapes[4 + 4 + 1].name, "small circle on ring c, line 2");
  table_close(&t);
}

static void expect_arrow(const char *from, int arrow, const char *to) {
  int next = place_of(from)->next[arrow];
  if (to == NULL)
    assert_int_equal(next, ASC_NO_PLACE);
  else
    assert_string_equal(view.places[next].id, to);
}

static void test_arrows_follow_row_and_line(void **state) {
  (void)state;
  static const char *const boards[][3] = {{"", "a8", "g"}, {"board=rose,petals=6", "a12", "d"}};
  for (size_t i = 0; i < 2; i++) {
    table t = table_open(boards[i][0]);
    asc_position_view(t.rules, &t.position, NULL, 0, &view);
    expect_arrow(boards[i][1], ASC_RIGHT, "a1");
    expect_arrow("a1", ASC_LEFT, boards[i][1]);
    expect_arrow("b3", ASC_RIGHT, "b4");
    expect_arrow("b3", ASC_UP, "c3");
    expect_arrow("b3", ASC_DOWN, "a3");
    expect_arrow("a3", ASC_DOWN, NULL);
    char outer[] = {boards[i][2][0], '3', '\0'};
    expect_arrow(outer, ASC_UP, NULL);
    table_close(&t);
  }
}

/* look/boards.md: petal radius 38 and rings 69, 90, 111, 131, the distance to a petal's centre being 100. */
static void test_the_rose_has_its_proportions(void **state) {
  (void)state;
  static const double parts[] = {69, 90, 111, 131};
  table t = table_open("board=rose,petals=6");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  assert_int_equal(view.shape_count, 10);
  const asc_curve *petal = &view.shapes[4].curve;
  assert_true(petal->cx == 0 && petal->cy < 0);
  double unit = -petal->cy / 100.0;
  for (int ring = 0; ring < 4; ring++) assert_true(fabs(view.shapes[ring].curve.radius / unit - parts[ring]) < 0.1);
  assert_true(fabs(petal->radius / unit - 38) < 0.1);
  assert_true(place_of("d1")->x < 0 && place_of("d2")->x > 0 && place_of("d1")->y < 0);
  table_close(&t);
}

static double distance(double x1, double y1, double x2, double y2) { return hypot(x1 - x2, y1 - y2); }

/* Every hole on its ring and petal, the closest two 1000 apart, the petals clear of each other. */
static void expect_sound_layout(int rings, int petals) {
  char options[64];
  (void)snprintf(options, sizeof options, "board=rose,rings=%d,petals=%d,men=1,reds=0,greens=0", rings, petals);
  table t = table_open(options);
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
  table_close(&t);
}

static void test_every_rose_is_laid_out_soundly(void **state) {
  (void)state;
  for (int rings = 2; rings <= 6; rings++)
    for (int petals = 3; petals <= 8; petals++) expect_sound_layout(rings, petals);
}

/* look/boards.md: rings 30, 71.5, 109, 147.5, small circles at 38, 68.5, 106, 138.5 with radii 16, 22.5, 22.5, 17.5,
   and the closest holes 21.7 apart. */
static void test_the_chain_has_its_proportions(void **state) {
  (void)state;
  static const double rings[] = {30, 71.5, 109, 147.5}, distances[] = {38, 68.5, 106, 138.5},
                      radii[] = {16, 22.5, 22.5, 17.5};
  table t = table_open("");
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
  assert_true(place_of("g1")->x < 0 && place_of("g2")->x > 0 && place_of("g1")->y < 0);
  table_close(&t);
}

static bool is_on(const asc_place *hole, const asc_curve *circle) {
  return fabs(distance(hole->x, hole->y, circle->cx, circle->cy) - circle->radius) < 3;
}

/* Two circles cross twice where two holes lie on both, and else keep clear of each other. */
static void expect_sound_crossings(const char *options) {
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

static void test_every_chain_is_laid_out_soundly(void **state) {
  (void)state;
  for (int board = 0; board < 5 * 6; board++) {
    int rings = 2 + board / 6, petals = 3 + board % 6;
    if ((rings == 5 && petals == 8) || (rings == 6 && petals > 5)) continue;
    char options[64];
    (void)snprintf(options, sizeof options, "rings=%d,petals=%d,men=1,reds=0,greens=0", rings, petals);
    table t = table_open(options);
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
    expect_sound_crossings(options);
    table_close(&t);
  }
}

static void test_stocks_show_reserves_and_men_to_be_put(void **state) {
  (void)state;
  table t = table_open("board=rose,petals=6,reds=2,greens=1");
  play(&t, "a1");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  assert_int_equal(view.stock_count, 4);
  expect_sentence(&t, &view.stocks[0].name, "10 white men in reserve");
  expect_sentence(&t, &view.stocks[2].name, "1 red man to be put");
  expect_sentence(&t, &view.prompt, "Black: put a red man on any free hole. 1 is still to be put.");
  play(&t, "a2 a3");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  assert_int_equal(view.stock_count, 2);
  table_close(&t);
}

/* Black's man on b2 stands beside a red one; White's on c1 reaches it round the petal, and it reaches that one. */
static const char in_danger[] = "a .. .. ..\n"
                                "b rb .r ..\n"
                                "c w. .. ..\n";

static void test_a_seat_counts_its_men(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=2,greens=0", in_danger, "w:first:1:1:0");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  expect_sentence(&t, &view.seats[1].state, "board 1, reserve 1, lost 0");
  assert_int_equal(view.seats[1].men, 2);
  play(&t, "b4-b3");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  expect_sentence(&t, &view.seats[0].state, "board 1, reserve 1, lost 0");
  expect_sentence(&t, &view.seats[1].state, "board 0, reserve 1, lost 1");
  assert_int_equal(view.seats[1].men, 1);
  assert_int_equal(view.seats[1].lost, 1);
  table_close(&t);
}

static void test_men_in_danger_are_marked(void **state) {
  (void)state;
  const uint32_t danger = ASC_MARK_PREY | ASC_MARK_CAGED;
  static const char *const stages[] = {"w:first:1:1:0", "b:second:1:1:0"}; /* whoever is to move, whatever is due */
  for (int i = 0; i < 2; i++) {
    table t = table_set(SMALL ",men=2,reds=2,greens=0", in_danger, stages[i]);
    asc_position_view(t.rules, &t.position, NULL, 0, &view);
    assert_int_equal(place_of("b2")->marks & danger, danger);
    assert_int_equal(place_of("c1")->marks & danger, ASC_MARK_PREY);
    assert_int_equal(place_of("b1")->marks & danger, 0);
    play(&t, i == 0 ? "b4-b5" : "a5"); /* a red man further off can still come back; a man put there is in no danger */
    asc_position_view(t.rules, &t.position, NULL, 0, &view);
    assert_int_equal(place_of("b2")->marks & danger, danger);
    if (i == 1) assert_int_equal(place_of("a5")->marks & ASC_MARK_CAGED, 0);
    table_close(&t);
  }
}

static void test_pass_is_a_control_only_when_it_is_due(void **state) {
  (void)state;
  table t = table_open("board=rose,petals=6,reds=0,greens=0");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  assert_int_equal(view.control_count, 1);
  assert_string_equal(view.controls[0].id, "pass");
  play(&t, "pass");
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  assert_int_equal(view.control_count, 0);
  table_close(&t);
}

static void expect_prompt(const char *drawing, const char *rest, const char *wanted) {
  table t = table_set("board=rose,rings=2,petals=3,men=4,reds=4,greens=0", drawing, rest);
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  expect_sentence(&t, &view.prompt, wanted);
  table_close(&t);
}

static void test_the_prompt_says_what_is_due_or_how_it_ended(void **state) {
  (void)state;
  const char *loose = "a w. r. .r\nb .. r. br\n", *stuck = "a ww r. .r\nb ww r. br\n",
             *bare = "a .. r. .r\nb .. r. br\n";
  const char *lone = "a w. r. .r\nb .. r. .r\n", *none = "a .. r. r.\nb .. r. r.\n";
  expect_prompt(loose, "w:first:1:3:0", "White: first move a red or a green man along one of its circles.");
  expect_prompt(loose, "b:first:1:3:4",
                "Black: first move a red or a green man. 4 quiet turns lie behind; six are a draw.");
  expect_prompt(loose, "w:second:1:3:0", "White: now put a man from the reserve or move one.");
  expect_prompt(loose, "w:second:0:3:0", "White: now move a man. There is none to put.");
  expect_prompt(bare, "w:second:1:3:0",
                "White: now put a man from the reserve. There is none on the board that can move.");
  expect_prompt(stuck, "w:second:0:3:0", "White: no man can be put or moved, so pass.");
  expect_prompt(loose, "w:first:1:3:6", "A draw: six quiet turns in a row.");
  expect_prompt(lone, "b:first:0:0:0", "White wins: Black has no man left.");
  expect_prompt(bare, "w:first:0:0:0", "Black wins: White has no man left.");
  expect_prompt(none, "w:second:0:0:-", "A draw: the last men of both were locked in at once.");
}

/* The way of a move. */

static void way_of(const table *t, const char *token, asc_way *way) {
  asc_move move;
  assert_int_equal(asc_move_read(t->rules, &t->position, token, &move, NULL), ASC_OK);
  asc_move_way(t->rules, &t->position, move, way);
}

/* The move drawn in look/boards: a bend on the green man on d3, then a free one on a3. */
static void test_a_way_follows_the_arcs_with_its_bends(void **state) {
  (void)state;
  table t = table_set("board=rose,petals=6",
                      "a r. .. .r .w .w ..\n"
                      "b b. .. .. .r g. .w\n"
                      "c .. .b b. gg bw w.\n"
                      "d wb g. .. .b .b wr\n",
                      "b:second:1:2:0");
  asc_way way;
  way_of(&t, "d8-a2", &way);
  assert_int_equal(way.motion_count, 1);
  assert_int_equal(way.motions[0].act, ASC_ACT_TRAVEL);
  assert_int_equal(way.motions[0].curves, 3);
  asc_position_view(t.rules, &t.position, NULL, 0, &view);
  static const char *const bends[] = {"d8", "d3", "a3", "a2"};
  for (int i = 0; i < 3; i++) {
    assert_int_equal(way.curves[i].form, ASC_FORM_ARC);
    assert_false(way.curves[i].clockwise);
    assert_int_equal(way.curves[i].x1, place_of(bends[i])->x);
    assert_int_equal(way.curves[i].y2, place_of(bends[i + 1])->y);
  }
  assert_string_equal(way.joints[0], "green-bend");
  assert_string_equal(way.joints[1], "bend");
  assert_null(way.joints[2]);
  table_close(&t);
}

/* Along the ring it is one hole to a2, and so it is along the petal; clockwise only along the ring. */
static void test_of_equal_ways_one_starts_clockwise_on_the_ring(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=0,greens=0", "a w. .. ..\nb .. .. ..\nc .. .. b.\n", "w:second:0:1:0");
  asc_way way;
  way_of(&t, "a1-a2", &way);
  assert_true(way.curves[0].clockwise && way.curves[0].cx == 0 && way.curves[0].cy == 0);
  way_of(&t, "a1-a4", &way); /* three holes either way */
  assert_true(way.curves[0].clockwise);
  table_close(&t);
}

/* The curves lead from hole to hole without a gap, from the man to where it goes. */
static void expect_joined(const asc_way *way) {
  const asc_motion *travel = &way->motions[0];
  if (way->motion_count == 0 || travel->act != ASC_ACT_TRAVEL) return;
  assert_true(travel->curves > 0 && travel->curves == way->curve_count);
  const asc_place *from = place_of(travel->from), *to = place_of(travel->to);
  const asc_curve *first = &way->curves[0], *last = &way->curves[way->curve_count - 1];
  assert_true(first->x1 == from->x && first->y1 == from->y && last->x2 == to->x && last->y2 == to->y);
  for (int i = 0; i + 1 < way->curve_count; i++) {
    assert_non_null(way->joints[i]);
    assert_true(way->curves[i].x2 == way->curves[i + 1].x1 && way->curves[i].y2 == way->curves[i + 1].y1);
  }
  assert_null(way->joints[way->curve_count - 1]);
}

/* Calls `look` at every position of a random game on each of some boards. */
static void walk_games(void (*look)(const table *)) {
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
    table t = table_open(boards[i]);
    asc_position_view(t.rules, &t.position, NULL, 0, &view);
    asc_move moves[ASC_MOVES_MAX];
    for (int ply = 0, count; ply < 400 && (count = asc_position_moves(t.rules, &t.position, moves)) > 0; ply++) {
      look(&t);
      asc_position_play(t.rules, &t.position, moves[asc_random_below(&random, (uint32_t)count)]);
    }
    table_close(&t);
  }
}

static void expect_ways(const table *t) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(t->rules, &t->position, moves);
  for (int i = 0; i < count; i++) {
    asc_way way;
    asc_move_way(t->rules, &t->position, moves[i], &way);
    expect_joined(&way);
  }
}

/* The men whose act it is, and every hole they have no move to. */
static void expect_no_other_ways(const table *t) {
  const circle_rules *rules = (const circle_rules *)t->rules;
  const circle_position *p = (const circle_position *)&t->position;
  if (p->stage < CIRCLE_FIRST) return;
  bool legal[CIRCLE_HOLES_MAX][CIRCLE_HOLES_MAX] = {{false}};
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(t->rules, p, moves);
  for (int i = 0; i < count; i++)
    if (circle_move_from(moves[i]) != CIRCLE_NO_HOLE)
      legal[circle_move_from(moves[i])][circle_move_to(moves[i])] = true;
  circle_set men = p->stage == CIRCLE_SECOND ? p->men[p->player] : circle_or(p->men[CIRCLE_RED], p->men[CIRCLE_GREEN]);
  while (circle_any(men)) {
    int from = circle_take(&men);
    for (circle_set holes = rules->board.holes; circle_any(holes);) {
      int to = circle_take(&holes);
      circle_route route;
      if (!legal[from][to] && asc_circle_route_find(rules, p, from, to, &route))
        fail_msg("a way from %d to %d, and no move", from, to);
    }
  }
}

/* Moves are found for all holes at once, ways by walking to one; what the one calls legal the other must find, and
   nothing else. */
static void test_every_legal_move_has_a_way(void **state) {
  (void)state;
  walk_games(expect_ways);
}

static void test_no_way_leads_where_no_move_does(void **state) {
  (void)state;
  walk_games(expect_no_other_ways);
}

static void test_nothing_moves_in_a_pass(void **state) {
  (void)state;
  table t = table_open("board=rose,petals=6,reds=0,greens=0");
  asc_way way;
  way_of(&t, "pass", &way);
  assert_int_equal(way.motion_count, 0);
  table_close(&t);
}

static void expect_motion(const asc_motion *motion, int act, const char *from, const char *to) {
  assert_int_equal(motion->act, act);
  assert_string_equal(motion->from, from);
  assert_string_equal(motion->to, to);
}

static void test_a_capture_takes_a_man(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=0,greens=0", "a w. b. ..\nb .. .. ..\nc .. .. ..\n", "w:second:0:1:0");
  asc_way way;
  way_of(&t, "a1-a3", &way);
  assert_int_equal(way.motion_count, 2);
  expect_motion(&way.motions[0], ASC_ACT_TRAVEL, "a1", "a3");
  expect_motion(&way.motions[1], ASC_ACT_TAKE, "a3", "");
  assert_int_equal(way.motions[1].kind, 1);
  table_close(&t);
}

static void test_locked_in_men_are_taken(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=3,greens=0", "a .. .. ..\nb rw .b r.\nc .. r. ..\n", "w:first:1:1:0");
  asc_position before = t.position;
  asc_move move;
  assert_int_equal(asc_move_read(t.rules, &t.position, "c3-b3", &move, NULL), ASC_OK);
  play(&t, "c3-b3");
  asc_position_view(t.rules, &t.position, &before, move, &view);
  assert_int_equal(view.last.motion_count, 3);
  expect_motion(&view.last.motions[0], ASC_ACT_TRAVEL, "c3", "b3");
  expect_motion(&view.last.motions[1], ASC_ACT_TAKE, "b2", "");
  expect_motion(&view.last.motions[2], ASC_ACT_TAKE, "b4", "");
  assert_int_equal(place_of("c3")->marks, ASC_MARK_FROM);
  assert_int_equal(place_of("b3")->marks, ASC_MARK_TO);
  assert_int_equal(place_of("b2")->marks, ASC_MARK_TAKEN);
  table_close(&t);
}

static void test_a_man_put_between_two_reds_comes_and_goes(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=2,greens=0", "a .. .. ..\nb r. r. ..\nc .. .. ..\n", "w:second:2:2:0");
  asc_way way;
  way_of(&t, "b2", &way);
  assert_int_equal(way.motion_count, 2);
  expect_motion(&way.motions[0], ASC_ACT_PUT, "", "b2");
  expect_motion(&way.motions[1], ASC_ACT_TAKE, "b2", "");
  table_close(&t);
}

/* Why not. */

/* `said` is a token, or a touch and a token separated by a space. */
static void expect_why(const table *t, const char *said, const char *wanted) {
  char token[ASC_TOKEN_MAX] = "";
  asc_steps touched = {0};
  const char *space = strchr(said, ' ');
  if (space != NULL) memcpy(touched.ids[touched.count++], said, (size_t)(space - said));
  (void)snprintf(token, sizeof token, "%s", space == NULL ? said : space + 1);
  asc_message message;
  if (asc_position_why(t->rules, &t->position, &touched, token, &message) != 0) fail_msg("%s is allowed", said);
  char sentence[ASC_SENTENCE_MAX];
  asc_message_write(t->rules, "en", &message, sentence, sizeof sentence);
  if (strcmp(sentence, wanted) != 0) fail_msg("%s: %s", said, sentence);
}

static void test_why_it_cannot_be_read(void **state) {
  (void)state;
  table t = table_open("board=rose,petals=6");
  expect_why(&t, "", "Nothing was said. A move is written like a1.");
  expect_why(&t, "hello",
             "This is no move. Write a hole to put a man on it, two holes like a3-c4 to move one, or pass; "
             "here a1 would do.");
  expect_why(&t, "B3", "Moves are written in small letters, like a1.");
  expect_why(&t, "Pass", "Moves are written in small letters, like a1.");
  expect_why(&t, "b3-", "The hole to go to is missing. A man moves from hole to hole, written like a3-c4.");
  expect_why(&t, "b3x", "More follows after the hole. Write one hole to put a man, or two like a3-c4 to move one.");
  expect_why(&t, "b3-c4-d5",
             "More follows after the move. Only where it begins and where it ends is written, like a3-c4.");
  expect_why(&t, "e1", "e1 is off the board. The rings are a to d, from the middle outwards.");
  expect_why(&t, "b13", "b13 is off the board. A row has the holes 1 to 12, clockwise.");
  expect_why(&t, "b3-b0", "b0 is off the board. A row has the holes 1 to 12, clockwise.");
  table_close(&t);
}

static void test_why_not_in_the_preparation(void **state) {
  (void)state;
  table t = table_open("board=rose,petals=6,reds=1,greens=1");
  expect_why(&t, "pass", "The red men are being put, and nobody passes. Choose any free hole, a1 for one.");
  play(&t, "a1");
  expect_why(&t, "a1", "a1 holds a red man. A man is put on a free hole.");
  expect_why(&t, "a1-a2", "Nothing moves yet: the green men are being put. Choose any free hole, a2 for one.");
  table_close(&t);
}

static void test_why_not_in_the_first_act(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=3,reds=1,greens=1",
                      "a .w .. ..\n"
                      "b rb g. .w\n"
                      "c .. b. ..\n",
                      "w:first:1:1:0");
  expect_why(&t, "pass", "You cannot pass. The first act moves a red or a green man, and the one on b1 can move.");
  expect_why(&t, "c2", "c2 is free. The first act moves a red or a green man, the one on b1 for instance.");
  expect_why(&t, "a2",
             "Your man on a2 waits for the second act. First move a red or a green man, the one on b1 for "
             "instance.");
  expect_why(&t, "b2",
             "The man on b2 is the other player's. First move a red or a green man, the one on b1 for "
             "instance.");
  expect_why(&t, "b1 b1", "b1 is where the red man stands. It must end on another hole.");
  expect_why(&t, "b1 b2", "b2 holds a black man. Red and green men move over free holes only and capture nothing.");
  expect_why(&t, "b1-c4",
             "c4 lies on neither of the two circles of b1. A red man moves along one circle, without a bend.");
  expect_why(&t, "b1-b4",
             "The red man cannot get to b4: b2 is taken one way round, b6 the other way. It moves over free "
             "holes only.");
  table_close(&t);
}

static void test_why_only_a_pass(void **state) {
  (void)state;
  table t = table_open("board=rose,petals=6,reds=0,greens=0");
  expect_why(&t, "a1", "There are no red or green men on this board, so the first act is always to pass.");
  table_close(&t);
  t = table_set("board=rose,rings=2,petals=3,men=3,reds=1,greens=2", "a .. br w.\nb .. wg gw\n", "b:first:0:2:0");
  expect_why(&t, "a4-a5", "No red or green man can move, so the first act is to pass.");
  table_close(&t);
  t = table_set("board=rose,rings=2,petals=3,men=4,reds=4,greens=0", "a ww r. .r\nb ww r. br\n", "w:second:0:3:0");
  expect_why(&t, "a1", "None of your men can move and none is left in reserve, so the second act is to pass.");
  table_close(&t);
}

static void test_why_not_in_the_second_act(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=4,reds=1,greens=1",
                      "a w. r. .w\n"
                      "b w. .. g.\n"
                      "c .. b. ..\n",
                      "w:second:0:3:0");
  expect_why(&t, "pass", "You cannot pass. Your man on a1 can move.");
  expect_why(&t, "c1", "You have no man left in reserve to put on c1. Move one of those on the board.");
  expect_why(&t, "c1-c2", "There is no man on c1. The second act moves one of your men or puts one.");
  expect_why(&t, "c3", "The man on c3 is the other player's. You capture it by moving one of yours onto its hole.");
  expect_why(&t, "a3-a4",
             "a3 holds a red man. Red and green men move in the first act, which is done. The second "
             "act is for your own men.");
  expect_why(&t, "a1 a1", "a1 is the hole your man comes from. It cannot be entered again in the same move.");
  expect_why(&t, "a1 b1", "Your own man stands on b1. It stops a man on the hole before, like a red one.");
  expect_why(&t, "a1 a3", "A red man stands on a3. It stops a man on the hole before.");
  expect_why(&t, "a1 b5",
             "A green man stands on b5. Nobody stays there: a man that steps on it must go on along the "
             "other circle.");
  expect_why(&t, "a1 a1-a2", "A man is in hand. Now touch the hole it goes to.");
  table_close(&t);
}

static void test_why_a_man_must_be_put(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=2,reds=0,greens=0", "a b. .. ..\nb .. .. ..\nc .. .. ..\n", "w:second:1:1:0");
  expect_why(&t, "pass", "You cannot pass. You have men in reserve and can put one on a2.");
  expect_why(&t, "c1-c2", "You have no man on the board to move. Put one on a free hole, a2 for one.");
  table_close(&t);
}

/* Who stands on a3 stops the man on a1 on its way to a4. */
static void test_why_a_man_is_stopped(void **state) {
  (void)state;
  static const struct {
    const char *drawing, *rest, *sentence;
  } cases[] = {
      {"a w. r. .w\nb .. .. ..\nc b. .. .g\n", "w:second:0:3:0",
       "The red man on a3 stops you. Getting round it to a4 takes at least 2 bends of your own, and a man has one."},
      {"a w. w. .w\nb .. .. ..\nc b. .. rg\n", "w:second:0:3:0",
       "Your own man on a3 stops you. Getting round it to a4 takes at least 2 bends of your own, and a man has one."},
      {"a w. b. .w\nb .. .. ..\nc .. .. rg\n", "w:second:0:3:0",
       "The other player's man on a3 is in the way, and capturing it ends the move. Getting round it to a4 takes at "
       "least 2 bends of your own, and a man has one."},
      {"a w. r. ww\nb .. .w ..\nc b. .. .g\n", "w:second:0:3:0",
       "The red man on a3 stops you, and no way round leads to a4."},
  };
  for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
    table t = table_set(SMALL ",men=5,reds=1,greens=1", cases[i].drawing, cases[i].rest);
    expect_why(&t, "a1-a4", cases[i].sentence);
    table_close(&t);
  }
}

static void test_why_a_green_man_is_in_the_way(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=4,reds=1,greens=1",
                      "a .. w. ..\n"
                      "b w. g. .w\n"
                      "c b. w. .r\n",
                      "w:second:0:3:0");
  expect_why(&t, "b1-b4",
             "The green man on b3 cannot be passed straight: it bends your way. Getting round it to b4 takes "
             "at least 2 bends of your own, and a man has one.");
  table_close(&t);
}

static void test_why_a_green_man_does_not_help_twice(void **state) {
  (void)state;
  table t = table_set(SMALL ",men=3,reds=2,greens=2",
                      "a .w .. rw\n"
                      "b .. g. .g\n"
                      "c .. w. r.\n",
                      "w:second:0:2:0");
  expect_why(&t, "a6-c6",
             "Only a way that meets the green man on b6 twice leads to c6. A green man gives its bend once "
             "in a move.");
  table_close(&t);
}

static void test_why_a_man_is_stuck(void **state) {
  (void)state;
  table t =
      table_set("board=rose,rings=2,petals=3,men=5,reds=4,greens=0", "a ww r. .r\nb ww r. br\n", "w:second:1:3:0");
  expect_why(&t, "a1", "Your man on a1 cannot move: every way from it is blocked at once.");
  table_close(&t);
  t = table_set("board=rose,rings=2,petals=3,men=3,reds=1,greens=2", "a .. br w.\nb .. .g gw\n", "b:first:0:2:0");
  expect_why(&t, "a4", "The red man on a4 cannot move: both its circles are taken next to it, on either side.");
  table_close(&t);
}

static void test_why_nothing_moves_when_it_is_over(void **state) {
  (void)state;
  static const char *const ends[][3] = {
      {"a w. r. .r\nb .. r. .r\n", "b:first:0:0:0", "The game is over: White has won, Black has no man left."},
      {"a b. r. r.\nb .. r. .r\n", "b:second:0:0:-", "The game is over: Black has won, White has no man left."},
      {"a .. r. r.\nb .. r. r.\n", "b:second:0:0:-",
       "The game is over, a draw: the last men of both were locked in at once."},
      {"a w. r. .r\nb b. r. .r\n", "b:first:0:0:6", "The game is over, a draw: six quiet turns lay in a row."},
  };
  for (size_t i = 0; i < sizeof ends / sizeof ends[0]; i++) {
    table t = table_set("board=rose,rings=2,petals=3,men=4,reds=4,greens=0", ends[i][0], ends[i][1]);
    expect_why(&t, "a1", ends[i][2]);
    table_close(&t);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_place_says_its_ring_and_petal),
      cmocka_unit_test(test_a_place_of_the_chain_says_how_it_lies),
      cmocka_unit_test(test_arrows_follow_row_and_line),
      cmocka_unit_test(test_the_rose_has_its_proportions),
      cmocka_unit_test(test_every_rose_is_laid_out_soundly),
      cmocka_unit_test(test_the_chain_has_its_proportions),
      cmocka_unit_test(test_every_chain_is_laid_out_soundly),
      cmocka_unit_test(test_stocks_show_reserves_and_men_to_be_put),
      cmocka_unit_test(test_a_seat_counts_its_men),
      cmocka_unit_test(test_men_in_danger_are_marked),
      cmocka_unit_test(test_pass_is_a_control_only_when_it_is_due),
      cmocka_unit_test(test_the_prompt_says_what_is_due_or_how_it_ended),
      cmocka_unit_test(test_a_way_follows_the_arcs_with_its_bends),
      cmocka_unit_test(test_of_equal_ways_one_starts_clockwise_on_the_ring),
      cmocka_unit_test(test_every_legal_move_has_a_way),
      cmocka_unit_test(test_no_way_leads_where_no_move_does),
      cmocka_unit_test(test_nothing_moves_in_a_pass),
      cmocka_unit_test(test_a_capture_takes_a_man),
      cmocka_unit_test(test_locked_in_men_are_taken),
      cmocka_unit_test(test_a_man_put_between_two_reds_comes_and_goes),
      cmocka_unit_test(test_why_it_cannot_be_read),
      cmocka_unit_test(test_why_not_in_the_preparation),
      cmocka_unit_test(test_why_not_in_the_first_act),
      cmocka_unit_test(test_why_only_a_pass),
      cmocka_unit_test(test_why_not_in_the_second_act),
      cmocka_unit_test(test_why_a_man_must_be_put),
      cmocka_unit_test(test_why_a_man_is_stopped),
      cmocka_unit_test(test_why_a_green_man_is_in_the_way),
      cmocka_unit_test(test_why_a_green_man_does_not_help_twice),
      cmocka_unit_test(test_why_a_man_is_stuck),
      cmocka_unit_test(test_why_nothing_moves_when_it_is_over),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
