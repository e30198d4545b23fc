#include "stats.h"

#include <math.h>

#define DEVIATIONS 1.959963984540054 /* 95 % of the normal distribution */
#define ERROR_RATE 0.05
/* Pairs that all score the same seem not to vary at all. This much of what coin flips vary is always taken as given. */
#define LEAST_VARIATION 0.25

static double pair_score(int quarters) { return quarters / 4.0; }

static int pair_count(const stats_counts *counts) {
  int pairs = 0;
  for (int i = 0; i < STATS_PAIR_SCORES; i++) pairs += counts->pairs[i];
  return pairs;
}

stats_range stats_share(double share, double trials) {
  if (trials <= 0) return (stats_range){0.5, 0, 1};
  double z2 = DEVIATIONS * DEVIATIONS / trials;
  double middle = (share + z2 / 2) / (1 + z2);
  double half = DEVIATIONS * sqrt(share * (1 - share) / trials + z2 / trials / 4) / (1 + z2);
  /* At the ends the interval reaches them, which rounding must not hide. */
  return (stats_range){share, share <= 0 ? 0 : fmax(0, middle - half), share >= 1 ? 1 : fmin(1, middle + half)};
}

/* How much a game varies, as a part of how much coin flips with that score would; 1 without two pairs to tell. */
static double variation(const stats_counts *counts, double score) {
  int pairs = pair_count(counts);
  double coin = score * (1 - score), mean = 0, variance = 0;
  if (pairs < 2 || coin <= 0) return 1;
  for (int i = 0; i < STATS_PAIR_SCORES; i++) mean += counts->pairs[i] * pair_score(i) / pairs;
  for (int i = 0; i < STATS_PAIR_SCORES; i++)
    variance += counts->pairs[i] * (pair_score(i) - mean) * (pair_score(i) - mean) / (pairs - 1);
  /* A pair is the mean of two games. */
  return fmax(LEAST_VARIATION, 2 * variance / coin);
}

stats_range stats_score(const stats_counts *counts) {
  double games = counts->wins + counts->draws + counts->losses;
  if (games == 0) return stats_share(0, 0);
  double score = (counts->wins + counts->draws / 2.0) / games;
  return stats_share(score, games / variation(counts, score));
}

double stats_elo(double score) {
  if (score <= 0) return -INFINITY;
  if (score >= 1) return INFINITY;
  return -400 * log10(1 / score - 1);
}

double stats_elo_score(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

/* The likeliest shares of the pair scores, given what was seen, among those with this mean: p[i] / (1 + t (s[i] -
   mean)) for the one t that makes it so, which lies between the two where a share would be infinite. */
static void shares_fit(const double seen[STATS_PAIR_SCORES], double mean, double fitted[STATS_PAIR_SCORES]) {
  enum { HALVINGS = 100 };
  double low = -1 / (1 - mean), high = 1 / mean;
  for (int k = 0; k < HALVINGS; k++) {
    double t = (low + high) / 2, slope = 0;
    for (int i = 0; i < STATS_PAIR_SCORES; i++) {
      double off = pair_score(i) - mean;
      slope += seen[i] * off / (1 + t * off);
    }
    *(slope > 0 ? &low : &high) = t;
  }
  for (int i = 0; i < STATS_PAIR_SCORES; i++) fitted[i] = seen[i] / (1 + low * (pair_score(i) - mean));
}

double stats_sprt(const stats_counts *counts, double elo0, double elo1) {
  const double hardly = 1e-3; /* pairs of a score not seen yet: it can still come */
  double seen[STATS_PAIR_SCORES], under0[STATS_PAIR_SCORES], under1[STATS_PAIR_SCORES], total = 0, ratio = 0;
  if (pair_count(counts) == 0) return 0;
  for (int i = 0; i < STATS_PAIR_SCORES; i++) total += fmax(hardly, counts->pairs[i]);
  for (int i = 0; i < STATS_PAIR_SCORES; i++) seen[i] = fmax(hardly, counts->pairs[i]) / total;
  shares_fit(seen, stats_elo_score(elo0), under0);
  shares_fit(seen, stats_elo_score(elo1), under1);
  for (int i = 0; i < STATS_PAIR_SCORES; i++) ratio += total * seen[i] * log(under1[i] / under0[i]);
  return ratio;
}

double stats_sprt_bound(void) { return log((1 - ERROR_RATE) / ERROR_RATE); }
