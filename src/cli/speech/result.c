/* Writes the players and the result of a recorded game. See result.h. */
#include "result.h"

#include "base/text.h"

#include <stdio.h>
#include <string.h>

const char *cli_result_write_players(const asc_seats *seats, const asc_rules *rules, const asc_record *record,
                                     char *text, size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  for (int i = 0; i < rules->players; i++) {
    char tag[] = "Player1", name[48];
    tag[6] = (char)('1' + i);
    const char *player = asc_record_tag(record, tag);
    (void)snprintf(name, sizeof name, "%s", player == NULL ? "" : player);
    asc_text_clean(name, strlen(name));
    if (i > 0) asc_writer_string(&writer, " - ");
    asc_writer_format(&writer, name[0] == '\0' ? "%s%s" : "%s (%s)", name, seats->names[i]);
  }
  return text;
}

/* Writes the points of all players, the winner's first, such as "22 to 0". */
static void points_write(const asc_rules *rules, const asc_outcome *outcome, int winner, char text[128]) {
  for (int i = 0; i < rules->players; i++) {
    int seat = i == 0 ? winner : i <= winner ? i - 1 : i;
    char number[16], decimal[ASC_HUNDREDTHS_MAX], before[128];
    asc_points_write(outcome->points[seat], number);
    asc_sentence_arg word = asc_say_arg_decimal(cli_language_current(), "second", number, decimal);
    (void)snprintf(before, sizeof before, "%s", i == 0 ? "" : text);
    if (i == 0)
      (void)snprintf(text, 128, "%s", word.text);
    else
      asc_say_sentence(cli_language_current(), "review.to", ASC_SAY_ARGS(CLI_ARG_TEXT("first", before), word), text,
                       128);
  }
}

const char *cli_result_write(const asc_seats *seats, const asc_rules *rules, const asc_record_summary *summary,
                             char *text, size_t size) {
  const asc_outcome *outcome = &summary->outcome;
  int winner = 0, firsts = 0;
  if (summary->end == ASC_END_NONE)
    return asc_say_sentence(cli_language_current(), "review.unfinished", ASC_SAY_ARGS(), text, size);
  for (int i = 0; i < rules->players; i++) firsts += outcome->rank[i] == 1;
  while (firsts == 1 && outcome->rank[winner] != 1) winner++;
  char points[128] = "";
  points_write(rules, outcome, winner, points);
  return asc_say_sentence(cli_language_current(), firsts == 1 ? "review.won" : "review.draw",
                          ASC_SAY_ARGS(CLI_ARG_TEXT("who", seats->names[winner]), CLI_ARG_TEXT("points", points)), text,
                          size);
}
