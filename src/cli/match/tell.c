/* How a match stands, for people. */
#include "match.h"

#include "core/text.h"

#include <math.h>
#include <stdio.h>

enum { ELO_TEXT = 48 };

/* "+107   95 %: +57 to +157"; at 0 and 100 % only one end says something. */
static const char *elo_write(const asc_stats_range *score, char text[ELO_TEXT]) {
  double elo = asc_stats_elo(score->value), low = asc_stats_elo(score->low), high = asc_stats_elo(score->high);
  if (isinf(low) && isinf(high))
    (void)snprintf(text, ELO_TEXT, "unknown");
  else if (isinf(low))
    (void)snprintf(text, ELO_TEXT, "below %+.0f with 95 %%", high);
  else if (isinf(high))
    (void)snprintf(text, ELO_TEXT, "above %+.0f with 95 %%", low);
  else
    (void)snprintf(text, ELO_TEXT, "%+.0f   95 %%: %+.0f to %+.0f", round(elo) + 0.0, round(low) + 0.0,
                   round(high) + 0.0); /* no -0 */
  return text;
}

static void duration_write(double seconds, asc_writer *writer) {
  long long whole = (long long)(seconds + 0.5);
  if (whole >= 3600)
    asc_writer_format(writer, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
  else
    asc_writer_format(writer, "%lld:%02lld", whole / 60, whole % 60);
}

void match_tell_progress(const asc_match_tally *tally, const asc_match_setup *setup, double seconds_left, char *text,
                         size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  const asc_stats_counts *counts = &tally->counts;
  asc_writer_format(&writer, "%d of %d games, ", tally->games, setup->games);
  duration_write(seconds_left, &writer);
  asc_writer_string(&writer, " left");
  if (setup->rules->players == 2) {
    asc_stats_range score = asc_match_tally_share(tally, setup, 0);
    asc_writer_format(&writer, "; A +%d =%d -%d, %.1f %% (%.1f to %.1f)", counts->wins, counts->draws, counts->losses,
                      100 * score.value, 100 * score.low, 100 * score.high);
  } else {
    for (int side = 0; side < setup->rules->players; side++)
      asc_writer_format(&writer, "; %c %.1f %%", 'A' + side, 100 * asc_match_tally_share(tally, setup, side).value);
  }
  if (setup->sprt) asc_writer_format(&writer, "; SPRT %.2f", tally->ratio);
  asc_writer_string(&writer, "\n");
}

static void heading_tell(const asc_match_tally *tally, const asc_match_setup *setup) {
  int openings = (tally->games + setup->rules->players - 1) / setup->rules->players;
  printf("%s: %d game%s", setup->rules->spec, tally->games, tally->games == 1 ? "" : "s");
  if (tally->games < setup->games) printf(" of %d", setup->games);
  printf(" from %d %s opening%s of %d", openings, setup->random ? "random" : "balanced", openings == 1 ? "" : "s",
         setup->opening_least);
  if (setup->opening_most > setup->opening_least) printf(" to %d", setup->opening_most);
  printf(" plies, seed %llu\n", (unsigned long long)setup->seed);
  for (int side = 0; side < setup->rules->players; side++) {
    printf("%c  ", 'A' + side);
    cli_print_clean(stdout, setup->sides[side].text);
    putchar('\n');
  }
  putchar('\n');
}

static void test_tell(const asc_match_tally *tally, const asc_match_setup *setup) {
  int verdict = asc_match_tally_verdict(tally, setup);
  printf("SPRT     %+g against %+g: %.2f of %.2f, %s", setup->elo0, setup->elo1, tally->ratio,
         tally->ratio < 0 ? -asc_stats_sprt_bound() : asc_stats_sprt_bound(),
         verdict > 0   ? "accepted"
         : verdict < 0 ? "rejected"
                       : "undecided\n");
  if (verdict != 0)
    printf(": rather %+g than %+g\n", verdict > 0 ? setup->elo1 : setup->elo0, verdict > 0 ? setup->elo0 : setup->elo1);
}

static void pair_tell(const asc_match_tally *tally, const asc_match_setup *setup) {
  const asc_stats_counts *counts = &tally->counts;
  asc_stats_range score = asc_match_tally_share(tally, setup, 0);
  char elo[ELO_TEXT];
  printf("A wins %d, draws %d, loses %d\n", counts->wins, counts->draws, counts->losses);
  if (tally->games == 0) return;
  printf("score    %.1f %%   95 %%: %.1f to %.1f\n", 100 * score.value, 100 * score.low, 100 * score.high);
  printf("Elo      %s\n", elo_write(&score, elo));
  printf("pairs    %d %d %d %d %d, with 0, 0.5, 1, 1.5 and 2 for A\n", counts->pairs[0], counts->pairs[1],
         counts->pairs[2], counts->pairs[3], counts->pairs[4]);
  if (setup->sprt) test_tell(tally, setup);
  putchar('\n');
}

static double mean(double sum, double count) { return count > 0 ? sum / count : 0; }

static void side_tell(const asc_match_tally *tally, const asc_match_setup *setup, int side) {
  const asc_match_effort *effort = &tally->sides[side].effort;
  double moves = (double)effort->moves;
  printf("%c ", 'A' + side);
  if (setup->rules->players > 2) {
    asc_stats_range share = asc_match_tally_share(tally, setup, side);
    printf("%6.1f %%  %5.1f to %5.1f %8.1f %%  ", 100 * share.value, 100 * share.low, 100 * share.high,
           100.0 / setup->rules->players);
  }
  printf("%11.2f %8.1f %12.0f %10.4f %6llu %9d\n", mean((double)tally->sides[side].points / 2, tally->games),
         mean((double)effort->depths, moves), mean((double)effort->nodes, moves),
         mean((double)effort->time / 1e6, moves), (unsigned long long)effort->late, tally->sides[side].forfeits);
}

void match_tell_summary(const asc_match_tally *tally, const asc_match_setup *setup) {
  heading_tell(tally, setup);
  if (setup->rules->players == 2) pair_tell(tally, setup);
  printf("  %s%11s %8s %12s %10s %6s %9s\n", setup->rules->players > 2 ? "   first    95 %           expected  " : "",
         "points/game", "depth", "nodes/move", "s/move", "late", "forfeits");
  for (int side = 0; side < setup->rules->players; side++) side_tell(tally, setup, side);
}
