/* Parts of messages that the view and the explanations have in common. */
#include "kulami.h"

void asc_kulami_add_plate(asc_message *message, const char *name, const kulami_rules *rules, int plate) {
  char letter[] = {asc_kulami_plate_letter(rules, plate), '\0'};
  asc_message_add(message, name, letter);
}

void asc_kulami_add_lines(asc_message *message, const kulami_rules *rules, int hollow) {
  char column[] = {(char)('a' + rules->column[hollow]), '\0'};
  asc_message_add(message, "column", column);
  asc_message_add_number(message, "row", rules->drawing.rows - rules->row[hollow]);
}

void asc_kulami_set_end(asc_message *message, const kulami_rules *rules, const kulami_position *position,
                        const char *const keys[3][3]) {
  kulami_score score[2];
  asc_kulami_score_count(rules, position, score);
  int red = asc_kulami_score_sum(&score[KULAMI_RED]), black = asc_kulami_score_sum(&score[KULAMI_BLACK]);
  int cause = position->plies == KULAMI_PLIES ? 0 : 1 + position->plies % 2;
  int result = red > black ? 0 : red < black ? 1 : 2;
  asc_message_set(message, keys[cause][result]);
  asc_message_add_number(message, "red", red);
  asc_message_add_number(message, "black", black);
}
