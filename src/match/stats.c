#include "stats.h"

#include "core/outcome.h"

#include <math.h>

enum { TWELFTHS = 12 }; /* one to four players can share a first place */

#define DEVIATIONS 1.959963984540054 /* 95 % of the normal distribution */
#define ERROR_RATE 0.05
/* Pairs that all score the same seem not to vary at all. This much of what coin flips vary is always taken as given. */
#define LEAST_VARIATION 0.25

static double pair_score(int quarters) { return quarters / 4.0; }

static int pair_count(const asc_stats_counts *counts) {
  int pairs = 0;
  for (int i = 0; i < ASC_STATS_PAIR_SCORES; i++) pairs += counts->pairs[i];
  return pairs;
}

asc_stats_range asc_stats_share(double share, double trials) {
  if (trials <= 0) return (asc_stats_range){0.5, 0, 1};
  double z2 = DEVIATIONS * DEVIATIONS / trials;
  double middle = (share + z2 / 2) / (1 + z2);
  double half = DEVIATIONS * sqrt(share * (1 - share) / trials + z2 / trials / 4) / (1 + z2);
  /* At the ends the interval reaches them, which rounding must not hide. */
  return (asc_stats_range){share, share <= 0 ? 0 : fmax(0, middle - half), share >= 1 ? 1 : fmin(1, middle + half)};
}

/* How much a game varies, as a part of how much coin flips with that score would; 1 without two pairs to tell. */
static double variation(const asc_stats_counts *counts, double score) {
  int pairs = pair_count(counts);
  double coin = score * (1 - score), mean = 0, variance = 0;
  if (pairs < 2 || coin <= 0) return 1;
  for (int i = 0; i < ASC_STATS_PAIR_SCORES; i++) mean += counts->pairs[i] * pair_score(i) / pairs;
  for (int i = 0; i < ASC_STATS_PAIR_SCORES; i++)
    variance += counts->pairs[i] * (pair_score(i) - mean) * (pair_score(i) - mean) / (pairs - 1);
  /* A pair is the mean of two games. */
  return fmax(LEAST_VARIATION, 2 * variance / coin);
}

asc_stats_range asc_stats_score(const asc_stats_counts *counts) {
  double games = counts->wins + counts->draws + counts->losses;
  if (games == 0) return asc_stats_share(0, 0);
  double score = (counts->wins + counts->draws / 2.0) / games;
  return asc_stats_share(score, games / variation(counts, score));
}

double asc_stats_elo(double score) {
  if (score <= 0) return -INFINITY;
  if (score >= 1) return INFINITY;
  return -400 * log10(1 / score - 1);
}

double asc_stats_elo_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/* The likeliest shares of the pair scores, given what was seen, among those with this mean: p[i] / (1 + t (s[i] -
   mean)) for the one t that makes it so, which lies between the two where a share would be infinite. */
static void shares_fit(const double seen[ASC_STATS_PAIR_SCORES], double mean, double fitted[ASC_STATS_PAIR_SCORES]) {
  enum { HALVINGS = 100 };
  double low = -1 / (1 - mean), high = 1 / mean;
  for (int k = 0; k < HALVINGS; k++) {
    double t = (low + high) / 2, slope = 0;
    for (int i = 0; i < ASC_STATS_PAIR_SCORES; i++) {
      double off = pair_score(i) - mean;
      slope += seen[i] * off / (1 + t * off);
    }
    *(slope > 0 ? &low : &high) = t;
  }
  for (int i = 0; i < ASC_STATS_PAIR_SCORES; i++) fitted[i] = seen[i] / (1 + low * (pair_score(i) - mean));
}

double asc_stats_sprt(const asc_stats_counts *counts, double elo0, double elo1) {
  const double hardly = 1e-3; /* pairs of a score not seen yet: it can still come */
  double seen[ASC_STATS_PAIR_SCORES], under0[ASC_STATS_PAIR_SCORES], under1[ASC_STATS_PAIR_SCORES], total = 0,
                                                                                                    ratio = 0;
  if (pair_count(counts) == 0) return 0;
  for (int i = 0; i < ASC_STATS_PAIR_SCORES; i++) total += fmax(hardly, counts->pairs[i]);
  for (int i = 0; i < ASC_STATS_PAIR_SCORES; i++) seen[i] = fmax(hardly, counts->pairs[i]) / total;
  shares_fit(seen, asc_stats_elo_score(elo0), under0);
  shares_fit(seen, asc_stats_elo_score(elo1), under1);
  for (int i = 0; i < ASC_STATS_PAIR_SCORES; i++) ratio += total * seen[i] * log(under1[i] / under0[i]);
  return ratio;
}

double asc_stats_sprt_bound(void) { return log((1 - ERROR_RATE) / ERROR_RATE); }

static void effort_add(asc_match_effort *sum, const asc_match_effort *effort) {
  sum->moves += effort->moves;
  sum->nodes += effort->nodes;
  sum->depths += effort->depths;
  sum->time += effort->time;
  sum->late += effort->late;
}

/* The halves of the game that the first side of two has won. */
static int halves_of(const asc_match_setup *setup, const asc_match_result *results, int number) {
  int seat = asc_match_side_at(setup, number, 1) == 0 ? 1 : 2;
  return asc_outcome_share(setup->rules, &results[number].outcome, seat, 2);
}

static void counts_add(asc_match_tally *tally, const asc_match_setup *setup, const asc_match_result *results,
                       int number) {
  asc_stats_counts *counts = &tally->counts;
  int halves = halves_of(setup, results, number);
  counts->losses += halves == 0;
  counts->draws += halves == 1;
  counts->wins += halves == 2;
  if (number % 2 == 0 || !results[number - 1].done) return;
  counts->pairs[halves + halves_of(setup, results, number - 1)]++;
  if (setup->sprt) tally->ratio = asc_stats_sprt(counts, setup->elo0, setup->elo1);
}

void asc_match_tally_add(asc_match_tally *tally, const asc_match_setup *setup, const asc_match_result *results,
                         int number) {
  const asc_match_result *result = &results[number];
  tally->games++;
  for (int seat = 1; seat <= setup->rules->players; seat++) {
    int side = asc_match_side_at(setup, number, seat);
    tally->sides[side].firsts += asc_outcome_share(setup->rules, &result->outcome, seat, TWELFTHS);
    tally->sides[side].points += result->outcome.points[seat - 1];
    tally->sides[side].forfeits += (result->forfeits >> (seat - 1)) & 1;
    effort_add(&tally->sides[side].effort, &result->efforts[seat - 1]);
  }
  if (setup->rules->players == 2) counts_add(tally, setup, results, number);
}

int asc_match_tally_verdict(const asc_match_tally *tally, const asc_match_setup *setup) {
  if (!setup->sprt) return 0;
  return tally->ratio >= asc_stats_sprt_bound() ? 1 : tally->ratio <= -asc_stats_sprt_bound() ? -1 : 0;
}

asc_stats_range asc_match_tally_share(const asc_match_tally *tally, const asc_match_setup *setup, int side) {
  if (setup->rules->players > 2) {
    double games = tally->games > 0 ? tally->games : 1;
    return asc_stats_share(tally->sides[side].firsts / (double)TWELFTHS / games, tally->games);
  }
  asc_stats_range score = asc_stats_score(&tally->counts);
  return side == 0 ? score : (asc_stats_range){1 - score.value, 1 - score.high, 1 - score.low};
}
