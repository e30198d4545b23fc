/* The state of a match as text. */
#include "match.h"

#include "base/text.h"

#include <math.h>
#include <stdio.h>

enum { ELO_TEXT = 48 };

/* Writes "+107   95 %: +57 to +157". At 0 and 100 % only one end of the interval is finite. */
static const char *elo_write(const match_stats_interval *score, char text[ELO_TEXT]) {
  double elo = match_stats_elo(score->value), low = match_stats_elo(score->low), high = match_stats_elo(score->high);
  if (isinf(low) && isinf(high))
    (void)snprintf(text, ELO_TEXT, "unknown");
  else if (isinf(low))
    (void)snprintf(text, ELO_TEXT, "below %+.0f with 95 %%", high);
  else if (isinf(high))
    (void)snprintf(text, ELO_TEXT, "above %+.0f with 95 %%", low);
  else
    (void)snprintf(text, ELO_TEXT, "%+.0f   95 %%: %+.0f to %+.0f", round(elo) + 0.0, round(low) + 0.0,
                   round(high) + 0.0); /* avoids -0 */
  return text;
}

static void duration_write(double seconds, asc_writer *writer) {
  long long whole = (long long)(seconds + 0.5);
  if (whole >= 3600)
    asc_writer_format(writer, "%lld:%02lld:%02lld", whole / 3600, whole / 60 % 60, whole % 60);
  else
    asc_writer_format(writer, "%lld:%02lld", whole / 60, whole % 60);
}

void cli_match_write_progress(const match_tally *tally, const match_setup *setup, double seconds_left, char *text,
                              size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  const match_stats_counts *counts = &tally->counts;
  asc_writer_format(&writer, "%d of %d games, ", tally->games, setup->games);
  duration_write(seconds_left, &writer);
  asc_writer_string(&writer, " left");
  if (setup->rules->players == 2) {
    match_stats_interval score = match_tally_share(tally, setup, 0);
    asc_writer_format(&writer, "; A +%d =%d -%d, %.1f %% (%.1f to %.1f)", counts->wins, counts->draws, counts->losses,
                      100 * score.value, 100 * score.low, 100 * score.high);
  } else {
    for (int side = 0; side < setup->rules->players; side++)
      asc_writer_format(&writer, "; %c %.1f %%", 'A' + side, 100 * match_tally_share(tally, setup, side).value);
  }
  if (setup->has_sprt) asc_writer_format(&writer, "; SPRT %.2f", tally->log_likelihood_ratio);
  asc_writer_string(&writer, "\n");
}

static void heading_print(const match_tally *tally, const match_setup *setup) {
  int openings = (tally->games + setup->rules->players - 1) / setup->rules->players;
  printf("%s: %d game%s", setup->rules->spec, tally->games, tally->games == 1 ? "" : "s");
  if (tally->games < setup->games) printf(" of %d", setup->games);
  printf(" from %d %s opening%s of %d", openings, setup->has_random_openings ? "random" : "balanced",
         openings == 1 ? "" : "s", setup->opening_plies_min);
  if (setup->opening_plies_max > setup->opening_plies_min) printf(" to %d", setup->opening_plies_max);
  printf(" plies, seed %llu\n", (unsigned long long)setup->seed);
  for (int side = 0; side < setup->rules->players; side++) {
    printf("%c  ", 'A' + side);
    cli_print_clean(stdout, setup->sides[side].text);
    putchar('\n');
  }
  putchar('\n');
}

static void sprt_print(const match_tally *tally, const match_setup *setup) {
  int result = match_tally_sprt_result(tally, setup);
  printf("SPRT     %+g against %+g: %.2f of %.2f, %s", setup->elo0, setup->elo1, tally->log_likelihood_ratio,
         tally->log_likelihood_ratio < 0 ? -match_stats_sprt_bound() : match_stats_sprt_bound(),
         result > 0   ? "accepted"
         : result < 0 ? "rejected"
                      : "undecided\n");
  if (result != 0)
    printf(": rather %+g than %+g\n", result > 0 ? setup->elo1 : setup->elo0, result > 0 ? setup->elo0 : setup->elo1);
}

static void two_player_print(const match_tally *tally, const match_setup *setup) {
  const match_stats_counts *counts = &tally->counts;
  match_stats_interval score = match_tally_share(tally, setup, 0);
  char elo[ELO_TEXT];
  printf("A wins %d, draws %d, loses %d\n", counts->wins, counts->draws, counts->losses);
  if (tally->games == 0) return;
  printf("score    %.1f %%   95 %%: %.1f to %.1f\n", 100 * score.value, 100 * score.low, 100 * score.high);
  printf("Elo      %s\n", elo_write(&score, elo));
  printf("pairs    %d %d %d %d %d, with 0, 0.5, 1, 1.5 and 2 for A\n", counts->pairs[0], counts->pairs[1],
         counts->pairs[2], counts->pairs[3], counts->pairs[4]);
  if (setup->has_sprt) sprt_print(tally, setup);
  putchar('\n');
}

static double mean(double sum, double count) { return count > 0 ? sum / count : 0; }

static void side_print(const match_tally *tally, const match_setup *setup, int side) {
  const match_effort *effort = &tally->sides[side].effort;
  double moves = (double)effort->moves;
  printf("%c ", 'A' + side);
  if (setup->rules->players > 2) {
    match_stats_interval share = match_tally_share(tally, setup, side);
    printf("%6.1f %%  %5.1f to %5.1f %8.1f %%  ", 100 * share.value, 100 * share.low, 100 * share.high,
           100.0 / setup->rules->players);
  }
  printf("%11.2f %8.1f %12.0f %10.4f %6llu %9d\n", mean((double)tally->sides[side].points / 2, tally->games),
         mean((double)effort->depth_sum, moves), mean((double)effort->nodes, moves),
         mean((double)effort->time_us / 1e6, moves), (unsigned long long)effort->late_moves,
         tally->sides[side].forfeits);
}

void cli_match_print_summary(const match_tally *tally, const match_setup *setup) {
  heading_print(tally, setup);
  if (setup->rules->players == 2) two_player_print(tally, setup);
  printf("  %s%11s %8s %12s %10s %6s %9s\n", setup->rules->players > 2 ? "   first    95 %           expected  " : "",
         "points/game", "depth", "nodes/move", "s/move", "late", "forfeits");
  for (int side = 0; side < setup->rules->players; side++) side_print(tally, setup, side);
}
