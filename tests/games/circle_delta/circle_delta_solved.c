/* Circle Delta on boards that are small enough to visit every position. Retrograde analysis finds which player can
   force a win, and the proofs of the engine must agree. Also tests of the whole engine on larger boards. */
#include "circle_delta.h"

#include <ascona/ascona.h>

#include "games/circle_delta/circle_delta.h"

enum { GRAPH_SLOTS = 1 << 20 };

/* All reachable positions with their successors and the player who can force a win, if any. There is none if the
   position is drawn or play can continue for ever. */
typedef struct graph {
  const asc_rules *rules;
  int count, edge_count;
  asc_circle_position *positions;
  int *slots;  /* hash table: index of a position + 1, or 0 */
  int *edges;  /* successors of all positions */
  int *first;  /* index of the first edge of each position, and the number of edges at the end */
  int *winner; /* 1, 2 or 0 */
} graph;

/* Returns the index of the position. Adds it if it is new. */
static int graph_add(graph *g, const asc_circle_position *position) {
  uint64_t slot = asc_circle_hash(g->rules, position) % GRAPH_SLOTS;
  while (g->slots[slot] != 0 && memcmp(&g->positions[g->slots[slot] - 1], position, sizeof *position) != 0)
    slot = (slot + 1) % GRAPH_SLOTS;
  if (g->slots[slot] == 0) {
    g->positions[g->count++] = *position;
    g->slots[slot] = g->count;
  }
  return g->slots[slot] - 1;
}

static void graph_explore(graph *g) {
  asc_move moves[ASC_MOVES_MAX];
  asc_circle_position start;
  asc_circle_start(g->rules, &start);
  (void)graph_add(g, &start);
  for (int i = 0; i < g->count; i++) {
    int move_count = asc_circle_moves(g->rules, &g->positions[i], moves);
    g->first[i] = g->edge_count;
    for (int k = 0; k < move_count; k++) {
      asc_circle_position next = g->positions[i];
      asc_circle_play(g->rules, &next, moves[k]);
      g->edges[g->edge_count++] = graph_add(g, &next);
    }
  }
  g->first[g->count] = g->edge_count;
}

static int winner_at_end(const graph *g, int index) {
  asc_outcome outcome;
  if (!asc_circle_outcome(g->rules, &g->positions[index], &outcome)) return 0;
  return outcome.points[0] > 0 ? 1 : outcome.points[1] > 0 ? 2 : 0;
}

/* The player to move wins if one move leads to their win. The opponent wins if all moves lead to the opponent's win. */
static int winner_by_moves(const graph *g, int index) {
  int player = g->positions[index].player + 1, other = 3 - player;
  bool all_lose = g->first[index] < g->first[index + 1];
  for (int edge = g->first[index]; edge < g->first[index + 1]; edge++) {
    if (g->winner[g->edges[edge]] == player) return player;
    all_lose = all_lose && g->winner[g->edges[edge]] == other;
  }
  return all_lose ? other : 0;
}

static void graph_solve(graph *g) {
  for (int i = 0; i < g->count; i++) g->winner[i] = winner_at_end(g, i);
  for (bool changed = true; changed;) {
    changed = false;
    for (int i = g->count - 1; i >= 0; i--) {
      if (g->winner[i] != 0) continue;
      g->winner[i] = winner_by_moves(g, i);
      changed = changed || g->winner[i] != 0;
    }
  }
}

static graph graph_open(const asc_rules *rules) {
  enum { POSITIONS = 200000, EDGES = 2000000 };
  graph g = {.rules = rules,
             .positions = test_malloc(POSITIONS * sizeof *g.positions),
             .slots = test_calloc(GRAPH_SLOTS, sizeof *g.slots),
             .edges = test_malloc(EDGES * sizeof *g.edges),
             .first = test_malloc((POSITIONS + 1) * sizeof *g.first),
             .winner = test_malloc(POSITIONS * sizeof *g.winner)};
  graph_explore(&g);
  assert_in_range(g.count, 1, POSITIONS);
  assert_in_range(g.edge_count, 1, EDGES);
  graph_solve(&g);
  return g;
}

static void graph_close(graph *g) {
  test_free(g->positions);
  test_free(g->slots);
  test_free(g->edges);
  test_free(g->first);
  test_free(g->winner);
}

/* Returns the true score for the player to move. */
static int32_t graph_score(const graph *g, int index) {
  int player = g->positions[index].player + 1;
  return g->winner[index] == 0 ? 0 : g->winner[index] == player ? ASC_SCORE_WIN : -ASC_SCORE_WIN;
}

static asc_position graph_position(const graph *g, int index) {
  asc_position position = {0};
  memcpy(&position, &g->positions[index], sizeof g->positions[index]);
  return position;
}

static void check_graph_bounds(const graph *g) {
  for (int i = 0; i < g->count; i++) {
    int32_t lower, upper, score = graph_score(g, i);
    g->rules->game->knowledge->bounds(g->rules, &g->positions[i], &lower, &upper);
    if (lower > score || upper < score) fail_msg("%s: %d is not in %d … %d", g->rules->spec, score, lower, upper);
  }
}

/* All proofs are true, and at least 90% of the forced wins are proven. */
static void check_graph_proofs(const graph *g) {
  enum { STEP = 997, NODES = 3000 };
  asc_search *search;
  int wins = 0, proved = 0;
  const asc_search_options options = {.hash_bytes = 1 << 20};
  assert_int_equal(asc_search_open(&search, g->rules, &options), ASC_OK);
  for (int i = 0; i < g->count; i += STEP) {
    if (g->first[i] == g->first[i + 1]) continue;
    asc_solution solution;
    asc_position position = graph_position(g, i);
    const asc_search_task task = {.position = &position, .nodes = NODES};
    int32_t expected = graph_score(g, i) + ASC_SCORE_WIN;
    assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
    if (solution.lower > expected || solution.upper < expected)
      fail_msg("%s: %d is not in %d … %d", g->rules->spec, expected, solution.lower, solution.upper);
    wins += g->winner[i] != 0;
    proved += g->winner[i] != 0 && solution.proved;
  }
  asc_search_close(search);
  assert_true(10 * proved >= 9 * wins);
}

static void check_engine_on_board(const char *options) {
  test_game t = game_open(options);
  graph g = graph_open(t.rules);
  if (strstr(options, "rose") != NULL) assert_int_equal(g.winner[0], 1); /* White attacks first */
  check_graph_bounds(&g);
  check_graph_proofs(&g);
  graph_close(&g);
  game_close(&t);
}

static void test_a_small_board_with_a_red(void **state) {
  (void)state;
  check_engine_on_board("board=rose,rings=2,petals=3,men=1,reds=1,greens=0");
}

static void test_a_small_board_with_two_reds(void **state) {
  (void)state;
  check_engine_on_board("board=rose,rings=2,petals=3,men=1,reds=2,greens=0");
}

static void test_a_small_board_with_a_green(void **state) {
  (void)state;
  check_engine_on_board("board=rose,rings=2,petals=3,men=1,reds=0,greens=1");
}

static void test_a_small_board_with_two_pieces_each(void **state) {
  (void)state;
  check_engine_on_board("board=rose,rings=2,petals=3,men=2,reds=0,greens=0");
}

/* The same on the chain, where one switch of circle does not lead everywhere. */

static void test_a_small_chain_with_a_red(void **state) {
  (void)state;
  check_engine_on_board("rings=2,petals=3,men=1,reds=1,greens=0");
}

static void test_a_small_chain_with_a_green(void **state) {
  (void)state;
  check_engine_on_board("rings=2,petals=3,men=1,reds=0,greens=1");
}

/* The whole engine. */

static asc_move choose_move(const test_game *t, const char *name, uint64_t seed) {
  asc_player *player;
  asc_move move;
  asc_error error;
  const asc_search_task task = {.position = &t->position};
  if (asc_player_open(&player, t->rules, name, NULL, &error) < 0) fail_msg("%s: %s", name, error.reason);
  assert_int_equal(asc_player_choose(player, &task, seed, &move, NULL), ASC_OK);
  asc_player_close(player);
  return move;
}

/* The engine wins also as Black, who attacks second, because the random player does not use that advantage. */
static void test_the_engine_beats_the_random_player_with_both_colours(void **state) {
  (void)state;
  enum { PLIES = 400 };
  for (int engine = 1; engine <= 2; engine++) {
    test_game t = game_open("board=rose,petals=6");
    for (int ply = 0; ply < PLIES && asc_position_count(t.rules, &t.position) > 0; ply++) {
      bool is_engine_turn = asc_position_turn(t.rules, &t.position) == engine;
      asc_position_play(t.rules, &t.position, choose_move(&t, is_engine_turn ? "10,nodes=500" : "0", (uint64_t)ply));
    }
    assert_over(&t, engine == 1 ? 2 : 0, engine == 2 ? 2 : 0);
    game_close(&t);
  }
}

/* Black places the last piece, and White can capture it on every hole. */
static void test_a_forced_win_is_proved(void **state) {
  (void)state;
  test_game t = game_from_drawing("board=rose,rings=3,petals=4,men=2,reds=1,greens=1",
                                  "a .. .. .. w.\n"
                                  "b .. r. .. ..\n"
                                  "c .g .. .. w.\n",
                                  "b:first:0:1:0");
  asc_search *search;
  asc_search_report report;
  const asc_search_task task = {.position = &t.position, .depth = 4};
  assert_int_equal(asc_search_open(&search, t.rules, NULL), ASC_OK);
  assert_int_equal(asc_search_run(search, &task, &report), ASC_OK);
  assert_int_equal(report.lines[0].certainty, ASC_EXACT);
  assert_int_equal(report.lines[0].score, 0);
  asc_search_close(search);
  game_close(&t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_a_small_board_with_a_red),
      cmocka_unit_test(test_a_small_board_with_two_reds),
      cmocka_unit_test(test_a_small_board_with_a_green),
      cmocka_unit_test(test_a_small_board_with_two_pieces_each),
      cmocka_unit_test(test_a_small_chain_with_a_red),
      cmocka_unit_test(test_a_small_chain_with_a_green),
      cmocka_unit_test(test_the_engine_beats_the_random_player_with_both_colours),
      cmocka_unit_test(test_a_forced_win_is_proved),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
