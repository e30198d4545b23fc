/* The results of a match and their statistics: score, Elo, and the sequential probability ratio test (SPRT).

   Scores are from 0 to 1. Games come in pairs from the same opening with the sides swapped. The variance is computed
   from the pairs, whose scores are 0, 1/4, 1/2, 3/4 and 1: an opening that always wins for the same seat says nothing
   about strength. Floating point is used only for printing and for the end of a test. */
#ifndef ASC_MATCH_STATS_H
#define ASC_MATCH_STATS_H

#include <ascona/play.h>

#include "setup.h"

/* The sum of the effort of a player over their moves. */
typedef struct match_effort {
  uint64_t moves, nodes, depth_sum;
  int64_t time_us;
  uint64_t late_moves; /* moves that exceeded the time by more than the margin */
} match_effort;

/* The result of a game, by seat. */
typedef struct match_result {
  bool is_done;
  uint8_t forfeit_seats;    /* bit seat - 1: the seat forfeited */
  int plies, opening_plies; /* including die rolls */
  asc_end end;
  asc_outcome outcome;
  match_effort efforts[ASC_PLAYERS_MAX];
  char *forfeit_reason; /* sentences for the user; NULL: no forfeit. Owned by the result */
} match_result;

enum { MATCH_STATS_PAIR_SCORES = 5 };

typedef struct match_stats_counts {
  int wins, draws, losses;
  int pairs[MATCH_STATS_PAIR_SCORES]; /* complete pairs, by their score in quarters */
} match_stats_counts;

/* A value and its 95% confidence interval. */
typedef struct match_stats_interval {
  double value, low, high;
} match_stats_interval;

/* Returns the score with Wilson's interval. The number of games is scaled so that independent games would vary as much
   as the pairs did. Without games the interval is 0 … 1. */
match_stats_interval match_stats_score(const match_stats_counts *counts);
/* Returns Wilson's interval for a share of `trials`; 0 … 1 without trials. */
match_stats_interval match_stats_wilson(double share, double trials);

/* Return the Elo difference of a score, infinite for 0 and 1; and the score of an Elo difference. */
double match_stats_elo(double score);
double match_stats_elo_score(double elo);

/* The SPRT of elo0 against elo1. Returns the log-likelihood ratio of the pairs: positive if they fit elo1 better. The
   test is decided when it leaves -match_stats_sprt_bound … match_stats_sprt_bound; both error rates are 5%. */
double match_stats_sprt(const match_stats_counts *counts, double elo0, double elo1);
double match_stats_sprt_bound(void);

/* The results so far, by side. */
typedef struct match_tally {
  int games;
  match_stats_counts counts; /* with two players, from the view of side A */
  struct {
    int firsts; /* first ranks in twelfths: a shared first rank is divided */
    int64_t points;
    int forfeits;
    match_effort effort;
  } sides[ASC_PLAYERS_MAX];
  double log_likelihood_ratio; /* of the SPRT */
} match_tally;

/* Adds result `number`. Add results in ascending order: the one before is read too, because both may be a pair. */
void match_tally_add(match_tally *tally, const match_setup *setup, const match_result *results, int number);
/* Returns -1 if the SPRT accepts elo0, 1 if it accepts elo1, 0 if it is undecided or there is no test. */
int match_tally_sprt_result(const match_tally *tally, const match_setup *setup);
/* Returns the score of a side with two players, else its share of first ranks. */
match_stats_interval match_tally_share(const match_tally *tally, const match_setup *setup, int side);

#endif
