/* A match as JSON: one object per game, and one for the whole match. */
#include "match.h"

#include "cli/cli.h"

static void real(asc_json *json, const char *name, double number) {
  asc_json_real(json, name, number, CLI_JSON_DIGITS);
}

static void interval(asc_json *json, const char *name, const match_stats_interval *range) {
  asc_json_open(json, name, '[');
  real(json, NULL, range->low);
  real(json, NULL, range->high);
  asc_json_close(json, ']');
}

static void seat(asc_json *json, const match_setup *setup, int number, const match_result *result, int index) {
  const match_effort *effort = &result->efforts[index];
  char side[] = {(char)('A' + match_side_at(setup, number, index + 1)), '\0'};
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "side", side);
  asc_json_number(json, "place", result->outcome.rank[index]);
  asc_json_points(json, "points", result->outcome.points[index]);
  asc_json_number(json, "moves", (int64_t)effort->moves);
  asc_json_number(json, "nodes", (int64_t)effort->nodes);
  asc_json_number(json, "depths", (int64_t)effort->depth_sum);
  asc_json_number(json, "late", (int64_t)effort->late_moves);
  real(json, "seconds", (double)effort->time_us / 1e6);
  asc_json_bool(json, "forfeit", (result->forfeit_seats >> index & 1) != 0);
  asc_json_close(json, '}');
}

void cli_match_print_game_json(const match_setup *setup, int number, const match_result *result) {
  asc_json json = cli_json_begin();
  asc_json_number(&json, "number", number + 1);
  asc_json_number(&json, "opening", number / setup->rules->players + 1);
  asc_json_number(&json, "opening_plies", result->opening_plies);
  asc_json_text(&json, "result", asc_outcome_name(setup->rules, true, &result->outcome));
  asc_json_text(&json, "end", asc_end_name(result->end));
  asc_json_number(&json, "plies", result->plies);
  asc_json_open(&json, "seats", '[');
  for (int i = 0; i < setup->rules->players; i++) seat(&json, setup, number, result, i);
  asc_json_close(&json, ']');
  asc_json_text(&json, "fault", result->forfeit_reason);
  cli_json_end(&json);
}

static void side(asc_json *json, const match_tally *tally, const match_setup *setup, int index) {
  const match_effort *effort = &tally->sides[index].effort;
  double games = tally->games > 0 ? tally->games : 1, moves = effort->moves > 0 ? (double)effort->moves : 1;
  match_stats_interval share = match_tally_share(tally, setup, index);
  asc_json_open(json, NULL, '{');
  asc_json_text(json, "player", setup->sides[index].text);
  real(json, "first", share.value);
  interval(json, "first_95", &share);
  real(json, "first_expected", 1.0 / setup->rules->players);
  real(json, "points_per_game", (double)tally->sides[index].points / 2 / games);
  real(json, "depth_per_move", (double)effort->depth_sum / moves);
  real(json, "nodes_per_move", (double)effort->nodes / moves);
  real(json, "seconds_per_move", (double)effort->time_us / 1e6 / moves);
  asc_json_number(json, "moves", (int64_t)effort->moves);
  asc_json_number(json, "late", (int64_t)effort->late_moves);
  asc_json_number(json, "forfeits", tally->sides[index].forfeits);
  asc_json_close(json, '}');
}

static void sprt(asc_json *json, const match_tally *tally, const match_setup *setup) {
  static const char *const results[] = {"elo0", "undecided", "elo1"};
  asc_json_open(json, "sprt", '{');
  real(json, "elo0", setup->elo0);
  real(json, "elo1", setup->elo1);
  real(json, "ratio", tally->log_likelihood_ratio);
  real(json, "bound", match_stats_sprt_bound());
  asc_json_text(json, "accepted", results[match_tally_sprt_result(tally, setup) + 1]);
  asc_json_close(json, '}');
}

/* Writes the statistics that only a match of two players has. */
static void pair(asc_json *json, const match_tally *tally, const match_setup *setup) {
  const match_stats_counts *counts = &tally->counts;
  match_stats_interval score = match_tally_share(tally, setup, 0);
  match_stats_interval elo = {match_stats_elo(score.value), match_stats_elo(score.low), match_stats_elo(score.high)};
  asc_json_number(json, "wins", counts->wins);
  asc_json_number(json, "draws", counts->draws);
  asc_json_number(json, "losses", counts->losses);
  asc_json_open(json, "pairs", '[');
  for (int i = 0; i < MATCH_STATS_PAIR_SCORES; i++) asc_json_number(json, NULL, counts->pairs[i]);
  asc_json_close(json, ']');
  real(json, "score", score.value);
  interval(json, "score_95", &score);
  real(json, "elo", elo.value);
  interval(json, "elo_95", &elo);
  if (setup->has_sprt) sprt(json, tally, setup);
}

void cli_match_print_summary_json(const match_tally *tally, const match_setup *setup) {
  asc_json json = cli_json_begin();
  asc_json_text(&json, "match", setup->identity);
  asc_json_text(&json, "game", setup->rules->spec);
  asc_json_number(&json, "games", tally->games);
  asc_json_number(&json, "games_asked", setup->games);
  if (setup->rules->players == 2) pair(&json, tally, setup);
  asc_json_open(&json, "sides", '[');
  for (int i = 0; i < setup->rules->players; i++) side(&json, tally, setup, i);
  asc_json_close(&json, ']');
  cli_json_end(&json);
}
