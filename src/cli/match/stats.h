/* What the results of a match between two say: score, Elo, and the sequential test.

   Scores are from 0 to 1. Games come in pairs from the same opening with colours swapped, so how much results vary is
   taken from pairs, whose scores are 0, 1/4, 1/2, 3/4 and 1 of what there was to win: an opening that wins itself says
   nothing about who is stronger. Floating point decides nothing here but what is printed and when a test ends. */
#ifndef ASC_CLI_MATCH_STATS_H
#define ASC_CLI_MATCH_STATS_H

enum { STATS_PAIR_SCORES = 5 };

typedef struct stats_counts {
  int wins, draws, losses;
  int pairs[STATS_PAIR_SCORES]; /* complete pairs by their score in quarters */
} stats_counts;

/* A number and the interval that holds the true one with 95 %. */
typedef struct stats_range {
  double value, low, high;
} stats_range;

/* The share of what there was to win: Wilson's interval, for as many games as would vary as the pairs did. Without a
   game all is possible. */
stats_range stats_score(const stats_counts *counts);
/* Wilson's interval for a share of `trials`. */
stats_range stats_share(double share, double trials);

/* The difference in Elo that a score means; infinite for 0 and 1. */
double stats_elo(double score);
double stats_elo_score(double elo);

/* The test of ELO0 against ELO1: the logarithm of how much likelier the pairs are under ELO1. It is decided when that
   leaves -stats_sprt_bound … stats_sprt_bound, and then wrong in at most one of twenty cases. */
double stats_sprt(const stats_counts *counts, double elo0, double elo1);
double stats_sprt_bound(void);

#endif
