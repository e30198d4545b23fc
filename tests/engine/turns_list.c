/* Lists of whole turns, turns that a weak level overlooks, and the greedy player. */
#include "turns.h"

#include "engine/players/baseline.h"
#include "engine/turns/turn_list.h"

typedef struct turn_ends {
  int count;
  uint64_t hashes[1 << 16];
} turn_ends;

static void turn_ends_find(const asc_rules *rules, const asc_position *position, int player, turn_ends *found) {
  asc_move moves[ASC_MOVES_MAX];
  int count = asc_position_moves(rules, position, moves);
  for (int i = 0; i < count; i++) {
    asc_position next = *position;
    asc_outcome outcome;
    asc_position_play(rules, &next, moves[i]);
    if (!asc_position_outcome(rules, &next, &outcome) && asc_position_turn(rules, &next) == player) {
      turn_ends_find(rules, &next, player, found);
    } else {
      assert_true(found->count < 1 << 16);
      found->hashes[found->count++] = rules->game->hash(rules, &next);
    }
  }
}

static int hash_compare(const void *a, const void *b) {
  uint64_t left = *(const uint64_t *)a, right = *(const uint64_t *)b;
  return (left > right) - (left < right);
}

static void turn_ends_sort_unique(turn_ends *found) {
  int unique_count = 0;
  qsort(found->hashes, (size_t)found->count, sizeof found->hashes[0], hash_compare);
  for (int i = 0; i < found->count; i++)
    if (i == 0 || found->hashes[i] != found->hashes[unique_count - 1]) found->hashes[unique_count++] = found->hashes[i];
  found->count = unique_count;
}

static void fill_list(asc_turn_list *list, const asc_rules *rules, const asc_position *position) {
  asc_move moves[ASC_MOVES_MAX];
  asc_turn_list_fill(list, position, moves, asc_position_moves(rules, position, moves));
}

/* The moves of every turn lead to its end. */
static void assert_moves_lead_to_ends(const asc_turn_list *list, const asc_position *position) {
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
  static turn_ends plain_ends, listed_ends;
  asc_rules *rules = open_delfino("");
  asc_turn_list list;
  asc_random random;
  int compared = 0, merged = 0;
  asc_random_seed(&random, 3);
  assert_true(asc_turn_list_open(&list, rules, ASC_TURN_LIST_MAX));
  for (int k = 0; k < 200; k++) {
    asc_position position = random_position(rules, 3 + (int)asc_random_below(&random, 200), &random);
    int player = asc_position_turn(rules, &position);
    if (player == ASC_CHANCE) continue;
    plain_ends.count = listed_ends.count = 0;
    turn_ends_find(rules, &position, player, &plain_ends);
    merged += plain_ends.count;
    turn_ends_sort_unique(&plain_ends);
    fill_list(&list, rules, &position);
    assert_true(list.is_complete);
    for (int i = 0; i < list.end_count; i++) listed_ends.hashes[listed_ends.count++] = list.entries[list.ends[i]].hash;
    turn_ends_sort_unique(&listed_ends);
    assert_int_equal(listed_ends.count, list.end_count);
    merged -= list.end_count;
    assert_int_equal(plain_ends.count, listed_ends.count);
    assert_memory_equal(plain_ends.hashes, listed_ends.hashes,
                        (size_t)listed_ends.count * sizeof listed_ends.hashes[0]);
    assert_moves_lead_to_ends(&list, &position);
    compared++;
  }
  assert_true(compared > 50);
  assert_true(merged > 1000);
  asc_turn_list_close(&list);
  asc_rules_close(rules);
}

static int32_t hash_heuristic(void *data, const void *position, int player) {
  (void)player;
  const asc_rules *rules = data;
  return (int32_t)(rules->game->hash(rules, position) >> 40);
}

static void test_pruning_keeps_the_most_promising_turns(void **state) {
  (void)state;
  asc_rules *rules = open_delfino("");
  asc_position position = read_position(rules, crowded_position);
  asc_turn_list list;
  assert_true(asc_turn_list_open(&list, rules, ASC_TURN_LIST_MAX));
  fill_list(&list, rules, &position);
  int all_count = list.end_count, kept_count = 0, pruned_count = 0;
  assert_true(list.is_complete);
  list.heuristic = (asc_turn_heuristic){hash_heuristic, rules};
  list.prune_above = 50;
  list.prune_to = 7;
  fill_list(&list, rules, &position);
  assert_false(list.is_complete);
  assert_true(list.end_count < all_count);
  int32_t min_kept = INT32_MAX, max_pruned = INT32_MIN;
  for (int i = 1; i < list.count; i++) {
    if (list.entries[i].parent != 0) continue;
    int32_t value = hash_heuristic(rules, asc_turn_list_position(&list, i), 1);
    kept_count += list.entries[i].state == ASC_TURN_UNFINISHED;
    pruned_count += list.entries[i].state == ASC_TURN_PRUNED;
    if (list.entries[i].state == ASC_TURN_UNFINISHED && value < min_kept) min_kept = value;
    if (list.entries[i].state == ASC_TURN_PRUNED && value > max_pruned) max_pruned = value;
  }
  assert_int_equal(kept_count, 7);
  assert_true(pruned_count > 43);
  assert_true(min_kept >= max_pruned);
  asc_turn_list_close(&list);
  asc_rules_close(rules);
}

static void test_a_small_list_is_incomplete_but_valid(void **state) {
  (void)state;
  asc_rules *rules = open_delfino("");
  asc_position position = read_position(rules, crowded_position);
  for (int capacity = 2; capacity < 40; capacity++) {
    asc_turn_list list;
    assert_true(asc_turn_list_open(&list, rules, capacity));
    fill_list(&list, rules, &position);
    assert_false(list.is_complete);
    assert_true(list.count <= capacity);
    assert_true(list.end_count >= 1);
    assert_moves_lead_to_ends(&list, &position);
    asc_turn_list_close(&list);
  }
  asc_rules_close(rules);
}

static void test_a_winning_turn_is_the_only_one_listed(void **state) {
  (void)state;
  asc_rules *rules = open_delfino("");
  asc_search *search = open_search(rules);
  asc_position position = read_position(rules, winning_position);
  asc_turn_list list;
  assert_true(asc_turn_list_open(&list, rules, ASC_TURN_LIST_MAX));
  fill_list(&list, rules, &position);
  assert_int_equal(list.end_count, 1);
  assert_int_equal(list.entries[list.ends[0]].state, ASC_TURN_GAME_OVER);
  asc_line line = best_line(search, &position, 3);
  assert_int_equal(line.certainty, ASC_EXACT);
  assert_int_equal(line.score, 10000);
  assert_int_equal(line.chances[0], 10000);
  for (int i = 0; i < line.length; i++) asc_position_play(rules, &position, line.moves[i]);
  asc_outcome outcome;
  assert_true(asc_position_outcome(rules, &position, &outcome));
  assert_int_equal(outcome.rank[0], 1);
  asc_turn_list_close(&list);
  asc_search_close(search);
  asc_rules_close(rules);
}

static void test_blindness_overlooks_the_given_share_of_turns(void **state) {
  (void)state;
  asc_rules *rules = open_delfino("");
  asc_position position = read_position(rules, crowded_position);
  asc_turn_list list;
  assert_true(asc_turn_list_open(&list, rules, ASC_TURN_LIST_MAX));
  fill_list(&list, rules, &position);
  int all_count = list.end_count, seen_counts[2];
  uint64_t hash_sums[2];
  for (int k = 0; k < 2; k++) {
    list.blindness = (asc_search_blindness){.seed = 1 + (uint32_t)k, .overlook_permille = 300};
    fill_list(&list, rules, &position);
    seen_counts[k] = list.end_count;
    hash_sums[k] = 0;
    for (int i = 0; i < list.end_count; i++) hash_sums[k] = asc_hash_add(hash_sums[k], list.entries[list.ends[i]].hash);
    assert_false(list.is_complete);
    assert_in_range(seen_counts[k] * 1000 / all_count, 650, 750);
  }
  assert_true(hash_sums[0] != hash_sums[1]);
  list.blindness.overlook_permille = 1000;
  fill_list(&list, rules, &position);
  assert_int_equal(list.end_count, 1);
  asc_turn_list_close(&list);
  asc_rules_close(rules);
}

/* The greedy player. */

static void test_greedy_maximises_the_points_of_a_whole_turn(void **state) {
  (void)state;
  asc_rules *rules = open_rules(&heaps_game, "");
  asc_position start;
  asc_position_start(rules, &start);
  /* From the top, the heaps hold 2 0 5, 1 8 2 and 4 3 3. */
  asc_position position = start;
  asc_position_play(rules, &position, HEAPS_ROLL + 1);
  assert_int_equal(asc_baseline_greedy.move(rules, &position, 1), 2);
  position = start;
  asc_position_play(rules, &position, HEAPS_ROLL + 2);
  assert_int_equal(asc_baseline_greedy.move(rules, &position, 1), 1);
  asc_position_play(rules, &position, 1);
  assert_int_equal(asc_baseline_greedy.move(rules, &position, 1), 1);
  asc_rules_close(rules);
}

static void test_greedy_chooses_randomly_among_equal_moves(void **state) {
  (void)state;
  asc_rules *rules = open_delfino("");
  asc_position start;
  asc_position_start(rules, &start);
  int choice_counts[4] = {0};
  asc_move moves[ASC_MOVES_MAX];
  assert_int_equal(asc_position_moves(rules, &start, moves), 4);
  for (uint64_t seed = 0; seed < 400; seed++) {
    asc_move move = asc_baseline_greedy.move(rules, &start, seed);
    assert_int_equal(move, asc_baseline_greedy.move(rules, &start, seed));
    for (int i = 0; i < 4; i++) choice_counts[i] += moves[i] == move;
  }
  for (int i = 0; i < 4; i++) assert_in_range(choice_counts[i], 60, 140);
  asc_position position = read_position(rules, winning_position);
  for (int plies = 0; asc_position_moves(rules, &position, moves) > 0; plies++) {
    assert_true(plies < 2);
    asc_position_play(rules, &position, asc_baseline_greedy.move(rules, &position, 1));
  }
  asc_rules_close(rules);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_merging_loses_no_end_of_a_turn),
      cmocka_unit_test(test_pruning_keeps_the_most_promising_turns),
      cmocka_unit_test(test_a_small_list_is_incomplete_but_valid),
      cmocka_unit_test(test_a_winning_turn_is_the_only_one_listed),
      cmocka_unit_test(test_blindness_overlooks_the_given_share_of_turns),
      cmocka_unit_test(test_greedy_maximises_the_points_of_a_whole_turn),
      cmocka_unit_test(test_greedy_chooses_randomly_among_equal_moves),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
