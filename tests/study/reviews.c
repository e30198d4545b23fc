/* Reviews never contradict a proof, and their parts add up. The games are random or played by a weak player. They are
   Delta from any position, endings of other games that can be proved, and early plies of games that cannot.
   ASCONA_REVIEWS sets the number of games; each has its own seed. */
#include "study/review.h"
#include "study/score.h"

#include <ascona/ascona.h>

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

/* The kind of a game: after how many random plies it starts (`start_ply` plus up to
   `start_spread`), and how many plies are reviewed. */
typedef struct game_kind {
  const char *spec;
  int start_ply, start_spread, plies;
  bool is_provable;
} game_kind;

static const game_kind kinds[] = {{"delta", 0, 8, 99, true},         {"neo-delta", 10, 6, 99, true},
                                  {"delta", 8, 6, 99, true},         {"kulami", 40, 8, 99, true},
                                  {"circle-delta", 4, 8, 12, false}, {"delfino:players=2", 2, 30, 16, false}};
enum { KINDS = sizeof kinds / sizeof *kinds, DEFAULT_GAMES = 50, NODES = 300, TRUTH_NODES = 400000, HASH = 1 << 20 };

typedef struct reviewed_game {
  const game_kind *kind;
  asc_rules *rules;
  asc_record *record;
  asc_record_summary summary;
  asc_review *review;
  asc_search *search;
  asc_review_bounds *truth; /* proven bounds of each position for the player to move, also after the last ply */
} reviewed_game;

static void play_moves(asc_play *play, asc_player *player, int count, asc_random *random) {
  for (int i = 0; i < count && asc_play_end(play) == ASC_END_NONE; i++) {
    const void *position = asc_play_position(play);
    asc_move move = asc_random_move(asc_play_rules(play), position, random);
    asc_search_task task = {.position = position};
    task.key_count = asc_play_repetition_keys(play, &task.keys);
    bool chance = asc_position_turn(asc_play_rules(play), position) == ASC_CHANCE;
    if (player != NULL && !chance)
      assert_int_equal(asc_player_choose(player, &task, asc_random_below(random, 1000), &move, NULL), ASC_OK);
    assert_int_equal(asc_play_move(play, move, NULL), ASC_OK);
  }
}

/* Makes a game. Every second game of a kind is played by a weak player, the others at random. */
static void game_generate(reviewed_game *game, uint64_t seed) {
  asc_random random;
  asc_play *start, *play;
  asc_player *player = NULL;
  game->kind = &kinds[seed % KINDS];
  asc_random_seed(&random, seed);
  assert_int_equal(asc_rules_open(&game->rules, game->kind->spec, NULL), ASC_OK);
  if (seed / KINDS % 2 == 1) assert_int_equal(asc_player_open(&player, game->rules, "2", NULL, NULL), ASC_OK);
  do { /* a random start may already be a finished game */
    assert_int_equal(asc_play_open(&start, game->rules, NULL), ASC_OK);
    play_moves(start, NULL, game->kind->start_ply + (int)asc_random_below(&random, (uint32_t)game->kind->start_spread),
               &random);
    assert_int_equal(asc_play_open(&play, game->rules, asc_play_position(start)), ASC_OK);
    asc_play_close(start);
    play_moves(play, player, game->kind->plies, &random);
    if (asc_play_ply_count(play) > 0) break;
    asc_play_close(play);
  } while (true);
  assert_int_equal(asc_record_from_play(&game->record, play), ASC_OK);
  assert_int_equal(asc_record_check(game->record, game->rules, &game->summary, NULL), ASC_OK);
  asc_play_close(play);
  if (player != NULL) asc_player_close(player);
}

/* Returns the bounds that a proof finds for a position, or its result if the game is over. */
static asc_review_bounds prove_bounds(const asc_rules *rules, asc_search *search, const void *position) {
  asc_outcome outcome;
  asc_solution solution;
  if (asc_position_outcome(rules, position, &outcome)) {
    int32_t score = asc_score_from_outcome(rules, &outcome, asc_position_turn(rules, position));
    return (asc_review_bounds){score, score};
  }
  asc_search_task task = {.position = position, .nodes = TRUTH_NODES};
  assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
  return (asc_review_bounds){solution.lower, solution.upper};
}

static void game_open(reviewed_game *game, uint64_t seed) {
  asc_error error = {0};
  *game = (reviewed_game){0};
  game_generate(game, seed);
  if (asc_review_open(&game->review, game->record, &game->summary, &error) < 0) fail_msg("%s", error.reason);
  asc_review *review = game->review;
  asc_search_options options = {.hash_bytes = HASH};
  asc_oracle book = asc_book_oracle(review->rules);
  assert_int_equal(asc_search_open(&game->search, review->rules, &options), ASC_OK);
  asc_search_set_oracle(game->search, &book);
  /* Few nodes leave bounds and estimates; more nodes give proofs. */
  int code =
      asc_review_run(review, game->search, &(asc_search_limits){.nodes = (uint64_t)NODES << seed / KINDS % 4}, NULL);
  assert_int_equal(code, ASC_OK);
  int count = asc_play_event_count(review->play) + 1;
  game->truth = calloc((size_t)count, sizeof *game->truth);
  assert_non_null(game->truth);
  for (int i = 0; i < count; i++)
    game->truth[i] = game->kind->is_provable
                         ? prove_bounds(review->rules, game->search, asc_play_position_before(review->play, i))
                         : asc_review_bounds_none(review->rules);
}

static void game_close(reviewed_game *game) {
  asc_review_close(game->review);
  asc_record_close(game->record);
  asc_search_close(game->search);
  asc_rules_close(game->rules);
  free(game->truth);
}

/* Fails and prints the game, so that it can be reviewed with the program. */
static void fail_with_game(const reviewed_game *game, int ply, const char *condition) {
  char *text;
  size_t length;
  assert_int_equal(asc_record_write(game->record, ASC_RECORD_TEXT, &text, &length), ASC_OK);
  fail_msg("ply %d of %d, %s: %s\n%s", ply + 1, game->review->ply_count, game->kind->spec, condition, text);
}
#define REQUIRE(game, ply, condition) ((condition) ? (void)0 : fail_with_game(game, ply, #condition))

static bool bounds_overlap(asc_review_bounds one, asc_review_bounds other) {
  return one.lower <= other.upper && other.lower <= one.upper;
}

/* Returns the proven bounds after a ply, for the player who made it. */
static asc_review_bounds proved_bounds_after(const reviewed_game *game, const asc_review_ply *ply) {
  const asc_rules *rules = game->review->rules;
  const void *after = asc_play_position_before(game->review->play, ply->event_index + 1);
  asc_review_bounds truth = game->truth[ply->event_index + 1];
  return asc_position_turn(rules, after) == ply->player ? truth : asc_review_bounds_for_opponent(rules, truth);
}

/* Checks that a score is where its certainty says. */
static void check_value(const reviewed_game *game, int index, const asc_review_value *value) {
  const asc_line *line = &value->line;
  asc_review_bounds claimed = asc_review_bounds_from_score(game->review->rules, line->certainty, line->score);
  REQUIRE(game, index, value->bounds.lower <= line->score && line->score <= value->bounds.upper);
  REQUIRE(game, index, claimed.lower <= value->bounds.lower && value->bounds.upper <= claimed.upper);
}

static void check_choice(const reviewed_game *game, int index) {
  const asc_review_ply *ply = &game->review->plies[index];
  asc_review_bounds best = game->truth[ply->event_index], played = proved_bounds_after(game, ply);
  check_value(game, index, &ply->best);
  check_value(game, index, &ply->played);
  REQUIRE(game, index, ply->is_evaluated && ply->loss >= 0);
  REQUIRE(game, index, bounds_overlap(ply->best.bounds, best));
  /* The last ply may end the game by repetition: a draw that no proof knows. */
  if (index + 1 < game->review->ply_count) REQUIRE(game, index, bounds_overlap(ply->played.bounds, played));
  REQUIRE(game, index, ply->played.line.score <= ply->best.line.score);
  REQUIRE(game, index, ply->loss <= ply->best.bounds.upper - ply->played.bounds.lower || ply->choice_count == 1);
  bool is_loss_proved = ply->best.bounds.lower > ply->played.bounds.upper;
  REQUIRE(game, index, !is_loss_proved || ply->best.line.moves[0] != ply->move);
  REQUIRE(game, index, ply->played.line.length > 0 && ply->played.line.moves[0] == ply->move);
}

/* Checks that bounds after a ply are the bounds before the next one. */
static void check_continuity(const reviewed_game *game, int index) {
  const asc_review *review = game->review;
  const asc_review_ply *ply = &review->plies[index], *next = ply + 1;
  if (index + 1 == review->ply_count || ply->is_roll || next->is_roll) return;
  asc_review_bounds next_bounds = next->best.bounds;
  if (ply->player != next->player) next_bounds = asc_review_bounds_for_opponent(review->rules, next_bounds);
  REQUIRE(game, index, next_bounds.lower == ply->played.bounds.lower && next_bounds.upper == ply->played.bounds.upper);
  if (ply->player == next->player) REQUIRE(game, index, ply->played.line.score == next->best.line.score);
}

static int sign(int32_t score) { return (score > 0) - (score < 0); }

/* Returns the grade of a turn if both values are known exactly. */
static asc_review_grade true_grade(const asc_review *review, int32_t best, int32_t played) {
  asc_review_grade grade = best > played ? ASC_REVIEW_GRADE_GOOD : ASC_REVIEW_GRADE_BEST;
  for (int i = ASC_REVIEW_GRADE_INACCURACY; i < ASC_REVIEW_GRADE_COUNT; i++)
    if (best - played >= review->thresholds[i]) grade = (asc_review_grade)i;
  int steps = review->rules->game->score == ASC_SCORE_CHANCE ? 0 : sign(best) - sign(played);
  asc_review_grade min_grade = steps <= 0   ? ASC_REVIEW_GRADE_BEST
                               : steps == 1 ? ASC_REVIEW_GRADE_MISTAKE
                                            : ASC_REVIEW_GRADE_BLUNDER;
  return min_grade > grade ? min_grade : grade;
}

static void check_turn(const reviewed_game *game, const asc_review_turn *turn) {
  const asc_review *review = game->review;
  int last = turn->first_ply + turn->ply_count - 1;
  const asc_review_ply *first = &review->plies[turn->first_ply];
  asc_review_bounds best = game->truth[first->event_index], played = proved_bounds_after(game, &review->plies[last]);
  int32_t sum = 0;
  for (int i = turn->first_ply; i <= last; i++) sum += review->plies[i].loss;
  REQUIRE(game, last, turn->loss == sum);
  REQUIRE(game, last, turn->loss <= first->best.line.score - review->plies[last].played.line.score);
  if (turn->grade == ASC_REVIEW_GRADE_FORCED || last + 1 == review->ply_count) return;
  if (best.lower < best.upper || played.lower < played.upper) return;
  asc_review_grade grade = true_grade(review, best.lower, played.lower);
  if (turn->loss_certainty == ASC_REVIEW_LOSS_EXACT)
    REQUIRE(game, last, turn->loss == best.lower - played.lower && turn->grade == grade);
  /* If the best is only bounded from above, or the played value only from below, the loss is at most what is proven. */
  bool best_is_upper_bound = first->best.line.certainty == ASC_UPPER;
  bool played_is_lower_bound = review->plies[last].played.line.certainty == ASC_LOWER;
  if (turn->loss_certainty == ASC_REVIEW_LOSS_AT_LEAST || best_is_upper_bound || played_is_lower_bound)
    REQUIRE(game, last, turn->loss <= best.lower - played.lower && (turn->grade <= grade || turn->loss == 0));
}

static void check_totals(const reviewed_game *game) {
  const asc_review *review = game->review;
  asc_review_player sums[ASC_PLAYERS_MAX] = {0};
  for (int i = 0; i < review->turn_count; i++) {
    const asc_review_turn *turn = &review->turns[i];
    if (turn->is_roll) continue;
    check_turn(game, turn);
    sums[turn->player - 1].loss += turn->loss;
    sums[turn->player - 1].turn_count++;
    sums[turn->player - 1].grade_counts[turn->grade]++;
  }
  for (int i = 0; i < review->rules->players; i++) {
    REQUIRE(game, 0, sums[i].loss == review->players[i].loss && sums[i].turn_count == review->players[i].turn_count);
    REQUIRE(game, 0, memcmp(sums[i].grade_counts, review->players[i].grade_counts, sizeof sums[i].grade_counts) == 0);
  }
}

/* Checks that a second review that reads the result of every ply comes to the same grades. */
static void check_text_round_trip(const reviewed_game *game) {
  asc_review *copy;
  char text[ASC_REVIEW_PLY_TEXT_MAX];
  assert_int_equal(asc_review_open(&copy, game->record, &game->summary, NULL), ASC_OK);
  for (int i = 0; i < copy->ply_count; i++) {
    assert_true(asc_review_ply_write(game->review, i, text, sizeof text) >= 0);
    assert_int_equal(asc_review_ply_read(copy, text), ASC_OK);
  }
  asc_review_combine(copy);
  for (int i = 0; i < copy->ply_count; i++) {
    const asc_review_ply *original = &game->review->plies[i], *copied = &copy->plies[i];
    REQUIRE(game, i, original->loss == copied->loss && original->loss_certainty == copied->loss_certainty);
    REQUIRE(game, i, original->played.line.score == copied->played.line.score);
  }
  for (int i = 0; i < copy->turn_count; i++) REQUIRE(game, i, copy->turns[i].grade == game->review->turns[i].grade);
  asc_review_close(copy);
}

static void test_no_review_contradicts_a_proof(void **state) {
  (void)state;
  const char *count_text = getenv("ASCONA_REVIEWS");
  uint64_t games = count_text != NULL ? strtoull(count_text, NULL, 10) : DEFAULT_GAMES;
  for (uint64_t seed = 0; seed < games; seed++) {
    reviewed_game game;
    game_open(&game, seed);
    for (int i = 0; i < game.review->ply_count; i++) {
      if (!game.review->plies[i].is_roll) check_choice(&game, i);
      check_continuity(&game, i);
    }
    check_totals(&game);
    check_text_round_trip(&game);
    game_close(&game);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_no_review_contradicts_a_proof)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
