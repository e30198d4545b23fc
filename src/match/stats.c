/* Statistics of a match: Wilson intervals, Elo, and the SPRT on pairs of games. */
#include "stats.h"

#include "core/outcome.h"

#include <math.h>

enum { TWELFTHS = 12 }; /* one to four players can share the first rank */

#define DEVIATIONS 1.959963984540054 /* standard deviations of a 95% interval of the normal distribution */
#define ERROR_RATE 0.05
/* Pairs that all have the same score seem to have no variance. At least this part of the variance of coin flips is
   assumed. */
#define MIN_VARIATION 0.25

static double pair_score(int quarters) { return quarters / 4.0; }

static int pair_count(const match_stats_counts *counts) {
  int pairs = 0;
  for (int i = 0; i < MATCH_STATS_PAIR_SCORES; i++) pairs += counts->pairs[i];
  return pairs;
}

match_stats_interval match_stats_wilson(double share, double trials) {
  if (trials <= 0) return (match_stats_interval){0.5, 0, 1};
  double z2 = DEVIATIONS * DEVIATIONS / trials;
  double middle = (share + z2 / 2) / (1 + z2);
  double half = DEVIATIONS * sqrt(share * (1 - share) / trials + z2 / trials / 4) / (1 + z2);
  /* A share of 0 or 1 is the end of its interval, in spite of rounding. */
  return (match_stats_interval){share, share <= 0 ? 0 : fmax(0, middle - half),
                                share >= 1 ? 1 : fmin(1, middle + half)};
}

/* Returns the variance of a game, divided by the variance of coin flips with this score; 1 with fewer than two
   pairs. */
static double variation(const match_stats_counts *counts, double score) {
  int pairs = pair_count(counts);
  double coin = score * (1 - score), mean = 0, variance = 0;
  if (pairs < 2 || coin <= 0) return 1;
  for (int i = 0; i < MATCH_STATS_PAIR_SCORES; i++) mean += counts->pairs[i] * pair_score(i) / pairs;
  for (int i = 0; i < MATCH_STATS_PAIR_SCORES; i++)
    variance += counts->pairs[i] * (pair_score(i) - mean) * (pair_score(i) - mean) / (pairs - 1);
  /* The score of a pair is the mean of two games, so its variance is half of theirs. */
  return fmax(MIN_VARIATION, 2 * variance / coin);
}

match_stats_interval match_stats_score(const match_stats_counts *counts) {
  double games = counts->wins + counts->draws + counts->losses;
  if (games == 0) return match_stats_wilson(0, 0);
  double score = (counts->wins + counts->draws / 2.0) / games;
  return match_stats_wilson(score, games / variation(counts, score));
}

double match_stats_elo(double score) {
  if (score <= 0) return -INFINITY;
  if (score >= 1) return INFINITY;
  return -400 * log10(1 / score - 1);
}

double match_stats_elo_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/* Computes the most likely distribution of pair scores with this mean, given the observed shares (maximum likelihood).
   It is observed[i] / (1 + t (score[i] - mean)), with t such that the mean fits. Bisection finds t between the two
   values for which a share would be infinite. */
static void fit_distribution(const double observed[MATCH_STATS_PAIR_SCORES], double mean,
                             double fitted[MATCH_STATS_PAIR_SCORES]) {
  enum { HALVINGS = 100 };
  double low = -1 / (1 - mean), high = 1 / mean;
  for (int k = 0; k < HALVINGS; k++) {
    double t = (low + high) / 2, slope = 0;
    for (int i = 0; i < MATCH_STATS_PAIR_SCORES; i++) {
      double deviation = pair_score(i) - mean;
      slope += observed[i] * deviation / (1 + t * deviation);
    }
    *(slope > 0 ? &low : &high) = t;
  }
  for (int i = 0; i < MATCH_STATS_PAIR_SCORES; i++) fitted[i] = observed[i] / (1 + low * (pair_score(i) - mean));
}

double match_stats_sprt(const match_stats_counts *counts, double elo0, double elo1) {
  const double prior = 1e-3; /* assumed number of pairs for a score that did not occur yet */
  double observed[MATCH_STATS_PAIR_SCORES], fitted0[MATCH_STATS_PAIR_SCORES], fitted1[MATCH_STATS_PAIR_SCORES],
      total = 0, ratio = 0;
  if (pair_count(counts) == 0) return 0;
  for (int i = 0; i < MATCH_STATS_PAIR_SCORES; i++) total += fmax(prior, counts->pairs[i]);
  for (int i = 0; i < MATCH_STATS_PAIR_SCORES; i++) observed[i] = fmax(prior, counts->pairs[i]) / total;
  fit_distribution(observed, match_stats_elo_score(elo0), fitted0);
  fit_distribution(observed, match_stats_elo_score(elo1), fitted1);
  for (int i = 0; i < MATCH_STATS_PAIR_SCORES; i++) ratio += total * observed[i] * log(fitted1[i] / fitted0[i]);
  return ratio;
}

double match_stats_sprt_bound(void) { return log((1 - ERROR_RATE) / ERROR_RATE); }

static void effort_add(match_effort *sum, const match_effort *effort) {
  sum->moves += effort->moves;
  sum->nodes += effort->nodes;
  sum->depth_sum += effort->depth_sum;
  sum->time_us += effort->time_us;
  sum->late_moves += effort->late_moves;
}

/* Returns the score of side A in a game of two players, in halves. */
static int score_in_halves(const match_setup *setup, const match_result *results, int number) {
  int seat = match_side_at(setup, number, 1) == 0 ? 1 : 2;
  return asc_outcome_share(setup->rules, &results[number].outcome, seat, 2);
}

static void counts_add(match_tally *tally, const match_setup *setup, const match_result *results, int number) {
  match_stats_counts *counts = &tally->counts;
  int halves = score_in_halves(setup, results, number);
  counts->losses += halves == 0;
  counts->draws += halves == 1;
  counts->wins += halves == 2;
  if (number % 2 == 0 || !results[number - 1].is_done) return;
  counts->pairs[halves + score_in_halves(setup, results, number - 1)]++;
  if (setup->has_sprt) tally->log_likelihood_ratio = match_stats_sprt(counts, setup->elo0, setup->elo1);
}

void match_tally_add(match_tally *tally, const match_setup *setup, const match_result *results, int number) {
  const match_result *result = &results[number];
  tally->games++;
  for (int seat = 1; seat <= setup->rules->players; seat++) {
    int side = match_side_at(setup, number, seat);
    tally->sides[side].firsts += asc_outcome_share(setup->rules, &result->outcome, seat, TWELFTHS);
    tally->sides[side].points += result->outcome.points[seat - 1];
    tally->sides[side].forfeits += (result->forfeit_seats >> (seat - 1)) & 1;
    effort_add(&tally->sides[side].effort, &result->efforts[seat - 1]);
  }
  if (setup->rules->players == 2) counts_add(tally, setup, results, number);
}

int match_tally_sprt_result(const match_tally *tally, const match_setup *setup) {
  if (!setup->has_sprt) return 0;
  return tally->log_likelihood_ratio >= match_stats_sprt_bound()    ? 1
         : tally->log_likelihood_ratio <= -match_stats_sprt_bound() ? -1
                                                                    : 0;
}

match_stats_interval match_tally_share(const match_tally *tally, const match_setup *setup, int side) {
  if (setup->rules->players > 2) {
    double games = tally->games > 0 ? tally->games : 1;
    return match_stats_wilson(tally->sides[side].firsts / (double)TWELFTHS / games, tally->games);
  }
  match_stats_interval score = match_stats_score(&tally->counts);
  return side == 0 ? score : (match_stats_interval){1 - score.value, 1 - score.high, 1 - score.low};
}
