/* Lists of whole turns, what is overlooked in them, and the player who is greedy for points. */
#include "turns.h"

#include "engine/players/yardstick.h"
#include "engine/turns/list.h"

typedef struct ends {
  int count;
  uint64_t hashes[1 << 16];
} ends;

static void ends_find(const asc_rules *rules, const asc_position *position, int player, ends *found) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_position next = *position;
    asc_outcome outcome;
    asc_position_play(rules, &next, moves[i]);
    if (!asc_position_outcome(rules, &next, &outcome) && asc_position_turn(rules, &next) == player) {
      ends_find(rules, &next, player, found);
    } else {
      assert_true(found->count < 1 << 16);
      found->hashes[found->count++] = rules->game->hash(rules, &next);
    }
  }
}

static int ascending(const void *a, const void *b) {
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return (left > right) - (left < right);
}

static void ends_sort(ends *found) {
  int kept = 0;
  qsort(found->hashes, (size_t)found->count, sizeof found->hashes[0], ascending);
  for (int i = 0; i < found->count; i++)
    if (i == 0 || found->hashes[i] != found->hashes[kept - 1]) found->hashes[kept++] = found->hashes[i];
  found->count = kept;
}

static void list_of(asc_turn_list *list, const asc_rules *rules, const asc_position *position) {
  asc_move moves[ASC_MOVES_MAX];
  asc_turn_list_fill(list, position, moves, asc_position_moves(rules, position, moves));
}

/* The moves of every turn lead to its end. */
static void expect_ways(const asc_turn_list *list, const asc_position *position) {
  for (int i = 0; i < list->end_count; i++) {
    asc_move moves[ASC_LINE_MAX];
    asc_position end = *position;
    int count = asc_turn_list_moves(list, list->ends[i], moves, ASC_LINE_MAX);
    for (int k = 0; k < count; k++) asc_position_play(list->rules, &end, moves[k]);
    assert_memory_equal(&end, asc_turn_list_position(list, list->ends[i]), list->rules->position_size);
  }
}

static void test_merging_loses_no_end_of_a_turn(void **state) {
  (void)state;
  static ends plainly, listed;
  asc_rules *rules = delfino_of("");
  asc_turn_list list;
  asc_random random;
  int compared = 0, merged = 0;
  asc_random_seed(&random, 3);
  assert_true(asc_turn_list_open(&list, rules, TURN_ROOM_MOST));
  for (int k = 0; k < 200; k++) {
    asc_position position = position_after(rules, 3 + (int)asc_random_below(&random, 200), &random);
    int player = asc_position_turn(rules, &position);
    if (player == ASC_CHANCE) continue;
    plainly.count = listed.count = 0;
    ends_find(rules, &position, player, &plainly);
    merged += plainly.count;
    ends_sort(&plainly);
    list_of(&list, rules, &position);
    assert_true(list.complete);
    for (int i = 0; i < list.end_count; i++) listed.hashes[listed.count++] = list.entries[list.ends[i]].hash;
    ends_sort(&listed);
    assert_int_equal(listed.count, list.end_count);
    merged -= list.end_count;
    assert_int_equal(plainly.count, listed.count);
    assert_memory_equal(plainly.hashes, listed.hashes, (size_t)listed.count * sizeof listed.hashes[0]);
    expect_ways(&list, &position);
    compared++;
  }
  assert_true(compared > 50);
  assert_true(merged > 1000);
  asc_turn_list_close(&list);
  asc_rules_close(rules);
}

static int32_t promise_by_hash(void *data, const void *position, int player) {
  (void)player;
  const asc_rules *rules = data;
  return (int32_t)(rules->game->hash(rules, position) >> 40);
}

static void test_of_a_crowd_the_most_promising_are_followed(void **state) {
  (void)state;
  asc_rules *rules = delfino_of("");
  asc_position position = position_read(rules, crowded);
  asc_turn_list list;
  assert_true(asc_turn_list_open(&list, rules, TURN_ROOM_MOST));
  list_of(&list, rules, &position);
  int all = list.end_count, open = 0, dropped = 0;
  assert_true(list.complete);
  list.promise = (asc_turn_promise){promise_by_hash, rules};
  list.crowd = 50;
  list.few = 7;
  list_of(&list, rules, &position);
  assert_false(list.complete);
  assert_true(list.end_count < all);
  int32_t least = INT32_MAX, most = INT32_MIN;
  for (int i = 1; i < list.count; i++) {
    if (list.entries[i].before != 0) continue;
    int32_t promise = promise_by_hash(rules, asc_turn_list_position(&list, i), 1);
    open += list.entries[i].state == TURN_OPEN;
    dropped += list.entries[i].state == TURN_DROPPED;
    if (list.entries[i].state == TURN_OPEN && promise < least) least = promise;
    if (list.entries[i].state == TURN_DROPPED && promise > most) most = promise;
  }
  assert_int_equal(open, 7);
  assert_true(dropped > 43);
  assert_true(least >= most);
  asc_turn_list_close(&list);
  asc_rules_close(rules);
}

static void test_a_small_list_forgets_but_stays_sound(void **state) {
  (void)state;
  asc_rules *rules = delfino_of("");
  asc_position position = position_read(rules, crowded);
  for (int room = 2; room < 40; room++) {
    asc_turn_list list;
    assert_true(asc_turn_list_open(&list, rules, room));
    list_of(&list, rules, &position);
    assert_false(list.complete);
    assert_true(list.count <= room);
    assert_true(list.end_count >= 1);
    expect_ways(&list, &position);
    asc_turn_list_close(&list);
  }
  asc_rules_close(rules);
}

static void test_a_turn_that_wins_is_the_only_one(void **state) {
  (void)state;
  asc_rules *rules = delfino_of("");
  asc_search *search = search_of(rules);
  asc_position position = position_read(rules, winning);
  asc_turn_list list;
  assert_true(asc_turn_list_open(&list, rules, TURN_ROOM_MOST));
  list_of(&list, rules, &position);
  assert_int_equal(list.end_count, 1);
  assert_int_equal(list.entries[list.ends[0]].state, TURN_OVER);
  asc_line line = line_at(search, &position, 3);
  assert_int_equal(line.certainty, ASC_EXACT);
  assert_int_equal(line.score, 10000);
  assert_int_equal(line.chances[0], 10000);
  for (int i = 0; i < line.length; i++) asc_position_play(rules, &position, line.moves[i]);
  asc_outcome outcome;
  assert_true(asc_position_outcome(rules, &position, &outcome));
  assert_int_equal(outcome.place[0], 1);
  asc_turn_list_close(&list);
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_as_many_turns_are_overlooked_as_said(void **state) {
  (void)state;
  asc_rules *rules = delfino_of("");
  asc_position position = position_read(rules, crowded);
  asc_turn_list list;
  assert_true(asc_turn_list_open(&list, rules, TURN_ROOM_MOST));
  list_of(&list, rules, &position);
  int all = list.end_count, seen[2];
  uint64_t first[2];
  for (int k = 0; k < 2; k++) {
    list.sight = (asc_sight){.seed = 1 + (uint32_t)k, .blind = 300};
    list_of(&list, rules, &position);
    seen[k] = list.end_count;
    first[k] = 0;
    for (int i = 0; i < list.end_count; i++) first[k] = asc_hash_add(first[k], list.entries[list.ends[i]].hash);
    assert_false(list.complete);
    assert_in_range(seen[k] * 1000 / all, 650, 750);
  }
  assert_true(first[0] != first[1]);
  list.sight.blind = 1000;
  list_of(&list, rules, &position);
  assert_int_equal(list.end_count, 1);
  asc_turn_list_close(&list);
  asc_rules_close(rules);
}

/* The greedy player. */

static void test_greedy_takes_the_most_points_of_a_whole_turn(void **state) {
  (void)state;
  asc_rules *rules = rules_of(&heaps_game, "");
  asc_position start;
  asc_position_start(rules, &start);
  /* From the top the heaps hold 2 0 5, 1 8 2 and 4 3 3. */
  asc_position position = start;
  asc_position_play(rules, &position, HEAPS_ROLL + 1);
  assert_int_equal(asc_greedy.move(rules, &position, 1), 2);
  position = start;
  asc_position_play(rules, &position, HEAPS_ROLL + 2);
  assert_int_equal(asc_greedy.move(rules, &position, 1), 1);
  asc_position_play(rules, &position, 1);
  assert_int_equal(asc_greedy.move(rules, &position, 1), 1);
  asc_rules_close(rules);
}

static void test_greedy_draws_among_equals(void **state) {
  (void)state;
  asc_rules *rules = delfino_of("");
  asc_position start;
  asc_position_start(rules, &start);
  int drawn[4] = {0};
  asc_move moves[ASC_MOVES_MAX];
  assert_int_equal(asc_position_moves(rules, &start, moves), 4);
  for (uint64_t seed = 0; seed < 400; seed++) {
    asc_move move = asc_greedy.move(rules, &start, seed);
    assert_int_equal(move, asc_greedy.move(rules, &start, seed));
    for (int i = 0; i < 4; i++) drawn[i] += moves[i] == move;
  }
  for (int i = 0; i < 4; i++) assert_in_range(drawn[i], 60, 140);
  asc_position position = position_read(rules, winning);
  for (int plies = 0; asc_position_moves(rules, &position, moves) > 0; plies++) {
    assert_true(plies < 2);
    asc_position_play(rules, &position, asc_greedy.move(rules, &position, 1));
  }
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_merging_loses_no_end_of_a_turn),
      cmocka_unit_test(test_of_a_crowd_the_most_promising_are_followed),
      cmocka_unit_test(test_a_small_list_forgets_but_stays_sound),
      cmocka_unit_test(test_a_turn_that_wins_is_the_only_one),
      cmocka_unit_test(test_as_many_turns_are_overlooked_as_said),
      cmocka_unit_test(test_greedy_takes_the_most_points_of_a_whole_turn),
      cmocka_unit_test(test_greedy_draws_among_equals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
