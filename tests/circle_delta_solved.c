/* Circle Delta on boards so small that every position can be looked at: who wins by force is found by going back from
   the ends, and what the engine proves must agree. Then the engine as a whole on larger ones. */
#include "circle_delta.h"

#include <ascona/ascona.h>

#include "games/circle_delta/circle_delta.h"

enum { WORLD_SLOTS = 1 << 20 };

/* All positions that can arise, each with what its moves lead to, and who wins by force; nobody where play can go on
   for ever or is drawn. */
typedef struct world {
  const asc_rules *rules;
  int count, edge_count;
  circle_position *positions;
  int *slots;  /* by hash: a position + 1, or 0 */
  int *edges;  /* of all positions */
  int *first;  /* of a position, and one after the last */
  int *winner; /* 1, 2 or 0 */
} world;

/* The number of the position, which is new if it was not there. */
static int world_add(world *w, const circle_position *position) {
  uint64_t slot = asc_circle_hash(w->rules, position) % WORLD_SLOTS;
  while (w->slots[slot] != 0 && memcmp(&w->positions[w->slots[slot] - 1], position, sizeof *position) != 0)
    slot = (slot + 1) % WORLD_SLOTS;
  if (w->slots[slot] == 0) {
    w->positions[w->count++] = *position;
    w->slots[slot] = w->count;
  }
  return w->slots[slot] - 1;
}

static void world_explore(world *w) {
  asc_move moves[ASC_MOVES_MAX];
  circle_position start;
  asc_circle_start(w->rules, &start);
  (void)world_add(w, &start);
  for (int i = 0; i < w->count; i++) {
    int moves_count = asc_circle_moves(w->rules, &w->positions[i], moves);
    w->first[i] = w->edge_count;
    for (int k = 0; k < moves_count; k++) {
      circle_position next = w->positions[i];
      asc_circle_play(w->rules, &next, moves[k]);
      w->edges[w->edge_count++] = world_add(w, &next);
    }
  }
  w->first[w->count] = w->edge_count;
}

static int winner_of_end(const world *w, int index) {
  asc_outcome outcome;
  if (!asc_circle_outcome(w->rules, &w->positions[index], &outcome)) return 0;
  return outcome.points[0] > 0 ? 1 : outcome.points[1] > 0 ? 2 : 0;
}

/* The player to move wins if a move leads to where he does; the other if all lead to where the other does. */
static int winner_by_moves(const world *w, int index) {
  int player = w->positions[index].player + 1, other = 3 - player;
  bool all_lose = w->first[index] < w->first[index + 1];
  for (int edge = w->first[index]; edge < w->first[index + 1]; edge++) {
    if (w->winner[w->edges[edge]] == player) return player;
    all_lose = all_lose && w->winner[w->edges[edge]] == other;
  }
  return all_lose ? other : 0;
}

static void world_settle(world *w) {
  for (int i = 0; i < w->count; i++) w->winner[i] = winner_of_end(w, i);
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = w->count - 1; i >= 0; i--) {
      if (w->winner[i] != 0) continue;
      w->winner[i] = winner_by_moves(w, i);
      changed = changed || w->winner[i] != 0;
    }
  }
}

static world world_open(const asc_rules *rules) {
  enum { POSITIONS = 200000, EDGES = 2000000 };
  world w = {.rules = rules,
             .positions = test_malloc(POSITIONS * sizeof *w.positions),
             .slots = test_calloc(WORLD_SLOTS, sizeof *w.slots),
             .edges = test_malloc(EDGES * sizeof *w.edges),
             .first = test_malloc((POSITIONS + 1) * sizeof *w.first),
             .winner = test_malloc(POSITIONS * sizeof *w.winner)};
  world_explore(&w);
  assert_in_range(w.count, 1, POSITIONS);
  assert_in_range(w.edge_count, 1, EDGES);
  world_settle(&w);
  return w;
}

static void world_close(world *w) {
  test_free(w->positions);
  test_free(w->slots);
  test_free(w->edges);
  test_free(w->first);
  test_free(w->winner);
}

/* The true score, for the player to move. */
static int32_t world_score(const world *w, int index) {
  int player = w->positions[index].player + 1;
  return w->winner[index] == 0 ? 0 : w->winner[index] == player ? ASC_SCORE_WIN : -ASC_SCORE_WIN;
}

static asc_position world_position(const world *w, int index) {
  asc_position position = {0};
  memcpy(&position, &w->positions[index], sizeof w->positions[index]);
  return position;
}

static void check_world_bounds(const world *w) {
  for (int i = 0; i < w->count; i++) {
    int32_t least, most, score = world_score(w, i);
    w->rules->game->knowledge->bounds(w->rules, &w->positions[i], &least, &most);
    if (least > score || most < score) fail_msg("%s: %d is not in %d … %d", w->rules->spec, score, least, most);
  }
}

/* What is proved is true, and most wins by force are found. */
static void check_world_proofs(const world *w) {
  enum { STEP = 997, NODES = 3000 };
  asc_search *search;
  int wins = 0, proved = 0;
  const asc_search_options options = {.hash = 1 << 20};
  assert_int_equal(asc_search_open(&search, w->rules, &options), ASC_OK);
  for (int i = 0; i < w->count; i += STEP) {
    if (w->first[i] == w->first[i + 1]) continue;
    asc_solution solution;
    asc_position position = world_position(w, i);
    const asc_task task = {.position = &position, .nodes = NODES};
    int32_t told = world_score(w, i) + ASC_SCORE_WIN;
    assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
    if (solution.least > told || solution.most < told)
      fail_msg("%s: %d is not in %d … %d", w->rules->spec, told, solution.least, solution.most);
    wins += w->winner[i] != 0;
    proved += w->winner[i] != 0 && solution.proved;
  }
  asc_search_close(search);
  assert_true(10 * proved >= 9 * wins);
}

static void check_world(const char *options) {
  table t = table_open(options);
  world w = world_open(t.rules);
  if (strstr(options, "rose") != NULL) assert_int_equal(w.winner[0], 1); /* White strikes first */
  check_world_bounds(&w);
  check_world_proofs(&w);
  world_close(&w);
  table_close(&t);
}

static void test_a_small_board_with_a_red(void **state) {
  (void)state;
  check_world("board=rose,rings=2,petals=3,men=1,reds=1,greens=0");
}

static void test_a_small_board_with_two_reds(void **state) {
  (void)state;
  check_world("board=rose,rings=2,petals=3,men=1,reds=2,greens=0");
}

static void test_a_small_board_with_a_green(void **state) {
  (void)state;
  check_world("board=rose,rings=2,petals=3,men=1,reds=0,greens=1");
}

static void test_a_small_board_with_two_men_each(void **state) {
  (void)state;
  check_world("board=rose,rings=2,petals=3,men=2,reds=0,greens=0");
}

/* The same on the chain, where one bend does not lead everywhere. */

static void test_a_small_chain_with_a_red(void **state) {
  (void)state;
  check_world("rings=2,petals=3,men=1,reds=1,greens=0");
}

static void test_a_small_chain_with_a_green(void **state) {
  (void)state;
  check_world("rings=2,petals=3,men=1,reds=0,greens=1");
}

/* The engine as a whole. */

static asc_move choice_of(const table *t, const char *name, uint64_t seed) {
  asc_player *player;
  asc_move move;
  asc_error error;
  const asc_task task = {.position = &t->position};
  if (asc_player_open(&player, t->rules, name, NULL, &error) < 0) fail_msg("%s: %s", name, error.reason);
  assert_int_equal(asc_player_choose(player, &task, seed, &move, NULL), ASC_OK);
  asc_player_close(player);
  return move;
}

/* Also as Black, who strikes second: the random player does not know what to do with that. */
static void test_it_beats_the_random_player_with_both_colours(void **state) {
  (void)state;
  enum { PLIES = 400 };
  for (int engine = 1; engine <= 2; engine++) {
    table t = table_open("board=rose,petals=6");
    for (int ply = 0; ply < PLIES && asc_position_count(t.rules, &t.position) > 0; ply++) {
      bool own = asc_position_turn(t.rules, &t.position) == engine;
      asc_position_play(t.rules, &t.position, choice_of(&t, own ? "10,nodes=500" : "0", (uint64_t)ply));
    }
    expect_end(&t, engine == 1 ? 2 : 0, engine == 2 ? 2 : 0);
    table_close(&t);
  }
}

/* Black puts his last man, and wherever he does, White takes it. */
static void test_a_win_by_force_is_proved(void **state) {
  (void)state;
  table t = table_set("board=rose,rings=3,petals=4,men=2,reds=1,greens=1",
                      "a .. .. .. w.\n"
                      "b .. r. .. ..\n"
                      "c .g .. .. w.\n",
                      "b:first:0:1:0");
  asc_search *search;
  asc_report report;
  const asc_task task = {.position = &t.position, .depth = 4};
  assert_int_equal(asc_search_open(&search, t.rules, NULL), ASC_OK);
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  assert_int_equal(report.lines[0].certainty, ASC_EXACT);
  assert_int_equal(report.lines[0].score, 0);
  asc_search_close(search);
  table_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_small_board_with_a_red),
      cmocka_unit_test(test_a_small_board_with_two_reds),
      cmocka_unit_test(test_a_small_board_with_a_green),
      cmocka_unit_test(test_a_small_board_with_two_men_each),
      cmocka_unit_test(test_a_small_chain_with_a_red),
      cmocka_unit_test(test_a_small_chain_with_a_green),
      cmocka_unit_test(test_it_beats_the_random_player_with_both_colours),
      cmocka_unit_test(test_a_win_by_force_is_proved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
