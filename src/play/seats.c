/* The players' names. See seats.h. */
#include "seats.h"

#include <ascona/play.h>
#include <ascona/view.h>

#include "base/text.h"
#include "core/outcome.h"

#include <stdio.h>
#include <stdlib.h>

int asc_seats_fill(asc_seats *seats, const asc_rules *rules, const void *position, const char *language) {
  *seats = (asc_seats){0};
  asc_view *view = calloc(1, sizeof *view);
  if (view == NULL) return ASC_E_MEMORY;
  asc_position_view(rules, position, NULL, 0, view);
  for (int i = 0; i < view->seat_count && i < ASC_PLAYERS_MAX; i++) {
    char sentence[ASC_SENTENCE_MAX];
    (void)asc_message_write(rules, language, &view->seats[i].name, sentence, sizeof sentence);
    (void)snprintf(seats->names[i], sizeof seats->names[i], "%.63s", sentence);
  }
  int turn = asc_position_turn(rules, position);
  seats->must_roll = view->roller != 0;
  seats->to_move = seats->must_roll ? view->roller : turn >= 1 ? turn : 1;
  free(view);
  return ASC_OK;
}

void asc_seats_write_result(const asc_seats *seats, const asc_rules *rules, const asc_outcome *outcome, char *text,
                            size_t size) {
  int winner = 0;
  bool won = asc_outcome_first_count(rules, outcome) == 1;
  while (won && outcome->rank[winner] != 1) winner++;
  asc_writer writer = asc_writer_over(text, size);
  asc_writer_format(&writer, won ? "%s won" : "a draw,", seats->names[winner]);
  /* The winner's points come first, then the others' in the order of the seats. */
  for (int i = 0; i < rules->players; i++) {
    int seat = i == 0 ? winner : i <= winner ? i - 1 : i;
    char points[16];
    asc_points_write(outcome->points[seat], points);
    asc_writer_format(&writer, i > 0 ? " to %s" : " %s", points);
  }
}
