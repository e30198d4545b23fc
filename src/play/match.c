/* The score of a match of several games. */
#include <ascona/play.h>

void asc_match_start(asc_match *match, int players, int games) {
  *match = (asc_match){.players = players, .games = games};
}

int asc_match_side(const asc_match *match, int seat) { return (match->played + seat - 1) % match->players; }

void asc_match_add(asc_match *match, const asc_outcome *outcome) {
  int winner = -1, sharing = 0;
  for (int seat = 1; seat <= match->players; seat++) {
    int side = asc_match_side(match, seat);
    match->points[side] += outcome->points[seat - 1];
    if (outcome->rank[seat - 1] != 1) continue;
    winner = side;
    sharing++;
  }
  if (sharing == 1)
    match->wins[winner]++;
  else
    match->draws++;
  match->played++;
}

bool asc_match_is_over(const asc_match *match) { return match->played >= match->games; }
