/* No review contradicts a proof, and its parts add up: random and played games, Delta from anywhere, endings of the
   other games that can be proved, and the first plies of those that cannot. ASCONA_REVIEWS says how many games, of
   which seed by seed another one is made. */
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

/* Where a game starts, at random within some plies, and how many of it are reviewed. */
typedef struct game_kind {
  const char *spec;
  int from, spread, plies;
  bool solved;
} game_kind;

static const game_kind kinds[] = {{"delta", 0, 8, 99, true},         {"neo-delta", 10, 6, 99, true},
                                  {"delta", 8, 6, 99, true},         {"kulami", 40, 8, 99, true},
                                  {"circle-delta", 4, 8, 12, false}, {"delfino:players=2", 2, 30, 16, false}};
enum { KINDS = sizeof kinds / sizeof *kinds, USUAL = 50, NODES = 300, TRUTH_NODES = 400000, HASH = 1 << 20 };

typedef struct game_made {
  const game_kind *kind;
  asc_rules *rules;
  asc_record *record;
  asc_summary summary;
  asc_review review;
  asc_search *search;
  asc_review_bounds *truth; /* of each position, for the player to move; of the last one too */
} game_made;

static bool never_stopped(void *data) {
  (void)data;
  return false;
}
static void not_told(void *data) { (void)data; }
static const asc_watch watch = {not_told, never_stopped, NULL};

static void moves_play(asc_play *play, asc_player *player, int count, asc_random *random) {
  for (int i = 0; i < count && asc_play_end(play) == ASC_END_NONE; i++) {
    const void *position = asc_play_position(play);
    asc_move move = asc_random_move(asc_play_rules(play), position, random);
    asc_task task = {.position = position};
    task.key_count = asc_play_keys(play, &task.keys);
    bool chance = asc_position_turn(asc_play_rules(play), position) == ASC_CHANCE;
    if (player != NULL && !chance)
      assert_int_equal(asc_player_choose(player, &task, asc_random_below(random, 1000), &move, NULL), ASC_OK);
    assert_int_equal(asc_play_move(play, move, NULL), ASC_OK);
  }
}

/* Every other game of a kind is played by a player who sees little, the others at random. */
static void game_make(game_made *game, uint64_t seed) {
  asc_random random;
  asc_play *start, *play;
  asc_player *player = NULL;
  game->kind = &kinds[seed % KINDS];
  asc_random_seed(&random, seed);
  assert_int_equal(asc_rules_open(&game->rules, game->kind->spec, NULL), ASC_OK);
  if (seed / KINDS % 2 == 1) assert_int_equal(asc_player_open(&player, game->rules, "2", NULL, NULL), ASC_OK);
  do { /* a start at random may end a game too soon */
    assert_int_equal(asc_play_open(&start, game->rules, NULL), ASC_OK);
    moves_play(start, NULL, game->kind->from + (int)asc_random_below(&random, (uint32_t)game->kind->spread), &random);
    assert_int_equal(asc_play_open(&play, game->rules, asc_play_position(start)), ASC_OK);
    asc_play_close(start);
    moves_play(play, player, game->kind->plies, &random);
    if (asc_play_plies(play) > 0) break;
    asc_play_close(play);
  } while (true);
  assert_int_equal(asc_record_from_play(&game->record, play), ASC_OK);
  assert_int_equal(asc_record_check(game->record, game->rules, &game->summary, NULL), ASC_OK);
  asc_play_close(play);
  if (player != NULL) asc_player_close(player);
}

/* What `solve` proves of a position; the result where the game is over. */
static asc_review_bounds truth_of(const asc_rules *rules, asc_search *search, const void *position) {
  asc_outcome outcome;
  asc_solution solution;
  if (asc_position_outcome(rules, position, &outcome)) {
    int32_t score = asc_score_of(rules, &outcome, asc_position_turn(rules, position));
    return (asc_review_bounds){score, score};
  }
  asc_task task = {.position = position, .nodes = TRUTH_NODES};
  assert_int_equal(asc_search_solve(search, &task, &solution, NULL, NULL), ASC_OK);
  return (asc_review_bounds){solution.least, solution.most};
}

static void game_open(game_made *game, uint64_t seed) {
  asc_error error = {0};
  *game = (game_made){0};
  game_make(game, seed);
  if (asc_review_open(&game->review, game->record, &game->summary, &error) < 0) fail_msg("%s", error.reason);
  asc_review *review = &game->review;
  asc_search_options options = {.hash = HASH};
  asc_oracle book = asc_book(review->rules);
  assert_int_equal(asc_search_open(&game->search, review->rules, &options), ASC_OK);
  asc_search_consult(game->search, &book);
  /* Few nodes leave bounds and guesses, more of them proofs. */
  int code =
      asc_review_judge(review, game->search, &(asc_limits){.nodes = (uint64_t)NODES << seed / KINDS % 4}, &watch);
  assert_int_equal(code, ASC_OK);
  int count = asc_play_events(review->play) + 1;
  game->truth = calloc((size_t)count, sizeof *game->truth);
  assert_non_null(game->truth);
  for (int i = 0; i < count; i++)
    game->truth[i] = game->kind->solved ? truth_of(review->rules, game->search, asc_play_before(review->play, i))
                                        : asc_review_bounds_none(review->rules);
}

static void game_close(game_made *game) {
  asc_review_close(&game->review);
  asc_record_close(game->record);
  asc_search_close(game->search);
  asc_rules_close(game->rules);
  free(game->truth);
}

/* The game, to be looked at with the program. */
static void complain(const game_made *game, int ply, const char *what) {
  char *text;
  size_t length;
  assert_int_equal(asc_record_write(game->record, ASC_RECORD_TEXT, &text, &length), ASC_OK);
  fail_msg("ply %d of %d, %s: %s\n%s", ply + 1, game->review.ply_count, game->kind->spec, what, text);
}
#define HOLDS(game, ply, claim) ((claim) ? (void)0 : complain(game, ply, #claim))

static bool meet(asc_review_bounds one, asc_review_bounds other) {
  return one.least <= other.most && other.least <= one.most;
}

/* After a ply, for the player who made it. */
static asc_review_bounds truth_after(const game_made *game, const asc_review_ply *ply) {
  const asc_rules *rules = game->review.rules;
  const void *after = asc_play_before(game->review.play, ply->event + 1);
  asc_review_bounds truth = game->truth[ply->event + 1];
  return asc_position_turn(rules, after) == ply->player ? truth : asc_review_bounds_turned(rules, truth);
}

/* A score lies where its certainty says. */
static void value_check(const game_made *game, int index, const asc_review_value *value) {
  const asc_line *line = &value->line;
  asc_review_bounds said = asc_review_bounds_of(game->review.rules, line->certainty, line->score);
  HOLDS(game, index, value->proved.least <= line->score && line->score <= value->proved.most);
  HOLDS(game, index, said.least <= value->proved.least && value->proved.most <= said.most);
}

static void choice_check(const game_made *game, int index) {
  const asc_review_ply *ply = &game->review.plies[index];
  asc_review_bounds best = game->truth[ply->event], played = truth_after(game, ply);
  value_check(game, index, &ply->best);
  value_check(game, index, &ply->played);
  HOLDS(game, index, ply->judged && ply->loss >= 0);
  HOLDS(game, index, meet(ply->best.proved, best));
  /* What ends the game by repetition is a draw that no proof knows of. */
  if (index + 1 < game->review.ply_count) HOLDS(game, index, meet(ply->played.proved, played));
  HOLDS(game, index, ply->played.line.score <= ply->best.line.score);
  HOLDS(game, index, ply->loss <= ply->best.proved.most - ply->played.proved.least || ply->choices == 1);
  bool proved = ply->best.proved.least > ply->played.proved.most;
  HOLDS(game, index, !proved || ply->best.line.moves[0] != ply->move);
  HOLDS(game, index, ply->played.line.length > 0 && ply->played.line.moves[0] == ply->move);
}

/* Knowledge about a ply is knowledge about the next one. */
static void chain_check(const game_made *game, int index) {
  const asc_review *review = &game->review;
  const asc_review_ply *ply = &review->plies[index], *next = ply + 1;
  if (index + 1 == review->ply_count || ply->roll || next->roll) return;
  asc_review_bounds later = next->best.proved;
  if (ply->player != next->player) later = asc_review_bounds_turned(review->rules, later);
  HOLDS(game, index, later.least == ply->played.proved.least && later.most == ply->played.proved.most);
  if (ply->player == next->player) HOLDS(game, index, ply->played.line.score == next->best.line.score);
}

static int sign(int32_t score) { return (score > 0) - (score < 0); }

/* The grade of a turn of which everything is known. */
static asc_grade true_grade(const asc_review *review, int32_t best, int32_t played) {
  asc_grade grade = best > played ? ASC_GRADE_GOOD : ASC_GRADE_BEST;
  for (int i = ASC_GRADE_INACCURACY; i < ASC_GRADE_COUNT; i++)
    if (best - played >= review->thresholds[i]) grade = (asc_grade)i;
  int steps = review->rules->game->score == ASC_SCORE_CHANCE ? 0 : sign(best) - sign(played);
  asc_grade least = steps <= 0 ? ASC_GRADE_BEST : steps == 1 ? ASC_GRADE_MISTAKE : ASC_GRADE_BLUNDER;
  return least > grade ? least : grade;
}

static void turn_check(const game_made *game, const asc_review_turn *turn) {
  const asc_review *review = &game->review;
  int last = turn->first + turn->count - 1;
  const asc_review_ply *first = &review->plies[turn->first];
  asc_review_bounds best = game->truth[first->event], played = truth_after(game, &review->plies[last]);
  int32_t sum = 0;
  for (int i = turn->first; i <= last; i++) sum += review->plies[i].loss;
  HOLDS(game, last, turn->loss == sum);
  HOLDS(game, last, turn->loss <= first->best.line.score - review->plies[last].played.line.score);
  if (turn->grade == ASC_GRADE_FORCED || last + 1 == review->ply_count) return;
  if (best.least < best.most || played.least < played.most) return;
  asc_grade grade = true_grade(review, best.least, played.least);
  if (turn->proof == ASC_LOSS_EXACT) HOLDS(game, last, turn->loss == best.least - played.least && turn->grade == grade);
  /* A best that is known only from above and a ply that is known only from below claim no more than is proved. */
  bool above = first->best.line.certainty == ASC_UPPER;
  bool below = review->plies[last].played.line.certainty == ASC_LOWER;
  if (turn->proof == ASC_LOSS_AT_LEAST || above || below)
    HOLDS(game, last, turn->loss <= best.least - played.least && (turn->grade <= grade || turn->loss == 0));
}

static void sums_check(const game_made *game) {
  const asc_review *review = &game->review;
  asc_review_player sums[ASC_PLAYERS_MAX] = {0};
  for (int i = 0; i < review->turn_count; i++) {
    const asc_review_turn *turn = &review->turns[i];
    if (turn->roll) continue;
    turn_check(game, turn);
    sums[turn->player - 1].loss += turn->loss;
    sums[turn->player - 1].turns++;
    sums[turn->player - 1].grades[turn->grade]++;
  }
  for (int i = 0; i < review->rules->players; i++) {
    HOLDS(game, 0, sums[i].loss == review->players[i].loss && sums[i].turns == review->players[i].turns);
    HOLDS(game, 0, memcmp(sums[i].grades, review->players[i].grades, sizeof sums[i].grades) == 0);
  }
}

/* Another one who is told what was found of every ply comes to the same. */
static void sharing_check(const game_made *game) {
  asc_review other;
  char text[ASC_REVIEW_FOUND_MAX];
  assert_int_equal(asc_review_open(&other, game->record, &game->summary, NULL), ASC_OK);
  for (int i = 0; i < other.ply_count; i++) {
    assert_true(asc_review_found_write(&game->review, i, text, sizeof text) >= 0);
    assert_int_equal(asc_review_found_read(&other, text), ASC_OK);
  }
  asc_review_settle(&other);
  for (int i = 0; i < other.ply_count; i++) {
    const asc_review_ply *here = &game->review.plies[i], *there = &other.plies[i];
    HOLDS(game, i, here->loss == there->loss && here->proof == there->proof);
    HOLDS(game, i, here->played.line.score == there->played.line.score);
  }
  for (int i = 0; i < other.turn_count; i++) HOLDS(game, i, other.turns[i].grade == game->review.turns[i].grade);
  asc_review_close(&other);
}

static void no_review_contradicts_a_proof(void **state) {
  (void)state;
  const char *wanted = getenv("ASCONA_REVIEWS");
  uint64_t games = wanted != NULL ? strtoull(wanted, NULL, 10) : USUAL;
  for (uint64_t seed = 0; seed < games; seed++) {
    game_made game;
    game_open(&game, seed);
    for (int i = 0; i < game.review.ply_count; i++) {
      if (!game.review.plies[i].roll) choice_check(&game, i);
      chain_check(&game, i);
    }
    sums_check(&game);
    sharing_check(&game);
    game_close(&game);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(no_review_contradicts_a_proof)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}
