/* What the games of a match came to, and what that says: score, Elo, and the sequential test.

   Scores are from 0 to 1. Games come in pairs from the same opening with colours swapped, so how much results vary is
   taken from pairs, whose scores are 0, 1/4, 1/2, 3/4 and 1 of what there was to win: an opening that wins itself says
   nothing about who is stronger. Floating point decides nothing here but what is printed and when a test ends. */
#ifndef ASC_MATCH_STATS_H
#define ASC_MATCH_STATS_H

#include <ascona/play.h>

#include "setup.h"

/* What a player has put into his moves. */
typedef struct asc_match_effort {
  uint64_t moves, nodes, depths; /* depths: the sum over the moves */
  int64_t time;
  uint64_t late; /* moves that overstepped the time by more than the margin */
} asc_match_effort;

/* By seat, as outcomes are. */
typedef struct asc_match_result {
  bool done;
  uint8_t forfeits;         /* bit seat - 1: that seat was taken out of the game */
  int plies, opening_plies; /* rolls included */
  asc_end end;
  asc_outcome outcome;
  asc_match_effort efforts[ASC_PLAYERS_MAX];
  char *fault; /* who forfeited and why, for a person; NULL: nobody */
} asc_match_result;

enum { ASC_STATS_PAIR_SCORES = 5 };

typedef struct asc_stats_counts {
  int wins, draws, losses;
  int pairs[ASC_STATS_PAIR_SCORES]; /* complete pairs by their score in quarters */
} asc_stats_counts;

/* A number and the interval that holds the true one with 95 %. */
typedef struct asc_stats_range {
  double value, low, high;
} asc_stats_range;

/* The share of what there was to win: Wilson's interval, for as many games as would vary as the pairs did. Without a
   game all is possible. */
asc_stats_range asc_stats_score(const asc_stats_counts *counts);
/* Wilson's interval for a share of `trials`. */
asc_stats_range asc_stats_share(double share, double trials);

/* The difference in Elo that a score means; infinite for 0 and 1. */
double asc_stats_elo(double score);
double asc_stats_elo_score(double elo);

/* The test of ELO0 against ELO1: the logarithm of how much likelier the pairs are under ELO1. It is decided when that
   leaves -asc_stats_sprt_bound … asc_stats_sprt_bound, and then wrong in at most one of twenty cases. */
double asc_stats_sprt(const asc_stats_counts *counts, double elo0, double elo1);
double asc_stats_sprt_bound(void);

/* By side. Games are counted in ascending order. */
typedef struct asc_match_tally {
  int games;
  asc_stats_counts counts; /* of two players, for the first side */
  struct {
    int firsts; /* twelfths of a first place */
    int64_t points;
    int forfeits;
    asc_match_effort effort;
  } sides[ASC_PLAYERS_MAX];
  double ratio; /* of the sequential test */
} asc_match_tally;

/* Of the other results, the one before may be looked at: the two may be a pair. */
void asc_match_tally_add(asc_match_tally *tally, const asc_match_setup *setup, const asc_match_result *results,
                         int number);
/* -1: the test accepts ELO0, 1: it accepts ELO1, 0: neither, or there is no test. */
int asc_match_tally_verdict(const asc_match_tally *tally, const asc_match_setup *setup);
/* The share of first places of a side. */
asc_stats_range asc_match_tally_share(const asc_match_tally *tally, const asc_match_setup *setup, int side);

#endif
