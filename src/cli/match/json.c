/* A match for programs: an object a game, and one for all. */
#include "match.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>

static int object_print(json_t *object) {
  if (object == NULL) return cli_fail(ASC_E_MEMORY, "match", "out of memory");
  json_dumpf(object, stdout, JSON_COMPACT | JSON_REAL_PRECISION(6));
  putchar('\n');
  fflush(stdout);
  json_decref(object);
  return CLI_OK;
}

/* null where there is no such number. */
static json_t *real(double number) { return isfinite(number) ? json_real(number) : json_null(); }

static json_t *points(int64_t half_points) {
  return half_points % 2 == 0 ? json_integer(half_points / 2) : json_real((double)half_points / 2);
}

static json_t *interval(const stats_range *range) { return json_pack("[o, o]", real(range->low), real(range->high)); }

static json_t *seat(const match_setup *setup, int number, const match_result *result, int index) {
  const match_effort *effort = &result->efforts[index];
  char side[] = {(char)('A' + match_side_at(setup, number, index + 1)), '\0'};
  return json_pack("{s:s, s:i, s:o, s:I, s:I, s:I, s:I, s:f, s:b}", "side", side, "place", result->outcome.place[index],
                   "points", points(result->outcome.points[index]), "moves", (json_int_t)effort->moves, "nodes",
                   (json_int_t)effort->nodes, "depths", (json_int_t)effort->depths, "late", (json_int_t)effort->late,
                   "seconds", (double)effort->time / 1e6, "forfeit", (result->forfeits >> index) & 1);
}

int match_json_game(const match_setup *setup, int number, const match_result *result) {
  json_t *seats = json_array();
  for (int i = 0; i < setup->rules->players; i++) json_array_append_new(seats, seat(setup, number, result, i));
  return object_print(json_pack(
      "{s:i, s:i, s:i, s:s, s:s, s:i, s:o, s:s?}", "number", number + 1, "opening", number / setup->rules->players + 1,
      "opening_plies", result->opening_plies, "result", asc_outcome_word(setup->rules, true, &result->outcome), "end",
      asc_end_word(result->end), "plies", result->plies, "seats", seats, "fault", result->fault));
}

static json_t *side(const match_tally *tally, const match_setup *setup, int index) {
  const match_effort *effort = &tally->sides[index].effort;
  double games = tally->games > 0 ? tally->games : 1, moves = effort->moves > 0 ? (double)effort->moves : 1;
  stats_range share = match_tally_share(tally, setup, index);
  return json_pack("{s:s, s:f, s:o, s:f, s:f, s:f, s:f, s:f, s:I, s:I, s:i}", "player", setup->sides[index].text,
                   "first", share.value, "first_95", interval(&share), "first_expected", 1.0 / setup->rules->players,
                   "points_per_game", (double)tally->sides[index].points / 2 / games, "depth_per_move",
                   (double)effort->depths / moves, "nodes_per_move", (double)effort->nodes / moves, "seconds_per_move",
                   (double)effort->time / 1e6 / moves, "moves", (json_int_t)effort->moves, "late",
                   (json_int_t)effort->late, "forfeits", tally->sides[index].forfeits);
}

static json_t *sprt(const match_tally *tally, const match_setup *setup) {
  static const char *const verdicts[] = {"elo0", "undecided", "elo1"};
  return json_pack("{s:f, s:f, s:f, s:f, s:s}", "elo0", setup->elo0, "elo1", setup->elo1, "ratio", tally->ratio,
                   "bound", stats_sprt_bound(), "accepted", verdicts[match_tally_verdict(tally, setup) + 1]);
}

/* What only two players have. */
static void pair_add(json_t *object, const match_tally *tally, const match_setup *setup) {
  const stats_counts *counts = &tally->counts;
  stats_range score = match_tally_share(tally, setup, 0);
  stats_range elo = {stats_elo(score.value), stats_elo(score.low), stats_elo(score.high)};
  json_t *pairs = json_array();
  for (int i = 0; i < STATS_PAIR_SCORES; i++) json_array_append_new(pairs, json_integer(counts->pairs[i]));
  json_object_set_new(object, "wins", json_integer(counts->wins));
  json_object_set_new(object, "draws", json_integer(counts->draws));
  json_object_set_new(object, "losses", json_integer(counts->losses));
  json_object_set_new(object, "pairs", pairs);
  json_object_set_new(object, "score", real(score.value));
  json_object_set_new(object, "score_95", interval(&score));
  json_object_set_new(object, "elo", real(elo.value));
  json_object_set_new(object, "elo_95", interval(&elo));
  if (setup->sprt) json_object_set_new(object, "sprt", sprt(tally, setup));
}

int match_json_summary(const match_tally *tally, const match_setup *setup) {
  json_t *sides = json_array();
  for (int i = 0; i < setup->rules->players; i++) json_array_append_new(sides, side(tally, setup, i));
  json_t *object = json_pack("{s:s, s:s, s:i, s:i}", "match", setup->identity, "game", setup->rules->spec, "games",
                             tally->games, "games_asked", setup->games);
  if (object != NULL && setup->rules->players == 2) pair_add(object, tally, setup);
  if (object != NULL) json_object_set(object, "sides", sides);
  json_decref(sides);
  return object_print(object);
}
