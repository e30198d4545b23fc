#include "verdict.h"

#include <ascona/playout.h>

#include "score.h"

#include <stdio.h>
#include <string.h>

enum { EVEN = 5000, ALL = 10000, HARDLY = 25 };

asc_verdict asc_verdict_for(const asc_rules *rules, const asc_line *line, int turn, int player) {
  asc_verdict verdict = {line->certainty, line->score, line->depth};
  if (rules->game->score == ASC_SCORE_CHANCE)
    verdict.score = line->chances[player - 1];
  else if (player != turn)
    verdict.score = -line->score;
  if (player != turn) verdict.certainty = rules->players == 2 ? asc_certainty_turned(line->certainty) : ASC_ESTIMATE;
  return verdict;
}

bool asc_verdict_suits_draw(const asc_rules *rules, const asc_verdict *verdict) {
  return verdict->score <= asc_estimate_even(rules);
}

/* "3 points", "1 point". */
static void points_write(asc_writer *writer, int32_t hundredths) {
  char number[ASC_HUNDREDTHS_MAX];
  asc_writer_format(writer, "%s %s", asc_hundredths_write(hundredths, number), hundredths == 100 ? "point" : "points");
}

static void margin_write(asc_writer *writer, const asc_verdict *verdict, const char *who) {
  int32_t score = verdict->score, size = score < 0 ? -score : score;
  bool exact = verdict->certainty == ASC_EXACT, least = verdict->certainty == ASC_LOWER;
  if (score == 0) {
    asc_writer_format(writer, exact ? "it is a draw" : least ? "%s does not lose" : "%s does not win", who);
    return;
  }
  /* At least a win of 3 is "by at least 3", at least a loss of 3 is "by at most 3". */
  asc_writer_format(writer, "%s %s by %s", who, score > 0 ? least || exact ? "wins" : "can win" : "loses",
                    exact                  ? ""
                    : least == (score > 0) ? "at least "
                                           : "at most ");
  points_write(writer, size);
}

static void margin_guess(asc_writer *writer, const asc_verdict *verdict, const char *who) {
  enum { STEP = 10 }; /* tenths of a point are more than anybody can guess */
  int32_t size = verdict->score < 0 ? -verdict->score : verdict->score;
  if (size < HARDLY) {
    asc_writer_format(writer, "it looks even");
    return;
  }
  asc_writer_format(writer, "%s looks about ", who);
  points_write(writer, (size + STEP / 2) / STEP * STEP);
  asc_writer_format(writer, " %s", verdict->score > 0 ? "better" : "worse");
}

static void chance_write(asc_writer *writer, const asc_rules *rules, const asc_verdict *verdict, const char *who) {
  static const char *const kinds[] = {"about ", "at least ", "at most ", ""};
  bool exact = verdict->certainty == ASC_EXACT;
  if (exact && verdict->score == EVEN && rules->game->odds == NULL) {
    asc_writer_format(writer, "it is a draw");
  } else if (exact && (verdict->score == 0 || verdict->score == ALL)) {
    asc_writer_format(writer, "%s %s", who, verdict->score == 0 ? "loses" : "wins");
  } else {
    char number[ASC_HUNDREDTHS_MAX];
    int32_t whole = (verdict->score + 50) / 100 * 100; /* nobody can guess the parts of a percent */
    int32_t said = verdict->certainty == ASC_ESTIMATE ? whole : verdict->score;
    asc_writer_format(writer, "%s%s chance to win is %s%s %%", who, strcmp(who, "it") == 0 ? "s" : "'s",
                      kinds[verdict->certainty], asc_hundredths_write(said, number));
  }
}

const char *asc_verdict_write(const asc_rules *rules, const asc_verdict *verdict, const char *who,
                              char text[ASC_VERDICT_MAX]) {
  asc_writer writer = asc_writer_over(text, ASC_VERDICT_MAX);
  bool guess = verdict->certainty == ASC_ESTIMATE;
  if (rules->game->score == ASC_SCORE_CHANCE)
    chance_write(&writer, rules, verdict, who);
  else if (guess)
    margin_guess(&writer, verdict, who);
  else
    margin_write(&writer, verdict, who);
  static const char *const units[2][2] = {{"plies", "ply"}, {"turns", "turn"}};
  const char *unit = units[rules->game->odds != NULL][verdict->depth == 1];
  if (guess)
    asc_writer_format(&writer, ". That is a guess, looking %d %s ahead.", verdict->depth, unit);
  else
    asc_writer_format(&writer, " with best play. That is proved.");
  return text;
}
