#include "result.h"

#include "core/text.h"

#include <stdio.h>
#include <string.h>

const char *say_players(const asc_seats *seats, const asc_rules *rules, const asc_record *record, char *text,
                        size_t size) {
  asc_writer writer = asc_writer_over(text, size);
  for (int i = 0; i < rules->players; i++) {
    char tag[] = "Player1", name[48];
    tag[6] = (char)('1' + i);
    const char *given = asc_record_tag(record, tag);
    (void)snprintf(name, sizeof name, "%s", given == NULL ? "" : given);
    asc_text_clean(name, strlen(name));
    if (i > 0) asc_writer_string(&writer, " - ");
    asc_writer_format(&writer, name[0] == '\0' ? "%s%s" : "%s (%s)", name, seats->names[i]);
  }
  return text;
}

/* "22 to 0", the winner's points first. */
static void points_write(const asc_rules *rules, const asc_outcome *outcome, int winner, char text[128]) {
  for (int i = 0; i < rules->players; i++) {
    int seat = i == 0 ? winner : i <= winner ? i - 1 : i;
    char number[16], decimal[ASC_HUNDREDTHS_MAX], before[128];
    asc_points_write(outcome->points[seat], number);
    asc_word word = asc_word_decimal(language_now(), "second", number, decimal);
    (void)snprintf(before, sizeof before, "%s", i == 0 ? "" : text);
    if (i == 0)
      (void)snprintf(text, 128, "%s", word.text);
    else
      asc_say(language_now(), "review.to", ASC_WORDS(WORD("first", before), word), text, 128);
  }
}

const char *say_result(const asc_seats *seats, const asc_rules *rules, const asc_summary *summary, char *text,
                       size_t size) {
  const asc_outcome *outcome = &summary->outcome;
  int winner = 0, firsts = 0;
  if (summary->end == ASC_END_NONE) return asc_say(language_now(), "review.unfinished", ASC_WORDS(), text, size);
  for (int i = 0; i < rules->players; i++) firsts += outcome->place[i] == 1;
  while (firsts == 1 && outcome->place[winner] != 1) winner++;
  char points[128] = "";
  points_write(rules, outcome, winner, points);
  return asc_say(language_now(), firsts == 1 ? "review.won" : "review.draw",
                 ASC_WORDS(WORD("who", seats->names[winner]), WORD("points", points)), text, size);
}
