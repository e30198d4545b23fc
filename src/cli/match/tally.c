#include "match.h"

enum { TWELFTHS = 12 }; /* one to four players can share a first place */

static int firsts_of(const asc_rules *rules, const asc_outcome *outcome, int seat) {
  int sharing = 0;
  for (int i = 0; i < rules->players; i++) sharing += outcome->place[i] == 1;
  return outcome->place[seat - 1] == 1 ? TWELFTHS / sharing : 0;
}

static void effort_add(match_effort *sum, const match_effort *effort) {
  sum->moves += effort->moves;
  sum->nodes += effort->nodes;
  sum->depths += effort->depths;
  sum->time += effort->time;
  sum->late += effort->late;
}

/* The halves of the game that the first side of two has won. */
static int halves_of(const match_setup *setup, const match_result *results, int number) {
  int seat = match_side_at(setup, number, 1) == 0 ? 1 : 2;
  return firsts_of(setup->rules, &results[number].outcome, seat) * 2 / TWELFTHS;
}

static void counts_add(match_tally *tally, const match_setup *setup, const match_result *results, int number) {
  stats_counts *counts = &tally->counts;
  int halves = halves_of(setup, results, number);
  counts->losses += halves == 0;
  counts->draws += halves == 1;
  counts->wins += halves == 2;
  if (number % 2 == 0 || !results[number - 1].done) return;
  counts->pairs[halves + halves_of(setup, results, number - 1)]++;
  if (setup->sprt) tally->ratio = stats_sprt(counts, setup->elo0, setup->elo1);
}

void match_tally_add(match_tally *tally, const match_setup *setup, const match_result *results, int number) {
  const match_result *result = &results[number];
  tally->games++;
  for (int seat = 1; seat <= setup->rules->players; seat++) {
    int side = match_side_at(setup, number, seat);
    tally->sides[side].firsts += firsts_of(setup->rules, &result->outcome, seat);
    tally->sides[side].points += result->outcome.points[seat - 1];
    tally->sides[side].forfeits += (result->forfeits >> (seat - 1)) & 1;
    effort_add(&tally->sides[side].effort, &result->efforts[seat - 1]);
  }
  if (setup->rules->players == 2) counts_add(tally, setup, results, number);
}

int match_tally_verdict(const match_tally *tally, const match_setup *setup) {
  if (!setup->sprt) return 0;
  return tally->ratio >= stats_sprt_bound() ? 1 : tally->ratio <= -stats_sprt_bound() ? -1 : 0;
}

stats_range match_tally_share(const match_tally *tally, const match_setup *setup, int side) {
  if (setup->rules->players > 2) {
    double games = tally->games > 0 ? tally->games : 1;
    return stats_share(tally->sides[side].firsts / (double)TWELFTHS / games, tally->games);
  }
  stats_range score = stats_score(&tally->counts);
  return side == 0 ? score : (stats_range){1 - score.value, 1 - score.high, 1 - score.low};
}
